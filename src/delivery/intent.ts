import type { CloseReason } from '../github/issue-calls.ts'
import type { Spot } from './diff-lines.ts'

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

/**
 * Something that goes out. Agents propose, plan() decides, perform() does; nothing else writes.
 * `comment`: the result on an issue or pull request; `id` is the comment to replace, when we know it.
 * `review`: all remarks on lines as one review of a commit. `extra_comment`: one beside the result.
 * `patch`: the changed files as a patch. `summary`: the page of the step. The others are what their proposals say.
 */
export type Intent =
  | { kind: 'comment'; number: number; body: string; id?: number }
  | { kind: 'review'; number: number; commit: string; remarks: Remark[] }
  | Exclude<Proposal, { kind: 'review_comment' }>
  | { kind: 'patch'; path: string; text: string }
  | { kind: 'summary'; text: string }

/**
 * What became of one intent. `why` says so when it was not posted, or not all of it; `forbidden` that the token lacks a
 * permission.
 */
export type Receipt = {
  intent: Intent
  state: 'posted' | 'skipped' | 'failed'
  url?: string
  why?: string
  forbidden?: boolean
}

/** A receipt for the transcript and the outputs: everything but the text itself. */
export function briefly({ intent, ...receipt }: Receipt): Record<string, unknown> {
  return { ...outline(intent), ...receipt }
}

export function outline(intent: Intent): Record<string, unknown> {
  switch (intent.kind) {
    case 'comment':
      return { kind: intent.kind, number: intent.number, characters: intent.body.length }
    case 'patch':
      return { kind: intent.kind, path: intent.path, characters: intent.text.length }
    case 'summary':
      return { kind: intent.kind, characters: intent.text.length }
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
