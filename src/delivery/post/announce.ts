import type { AnswerPlace, Task } from '../../github/events/task.ts'
import { markerLine, parseMarker, type ResultMarker } from '../../github/result-marker.ts'
import { messageOf } from '../../platform/errors.ts'
import { type DeliveryContext, type DeliveryGitHub, writerOf } from '../delivery-context.ts'
import type { CheckIdentity } from '../plan/intent.ts'
import { answerNumber, commentsAt, markerRun, type ReplyGitHub, resultMatcher } from './answer-place.ts'
import {
  ABANDONED_TEXT,
  type AbandonReason,
  abandonCheck,
  type CheckGitHub,
  checkIdentity,
  startCheck,
} from './check-run.ts'
import { type CommentGitHub, fetchOwnComment, findOwnComment, postComment, type RecentComments } from './comment.ts'

/** What the post step needs to finish the "working" comment and check run of a killed run. Plain JSON. */
export type PendingStatus = {
  number?: number
  /** The first comment of the review thread in which the comment is a reply. */
  thread?: number
  place?: AnswerPlace
  key: string
  run: string
  runUrl?: string
  check?: CheckIdentity
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
}

/** What to save before announce() writes, so that the post step can finish it. Undefined: announce() writes nothing. */
export function pendingStatus(
  task: Task,
  { identity, comment, checkRun, dryRun, github, quiet }: DeliveryContext,
): PendingStatus | undefined {
  if (dryRun || github === undefined || quiet === true) return undefined
  const number = comment === 'off' ? undefined : answerNumber(task)
  const { key, run } = writerOf(identity)
  if (number === undefined && !checkRun) return undefined
  return {
    number,
    thread: number === undefined ? undefined : identity.thread,
    place: number === undefined ? undefined : identity.place,
    key,
    run,
    runUrl: identity.runUrl,
    check: checkRun ? checkIdentity(task, identity, key) : undefined,
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
  if (github === undefined || dryRun) return {}
  const pending = pendingStatus(task, context)
  const [commented, checked] = await Promise.all([
    pending && postWorkingComment(pending, github, context, recentComments),
    pending && startWorkingCheck(pending, github, context),
    addReaction(task, github),
  ])
  return { ...commented, ...checked }
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
    const recent = await findInRecent(recentComments, context)
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
const findInRecent = async (recentComments: RecentCommentsPromise, context: DeliveryContext) => {
  // No two runs share a comment that uses up a code: of two runs with the same code, the first to create one has it.
  if (context.identity.record?.used !== undefined) return { isFirst: true } as const
  if (context.identity.thread !== undefined || context.identity.place !== undefined) return undefined
  const recent = await recentComments?.catch(() => undefined)
  return recent && findOwnComment(recent, resultMatcher(context))
}

async function postWorkingComment(
  pending: PendingStatus,
  github: DeliveryGitHub,
  context: DeliveryContext,
  recentComments: RecentCommentsPromise,
): Promise<Announcement> {
  if (pending.number === undefined) return {}
  try {
    const recent = await findInRecent(recentComments, context)
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
  github: CommentGitHub & ReplyGitHub & CheckGitHub,
  reason: AbandonReason = 'killed',
): Promise<boolean> {
  const results = await Promise.allSettled([
    pending.check !== undefined && abandonCheck(pending.check, github, reason),
    abandonComment(pending, github, reason),
  ])
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return results.some((result) => result.status === 'fulfilled' && result.value)
}

async function abandonComment(
  { number, key, run, runUrl, ...location }: PendingStatus,
  github: CommentGitHub & ReplyGitHub,
  reason: AbandonReason,
): Promise<boolean> {
  if (number === undefined) return false
  const place = commentsAt(github, location)
  const isFromRun = (marker: ResultMarker) => marker.key === key && marker.run === markerRun(run)
  const working = await fetchOwnComment(place, number, (marker) => isFromRun(marker) && marker.state === 'working')
  if (working === undefined) return false
  const log = runUrl === undefined ? '' : ` See the log of the [run](<${encodeURI(runUrl)}>).`
  const { title, text } = ABANDONED_TEXT[reason]
  const body = `${markerLine({ ...parseMarker(working.body), key, run, state: 'done' })}\n**${title}.** ${text}${log}`
  await postComment(place, { number, body, id: working.id, matches: isFromRun })
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
  markerLine({ ...writerOf(identity), state, ...identity.record })
