import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Inputs, issueInputs, listInputs } from '../config/inputs.ts'
import type { StepOutputs } from '../config/output-descriptions.ts'
import { githubOptions } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import { hasOneAnswer } from '../config/step-names.ts'
import { findWorkflowSteps } from '../config/workflow-file.ts'
import { earlierAnswer, isAnotherAttempt, unchangedAnswer } from '../delivery/attempts.ts'
import { type BatchEntry, composeBatch } from '../delivery/report/batch-report.ts'
import { findDeliveryFailure } from '../delivery/report/delivery-failures.ts'
import { connectGitHub, type GitHub } from '../github/api/github.ts'
import type { RateShare } from '../github/api/rate-limits.ts'
import { cachedGit, cachedGitHub } from '../github/cached-client.ts'
import { openGit } from '../github/git.ts'
import type { OwnTextGitHub } from '../github/own-text.ts'
import type { Runner } from '../github/runner.ts'
import { steeringReader } from '../github/steering-reader.ts'
import { messageOf, UserError } from '../platform/errors.ts'
import type { CommitReader } from '../platform/files/workspace.ts'
import type { Outcome } from '../record/events.ts'
import type { RunResult, StartRun } from '../session/run-session.ts'
import { artifactFiles, uploadRunArtifact } from '../session/step-report.ts'

/** Parallel runs: enough to use the time the model takes, few enough for its quotas. */
const CONCURRENCY = 4

/** GitHub's longest rate limits last an hour. */
const RATE_LIMIT_WAIT_MS = 70 * 60_000

/** What a batch needs. `share`: of a shard that runs beside others. */
export type BatchContext = {
  inputs: Inputs
  runtime: Runtime
  runner: Runner
  startRun: StartRun
  share?: RateShare
}

/**
 * One item of a batch. `name`: what log and report call it; an issue's `#3` unless set. `folder`: below the scratch folder. `mayEdit`: it runs
 * alone in the checkout.
 */
export type BatchItem = { number: number; name?: string; folder: string; inputs: Inputs; mayEdit?: boolean }

/** The runs of a batch, which share their clients. */
export type BatchRuns = {
  github: GitHub
  /** Where a scheduled run need not ask again about an issue: the URL of the answer that it got, unchanged since. */
  unchanged(number: number): Promise<string | undefined>
  /** Why no further item can succeed. */
  stopReason(): BatchStop | undefined
  run(item: BatchItem): Promise<Extract<BatchEntry, { state: 'ran' }>>
}

export function openBatch({ inputs, runtime, runner, startRun, share }: BatchContext): BatchRuns {
  const options = { ...githubOptions(inputs, runtime), notice: runner.log, maxWaitMs: RATE_LIMIT_WAIT_MS, share }
  const github = cachedGitHub(connectGitHub(options))
  const git = cachedGit(openGit(runtime.workspace, runtime.childEnv))
  const masked = new Set<string>()
  let stop: BatchStop | undefined

  return {
    github,
    unchanged: (number) => unchangedAnswer(number, { inputs, runtime, github, git }).catch(() => undefined),
    stopReason: () => (runtime.signal.aborted ? CANCELLED : stop),
    async run({ number, name = `#${number}`, folder, inputs, mayEdit }) {
      const scratch = join(runtime.scratch, folder)
      const itemRuntime = { ...runtime, session: `${runtime.session}-${number}`, scratch }
      const shared = { github, git, mayEdit }
      const result = await startRun(inputs, itemRuntime, itemRunner(name, runner, masked), { shared })
      stop ??= batchStop(result)
      const file = join(scratch, 'outputs.json')
      await mkdir(scratch, { recursive: true })
      await writeFile(file, JSON.stringify(result.outputs), { mode: 0o600 })
      return { number, name, state: 'ran', outcome: result.outcome, outputs: result.outputs, file }
    },
  }
}

/** More would be a request that no model answers well. */
const MAX_ITEMS = 100

/** Runs the issues of the input: together where the workflow takes one answer for all of them, otherwise each as a run of its own. */
export async function runBatch(
  inputs: Inputs,
  runtime: Runtime,
  runner: Runner,
  startRun: StartRun,
): Promise<{ outcome: Outcome; outputs: StepOutputs }> {
  const numbers = [...new Set(inputs.github_issue_number)]
  const list = { ...inputs, github_issue_number: numbers }
  const github = connectGitHub({ ...githubOptions(inputs, runtime), notice: runner.log })
  const steering = steeringReader(runtime.event.sha, { git: openGit(runtime.workspace, runtime.childEnv), github })
  if (!(await isAnsweredTogether(list, steering, runtime)))
    return numbers.length === 1 ? startRun(list, runtime, runner) : runEach(list, runtime, runner, startRun)
  if (numbers.length > MAX_ITEMS)
    throw new UserError(
      `github_issue_number names ${numbers.length} issues. One run answers at most ${MAX_ITEMS}: name fewer of them at a time.`,
    )
  return startRun(listInputs(list), runtime, runner)
}

/** Whether the trusted workflow file takes one answer for the list. No, when it cannot be read. */
async function isAnsweredTogether(
  { prompt, github_issue_number }: Inputs,
  steering: Pick<CommitReader, 'read'>,
  { env }: Pick<Runtime, 'env'>,
): Promise<boolean> {
  const steps = await findWorkflowSteps(steering, env, () => undefined).catch(() => [])
  return hasOneAnswer(prompt, github_issue_number, steps)
}

/**
 * Runs each issue as a separate run with its own task, conversation, comment and files. All runs share one GitHub client, because
 * they share its rate limits, and one checkout. A refused actor, an invalid configuration or a used-up quota stops the remaining
 * issues. Never rejects for a failure of one issue.
 */
async function runEach(
  inputs: Inputs,
  runtime: Runtime,
  runner: Runner,
  startRun: StartRun,
): Promise<{ outcome: Outcome; outputs: StepOutputs }> {
  const issues = inputs.github_issue_number
  const batch = openBatch({ inputs, runtime, runner, startRun })
  const entries: BatchEntry[] = []

  async function runIssue(number: number): Promise<BatchEntry> {
    const stopped = batch.stopReason()
    if (stopped !== undefined) return { number, state: 'not started', ...stopped }
    const earlier = (await earlierAnswerUrl(number, batch.github, inputs, runtime)) ?? (await batch.unchanged(number))
    if (earlier !== undefined) return { number, state: 'finished earlier', url: earlier }
    return batch.run({ number, folder: `issue-${number}`, inputs: issueInputs(inputs, number) })
  }
  const work = async (number: number) => {
    const entry = await runIssue(number).catch(
      (error: unknown): BatchEntry => ({
        number,
        state: 'failed',
        reason: messageOf(error),
      }),
    )
    entries.push(entry)
    runner.log(
      `#${number} finished: ${entry.state === 'ran' ? entry.outcome : entry.state} (${entries.length} of ${issues.length})`,
    )
  }

  if (inputs.check_run)
    runner.log('The input check_run has no effect in a batch: a check run belongs to a commit, not to an issue.')
  // The first runs alone, so that an error that affects all of them is reported once.
  const [first, ...rest] = issues
  if (first !== undefined) await work(first)
  await runConcurrently(rest, CONCURRENCY, work)
  const composed = composeBatch(entries, runtime.session)
  await runner.summary(composed.page)
  if (inputs.upload_artifacts) await uploadBatchArtifact(entries, inputs, runtime, runner)
  return composed
}

/** One artifact with a folder for each issue. */
async function uploadBatchArtifact(entries: readonly BatchEntry[], inputs: Inputs, runtime: Runtime, runner: Runner) {
  const files = entries.flatMap((entry) =>
    entry.state === 'ran' ? artifactFiles(`issue-${entry.number}/`, entry.outputs, entry.outputs.summary) : [],
  )
  if (files.length > 0) await uploadRunArtifact(files, inputs, runtime, runner)
}

export async function runConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
) {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/** Prefixes log lines with the name of the item. Outputs, summary and state belong to the batch. */
export const itemRunner = (name: string, runner: Runner, masked: Set<string>): Runner => ({
  ...runner,
  log: (text) => runner.log(`${name} ${text}`),
  annotate: (level, text) => runner.log(`${name} ${level}: ${text}`),
  mask(secret) {
    if (!masked.has(secret)) runner.mask(secret)
    masked.add(secret)
  },
  setOutput() {},
  setResult() {},
  summary: async () => undefined,
  saveState() {},
})

export type BatchStop = { outcome: Outcome; reason: string }

const CANCELLED: BatchStop = { outcome: 'budget', reason: 'The run was cancelled.' }

/** Why the remaining issues cannot succeed either, or undefined. */
function batchStop({ outcome, ending, delivery }: RunResult): BatchStop | undefined {
  const { deliveryError } = delivery
  // All runs share the token. If it cannot write, further runs would only cost money.
  if (outcome === 'config' && deliveryError !== undefined && cannotWrite(delivery))
    return { outcome, reason: deliveryError }
  if (ending.end === 'skipped' && outcome === 'refused') return { outcome, reason: ending.text }
  if (ending.end === 'failed' && (ending.outcome === 'config' || ending.outcome === 'quota'))
    return { outcome: ending.outcome, reason: ending.text }
  return undefined
}

const cannotWrite = ({ receipts }: RunResult['delivery']) => {
  const failure = findDeliveryFailure(receipts)
  // "Not found" may concern this issue only.
  return failure?.kind === 'forbidden' && failure.nothingWritten && failure.cause !== 'missing'
}

/** URL of the complete answer of an earlier attempt of this run; undefined when there is none or it cannot be read. */
async function earlierAnswerUrl(
  number: number,
  github: OwnTextGitHub & Pick<GitHub, 'comments'>,
  inputs: Inputs,
  runtime: Runtime,
): Promise<string | undefined> {
  if (!isAnotherAttempt({ inputs, runtime })) return undefined
  return earlierAnswer(await github.comments(number).catch(() => []), { inputs, runtime, github })
}
