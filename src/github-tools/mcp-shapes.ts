import { z } from 'zod'
import { lazy } from '../platform/lazy.ts'

// What the reading tools of GitHub's MCP server answer: a part of GitHub's own JSON, under GitHub's own field names.
// Source: GitHub REST API description. Lazy, because most runs read none of it.

const text = lazy(() => z.string().nullish())
const count = lazy(() => z.number().nullish())
const user = lazy(() => z.object({ login: z.string() }).nullish())
const label = lazy(() => z.union([z.string(), z.object({ name: text(), description: text() })]))
const milestone = lazy(() => z.object({ number: z.number(), title: z.string() }).nullish())
const branch = lazy(() =>
  z.object({ ref: z.string(), sha: z.string(), repo: z.object({ full_name: z.string() }).nullish() }),
)

const issueFields = lazy(() => ({
  number: z.number(),
  title: z.string(),
  body: text(),
  state: z.string(),
  state_reason: text(),
  user: user(),
  author_association: text(),
  labels: z.array(label()).nullish(),
  assignees: z.array(z.object({ login: z.string() })).nullish(),
  milestone: milestone(),
  comments: count(),
  locked: z.boolean().nullish(),
  html_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: text(),
  pull_request: z.object({ html_url: text() }).nullish(),
}))
export const IssueShape = z.lazy(() => z.object(issueFields()))
export const PullShape = z.lazy(() =>
  z.object({
    number: z.number(),
    title: z.string(),
    body: text(),
    state: z.string(),
    draft: z.boolean().nullish(),
    merged: z.boolean().nullish(),
    mergeable_state: text(),
    user: user(),
    labels: z.array(label()).nullish(),
    assignees: z.array(z.object({ login: z.string() })).nullish(),
    requested_reviewers: z.array(z.object({ login: z.string() })).nullish(),
    milestone: milestone(),
    base: branch(),
    head: branch(),
    additions: count(),
    deletions: count(),
    changed_files: count(),
    commits: count(),
    comments: count(),
    html_url: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    closed_at: text(),
    merged_at: text(),
  }),
)
export const CommentShape = z.lazy(() =>
  z.object({
    id: z.number(),
    body: text(),
    user: user(),
    author_association: text(),
    html_url: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
)
export const FileShape = z.lazy(() =>
  z.object({
    sha: text(),
    filename: z.string(),
    previous_filename: text(),
    status: z.string(),
    additions: z.number(),
    deletions: z.number(),
    changes: count(),
    patch: text(),
  }),
)
export const ReviewShape = z.lazy(() =>
  z.object({
    id: z.number(),
    user: user(),
    body: text(),
    state: z.string(),
    commit_id: text(),
    html_url: z.string(),
    submitted_at: text(),
  }),
)
export const ReviewCommentShape = z.lazy(() =>
  z.object({
    id: z.number(),
    pull_request_review_id: count(),
    in_reply_to_id: count(),
    path: z.string(),
    line: count(),
    start_line: count(),
    side: text(),
    diff_hunk: text(),
    commit_id: text(),
    user: user(),
    body: text(),
    html_url: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
)
const person = lazy(() => z.object({ name: text(), date: text() }).nullish())
const commitFields = lazy(() => ({
  sha: z.string(),
  html_url: text(),
  commit: z.object({ message: z.string(), author: person(), committer: person() }),
  author: user(),
  committer: user(),
}))
export const CommitShape = z.lazy(() => z.object(commitFields()))
export const CommitDetailShape = z.lazy(() =>
  z.object({
    ...commitFields(),
    stats: z.object({ additions: z.number(), deletions: z.number(), total: z.number() }).nullish(),
    files: z.array(FileShape).nullish(),
  }),
)
export const StatusShape = z.lazy(() =>
  z.object({
    state: z.string(),
    total_count: z.number(),
    sha: text(),
    statuses: z
      .array(z.object({ context: text(), state: z.string(), description: text(), target_url: text() }))
      .default([]),
  }),
)
export const CheckRunsShape = z.lazy(() =>
  z.object({
    total_count: z.number(),
    check_runs: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        status: z.string(),
        conclusion: text(),
        html_url: text(),
        started_at: text(),
        completed_at: text(),
      }),
    ),
  }),
)
export const BranchShape = z.lazy(() =>
  z.object({
    name: z.string(),
    commit: z.object({ sha: z.string() }),
    protected: z.boolean().nullish(),
  }),
)
export const LabelShape = z.lazy(() => z.object({ name: z.string(), color: text(), description: text() }))
export const SearchShape = z.lazy(() =>
  z.object({
    total_count: z.number(),
    incomplete_results: z.boolean().default(false),
    items: z.array(z.object({ ...issueFields(), repository_url: z.string() })),
  }),
)
export const CodeSearchShape = z.lazy(() =>
  z.object({
    total_count: z.number(),
    incomplete_results: z.boolean().default(false),
    items: z.array(
      z.object({
        name: z.string(),
        path: z.string(),
        sha: z.string(),
        html_url: z.string(),
        repository: z.object({ full_name: z.string() }),
      }),
    ),
  }),
)
