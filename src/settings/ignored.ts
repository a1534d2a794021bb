import { isObject } from './text.ts'

/**
 * Keys of the reference that a run accepts and does not obey, each with the reason; a path stands for all below it. The
 * table in .github/CONFIGURATION.md is made from this.
 */
export const IGNORED: Readonly<Record<string, string>> = {
  $schema: 'says where the schema is',
  ui: 'there is no screen',
  ide: 'there is no editor',
  admin: 'comes from a remote service only, never from a file',
  'general.preferredEditor': 'there is no editor',
  'general.vimMode': 'there is no editor',
  'general.debugKeystrokeLogging': 'there is no keyboard',
  'general.devtools': 'there is no screen',
  'general.enableNotifications': 'there is no screen',
  'general.enablePromptCompletion': 'there is no keyboard',
  'general.topicUpdateNarration': 'there is no screen',
  'general.enableAutoUpdate': 'the workflow says which version runs',
  'general.enableAutoUpdateNotification': 'the workflow says which version runs',
  'general.previewFeatures': 'a model is named by `gemini_model` or `model.name`',
  'general.checkpointing': 'a run is not resumed; its changes are a commit, a pull request or a patch',
  'general.sessionRetention': 'a runner keeps nothing; the transcript is an output',
  'general.plan': 'plans are kept in `plans/`; `approval_mode: plan` chooses the mode',
  'general.retryFetchErrors': 'they are always tried again, `general.maxAttempts` times',
  output: 'the outputs of the action have their own form',
  privacy: 'nothing is reported to anybody',
  billing: 'nobody is there to be asked',
  useSmartEdit: 'there is one `replace` tool, which works in stages',
  adminPolicyPaths: 'whoever writes the workflow is the administrator: the input `admin_policies`',
  'model.chatCompression': '`model.compressionThreshold` says when a conversation is shortened',
  'model.summarizeToolOutput': 'long output is shortened, and kept whole in a file that the model can read',
  'model.skipNextSpeakerCheck': 'an answer without calls is final',
  'context.includeDirectoryTree': 'the model lists what it wants to see',
  'context.includeDirectories': 'the workspace is the checkout',
  'context.loadMemoryFromIncludeDirectories': 'the workspace is the checkout',
  'context.loadFromIncludeDirectories': 'the workspace is the checkout',
  'context.memoryBoundaryMarkers': 'the repository is the boundary',
  'context.fileFiltering.enableRecursiveFileSearch': 'an `@` names a path, it does not search',
  'context.fileFiltering.enableFuzzySearch': 'an `@` names a path, it does not search',
  'tools.sandbox': 'the input `sandbox` says it',
  'tools.sandboxAllowedPaths': 'the input `sandbox` says it',
  'tools.sandboxNetworkAccess': 'the input `sandbox` says it',
  'tools.autoAccept': 'policy decides about every call',
  'tools.enableMessageBusIntegration': 'policy decides about every call',
  'tools.useRipgrep': 'git answers searches; what it cannot answer is asked of ripgrep where it is on the PATH',
  'tools.enableToolOutputTruncation': '`tools.truncateToolOutputThreshold: 0` switches it off',
  'tools.truncateToolOutputLines': '`tools.truncateToolOutputThreshold` counts characters',
  'tools.shell.enableInteractiveShell': 'there is no terminal',
  'tools.shell.pager': 'there is no terminal',
  'tools.shell.showColor': 'there is no terminal',
  'tools.shell.enableShellOutputEfficiency': 'output is shortened, and kept whole in a file',
  'tools.shell.backgroundCompletionBehavior': '`read_background_output` tells it',
  'security.disableAlwaysAllow': 'nobody is there to be asked',
  'security.enablePermanentToolApproval': 'nobody is there to be asked',
  'security.autoAddToPolicyByDefault': 'nobody is there to be asked',
  'security.toolSandboxing': 'the input `sandbox` says it',
  'security.folderTrust': 'settings come from a commit somebody trusted wrote',
  'security.environmentVariableRedaction.enabled': 'the environment of programs is always reduced',
  'security.auth.useExternal': 'credentials are inputs',
  'security.enableConseca': 'a model that judges calls fails open; write a `[[safety_checker]]` instead',
  'advanced.autoConfigureMemory': 'the runner says how much memory there is',
  'advanced.dnsResolutionOrder': 'the runner says how names are resolved',
  'advanced.bugCommand': 'there is no keyboard',
  'skills.workspacesWithMigrationNudge': 'there is no screen',
  'extensions.workspacesWithMigrationNudge': 'there is no screen',
  experimental: 'what is experimental there is built here or it is not',
  contextManagement: '`model.compressionThreshold` says when a conversation is shortened',
  'agents.browser': 'there is no browser',
}

/** Of these, what somebody may rely on who writes it. */
const RELIED_ON = [
  'tools.sandbox',
  'tools.sandboxAllowedPaths',
  'tools.sandboxNetworkAccess',
  'security.toolSandboxing',
  'security.enableConseca',
  'adminPolicyPaths',
]

/** What has to be said of settings that look as if they made a run safer, and do not: sentences about keys. */
export const unmet = (settings: unknown): string[] =>
  RELIED_ON.filter((path) => {
    const value = path
      .split('.')
      .reduce<unknown>(
        (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
        settings,
      )
    return value !== undefined && value !== false && value !== ''
  }).map((path) => `${path} is not obeyed: ${IGNORED[path]}.`)

/** Whether a path, or something it is part of, is among them. */
export const isIgnored = (path: string): boolean => {
  const names = path.split('.')
  return names.some((_, index) => Object.hasOwn(IGNORED, names.slice(0, index + 1).join('.')))
}
