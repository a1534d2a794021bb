import { stopReasonOf } from '../../agent/stop-conditions.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import { ModelError } from '../../model/types.ts'
import { asSentence, IsolationError, machineProblem, messageOf, UserError } from '../../platform/errors.ts'
import type { Ending } from '../../record/events.ts'
import { ResumeError } from '../../resume/resume-error.ts'
import { SpendingError } from '../../spending/spending-error.ts'

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
