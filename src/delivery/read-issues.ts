import { z } from 'zod'
import type { Comment, Issue } from '../github/answers.ts'
import { oneLine, type Page } from '../github/page.ts'
import type { Thread } from '../github/review-calls.ts'
import type { Task } from '../github/task.ts'
import type { Tool } from '../tools/tool.ts'
import { type Look, lookAtNumber, notePages, pageParameter, type ReadGitHub, slice, sliceText } from './look.ts'

/** Most UTF-16 units of each part. */
const MOST = { title: 300, body: 20_000, comment: 4_000, remark: 2_000 }
const THREADS_A_PAGE = 20

const number = z.int().min(1).optional().describe("Number; default: the run's own.")

/** What people say: issues, pull requests, comments, review threads. */
export function issueReadTools(task: Task, github: ReadGitHub, look: Look): Tool[] {
  const about = lookAtNumber(task, look)
  return [
    about({
      name: 'get_issue',
      description: 'Reads an issue (or a pull request as an issue): title, text, state, labels, people.',
      needs: 'issues: read',
      input: z.object({ number, page: pageParameter }),
      async read(number, { page: nth = 1 }, page) {
        const issue = await github.issue(number)
        await writeSubject(issue.isPullRequest ? 'pull request' : 'issue', issue, factsOf(issue), nth, page)
      },
    }),
    about({
      name: 'list_comments',
      description: 'Reads comments on an issue or pull request, 30 a page, oldest first; without a page the newest.',
      needs: 'issues: read',
      input: z.object({ number, page: pageParameter }),
      async read(number, { page: nth }, page) {
        const first = await github.commentsPage(number, nth ?? 1)
        const shown = nth === undefined && first.pages > 1 ? await github.commentsPage(number, first.pages) : first
        if (shown.items.length === 0) page.note(shown.page > 1 ? 'There is no such page.' : 'There are no comments.')
        for (const comment of shown.items) await writeComment(comment, task, page)
        if (shown.pages > 1) page.note(`Page ${shown.page} of ${shown.pages}, oldest first.`)
      },
    }),
    about({
      name: 'get_pull_request',
      description: 'Reads a pull request: title, text, state, branches and commits.',
      needs: 'pull-requests: read',
      input: z.object({ number, page: pageParameter }),
      async read(number, { page: nth = 1 }, page) {
        const pull = await github.pull(number)
        const { base, head, state, draft, createdAt, updatedAt } = pull
        const moved =
          number === task.number && task.head !== undefined && task.head.sha !== head.sha
            ? { head_when_the_run_began: task.head.sha }
            : {}
        const facts = {
          state: draft ? `${state} (draft)` : state,
          base: `${base.ref} ${base.sha}`,
          head: `${head.ref} ${head.sha}`,
          head_repository: head.repo ?? 'gone',
          ...moved,
          created: createdAt,
          updated: updatedAt,
        }
        await writeSubject('pull request', pull, facts, nth, page)
      },
    }),
    about({
      name: 'list_review_threads',
      description: 'Reads the conversations beside the code of a pull request, with their ids for github__reply.',
      needs: 'pull-requests: read',
      input: z.object({ number, state: z.enum(['open', 'all']).optional(), page: pageParameter }),
      async read(number, { state = 'open', page: nth = 1 }, page) {
        const [viewer, all] = await Promise.all([github.viewer(), github.threads(number)])
        const threads = state === 'all' ? all : all.filter(({ isResolved }) => !isResolved)
        if (threads.length === 0)
          page.note(all.length === 0 ? 'There are no review threads.' : 'No review thread is open.')
        const { shown, pages } = slice(threads, THREADS_A_PAGE, nth)
        for (const thread of shown) await writeThread(thread, viewer, page)
        notePages(page, nth, pages)
      },
    }),
    look({
      name: 'search_issues',
      description:
        "Searches this repository's issues or pull requests with GitHub's search syntax, best first, 20 a page.",
      needs: 'issues: read',
      input: z.object({
        query: z.string().describe('Words and qualifiers such as state:open, label:bug, in:title.'),
        kind: z.enum(['issue', 'pull-request']).optional().describe('Default: issue.'),
        page: pageParameter,
      }),
      async read({ query, kind = 'issue', page: nth = 1 }, page) {
        if (query.trim() === '') return 'The query is empty. Give words, or qualifiers such as state:open or label:bug.'
        const words = withoutPlaces(query)
        const { items, total } = await github.search(`${words} is:${kind}`.trim(), nth)
        if (items.length === 0) page.note(nth > 1 ? 'There is no such page.' : 'Nothing was found.')
        for (const issue of items)
          page.data(
            'found',
            { number: issue.number, ...factsOf(issue) },
            oneLine(await page.prose(issue.title, MOST.title)),
          )
        if (total > nth * 20) page.note(`There is more: page ${nth + 1}.`)
      },
    }),
  ]
}

/** Where to search and for what is ours to say; a second place would widen the search. */
const withoutPlaces = (query: string) =>
  query
    .replace(
      /(?<=^|[\s(])-?(?:repo|org|user|owner|is:issue|is:pr|is:pull-request|type:issue|type:pr)\b(?::(?:"[^"]*"|\S+))?/gi,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)

function factsOf(issue: Issue) {
  return {
    state: issue.stateReason === undefined ? issue.state : `${issue.state} (${issue.stateReason})`,
    labels: issue.labels.length === 0 ? undefined : issue.labels.join(', '),
    assignees: issue.assignees.length === 0 ? undefined : issue.assignees.join(', '),
    locked: issue.locked ? 'yes' : undefined,
    comments: issue.comments,
    created: issue.createdAt,
    updated: issue.updatedAt,
  }
}

async function writeSubject(
  what: string,
  subject: { number: number; title: string; body: string; author: string | undefined },
  facts: Record<string, string | number | undefined>,
  nth: number,
  page: Page,
): Promise<void> {
  const { number: of, title, body, author } = subject
  page.data('title', { of: `${what} #${of}`, author, ...facts }, oneLine(await page.prose(title, MOST.title)))
  const { shown, pages } = sliceText(await page.prose(body, body.length), MOST.body, nth)
  page.data('description', { author }, shown.trim() === '' ? '(empty)' : shown)
  notePages(page, nth, pages)
}

async function writeComment(
  { id, author, body, createdAt, updatedAt }: Comment,
  task: Task,
  page: Page,
): Promise<void> {
  const after = task.at !== undefined && Date.parse(updatedAt) >= Date.parse(task.at) && id !== task.comment?.id
  const facts = {
    id,
    author: author ?? 'ghost',
    at: createdAt,
    edited: updatedAt === createdAt ? undefined : updatedAt,
    since_the_event: after ? 'yes' : undefined,
  }
  page.data('comment', facts, await page.prose(body, MOST.comment))
}

async function writeThread(thread: Thread, viewer: string, page: Page): Promise<void> {
  const remarks: string[] = []
  for (const { author, at, body, isHidden } of thread.remarks) {
    const text = isHidden ? '(hidden by a maintainer)' : await page.prose(body, MOST.remark)
    remarks.push(`${oneLine(author ?? 'ghost')} at ${at}:\n${text}`)
  }
  if (thread.count > thread.remarks.length) remarks.push(`(${thread.count - thread.remarks.length} more remarks)`)
  const facts = {
    id: thread.id,
    path: thread.path,
    line: thread.startLine === undefined ? thread.line : `${thread.startLine}-${thread.line}`,
    side: thread.side,
    state: thread.isResolved ? 'resolved' : 'open',
    outdated: thread.isOutdated ? 'yes' : undefined,
    opened_by_this_action: thread.remarks[0]?.author === viewer ? 'yes' : undefined,
  }
  page.data('thread', facts, remarks.join('\n\n'))
}
