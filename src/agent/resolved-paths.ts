import { posix } from 'node:path'
import type { Workspace } from '../platform/files/workspace.ts'
import { isInside, toForwardSlashes } from '../platform/paths.ts'
import { PATH_ARGUMENT_NAME } from '../policy/rules/match.ts'
import type { CallRecord } from '../record/events.ts'
import type { AgentContext } from './agent-context.ts'

/**
 * Resolves the paths in a call's arguments, so that a rule about a folder applies to every spelling: links, absolute paths, and
 * different case on some file systems. A path outside the workspace is unchanged; tools reject it.
 */
export function createPathResolver(
  files: Pick<Workspace, 'root' | 'shownRoot' | 'decide'>,
): NonNullable<AgentContext['resolvePaths']> {
  const { root, shownRoot } = files
  async function resolvePath(path: string): Promise<{ path: string; linked: boolean }> {
    const resolved = path === '' ? undefined : await files.decide(path)
    if (resolved === undefined || !resolved.ok || !isInside(root, resolved.path)) return { path, linked: false }
    const written = posix.relative(
      toForwardSlashes(shownRoot),
      posix.resolve(toForwardSlashes(shownRoot), toForwardSlashes(path).replace(/^@/, '')),
    )
    return { path: resolved.displayPath, linked: resolved.displayPath !== (written || '.') }
  }
  return async (_, args) => {
    let differs = false
    let linked = false
    const resolveValue = async (value: unknown) => {
      if (typeof value !== 'string') return value
      const resolved = await resolvePath(value)
      // Rules see the normalized form anyway.
      differs ||= resolved.path !== posix.normalize(value).replace(/(?<=.)\/$/, '')
      linked ||= resolved.linked
      return resolved.path
    }
    const all = Object.entries(args).map(async ([name, value]) => {
      if (!PATH_ARGUMENT_NAME.test(name)) return [name, value]
      return [name, Array.isArray(value) ? await Promise.all(value.map(resolveValue)) : await resolveValue(value)]
    })
    const entries = await Promise.all(all)
    return differs ? { args: Object.fromEntries(entries), linked } : undefined
  }
}

/** A resolver that returns the recorded results. */
export function recordedPaths(
  calls: readonly CallRecord[],
  toolbox: AgentContext['toolbox'],
): NonNullable<AgentContext['resolvePaths']> {
  const keyOf = (name: string, args: Record<string, unknown>) => `${name} ${JSON.stringify(args)}`
  const entries = calls.flatMap(({ name, args, resolved }) => {
    const parsed = toolbox.find(name)?.parse(args)
    return [[keyOf(name, parsed?.ok ? parsed.args : args), resolved] as const]
  })
  const byCall = new Map(entries)
  return async (name, args) => byCall.get(keyOf(name, args))
}
