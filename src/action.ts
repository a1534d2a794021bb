import { randomUUID } from 'node:crypto'
import { type Inputs, readInputs } from './config/inputs.ts'
import { createRuntime, type Runtime, runnerHome, stopSignal } from './config/runtime.ts'
import { withHomeEnv } from './config/settings/dot-env.ts'
import type { SharedClients } from './github/cached-client.ts'
import { incomingEvent } from './github/events/incoming-event.ts'
import { mayBeList } from './github/events/task-facts.ts'
import type { Runner } from './github/runner.ts'
import { configureProxy } from './platform/net/proxy.ts'
import { collectSecrets, createSecretFilter, shortSecretWarning } from './platform/redact/redact.ts'
import { formatDebugLine } from './record/debug-line.ts'
import { openTranscript } from './record/transcript.ts'
import { admitRun } from './session/admit-run.ts'
import { openRunSession, type RunResult, type RunStory, STATE } from './session/run-session.ts'
import { type MainStep, stepProcess } from './session/step-process.ts'
import {
  artifactFiles,
  errorMessage,
  logEvent,
  outputsOfFailedStart,
  reportOutputs,
  uploadRunArtifact,
} from './session/step-report.ts'

/** The action's main step. `dist` is the folder of the bundle. Ends with one outcome and sets every output. */
export async function action(dist: string): Promise<void> {
  process.exitCode = await mainStep({ ...stepProcess(process.env), dist, signal: stopSignal() })
}

/** Runs the main step and returns its exit code. */
export async function mainStep(step: MainStep): Promise<number> {
  const { runner } = step
  const sessionId = randomUUID()
  const fails = await runStep(step, sessionId).catch(async (error: unknown) => {
    const outputs = outputsOfFailedStart(error, sessionId)
    reportOutputs(outputs, true, runner)
    const reason = outputs.outcome === 'config' ? 'Fix the configuration' : 'Sluice failed'
    await runner.summary(`**Nothing ran. ${reason}.**\n\n${errorMessage(outputs.error)}`)
    return true
  })
  runner.restore()
  runner.saveState(STATE.finished, 'true')
  return fails || runner.isBroken() ? 1 : 0
}

/** Reads the inputs and the event and runs. Returns whether the outcome fails the step; rejects when the run cannot start. */
async function runStep(step: MainStep, session: string): Promise<boolean> {
  const { env, runner, getInput, dist, signal, clock } = step
  const inputs = readInputs(env, getInput)
  const home = runnerHome(env)
  const withHome = home === undefined ? env : await withHomeEnv(env, home)
  const event = await incomingEvent(env, step.readContext)
  const runtime = { ...createRuntime({ env: withHome, dist, session, event, signal, log: runner.log }), ...clock }
  const isList = inputs.github_pr_number.length === 0 && mayBeList(inputs.github_issue_number, event)
  const result =
    inputs.mode !== '' || isList
      ? await (await import('./scale/run-scale.ts')).runScale({ inputs, runtime, runner, startRun })
      : await startRun(inputs, runtime, runner)
  const isBlocked = 'failsStep' in result && result.failsStep === true
  const fails = isBlocked || inputs.fail_on.includes(result.outcome)
  reportOutputs(result.outputs, fails, runner)
  return fails
}

/**
 * Opens the secret filter, the transcript and the session of one run, and runs it. The command line calls it too, and a
 * batch for each of its issues, with the clients they share.
 */
export async function startRun(
  inputs: Inputs,
  runtime: Runtime,
  runner: Runner,
  { shared, story = admitAndRun }: { shared?: SharedClients; story?: RunStory } = {},
): Promise<RunResult> {
  const { github_token, gemini_api_key, google_api_key } = inputs
  const secrets = collectSecrets(runtime.env, [github_token, gemini_api_key, google_api_key])
  for (const secret of secrets) runner.mask(secret)
  const proxyProblem = configureProxy(runtime.env)
  const filter = createSecretFilter(secrets)
  const debug = inputs.gemini_debug ? formatDebugLine : undefined
  const transcript = openTranscript(`${runtime.scratch}/transcript.jsonl`, filter, runtime.now, (event) => {
    logEvent(event, runner)
    const line = debug?.(event)
    if (line !== undefined) runner.log(line)
  })
  for (const text of inputs.notices) transcript.emit({ type: 'notice', level: 'info', text })
  for (const text of [proxyProblem, shortSecretWarning(runtime.env, { github_token, gemini_api_key, google_api_key })])
    if (text !== undefined) transcript.emit({ type: 'notice', level: 'warning', text })
  const outputs = { saveState: runner.saveState, writeSummary: runner.summary, setResult: runner.setResult }
  const session = openRunSession({ inputs, runtime, transcript, filter, outputs, shared })
  const result = await story(inputs, runtime, session).finally(() => transcript.close())
  if (inputs.upload_artifacts && result.outcome !== 'noop' && result.outcome !== 'refused') {
    await uploadRunArtifact(artifactFiles('', result.outputs, result.ending.text), inputs, runtime, runner)
  }
  return result
}

/** Does this event start a run, and may this person start one? Most events do not, so the code of a run loads while GitHub answers. */
const admitAndRun: RunStory = async (inputs, runtime, session) => {
  const loadRun = () => import('./run.ts')
  const admitted = await admitRun(inputs, runtime, session, loadRun)
  if ('ending' in admitted) return session.finish(admitted.ending, admitted.work)
  return (await loadRun()).run(admitted, runtime, session)
}
