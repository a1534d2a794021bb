import { posix } from 'node:path'
import type { Workspace } from '../platform/files/workspace.ts'
import { lazy } from '../platform/lazy.ts'
import { isInside, namesThroughLinks, toForwardSlashes } from '../platform/paths.ts'
import { PATH_ARGUMENT_NAME } from '../policy/rules/match.ts'
import { EDIT_TOOLS } from '../policy/rules/tool-names.ts'
import type { CallRecord } from '../record/events.ts'
import type { AgentContext } from './agent-context.ts'

/**
 * Resolves the paths in a call's arguments, so that a rule about a folder applies to every spelling: links, absolute paths, and
 * different case on some file systems. A path outside the workspace is unchanged; tools reject it.
 */
export function createPathResolver(
  files: Pick<Workspace, 'root' | 'shownRoot' | 'decide' | 'resolve' | 'walk' | 'inspect'>,
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
  // Before the first command: links that commands make have to be delivered by their own names.
  const links = lazy(() => linksOf(files))
  return async (tool, args) => {
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
    const resolved = { args: Object.fromEntries(entries), linked }
    if (tool === 'run_shell_command') await links()
    if (!EDIT_TOOLS.includes(tool)) return differs ? resolved : undefined
    const linkNames = namesThroughLinks(String(resolved.args.file_path), await links())
    if (linkNames.length > 0) return { ...resolved, linkNames }
    return differs ? resolved : undefined
  }
}

const SKIPPED_FOLDERS = new Set(['.git', 'node_modules'])

/** What the links of the workspace lead to, by their path. */
async function linksOf(files: Pick<Workspace, 'resolve' | 'walk' | 'inspect'>): Promise<ReadonlyMap<string, string>> {
  const paths = await files.walk('.', (name) => SKIPPED_FOLDERS.has(name), new AbortController().signal)
  const facts = files.inspect(paths)
  const links = new Map<string, string>()
  for (const path of paths.filter((_, index) => facts[index]?.kind === 'link')) {
    const target = await files.resolve(path, 'read')
    if (target.ok) links.set(path, target.displayPath)
  }
  return links
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
