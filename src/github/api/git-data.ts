import * as z from 'zod'
import type { GitMode } from '../../platform/files/workspace-path.ts'
import { GitHubError } from './github-error.ts'
import type { RepositoryClient } from './repository-client.ts'
import { type Pull, Pull as PullResponse, Sha } from './response-schemas.ts'

/** How git records a file or a symbolic link. */
export type CommitMode = GitMode | '120000'

/** One file of a new tree: its text, or the SHA of its blob; null deletes the file. */
export type NewTreeEntry = { path: string; mode: CommitMode } & ({ text: string } | { blob: string | null })

export type GitHubAccount = { id: number; login: string; isBot: boolean }

/**
 * Calls that create commits, branches and pull requests. Every one rejects with GitHubError. Objects that no branch contains
 * are invisible, so every call may be repeated except those about branches and pull requests.
 */
export type GitDataCalls = {
  account(login: string): Promise<GitHubAccount>
  commitDetails(sha: string): Promise<CommitDetails>
  /** The SHA that a branch points to; undefined when the branch does not exist. */
  branchTip(branch: string): Promise<string | undefined>
  createBlob(bytes: Uint8Array): Promise<string>
  /** Creates a tree from `base` with these entries, and returns its SHA. GitHub rejects the deletion of a missing file. */
  createTree(base: string, entries: readonly NewTreeEntry[]): Promise<string>
  /** The account of the token becomes author and committer. GitHub signs the commits of Apps. */
  createCommit(commit: { message: string; tree: string; parents: readonly string[] }): Promise<string>
  createBranch(branch: string, sha: string): Promise<void>
  /** Fast-forwards a branch. GitHub rejects a commit that is not a descendant of the branch tip. */
  moveBranch(branch: string, sha: string): Promise<void>
  /** The pull requests from a branch of this repository, newest first; the open ones by default. */
  pullsFrom(branch: string, state?: 'open' | 'all'): Promise<Pull[]>
  /** The 100 newest open pull requests. */
  openPulls(): Promise<Pull[]>
  closePull(number: number): Promise<void>
  createPull(pull: { title: string; body: string; head: string; base: string; draft: boolean }): Promise<Pull>
  updatePull(number: number, change: { title: string; body: string }): Promise<Pull>
}

/** `isUntouched`: the commit is as its author made it; it was not amended or rebased. */
export type CommitDetails = {
  sha: string
  message: string
  tree: string
  parents: string[]
  author?: string
  isUntouched?: boolean
}

const AccountResponse = z
  .object({ id: z.number(), login: z.string(), type: z.string() })
  .transform(({ id, login, type }): GitHubAccount => ({ id, login, isBot: type === 'Bot' }))
const CreatedSha = z.object({ sha: Sha }).transform(({ sha }) => sha)
const ReferenceSha = z.object({ object: z.object({ sha: Sha }) }).transform(({ object }) => object.sha)
const Signature = z.object({ name: z.string(), date: z.string() }).partial().default({})
const CommitDetailsResponse = z
  .object({
    sha: Sha,
    message: z.string(),
    tree: z.object({ sha: Sha }),
    parents: z.array(z.object({ sha: Sha })),
    author: Signature,
    committer: Signature,
  })
  .transform(
    ({ sha, message, tree, parents, author, committer }): CommitDetails => ({
      sha,
      message,
      tree: tree.sha,
      parents: parents.map((parent) => parent.sha),
      author: author.name,
      isUntouched: author.date === committer.date,
    }),
  )

export function gitDataCalls({ repo, request }: RepositoryClient): GitDataCalls {
  return {
    account: (username) => request(({ users }) => users.getByUsername({ username }), AccountResponse),
    commitDetails: (commit_sha) =>
      request(({ git }, repository) => git.getCommit({ ...repository, commit_sha }), CommitDetailsResponse),
    async branchTip(branch) {
      try {
        return await request(
          ({ git }, repository) => git.getRef({ ...repository, ref: `heads/${branch}` }),
          ReferenceSha,
        )
      } catch (error) {
        if (error instanceof GitHubError && error.status === 404) return undefined
        throw error
      }
    },
    createBlob(bytes) {
      const content = Buffer.from(bytes).toString('base64')
      return request(
        ({ git }, repository) => git.createBlob({ ...repository, content, encoding: 'base64' }),
        CreatedSha,
      )
    },
    createTree(base_tree, entries) {
      const tree = entries.map(({ path, mode, ...content }) => ({
        path,
        mode,
        type: 'blob' as const,
        content: 'text' in content ? content.text : undefined,
        sha: 'text' in content ? undefined : content.blob,
      }))
      return request(({ git }, repository) => git.createTree({ ...repository, base_tree, tree }), CreatedSha)
    },
    createCommit: ({ message, tree, parents }) =>
      request(
        ({ git }, repository) => git.createCommit({ ...repository, message, tree, parents: [...parents] }),
        CreatedSha,
      ),
    async createBranch(branch, sha) {
      await request(
        ({ git }, repository) => git.createRef({ ...repository, ref: `refs/heads/${branch}`, sha }),
        ReferenceSha,
      )
    },
    async moveBranch(branch, sha) {
      const ref = `heads/${branch}`
      await request(({ git }, repository) => git.updateRef({ ...repository, ref, sha, force: false }), ReferenceSha)
    },
    pullsFrom(branch, state = 'open') {
      const head = `${repo.owner}:${branch}`
      return request(
        ({ pulls }, repository) => pulls.list({ ...repository, state, head, per_page: 30 }),
        PullResponse.array(),
      )
    },
    openPulls: () =>
      request(
        ({ pulls }, repository) => pulls.list({ ...repository, state: 'open', per_page: 100 }),
        PullResponse.array(),
      ),
    async closePull(pull_number) {
      await request(
        ({ pulls }, repository) => pulls.update({ ...repository, pull_number, state: 'closed' }),
        PullResponse,
      )
    },
    createPull: (pull) => request(({ pulls }, repository) => pulls.create({ ...repository, ...pull }), PullResponse),
    updatePull: (pull_number, { title, body }) =>
      request(({ pulls }, repository) => pulls.update({ ...repository, pull_number, title, body }), PullResponse),
  }
}
