import type { Conclusion, NewAnnotation } from '../../github/api/checks.ts'
import type { AnswerPlace } from '../../github/events/task.ts'
import type { InlineComment, Proposal } from '../../github-tools/proposal.ts'
import type { VerdictDecision, VerdictFacts } from '../../review/verdict.ts'
import { joinPage, type ReportPage } from '../run-report.ts'
import type { EditedFile, UndeliveredFile } from './patch.ts'
import type { Purpose } from './purpose.ts'

/** One commit of the edited files. */
export type CommitIntent = {
  kind: 'commit'
  files: readonly EditedFile[]
  /**
   * Commits the files may have been edited on, most likely first. `targetBranch`: the base of a pull request with this commit, known to
   * contain it. `namedBranch`: one that may contain it.
   */
  bases: readonly CommitBaseCandidate[]
  /** The pull request whose branch receives the commit. The first of `bases` was its tip. */
  pullRequest?: { number: number; branch: string }
  /** The number of the pull request that the run is about, which may be merged or closed by now. */
  aboutPull?: number
  /** The default branch, which is always there. */
  defaultBranch?: string
  /** The pull request to open when the commit is on a new branch although it was meant for an existing one. */
  fallback?: { title: string; body: string }
  /** Name of the new branch, when no pull request's branch receives the commit. */
  branch: string
  /** What the change is for. */
  purpose?: Purpose
  /** Subject and body, without trailers. */
  message: string
  /** Login of the co-author. */
  requester?: string
  trailer: string
  /** What the run read, for a trailer by which later runs know it. */
  read?: 'trusted'
  /** How many runs in a row, with this one, the run before started. Absent when a person started it. */
  round?: number
  /**
   * Why the commit is not made. `isSecret`: it would publish a secret. `isWithheld`: the run is no success then. `isConfig`: the
   * workflow is the reason.
   */
  blocked?: { reason: string; isSecret?: boolean; isWithheld?: boolean; isConfig?: boolean }
  /** Changes that the commit does not contain. */
  leftOut?: readonly UndeliveredFile[]
  /** The model proposed the branch with these files; they are not in the checkout. */
  isProposed?: boolean
  /** The answer says how a person does the same, so a token that may not is no failure. */
  isOffered?: boolean
  /** One pull request collects such changes: an existing branch of the name gets the commit on top, and its description the new text. */
  isCollected?: boolean
}

/** Where the check run of a verdict stands. `key`: the workflow and job that decide. */
export type ReviewCheckPlace = { sha: string; key: string; number: number; base: string; url?: string }

/**
 * The verdict of a review as a check run. `findings`: a table, as Markdown. `knownIds`: those of the findings that it counts or knows to be
 * closed. `refused`: the person whose dismissals do not count.
 */
export type ReviewCheckIntent = ReviewCheckPlace & {
  kind: 'review_check'
  facts: VerdictFacts
  findings: string
  knownIds: readonly string[]
  refused: string | undefined
}

/** Where the answer of a run about no issue or pull request goes. */
export type ReportHomeKind = 'issue' | 'issue:new' | 'discussion'

/** The answer as a report. `content`: the same for the same answer. */
export type ReportIntent = {
  kind: 'report'
  home: ReportHomeKind
  title: string
  labels: readonly string[]
  category?: string
  content: string
  page: ReportPage
}

/** Identifies our check run on a commit. */
export type CheckIdentity = { name: string; sha: string; externalId: string }

/** A completed check run. `id`: the check run that was started, when known. `text` is Markdown. */
export type CheckIntent = CheckIdentity & {
  kind: 'check_run'
  id?: number
  url?: string
  conclusion: Conclusion
  title: string
  summary: ReportPage
  text: string
  annotations: readonly NewAnnotation[]
  /** Whether it says what the commands of `verify` showed, and of what. */
  proofOf?: 'checkout' | 'branch'
}

/**
 * One planned write. Agents propose, planIntents() decides, perform() writes; nothing else writes.
 * `comment`: the result comment on an issue or pull request; `id`: the comment to replace; `isFirst`: no earlier one exists.
 * `review`: all inline comments as one review of a commit; `overview`: the text above them. `extra_comment`: a comment beside the result.
 * `resolve_fixed`: resolves threads of earlier runs whose lines were fixed, except in `commentedPaths`.
 * `patch`: the patch file. `commit`: the edited files as a commit on a branch; `create_pull_request` opens a pull request from
 * that branch. `check_run`: the result as a check run. `review_check`: the verdict of a review as a check run. `report`: the result as an issue or a discussion. `summary`: the step summary. The others are proposals as they are.
 */
export type Intent =
  | {
      kind: 'comment'
      number: number
      place?: AnswerPlace
      marker: string
      page: ReportPage
      id?: number
      isFirst?: boolean
    }
  | { kind: 'review'; number: number; commit: string; comments: InlineComment[]; overview?: string }
  | { kind: 'resolve_fixed'; number: number; commentedPaths: string[] }
  | Exclude<Proposal, { kind: 'review_comment' | 'review_overview' | 'branch' }>
  | { kind: 'patch'; path: string; text: string }
  | CommitIntent
  | CheckIntent
  | ReviewCheckIntent
  | ReportIntent
  | { kind: 'summary'; page: ReportPage }

/**
 * The result of one intent. `reason`: why it was not posted or only in part. `status`: GitHub's HTTP status for a failed write.
 * `forbidden`: the token may not write it; `needs`: the missing permissions, as a workflow spells them. `locked`: the
 * conversation is locked. `withheld`: a planned commit or pull request was not made, or not with every file. `withheldOutcome`: the
 * run's outcome for that reason.
 */
export type Receipt = {
  intent: Intent
  state: 'posted' | 'skipped' | 'failed'
  url?: string
  reason?: string
  status?: number
  forbidden?: boolean
  needs?: readonly string[]
  locked?: boolean
  withheld?: boolean
  withheldOutcome?: 'denied' | 'config'
  pushed?: PushedCommit
  /** The tree of the commit with the change, also where an open pull request already has it. */
  tree?: string
  /** How the commit came to another tree than the one on which the proof was seen. */
  moved?: string
  /** What the check run of a review says. */
  decision?: VerdictDecision
  /** The first comment of the thread of each posted finding, by the id of the finding. */
  threads?: ReadonlyMap<string, number>
}

export type CommitBaseCandidate = { sha: string; targetBranch?: string; namedBranch?: string }

/**
 * The pushed commit and its branch. `base`: the commit below it and where that belongs, for a pull request from the branch, when the
 * branch is new. `isEarlier`: another run with the same purpose pushed it.
 */
export type PushedCommit = {
  sha: string
  branch: string
  isNew: boolean
  base?: CommitBaseCandidate
  isEarlier?: boolean
}

/** Whether an intent is the commit of the checkout's files, or of the branch that the model proposed. */
export const isCommitOf = (intent: Intent, isBranch: boolean): boolean =>
  intent.kind === 'commit' && (intent.isProposed === true) === isBranch

/** A receipt for the transcript and the outputs, without the posted text. */
export function outlineReceipt({ intent, threads: _, decision, ...receipt }: Receipt): Record<string, unknown> {
  // The intent fills in what the receipt leaves open.
  const given = Object.entries({ ...receipt, verdict: decision?.verdict }).filter(([, value]) => value !== undefined)
  return { ...outlineIntent(intent), ...Object.fromEntries(given) }
}

const targetOf = ({ place, number }: Extract<Intent, { kind: 'comment' }>) =>
  place === undefined ? { number } : place.kind === 'commit' ? { commit: place.sha } : { discussion: place.number }

export function outlineIntent(intent: Intent): Record<string, unknown> {
  switch (intent.kind) {
    case 'comment':
      return { ...targetOf(intent), kind: intent.kind, characters: joinPage(intent.page).length }
    case 'report': {
      const { page, ...rest } = intent
      return { ...rest, characters: joinPage(page).length }
    }
    case 'patch':
      return { kind: intent.kind, path: intent.path, characters: intent.text.length }
    case 'summary':
      return { kind: intent.kind, characters: joinPage(intent.page).length }
    case 'commit': {
      const { files, message, leftOut = [], ...rest } = intent
      return {
        ...rest,
        message: message.split('\n')[0],
        files: files.length,
        paths: files.slice(0, 50).map(({ path, after }) => (after === null ? `${path} (deleted)` : path)),
        leftOut: leftOut.length === 0 ? undefined : leftOut.slice(0, 50),
      }
    }
    case 'check_run': {
      const { summary, text, annotations, ...rest } = intent
      return { ...rest, characters: joinPage(summary).length + text.length, annotations: annotations.length }
    }
    case 'review_check': {
      const { facts, findings, knownIds: _, ...rest } = intent
      return { ...rest, open: facts.open.length, characters: findings.length }
    }
    case 'review':
      return {
        ...intent,
        overview: intent.overview?.length,
        comments: intent.comments.map(({ path, location, body, suggestion }) => ({
          path,
          ...location,
          characters: body.length,
          suggestion: suggestion?.length,
        })),
      }
    case 'extra_comment':
    case 'reply':
    case 'create_issue':
    case 'create_pull_request': {
      const { body, ...rest } = intent
      return { ...rest, characters: body.length }
    }
    case 'update_issue':
      return { ...intent, body: intent.body?.length }
    default:
      return { ...intent }
  }
}
