import type { CommitDetails } from '../../github/api/git-data.ts'
import type { GitHub } from '../../github/api/github.ts'
import { GitHubError } from '../../github/api/github-error.ts'
import type { Pull } from '../../github/api/response-schemas.ts'
import { READ_TRAILER, roundTrailer } from '../../github/comment-marker.ts'
import { lazyAsync } from '../../platform/lazy.ts'
import { isWorkflow } from '../../policy/protected-paths.ts'
import type { CommitBaseCandidate, CommitIntent, PushedCommit } from '../plan/intent.ts'
import { type CommitFile, compareWithCommit, type NoBase, treeEntries, writeTree } from './commit-files.ts'
import { isOutcomeUnknown, retryOnce } from './idempotent-write.ts'
import type { WriteResult } from './review.ts'

export type CommitGitHub = Pick<
  GitHub,
  | 'viewer'
  | 'pull'
  | 'account'
  | 'commitDetails'
  | 'tree'
  | 'compare'
  | 'branchTip'
  | 'pullsFrom'
  | 'createBlob'
  | 'createTree'
  | 'createCommit'
  | 'createBranch'
  | 'moveBranch'
>

/** The repository's web address: `server` is `https://github.com`, `repository` is `OWNER/NAME`. */
export type RepositorySite = { server: string; repository: string }

/** Login of the user of `GITHUB_TOKEN`. */
const JOB_TOKEN = 'github-actions[bot]'
/** How often a commit is rebased on a newer tip before it gets a new branch. */
const MAX_REBASES = 2
const MAX_BRANCH_NAMES = 3

/**
 * Creates the commit and pushes it to the pull request's branch, if that branch has not moved since the run started, or to a
 * new branch. A branch only moves forward, and only to a complete commit. Rejects with GitHubError; then no branch has
 * changed.
 */
export async function pushCommit(
  intent: CommitIntent,
  github: CommitGitHub,
  site: RepositorySite,
): Promise<WriteResult & { pushed?: PushedCommit }> {
  const { files, pullRequest, blocked } = intent
  if (blocked !== undefined) return { state: 'skipped', reason: blocked.reason }
  const workflow = files.find(({ path }) => isWorkflow(path))
  if (workflow !== undefined && (await github.viewer()) === JOB_TOKEN)
    return {
      state: 'skipped',
      withheld: true,
      withheldOutcome: 'config',
      reason: `${workflow.path} is a workflow, and \`GITHUB_TOKEN\` cannot change workflows; use the token of an App with the permission \`workflows: write\`. The patch contains the change`,
    }

  const notes: string[] = []
  const context: CommitContext = {
    intent,
    github,
    site,
    notes,
    trailers: lazyAsync(() => commitTrailers(intent, github, site)),
  }
  const pull = intent.aboutPull === undefined ? undefined : await github.pull(intent.aboutPull)
  if (pull?.isMerged === true) return pushAfterMerge(pull, context)
  if (pull !== undefined && pull.state !== 'open')
    return withheld(`pull request #${pull.number} was closed, so the change has no place`)
  if (pullRequest !== undefined) {
    const branchState = await checkPullRequestBranch(
      pullRequest,
      pull ?? (await github.pull(pullRequest.number)),
      context,
    )
    if (branchState.status === 'committed')
      return commitReceipt({ ...branchState.pushed, isNew: false }, context, ALREADY_PUSHED)
    if (branchState.status === 'unchanged') return pushToPullRequest(pullRequest.branch, context)
    notes.push(branchState.reason)
  }
  const base = await findBase(context)
  return 'status' in base ? notCommitted(base) : pushToNewBranch(base, undefined, context)
}

const withheld = (reason: string): WriteResult => ({
  state: 'skipped',
  withheld: true,
  reason: `${reason}; the patch contains it`,
})

/** The change of this run alone, on the branch into which its pull request was merged, if it fits there. */
async function pushAfterMerge(
  { number, base: { ref } }: Pull,
  context: CommitContext,
): Promise<WriteResult & { pushed?: PushedCommit }> {
  const tip = await context.github.branchTip(ref)
  if (tip === undefined)
    return withheld(`pull request #${number} was merged, and ${ref} is gone, so the change has no place`)
  const base = await compareAtCommit(tip, context)
  if (!('tree' in base))
    return base.status === 'applied'
      ? { state: 'skipped', reason: `pull request #${number} was merged, and ${ref} already has these changes` }
      : withheld(`pull request #${number} was merged, and the change does not fit on ${ref}: ${base.reason}`)
  context.notes.push(`pull request #${number} was merged, so the change is for ${ref}`)
  return pushToNewBranch({ ...base, targetBranch: ref }, undefined, context)
}

const ALREADY_PUSHED = 'an earlier attempt of this run created it'

type CommitContext = {
  intent: CommitIntent
  github: CommitGitHub
  site: RepositorySite
  /** Deviations from the plan, for the receipt. */
  notes: string[]
  trailers(): Promise<string>
}

/** The parent commit and the files to change. */
type CommitBase = CommitBaseCandidate & { tree: string; files: CommitFile[] }

type BranchState =
  | { status: 'unchanged' }
  | { status: 'committed'; pushed: { sha: string; tree: string; branch: string } }
  | { status: 'moved'; reason: string }

/** Whether the pull request's branch is still at the commit this run read. Nothing is pushed on top of other commits. */
async function checkPullRequestBranch(
  { branch }: NonNullable<CommitIntent['pullRequest']>,
  { head }: Pull,
  context: CommitContext,
): Promise<BranchState> {
  const { bases, trailer } = context.intent
  const { github } = context
  const expected = bases[0]?.sha
  if (head.sha === expected) return { status: 'unchanged' }
  const tip = await github.commitDetails(head.sha)
  if (isFromThisRun(tip, trailer) && tip.parents[0] === expected && (await hasChange(head.sha, context)))
    return { status: 'committed', pushed: { ...commitOf(tip), branch } }
  return {
    status: 'moved',
    reason: `${branch} moved to ${short(head.sha)} after this run started, so the commit is on a new branch`,
  }
}

/** The commit the files were edited on: the first candidate that has them as they were before. */
async function findBase(context: CommitContext): Promise<CommitBase | NoBase> {
  const { intent, notes } = context
  let first: NoBase | undefined
  for (const [index, candidate] of intent.bases.entries()) {
    const { sha } = candidate
    const base = await compareAtCommit(sha, context)
    if ('tree' in base) {
      if (index > 0) notes.push(`the files were edited on ${short(sha)}, the commit that was checked out`)
      return { ...base, ...candidate }
    }
    first ??= base
  }
  return first ?? { status: 'mismatch', reason: 'no parent commit is known' }
}

async function compareAtCommit(sha: string, { intent, github }: CommitContext): Promise<CommitBase | NoBase> {
  const { tree } = await github.commitDetails(sha)
  const paths = intent.files.map(({ path }) => path)
  const comparison = compareWithCommit(intent.files, await treeEntries(github, tree, paths))
  return comparison.status === 'base' ? { sha, tree, files: comparison.files } : comparison
}

/** Whether a commit has the files as the change leaves them. */
async function hasChange(sha: string, context: CommitContext): Promise<boolean> {
  const comparison = await compareAtCommit(sha, context)
  return 'status' in comparison && comparison.status === 'applied'
}

const notCommitted = (comparison: NoBase): WriteResult =>
  comparison.status === 'applied'
    ? { state: 'skipped', reason: 'the branch already has these changes' }
    : {
        state: 'skipped',
        withheld: true,
        reason: `the checked-out files do not match the commit of this run: ${comparison.reason}. The patch contains the change`,
      }

/** Pushes to the pull request's branch, or to a new branch when a concurrent push touches the same files. */
async function pushToPullRequest(
  branch: string,
  context: CommitContext,
): Promise<WriteResult & { pushed?: PushedCommit }> {
  const { intent, github, notes } = context
  const firstBase = await findBase(context)
  if ('status' in firstBase) return notCommitted(firstBase)
  if (firstBase.sha !== intent.bases[0]?.sha) return pushToNewBranch(firstBase, undefined, context)

  const firstCommit = await makeCommit(firstBase, context)
  let base = firstBase
  let commit = firstCommit
  for (let rebases = 0; ; rebases += 1) {
    const moved = await moveBranch(branch, base.sha, commit.sha, github)
    if (moved.done) return commitReceipt({ ...commit, branch, isNew: false }, context)
    const next = rebases < MAX_REBASES && moved.tip !== undefined ? await rebase(base, moved.tip, context) : undefined
    if (next === undefined || 'status' in next) {
      if (next?.status === 'applied') return notCommitted(next)
      notes.push(
        moved.reason ??
          `${branch} received another push at the same time${next === undefined ? '' : ` (${next.reason})`}`,
      )
      return pushToNewBranch(firstBase, firstCommit, context)
    }
    notes.push(`${branch} received another push at the same time; the commit is on top of ${short(next.sha)}`)
    base = next
    commit = await makeCommit(base, context)
  }
}

/** The base for the same change on a newer tip: a descendant that has the files as they were before. */
async function rebase(from: CommitBase, tip: string, context: CommitContext): Promise<CommitBase | NoBase> {
  const { mergeBase } = await context.github.compare(from.sha, tip)
  if (mergeBase !== from.sha) return { status: 'mismatch', reason: 'its history was rewritten' }
  return compareAtCommit(tip, context)
}

type MoveResult = { done: true } | { done: false; tip: string | undefined; reason?: string }

/** Moves a branch from one commit to its child. On failure: where the branch is now. */
async function moveBranch(branch: string, from: string, to: string, github: CommitGitHub): Promise<MoveResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await github.moveBranch(branch, to)
      return { done: true }
    } catch (error) {
      const isLost = isOutcomeUnknown(error)
      if (!isLost && !isConflict(error)) throw error
      const tip = await github.branchTip(branch)
      if (tip === to) return { done: true }
      if (tip !== undefined && isLost && tip !== from && (await github.compare(to, tip)).mergeBase === to)
        return { done: true }
      if (tip === from && isLost && attempt === 1) continue
      if (tip === undefined) return { done: false, tip, reason: `${branch} was deleted` }
      if (tip !== from) return { done: false, tip }
      if (isLost) throw error
      // The branch did not move: a repository rule does not let this token push to it.
      return { done: false, tip: undefined, reason: `${branch} rejects the commit: ${githubMessage(error)}` }
    }
  }
}

const isConflict = (error: unknown) => error instanceof GitHubError && (error.status === 422 || error.status === 409)
const githubMessage = (error: unknown) =>
  error instanceof Error ? error.message.replace(/^.*GitHub answered \d+: /, '') : ''

/**
 * Creates a branch. The name says what is proposed for which purpose, so an existing branch may be a proposal of this very change: of this
 * run, or of another one. Else the next name is tried.
 */
async function pushToNewBranch(
  base: CommitBase,
  readyCommit: CommitWithTree | undefined,
  context: CommitContext,
): Promise<WriteResult & { pushed?: PushedCommit }> {
  const { intent, github } = context
  const { targetBranch, namedBranch } = base
  const below = { sha: base.sha, targetBranch, namedBranch }
  if (
    targetBranch !== undefined &&
    targetBranch !== intent.defaultBranch &&
    (await github.branchTip(targetBranch)) === undefined
  )
    return withheld(`${targetBranch} was deleted or renamed, so the change has no place`)
  let commit = readyCommit
  for (let attempt = 1; attempt <= MAX_BRANCH_NAMES; attempt += 1) {
    const branch = attempt === 1 ? intent.branch : `${intent.branch}-${attempt}`
    const existing = await readProposal(branch, below, context)
    if (existing === 'taken') continue
    if (existing !== undefined) return existing
    commit ??= await makeCommit(base, context)
    if (await createBranch(branch, commit.sha, github))
      return commitReceipt({ ...commit, branch, isNew: true, base: below }, context)
    // Another run created it since: what it proposes is read again.
    const theirs = await readProposal(branch, below, context)
    if (theirs !== undefined && theirs !== 'taken') return theirs
  }
  throw new Error(
    `The branch ${intent.branch} exists already, and this run did not create it. Delete it or change branch_prefix.`,
  )
}

/** What a branch of this name already proposes; `taken`: something else. Undefined when there is none. */
async function readProposal(
  branch: string,
  base: CommitBaseCandidate,
  context: CommitContext,
): Promise<(WriteResult & { pushed?: PushedCommit }) | 'taken' | undefined> {
  const { intent, github } = context
  const tip = await github.branchTip(branch)
  const isAsked = intent.purpose?.isAsked !== false
  if (tip === undefined && isAsked) return undefined
  const [commit, pulls] = await Promise.all([
    tip === undefined ? undefined : github.commitDetails(tip),
    github.pullsFrom(branch, 'all'),
  ])
  if (commit !== undefined && isFromThisRun(commit, intent.trailer))
    return commitReceipt({ ...commitOf(commit), branch, isNew: true, base }, context, ALREADY_PUSHED)
  const open = pulls.find(({ state }) => state === 'open')
  const isJoined = open !== undefined || (pulls.length === 0 && commit !== undefined && isOfJob(commit, intent.trailer))
  if (intent.isCollected === true && commit !== undefined && isJoined)
    return pushOnTop(branch, commit.sha, base, context)
  if (open !== undefined)
    return {
      state: 'skipped',
      url: open.url,
      reason: `pull request #${open.number} already proposes this change`,
      tree: commit?.tree,
    }
  const [last] = pulls
  if (last !== undefined && !last.isMerged && !isAsked)
    return {
      state: 'skipped',
      url: last.url,
      reason: `pull request #${last.number} proposed this change and was closed; it comes again only when a person asks`,
    }
  if (commit === undefined) return undefined
  if (last !== undefined || !isOfJob(commit, intent.trailer)) return 'taken'
  if (!(await hasChange(commit.sha, context))) return 'taken'
  const pushed = { ...commitOf(commit), branch, isNew: true, base, isEarlier: true }
  return commitReceipt(pushed, context, 'an earlier run pushed this change')
}

/** Adds the change to a branch that collects such changes, and that other runs move at the same time. */
async function pushOnTop(
  branch: string,
  first: string,
  below: CommitBaseCandidate,
  context: CommitContext,
): Promise<WriteResult & { pushed?: PushedCommit }> {
  let tip = first
  for (let rebases = 0; rebases <= MAX_REBASES; rebases += 1) {
    const base = await compareAtCommit(tip, context)
    if ('status' in base) return notCommitted(base)
    const commit = await makeCommit(base, context)
    const moved = await moveBranch(branch, tip, commit.sha, context.github)
    if (moved.done) return commitReceipt({ ...commit, branch, isNew: true, base: below }, context)
    if (moved.tip === undefined) return withheld(moved.reason ?? `${branch} is gone`)
    tip = moved.tip
  }
  return withheld(`${branch} received other pushes at the same time`)
}

/** False when a branch of that name was created in the meantime. */
async function createBranch(branch: string, sha: string, github: CommitGitHub): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await github.createBranch(branch, sha)
      return true
    } catch (error) {
      const isLost = isOutcomeUnknown(error)
      if (!isLost && !isConflict(error)) throw error
      const tip = await github.branchTip(branch)
      if (tip === sha) return true
      if (tip !== undefined) return false
      if (!isLost || attempt === 2) throw error
    }
  }
}

type CommitWithTree = { sha: string; tree: string }

const commitOf = ({ sha, tree }: CommitDetails): CommitWithTree => ({ sha, tree })

async function makeCommit(base: CommitBase, { intent, github, trailers }: CommitContext): Promise<CommitWithTree> {
  const tree = await writeTree(base.tree, base.files, github)
  const message = `${intent.message}\n\n${await trailers()}`
  const sha = await retryOnce(() => github.createCommit({ message, tree, parents: [base.sha] }))
  return { sha, tree }
}

/** The last paragraph of the message. GitHub credits a co-author by the noreply address of their account. */
async function commitTrailers(
  { requester, trailer: runTrailer, read, round }: CommitIntent,
  github: CommitGitHub,
  { server }: RepositorySite,
): Promise<string> {
  const trailer = [read && READ_TRAILER, round && roundTrailer(round), runTrailer].filter(Boolean).join('\n')
  if (requester === undefined) return trailer
  // Without the account the co-author is omitted.
  const account = await github.account(requester).catch(() => undefined)
  if (account === undefined || account.isBot || !/^[\w-]+$/.test(account.login)) return trailer
  const host = new URL(server).hostname
  return `Co-authored-by: ${account.login} <${account.id}+${account.login}@users.noreply.${host}>\n${trailer}`
}

/** Whether a commit was made by an earlier attempt of the same run. */
const isFromThisRun = ({ message }: CommitDetails, trailer: string) => message.trimEnd().split('\n').at(-1) === trailer

/** Whether a run of the same workflow and job made a commit. */
export const isOfJob = ({ message }: CommitDetails, trailer: string) =>
  message
    .trimEnd()
    .split('\n')
    .at(-1)
    ?.replace(/\/[^/]*$/, '') === trailer.replace(/\/[^/]*$/, '')

function commitReceipt(
  { tree, ...pushed }: PushedCommit & CommitWithTree,
  { site, notes }: CommitContext,
  skipped?: string,
): WriteResult & { pushed: PushedCommit } {
  const reason = [...notes, ...(skipped === undefined ? [] : [skipped])]
  return {
    state: skipped === undefined ? 'posted' : 'skipped',
    url: `${site.server}/${site.repository}/commit/${pushed.sha}`,
    reason: reason.length === 0 ? undefined : reason.join('; '),
    pushed,
    tree,
  }
}

const short = (sha: string) => sha.slice(0, 10)
