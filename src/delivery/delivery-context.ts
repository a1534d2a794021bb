import type { RunIdentity } from '../config/run-identity.ts'
import type { GitHub } from '../github/api/github.ts'
import { jobKey, type RecordMarker } from '../github/result-marker.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import type { Emit, Ending, Outcome, ResumeOffer, RunEvent } from '../record/events.ts'
import type { CommentMode, ReplyGitHub } from './post/answer-place.ts'
import type { CheckGitHub } from './post/check-run.ts'
import type { CommentGitHub } from './post/comment.ts'
import type { CommitGitHub } from './post/commit.ts'
import type { PullRequestGitHub } from './post/pull-request.ts'
import type { WriteGitHub } from './post/write.ts'

export type DeliveryGitHub = CommentGitHub &
  ReplyGitHub &
  WriteGitHub &
  CommitGitHub &
  PullRequestGitHub &
  CheckGitHub &
  Pick<GitHub, 'addReaction'>

export type DeliveryContext = {
  /** Absent without a token: nothing is written to GitHub. */
  github?: DeliveryGitHub
  filter: SecretFilter
  emit: Emit
  identity: RunIdentity
  comment: CommentMode
  review: 'comment' | 'off'
  changes: 'report' | 'commit' | 'pull_request' | 'off'
  /** Prefix of the branches that delivery creates. */
  branchPrefix: string
  /** GITHUB_REF. */
  ref?: string
  checkRun: boolean
  /** Outcomes that fail the step, and with it the check run. */
  failOn: readonly Outcome[]
  /** Post no "working" comment: in a batch of hundreds of issues, two writes each would exceed GitHub's limits. */
  quiet?: boolean
  /** What the run spent, where the comment records it for a limit of the thread; 0 when it is recorded already. */
  spentUsd?: number
  /** Plan, but write nothing to GitHub. */
  dryRun: boolean
  /** What people write before a command in a comment. */
  triggerPhrase?: string
  /** Keeps what a later run needs to continue this one, and returns what the comment says about it. */
  keepRecord?(ended: RecordedEnd): Promise<{ marker: RecordMarker; offers: readonly ResumeOffer[] }>
  /** Path of the patch file. */
  patchPath: string
  /** Replaces the step summary. */
  writeSummary(text: string): Promise<void>
}

/** `isPosted`: whether a comment will say where the record is. `mayOffer`: whether people may allow denied calls of the run. */
export type RecordedEnd = {
  ending: Ending
  events: readonly RunEvent[]
  patch: string
  isPosted: boolean
  mayOffer: boolean
}

export const writerOf = ({ workflow, job, run, round }: RunIdentity) => ({ key: jobKey(workflow, job), run, round })
