import * as z from 'zod'

// What the reading tools of GitHub's MCP server answer: a part of GitHub's own JSON, under GitHub's own field names.
// Source: GitHub REST API description.

const text = z.string().nullish()
const count = z.number().nullish()
const user = z.object({ login: z.string() }).nullish()
const label = z.union([z.string(), z.object({ name: text, description: text })])
const milestone = z.object({ number: z.number(), title: z.string() }).nullish()
const branch = z.object({ ref: z.string(), sha: z.string(), repo: z.object({ full_name: z.string() }).nullish() })

const issueFields = {
  number: z.number(),
  title: z.string(),
  body: text,
  state: z.string(),
  state_reason: text,
  user,
  author_association: text,
  labels: z.array(label).nullish(),
  assignees: z.array(z.object({ login: z.string() })).nullish(),
  milestone,
  comments: count,
  locked: z.boolean().nullish(),
  html_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: text,
  pull_request: z.object({ html_url: text }).nullish(),
}
export const IssueShape = z.object(issueFields)
export const PullShape = z.object({
  number: z.number(),
  title: z.string(),
  body: text,
  state: z.string(),
  draft: z.boolean().nullish(),
  merged: z.boolean().nullish(),
  mergeable_state: text,
  user,
  labels: z.array(label).nullish(),
  assignees: z.array(z.object({ login: z.string() })).nullish(),
  requested_reviewers: z.array(z.object({ login: z.string() })).nullish(),
  milestone,
  base: branch,
  head: branch,
  additions: count,
  deletions: count,
  changed_files: count,
  commits: count,
  comments: count,
  html_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: text,
  merged_at: text,
})
export const CommentShape = z.object({
  id: z.number(),
  body: text,
  user,
  author_association: text,
  html_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export const FileShape = z.object({
  sha: text,
  filename: z.string(),
  previous_filename: text,
  status: z.string(),
  additions: z.number(),
  deletions: z.number(),
  changes: count,
  patch: text,
})
export const ReviewShape = z.object({
  id: z.number(),
  user,
  body: text,
  state: z.string(),
  commit_id: text,
  html_url: z.string(),
  submitted_at: text,
})
export const ReviewCommentShape = z.object({
  id: z.number(),
  pull_request_review_id: count,
  in_reply_to_id: count,
  path: z.string(),
  line: count,
  start_line: count,
  side: text,
  diff_hunk: text,
  commit_id: text,
  user,
  body: text,
  html_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
const person = z.object({ name: text, date: text }).nullish()
const commitFields = {
  sha: z.string(),
  html_url: text,
  commit: z.object({ message: z.string(), author: person, committer: person }),
  author: user,
  committer: user,
}
export const CommitShape = z.object(commitFields)
export const CommitDetailShape = z.object({
  ...commitFields,
  stats: z.object({ additions: z.number(), deletions: z.number(), total: z.number() }).nullish(),
  files: z.array(FileShape).nullish(),
})
export const StatusShape = z.object({
  state: z.string(),
  total_count: z.number(),
  sha: text,
  statuses: z.array(z.object({ context: text, state: z.string(), description: text, target_url: text })).default([]),
})
export const CheckRunsShape = z.object({
  total_count: z.number(),
  check_runs: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      status: z.string(),
      conclusion: text,
      html_url: text,
      started_at: text,
      completed_at: text,
    }),
  ),
})
export const BranchShape = z.object({
  name: z.string(),
  commit: z.object({ sha: z.string() }),
  protected: z.boolean().nullish(),
})
export const LabelShape = z.object({ name: z.string(), color: text, description: text })
export const SearchShape = z.object({
  total_count: z.number(),
  incomplete_results: z.boolean().default(false),
  items: z.array(z.object({ ...issueFields, repository_url: z.string() })),
})
export const CodeSearchShape = z.object({
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
})
