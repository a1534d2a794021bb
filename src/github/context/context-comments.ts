import { toOneLine } from '../../text/format-text.ts'
import type { GitHub } from '../api/github.ts'
import type { ConversationComment, GitHubConversation, LinkedIssue, ReviewSummary } from '../api/issue-conversation.ts'
import type { ReviewThread } from '../api/reviews.ts'
import type { DiffRange, Task } from '../events/task.ts'
import { SLUICE_MARKER } from '../events/trigger-rules.ts'
import type { OwnTexts } from '../own-text.ts'
import { parseMarker } from '../result-marker.ts'
import type { PromptData } from './prompt-data.ts'

/** The maximum UTF-16 units of each part. */
const MAX_CHARACTERS = {
  comment: 4_000,
  thread: 4_000,
  threads: 30_000,
  title: 300,
  linked: 4_000,
  linkedComment: 2_000,
  linkedComments: 8_000,
}

type DatedComment = Pick<ConversationComment, 'author' | 'body' | 'createdAt' | 'editedAt' | 'isHidden'>

type OmittedCounts = { late: number; hidden: number; older: number }

/**
 * Writes linked issues, reviews, review threads and comments, the newest ones when not all fit. Omits text written or edited in the
 * second of the event or later (its author could react to the run), and minimized comments. Earlier answers of this workflow come
 * without their report about the run; a comment by another account with its marker is omitted. `characters`: the room for comments.
 * Returns whether there are comments and none is omitted or cut.
 */
export async function writeConversation(
  conversation: GitHubConversation,
  ownTexts: OwnTexts,
  task: Task,
  output: PromptData,
  characters = CONVERSATION_CHARACTERS,
): Promise<boolean> {
  const omitted: OmittedCounts = { late: 0, hidden: 0, older: conversation.olderComments }
  const isIncluded = (comment: DatedComment) => countOrInclude(comment, task, omitted)
  if (conversation.closingIssues === undefined)
    output.note('The issues that the pull request closes could not be read; the job may lack `issues: read`.')
  for (const issue of conversation.closingIssues ?? []) await writeLinked(issue, task, output)
  await writeReviews(conversation.reviews.filter(isIncluded), output)
  await writeThreads(conversation, task, isIncluded, output)
  const comments = conversation.comments.filter(
    (comment) => !isTriggerComment(comment.id, task) && (comment.isOwn ? !isWorking(comment) : !isMarked(comment)),
  )
  await writeComments(comments.filter(isIncluded), { ownTexts, omitted, room: characters }, output)
  if (omitted.older > 0)
    output.note(`${omitted.older} older comments were omitted to save space; github__list_comments reads them.`)
  if (omitted.late > 0)
    output.note(
      `${omitted.late} comments were omitted because they were written or edited at the time of the event or later.`,
    )
  if (omitted.hidden > 0) output.note(`${omitted.hidden} comments were omitted because they are minimized.`)
  const isCut = comments.some(({ body }) => body.length > MAX_CHARACTERS.comment)
  return comments.length > 0 && !isCut && omitted.older + omitted.late + omitted.hidden === 0
}

const isMarked = ({ body }: ConversationComment) => SLUICE_MARKER.test(body)

/** A comment that still says "working" has nothing to tell. */
const isWorking = ({ body }: ConversationComment) => /^<!-- sluice:v1 [^\n]*state=working/.test(body)

/** Whether a comment is an earlier answer of this workflow. */
function isEarlierAnswer(comment: ConversationComment, ownTexts: OwnTexts): boolean {
  const text = ownTexts.of(comment)
  return text !== undefined && parseMarker(text) !== undefined
}

const isTriggerComment = (id: number, { comment }: Task) => id === comment?.id

/** Whether a comment is included; counts it otherwise. GitHub's times are in seconds, so the second of the event is too late. */
function countOrInclude({ createdAt, editedAt, isHidden }: DatedComment, task: Task, omitted: OmittedCounts): boolean {
  const event = task.requestedAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(task.requestedAt)
  if (isHidden) omitted.hidden += 1
  else if (Date.parse(editedAt ?? createdAt) >= event) omitted.late += 1
  else return true
  return false
}

/** Readers of this repository may lack access to the issues of another one. */
async function writeLinked(
  { number, title, text, openedBy, state, repository, comments }: LinkedIssue,
  task: Task,
  output: PromptData,
) {
  if (repository.toLowerCase() !== `${task.repo.owner}/${task.repo.name}`.toLowerCase())
    return output.note('A linked issue of another repository was omitted.')
  const rest = `with github__get_issue and number ${number}`
  const said = `${toOneLine(await output.prose(title, MAX_CHARACTERS.title, rest))}\n\n${await output.prose(text, MAX_CHARACTERS.linked, rest)}`
  output.data('linked-issue', { of: `issue #${number}`, state, author: openedBy }, said.trim())
  const event = task.requestedAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(task.requestedAt)
  let room = MAX_CHARACTERS.linkedComments
  let unread = 0
  for (const { by, text: comment, createdAt, editedAt } of comments) {
    const isLate = Date.parse(editedAt ?? createdAt) >= event
    const clean =
      isLate || SLUICE_MARKER.test(comment)
        ? ''
        : await output.prose(comment, MAX_CHARACTERS.linkedComment, `with github__list_comments and number ${number}`)
    if (clean.length > room) unread += 1
    if (clean === '' || clean.length > room) continue
    room -= clean.length
    output.data('linked-comment', { of: `issue #${number}`, author: by, created: createdAt }, clean)
  }
  if (unread > 0)
    output.note(
      `${unread} comments on issue #${number} had no room; github__list_comments with number ${number} reads them.`,
    )
}

async function writeReviews(reviews: readonly ReviewSummary[], output: PromptData): Promise<void> {
  for (const { author, body, state, createdAt } of reviews)
    if (body.trim() !== '' && !SLUICE_MARKER.test(body))
      output.data(
        'review',
        { author: author ?? 'ghost', state: state.toLowerCase(), created: createdAt },
        await output.prose(body, MAX_CHARACTERS.comment, 'with github__pull_request_read and method get_reviews'),
      )
}

/** Open threads get room first, newest first. The output is in the order in which the threads began. */
async function writeThreads(
  { threads, threadCount }: GitHubConversation,
  task: Task,
  isIncluded: (comment: DatedComment) => boolean,
  output: PromptData,
): Promise<void> {
  const blocks = new Map<ReviewThread, string>()
  let room = MAX_CHARACTERS.threads
  let omittedThreads = threadCount - threads.length
  const isClosed = ({ isResolved, isOutdated }: ReviewThread) => isResolved || isOutdated
  const ranked = threads.toReversed().toSorted((a, b) => Number(isClosed(a)) - Number(isClosed(b)))
  for (const thread of ranked) {
    const comments = thread.comments.filter((comment) => !isTriggerComment(comment.id, task) && isIncluded(comment))
    if (comments.length === 0) continue
    const lines: string[] = []
    for (const { author, createdAt, body } of comments)
      lines.push(
        `${toOneLine(author ?? 'ghost')} (${createdAt}):\n${await output.prose(body.replace(MARKER_LINE, ''), MAX_CHARACTERS.thread, 'with github__list_review_threads')}`,
      )
    const text = lines.join('\n\n')
    room -= text.length
    if (room < 0) omittedThreads += 1
    else blocks.set(thread, text)
  }
  for (const thread of threads) {
    const text = blocks.get(thread)
    if (text === undefined) continue
    const state = thread.isResolved ? 'resolved' : thread.isOutdated ? 'outdated' : 'open'
    output.data('review-thread', { path: thread.path, ...rangeAttributes(thread), state }, text)
  }
  if (omittedThreads > 0)
    output.note(`${omittedThreads} more review threads were omitted; github__list_review_threads reads them.`)
}

/** Where lines of a diff are, in the words of GitHub. Lines that left the diff have only their original numbers. */
export function rangeAttributes(range: DiffRange): Record<string, string | number | undefined> {
  const { line, startLine, side, startSide = side, originalLine, originalStartLine } = range
  const isRange = (line === undefined ? originalStartLine : startLine) !== undefined
  return {
    start_line: line === undefined ? undefined : startLine,
    line,
    original_start_line: line === undefined ? originalStartLine : undefined,
    original_line: line === undefined ? originalLine : undefined,
    start_side: isRange && startSide !== side ? startSide : undefined,
    side,
  }
}

/** The marker of this action must not count as hidden text. */
const MARKER_LINE = /^<!-- sluice:v1[^\n]*-->\r?\n/

/** The answer without the folds and the footer that report on the run: its diff, tool log, denied calls and usage. */
function withoutReport(body: string): string {
  const text = body
    .replace(MARKER_LINE, '')
    .replace(/\n<sub>[^\n]*<\/sub>\s*$/, '')
    .trimEnd()
  const fold = text.endsWith('</details>') ? text.lastIndexOf('\n<details>\n<summary>') : -1
  return fold === -1 ? text : withoutReport(text.slice(0, fold))
}

/** The newest comments, in order. Answers of this action have a kind of their own. */
async function writeComments(
  comments: readonly ConversationComment[],
  limits: { ownTexts: OwnTexts; omitted: OmittedCounts; room: number },
  output: PromptData,
): Promise<void> {
  const blocks: [ConversationComment, string][] = []
  const { ownTexts, omitted } = limits
  let { room } = limits
  for (const comment of comments.toReversed()) {
    const body = comment.isOwn && isMarked(comment) ? withoutReport(comment.body) : comment.body
    const text = await output.prose(
      body,
      MAX_CHARACTERS.comment,
      `with github__list_comments and comment ${comment.id}`,
    )
    if (text.length > room) break
    room -= text.length
    blocks.unshift([comment, text])
  }
  omitted.older += comments.length - blocks.length
  for (const [comment, text] of blocks) {
    const kind = isEarlierAnswer(comment, ownTexts) ? 'your-earlier-answer' : 'comment'
    output.data(kind, { author: comment.author ?? 'ghost', created: comment.createdAt }, text)
  }
}

/** The maximum UTF-16 units of all comments together. */
export const CONVERSATION_CHARACTERS = 40_000

/** The conversation of the task's issue or pull request; undefined when the task has none. Rejects with GitHubError. */
export function readConversation(
  task: Pick<Task, 'number' | 'kind'>,
  github: Pick<GitHub, 'conversation'>,
): Promise<GitHubConversation> | undefined {
  if (task.number === undefined || (task.kind !== 'pull_request' && task.kind !== 'issue')) return undefined
  const conversation = github.conversation(task.number, task.kind, CONVERSATION_CHARACTERS)
  conversation.catch(() => undefined) // those who await it still see the error
  return conversation
}
