import type { CloseReason } from '../github/api/issues.ts'
import type { DiffLocation } from './diff-lines.ts'

/** A change on GitHub that the agent proposes during the run. It was checked when it was proposed; its texts are the model's. */
export type Proposal =
  | { kind: 'extra_comment'; number: number; body: string; nth: number }
  | ({ kind: 'review_comment'; number: number; commit: string } & InlineComment)
  /** The text of the review of `commit`, above its inline comments. */
  | { kind: 'review_overview'; number: number; commit: string; body: string }
  | LabelChange
  | { kind: 'assign'; number: number; users: string[] }
  | ({ kind: 'update_issue'; number: number } & IssueUpdate)
  | { kind: 'create_issue'; title: string; body: string; labels: string[] }
  | { kind: 'create_pull_request'; title: string; body: string; draft: boolean; branch?: string }
  | BranchProposal
  /** `reopens`: the finding of the resolved thread is back. */
  | { kind: 'reply'; number: number; thread: string; to: number; body: string; nth: number; reopens?: true }
  | { kind: 'resolve_thread'; number: number; thread: string; path: string; fixed?: FindingFix }

/** The fix of a finding: the comment to answer, and the commit in which the model read it. */
export type FindingFix = { to: number; commit: string }

/** A new branch with files, which starts at a branch of the repository. Files are added while the model works. */
export type BranchProposal = {
  kind: 'branch'
  branch: string
  base: { branch: string; sha: string }
  message: string
  files: StagedFile[]
}

/** `after`: null deletes the file. */
export type StagedFile = { path: string; before: Buffer | null; after: Buffer | null; mode: string }

export type LabelChange = { kind: 'add_labels' | 'remove_labels'; number: number; labels: string[] }

/** A proposed comment on lines of the diff. `suggestion` replaces the lines. `linesHash` identifies the lines even after they moved. */
export type InlineComment = {
  path: string
  location: DiffLocation
  body: string
  suggestion?: string[]
  linesHash: string
  /** Absent when another tool than ours proposed the comment. */
  finding?: FindingRecord
}

/** An inline comment on one pull request's diff. */
export type ProposedComment = Extract<Proposal, { kind: 'review_comment' }>

/** A change of an issue. `duplicateOf` is another issue, with its number for messages and its id for the API. */
export type IssueUpdate = {
  title?: string
  body?: string
  state?: 'open' | 'closed'
  stateReason?: CloseReason | 'reopened'
  duplicateOf?: { number: number; id: number }
}

/** From worst to least. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'nit'] as const
export type Severity = (typeof SEVERITIES)[number]

export const CONFIDENCES = ['high', 'medium', 'low'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** How a finding is described. `category` is one lower-case word such as `security`. */
export type FindingDetails = { severity: Severity; category: string; confidence?: Confidence; title?: string }

/**
 * The code of a finding, by which it is found again after any history of commits. `lines`, `before` and `after` are hashes of lines
 * without white space; `symbol` is a hash of the enclosing declaration.
 */
export type FindingAnchor = { lines: string[]; before: string[]; after: string[]; symbol?: string }

/** One finding of a review. `id` stays the same when the code moves or the file is renamed. */
export type FindingRecord = FindingDetails & { id: string; anchor: FindingAnchor }
