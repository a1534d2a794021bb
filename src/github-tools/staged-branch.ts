import type { GitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import { branchNameProblem, refProblem } from '../github/branch-name.ts'
import { findProtectedSegment, pathProblem } from '../platform/paths.ts'
import type { BranchProposal, ProposalStore, StagedFile } from './proposal.ts'
import { repositoryPathProblem } from './read-code.ts'

/** The GitHub calls that check a proposed branch. */
export type BranchGitHub = Pick<GitHub, 'branchTip' | 'defaultBranch' | 'content' | 'blob'>

export type BranchOptions = {
  /** Prefix of the branches that delivery creates. */
  prefix: string
  /** Why a call of this tool may propose nothing in this run; undefined when it may. */
  problem(tool: string): string | undefined
  /** Whether the rules let the run edit files of the checkout. */
  mayEditCheckout: boolean
  /** Why the rules about edits do not allow the file; undefined when they do. */
  judgeEdit(path: string, content: string): string | undefined
}

/** The branch of a run that is only proposed: delivery creates it after the run. */
export type StagedBranch = {
  /** Starts the branch. Returns it, or why not. */
  start(name: string, from: string | undefined): Promise<BranchProposal | string>
  /** The branch of a call, which starts it when no branch of that name exists. */
  resolve(name: string): Promise<BranchProposal | string>
  /** Stages all files, or none. `content`: null deletes. Returns the problem. */
  stage(branch: BranchProposal, files: readonly { path: string; content: string | null }[]): Promise<string | undefined>
  /** The branch, if it is the proposed one. */
  find(name: string | undefined): BranchProposal | undefined
  /** Whether the repository has a branch of this name. */
  isOnGitHub(name: string): Promise<boolean>
}

const MAX_FILES = 500
const MAX_FILE_BYTES = 1_000_000

export function openStagedBranch(store: ProposalStore, github: BranchGitHub, options: BranchOptions): StagedBranch {
  const current = () => store.ofKind('branch')[0]
  const fullName = (name: string) => (name.startsWith(options.prefix) ? name : `${options.prefix}${name}`)
  const find = (name: string | undefined) => {
    const branch = current()
    return branch !== undefined && name !== undefined && fullName(plainName(name)) === branch.branch
      ? branch
      : undefined
  }

  async function start(requestedName: string, from: string | undefined): Promise<BranchProposal | string> {
    const name = plainName(requestedName)
    const problem = branchNameProblem(name) ?? branchNameProblem(fullName(name))
    if (problem !== undefined)
      return `The branch name ${JSON.stringify(name.slice(0, 200))} ${problem}. Choose another one.`
    const known = find(name)
    if (known !== undefined) return known
    const other = current()
    if (other !== undefined)
      return `This run has already proposed the branch ${other.branch}, and the limit is one branch.`
    if ((await github.branchTip(name)) !== undefined)
      return `The branch ${name} exists, and nothing is written to existing branches. Call create_branch with another name first.`
    const baseName = plainName(from ?? (await github.defaultBranch()))
    const baseProblem = refProblem(baseName)
    const sha = baseProblem === undefined ? await github.branchTip(baseName) : undefined
    if (sha === undefined) return `There is no branch ${JSON.stringify(baseName.slice(0, 200))} to start from.`
    const branch: BranchProposal = {
      kind: 'branch',
      branch: fullName(name),
      base: { branch: baseName, sha },
      message: '',
      files: [],
    }
    store.add(branch, 'branch')
    return branch
  }

  return {
    start,
    resolve: (name) => start(name, undefined),
    find,
    isOnGitHub: async (name) => (await github.branchTip(plainName(name))) !== undefined,
    async stage(branch, files) {
      const staged: StagedFile[] = []
      for (const file of files) {
        const result = await stageFile(file, branch, { github, options })
        if (typeof result === 'string') return result
        staged.push(result)
      }
      const paths = new Set(staged.map(({ path }) => path))
      const all = [...branch.files.filter(({ path }) => !paths.has(path)), ...staged]
      if (all.length > MAX_FILES) return `A branch may change at most ${MAX_FILES} files.`
      branch.files.splice(0, branch.files.length, ...all)
      return undefined
    },
  }
}

/** GitHub's tools also take the full name of a ref. */
const plainName = (name: string) => name.trim().replace(/^refs\/heads\//, '')

/** Why no file of this path can be proposed. */
function stagedPathProblem(path: string): string | undefined {
  const isPlain = path !== '' && !/^[/~]|\\|\/\/|\/$/.test(path) && path.length <= 1000
  const problem = isPlain
    ? repositoryPathProblem(path)
    : `${JSON.stringify(path.slice(0, 200))} is not a valid file path.`
  if (problem !== undefined) return problem
  const invalid = pathProblem(path, 'linux')
  if (invalid !== undefined) return `${path}: ${invalid}`
  const segment = findProtectedSegment(path)
  return segment === undefined ? undefined : `${path} may not be written: ${segment} is protected.`
}

async function stageFile(
  { path, content }: { path: string; content: string | null },
  branch: BranchProposal,
  { github, options }: { github: BranchGitHub; options: BranchOptions },
): Promise<StagedFile | string> {
  const problem = stagedPathProblem(path) ?? options.judgeEdit(path, content ?? '')
  if (problem !== undefined) return problem
  const after = content === null ? null : Buffer.from(content)
  if (after !== null && after.length > MAX_FILE_BYTES)
    return `${path} has ${after.length} bytes; at most ${MAX_FILE_BYTES} are accepted.`
  const known = branch.files.find((each) => each.path === path)
  const before = known === undefined ? await contentBefore(path, branch.base.sha, github) : known.before
  if (typeof before === 'string') return before
  if (after === null && before === null) return `${path} does not exist.`
  return { path, before, after, mode: '100644' }
}

/** The file at the start of the branch, null when there is none, or why it cannot be changed. */
async function contentBefore(path: string, sha: string, github: BranchGitHub): Promise<Buffer | null | string> {
  try {
    const content = await github.content(path, sha)
    if (content.kind === 'folder') return `${path} is a folder.`
    if (content.kind === 'other') return `${path} is a ${content.type}, which cannot be changed.`
    return Buffer.from(content.bytes ?? (await github.blob(content.blob)))
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return null
    throw error
  }
}
