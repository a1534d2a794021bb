import { OUTPUT_DESCRIPTIONS } from '../config/inputs/output-descriptions.ts'
import type { Runner } from '../github/runner.ts'
import { machineProblem, messageOf, UserError } from '../platform/errors.ts'
import type { Outcome } from '../record/events.ts'

/** Every output of action.yml by name; an empty text where there is none. */
export type StepOutputs = Record<keyof typeof OUTPUT_DESCRIPTIONS, string>

/** Sets the outputs and annotates what went wrong: as an error only when the step fails. */
export function reportOutputs(
  outputs: StepOutputs,
  fails: boolean,
  runner: Pick<Runner, 'setOutput' | 'annotate'>,
): void {
  for (const [name, value] of Object.entries(outputs)) runner.setOutput(name, value)
  const { outcome, error, summary } = outputs
  const title = `Sluice: ${outcome}`
  const level = fails ? 'error' : 'warning'
  if (error !== '') runner.annotate(level, errorMessage(error), { title })
  else if (outcome === 'denied') runner.annotate(level, ALL_DENIED, { title })
  else if (outcome !== 'ok') runner.annotate('notice', summary.split('\n', 1)[0] ?? '', { title })
}

const ALL_DENIED =
  'Policy denied every tool call or what the run was to deliver. The step summary names the rules and the TOML that would allow them.'

/** The message in the output `error`, which is JSON. */
export function errorMessage(error: string): string {
  const parsed: unknown = JSON.parse(error)
  return typeof parsed === 'object' && parsed !== null && 'message' in parsed ? String(parsed.message) : error
}

/** The outputs of a run that could not start: wrong inputs, no event. Nothing was sent anywhere. */
export function outputsOfFailedStart(error: unknown, session: string): StepOutputs {
  const problem = error instanceof UserError ? error.message : machineProblem(error)
  const isConfig = problem !== undefined
  const message = problem ?? `Sluice failed: ${stackOf(error)}`
  const type = isConfig ? 'FatalConfigError' : 'InternalError'
  const outcome: Outcome = isConfig ? 'config' : 'internal'
  const empty = Object.fromEntries(Object.keys(OUTPUT_DESCRIPTIONS).map((name) => [name, ''])) as StepOutputs // the same keys
  return {
    ...empty,
    outcome,
    error: JSON.stringify({ type, message, code: isConfig ? 52 : 1 }),
    denied: '[]',
    plan: '[]',
    receipts: '[]',
    session_id: session,
  }
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : messageOf(error))
