import { estimate } from '../model/estimate.ts'
import type { Message, ModelReply, ModelRequest, Part } from '../model/types.ts'
import { addUsage, paidUsage } from '../model/usage.ts'
import { failureOf, questionOf } from '../record/question.ts'
import type { Ahead } from './budget.ts'
import type { AgentKit } from './kit.ts'
import { FULL, LARGE } from './limits.ts'
import { chantWatch } from './repetition.ts'
import { type SoFar, START } from './stops.ts'

/** One conversation while it goes on: what was said so far, what it cost, and what is known about it. */
export type Talk = {
  /** Only ever added to, except where the context shrinks. */
  messages: Message[]
  soFar: SoFar
  /** The model's last words. */
  text: string
  /** What it said in the latest reply, as it was said; may be empty. */
  said: string
  /** An answer that was cut at the output limit, as far as it got, and how often. */
  cut: { text: string; times: number }
  /** The model was told already that it gave no answer. */
  nudged: boolean
  /** How often it was told that it goes round in circles. */
  strikes: number
  /** The turn from which a model is asked whether the conversation gets anywhere. */
  checkAt: number
  /** How large the back end said a request was: tokens, and how many of `messages` that covers. */
  measured: { tokens: number; upTo: number } | undefined
  /** Tokens that the last turn's answers to calls added. */
  growth: number
  /** Tokens after the last summary of the past; 0 when there was none. */
  compressed: number
  /** A summary came out empty or too long. */
  summaryFailed: boolean
}

export const newTalk = (): Talk => ({
  messages: [],
  soFar: START,
  text: '',
  said: '',
  cut: { text: '', times: 0 },
  nudged: false,
  strikes: 0,
  checkAt: 30,
  measured: undefined,
  growth: 1000,
  compressed: 0,
  summaryFailed: false,
})

/** A word of ours to the model. */
export const tell = (talk: Talk, text: string): void => {
  talk.messages.push({ role: 'user', parts: [{ kind: 'text', text }] })
}

/** What the next question will be like, by the back end's last count and an estimate of what came since. */
export function ahead({ messages, measured, growth, soFar }: Talk, kit: AgentKit): Ahead {
  const input =
    measured === undefined
      ? estimate({ system: kit.system, tools: kit.declarations, messages })
      : measured.tokens + estimate({ messages: messages.slice(measured.upTo) })
  return { input, growth, first: soFar.turns === 0 }
}

/** Back ends count what they read; one that says far less than there is to read is not believed. */
const CREDIBLE = 0.6

/** How large the next question is for the model, in tokens. */
export const sizeOf = (talk: Talk, kit: AgentKit): number =>
  Math.max(ahead(talk, kit).input, CREDIBLE * estimateOf(talk, kit))

export const estimateOf = ({ messages }: Talk, { system, declarations }: AgentKit): number =>
  estimate({ system, tools: declarations, messages })

/** Whether there may be something to make smaller. */
export function isLarge(talk: Talk, kit: AgentKit): boolean {
  if (kit.context === undefined) return false
  const { threshold, window } = kit.context
  return sizeOf(talk, kit) >= Math.min(LARGE, Math.min(threshold, FULL) * window)
}

type Manner = Partial<Pick<ModelRequest, 'choice' | 'most' | 'schema' | 'tools'>>

/** Asks for the next message and adds it to the conversation. Hooks may change both. Rejects as Ask does. */
export async function askNext(
  talk: Talk,
  kit: AgentKit,
  signal: AbortSignal,
  manner: Manner = {},
): Promise<ModelReply> {
  const reply = await askOnce(talk, kit, signal, manner)
  const { messages, soFar } = talk
  talk.said = wordsOf(reply)
  talk.text = talk.said.trim() || talk.text
  talk.soFar = { ...soFar, turns: soFar.turns + 1, usage: addUsage(soFar.usage, paidUsage(reply)) }
  messages.push({ role: 'model', parts: reply.parts.filter(isKept) })
  const { input, output } = reply.usage
  talk.measured = input === 0 ? undefined : { tokens: input + output, upTo: messages.length }
  return reply
}

/** Thoughts stay out of the history, except that a signature on one has to go back. */
const isKept = (part: Part) => part.kind !== 'thought' || part.signature !== undefined

async function askOnce(
  { messages, soFar }: Talk,
  kit: AgentKit,
  signal: AbortSignal,
  manner: Manner,
): Promise<ModelReply> {
  const turn = soFar.turns + 1
  const wished = { model: kit.model, system: kit.system, messages, tools: kit.declarations, ...manner }
  const heard = (await kit.hooks?.beforeModel(wished, signal)) ?? { ask: wished }
  if ('reply' in heard) return heard.reply
  const request = heard.ask
  kit.emit(questionOf(turn, request))
  const watch = kit.detectLoops === false ? {} : { watch: chantWatch }
  const started = kit.now()
  const reply = await kit.ask({ ...request, ...watch }, signal).catch((error: unknown) => {
    if (!signal.aborted) kit.emit(failureOf(turn, error))
    throw error
  })
  kit.emit({ type: 'model_reply', turn, reply, ms: kit.now() - started })
  return (await kit.hooks?.afterModel(request, reply, signal)) ?? reply
}

/** What a reply says, as it was said. */
export const wordsOf = (reply: ModelReply): string =>
  reply.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')

export const textOf = (reply: ModelReply): string => wordsOf(reply).trim()

export const callsOf = (reply: ModelReply) => reply.parts.flatMap((part) => (part.kind === 'call' ? [part.call] : []))
