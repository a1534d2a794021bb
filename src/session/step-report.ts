import { dirname, join } from 'node:path'
import * as z from 'zod'
import type { Inputs } from '../config/inputs.ts'
import { emptyOutputs, type StepOutputs } from '../config/output-descriptions.ts'
import { githubEndpoints, runLocation } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import { HELD_PATCH } from '../delivery/last-checks.ts'
import { type ArtifactFile, uploadFiles } from '../delivery/post/run-artifact.ts'
import type { Runner } from '../github/runner.ts'
import { machineProblem, messageOf, UserError } from '../platform/errors.ts'
import { collectSecrets, createSecretFilter } from '../platform/redact/redact.ts'
import type { Outcome, RunEvent } from '../record/events.ts'
import { pluralize } from '../text/write-markdown.ts'

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
  else if (outcome === 'denied') runner.annotate(level, deniedText(outputs), { title })
  else if (outcome !== 'ok') runner.annotate('notice', summary.split('\n', 1)[0] ?? '', { title })
}

const MAX_NAMED_TOOLS = 5

/** What policy denied, from the outputs. */
function deniedText({ denied, stats }: StepOutputs): string {
  const calls = DeniedCalls.parse(denied === '' ? [] : JSON.parse(denied))
  if (calls.length === 0) return 'The run did not deliver all that it had to deliver. The step summary says why.'
  const { tools } = CallTotals.parse(stats === '' ? {} : JSON.parse(stats))
  const which = calls.length === tools?.totalCalls ? 'every tool call' : 'calls'
  const names = [...new Set(calls.map(({ tool }) => tool))]
  const more = names.length > MAX_NAMED_TOOLS ? ` and ${names.length - MAX_NAMED_TOOLS} more` : ''
  const remedy = calls.some(({ toml }) => toml.includes('[[rule]]'))
    ? 'names the rules and the TOML that would allow them'
    : 'says why, and why no rule changes it'
  return `Policy denied ${which}: ${names.slice(0, MAX_NAMED_TOOLS).join(', ')}${more}. The step summary ${remedy}.`
}

const DeniedCalls = z.object({ tool: z.string(), toml: z.string() }).array()

const CallTotals = z.object({ tools: z.object({ totalCalls: z.number() }).optional() })

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
  return {
    ...emptyOutputs(),
    outcome,
    error: JSON.stringify({ type, message, code: isConfig ? 52 : 1 }),
    denied: '[]',
    plan: '[]',
    receipts: '[]',
    session_id: session,
  }
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : messageOf(error))

/** Writes an event to the step's log. Tool output stays out of the log, because anyone may have written it. */
export function logEvent(event: RunEvent, runner: Pick<Runner, 'log' | 'annotate'>): void {
  const line = logLine(event)
  if (event.type === 'notice' && event.level !== 'info') runner.annotate(event.level, event.text)
  else if (line !== undefined) runner.log(line)
}

function logLine(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'notice':
      return event.text
    case 'model_request':
      return `${agentPrefix(event)}${event.turn === 0 ? '' : `turn ${event.turn}: `}asking ${event.model}`
    case 'chat_compressed':
      return `  the conversation: ${event.status}, ${event.tokensBefore} → ${event.tokensAfter} tokens`
    case 'call_finished': {
      const { name, state, verdict, rule, reason, ms, bytes } = event.call
      const position = rule === undefined ? '' : ` by ${rule.file}:${rule.line}`
      const decision = verdict === undefined ? '' : `, ${verdict}${position}`
      const explanation = reason === undefined ? '' : ` (${reason})`
      const remedy = verdict === 'deny' && event.call.remedy ? `\n${event.call.remedy.replace(/^/gm, '    ')}` : ''
      return `  ${agentPrefix(event.call)}${name}: ${state}${explanation}${decision}, ${ms} ms, ${bytes} bytes${remedy}`
    }
    case 'agent_finished':
      return `${agentPrefix(event)}ended as ${event.reason} after ${cost(event)}`
    case 'run_ended':
      return `ended as ${event.outcome} after ${cost(event)}`
    default:
      return undefined
  }
}

const agentPrefix = ({ agent }: { agent?: string }) => (agent === undefined ? '' : `${agent}: `)

const cost = ({ turns, usage, ms }: { turns: number; usage: { total: number }; ms: number }) =>
  `${pluralize(turns, 'turn')}, ${pluralize(usage.total, 'token')}, ${ms} ms`

/** The files of a run's artifact. `folder` is empty or ends in a slash. */
export const artifactFiles = (
  folder: string,
  { transcript, patch }: { transcript: string; patch: string },
  answer: string,
): ArtifactFile[] => [
  { name: `${folder}transcript.jsonl`, path: transcript },
  { name: `${folder}changes.patch`, path: patch },
  { name: `${folder}${HELD_PATCH}`, path: transcript && join(dirname(transcript), HELD_PATCH), isOptional: true },
  { name: `${folder}answer.md`, text: answer },
]

/** Uploads the files as an artifact of the run. A failure is only a warning. Never rejects. */
export async function uploadRunArtifact(
  files: readonly ArtifactFile[],
  inputs: Inputs,
  { env, session, sleep }: Runtime,
  runner: Runner,
): Promise<void> {
  const filter = createSecretFilter(
    collectSecrets(env, [inputs.github_token, inputs.gemini_api_key, inputs.google_api_key]),
  )
  const run = { ...runLocation(env), job: env.GITHUB_JOB ?? '', session }
  const { userAgent } = githubEndpoints(env)
  const { ACTIONS_RESULTS_URL: resultsUrl = '', ACTIONS_RUNTIME_TOKEN: token = '' } = env
  const upload = await uploadFiles(files, run, { resultsUrl, token, userAgent, sleep }, filter)
  if (!upload.ok) return runner.annotate('warning', `Could not upload the artifact: ${upload.reason}.`)
  runner.log(upload.text)
  await runner.summary(upload.text)
}
