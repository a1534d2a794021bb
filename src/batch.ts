import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BatchEntry, composeBatch } from './batch-report.ts'
import { type CommentGitHub, findOurs, keyOf } from './delivery/comment.ts'
import { runNumber } from './delivery/note.ts'
import type { Outputs } from './delivery/outputs.ts'
import { unwrittenIn } from './delivery/unwritten.ts'
import { type Finished, githubOptions, placeOf } from './desk.ts'
import { connectGitHub } from './github/client.ts'
import { openGit } from './github/git.ts'
import { remembering, rememberingGit } from './github/remembering.ts'
import type { Runner } from './github/runner.ts'
import { messageOf } from './host/errors.ts'
import type { Inputs } from './inputs.ts'
import type { Machine } from './machine.ts'
import type { runOn } from './main.ts'
import type { Outcome } from './record/events.ts'

/** How many issues are worked on at once: enough to make use of the time the model thinks, few enough for its quotas. */
const AT_ONCE = 4
/** GitHub's longest limits are those of an hour. */
const PATIENCE_MS = 70 * 60_000

/**
 * Several issues, each a run of its own: own task, own conversation, own comment, own files. They share the way to GitHub,
 * whose limits hold for all of them together, and look at one repository. What one of them ends as does not concern the others, unless it would be the
 * end of all: whoever may not start a run, a broken configuration, a used-up quota. Never rejects for what befalls an issue.
 */
export async function runBatch(
  inputs: Inputs,
  machine: Machine,
  runner: Runner,
  one: typeof runOn,
): Promise<{ outcome: Outcome; outputs: Outputs }> {
  const issues = [...new Set(inputs.github_issue_number)]
  const options = { ...githubOptions(inputs, machine), notice: runner.log, patienceMs: PATIENCE_MS }
  const github = remembering(connectGitHub(options))
  const shared = { github, git: rememberingGit(openGit(machine.workspace, machine.childEnv)) }
  const masked = new Set<string>()
  const entries: BatchEntry[] = []
  let stop: End | undefined

  async function workOn(number: number): Promise<BatchEntry> {
    const end = machine.signal.aborted ? CANCELLED : stop
    if (end !== undefined) return { number, state: 'not begun', ...end }
    const earlier = await finishedEarlier(number, github, inputs, machine)
    if (earlier !== undefined) return { number, state: 'finished earlier', url: earlier }
    const folder = join(machine.scratch, `issue-${number}`)
    const mine = { ...machine, session: `${machine.session}-${number}`, scratch: folder }
    const finished = await one(forOne(inputs, number), mine, runnerFor(number, runner, masked), shared)
    stop ??= endOfAll(finished)
    const file = join(folder, 'outputs.json')
    await mkdir(folder, { recursive: true })
    await writeFile(file, JSON.stringify(finished.outputs), { mode: 0o600 })
    return { number, state: 'ran', outcome: finished.outcome, outputs: finished.outputs, file }
  }
  const work = async (number: number) => {
    const entry = await workOn(number).catch(
      (error: unknown): BatchEntry => ({
        number,
        state: 'broke',
        why: messageOf(error),
      }),
    )
    entries.push(entry)
    runner.log(
      `#${number} is done: ${entry.state === 'ran' ? entry.outcome : entry.state} (${entries.length} of ${issues.length})`,
    )
  }

  if (inputs.check_run)
    runner.log('check_run has no effect on a batch: a check run belongs to a commit, not to an issue.')
  // The first goes alone: what is wrong for all of them is then told once and not several times.
  const [first, ...rest] = issues
  if (first !== undefined) await work(first)
  await inTurn(rest, AT_ONCE, work)
  const composed = composeBatch(entries, machine.session)
  runner.summary(composed.page)
  if (inputs.upload_artifacts) await uploadAll(entries, inputs, machine, runner)
  return composed
}

/** One artifact with a folder for each issue. */
async function uploadAll(entries: readonly BatchEntry[], inputs: Inputs, machine: Machine, runner: Runner) {
  const { papersOf, upload } = await import('./papers.ts')
  const papers = entries.flatMap((entry) =>
    entry.state === 'ran' ? papersOf(`issue-${entry.number}/`, entry.outputs, entry.outputs.summary) : [],
  )
  if (papers.length > 0) await upload(papers, inputs, machine, runner)
}

/** Takes the next one whenever one is done. */
async function inTurn<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** What belongs to a commit or to the checked-out files is not for one issue of many. */
const forOne = (inputs: Inputs, number: number): Inputs => ({
  ...inputs,
  github_issue_number: [number],
  check_run: false,
  upload_artifacts: false,
  changes: 'off',
})

/** The lines of runs that go on beside each other are told apart; the job's own outputs and page are the batch's. */
const runnerFor = (number: number, runner: Runner, masked: Set<string>): Runner => ({
  ...runner,
  log: (text) => runner.log(`#${number} ${text}`),
  annotate: (level, text) => runner.log(`#${number} ${level}: ${text}`),
  mask(secret) {
    if (!masked.has(secret)) runner.mask(secret)
    masked.add(secret)
  },
  setOutput() {},
  summary() {},
  saveState() {},
})

type End = { outcome: Outcome; why: string }
const CANCELLED: End = { outcome: 'budget', why: 'The run was cancelled.' }

/** Why it makes no sense to go on with the others. */
function endOfAll({ outcome, ending, delivered }: Finished): End | undefined {
  const { undelivered } = delivered
  // The token is the same for all of them. Where nothing can be written, thinking costs money for nobody.
  if (outcome === 'config' && undelivered !== undefined && isSilenced(delivered)) return { outcome, why: undelivered }
  if (ending.end === 'skipped' && outcome === 'refused') return { outcome, why: ending.text }
  if (ending.end === 'failed' && (ending.outcome === 'config' || ending.outcome === 'quota'))
    return { outcome: ending.outcome, why: ending.text }
  return undefined
}

const isSilenced = ({ receipts }: Finished['delivered']) => {
  const unwritten = unwrittenIn(receipts)
  // "Not found" may be about the one issue alone.
  return unwritten?.is === 'forbidden' && unwritten.nothing && unwritten.because !== 'missing'
}

/** Where the answer stands that an earlier attempt of this run gave whole. Not knowing means: not there. */
async function finishedEarlier(
  number: number,
  github: CommentGitHub,
  inputs: Inputs,
  machine: Machine,
): Promise<string | undefined> {
  const attempt = Number(machine.env.GITHUB_RUN_ATTEMPT ?? '1')
  if (attempt < 2 || inputs.comment === 'off' || inputs.github_token === '') return undefined
  const { workflow, job, run } = placeOf(inputs, machine)
  const key = keyOf(workflow, job)
  const found = await findOurs(
    github,
    number,
    (mark) => mark.key === key && mark.state === 'done' && runNumber(mark.run) === runNumber(run),
  ).catch(() => undefined)
  return found?.url
}
