import { realpath, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Environment, githubServer } from '../platform/environment.ts'
import { machineReason } from '../platform/errors.ts'
import { lazy } from '../platform/lazy.ts'
import { toForwardSlashes } from '../platform/paths.ts'
import { runGit } from '../platform/process/run-git.ts'
import { type CommitRemote, type CommitView, createCommitView } from '../platform/snapshot/commit-view.ts'
import { type Checkout, findCheckout, hasCheckout } from '../platform/snapshot/git-repository.ts'
import { toOneLine } from '../text/format-text.ts'
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
  /** What else the files lack. */
  gap?: FileGap
  /** Removes the view. */
  close(): Promise<void>
}

/** For people, and for the model. */
export type FileGap = { notice: string; note: string }

export type CommitMismatch = {
  /** For people: which files these are, which they should be, and why they are not. */
  problem: string
  /** The same for the model, with what it can do. */
  note: string
  /** The same as a part of `Finished, but …`. */
  gap: string
  /** Why a file may not be edited; its path is relative to the workspace. Undefined when it is the same in both commits. */
  editProblem(path: string): Promise<string | undefined>
  /** Why a changed file is not delivered; its path is relative to the checkout. Undefined when it is the same in both commits. */
  changeProblem(path: string): Promise<string | undefined>
}

type RunFilesOptions = {
  workspace: string
  scratch: string
  env: Environment
  token: string
  github: Pick<GitHub, 'commitDetails' | 'tree'>
  /** Whether isolation can keep what programs write from the files of the checkout. */
  mayLink: boolean
  signal: AbortSignal
}

/** Never rejects. */
export async function openRunFiles(task: Task, options: RunFilesOptions): Promise<RunFiles> {
  const target = pullRequestCommit(task)
  if (target === undefined) return withoutCheckout(options.workspace)
  const mismatch = (reason: string, present?: PresentCommit, isEmpty = false): RunFiles => ({
    ...CHECKOUT,
    mismatch: describeMismatch(target, { present, reason, isEmpty }, options.github),
  })
  try {
    const workspace = await realpath(options.workspace)
    const repository = `${task.repo.owner}/${task.repo.name}`
    const checkout = await findCheckout({ workspace, repository, commits: [target.sha, task.sha] })
    if (!checkout.ok && !checkout.isFree) return mismatch(checkout.reason)
    const headCommit = checkout.ok ? (await checkout.parts()).headCommit : undefined
    if (checkout.ok && (headCommit === target.sha || (await hasSameTree(checkout, target.sha, options.github))))
      return CHECKOUT
    const folder = join(await realpathOrSame(options.scratch), 'view')
    const excluded = [options.scratch, options.env.RUNNER_TEMP].filter((path) => path !== undefined && path !== '')
    const present = checkout.ok ? { workspace, top: checkout.top, sha: headCommit } : undefined
    return await createCommitView({
      workspace,
      checkout: checkout.ok ? checkout : undefined,
      commit: target.sha,
      folder,
      excluded: excluded as string[], // filtered above
      remote: remoteOf(repository, options),
      mayLink: options.mayLink,
      signal: options.signal,
    }).then(
      (view) => ({
        view,
        gap: gapOf(view, target, checkout.ok),
        close: () => rm(folder, { recursive: true, force: true }).catch(() => undefined),
      }),
      (error: unknown) => mismatch(machineReason(error), present, !checkout.ok && checkout.isEmpty),
    )
  } catch (error) {
    return mismatch(machineReason(error))
  }
}

const CHECKOUT: RunFiles = { close: async () => undefined }

/** A run about no pull request works on what the job checked out, if it did. */
async function withoutCheckout(workspace: string): Promise<RunFiles> {
  if (await hasCheckout(await realpathOrSame(workspace)).catch(() => true)) return CHECKOUT
  return {
    ...CHECKOUT,
    gap: {
      notice: 'The job has no checkout, so the run saw files of the repository only through GitHub.',
      note: 'This job has no checkout: the files of the repository are not here. Read them with the tools for GitHub, such as github__get_file.',
    },
  }
}

const MAX_NAMED = 10

/** What a view lacks: the checkout itself, and what earlier steps of the job changed. */
function gapOf(
  { leftOut, tooLarge }: CommitView,
  { sha, subject }: PullRequestCommit,
  hasOwn: boolean,
): FileGap | undefined {
  if (hasOwn && leftOut.length + tooLarge.length === 0) return undefined
  const commit = `${sha.slice(0, 10)}, ${subject}`
  const named = leftOut.slice(0, MAX_NAMED).map((path) => toOneLine(path))
  const files = `${named.join(', ')}${leftOut.length > named.length ? ` and ${leftOut.length - named.length} more` : ''}`
  const texts = (place: string) => [
    hasOwn ? '' : `The job has no checkout of the repository. ${place} has the files of ${commit}.`,
    leftOut.length === 0
      ? ''
      : `${place} lacks changes that earlier steps of the job made. It has these files as in ${commit}: ${files}.`,
    tooLarge.length === 0
      ? ''
      : `${place} lacks ${tooLarge.map((path) => toOneLine(path)).join(', ')}: git ignores it, and it has too many files to copy.`,
  ]
  const textAbout = (place: string) =>
    texts(place)
      .filter((text) => text !== '')
      .join(' ')
  return { notice: textAbout('The run'), note: textAbout('This folder') }
}

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
  { present, reason, isEmpty }: { present: PresentCommit | undefined; reason: string; isEmpty: boolean },
  github: Pick<GitHub, 'tree'>,
): CommitMismatch {
  const { sha, subject } = target
  const those = present?.sha === undefined ? 'not those' : `those of commit ${present.sha.slice(0, 10)}, not those`
  const files = isEmpty ? 'This job has no checkout: the files here are' : 'The files here are'
  const problem = `${files} ${those} of ${sha.slice(0, 10)}, ${subject}: ${reason.replace(/^fatal: /, '')}`
  const gap = `the files were ${those} of ${subject}`
  // A tree too large for one answer is treated like none.
  const wantedFiles = lazy(async () => {
    const { entries, truncated } = await github.tree(sha)
    return truncated ? undefined : new Map(entries.map((entry) => [entry.path, entry.sha]))
  })
  const isSameFile = async (inCheckout: string): Promise<boolean> => {
    const path = toForwardSlashes(inCheckout)
    const files = present === undefined ? undefined : await wantedFiles().catch(() => undefined)
    return files !== undefined && (await blobAt(present?.top ?? '', path)) === files.get(path)
  }
  return {
    problem: `${problem}. Give the job \`contents: read\`, or check out the head before this step.`,
    note: `${problem}. Files of ${subject} can be missing or different here. Read them with the tools for GitHub, such as github__get_file and github__get_diff, and say in the answer what you could not see.`,
    gap,
    async editProblem(path) {
      const isSame = present !== undefined && (await isSameFile(relative(present.top, join(present.workspace, path))))
      return isSame
        ? undefined
        : `The file was not edited: ${path} is another one in ${sha.slice(0, 10)}, ${subject}, than in the files here, so the edit could not be delivered. Describe the change in the answer.`
    },
    async changeProblem(path) {
      return (await isSameFile(path)) ? undefined : `is another file in ${sha.slice(0, 10)}, ${subject}`
    },
  }
}

/** The id of a file in the commit that is checked out. */
async function blobAt(top: string, path: string): Promise<string | undefined> {
  const { code, stdout } = await runGit({ top }, ['rev-parse', '--verify', '--quiet', `HEAD:${path}`])
  return code === 0 ? stdout.trim() : undefined
}
