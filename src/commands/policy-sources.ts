import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UserError, whyUnread } from '../host/errors.ts'
import type { Mode, Tier } from '../policy/decide.ts'
import { loadPolicies, type Policies, type PolicySource } from '../policy/load.ts'
import { misspeltIn } from '../policy/misspelt.ts'
import { settingsRules } from '../policy/settings-rules.ts'
import { policyPlaces } from '../steering/layers.ts'
import { sourcesOfRun } from '../steering/policies.ts'
import { type CommandIo, isFolder } from './command-io.ts'

/** Which policies a command is about, as `policySources` takes them. */
export type PolicyOptions = { policies: string[]; adminPolicies: string[]; defaults: boolean }

/** Where a repository keeps its own. */
export const OWN_POLICIES = '.gemini/policies'

/** `note`: what of a run's rules cannot be known here, for people. `mode`: the mode of a run. */
export type Gathered = Policies & { mode: Mode; note?: string }

/**
 * All rules of these policies. When none are named, those of a run of the repository count, of every layer. Throws UserError
 * for a path that cannot be read, and for what would end a run beside a mistake in a policy.
 */
export async function gatherPolicies(
  { policies, adminPolicies, defaults }: PolicyOptions,
  io: Pick<CommandIo, 'cwd' | 'env' | 'dist' | 'err'>,
): Promise<Gathered> {
  if (policies.length === 0 && adminPolicies.length === 0 && defaults) return rulesOfRun(io)
  const sources = [
    ...(defaults ? await folder(join(io.dist, 'policies'), 'policies', 'default') : []),
    ...(await policySources(policies, 'user', io)),
    ...(await policySources(adminPolicies, 'admin', io)),
  ]
  return { ...loadPolicies(sources), mode: 'default' }
}

async function rulesOfRun({ cwd, env, dist, err }: Parameters<typeof gatherPolicies>[1]): Promise<Gathered> {
  const { steeringHere } = await import('./here.ts')
  await using here = await steeringHere(cwd, { env, dist, tell: (text) => err(`${text}\n`) })
  const { settings, mode, note } = here
  const loaded = loadPolicies(
    await sourcesOfRun(await policyPlaces(here.inputs, here.machine, here.extensions), settings, here.steering),
  )
  const rules = [...loaded.rules, ...settingsRules(settings)]
  for (const text of misspeltIn(rules)) err(`${text}\n`)
  return { ...loaded, rules, mode, note }
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
