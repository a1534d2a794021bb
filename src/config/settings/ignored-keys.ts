import { isObject } from './parse-settings.ts'

/**
 * Keys of the reference that a run accepts and ignores, each with the reason; a path includes all keys below it.
 * `npm run docs` writes the table in docs/configuration.md from this.
 */
export const IGNORED_SETTINGS: Readonly<Record<string, string>> = {
  $schema: 'names the schema for editors',
  ui: 'there is no screen',
  ide: 'there is no editor',
  admin: 'set by a remote service, never by a file',
  'general.preferredEditor': 'there is no editor',
  'general.vimMode': 'there is no editor',
  'general.debugKeystrokeLogging': 'there is no keyboard',
  'general.devtools': 'there is no screen',
  'general.enableNotifications': 'there is no screen',
  'general.enablePromptCompletion': 'there is no keyboard',
  'general.topicUpdateNarration': 'there is no screen',
  'general.enableAutoUpdate': 'the workflow chooses the version',
  'general.enableAutoUpdateNotification': 'the workflow chooses the version',
  'general.previewFeatures': '`gemini_model` or `model.name` chooses the model',
  'general.checkpointing': 'runs have no `/restore`; their changes are a commit, a pull request or a patch',
  'general.sessionRetention': 'a runner keeps no sessions; the transcript is an output',
  'general.plan': 'plans go to `plans/`; `approval_mode: plan` chooses the mode',
  'general.retryFetchErrors': 'network errors are always retried, `general.maxAttempts` times',
  output: 'the action has fixed outputs',
  privacy: 'Sluice sends no usage statistics',
  billing: 'a run cannot ask a person',
  useSmartEdit: 'there is one `replace` tool, which tries exact and then flexible matches',
  adminPolicyPaths: 'the author of the workflow is the administrator: use the input `admin_policies`',
  'model.chatCompression': '`model.compressionThreshold` sets when Sluice compresses the conversation',
  'model.summarizeToolOutput': 'Sluice truncates long output; the complete output is in a file that the model can read',
  'model.skipNextSpeakerCheck': 'an answer without calls is final',
  'context.includeDirectoryTree': 'the model lists directories itself',
  'context.includeDirectories': 'the workspace is the checkout',
  'context.loadMemoryFromIncludeDirectories': 'the workspace is the checkout',
  'context.loadFromIncludeDirectories': 'the workspace is the checkout',
  'context.memoryBoundaryMarkers': 'the repository is the boundary',
  'context.fileFiltering.enableRecursiveFileSearch': 'an `@` names a path; it does not search',
  'context.fileFiltering.enableFuzzySearch': 'an `@` names a path; it does not search',
  'tools.sandbox': 'use the input `sandbox`',
  'tools.sandboxAllowedPaths': 'use the input `sandbox`',
  'tools.sandboxNetworkAccess': 'use the input `sandbox`',
  'tools.autoAccept': 'the policy decides every call',
  'tools.enableMessageBusIntegration': 'the policy decides every call',
  'tools.useRipgrep': 'git runs searches; ripgrep on the PATH runs those that git cannot',
  'tools.enableToolOutputTruncation': '`tools.truncateToolOutputThreshold: 0` turns truncation off',
  'tools.truncateToolOutputLines': '`tools.truncateToolOutputThreshold` counts characters',
  'tools.shell.enableInteractiveShell': 'there is no terminal',
  'tools.shell.pager': 'there is no terminal',
  'tools.shell.showColor': 'there is no terminal',
  'tools.shell.enableShellOutputEfficiency': 'Sluice truncates output; the complete output is in a file',
  'tools.shell.backgroundCompletionBehavior': 'the tool `read_background_output` reports completion',
  'security.disableAlwaysAllow': 'a run cannot ask a person',
  'security.enablePermanentToolApproval': 'a run cannot ask a person',
  'security.autoAddToPolicyByDefault': 'a run cannot ask a person',
  'security.toolSandboxing': 'use the input `sandbox`',
  'security.folderTrust': 'settings come from a trusted commit',
  'security.environmentVariableRedaction.enabled': 'the environment of programs is always filtered',
  'security.auth.useExternal': 'credentials are inputs',
  'security.enableConseca': 'a model that judges calls fails open; use a `[[safety_checker]]` instead',
  'advanced.autoConfigureMemory': 'the runner sets the memory limit',
  'advanced.dnsResolutionOrder': 'the runner sets the DNS resolution order',
  'advanced.bugCommand': 'there is no keyboard',
  'skills.workspacesWithMigrationNudge': 'there is no screen',
  'extensions.workspacesWithMigrationNudge': 'there is no screen',
  experimental: 'experimental features are either built in or unsupported',
  contextManagement: '`model.compressionThreshold` sets when Sluice compresses the conversation',
  'agents.browser': 'there is no browser',
}

/** Ignored keys that look as if they made a run safer. */
const SAFETY_KEYS = [
  'tools.sandbox',
  'tools.sandboxAllowedPaths',
  'tools.sandboxNetworkAccess',
  'security.toolSandboxing',
  'security.enableConseca',
  'adminPolicyPaths',
]

/** One sentence for each ignored key that a user may rely on for safety. */
export const ignoredSafetyNotices = (settings: unknown): string[] =>
  SAFETY_KEYS.filter((path) => {
    const value = path
      .split('.')
      .reduce<unknown>(
        (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
        settings,
      )
    return value !== undefined && value !== false && value !== ''
  }).map((path) => `${path} is ignored: ${IGNORED_SETTINGS[path]}.`)

/** Whether a path or one of its parents is ignored. */
export const isIgnoredSetting = (path: string): boolean => {
  const names = path.split('.')
  return names.some((_, index) => Object.hasOwn(IGNORED_SETTINGS, names.slice(0, index + 1).join('.')))
}
