import type { Inputs } from '../../config/inputs.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import { isTriggerId, withoutAttempt } from '../../github/comment-marker.ts'
import type { AnswerPlace, Task } from '../../github/events/task.ts'
import { confirmTexts } from '../../github/own-text.ts'
import { markerLine, parseMarker, type ResultMarker } from '../../github/result-marker.ts'
import { messageOf, UserError } from '../../platform/errors.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import { totalUsage } from '../../record/cost.ts'
import type { RunEvent } from '../../record/events.ts'
import type { HeadFindingsGitHub } from '../../review/read-findings.ts'
import { formatDuration, groupThousands } from '../../text/format-text.ts'
import { type Host, toPlainLine } from '../../text/references.ts'
import { escapedLine, inlineCode, pluralize } from '../../text/write-markdown.ts'
import {
  answerNumber,
  commentsAt,
  type DeliveryContext,
  type DeliveryGitHub,
  markerRun,
  type ReplyGitHub,
  resultMatcher,
  writerOf,
} from '../delivery-context.ts'
import type { CheckIdentity } from '../plan/intent.ts'
import { FORK_TOKEN_HINT, isFromFork } from '../report/delivery-failures.ts'
import {
  ABANDONED_TEXT,
  type AbandonReason,
  abandonCheck,
  type CheckGitHub,
  checkIdentity,
  startCheck,
} from './check-run.ts'
import { type CommentGitHub, fetchOwnComment, findOwnComment, postComment, type RecentComments } from './comment.ts'
import {
  abandonReviewCheck,
  type PendingReviewCheck,
  REVIEW_CHECK,
  type ReviewCheckGitHub,
  startReviewCheck,
} from './review-check.ts'

/** What the post step needs to finish the "working" comment and check run of a killed run. Plain JSON. */
export type PendingStatus = {
  number?: number
  /** The first comment of the review thread in which the comment is a reply. */
  thread?: number
  place?: AnswerPlace
  /** Whether a comment asked for the run, which then has an answer of its own. */
  isAsked?: boolean
  key: string
  run: string
  by?: string
  runUrl?: string
  check?: CheckIdentity
  reviewCheck?: PendingReviewCheck
}

/**
 * The "working" comment and check run. `reason`: why the comment could not be posted. `isFirst`: no earlier result comment of
 * this job exists. `answeredAt`: where another run answers the same event.
 */
export type Announcement = {
  id?: number
  url?: string
  isFirst?: boolean
  reason?: string
  answeredAt?: string
  check?: { id: number }
  /** Why the check run of a review cannot be written. */
  reviewCheckProblem?: string
}

/** What to save before announce() writes, so that the post step can finish it. Undefined: announce() writes nothing. */
export function pendingStatus(
  task: Task,
  { identity, comment, checkRun, threshold = 'off', isGated, dryRun, github, quiet }: DeliveryContext,
): PendingStatus | undefined {
  if (dryRun || github === undefined || quiet === true) return undefined
  const number = comment === 'off' ? undefined : answerNumber(task)
  const { key, run, by } = writerOf(identity)
  const gated = isGated?.(task) === true
  if (number === undefined && !checkRun && !gated) return undefined
  return {
    number,
    thread: number === undefined ? undefined : identity.thread,
    place: number === undefined ? undefined : identity.place,
    isAsked: number !== undefined && comment !== 'sticky' && isTriggerId(run) ? true : undefined,
    key,
    run,
    by,
    runUrl: identity.runUrl,
    check: checkRun ? checkIdentity(task, identity, key) : undefined,
    reviewCheck: gated
      ? { sha: task.head?.sha ?? '', key, number: task.number ?? 0, base: task.base?.ref ?? '', threshold }
      : undefined,
  }
}

/**
 * Posts the "working" comment and check run, and adds a reaction to the comment that triggered the run. `recentComments`:
 * comments that are being read anyway, to save a request. Never rejects.
 */
export async function announce(
  task: Task,
  context: DeliveryContext,
  recentComments?: Promise<RecentComments>,
): Promise<Announcement> {
  const { github, dryRun } = context
  if (answerNumber(task) === undefined && context.comment !== 'off' && !dryRun)
    context.emit({ type: 'notice', level: 'info', text: noPlaceNotice(task, context) })
  if (context.quiet === true) return findAnnouncement(task, context, recentComments)
  if (dryRun) return {}
  if (github === undefined) return context.isGated?.(task) === true ? { reviewCheckProblem: NO_TOKEN } : {}
  const pending = pendingStatus(task, context)
  const [commented, checked, reviewCheckProblem] = await Promise.all([
    pending && postWorkingComment(pending, github, context, recentComments),
    pending && startWorkingCheck(pending, github, context),
    pending && openReviewCheck(pending, task, github, context),
    addReaction(task, github),
  ])
  return { ...commented, ...checked, reviewCheckProblem }
}

const noPlaceNotice = ({ event }: Task, { checkRun }: DeliveryContext) =>
  `The ${event} event has no issue, pull request or discussion to comment on: the answer goes to the ${checkRun ? 'check run, the ' : ''}step summary and the output summary.`

/** Finds the comment that the result will replace, without writing. After a failure delivery searches again. */
async function findAnnouncement(
  task: Task,
  context: DeliveryContext,
  recentComments: RecentCommentsPromise,
): Promise<Announcement> {
  const { github, comment, dryRun } = context
  const number = answerNumber(task)
  if (github === undefined || number === undefined || comment === 'off' || dryRun) return {}
  try {
    const recent = await findInRecent(recentComments, context, github)
    if (recent !== undefined) return recent
    const place = commentsAt(github, context.identity)
    const existing = await fetchOwnComment(place, number, resultMatcher(context))
    return existing === undefined ? { isFirst: true } : { id: existing.id, url: existing.url }
  } catch {
    return {}
  }
}

type RecentCommentsPromise = Promise<RecentComments> | undefined

/** Undefined when the comments were not read, or not far enough back, or are not those of the place. */
const findInRecent = async (
  recentComments: RecentCommentsPromise,
  context: DeliveryContext,
  github: DeliveryGitHub,
) => {
  // Two runs never share a comment that uses up a code: of two runs with the same code, the one that creates its comment first may use
  // it.
  if (context.identity.record?.used !== undefined) return { isFirst: true } as const
  if (context.identity.thread !== undefined || context.identity.place !== undefined) return undefined
  const recent = await recentComments?.catch(() => undefined)
  return recent && findOwnComment(recent, resultMatcher(context), github)
}

async function postWorkingComment(
  pending: PendingStatus,
  github: DeliveryGitHub,
  context: DeliveryContext,
  recentComments: RecentCommentsPromise,
): Promise<Announcement> {
  if (pending.number === undefined) return {}
  try {
    const recent = await findInRecent(recentComments, context, github)
    if (recent !== undefined && 'reviewed' in recent && recent.reviewed !== undefined)
      context.identity.record = { ...context.identity.record, reviewed: recent.reviewed }
    const body = workingBody(context)
    const {
      id,
      url,
      isOfOtherRun,
      usd = 0,
    } = await postComment(commentsAt(github, pending), {
      number: pending.number,
      body,
      matches: resultMatcher(context),
      ...recent,
    })
    // Later edits of the comment keep its record, too.
    if (usd > 0) context.identity = { ...context.identity, record: { ...context.identity.record, usd: String(usd) } }
    return isOfOtherRun === true ? { answeredAt: url } : { id, url }
  } catch (error) {
    return { reason: reportFailure('comment', error, context) }
  }
}

async function startWorkingCheck(
  pending: PendingStatus,
  github: DeliveryGitHub,
  context: DeliveryContext,
): Promise<Announcement> {
  if (pending.check === undefined) return {}
  try {
    const { id } = await startCheck(pending.check, pending.runUrl, github)
    return { check: { id } }
  } catch (error) {
    reportFailure('check run', error, context)
    return {}
  }
}

const NO_TOKEN = 'fail_on_findings writes a check run, and the input github_token is empty.'

/** The problem of a token that may not write the check run of a review. After another failure the run tries again at its end. */
async function openReviewCheck(
  { reviewCheck, runUrl }: PendingStatus,
  task: Task,
  github: DeliveryGitHub,
  context: DeliveryContext,
): Promise<string | undefined> {
  if (reviewCheck === undefined) return undefined
  try {
    await startReviewCheck({ ...reviewCheck, url: runUrl }, github)
    return undefined
  } catch (error) {
    const reason = reportFailure(`check run ${REVIEW_CHECK}`, error, context)
    if (!(error instanceof GitHubError) || ![401, 403, 404].includes(error.status)) return undefined
    const remedy = /authenticate via a GitHub App/i.test(reason)
      ? 'Only Apps may: use the token of the job, or of a GitHub App.'
      : isFromFork(task)
        ? FORK_TOKEN_HINT
        : 'Add `checks: write` to the permissions of the job.'
    return `fail_on_findings writes the check run \`${REVIEW_CHECK}\`, and the token may not. ${remedy} (${reason})`
  }
}

type GatingRun = { inputs: Pick<Inputs, 'fail_on_findings'>; announcement: Promise<Announcement> }

/** Ends a run that cannot write the check run which decides, before it asks the model. Throws UserError. */
export async function requireReviewCheck({ inputs, announcement }: GatingRun): Promise<void> {
  if (inputs.fail_on_findings === 'off') return
  const { reviewCheckProblem } = await announcement
  if (reviewCheckProblem !== undefined) throw new UserError(reviewCheckProblem)
}

function reportFailure(item: string, error: unknown, { filter, emit }: DeliveryContext): string {
  const reason = filter.text(messageOf(error))
  emit({ type: 'notice', level: 'info', text: `Could not post the "working" ${item}: ${reason}` })
  return reason
}

async function addReaction({ comment }: Task, github: Pick<DeliveryGitHub, 'addReaction'>): Promise<void> {
  if (comment === undefined || comment.kind === 'pull_request_review') return
  await github.addReaction({ id: comment.id, kind: comment.kind }, 'eyes').catch(() => undefined) // optional
}

/** For the post step: finishes the "working" comment and check run. True when there was one. Rejects with GitHubError. */
export async function finishAbandoned(
  pending: PendingStatus,
  github: CommentGitHub & ReplyGitHub & CheckGitHub & ReviewCheckGitHub & HeadFindingsGitHub,
  reason: AbandonReason = 'killed',
): Promise<boolean> {
  const { reviewCheck, runUrl: url } = pending
  const ended = reason === 'killed' ? 'it was killed' : 'its result could not be written'
  const results = await Promise.allSettled([
    reviewCheck !== undefined && abandonReviewCheck({ ...reviewCheck, url }, ended, github),
    pending.check !== undefined && abandonCheck(pending.check, github, reason),
    abandonComment(pending, github, reason),
  ])
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return results.some((result) => result.status === 'fulfilled' && result.value)
}

async function abandonComment(
  { number, key, run, by, runUrl, isAsked = false, ...location }: PendingStatus,
  github: CommentGitHub & ReplyGitHub,
  reason: AbandonReason,
): Promise<boolean> {
  if (number === undefined) return false
  const place = commentsAt(github, location)
  const isFromRun = (marker: ResultMarker) => marker.key === key && marker.run === markerRun(run)
  const working = await fetchOwnComment(place, number, (marker) => isFromRun(marker) && marker.state === 'working')
  // A request gets its sentence also where the run ended before it said that it works.
  const isAnswer = (marker: ResultMarker) => withoutAttempt(marker.run) === withoutAttempt(markerRun(run))
  const isUnanswered = isAsked && (await fetchOwnComment(place, number, isAnswer)) === undefined
  if (working === undefined && !isUnanswered) return false
  const log = runUrl === undefined ? '' : ` See the log of the [run](<${encodeURI(runUrl)}>).`
  const { title, text } = ABANDONED_TEXT[reason]
  const confirmed = working && (await confirmTexts([working], github)).of(working)
  const recorded = confirmed && parseMarker(confirmed)
  const body = `${markerLine({ ...recorded, key, run, state: 'partial', by: recorded?.by ?? by })}\n**${title}.** ${text}${log}`
  await postComment(place, { number, body, id: working?.id, matches: isFromRun })
  return true
}

/** The "working" comment. `progress`: Markdown that says how far the run is. */
export function workingBody({ identity }: Pick<DeliveryContext, 'identity'>, progress = ''): string {
  const run = identity.runUrl === undefined ? '' : ` ([run](<${encodeURI(identity.runUrl)}>))`
  const status = progress === '' ? '' : `\n\n${progress}`
  return `${resultMarker({ identity }, 'working')}\n_Working on it …${run}_${status}`
}

/** The first line of the result comment. */
export const resultMarker = ({ identity }: Pick<DeliveryContext, 'identity'>, state: ResultMarker['state']) =>
  markerLine({
    ...writerOf(identity),
    state,
    ...identity.record,
    label: state === 'working' ? identity.label : undefined,
  })

/** GitHub counts each edit against its limits, and more edits do not help people. */
const MAX_EDITS = 15

const FIRST_GAP_MS = 20_000

/** Each gap is longer than the one before, so that 15 edits last for about 24 minutes. */
const GAP_GROWTH = 1.2

export type ProgressOptions = {
  announcement: Promise<Announcement>
  /** Everything that happened so far. */
  events(): readonly RunEvent[]
  /** Aborts when the time of the run is nearly over: from then on the comment waits for the answer. */
  nearEnd?: AbortSignal
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** A pause in the background, which no part of the run waits for. Ends early with the signal. */
export const backgroundPause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    // An aborted signal tells no listener, and nothing else would keep the process alive until the timer fires.
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms).unref()
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Ends the progress: when this resolves, no edit is under way and none follows. */
export type ProgressReporter = { [Symbol.asyncDispose](): Promise<void> }

/**
 * Shows in the "working" comment and check run what the run is doing. Edits only when something changed. Stops at the first failure; the
 * run continues.
 */
export function startProgress(options: ProgressOptions, context: DeliveryContext): ProgressReporter {
  const ended = new AbortController()
  const { nearEnd } = options
  const signal = nearEnd === undefined ? ended.signal : AbortSignal.any([ended.signal, nearEnd])
  const work = showProgress(options, context, signal).catch((error: unknown) => {
    if (!signal.aborted)
      context.emit({
        type: 'notice',
        level: 'info',
        text: `Progress updates of this run stopped: ${context.filter.text(messageOf(error))}`,
      })
  })
  return {
    async [Symbol.asyncDispose]() {
      ended.abort()
      await work
    },
  }
}

async function showProgress(
  { announcement, events, now, sleep }: ProgressOptions,
  context: DeliveryContext,
  ended: AbortSignal,
): Promise<void> {
  const started = now()
  const { id, check } = await announcement
  const { github, identity, filter } = context
  if (github === undefined || context.quiet === true || (id === undefined && check === undefined)) return
  const place = commentsAt(github, identity)
  let lastKey = ''
  let gapMs = FIRST_GAP_MS
  for (let edits = 0; edits < MAX_EDITS; ) {
    await sleep(gapMs, ended)
    if (ended.aborted) return
    const { key, markdown } = composeProgress(events(), now() - started, identity, filter)
    if (key === lastKey) continue
    await Promise.all([
      id === undefined ? undefined : place.updateComment(id, workingBody(context, markdown)),
      check === undefined
        ? undefined
        : github.updateCheck(check.id, { output: { title: 'Working', summary: markdown } }),
    ])
    lastKey = key
    edits += 1
    gapMs *= GAP_GROWTH
  }
}

const MAX_TODOS = 40

const TODO_CHARACTERS = 200

/** `key` stays the same while only time and tokens change. */
export type Progress = { key: string; markdown: string }

/** The progress of a run, from its events: the to-do list, the current call, and counts. The to-do list is the model's text. */
export function composeProgress(
  events: readonly RunEvent[],
  ms: number,
  host: Host,
  filter: Pick<SecretFilter, 'text'>,
): Progress {
  const safe = (text: string) => filter.text(escapedLine(toPlainLine(filter.text(text), host, TODO_CHARACTERS), 400))
  const todos = latestTodos(events).map(({ description, status }) => todoLine(safe(description), status))
  const hidden = todos.length - MAX_TODOS
  const list = [...todos.slice(0, MAX_TODOS), ...(hidden > 0 ? [`- … and ${hidden} more`] : [])].join('\n')
  const { usage, turns } = totalUsage(events)
  const calls = events.filter(({ type }) => type === 'call_finished').length
  const running = runningCall(events)
  const step = `Step ${turns + 1}${running === undefined ? '' : `: ${inlineCode(filter.text(running.slice(0, 80)))}`}`
  const counts = [pluralize(calls, 'call'), formatDuration(Math.round(ms / 1000) * 1000)]
  const tokens = usage.total === 0 ? [] : [`${groupThousands(usage.total)} tokens`]
  const line = `<sub>${[step, ...counts, ...tokens].join(' · ')}</sub>`
  return { key: JSON.stringify([list, step, calls]), markdown: [list, line].filter(Boolean).join('\n\n') }
}

type Todo = { description: string; status: string }

/** The arguments of the last list that the main agent wrote; the tool checked them. */
function latestTodos(events: readonly RunEvent[]): Todo[] {
  const last = events.findLast(
    (event) =>
      event.type === 'call_finished' &&
      event.call.name === 'write_todos' &&
      event.call.state === 'success' &&
      event.call.agent === undefined,
  )
  const todos = last?.type === 'call_finished' ? last.call.args.todos : undefined
  return Array.isArray(todos) ? (todos as Todo[]) : [] // the tool ran, so they have its shape
}

function todoLine(text: string, status: string): string {
  if (status === 'completed') return `- [x] ${text}`
  if (status === 'cancelled') return `- [x] ~~${text}~~`
  if (status === 'in_progress') return `- [ ] **${text}**`
  return `- [ ] ${text}${status === 'blocked' ? ' (blocked)' : ''}`
}

/** The name of the call that began last and has not ended. */
function runningCall(events: readonly RunEvent[]): string | undefined {
  const running = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'call_state' && event.state === 'executing') running.set(event.id, event.name)
    if (event.type === 'call_finished') running.delete(event.call.id)
  }
  return [...running.values()].at(-1)
}
