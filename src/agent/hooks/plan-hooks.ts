import { newPatternBudget, testPattern } from '../../policy/rules/patterns.ts'
import type { Hook, HookEvent } from './hook-settings.ts'

/** What matchers compare: the names of a tool, or the trigger of the event. */
export type HookSubject = { tool: readonly string[] } | { trigger: string } | undefined

/**
 * Selects the hooks to run, each once. A tool matcher is a regular expression that matches anywhere in a name; a trigger
 * matcher is the exact word; other events have no matchers.
 */
export function planHooks(
  hooks: readonly Hook[],
  event: HookEvent,
  subject: HookSubject,
): { hooks: readonly Hook[]; sequential: boolean } {
  const seen = new Set<string>()
  const chosen = hooks.filter((hook) => {
    const key = JSON.stringify([hook.name, hook.command])
    if (hook.event !== event || seen.has(key) || !matches(hook, subject)) return false
    seen.add(key)
    return true
  })
  return { hooks: chosen, sequential: chosen.some(({ sequential }) => sequential) }
}

function matches({ matcher }: Hook, subject: HookSubject): boolean {
  if (matcher === undefined || subject === undefined) return true
  if ('trigger' in subject) return matcher.source === subject.trigger
  // When matching times out, run the hook.
  return subject.tool.some((name) => testPattern(matcher, name, newPatternBudget()) !== 'no')
}
