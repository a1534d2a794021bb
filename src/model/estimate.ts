import type { Message, ModelRequest, Part } from './types.ts'

/** What a picture, and a document whose pages nobody has counted, take up. Source: Gemini API docs, "Token counting". */
const PICTURE = 3000
const DOCUMENT = 25_800

/** Longer texts are counted by their length alone: looking at every character would take longer than it is worth. */
const LONG = 100_000

/**
 * About how many tokens a text is, without asking anybody: four ASCII characters are one, and one of any other script is
 * one and a half.
 */
export function tokensIn(text: string): number {
  // As many bytes as characters: all of it is ASCII, and nobody has to look at each.
  if (text.length > LONG || Buffer.byteLength(text) === text.length) return text.length / 4
  let others = 0
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) others += 1
  return (text.length - others) / 4 + others * 1.5
}

/** The same for a request, or as much of one as is given. Rounded up. */
export function estimate({ system = '', messages = [], tools = [] }: Partial<ModelRequest>): number {
  return Math.ceil(
    tokensIn(system) +
      (tools.length === 0 ? 0 : tokensIn(JSON.stringify(tools))) +
      messages.reduce((sum, message) => sum + tokensOf(message), 0),
  )
}

const known = new WeakMap<Message, number>()

/** Messages are never changed once they are said, so each is counted once. */
export function tokensOf(message: Message): number {
  const before = known.get(message)
  if (before !== undefined) return before
  const parts =
    message.role === 'tool'
      ? message.replies.map(
          ({ name, response, parts = [] }) => tokensIn(name) + tokensIn(JSON.stringify(response)) + sum(parts),
        )
      : [sum(message.parts)]
  const tokens = parts.reduce((a, b) => a + b, 0)
  known.set(message, tokens)
  return tokens
}

const sum = (parts: readonly Part[]) => parts.reduce((total, part) => total + tokensOfPart(part), 0)

function tokensOfPart(part: Part): number {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return tokensIn(part.text)
    case 'call':
      return tokensIn(part.call.name) + tokensIn(JSON.stringify(part.call.args))
    case 'data':
      if (part.mimeType.startsWith('image/')) return PICTURE
      return part.mimeType === 'application/pdf' ? DOCUMENT : part.data.length / 4
    case 'opaque':
      return tokensIn(JSON.stringify(part.value))
    default:
      return part satisfies never
  }
}

/** Whether the estimate may be far off: how much a recording or a film takes up depends on what is in it. */
export const holdsData = (messages: readonly Message[]): boolean =>
  messages.some((message) =>
    message.role === 'tool' ? message.replies.some(({ parts = [] }) => parts.some(isData)) : message.parts.some(isData),
  )

const isData = (part: Part) => part.kind === 'data'
