import { isUtf8 } from 'node:buffer'
import * as z from 'zod'
import { refProblem } from '../github/branch-name.ts'
import type { Tool } from '../tools/tool.ts'
import { definedOnly } from './mcp-pull-requests.ts'
import * as shapes from './mcp-shapes.ts'
import {
  McpArgumentError,
  type McpReadContext,
  mcpReadDefiner,
  optionalNumber,
  pageOf,
  pageParameters,
} from './mcp-tool.ts'
import { repositoryPathProblem } from './read-code.ts'
import { withoutScopeQualifiers } from './read-issues.ts'
import { commitOfTask } from './read-tool.ts'

const ISSUE_METHODS = ['get', 'get_comments', 'get_labels', 'get_sub_issues'] as const
/** Larger files are not fetched. */
const MAX_FILE_BYTES = 1_000_000

/** The tools that read issues, commits, code and files. */
export function mcpRepositoryTools(context: McpReadContext): Tool[] {
  return [...issueTools(context), ...searchTools(context), ...codeTools(context)]
}

function issueTools(context: McpReadContext): Tool[] {
  const { task, github } = context
  const define = mcpReadDefiner(context)
  const needs = 'issues: read'
  const numberOf = (requested: number | undefined) => {
    const number = requested ?? task.number
    if (number === undefined) throw new McpArgumentError('This run is not about an issue: give issue_number.')
    return number
  }
  const input = { issue_number: optionalNumber, ...pageParameters }
  const issue = (issue_number: number) =>
    github.read(({ issues }, repository) => issues.get({ ...repository, issue_number }), shapes.IssueShape)
  const comments = (issue_number: number, page: { page?: number; perPage?: number }) =>
    github.read(
      ({ issues }, repository) => issues.listComments({ ...repository, issue_number, ...pageOf(page) }),
      shapes.CommentShape.array(),
    )
  return [
    define({
      name: 'issue_read',
      description: `Reads an issue, by method: ${ISSUE_METHODS.join(', ')}.`,
      needs,
      input: { method: z.enum(ISSUE_METHODS), ...input },
      async read({ method, issue_number, ...page }) {
        const number = numberOf(issue_number)
        switch (method) {
          case 'get':
            return issue(number)
          case 'get_comments':
            return comments(number, page)
          case 'get_labels': {
            const labels = await github.read(
              ({ issues }, repository) => issues.listLabelsOnIssue({ ...repository, issue_number: number }),
              shapes.LabelShape.array(),
            )
            return { labels, totalCount: labels.length }
          }
          case 'get_sub_issues':
            throw new McpArgumentError('This action does not read sub-issues. The body of the issue may name them.')
        }
      },
    }),
    define({
      name: 'get_issue',
      description: 'Reads an issue.',
      needs,
      input,
      read: ({ issue_number }) => issue(numberOf(issue_number)),
    }),
    define({
      name: 'get_issue_comments',
      description: 'Lists the comments on an issue.',
      needs,
      input,
      read: ({ issue_number, ...page }) => comments(numberOf(issue_number), page),
    }),
    define({
      name: 'list_issues',
      description: 'Lists issues of this repository, without pull requests.',
      needs,
      input: {
        state: z.string().optional().describe('OPEN, CLOSED or all. Default: open.'),
        labels: z.array(z.string()).optional(),
        orderBy: z.string().optional().describe('CREATED_AT, UPDATED_AT or COMMENTS.'),
        direction: z.string().optional(),
        since: z.string().optional(),
        ...pageParameters,
      },
      async read({ state = 'open', labels = [], orderBy = 'created', direction = 'desc', since, page, perPage }) {
        const sort = orderBy.toLowerCase().replace(/_at$/, '')
        const all = await github.read(
          ({ issues }, repository) =>
            issues.listForRepo({
              ...repository,
              state: oneOf(['open', 'closed', 'all'], state),
              labels: labels.length === 0 ? undefined : labels.join(','),
              sort: oneOf(['created', 'updated', 'comments'], sort),
              direction: oneOf(['desc', 'asc'], direction),
              ...definedOnly({ since }),
              ...pageOf({ page, perPage }),
            }),
          shapes.IssueShape.array(),
        )
        const issues = all.filter((each) => each.pull_request == null)
        return {
          issues,
          pageInfo: { hasNextPage: all.length === pageOf({ perPage }).per_page },
          totalCount: issues.length,
        }
      },
    }),
    define({
      name: 'list_label',
      description: "Lists this repository's labels.",
      needs,
      input: pageParameters,
      async read(page) {
        const labels = await github.read(
          ({ issues }, repository) => issues.listLabelsForRepo({ ...repository, ...pageOf(page) }),
          shapes.LabelShape.array(),
        )
        return { labels, totalCount: labels.length }
      },
    }),
    define({
      name: 'get_label',
      description: 'Reads one label of this repository.',
      needs,
      input: { name: z.string() },
      read: ({ name }) =>
        github.read(({ issues }, repository) => issues.getLabel({ ...repository, name }), shapes.LabelShape),
    }),
    define({
      name: 'get_me',
      description: 'The account that this action writes with.',
      needs: 'metadata: read',
      input: {},
      read: async () => ({ login: await github.viewer() }),
    }),
  ]
}

function searchTools(context: McpReadContext): Tool[] {
  const { task, github } = context
  const define = mcpReadDefiner(context)
  const { owner, name } = task.repo
  const input = {
    query: z.string(),
    sort: z.string().optional(),
    order: z.string().optional(),
    ...pageParameters,
  }
  const termsOf = (query: string) => {
    const terms = withoutScopeQualifiers(query)
    if (terms === '') throw new McpArgumentError('The query has no words or qualifiers for this repository.')
    return terms
  }
  const search = (tool: string, kind: 'issue' | 'pull-request') =>
    define({
      name: tool,
      description: `Searches ${kind === 'issue' ? 'issues' : 'pull requests'} of this repository.`,
      needs: kind === 'issue' ? 'issues: read' : 'pull-requests: read',
      input,
      async read({ query, page, perPage }) {
        const q = `${withoutScopeQualifiers(query)} is:${kind} repo:${owner}/${name}`.trim()
        const result = await github.read(
          (rest) => rest.search.issuesAndPullRequests({ q, ...pageOf({ page, perPage }) }),
          shapes.SearchShape,
        )
        const items = result.items.filter(({ repository_url: url }) =>
          url.toLowerCase().endsWith(`/repos/${owner}/${name}`.toLowerCase()),
        )
        return { ...result, items }
      },
    })
  return [
    search('search_issues', 'issue'),
    search('search_pull_requests', 'pull-request'),
    define({
      name: 'search_code',
      description: 'Searches the code of the default branch. For the checked-out files, search_file_content is faster.',
      needs: 'contents: read',
      input,
      async read({ query, page, perPage }) {
        const q = `${termsOf(query)} repo:${owner}/${name}`
        const result = await github.read(
          (rest) => rest.search.code({ q, ...pageOf({ page, perPage }) }),
          shapes.CodeSearchShape,
        )
        const isOwn = ({ repository }: (typeof result.items)[number]) =>
          repository.full_name.toLowerCase() === `${owner}/${name}`.toLowerCase()
        return { ...result, items: result.items.filter(isOwn) }
      },
    }),
  ]
}

function codeTools(context: McpReadContext): Tool[] {
  const { task, github } = context
  const define = mcpReadDefiner(context)
  const needs = 'contents: read'
  const refOf = (requested: string | undefined) => {
    const staged = context.staged?.find(requested)
    if (staged !== undefined) return staged.base.sha
    // That server also takes the full name of a ref.
    const ref =
      requested === undefined || requested === ''
        ? commitOfTask(task)
        : requested.replace(/^refs\/(?:heads|tags)\//, '')
    const problem = refProblem(ref)
    if (problem !== undefined) throw new McpArgumentError(problem)
    return ref
  }
  return [
    define({
      name: 'get_commit',
      description: 'Reads a commit with its files.',
      needs,
      input: { sha: z.string(), include_diff: z.boolean().optional(), ...pageParameters },
      async read({ sha, include_diff: includeDiff = true }) {
        const commit = await github.read(
          ({ repos }, repository) => repos.getCommit({ ...repository, ref: refOf(sha) }),
          shapes.CommitDetailShape,
        )
        return includeDiff ? commit : { ...commit, files: commit.files?.map(({ patch: _, ...file }) => file) }
      },
    }),
    define({
      name: 'list_commits',
      description: 'Lists the commits of a branch, tag or commit, newest first.',
      needs,
      input: {
        sha: z.string().optional(),
        path: z.string().optional(),
        author: z.string().optional(),
        since: z.string().optional(),
        until: z.string().optional(),
        ...pageParameters,
      },
      read: ({ sha, page, perPage, ...filters }) =>
        github.read(
          ({ repos }, repository) =>
            repos.listCommits({
              ...repository,
              sha: refOf(sha),
              ...definedOnly(filters),
              ...pageOf({ page, perPage }),
            }),
          shapes.CommitShape.array(),
        ),
    }),
    define({
      name: 'list_branches',
      description: 'Lists the branches of this repository.',
      needs,
      input: pageParameters,
      read: (page) =>
        github.read(
          ({ repos }, repository) => repos.listBranches({ ...repository, ...pageOf(page) }),
          shapes.BranchShape.array(),
        ),
    }),
    define({
      name: 'get_file_contents',
      description: "Reads a file or folder at a branch, tag or commit. Default: the pull request's head.",
      needs,
      input: {
        path: z.string().optional(),
        ref: z.string().optional(),
        sha: z.string().optional(),
        branch: z.string().optional(),
      },
      async read({ path: requestedPath = '', ref, sha, branch }, output) {
        const path = requestedPath.replace(/^(?:\.?\/)+|\/+$/g, '')
        const problem = repositoryPathProblem(path)
        if (problem !== undefined) throw new McpArgumentError(problem)
        const file = context.staged?.find(sha ?? ref ?? branch)?.files.find((each) => each.path === path)
        if (file?.after === null) throw new McpArgumentError(`${path} is deleted on this branch.`)
        if (file?.after) return output.code(file.after.toString('utf8'), MAX_FILE_BYTES)
        const content = await github.content(path, refOf(sha ?? ref ?? branch))
        if (content.kind === 'folder')
          return content.entries.map(({ name, kind, size }) => ({
            type: kind,
            name,
            path: path === '' ? name : `${path}/${name}`,
            size,
          }))
        if (content.kind === 'other') throw new McpArgumentError(`${path} is a ${content.type}, which has no text.`)
        if (content.size > MAX_FILE_BYTES)
          throw new McpArgumentError(
            `${path} has ${content.size} bytes. Use github__get_file, which reads page by page.`,
          )
        const bytes = content.bytes ?? Buffer.from(await github.blob(content.blob))
        if (!isUtf8(bytes) || bytes.includes(0))
          throw new McpArgumentError(`${path} is binary (${content.size} bytes).`)
        return output.code(bytes.toString('utf8'), MAX_FILE_BYTES)
      },
    }),
  ]
}

/** The value in lower case when it is one of these, and the first of them otherwise. */
const oneOf = <const Value extends string>(values: readonly [Value, ...Value[]], text: string): Value =>
  values.find((value) => value === text.toLowerCase()) ?? values[0]
