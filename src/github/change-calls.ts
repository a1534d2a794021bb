import { z } from 'zod'
import type { GitMode } from '../host/place.ts'
import { type Pull, Pull as PullAnswer, Sha } from './answers.ts'
import type { Calls } from './calls.ts'
import { GitHubError } from './github-error.ts'

/** One file of a new tree: its text, or the blob that holds it; null takes the file away. */
export type NewEntry = { path: string; mode: GitMode } & ({ text: string } | { blob: string | null })

export type Account = { id: number; login: string; isBot: boolean }

/**
 * Calls that make commits, branches and pull requests. Every one rejects with GitHubError. Objects that no branch leads to
 * are invisible, so all but the calls about branches and pull requests may be repeated.
 */
export type ChangeCalls = {
  account(login: string): Promise<Account>
  /** A commit's message, tree and parents. */
  commitFacts(sha: string): Promise<CommitFacts>
  /** The commit a branch points to; undefined when there is no such branch. */
  tip(branch: string): Promise<string | undefined>
  createBlob(bytes: Uint8Array): Promise<string>
  /** A tree like `base` but for these entries. GitHub refuses to take away what is not there. */
  createTree(base: string, entries: readonly NewEntry[]): Promise<string>
  /** Without author and committer the commit is the token's own, and GitHub signs it for Apps. */
  createCommit(commit: { message: string; tree: string; parents: readonly string[] }): Promise<string>
  createBranch(branch: string, sha: string): Promise<void>
  /** Moves a branch forward; GitHub refuses when its tip is not among the commit's ancestors. */
  moveBranch(branch: string, sha: string): Promise<void>
  /** Open pull requests from a branch of this repository, newest first. */
  pullsFrom(branch: string): Promise<Pull[]>
  createPull(pull: { title: string; body: string; head: string; base: string; draft: boolean }): Promise<Pull>
  changePull(number: number, change: { title: string; body: string }): Promise<Pull>
}

export type CommitFacts = { sha: string; message: string; tree: string; parents: string[] }

const AccountAnswer = z
  .object({ id: z.number(), login: z.string(), type: z.string() })
  .transform(({ id, login, type }): Account => ({ id, login, isBot: type === 'Bot' }))
const Made = z.object({ sha: Sha }).transform(({ sha }) => sha)
const Reference = z.object({ object: z.object({ sha: Sha }) }).transform(({ object }) => object.sha)
const CommitAnswer = z
  .object({
    sha: Sha,
    message: z.string(),
    tree: z.object({ sha: Sha }),
    parents: z.array(z.object({ sha: Sha })),
  })
  .transform(
    ({ sha, message, tree, parents }): CommitFacts => ({
      sha,
      message,
      tree: tree.sha,
      parents: parents.map((parent) => parent.sha),
    }),
  )

export function changeCalls({ repo, ask }: Calls): ChangeCalls {
  const HERE = '/repos/{owner}/{repo}'
  return {
    // Not about this repository: its names would end up in the query.
    account: (username) => ask('GET /users/{username}', AccountAnswer, { username, owner: undefined, repo: undefined }),
    commitFacts: (commit_sha) => ask(`GET ${HERE}/git/commits/{commit_sha}`, CommitAnswer, { commit_sha }),
    async tip(branch) {
      try {
        return await ask(`GET ${HERE}/git/ref/{ref}`, Reference, { ref: `heads/${branch}` })
      } catch (error) {
        if (error instanceof GitHubError && error.status === 404) return undefined
        throw error
      }
    },
    createBlob: (bytes) =>
      ask(`POST ${HERE}/git/blobs`, Made, { content: Buffer.from(bytes).toString('base64'), encoding: 'base64' }),
    createTree: (base_tree, entries) =>
      ask(`POST ${HERE}/git/trees`, Made, {
        base_tree,
        tree: entries.map(({ path, mode, ...what }) => ({
          path,
          mode,
          type: 'blob',
          ...('text' in what ? { content: what.text } : { sha: what.blob }),
        })),
      }),
    createCommit: ({ message, tree, parents }) => ask(`POST ${HERE}/git/commits`, Made, { message, tree, parents }),
    async createBranch(branch, sha) {
      await ask(`POST ${HERE}/git/refs`, Reference, { ref: `refs/heads/${branch}`, sha })
    },
    async moveBranch(branch, sha) {
      await ask(`PATCH ${HERE}/git/refs/{ref}`, Reference, { ref: `heads/${branch}`, sha, force: false })
    },
    pullsFrom: (branch) =>
      ask(`GET ${HERE}/pulls`, PullAnswer.array(), { state: 'open', head: `${repo.owner}:${branch}`, per_page: 30 }),
    createPull: (pull) => ask(`POST ${HERE}/pulls`, PullAnswer, pull),
    changePull: (pull_number, { title, body }) =>
      ask(`PATCH ${HERE}/pulls/{pull_number}`, PullAnswer, { pull_number, title, body }),
  }
}
