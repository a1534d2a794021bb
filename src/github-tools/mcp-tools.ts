import * as z from 'zod'
import { failed, type Tool } from '../tools/tool.ts'
import { mcpNames } from './mcp-names.ts'
import { mcpPullRequestTools } from './mcp-pull-requests.ts'
import { mcpRepositoryTools } from './mcp-repository.ts'
import { type McpReadContext, otherRepositoryProblem } from './mcp-tool.ts'
import {
  type McpPlan,
  type McpWriteContext,
  mcpIssueWriteTools,
  mcpReviewWriteTools,
  mcpWriteDefiner,
  withFileComments,
} from './mcp-writes.ts'
import { type BranchProposal, normalizeTitle, REVIEW_OVERVIEW, textProblem } from './proposal.ts'
import { withPlainEdits } from './read-code.ts'
import { type BranchGitHub, type BranchOptions, openStagedBranch, type StagedBranch } from './staged-branch.ts'

/** The tools of GitHub's MCP server that answer for our tools when a call names `owner` or `repo`, as calls of that server do. */
const JSON_FORMS: Readonly<Record<string, string>> = {
  github__get_issue: 'get_issue',
  github__get_pull_request: 'get_pull_request',
  github__list_commits: 'list_commits',
  github__search_issues: 'search_issues',
  github__list_comments: 'get_issue_comments',
  github__list_review_threads: 'get_pull_request_review_comments',
  github__get_diff: 'get_pull_request_diff',
  github__list_files: 'get_pull_request_files',
  github__get_check_runs: 'get_pull_request_status',
  github__get_file: 'get_file_contents',
  github__update_issue: 'update_issue',
  github__create_issue: 'create_issue',
  github__create_pull_request: 'create_pull_request',
}

/** Parameters that only the tools of GitHub's MCP server have. */
const MCP_PARAMETERS = ['owner', 'repo', 'assignees', 'milestone']

const mcpParametersOf = (name: string) => {
  if (name === 'github__get_diff') return MCP_PARAMETERS // its head and base are our own
  return name === 'github__update_issue' ? [...MCP_PARAMETERS, 'labels'] : [...MCP_PARAMETERS, 'head', 'base']
}

/** `judge`: the rules of the run. `declaredNames`: the tools that are declared to the model. */
export type McpToolsOptions = McpReadContext &
  Pick<McpWriteContext, 'store' | 'judge'> & {
    declaredNames: ReadonlySet<string>
    github: BranchGitHub
    branches: BranchOptions
  }

/**
 * Our tools for GitHub, and the tools under the names of GitHub's MCP server. Only `declaredNames` are declared to the model; the others
 * answer when they are called. No tool reaches another repository than the run's.
 */
export function withMcpTools(
  givenTools: readonly Tool[],
  { declaredNames, store, judge, branches, ...options }: McpToolsOptions,
): Tool[] {
  const ownByName = new Map(givenTools.map((tool) => [tool.name, tool]))
  const overview = ownByName.get(REVIEW_OVERVIEW)
  const githubTools = givenTools
    .filter((tool) => tool !== overview)
    .map((tool) => (tool.name === 'github__review_comment' ? withFileComments(tool, overview) : tool))
  const staged = openStagedBranch(store, options.github, branches)
  const context: McpReadContext = { ...options, staged }
  const writing = { task: context.task, store, judge, ownTools: ownByName }
  const reads = [
    ...mcpPullRequestTools(context),
    ...mcpRepositoryTools(context),
    ...mcpReviewWriteTools(writing),
    ...mcpIssueWriteTools(writing),
    ...mcpFileWriteTools({ ...writing, staged, branches }),
  ]
  const nameOf = ({ name }: Tool) => name.replace(/^github__/, '')
  const byName = new Map(reads.map((tool) => [nameOf(tool), tool]))
  const usedNames = new Set(githubTools.flatMap(({ name, aliases }) => [name, ...aliases]))
  const ownTools = githubTools.map((tool) => ownTool(tool, byName.get(JSON_FORMS[tool.name] ?? ''), context))
  const others = [...reads, ...UNAVAILABLE.map(unavailableTool)].flatMap((tool): Tool[] => {
    const isDeclared = declaredNames.has(nameOf(tool)) && !isUnavailable(tool)
    // A name that is an alias of ours is its own tool only where the workflow names it.
    if (usedNames.has(tool.name) && (!isDeclared || githubTools.some(({ name }) => name === tool.name))) return []
    return [isDeclared ? tool : withoutDeclaration(tool)]
  })
  return withPlainEdits([...ownTools, ...others], options.github)
}

const withoutDeclaration = (tool: Tool): Tool => ({ ...tool, undeclared: true })

/** Our tool, which refuses another repository and answers in JSON where a call has the form of GitHub's MCP server. */
const ownTool = (tool: Tool, jsonForm: Tool | undefined, context: McpReadContext): Tool => ({
  ...tool,
  variant: tool.variant && ((alias) => ownTool(tool.variant?.(alias) ?? tool, jsonForm, context)),
  parse(args) {
    const isPlain = typeof args !== 'object' || args === null || Array.isArray(args)
    if (isPlain || !mcpParametersOf(tool.name).some((name) => Reflect.get(args, name) !== undefined))
      return tool.parse(args)
    const { task } = context
    const problem = otherRepositoryProblem(args, task)
    if (problem !== undefined) return { ok: false, text: problem }
    const { owner: _, repo: __, ...rest } = args
    const parsed = jsonForm?.parse(rest)
    if (parsed?.ok !== true) return tool.parse(rest)
    return { ok: true, args: { ...parsed.args, owner: task.repo.owner, repo: task.repo.name } }
  },
  beyond: async (args) => (jsonForm !== undefined && Object.hasOwn(args, 'owner') ? jsonForm : tool).beyond?.(args),
  run: (args, signal) =>
    jsonForm !== undefined && Object.hasOwn(args, 'owner') ? jsonForm.run(args, signal) : tool.run(args, signal),
})

const isUnavailable = ({ annotations }: Tool) => annotations.unavailable === true

const unavailableTool = ({ name, advice }: (typeof UNAVAILABLE)[number]): Tool => ({
  ...mcpNames(name),
  annotations: { readOnlyHint: false, unavailable: true },
  declare: () => ({ name: `github__${name}`, description: advice, parameters: { type: 'object', properties: {} } }),
  parse: (args) => ({ ok: true, args }),
  run: async () => failed('execution_failed', advice),
})

/** The names of tools of GitHub's MCP server in the settings (`includeTools`) and in the texts of the task. */
export function mcpToolNames(
  settings: { mcpServers?: Readonly<Record<string, unknown>> },
  ...texts: readonly unknown[]
): ReadonlySet<string> {
  const server = settings.mcpServers?.github
  const text = JSON.stringify([server, ...texts])
  return new Set(text.match(/[a-z]+(?:_[a-z]+)+/g)?.map((word) => word.replace(/^mcp__?github__?/, '')) ?? [])
}

const NO_MERGE = 'This action never merges. Say in the answer that the pull request can be merged; a person does it.'

const OWN_FILES = 'To change files, edit them in the checkout (write_file, replace); the input `changes` delivers them.'

/** Tools of GitHub's MCP server that this action does not have, each with the one that does the same, or the reason. */
export const UNAVAILABLE: readonly { name: string; advice: string }[] = [
  {
    name: 'fork_repository',
    advice:
      'No fork is needed: this run proposes a branch and a pull request in this repository with create_pull_request.',
  },
  { name: 'create_repository', advice: 'This action works only on its own repository.' },
  { name: 'merge_pull_request', advice: NO_MERGE },
  {
    name: 'update_pull_request_branch',
    advice: 'This action does not merge the base into a branch. A person does it.',
  },
  { name: 'request_copilot_review', advice: 'This action does not request reviewers. Name them in the answer.' },
  { name: 'assign_copilot_to_issue', advice: 'Use github__assign with the login of a person.' },
  { name: 'sub_issue_write', advice: 'This action does not link sub-issues. Name them in the answer or in a comment.' },
  { name: 'run_workflow', advice: 'This action does not start workflows.' },
  { name: 'rerun_workflow_run', advice: 'This action does not start workflows.' },
  { name: 'search_repositories', advice: 'This action reads only its own repository.' },
  { name: 'dismiss_notification', advice: 'This action does not handle notifications.' },
  {
    name: 'label_write',
    advice: 'This action creates no labels. Use github__add_labels with a label of this repository.',
  },
  { name: 'create_or_update_label', advice: 'This action creates no labels. Use github__add_labels.' },
  { name: 'lock_issue', advice: 'This action does not lock conversations. A maintainer can.' },
  {
    name: 'search_users',
    advice: 'This action does not search users. github__assign checks the logins that you give it.',
  },
  { name: 'get_job_logs', advice: 'Use github__get_job_log with the job_id from github__get_check_runs.' },
  { name: 'create_gist', advice: `This action creates no gists. ${OWN_FILES}` },
]

const WHEN = 'It is done after the run.'

export type McpFileContext = McpWriteContext & { staged: StagedBranch; branches: BranchOptions }

const change = { branch: z.string(), message: z.string().optional() }

/** The tools that propose a branch, its files and its pull request, under the names of GitHub's MCP server. */
export function mcpFileWriteTools(context: McpFileContext): Tool[] {
  const define = mcpWriteDefiner(context)
  const { staged, branches } = context
  const files = async (
    tool: string,
    { branch: name, message = '' }: { branch: string; message?: string },
    changed: readonly { path: string; content: string | null }[],
  ): Promise<McpPlan> => {
    const problem = branches.problem(tool)
    if (problem !== undefined) return { refusal: problem }
    const branch = await staged.resolve(name)
    if (typeof branch === 'string') return { refusal: branch }
    const refusal = await staged.stage(branch, changed)
    if (refusal !== undefined) return { refusal }
    if (message.trim() !== '') branch.message = message
    const paths = changed.slice(0, 20).map(({ path }) => path)
    return { answer: `Proposed on the new branch ${branch.branch}: ${paths.join(', ')}. ${WHEN}` }
  }
  return [
    define({
      name: 'create_branch',
      description: `Proposes a new branch for files. ${WHEN}`,
      input: { branch: z.string(), from_branch: z.string().optional() },
      async plan({ branch: name, from_branch: from }) {
        const problem = branches.problem('create_branch')
        if (problem !== undefined) return { refusal: problem }
        const branch = await staged.start(name, from)
        if (typeof branch === 'string') return { refusal: branch }
        return { answer: `The branch will be called ${branch.branch} and starts at ${branch.base.branch}. ${WHEN}` }
      },
    }),
    define({
      name: 'create_or_update_file',
      description: `Proposes the full content of one file on a new branch. ${WHEN}`,
      input: { path: z.string(), content: z.string(), sha: z.string().optional(), ...change },
      plan: ({ path, content, ...rest }) => files('create_or_update_file', rest, [{ path, content }]),
    }),
    define({
      name: 'push_files',
      description: `Proposes the full content of files on a new branch. ${WHEN}`,
      input: { files: z.array(z.object({ path: z.string(), content: z.string() })).min(1), ...change },
      plan: ({ files: changed, ...rest }) => files('push_files', rest, changed),
    }),
    define({
      name: 'delete_file',
      description: `Proposes to delete a file on a new branch. ${WHEN}`,
      input: { path: z.string(), ...change },
      plan: ({ path, ...rest }) => files('delete_file', rest, [{ path, content: null }]),
    }),
    define({
      name: 'create_pull_request',
      description: `Proposes a pull request from the branch that this run has proposed. ${WHEN}`,
      input: {
        title: z.string(),
        body: z.string().optional(),
        head: z.string().optional(),
        base: z.string().optional(),
        draft: z.boolean().optional(),
        maintainer_can_modify: z.unknown().optional(),
      },
      plan: (args) => planPullRequest(args, context),
    }),
  ]
}

type PullRequestArgs = {
  title: string
  body?: string
  head?: string
  base?: string
  draft?: boolean
}

async function planPullRequest(args: PullRequestArgs, context: McpFileContext): Promise<McpPlan> {
  const { store, task, ownTools, staged, branches } = context
  const { title, body = '', draft = false, head, base } = args
  const owner = `${task.repo.owner}:`.toLowerCase()
  const headName = head?.toLowerCase().startsWith(owner) ? head.slice(owner.length) : head
  const branch: BranchProposal | undefined = headName === undefined ? store.ofKind('branch')[0] : staged.find(headName)
  const hasFiles = branch !== undefined && branch.files.length > 0
  const isOwn = ownTools.has('github__create_pull_request')
  if (!hasFiles && isOwn && (headName === undefined || !(await staged.isOnGitHub(headName))))
    return { steps: [{ tool: 'create_pull_request', args: { title, body: body || title, draft } }] }
  const problem = branches.problem('create_pull_request')
  if (problem !== undefined) return { refusal: problem }
  const target = hasFiles ? branch.base.branch : (task.base?.ref ?? task.defaultBranch)
  if (!hasFiles && (!branches.mayEditCheckout || (headName !== undefined && (await isTaken(headName, context)))))
    return { refusal: 'This run has proposed no files on that branch. Call create_branch and push_files first.' }
  if (base !== undefined && target !== undefined && base.replace(/^refs\/heads\//, '') !== target)
    return { refusal: `The branch starts at ${target}: set base to it.` }
  const plainTitle = normalizeTitle(title)
  const text = body.trim() === '' ? plainTitle : body
  const textRefusal = plainTitle === '' ? 'The title is empty.' : textProblem(text)
  if (textRefusal !== undefined) return { refusal: textRefusal }
  if (store.remaining('create_pull_request') === 0)
    return { refusal: 'A run may propose one pull request, and this run has already proposed one.' }
  const proposal = { kind: 'create_pull_request', title: plainTitle, body: text, draft } as const
  store.add(hasFiles ? { ...proposal, branch: branch.branch } : proposal, 'create_pull_request')
  const origin = hasFiles ? branch.branch : 'the files that this run has edited in the checkout'
  return {
    answer: `Proposed: the pull request "${plainTitle}" from ${origin}${target === undefined ? '' : ` into ${target}`}. ${WHEN}`,
  }
}

/**
 * Whether the name belongs to another repository or to an existing branch. Otherwise it is a local branch, whose name does not matter:
 * the action names the branch of the edits.
 */
const isTaken = async (name: string, { staged }: McpFileContext): Promise<boolean> =>
  name.includes(':') || (staged.find(name) === undefined && (await staged.isOnGitHub(name)))
