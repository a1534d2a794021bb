import type { Admission, AgentContext } from '../agent/agent-context.ts'
import type { Inputs } from '../config/inputs.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Settings } from '../config/settings/settings.ts'
import type { Intent } from '../delivery/plan/intent.ts'
import type { Announcement } from '../delivery/post/announce.ts'
import type { GitHub } from '../github/api/github.ts'
import type { GitHubConversation } from '../github/api/issue-conversation.ts'
import type { FirstMessageParts } from '../github/context/first-message.ts'
import type { Task, Trust } from '../github/events/task.ts'
import type { RecordMarker } from '../github/result-marker.ts'
import type { Message } from '../model/types.ts'
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
  /** Whether the model of the conversation so far read text of people without write permission. */
  hasReadOthers: boolean
  /** GitHub's data for the first message. */
  context(nonce: string, conversation: Promise<GitHubConversation> | undefined): Promise<string>
  /** The texts of the first message. */
  firstMessage(parts: FirstMessageParts): string[]
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

/** A reply that needs no model: the answer, and what is written beside it. `structured`: the values of an answer that is used again. */
export type RequestedChange = { text: string; requested: readonly Intent[]; structured?: unknown }

/** The services for finding the conversation to continue. */
export type ResumeServices = {
  inputs: Inputs
  runtime: Runtime
  trust: Trust
  session: ResumeSession
  /** The settings of the trusted commit; undefined when they cannot be read. */
  settings?: () => Promise<Settings | undefined>
}

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
