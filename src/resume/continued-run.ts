import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentContext } from '../agent/agent-context.ts'
import { judgeByRules } from '../agent/gate.ts'
import type { Inputs } from '../config/inputs.ts'
import { runIdentity } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Announcement } from '../delivery/post/announce.ts'
import type { GitHubConversation } from '../github/api/issue-conversation.ts'
import { writeConversation } from '../github/context/context-comments.ts'
import { type FirstMessageParts, firstMessage, TASK_HEADING } from '../github/context/first-message.ts'
import { openPromptData } from '../github/context/prompt-data.ts'
import type { Task } from '../github/events/task.ts'
import { applyGitPatch } from '../github/git.ts'
import { NO_OWN_TEXTS } from '../github/own-text.ts'
import { findCheckout } from '../platform/snapshot/git-repository.ts'
import { VERSION } from '../platform/version.ts'
import type { AdmittedCall, CallRecord, ResumeKind } from '../record/events.ts'
import { fencedBlock, inlineCode } from '../text/write-markdown.ts'
import { admitOnce, withoutRepeats } from './call-once.ts'
import type { FoundRecord } from './resume-record.ts'
import { ResumeError, type ResumeServices, type Resumption, requireOwnAnswer } from './resumption.ts'
import { ownAnswers } from './thread-answers.ts'

export const recordedTask = ({ started }: FoundRecord) => started.task as Task // written by a run from its task

/** Whether the recorded conversation is about the current commit, and whether the checkout lacks its edits. */
export function fitOf(record: FoundRecord, task: Task): { needsPatch: boolean } | { problem: string } {
  const recorded = recordedTask(record)
  const before = recorded.head?.sha ?? recorded.sha
  const now = task.head?.sha ?? task.sha
  const { pushed } = record.answer.marker
  if (pushed !== undefined && pushed === now) return { needsPatch: false }
  if (before !== now) return { problem: `the commit moved from ${before.slice(0, 10)} to ${now.slice(0, 10)}` }
  if (pushed !== undefined)
    return { problem: "that run's edits are on another branch; ask in the pull request of that branch" }
  return { needsPatch: record.patch !== '' }
}

type Continued = {
  kind: ResumeKind
  record: FoundRecord
  needsPatch: boolean
  underApproval: boolean
  code?: string
  admitted?: AdmittedCall
  /** The calls of runs that used other codes from the same answer. */
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
    hasReadOthers: record.answer.marker.read !== 'trusted',
    context: (nonce, conversation) => newComments(task, nonce, conversation, recordedTask(record).requestedAt),
    firstMessage: (parts) => resumePrompt(request, parts),
    tools: (tools) => withoutRepeats(tools, [...record.calls, ...(continued.laterCalls ?? [])]),
    async start(announcement, beforeWrites, view) {
      const { url = '' } = task
      const resumedBy = { by, url: url === '' ? undefined : url, admitted }
      session.transcript.emit({ type: 'run_resumed', kind, from: record.ref, ...resumedBy, underApproval })
      for (const text of resumeNotices(continued, by, url)) session.transcript.emit(text)
      if (code !== undefined) await requireOwnAnswer(announcement)
      if (code !== undefined) await confirmClaim(code, run, { task, inputs, runtime, session }, announcement)
      if (!continued.needsPatch) return
      await beforeWrites?.()
      const problem = await applyRecordedPatch(record.patch, task.head?.sha ?? task.sha, task, { ...runtime, view })
      if (problem !== undefined) throw new ResumeError(`The code cannot be used: ${problem}.`)
    },
    judge: (agent) => judgeRecord(continued, agent, session),
  }
}

/** The inputs that carry out an approved plan: the profile that the workflow names for it, and no plan mode, which would block it. */
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
      : [notice('info', `That run used version ${started.version}; this one uses ${VERSION}.`)]),
  ]
}

/** Two runs can find a code unused at the same time: the one whose comment was created first may use it. */
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
    throw new ResumeError('The code was already used, or the comment that marks it as used could not be posted.')
}

/** What a rule allowed then and forbids now must not count as done. A call that a person allowed once has no rule. Throws ResumeError. */
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
      `Since the recorded run, ${parts.join(' and ')} changed, because the rules, the memory or the version differ. The conversation is the same.`,
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

/** How a conversation is continued. `by` and `url`: who replied, and where. */
export type ResumeRequest = { kind: ResumeKind; by: string; url: string | undefined; admitted?: AdmittedCall }

/** The next message of a continued conversation: the date, what was asked or allowed, and what others wrote since. */
export function resumePrompt(request: ResumeRequest, parts: FirstMessageParts): string[] {
  const texts = firstMessage(parts)
  const task =
    request.kind === 'follow_up'
      ? texts
      : texts.map((text) => (text.startsWith(TASK_HEADING) ? `${TASK_HEADING}${instruction(request)}` : text))
  return ['# The conversation goes on', ...task]
}

function instruction({ kind, by, url, admitted }: ResumeRequest): string {
  const where = url === undefined ? '' : ` (${url})`
  if (kind === 'approve' || admitted === undefined)
    return `@${by} approved your plan${where}. Carry it out now, step by step, as it stands. If a step no longer fits, take the smallest step with the same purpose and say so. The answer: each step with "done", "changed" or "not done" and the reason, and how it was checked.`
  const call = fencedBlock(JSON.stringify({ tool: admitted.name, args: admitted.args }, null, 2), 'json')
  return `@${by} allowed one call that was denied${where}. It may run once, with exactly these arguments:\n\n${call}\n\nMake this call now, unchanged, and finish what it was for. Other denied calls stay denied. What you proposed before was delivered; do not propose it again. Then answer what was asked, with what is new.`
}

/** The comments that others wrote since the recorded run's request. Never rejects. */
export async function newComments(
  task: Task,
  nonce: string,
  conversation: Promise<GitHubConversation> | undefined,
  since: string | undefined,
): Promise<string> {
  const output = openPromptData(nonce)
  const read = await conversation?.catch(() => undefined)
  if (read === undefined || since === undefined) output.note('The comments since that run could not be read.')
  else {
    const isNew = ({ createdAt, editedAt }: { createdAt: string; editedAt: string | undefined }) =>
      Date.parse(editedAt ?? createdAt) >= Date.parse(since)
    await writeConversation(
      {
        ...read,
        comments: read.comments.filter((comment) => !comment.isOwn && isNew(comment)),
        olderComments: 0,
        reviews: read.reviews.filter(isNew),
        threads: read.threads.flatMap((thread) => {
          const comments = thread.comments.filter(isNew)
          return comments.length === 0 ? [] : [{ ...thread, comments }]
        }),
        closingIssues: [],
      },
      NO_OWN_TEXTS,
      task,
      output,
    )
  }
  return output.text('# Written meanwhile')
}

/** Applies the recorded run's edits to the checkout, all of them or none. Returns the reason when they do not apply. */
export async function applyRecordedPatch(
  patch: string,
  commit: string,
  task: Task,
  runtime: Runtime,
): Promise<string | undefined> {
  const { scratch, childEnv } = runtime
  const location = await findCheckout({
    workspace: runtime.view ?? runtime.workspace,
    repository: `${task.repo.owner}/${task.repo.name}`,
    commits: [commit],
  })
  if (!location.ok) return location.reason
  const path = join(scratch, 'resumed.patch')
  await writeFile(path, patch, { mode: 0o600 })
  const isApplied = await applyGitPatch(path, location.top, childEnv)
  return isApplied ? undefined : 'the edits of that run do not apply to this checkout'
}
