import type { Ending, Outcome, StopReason } from './events.ts'

/** A run's end as the reference names errors, with its exit code, or the API's status where that ended it. */
export function namedEnd(ending: Ending, outcome: Outcome): { type: string; message: string; code: number } {
  if (ending.end === 'stopped') return { ...stopError(ending.why), message: STOPPED[ending.why] }
  const { type, code } = namedFailure(outcome)
  return { type, message: ending.text, code: (ending.end === 'failed' ? ending.code : undefined) ?? code }
}

const STOPPED: Record<StopReason, string> = {
  turns: 'Reached the limit of turns (max_turns).',
  tokens: 'Reached the limit of tokens (max_tokens).',
  cost: 'Reached the cost limit (max_cost_usd).',
  time: 'Reached the time limit (timeout_minutes).',
  length: 'The answer was longer than the model can put out.',
  repeating: 'The model repeated itself.',
  hook: 'A hook stopped the run.',
  cancelled: 'The run was cancelled.',
}

/** The reference's error names and exit codes, where it has them. */
function stopError(why: StopReason): { type: string; code: number } {
  if (why === 'turns') return { type: 'FatalTurnLimitedError', code: 53 }
  if (why === 'cancelled') return { type: 'FatalCancellationError', code: 130 }
  return { type: 'BudgetError', code: 1 }
}

export function namedFailure(outcome: Outcome): { type: string; code: number } {
  switch (outcome) {
    case 'config':
      return { type: 'FatalConfigError', code: 52 }
    case 'security':
      return { type: 'FatalSandboxError', code: 44 }
    case 'quota':
      return { type: 'QuotaError', code: 429 }
    case 'model':
      return { type: 'ModelError', code: 1 }
    default:
      return { type: 'InternalError', code: 1 }
  }
}
