import type { TimelineTurn } from '../../record/timeline.ts'
import { formatDuration, groupThousands } from '../../text/numbers.ts'
import {
  detailsBlock,
  escapedLine,
  firstLines,
  inlineCode,
  pluralize,
  tableRow,
  truncateAtLine,
} from '../../text/write-markdown.ts'
import type { RunReport } from '../run-report.ts'

/** Calls that a row names; the others of the turn are counted. */
const MAX_CALLS = 12

/** What happened when, a row a turn, as far as there is room. Empty for a run of one answer. */
export function timelineSection({ timeline }: Pick<RunReport, 'timeline'>, room: number): string {
  if (timeline.length < 2) return ''
  const head = [
    tableRow(['Turn', 'Model', 'Answer after', 'Tokens in', 'Tokens out', 'Calls']),
    tableRow(['---:', '---', '---:', '---:', '---:', '---']),
  ]
  const { text, omitted } = firstLines([...head, ...timeline.map(turnRow)], room)
  if (omitted >= timeline.length) return ''
  const note = omitted === 0 ? '' : `_${pluralize(omitted, 'more turn')} in the transcript (output \`transcript\`)._`
  const total = timeline.reduce((sum, turn) => sum + turn.modelMs + turn.waitMs, 0)
  const title = `Timeline: ${pluralize(timeline.length, 'turn')}, ${formatDuration(total)} of them the model`
  return detailsBlock(title, [text, note].filter(Boolean).join('\n\n'))
}

function turnRow({ turn, model, usage, modelMs, waitMs, calls }: TimelineTurn): string {
  const more = calls.length > MAX_CALLS ? [`and ${calls.length - MAX_CALLS} more`] : []
  return tableRow([
    String(turn),
    inlineCode(escapedLine(model, 80)),
    `${formatDuration(modelMs)}${waitMs === 0 ? '' : ` after pauses of ${formatDuration(waitMs)}`}`,
    groupThousands(usage.input + usage.tool),
    groupThousands(usage.output + usage.thoughts),
    calls.length === 0 ? '–' : [...calls.slice(0, MAX_CALLS).map(callFact), ...more].join(', '),
  ])
}

function callFact({ name, state, verdict, ms }: TimelineTurn['calls'][number]): string {
  const result =
    verdict === 'deny'
      ? 'denied'
      : state === 'success'
        ? formatDuration(ms)
        : `${formatDuration(ms)}, ${state === 'error' ? 'failed' : state}`
  return `${inlineCode(truncateAtLine(name, 80))} (${result})`
}
