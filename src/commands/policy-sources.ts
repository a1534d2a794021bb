import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readPolicySources } from '../config/load-policies.ts'
import { namedFilesSource } from '../config/protected-steering.ts'
import { loadRunMemory } from '../config/resolve-settings.ts'
import { looksPinned } from '../github/api/pinned-files.ts'
import { readErrorReason, UserError } from '../platform/errors.ts'
import { loadPolicies, type Policies, type PolicySource } from '../policy/rules/load.ts'
import type { Mode, Tier } from '../policy/rules/rule.ts'
import { settingsRules } from '../policy/rules/settings-rules.ts'
import { toolNameWarnings } from '../policy/rules/tool-names.ts'
import { type CommandIo, isFolder } from './command-io.ts'
import { loadLocalConfig, localPinned } from './local-config.ts'

/** The policies a command works on, as paths for `readPolicyPaths`. */
export type PolicyOptions = { policies: string[]; adminPolicies: string[]; defaults: boolean; workflow?: string }

export const REPOSITORY_POLICIES = '.gemini/policies'

/** `note` names the sources of a run that are unknown here. `mode` is the mode of a run. */
export type LoadedPolicies = Policies & { mode: Mode; note?: string }

/**
 * The rules of the named policies, or all rules of a run here when none is named. Mistakes in policies are in `problems`.
 * Throws UserError for an unreadable path and for other mistakes that would end a run.
 */
export async function loadPolicyOptions(
  { policies, adminPolicies, defaults, workflow }: PolicyOptions,
  io: Pick<CommandIo, 'cwd' | 'env' | 'dist' | 'err'>,
): Promise<LoadedPolicies> {
  if (policies.length === 0 && adminPolicies.length === 0 && defaults) return loadRunPolicies(io, workflow)
  const sources = [
    ...(defaults ? await readFolder(join(io.dist, 'policies'), 'policies', 'default') : []),
    ...(await readPolicyPaths(policies, 'user', io)),
    ...(await readPolicyPaths(adminPolicies, 'admin', io)),
  ]
  return { ...loadPolicies(sources), mode: 'default' }
}

async function loadRunPolicies(
  io: Parameters<typeof loadPolicyOptions>[1],
  workflow?: string,
): Promise<LoadedPolicies> {
  const { cwd, err } = io
  await using config = await loadLocalConfig(cwd, { ...io, workflow, notice: (text) => err(`${text}\n`) })
  const { settings, mode, note } = config
  const loaded = loadPolicies(await readPolicySources(config.policyLocations, settings, config.steering))
  const memory = await loadRunMemory(config.steering, config, config.runtime)
  const memoryFiles = memory.files.map(({ path }) => path)
  const namedFiles = await namedFilesSource({ ...config, memoryFiles })
  const ofFiles = namedFiles === undefined ? [] : loadPolicies([namedFiles]).rules
  const rules = [...loaded.rules, ...settingsRules(settings), ...ofFiles]
  for (const text of toolNameWarnings(rules)) err(`${text}\n`)
  return { ...loaded, rules, mode, note }
}

/**
 * Reads policy files: a path is a file, a folder with `*.toml`, both relative to the current folder, or `profile:NAME` for a
 * built-in profile. Throws UserError for an unreadable path.
 */
export async function readPolicyPaths(
  paths: readonly string[],
  tier: Tier,
  io: PolicyIoPaths,
): Promise<PolicySource[]> {
  const each = await Promise.all(paths.map((path) => readPolicyPath(path, tier, io)))
  return each.flat()
}

/** Without `env`, a command sends nothing, so an entry `OWNER/REPO@SHA:path` is a mistake. */
type PolicyIoPaths = Pick<CommandIo, 'cwd' | 'dist'> & Partial<Pick<CommandIo, 'env'>>

async function readPolicyPath(path: string, tier: Tier, { cwd, dist, env = {} }: PolicyIoPaths) {
  if (path.startsWith('profile:')) return [await readProfile(path.slice('profile:'.length), tier, dist)]
  if (looksPinned(path)) {
    const inputs = { policies: '', admin_policies: path, admin_settings: '' }
    const files = await localPinned(inputs, env).read(path, `${tier}-tier policy`)
    return files.map(({ path: file, text }) => ({ tier, file, text }))
  }
  const place = resolve(cwd, path)
  if (await isFolder(place)) return readFolder(place, path.replace(/[\\/]+$/, ''), tier)
  return [await readSource(place, path, tier)]
}

async function readProfile(name: string, tier: Tier, dist: string): Promise<PolicySource> {
  const place = join(dist, 'policies/profiles')
  const names = (await readdir(place)).map((file) => file.replace(/\.toml$/, '')).sort()
  if (!names.includes(name))
    throw new UserError(`Cannot read profile:${name}: no such profile exists; the profiles are ${names.join(', ')}`)
  return readSource(join(place, `${name}.toml`), `policies/profiles/${name}.toml`, tier)
}

async function readFolder(path: string, label: string, tier: Tier): Promise<PolicySource[]> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.toml')).sort()
  return Promise.all(names.map((name) => readSource(join(path, name), `${label}/${name}`, tier)))
}

async function readSource(path: string, label: string, tier: Tier): Promise<PolicySource> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError(`Cannot read ${label}: ${readErrorReason(cause)}`, { cause })
  })
  return { tier, file: label, text }
}
