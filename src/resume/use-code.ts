import { runIdentity } from '../config/run-identity.ts'
import { writerOf } from '../delivery/delivery-context.ts'
import { runTrailer } from '../delivery/plan/commit-plan.ts'
import type { GitHub } from '../github/api/github.ts'
import { GitHubError } from '../github/api/github-error.ts'
import { triggeringAccounts, WRITE_PERMISSIONS } from '../github/events/account-check.ts'
import type { Task } from '../github/events/task.ts'
import { isBotName } from '../github/events/trigger-rules.ts'
import { messageOf } from '../platform/errors.ts'
import type { CallRecord } from '../record/events.ts'
import { fitOf, recordedTask, resumed } from './continued-run.ts'
import type { ReplyCommand } from './reply-command.ts'
import { type FoundRecord, fetchRecord, offeredCall, type RecordSearch } from './resume-record.ts'
import type { OpenedReply, RequestedChange, ResumeRefusal, ResumeServices } from './resumption.ts'
import { planRule, proposeRule, readCorpus } from './rule-proposal.ts'
import { isConfirmedAnswer, isOfThisRun, type OwnAnswer, threadAnswers } from './thread-answers.ts'

/** Only a person with write permission learns why a reply has no effect. */
export async function openEntitledReply(
  reply: ReplyCommand | { problem: string },
  task: Task,
  services: ResumeServices,
): Promise<OpenedReply> {
  const unentitled = await unentitledReason(task, services.session.github)
  if (unentitled !== undefined) return { reason: unentitled, isTold: false }
  try {
    return await openReply(reply, task, services)
  } catch (error) {
    return { reason: uncheckedReason(error), isTold: true }
  }
}

export const uncheckedReason = (error: unknown) =>
  `The reply could not be checked, so nothing ran. Try again. (${messageOf(error)})`

/** Checks the reply first, then which answer offers the code, then whether its record still fits. */
async function openReply(
  reply: ReplyCommand | { problem: string },
  task: Task,
  services: ResumeServices,
): Promise<OpenedReply> {
  const { inputs, runtime, session, trust } = services
  const { github } = session
  const refuse = (reason: string): ResumeRefusal => ({ reason, isTold: true })
  if (task.comment === undefined || task.number === undefined || task.place !== undefined)
    return refuse('Use a code in a comment below the answer that offers it.')
  if ('problem' in reply) return refuse(reply.problem)
  const { answers, otherAnswers, viewer } = await threadAnswers(task, runIdentity(inputs, runtime), github)
  if (!answers.some(containsCode(reply.code)) && (await isOffered(reply.code, otherAnswers, viewer, github)))
    return { reason: 'This code belongs to another workflow, which answers it.', isTold: false }
  const unusable = unusableReason(services)
  if (unusable !== undefined) return refuse(unusable)
  if (trust.level !== 'trusted')
    return refuse('Codes work only in a trusted run; this one works on code from outside the repository.')
  const changed = await changedReplyReason(task, runtime.event.payload, github)
  if (changed !== undefined) return changed
  // `/allow always` works even after the call was allowed once.
  const use = reply.kind === 'always' ? undefined : answers.find(({ marker }) => marker.used === reply.code)
  // GitHub delivered the comment twice, or someone started the run again: the answer already exists.
  if (use !== undefined && isOfThisRun(use.marker.run, inputs, runtime))
    return { reason: 'This comment was already answered.', isTold: false }
  if (use !== undefined) return refuse(`The code was already used in ${use.comment.url}.`)
  const search = await findOffer(reply.code, answers, services)
  if (search === undefined) return refuse('No answer in this thread offers this code.')
  if (!search.ok) return refuse(`The code cannot be used: ${search.reason}.`)
  const isAnswered = ({ marker }: OwnAnswer) => marker.state === 'done' && isOfThisRun(marker.run, inputs, runtime)
  if (reply.kind === 'always' && answers.some(isAnswered))
    return { reason: 'This comment was already answered.', isTold: false }
  return openOffer(reply, { record: search.record, answers }, task, services)
}

/** Whether an answer contains a code. Its first line names the codes that a run used, not those that it offers. */
export const containsCode =
  (code: string) =>
  ({ comment: { body } }: OwnAnswer): boolean =>
    body.slice(body.indexOf('\n')).includes(code)

/** Whether a confirmed answer of another workflow or job offers a code, which then belongs to it. */
async function isOffered(code: string, others: readonly OwnAnswer[], viewer: string, github: GitHub): Promise<boolean> {
  for (const answer of others.filter(containsCode(code)))
    if (await isConfirmedAnswer(answer, viewer, github)) return true
  return false
}

/** The record whose run offered a code. A later answer can repeat the code, so each answer that contains it is read. */
async function findOffer(
  code: string,
  answers: readonly OwnAnswer[],
  { runtime, session: { github } }: ResumeServices,
): Promise<RecordSearch | undefined> {
  let last: RecordSearch | undefined
  for (const answer of answers.filter((each) => each.marker.record !== undefined && containsCode(code)(each))) {
    const found = await fetchRecord(answer, { github, env: runtime.env })
    if (found.ok && found.record.point.offers.some((offer) => offer.code === code)) return found
    if (last === undefined || !found.ok) last = found
  }
  return last
}

async function openOffer(
  { kind, code }: ReplyCommand,
  { record, answers }: { record: FoundRecord; answers: readonly OwnAnswer[] },
  task: Task,
  services: ResumeServices,
): Promise<OpenedReply> {
  const refuse = (reason: string): ResumeRefusal => ({ reason, isTold: true })
  const recorded = recordedTask(record)
  if (recorded.number !== task.number || !isSameRepository(recorded, task))
    return refuse('The code belongs to another thread.')
  const offer = record.point.offers.find((each) => each.code === code)
  const call = offer && offeredCall(record, offer)
  if (
    offer === undefined ||
    (offer.id === undefined) !== (kind === 'approve') ||
    (kind !== 'approve' && call === undefined)
  )
    return refuse(`The code does not work with \`/${kind === 'approve' ? 'approve' : `allow ${kind}`}\`.`)
  if (kind === 'always' && call !== undefined) return requestRule(call, record, task, services)
  const fit = fitOf(record, task)
  if ('problem' in fit) return refuse(`The code cannot be used: ${fit.problem}.`)
  const laterCalls = await callsOfOtherCodes(record, answers, services)
  if (laterCalls === undefined)
    return refuse('Another code from that answer was used, and the record of its run cannot be read. Ask again.')
  const underApproval = kind === 'approve' || record.resumed?.underApproval === true
  const admitted = call && { name: call.name, args: call.args }
  const continued = { record, laterCalls, underApproval, needsPatch: fit.needsPatch, code, admitted }
  return resumed({ ...continued, kind: kind === 'approve' ? 'approve' : 'allow' }, task, services)
}

/** The calls of runs that used other codes from the answer, so that nothing is written twice. Undefined when a record cannot be read. */
async function callsOfOtherCodes(
  { point }: FoundRecord,
  answers: readonly OwnAnswer[],
  { runtime, session: { github } }: ResumeServices,
): Promise<CallRecord[] | undefined> {
  const calls: CallRecord[] = []
  for (const { code } of point.offers) {
    // A later answer with the code belongs to a run that came too late.
    const answer = answers.find(({ marker }) => marker.used === code)
    if (answer === undefined) continue
    const search = await fetchRecord(answer, { github, env: runtime.env })
    if (!search.ok) return undefined
    calls.push(...search.record.calls)
  }
  return calls
}

/** `/allow always` asks for a rule, which a person merges. It needs no model, and the commit may have moved. */
async function requestRule(
  call: CallRecord,
  record: FoundRecord,
  task: Task,
  { inputs, runtime, session }: ResumeServices,
): Promise<ResumeRefusal | RequestedChange> {
  const identity = runIdentity(inputs, runtime)
  const corpus = await readCorpus(identity, session.github, runtime.env)
  const rule = await proposeRule(call, record, corpus)
  if ('problem' in rule) return { reason: `There is no rule for this call: ${rule.problem}`, isTold: true }
  const by = task.author ?? task.actor
  const runsUrl = `${identity.server}/${identity.repository}/actions/runs`
  const place = { branchPrefix: inputs.branch_prefix, trailer: runTrailer(writerOf(identity)), runsUrl }
  const request = { call, task, by, ...place }
  const planned = await planRule(rule, request, session.github)
  if ('url' in planned) return { reason: `The pull request ${planned.url} already adds this rule.`, isTold: true }
  return { text: planned.text, requested: planned.intents }
}

/** Why no code works in this workflow; undefined when codes work. */
function unusableReason({ inputs, runtime }: ResumeServices): string | undefined {
  if (!inputs.resume) return 'Codes do not work in this workflow, because it does not set the input `resume`.'
  if (inputs.comment === 'off' || inputs.dry_run || inputs.github_token === '')
    return 'To use a code, a run must post a comment, and this workflow posts none.'
  return runtime.env.GITHUB_RUN_ID === undefined ? 'Codes work only in a job on GitHub.' : undefined
}

const isSameRepository = (recorded: Task, { repo }: Task): boolean =>
  `${recorded.repo.owner}/${recorded.repo.name}`.toLowerCase() === `${repo.owner}/${repo.name}`.toLowerCase()

/** Why an account may not use codes at all; undefined when it may. The refusal is not posted. */
export async function unentitledReason(task: Task, github: GitHub): Promise<string | undefined> {
  const accounts = new Set([...triggeringAccounts(task), ...(task.author === undefined ? [] : [task.author])])
  if (task.senderType === 'Bot' || [...accounts].some(isBotName)) return 'A bot cannot use a code.'
  for (const name of accounts) {
    // allowed_users lets an account start runs, but using a code takes write permission.
    if (!WRITE_PERMISSIONS.has(await github.permission(name)))
      return `${name} may not use a code: it needs write permission.`
  }
  return undefined
}

/** Why the comment is no longer the reply in the event's payload; undefined when it is. */
export async function changedReplyReason(
  { comment }: Task,
  payload: unknown,
  github: GitHub,
): Promise<ResumeRefusal | undefined> {
  if (comment === undefined || comment.kind === 'pull_request_review')
    return { reason: 'Write the reply as a comment, not as a review.', isTold: true }
  const read = comment.kind === 'review' ? github.getReviewComment : github.getComment
  const now = await read(comment.id).catch((error: unknown) => {
    if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return undefined
    throw error
  })
  if (now === undefined) return { reason: 'The comment was deleted.', isTold: false }
  const { comment: written } = payload as { comment: { body?: string } } // the event was read from it
  if (now.updatedAt !== now.createdAt || now.body !== (written.body ?? ''))
    return { reason: 'The comment was edited after it was written. Write a new one.', isTold: true }
  return undefined
}
