import type { Admission, AgentContext } from '../agent/agent-context.ts'
import type { Inputs } from '../config/inputs/inputs.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Intent } from '../delivery/plan/intent.ts'
import type { Announcement } from '../delivery/post/announce.ts'
import type { GitHubConversation } from '../github/api/conversation.ts'
import type { GitHub } from '../github/api/github.ts'
import type { Task, Trust } from '../github/events/task.ts'
import type { RecordMarker } from '../github/result-marker.ts'
import type { Message, MessagePart } from '../model/types.ts'
import type { Emit } from '../record/events.ts'
import type { Tool } from '../tools/tool.ts'
import type { InitialPromptParts } from './initial-prompt.ts'

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
  /**
   * A code is ours, as our comment says, and the edits come back once the checkout is recorded: `beforeWrites`. Throws
   * ResumeError.
   */
  start(announcement: Promise<Announcement>, beforeWrites: (() => Promise<unknown>) | undefined): Promise<void>
  /** Today's rules decide about what the recorded run did. Throws ResumeError. */
  judge(agent: AgentContext): Promise<void>
}

/** `isTold`: whether the reason is posted. Only who may write the repository gets an answer. */
export type ResumeRefusal = { reason: string; isTold: boolean }

/** A reply that needs no model: the answer, and what is written beside it. */
export type RequestedChange = { text: string; requested: readonly Intent[] }

/** What a run is asked for while a conversation is found again. */
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
