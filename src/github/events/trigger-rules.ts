import type { Nodes } from 'mdast'
import * as z from 'zod'
import { cleanInbound, findHidden } from '../../text/clean-inbound.ts'
import { globList } from '../../text/glob-list.ts'
import { isTooIntricate, parseMarkdown } from '../../text/parse-markdown.ts'
import type { GitHub } from '../api/github.ts'
import { GitHubError } from '../api/github-error.ts'
import { type ChangeGitHub, readPullChange } from '../api/pull-change.ts'
import type { Issue, Pull } from '../api/response-schemas.ts'
import { type AnswerPlace, subjectNumber, type Task } from './task.ts'

export type CommentTriggerOptions = {
  triggerPhrase: string
  /** Exact names of the bots whose comments may start a run. Comments of all other bots are skipped. */
  allowedBots?: readonly string[]
  /** Whether a comment can start a run when an edit adds or changes the request. */
  answerEdits?: boolean
  /** Whether `/dismiss` and `remember:` in a review thread start a run, which asks no model. */
  answersDismissals?: boolean
}

/** A reply in a review thread that says what later reviews should know. */
const REMINDER = /^\s*remember:\s*\S/i

/** A reply in a review thread that dismisses its finding. */
export const DISMISSAL = /^\s*\/dismiss(?:[ \t]+\S|[ \t]*(?:\r?\n|$))/

/** A comment or review of an event. */
type CommentEvent = {
  /** What the messages call it: "comment", "review comment" or "review". */
  noun: string
  /** The action of the event when it is new. */
  newAction: 'created' | 'submitted'
  payload: CommentPayload
  comment: PayloadComment
  /** Whether it answers in a review thread. */
  isReply?: boolean
}

type PayloadUser = { login: string; type?: string } | null | undefined

type PayloadComment = { body?: string | null; user?: PayloadUser; html_url?: string }

type CommentPayload = {
  action: string
  sender?: PayloadUser
  changes?: { body?: { from?: string | null } }
}

type CommentTrigger =
  | { shouldRun: true; facts: Pick<Task, 'author' | 'request' | 'command' | 'url' | 'threadReply'> }
  | { shouldRun: false; reason: string }

/** A comment or review starts a run when it is new, contains the trigger phrase, and was not written by this action or another bot. */
export async function readCommentTrigger(
  { noun, newAction, payload, comment, isReply = false }: CommentEvent,
  { triggerPhrase, allowedBots = [], answerEdits = false, answersDismissals = false }: CommentTriggerOptions,
): Promise<CommentTrigger> {
  const body = comment.body ?? ''
  const threadReply = answersDismissals && isReply ? readThreadReply(body) : undefined
  const isEdit =
    payload.action === 'edited' &&
    (answerEdits || threadReply !== undefined || (await isCodeReply(body, triggerPhrase)))
  if (payload.action !== newAction && !isEdit)
    return skipRun(`The ${noun} was ${payload.action}; only new ones are answered.`)
  // The comments of this action quote requests, so an answer to one of them could cause an endless loop.
  if (SLUICE_MARKER.test(body)) return skipRun(`The ${noun} was written by this action.`)
  const bot = [comment.user, payload.sender].find((user) => user?.type === 'Bot')
  if (bot && !(isBotName(bot.login) && includesName(allowedBots, bot.login)))
    return skipRun(`The ${noun} was written by the bot ${bot.login}, which allowed_bots does not name.`)
  const requestIn = (text: string) => (threadReply !== undefined ? text.trim() : findRequest(text, triggerPhrase))
  const request = await requestIn(body)
  if (request === undefined) return skipRun(missingPhrase(`The ${noun}`, triggerPhrase))
  if (isEdit) {
    // An editor who is not the author did not write the request.
    if (payload.sender?.login !== comment.user?.login)
      return skipRun(`The ${noun} was edited by someone other than its author.`)
    const earlierRequest = await requestIn(payload.changes?.body?.from ?? '')
    if (earlierRequest === request) return skipRun(`The edit of the ${noun} did not change its request.`)
  }
  const facts = { ...(await readRequest(request)), ...commentFacts(comment) }
  return { shouldRun: true, facts: { ...facts, threadReply } }
}

const readThreadReply = (body: string): Task['threadReply'] =>
  DISMISSAL.test(body) ? 'dismiss' : REMINDER.test(body) ? 'remember' : undefined

/** An edit cannot use a code, but its author gets an answer that says so. */
async function isCodeReply(body: string, triggerPhrase: string): Promise<boolean> {
  return /^\/(?:allow\s+(?:once|always)|approve)\s+[A-Z0-9]{10}$/.test(
    (await findRequest(body, triggerPhrase))?.trim() ?? '',
  )
}

/** The request without hidden text, and the slash command at its start. */
export async function readRequest(request: string): Promise<Pick<Task, 'request' | 'command'>> {
  const { text } = await cleanInbound(request)
  return { request: text, command: parseSlashCommand(text) }
}

const commentFacts = ({ user, html_url }: PayloadComment) => ({ author: user?.login, url: html_url })

/** The start of every comment that this action writes (delivery/post/comment.ts). Further down in a text it is a quote. */
export const SLUICE_MARKER = /^<!-- sluice:v\d/

export const skipRun = (reason: string) => ({ shouldRun: false as const, reason })

export const missingPhrase = (subject: string, phrase: string) =>
  `${subject} does not contain ${phrase} as a separate word outside code and quotes.`

/** Compares whole names without case: to GitHub, names that differ only in case are one account. */
export const includesName = (list: readonly string[], name: string) =>
  list.some((entry) => entry.toLowerCase() === name.toLowerCase())

/** Only Apps have brackets in their names: a person can be called `dependabot`, but not `dependabot[bot]`. */
export const isBotName = (name: string): boolean => name.endsWith('[bot]')

/** The labels and assignees that start runs, and what the workflow skips. All names are exact. */
export type TriggerRules = {
  triggerLabels?: readonly string[]
  triggerAssignees?: readonly string[]
  skipDrafts?: boolean
  skipAuthors?: readonly string[]
  skipLabels?: readonly string[]
}

type IssueOrPull = {
  number: number
  user?: { login: string } | null
  labels?: readonly { name: string }[]
  draft?: boolean
}

type TriggerPayload = {
  action: string
  label?: { name: string } | null
  assignee?: { login: string } | null
}

/**
 * Whether a new label or assignee starts a run. Undefined for other actions, and when the workflow names no labels or assignees:
 * then the other rules decide.
 */
export function readLabelOrAssignee(
  { action, label, assignee }: TriggerPayload,
  { triggerLabels = [], triggerAssignees = [] }: TriggerRules,
): { shouldRun: true } | { shouldRun: false; reason: string } | undefined {
  if (action === 'labeled' && triggerLabels.length > 0) {
    if (label && includesName(triggerLabels, label.name)) return { shouldRun: true }
    return skipRun(`The label "${label?.name ?? ''}" starts no run; label_trigger names ${triggerLabels.join(', ')}.`)
  }
  if (action === 'assigned' && triggerAssignees.length > 0) {
    if (assignee && includesName(triggerAssignees, assignee.login)) return { shouldRun: true }
    return skipRun(
      `The assignee ${assignee?.login ?? '(unknown)'} starts no run; assignee_trigger names ${triggerAssignees.join(', ')}.`,
    )
  }
  return undefined
}

const Numbered = z.object({ number: z.int() }).optional()

const LabeledPayload = z.object({
  action: z.string(),
  label: z.object({ name: z.string() }),
  issue: Numbered,
  pull_request: Numbered,
})

/** The label that an event set or removed. */
export const eventLabel = (payload: unknown): string | undefined => LabeledPayload.safeParse(payload).data?.label.name

/** The label of label_trigger that started a run, and the issue or pull request that has it. */
export function startingLabel(payload: unknown, triggerLabels: readonly string[]): StartingLabel | undefined {
  const { action, label, issue, pull_request: pull } = LabeledPayload.safeParse(payload).data ?? {}
  const number = (issue ?? pull)?.number
  if (action !== 'labeled' || label === undefined || number === undefined) return undefined
  return includesName(triggerLabels, label.name) ? { number, label: label.name } : undefined
}

export type StartingLabel = { number: number; label: string }

/** The reason why skip_labels forbids a run, even one that was requested; otherwise undefined. */
export function skipLabelReason(
  { number, labels = [] }: IssueOrPull,
  { skipLabels = [] }: TriggerRules,
): string | undefined {
  const label = labels.find(({ name }) => includesName(skipLabels, name))
  return label && `#${number} has the label "${label.name}", which skip_labels names.`
}

/** The reason why skip_drafts or skip_authors forbids a run that was not requested; otherwise undefined. */
export function draftOrAuthorReason(
  { number, user, draft }: IssueOrPull,
  { skipDrafts = false, skipAuthors = [] }: TriggerRules,
): string | undefined {
  if (skipDrafts && draft === true)
    return `#${number} is a draft, and skip_drafts is true. To start a run, ask in a comment.`
  if (user && includesName(skipAuthors, user.login))
    return `#${number} was opened by ${user.login}, whom skip_authors names. To start a run, ask in a comment.`
  return undefined
}

/**
 * The reason why skip_paths forbids a run about a pull request that was not requested: every changed file matches one of `globs`.
 * Undefined otherwise, and when the changed files are unknown.
 */
export async function skipPathsReason(
  { event, action, number, head }: Task,
  github: ChangeGitHub,
  globs: readonly string[],
): Promise<string | undefined> {
  const isUnrequested = /^pull_request(_target)?$/.test(event) && action !== 'labeled' && action !== 'assigned'
  if (globs.length === 0 || !isUnrequested || number === undefined || head === undefined) return undefined
  const change = await readPullChange(number, head.sha, github).catch(() => undefined)
  if (change === undefined || change.missing !== undefined || change.files.length === 0) return undefined
  const isSkipped = globList(globs, { dot: true })
  const areAllSkipped = change.files.every(
    ({ path, previousPath }) => isSkipped(path) && isSkipped(previousPath ?? path),
  )
  return areAllSkipped
    ? `#${number} changes only files that skip_paths names. To start a run, ask in a comment.`
    : undefined
}

/** What a run is about, as GitHub has it now; `missing`: what GitHub has no longer. Undefined: unknown, or the run has none. */
export type LiveTarget = {
  subject?: Pick<Pull & Issue, 'state' | 'url'> & Partial<Pick<Pull, 'isMerged' | 'base'>>
  /** Whether the conversation is locked for the account of the token. */
  isLocked?: boolean
  /** The text with the request. */
  comment?: { body: string }
  /** `place`: the comment, and with it where the answer would go. */
  missing?: 'subject' | 'comment' | 'place'
}

type RequestGitHub = Pick<GitHub, 'getComment' | 'getReviewComment' | 'getReview'>
type PlaceGitHub = Pick<GitHub, 'viewer' | 'discussionRequest' | 'getCommitComment'>
export type TargetGitHub = Pick<GitHub, 'issue' | 'pull' | 'pullAtStart'> & RequestGitHub & PlaceGitHub

type KnownComments = {
  state?: { isLocked: boolean }
  body?: string
  comments: readonly KnownComment[]
  threads: readonly { comments: readonly KnownComment[] }[]
}

type KnownComment = { id: number; body: string }

/** The first look, at what a run reads anyway. GitHub is asked about a comment that is not among that. Never rejects. */
export async function firstLook(
  task: Task,
  github: Omit<TargetGitHub, 'pull' | 'issue'>,
  conversation: Promise<KnownComments> | undefined,
): Promise<LiveTarget> {
  const { number, kind, place } = task
  if (place !== undefined) return readPlace(place, github)
  if (number === undefined) return {}
  const [read, pull] = await Promise.allSettled([
    conversation,
    kind === 'pull_request' ? github.pullAtStart(number) : undefined,
  ])
  if (isMissing(read)) return { missing: 'subject' }
  const known = read.status === 'fulfilled' ? read.value : undefined
  const subject = pull.status === 'fulfilled' ? pull.value : undefined
  const isLocked = (subject?.locked ?? known?.state?.isLocked) === true && (await isAppToken(github))
  return { subject, isLocked, ...(await readAskingComment(task, known, github)) }
}

/** People with write permission write in locked conversations; Apps, and with them the token of a job, do not. */
const isAppToken = (github: Pick<GitHub, 'viewer'>): Promise<boolean> => github.viewer().then(isBotName, () => false)

/** What asked, as it is now. */
async function readAskingComment(
  task: Task,
  conversation: KnownComments | undefined,
  github: RequestGitHub,
): Promise<Pick<LiveTarget, 'comment' | 'missing'>> {
  const { comment } = task
  if (conversation === undefined) return {}
  if (comment === undefined) return { comment: requestInText(task, conversation) }
  const isInThread = comment.kind === 'review'
  const texts = isInThread ? conversation.threads.flatMap(({ comments }) => comments) : conversation.comments
  const text = comment.kind === 'pull_request_review' ? undefined : texts.find(({ id }) => id === comment.id)
  if (text !== undefined) return { comment: text }
  const [asked] = await Promise.allSettled([readComment(task, github)])
  return isMissing(asked) ? { missing: 'comment' } : { comment: asked.status === 'fulfilled' ? asked.value : undefined }
}

async function readComment(
  { comment, number = 0 }: Task,
  github: RequestGitHub,
): Promise<{ body: string } | undefined> {
  if (comment === undefined) return undefined
  if (comment.kind === 'pull_request_review') return github.getReview(number, comment.id)
  return comment.kind === 'review' ? github.getReviewComment(comment.id) : github.getComment(comment.id)
}

/** The text of an issue, where that is the request. */
const requestInText = ({ event, request }: Task, text: { body?: string } | undefined): { body: string } | undefined =>
  event === 'issues' && request !== undefined && text !== undefined ? { body: text.body ?? '' } : undefined

/** The same of a discussion or a comment on a commit. */
async function readPlace(place: AnswerPlace, github: PlaceGitHub): Promise<LiveTarget> {
  if (place.kind === 'commit') {
    const [read] = await Promise.allSettled([
      place.requestId === undefined ? undefined : github.getCommitComment(place.requestId),
    ])
    return isMissing(read) ? { missing: 'comment' } : { comment: read.status === 'fulfilled' ? read.value : undefined }
  }
  const [read] = await Promise.allSettled([github.discussionRequest(place)])
  if (isMissing(read)) return { missing: 'subject' }
  if (read.status === 'rejected') return {}
  const { body, isLocked, hasPlace } = read.value
  if (body === undefined) return { missing: hasPlace ? 'comment' : 'place' }
  return { comment: { body }, isLocked: isLocked && (await isAppToken(github)) }
}

/** Asks what became of the issue or pull request and of the comment that asked. Never rejects. */
export async function readTarget(task: Task, github: TargetGitHub): Promise<LiveTarget> {
  const { number, kind, comment, place } = task
  if (place !== undefined) return readPlace(place, github)
  if (number === undefined) return {}
  const isPull = kind === 'pull_request' || comment?.kind === 'review'
  const [subject, request] = await Promise.allSettled([
    isPull ? github.pull(number) : kind === 'issue' ? github.issue(number) : undefined,
    readComment(task, github),
  ])
  if (isMissing(subject)) return { missing: 'subject' }
  const read = subject.status === 'fulfilled' ? subject.value : undefined
  return {
    subject: read,
    comment:
      comment === undefined ? requestInText(task, read) : request.status === 'fulfilled' ? request.value : undefined,
    missing: isMissing(request) ? 'comment' : undefined,
  }
}

const isMissing = (read: PromiseSettledResult<unknown>): boolean =>
  read.status === 'rejected' &&
  read.reason instanceof GitHubError &&
  ([404, 410].includes(read.reason.status) || /Could not resolve to an? \w+ with the number/.test(read.reason.message))

const Target = z
  .object({
    state: z.string().optional(),
    base: z.object({ ref: z.string() }).optional(),
  })
  .nullish()
const TargetPayload = z.object({ issue: Target, pull_request: Target })

/** `isGone`: there is no place left that could say so. `isTold`: whoever asked gets the reason, also where nothing ran. */
export type TargetLoss = { reason: string; isGone?: boolean; isTold?: boolean }

/** Why the target of a run is no longer what its event was about; undefined when it is. A question about a closed pull request gets its answer. */
export async function goneTarget(
  task: Task,
  payload: unknown,
  { subject, comment, missing, isLocked = false }: LiveTarget,
  inputs: TargetInputs,
): Promise<TargetLoss | undefined> {
  const { trigger_phrase: phrase } = inputs
  const number = subjectNumber(task)
  const { event, repo, command } = task
  const { data } = TargetPayload.safeParse(payload)
  const before = data?.pull_request ?? data?.issue ?? {}
  if (missing === 'subject') return { reason: `#${number} was deleted or transferred.`, isGone: true }
  if (missing !== undefined) return { reason: 'The comment that asked was deleted.', isGone: missing === 'place' }
  const { threadReply } = task
  if (comment !== undefined && threadReply !== undefined && readThreadReply(comment.body) !== threadReply)
    return {
      reason: `The reply was edited and no longer begins with ${threadReply === 'remember' ? 'remember:' : '/dismiss'}.`,
    }
  const isPhraseNeeded = task.request !== undefined && threadReply === undefined
  if (comment !== undefined && isPhraseNeeded && (await findRequest(comment.body, phrase)) === undefined)
    return { reason: `${nameOfText(task)} was edited and no longer contains ${phrase}.` }
  if (isLocked && postsOnlyThere(inputs))
    return {
      reason: `The conversation of #${number} is locked, and the token of an App may not write there. Unlock it and ask again.`,
      isGone: true,
    }
  if (subject === undefined) return undefined
  if (!new URL(subject.url).pathname.toLowerCase().startsWith(`/${repo.owner}/${repo.name}/`.toLowerCase()))
    return { reason: `#${number} was transferred to ${subject.url}.`, isGone: true }
  const { state, isMerged, base } = subject
  if (['fix', 'plan'].includes(command?.name ?? '') && isMerged === false && state === 'closed')
    return {
      reason: `Pull request #${number} was closed without a merge, so a fix has no place. Reopen it and ask again.`,
      isTold: true,
    }
  if (!/^pull_request(?:_target)?$/.test(event) || before.state !== 'open') return undefined
  if (state !== 'open') return { reason: `Pull request #${number} was ${isMerged === true ? 'merged' : 'closed'}.` }
  return base !== undefined && before.base !== undefined && base.ref !== before.base.ref
    ? { reason: `Pull request #${number} now goes to ${base.ref} and no longer to ${before.base.ref}.` }
    : undefined
}

const nameOfText = (task: Task): string =>
  (task.comment ?? task.place?.requestId) ? 'The comment that asked' : `The text of #${subjectNumber(task)}`

type TargetInputs = { trigger_phrase: string; comment: string; check_run: boolean; fail_on_findings: string }

/** Whether what a run has to say goes only into the conversation, and not into a check run or to a later step of its job. */
const postsOnlyThere = ({ comment, check_run, fail_on_findings }: TargetInputs): boolean =>
  comment !== 'off' && !check_run && fail_on_findings === 'off'

/** The same with a new look, right before delivery. A comment was deleted if it was there at the first look. */
export async function lostTarget(run: EndingRun, github: TargetGitHub): Promise<TargetLoss | undefined> {
  const { task, runtime, inputs, conversation } = run
  if (task.place !== undefined) return goneTarget(task, runtime.event.payload, await readTarget(task, github), inputs)
  const [first, now] = await Promise.all([firstLook(task, github, conversation), readTarget(task, github)])
  if (now.missing === 'comment' && first.comment === undefined) return undefined
  return goneTarget(task, runtime.event.payload, now, inputs)
}

type EndingRun = {
  task: Task
  runtime: { event: { payload: unknown } }
  inputs: TargetInputs
  conversation: Promise<KnownComments> | undefined
}

/**
 * The text after the trigger phrase, or before it when nothing follows; undefined when the text does not contain the phrase.
 * The phrase must be a separate word and not in code, quotes or HTML.
 */
export async function findRequest(markdown: string, phrase: string): Promise<string | undefined> {
  const last = phrase === '' ? -1 : markdown.toLowerCase().lastIndexOf(phrase.toLowerCase())
  // Most comments do not contain the phrase and do not need the Markdown parser.
  if (last === -1) return undefined
  // Text after the paragraph of the last phrase cannot change its meaning, so a pasted log is not parsed.
  const paragraphEnd = markdown.slice(last).search(/\r?\n[ \t]*\r?\n/)
  const relevant = paragraphEnd === -1 ? markdown : markdown.slice(0, last + paragraphEnd)
  if (isTooIntricate(relevant)) return undefined
  const hidden = findHidden(relevant).map(({ start, end }): OffsetRange => [start, end])
  const match = phrasePattern(phrase).exec(blankOut(relevant, [...excludedRanges(parseMarkdown(relevant)), ...hidden]))
  if (!match) return undefined
  const after = markdown
    .slice(match.index + phrase.length)
    .replace(/^[,:;.!?*_~)\]}"']+(?=\s|$)/, '')
    .trim()
  return after === '' ? markdown.slice(0, match.index).trim() : after
}

type OffsetRange = [from: number, to: number]

/** The ranges in which the phrase does not count: code, quotes, HTML, images, link targets. */
function excludedRanges(node: Nodes): OffsetRange[] {
  const from = node.position?.start.offset ?? 0
  const to = node.position?.end.offset ?? 0
  switch (node.type) {
    case 'code':
    case 'inlineCode':
    case 'html':
    case 'blockquote':
    case 'image':
    case 'imageReference':
    case 'definition':
      return [[from, to]]
    case 'link': {
      // The text of a link counts; after its last child comes the target.
      const end = node.children.at(-1)?.position?.end.offset ?? from
      return [...node.children.flatMap(excludedRanges), [end, to]]
    }
    default:
      return 'children' in node ? node.children.flatMap(excludedRanges) : []
  }
}

/** The text with the ranges replaced by as many placeholder characters. */
function blankOut(text: string, ranges: OffsetRange[]): string {
  let blanked = text
  for (const [from, to] of ranges) blanked = blanked.slice(0, from) + '\uFFFC'.repeat(to - from) + blanked.slice(to)
  return blanked
}

/**
 * Lists the characters that are allowed beside the phrase, so that a look-alike letter, a joiner or a zero-width space never
 * passes. Without the `u` flag, `i` folds no letter of another script into ASCII (K is not k).
 */
function phrasePattern(phrase: string): RegExp {
  const literal = phrase.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  const before = '(?<=(?:^|[ \\t\\r\\n\\u00a0\\u3000])[(\\[{"\'*_~]*)'
  const after = '(?=$|[ \\t\\r\\n\\u00a0\\u3000,:;!?)\\]}"*~，。：；！？、）]|[._\']+(?:$|[ \\t\\r\\n,:;!?)\\]}"*~]))'
  return new RegExp(`${before}${literal}${after}`, 'i')
}

/**
 * The slash command at the start of a request: `/review src/a.ts only` is `review` with the arguments `src/a.ts only`, and
 * `/git:commit` is a command in a folder. Everything after the name, further lines included, are the arguments. Undefined when
 * the request starts otherwise: `/etc/passwd` is a path.
 */
export function parseSlashCommand(request: string): { name: string; args: string } | undefined {
  const [, name, args = ''] = /^\/([a-z0-9][\w.-]*(?::[\w.-]+)*)(?:\s+([\s\S]*))?$/i.exec(request.trim()) ?? []
  return name === undefined ? undefined : { name, args: args.trim() }
}
