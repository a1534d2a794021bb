import type { LoadedFile } from '../platform/files/workspace.ts'
import type { ShownProof } from '../proof/proof-text.ts'
import type { RunCost } from '../record/cost.ts'
import type { CallRecord, IsolationRecord, Outcome, ResumeOffer, RunEvent, StopReason } from '../record/events.ts'
import type { TimelineTurn } from '../record/stats.ts'
import type { FindingsSummary } from '../review/summarize-review.ts'
import type { SafeMarkdown } from '../text/sanitize-outbound.ts'
import type { FilePatch, UndeliveredFile } from './plan/patch.ts'

/**
 * What a run could not write to GitHub. `forbidden`: the token may not write; `needs` are the missing permissions; `cause` is
 * `token` when GitHub rejected the token and `missing` when it found no issue or pull request, which it also answers for one
 * the token cannot see. `failed`: GitHub rejected a write. `withheld`: a planned commit or pull request was not made.
 * `nothingWritten`: no write succeeded. `isRequested`: a requested write failed. `locked`: the only reason is a locked
 * conversation.
 */
export type DeliveryFailure =
  | { kind: 'forbidden'; nothingWritten: boolean; needs: readonly string[]; cause: 'permission' | 'token' | 'missing' }
  | { kind: 'failed'; nothingWritten: boolean; isRequested: boolean; locked: boolean }
  | { kind: 'withheld'; missing: 'commit' | 'files' | 'pull request' | 'report'; outcome?: 'denied' | 'config' }
  | { kind: 'elsewhere'; branch: string }
  | { kind: 'dry run' }

export type RunUsage = Extract<RunEvent, { type: 'run_ended' }>['usage']

/** A finished task of a sub-agent. */
export type FinishedSubagent = Omit<Extract<RunEvent, { type: 'agent_finished' }>, 'type'>

/** Everything the comment, the check run and the summary show of a run, redacted and safe to post. */
export type RunReport = {
  outcome: Outcome
  /** What could not be written to GitHub; absent when everything was. */
  deliveryFailure?: DeliveryFailure
  /** The limit that stopped a run with the outcome `budget`. */
  stop?: StopReason
  /** What is not done although the outcome is `ok`: `2 of 5 items are not done`. */
  incomplete?: string
  /** Whether an error of GitHub ended the run. */
  github?: boolean
  /** The model's answer, or the reason there is none. `short` fits a comment, `full` the summary. */
  answer: { short: SafeMarkdown; full: SafeMarkdown; isTruncated: boolean }
  calls: readonly CallRecord[]
  /** The turns of the main conversation. */
  timeline: readonly TimelineTurn[]
  /** Whether calls were denied because the workflow names no tools. */
  lacksRules?: boolean
  patches: readonly FilePatch[]
  /** What the commands of `verify` showed. */
  proof?: ShownProof
  /** The findings of a review, with texts on one line. */
  review?: FindingsSummary
  /** The texts of a review that GitHub did not take, one for each comment; absent when it took all. */
  unposted?: readonly string[]
  /** Changed files that are not delivered. */
  undelivered?: readonly UndeliveredFile[]
  steering: { files: readonly LoadedFile[]; ignored: readonly string[] }
  /** The tasks of sub-agents; absent when there were none. */
  subagents?: readonly FinishedSubagent[]
  notices: readonly { level: 'info' | 'warning' | 'error'; text: string }[]
  /** How far the programs were isolated; absent when none started, or when the input sandbox is off. */
  isolation?: readonly IsolationRecord[]
  /**
   * Codes with which a reply continues the run; `phrase` starts the reply. Absent when no reply can continue it. `isPlanElsewhere`: a plan that
   * stands in no issue or pull request, where no reply can approve it.
   */
  offers?: { codes: readonly ResumeOffer[]; phrase: string; isPlanElsewhere?: boolean }
  models: readonly string[]
  usage: RunUsage
  cost: RunCost
  turns: number
  ms: number
  session: string
  /** Start of the addresses of files: a commit and a path follow. */
  blobUrl?: string
  /** URL of the run's page. */
  runUrl?: string
}

/**
 * `top`: what is visible at once. `below`: the folded sections and the footer. The receipts come between them. `after`: the
 * answer, when it comes after the receipts because something failed.
 */
export type ReportPage = { top: string; after?: string; below: string }

export const joinPage = ({ top, after = '', below }: ReportPage, receiptLines = ''): string =>
  [top, receiptLines, after, below].filter((part) => part !== '').join('\n\n')
