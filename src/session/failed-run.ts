import * as z from 'zod'
import { stopReasonOf } from '../agent/stop-conditions.ts'
import { THRESHOLDS } from '../config/inputs.ts'
import { githubEndpoints } from '../config/run-identity.ts'
import { finishAbandoned } from '../delivery/post/announce.ts'
import { removeStartingLabel } from '../delivery/post/write-intent.ts'
import { connectGitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import { ModelError } from '../model/types.ts'
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
  isAsked: z.boolean().optional(),
  key: z.string(),
  run: z.string(),
  by: z.string().optional(),
  runUrl: z.string().optional(),
  check: z.object({ name: z.string(), sha: z.string(), externalId: z.string() }).optional(),
  reviewCheck: z
    .object({ sha: z.string(), key: z.string(), number: z.int(), base: z.string(), threshold: z.enum(THRESHOLDS) })
    .optional(),
})

const LeftLabel = z.object({ number: z.int(), label: z.string() })

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

/**
 * The action's post step. After the main step was killed it finishes the "working" comment and check run, and removes the label that
 * started the run. A failure is only a warning.
 */
export async function postStep({ env, runner, getInput }: StepProcess): Promise<void> {
  const [pending, label] = [runner.getState(STATE.pending), runner.getState(STATE.label)]
  const isUndelivered = runner.getState(STATE.undelivered) === 'true'
  const isUnfinished = isUndelivered || runner.getState(STATE.finished) !== 'true'
  configureProxy(env)
  const connection = { repository: env.GITHUB_REPOSITORY ?? '', token: getInput('github_token'), notice: runner.log }
  const github = connectGitHub({ ...githubEndpoints(env), ...connection })
  const reason = isUndelivered ? 'undelivered' : 'killed'
  try {
    if (pending !== '' && isUnfinished && (await finishAbandoned(Pending.parse(JSON.parse(pending)), github, reason)))
      runner.log('Updated the "working" status of the unfinished run.')
  } catch (error) {
    runner.annotate('warning', `Could not update the "working" status: ${messageOf(error)}`)
  }
  try {
    if (label !== '') await removeStartingLabel(LeftLabel.parse(JSON.parse(label)), github)
  } catch (error) {
    runner.annotate('warning', `Could not remove the label that started the run: ${messageOf(error)}`)
  }
}
