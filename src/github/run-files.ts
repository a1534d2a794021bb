import { realpath, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Environment, githubServer } from '../platform/environment.ts'
import { machineReason } from '../platform/errors.ts'
import { lazy } from '../platform/lazy.ts'
import { toForwardSlashes } from '../platform/paths.ts'
import { runGit } from '../platform/process/run-git.ts'
import { type CommitRemote, type CommitView, createCommitView } from '../platform/snapshot/commit-view.ts'
import { type Checkout, findCheckout } from '../platform/snapshot/git-repository.ts'
import type { GitHub } from './api/github.ts'
import type { Task } from './events/task.ts'

/**
 * The files that a run works on: the checkout when that has the commit the run is about, otherwise a view of that commit, so that the
 * checkout stays as later steps of the job expect it.
 */
export type RunFiles = {
  /** What stands for the checkout. Absent: nothing does. */
  view?: CommitView
  /** Why the files are those of another commit. Absent: they are not. */
  mismatch?: CommitMismatch
  /** Removes the view. */
  close(): Promise<void>
}

export type CommitMismatch = {
  /** For people: which files these are, which they should be, and why they are not. */
  problem: string
  /** The same for the model, with what it can do. */
  note: string
  /** The same as a part of `Finished, but …`. */
  gap: string
  /** Why a file may not be edited; its path is relative to the workspace. Undefined when it is the same in both commits. */
  editProblem(path: string): Promise<string | undefined>
}

type RunFilesOptions = {
  workspace: string
  scratch: string
  env: Environment
  token: string
  github: Pick<GitHub, 'commitDetails' | 'tree'>
  signal: AbortSignal
}

/** Never rejects. */
export async function openRunFiles(task: Task, options: RunFilesOptions): Promise<RunFiles> {
  const target = pullRequestCommit(task)
  if (target === undefined) return CHECKOUT
  const mismatch = (reason: string, present?: PresentCommit): RunFiles => ({
    ...CHECKOUT,
    mismatch: describeMismatch(target, { present, reason }, options.github),
  })
  try {
    const workspace = await realpath(options.workspace)
    const repository = `${task.repo.owner}/${task.repo.name}`
    const checkout = await findCheckout({ workspace, repository, commits: [target.sha, task.sha] })
    if (!checkout.ok) return checkout.isEmpty ? CHECKOUT : mismatch(checkout.reason)
    const { headCommit } = await checkout.parts()
    if (headCommit === target.sha || (await hasSameTree(checkout, target.sha, options.github))) return CHECKOUT
    const folder = join(await realpathOrSame(options.scratch), 'view')
    const excluded = [options.scratch, options.env.RUNNER_TEMP].filter((path) => path !== undefined && path !== '')
    return await createCommitView({
      workspace,
      checkout,
      commit: target.sha,
      folder,
      excluded: excluded as string[], // filtered above
      remote: remoteOf(repository, options),
      signal: options.signal,
    }).then(
      (view) => ({ view, close: () => rm(folder, { recursive: true, force: true }).catch(() => undefined) }),
      (error: unknown) => mismatch(machineReason(error), { workspace, top: checkout.top, sha: headCommit }),
    )
  } catch (error) {
    return mismatch(machineReason(error))
  }
}

const CHECKOUT: RunFiles = { close: async () => undefined }

const realpathOrSame = (path: string) => realpath(path).catch(() => path)

/** The commit of a pull request, its branch, and what it is: `the head of pull request #7`. */
export type PullRequestCommit = { sha: string; branch: string | undefined; subject: string }

/**
 * The commit that a run about a pull request is about: the one on which its trust was decided. A run after another workflow is about a
 * pull request when that one was.
 */
export function pullRequestCommit({ head, upstream, number }: Task): PullRequestCommit | undefined {
  const subject = number === undefined ? 'the head of the pull request' : `the head of pull request #${number}`
  if (head !== undefined) return { sha: head.sha, branch: head.ref, subject }
  const isAboutPull = upstream !== undefined && (number !== undefined || upstream.event.startsWith('pull_request'))
  return isAboutPull ? { sha: upstream.sha, branch: upstream.branch, subject } : undefined
}

/** The merge commit that GitHub makes of a pull request has the files of its head as long as the base is what the head began with. */
async function hasSameTree(
  { top, parts }: Checkout,
  target: string,
  github: Pick<GitHub, 'commitDetails'>,
): Promise<boolean> {
  const { headTree } = await parts()
  const { code, stdout } = await runGit({ top }, ['rev-parse', '--verify', '--quiet', `${target}^{tree}`])
  if (headTree === undefined) return false
  if (code === 0) return stdout.trim() === headTree
  const commit = await github.commitDetails(target).catch(() => undefined)
  return commit?.tree === headTree
}

/** Variables with which git finds a proxy and trusts a server, as in the steps before. */
const NETWORK_VARIABLES =
  /^(?:https?_proxy|all_proxy|no_proxy|ssl_cert_(?:file|dir)|curl_ca_bundle|git_ssl_ca(?:info|path))$/i

/** Undefined where the server is not of the same GitHub as the API, which the token is for: the API of `sluice run` is an emulator. */
function remoteOf(
  repository: string,
  { env, token }: Pick<RunFilesOptions, 'env' | 'token'>,
): CommitRemote | undefined {
  const server = new URL(githubServer(env)).hostname
  const api = env.GITHUB_API_URL ? new URL(env.GITHUB_API_URL).hostname : server
  if (api !== server && api !== `api.${server}`) return undefined
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  const network = Object.entries(env).flatMap(([name, value]) =>
    NETWORK_VARIABLES.test(name) && value !== undefined ? [[name, value] as const] : [],
  )
  return {
    url: `${githubServer(env)}/${repository}`,
    header: token === '' ? undefined : `AUTHORIZATION: basic ${basic}`,
    env: Object.fromEntries(network),
  }
}

/** The commit that is checked out, and where. */
type PresentCommit = { workspace: string; top: string; sha: string | undefined }

function describeMismatch(
  target: PullRequestCommit,
  { present, reason }: { present: PresentCommit | undefined; reason: string },
  github: Pick<GitHub, 'tree'>,
): CommitMismatch {
  const { sha, subject } = target
  const those = present?.sha === undefined ? 'not those' : `those of commit ${present.sha.slice(0, 10)}, not those`
  const problem = `The files here are ${those} of ${sha.slice(0, 10)}, ${subject}: ${reason.replace(/^fatal: /, '')}`
  const gap = `the files were ${those} of ${subject}`
  // A tree too large for one answer is treated like none.
  const wantedFiles = lazy(async () => {
    const { entries, truncated } = await github.tree(sha)
    return truncated ? undefined : new Map(entries.map((entry) => [entry.path, entry.sha]))
  })
  return {
    problem: `${problem}. Give the job \`contents: read\`, or check out the head before this step.`,
    note: `${problem}. Files of ${subject} can be missing or different here. Read them with the tools for GitHub, such as github__get_file and github__get_diff, and say in the answer what you could not see.`,
    gap,
    async editProblem(path) {
      const files = present === undefined ? undefined : await wantedFiles().catch(() => undefined)
      const inCheckout = present && toForwardSlashes(relative(present.top, join(present.workspace, path)))
      const isSame = files && (await blobAt(present?.top ?? '', inCheckout ?? '')) === files.get(inCheckout ?? '')
      return isSame
        ? undefined
        : `The file was not edited: ${path} is another one in ${sha.slice(0, 10)}, ${subject}, than in the files here, so the edit could not be delivered. Describe the change in the answer.`
    },
  }
}

/** The id of a file in the commit that is checked out. */
async function blobAt(top: string, path: string): Promise<string | undefined> {
  const { code, stdout } = await runGit({ top }, ['rev-parse', '--verify', '--quiet', `HEAD:${path}`])
  return code === 0 ? stdout.trim() : undefined
}
