import type { CallRecord } from '../record/events.ts'

/**
 * Files that say what the next run, review or checkout does. Policy guards them before they are edited (protected-paths.toml);
 * this looks once more, at the paths as the commit would spell them, where no notation of a tool call can hide one.
 */
const GUARDED: readonly RegExp[] = [
  /^\.github\/(?:workflows|actions)\//,
  /^(?:\.github\/|docs\/)?codeowners$/,
  /(?:^|\/)\.(?:gemini|agents)\//,
  /(?:^|\/)\.git(?:modules|attributes)$/,
]

const isGuarded = (path: string) => GUARDED.some((pattern) => pattern.test(path.toLowerCase()))

/** Whether GitHub takes a change of this file only from a token that may write workflows. */
export const isWorkflow = (path: string) => /^\.github\/workflows\//i.test(path)

/**
 * Guarded files among the edited ones that nobody has allowed on purpose: a rule of users or administrators has to have let
 * the tool write each of them. The shipped rules never do.
 */
export function forbiddenPaths(paths: readonly string[], calls: readonly CallRecord[]): string[] {
  return paths.filter((path) => {
    if (!isGuarded(path)) return false
    const writes = calls.filter(({ diff, state }) => diff?.path === path && state === 'success')
    return writes.length === 0 || writes.some(({ rule }) => rule === undefined || rule.tier === 'default')
  })
}
