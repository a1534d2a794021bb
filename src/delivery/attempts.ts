import * as z from 'zod'
import { settingsAtStart } from '../config/admin-settings.ts'
import { type Inputs, workflowFile } from '../config/inputs.ts'
import { runIdentity } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import type { GitHub } from '../github/api/github.ts'
import type { GitHubConversation } from '../github/api/issue-conversation.ts'
import {
  claimedRound,
  claimsMarker,
  commitRound,
  isTriggerId,
  storedBotRound,
  withoutAttempt,
} from '../github/comment-marker.ts'
import { readConversation } from '../github/context/context-comments.ts'
import type { Task } from '../github/events/task.ts'
import { eventLabel, isBotName, SLUICE_MARKER, startingLabel } from '../github/events/trigger-rules.ts'
import type { TrustAssessment } from '../github/events/trust.ts'
import type { Git } from '../github/git.ts'
import { boundText, confirmTexts, type OwnTextGitHub, type WrittenText, withSiblings } from '../github/own-text.ts'
import {
  isUnchanged,
  jobKey,
  labelMark,
  labelMarks,
  markerLine,
  parseMarker,
  type ResultMarker,
  seenMark,
} from '../github/result-marker.ts'
import { steeringReader } from '../github/steering-reader.ts'
import type { Proposal } from '../github-tools/proposal.ts'
import { messageOf } from '../platform/errors.ts'
import { lazyAsync } from '../platform/lazy.ts'
import { globList } from '../text/glob-list.ts'
import { pluralize } from '../text/write-markdown.ts'
import { commentsAt, placeFor, writerOf } from './delivery-context.ts'
import { changedLabels } from './plan/plan-proposals.ts'
import { purposeOf } from './plan/purpose.ts'

/** How often a workflow tries to fix one branch before CI was green there once. */
const DEFAULT_ATTEMPTS = 3

export type AttemptServices = {
  inputs: Inputs
  runtime: Runtime
  git: Git
  github: GitHub
  notice: (text: string) => void
}

/**
 * What earlier runs tried for the branch whose CI failed, if they are as many as a workflow may make. Runs count by the name of the branch in
 * their title (`run-name`); runs whose every job was skipped or that were cancelled do not. Where runs cannot be counted, no limit applies.
 */
export async function attemptsOnBranch(
  { task, steering }: TrustAssessment,
  services: AttemptServices,
): Promise<string | undefined> {
  const { inputs, runtime, github, notice } = services
  const { branch, path = '', conclusion: ended } = task.upstream ?? {}
  const isDelivered = inputs.changes === 'commit' || inputs.changes === 'pull_request'
  if (branch === undefined || ended === 'success' || !isDelivered || inputs.mode !== '') return undefined
  const run = Number(runtime.env.GITHUB_RUN_ID)
  const [own, ci] = [workflowFile(runtime.env), path.replace(/@.*$/, '').split('/').at(-1) ?? '']
  if (own === '' || ci === '') return undefined
  const [settings, runs, green = ''] = await Promise.all([
    settingsAtStart(steering.sha, services),
    github.newestRuns(own).catch(() => undefined),
    github.lastGreenRun(ci, branch).catch(() => undefined),
  ])
  if (runs === undefined) return void notice(`${UNCOUNTED} Give the job \`actions: read\`.`)
  const isOnBranch = ({ title }: { title: string }) => title.split(/\s+/).includes(branch)
  if (runs.some((each) => each.id === run && !isOnBranch(each))) return void notice(`${UNCOUNTED} ${RUN_NAME}`)
  const earlier = runs.filter(
    (each) =>
      each.id !== run &&
      isOnBranch(each) &&
      !['skipped', 'cancelled'].includes(each.conclusion ?? '') &&
      Date.parse(each.createdAt) > (Date.parse(green) || 0),
  )
  const max = settings?.sluice?.attempts ?? DEFAULT_ATTEMPTS
  if (earlier.length < max) return undefined
  const { key } = writerOf(runIdentity(inputs, runtime))
  const pulls = await proposedFor(task, key, github).catch(() => [])
  const proposals = pulls.length === 0 ? '' : ` It proposed ${pulls.join(', ')}.`
  const tried = earlier.map(({ url }) => url).slice(0, MAX_NAMED)
  return `This workflow tried ${pluralize(earlier.length, 'time')} to fix CI on ${branch}, and CI did not succeed there since: ${tried.toReversed().join(', ')}.${proposals} It stops until CI succeeds there once (sluice.attempts is ${max}).`
}

const UNCOUNTED = 'The attempts to fix CI on this branch are not counted, so no limit applies.'

const RUN_NAME = 'Write `run-name: Fix CI on ${{ github.event.workflow_run.head_branch }}` in the workflow.'

const MAX_NAMED = 10

/** The open pull requests that this workflow proposed for the same purpose. */
async function proposedFor(task: Task, key: string, github: GitHub): Promise<string[]> {
  const { id } = purposeOf(task, key, false)
  const [viewer, open] = await Promise.all([github.viewer(), github.openPulls()])
  return open
    .filter(({ author, body }) => author === viewer && claimsMarker(body, { kind: 'pull', key, id }))
    .map(({ number }) => `#${number}`)
}

type RoundServices = Omit<AttemptServices, 'notice'>

/**
 * The task with its round when a bot asks in a comment or starts the run without words, or the reason why nothing runs: two bots that answer
 * each other would never stop. The reason is not posted, because the other bot would answer that, too.
 */
export async function countBotRounds(
  { task, steering }: TrustAssessment,
  conversation: Promise<GitHubConversation> | undefined,
  services: RoundServices,
): Promise<{ task: Task } | { reason: string }> {
  const { comment, number, sender, author, actor } = task
  const bot = [author, sender, actor].find((name) => name !== undefined && isBotName(name))
  if (bot !== undefined && task.place !== undefined && task.request !== undefined)
    return { reason: `${bot} is a bot. In discussions and on commits, only people get an answer.` }
  if (comment === undefined) return countStarts(task, steering.sha, services)
  if (number === undefined || bot === undefined) return { task }
  try {
    const [earlier, max] = await Promise.all([
      earlierRound(number, conversation, services),
      maxBotRounds(steering.sha, services),
    ])
    const round = earlier + 1
    if (round <= max) return { task: { ...task, botRound: round } }
    return {
      reason: `${bot} got ${earlier} answers in a row, and sluice.maxBotRounds allows ${max}. A person who asks starts the count again.`,
    }
  } catch (error) {
    return { reason: `The answers to ${bot} could not be counted, so nothing ran. Try again. (${messageOf(error)})` }
  }
}

/** How an event names what GitHub's list of the events of an issue calls otherwise. */
const EVENT_NAMES: Readonly<Record<string, string>> = { edited: 'renamed', converted_to_draft: 'convert_to_draft' }

const DAY_MS = 24 * 3_600_000

/**
 * The same for an event without words: a label that one workflow sets and another removes, an issue that a run opens for the next run, a commit that
 * starts the run that commits. What the account of the token does counts like what bots do: with the token of a person, too.
 */
async function countStarts(
  task: Task,
  sha: string,
  services: RoundServices,
): Promise<{ task: Task } | { reason: string }> {
  const name = task.sender ?? task.actor
  const isStarted = task.event !== 'schedule' && task.triggeringActor === task.actor
  const isOwn = lazyAsync(async () => isBotName(name) || (await isOwnAccount(name, services)))
  if (!isStarted) return { task }
  try {
    const [ownRound, repeated, max] = await Promise.all([
      writtenRound(task, services),
      repeatedStarts(task, isOwn, services),
      lazyAsync(() => maxBotRounds(sha, services)),
    ])
    const round = Math.max(ownRound, repeated.times)
    if (round === 0 || !(await isOwn())) return { task }
    const limit = await max()
    if (round <= limit) return { task: { ...task, botRound: round } }
    const cause =
      repeated.times > ownRound
        ? repeated.sentence
        : `${round - 1} runs in a row started the next one by what they wrote`
    return {
      reason: `${cause}, and sluice.maxBotRounds allows ${limit}. Workflows that start each other never stop: change the \`on:\` or the \`if:\` of one of them, or leave ${name} out of allowed_bots. What a person does starts the count again.`,
    }
  } catch (error) {
    return {
      reason: `What ${name} started before could not be counted, so nothing ran. Try again. (${messageOf(error)})`,
    }
  }
}

/** The token of a job or an App is that of a bot. */
const isOwnAccount = async (name: string, { inputs, github }: RoundServices): Promise<boolean> =>
  inputs.github_token !== '' && !inputs.github_token.startsWith('ghs_') && (await github.viewer()) === name

/** The round of a run that an issue or a commit of an earlier run starts; 0 for those of others. */
async function writtenRound(task: Task, { inputs, runtime, github }: RoundServices): Promise<number> {
  if (task.kind === 'issue') {
    const isWritten = ['opened', 'edited'].includes(task.action ?? '') && SLUICE_MARKER.test(task.body ?? '')
    return isWritten ? claimedRound(task.body ?? '') + 1 : 0
  }
  // Each circle of commits has a run that commits.
  if (inputs.changes !== 'commit' && inputs.changes !== 'pull_request') return 0
  const { data } = CommitPayload.safeParse(runtime.event.payload)
  const message = (data?.head_commit ?? data?.workflow_run?.head_commit)?.message
  const isPushed = task.kind === 'pull_request' && ['opened', 'synchronize', 'reopened'].includes(task.action ?? '')
  const read =
    message ?? (isPushed && task.head !== undefined ? (await github.commitDetails(task.head.sha)).message : '')
  return commitRound(read)
}

const CommitOfPayload = z.object({ message: z.string() }).nullish()
const CommitPayload = z.object({
  head_commit: CommitOfPayload,
  workflow_run: z.object({ head_commit: CommitOfPayload }).optional(),
})

/** How often within a day this happened to this issue or pull request, by bots alone. */
async function repeatedStarts(
  { number, action = '', kind }: Task,
  isOwn: () => Promise<boolean>,
  { runtime, github }: RoundServices,
): Promise<{ times: number; sentence: string }> {
  const isOnSubject = /^(?:issues|pull_request(?:_target)?)$/.test(runtime.event.name) && kind !== 'other'
  const none = { times: 0, sentence: '' }
  if (!isOnSubject || number === undefined || ['opened', 'synchronize'].includes(action) || !(await isOwn()))
    return none
  const label = eventLabel(runtime.event.payload)
  const viewer = lazyAsync(() => github.viewer())
  const since = runtime.now() - DAY_MS
  let times = 0
  for (const each of await github.issueEvents(number)) {
    const { event, actor = '', createdAt } = each
    if (Date.parse(createdAt) < since) continue
    if (!isBotName(actor) && actor !== (await viewer())) times = 0
    else if (event === (EVENT_NAMES[action] ?? action) && each.label === label) times += 1
  }
  return {
    times,
    sentence: `#${number} was ${action}${label === undefined ? '' : ` (${label})`} ${pluralize(times, 'time')} within a day, by bots alone`,
  }
}

/**
 * The round of our newest comment, or the one before it when the comment is from an earlier attempt of this run. A sticky comment
 * is as new as its last edit.
 */
async function earlierRound(
  number: number,
  conversation: Promise<GitHubConversation> | undefined,
  { inputs, runtime, github }: RoundServices,
): Promise<number> {
  const recent = await conversation?.catch(() => undefined)
  const isComplete = recent !== undefined && recent.olderComments === 0
  const comments: readonly WrittenText[] = isComplete ? recent.comments : await github.comments(number)
  const ownTexts = await confirmTexts(comments, github)
  if (ownTexts.unsure > 0) throw new Error('The job needs `actions: read` to know which comments are its own.')
  const thisRun = ` run=${withoutAttempt(runIdentity(inputs, runtime).run)}`
  const isFromThisRun = (text: string) => [' ', '.'].some((end) => text.split('\n', 1)[0]?.includes(thisRun + end))
  const answers = comments.flatMap((comment) => {
    const text = ownTexts.of(comment)
    const { createdAt = '', updatedAt = createdAt, editedAt = updatedAt } = comment
    return text === undefined ? [] : [{ text, changedAt: Date.parse(editedAt) }]
  })
  const newest = Math.max(...answers.map(({ changedAt }) => changedAt))
  // Comments of one run can be from the same second.
  const rounds = answers
    .filter(({ changedAt }) => changedAt === newest)
    .map(({ text }) => storedBotRound(text) - (isFromThisRun(text) ? 1 : 0))
  return Math.max(0, ...rounds)
}

/** Answers in a row that bots may ask for. A person who asks starts the count again. */
const DEFAULT_MAX_ROUNDS = 2

const maxBotRounds = async (sha: string, services: RoundServices): Promise<number> =>
  (await settingsAtStart(sha, services))?.sluice?.maxBotRounds ?? DEFAULT_MAX_ROUNDS

/**
 * A machine that dies runs no post step: its comment says "Working on it", and the label that started the run stays. Where GitHub says that such
 * a run of a workflow with this action has ended, its comment says so and the label goes. `busy`: another run works on what a schedule found. Never
 * rejects.
 */
export async function endDeadRuns(
  { number }: Pick<Task, 'number'>,
  conversation: Promise<GitHubConversation> | undefined,
  { inputs, runtime, github, git }: RoundServices,
): Promise<{ conversation: Promise<GitHubConversation> | undefined; busy?: string }> {
  const read = await conversation?.catch(() => undefined)
  const working =
    read?.comments.filter(({ body }) => / state=working[^\n]* -->/.test(body.split('\n', 1)[0] ?? '')) ?? []
  if (read === undefined || number === undefined || working.length === 0) return { conversation }
  if (inputs.dry_run || inputs.comment === 'off') return { conversation }
  const { by, server, repository } = runIdentity(inputs, runtime)
  const ownLabel = startingLabel(runtime.event.payload, inputs.label_trigger)?.label
  const bodies = new Map<number, string>()
  const removedLabels = new Set<string>()
  let busy: string | undefined
  try {
    const siblings = siblingsOf({ runtime, github, git })
    const ownTexts = await confirmTexts(working, siblings)
    const labels = read.state?.labels ?? []
    for (const comment of working) {
      const text = ownTexts.of(comment)
      const marker = text && parseMarker(text)
      if (marker === undefined) continue
      const writer = marker.by ?? marker.run
      const run = await siblings.ownRun(writer)
      const url = `${server}/${repository}/actions/runs/${writer.replace(/\..*/, '')}`
      if (run.state !== 'ours' || run.endedAt === undefined) {
        if (runtime.event.name === 'schedule') busy = `${url} works on #${number}.`
        continue
      }
      const mark = markerLine({ ...marker, state: 'partial', by, label: undefined, read: undefined })
      const body = boundText(`${mark}\n${deadText(marker, url)}`, { item: number })
      await github.updateComment(comment.id, body)
      bodies.set(comment.id, body)
      for (const label of labels.filter((each) => labelMark(each) === marker.label && each !== ownLabel)) {
        await github.removeLabel(number, label)
        removedLabels.add(label)
      }
    }
  } catch {
    // A token that may not write corrects nothing; the next run on it tries again.
  }
  const comments = read.comments.map((each) => ({ ...each, body: bodies.get(each.id) ?? each.body }))
  const state = read.state && { ...read.state, labels: read.state.labels.filter((label) => !removedLabels.has(label)) }
  return { conversation: Promise.resolve({ ...read, state, comments }), busy }
}

function deadText({ run, label }: ResultMarker, url: string): string {
  const again = isTriggerId(run) ? ', or ask in a new comment' : label === undefined ? '' : ', or add its label again'
  return `The [run](<${encodeURI(url)}>) ended without an answer: to start it again, re-run all jobs on its page${again}.`
}

/** The URL of the answer that an earlier attempt of this run finished, among these comments. Rejects with GitHubError. */
export async function earlierAnswer(
  comments: readonly (WrittenText & { url: string })[],
  { inputs, runtime, github }: Pick<AttemptServices, 'inputs' | 'runtime'> & { github: OwnTextGitHub },
): Promise<string | undefined> {
  const { workflow, job, run } = runIdentity(inputs, runtime)
  const key = jobKey(workflow, job)
  const ownTexts = await confirmTexts(comments, github)
  return comments.findLast((comment) => {
    const text = ownTexts.of(comment)
    const marker = text && parseMarker(text)
    return marker?.key === key && marker.state === 'done' && withoutAttempt(marker.run) === withoutAttempt(run)
  })?.url
}

/** Whether a run is a further attempt, which has comments to look at. */
export const isAnotherAttempt = ({ inputs, runtime }: Pick<AttemptServices, 'inputs' | 'runtime'>): boolean =>
  Number(runtime.env.GITHUB_RUN_ATTEMPT ?? '1') > 1 && inputs.comment !== 'off' && inputs.github_token !== ''

/**
 * Where an earlier attempt answered the comment that asked, or an earlier scheduled run an issue that is as it was, which are not answered again,
 * or why a review that is started again has nothing to look at. Replies with a code have rules of their own.
 */
export async function answeredBefore(
  task: Task,
  conversation: Promise<GitHubConversation> | undefined,
  services: AttemptServices,
): Promise<string | undefined> {
  const { comment, number, request = '', place, event } = task
  const isInText = /^(?:issues|discussion)$/.test(event) && request !== ''
  if (/^pull_request(?:_target)?$/.test(event)) return newerCommits(task, services)
  if (task.kind === 'issue' && number !== undefined && comment === undefined && !isInText) {
    const url = await unchangedAnswer(number, services, conversation).catch(() => undefined)
    return url && `#${number} is as it was when it was answered in ${url}.`
  }
  const isAsked = comment !== undefined || place?.requestId !== undefined || isInText
  if (!isAsked || !isAnotherAttempt(services)) return undefined
  if (/^\/(?:allow|approve)\b/.test(request)) return undefined
  try {
    const { github, inputs } = services
    const location = { thread: comment?.thread, place: placeFor(task, inputs.comment) }
    const isElsewhere = location.thread !== undefined || location.place !== undefined
    const comments = isElsewhere
      ? await commentsAt(github, location).comments(number ?? 0)
      : ((await conversation)?.comments ?? [])
    const url = await earlierAnswer(comments, services)
    return url && `${isInText ? 'This' : 'This comment'} was already answered in ${url}. Ask again in a new comment.`
  } catch {
    return undefined // then the answer is written once more
  }
}

/** A later attempt has the event of the first one, whose commits may be old. The newer ones have a run of their own. */
async function newerCommits(
  { number, head }: Task,
  { runtime, github }: Pick<AttemptServices, 'runtime' | 'github'>,
): Promise<string | undefined> {
  if (Number(runtime.env.GITHUB_RUN_ATTEMPT ?? '1') <= 1 || number === undefined || head === undefined) return undefined
  const now = (await github.pullAtStart(number).catch(() => undefined))?.head.sha ?? head.sha
  return now === head.sha
    ? undefined
    : `This event is about ${head.sha.slice(0, 7)}, and pull request #${number} is at ${now.slice(0, 7)} since. Start the run of the newer commits again, or ask in a comment.`
}

/** Knows the comments of all workflows with this action. */
const siblingsOf = ({ runtime, github, git }: Pick<AttemptServices, 'runtime' | 'github' | 'git'>): OwnTextGitHub =>
  withSiblings(
    github,
    steeringReader(runtime.event.sha, { git, github }),
    runtime.env.GITHUB_ACTION_REPOSITORY || 'sluice-agent/sluice',
  )

/** What a run is asked about an issue, which an earlier answer may have been given for. */
export const askedOf = (
  { prompt, allowed_labels, gemini_model, settings }: Inputs,
  { env }: Pick<Runtime, 'env'>,
): string[] => [
  prompt,
  JSON.stringify(allowed_labels),
  gemini_model || (env.GEMINI_MODEL ?? ''),
  JSON.stringify(settings),
]

/**
 * The URL of an answer to a scheduled run about an issue that did not change since, of any workflow with this action: its title, body, labels,
 * the comments of members, and what is asked. Rejects with GitHubError.
 */
export async function unchangedAnswer(
  number: number,
  { inputs, runtime, github, git }: RoundServices,
  conversation?: Promise<GitHubConversation>,
): Promise<string | undefined> {
  if (runtime.event.name !== 'schedule' || inputs.comment === 'off' || inputs.github_token === '') return undefined
  const issue = await (conversation ?? readConversation({ number, kind: 'issue' }, github))
  if (issue === undefined) return undefined
  const ownTexts = await confirmTexts(issue.comments, siblingsOf({ runtime, github, git }))
  const now = seenMark({ ...issue, labels: issue.state?.labels ?? [] }, askedOf(inputs, runtime))
  return issue.comments.findLast((comment) => {
    const text = ownTexts.of(comment)
    const marker = text && parseMarker(text)
    if (marker?.issueState === undefined || marker.state !== 'done') return false
    return isUnchanged(marker.issueState, now, runtime.now() - Date.parse(comment.editedAt ?? comment.createdAt))
  })?.url
}

/** What an answer about an issue is given for, the proposals with the labels that they replace, and labels of people that stay. */
export type IssueAnswer = {
  issueState: string
  set: string | undefined
  proposals: readonly Proposal[]
  labelsOfPeople: string[]
}

type IssueRun = {
  task: Task
  inputs: Inputs
  runtime: Runtime
  session: { github: GitHub; git: Git }
  conversation: Promise<GitHubConversation> | undefined
}

/** What a run about an issue leaves for the next one, if no person asked for it in a comment. */
export async function seenIssue(
  run: IssueRun,
): Promise<((all: readonly Proposal[]) => Promise<IssueAnswer>) | undefined> {
  const { task, inputs, runtime } = run
  if (task.kind !== 'issue' || task.comment !== undefined) return undefined
  const issue = await run.conversation?.catch(() => undefined)
  if (issue === undefined) return undefined
  return async (proposals) => {
    const { added, removed, set, labelsOfPeople } = await replacedLabels(
      issue,
      changedLabels(proposals, task.number),
      run,
    )
    const others = proposals.filter((each) => each.kind !== 'remove_labels' || each.number !== task.number)
    const removal: Proposal = { kind: 'remove_labels', number: task.number ?? 0, labels: [...removed] }
    const labels = [...new Set([...labelsOf(issue).filter((label) => !removed.includes(label)), ...added])]
    return {
      issueState: seenMark({ ...issue, labels }, askedOf(inputs, runtime)),
      set: labelMarks(set),
      proposals: removed.length === 0 ? others : [...others, removal],
      labelsOfPeople,
    }
  }
}

const labelsOf = ({ state }: GitHubConversation): string[] => state?.labels ?? []

/** The labels that a run sets on its issue and removes from it. */
type LabelChanges = { added: readonly string[]; removed: readonly string[] }

/**
 * A second triage replaces the labels that confirmed marks say we set, if no person changed them since: what it does not set again goes. Other
 * labels stay, unless the prompt names them. `set`: the labels that are ours afterwards.
 */
async function replacedLabels(
  issue: GitHubConversation,
  { added, removed }: LabelChanges,
  { task, inputs, runtime, session: { github, git } }: IssueRun,
): Promise<LabelChanges & { set: string[]; labelsOfPeople: string[] }> {
  const present = labelsOf(issue)
  const isNew = (label: string) => !present.includes(label)
  const changes = { added, removed, set: added.filter(isNew), labelsOfPeople: [] }
  const marked = issue.comments.filter(({ body }) => body.split('\n', 1)[0]?.includes(' set='))
  if (marked.length === 0) return changes
  try {
    const ownTexts = await confirmTexts(marked, siblingsOf({ runtime, github, git }))
    const marks = marked.flatMap((comment) => {
      const text = ownTexts.of(comment)
      return (text && parseMarker(text)?.set?.split('.')) ?? []
    })
    if (marks.length === 0) return changes
    const [viewer, events] = await Promise.all([github.viewer(), github.issueEvents(task.number ?? 0)])
    const isUntouched = (label: string) => {
      const last = events.findLast((each) => each.label === label)
      return last?.event === 'labeled' && last.actor === viewer
    }
    const ownLabels = present.filter((label) => marks.includes(labelMark(label)) && isUntouched(label))
    const isOpen = (label: string) => isNew(label) || ownLabels.includes(label) || inputs.prompt.includes(label)
    // What this run may not set is of a workflow with other labels.
    const allowed = inputs.allowed_labels
    const isOfSuch = allowed.length === 0 ? () => true : globList(allowed, { dot: true })
    const old = added.length === 0 ? [] : ownLabels.filter((label) => !added.includes(label) && isOfSuch(label))
    const gone = [...new Set([...removed.filter(isOpen), ...old])]
    const set = [...new Set([...ownLabels, ...added.filter(isNew)])].filter((label) => !gone.includes(label))
    return { added, removed: gone, set, labelsOfPeople: removed.filter((label) => !isOpen(label)) }
  } catch {
    return changes // then nothing is replaced
  }
}
