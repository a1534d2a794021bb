/** One side of a pull request. `repo` is `owner/name`, or undefined when the fork is gone. */
export type Side = { ref: string; sha: string; repo: string | undefined }

/** What one event asks of us. Text is bound to its revision at trigger time: never fetched again to find the request. */
export type Task = {
  /** The event's name as GitHub spells it, and its activity type. */
  event: string
  action?: string
  repo: { owner: string; name: string }
  /** Why we look at this: decides the default prompt. */
  about: 'pull_request' | 'issue' | 'schedule' | 'dispatch' | 'push' | 'workflow_run' | 'other'
  /** Number of the issue or pull request that gets the answer. */
  number?: number
  /** The permission of both is asked for, and of `sender`. */
  actor: string
  triggeringActor: string
  /** Who wrote the text that asked, when that is a comment, review, issue or pull request. */
  author?: string
  /** Who opened the issue or pull request. */
  opener?: string
  /** What was asked in a comment, review or issue after the trigger phrase; hidden text removed, still untrusted. */
  request?: string
  /** The command a request begins with (`/review the parser`), its name without the slash. The arguments are untrusted data. */
  command?: { name: string; args: string }
  /** Who did what the event tells of: labelled, assigned, wrote. */
  sender?: string
  /** Title and body of the issue or pull request as the event carries them; raw and untrusted. */
  title?: string
  body?: string
  /** When the text that asked was written (ISO 8601). What came at that second or later is no part of the context. */
  at?: string
  /** Base and head of a pull request. Absent on `issue_comment`, which carries neither: github/trust.ts resolves them. */
  base?: Side
  head?: Side
  /** The repository's default branch, when the event says. */
  defaultBranch?: string
  /** The commit the workflow runs for (GITHUB_SHA). */
  sha: string
  /** The comment that asked: acknowledged with a reaction. */
  comment?: { id: number; kind: 'issue' | 'review' | 'pull_request_review' }
  /** What a review comment stands beside. `hunk` is diff text; untrusted. */
  remark?: { path: string; line?: number; hunk: string }
  /** The run that woke a `workflow_run`. Its actors and head repository count as much as our own. */
  upstream?: Upstream
  /** Page of the thing on GitHub. */
  url?: string
}

export type Upstream = {
  runId: number
  workflow: string
  event: string
  conclusion: string | undefined
  branch: string | undefined
  sha: string
  actor: string | undefined
  triggeringActor: string | undefined
  /** `owner/name`, or undefined when the fork is gone. */
  headRepo: string | undefined
}

export type Intake = { go: true; task: Task } | { go: false; why: string }

/** trusted: steering from the checked-out commit. limited: someone else's code is involved; fewer powers. */
export type Trust = { level: 'trusted' } | { level: 'limited'; why: string } | { level: 'refused'; why: string }
