import type { Stats } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { copyPrograms, loadedBy, loaderLines } from '../agent/committed-programs.ts'
import { type GuardWatch, guardPlace, watchGuard } from '../agent/guard-watch.ts'
import { withoutRepositoryPrograms } from '../agent/hooks/repository-code.ts'
import { looksPinned } from '../github/api/pinned-files.ts'
import { readErrorReason, UserError } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import { isMissing } from '../platform/paths.ts'
import type { SandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { createSafetyCheck, type SafetyCheck } from '../policy/checkers.ts'
import { protectedPathsOf } from '../policy/protected-paths.ts'
import { type CheckerRule, loadPolicies, type PolicySource, policyError } from '../policy/rules/load.ts'
import type { PathList, Rule, Tier } from '../policy/rules/rule.ts'
import { settingsRules } from '../policy/rules/settings-rules.ts'
import { NO_PINNED_FILES, type PinnedConfig } from './pinned-config.ts'
import type { Runtime } from './runtime.ts'
import type { Settings } from './settings/settings.ts'

export type PolicyLocations = {
  extensions: readonly { policies: readonly PolicySource[] }[]
  /** Folder of the built-in policies. */
  builtIn: string
  /** Home folder whose `.gemini/policies` applies; undefined when no trusted user owns one. */
  home: string | undefined
  /** Folder of the system administrator's policies. */
  system: string
  /** The inputs `policies` and `admin_policies`. */
  user: string
  admin: string
  /** What the input `admin_settings` denies. */
  adminPolicy?: PolicySource
  /** Reads the entries `OWNER/REPO@SHA:path` of the two inputs. */
  pinned?: PinnedConfig
}

/**
 * All rules and checkers of a run: built-in, from extensions, the system, the repository (at the steering commit), the
 * workflow and the settings. Throws one UserError that lists every mistake with file, line and column: skipping a broken
 * rule could skip a deny.
 */
export async function loadRules(
  locations: PolicyLocations,
  settings: Settings,
  steering: CommitReader,
): Promise<{ rules: readonly Rule[]; checkers: readonly CheckerRule[]; sources: readonly PolicySource[] }> {
  const sources = await readPolicySources(locations, settings, steering)
  return { ...parseRules(sources, settings), sources }
}

/** Reads the policy files of a run. Throws UserError for a named file that does not exist. */
export async function readPolicySources(
  locations: PolicyLocations,
  settings: Pick<Settings, 'policyPaths'>,
  steering: CommitReader,
): Promise<PolicySource[]> {
  // Explicit paths replace the policies of the home folder.
  const paths = settings.policyPaths ?? []
  const { builtIn, pinned = NO_PINNED_FILES, adminPolicy } = locations
  const common = { builtIn, pinned, steering }
  return [
    ...(await readBuiltInPolicies(locations.builtIn)),
    ...locations.extensions.flatMap(({ policies }) => policies),
    ...(locations.home === undefined || paths.length > 0
      ? []
      : await readTomlFiles(join(locations.home, '.gemini/policies'), 'user', '~/.gemini/policies')),
    ...(await readPolicyFiles(steering, '.gemini/policies', 'user')),
    ...(await readInputSources(locations.user, { ...common, tier: 'user', name: 'input policies' })),
    ...(await readInputSources(paths.join('\n'), { ...common, tier: 'user', name: 'setting policyPaths' })),
    ...(await readSystemPolicies(locations.system)),
    ...(await readInputSources(locations.admin, { ...common, tier: 'admin', name: 'input admin_policies' })),
    ...(adminPolicy === undefined ? [] : [adminPolicy]),
  ]
}

/** The rules and checkers in these files and in the settings. Throws UserError like `loadRules`. */
export function parseRules(
  sources: readonly PolicySource[],
  settings: Settings,
): { rules: readonly Rule[]; checkers: readonly CheckerRule[] } {
  const { rules, checkers, problems } = loadPolicies(sources)
  if (problems.length > 0) throw policyError(problems)
  return { rules: [...rules, ...settingsRules(settings)], checkers }
}

/** `dist`: the folder of the bundle. */
export const builtInPolicyFolder = (dist: string): string => join(dist, 'policies')

/** The built-in list of protected paths. */
export const builtInProtectedPaths = async (dist: string): Promise<PathList> =>
  protectedPathsOf(loadPolicies(await readBuiltInPolicies(builtInPolicyFolder(dist))).rules)

/** By folder: the runs of a batch have the same ones. */
const builtInPolicies = new Map<string, readonly PolicySource[]>()

/** Without the built-in rules, weaker ones could decide, so a run must not start. */
async function readBuiltInPolicies(folder: string): Promise<readonly PolicySource[]> {
  const known = builtInPolicies.get(folder)
  if (known !== undefined) return known
  const sources = await readTomlFiles(folder, 'default', 'policies')
  if (sources.length === 0)
    throw new UserError(`The built-in policies are missing from ${folder}. Reinstall Sluice with its complete dist/.`)
  builtInPolicies.set(folder, sources)
  return sources
}

async function readTomlFiles(folder: string, tier: Tier, label: string): Promise<PolicySource[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw new UserError(`The policies in ${folder} cannot be read: ${readErrorReason(error)}.`)
  })
  const files = names.filter((name) => name.endsWith('.toml')).sort()
  return Promise.all(
    files.map(async (name) => ({ tier, file: `${label}/${name}`, text: await readPolicyFile(join(folder, name)) })),
  )
}

const readPolicyFile = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    const reason = readErrorReason(cause)
    throw new UserError(`The policy file ${path} cannot be read: ${reason}. Fix it or delete it.`, { cause })
  })

/** The `*.toml` files directly in a folder of a commit. `from` names the root in messages when it is not the repository. */
export async function readPolicyFiles(
  files: CommitReader,
  folder: string,
  tier: Tier,
  from?: string,
): Promise<PolicySource[]> {
  const paths = (await files.list(folder)).filter(
    (path) => path.endsWith('.toml') && !path.slice(folder.length + 1).includes('/'),
  )
  const labelOf = (path: string) => (from === undefined ? path : `${from}/${path}`)
  return Promise.all(paths.map(async (path) => ({ tier, file: labelOf(path), text: (await files.read(path)) ?? '' })))
}

const readSystemPolicies = async (folder: string): Promise<PolicySource[]> =>
  (await isRootOwnedFolder(folder)) ? readTomlFiles(folder, 'admin', folder) : []

/**
 * Whether the system administrator's folder exists. Throws UserError when anyone but root can write it.
 */
export async function isRootOwnedFolder(folder: string): Promise<boolean> {
  const stat = await statAdminPath(folder)
  if (stat === undefined || process.platform === 'win32') return false
  const safe = stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0
  if (!safe) throw new UserError(`${folder} must be a folder that root owns and only root can write`)
  return true
}

/** Undefined when nothing is there. Throws UserError for what this user cannot read: the administrator wants it enforced. */
export async function statAdminPath(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw new UserError(`${path} cannot be read: ${readErrorReason(error)}. Let every user read it.`)
  })
}

const LOOKS_LIKE_TOML = /^\s*(\[|#|[\w."-]+\s*=)/

type InputContext = {
  tier: Tier
  /** Where the text comes from, for messages: `input policies`. */
  name: string
  builtIn: string
  steering: CommitReader
  pinned: PinnedConfig
}

/** One entry a line (a built-in profile, a file, a folder, either of another repository at a commit), or TOML text from the first line that looks like TOML. */
async function readInputSources(input: string, context: InputContext): Promise<PolicySource[]> {
  const { tier, name } = context
  const lines = input.split('\n')
  const start = lines.findIndex((line) => LOOKS_LIKE_TOML.test(line))
  const entries = (start < 0 ? lines : lines.slice(0, start)).map((line) => line.trim()).filter(Boolean)
  const named = await Promise.all(entries.map((entry) => readNamedSources(entry, context)))
  if (start < 0) return named.flat()
  // Blank lines replace the entries above, so that line numbers match the input.
  const text = '\n'.repeat(start) + lines.slice(start).join('\n')
  return [...named.flat(), { tier, file: `${name.replace('input ', '')} input`, text }]
}

async function readNamedSources(
  entry: string,
  { tier, name, builtIn, steering, pinned }: InputContext,
): Promise<PolicySource[]> {
  if (looksPinned(entry)) return (await pinned.read(entry, name)).map(({ path, text }) => ({ tier, file: path, text }))
  if (entry.startsWith('profile:')) return [await readProfile(entry.slice('profile:'.length), { tier, name, builtIn })]
  const path = entry.replace(/^\.\//, '').replace(/\/+$/, '')
  const text = await steering.read(path)
  if (text !== undefined) return [{ tier, file: path, text }]
  const inside = await readPolicyFiles(steering, path, tier)
  if (inside.length > 0) return inside
  throw new UserError(
    `The ${name} names ${entry}, but commit ${steering.ref.slice(0, 12)} has no such file and no folder with *.toml files. ` +
      'Paths start at the repository root. Write a built-in profile as profile:review, profile:triage or profile:maintain.',
  )
}

async function readProfile(
  profile: string,
  { tier, name, builtIn }: Omit<InputContext, 'steering' | 'pinned'>,
): Promise<PolicySource> {
  const folder = join(builtIn, 'profiles')
  const names = (await readdir(folder))
    .filter((file) => file.endsWith('.toml'))
    .map((file) => file.slice(0, -'.toml'.length))
  if (!names.includes(profile))
    throw new UserError(
      `The ${name} names profile:${profile}, which does not exist. The profiles are ${names.map((each) => `profile:${each}`).join(', ')}.`,
    )
  const file = `${profile}.toml`
  return { tier, file: `policies/profiles/${file}`, text: await readPolicyFile(join(folder, file)) }
}

type CheckerCommand = readonly [string, ...string[]]

/** Folder of the system administrator's checker programs. */
const SYSTEM_FOLDER = '/etc/gemini-cli/checkers'

/**
 * The checkers of a run, or undefined when no policy names one. The program of an external checker is the file of its name,
 * with or without an extension. The first of these folders that has it wins, so that a repository cannot replace an
 * administrator's checker: the system folder, `.gemini/checkers` of the runner's home, `.gemini/checkers` of the steering
 * commit. Throws UserError with file and line for a checker that cannot work: its denials would be missing.
 */
export async function loadCheckers(
  rules: readonly CheckerRule[],
  options: {
    runtime: Pick<Runtime, 'home' | 'scratch' | 'workspace'>
    /** The complete environment of checker programs. */
    env: Readonly<Record<string, string>>
    steering: CommitReader
    programs: Pick<SandboxSession, 'isolate'>
    redact: <T>(value: T) => T
    /** False when the checkout is untrusted: PATH must then find no program in it. */
    repositoryCode: boolean
  },
): Promise<SafetyCheck | undefined> {
  if (rules.length === 0) return undefined
  const { runtime, env, programs, redact, repositoryCode } = options
  const names = new Set(rules.flatMap(({ checker }) => (checker.type === 'external' ? [checker.name] : [])))
  const commands = new Map<string, CheckerCommand>()
  const watches = new Map<string, GuardWatch>()
  for (const name of names) {
    const program = await locateProgram(name, runtime, options.steering)
    if (program === undefined) continue
    commands.set(name, commandFor(program.path))
    const { steering } = options
    const copies = program.copied === undefined ? [] : [program.copied]
    const loaded = await loadedBy(loaderLines(env, runtime.workspace), steering, copies)
    const committed = repositoryCode ? undefined : steering.read
    const place = guardPlace(await programs.isolate(), runtime.workspace, env)
    const programFolders = [dirname(program.path), ...(place.programFolders ?? [])]
    const words = new Set([...loaded.words, ...(await readdir(dirname(program.path)))])
    const watch = await watchGuard({ ...loaded, words }, { ...place, programFolders, committed })
    if (watch !== undefined) watches.set(name, watch)
  }
  return createSafetyCheck(rules, {
    cwd: runtime.workspace,
    workspaces: [runtime.workspace],
    program: (name) => commands.get(name),
    changed: async (name) => watches.get(name)?.(),
    env: repositoryCode ? env : withoutRepositoryPrograms(env, runtime.workspace),
    isolate: programs.isolate,
    redact,
  })
}

/** The checkers of paths, which also look at what a run delivers. Programs are not asked again. */
export const deliveryCheck = (rules: readonly CheckerRule[], workspace: string): SafetyCheck | undefined =>
  createSafetyCheck(
    rules.filter(({ checker }) => checker.type === 'in-process'),
    { cwd: workspace, workspaces: [workspace], program: () => undefined, env: {} },
  )

async function locateProgram(
  name: string,
  runtime: Pick<Runtime, 'home' | 'scratch'>,
  steering: CommitReader,
): Promise<{ path: string; copied?: string } | undefined> {
  const folders = [
    ...((await isRootOwnedFolder(SYSTEM_FOLDER)) ? [SYSTEM_FOLDER] : []),
    ...(runtime.home === undefined ? [] : [join(runtime.home, '.gemini/checkers')]),
  ]
  for (const folder of folders) {
    const file = findProgram(await readdir(folder).catch(() => []), name, folder)
    if (file !== undefined) return { path: join(folder, file) }
  }
  const file = findProgram(
    await steering.list('.gemini/checkers'),
    name,
    `.gemini/checkers of ${steering.ref.slice(0, 12)}`,
  )
  const text = file === undefined ? undefined : await steering.read(file)
  if (file === undefined || text === undefined) return undefined
  // Runs the committed version from a private copy: neither the checkout nor the model can change it.
  const folder = join(runtime.scratch, 'checkers')
  await copyPrograms([file], { files: steering, folder })
  return { path: join(folder, file), copied: file }
}

function findProgram(paths: readonly string[], name: string, location: string): string | undefined {
  const files = paths.filter((path) => basename(path, extname(path)) === name)
  if (files.length > 1) throw new UserError(`${location} has more than one program for the checker "${name}".`)
  return files[0]
}

/** Starts scripts by their extension, so that they need neither an executable mode nor a shebang line. */
function commandFor(path: string): CheckerCommand {
  switch (extname(path)) {
    case '.js':
    case '.mjs':
    case '.cjs':
      return [process.execPath, path]
    case '.sh':
      return ['bash', path]
    case '.py':
      return [process.platform === 'win32' ? 'python' : 'python3', path]
    default:
      return [path]
  }
}
