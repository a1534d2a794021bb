import { newBudget, search } from '../policy/patterns.ts'
import type { Hook, HookEvent } from './hook-settings.ts'

/** A happening as matchers see it: the names a tool goes by, or the one word that says what triggered the event. */
export type Subject = { tool: readonly string[] } | { trigger: string } | undefined

/**
 * The hooks to run, each once, and whether one after the other. Matchers of tools are regular expressions found anywhere
 * in a name; matchers of triggers are the word itself; other events have none.
 */
export function plan(
  hooks: readonly Hook[],
  event: HookEvent,
  subject: Subject,
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

function matches({ matcher }: Hook, subject: Subject): boolean {
  if (matcher === undefined || subject === undefined) return true
  if ('trigger' in subject) return matcher.source === subject.trigger
  // Not knowing in time whether a hook is meant must not leave it out.
  return subject.tool.some((name) => search(matcher, name, newBudget()) !== 'no')
}
