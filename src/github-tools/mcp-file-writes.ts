import * as z from 'zod'
import type { Tool } from '../tools/tool.ts'
import { type McpPlan, type McpWriteContext, mcpWriteDefiner } from './mcp-writes.ts'
import { type BranchProposal, normalizeTitle, textProblem } from './proposal.ts'
import type { BranchOptions, StagedBranch } from './staged-branch.ts'

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
