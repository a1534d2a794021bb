import { merge } from './merge.ts'
import { isObject } from './text.ts'

/** Where today's keys stood when settings were flat; most published workflows still write them so. */
const MOVED: Readonly<Record<string, string>> = {
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

/** Of one name in both times: an object is today's form already. */
const BOTH_TIMES = ['model']

/** All that is `hideX` or `showX` is about the screen. */
const placeOf = (key: string, value: unknown): string | undefined => {
  if (BOTH_TIMES.includes(key) && isObject(value)) return undefined
  if (key === 'chatCompression' && isObject(value)) return 'model.chatCompression'
  if (Object.hasOwn(MOVED, key)) return MOVED[key]
  return /^(hide|show)[A-Z]/.test(key) ? `ui.${key}` : undefined
}

const INVESTIGATOR = 'experimental.codebaseInvestigatorSettings'

/** Keys that moved inside the nested form; `not`: what they say has turned round. */
const RENAMED: readonly { from: string; to: string; not?: true }[] = [
  { from: 'general.disableAutoUpdate', to: 'general.enableAutoUpdate', not: true },
  { from: 'general.disableUpdateNag', to: 'general.enableAutoUpdateNotification', not: true },
  { from: 'context.fileFiltering.disableFuzzySearch', to: 'context.fileFiltering.enableFuzzySearch', not: true },
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
 * Settings in today's form, and the keys that were read as others. Where both stand in one object, the new one wins, except
 * that lists which add up do so.
 */
export function modern(given: Record<string, unknown>): { settings: Record<string, unknown>; moved: string[] } {
  const moved: string[] = []
  let settings: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const place = placeOf(key, value)
    if (place !== undefined) moved.push(`${key} as ${place}`)
    settings = place === undefined ? merge(settings, { [key]: value }) : merge(at(place, value), settings)
  }
  for (const { from, to, not } of RENAMED) {
    const value = valueAt(settings, from)
    if (value === undefined) continue
    settings = without(settings, from.split('.'))
    if (valueAt(settings, to) !== undefined) continue
    moved.push(`${from} as ${to}`)
    settings = merge(settings, at(to, not ? !value : value))
  }
  return { settings, moved }
}

const at = (path: string, value: unknown): Record<string, unknown> =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Record<string, unknown> // one name at least

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
