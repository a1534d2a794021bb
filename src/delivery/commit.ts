import type { CommitFacts } from '../github/change-calls.ts'
import type { GitHub } from '../github/client.ts'
import { GitHubError } from '../github/github-error.ts'
import { askOnce } from '../host/once.ts'
import { type Comparison, compareWith, entriesAt, type Wanted } from './commit-files.ts'
import { isWorkflow } from './guarded-paths.ts'
import type { CommitIntent, Made } from './intent.ts'
import type { Written } from './review.ts'
import { isUnclear, repeatOnce } from './unclear.ts'
import { writeTree } from './write-tree.ts'

export type CommitGitHub = Pick<
  GitHub,
  | 'viewer'
  | 'pull'
  | 'account'
  | 'commitFacts'
  | 'tree'
  | 'compare'
  | 'tip'
  | 'createBlob'
  | 'createTree'
  | 'createCommit'
  | 'createBranch'
  | 'moveBranch'
>

/** Where commits are looked at, `https://github.com/OWNER/NAME`, and where addresses without a mailbox live. */
export type CommitPage = { server: string; repository: string }

/** What GitHub calls whoever a job's own token speaks for. */
const JOB_TOKEN = 'github-actions[bot]'
/** How often a commit is put on a newer tip before a branch of its own is the better answer. */
const MOST_REBASES = 2
const MOST_NAMES = 3

/**
 * Makes the commit and lets a branch point to it: the pull request's, if that still is where it was when the run began, or a
 * new one. No branch is ever moved to anywhere but a descendant of its tip, and none before its commit is whole. Rejects
 * with GitHubError when GitHub refuses; then no branch has changed.
 */
export async function pushCommit(
  intent: CommitIntent,
  github: CommitGitHub,
  page: CommitPage,
): Promise<Written & { made?: Made }> {
  const { files, onto, not } = intent
  if (not !== undefined) return { state: 'skipped', why: not.why }
  const workflow = files.find(({ path }) => isWorkflow(path))
  if (workflow !== undefined && (await github.viewer()) === JOB_TOKEN)
    return {
      state: 'skipped',
      withheld: true,
      why: `${workflow.path} is a workflow, and \`GITHUB_TOKEN\` may not change those; the token of an App with the permission \`workflows: write\` may. The patch has the change`,
    }

  const say: string[] = []
  const kit: Kit = { intent, github, page, say, trailers: askOnce(() => trailersOf(intent, github, page)) }
  if (onto !== undefined) {
    const target = await lookAt(onto, intent, github)
    if (target.is === 'ours')
      return receipt({ ...target.made, isNew: false }, kit, 'an earlier attempt of this run has made it')
    if (target.is === 'free') return pushOnto(onto.branch, kit)
    say.push(target.why)
  }
  const ground = await groundOf(kit)
  return 'is' in ground ? unmade(ground) : pushNew(ground, undefined, kit)
}

type Kit = {
  intent: CommitIntent
  github: CommitGitHub
  page: CommitPage
  /** What did not go as it was meant to, for the comment. */
  say: string[]
  trailers(): Promise<string>
}

/** A commit to build upon, and what to put over it. */
type Ground = { sha: string; tree: string; wanted: Wanted[]; into?: string }

type Target = { is: 'free' } | { is: 'ours'; made: { sha: string; branch: string } } | { is: 'taken'; why: string }

/** The branch of the pull request, now: nothing is written on top of what this run has not seen. */
async function lookAt(
  { number, branch }: NonNullable<CommitIntent['onto']>,
  { grounds, trailer }: CommitIntent,
  github: CommitGitHub,
): Promise<Target> {
  const { state, head } = await github.pull(number)
  if (state !== 'open') return { is: 'taken', why: `pull request #${number} is ${state} by now` }
  const seen = grounds[0]?.sha
  if (head.sha === seen) return { is: 'free' }
  const tip = await github.commitFacts(head.sha)
  if (isOurs(tip, trailer) && tip.parents[0] === seen) return { is: 'ours', made: { sha: tip.sha, branch } }
  return {
    is: 'taken',
    why: `${branch} has moved on to ${short(head.sha)} since this run began, so nothing is written on top of it`,
  }
}

/** The commit the files were edited on: the first that has them as they were before. */
async function groundOf(kit: Kit): Promise<Ground | Exclude<Comparison, { is: 'ground' }>> {
  const { intent, say } = kit
  let first: Exclude<Comparison, { is: 'ground' }> | undefined
  for (const [nth, { sha, into }] of intent.grounds.entries()) {
    const found = await compareAt(sha, kit)
    if ('tree' in found) {
      if (nth > 0) say.push(`the files were edited as they are at ${short(sha)}, which was checked out`)
      return into === undefined ? found : { ...found, into }
    }
    first ??= found
  }
  return first ?? { is: 'other', why: 'no commit is known that it could be built upon' }
}

async function compareAt(
  sha: string,
  { intent, github }: Kit,
): Promise<Ground | Exclude<Comparison, { is: 'ground' }>> {
  const { tree } = await github.commitFacts(sha)
  const paths = intent.files.map(({ path }) => path)
  const found = compareWith(intent.files, await entriesAt(github, tree, paths))
  return found.is === 'ground' ? { sha, tree, wanted: found.wanted } : found
}

const unmade = (found: Exclude<Comparison, { is: 'ground' }>): Written =>
  found.is === 'done'
    ? { state: 'skipped', why: 'the files stand there like that already' }
    : {
        state: 'skipped',
        withheld: true,
        why: `what was checked out is not the commit this run is about, or something else has changed it: ${found.why}. The patch has the change`,
      }

/** Onto the pull request's own branch; a new one when somebody is faster and touches the same files. */
async function pushOnto(branch: string, kit: Kit): Promise<Written & { made?: Made }> {
  const { intent, github, say } = kit
  const found = await groundOf(kit)
  if ('is' in found) return unmade(found)
  if (found.sha !== intent.grounds[0]?.sha) return pushNew(found, undefined, kit)

  const first = await makeCommit(found, kit)
  let at = found
  let sha = first
  for (let rebases = 0; ; rebases += 1) {
    const moved = await move(branch, at.sha, sha, github)
    if (moved.done) return receipt({ sha, branch, isNew: false }, kit)
    const next = rebases < MOST_REBASES && moved.tip !== undefined ? await rebased(at, moved.tip, kit) : undefined
    if (next === undefined || 'is' in next) {
      if (next?.is === 'done') return unmade(next)
      say.push(moved.why ?? `${branch} was pushed to at the same moment${next === undefined ? '' : ` (${next.why})`}`)
      return pushNew(found, first, kit)
    }
    say.push(`${branch} was pushed to at the same moment, elsewhere: put on top of ${short(next.sha)}`)
    at = next
    sha = await makeCommit(at, kit)
  }
}

/** The same change on a newer tip, if that follows and has our files as they were. */
async function rebased(from: Ground, tip: string, kit: Kit): Promise<Ground | Exclude<Comparison, { is: 'ground' }>> {
  const { mergeBase } = await kit.github.compare(from.sha, tip)
  if (mergeBase !== from.sha) return { is: 'other', why: 'its history was rewritten' }
  return compareAt(tip, kit)
}

type Moved = { done: true } | { done: false; tip: string | undefined; why?: string }

/** Moves a branch from one commit to its child; when that fails, says where the branch is instead. */
async function move(branch: string, from: string, to: string, github: CommitGitHub): Promise<Moved> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await github.moveBranch(branch, to)
      return { done: true }
    } catch (error) {
      const isLost = isUnclear(error)
      if (!isLost && !isConflict(error)) throw error
      const tip = await github.tip(branch)
      if (tip === to) return { done: true }
      if (tip !== undefined && isLost && tip !== from && (await github.compare(to, tip)).mergeBase === to)
        return { done: true }
      if (tip === from && isLost && attempt === 1) continue
      if (tip === undefined) return { done: false, tip, why: `${branch} is gone` }
      if (tip !== from) return { done: false, tip }
      if (isLost) throw error
      // Nobody was faster: a rule of the repository keeps this token from pushing there.
      return { done: false, tip: undefined, why: `${branch} does not take the commit: ${wordsOf(error)}` }
    }
  }
}

const isConflict = (error: unknown) => error instanceof GitHubError && (error.status === 422 || error.status === 409)
const wordsOf = (error: unknown) =>
  error instanceof Error ? error.message.replace(/^.*GitHub answered \d+: /, '') : ''

/** A branch of our own. One of that name is an earlier attempt's, or nothing of ours; then another name is taken. */
async function pushNew(ground: Ground, ready: string | undefined, kit: Kit): Promise<Written & { made?: Made }> {
  const { intent, github } = kit
  const into = ground.into === undefined ? {} : { into: ground.into }
  let sha = ready
  for (let nth = 1; nth <= MOST_NAMES; nth += 1) {
    const branch = nth === 1 ? intent.branch : `${intent.branch}-${nth}`
    const standing = await github.tip(branch)
    if (standing !== undefined) {
      const tip = await github.commitFacts(standing)
      if (!isOurs(tip, intent.trailer)) continue
      return receipt({ sha: tip.sha, branch, isNew: true, ...into }, kit, 'an earlier attempt of this run has made it')
    }
    sha ??= await makeCommit(ground, kit)
    if (await create(branch, sha, github)) return receipt({ sha, branch, isNew: true, ...into }, kit)
  }
  throw new Error(`There are branches called ${intent.branch} already, and they are not of this run.`)
}

/** False when somebody else made a branch of that name in between. */
async function create(branch: string, sha: string, github: CommitGitHub): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await github.createBranch(branch, sha)
      return true
    } catch (error) {
      const isLost = isUnclear(error)
      if (!isLost && !isConflict(error)) throw error
      const tip = await github.tip(branch)
      if (tip === sha) return true
      if (tip !== undefined) return false
      if (!isLost || attempt === 2) throw error
    }
  }
}

async function makeCommit(ground: Ground, { intent, github, trailers }: Kit): Promise<string> {
  const tree = await writeTree(ground.tree, ground.wanted, github)
  const message = `${intent.message}\n\n${await trailers()}`
  return repeatOnce(() => github.createCommit({ message, tree, parents: [ground.sha] }))
}

/** The last paragraph of the message. GitHub knows people by addresses made of their number and name. */
async function trailersOf(
  { requester, trailer }: CommitIntent,
  github: CommitGitHub,
  { server }: CommitPage,
): Promise<string> {
  if (requester === undefined) return trailer
  // A name that cannot be looked up is missing from the message, no more.
  const account = await github.account(requester).catch(() => undefined)
  if (account === undefined || account.isBot || !/^[\w-]+$/.test(account.login)) return trailer
  const host = new URL(server).hostname
  return `Co-authored-by: ${account.login} <${account.id}+${account.login}@users.noreply.${host}>\n${trailer}`
}

/** Whether a commit was made by an earlier attempt of the same run. */
const isOurs = ({ message }: CommitFacts, trailer: string) => message.trimEnd().split('\n').at(-1) === trailer

function receipt(made: Made, { page, say }: Kit, skipped?: string): Written & { made: Made } {
  const why = [...say, ...(skipped === undefined ? [] : [skipped])]
  return {
    state: skipped === undefined ? 'posted' : 'skipped',
    url: `${page.server}/${page.repository}/commit/${made.sha}`,
    ...(why.length === 0 ? {} : { why: why.join('; ') }),
    made,
  }
}

const short = (sha: string) => sha.slice(0, 10)
