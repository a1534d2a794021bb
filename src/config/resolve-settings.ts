import { loadMemory, type Memory, memoryWithFallback } from '../agent/memory-files.ts'
import { normalizeInsideRoot } from '../agent/memory-paths.ts'
import { UserError } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { PolicySource } from '../policy/rules/load.ts'
import type { Mode } from '../policy/rules/rule.ts'
import { adminSettingsPolicy, readAdminSettings } from './admin-settings.ts'
import type { Extension } from './extension-manifest.ts'
import { loadExtensionContext, loadExtensions, withExtensions } from './extensions.ts'
import type { Inputs } from './inputs.ts'
import { builtInPolicyFolder, type PolicyLocations } from './load-policies.ts'
import type { PinnedConfig } from './pinned-config.ts'
import type { Runtime } from './runtime.ts'
import { loadSettings, type Settings } from './settings/settings.ts'
import { geminiHomeReader, readMachineSettings, trustedHome } from './settings/settings-files.ts'

/** The part of a runtime that settings are read from. */
export type SettingsRuntime = Pick<Runtime, 'env' | 'home' | 'workspace' | 'scratch' | 'childEnv'>

/** `adminPolicy`: what the input `admin_settings` denies, as a policy. */
export type ResolvedSettings = {
  settings: Settings
  extensions: readonly Extension[]
  adminPolicy?: PolicySource
  pinned: PinnedConfig
}

/**
 * The settings of a run from all layers and extensions, and the extensions. The commands that preview a run use it too.
 * Throws UserError for a broken file.
 */
export async function resolveSettings(
  inputs: Pick<Inputs, 'settings' | 'extensions' | 'admin_settings'>,
  steering: CommitReader,
  runtime: SettingsRuntime & { pinned: PinnedConfig },
  notice: (text: string) => void,
): Promise<ResolvedSettings> {
  const { env, pinned } = runtime
  const admin = await readAdminSettings(inputs.admin_settings, steering, pinned)
  const context = { env, machineSettings: { ...(await readMachineSettings(runtime)), admin } }
  const loaded = await loadSettings(inputs.settings, steering, notice, context)
  const extensions = await loadExtensions({ entries: inputs.extensions, settings: loaded, steering, runtime, notice })
  const settings = await withExtensions(loaded, extensions, env, notice)
  const ofAdmin = await loadSettings({}, NO_REPOSITORY, () => undefined, { env, machineSettings: { admin } })
  const adminPolicy = adminSettingsPolicy(ofAdmin, Object.keys(settings.mcpServers ?? {}))
  return { settings, extensions, pinned, adminPolicy }
}

const NO_REPOSITORY = { read: async () => undefined }

/** The locations of a run's policies outside the repository. */
export const policyLocationsFor = async (
  { policies, admin_policies }: Pick<Inputs, 'policies' | 'admin_policies'>,
  { dist, home, workspace }: Pick<Runtime, 'dist' | 'home' | 'workspace'>,
  { extensions, adminPolicy, pinned }: Omit<ResolvedSettings, 'settings'>,
): Promise<PolicyLocations> => ({
  extensions,
  pinned,
  adminPolicy,
  builtIn: builtInPolicyFolder(dist),
  home: await trustedHome(home, workspace),
  system: '/etc/gemini-cli/policies',
  user: policies,
  admin: admin_policies,
})

/**
 * The memory of a run: from extensions, the trusted home and the steering commit, in this order. `from` is the current
 * folder, relative to the root.
 */
export async function loadRunMemory(
  steering: CommitReader,
  { settings, extensions }: { settings: Pick<Settings, 'context'>; extensions: readonly Extension[] },
  runtime: Pick<Runtime, 'home' | 'workspace'>,
  from = '',
): Promise<Memory & { extensionFiles: Memory['files'] }> {
  const home = await geminiHomeReader(runtime)
  const options = { ...memoryWithFallback(settings.context), root: runtime.workspace, from, home }
  const repositoryMemory = await loadMemory(steering, options)
  const context = await loadExtensionContext(extensions, new Set(repositoryMemory.files.map(({ path }) => path)))
  return {
    text: [context.text, repositoryMemory.text].filter(Boolean).join('\n\n'),
    files: repositoryMemory.files,
    fallbacks: repositoryMemory.fallbacks,
    extensionFiles: context.files,
    notes: [...unreadFileNotices(settings, repositoryMemory), ...repositoryMemory.notes, ...context.notes],
  }
}

/** Notices about files that `context.fileName` names and that were not read. */
function unreadFileNotices({ context }: Pick<Settings, 'context'>, { files }: Memory): string[] {
  const written = [context?.fileName ?? []].flat()
  const usable = written.filter((name) => isRepositoryPath(name))
  const outside = written.filter((name) => !isRepositoryPath(name))
  const says = (names: readonly string[]) => `The setting context.fileName names ${names.join(', ')}, `
  const isRead = (name: string) => files.some(({ path }) => `/${path}`.endsWith(`/${normalizeInsideRoot(name.trim())}`))
  return [
    ...(outside.length === 0 ? [] : [`${says(outside)}which is outside the repository, so it is not read.`]),
    ...(usable.length === 0 || usable.some(isRead) ? [] : [`${says(usable)}but no such file exists.`]),
  ]
}

const isRepositoryPath = (name: string): boolean => !['', undefined].includes(normalizeInsideRoot(name.trim()))

/**
 * The approval mode of a run: the input, else `general.defaultApprovalMode`. Only the input can select `yolo`.
 * Throws UserError when the input is `yolo` and the settings forbid it.
 */
export function resolveApprovalMode(input: Mode, { general, security }: Pick<Settings, 'general' | 'security'>): Mode {
  if (input === 'yolo' && security?.disableYoloMode === true)
    throw new UserError(
      'The input approval_mode is yolo, but the setting security.disableYoloMode forbids it. Use auto_edit, or allow the calls you need with policy rules.',
    )
  if (input !== 'default') return input
  switch (general?.defaultApprovalMode) {
    case 'auto_edit':
    case 'autoEdit':
      return 'autoEdit'
    case 'plan':
      return 'plan'
    default:
      return 'default'
  }
}
