import { messageOf } from '../host/errors.ts'
import type { Comment, DiffFile } from './answers.ts'
import type { GitHub } from './client.ts'
import { changedBetween } from './compared.ts'
import { TALK_CHARACTERS, writeTalk } from './context-talk.ts'
import type { Conversation, Said } from './conversation-calls.ts'
import { oneLine, openPage, type Page } from './page.ts'
import type { Task } from './task.ts'

/** Most characters of each part. A part that is longer is cut, and the text says so. */
const MOST = {
  title: 300,
  body: 20_000,
  hunk: 4_000,
  fileDiff: 20_000,
  diff: 150_000,
  paths: 500,
}

/** What was said about the run's issue or pull request. Asked for once, for whoever needs it. Rejects with GitHubError. */
export function readConversation(task: Task, github: GitHub): Promise<Conversation> | undefined {
  if (task.number === undefined || (task.about !== 'pull_request' && task.about !== 'issue')) return undefined
  const asked = github.conversation(task.number, task.about, TALK_CHARACTERS)
  asked.catch(() => undefined) // whoever waits for it is told
  return asked
}

/**
 * What the event is about, as text for the model: title, body, linked issues, reviews, threads and comments written before
 * the event, the diff by file, the logs of what failed. Everything people wrote stands as data between fences that carry
 * the nonce, which nobody could know when they wrote. A part GitHub does not give is named, never silently absent. Never
 * rejects for what GitHub answers.
 */
export async function fetchContext(
  task: Task,
  github: GitHub,
  nonce: string,
  conversation = readConversation(task, github),
): Promise<string> {
  const page = openPage(nonce)
  if (task.upstream) {
    describeUpstream(task.upstream, page)
    await (await import('./context-logs.ts')).writeFailedLogs(task.upstream, github, page)
  }
  if (task.number === undefined || conversation === undefined) return page.text('# Material')

  const [talk, diff] = await Promise.all([
    attempt('What was said', () => conversation),
    task.about === 'pull_request' ? attempt('The diff', () => readDiff(task, github)) : undefined,
  ])
  const plain = talk.ok ? undefined : await readPlainly(task.number, task, github)
  const subject = subjectOf(task, talk.ok ? talk.value : plain?.subject)
  if (subject !== undefined) await writeSubject(task, subject, page)
  if (task.remark) writeRemark(task.remark, page)
  if (talk.ok) await writeTalk(talk.value, task, page)
  else await writePlainly(plain, task, page, talk.why)
  if (diff?.ok) writeDiff(diff.value, page)
  else if (diff) page.note(diff.why)
  return page.text('# Material')
}

type Attempt<Value> = { ok: true; value: Value } | { ok: false; why: string }

async function attempt<Value>(what: string, read: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { ok: true, value: await read() }
  } catch (error) {
    return { ok: false, why: `${what} could not be read: ${messageOf(error)}` }
  }
}

type Subject = { title: string; body: string; author: string | undefined }
type Plainly = { subject: Subject | undefined; comments: Said[] | undefined }

/** GraphQL tells issues and pull requests apart and may be closed to a token; REST gives the words of both. */
async function readPlainly(number: number, task: Task, github: GitHub): Promise<Plainly> {
  const [subject, comments] = await Promise.all([
    task.title === undefined ? github.issue(number).catch(() => undefined) : undefined,
    github.comments(number).catch(() => undefined),
  ])
  return { subject, comments: comments?.map(asSaid) }
}

/** A comment that was never edited was updated when it was created. */
const asSaid = ({ id, author, body, url, createdAt, updatedAt }: Comment): Said => ({
  ...{ id, author, body, url, at: createdAt, editedAt: updatedAt === createdAt ? undefined : updatedAt },
  ...{ isHidden: false, isOurs: false },
})

async function writePlainly(plain: Plainly | undefined, task: Task, page: Page, why: string): Promise<void> {
  if (plain?.comments === undefined) return page.note(why)
  const nothingElse = {
    title: '',
    body: '',
    author: undefined,
    older: 0,
    reviews: [],
    threads: [],
    threadCount: 0,
    closes: [],
  }
  await writeTalk({ ...nothingElse, comments: plain.comments }, task, page)
  if (task.about === 'pull_request') page.note(`There may be reviews and review threads, too. ${why}`)
}

/** The event's own text where it has any: what was edited since is not what somebody asked about. */
const subjectOf = (task: Task, fetched: Subject | undefined): Subject | undefined =>
  task.title === undefined ? fetched : { title: task.title, body: task.body ?? '', author: task.opener }

type Diff = { files: DiffFile[]; note?: string }

/** The commits the event names, not those the branch has by now. */
async function readDiff(task: Task, github: GitHub): Promise<Diff> {
  const bound = task.base && task.head ? await changedBetween(task.base.sha, task.head.sha, github) : undefined
  if (bound !== undefined) return { files: bound }
  const files = await github.files(task.number ?? 0)
  return { files, note: 'This diff is the one the pull request has now.' }
}

async function writeSubject(task: Task, { title, body, author }: Subject, page: Page): Promise<void> {
  const what = task.about === 'pull_request' ? 'pull request' : 'issue'
  const sides =
    task.base && task.head
      ? {
          base: `${task.base.ref} ${task.base.sha}`,
          head: `${task.head.ref} ${task.head.sha}`,
          head_repository: task.head.repo ?? 'gone',
        }
      : {}
  page.data('title', { of: `${what} #${task.number}`, author, ...sides }, oneLine(await page.prose(title, MOST.title)))
  page.data('description', { author }, body.trim() === '' ? '(empty)' : await page.prose(body, MOST.body))
}

function writeRemark({ path, line, hunk }: NonNullable<Task['remark']>, page: Page) {
  page.data('commented-lines', { path, line }, page.code(hunk, MOST.hunk))
}

function writeDiff({ files, note: aside }: Diff, page: Page) {
  if (aside !== undefined) page.note(aside)
  if (files.length === 0) return page.note('The pull request changes no files.')
  const left: string[] = []
  let room = MOST.diff
  for (const file of files) {
    const patch = file.patch === undefined ? undefined : page.code(file.patch, MOST.fileDiff)
    if (patch === undefined || patch.length > room) {
      left.push(`${describeFile(file)} (${patch === undefined ? whyNoPatch(file) : 'no room'})`)
      continue
    }
    room -= patch.length
    page.data('diff', diffFacts(file), patch)
  }
  if (left.length === 0) return
  page.note(`${left.length} of ${files.length} changed files are listed without their diff; read them with the tools.`)
  const shown = left.slice(0, MOST.paths)
  page.data(
    'changed-files',
    { files: left.length },
    [...shown, ...(left.length > shown.length ? [`… and ${left.length - shown.length} more`] : [])].join('\n'),
  )
}

function describeUpstream(
  { workflow, event, conclusion, branch, sha, runId }: NonNullable<Task['upstream']>,
  page: Page,
) {
  page.data('workflow-run', { run_id: runId, event, conclusion: conclusion ?? 'none', branch, sha }, oneLine(workflow))
}

/** A changed file as the attributes of its diff. */
export const diffFacts = ({ path, previousPath, status, additions, deletions }: DiffFile) => ({
  path,
  former_path: previousPath,
  status,
  added: additions,
  removed: deletions,
})

export function describeFile({ path, previousPath, status, additions, deletions }: DiffFile): string {
  const from = previousPath === undefined ? '' : ` from ${JSON.stringify(oneLine(previousPath))}`
  return `${JSON.stringify(oneLine(path))} ${status}${from} +${additions} -${deletions}`
}

export const whyNoPatch = ({ status, additions, deletions }: DiffFile) =>
  status === 'renamed' && additions + deletions === 0 ? 'same content' : 'binary, or too large for GitHub'
