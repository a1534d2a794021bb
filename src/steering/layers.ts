import { loadMemory, type Memory, memoryOptions } from '../agent/memory.ts'
import { insideRoot } from '../agent/memory-paths.ts'
import type { Reader } from '../host/files.ts'
import type { Inputs } from '../inputs.ts'
import type { Machine } from '../machine.ts'
import { loadSettings, type Settings } from '../settings/settings.ts'
import { contextOf, type Extension, loadExtensions, withExtensions } from './extensions.ts'
import type { PolicyPlaces } from './policies.ts'
import { homeReader, machineSettings, ownHome } from './settings-files.ts'

/** The part of a machine that layers are read from. */
export type LayersMachine = Pick<Machine, 'env' | 'home' | 'workspace' | 'scratch' | 'childEnv'>

/**
 * The settings of a run, of every layer and with what its extensions add, and these extensions. Whoever tells what a run would
 * do comes here too. Throws UserError for whatever is broken.
 */
export async function settle(
  inputs: Pick<Inputs, 'settings' | 'extensions'>,
  steering: Reader,
  machine: LayersMachine,
  notice: (text: string) => void,
): Promise<{ settings: Settings; extensions: readonly Extension[] }> {
  const places = { env: machine.env, machine: await machineSettings(machine) }
  const written = await loadSettings(inputs.settings, steering, notice, places)
  const extensions = await loadExtensions({ wanted: inputs.extensions, settings: written, steering, machine, notice })
  return { settings: await withExtensions(written, extensions, machine.env, notice), extensions }
}

/** Where the policies of a run stand, beside those of the repository. */
export const policyPlaces = async (
  { policies, admin_policies }: Pick<Inputs, 'policies' | 'admin_policies'>,
  { dist, home, workspace }: Pick<Machine, 'dist' | 'home' | 'workspace'>,
  extensions: readonly Extension[],
): Promise<PolicyPlaces> => ({
  extensions,
  shipped: `${dist}/policies`,
  home: await ownHome(home, workspace),
  system: '/etc/gemini-cli/policies',
  user: policies,
  admin: admin_policies,
})

/**
 * What a model is told by extensions, by the home that counts and by the steering commit, in this order. `from` is the folder
 * one works in, relative to the root.
 */
export async function memoryFor(
  steering: Reader,
  { settings, extensions }: { settings: Pick<Settings, 'context'>; extensions: readonly Extension[] },
  machine: Pick<Machine, 'home' | 'workspace'>,
  from = '',
): Promise<Memory & { extensionFiles: Memory['files'] }> {
  const home = await homeReader(machine)
  const options = { ...memoryOptions(settings.context), root: machine.workspace, from, ...(home && { home }) }
  const own = await loadMemory(steering, options)
  const context = await contextOf(extensions, new Set(own.files.map(({ path }) => path)))
  return {
    text: [context.text, own.text].filter(Boolean).join('\n\n'),
    files: own.files,
    extensionFiles: context.files,
    notes: [...namedInVain(settings, own), ...own.notes, ...context.notes],
  }
}

/** What `context.fileName` names and nobody reads: whoever wrote it believes the model was told. */
function namedInVain({ context }: Pick<Settings, 'context'>, { files }: Memory): string[] {
  const written = [context?.fileName ?? []].flat()
  const usable = written.filter((name) => isName(name))
  const outside = written.filter((name) => !isName(name))
  const says = (names: readonly string[]) => `The setting context.fileName names ${names.join(', ')}, `
  const isRead = (name: string) => files.some(({ path }) => `/${path}`.endsWith(`/${insideRoot(name.trim())}`))
  return [
    ...(outside.length === 0 ? [] : [`${says(outside)}which is no file of the repository, so it is not read.`]),
    ...(usable.length === 0 || usable.some(isRead) ? [] : [`${says(usable)}and there is no such file.`]),
  ]
}

const isName = (name: string): boolean => !['', undefined].includes(insideRoot(name.trim()))
