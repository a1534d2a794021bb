import type { Conclusion, NewAnnotation } from '../github/check-calls.ts'
import type { CloseReason } from '../github/issue-calls.ts'
import type { Spot } from './diff-lines.ts'
import type { Change } from './patch.ts'
import { onePage, type Page } from './report.ts'

/** What the agent asks for while it thinks. Each was checked when it was proposed; texts are as the model wrote them. */
export type Proposal =
  | { kind: 'extra_comment'; number: number; body: string; nth: number }
  | ({ kind: 'review_comment'; number: number; commit: string } & Remark)
  | LabelChange
  | { kind: 'assign'; number: number; users: string[] }
  | ({ kind: 'update_issue'; number: number } & IssueUpdate)
  | { kind: 'create_issue'; title: string; body: string; labels: string[] }
  | { kind: 'create_pull_request'; title: string; body: string; draft: boolean }
  | { kind: 'reply'; number: number; thread: string; to: number; body: string; nth: number }
  | { kind: 'resolve_thread'; number: number; thread: string; path: string }

export type LabelChange = { kind: 'add_labels' | 'remove_labels'; number: number; labels: string[] }

/** `suggestion`: what is to stand in place of the lines. `at` tells the place from others even after it has moved. */
export type Remark = { path: string; spot: Spot; body: string; suggestion?: string[]; at: string }

/** `duplicateOf` is another issue: its number for people, its id for GitHub. */
export type IssueUpdate = {
  title?: string
  state?: 'open' | 'closed'
  reason?: CloseReason | 'reopened'
  duplicateOf?: { number: number; id: number }
}

/** Edited files on their way into one commit. */
export type CommitIntent = {
  kind: 'commit'
  files: readonly Change[]
  /** Commits the files may have been edited on, the likeliest first. `into`: where a pull request made of it would go. */
  grounds: readonly { sha: string; into?: string }[]
  /** The branch of the run's pull request, when the commit is to go there; its tip was the first of the grounds. */
  onto?: { number: number; branch: string }
  /** The name of a branch of our own, for all other cases. */
  branch: string
  /** Subject and text; trailers follow when it is made. */
  message: string
  /** Login of whoever asked, to be named as co-author. */
  requester?: string
  trailer: string
  /** Why it is not made after all. `isSecret`: the outbound filter stopped it. */
  not?: { why: string; isSecret?: boolean }
}

/** By which our check run on a commit is known again. */
export type CheckName = { name: string; sha: string; externalId: string }

/** A check run's end. `id` is that of the one that was begun, when we know it; `text` is Markdown. */
export type CheckIntent = CheckName & {
  kind: 'check_run'
  id?: number
  url?: string
  conclusion: Conclusion
  title: string
  summary: Page
  text: string
  annotations: readonly NewAnnotation[]
}

/**
 * Something that goes out. Agents propose, plan() decides, perform() does; nothing else writes.
 * `comment`: the result on an issue or pull request under its `mark`; `id` is the comment to replace, `isFirst` that there is
 * none, when we know.
 * `review`: all remarks on lines as one review of a commit. `extra_comment`: one beside the result.
 * `resolve_fixed`: threads of earlier runs that are settled, as far as nothing was said of their files (`remarked`) again.
 * `patch`: the changed files as a patch. `commit`: the same as a commit on a branch; `create_pull_request` is made of that
 * branch. `check_run`: the result as a check on the commit. `summary`: the page of the step. The others are what their proposals say.
 */
export type Intent =
  | { kind: 'comment'; number: number; mark: string; page: Page; id?: number; isFirst?: boolean }
  | { kind: 'review'; number: number; commit: string; remarks: Remark[] }
  | { kind: 'resolve_fixed'; number: number; remarked: string[] }
  | Exclude<Proposal, { kind: 'review_comment' }>
  | { kind: 'patch'; path: string; text: string }
  | CommitIntent
  | CheckIntent
  | { kind: 'summary'; page: Page }

/**
 * What became of one intent. `why` says so when it was not posted, or not all of it, and `status` what GitHub answered to a
 * write it did not take; `forbidden` that the token may not write
 * it, and `needs` which permissions would mend that, as a workflow spells them; `locked` that the conversation is; `withheld`
 * that edited files were not committed, or no pull request was opened, although the run meant to.
 */
export type Receipt = {
  intent: Intent
  state: 'posted' | 'skipped' | 'failed'
  url?: string
  why?: string
  status?: number
  forbidden?: boolean
  needs?: readonly string[]
  locked?: boolean
  withheld?: boolean
  made?: Made
}

/** The commit that was made, on which branch; `into`: where a pull request of that branch would go, if it is a new one. */
export type Made = { sha: string; branch: string; isNew: boolean; into?: string }

/** A receipt for the transcript and the outputs: everything but the text itself. */
export function briefly({ intent, ...receipt }: Receipt): Record<string, unknown> {
  return { ...outline(intent), ...receipt }
}

export function outline(intent: Intent): Record<string, unknown> {
  switch (intent.kind) {
    case 'comment':
      return { kind: intent.kind, number: intent.number, characters: onePage(intent.page).length }
    case 'patch':
      return { kind: intent.kind, path: intent.path, characters: intent.text.length }
    case 'summary':
      return { kind: intent.kind, characters: onePage(intent.page).length }
    case 'commit': {
      const { files, message, ...rest } = intent
      return {
        ...rest,
        message: message.split('\n')[0],
        files: files.length,
        paths: files.slice(0, 50).map(({ path, after }) => (after === null ? `${path} (deleted)` : path)),
      }
    }
    case 'check_run': {
      const { summary, text, annotations, ...rest } = intent
      return { ...rest, characters: onePage(summary).length + text.length, annotations: annotations.length }
    }
    case 'review':
      return {
        ...intent,
        remarks: intent.remarks.map(({ path, spot, body, suggestion }) => ({
          path,
          ...spot,
          characters: body.length,
          ...(suggestion === undefined ? {} : { suggestion: suggestion.length }),
        })),
      }
    case 'extra_comment':
    case 'reply':
    case 'create_issue':
    case 'create_pull_request': {
      const { body, ...rest } = intent
      return { ...rest, characters: body.length }
    }
    default:
      return { ...intent }
  }
}
