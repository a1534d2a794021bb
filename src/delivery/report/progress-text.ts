import type { SecretFilter } from '../../platform/redact/redact.ts'
import type { RunEvent } from '../../record/events.ts'
import { totalUsage } from '../../record/usage.ts'
import { formatDuration, groupThousands } from '../../text/numbers.ts'
import { toPlainLine } from '../../text/plain-line.ts'
import type { Host } from '../../text/references.ts'
import { escapedLine, inlineCode, pluralize } from '../../text/write-markdown.ts'

const MAX_TODOS = 40
const TODO_CHARACTERS = 200

/** `key` is the same while nothing but time and tokens change. */
export type Progress = { key: string; markdown: string }

/** How far a run is, from its events: the list of steps, the current call, and counts. The steps are text of the model. */
export function composeProgress(
  events: readonly RunEvent[],
  ms: number,
  host: Host,
  filter: Pick<SecretFilter, 'text'>,
): Progress {
  const safe = (text: string) => filter.text(escapedLine(toPlainLine(filter.text(text), host, TODO_CHARACTERS), 400))
  const todos = latestTodos(events).map(({ description, status }) => todoLine(safe(description), status))
  const hidden = todos.length - MAX_TODOS
  const list = [...todos.slice(0, MAX_TODOS), ...(hidden > 0 ? [`- … and ${hidden} more`] : [])].join('\n')
  const { usage, turns } = totalUsage(events)
  const calls = events.filter(({ type }) => type === 'call_finished').length
  const running = runningCall(events)
  const step = `Step ${turns + 1}${running === undefined ? '' : `: ${inlineCode(filter.text(running.slice(0, 80)))}`}`
  const counts = [pluralize(calls, 'call'), formatDuration(Math.round(ms / 1000) * 1000)]
  const tokens = usage.total === 0 ? [] : [`${groupThousands(usage.total)} tokens`]
  const line = `<sub>${[step, ...counts, ...tokens].join(' · ')}</sub>`
  return { key: JSON.stringify([list, step, calls]), markdown: [list, line].filter(Boolean).join('\n\n') }
}

type Todo = { description: string; status: string }

/** The arguments of the last list that the main agent wrote; the tool checked them. */
function latestTodos(events: readonly RunEvent[]): Todo[] {
  const last = events.findLast(
    (event) =>
      event.type === 'call_finished' &&
      event.call.name === 'write_todos' &&
      event.call.state === 'success' &&
      event.call.agent === undefined,
  )
  const todos = last?.type === 'call_finished' ? last.call.args.todos : undefined
  return Array.isArray(todos) ? (todos as Todo[]) : [] // the tool ran, so they have its shape
}

function todoLine(text: string, status: string): string {
  if (status === 'completed') return `- [x] ${text}`
  if (status === 'cancelled') return `- [x] ~~${text}~~`
  if (status === 'in_progress') return `- [ ] **${text}**`
  return `- [ ] ${text}${status === 'blocked' ? ' (blocked)' : ''}`
}

/** The name of the call that began last and has not ended. */
function runningCall(events: readonly RunEvent[]): string | undefined {
  const running = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'call_state' && event.state === 'executing') running.set(event.id, event.name)
    if (event.type === 'call_finished') running.delete(event.call.id)
  }
  return [...running.values()].at(-1)
}
