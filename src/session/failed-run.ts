import * as z from 'zod'
import { stopReasonOf } from '../agent/stop-conditions.ts'
import { THRESHOLDS } from '../config/inputs.ts'
import { githubEndpoints } from '../config/run-identity.ts'
import { finishAbandoned } from '../delivery/post/announce.ts'
import type { AbandonReason } from '../delivery/post/check-run.ts'
import { connectGitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import type { Runner } from '../github/runner.ts'
import { ModelError } from '../model/types.ts'
import type { Environment } from '../platform/environment.ts'
import { asSentence, IsolationError, machineProblem, messageOf, UserError } from '../platform/errors.ts'
import { configureProxy } from '../platform/net/proxy.ts'
import type { Ending } from '../record/events.ts'
import { ResumeError } from '../resume/resumption.ts'
import { SpendingError } from '../spending/spending.ts'
import { STATE } from './run-session.ts'
import type { StepProcess } from './step-process.ts'

const Pending = z.object({
  number: z.int().optional(),
  thread: z.int().optional(),
  place: z
    .union([
      z.object({ kind: z.literal('discussion'), number: z.int(), comment: z.int().optional() }),
      z.object({ kind: z.literal('commit'), sha: z.string() }),
    ])
    .optional(),
  key: z.string(),
  run: z.string(),
  by: z.string().optional(),
  runUrl: z.string().optional(),
  check: z.object({ name: z.string(), sha: z.string(), externalId: z.string() }).optional(),
  reviewCheck: z
    .object({ sha: z.string(), key: z.string(), number: z.int(), base: z.string(), threshold: z.enum(THRESHOLDS) })
    .optional(),
})

type PostStep = { env: Environment; token: string; endpoints: ReturnType<typeof githubEndpoints>; runner: Runner }

/** For the post step: finishes the "working" comment and check run of a run. A failure is only a warning. */
export async function finishAbandonedRun(
  pending: string,
  reason: AbandonReason,
  { env, token, endpoints, runner }: PostStep,
) {
  try {
    const status = Pending.parse(JSON.parse(pending))
    const github = connectGitHub({ ...endpoints, repository: env.GITHUB_REPOSITORY ?? '', token, notice: runner.log })
    if (await finishAbandoned(status, github, reason)) runner.log('Updated the "working" status of the unfinished run.')
  } catch (error) {
    runner.annotate('warning', `Could not update the "working" status: ${messageOf(error)}`)
  }
}

/** The ending of a run that `error` broke. An error after `signal` ended the run only reports the stop. */
export function endingOf(error: unknown, signal: AbortSignal): Ending {
  if (error instanceof ResumeError) return { end: 'skipped', outcome: error.outcome, text: error.message }
  if (error instanceof UserError) return { end: 'failed', outcome: 'config', text: error.message }
  if (error instanceof SpendingError) return { end: 'stopped', reason: error.reason, text: error.message }
  if (error instanceof IsolationError) return { end: 'failed', outcome: 'security', text: error.message }
  const reason = stopReasonOf(signal)
  if (reason !== undefined) return { end: 'stopped', reason, text: '' }
  if (error instanceof ModelError) return { end: 'failed', outcome: 'model', text: error.message }
  if (error instanceof GitHubError) return endingOfGitHub(error)
  const problem = machineProblem(error)
  if (problem !== undefined) return { end: 'failed', outcome: 'config', text: problem }
  return { end: 'failed', outcome: 'internal', text: `Sluice failed: ${messageOf(error)}` }
}

function endingOfGitHub({ status, message }: GitHubError): Ending {
  if (status === 409)
    return { end: 'failed', outcome: 'config', text: `${asSentence(message)} Push a first commit, then run it again.` }
  if ([401, 403, 404].includes(status))
    return {
      end: 'failed',
      outcome: 'config',
      text: `${asSentence(message)} Check the job's permissions and github_token.`,
    }
  const isOutage = status === 0 || status === 429 || status >= 500
  return isOutage
    ? { end: 'failed', outcome: 'internal', github: true, text: message }
    : { end: 'failed', outcome: 'internal', text: `Sluice failed: ${message}` }
}

/** The action's post step: replaces a comment that still says "working" after the main step was killed. */
export async function postStep({ env, runner, getInput }: StepProcess): Promise<void> {
  const pending = runner.getState(STATE.pending)
  const isUndelivered = runner.getState(STATE.undelivered) === 'true'
  configureProxy(env)
  await finishAbandonedRun(pending, isUndelivered ? 'undelivered' : 'killed', {
    env,
    runner,
    token: getInput('github_token'),
    endpoints: githubEndpoints(env),
  })
}
