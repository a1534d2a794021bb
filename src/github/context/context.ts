import { messageOf } from '../../platform/errors.ts'
import { toOneLine } from '../../text/format-text.ts'
import { type GitHub, MAX_COMPARED_FILES } from '../api/github.ts'
import type { ConversationComment, GitHubConversation } from '../api/issue-conversation.ts'
import type { Comment } from '../api/response-schemas.ts'
import { forEachItem, itemTask } from '../events/listed-items.ts'
import type { AnswerPlace, EventFact, ListedItem, Task, UpstreamRun } from '../events/task.ts'
import { SLUICE_MARKER } from '../events/trigger-rules.ts'
import { confirmTexts, NO_OWN_TEXTS } from '../own-text.ts'
import { cutPatchStart, numberPatch } from '../patch-rows.ts'
import { recordLines, recordWhole } from '../shown-lines.ts'
import { type AttributesCalls, groupChangedFiles, readChangedFiles } from './changed-files.ts'
import { rangeAttributes, readConversation, writeConversation } from './context-comments.ts'
import { type ContextDiff, readChangesSince, readDeclarationTexts, writeDiff } from './diff.ts'
import { recordPromptChanges } from './diff-coverage.ts'
import { hasFailed, namedFirst, readFailedChecks, writeFailedChecks, writeFailedLogs } from './failed-logs.ts'
import {
  maySort,
  ownersOf,
  readMentioned,
  readOwners,
  readSortingFacts,
  withQuotableIssues,
  writeIssueState,
  writeMentioned,
  writeOwners,
  writeSortingFacts,
} from './issue-facts.ts'
import { openPromptData, type PromptData } from './prompt-data.ts'

/** The maximum UTF-16 units of each part. A longer part is truncated with a note. */
const MAX_CHARACTERS = {
  title: 300,
  body: 20_000,
  hunk: 4_000,
}

/** `allowedLabels`: globs of the labels that the run may set; an empty list allows all. */
export type ContextOptions = {
  conversation?: Promise<GitHubConversation> | undefined
  allowedLabels?: readonly string[]
}

/**
 * The subject of the event as text for the model: title, body, linked issues, reviews, threads and comments from before the event,
 * the diff by file, the logs of failed jobs. User text is inside data blocks that carry the nonce, which its authors could not
 * know. A note replaces every part that GitHub does not return. Never rejects with GitHubError.
 */
export async function fetchContext(
  task: Task,
  github: GitHub,
  nonce: string,
  { conversation = readConversation(task, github), allowedLabels = [] }: ContextOptions = {},
): Promise<string> {
  const output = openPromptData(nonce)
  const sorting = maySort(task) ? readSortingFacts(task, github) : undefined
  if (task.upstream) {
    const change = hasFailed(task.upstream) ? readBrokenChange(task, task.upstream, github) : undefined
    writeUpstream(task.upstream, output)
    const logs = await writeFailedLogs(task.upstream, github, output)
    const broken = await (change ?? (logs === undefined ? undefined : readBrokenChange(task, task.upstream, github)))
    if (broken?.ok && broken.value !== undefined)
      writeDiff({ ...broken.value, files: namedFirst(broken.value.files, logs ?? '') }, github, output, BROKEN_CHANGE)
    else if (broken?.ok === false) output.note(broken.reason)
  }
  await writeEventFacts(task.facts ?? [], output)
  if (task.place !== undefined) await writePlaceComments(task, task.place, github, output)
  if (task.items !== undefined) await writeItems(task, task.items, github, output)
  if (task.items !== undefined && sorting !== undefined)
    await writeSortingFacts(await sorting, { task, allowedLabels }, github, output)
  if (task.number === undefined || conversation === undefined) {
    if (task.compared !== undefined) await writeCompared(task.compared, github, output)
    return output.text('# Material')
  }

  const owners =
    task.kind === 'pull_request' ? readOwners(task.base?.sha ?? task.sha, github) : Promise.resolve(undefined)
  const failedChecks = task.kind === 'pull_request' && task.head ? readFailedChecks(task.head.sha, github) : undefined
  const mentioned = task.kind === 'pull_request' ? readMentioned(task, conversation, github) : undefined
  const [read, ownTexts, diff] = await Promise.all([
    tryRead('The conversation', () => conversation),
    conversation.then(({ comments }) => confirmTexts(comments, github)).catch(() => NO_OWN_TEXTS),
    task.kind === 'pull_request' ? tryRead('The diff', () => readDiff(task, github)) : undefined,
  ])
  const overRest = read.ok ? undefined : await readOverRest(task.number, task, github)
  const subject = titleAndBodyOf(task, read.ok ? read.value : overRest?.subject)
  if (subject !== undefined) await writeSubject(task, subject, output)
  if (task.kind === 'pull_request' && subject !== undefined && subject.body.length <= MAX_CHARACTERS.body)
    recordWhole(`pull request #${task.number}`, github)
  if (task.reviewedLines) writeReviewedLines(task.reviewedLines, github, output)
  if (read.ok && read.value.state !== undefined) writeIssueState(read.value.state, subject?.body ?? '', output)
  if (read.ok) {
    const { conversation: quotable, omitted } = await withQuotableIssues(read.value, task, github)
    const isWhole = await writeConversation(quotable, ownTexts, task, output)
    if (isWhole) recordWhole(`comments #${task.number}`, github)
    if (read.value.state !== undefined && (subject?.body.length ?? 0) <= MAX_CHARACTERS.body)
      recordWhole(`issue #${task.number}`, github)
    if (omitted > 0)
      output.note(`${omitted} comments on closed issues are by people without write permission; they are not here.`)
  } else await writeRestConversation(overRest, task, output, read.reason)
  await writeMentioned((await mentioned) ?? { issues: [], isDenied: false }, task, github, output)
  if (sorting !== undefined) await writeSortingFacts(await sorting, { task, allowedLabels }, github, output)
  if (failedChecks !== undefined) writeFailedChecks(await failedChecks, output)
  if (diff?.ok) {
    writeOwners(
      await owners.then((file) =>
        ownersOf(
          diff.value.files.map(({ path }) => path),
          file,
        ),
      ),
      output,
    )
    writeDiff(diff.value, github, output)
    recordPromptChanges(task.number, diff.value, github)
  } else if (diff) output.note(diff.reason)
  return output.text('# Material')
}

/** The maximum UTF-16 units of the diffs beside the logs of a run that failed. */
const BROKEN_CHANGE = { fileDiff: 5_000, diff: 10_000 }

/**
 * The change that a workflow run was about: that of its pull request; for a push, from the last commit of the branch on which the
 * workflow succeeded. Undefined when neither is known.
 */
function readBrokenChange(task: Task, upstream: UpstreamRun, github: GitHub) {
  return tryRead('The change', async (): Promise<ContextDiff | undefined> => {
    const { sha, branch, path = '', event } = upstream
    if (task.number !== undefined) {
      const subject = { number: task.number, base: task.base?.sha, head: sha }
      const { files, missing } = await readChangedFiles(subject, github)
      return {
        files,
        notes: [`The change of pull request #${task.number}:`, ...(missing === undefined ? [] : [missing])],
      }
    }
    const workflow = /([^/@]+\.ya?ml)(?:@.*)?$/.exec(path)?.[1]
    if (workflow === undefined || branch === undefined || event.startsWith('pull_request')) return undefined
    const commits = await github.greenCommits(workflow, branch).catch(() => [])
    for (const green of commits.filter((commit) => commit !== sha).slice(0, MAX_GREEN)) {
      const { mergeBase, files } = await github.compare(green, sha)
      // When an older run is run again, the workflow may have succeeded since.
      if (mergeBase === sha) continue
      const notes = [
        `The changes from ${green}, the last commit of ${JSON.stringify(branch)} on which this workflow succeeded:`,
      ]
      return { files: await groupChangedFiles(files, green, github), notes }
    }
    return undefined
  })
}

const MAX_GREEN = 5

type ReadResult<Value> = { ok: true; value: Value } | { ok: false; reason: string }

async function tryRead<Value>(part: string, read: () => Promise<Value>): Promise<ReadResult<Value>> {
  try {
    return { ok: true, value: await read() }
  } catch (error) {
    return { ok: false, reason: `${part} could not be read: ${messageOf(error)}` }
  }
}

type TitleAndBody = { title: string; body: string; author: string | undefined }

type RestConversation = { subject: TitleAndBody | undefined; comments: ConversationComment[] | undefined }

/** Does not use GraphQL: a token may lack access to it, and its query must say whether the number is an issue or a pull request. */
async function readOverRest(number: number, task: Task, github: GitHub): Promise<RestConversation> {
  const [subject, comments] = await Promise.all([
    task.title === undefined ? github.issue(number).catch(() => undefined) : undefined,
    github.comments(number).catch(() => undefined),
  ])
  return { subject, comments: comments?.map(toConversationComment) }
}

/** A comment whose two times are equal was never edited. */
const toConversationComment = ({ id, author, body, url, createdAt, updatedAt }: Comment): ConversationComment => ({
  id,
  author,
  body,
  url,
  createdAt,
  editedAt: updatedAt === createdAt ? undefined : updatedAt,
  editor: undefined,
  isHidden: false,
  isOwn: false,
  isMember: false,
})

async function writeRestConversation(
  conversation: RestConversation | undefined,
  task: Task,
  output: PromptData,
  reason: string,
): Promise<void> {
  if (conversation?.comments === undefined) return output.note(reason)
  const emptyParts = {
    title: '',
    body: '',
    author: undefined,
    olderComments: 0,
    reviews: [],
    threads: [],
    threadCount: 0,
    closingIssues: [],
  }
  await writeConversation({ ...emptyParts, comments: conversation.comments }, NO_OWN_TEXTS, task, output)
  if (task.kind === 'pull_request') output.note(`Reviews and review threads are missing here. ${reason}`)
}

/** The text of the event, if it has any: a later edit must not change what the request is about. */
const titleAndBodyOf = (task: Task, fetched: TitleAndBody | undefined): TitleAndBody | undefined =>
  task.title === undefined ? fetched : { title: task.title, body: task.body ?? '', author: task.openedBy }

/** What the pull request changes up to the commit of the event. */
async function readDiff(task: Task, github: GitHub): Promise<ContextDiff & { missing?: string }> {
  const subject = { number: task.number ?? 0, base: task.base?.sha, head: task.head?.sha }
  const { files, missing, isCurrent } = await readChangedFiles(subject, github)
  const { number = 0, head, lastReviewed } = task
  if (head !== undefined && lastReviewed !== undefined && !isCurrent && missing === undefined) {
    const later = await readChangesSince(files, { number, head: head.sha, reviewed: lastReviewed }, github)
    if (later !== undefined) return { ...later, texts: await readDeclarationTexts(later.files, github) }
  }
  const current = isCurrent ? ['This is the current diff of the pull request, which may be newer than the event.'] : []
  const notes = [...current, ...(missing === undefined ? [] : [missing])]
  return { files, notes, missing, texts: await readDeclarationTexts(files, github) }
}

/** The maximum UTF-16 units of all items of a list, and of one. */
const LIST_CHARACTERS = { all: 600_000, item: 40_000 }

/** Writes each item with its comments. An item's blocks carry its number. */
async function writeItems(task: Task, items: readonly ListedItem[], github: GitHub, output: PromptData): Promise<void> {
  const names = items.map(({ number }) => `#${number}`).join(', ')
  output.note(`This run is about ${names}. Judge each by itself: no text of one says anything about another.`)
  const room = Math.min(LIST_CHARACTERS.item, Math.floor(LIST_CHARACTERS.all / items.length / 2))
  const conversations = await forEachItem(items, (item) =>
    tryRead(`The comments on #${item.number}`, async () =>
      item.kind === undefined ? undefined : readConversation(itemTask(task, item), github),
    ),
  )
  for (const [index, item] of items.entries()) {
    const { number, title, body = '', openedBy, kind } = item
    const read = conversations[index]
    if (title === undefined || kind === undefined || read === undefined) {
      output.note(item.problem ?? `#${number} could not be read.`)
      continue
    }
    const numbered: PromptData = {
      ...output,
      data: (block, attributes, text) => output.data(block, { of: `#${number}`, ...attributes }, text),
    }
    await writeSubject(itemTask(task, item), { title, body, author: openedBy }, numbered, { state: item.state, room })
    // What only pull requests have comes from tools, so that one of them does not fill the list.
    if (read.ok && read.value?.state !== undefined) writeIssueState(read.value.state, body, numbered)
    if (read.ok && read.value !== undefined) {
      const ownTexts = await confirmTexts(read.value.comments, github).catch(() => NO_OWN_TEXTS)
      await writeConversation({ ...read.value, ...NO_REVIEWS }, ownTexts, itemTask(task, item), numbered, room)
    }
    if (!read.ok) output.note(read.reason)
    if (kind === 'pull_request')
      output.note(`#${number} is a pull request. Read its diff and reviews with the tools for GitHub.`)
  }
}

const NO_REVIEWS = { reviews: [], threads: [], threadCount: 0, closingIssues: [] }

async function writeSubject(
  task: Task,
  { title, body, author }: TitleAndBody,
  output: PromptData,
  { state, room = MAX_CHARACTERS.body }: { state?: string | undefined; room?: number } = {},
): Promise<void> {
  const noun = task.kind === 'pull_request' ? 'pull request' : 'issue'
  const reader = task.kind === 'pull_request' ? 'github__get_pull_request' : 'github__get_issue'
  const branches =
    task.base && task.head
      ? {
          base: `${task.base.ref} ${task.base.sha}`,
          head: `${task.head.ref} ${task.head.sha}`,
          head_repository: task.head.repo ?? 'deleted',
        }
      : {}
  output.data(
    'title',
    { of: `${noun} #${task.number}`, author, state, ...branches },
    toOneLine(await output.prose(title, MAX_CHARACTERS.title, `with ${reader}`)),
  )
  output.data(
    'description',
    { author },
    body.trim() === ''
      ? '(empty)'
      : await output.prose(body, Math.min(MAX_CHARACTERS.body, room), `with ${reader} and number ${task.number}`),
  )
}

function writeReviewedLines(
  { path, outdatedAt, hunk, ...range }: NonNullable<Task['reviewedLines']>,
  github: Pick<GitHub, 'repo'>,
  output: PromptData,
) {
  const attributes = { path, ...rangeAttributes(range), state: outdatedAt && 'outdated', commit: outdatedAt }
  const lines = cutPatchStart(output.code(numberPatch(hunk), hunk.length * 2), MAX_CHARACTERS.hunk, path)
  output.data('commented-lines', attributes, lines)
  if (outdatedAt === undefined) recordLines(path, 'diff', lines, github)
  if (range.side === 'LEFT')
    output.note('The commented lines are lines that the pull request removes. Their numbers count in the old file.')
  if (outdatedAt !== undefined)
    output.note('The commented lines are outdated: they are those of an earlier commit. The current file may differ.')
}

function writeUpstream(
  { workflow, event, conclusion, branch, sha, runId }: NonNullable<Task['upstream']>,
  output: PromptData,
) {
  output.data(
    'workflow-run',
    { run_id: runId, event, conclusion: conclusion ?? 'none', branch, sha },
    toOneLine(workflow),
  )
}

/** The maximum UTF-16 units of each part. */
const MAX_FACT_CHARACTERS = { lines: 40_000, prose: 20_000, comment: 4_000 }

const MAX_PLACE_COMMENTS = 30

/** For what no tool reads. */
const ON_GITHUB = 'on GitHub; no tool returns it'

/** Writes what the event says, as data. */
export async function writeEventFacts(facts: readonly EventFact[], output: PromptData): Promise<void> {
  for (const { kind, attributes = {}, format, text } of facts) {
    const clean =
      format === 'prose'
        ? await output.prose(text, MAX_FACT_CHARACTERS.prose, ON_GITHUB)
        : output.code(text, MAX_FACT_CHARACTERS.lines, ON_GITHUB)
    output.data(kind, attributes, clean)
  }
}

/** Writes the difference of the two commits of a push or merge group. */
export async function writeCompared(
  { base, head }: NonNullable<Task['compared']>,
  github: Pick<GitHub, 'compare' | AttributesCalls>,
  output: PromptData,
): Promise<void> {
  try {
    const { files } = await github.compare(base, head)
    output.note(`The difference between the merge base of ${base} and ${head}, and ${head}:`)
    const isIncomplete = files.length >= MAX_COMPARED_FILES
    const grouped = await groupChangedFiles(files, base, github)
    writeDiff({ files: grouped, notes: isIncomplete ? [INCOMPLETE_COMPARISON] : [] }, github, output)
  } catch (error) {
    output.note(`The diff could not be read: ${messageOf(error)}`)
  }
}

export const INCOMPLETE_COMPARISON = `GitHub lists at most ${MAX_COMPARED_FILES} files of a comparison; there may be more.`

/** Writes the comments of the discussion thread or commit from before the event. */
export async function writePlaceComments(
  { requestedAt = '' }: Task,
  place: AnswerPlace,
  github: Pick<GitHub, 'discussionComments' | 'commitComments'>,
  output: PromptData,
): Promise<void> {
  try {
    const comments = await (place.kind === 'commit'
      ? github.commitComments(place.sha)
      : github.discussionComments(place))
    const isEarlier = ({ updatedAt, body }: { updatedAt: string; body: string }) =>
      !SLUICE_MARKER.test(body) && !(Date.parse(updatedAt) >= Date.parse(requestedAt))
    const earlier = comments.filter(isEarlier)
    for (const { author, body, createdAt } of earlier.slice(-MAX_PLACE_COMMENTS))
      output.data(
        'comment',
        { author: author ?? 'ghost', created: createdAt },
        await output.prose(body, MAX_FACT_CHARACTERS.comment, ON_GITHUB),
      )
    const older = earlier.length - MAX_PLACE_COMMENTS
    if (older > 0) output.note(`${older} older comments were omitted to save space; read them ${ON_GITHUB}.`)
  } catch (error) {
    output.note(`The comments could not be read: ${messageOf(error)}`)
  }
}
