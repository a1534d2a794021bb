import { z } from 'zod'
import type { GitHub } from '../github/client.ts'
import { GitHubError } from '../github/github-error.ts'
import { openPage, type Page } from '../github/page.ts'
import type { Task } from '../github/task.ts'
import { defineTool, done, failed, type Tool, type ToolResult } from '../tools/tool.ts'
import { otherNames } from './other-names.ts'

/** What of GitHub is looked at. */
export type ReadGitHub = Pick<
  GitHub,
  | 'issue'
  | 'pull'
  | 'compare'
  | 'files'
  | 'blob'
  | 'commentsPage'
  | 'filesPage'
  | 'threads'
  | 'viewer'
  | 'pullCommits'
  | 'commits'
  | 'checkRuns'
  | 'annotations'
  | 'jobLog'
  | 'search'
  | 'content'
>

export const pageParameter = z.int().min(1).optional().describe('Page, from 1.')

type Definition<Input extends z.ZodObject> = {
  name: string
  description: string
  /** The permission a job's token needs for it, as a workflow spells it. */
  needs: string
  input: Input
  /** Writes what it found on the page. A string is a mistake in the arguments, told to the model. */
  read(args: z.output<Input>, page: Page): Promise<string | undefined>
}

/** Makes tools of the server `github` that only read. */
export const lookWith =
  (nonce: string) =>
  <Input extends z.ZodObject>({ name, description, needs, input, read }: Definition<Input>): Tool =>
    defineTool({
      ...otherNames(name),
      name: `github__${name}`,
      server: 'github',
      annotations: { readOnlyHint: true },
      description,
      input,
      async run(args): Promise<ToolResult> {
        const page = openPage(nonce)
        try {
          const mistake = await read(args, page)
          return typeof mistake === 'string' ? failed('execution_failed', mistake) : done(page.text())
        } catch (error) {
          if (!(error instanceof GitHubError)) throw error
          return failed('execution_failed', `${error.message}. ${hintFor(error, needs)}`.trimEnd())
        }
      },
    })

/** What may help: GitHub says "not found" of what a token may not see, and has words of its own for a branch nobody made. */
function hintFor({ status, message }: GitHubError, needs: string): string {
  if (/No commit found for/.test(message))
    return 'There is no branch, tag or commit of that name here; github__get_pull_request names the branches of a pull request.'
  return status === 403 || status === 404 ? `If it exists, the job lacks the permission \`${needs}\`.` : ''
}

export type Look = ReturnType<typeof lookWith>

type Numbered = z.ZodObject<{ number: z.ZodOptional<z.ZodInt> }>

/** Makes tools that are about one issue or pull request: that of the call's number, or else the run's. */
export const lookAtNumber =
  (task: Task, look: Look) =>
  <Input extends Numbered>({
    read,
    ...tool
  }: Omit<Definition<Input>, 'read'> & {
    read(number: number, args: z.output<Input>, page: Page): Promise<string | undefined>
  }): Tool =>
    look({
      ...tool,
      async read(args, page) {
        const number = args.number ?? task.number
        return number === undefined ? NO_NUMBER : read(number, args, page)
      },
    })

const NO_NUMBER = 'This run is about no issue or pull request of its own: give a number.'

/** The commit the run is about: the head of its pull request, what woke it, or what it runs for. */
export const ownCommit = (task: Task): string => task.head?.sha ?? task.upstream?.sha ?? task.sha

/** Why a ref cannot be one, or undefined. Source: git-check-ref-format; a revision's operators are not for the API. */
export const whyNoRef = (ref: string): string | undefined =>
  /^[^-/\s][^\s~^:?*[\\\p{Cc}]*$/u.test(ref) && !/\.\.|@\{|\/\/|\/$/.test(ref)
    ? undefined
    : `${JSON.stringify(ref)} is no branch, tag or commit.`

/** One page of a list that is all there, and what to ask for next. */
export function slice<Item>(
  items: readonly Item[],
  size: number,
  page: number,
): { shown: readonly Item[]; pages: number } {
  return { shown: items.slice((page - 1) * size, page * size), pages: Math.max(1, Math.ceil(items.length / size)) }
}

/** One page of a long text, cut between lines where there are any. */
export function sliceText(text: string, size: number, page: number): { shown: string; pages: number } {
  const pages: string[] = []
  let from = 0
  while (from < text.length) {
    const limit = from + size
    const line = limit < text.length ? text.lastIndexOf('\n', limit - 1) : -1
    const inside = /[\uD800-\uDBFF]/.test(text[limit - 1] ?? '') ? limit - 1 : limit
    const end = line > from ? line + 1 : inside
    pages.push(text.slice(from, end))
    from = end
  }
  return { shown: pages[page - 1] ?? '', pages: Math.max(1, pages.length) }
}

/** Says that there is more, or that there is no such page. */
export function notePages(page: Page, asked: number, pages: number, what = 'page'): void {
  if (asked > pages) page.note(`There is no ${what} ${asked}; the last one is ${pages}.`)
  else if (pages > 1)
    page.note(`Page ${asked} of ${pages}.${asked < pages ? ` Ask for ${what} ${asked + 1} to go on.` : ''}`)
}
