import type { DiffSide } from '../api/reviews.ts'

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
  /** What a run with one answer about several issues is about. Such a run has no `number`. */
  items?: readonly ListedItem[]
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
  /** What the comment asks about the finding of its thread, without a model. */
  threadReply?: 'dismiss' | 'remember'
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
  /** The commit that the author of a review had reviewed. */
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
  /** The branch that a release or a pushed tag names. GitHub does not say whether its commit is in it. */
  namedBranch?: string
  /** The comment with the request; it gets a reaction. `thread`: the first comment of its review thread. */
  comment?: { id: number; kind: 'issue' | 'review' | 'pull_request_review'; thread?: number }
  /**
   * The lines that a review comment is about, numbered as in the file on that side of the diff. `outdatedAt`: the commit that has them,
   * when the current diff no longer does. `hunk` is diff text; untrusted.
   */
  reviewedLines?: DiffRange & { path: string; outdatedAt?: string; hunk: string }
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

/** One issue or pull request of several. Without a `kind` GitHub does not return it; `problem` says why. */
export type ListedItem = Pick<Task, 'title' | 'body' | 'openedBy' | 'base' | 'head'> & {
  number: number
  kind?: 'issue' | 'pull_request'
  /** Open or closed. */
  state?: string
  problem?: string
  /** Whether GitHub says that there is no such number. */
  isMissing?: boolean
}

/** Lines of a diff; `line` is the last one. A range may start on the other side. */
export type DiffRange = {
  line?: number
  startLine?: number
  /** Those of lines that left the diff; `line` and `startLine` are undefined then. */
  originalLine?: number
  originalStartLine?: number
  side?: DiffSide
  startSide?: DiffSide
}

/** A discussion, with the comment under which the answer is a reply; or a commit. `requestId`: the comment with the request. */
export type AnswerPlace =
  | { kind: 'discussion'; number: number; comment?: number; requestId?: number }
  | { kind: 'commit'; sha: string; requestId?: number }

/** The issue, pull request or discussion that a run is about. */
export const subjectNumber = ({ number, place }: Pick<Task, 'number' | 'place'>): number | undefined =>
  number ?? (place?.kind === 'discussion' ? place.number : undefined)

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
 * `limited`: the code comes from outside, so the run has fewer capabilities. `visitor`: an issue by anyone, so the run only
 * reads. `refused`: the run does not start.
 */
export type Trust = { level: 'trusted' } | { level: 'limited' | 'visitor' | 'refused'; reason: string }

/**
 * One piece of what an event says, for the model. `prose` is Markdown that people wrote; `lines` are names and values. Both are
 * untrusted.
 */
export type EventFact = {
  kind: string
  attributes?: Readonly<Record<string, string>>
  format: 'prose' | 'lines'
  text: string
}

/** Parts that other code gives the model, or that say nothing about what happened. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  pull_request: ['pull_request', 'number'],
  pull_request_target: ['pull_request', 'number'],
  pull_request_review: ['pull_request', 'review'],
  pull_request_review_comment: ['pull_request', 'comment'],
  issues: ['issue'],
  issue_comment: ['issue', 'comment'],
  discussion_comment: ['comment.body'],
  commit_comment: ['comment.body'],
  workflow_run: ['workflow_run'],
  push: ['head_commit', 'pusher'],
}

const SURROUNDINGS = ['repository', 'organization', 'enterprise', 'installation']

/** Values that people write as Markdown become blocks of their own. */
const PROSE = new Set(['body', 'description', 'from', 'summary', 'text'])

const MIN_PROSE = 80

/** Addresses of the API, and identifiers that no tool takes. `html_url` and `target_url` are pages. */
const NOISE =
  /(?:^|_)(?:node_id|gravatar_id|avatar_url)$|^(?:url|git_url|ssh_url|clone_url|svn_url|permissions|_links|reactions)$|(?<!html_|target_|log_|environment_|details_|compare_)url$/

const MAX_DEPTH = 6

const MAX_ITEMS = 50

const MAX_LINES = 1_000

/** What the payload of an event says, as data: every event has facts, whatever its name. Never throws. */
export function readEventFacts(event: string, payload: unknown): EventFact[] {
  if (!isRecord(payload)) return []
  // The action of a repository_dispatch is the type that its sender chose.
  const action = event === 'repository_dispatch' ? [] : ['action']
  // The author of an issue, pull request or comment is named there.
  const sender = ELSEWHERE[event] === undefined || event === 'push' ? [] : ['sender']
  const hidden = new Set([...SURROUNDINGS, ...action, ...sender, ...(ELSEWHERE[event] ?? [])])
  const lines: string[] = []
  const prose: EventFact[] = []
  const write = (name: string, value: unknown, depth: number): void => {
    if (hidden.has(name) || lines.length > MAX_LINES || value === null || value === undefined || value === '') return
    const key = name.split('.').at(-1) ?? ''
    if (Array.isArray(value)) return void writeList(name, value, depth)
    if (isRecord(value)) {
      if (typeof value.login === 'string') return void lines.push(`${name}: ${value.login}`)
      if (depth === MAX_DEPTH || (depth > 0 && isRepository(value)))
        return void lines.push(`${name}: ${titleOf(value)}`)
      for (const [field, inner] of Object.entries(value))
        if (!isNoise(field, value, event)) write(name === '' ? field : `${name}.${field}`, inner, depth + 1)
      return
    }
    const text = String(value)
    if (PROSE.has(key) && (text.length >= MIN_PROSE || /[\n<[]/.test(text)))
      return void prose.push({ kind: 'event-text', attributes: { name }, format: 'prose', text })
    lines.push(text.includes('\n') ? `${name}:\n  ${text.replaceAll('\n', '\n  ')}` : `${name}: ${text}`)
  }
  const writeList = (name: string, items: readonly unknown[], depth: number) => {
    const isFlat = items.every((item) => typeof item !== 'object' || (isRecord(item) && typeof item.login === 'string'))
    const shown = items.slice(0, MAX_ITEMS)
    const more = items.length > shown.length ? ` … and ${items.length - shown.length} more` : ''
    if (isFlat && items.length > 0)
      return void lines.push(`${name}: ${shown.map((item) => (isRecord(item) ? item.login : item)).join(', ')}${more}`)
    for (const [index, item] of shown.entries()) write(`${name}[${index}]`, item, depth + 1)
    if (more !== '') lines.push(`${name}:${more}`)
  }
  for (const [field, value] of Object.entries(payload)) if (!isNoise(field, payload, event)) write(field, value, 1)
  return [
    ...(lines.length === 0
      ? []
      : [{ kind: 'event', attributes: { name: event }, format: 'lines', text: lines.join('\n') } as const]),
    ...prose,
  ]
}

/** What workflows send themselves (inputs, client payload) is never noise. */
const OWN_DATA = new Set(['inputs', 'client_payload'])

const isNoise = (field: string, { login }: Record<string, unknown>, event: string): boolean =>
  !OWN_DATA.has(field) && !/_dispatch$/.test(event) && login === undefined && NOISE.test(field)

const isRepository = (value: Record<string, unknown>): boolean => typeof value.full_name === 'string'

const titleOf = (value: Record<string, unknown>): string => {
  const title = value.full_name ?? value.name ?? value.title ?? value.sha ?? value.id
  return typeof title === 'string' || typeof title === 'number' ? String(title) : '…'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
