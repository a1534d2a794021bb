import { posix } from 'node:path'
import type { AgentKit } from '../agent/kit.ts'
import type { Workspace } from '../host/files.ts'
import { isInside, slashed } from '../host/paths.ts'
import { HOLDS_PATHS } from '../policy/match.ts'
import type { CallRecord } from '../record/events.ts'

/**
 * Where the paths of a call lead in a workspace, so that a rule about a folder holds for every name it can be reached by:
 * links, absolute paths, and on some machines other letters. A path that leads out stays as written; no tool takes it.
 */
export function placesIn(files: Pick<Workspace, 'root' | 'resolve'>): NonNullable<AgentKit['places']> {
  const { root } = files
  async function real(path: string): Promise<{ path: string; linked: boolean }> {
    const at = path === '' ? undefined : await files.resolve(path, 'read')
    if (at === undefined || !at.ok || !isInside(root, at.path)) return { path, linked: false }
    const written = posix.relative(slashed(root), posix.resolve(slashed(root), slashed(path).replace(/^@/, '')))
    return { path: at.shown, linked: at.shown !== (written || '.') }
  }
  return async (_, args) => {
    let differs = false
    let linked = false
    const one = async (value: unknown) => {
      if (typeof value !== 'string') return value
      const found = await real(value)
      // The shortest form of what is written is known to the rules anyway.
      differs ||= found.path !== posix.normalize(value).replace(/(?<=.)\/$/, '')
      linked ||= found.linked
      return found.path
    }
    const all = Object.entries(args).map(async ([name, value]) => {
      if (!HOLDS_PATHS.test(name)) return [name, value]
      return [name, Array.isArray(value) ? await Promise.all(value.map(one)) : await one(value)]
    })
    const entries = await Promise.all(all)
    return differs ? { args: Object.fromEntries(entries), linked } : undefined
  }
}

/** The same as a recording has it. */
export function placesOf(calls: readonly CallRecord[], toolbox: AgentKit['toolbox']): NonNullable<AgentKit['places']> {
  const keyOf = (name: string, args: Record<string, unknown>) => `${name} ${JSON.stringify(args)}`
  const known = calls.flatMap(({ name, args, places }) => {
    const parsed = toolbox.find(name)?.parse(args)
    return [[keyOf(name, parsed?.ok ? parsed.args : args), places] as const]
  })
  const byCall = new Map(known)
  return async (name, args) => byCall.get(keyOf(name, args))
}
