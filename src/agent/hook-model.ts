import { type Message, type ModelReply, type ModelRequest, NO_USAGE, type Part } from '../model/types.ts'
import type { LlmRequest, LlmResponse, ToolChoice } from './hook-output.ts'

/** A question as hooks read it: the text of the messages that have any, and the sampling that was asked for. */
export const llmRequest = ({ model, messages, sampling = {} }: ModelRequest) => ({
  model,
  messages: messages.flatMap((message) => {
    const content = textOf(message)
    return content === undefined ? [] : [{ role: message.role, content }]
  }),
  config: sampling,
})

/** An answer as hooks read it. Calls and thoughts are not shown. */
export function llmResponse({ parts, stop, reason, usage }: ModelReply) {
  const text = textIn(parts) ?? ''
  const finishReason = reason ?? (stop === 'length' ? 'MAX_TOKENS' : stop === 'blocked' ? 'OTHER' : 'STOP')
  return {
    text,
    candidates: [{ content: { role: 'model', parts: text === '' ? [] : [text] }, finishReason, index: 0 }],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.total,
    },
  }
}

/**
 * The question with a hook's edits. Its messages replace the texts of ours in order and leave everything else in them:
 * calls, answers to calls, data, signatures. Messages beyond ours are added. Given sampling replaces all sampling.
 */
export function editedRequest(request: ModelRequest, edit: LlmRequest | undefined): ModelRequest {
  if (edit === undefined) return request
  return {
    ...request,
    ...(edit.model === undefined ? {} : { model: edit.model }),
    ...(edit.messages === undefined ? {} : { messages: editedMessages(request.messages, edit.messages) }),
    ...(edit.config === undefined ? {} : { sampling: samplingIn(edit.config) }),
  }
}

type Said = NonNullable<LlmRequest['messages']>[number]

function editedMessages(messages: readonly Message[], edits: readonly Said[]): Message[] {
  const left = [...edits]
  const edited = messages.map((message) => {
    const before = textOf(message)
    const edit = before === undefined ? undefined : left.shift()
    return edit === undefined || message.role === 'tool' ? message : editedMessage(message, before, edit)
  })
  return [...edited, ...left.map(({ role, content }) => ({ role: roleOf(role), parts: [plain(content)] }))]
}

function editedMessage(message: Exclude<Message, { role: 'tool' }>, before: string | undefined, edit: Said): Message {
  // Calls belong to the model, and their answers follow; such a message cannot change sides.
  const role = message.parts.some(({ kind }) => kind === 'call') ? message.role : roleOf(edit.role)
  if (edit.content === before) return role === message.role ? message : { ...message, role }
  return { role, parts: withText(message.parts, edit.content) }
}

const roleOf = (role: Said['role']): 'user' | 'model' => (role === 'model' ? 'model' : 'user')

function samplingIn({ temperature, maxOutputTokens, topP, topK }: NonNullable<LlmRequest['config']>) {
  const given = { temperature, maxOutputTokens, topP, topK }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/**
 * The question with a hook's choice of tools: which must be called, that none may, or the only ones to tell the model
 * of. Names the model was not told of are left out: a hook may narrow the choice, not widen it.
 */
export function narrowedRequest(request: ModelRequest, choice: ToolChoice | undefined): ModelRequest {
  const { mode = 'AUTO', allowedFunctionNames = [] } = choice ?? {}
  if (choice === undefined || (mode === 'AUTO' && allowedFunctionNames.length === 0)) return request
  if (mode === 'NONE') return { ...request, choice: { mode: 'none' } }
  const named = request.tools.filter(({ name }) => allowedFunctionNames.includes(name))
  if (mode === 'AUTO') return { ...request, tools: named }
  const names = named.map(({ name }) => name)
  // A choice of nothing that exists would be refused by the API, or taken for a choice of anything.
  if (allowedFunctionNames.length > 0 && names.length === 0) return { ...request, choice: { mode: 'none' } }
  return { ...request, choice: { mode: 'any', ...(names.length === 0 ? {} : { names }) } }
}

/** A whole answer by a hook, instead of the model's; undefined when it gives no text. */
export function repliedBy(response: LlmResponse | undefined, model: string): ModelReply | undefined {
  const text = textGiven(response)
  if (text === undefined) return undefined
  const reason = response?.candidates?.[0]?.finishReason
  const stop = reason === undefined || reason === 'STOP' ? 'finished' : reason === 'MAX_TOKENS' ? 'length' : 'blocked'
  return {
    parts: [plain(text)],
    stop,
    ...(stop === 'blocked' && reason !== undefined ? { reason } : {}),
    usage: NO_USAGE,
    model,
  }
}

/** The model's answer with a hook's text in place of its own; calls stay. */
export function editedReply(reply: ModelReply, response: LlmResponse | undefined): ModelReply {
  const text = textGiven(response)
  return text === undefined || text === textIn(reply.parts) ? reply : { ...reply, parts: withText(reply.parts, text) }
}

function textGiven(response: LlmResponse | undefined): string | undefined {
  const parts = response?.candidates?.[0]?.content?.parts ?? (response?.text === undefined ? [] : [response.text])
  return parts.length === 0 ? undefined : parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}

/** One text where the first one stood. */
function withText(parts: readonly Part[], text: string): Part[] {
  const first = parts.findIndex(({ kind }) => kind === 'text')
  const at = Math.max(first, 0)
  const rest = (some: readonly Part[]) => some.filter(({ kind }) => kind !== 'text')
  return [...rest(parts.slice(0, at)), plain(text), ...rest(parts.slice(at))]
}

const plain = (text: string): Part => ({ kind: 'text', text })

const textOf = (message: Message): string | undefined => (message.role === 'tool' ? undefined : textIn(message.parts))

/** Undefined when no part is text. */
export function textIn(parts: readonly Part[]): string | undefined {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return texts.length === 0 ? undefined : texts.join('')
}
