import type { Admission, AgentContext } from '../agent/agent-context.ts'
import type { Inputs } from '../config/inputs.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Intent } from '../delivery/plan/intent.ts'
import type { Announcement } from '../delivery/post/announce.ts'
import type { GitHub } from '../github/api/github.ts'
import type { GitHubConversation } from '../github/api/issue-conversation.ts'
import type { Task, Trust } from '../github/events/task.ts'
import type { RecordMarker } from '../github/result-marker.ts'
import type { Message, MessagePart } from '../model/types.ts'
import type { Emit } from '../record/events.ts'
import type { Tool } from '../tools/tool.ts'

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
  /** Claims the code with our comment. Restores the edits after `beforeWrites` has recorded the checkout. Throws ResumeError. */
  start(
    announcement: Promise<Announcement>,
    beforeWrites: (() => Promise<unknown>) | undefined,
    view: string | undefined,
  ): Promise<void>
  /** Applies today's rules to what the recorded run did. Throws ResumeError. */
  judge(agent: AgentContext): Promise<void>
}

/** `isTold`: whether the reason is posted. Only people with write permission get an answer. */
export type ResumeRefusal = { reason: string; isTold: boolean }

/** A reply that needs no model: the answer, and what is written beside it. */
export type RequestedChange = { text: string; requested: readonly Intent[] }

/** The services for finding the conversation to continue. */
export type ResumeServices = { inputs: Inputs; runtime: Runtime; trust: Trust; session: ResumeSession }

export type ResumeSession = {
  github: GitHub
  transcript: { emit: Emit }
  /** Whether other runs work in the same workspace at the same time. */
  isInBatch: boolean
  notice(text: string): void
}

/** What a reply to a code opens. */
export type OpenedReply = Resumption | ResumeRefusal | RequestedChange

/** Ends a run that may not continue another one, with the reason. `noop`: another run answers. */
export class ResumeError extends Error {
  readonly outcome: 'refused' | 'noop'

  constructor(reason: string, outcome: 'refused' | 'noop' = 'refused') {
    super(reason)
    this.outcome = outcome
  }
}

/** GitHub can deliver an event twice at the same time: only the run that posted first answers. Throws ResumeError. */
export async function requireOwnAnswer(announcement: Promise<Announcement>): Promise<void> {
  const { answeredAt } = await announcement
  if (answeredAt !== undefined) throw new ResumeError(`Another run is answering this comment in ${answeredAt}.`, 'noop')
}

/** `context`: GitHub's data about the task. `hookContext`: text of session-start hooks. `now`: milliseconds since the epoch. */
export type InitialPromptParts = { task: Task; prompt: string; context: string; now: number; hookContext?: string }

/** The first message to the model, most trusted parts first: the hooks' text, date and event, the task, then the data. */
export function initialPrompt({ task, prompt, context, now, hookContext = '' }: InitialPromptParts): MessagePart[] {
  const setting = [
    `Today is ${new Date(now).toISOString().slice(0, 10)}. Repository: ${task.repo.owner}/${task.repo.name}.`,
    `Event: ${task.event}${/^[\w-]{1,40}$/.test(task.action ?? '') ? ` (${task.action})` : ''}${subjectText(task)}.`,
  ].join('\n')
  return [hookContext, setting, taskPart(task, prompt).text, context]
    .filter((text) => text !== '')
    .map((text) => ({ kind: 'text', text }))
}

export type TaskRequest = Pick<Task, 'kind' | 'actor' | 'request'>

export const taskPart = (task: TaskRequest, prompt: string) =>
  ({ kind: 'text', text: `# Task\n\n${instructions(task, prompt)}` }) as const

function subjectText({ number, kind, place }: Task): string {
  if (place !== undefined) return place.kind === 'commit' ? `, commit ${place.sha}` : `, discussion #${place.number}`
  if (number === undefined) return ''
  return kind === 'issue' ? `, issue #${number}` : `, pull request #${number}`
}

/** The workflow's prompt, then the request in a comment, which refines it. Only trusted users can make a request. */
function instructions(task: TaskRequest, prompt: string): string {
  const request = task.request?.trim() ?? ''
  const requestText = request === '' ? '' : `@${task.actor} asks:\n\n${request}`
  if (prompt !== '') return [prompt, requestText].filter(Boolean).join('\n\n')
  return requestText === '' ? DEFAULT_TASKS[task.kind] : requestText
}

const DEFAULT_TASKS: Record<Task['kind'], string> = {
  pull_request: `Review this pull request. Read the changed code in its context, then report what would break, leak, mislead or be hard to
maintain, most serious first, each with file, line and a fix. Do not praise and do not repeat the diff. If it is fine, say so in one sentence.`,
  issue: `Investigate this issue. Find the relevant code, state whether the code confirms the issue, the likely cause (files and lines), and the
next step. If information is missing, state exactly what to ask for.`,
  workflow_run:
    'A workflow run has ended. If it failed, find the cause in the logs and the code and explain how to fix it.',
  push: 'Review the pushed commits and report problems, most serious first, with file and line.',
  schedule: 'Find the most useful small maintenance task in this repository that you can finish now, and do it.',
  dispatch: 'Find the most useful small maintenance task in this repository that you can finish now, and do it.',
  other: 'Read this event and report what a maintainer should know.',
}
