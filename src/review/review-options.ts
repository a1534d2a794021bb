import type { Inputs } from '../config/inputs/inputs.ts'
import { childEnvFor, type Runtime } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { Trust } from '../github/events/task.ts'
import { UserError } from '../platform/errors.ts'
import { shellSyntaxError } from '../platform/process/shell-syntax.ts'
import { type ReviewLimits, reviewLimits } from './limit-findings.ts'

/** What inputs and settings say about reviews. `verify`: the command that proves suggestions; empty without one. */
export type ReviewOptions = { verify: string; limits: ReviewLimits }

type ReviewInputs = Pick<Inputs, 'verify'>

type ReviewSettings = Pick<Settings, 'sluice'>

type CheckContext = {
  trust: Pick<Trust, 'level'>
  runtime: Pick<Runtime, 'env' | 'childEnv' | 'taskNames' | 'workspace' | 'signal'>
}

/** The input `verify` wins over the setting. */
export const reviewOptions = (inputs: ReviewInputs, settings: ReviewSettings): ReviewOptions => ({
  verify: inputs.verify || (settings.sluice?.verify?.trim() ?? ''),
  limits: reviewLimits(settings),
})

/**
 * The options of a run, before it asks the model anything. Throws UserError when the shell cannot parse the command `verify`; a run that
 * ignores the command does not check it.
 */
export async function checkedReviewOptions(
  inputs: ReviewInputs,
  settings: ReviewSettings,
  { trust, runtime }: CheckContext,
): Promise<ReviewOptions> {
  const options = reviewOptions(inputs, settings)
  if (options.verify === '' || trust.level !== 'trusted') return options
  const env = childEnvFor(runtime)
  const limits = { signal: runtime.signal, timeoutMs: 30_000, maxBytes: 10_000 }
  const reason = await shellSyntaxError(options.verify, { cwd: runtime.workspace, env, ...limits })
  if (reason === undefined) return options
  const [name, place] = inputs.verify === '' ? ['sluice.verify', 'the settings'] : ['verify', 'the input']
  throw new UserError(`${name}: the shell cannot parse this command (${reason}). Correct it in ${place}.`)
}
