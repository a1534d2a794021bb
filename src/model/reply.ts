import { startOf } from '../host/cut.ts'
import { spentOn } from './attempt.ts'
import { estimate } from './estimate.ts'
import { ModelError, type ModelReply, type ModelRequest, NO_USAGE, type Usage } from './types.ts'
import { type Draft, nameCalls } from './wire.ts'

/** Finish reasons after which the same question may well get a proper answer. */
const MISHAPS: readonly string[] = [
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'MISSING_THOUGHT_SIGNATURE',
  'TOO_MANY_TOOL_CALLS',
  'UNEXPECTED_TOOL_CALL',
]

/** The answer met a limit of its length; of the second it could be continued by a token, which no configuration of ours asks for. */
const LIMITS: readonly string[] = ['MAX_TOKENS', 'CONTINUATION']

/**
 * The reply that a finished stream amounts to. Throws a ModelError, worth a retry, when the stream broke off, was
 * garbled or said nothing. `taken` gains the ids of the reply's calls; a reply that is thrown away takes none.
 */
export function settle(draft: Draft, request: ModelRequest, taken: Set<string>): ModelReply {
  const { usage, finish, refused } = draft
  const model = draft.model ?? request.model
  const detail = draft.finishMessage === undefined ? '' : ` (${brief(draft.finishMessage)})`
  if (refused !== undefined) return { parts: [], stop: 'blocked', reason: refused, usage, model }
  const unusable = (text: string, nudge?: string) =>
    new ModelError(text, { fault: 'unusable', retry: 'later', nudge, ...spentOn(model, usage) })
  if (finish === undefined) throw unusable('The answer broke off: the stream ended without a finish reason.')
  if (MISHAPS.includes(finish)) throw unusable(`The model garbled its answer: ${finish}${detail}.`)
  const isSilent = !saysEnough(draft, request)
  if (finish === 'OTHER' && isSilent) throw unusable(`The model gave up without a reason: ${finish}${detail}.`)
  if (finish === 'STOP' && isSilent) {
    if (draft.parts.some((part) => part.kind === 'thought'))
      throw unusable('The model thought, but said nothing.', ONLY_THOUGHT)
    throw unusable('The model gave an empty answer.', EMPTY)
  }
  const rests = draft.grounding === undefined ? {} : { grounding: draft.grounding }
  const counted = usage.total > 0 ? usage : guessed(draft, request)
  const reply = { parts: nameCalls(draft.parts, taken), usage: counted, model, ...rests }
  if (finish === 'STOP') return { ...reply, stop: 'finished', reason: finish }
  if (LIMITS.includes(finish)) return { ...reply, stop: 'length', reason: finish }
  return { ...reply, stop: 'blocked', reason: `${finish}${detail}` }
}

/** A garbled call is quoted whole, which may be a file. */
const brief = (message: string): string => startOf(message.replace(/\s+/g, ' ').trim(), 300)

/** What had come of an answer that nobody wanted to hear the rest of. Back ends that count only at the end have counted nothing. */
export function abandoned(draft: Draft, request: ModelRequest, taken: Set<string>): ModelReply {
  const { parts, usage, model = request.model } = draft
  const counted = usage.total > 0 ? usage : guessed(draft, request)
  return { parts: nameCalls(parts, taken), stop: 'abandoned', usage: counted, model }
}

/** Limits hold where nobody counts, too. */
function guessed({ parts }: Draft, request: ModelRequest): Usage {
  const input = estimate(request)
  const output = estimate({ messages: [{ role: 'model', parts }] })
  return { ...NO_USAGE, input, output, total: input + output }
}

/**
 * Whether there is an answer at all. After tool results silence counts as one: the work was done by calls, and there
 * is nothing to add; so it does of a search that found nothing. Thoughts without a word never do.
 */
function saysEnough(draft: Draft, request: ModelRequest): boolean {
  if (draft.parts.some((part) => part.kind !== 'thought' && (part.kind !== 'text' || isVisible(part.text)))) return true
  const mayBeSilent = request.messages.at(-1)?.role === 'tool' || request.builtIn !== undefined
  return mayBeSilent && !draft.parts.some((part) => part.kind === 'thought')
}

/** Whether a reader would see anything: zero-width characters and HTML comments are nothing. */
const isVisible = (text: string): boolean =>
  text
    .replace(/[\u200B-\u200F\uFEFF]/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .trim() !== ''

const ONLY_THOUGHT =
  '[Your last attempt ended after thinking, with nothing said. Give your answer now, or call a tool.]'
const EMPTY = '[Your last attempt was empty. Give your answer now, or call a tool.]'
