import type { Message, MessagePart, ModelRequest } from './types.ts'

/** Assumed tokens of an image, and of a document with an unknown number of pages. Source: Gemini API docs, "Token counting". */
const IMAGE_TOKENS = 3000
const DOCUMENT_TOKENS = 25_800

/** Longer texts are estimated by length only: examining every character takes too long. */
const LONG_TEXT = 100_000
const ASCII = /[\0-\x7f]+/g

/** Estimated tokens of a text, without a request: four ASCII characters count 1, any other character counts 1.5. */
export function estimateTextTokens(text: string): number {
  // As many bytes as characters means that all are ASCII.
  if (text.length > LONG_TEXT || Buffer.byteLength(text) === text.length) return text.length / 4
  const others = text.replace(ASCII, '').length
  return (text.length - others) / 4 + others * 1.5
}

/** Estimated tokens of a request or of a part of one, rounded up. */
export function estimateRequestTokens({ system = '', messages = [], tools = [] }: Partial<ModelRequest>): number {
  return Math.ceil(
    estimateTextTokens(system) +
      (tools.length === 0 ? 0 : estimateTextTokens(JSON.stringify(tools))) +
      messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0),
  )
}

const countCache = new WeakMap<Message, number>()

/** Estimated tokens of a message. Messages never change, so the result is cached. */
export function estimateMessageTokens(message: Message): number {
  const cached = countCache.get(message)
  if (cached !== undefined) return cached
  const parts =
    message.role === 'tool'
      ? message.replies.map(
          ({ name, response, parts = [] }) =>
            estimateTextTokens(name) + estimateTextTokens(JSON.stringify(response)) + sum(parts),
        )
      : [sum(message.parts)]
  const tokens = parts.reduce((a, b) => a + b, 0)
  countCache.set(message, tokens)
  return tokens
}

const sum = (parts: readonly MessagePart[]) => parts.reduce((total, part) => total + estimatePartTokens(part), 0)

function estimatePartTokens(part: MessagePart): number {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return estimateTextTokens(part.text)
    case 'call':
      return estimateTextTokens(part.call.name) + estimateTextTokens(JSON.stringify(part.call.args))
    case 'data':
      if (part.mimeType.startsWith('image/')) return IMAGE_TOKENS
      return part.mimeType === 'application/pdf' ? DOCUMENT_TOKENS : part.data.length / 4
    case 'opaque':
      return estimateTextTokens(JSON.stringify(part.value))
    default:
      return part satisfies never
  }
}

/** Whether the estimate may be far off: the tokens of audio and video depend on their content. */
export const hasMediaData = (messages: readonly Message[]): boolean =>
  messages.some((message) =>
    message.role === 'tool' ? message.replies.some(({ parts = [] }) => parts.some(isData)) : message.parts.some(isData),
  )

const isData = (part: MessagePart) => part.kind === 'data'
