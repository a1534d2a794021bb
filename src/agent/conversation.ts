import { estimateRequestTokens } from '../model/estimate.ts'
import {
  addUsage,
  type Message,
  type MessagePart,
  type ModelReply,
  type ModelRequest,
  replyUsage,
} from '../model/types.ts'
import type { HistoryTurn } from '../policy/checkers.ts'
import { modelFailedEvent, modelRequestEvent } from '../record/events.ts'
import type { AgentContext } from './agent-context.ts'
import type { RequestForecast } from './budget.ts'
import { watchForRepeatedText } from './repetition.ts'
import { type ConversationProgress, NO_PROGRESS } from './stop-conditions.ts'
import { MAX_WINDOW_SHARE, MIN_SHRINKABLE_TOKENS } from './tool-outputs.ts'

/** The state of one running conversation. */
export type Conversation = {
  /** Append-only, except when the history is shortened. */
  messages: Message[]
  progress: ConversationProgress
  /** The latest text of the model that is not empty, trimmed. */
  lastText: string
  /** The untrimmed text of the latest reply; may be empty. */
  replyText: string
  /** An answer that was cut at the output limit: its text so far, and how often it was cut. */
  cutAnswer: { text: string; times: number }
  /** The model was already asked for a missing answer. */
  nudged: boolean
  /** How often the model was warned of a loop. */
  loopWarnings: number
  /** The turn at which a model next checks the conversation for a loop. */
  nextLoopCheck: number
  /** The token count that the back end reported, and how many of `messages` it covers. */
  measured: { tokens: number; messageCount: number } | undefined
  /** Tokens that the tool results of the last turn added. */
  growth: number
  /** Tokens after the last summary; 0 before the first. */
  compressedSize: number
  /** A summary was empty or too long. */
  summaryFailed: boolean
}

export const newConversation = (history: readonly Message[] = []): Conversation => ({
  messages: [...history],
  progress: NO_PROGRESS,
  lastText: '',
  replyText: '',
  cutAnswer: { text: '', times: 0 },
  nudged: false,
  loopWarnings: 0,
  nextLoopCheck: 30,
  measured: undefined,
  growth: 1000,
  compressedSize: 0,
  summaryFailed: false,
})

export const addUserMessage = (conversation: Conversation, text: string): void => {
  conversation.messages.push({ role: 'user', parts: [{ kind: 'text', text }] })
}

/** The size of the next request: the back end's last count plus an estimate of the messages since. */
export function forecastRequest(
  { messages, measured, growth, progress }: Conversation,
  context: AgentContext,
): RequestForecast {
  const input =
    measured === undefined
      ? estimateRequestTokens({ system: context.system, tools: context.declarations, messages })
      : measured.tokens + estimateRequestTokens({ messages: messages.slice(measured.messageCount) })
  return { input, growth, first: progress.turns === 0 }
}

/** A reported count below this share of the estimate is not trusted. */
const MIN_CREDIBLE_SHARE = 0.6

/** Tokens of the next request. */
export const requestSize = (conversation: Conversation, context: AgentContext): number =>
  Math.max(forecastRequest(conversation, context).input, MIN_CREDIBLE_SHARE * estimateRequest(conversation, context))

export const estimateRequest = ({ messages }: Conversation, { system, declarations }: AgentContext): number =>
  estimateRequestTokens({ system, tools: declarations, messages })

/** Whether the conversation is large enough to be shortened. */
export function mayNeedShrinking(conversation: Conversation, context: AgentContext): boolean {
  if (context.contextWindow === undefined) return false
  const { threshold, windowTokens } = context.contextWindow
  return (
    requestSize(conversation, context) >=
    Math.min(MIN_SHRINKABLE_TOKENS, Math.min(threshold, MAX_WINDOW_SHARE) * windowTokens)
  )
}

type RequestOverrides = Partial<Pick<ModelRequest, 'choice' | 'maxTokens' | 'schema' | 'tools'>>

/** Requests the next reply and adds it to the conversation. Hooks may change both. Rejects like Generate. */
export async function generateNext(
  conversation: Conversation,
  context: AgentContext,
  signal: AbortSignal,
  overrides: RequestOverrides = {},
): Promise<ModelReply> {
  const reply = await generateOnce(conversation, context, signal, overrides)
  const { messages, progress } = conversation
  conversation.replyText = rawTextOf(reply)
  conversation.lastText = conversation.replyText.trim() || conversation.lastText
  conversation.progress = { ...progress, turns: progress.turns + 1, usage: addUsage(progress.usage, replyUsage(reply)) }
  messages.push({ role: 'model', parts: reply.parts.filter(staysInHistory) })
  const { input, output } = reply.usage
  conversation.measured = input === 0 ? undefined : { tokens: input + output, messageCount: messages.length }
  return reply
}

/** Thoughts are dropped from the history, except those with a signature, which the API requires back. */
const staysInHistory = (part: MessagePart) => part.kind !== 'thought' || part.signature !== undefined

async function generateOnce(
  { messages, progress }: Conversation,
  context: AgentContext,
  signal: AbortSignal,
  overrides: RequestOverrides,
): Promise<ModelReply> {
  const turn = progress.turns + 1
  const draft = { model: context.model, system: context.system, messages, tools: context.declarations, ...overrides }
  const prepared = (await context.hooks?.beforeModel(draft, signal)) ?? { request: draft }
  if ('reply' in prepared) return prepared.reply
  const request: ModelRequest = prepared.request
  context.emit(modelRequestEvent(turn, request))
  const watch = context.detectLoops === false ? undefined : watchForRepeatedText
  const started = context.now()
  const reply = await context.generate({ ...request, watch }, signal).catch((error: unknown) => {
    if (!signal.aborted) context.emit(modelFailedEvent(turn, error))
    throw error
  })
  context.emit({ type: 'model_reply', turn, reply, ms: context.now() - started })
  return (await context.hooks?.afterModel(request, reply, signal)) ?? reply
}

type MessageParts = { parts: readonly MessagePart[] }

/** The untrimmed text of a message. */
export const rawTextOf = (message: MessageParts): string =>
  message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')

export const textOf = (message: MessageParts): string => rawTextOf(message).trim()

export const callsOf = ({ parts }: MessageParts) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : []))

/**
 * The conversation in the format of safety checkers: turns of a user text and a model reply with calls. A tool result starts
 * a turn without user text.
 */
export function checkerTurns(messages: readonly Message[]): HistoryTurn[] {
  const turns: HistoryTurn[] = []
  let pendingUser: { text: string } | undefined
  for (const message of messages) {
    if (message.role === 'model') {
      turns.push({
        user: pendingUser ?? { text: '' },
        model: { text: rawTextOf(message), toolCalls: callsOf(message).map(({ name, args }) => ({ name, args })) },
      })
      pendingUser = undefined
    } else {
      if (pendingUser !== undefined) turns.push({ user: pendingUser, model: {} })
      pendingUser = { text: message.role === 'user' ? rawTextOf(message) : '' }
    }
  }
  return pendingUser === undefined ? turns : [...turns, { user: pendingUser, model: {} }]
}
