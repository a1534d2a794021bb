import * as z from 'zod'
import { UserError, zodIssueMessage } from '../../platform/errors.ts'

// Only the fields that this action uses are validated, so other fields that GitHub or a GHES adds or drops cannot stop a run.
// Source: GitHub docs, "Webhook events and payloads".

const Sha = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a full commit SHA')
const Text = z.string().nullish()
const User = z.object({ login: z.string(), type: z.string().optional() }).nullish()
const Page = z.string().optional()
/** As git prints it; zeros where there is no commit. */
const CommitId = z
  .string()
  .regex(/^[0-9a-f]{40,64}$/)
  .optional()
  .catch(undefined)
const Id = z.int().optional()
const Repository = z
  .object({ id: Id, full_name: z.string().optional(), default_branch: z.string().optional() })
  .optional()
const Side = z.object({ ref: z.string(), sha: Sha, repo: z.object({ id: Id, full_name: z.string() }).nullish() })

const Label = z.object({ name: z.string() })
/** The text before an edit. */
const Changes = z.object({ body: z.object({ from: Text }).optional() }).optional()

const common = { action: z.string().optional(), sender: User, repository: Repository }
const acted = { ...common, action: z.string() }
/** The label of `labeled` and the assignee of `assigned`. */
const labelOrAssignee = { label: Label.nullish(), assignee: User }

const Issue = z.object({
  number: z.int().positive(),
  title: z.string(),
  body: Text,
  user: User,
  html_url: Page,
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
  labels: z.array(Label).optional(),
  pull_request: z.object({}).nullish(),
})

const PullRequest = Issue.omit({ pull_request: true }).extend({
  base: Side,
  head: Side,
  draft: z.boolean().optional(),
})

const Comment = z.object({
  id: z.int().positive(),
  body: Text,
  user: User,
  html_url: Page,
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
})

const DiffSideText = z.enum(['LEFT', 'RIGHT'])

const ReviewComment = Comment.extend({
  path: z.string(),
  line: z.int().nullish(),
  original_line: z.int().nullish(),
  start_line: z.int().nullish(),
  original_start_line: z.int().nullish(),
  side: DiffSideText.nullish().catch(undefined),
  start_side: DiffSideText.nullish().catch(undefined),
  original_commit_id: Sha.nullish().catch(undefined),
  subject_type: z.string().nullish().catch(undefined),
  diff_hunk: Text,
  in_reply_to_id: z.int().positive().nullish(),
})

const Review = Comment.omit({ created_at: true, updated_at: true }).extend({
  submitted_at: z.string().nullish(),
  commit_id: Sha.nullish(),
})

const Upstream = z.object({
  id: z.int().positive(),
  name: z.string().nullish(),
  event: z.string(),
  conclusion: z.string().nullish(),
  head_branch: z.string().nullish(),
  head_sha: Sha,
  html_url: Page,
  actor: User,
  triggering_actor: User,
  head_repository: z.object({ id: Id, full_name: z.string() }).nullish(),
  repository: z.object({ id: Id, full_name: z.string() }).nullish(),
  path: z.string().nullish(),
  pull_requests: z.array(z.object({ number: z.int().positive() })).optional(),
})

const Discussion = z.object({
  number: z.int().positive(),
  title: z.string(),
  body: Text,
  user: User,
  html_url: Page,
  created_at: z.string().optional(),
})
const DiscussionComment = Comment.extend({ parent_id: z.int().positive().nullish() })
const CommitComment = Comment.extend({ commit_id: Sha })

/** The pull requests of a check's commit. */
const Check = z.object({
  name: z.string().nullish(),
  html_url: z.string().nullish(),
  pull_requests: z.array(z.object({ number: z.int().positive() })).nullish(),
})

export const Payload = {
  pullRequest: z.object({ ...acted, ...labelOrAssignee, pull_request: PullRequest }),
  issues: z.object({ ...acted, ...labelOrAssignee, issue: Issue }),
  issueComment: z.object({ ...acted, issue: Issue, comment: Comment, changes: Changes }),
  reviewComment: z.object({ ...acted, pull_request: PullRequest, comment: ReviewComment, changes: Changes }),
  review: z.object({ ...acted, pull_request: PullRequest, review: Review, changes: Changes }),
  workflowRun: z.object({ ...acted, workflow_run: Upstream }),
  push: z.object({
    ...common,
    ref: z.string(),
    compare: Page,
    deleted: z.boolean().optional(),
    before: CommitId,
    after: CommitId,
  }),
  discussion: z.object({ ...acted, discussion: Discussion }),
  discussionComment: z.object({
    ...acted,
    discussion: Discussion,
    comment: DiscussionComment,
    changes: Changes,
  }),
  commitComment: z.object({ ...acted, comment: CommitComment }),
  check: z.object({ ...common, check_run: Check.nullish(), check_suite: Check.nullish() }),
  mergeGroup: z.object({
    ...common,
    merge_group: z.object({ head_ref: z.string().optional(), base_sha: CommitId, head_sha: CommitId }).optional(),
  }),
  other: z.object(common),
} as const

export type PullRequestPayload = z.output<typeof PullRequest>
export type IssuePayload = z.output<typeof Issue>
export type SidePayload = z.output<typeof Side>

/** The validated payload. Throws UserError with the event and every invalid field. */
export function parsePayload<Schema extends z.ZodType>(
  event: string,
  schema: Schema,
  payload: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(payload)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => zodIssueMessage(issue, 'the payload'))
  throw new UserError(`The ${event} event's payload cannot be used. ${problems.join('; ')}`)
}
