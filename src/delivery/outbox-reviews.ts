import { z } from 'zod'
import type { DiffFile } from '../github/answers.ts'
import { changedBetween } from '../github/compared.ts'
import type { Thread } from '../github/review-calls.ts'
import type { Task } from '../github/task.ts'
import { askOnce } from '../host/once.ts'
import { done, type Tool, type ToolResult } from '../tools/tool.ts'
import { type Placed, placeRemark, readPatch } from './diff-lines.ts'
import type { Remark } from './intent.ts'
import { plural } from './markdown.ts'
import { hashOf, noteOf } from './note.ts'
import { type OutboxGitHub, type OutboxOptions, propose, titleOf } from './propose.ts'
import { readSuggestion } from './suggestion.ts'
import { overQuota, refuse, type Tray, whyNotText } from './tray.ts'

const LATER = 'It is posted when the run has ended.'

/**
 * Proposals about the run's pull request. Where there is none they are there too, and say so: the same tools in every run
 * of a repository keep the start of its prompts the same, which the model's cache lives on.
 */
export function pullRequestTools(task: Task, github: OutboxGitHub, options: OutboxOptions, tray: Tray): Tool[] {
  const mayPropose = options.changes === 'commit' || options.changes === 'pull_request'
  const request = mayPropose ? [createPullRequest(tray)] : []
  const isAbout = task.about === 'pull_request' || task.about === 'workflow_run'
  const number = isAbout ? task.number : undefined
  if (number === undefined) return [...toolsFor(0, task, github, options, tray).map(withoutOne), ...request]
  return [...toolsFor(number, task, github, options, tray), ...request]
}

const withoutOne = (tool: Tool): Tool => ({
  ...tool,
  run: async () => refuse('This run is not about a pull request. Say what you found in the answer instead.'),
})

function toolsFor(number: number, task: Task, github: OutboxGitHub, options: OutboxOptions, tray: Tray): Tool[] {
  const diff = askOnce(() => readDiff(task, number, github))
  const threads = askOnce(async () => {
    const [viewer, all] = await Promise.all([github.viewer(), github.threads(number)])
    return all.map((thread) => ({ ...thread, isOurs: thread.remarks[0]?.author === viewer }))
  })
  return [
    ...(options.review === 'off' ? [] : [reviewComment(number, diff, threads, tray)]),
    reply(number, threads, tray),
    resolveThread(number, threads, options, tray),
  ]
}

type Diff = { commit: string; files: DiffFile[] }
type OurThread = Thread & { isOurs: boolean }

/** The diff of the commits the event names, whatever the branch has by now. */
async function readDiff(task: Task, number: number, github: OutboxGitHub): Promise<Diff> {
  const { base, head } = task.base && task.head ? { base: task.base, head: task.head } : await github.pull(number)
  const files = (await changedBetween(base.sha, head.sha, github)) ?? (await github.files(number))
  return { commit: head.sha, files }
}

const reviewComment = (number: number, diff: () => Promise<Diff>, threads: () => Promise<OurThread[]>, tray: Tray) =>
  propose({
    name: 'review_comment',
    description: `Proposes a remark on lines of the pull request's diff, with the text to put in their place when a small change mends it. All remarks become one review. ${LATER}`,
    input: z.object({
      path: z.string().describe('Path of the file, as the diff names it now.'),
      line: z.int().min(1).describe('Line the remark is about, the last one of several. Counted in the file.'),
      start_line: z.int().min(1).optional().describe('First of several lines, in the same hunk.'),
      side: z.enum(['RIGHT', 'LEFT']).optional().describe('LEFT for removed lines, counted in the old file.'),
      body: z.string().describe('What is wrong and why, in GitHub Markdown.'),
      suggestion: z.string().optional().describe('Exact replacement of the whole lines; empty to delete them.'),
    }),
    async run({ path: given, body, suggestion, ...asked }) {
      const { commit, files } = await diff()
      const file = fileNamed(files, given)
      if (file === undefined)
        return refuse(`${JSON.stringify(given)} is not part of the diff. ${changedFiles(files, given)}`)
      if (file.patch === undefined)
        return refuse(
          `GitHub shows no diff of ${file.path} (binary, renamed only, or too large). Put the remark in the answer.`,
        )
      const placed = placeRemark(readPatch(file.patch), asked)
      if (!placed.ok)
        return refuse(`${placed.why} Lines of ${file.path} that take remarks: ${placed.accepted || 'none'}.`)
      const text = readText(body, suggestion, placed)
      if (!text.ok) return refuse(text.why)

      const remark: Remark = {
        path: file.path,
        spot: placed.spot,
        body,
        ...text.suggestion,
        at: placeOf(file.path, placed),
      }
      const same = tray.of('review_comment').find((each) => each.at === remark.at && each.body.trim() === body.trim())
      if (same !== undefined) return refuse('The same remark is proposed already.')
      // Not knowing the earlier remarks is no reason to refuse: delivery looks once more.
      const earlier = (await threads().catch(() => [])).find(
        (thread) => thread.isOurs && noteIn(thread)?.at === remark.at,
      )
      if (earlier !== undefined) return refuse(repeated(earlier))
      if (tray.left('review_comment') === 0) return overQuota('review_comment', 'remarks on lines')
      tray.keep({ kind: 'review_comment', number, commit, ...remark }, 'review_comment')
      return done(`Proposed: a remark on ${file.path}:${where(placed.spot)}. ${LATER}`)
    },
  })

const where = ({ start, line }: { start?: number; line: number }) =>
  start === undefined ? `${line}` : `${start}-${line}`

/** The place as it is known again after lines above it have come or gone. */
const placeOf = (path: string, { spot, around }: Placed & { ok: true }) => hashOf(path, spot.side, ...around)

const noteIn = (thread: Thread) => noteOf(thread.remarks[0]?.body ?? '')

function repeated({ id, isResolved, count }: OurThread): string {
  if (isResolved) return 'An earlier run remarked on these very lines and the thread was resolved. Leave it at that.'
  return `An earlier run remarked on these very lines; the remark still stands (thread ${id}, ${count === 1 ? 'no replies' : plural(count - 1, 'reply', 'replies')}). If there is something new to say, use github__reply.`
}

type Text = { ok: true; suggestion: { suggestion?: string[] } } | { ok: false; why: string }

function readText(body: string, suggestion: string | undefined, placed: Placed & { ok: true }): Text {
  const why = suggestion !== undefined && body.trim() === '' ? undefined : whyNotText(body)
  if (why !== undefined) return { ok: false, why }
  if (/^\s*[`~]{3,}\s*suggestion\b/m.test(body))
    return {
      ok: false,
      why: 'Give the replacement as `suggestion`, where it is checked, and only the reason in `body`.',
    }
  if (suggestion === undefined) return { ok: true, suggestion: {} }
  const tooLong = suggestion.trim() === '' ? undefined : whyNotText(suggestion)
  if (tooLong !== undefined) return { ok: false, why: tooLong }
  const read = readSuggestion(suggestion, placed.code, placed.spot.side)
  return read.ok ? { ok: true, suggestion: { suggestion: read.lines } } : read
}

/** By its present name or, as models read old diffs too, by its former one. */
function fileNamed(files: readonly DiffFile[], given: string): DiffFile | undefined {
  const plain = given.replace(/^(?:\.\/)+/, '')
  const named = (path: string) => files.find((file) => file.path === path)
  return (
    named(given) ??
    named(plain) ??
    files.find((file) => file.previousPath === plain) ??
    named(plain.replace(/^[ab]\//, ''))
  )
}

function changedFiles(files: readonly DiffFile[], wanted: string): string {
  const last = wanted.split('/').at(-1) ?? ''
  const near = files.filter(({ path }) => path.endsWith(last))
  const shown = (near.length > 0 ? near : files).slice(0, 15).map(({ path }) => JSON.stringify(path))
  return shown.length === 0
    ? 'The diff is empty.'
    : `Changed files${near.length > 0 ? ' of that name' : ''}: ${shown.join(', ')}${files.length > shown.length ? ', …' : ''}.`
}

const reply = (number: number, threads: () => Promise<OurThread[]>, tray: Tray) =>
  propose({
    name: 'reply',
    description: `Proposes a reply in a review thread (github__list_review_threads has the ids). ${LATER}`,
    input: z.object({ thread_id: z.string(), body: z.string().describe('GitHub Markdown.') }),
    async run({ thread_id, body }) {
      const thread = (await threads()).find(({ id }) => id === thread_id)
      const to = thread?.remarks[0]
      if (thread === undefined || to === undefined) return unknownThread(thread_id, await threads())
      const why = whyNotText(body)
      if (why !== undefined) return refuse(why)
      if (tray.of('reply').some((each) => each.thread === thread_id))
        return refuse('A reply in this thread is proposed already; one is enough.')
      if (tray.left('reply') === 0) return overQuota('reply', 'replies')
      tray.keep(
        { kind: 'reply', number, thread: thread_id, to: to.id, body, nth: tray.of('reply').length + 1 },
        'reply',
      )
      return done(`Proposed: a reply in the thread on ${thread.path}. ${LATER}`)
    },
  })

const resolveThread = (number: number, threads: () => Promise<OurThread[]>, { elsewhere }: OutboxOptions, tray: Tray) =>
  propose({
    name: 'resolve_thread',
    description: 'Proposes to resolve a review thread whose point is settled. It is done when the run has ended.',
    input: z.object({ thread_id: z.string() }),
    async run({ thread_id }) {
      const thread = (await threads()).find(({ id }) => id === thread_id)
      if (thread === undefined) return unknownThread(thread_id, await threads())
      if (thread.isResolved) return refuse('The thread is resolved already.')
      if (!elsewhere && !thread.isOurs)
        return refuse(
          'This run works on code from outside, so it may resolve only threads that were opened by this action.',
        )
      if (tray.of('resolve_thread').some((each) => each.thread === thread_id))
        return refuse('Resolving this thread is proposed already.')
      if (tray.left('resolve_thread') === 0) return overQuota('resolve_thread', 'threads to resolve')
      tray.keep({ kind: 'resolve_thread', number, thread: thread_id, path: thread.path }, 'resolve_thread')
      return done(`Proposed: to resolve the thread on ${thread.path}. It is done when the run has ended.`)
    },
  })

function unknownThread(id: string, threads: readonly OurThread[]): ToolResult {
  const open = threads.filter(({ isResolved }) => !isResolved)
  const shown = open
    .slice(0, 10)
    .map((thread) => `${thread.id} (${thread.path}${thread.line === undefined ? '' : `:${thread.line}`})`)
  return refuse(
    `There is no thread ${JSON.stringify(id)} on this pull request. ${shown.length === 0 ? 'It has no open threads.' : `Open threads: ${shown.join(', ')}${open.length > shown.length ? ', …' : ''}.`}`,
  )
}

const createPullRequest = (tray: Tray) =>
  propose({
    name: 'create_pull_request',
    description: 'Proposes a pull request; the files edited in this run, as they are at its end, become the change.',
    input: z.object({
      title: z.string(),
      body: z.string().describe('GitHub Markdown.'),
      draft: z.boolean().optional(),
    }),
    async run({ title: given, body, draft = false }) {
      const title = titleOf(given)
      const why = title === '' ? 'The title is empty.' : whyNotText(body)
      if (why !== undefined) return refuse(why)
      if (tray.left('create_pull_request') === 0) return overQuota('create_pull_request', 'pull request')
      tray.keep({ kind: 'create_pull_request', title, body, draft }, 'create_pull_request')
      return done(`Proposed: the pull request "${title}". It is opened when the run has ended, if files were edited.`)
    },
  })
