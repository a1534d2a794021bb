import { isObject, mergeSettings } from './parse-settings.ts'

/** Keys of the old flat format and their current paths; most published workflows still use the flat format. */
export const FLAT_KEYS: Readonly<Record<string, string>> = {
  coreTools: 'tools.core',
  excludeTools: 'tools.exclude',
  allowedTools: 'tools.allowed',
  autoAccept: 'tools.autoAccept',
  sandbox: 'tools.sandbox',
  toolDiscoveryCommand: 'tools.discoveryCommand',
  toolCallCommand: 'tools.callCommand',
  useRipgrep: 'tools.useRipgrep',
  enableHooks: 'tools.enableHooks',
  enableMessageBusIntegration: 'tools.enableMessageBusIntegration',
  enableInteractiveShell: 'tools.shell.enableInteractiveShell',
  shellPager: 'tools.shell.pager',
  shellShowColor: 'tools.shell.showColor',
  shellInactivityTimeout: 'tools.shell.inactivityTimeout',
  allowMCPServers: 'mcp.allowed',
  excludeMCPServers: 'mcp.excluded',
  mcpServerCommand: 'mcp.serverCommand',
  model: 'model.name',
  maxSessionTurns: 'model.maxSessionTurns',
  summarizeToolOutput: 'model.summarizeToolOutput',
  chatCompression: 'model.compressionThreshold',
  skipNextSpeakerCheck: 'model.skipNextSpeakerCheck',
  contextFileName: 'context.fileName',
  fileFiltering: 'context.fileFiltering',
  includeDirectories: 'context.includeDirectories',
  loadMemoryFromIncludeDirectories: 'context.loadMemoryFromIncludeDirectories',
  memoryImportFormat: 'context.importFormat',
  memoryDiscoveryMaxDirs: 'context.discoveryMaxDirs',
  checkpointing: 'general.checkpointing',
  preferredEditor: 'general.preferredEditor',
  vimMode: 'general.vimMode',
  debugKeystrokeLogging: 'general.debugKeystrokeLogging',
  enablePromptCompletion: 'general.enablePromptCompletion',
  retryFetchErrors: 'general.retryFetchErrors',
  disableAutoUpdate: 'general.disableAutoUpdate',
  disableUpdateNag: 'general.disableUpdateNag',
  usageStatisticsEnabled: 'privacy.usageStatisticsEnabled',
  selectedAuthType: 'security.auth.selectedType',
  enforcedAuthType: 'security.auth.enforcedType',
  useExternalAuth: 'security.auth.useExternal',
  disableYoloMode: 'security.disableYoloMode',
  folderTrust: 'security.folderTrust.enabled',
  folderTrustFeature: 'security.folderTrust.featureEnabled',
  excludedProjectEnvVars: 'advanced.excludedEnvVars',
  dnsResolutionOrder: 'advanced.dnsResolutionOrder',
  bugCommand: 'advanced.bugCommand',
  autoConfigureMaxOldSpaceSize: 'advanced.autoConfigureMemory',
  extensionManagement: 'experimental.extensionManagement',
  ideMode: 'ide.enabled',
  hasSeenIdeIntegrationNudge: 'ide.hasSeenNudge',
  theme: 'ui.theme',
  customThemes: 'ui.customThemes',
  accessibility: 'ui.accessibility',
  customWittyPhrases: 'ui.customWittyPhrases',
  hideCWD: 'ui.footer.hideCWD',
  hideSandboxStatus: 'ui.footer.hideSandboxStatus',
  hideModelInfo: 'ui.footer.hideModelInfo',
}

/** Keys that both formats have: an object is the current format. */
const NESTED_TODAY = ['model']

/** The current path of a flat key, or undefined for a current key. `hideX` and `showX` belong to `ui`. */
const newPathOf = (key: string, value: unknown): string | undefined => {
  if (NESTED_TODAY.includes(key) && isObject(value)) return undefined
  if (key === 'chatCompression' && isObject(value)) return 'model.chatCompression'
  if (Object.hasOwn(FLAT_KEYS, key)) return FLAT_KEYS[key]
  return /^(hide|show)[A-Z]/.test(key) ? `ui.${key}` : undefined
}

const INVESTIGATOR = 'experimental.codebaseInvestigatorSettings'

/** Keys that moved inside the nested format; `negate`: the new key means the opposite. */
export const MOVED_KEYS: readonly { from: string; to: string; negate?: true }[] = [
  { from: 'general.disableAutoUpdate', to: 'general.enableAutoUpdate', negate: true },
  { from: 'general.disableUpdateNag', to: 'general.enableAutoUpdateNotification', negate: true },
  { from: 'context.fileFiltering.disableFuzzySearch', to: 'context.fileFiltering.enableFuzzySearch', negate: true },
  { from: 'model.chatCompression.contextPercentageThreshold', to: 'model.compressionThreshold' },
  { from: 'tools.approvalMode', to: 'general.defaultApprovalMode' },
  { from: `${INVESTIGATOR}.enabled`, to: 'agents.overrides.codebase_investigator.enabled' },
  { from: `${INVESTIGATOR}.maxNumTurns`, to: 'agents.overrides.codebase_investigator.runConfig.maxTurns' },
  { from: `${INVESTIGATOR}.maxTimeMinutes`, to: 'agents.overrides.codebase_investigator.runConfig.maxTimeMinutes' },
  { from: `${INVESTIGATOR}.model`, to: 'agents.overrides.codebase_investigator.modelConfig.model' },
  {
    from: `${INVESTIGATOR}.thinkingBudget`,
    to: 'agents.overrides.codebase_investigator.modelConfig.generateContentConfig.thinkingConfig.thinkingBudget',
  },
  { from: 'experimental.cliHelpAgentSettings.enabled', to: 'agents.overrides.cli_help.enabled' },
  { from: 'experimental.introspectionAgentSettings.enabled', to: 'agents.overrides.cli_help.enabled' },
]

/**
 * Settings in the current format, and `moved`: each old key with its new path. When an object has both, the new key wins;
 * lists that add up are joined.
 */
export function migrateSettings(flatSettings: Record<string, unknown>): {
  settings: Record<string, unknown>
  moved: string[]
} {
  const moved: string[] = []
  let settings: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(flatSettings)) {
    const newPath = newPathOf(key, value)
    if (newPath !== undefined) moved.push(`${key} as ${newPath}`)
    settings =
      newPath === undefined
        ? mergeSettings(settings, { [key]: value })
        : mergeSettings(nested(newPath, value), settings)
  }
  for (const { from, to, negate } of MOVED_KEYS) {
    const value = valueAt(settings, from)
    if (value === undefined) continue
    settings = without(settings, from.split('.'))
    if (valueAt(settings, to) !== undefined) continue
    moved.push(`${from} as ${to}`)
    settings = mergeSettings(settings, nested(to, negate ? !value : value))
  }
  return { settings, moved }
}

const nested = (path: string, value: unknown): Record<string, unknown> =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Record<string, unknown> // a path has at least one name

function without(settings: Record<string, unknown>, [name = '', ...below]: readonly string[]): Record<string, unknown> {
  const { [name]: inside, ...rest } = settings
  return below.length === 0 || !isObject(inside) ? rest : { ...rest, [name]: without(inside, below) }
}

const valueAt = (settings: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      settings,
    )
