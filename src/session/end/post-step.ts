import { githubEndpoints } from '../../config/run-identity.ts'
import { configureProxy } from '../../platform/net/proxy.ts'
import { finishAbandonedRun } from '../failed-run.ts'
import { STATE } from '../run-session.ts'
import type { StepProcess } from '../step-process.ts'

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
