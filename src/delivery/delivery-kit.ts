import type { GitHub } from '../github/client.ts'
import type { Filter } from '../host/secrets.ts'
import type { Emit, Outcome } from '../record/events.ts'
import type { CheckGitHub } from './check-run.ts'
import { type CommentGitHub, keyOf } from './comment.ts'
import type { CommitGitHub } from './commit.ts'
import type { PullRequestGitHub } from './pull-request.ts'
import type { Host } from './references.ts'
import type { WriteGitHub } from './write.ts'

/** Who we are towards GitHub: one comment is kept per workflow and job; `run` differs between runs and their attempts. */
export type Place = Host & { workflow: string; job: string; run: string; runUrl?: string }

export type DeliveryGitHub = CommentGitHub &
  WriteGitHub &
  CommitGitHub &
  PullRequestGitHub &
  CheckGitHub &
  Pick<GitHub, 'addReaction'>

export type DeliveryKit = {
  /** Absent without a token: then nothing is written to GitHub. */
  github?: DeliveryGitHub
  filter: Filter
  emit: Emit
  place: Place
  comment: 'sticky' | 'new' | 'off'
  review: 'comment' | 'off'
  changes: 'report' | 'commit' | 'pull_request' | 'off'
  /** For branches we make. */
  branchPrefix: string
  /** GITHUB_REF. */
  ref?: string
  checkRun: boolean
  /** Outcomes that fail the step, and with it the check run. */
  failOn: readonly Outcome[]
  /** Write nothing before the end: of hundreds of issues GitHub would not take two writes each. */
  quiet?: boolean
  /** Plan, but write nothing to GitHub. */
  dryRun: boolean
  /** Where the patch goes, when there is one. */
  patchPath: string
  /** Replaces the page of the step. */
  writeSummary(text: string): Promise<void>
}

/** Which job of which workflow writes, and in which run. */
export const writerOf = ({ workflow, job, run }: Place) => ({ key: keyOf(workflow, job), run })
