import { OUR_MARKER } from './asking.ts'
import type { Conversation, LinkedIssue, ReviewWords, Said } from './conversation-calls.ts'
import { oneLine, type Page } from './page.ts'
import type { Thread } from './review-calls.ts'
import type { Task } from './task.ts'

/** Most characters of each part. */
const MOST = { comment: 4_000, comments: 40_000, thread: 4_000, threads: 30_000, title: 300, linked: 4_000 }

/** How much of the comments there is room for. */
export const TALK_CHARACTERS = MOST.comments

type Written = Pick<Said, 'author' | 'body' | 'at' | 'editedAt' | 'isHidden'>
type Count = { late: number; hidden: number; older: number }

/**
 * What people said, the newest of it where there is no room for all. What was written or edited at the second of the event
 * or later is left out as a whole, as it may say anything; so is what somebody minimised. Our own comments only repeat us.
 */
export async function writeTalk(talk: Conversation, task: Task, page: Page): Promise<void> {
  const count: Count = { late: 0, hidden: 0, older: talk.older }
  const isThere = (written: Written) => stoodThere(written, task, count)
  if (talk.closes === undefined)
    page.note('Which issues this closes could not be read; the job may lack `issues: read`.')
  for (const issue of talk.closes ?? []) await writeLinked(issue, task, page)
  await writeReviews(talk.reviews.filter(isThere), page)
  await writeThreads(talk, task, isThere, page)
  const comments = talk.comments.filter(({ id, body }) => !isTheRequest(id, task) && !OUR_MARKER.test(body))
  await writeComments(comments.filter(isThere), count, page)
  if (count.older > 0) page.note(`${count.older} older comments were left out for their length.`)
  if (count.late > 0)
    page.note(`${count.late} comments were left out: they were written or edited at the moment of the event or later.`)
  if (count.hidden > 0) page.note(`${count.hidden} comments were left out: somebody has minimised them.`)
}

const isTheRequest = (id: number, { comment }: Task) => id === comment?.id

/** Seconds are all GitHub tells, so the second of the event itself is too late. */
function stoodThere({ at, editedAt, isHidden }: Written, task: Task, count: Count): boolean {
  const event = task.at === undefined ? Number.POSITIVE_INFINITY : Date.parse(task.at)
  if (isHidden) count.hidden += 1
  else if (Date.parse(editedAt ?? at) >= event) count.late += 1
  else return true
  return false
}

/** Another repository's issue may be one that the readers of this one cannot see. */
async function writeLinked({ number, title, body, author, repository }: LinkedIssue, task: Task, page: Page) {
  if (repository.toLowerCase() !== `${task.repo.owner}/${task.repo.name}`.toLowerCase())
    return page.note('An issue of another repository that this closes was left out.')
  const text = `${oneLine(await page.prose(title, MOST.title))}\n\n${await page.prose(body, MOST.linked)}`
  page.data('linked-issue', { of: `issue #${number}`, author }, text.trim())
}

async function writeReviews(reviews: readonly ReviewWords[], page: Page): Promise<void> {
  for (const { author, body, state, at } of reviews)
    if (body.trim() !== '' && !OUR_MARKER.test(body))
      page.data(
        'review',
        { author: author ?? 'ghost', state: state.toLowerCase(), at },
        await page.prose(body, MOST.comment),
      )
}

/** Open threads before those that are settled, the newest first to get room; shown in the order they began. */
async function writeThreads(
  { threads, threadCount }: Conversation,
  task: Task,
  isThere: (written: Written) => boolean,
  page: Page,
): Promise<void> {
  const blocks = new Map<Thread, string>()
  let room = MOST.threads
  let left = threadCount - threads.length
  const isSettled = ({ isResolved, isOutdated }: Thread) => isResolved || isOutdated
  const ranked = threads.toReversed().toSorted((a, b) => Number(isSettled(a)) - Number(isSettled(b)))
  for (const thread of ranked) {
    const remarks = thread.remarks.filter((remark) => !isTheRequest(remark.id, task) && isThere(remark))
    if (remarks.length === 0) continue
    const lines: string[] = []
    for (const { author, at, body } of remarks)
      lines.push(`${oneLine(author ?? 'ghost')} (${at}):\n${await page.prose(body.replace(OUR_LINE, ''), MOST.thread)}`)
    const text = lines.join('\n\n')
    room -= text.length
    if (room < 0) left += 1
    else blocks.set(thread, text)
  }
  for (const thread of threads) {
    const text = blocks.get(thread)
    if (text === undefined) continue
    const { path, line, isResolved, isOutdated } = thread
    const state = isResolved ? 'resolved' : isOutdated ? 'outdated' : 'open'
    page.data('review-thread', { path, line, state }, text)
  }
  if (left > 0) page.note(`${left} more review threads were left out; read them with the tools.`)
}

/** The mark on our own remarks is no hidden text of somebody's. */
const OUR_LINE = /^<!-- sluice:v1[^\n]*-->\r?\n/

async function writeComments(kept: readonly Written[], count: Count, page: Page): Promise<void> {
  const blocks: [Written, string][] = []
  let room = MOST.comments
  for (const comment of kept.toReversed()) {
    const text = await page.prose(comment.body, MOST.comment)
    if (text.length > room) break
    room -= text.length
    blocks.unshift([comment, text])
  }
  count.older += kept.length - blocks.length
  for (const [{ author, at }, text] of blocks) page.data('comment', { author: author ?? 'ghost', at }, text)
}
