import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '../host/environment.ts'
import { UserError } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'
import { type Inputs, readInputs } from '../inputs.ts'
import { type Env, personsHome } from '../machine.ts'
import type { Mode } from '../policy/decide.ts'
import type { Settings } from '../settings/settings.ts'
import type { Extension } from '../steering/extensions.ts'
import { type LayersMachine, settle } from '../steering/layers.ts'
import { modeOf } from '../steering/mode.ts'
import { ownHome } from '../steering/settings-files.ts'
import { findProjectRoot, worktreeReader } from '../steering/worktree.ts'

/** What steers a run of a repository, of its files as they stand. Disposing takes away the programs of extensions. */
export type Here = AsyncDisposable & {
  inputs: Inputs
  machine: LayersMachine & { dist: string }
  steering: Reader
  settings: Settings
  extensions: readonly Extension[]
  mode: Mode
  /** What counted beside the repository, and what cannot be known here: a sentence for people. */
  note: string
}

/** The inputs of a workflow that say what steers its runs. */
const STEERING = ['settings', 'policies', 'admin_policies', 'extensions', 'approval_mode'] as const

/**
 * Reads the layers a run would, for the repository a folder is in: by the same functions, and of the person whose home this
 * is. Starts nothing. Throws UserError for what would end a run.
 */
export async function steeringHere(
  folder: string,
  { env, dist, tell }: { env: Env; dist: string; tell(text: string): void },
): Promise<Here> {
  const workspace = await findProjectRoot(folder)
  await refuseLinks(workspace)
  const home = personsHome(env)
  const scratch = await mkdtemp(join(tmpdir(), 'sluice-here-'))
  const away = () => rm(scratch, { recursive: true, force: true })
  try {
    const set = STEERING.map((name) => `INPUT_${name.toUpperCase()}`).filter((name) => (env[name] ?? '') !== '')
    const inputs = readInputs(Object.fromEntries(set.map((name) => [name, env[name]])))
    const machine = { env, home, workspace, scratch, dist, childEnv: childEnvironment(env, []) }
    const steering = worktreeReader(workspace)
    const { settings, extensions } = await settle(inputs, steering, machine, tell)
    const mode = modeOf(inputs.approval_mode, settings)
    const note = await noteOn(await ownHome(home, workspace), set)
    return { inputs, machine, steering, settings, extensions, mode, note, [Symbol.asyncDispose]: away }
  } catch (error) {
    await away()
    throw error
  }
}

async function noteOn(home: string | undefined, set: readonly string[]): Promise<string> {
  const own = home !== undefined && (await stat(join(home, '.gemini')).catch(() => undefined))?.isDirectory()
  return [
    ...(own ? ['~/.gemini counts here, as on self-hosted runners; hosted ones have none.'] : []),
    ...(set.length === 0 ? [] : [`${set.join(', ')} count${set.length === 1 ? 's' : ''} as the input of a workflow.`]),
    `What a workflow gives by its inputs ${STEERING.join(', ')} is not known here; set as INPUT_SETTINGS and so on it counts.`,
  ].join(' ')
}

/** A run does not start where a file that can forbid something is a link; here none must be silently left out either. */
async function refuseLinks(workspace: string): Promise<void> {
  const names = (await readdir(join(workspace, '.gemini/policies')).catch(() => [])).filter((name) =>
    /\.toml$/.test(name),
  )
  const policies = names.map((name) => `.gemini/policies/${name}`)
  for (const path of ['.gemini', '.gemini/settings.json', '.gemini/policies', ...policies]) {
    const found = await lstat(join(workspace, path)).catch(() => undefined)
    if (found?.isSymbolicLink())
      throw new UserError(`${path} is a symbolic link, and no run begins with one. Make it a regular file.`)
    if (policies.includes(path) && found?.isDirectory()) throw new UserError(`Cannot read ${path}: it is a folder`)
  }
}
