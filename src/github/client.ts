import { z } from 'zod'
import { askOnce } from '../host/once.ts'
import type { Branch, Comment, DiffFile, Issue, Permission, Pull, TreeEntry } from './answers.ts'
import * as answers from './answers.ts'
import { callsTo } from './calls.ts'
import { type ChangeCalls, changeCalls } from './change-calls.ts'
import { type CheckCalls, checkCalls } from './check-calls.ts'
import { type CodeCalls, codeCalls } from './code-calls.ts'
import { type ConversationCalls, conversationCalls } from './conversation-calls.ts'
import { GitHubError } from './github-error.ts'
import { type IssueCalls, issueCalls } from './issue-calls.ts'
import { type ReviewCalls, reviewCalls } from './review-calls.ts'
import type { ChannelOptions } from './sending.ts'

/** `repository` is `owner/name`: the one every call is about. */
export type GitHubOptions = ChannelOptions & { repository: string }

/** The calls we make, bound to one repository. Every one rejects with GitHubError. Reads are repeated, writes never. */
export type GitHub = CoreCalls & ConversationCalls & IssueCalls & ReviewCalls & CodeCalls & ChangeCalls & CheckCalls

type CoreCalls = {
  repo: { owner: string; name: string }
  /** What the user may do here; `none` for people GitHub does not know. */
  permission(user: string): Promise<Permission>
  /** Login of whoever the token speaks for; `github-actions[bot]` for the job's own. */
  viewer(): Promise<string>
  defaultBranch(): Promise<string>
  branch(name: string): Promise<Branch>
  issue(number: number): Promise<Issue>
  pull(number: number): Promise<Pull>
  /** Files of a pull request, all pages; GitHub lists 3,000 at most. */
  files(number: number): Promise<DiffFile[]>
  /** From the merge base of the two commits to `head`; 300 files at most. */
  compare(base: string, head: string): Promise<{ mergeBase: string; files: DiffFile[] }>
  /** Comments of an issue or pull request, all pages, oldest first. */
  comments(number: number): Promise<Comment[]>
  getComment(id: number): Promise<Comment>
  createComment(number: number, body: string): Promise<Comment>
  updateComment(id: number, body: string): Promise<Comment>
  addReaction(on: { id: number; kind: 'issue' | 'review' }, reaction: Reaction): Promise<void>
  commit(sha: string): Promise<{ sha: string; tree: string }>
  /** The entries of a tree, recursive unless told otherwise; `truncated` when GitHub left some out (100,000 entries, 7 MB). */
  tree(sha: string, options?: { recursive: boolean }): Promise<{ entries: TreeEntry[]; truncated: boolean }>
  blob(sha: string): Promise<Uint8Array>
}

export const VIEWER_QUERY = 'query { viewer { login } }'

export type Reaction = '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes'

/** GitHub, seen through one token. Nothing is loaded and nothing is asked before the first call. */
export function connectGitHub(options: GitHubOptions): GitHub {
  const calls = callsTo(options)
  const { repo, ask, askAll, query } = calls
  // It does not change, and half of what is delivered asks for it.
  const viewer = askOnce(async () => (await query(VIEWER_QUERY, answers.Viewer)).viewer.login)

  return {
    ...conversationCalls(calls),
    ...issueCalls(calls),
    ...reviewCalls(calls),
    ...codeCalls(calls),
    ...changeCalls(calls),
    ...checkCalls(calls),
    repo,
    async permission(username) {
      try {
        return await ask('GET /repos/{owner}/{repo}/collaborators/{username}/permission', answers.PermissionAnswer, {
          username,
        })
      } catch (error) {
        // "Not a user" is an answer. Every other failure is no answer, and the caller must not take it for one.
        if (error instanceof GitHubError && error.status === 404) return 'none'
        throw error
      }
    },
    viewer,
    defaultBranch: async () => (await ask('GET /repos/{owner}/{repo}', answers.Repository)).defaultBranch,
    branch: (branch) => ask('GET /repos/{owner}/{repo}/branches/{branch}', answers.Branch, { branch }),
    issue: (issue_number) => ask('GET /repos/{owner}/{repo}/issues/{issue_number}', answers.Issue, { issue_number }),
    pull: (pull_number) => ask('GET /repos/{owner}/{repo}/pulls/{pull_number}', answers.Pull, { pull_number }),
    files: (pull_number) =>
      askAll('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', answers.DiffFile, { pull_number }),
    compare: (base, head) =>
      ask('GET /repos/{owner}/{repo}/compare/{basehead}', answers.Comparison, { basehead: `${base}...${head}` }),
    comments: (issue_number) =>
      askAll('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', answers.Comment, { issue_number }),
    getComment: (comment_id) =>
      ask('GET /repos/{owner}/{repo}/issues/comments/{comment_id}', answers.Comment, { comment_id }),
    createComment: (issue_number, body) =>
      ask('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', answers.Comment, { issue_number, body }),
    updateComment: (comment_id, body) =>
      ask('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', answers.Comment, { comment_id, body }),
    async addReaction({ id: comment_id, kind }, content) {
      const of = kind === 'issue' ? 'issues' : 'pulls'
      await ask(`POST /repos/{owner}/{repo}/${of}/comments/{comment_id}/reactions`, z.unknown(), {
        comment_id,
        content,
      })
    },
    commit: (commit_sha) => ask('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', answers.Commit, { commit_sha }),
    async tree(tree_sha, { recursive } = { recursive: true }) {
      const parameters = { tree_sha, ...(recursive ? { recursive: '1' } : {}) }
      const { tree, truncated } = await ask('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', answers.Tree, parameters)
      return { entries: tree, truncated }
    },
    async blob(file_sha) {
      const { content, encoding } = await ask('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', answers.Blob, {
        file_sha,
      })
      return Buffer.from(content, encoding)
    },
  }
}
