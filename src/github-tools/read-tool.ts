import * as z from 'zod'
import type { GitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import { openPromptData, type PromptData } from '../github/context/prompt-data.ts'
import type { Task } from '../github/events/task.ts'
import { asSentence } from '../platform/errors.ts'
import { defineTool, done, failed, type Tool, type ToolResult } from '../tools/tool.ts'
import { toolAliases } from './mcp-names.ts'

/** The GitHub calls of the tools that read. */
export type ReadGitHub = Pick<
  GitHub,
  | 'issue'
  | 'pull'
  | 'pullAtStart'
  | 'tree'
  | 'compare'
  | 'files'
  | 'blob'
  | 'commentsPage'
  | 'threads'
  | 'viewer'
  | 'ownRun'
  | 'lastEditor'
  | 'pullCommits'
  | 'commits'
  | 'checkRuns'
  | 'annotations'
  | 'jobLog'
  | 'hasReadAgentLog'
  | 'runOfJob'
  | 'search'
  | 'content'
  | 'repo'
  | 'pinnedFiles'
>

export const pageParameter = z.int().min(1).optional().describe('Page, counted from 1.')

/** Whether a read is the first one of something that stands in the first message of its conversation. */
export type IsRepeated = (name: string) => boolean

export const standsAbove = (content: string): string =>
  `${content} stands in the first message above, at the commit of this run. Use it from there; the same call again returns it.`

type ReadToolDefinition<Input extends z.ZodObject> = {
  name: string
  description: string
  /** The permission of the job that the tool needs, as in a workflow. */
  needs: string
  input: Input
  /** Writes the result to `output`. A returned string is a problem of the arguments and fails the call. */
  read(args: z.output<Input>, output: PromptData): Promise<string | undefined>
}

/** Returns a function that defines tools of the server `github` that only read. */
export const readToolDefiner =
  (nonce: string) =>
  <Input extends z.ZodObject>({ name, description, needs, input, read }: ReadToolDefinition<Input>): Tool =>
    defineTool({
      ...toolAliases(name),
      name: `github__${name}`,
      server: 'github',
      annotations: { readOnlyHint: true },
      description,
      input,
      async run(args): Promise<ToolResult> {
        const output = openPromptData(nonce)
        try {
          const problem = await read(args, output)
          return typeof problem === 'string' ? failed('execution_failed', problem) : done(output.text())
        } catch (error) {
          if (!(error instanceof GitHubError)) throw error
          return failed('execution_failed', `${asSentence(error.message)} ${hintFor(error, needs)}`.trimEnd())
        }
      },
    })

/** A hint for the model. GitHub answers 404 when a token lacks access, and has a separate message for an unknown branch. */
function hintFor({ status, message }: GitHubError, needs: string): string {
  if (/No commit found for/.test(message))
    return 'There is no branch, tag or commit with that name. github__get_pull_request returns the branches of a pull request.'
  return status === 403 || status === 404 ? `If it exists, the job lacks the permission \`${needs}\`.` : ''
}

export type DefineReadTool = ReturnType<typeof readToolDefiner>

type NumberInput = z.ZodObject<{ number: z.ZodOptional<z.ZodInt> }>

/** Returns a function that defines tools about one issue or pull request: the one that `number` names, by default the task's. */
export const numberedToolDefiner =
  (task: Task, defineReadTool: DefineReadTool) =>
  <Input extends NumberInput>({
    read,
    ...tool
  }: Omit<ReadToolDefinition<Input>, 'read'> & {
    read(number: number, args: z.output<Input>, output: PromptData): Promise<string | undefined>
  }): Tool =>
    defineReadTool({
      ...tool,
      async read(args, output) {
        const number = args.number ?? task.number
        return number === undefined ? missingNumberReason(task) : read(number, args, output)
      },
    })

/** Why a call without a number has no subject. */
export const missingNumberReason = ({ items }: Pick<Task, 'items'>): string =>
  items === undefined
    ? 'This run is not about an issue or pull request: give a number.'
    : `This run is about ${items.map(({ number }) => `#${number}`).join(', ')}: give the number of one of them.`

/** The commit of the task: the head of its pull request, the commit of the upstream run, or the commit of the workflow. */
export const commitOfTask = (task: Task): string => task.head?.sha ?? task.upstream?.sha ?? task.sha

/** One page of a list, and the number of pages. */
export function listPage<Item>(
  items: readonly Item[],
  size: number,
  page: number,
): { items: readonly Item[]; pages: number } {
  return { items: items.slice((page - 1) * size, page * size), pages: Math.max(1, Math.ceil(items.length / size)) }
}

/** Notes which page this is, or that the page does not exist. */
export function writePageNumbers(output: PromptData, page: number, pages: number): void {
  if (page > pages) output.note(`There is no page ${page}; the last page is ${pages}.`)
  else if (pages > 1)
    output.note(`Page ${page} of ${pages}.${page < pages ? ` Request page ${page + 1} to continue.` : ''}`)
}
