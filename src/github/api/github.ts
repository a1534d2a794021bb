import * as z from 'zod'
import { lazyAsync } from '../../platform/lazy.ts'
import { type ArtifactCalls, artifactCalls } from './artifacts.ts'
import { type BulkCalls, bulkCalls } from './bulk.ts'
import { type CheckCalls, checkCalls } from './checks.ts'
import { type BlobTextCalls, blobTextCalls, type CodeCalls, codeCalls } from './code.ts'
import { type OtherCommentCalls, otherCommentCalls } from './discussion-and-commit-comments.ts'
import { type GitDataCalls, gitDataCalls } from './git-data.ts'
import { GitHubError } from './github-error.ts'
import { type ConversationCalls, conversationCalls } from './issue-conversation.ts'
import { type IssueCalls, issueCalls } from './issues.ts'
import { type PinnedFileCalls, pinnedFileCalls } from './pinned-files.ts'
import {
  type ApiClientOptions,
  NEWEST,
  openRepositoryClient,
  type RepositoryClient,
  type RestCall,
} from './repository-client.ts'
import type { Branch, Comment, DiffFile, Issue, Permission, Pull, TreeEntry } from './response-schemas.ts'
import * as schemas from './response-schemas.ts'
import { type ReviewCalls, reviewCalls } from './reviews.ts'
import { type WorkflowRunCalls, workflowRunCalls } from './workflow-runs.ts'

/** `repository` is `owner/name`; every call is about it. `workflowRef`: GITHUB_WORKFLOW_REF. */
export type GitHubOptions = ApiClientOptions & { repository: string; workflowRef?: string }

/** The API calls about one repository. Every one rejects with GitHubError. Failed reads are retried, failed writes are not. */
export type GitHub = CoreCalls &
  ConversationCalls &
  IssueCalls &
  ReviewCalls &
  CodeCalls &
  WorkflowRunCalls &
  GitDataCalls &
  CheckCalls &
  ArtifactCalls &
  ReadCalls &
  BlobTextCalls &
  PinnedFileCalls &
  OtherCommentCalls &
  BulkCalls

type CoreCalls = {
  repo: { owner: string; name: string }
  /** The user's permission on the repository; `none` for accounts that GitHub does not know. */
  permission(user: string): Promise<Permission>
  /** The same, asked anew where a run keeps the answer. */
  permissionNow(user: string): Promise<Permission>
  /** The login of the token's account; `github-actions[bot]` for the job's token. */
  viewer(): Promise<string>
  defaultBranch(): Promise<string>
  branch(name: string): Promise<Branch>
  issue(number: number): Promise<Issue>
  pull(number: number): Promise<Pull>
  /** The open pull requests from a branch, `owner:branch`; 30 at most. */
  openPullsFrom(head: string): Promise<Pull[]>
  /** The pull request as it was when the run began: asks GitHub once a run. */
  pullAtStart(number: number): Promise<Pull>
  /** All files of a pull request. GitHub lists 3,000 at most. */
  files(number: number): Promise<DiffFile[]>
  /** Compares the merge base of the two commits with `head`. GitHub lists 300 files at most. */
  compare(base: string, head: string): Promise<{ mergeBase: string; files: DiffFile[] }>
  /** All comments of an issue or pull request, oldest first. */
  comments(number: number): Promise<Comment[]>
  /** The 100 newest comments of all issues and pull requests. */
  recentComments(): Promise<Comment[]>
  getComment(id: number): Promise<Comment>
  createComment(number: number, body: string): Promise<Comment>
  updateComment(id: number, body: string): Promise<Comment>
  deleteComment(id: number): Promise<void>
  addReaction(comment: { id: number; kind: 'issue' | 'review' }, reaction: Reaction): Promise<void>
  /** The entries of a tree, recursive by default. `truncated`: GitHub omitted entries beyond 100,000 or 7 MB. */
  tree(sha: string, options?: { recursive: boolean }): Promise<{ entries: TreeEntry[]; truncated: boolean }>
  blob(sha: string): Promise<Uint8Array>
}

export const VIEWER_QUERY = 'query { viewer { login } }'

export type Reaction = '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes'

/** Opens a client for one repository and token. Loads nothing and sends nothing before the first call. */
export function connectGitHub(options: GitHubOptions): GitHub {
  const client = openRepositoryClient(options)
  const { repo, request, requestAll, requestPages, graphql } = client
  // It does not change, and most deliveries need it.
  const viewer = lazyAsync(async () => (await graphql(VIEWER_QUERY, schemas.ViewerResponse)).viewer.login)

  const permission = async (username: string): Promise<Permission> => {
    try {
      return await request(
        (rest, repository) => rest.repos.getCollaboratorPermissionLevel({ ...repository, username }),
        schemas.PermissionResponse,
      )
    } catch (error) {
      // 404 means that the account does not exist. For any other failure the permission is unknown.
      if (error instanceof GitHubError && error.status === 404) return 'none'
      throw error
    }
  }
  return {
    ...conversationCalls(client),
    ...issueCalls(client),
    ...reviewCalls(client),
    ...codeCalls(client),
    ...workflowRunCalls(client, options),
    ...gitDataCalls(client),
    ...checkCalls(client),
    ...artifactCalls(client),
    ...readCalls(client),
    ...blobTextCalls(client),
    ...pinnedFileCalls(client),
    ...otherCommentCalls(client),
    ...bulkCalls(client),
    repo,
    permission,
    permissionNow: permission,
    viewer,
    defaultBranch: async () =>
      (await request((rest, repository) => rest.repos.get(repository), schemas.RepositoryResponse)).defaultBranch,
    branch: (branch) => request((rest, repository) => rest.repos.getBranch({ ...repository, branch }), schemas.Branch),
    issue: (issue_number) =>
      request((rest, repository) => rest.issues.get({ ...repository, issue_number }), schemas.Issue),
    pull: (pull_number) => request((rest, repository) => rest.pulls.get({ ...repository, pull_number }), schemas.Pull),
    openPullsFrom: (head) =>
      request(
        ({ pulls }, repository) => pulls.list({ ...repository, state: 'open', head, per_page: 30 }),
        schemas.Pull.array(),
      ),
    pullAtStart: (pull_number) =>
      request((rest, repository) => rest.pulls.get({ ...repository, pull_number }), schemas.Pull),
    files: (pull_number) =>
      requestPages((rest, list) => rest.pulls.listFiles({ ...list, pull_number }), schemas.DiffFile),
    compare: (base, head) =>
      request(
        (rest, repository) => rest.repos.compareCommitsWithBasehead({ ...repository, basehead: `${base}...${head}` }),
        schemas.ComparisonResponse,
      ),
    comments: (issue_number) =>
      requestAll(
        (octokit, list, eachPage) =>
          octokit.paginate(octokit.rest.issues.listComments, { ...list, issue_number }, eachPage),
        schemas.Comment,
      ),
    recentComments: () =>
      request(
        (rest, repository) => rest.issues.listCommentsForRepo({ ...repository, ...NEWEST }),
        schemas.Comment.array(),
      ),
    getComment: (comment_id) =>
      request((rest, repository) => rest.issues.getComment({ ...repository, comment_id }), schemas.Comment),
    createComment: (issue_number, body) =>
      request((rest, repository) => rest.issues.createComment({ ...repository, issue_number, body }), schemas.Comment),
    updateComment: (comment_id, body) =>
      request((rest, repository) => rest.issues.updateComment({ ...repository, comment_id, body }), schemas.Comment),
    async deleteComment(comment_id) {
      await request((rest, repository) => rest.issues.deleteComment({ ...repository, comment_id }), z.unknown())
    },
    async addReaction({ id: comment_id, kind }, content) {
      await request(({ reactions }, repository) => {
        const reaction = { ...repository, comment_id, content }
        return kind === 'issue'
          ? reactions.createForIssueComment(reaction)
          : reactions.createForPullRequestReviewComment(reaction)
      }, z.unknown())
    },
    async tree(tree_sha, { recursive } = { recursive: true }) {
      const { tree, truncated } = await request(
        (rest, repository) => rest.git.getTree({ ...repository, tree_sha, recursive: recursive ? '1' : undefined }),
        schemas.TreeResponse,
      )
      return { entries: tree, truncated }
    },
    async blob(file_sha) {
      const { content, encoding } = await request(
        (rest, repository) => rest.git.getBlob({ ...repository, file_sha }),
        schemas.BlobResponse,
      )
      return Buffer.from(content, encoding)
    },
  }
}

/** Reads with GitHub's own field names, for the tools that answer like GitHub's MCP server. Rejects with GitHubError. */
export type ReadCalls = {
  read<Schema extends z.ZodType>(call: RestCall, schema: Schema): Promise<z.output<Schema>>
}

export const readCalls = ({ request }: RepositoryClient): ReadCalls => ({ read: request })

/** GitHub lists 300 files of a comparison and does not say whether there are more. */
export const MAX_COMPARED_FILES = 300

/** GitHub lists 3,000 files of a pull request. */
export const MAX_PULL_FILES = 3000
