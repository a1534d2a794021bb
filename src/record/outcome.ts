import { type CallRecord, type Ending, OUTCOMES, type Outcome } from './events.ts'

/** The one outcome of a run by how its conversation ended; delivery may find a graver one. */
export const outcomeOf = (ending: Ending, calls: readonly CallRecord[]): Outcome =>
  deniedAll(calls) ? graver(byEnding(ending), 'denied') : byEnding(ending)

/** Whichever of the two comes first in OUTCOMES, the order of precedence. */
export const graver = (one: Outcome, other: Outcome): Outcome =>
  OUTCOMES.find((outcome) => outcome === one || outcome === other) ?? one

function byEnding(ending: Ending): Outcome {
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

/** Tools were called and policy denied every one. Calls that never got as far as policy ran nothing either. */
function deniedAll(calls: readonly CallRecord[]): boolean {
  const judged = calls.filter((call) => call.verdict !== undefined)
  return judged.length > 0 && judged.every((call) => call.verdict === 'deny')
}
