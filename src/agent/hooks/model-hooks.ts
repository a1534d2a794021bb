import { resolveModel } from '../../model/catalog/models.ts'
import { type Message, type MessagePart, type ModelReply, type ModelRequest, NO_USAGE } from '../../model/types.ts'
import type { LlmRequest, LlmResponse, ToolChoice } from './hook-output.ts'

/** A request in the hook format: messages with text, and the sampling. */
export const llmRequest = ({ model, messages, sampling = {} }: ModelRequest) => ({
  model: resolveModel(model),
  messages: messages.flatMap((message) => {
    const content = textOf(message)
    return content === undefined ? [] : [{ role: message.role, content }]
  }),
  config: sampling,
})

/** A reply in the hook format, without calls and thoughts. */
export function llmResponse({ parts, stop, reason, usage }: ModelReply) {
  const text = textOfParts(parts) ?? ''
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
 * Applies a hook's edits to a request. The edited messages replace the texts in order; calls, tool results, data and
 * signatures stay. Extra messages are appended. Edited sampling replaces all sampling.
 */
export function editedRequest(request: ModelRequest, edit: LlmRequest | undefined): ModelRequest {
  if (edit === undefined) return request
  return {
    ...request,
    // A hook that only repeats the model leaves its alias, and with it the alias's sampling.
    model: edit.model === undefined || edit.model === resolveModel(request.model) ? request.model : edit.model,
    messages: edit.messages === undefined ? request.messages : editedMessages(request.messages, edit.messages),
    sampling: edit.config === undefined ? request.sampling : samplingIn(edit.config),
  }
}

type EditedMessage = NonNullable<LlmRequest['messages']>[number]

function editedMessages(messages: readonly Message[], edits: readonly EditedMessage[]): Message[] {
  const remaining = [...edits]
  const edited = messages.map((message) => {
    const before = textOf(message)
    const edit = before === undefined ? undefined : remaining.shift()
    return edit === undefined || message.role === 'tool' ? message : editedMessage(message, before, edit)
  })
  return [...edited, ...remaining.map(({ role, content }) => ({ role: roleOf(role), parts: [textPart(content)] }))]
}

function editedMessage(
  message: Exclude<Message, { role: 'tool' }>,
  before: string | undefined,
  edit: EditedMessage,
): Message {
  // A message with calls must stay a model message, because tool results follow it.
  const role = message.parts.some(({ kind }) => kind === 'call') ? message.role : roleOf(edit.role)
  if (edit.content === before) return role === message.role ? message : { ...message, role }
  return { role, parts: withText(message.parts, edit.content) }
}

const roleOf = (role: EditedMessage['role']): 'user' | 'model' => (role === 'model' ? 'model' : 'user')

function samplingIn({ temperature, maxOutputTokens, topP, topK }: NonNullable<LlmRequest['config']>) {
  const sampling = { temperature, maxOutputTokens, topP, topK }
  return Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== undefined))
}

/**
 * Applies a hook's choice of tools: tools that must be called, no tools, or the only declared tools. Ignores undeclared names: a
 * hook can narrow the choice, not widen it.
 */
export function narrowedRequest(request: ModelRequest, choice: ToolChoice | undefined): ModelRequest {
  const { mode = 'AUTO', allowedFunctionNames = [] } = choice ?? {}
  if (choice === undefined || (mode === 'AUTO' && allowedFunctionNames.length === 0)) return request
  if (mode === 'NONE') return { ...request, choice: { mode: 'none' } }
  const selected = request.tools.filter(({ name }) => allowedFunctionNames.includes(name))
  if (mode === 'AUTO') return { ...request, tools: selected }
  const names = selected.map(({ name }) => name)
  // The API would reject an empty list of names, or take it as all tools.
  if (allowedFunctionNames.length > 0 && names.length === 0) return { ...request, choice: { mode: 'none' } }
  return { ...request, choice: { mode: 'any', names: names.length === 0 ? undefined : names } }
}

/** A hook's reply in place of the model's; undefined without text. */
export function replyFromHook(response: LlmResponse | undefined, model: string): ModelReply | undefined {
  const text = hookText(response)
  if (text === undefined) return undefined
  const reason = response?.candidates?.[0]?.finishReason
  const stop = reason === undefined || reason === 'STOP' ? 'finished' : reason === 'MAX_TOKENS' ? 'length' : 'blocked'
  return { parts: [textPart(text)], stop, reason: stop === 'blocked' ? reason : undefined, usage: NO_USAGE, model }
}

/** Replaces the text of a reply by a hook's text. Calls stay. */
export function editedReply(reply: ModelReply, response: LlmResponse | undefined): ModelReply {
  const text = hookText(response)
  return text === undefined || text === textOfParts(reply.parts)
    ? reply
    : { ...reply, parts: withText(reply.parts, text) }
}

function hookText(response: LlmResponse | undefined): string | undefined {
  const parts = response?.candidates?.[0]?.content?.parts ?? (response?.text === undefined ? [] : [response.text])
  return parts.length === 0 ? undefined : parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}

/** Replaces all text parts by one, at the position of the first. */
function withText(parts: readonly MessagePart[], text: string): MessagePart[] {
  const first = parts.findIndex(({ kind }) => kind === 'text')
  const position = Math.max(first, 0)
  const rest = (some: readonly MessagePart[]) => some.filter(({ kind }) => kind !== 'text')
  return [...rest(parts.slice(0, position)), textPart(text), ...rest(parts.slice(position))]
}

const textPart = (text: string): MessagePart => ({ kind: 'text', text })

const textOf = (message: Message): string | undefined =>
  message.role === 'tool' ? undefined : textOfParts(message.parts)

/** Undefined when no part is text. */
export function textOfParts(parts: readonly MessagePart[]): string | undefined {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return texts.length === 0 ? undefined : texts.join('')
}
