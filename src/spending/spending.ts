import { strToU8, zipSync } from 'fflate'
import type { Budget, CostReason } from '../agent/budget.ts'
import type { Inputs } from '../config/inputs.ts'
import { githubEndpoints } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import { commentsAt } from '../delivery/delivery-context.ts'
import { recordedUsd } from '../delivery/post/comment.ts'
import { type ArtifactService, uploadArtifact } from '../delivery/post/run-artifact.ts'
import type { ListedArtifact } from '../github/api/artifacts.ts'
import type { GitHub } from '../github/api/github.ts'
import type { GitHubConversation } from '../github/api/issue-conversation.ts'
import { shortHash } from '../github/comment-marker.ts'
import type { Task } from '../github/events/task.ts'
import { confirmTexts, type WrittenText } from '../github/own-text.ts'
import { claimedMark } from '../github/result-marker.ts'
import { messageOf } from '../platform/errors.ts'
import type { Emit } from '../record/events.ts'
import { formatUsd } from '../text/format-text.ts'

/** The cost limit of one run. `inputs.max_cost_usd` is the smallest of all limits, and `costReason` says which one that is. */
export type SpendingLimit = {
  inputs: Inputs
  costReason?: CostReason
  /** Sets the budget whose spending counts when the run ends. */
  meter(budget: Pick<Budget, 'spentUsd'>): void
}

type SpendingTask = { task: Task; inputs: Inputs; conversation: Promise<GitHubConversation> | undefined }

/**
 * Applies `sluice.budget` of the settings: what remains for the thread and for the day limits this run. Throws SpendingError when nothing
 * remains, or when the remainder cannot be read: a limit that lets a run through in that case limits nothing.
 */
export async function openSpending(
  { task, inputs, conversation }: SpendingTask,
  { sluice }: Pick<Settings, 'sluice'>,
  runtime: Runtime,
  session: SpendingSession,
): Promise<SpendingLimit> {
  const { perThreadUsd, perDayUsd } = sluice?.budget ?? {}
  if (perThreadUsd === undefined && perDayUsd === undefined) return { inputs, meter: () => undefined }
  const context = { task, inputs, conversation, runtime, session }
  const [thread, day] = await Promise.all([threadRest(perThreadUsd, context), dayRest(perDayUsd, context)])
  const limits = [{ usd: inputs.max_cost_usd, reason: 'cost' as const }, thread, day]
  const [smallest] = limits
    .flatMap(({ usd, reason }) => (usd === undefined ? [] : [{ usd, reason }]))
    .toSorted((a, b) => a.usd - b.usd)
  if (smallest === undefined) return { inputs, meter: () => undefined }
  let budget: Pick<Budget, 'spentUsd'> | undefined
  const runCost = () => (budget === undefined ? 0 : (budget.spentUsd() ?? smallest.usd))
  const claim = day.record === undefined ? undefined : { ...day.record, usd: smallest.usd }
  if (claim !== undefined) await claimForDay(claim, runtime)
  session.spending.settle = async () => {
    if (claim !== undefined) await recordDay({ ...claim, kind: 'spent', usd: runCost() }, smallest.usd, context)
    return thread.isRecorded ? runCost() : undefined
  }
  return {
    inputs: { ...inputs, max_cost_usd: smallest.usd },
    costReason: smallest.reason,
    meter(metered) {
      budget = metered
    },
  }
}

type Context = SpendingTask & { runtime: Runtime; session: SpendingSession }

/** `spending.settle` counts the run when it ends. */
export type SpendingSession = {
  github: GitHub
  transcript: { emit: Emit }
  notice(text: string): void
  spending: { settle?: () => Promise<number | undefined> }
}

type RemainingMoney = {
  usd: number | undefined
  reason: CostReason
  isRecorded?: boolean
  record?: Omit<SpendingRecord, 'usd'>
}

/** What remains for the thread. */
async function threadRest(
  perThreadUsd: number | undefined,
  { task, inputs, conversation, session }: Context,
): Promise<RemainingMoney> {
  const reason = 'thread_cost'
  if (perThreadUsd === undefined || (task.number === undefined && task.place === undefined))
    return { usd: undefined, reason }
  const isRecorded = inputs.comment !== 'off' && !inputs.dry_run
  if (!isRecorded)
    session.notice(
      `This run posts no comment, so its cost is not recorded for the thread. sluice.budget.perThreadUsd (${formatUsd(perThreadUsd)}) limits only this run.`,
    )
  const earlierUsd = await spentInThread(task, conversation, session.github).catch((error: unknown) => {
    throw new SpendingError(
      reason,
      `The cost of this thread could not be read, so nothing ran. Try again. (${messageOf(error)})`,
    )
  })
  const usd = restOf(perThreadUsd, earlierUsd)
  if (usd > 0) return { usd, reason, isRecorded }
  throw new SpendingError(
    reason,
    `The runs in this thread have cost ${formatUsd(earlierUsd)}, and sluice.budget.perThreadUsd allows ${formatUsd(perThreadUsd)}, so nothing ran.`,
  )
}

/** What remains for the day. Outside GitHub Actions there are no artifacts, so the limit applies only to this run. */
async function dayRest(perDayUsd: number | undefined, { runtime, session }: Context): Promise<RemainingMoney> {
  const reason = 'day_cost'
  if (perDayUsd === undefined) return { usd: undefined, reason }
  const { GITHUB_RUN_ID: run, GITHUB_RUN_ATTEMPT: attempt = '1' } = runtime.env
  if (run === undefined || run === '') {
    session.notice(
      "The cost of today's runs cannot be read outside GitHub Actions. sluice.budget.perDayUsd limits only this run.",
    )
    return { usd: perDayUsd, reason }
  }
  const day = dayOf(runtime.now())
  const earlierUsd = await spentOnDay(day, session.github).catch((error: unknown) => {
    throw new SpendingError(
      reason,
      `The cost of today's runs could not be read, so nothing ran. sluice.budget.perDayUsd reads the list of artifacts; give the job the permission \`actions: read\`. (${messageOf(error)})`,
    )
  })
  const usd = restOf(perDayUsd, earlierUsd)
  if (usd <= 0)
    throw new SpendingError(
      reason,
      `Today's runs have spent or reserved ${formatUsd(earlierUsd)}, and sluice.budget.perDayUsd allows ${formatUsd(perDayUsd)}, so nothing ran. A run in progress counts with its full limit; to reserve less, lower max_cost_usd.`,
    )
  const step = shortHash(runtime.session).slice(0, 8)
  return { usd, reason, record: { day, run: Number(run), attempt: Number(attempt), step, kind: 'claim' } }
}

/** Less than a hundredth of a cent pays for nothing. */
const restOf = (limit: number, earlierUsd: number): number => (limit - earlierUsd < 1e-4 ? 0 : limit - earlierUsd)

/** Reserves this run's limit before the model is asked, so that killed runs and concurrent runs count. */
async function claimForDay(claim: SpendingRecord, runtime: Runtime): Promise<void> {
  const problem = await uploadRecord(claim, runtime)
  if (problem !== undefined)
    throw new SpendingError(
      'day_cost',
      `The cost of this run could not be recorded for sluice.budget.perDayUsd, so nothing ran. Try again. (${problem})`,
    )
}

async function recordDay(record: SpendingRecord, claimed: number, { runtime, session }: Context): Promise<void> {
  const problem = await uploadRecord(record, runtime)
  if (problem === undefined) return
  session.transcript.emit({
    type: 'notice',
    level: 'warning',
    text: `The cost of this run (${formatUsd(record.usd)}) could not be recorded, so today it counts with its full limit of ${formatUsd(claimed)}. (${problem})`,
  })
}

/** Returns the reason when the upload fails. The artifact's name contains the whole record. */
async function uploadRecord(record: SpendingRecord, { env, sleep }: Runtime): Promise<string | undefined> {
  const { ACTIONS_RESULTS_URL: resultsUrl = '', ACTIONS_RUNTIME_TOKEN: token = '' } = env
  if (resultsUrl === '' || token === '') return 'the runner provides no artifact service'
  const service: ArtifactService = { resultsUrl, token, userAgent: githubEndpoints(env).userAgent, sleep }
  try {
    await uploadArtifact(spendingName(record), zipSync({ 'money.json': strToU8(JSON.stringify(record)) }), service)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

/**
 * One artifact about the cost of a run. Its name contains the whole record, so that listing the artifacts is enough: `claim` is the limit
 * that a run starts with, `spent` what it cost in the end. `run` and `attempt` are those of the workflow run; `step` distinguishes its
 * steps.
 */
export type SpendingRecord = {
  day: string
  run: number
  attempt: number
  step: string
  kind: 'claim' | 'spent'
  usd: number
}

/** Pages of 100 artifacts that are read at most. */
const MAX_PAGES = 20

const MICRO = 1e6

/** The day of a time in UTC, `2026-11-23`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const spendingName = ({ day, run, attempt, step, kind, usd }: SpendingRecord): string =>
  `sluice-money-${day}-${run}-${attempt}-${step}-${kind}-${Math.ceil(usd * MICRO - 1e-6)}`

/** The record in a name; a number that a retry of the upload appended does not count. */
export function parseSpendingName(name: string): SpendingRecord | undefined {
  const [, day, run, attempt, step, kind, micro] =
    /^sluice-money-(\d{4}-\d\d-\d\d)-(\d{1,15})-(\d{1,6})-([0-9a-f]{8})-(claim|spent)-(\d{1,13})(?:-\d)?$/.exec(name) ??
    []
  if (day === undefined || step === undefined) return undefined
  return {
    day,
    run: Number(run),
    attempt: Number(attempt),
    step,
    usd: Number(micro) / MICRO,
    kind: kind === 'claim' ? 'claim' : 'spent',
  }
}

/**
 * What all runs of the repository spent on a day, in US dollars. A run that has not recorded its end counts with the limit it started
 * with. Rejects when the artifacts cannot be read.
 */
export async function spentOnDay(day: string, github: Pick<GitHub, 'newestArtifacts' | 'runAttempt'>): Promise<number> {
  const artifacts = await artifactsSince(day, github)
  const records = new Map<string, { artifact: ListedArtifact; record: SpendingRecord }>()
  for (const artifact of artifacts) {
    const record = parseSpendingName(artifact.name)
    // A record counts only in an artifact of its own run.
    if (record === undefined || record.day !== day || record.run !== artifact.run) continue
    const key = `${record.run}.${record.attempt}.${record.step}`
    const before = records.get(key)?.record
    if (before === undefined || rank(record) > rank(before)) records.set(key, { artifact, record })
  }
  const counted = await Promise.all(
    [...records.values()].map(async ({ artifact, record }) =>
      (await hadNoSecrets(artifact, record, github)) ? 0 : record.usd,
    ),
  )
  return counted.reduce((sum, usd) => sum + usd, 0)
}

/** The end of a run replaces its claim; of two ends, the higher one counts. */
const rank = ({ kind, usd }: SpendingRecord) => (kind === 'spent' ? 1e9 : 0) + usd

/** All artifacts since the day began. */
async function artifactsSince(day: string, github: Pick<GitHub, 'newestArtifacts'>): Promise<ListedArtifact[]> {
  const start = Date.parse(`${day}T00:00:00Z`)
  const all: ListedArtifact[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const artifacts = await github.newestArtifacts(page)
    all.push(...artifacts)
    if (artifacts.length < 100 || artifacts.every(({ createdAt }) => Date.parse(createdAt) < start)) return all
  }
  throw new Error(`the repository has more than ${MAX_PAGES * 100} artifacts from today`)
}

/** A pull request from a fork runs without secrets, so it paid for nothing: its artifacts can only be made up. */
async function hadNoSecrets(
  { isOwnCode }: ListedArtifact,
  { run, attempt }: SpendingRecord,
  github: Pick<GitHub, 'runAttempt'>,
): Promise<boolean> {
  if (isOwnCode) return false
  const facts = await github.runAttempt(run, attempt).catch(() => undefined)
  return facts?.event === 'pull_request'
}

/**
 * What earlier runs spent in the thread of a task, in US dollars: the sum of the records in comments of this workflow. Another comment
 * does not count, whatever it contains. Rejects when the comments cannot be read, or GitHub does not say whose they are.
 */
export async function spentInThread(
  { number, kind, place }: Task,
  conversation: Promise<GitHubConversation> | undefined,
  github: GitHub,
): Promise<number> {
  const isPull = kind === 'pull_request' && place === undefined && number !== undefined
  const [, comments, replies] = await Promise.all([
    isPull ? github.viewer() : undefined,
    threadTexts({ number: number ?? 0, place }, conversation, github),
    isPull ? github.reviewComments(number) : [],
  ])
  const texts = [...comments, ...replies].filter(({ body }) => claimedMark(body)?.usd !== undefined)
  const ownTexts = await confirmTexts(texts, github)
  if (ownTexts.unsure > 0) throw new Error('The job needs `actions: read` to know which comments are its own.')
  return texts.reduce((sum, each) => sum + recordedUsd(ownTexts.of(each)), 0)
}

/** The comments of a thread, from the conversation if it holds all of them. */
async function threadTexts(
  { number, place }: { number: number; place: Task['place'] },
  conversation: Promise<GitHubConversation> | undefined,
  github: GitHub,
): Promise<readonly WrittenText[]> {
  const recent = place === undefined ? await conversation?.catch(() => undefined) : undefined
  if (recent?.olderComments === 0) return recent.comments
  const [, comments] = await Promise.all([github.viewer(), commentsAt(github, { place }).comments(number)])
  return comments
}

/** A cost limit over several runs is used up, or what remains of it is unknown, so the model is not asked. `message` is for people. */
export class SpendingError extends Error {
  override readonly name = 'SpendingError'
  readonly reason: CostReason
  constructor(reason: CostReason, message: string) {
    super(message)
    this.reason = reason
  }
}
