import { pluralize } from '../../text/write-markdown.ts'
import type { Forecast } from './estimate.ts'

export type PlanFigures = Forecast & {
  matches: number
  isComplete: boolean
  finished: number
  later: number
  laterReason: string | undefined
  shards: number
}

/** The summary of a plan. */
export function planPage(figures: PlanFigures): string {
  const { matches, isComplete, finished, items, shards, later, laterReason, minutes, tokens, usd, requests } = figures
  const head =
    items === 0
      ? `**Nothing to do: ${pluralize(matches, 'item')} found, ${finished} finished.**`
      : `**${pluralize(items, 'item')} in ${pluralize(shards, 'shard')}.** Found ${matches}, ${finished} finished before.`
  const rest = later === 0 ? '' : `${pluralize(later, 'item')} stay for the next run: ${laterReason}.`
  const partial = isComplete ? '' : 'The search has more results than GitHub lists; the next run finds them.'
  const table = [
    '| Estimate | |',
    '|---|---|',
    `| Time | ${timeText(minutes)} |`,
    `| Tokens | ${tokens} |`,
    `| Cost | ${usd === undefined ? 'unknown: the model has no price' : `$${usd.toFixed(2)}`} |`,
    `| Requests to GitHub | ${requests} |`,
  ].join('\n')
  return [head, rest, partial, items === 0 ? '' : table].filter((part) => part !== '').join('\n\n')
}

const timeText = (minutes: number): string =>
  minutes < 120 ? pluralize(Math.ceil(minutes), 'minute') : `${(minutes / 60).toFixed(1)} hours`
