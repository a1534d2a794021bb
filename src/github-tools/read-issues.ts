import * as z from 'zod'
import type { Comment, Issue } from '../github/api/response-schemas.ts'
import type { ReviewThread } from '../github/api/reviews.ts'
import { rangeAttributes } from '../github/context/context-comments.ts'
import type { PromptData } from '../github/context/prompt-data.ts'
import type { Task } from '../github/events/task.ts'
import { confirmTexts, type OwnTexts } from '../github/own-text.ts'
import { isWhole } from '../github/shown-lines.ts'
import { textPage, toOneLine } from '../text/format-text.ts'
import type { Tool } from '../tools/tool.ts'
import {
  type DefineReadTool,
  type IsRepeated,
  listPage,
  numberedToolDefiner,
  pageParameter,
  type ReadGitHub,
  standsAbove,
  writePageNumbers,
} from './read-tool.ts'

/** The maximum UTF-16 units of each part. */
const MAX_CHARACTERS = { title: 300, body: 20_000, comment: 4_000, threadComment: 20_000 }
const THREADS_A_PAGE = 20

const numberParameter = z
  .int()
  .min(1)
  .optional()
  .describe("Number. Default: the number of this run's issue or pull request.")

/** The tools that read issues, pull requests, comments and review threads. */
export function issueReadTools(
  task: Task,
  github: ReadGitHub,
  defineReadTool: DefineReadTool,
  isRepeated: IsRepeated,
): Tool[] {
  const defineNumberedTool = numberedToolDefiner(task, defineReadTool)
  return [
    defineNumberedTool({
      name: 'get_issue',
      description: 'Reads an issue (or a pull request as an issue): title, body, state, labels, author and assignees.',
      needs: 'issues: read',
      input: z.object({ number: numberParameter, page: pageParameter }),
      async read(number, { page = 1 }, output) {
        if (number === task.number && isWhole(`issue #${number}`, github) && isRepeated('issue'))
          return void output.note(standsAbove('The text of this issue, with its state and labels,'))
        const issue = await github.issue(number)
        await writeSubject(issue.isPullRequest ? 'pull request' : 'issue', issue, issueAttributes(issue), {
          page,
          output,
        })
      },
    }),
    defineNumberedTool({
      name: 'list_comments',
      description:
        'Reads the comments on an issue or pull request, oldest first, 30 a page. Default: the last page. With `comment`, all of one.',
      needs: 'issues: read',
      input: z.object({
        number: numberParameter,
        comment: z.int().min(1).optional().describe('Id of the comment to read in full, page by page.'),
        page: pageParameter,
      }),
      async read(number, { page, comment: id }, output) {
        if (id !== undefined) return writeWholeComment({ number, id, page }, task, github, output)
        if (number === task.number && isWhole(`comments #${number}`, github) && isRepeated('comments'))
          return void output.note(standsAbove('Each comment from before the event'))
        const first = await github.commentsPage(number, page ?? 1)
        const result = page === undefined && first.pages > 1 ? await github.commentsPage(number, first.pages) : first
        if (result.items.length === 0)
          output.note(result.page > 1 ? 'There is no such page.' : 'There are no comments.')
        for (const comment of result.items) await writeComment(comment, task, output)
        if (result.pages > 1) output.note(`Page ${result.page} of ${result.pages}, oldest first.`)
      },
    }),
    defineNumberedTool({
      name: 'get_pull_request',
      description: 'Reads a pull request: title, body, state, branches and their commits.',
      needs: 'pull-requests: read',
      input: z.object({ number: numberParameter, page: pageParameter }),
      async read(number, { page = 1 }, output) {
        const pull = await github.pull(number)
        const { base, head, state, draft, createdAt, updatedAt } = pull
        const isMoved = number === task.number && task.head !== undefined && task.head.sha !== head.sha
        const attributes = {
          state: draft ? `${state} (draft)` : state,
          base: `${base.ref} ${base.sha}`,
          head: `${head.ref} ${head.sha}`,
          head_repository: head.repo ?? 'deleted',
          head_at_start_of_run: isMoved ? task.head?.sha : undefined,
          created: createdAt,
          updated: updatedAt,
        }
        const isAbove =
          number === task.number && isWhole(`pull request #${number}`, github) && isRepeated('pull request')
        await writeSubject('pull request', pull, attributes, { page, output, isAbove })
      },
    }),
    defineNumberedTool({
      name: 'list_review_threads',
      description: 'Reads the review threads of a pull request, with their ids for github__reply.',
      needs: 'pull-requests: read',
      input: z.object({ number: numberParameter, state: z.enum(['open', 'all']).optional(), page: pageParameter }),
      async read(number, { state = 'open', page = 1 }, output) {
        const all = await github.threads(number)
        const threads = state === 'all' ? all : all.filter(({ isResolved }) => !isResolved)
        if (threads.length === 0)
          output.note(all.length === 0 ? 'There are no review threads.' : 'No review thread is open.')
        const { items, pages } = listPage(threads, THREADS_A_PAGE, page)
        const ownTexts = await confirmTexts(
          items.flatMap(({ comments }) => comments.slice(0, 1)),
          github,
        )
        for (const thread of items) await writeThread(thread, ownTexts, output)
        writePageNumbers(output, page, pages)
      },
    }),
    defineReadTool({
      name: 'search_issues',
      description:
        "Searches this repository's issues or pull requests with GitHub's search syntax, best match first, 20 a page.",
      needs: 'issues: read',
      input: z.object({
        query: z.string().describe('Words and qualifiers, for example state:open, label:bug, in:title.'),
        kind: z.enum(['issue', 'pull-request']).optional().describe('Default: issue.'),
        page: pageParameter,
      }),
      async read({ query, kind = 'issue', page = 1 }, output) {
        if (query.trim() === '')
          return 'The query is empty. Give words or qualifiers, for example state:open or label:bug.'
        const terms = withoutScopeQualifiers(query)
        const { items, total } = await github.search(`${terms} is:${kind}`.trim(), page)
        if (items.length === 0) output.note(page > 1 ? 'There is no such page.' : 'No results.')
        for (const issue of items)
          output.data(
            'search-result',
            { number: issue.number, ...issueAttributes(issue) },
            toOneLine(await output.prose(issue.title, MAX_CHARACTERS.title, 'on GitHub')),
          )
        if (total > page * 20) output.note(`More results: page ${page + 1}.`)
      },
    }),
  ]
}

/** Removes the qualifiers that this tool sets, because another repository or type would widen the search. */
export const withoutScopeQualifiers = (query: string) =>
  query
    .replace(
      /(?<=^|[\s(])-?(?:repo|org|user|owner|is:issue|is:pr|is:pull-request|type:issue|type:pr)\b(?::(?:"[^"]*"|\S+))?/gi,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)

function issueAttributes(issue: Issue) {
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
  noun: string,
  subject: { number: number; title: string; body: string; author: string | undefined },
  attributes: Record<string, string | number | undefined>,
  { page, output, isAbove = false }: { page: number; output: PromptData; isAbove?: boolean },
): Promise<void> {
  const { title, body, author } = subject
  output.data(
    'title',
    { of: `${noun} #${subject.number}`, author, ...attributes },
    toOneLine(await output.prose(title, MAX_CHARACTERS.title, 'on GitHub')),
  )
  if (isAbove) return output.note(standsAbove('The description'))
  const { text, pages } = textPage(await output.prose(body, body.length), MAX_CHARACTERS.body, page)
  output.data('description', { author }, text.trim() === '' ? '(empty)' : text)
  writePageNumbers(output, page, pages)
}

/** Writes one page of a comment. Comments are listed by their number alone, so the pages of the list are searched. */
async function writeWholeComment(
  { number, id, page = 1 }: { number: number; id: number; page?: number | undefined },
  task: Task,
  github: ReadGitHub,
  output: PromptData,
): Promise<string | undefined> {
  for (let listPage = 1, pages = 1; listPage <= pages; listPage += 1) {
    const result = await github.commentsPage(number, listPage)
    pages = result.pages
    const comment = result.items.find((each) => each.id === id)
    if (comment === undefined) continue
    const { text, pages: parts } = textPage(
      await output.prose(comment.body, comment.body.length),
      MAX_CHARACTERS.body,
      page,
    )
    await writeComment({ ...comment, body: text }, task, output, MAX_CHARACTERS.body)
    return void writePageNumbers(output, page, parts)
  }
  return `#${number} has no comment ${id}.`
}

async function writeComment(
  { id, author, body, createdAt, updatedAt }: Comment,
  task: Task,
  output: PromptData,
  max = MAX_CHARACTERS.comment,
): Promise<void> {
  const isAfterEvent =
    task.requestedAt !== undefined && Date.parse(updatedAt) >= Date.parse(task.requestedAt) && id !== task.comment?.id
  const attributes = {
    id,
    author: author ?? 'ghost',
    created: createdAt,
    edited: updatedAt === createdAt ? undefined : updatedAt,
    since_the_event: isAfterEvent ? 'yes' : undefined,
  }
  const rest = `with github__list_comments and comment ${id}`
  output.data('comment', attributes, await output.prose(body, max, rest))
}

async function writeThread(thread: ReviewThread, ownTexts: OwnTexts, output: PromptData): Promise<void> {
  const comments: string[] = []
  for (const { author, createdAt, body, isHidden } of thread.comments) {
    const text = isHidden
      ? '(hidden by a maintainer)'
      : await output.prose(body, MAX_CHARACTERS.threadComment, 'on GitHub')
    comments.push(`${toOneLine(author ?? 'ghost')} at ${createdAt}:\n${text}`)
  }
  if (thread.commentCount > thread.comments.length)
    comments.push(`(${thread.commentCount - thread.comments.length} more comments)`)
  const [first] = thread.comments
  const attributes = {
    id: thread.id,
    path: thread.path,
    ...rangeAttributes(thread),
    state: thread.isResolved ? 'resolved' : 'open',
    outdated: thread.isOutdated ? 'yes' : undefined,
    opened_by_this_action: first !== undefined && ownTexts.of(first) !== undefined ? 'yes' : undefined,
  }
  output.data('thread', attributes, comments.join('\n\n'))
}
