import { randomUUID } from 'node:crypto'
import { plural } from './delivery/markdown.ts'
import { type Finished, githubAddress, openDesk, STATE } from './desk.ts'
import type { Shared } from './github/remembering.ts'
import { openRunner, type Runner } from './github/runner.ts'
import { messageOf, UserError } from './host/errors.ts'
import { useProxy } from './host/proxy.ts'
import { collectSecrets, makeFilter } from './host/secrets.ts'
import { type Inputs, OUTPUTS, readInputs } from './inputs.ts'
import { type Env, homeOf, incomingEvent, type Machine, machineFor, stopSignal } from './machine.ts'
import type { Outcome, RunEvent } from './record/events.ts'
import { openTranscript } from './record/transcript.ts'
import { run } from './run.ts'

/** The action's main step. `dist` is the folder dist/ lies in. Ends in one outcome, with every output set. */
export async function action(dist: string): Promise<void> {
  const runner = openRunner(process.env, (text) => void process.stdout.write(text))
  const session = randomUUID()
  const failOn = await perform(process.env, dist, session, runner).catch((error: unknown) => {
    const outputs = brokenBefore(error, session)
    report(outputs, true, runner)
    const why = outputs.outcome === 'config' ? 'the configuration needs mending' : 'Sluice failed'
    runner.summary(`**Nothing ran: ${why}.**\n\n${messageIn(outputs.error)}`)
    return true
  })
  runner.restore()
  runner.saveState(STATE.finished, 'true')
  process.exitCode = failOn ? 1 : 0
}

/** The run itself; true when its outcome fails the step. Rejects when it could not even begin. */
async function perform(env: Env, dist: string, session: string, runner: Runner): Promise<boolean> {
  const inputs = readInputs(env)
  const home = homeOf(env)
  const own = home === undefined ? env : await (await import('./steering/dot-env.ts')).withHomeEnv(env, home)
  const machine = machineFor({
    env: own,
    dist,
    session,
    event: incomingEvent(env),
    signal: stopSignal(),
    log: runner.log,
  })
  const several = inputs.github_issue_number.length > 1 && inputs.github_pr_number.length === 0
  const finished = several
    ? await (await import('./batch.ts')).runBatch(inputs, machine, runner, runOn)
    : await runOn(inputs, machine, runner)
  const fails = inputs.fail_on.includes(finished.outcome)
  report(finished.outputs, fails, runner)
  return fails
}

/**
 * One run on a machine, with its transcript and log. The command line comes in here too, and a batch for each of
 * its issues, with what they share.
 */
export async function runOn(inputs: Inputs, machine: Machine, runner: Runner, shared?: Shared): Promise<Finished> {
  const secrets = collectSecrets(machine.env, [inputs.github_token, inputs.gemini_api_key, inputs.google_api_key])
  for (const secret of secrets) runner.mask(secret)
  const unproxied = await useProxy(machine.env)
  const filter = makeFilter(secrets)
  const debug = inputs.gemini_debug ? (await import('./record/debug-line.ts')).debugLine : undefined
  const transcript = openTranscript(`${machine.scratch}/transcript.jsonl`, filter, machine.now, (event) => {
    tell(event, runner)
    const more = debug?.(event)
    if (more !== undefined) runner.log(more)
  })
  for (const text of inputs.notices) transcript.emit({ type: 'notice', level: 'info', text })
  if (unproxied !== undefined) transcript.emit({ type: 'notice', level: 'warning', text: unproxied })
  const tells = { saveState: runner.saveState, writeSummary: async (text: string) => runner.summary(text) }
  const desk = openDesk(inputs, machine, transcript, filter, tells, shared)
  const finished = await run(inputs, machine, desk).finally(() => transcript.close())
  const ran = finished.outcome !== 'noop' && finished.outcome !== 'refused'
  if (inputs.upload_artifacts && ran) {
    const { papersOf, upload } = await import('./papers.ts')
    await upload(papersOf('', finished.outputs, finished.ending.text), inputs, machine, runner)
  }
  return finished
}

/** The log of the step while the run goes on: one line an event, without tool output, which may come from anybody. */
function tell(event: RunEvent, runner: Runner) {
  switch (event.type) {
    case 'notice':
      if (event.level === 'info') runner.log(event.text)
      else runner.annotate(event.level, event.text)
      return
    case 'model_request':
      return runner.log(`${whose(event)}${event.turn === 0 ? '' : `turn ${event.turn}: `}asking ${event.model}`)
    case 'chat_compressed':
      return runner.log(`  the conversation: ${event.status}, ${event.tokensBefore} → ${event.tokensAfter} tokens`)
    case 'call_finished': {
      const { name, state, verdict, rule, why, ms, bytes } = event.call
      const by = rule === undefined ? '' : ` by ${rule.file}:${rule.line}`
      const judged = verdict === undefined ? '' : `, ${verdict}${by}`
      return runner.log(
        `  ${whose(event.call)}${name}: ${state}${why === undefined ? '' : ` (${why})`}${judged}, ${ms} ms, ${bytes} bytes`,
      )
    }
    case 'agent_finished':
      return runner.log(
        `${whose(event)}ended as ${event.reason} after ${plural(event.turns, 'turn')}, ${plural(event.usage.total, 'token')}, ${event.ms} ms`,
      )
    case 'run_ended':
      return runner.log(
        `ended as ${event.outcome} after ${plural(event.turns, 'turn')}, ${plural(event.usage.total, 'token')}, ${event.ms} ms`,
      )
    default:
  }
}

const whose = ({ agent }: { agent?: string }) => (agent === undefined ? '' : `${agent}: `)

type Outputs = Record<keyof typeof OUTPUTS, string>

/** The outputs, and what is not well as an annotation: red only where the step is. */
function report(outputs: Outputs, fails: boolean, runner: Runner) {
  for (const [name, value] of Object.entries(outputs)) runner.setOutput(name, value)
  const { outcome, error, summary } = outputs
  const title = `Sluice: ${outcome}`
  const level = fails ? 'error' : 'warning'
  if (error !== '') runner.annotate(level, messageIn(error), { title })
  else if (outcome === 'denied') runner.annotate(level, ALL_DENIED, { title })
  else if (outcome !== 'ok') runner.annotate('notice', firstLine(summary), { title })
}

const ALL_DENIED = 'Policy denied every tool call. The summary of the run names the rules, and what would allow them.'

const messageIn = (error: string): string => {
  const parsed: unknown = JSON.parse(error)
  return typeof parsed === 'object' && parsed !== null && 'message' in parsed ? String(parsed.message) : error
}
const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''

/** Outputs of a run that could not begin: wrong inputs, no event. Nothing was sent anywhere. */
function brokenBefore(error: unknown, session: string): Outputs {
  const outcome: Outcome = error instanceof UserError ? 'config' : 'internal'
  const message = error instanceof UserError ? error.message : `Sluice failed: ${stackOf(error)}`
  const empty = Object.fromEntries(Object.keys(OUTPUTS).map((name) => [name, ''])) as Outputs // the keys of OUTPUTS
  const type = outcome === 'config' ? 'FatalConfigError' : 'InternalError'
  return {
    ...empty,
    outcome,
    error: JSON.stringify({ type, message, code: outcome === 'config' ? 52 : 1 }),
    denied: '[]',
    plan: '[]',
    receipts: '[]',
    session_id: session,
  }
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : messageOf(error))

/** The action's post step: finishes a comment that a killed main step left at "working". dist/post.js knows whether one may be. */
export async function post(): Promise<void> {
  const runner = openRunner(process.env, (text) => void process.stdout.write(text))
  const pending = runner.getState(STATE.pending)
  const isUntold = runner.getState(STATE.untold) === 'true'
  await useProxy(process.env)
  const { finishPending } = await import('./post.ts')
  await finishPending(pending, isUntold ? 'untold' : 'killed', process.env, githubAddress(process.env), runner)
}
