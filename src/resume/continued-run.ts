import type { AgentContext } from '../agent/agent-context.ts'
import { judgeByRules } from '../agent/gate.ts'
import type { Inputs } from '../config/inputs/inputs.ts'
import { runIdentity } from '../config/run-identity.ts'
import type { Announcement } from '../delivery/post/announce.ts'
import type { Task } from '../github/events/task.ts'
import { VERSION } from '../platform/version.ts'
import type { AdmittedCall, CallRecord, ResumeKind } from '../record/events.ts'
import { inlineCode } from '../text/write-markdown.ts'
import { admitOnce, withoutRepeats } from './admission.ts'
import { applyRecordedPatch } from './apply-patch.ts'
import type { FoundRecord } from './find-record.ts'
import { ownAnswers } from './own-answers.ts'
import { ResumeError, requireOwnAnswer } from './resume-error.ts'
import { newComments, resumePrompt } from './resume-prompt.ts'
import type { ResumeServices, Resumption } from './resumption.ts'

export const recordedTask = ({ started }: FoundRecord) => started.task as Task // written by a run from its task

/** Whether the recorded conversation is about the commit of today, and whether its edits are missing there. */
export function fitOf(record: FoundRecord, task: Task): { needsPatch: boolean } | { problem: string } {
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
  /** Of runs that used other codes of the same answer. */
  laterCalls?: readonly CallRecord[]
}

export function resumed(
  continued: Continued,
  eventTask: Task,
  { inputs: stepInputs, runtime, session }: ResumeServices,
): Resumption {
  const { kind, record, admitted, code, underApproval } = continued
  const { request: _, command: __, ...replyTask } = eventTask
  const task = kind === 'follow_up' ? eventTask : replyTask
  const by = task.author ?? task.actor
  const request = { kind, by, url: task.url, admitted }
  const inputs = underApproval ? approvedInputs(stepInputs) : stepInputs
  const run = `${runtime.env.GITHUB_RUN_ID}.${runtime.env.GITHUB_RUN_ATTEMPT ?? '1'}`
  return {
    task,
    inputs,
    claim: code === undefined ? {} : { used: code, by: run },
    agent: { history: record.history, admission: admitted ? admitOnce(admitted) : undefined },
    context: (nonce, conversation) => newComments(task, nonce, conversation, recordedTask(record).requestedAt),
    firstMessage: (parts) => resumePrompt(request, parts),
    tools: (tools) => withoutRepeats(tools, [...record.calls, ...(continued.laterCalls ?? [])]),
    async start(announcement, beforeWrites) {
      const { url = '' } = task
      const resumedBy = { by, url: url === '' ? undefined : url, admitted }
      session.transcript.emit({ type: 'run_resumed', kind, from: record.ref, ...resumedBy, underApproval })
      for (const text of resumeNotices(continued, by, url)) session.transcript.emit(text)
      if (code !== undefined) await requireOwnAnswer(announcement)
      if (code !== undefined) await confirmClaim(code, run, { task, inputs, runtime, session }, announcement)
      if (!continued.needsPatch) return
      await beforeWrites?.()
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
async function judgeRecord(
  { kind, record }: Continued,
  agent: AgentContext,
  session: ResumeServices['session'],
): Promise<void> {
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
