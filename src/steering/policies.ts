import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../host/errors.ts'
import type { Reader } from '../host/files.ts'
import type { Rule, Tier } from '../policy/decide.ts'
import { type CheckerRule, loadPolicies, problemsError, type PolicySource as Source } from '../policy/load.ts'
import { settingsRules } from '../policy/settings-rules.ts'
import type { Settings } from '../settings/settings.ts'

export type PolicyPlaces = {
  extensions: readonly { policies: readonly Source[] }[]
  /** Folder of the shipped policies. */
  shipped: string
  /** Home folder whose `.gemini/policies` counts; undefined where nobody trusted owns one. */
  home: string | undefined
  /** Where an administrator of the machine keeps policies. */
  system: string
  /** The inputs `policies` and `admin_policies`. */
  user: string
  admin: string
}

/**
 * All rules and checkers of a run: shipped, of extensions, of the machine, of the repository (from the steering commit), of the workflow, of the
 * settings. Throws one UserError that lists every mistake with file, line and column: dropping a rule could drop a deny.
 */
export async function loadRules(
  places: PolicyPlaces,
  settings: Settings,
  steering: Reader,
): Promise<{ rules: readonly Rule[]; checkers: readonly CheckerRule[]; sources: readonly Source[] }> {
  const sources = await sourcesOfRun(places, settings, steering)
  return { ...rulesIn(sources, settings), sources }
}

/** The policy files of a run, as they stand. Throws UserError for one that is named and not there. */
export async function sourcesOfRun(
  places: PolicyPlaces,
  settings: Pick<Settings, 'policyPaths'>,
  steering: Reader,
): Promise<Source[]> {
  // Whoever names paths means these and not what happens to lie in the home folder.
  const paths = settings.policyPaths ?? []
  return [
    ...(await tomlFilesIn(places.shipped, 'default', 'policies')),
    ...places.extensions.flatMap(({ policies }) => policies),
    ...(places.home === undefined || paths.length > 0
      ? []
      : await tomlFilesIn(join(places.home, '.gemini/policies'), 'user', '~/.gemini/policies')),
    ...(await policyFiles(steering, '.gemini/policies', 'user')),
    ...(await inputSources(places.user, 'user', 'input policies', places.shipped, steering)),
    ...(await inputSources(paths.join('\n'), 'user', 'setting policyPaths', places.shipped, steering)),
    ...(await systemFiles(places.system)),
    ...(await inputSources(places.admin, 'admin', 'input admin_policies', places.shipped, steering)),
  ]
}

/** The rules and checkers of these files and of the settings. Throws the same UserError. */
export function rulesIn(
  sources: readonly Source[],
  settings: Settings,
): { rules: readonly Rule[]; checkers: readonly CheckerRule[] } {
  const { rules, checkers, problems } = loadPolicies(sources)
  if (problems.length > 0) throw problemsError(problems)
  return { rules: [...rules, ...settingsRules(settings)], checkers }
}

async function tomlFilesIn(folder: string, tier: Tier, shown: string): Promise<Source[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.toml')).sort()
  return Promise.all(
    files.map(async (name) => ({ tier, file: `${shown}/${name}`, text: await readFile(join(folder, name), 'utf8') })),
  )
}

/** The `*.toml` directly in a folder of a commit. `from`: what people know the files' root by, where it is not the repository. */
export async function policyFiles(files: Reader, folder: string, tier: Tier, from?: string): Promise<Source[]> {
  const paths = (await files.list(folder)).filter(
    (path) => path.endsWith('.toml') && !path.slice(folder.length + 1).includes('/'),
  )
  const shown = (path: string) => (from === undefined ? path : `${from}/${path}`)
  return Promise.all(paths.map(async (path) => ({ tier, file: shown(path), text: (await files.read(path)) ?? '' })))
}

const systemFiles = async (folder: string): Promise<Source[]> =>
  (await onlyRootWrites(folder)) ? tomlFilesIn(folder, 'admin', folder) : []

/**
 * Whether a folder of the machine's administrator is there. It counts only where root alone could have written it: throws
 * UserError for one that others can write.
 */
export async function onlyRootWrites(folder: string): Promise<boolean> {
  const stat = await lstat(folder).catch(() => undefined)
  if (stat === undefined || process.platform === 'win32') return false
  const safe = stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0
  if (!safe) throw new UserError(`${folder} must be a folder that belongs to root and that nobody else can write`)
  return true
}

const LOOKS_LIKE_TOML = /^\s*(\[|#|[\w."-]+\s*=)/

/** Entries one a line (a shipped profile, a file, a folder), or TOML text from the first line that looks like TOML. */
async function inputSources(
  input: string,
  tier: Tier,
  name: string,
  shipped: string,
  steering: Reader,
): Promise<Source[]> {
  const lines = input.split('\n')
  const start = lines.findIndex((line) => LOOKS_LIKE_TOML.test(line))
  const entries = (start < 0 ? lines : lines.slice(0, start)).map((line) => line.trim()).filter(Boolean)
  const named = await Promise.all(entries.map((entry) => sourcesNamed(entry, tier, name, shipped, steering)))
  if (start < 0) return named.flat()
  // Blank lines stand in for the entries above, so that line numbers are those of the input.
  const text = '\n'.repeat(start) + lines.slice(start).join('\n')
  return [...named.flat(), { tier, file: `${name.replace('input ', '')} input`, text }]
}

async function sourcesNamed(
  entry: string,
  tier: Tier,
  input: string,
  shipped: string,
  steering: Reader,
): Promise<Source[]> {
  if (entry.startsWith('profile:')) return [await profile(entry.slice('profile:'.length), tier, input, shipped)]
  const path = entry.replace(/^\.\//, '').replace(/\/+$/, '')
  const text = await steering.read(path)
  if (text !== undefined) return [{ tier, file: path, text }]
  const inside = await policyFiles(steering, path, tier)
  if (inside.length > 0) return inside
  throw new UserError(
    `The ${input} names ${entry}, but commit ${steering.ref.slice(0, 12)} has no such file and no folder with *.toml files. ` +
      'Paths start at the repository root; a shipped profile is written profile:review, profile:triage or profile:maintain.',
  )
}

async function profile(name: string, tier: Tier, input: string, shipped: string): Promise<Source> {
  const folder = join(shipped, 'profiles')
  const known = (await readdir(folder))
    .filter((file) => file.endsWith('.toml'))
    .map((file) => file.slice(0, -'.toml'.length))
  if (!known.includes(name))
    throw new UserError(
      `The ${input} names profile:${name}; there are ${known.map((each) => `profile:${each}`).join(', ')}`,
    )
  return { tier, file: `policies/profiles/${name}.toml`, text: await readFile(join(folder, `${name}.toml`), 'utf8') }
}
