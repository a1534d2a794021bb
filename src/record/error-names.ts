import type { Ending, Outcome, StopReason } from './events.ts'

/** The end of a run as an error in the reference's terms. `code` is the API status if that ended the run, else the exit code. */
export function errorFromEnding(ending: Ending, outcome: Outcome): { type: string; message: string; code: number } {
  if (ending.end === 'stopped') return { ...stopError(ending.reason), message: STOP_MESSAGES[ending.reason] }
  const { type, code } = errorFromOutcome(outcome)
  return { type, message: ending.text, code: (ending.end === 'failed' ? ending.code : undefined) ?? code }
}

const STOP_MESSAGES: Record<StopReason, string> = {
  turns: 'Reached the limit of turns (max_turns).',
  session_turns: 'Reached the limit of turns (model.maxSessionTurns in the settings).',
  tokens: 'Reached the limit of tokens (max_tokens).',
  cost: 'Reached the cost limit (max_cost_usd).',
  thread_cost: 'Reached the cost limit of the thread (sluice.budget.perThreadUsd in the settings).',
  day_cost: 'Reached the cost limit of the day (sluice.budget.perDayUsd in the settings).',
  time: 'Reached the time limit (timeout_minutes).',
  length: "The answer exceeded the model's output limit.",
  repeating: 'The model repeated itself.',
  hook: 'A hook stopped the run.',
  cancelled: 'The run was cancelled.',
}

/** The reference's error name and exit code, where it defines them. */
function stopError(reason: StopReason): { type: string; code: number } {
  if (reason === 'turns' || reason === 'session_turns') return { type: 'FatalTurnLimitedError', code: 53 }
  if (reason === 'cancelled') return { type: 'FatalCancellationError', code: 130 }
  return { type: 'BudgetError', code: 1 }
}

export function errorFromOutcome(outcome: Outcome): { type: string; code: number } {
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
