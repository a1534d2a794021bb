import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UserError, whyUnread } from '../host/errors.ts'
import type { Tier } from '../policy/decide.ts'
import { loadPolicies, type Policies, type PolicySource } from '../policy/load.ts'
import { settingsRules } from '../policy/settings-rules.ts'
import { loadSettings } from '../settings/settings.ts'
import { worktreeReader } from '../steering/worktree.ts'

/** Which policies a command is about. Paths are relative to the working directory; `profile:NAME` is a shipped one. */
export type PolicyOptions = { policies: string[]; adminPolicies: string[]; defaults: boolean }

type Places = { cwd: string; policiesDir: string; err(text: string): void }

/**
 * All rules of these policies. When none are named, those of the repository count: its `.gemini/policies` and what its
 * settings amount to. Throws UserError for a path that cannot be read.
 */
export async function gatherPolicies(options: PolicyOptions, places: Places): Promise<Policies> {
  const { policies, adminPolicies, defaults } = options
  const repository = policies.length === 0 && adminPolicies.length === 0 && defaults
  const sources = [
    ...(defaults ? await folder(places.policiesDir, 'policies', 'default') : []),
    ...(repository
      ? await folder(join(places.cwd, '.gemini/policies'), '.gemini/policies', 'user').catch(() => [])
      : []),
    ...(await named(policies, 'user', places)),
    ...(await named(adminPolicies, 'admin', places)),
  ]
  const loaded = loadPolicies(sources)
  if (!repository) return loaded
  const settings = await loadSettings({}, worktreeReader(places.cwd), (text) => places.err(`${text}\n`))
  return { ...loaded, rules: [...loaded.rules, ...settingsRules(settings)] }
}

async function named(paths: readonly string[], tier: Tier, places: Places): Promise<PolicySource[]> {
  const each = await Promise.all(paths.map((path) => namedOne(path, tier, places)))
  return each.flat()
}

async function namedOne(path: string, tier: Tier, { cwd, policiesDir }: Places): Promise<PolicySource[]> {
  const profile = path.startsWith('profile:') ? path.slice('profile:'.length) : undefined
  const place = profile === undefined ? resolve(cwd, path) : join(policiesDir, 'profiles', `${profile}.toml`)
  const shown = profile === undefined ? path : `policies/profiles/${profile}.toml`
  try {
    if ((await stat(place)).isDirectory()) return await folder(place, path.replace(/[\\/]+$/, ''), tier)
    return [{ tier, file: shown, text: await readFile(place, 'utf8') }]
  } catch (cause) {
    const known = profile === undefined ? '' : `; the profiles are ${(await profiles(policiesDir)).join(', ')}`
    throw new UserError(`Cannot read ${path}: ${whyUnread(cause)}${known}`, { cause })
  }
}

const profiles = async (policiesDir: string): Promise<string[]> =>
  (await readdir(join(policiesDir, 'profiles'))).map((name) => name.replace(/\.toml$/, '')).sort()

async function folder(path: string, shown: string, tier: Tier): Promise<PolicySource[]> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.toml')).sort()
  return Promise.all(
    names.map(async (name) => ({ tier, file: `${shown}/${name}`, text: await readFile(join(path, name), 'utf8') })),
  )
}
