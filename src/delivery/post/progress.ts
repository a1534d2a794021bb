import { messageOf } from '../../platform/errors.ts'
import type { RunEvent } from '../../record/events.ts'
import type { DeliveryContext } from '../delivery-context.ts'
import { composeProgress } from '../report/progress-text.ts'
import { type Announcement, workingBody } from './announce.ts'
import { commentsAt } from './answer-place.ts'

/** GitHub counts each edit against its limits, and people get nothing from more. */
const MAX_EDITS = 15
const FIRST_GAP_MS = 20_000
/** Each gap is longer than the one before, so that 15 edits last for about 24 minutes. */
const GAP_GROWTH = 1.2

export type ProgressOptions = {
  announcement: Promise<Announcement>
  /** Everything that happened so far. */
  events(): readonly RunEvent[]
  /** Aborts when the time of the run is nearly over: from then on the comment waits for the answer. */
  nearEnd?: AbortSignal
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** A pause in the background, which no part of the run waits for. Ends early with the signal. */
export const backgroundPause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    // An aborted signal tells no listener, and nothing else would keep the process alive until the timer fires.
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms).unref()
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Ends the progress: when this resolves, no edit is under way and none follows. */
export type ProgressReporter = { [Symbol.asyncDispose](): Promise<void> }

/**
 * Shows in the "working" comment and check run what the run is doing, while it is doing it. Edits only when something changed. The first
 * failure ends the progress; the run goes on.
 */
export function startProgress(options: ProgressOptions, context: DeliveryContext): ProgressReporter {
  const ended = new AbortController()
  const { nearEnd } = options
  const signal = nearEnd === undefined ? ended.signal : AbortSignal.any([ended.signal, nearEnd])
  const work = showProgress(options, context, signal).catch((error: unknown) => {
    if (!signal.aborted)
      context.emit({
        type: 'notice',
        level: 'info',
        text: `The progress of this run is no longer shown: ${context.filter.text(messageOf(error))}`,
      })
  })
  return {
    async [Symbol.asyncDispose]() {
      ended.abort()
      await work
    },
  }
}

async function showProgress(
  { announcement, events, now, sleep }: ProgressOptions,
  context: DeliveryContext,
  ended: AbortSignal,
): Promise<void> {
  const started = now()
  const { id, check } = await announcement
  const { github, identity, filter } = context
  if (github === undefined || context.quiet === true || (id === undefined && check === undefined)) return
  const place = commentsAt(github, identity)
  let lastKey = ''
  let gapMs = FIRST_GAP_MS
  for (let edits = 0; edits < MAX_EDITS; ) {
    await sleep(gapMs, ended)
    if (ended.aborted) return
    const { key, markdown } = composeProgress(events(), now() - started, identity, filter)
    if (key === lastKey) continue
    await Promise.all([
      id === undefined ? undefined : place.updateComment(id, workingBody(context, markdown)),
      check === undefined
        ? undefined
        : github.updateCheck(check.id, { output: { title: 'Working', summary: markdown } }),
    ])
    lastKey = key
    edits += 1
    gapMs *= GAP_GROWTH
  }
}
