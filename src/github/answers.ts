import { z } from 'zod'

// What GitHub answers, cut down to the fields this program uses and put into its own words.
// Source: GitHub REST API description.

export const Sha = z.string().regex(/^[0-9a-f]{40,64}$/)
/** Who it was, by name; nobody where the account is gone. */
export const login = z
  .object({ login: z.string() })
  .nullish()
  .transform((user) => user?.login)
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

const PERMISSIONS = ['admin', 'maintain', 'write', 'triage', 'read', 'none'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** `permission` decides; `role_name` only tells maintain from write and triage from read: custom roles may be called anything. */
export const PermissionAnswer = z
  .object({ permission: z.enum(['admin', 'write', 'read', 'none']), role_name: z.string().optional() })
  .transform(({ permission, role_name }): Permission => {
    if (permission === 'write' && role_name === 'maintain') return 'maintain'
    if (permission === 'read' && role_name === 'triage') return 'triage'
    return permission
  })

export const Comment = z
  .object({
    id: z.number(),
    body: text,
    user: login,
    html_url: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((answer) => ({
    id: answer.id,
    body: answer.body,
    author: answer.user,
    url: answer.html_url,
    createdAt: answer.created_at,
    updatedAt: answer.updated_at,
  }))
export type Comment = z.output<typeof Comment>

const Side = z
  .object({ ref: z.string(), sha: Sha, repo: z.object({ full_name: z.string() }).nullish() })
  .transform(({ ref, sha, repo }) => ({ ref, sha, repo: repo?.full_name }))

export const Issue = z
  .object({
    id: z.number(),
    number: z.number(),
    title: z.string(),
    body: text,
    user: login,
    state: z.string(),
    html_url: z.string(),
    labels: z
      .array(z.union([z.string(), z.object({ name: text })]))
      .default([])
      .transform((labels) => labels.map((label) => (typeof label === 'string' ? label : label.name))),
    assignees: z
      .array(z.object({ login: z.string() }))
      .nullish()
      .transform((people) => (people ?? []).map((person) => person.login)),
    state_reason: z.string().nullish(),
    locked: z.boolean().default(false),
    comments: z.number().default(0),
    created_at: z.string(),
    updated_at: z.string(),
    pull_request: z.object({}).nullish(),
  })
  .transform((answer) => ({
    id: answer.id,
    number: answer.number,
    title: answer.title,
    body: answer.body,
    author: answer.user,
    state: answer.state,
    url: answer.html_url,
    labels: answer.labels,
    assignees: answer.assignees,
    stateReason: answer.state_reason ?? undefined,
    locked: answer.locked,
    comments: answer.comments,
    createdAt: answer.created_at,
    updatedAt: answer.updated_at,
    isPullRequest: answer.pull_request != null,
  }))
export type Issue = z.output<typeof Issue>

export const Pull = z
  .object({
    number: z.number(),
    title: z.string(),
    body: text,
    user: login,
    state: z.string(),
    draft: z.boolean().default(false),
    html_url: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    base: Side,
    head: Side,
  })
  .transform((answer) => ({
    number: answer.number,
    title: answer.title,
    body: answer.body,
    author: answer.user,
    state: answer.state,
    draft: answer.draft,
    url: answer.html_url,
    createdAt: answer.created_at,
    updatedAt: answer.updated_at,
    base: answer.base,
    head: answer.head,
  }))
export type Pull = z.output<typeof Pull>

/** One file of a diff. `patch` is absent for binary files and for those GitHub finds too large. */
export const DiffFile = z
  .object({
    filename: z.string(),
    previous_filename: z.string().optional(),
    status: z.string(),
    additions: z.number(),
    deletions: z.number(),
    patch: z.string().optional(),
    sha: z.string().nullish(),
  })
  .transform((answer) => ({
    path: answer.filename,
    previousPath: answer.previous_filename,
    status: answer.status,
    additions: answer.additions,
    deletions: answer.deletions,
    patch: answer.patch,
  }))
export type DiffFile = z.output<typeof DiffFile>

export const Repository = z
  .object({ default_branch: z.string(), private: z.boolean().default(false) })
  .transform((answer) => ({ defaultBranch: answer.default_branch, private: answer.private }))

export const Branch = z
  .object({ commit: z.object({ sha: Sha }), protected: z.boolean().default(false) })
  .transform((answer) => ({ sha: answer.commit.sha, protected: answer.protected }))
export type Branch = z.output<typeof Branch>

export const Commit = z
  .object({ sha: Sha, tree: z.object({ sha: Sha }) })
  .transform(({ sha, tree }) => ({ sha, tree: tree.sha }))

/** `mode` as git writes it: 100644, 100755, 120000 (link), 160000 (submodule), 040000 (folder). */
const TreeEntry = z
  .object({ path: z.string(), mode: z.string(), sha: Sha, size: z.number().optional() })
  .transform(({ path, mode, sha, size }) => ({ path, mode, sha, size }))
export type TreeEntry = z.output<typeof TreeEntry>
export const Tree = z.object({ tree: z.array(TreeEntry), truncated: z.boolean().default(false) })

export const Blob = z.object({ content: z.string(), encoding: z.enum(['base64', 'utf-8']) })

export const Comparison = z
  .object({ merge_base_commit: z.object({ sha: Sha }), files: z.array(DiffFile).default([]) })
  .transform((answer) => ({ mergeBase: answer.merge_base_commit.sha, files: answer.files }))

export const Viewer = z.object({ viewer: z.object({ login: z.string() }) })
