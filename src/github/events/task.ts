import type { EventFact } from './event-facts.ts'

/**
 * The base or head of a pull request. `repo` is `owner/name`, or undefined when the fork was deleted. `repoId`: a name can pass to
 * another repository, an id cannot.
 */
export type PullRequestBranch = { ref: string; sha: string; repo: string | undefined; repoId?: number }

/** The task of one event. Its text is that of the event and is never fetched again, so a later edit cannot change the request. */
export type Task = {
  /** The event's name as GitHub spells it, and its activity type. */
  event: string
  action?: string
  repo: { owner: string; name: string }
  repoId?: number
  /** Decides the default prompt. */
  kind: 'pull_request' | 'issue' | 'schedule' | 'dispatch' | 'push' | 'workflow_run' | 'other'
  /** The number of the issue or pull request that gets the answer. */
  number?: number
  /** Like `sender`, both need permission to start a run. */
  actor: string
  triggeringActor: string
  /** The author of the comment, review, issue or pull request that triggered the run. */
  author?: string
  /** The author of the issue or pull request. */
  openedBy?: string
  /** The text after the trigger phrase, without hidden text; untrusted. */
  request?: string
  /** The slash command at the start of the request (`/review the parser`), its name without the slash. The arguments are untrusted. */
  command?: { name: string; args: string }
  /** The account that caused the event: labeled, assigned or wrote. */
  sender?: string
  /** What GitHub says the sender is: `User`, `Bot`, `Organization`. */
  senderType?: string
  /** How many answers in a row, with this one, bots asked for. Absent when a person asked. */
  botRound?: number
  /** Title and body of the issue or pull request in the event; unchanged and untrusted. */
  title?: string
  body?: string
  /** When the request was written (ISO 8601). Text of that second or later is not part of the context. */
  requestedAt?: string
  /** The commit that a person had before them who asks in a review. */
  seenCommit?: string
  /** Base and head of a pull request. `issue_comment` events have neither; trust.ts fetches them. */
  base?: PullRequestBranch
  head?: PullRequestBranch
  /** The current head of a pull request from a fork, when it is newer than the request and `head` is an earlier commit. */
  laterHead?: string
  /** The repository's default branch, when the event has it. */
  defaultBranch?: string
  /** The commit the workflow runs for (GITHUB_SHA). */
  sha: string
  /** The comment with the request; it gets a reaction. `thread`: the first comment of its review thread. */
  comment?: { id: number; kind: 'issue' | 'review' | 'pull_request_review'; thread?: number }
  /** The lines that a review comment is about. `hunk` is diff text; untrusted. */
  reviewedLines?: { path: string; line?: number; hunk: string }
  /** The run behind a `workflow_run` event. Its actors and head repository are checked like those of this run. */
  upstream?: UpstreamRun
  /** What else the event says, as data for the model; untrusted. */
  facts?: readonly EventFact[]
  /** The refs whose difference an event without a pull request is about: those of a push or of a merge group. */
  compared?: { base: string; head: string }
  /** Where an answer goes that belongs to no issue or pull request. */
  place?: AnswerPlace
  /** The page on GitHub. */
  url?: string
  /** The commit of the pull request that an earlier run of this job reviewed. */
  lastReviewed?: string
}

/** A discussion, with the comment under which the answer is a reply; or a commit. */
export type AnswerPlace = { kind: 'discussion'; number: number; comment?: number } | { kind: 'commit'; sha: string }

export type UpstreamRun = {
  runId: number
  workflow: string
  event: string
  conclusion: string | undefined
  branch: string | undefined
  sha: string
  actor: string | undefined
  triggeringActor: string | undefined
  /** `owner/name`, or undefined when the fork was deleted. */
  headRepo: string | undefined
  headRepoId?: number
  /** The workflow's file, and the repository that ran it. */
  path?: string
  repo?: string
  repoId?: number
}

/** Whether a repository of an event is the task's own. Ids decide where both are known, because names can be renamed and reused. */
export function isTaskRepository({ repo, repoId }: Task, name: string | undefined, id: number | undefined): boolean {
  if (name === undefined) return false
  if (repoId !== undefined && id !== undefined) return repoId === id
  return name.toLowerCase() === `${repo.owner}/${repo.name}`.toLowerCase()
}

export type EventDecision = { shouldRun: true; task: Task } | { shouldRun: false; reason: string }

/**
 * `limited`: the code comes from outside, so the run has fewer capabilities. `visitor`: anybody's issue, so the run only
 * reads. `refused`: the run does not start.
 */
export type Trust = { level: 'trusted' } | { level: 'limited' | 'visitor' | 'refused'; reason: string }
