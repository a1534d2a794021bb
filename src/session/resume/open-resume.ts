import type { Admission, AgentContext } from '../../agent/agent-context.ts'
import { judgeByRules } from '../../agent/gate.ts'
import type { Inputs } from '../../config/inputs/inputs.ts'
import type { Runtime } from '../../config/runtime.ts'
import { writerOf } from '../../delivery/delivery-context.ts'
import { runTrailer } from '../../delivery/plan/commit-plan.ts'
import type { Intent } from '../../delivery/plan/intent.ts'
import type { Announcement } from '../../delivery/post/announce.ts'
import type { RecordMarker } from '../../delivery/post/result-marker.ts'
import type { GitHubConversation } from '../../github/api/conversation.ts'
import { withoutAttempt } from '../../github/comment-marker.ts'
import { fetchContext } from '../../github/context/context.ts'
import type { Task, Trust } from '../../github/events/task.ts'
import type { Message, MessagePart } from '../../model/types.ts'
import { messageOf } from '../../platform/errors.ts'
import { VERSION } from '../../platform/version.ts'
import type { AdmittedCall, CallRecord, ResumeKind } from '../../record/events.ts'
import { inlineCode } from '../../text/write-markdown.ts'
import type { Tool } from '../../tools/tool.ts'
import { type InitialPromptParts, initialPrompt } from '../initial-prompt.ts'
import { runIdentity } from '../run-identity.ts'
import type { RunSession } from '../run-session.ts'
import { admitOnce, withoutRepeats } from './admission.ts'
import { applyRecordedPatch } from './apply-patch.ts'
import { type FoundRecord, fetchRecord, type OwnAnswer } from './find-record.ts'
import { ownAnswers } from './own-answers.ts'
import { offeredCall } from './recorded-run.ts'
import { changedReplyReason, unentitledReason } from './reply-checks.ts'
import { type ReplyCommand, readReplyCommand } from './reply-command.ts'
import { ResumeError } from './resume-error.ts'
import { newComments, resumePrompt } from './resume-prompt.ts'
import { planRule, proposeRule } from './rule-proposal.ts'

/** How a run continues another one, or that it does not. */
export type Resumption = {
  task: Task
  inputs: Inputs
  /** What the "working" comment says: the code that the run uses up. */
  claim: RecordMarker
  /** For the agent: the conversation so far, and the call that may run once. */
  agent: { history?: readonly Message[]; admission?: Admission }
  /** GitHub's data for the first message. */
  context(nonce: string, conversation: Promise<GitHubConversation> | undefined): Promise<string>
  firstMessage(parts: InitialPromptParts): MessagePart[]
  tools(githubTools: readonly Tool[]): readonly Tool[]
  /** Once the comment is posted and the checkout is recorded: the code is ours, and the edits come back. Throws ResumeError. */
  start(announcement: Promise<Announcement>): Promise<void>
  /** Today's rules decide about what the recorded run did. Throws ResumeError. */
  judge(agent: AgentContext): Promise<void>
}

/** `isTold`: whether the reason is posted. Only who may write the repository gets an answer. */
export type ResumeRefusal = { reason: string; isTold: boolean }

/** A reply that needs no model: the answer, and what is written beside it. */
export type RequestedChange = { text: string; requested: readonly Intent[] }

export type ResumeServices = { inputs: Inputs; runtime: Runtime; trust: Trust; session: RunSession }

/**
 * Decides whether a run continues an earlier conversation of its thread: because somebody asks again, allows a denied call or approves a
 * plan. A question whose record cannot be used starts a conversation of its own, which knows the comments; a code that cannot be used is
 * refused before the model is asked. Never rejects.
 */
export async function openResume(
  task: Task,
  services: ResumeServices,
): Promise<Resumption | ResumeRefusal | RequestedChange> {
  const { inputs, runtime, session } = services
  if (session.isInBatch || task.comment === undefined || task.number === undefined || task.place !== undefined)
    return notResumed(task, services)
  try {
    const reply = await readReplyCommand(task, runtime.event.payload, inputs.trigger_phrase)
    if (reply !== undefined) return await openReply(reply, task, services)
    return inputs.resume ? await openFollowUp(task, services) : notResumed(task, services)
  } catch (error) {
    return { reason: `The reply could not be checked, so nothing ran. Try again. (${messageOf(error)})`, isTold: false }
  }
}

const notResumed = (task: Task, { inputs, session: { github } }: ResumeServices): Resumption => ({
  ...{ task, inputs, claim: {}, agent: {} },
  context: (nonce, conversation) => fetchContext(task, github, nonce, conversation),
  firstMessage: initialPrompt,
  tools: (tools) => tools,
  start: async () => undefined,
  judge: async () => undefined,
})

async function openFollowUp(task: Task, services: ResumeServices): Promise<Resumption> {
  const { inputs, runtime, session, trust } = services
  const fresh = notResumed(task, services)
  const { requestedAt } = task
  if (trust.level === 'visitor' || requestedAt === undefined) return fresh
  const answers = await ownAnswers(task, runIdentity(inputs, runtime), session.github).catch(() => [])
  const isEarlier = ({ comment, marker }: OwnAnswer) =>
    Date.parse(comment.createdAt) < Date.parse(requestedAt) && !isOfThisRun(marker.run, inputs, runtime)
  const last = answers.findLast((answer) => isEarlier(answer) && answer.marker.record !== undefined)
  if (last === undefined) return fresh
  const found = await fetchRecord(last, { github: session.github, env: runtime.env })
  const problem = found.ok ? followUpProblem(found.record, task) : found.reason
  if (found.ok && problem === undefined)
    return resumed({ kind: 'follow_up', record: found.record, needsPatch: false, underApproval: false }, task, services)
  session.notice(`This run starts a conversation of its own: ${problem ?? 'the one before cannot go on'}.`)
  return fresh
}

function followUpProblem(record: FoundRecord, task: Task): string | undefined {
  const fit = fitOf(record, task)
  if ('problem' in fit) return fit.problem
  return fit.needsPatch ? 'the edits of the one before were not delivered' : undefined
}

/** The order of the checks: who replies, what was replied, which answer has the code, and whether its record still fits. */
async function openReply(
  reply: ReplyCommand | { problem: string },
  task: Task,
  services: ResumeServices,
): Promise<Resumption | ResumeRefusal | RequestedChange> {
  const { inputs, runtime, session, trust } = services
  const { github } = session
  const unentitled = await unentitledReason(task, github)
  if (unentitled !== undefined) return { reason: unentitled, isTold: false }
  const refuse = (reason: string): ResumeRefusal => ({ reason, isTold: true })
  if ('problem' in reply) return refuse(reply.problem)
  const unusable = unusableReason(services)
  if (unusable !== undefined) return refuse(unusable)
  if (trust.level !== 'trusted') return refuse('No code can be used on code from outside.')
  const changed = await changedReplyReason(task, runtime.event.payload, github)
  if (changed !== undefined) return refuse(changed)
  const answers = await ownAnswers(task, runIdentity(inputs, runtime), github)
  // A rule can be asked for also after the call was allowed once.
  const use = reply.kind === 'always' ? undefined : answers.find(({ marker }) => marker.used === reply.code)
  // GitHub delivered the comment twice, or somebody started the run again: its answer is there already.
  if (use !== undefined && isOfThisRun(use.marker.run, inputs, runtime))
    return { reason: 'This comment has its answer already.', isTold: false }
  if (use !== undefined) return refuse(`The code was used already, in ${use.comment.url}.`)
  // The first line names the codes that a run used, not those that it offers.
  const offers = ({ body }: OwnAnswer['comment']) => body.slice(body.indexOf('\n')).includes(reply.code)
  const answer = answers.findLast(({ comment, marker }) => marker.record !== undefined && offers(comment))
  if (answer === undefined) return refuse('No answer in this thread has this code.')
  const found = await fetchRecord(answer, { github, env: runtime.env })
  if (!found.ok) return refuse(`The code cannot be used: ${found.reason}.`)
  const isAnswered = ({ marker }: OwnAnswer) => marker.state === 'done' && isOfThisRun(marker.run, inputs, runtime)
  if (reply.kind === 'always' && answers.some(isAnswered))
    return { reason: 'This comment has its answer already.', isTold: false }
  return openOffer(reply, found.record, task, services)
}

async function openOffer(
  { kind, code }: ReplyCommand,
  record: FoundRecord,
  task: Task,
  services: ResumeServices,
): Promise<Resumption | ResumeRefusal | RequestedChange> {
  const refuse = (reason: string): ResumeRefusal => ({ reason, isTold: true })
  const recorded = recordedTask(record)
  if (recorded.number !== task.number || !isSameRepository(recorded, task))
    return refuse('The code is of another thread.')
  const offer = record.point.offers.find((each) => each.code === code)
  const call = offer && offeredCall(record, offer)
  if (
    offer === undefined ||
    (offer.id === undefined) !== (kind === 'approve') ||
    (kind !== 'approve' && call === undefined)
  )
    return refuse(`The code is not one for \`/${kind === 'approve' ? 'approve' : `allow ${kind}`}\`.`)
  if (kind === 'always' && call !== undefined) return requestRule(call, record, task, services)
  const fit = fitOf(record, task)
  if ('problem' in fit) return refuse(`The code cannot be used: ${fit.problem}.`)
  const underApproval = kind === 'approve' || record.resumed?.underApproval === true
  const admitted = call && { name: call.name, args: call.args }
  const continued = { record, underApproval, needsPatch: fit.needsPatch, code, ...(admitted && { admitted }) }
  return resumed({ ...continued, kind: kind === 'approve' ? 'approve' : 'allow' }, task, services)
}

/** `/allow always` asks for a rule, which a person merges. It needs no model, and the commit may have moved. */
async function requestRule(
  call: CallRecord,
  record: FoundRecord,
  task: Task,
  { inputs, runtime, session }: ResumeServices,
): Promise<ResumeRefusal | RequestedChange> {
  const rule = await proposeRule(call, record)
  if ('problem' in rule) return { reason: `There is no rule for this call: ${rule.problem}`, isTold: true }
  const by = task.author ?? task.actor
  const trailer = runTrailer(writerOf(runIdentity(inputs, runtime)))
  const request = { call, task, by, branchPrefix: inputs.branch_prefix, trailer }
  const planned = await planRule(rule, request, session.github)
  if ('url' in planned) return { reason: `The pull request ${planned.url} has this rule already.`, isTold: true }
  return { text: planned.text, requested: planned.intents }
}

/** What of the workflow makes every code useless. */
function unusableReason({ inputs, runtime }: ResumeServices): string | undefined {
  if (!inputs.resume) return 'This workflow keeps no records: it does not set the input `resume`.'
  if (inputs.comment === 'off' || inputs.dry_run || inputs.github_token === '')
    return 'A code is used up in a comment, and this workflow posts none.'
  return runtime.env.GITHUB_RUN_ID === undefined ? 'A code can only be used in a job on GitHub.' : undefined
}

const isOfThisRun = (run: string, inputs: Inputs, runtime: Runtime): boolean =>
  withoutAttempt(run) === withoutAttempt(runIdentity(inputs, runtime).run)

const recordedTask = ({ started }: FoundRecord) => started.task as Task // written by a run from its task

const isSameRepository = (recorded: Task, { repo }: Task): boolean =>
  `${recorded.repo.owner}/${recorded.repo.name}`.toLowerCase() === `${repo.owner}/${repo.name}`.toLowerCase()

/** Whether the recorded conversation is about the commit of today, and whether its edits are missing there. */
function fitOf(record: FoundRecord, task: Task): { needsPatch: boolean } | { problem: string } {
  const recorded = recordedTask(record)
  const before = recorded.head?.sha ?? recorded.sha
  const now = task.head?.sha ?? task.sha
  const { pushed } = record.answer.marker
  if (pushed !== undefined && pushed === now) return { needsPatch: false }
  if (before !== now) return { problem: `the commit moved from ${before.slice(0, 10)} to ${now.slice(0, 10)}` }
  if (pushed !== undefined) return { problem: 'the edits of that run are on another branch; ask in its pull request' }
  return { needsPatch: record.patch !== '' }
}

type Continued = {
  kind: ResumeKind
  record: FoundRecord
  needsPatch: boolean
  underApproval: boolean
  code?: string
  admitted?: AdmittedCall
}

function resumed(
  continued: Continued,
  eventTask: Task,
  { inputs: stepInputs, runtime, session }: ResumeServices,
): Resumption {
  const { kind, record, admitted, code, underApproval } = continued
  const { request: _, command: __, ...replyTask } = eventTask
  const task = kind === 'follow_up' ? eventTask : replyTask
  const by = task.author ?? task.actor
  const request = { kind, by, url: task.url, ...(admitted && { admitted }) }
  const inputs = underApproval ? approvedInputs(stepInputs) : stepInputs
  const run = `${runtime.env.GITHUB_RUN_ID}.${runtime.env.GITHUB_RUN_ATTEMPT ?? '1'}`
  return {
    ...{ task, inputs },
    claim: code === undefined ? {} : { used: code, by: run },
    agent: { history: record.history, ...(admitted && { admission: admitOnce(admitted) }) },
    context: (nonce, conversation) => newComments(task, nonce, conversation, recordedTask(record).requestedAt),
    firstMessage: (parts) => resumePrompt(request, parts),
    tools: (tools) => (record.answer.marker.state === 'done' ? withoutRepeats(tools, record.calls) : tools),
    async start(announcement) {
      const { url = '' } = task
      const resumedBy = { by, ...(url === '' ? {} : { url }), ...(admitted && { admitted }) }
      session.transcript.emit({ type: 'run_resumed', kind, from: record.ref, ...resumedBy, underApproval })
      for (const text of resumeNotices(continued, by, url)) session.transcript.emit(text)
      if (code !== undefined) await confirmClaim(code, run, { task, inputs, runtime, session }, announcement)
      if (!continued.needsPatch) return
      const problem = await applyRecordedPatch(record.patch, task.head?.sha ?? task.sha, task, runtime)
      if (problem !== undefined) throw new ResumeError(`The code cannot be used: ${problem}.`)
    },
    judge: (agent) => judgeRecord(continued, agent, session),
  }
}

/** The workflow names the profile under which a plan is carried out; the mode that only plans would not let it. */
const approvedInputs = (inputs: Inputs): Inputs => ({
  ...inputs,
  policies: inputs.approve_policies === '' ? inputs.policies : inputs.approve_policies,
  approval_mode: inputs.approval_mode === 'plan' ? 'default' : inputs.approval_mode,
})

function resumeNotices({ kind, record, admitted, needsPatch }: Continued, by: string, url: string) {
  const { ref, answer, history, started } = record
  const notice = (level: 'info' | 'warning', text: string) => ({ type: 'notice' as const, level, text })
  const place = url === '' ? '' : ` in ${url}`
  return [
    ...(admitted === undefined
      ? []
      : [
          notice(
            'warning',
            `${by} allowed one call${place}: ${inlineCode(`${admitted.name} ${JSON.stringify(admitted.args)}`)}`,
          ),
        ]),
    ...(kind === 'approve' ? [notice('warning', `${by} approved the plan${place}.`)] : []),
    notice(
      'info',
      `Continued the conversation of ${answer.comment.url}: ${history.length} messages of run ${ref.run}, attempt ${ref.attempt}, transcript SHA-256 ${ref.sha256}${needsPatch ? ', with its edits' : ''}`,
    ),
    ...(started.version === VERSION
      ? []
      : [notice('info', `That run was of version ${started.version}; this is ${VERSION}.`)]),
  ]
}

/** Two runs can see an unused code at the same time: the comment that was created first has it. */
async function confirmClaim(
  code: string,
  run: string,
  { task, inputs, runtime, session }: Omit<ResumeServices, 'trust'> & { task: Task },
  announcement: Promise<Announcement>,
): Promise<void> {
  const { id } = await announcement
  const answers = await ownAnswers(task, runIdentity(inputs, runtime), session.github)
  const [first] = answers.filter(({ marker }) => marker.used === code).toSorted((a, b) => a.comment.id - b.comment.id)
  if (id === undefined || first === undefined || first.comment.id !== id || first.marker.by !== run)
    throw new ResumeError('The code was used already, or no comment could be posted that uses it up.')
}

/** What a rule allowed then and forbids now must not count as done. A call that a person allowed once has no rule. */
async function judgeRecord({ kind, record }: Continued, agent: AgentContext, session: RunSession): Promise<void> {
  const { request, calls } = record
  const parts = [
    ...(request.system === agent.system ? [] : ['the system prompt']),
    ...(JSON.stringify(request.tools) === JSON.stringify(agent.declarations) ? [] : ['the tools']),
  ]
  if (parts.length > 0)
    session.notice(
      `Since the recorded run, ${parts.join(' and ')} changed: rules, memory or version are others. The conversation is the same.`,
    )
  if (kind !== 'allow') return
  for (const { name, args, state, rule } of calls) {
    const tool = agent.toolbox.find(name)
    if (state !== 'success' || rule === undefined || tool === undefined || tool.annotations.readOnlyHint === true)
      continue
    const parsed = tool.parse(args)
    const { verdict } = parsed.ok ? await judgeByRules(tool, parsed.args, agent) : { verdict: 'deny' }
    if (verdict === 'deny')
      throw new ResumeError(`The code cannot be used: today's rules forbid what that run did with ${name}.`)
  }
}
