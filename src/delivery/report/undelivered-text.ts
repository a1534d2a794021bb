import type { CallRecord } from '../../record/events.ts'
import { undeliveredCalls } from '../../record/undelivered-calls.ts'
import { inlineCode, truncateAtLine } from '../../text/write-markdown.ts'

const MAX_NAMED_TOOLS = 6

/** Workflows that ran with everything allowed name no tools. */
export function listRemedy(entries: readonly string[]): string {
  const pushes = entries.filter((entry) => entry.includes('(git push)'))
  const others = entries.filter((entry) => !pushes.includes(entry))
  const setting = JSON.stringify({ tools: { allowed: others.slice(0, MAX_NAMED_TOOLS) } })
  return [
    'The workflow names no tools, so only reading is allowed.',
    // A command has no credential to push with, so a rule alone would not help.
    pushes.length === 0 ? '' : 'Instead of `git push`, set the input `changes` to `commit` or `pull_request`.',
    others.length === 0
      ? ''
      : `To allow what was denied, add to the input \`settings\`: ${inlineCode(truncateAtLine(setting, 600))}`,
  ]
    .filter(Boolean)
    .join(' ')
}

const MAX_NAMED_CALLS = 3

/** What was to be delivered and was not, by the names of its calls. */
export function describeUndelivered(calls: readonly CallRecord[]): { words: string; remedy: string } {
  const undelivered = undeliveredCalls(calls)
  if (undelivered.length === 0) return { words: 'Not everything was delivered.', remedy: 'See below for the reason.' }
  const parts = (['denied', 'unknown', 'failed'] as const).flatMap((cause) => {
    const names = [...new Set(undelivered.flatMap((each) => (each.cause === cause ? [each.call.name] : [])))]
    if (names.length === 0) return []
    const more = names.length > MAX_NAMED_CALLS ? ` and ${names.length - MAX_NAMED_CALLS} more` : ''
    const list = names.slice(0, MAX_NAMED_CALLS).map((name) => inlineCode(truncateAtLine(name, 80)))
    return [`${UNDELIVERED[cause]} ${list.join(', ')}${more}`]
  })
  const isDeniedByRule = undelivered.some(({ cause }) => cause === 'denied')
  const remedy = isDeniedByRule ? 'See below for the rules and how to allow them.' : 'See the tool log for the reasons.'
  return { words: `Not everything was delivered: ${parts.join('; ')}.`, remedy }
}

const UNDELIVERED = { denied: 'policy denied', unknown: 'there is no tool', failed: 'no success with' } as const
