import * as z from 'zod'
import { plainLineEnds } from '../../text/format-text.ts'

// GitHub's responses: only the fields that this action uses, under its own property names.
// Source: GitHub REST API description.
// All schemas are lazy: a run uses few of them, and building all would delay its first request.

export const Sha = z.string().regex(/^[0-9a-f]{40,64}$/)
/** The login of an account; undefined when the account was deleted. */
export const userLogin = z
  .object({ login: z.string() })
  .nullish()
  .transform((user) => user?.login)
/** A text that a person wrote, with plain line ends. */
export const writtenText = z.string().transform(plainLineEnds)
export const nullableText = writtenText.nullish().transform((value) => value ?? '')

const PERMISSIONS = ['admin', 'maintain', 'write', 'triage', 'read', 'none'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** `permission` decides. `role_name` only separates maintain from write and triage from read: custom roles can have any name. */
export const PermissionResponse = z
  .object({ permission: z.enum(['admin', 'write', 'read', 'none']), role_name: z.string().optional() })
  .transform(({ permission, role_name }): Permission => {
    if (permission === 'write' && role_name === 'maintain') return 'maintain'
    if (permission === 'read' && role_name === 'triage') return 'triage'
    return permission
  })

export const Comment = z
  .object({
    id: z.number(),
    node_id: z.string(),
    body: nullableText,
    user: userLogin,
    html_url: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((response) => ({
    id: response.id,
    nodeId: response.node_id,
    body: response.body,
    author: response.user,
    url: response.html_url,
    createdAt: response.created_at,
    updatedAt: response.updated_at,
  }))
export type Comment = z.output<typeof Comment>

const BranchResponse = z
  .object({
    ref: z.string(),
    sha: Sha,
    repo: z.object({ id: z.number().optional(), full_name: z.string() }).nullish(),
  })
  .transform(({ ref, sha, repo }) => ({ ref, sha, repo: repo?.full_name, repoId: repo?.id }))

export const Issue = z
  .object({
    id: z.number(),
    node_id: z.string().optional(),
    number: z.number(),
    title: z.string(),
    body: nullableText,
    user: userLogin,
    state: z.string(),
    html_url: z.string(),
    labels: z
      .array(z.union([z.string(), z.object({ name: nullableText })]))
      .default([])
      .transform((labels) => labels.map((label) => (typeof label === 'string' ? label : label.name))),
    assignees: z
      .array(z.object({ login: z.string() }))
      .nullish()
      .transform((users) => (users ?? []).map((user) => user.login)),
    state_reason: z.string().nullish(),
    locked: z.boolean().default(false),
    comments: z.number().default(0),
    created_at: z.string(),
    updated_at: z.string(),
    pull_request: z.object({}).nullish(),
  })
  .transform((response) => ({
    id: response.id,
    nodeId: response.node_id,
    number: response.number,
    title: response.title,
    body: response.body,
    author: response.user,
    state: response.state,
    url: response.html_url,
    labels: response.labels,
    assignees: response.assignees,
    stateReason: response.state_reason ?? undefined,
    locked: response.locked,
    comments: response.comments,
    createdAt: response.created_at,
    updatedAt: response.updated_at,
    isPullRequest: response.pull_request != null,
  }))
export type Issue = z.output<typeof Issue>

export const Pull = z
  .object({
    node_id: z.string().optional(),
    number: z.number(),
    title: z.string(),
    body: nullableText,
    user: userLogin,
    state: z.string(),
    locked: z.boolean().default(false),
    draft: z.boolean().default(false),
    changed_files: z.number().optional(),
    html_url: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    merged_at: z.string().nullish(),
    base: BranchResponse,
    head: BranchResponse,
  })
  .transform((response) => ({
    nodeId: response.node_id,
    number: response.number,
    title: response.title,
    body: response.body,
    author: response.user,
    state: response.state,
    locked: response.locked,
    draft: response.draft,
    changedFiles: response.changed_files,
    url: response.html_url,
    createdAt: response.created_at,
    updatedAt: response.updated_at,
    isMerged: response.merged_at != null,
    base: response.base,
    head: response.head,
  }))
export type Pull = z.output<typeof Pull>

/**
 * One file of a diff. `patch` is absent for binary files and for diffs that are too large for GitHub. `blob`: the SHA of the
 * file's content; absent for a removed file. `of`: the commit that has the file, where GitHub says so.
 */
export type DiffFile = {
  path: string
  previousPath: string | undefined
  status: string
  additions: number
  deletions: number
  patch: string | undefined
  blob?: string
  of?: string
}

export const DiffFile = z
  .object({
    filename: z.string(),
    previous_filename: z.string().optional(),
    status: z.string(),
    additions: z.number(),
    deletions: z.number(),
    patch: z.string().optional(),
    sha: z.string().nullish(),
    contents_url: nullableText,
  })
  .transform(
    (response): DiffFile => ({
      path: response.filename,
      previousPath: response.previous_filename,
      status: response.status,
      additions: response.additions,
      deletions: response.deletions,
      patch: response.patch,
      blob: response.sha && response.status !== 'removed' ? response.sha : undefined,
      of: response.status === 'removed' ? undefined : /[?&]ref=([0-9a-f]{40,64})$/.exec(response.contents_url)?.[1],
    }),
  )

export const RepositoryResponse = z
  .object({ default_branch: z.string(), private: z.boolean().default(false) })
  .transform((response) => ({ defaultBranch: response.default_branch, private: response.private }))

export const Branch = z
  .object({ commit: z.object({ sha: Sha }), protected: z.boolean().default(false) })
  .transform((response) => ({ sha: response.commit.sha, protected: response.protected }))
export type Branch = z.output<typeof Branch>

/** `mode` as in git: 100644, 100755, 120000 (link), 160000 (submodule), 040000 (folder). */
const TreeEntry = z
  .object({ path: z.string(), mode: z.string(), sha: Sha, size: z.number().optional() })
  .transform(({ path, mode, sha, size }) => ({ path, mode, sha, size }))
export type TreeEntry = z.output<typeof TreeEntry>
export const TreeResponse = z.object({ tree: z.array(TreeEntry), truncated: z.boolean().default(false) })

export const BlobResponse = z.object({ content: z.string(), encoding: z.enum(['base64', 'utf-8']) })

export const ComparisonResponse = z
  .object({ merge_base_commit: z.object({ sha: Sha }), files: z.array(DiffFile).default([]) })
  .transform((response) => ({ mergeBase: response.merge_base_commit.sha, files: response.files }))

export const ViewerResponse = z.object({ viewer: z.object({ login: z.string() }) })
