import { messageOf } from '../host/errors.ts'
import type { Comment, DiffFile } from './answers.ts'
import { OUR_MARKER } from './asking.ts'
import type { GitHub } from './client.ts'
import { oneLine, openPage, type Page } from './page.ts'
import type { Task } from './task.ts'

/** Most characters of each part. A part that is longer is cut, and the text says so. */
const MOST = {
  title: 300,
  body: 20_000,
  comment: 4_000,
  comments: 40_000,
  hunk: 4_000,
  fileDiff: 20_000,
  diff: 150_000,
  paths: 500,
}

/**
 * What the event is about, as text for the model: title, body, comments written before the event, the diff by file.
 * Everything people wrote stands as data between fences that carry the nonce, which nobody could know when they wrote.
 * A part GitHub does not give is named, never silently absent. Never rejects for what GitHub answers.
 */
export async function fetchContext(task: Task, github: GitHub, nonce: string): Promise<string> {
  const page = openPage(nonce)
  if (task.upstream) describeUpstream(task.upstream, page)
  if (task.number !== undefined && (task.about === 'pull_request' || task.about === 'issue')) {
    const [subject, comments, diff] = await Promise.all([
      attempt('The title and the description', () => readSubject(task, github)),
      attempt('The comments', () => github.comments(task.number ?? 0)),
      task.about === 'pull_request' ? attempt('The diff', () => readDiff(task, github)) : undefined,
    ])
    if (subject.ok) await writeSubject(task, subject.value, page)
    else page.note(subject.why)
    if (task.remark) writeRemark(task.remark, page)
    if (comments.ok) await writeComments(beforeEvent(comments.value, task), page)
    else page.note(comments.why)
    if (diff?.ok) writeDiff(diff.value, page)
    else if (diff) page.note(diff.why)
  }
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

/** The event's own text where it has any: what was edited since is not what somebody asked about. */
async function readSubject(task: Task, github: GitHub): Promise<Subject> {
  if (task.title !== undefined) return { title: task.title, body: task.body ?? '', author: task.opener }
  return github.issue(task.number ?? 0)
}

type Diff = { files: DiffFile[]; note?: string }

/** GitHub compares 300 files at most. */
const COMPARED_FILES = 300

/** The commits the event names, not those the branch has by now. */
async function readDiff(task: Task, github: GitHub): Promise<Diff> {
  if (task.base && task.head) {
    const { files } = await github.compare(task.base.sha, task.head.sha)
    if (files.length < COMPARED_FILES) return { files }
  }
  const files = await github.files(task.number ?? 0)
  return { files, note: 'This diff is the one the pull request has now.' }
}

/**
 * What stood there when the event happened. Seconds are all GitHub tells, so the second of the event itself is too late;
 * what was edited afterwards may say anything, so it is left out as a whole (a comment never edited was updated when it
 * was created). Our own comments only repeat us.
 */
function beforeEvent(comments: Comment[], task: Task): { kept: Comment[]; late: number } {
  const at = task.at === undefined ? Number.POSITIVE_INFINITY : Date.parse(task.at)
  const others = comments.filter(({ id, body }) => id !== task.comment?.id && !OUR_MARKER.test(body))
  const kept = others.filter(({ updatedAt }) => Date.parse(updatedAt) < at)
  return { kept, late: others.length - kept.length }
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

async function writeComments({ kept, late }: { kept: Comment[]; late: number }, page: Page): Promise<void> {
  const blocks: [Comment, string][] = []
  let room = MOST.comments
  for (const comment of kept.toReversed()) {
    const text = await page.prose(comment.body, MOST.comment)
    if (text.length > room) break
    room -= text.length
    blocks.unshift([comment, text])
  }
  const older = kept.length - blocks.length
  if (older > 0) page.note(`${older} older comments were left out for their length.`)
  for (const [{ author, createdAt }, text] of blocks)
    page.data('comment', { author: author ?? 'ghost', at: createdAt }, text)
  if (late > 0)
    page.note(`${late} comments were left out: they were written or edited at the moment of the event or later.`)
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
