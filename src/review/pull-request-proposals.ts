import * as z from 'zod'
import { readPullChange } from '../github/api/pull-change.ts'
import type { DiffFile } from '../github/api/response-schemas.ts'
import type { ReviewThread } from '../github/api/reviews.ts'
import { parseCommentMarker, shortHash } from '../github/comment-marker.ts'
import type { Task } from '../github/events/task.ts'
import { confirmTexts } from '../github/own-text.ts'
import { parsePatch } from '../github/patch-rows.ts'
import { withoutNumbers } from '../github/shown-lines.ts'
import {
  alreadyInPlace,
  CONFIDENCES,
  defineProposalTool,
  type InlineComment,
  normalizeTitle,
  type Proposal,
  type ProposalGitHub,
  type ProposalOptions,
  type ProposalStore,
  type ProposedComment,
  quotaReached,
  refuseProposal,
  SEVERITIES,
  textProblem,
} from '../github-tools/proposal.ts'
import { lazyAsync } from '../platform/lazy.ts'
import { pluralize } from '../text/write-markdown.ts'
import { done, type Tool, type ToolResult } from '../tools/tool.ts'
import {
  askForPlace,
  contradictedPlace,
  findLinesInHead,
  numberedLines,
  type PlacedLines,
  sideRange,
  standsOnChange,
} from './comment-lines.ts'
import { answerRepetition, doubtAbout, findingFix, type PlacedFinding, sameCommentAs } from './earlier-findings.ts'
import { findingHeading, newFinding, statedSeverity } from './finding.ts'
import { readAllFindings, readFindings } from './read-findings.ts'
import { textLikeness } from './similar-lines.ts'
import { parseSuggestion, splitSuggestion, suggestionNote } from './suggestion.ts'
import { placeSuggestion } from './suggestion-button.ts'
import { isAtLeast } from './verdict.ts'

const WHEN = 'It is posted after the run.'

/** What the proposal tools about a pull request share: the task's pull request, and others by their number. */
type ReviewToolContext = ReviewSubject & {
  task: Task
  options: ProposalOptions
  store: ProposalStore
  github: Pick<ProposalGitHub, 'repo' | 'content'>
  subject(number: number | undefined): ReviewTarget
}

/** One pull request. Diff and threads are fetched once a run. */
type ReviewSubject = {
  number: number
  diff(): Promise<ReviewDiff>
  threads(): Promise<ThreadWithOrigin[]>
  /** The findings of earlier reviews, and those of all workflows that use this action. */
  findings(): Promise<PlacedFinding[]>
  allFindings(action: string): Promise<PlacedFinding[]>
}

type ReviewTarget = ({ ok: true } & ReviewSubject) | { ok: false; reason: string }

export type ReviewDiff = { commit: string; files: DiffFile[] }

/** `isOwn`: opened by this workflow. `isUnsure`: GitHub does not say whether it is. `linesHash`: of the lines that its first comment is about. */
type ThreadWithOrigin = ReviewThread & { isOwn: boolean; isUnsure: boolean; linesHash?: string }

/** The tools, and what an earlier review left of the task's pull request. `isUnsure`: whether a thread may be ours, and GitHub does not say so. */
export type PullRequestTools = {
  tools: Tool[]
  earlierFindings(): Promise<readonly PlacedFinding[]>
  isUnsure(): Promise<boolean>
  allFindings(action: string): Promise<readonly PlacedFinding[]>
  change(): Promise<ReviewDiff>
}

/**
 * The proposal tools about the task's pull request. Without one the same tools exist but refuse every call: an equal tool list in all
 * runs of a repository keeps the start of the prompts equal, so the model's cache works.
 */
export function pullRequestProposalTools(
  task: Task,
  github: ProposalGitHub,
  options: ProposalOptions,
  store: ProposalStore,
): PullRequestTools {
  const mayChangeFiles = options.changes === 'commit' || options.changes === 'pull_request'
  const createTools = mayChangeFiles ? [createPullRequest(store, options)] : []
  const isAboutPull = task.kind === 'pull_request' || task.kind === 'workflow_run'
  const number = isAboutPull ? task.number : undefined
  const taskSubject = openSubject(number ?? 0, task, github)
  const subject = subjectResolver(number, options, (each) =>
    each === number ? taskSubject : openSubject(each, task, github),
  )
  const context = { ...taskSubject, task, options, store, github, subject }
  const reviews =
    options.review === 'off' ? [] : [reviewComment(context), withdrawComment(context), reviewOverview(context)]
  const threads = [reply(context), resolveThread(context)]
  const tools = [...reviews, ...(number === undefined ? threads.map(withoutPullRequest) : threads), ...createTools]
  return {
    tools,
    earlierFindings: async () => (number === undefined ? [] : taskSubject.findings()),
    isUnsure: async () => number !== undefined && (await taskSubject.threads()).some((thread) => thread.isUnsure),
    allFindings: async (action) => (number === undefined ? [] : taskSubject.allFindings(action)),
    change: taskSubject.diff,
  }
}

const NO_PULL_REQUEST = 'This run is not about a pull request. Put your findings in the answer instead.'

const withoutPullRequest = (tool: Tool): Tool => ({
  ...tool,
  run: async () => refuseProposal(NO_PULL_REQUEST),
})

/** Finds the pull request that a call is about: the task's, or another one where the run may write to others. */
function subjectResolver(
  taskNumber: number | undefined,
  { authority }: ProposalOptions,
  open: (number: number) => ReviewSubject,
): ReviewToolContext['subject'] {
  const subjects = new Map<number, ReviewSubject>()
  return (requestedNumber) => {
    const number = requestedNumber ?? taskNumber
    if (number === undefined) return { ok: false, reason: NO_PULL_REQUEST }
    if (number !== taskNumber && !authority.isOwn(number)) {
      const limit = authority.limit(
        `may write to ${taskNumber === undefined ? 'no pull request' : `#${taskNumber} only`}`,
      )
      return { ok: false, reason: limit ?? otherPullReason(number, taskNumber) }
    }
    const subject = subjects.get(number) ?? open(number)
    subjects.set(number, subject)
    return { ok: true, ...subject }
  }
}

const otherPullReason = (number: number, taskNumber: number | undefined): string =>
  `A run reviews its own pull request${taskNumber === undefined ? ', and this run has none' : ` (#${taskNumber})`}. To review #${number}, the workflow gives its number in the input github_pr_number. Until then put the review in the answer.`

function openSubject(number: number, task: Task, github: ProposalGitHub): ReviewSubject {
  const threads = async () => {
    const all = await github.threads(number)
    const ownTexts = await confirmTexts(
      all.flatMap(({ comments }) => comments.slice(0, 1)),
      github,
    )
    return all.map((thread): ThreadWithOrigin => {
      const [first] = thread.comments
      const text = first && ownTexts.of(first)
      const isUnsure = first !== undefined && ownTexts.isUnsure(first)
      return { ...thread, isOwn: text !== undefined, isUnsure, linesHash: text && parseCommentMarker(text)?.at }
    })
  }
  const diff = lazyAsync(() => readDiff(task, number, github))
  const lazyThreads = lazyAsync(threads)
  const findings = async () => {
    const [{ commit, files }, all] = await Promise.all([diff(), lazyThreads()])
    return readFindings(all, { number, head: commit, files }, github)
  }
  const allFindings = async (action: string) => readAllFindings(await lazyThreads(), { number, diff, action }, github)
  return { number, diff, threads: lazyThreads, findings: lazyAsync(findings), allFindings }
}

/** What the pull request changes up to the commit of the event. */
async function readDiff(task: Task, number: number, github: ProposalGitHub): Promise<ReviewDiff> {
  const own = number === task.number ? task.head?.sha : undefined
  const commit = own ?? (await github.pullAtStart(number)).head.sha
  const { files } = await readPullChange(number, commit, github)
  return { commit, files }
}

const pullNumber = z.int().min(1).optional().describe("Number of the pull request. Default: this run's.")

const reviewComment = ({ subject, store, github, number: ownNumber }: ReviewToolContext) => {
  const questions = new Set<string>()
  /** The lines and text of each comment, and the finding with which the model was asked to compare it. */
  const earlierCalls = new Map<string, { identity: string; comparedId?: string }>()
  return defineProposalTool({
    name: 'review_comment',
    description: `Proposes an inline comment on lines of the pull request's diff, with a suggestion when a small change fixes the problem. Give the lines as \`code\` too: the comment stands where they stand. All inline comments become one review. ${WHEN}`,
    input: z.object({
      path: z.string().describe('Path of the file in the head of the diff.'),
      line: z.int().min(1).describe('Line of the comment, the last one of several. Counted in the file.'),
      start_line: z.int().min(1).optional().describe('First of several lines, in the same hunk.'),
      end_line: z.int().min(1).optional().describe('Last of several lines, when `line` is the first.'),
      side: z.enum(['RIGHT', 'LEFT']).optional().describe('LEFT for removed lines, counted in the old file.'),
      code: z
        .string()
        .optional()
        .describe('The exact current text of these lines, all of them. It decides where the comment stands.'),
      body: z.string().describe('What is wrong and why, in GitHub Markdown.'),
      suggestion: z
        .string()
        .optional()
        .describe('Exact replacement of the full lines in `code`, with their indentation. Empty to delete them.'),
      title: z.string().max(200).optional().describe('The problem in one line.'),
      severity: z.enum(SEVERITIES).optional().describe('Default: the one that body starts with, else medium.'),
      category: z
        .string()
        .max(40)
        .optional()
        .describe('One word, for example correctness, security, performance, tests.'),
      confidence: z.enum(CONFIDENCES).optional().describe('How sure you are.'),
      same_as: z.string().optional().describe('Id of another finding that is the same problem, or "none".'),
      caused_by: z
        .string()
        .optional()
        .describe('If no line of the comment is changed: the changed line that causes the problem, as path:line.'),
      number: pullNumber,
    }),
    async run({ path, body: requestedBody, suggestion: requestedSuggestion, number: requestedNumber, ...rest }) {
      const target = subject(requestedNumber)
      if (!target.ok) return refuseProposal(target.reason)
      const { number, diff, threads, findings } = target
      const split = splitSuggestion(requestedBody, requestedSuggestion, rest.title)
      const { body: text, suggestion: copied } = split
      const body = [findingHeading(rest), text].filter((part) => part !== '').join('\n\n')
      const severity = rest.severity ?? statedSeverity(text)
      const refuse = (reason: string) => {
        if (number === ownNumber && severity !== undefined && isAtLeast(severity, 'medium'))
          store.refused.push({ path, line: rest.line, severity, text: `${rest.title ?? ''}: ${text}` })
        return refuseProposal(reason)
      }
      const { commit, files } = await diff()
      const file = findFile(files, path)
      if (file === undefined)
        return refuse(`${JSON.stringify(path)} is not part of the diff. ${describeChangedFiles(files, path)}`)
      if (file.patch === undefined)
        return refuse(
          `GitHub shows no diff of ${file.path} (binary, renamed only, or too large). Put the comment in the answer.`,
        )
      const hunks = parsePatch(file.patch)
      const suggestion = copied && withoutNumbers(file.path, copied, github, rest.start_line ?? rest.line)
      const quote = { quoted: withoutNumbers(file.path, rest.code ?? '', github), path: file.path }
      const placed = await findLinesInHead(hunks, rest, quote, async () => {
        const content = await github.content(file.path, commit).catch(() => undefined)
        return content?.kind === 'file' ? content.bytes?.toString('utf8') : undefined
      })
      if (!placed.ok) return refuse(placed.reason)
      const { requested } = placed
      const checked = checkText(text, suggestion, requested)
      if (!checked.ok) return refuse(checked.reason)
      // Where code and lines agree, a body that names others only refers to them.
      const isAgreed = placed.isSure && !placed.isMoved
      const words = `${rest.title ?? ''}\n${text}`
      const contradiction = isAgreed
        ? undefined
        : contradictedPlace(words, { hunks, path: file.path }, sideRange(requested.location))
      const question = `${file.path} ${rest.line} ${contradiction}`
      if (contradiction !== undefined && !questions.has(question)) {
        questions.add(question)
        return refuse(askForPlace(contradiction, hunks, requested))
      }
      const at = { hunks, path: file.path, words: body, ...placed }
      const change = checked.suggestion && placeSuggestion(checked.suggestion, at)
      const { located = requested, lines: suggested, problem } = change ?? {}
      const earlierFindings = await findings().catch(() => [])
      const mine = store.ofKind('review_comment').filter((each) => each.number === number)
      const linesHash = shortHash(file.path, located.location.side, ...located.context)
      const identity = `${linesHash} ${text}`
      const sameAs = rest.same_as?.trim() || undefined
      // A comment without a severity is no finding.
      const isExisting =
        severity !== undefined &&
        !standsOnChange(sideRange(requested.location), hunks) &&
        !isChangedLine(rest.caused_by, file.path, files)
      const isCorrected = (each: ProposedComment) => {
        const before = earlierCalls.get(each.finding?.id ?? '')
        const isOnLines = each.linesHash === linesHash
        if (each.foldedAs === 'existing' && rest.caused_by !== undefined && !isExisting && isOnLines)
          return textLikeness(each.body, body) !== 'different'
        return before?.identity === identity || (isOnLines && sameAs !== undefined && before?.comparedId === sameAs)
      }
      const foldedAs = isExisting ? 'existing' : undefined
      const isSameCall = (each: ProposedComment) =>
        each.linesHash === linesHash && each.body.trim() === body.trim() && each.foldedAs === foldedAs
      if (sameAs === undefined && mine.some(isSameCall)) return alreadyInPlace('The same comment is already proposed.')
      const replaced = mine.find(isCorrected)?.finding?.id
      const others = mine.filter((each) => replaced === undefined || each.finding?.id !== replaced)
      const isTaken = (id: string) =>
        others.some((each) => each.finding?.id === id) || earlierFindings.some(({ finding }) => finding.id === id)
      const comment = {
        path: file.path,
        location: located.location,
        body,
        suggestion: suggested,
        replaced: suggested && { code: located.code, isQuoted: placed.isSure || located !== requested },
        note: problem === undefined ? undefined : suggestionNote(checked.suggestion ?? [], problem),
        linesHash,
        foldedAs,
        hasSeverity: severity !== undefined,
        finding: newFinding(file.path, { ...rest, severity }, located, isTaken),
      } satisfies InlineComment
      const { location, finding: record } = comment
      const { start = location.line, line } = location
      const proposed = {
        record,
        path: comment.path,
        start,
        line,
        sameAs,
        text: words,
      }
      const twin = sameCommentAs(proposed, others)
      const takeBack = (ids: readonly (string | undefined)[]) =>
        store.withdraw(
          (each) => each.kind === 'review_comment' && each.finding !== undefined && ids.includes(each.finding.id),
        )
      const withdrawn = takeBack([replaced])
      if (twin?.is === 'same')
        return alreadyInPlace(
          `Then ${sameAs} says it already${withdrawn > 0 ? ', and this comment is taken back' : ''}.`,
        )
      const repeated = answerRepetition({ proposed, number, commit, body }, earlierFindings, store)
      if (repeated !== undefined) return repeated
      // A failure here does not refuse the proposal, because delivery checks for earlier comments again.
      const earlier = (await threads().catch(() => [])).find(
        (thread) => thread.linesHash === comment.linesHash && !isFindingThread(thread, earlierFindings),
      )
      if (earlier !== undefined) return alreadyInPlace(explainRepetition(earlier))
      if (store.remaining('review_comment') === 0) return quotaReached('review_comment', 'inline comments')
      if (twin?.is === 'milder') takeBack([sameAs])
      store.add({ kind: 'review_comment', number, commit, ...comment }, 'review_comment')
      const facts = { twin: twin?.comment, earlierFindings, body: text, severity }
      const doubt = replaced === undefined ? doubtAbout(proposed, facts) : undefined
      earlierCalls.set(record.id, { identity, comparedId: doubt?.comparedId })
      const posted = `an inline comment on ${file.path}:${lineRange(location)}`
      const ignored = split.isIgnored
        ? ', without the empty suggestion: neither title nor body says to delete lines'
        : ''
      const asText = problem === undefined ? ignored : `, with the change as text: ${problem}`
      const moved = placed.isMoved ? ' The lines are those of `code`, not those that you gave.' : ''
      const folded = comment.foldedAs === undefined ? WHEN : rest.caused_by === undefined ? FOLDED : NO_CAUSE
      const shown = `Its id is ${record.id}. It stands on:\n${numberedLines(hunks, sideRange(location))}`
      return done(
        [`Proposed: ${posted}${asText}.${moved} ${folded} ${shown}`, doubt?.text ?? ''].filter(Boolean).join('\n'),
      )
    },
  })
}

const FOLDED =
  'None of its lines is changed, so the comment of the run lists it as existing code. If a changed line causes it, call again with caused_by.'

const NO_CAUSE =
  'Neither its lines nor caused_by are changed, so the comment of the run lists it as existing code. If a changed line causes it, call again with its path:line.'

/** Whether a place such as `src/a.ts:12`, or `12` in the same file, is a line that the diff adds or removes. */
function isChangedLine(place: string | undefined, ownPath: string, files: readonly DiffFile[]): boolean {
  const text = place?.trim() ?? ''
  const [, path = '', line = ''] =
    /^`?(.+?)[:#]L?(\d+)/.exec(text) ?? /^`?([^\s`,]*?)[`,:\s]*(?:L|lines? )?(\d+)/i.exec(text) ?? []
  const [number, hunks] = [Number(line), parsePatch(findFile(files, path || ownPath)?.patch ?? '')]
  const isRemoved = hunks.flat().some(({ oldLine, newLine }) => newLine === undefined && oldLine === number)
  return isRemoved || standsOnChange({ side: 'RIGHT', first: number, last: number }, hunks)
}

/** Our thread of a finding: whether a new one is the same, its words and code tell. */
const isFindingThread = ({ id }: ThreadWithOrigin, earlier: readonly PlacedFinding[]) =>
  earlier.some(({ finding }) => finding.thread.id === id)

const withdrawComment = ({ subject, store }: ReviewToolContext): Tool =>
  defineProposalTool({
    name: 'withdraw_comment',
    description:
      'Takes back an inline comment that github__review_comment proposed in this run, for example a finding that you found to be wrong.',
    input: z.object({ id: z.string().describe('The id in the reply of github__review_comment.'), number: pullNumber }),
    async run({ id, number: requestedNumber }) {
      const target = subject(requestedNumber)
      if (!target.ok) return refuseProposal(target.reason)
      const { number, findings } = target
      const isMeant = (each: Proposal) =>
        each.kind === 'review_comment' && each.number === number && each.finding?.id === id
      if (store.withdraw(isMeant) > 0) return done(`Taken back: the inline comment ${id}. It is not posted.`)
      const earlier = (await findings().catch(() => [])).find(({ finding }) => finding.id === id)
      const reopened = (each: Proposal) =>
        each.kind === 'reply' && each.reopens === true && each.thread === earlier?.finding.thread.id
      if (store.withdraw(reopened) > 0) return done(`Taken back: to reopen the thread of ${id}.`)
      const ids = store.ofKind('review_comment').flatMap(({ finding }) => finding?.id ?? [])
      const known = ids.length === 0 ? 'It has proposed none.' : `Its comments: ${ids.join(', ')}.`
      return refuseProposal(`This run has proposed no comment with the id ${JSON.stringify(id)}. ${known}`)
    },
  })

const reviewOverview = ({ subject, store }: ReviewToolContext): Tool =>
  defineProposalTool({
    name: 'review_overview',
    description: `Proposes the text of the review, above its inline comments. ${WHEN}`,
    input: z.object({ body: z.string().describe('GitHub Markdown.'), number: pullNumber }),
    async run({ body, number: requestedNumber }) {
      const target = subject(requestedNumber)
      if (!target.ok) return refuseProposal(target.reason)
      const problem = textProblem(body)
      if (problem !== undefined) return refuseProposal(problem)
      const { number, diff } = target
      const isProposed = store
        .ofKind('review_overview')
        .some((each) => each.number === number && each.body.trim() === body.trim())
      if (isProposed) return alreadyInPlace('The review has this text already.')
      if (store.remaining('review_overview') === 0) return quotaReached('review_overview', 'texts of reviews')
      const { commit } = await diff()
      store.add({ kind: 'review_overview', number, commit, body }, 'review_overview')
      return done(`Proposed: the text of the review of #${number}. ${WHEN}`)
    },
  })

/** By its current path or, because models also use paths of old diffs, by its previous one. */
function findFile(files: readonly DiffFile[], path: string): DiffFile | undefined {
  const plain = path.replace(/^(?:\.\/)+/, '')
  const fileAt = (candidate: string) => files.find((file) => file.path === candidate)
  return (
    fileAt(path) ??
    fileAt(plain) ??
    files.find((file) => file.previousPath === plain) ??
    fileAt(plain.replace(/^[ab]\//, ''))
  )
}

function describeChangedFiles(files: readonly DiffFile[], path: string): string {
  const name = path.split('/').at(-1) ?? ''
  const sameName = files.filter((file) => file.path.endsWith(name))
  const listed = (sameName.length > 0 ? sameName : files).slice(0, 15).map((file) => JSON.stringify(file.path))
  return listed.length === 0
    ? 'The diff is empty.'
    : `Changed files${sameName.length > 0 ? ' of that name' : ''}: ${listed.join(', ')}${files.length > listed.length ? ', …' : ''}.`
}

type CheckedText = { ok: true; suggestion?: string[] } | { ok: false; reason: string }

function checkText(body: string, suggestion: string | undefined, located: PlacedLines): CheckedText {
  const problem = suggestion !== undefined && body.trim() === '' ? undefined : textProblem(body)
  if (problem !== undefined) return { ok: false, reason: problem }
  if (/^\s*[`~]{3,}\s*suggestion\b/m.test(body))
    return { ok: false, reason: 'Put the replacement in `suggestion`, which checks it, and only the reason in `body`.' }
  if (suggestion === undefined) return { ok: true }
  const suggestionProblem = suggestion.trim() === '' ? undefined : textProblem(suggestion)
  if (suggestionProblem !== undefined) return { ok: false, reason: suggestionProblem }
  const parsed = parseSuggestion(suggestion, located.code, located.location.side)
  return parsed.ok ? { ok: true, suggestion: parsed.lines } : parsed
}

function explainRepetition({ id, isResolved, commentCount }: ThreadWithOrigin): string {
  if (isResolved)
    return 'An earlier run commented on these lines, and the thread is resolved. Do not comment on them again.'
  const replies = commentCount === 1 ? 'no replies' : pluralize(commentCount - 1, 'reply', 'replies')
  return `An earlier run commented on these lines, and the thread is open (thread ${id}, ${replies}). To add something new, use github__reply.`
}

const lineRange = ({ start, line }: { start?: number; line: number }) =>
  start === undefined ? `${line}` : `${start}-${line}`

const reply = ({ number, threads, store }: ReviewToolContext) =>
  defineProposalTool({
    name: 'reply',
    description: `Proposes a reply in a review thread. github__list_review_threads lists the ids. ${WHEN}`,
    input: z.object({ thread_id: z.string(), body: z.string().describe('GitHub Markdown.') }),
    async run({ thread_id, body }) {
      const thread = (await threads()).find(({ id }) => id === thread_id)
      const firstComment = thread?.comments[0]
      if (thread === undefined || firstComment === undefined) return unknownThread(thread_id, await threads())
      const problem = textProblem(body)
      if (problem !== undefined) return refuseProposal(problem)
      if (store.ofKind('reply').some((each) => each.thread === thread_id))
        return alreadyInPlace('A reply in this thread is already proposed.')
      if (store.remaining('reply') === 0) return quotaReached('reply', 'replies')
      const nth = store.ofKind('reply').length + 1
      store.add({ kind: 'reply', number, thread: thread_id, to: firstComment.id, body, nth }, 'reply')
      return done(`Proposed: a reply in the thread on ${thread.path}. ${WHEN}`)
    },
  })

const RESOLVES_OWN = 'may resolve only threads that this action opened'

const resolveThread = ({ number, threads, findings, diff, task, options, store }: ReviewToolContext) =>
  defineProposalTool({
    name: 'resolve_thread',
    description: 'Proposes to resolve a review thread whose point is settled. It is done after the run.',
    input: z.object({ thread_id: z.string() }),
    async beyond({ thread_id }) {
      const thread = number === 0 ? undefined : (await threads()).find(({ id }) => id === thread_id)
      if (thread === undefined || thread.isOwn) return undefined
      return options.authority.othersThread(thread.path)
    },
    async run({ thread_id }) {
      const thread = (await threads()).find(({ id }) => id === thread_id)
      if (thread === undefined) return unknownThread(thread_id, await threads())
      const placed = (await findings().catch(() => [])).find(({ finding }) => finding.thread.id === thread_id)
      if (thread.isResolved && placed?.state !== 'regressed') return alreadyInPlace('The thread is already resolved.')
      const limit = thread.isOwn ? undefined : options.authority.limit(RESOLVES_OWN)
      if (limit !== undefined) return refuseProposal(limit)
      if (store.ofKind('resolve_thread').some((each) => each.thread === thread_id))
        return alreadyInPlace('Resolving this thread is already proposed.')
      if (store.remaining('resolve_thread') === 0) return quotaReached('resolve_thread', 'threads to resolve')
      const isReview = thread.isOwn && /^pull_request(?:_target)?$/.test(task.event)
      const fix = isReview ? findingFix(thread_id, (await diff()).commit, await findings(), store.repeated) : {}
      if ('problem' in fix) return refuseProposal(fix.problem)
      store.add({ kind: 'resolve_thread', number, thread: thread_id, path: thread.path, ...fix }, 'resolve_thread')
      return done(`Proposed: to resolve the thread on ${thread.path}. It is done after the run.`)
    },
  })

function unknownThread(id: string, threads: readonly ThreadWithOrigin[]): ToolResult {
  const open = threads.filter(({ isResolved }) => !isResolved)
  const listed = open
    .slice(0, 10)
    .map((thread) => `${thread.id} (${thread.path}${thread.line === undefined ? '' : `:${thread.line}`})`)
  return refuseProposal(
    `There is no thread ${JSON.stringify(id)} on this pull request. ${listed.length === 0 ? 'It has no open threads.' : `Open threads: ${listed.join(', ')}${open.length > listed.length ? ', …' : ''}.`}`,
  )
}

const createPullRequest = (store: ProposalStore, { changes, authority }: ProposalOptions) =>
  defineProposalTool({
    name: 'create_pull_request',
    description: 'Proposes a pull request with the files that this run edited, as they are at its end.',
    input: z.object({
      title: z.string(),
      body: z.string().describe('GitHub Markdown.'),
      draft: z.boolean().optional(),
    }),
    async run({ title: requestedTitle, body, draft = false }) {
      // Its edits go where `changes` says: with `commit`, to the branch of the pull request.
      const limit = changes === 'pull_request' ? undefined : authority.limit('opens no pull request')
      if (limit !== undefined) return refuseProposal(limit)
      const title = normalizeTitle(requestedTitle)
      const problem = title === '' ? 'The title is empty.' : textProblem(body)
      if (problem !== undefined) return refuseProposal(problem)
      if (store.remaining('create_pull_request') === 0) return quotaReached('create_pull_request', 'pull request')
      store.add({ kind: 'create_pull_request', title, body, draft }, 'create_pull_request')
      return done(`Proposed: the pull request "${title}". It is opened after the run, if files were edited.`)
    },
  })
