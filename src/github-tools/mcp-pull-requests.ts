import * as z from 'zod'
import { refProblem } from '../github/branch-name.ts'
import type { PromptData } from '../github/context/prompt-data.ts'
import type { Tool } from '../tools/tool.ts'
import * as shapes from './mcp-shapes.ts'
import {
  McpArgumentError,
  type McpReadContext,
  mcpReadDefiner,
  optionalNumber,
  pageOf,
  pageParameters,
} from './mcp-tool.ts'

type PageArgs = { page?: number; perPage?: number }
type PullReader = (number: number, page: PageArgs, output: PromptData) => Promise<unknown>

/** What can be read of one pull request, by the `method` of pull_request_read. */
export function pullReaders({ task, github }: McpReadContext) {
  const pull = (pull_number: number) =>
    github.read(({ pulls }, repository) => pulls.get({ ...repository, pull_number }), shapes.PullShape)
  const commitsOf = async (number: number) => {
    if (number === task.number && task.base && task.head) return { base: task.base, head: task.head }
    return pull(number)
  }
  /** The diff of the event's commits for the run's pull request, the current diff for others. */
  const files = async (number: number, page: PageArgs) => {
    if (number !== task.number || !task.base || !task.head)
      return github.read(
        ({ pulls }, repository) => pulls.listFiles({ ...repository, pull_number: number, ...pageOf(page) }),
        shapes.FileShape.array(),
      )
    const basehead = `${task.base.sha}...${task.head.sha}`
    const schema = z.object({ files: shapes.FileShape.array().default([]) })
    const { files: all } = await github.read(
      ({ repos }, repository) => repos.compareCommitsWithBasehead({ ...repository, basehead }),
      schema,
    )
    const { page: nth, per_page } = pageOf(page)
    return all.slice((nth - 1) * per_page, nth * per_page)
  }
  const readers = {
    get: pull,
    get_files: files,
    async get_diff(number, _, output) {
      const all = await files(number, { perPage: 100 })
      return output.code(all.map(fileDiff).join(''), MAX_DIFF_CHARACTERS)
    },
    get_comments: (number, page) =>
      github.read(
        ({ issues }, repository) => issues.listComments({ ...repository, issue_number: number, ...pageOf(page) }),
        shapes.CommentShape.array(),
      ),
    get_review_comments: (number, page) =>
      github.read(
        ({ pulls }, repository) => pulls.listReviewComments({ ...repository, pull_number: number, ...pageOf(page) }),
        shapes.ReviewCommentShape.array(),
      ),
    get_reviews: (number) =>
      github.read(
        ({ pulls }, repository) => pulls.listReviews({ ...repository, pull_number: number }),
        shapes.ReviewShape.array(),
      ),
    async get_status(number) {
      const { head } = await commitsOf(number)
      return github.read(
        ({ repos }, repository) => repos.getCombinedStatusForRef({ ...repository, ref: head.sha }),
        shapes.StatusShape,
      )
    },
    async get_check_runs(number, page) {
      const { head } = await commitsOf(number)
      return github.read(
        ({ checks }, repository) => checks.listForRef({ ...repository, ref: head.sha, ...pageOf(page) }),
        shapes.CheckRunsShape,
      )
    },
    get_commits: (number, page) =>
      github.read(
        ({ pulls }, repository) => pulls.listCommits({ ...repository, pull_number: number, ...pageOf(page) }),
        shapes.CommitShape.array(),
      ),
  } satisfies Record<string, PullReader>
  return readers
}

const MAX_DIFF_CHARACTERS = 400_000

function fileDiff({ filename, previous_filename, status, patch }: z.output<typeof shapes.FileShape>): string {
  const before = status === 'added' ? '/dev/null' : `a/${previous_filename ?? filename}`
  const after = status === 'removed' ? '/dev/null' : `b/${filename}`
  const head = `diff --git a/${previous_filename ?? filename} b/${filename}\n`
  return patch
    ? `${head}--- ${before}\n+++ ${after}\n${patch}\n`
    : `${head}(no diff: binary, renamed only, or too large)\n`
}

const METHODS = [
  'get',
  'get_diff',
  'get_files',
  'get_comments',
  'get_review_comments',
  'get_reviews',
  'get_status',
  'get_check_runs',
  'get_commits',
] as const

/** The tools that read pull requests. */
export function mcpPullRequestTools(context: McpReadContext): Tool[] {
  const { task, github } = context
  const define = mcpReadDefiner(context)
  const readers = pullReaders(context)
  const needs = 'pull-requests: read'
  const input = { pullNumber: optionalNumber, ...pageParameters }
  const numberOf = (requested: number | undefined) => {
    const number = requested ?? task.number
    if (number === undefined) throw new McpArgumentError('This run is not about a pull request: give pullNumber.')
    return number
  }
  const reader = (name: string, method: (typeof METHODS)[number], description: string) =>
    define({
      name,
      description,
      needs,
      input,
      read: ({ pullNumber, ...page }, output) => readers[method](numberOf(pullNumber), page, output),
    })
  return [
    define({
      name: 'pull_request_read',
      description: `Reads a pull request, by method: ${METHODS.join(', ')}.`,
      needs,
      input: { method: z.enum(METHODS), ...input },
      read: ({ method, pullNumber, ...page }, output) => readers[method](numberOf(pullNumber), page, output),
    }),
    reader('get_pull_request', 'get', 'Reads a pull request.'),
    reader('get_pull_request_diff', 'get_diff', "Reads a pull request's diff."),
    reader('get_pull_request_files', 'get_files', 'Lists the files that a pull request changes, with their patches.'),
    reader('get_pull_request_comments', 'get_comments', 'Lists the comments on a pull request.'),
    reader('get_pull_request_review_comments', 'get_review_comments', 'Lists the inline comments of a pull request.'),
    reader('get_pull_request_reviews', 'get_reviews', 'Lists the reviews of a pull request.'),
    reader('get_pull_request_status', 'get_status', "Reads the combined status of a pull request's head."),
    define({
      name: 'list_pull_requests',
      description: 'Lists pull requests of this repository, newest first.',
      needs,
      input: {
        state: z.enum(['open', 'closed', 'all']).optional(),
        head: z.string().optional(),
        base: z.string().optional(),
        sort: z.enum(['created', 'updated', 'popularity', 'long-running']).optional(),
        direction: z.enum(['asc', 'desc']).optional(),
        ...pageParameters,
      },
      async read({ page, perPage, ...filters }) {
        const problem = filters.base === undefined ? undefined : refProblem(filters.base)
        if (problem !== undefined) throw new McpArgumentError(problem)
        const parameters = { ...definedOnly(filters), ...pageOf({ page, perPage }) }
        return github.read(
          ({ pulls }, repository) => pulls.list({ ...repository, ...parameters }),
          shapes.PullShape.array(),
        )
      },
    }),
  ]
}

/** The values that are set, as query parameters. */
export const definedOnly = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
