import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UserError, whyUnread } from '../host/errors.ts'
import type { Tier } from '../policy/decide.ts'
import { loadPolicies, type Policies, type PolicySource } from '../policy/load.ts'
import { settingsRules } from '../policy/settings-rules.ts'
import { loadSettings } from '../settings/settings.ts'
import { worktreeReader } from '../steering/worktree.ts'
import { type CommandIo, isFolder } from './command-io.ts'

/** Which policies a command is about, as `policySources` takes them. */
export type PolicyOptions = { policies: string[]; adminPolicies: string[]; defaults: boolean }

/** Where a repository keeps its own. */
export const OWN_POLICIES = '.gemini/policies'

/**
 * All rules of these policies. When none are named, those of the repository count: its `.gemini/policies` and what its
 * settings amount to. Throws UserError for a path that cannot be read.
 */
export async function gatherPolicies(
  { policies, adminPolicies, defaults }: PolicyOptions,
  io: Pick<CommandIo, 'cwd' | 'dist' | 'err'>,
): Promise<Policies> {
  const repository = policies.length === 0 && adminPolicies.length === 0 && defaults
  const own = repository && (await isFolder(join(io.cwd, OWN_POLICIES))) ? [OWN_POLICIES] : []
  const sources = [
    ...(defaults ? await folder(join(io.dist, 'policies'), 'policies', 'default') : []),
    ...(await policySources([...own, ...policies], 'user', io)),
    ...(await policySources(adminPolicies, 'admin', io)),
  ]
  const loaded = loadPolicies(sources)
  if (!repository) return loaded
  const settings = await loadSettings({}, worktreeReader(io.cwd), (text) => io.err(`${text}\n`))
  return { ...loaded, rules: [...loaded.rules, ...settingsRules(settings)] }
}

/**
 * The files named: a file, a folder for its `*.toml`, both relative to where the user is, or `profile:NAME` for a shipped
 * one. Throws UserError for a path that cannot be read.
 */
export async function policySources(
  paths: readonly string[],
  tier: Tier,
  io: Pick<CommandIo, 'cwd' | 'dist'>,
): Promise<PolicySource[]> {
  const each = await Promise.all(paths.map((path) => sourcesAt(path, tier, io)))
  return each.flat()
}

async function sourcesAt(path: string, tier: Tier, { cwd, dist }: Pick<CommandIo, 'cwd' | 'dist'>) {
  if (path.startsWith('profile:')) return [await profile(path.slice('profile:'.length), tier, dist)]
  const place = resolve(cwd, path)
  if (await isFolder(place)) return folder(place, path.replace(/[\\/]+$/, ''), tier)
  return [await source(place, path, tier)]
}

async function profile(name: string, tier: Tier, dist: string): Promise<PolicySource> {
  const place = join(dist, 'policies/profiles')
  const names = (await readdir(place)).map((file) => file.replace(/\.toml$/, '')).sort()
  if (!names.includes(name))
    throw new UserError(`Cannot read profile:${name}: there is no such file; the profiles are ${names.join(', ')}`)
  return source(join(place, `${name}.toml`), `policies/profiles/${name}.toml`, tier)
}

async function folder(path: string, shown: string, tier: Tier): Promise<PolicySource[]> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.toml')).sort()
  return Promise.all(names.map((name) => source(join(path, name), `${shown}/${name}`, tier)))
}

async function source(path: string, shown: string, tier: Tier): Promise<PolicySource> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError(`Cannot read ${shown}: ${whyUnread(cause)}`, { cause })
  })
  return { tier, file: shown, text }
}
