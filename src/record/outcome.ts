import { type CallRecord, type Ending, OUTCOMES, type Outcome, type RunEvent } from './events.ts'
import { undeliveredCalls } from './undelivered-calls.ts'
import { unlistedTools } from './unlisted-tools.ts'

/**
 * The outcome of a run from the end of its conversation; delivery can make it worse. `deliversChanges`: the workflow delivers edited files,
 * so a denied edit is a missing result.
 */
export const outcomeFromEnding = (ending: Ending, calls: readonly CallRecord[], deliversChanges = false): Outcome =>
  deniedAll(calls) || undeliveredCalls(calls, { countsEdits: deliversChanges }).length > 0
    ? worseOutcome(endingOutcome(ending), 'denied')
    : endingOutcome(ending)

/** The outcome of a run before delivery: `denied` also when its workflow named no tools and some were needed. */
export function outcomeOfRun(ending: Ending, events: readonly RunEvent[], deliversChanges: boolean): Outcome {
  const calls = events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
  const outcome = outcomeFromEnding(ending, calls, deliversChanges)
  return unlistedTools(events).length > 0 ? worseOutcome(outcome, 'denied') : outcome
}

/** The outcome that comes first in OUTCOMES, the order of precedence. */
export const worseOutcome = (one: Outcome, other: Outcome): Outcome =>
  OUTCOMES.find((outcome) => outcome === one || outcome === other) ?? one

function endingOutcome(ending: Ending): Outcome {
  switch (ending.end) {
    case 'answered':
      return 'ok'
    case 'stopped':
      return 'budget'
    case 'skipped':
    case 'failed':
      return ending.outcome
  }
}

/** Whether policy denied every call it decided, and decided at least one. */
export function deniedAll(calls: readonly CallRecord[]): boolean {
  const decidedCalls = calls.filter((call) => call.verdict !== undefined)
  return decidedCalls.length > 0 && decidedCalls.every((call) => call.verdict === 'deny')
}
