import { type Ask, type BuiltIn, type Grounding, ModelError, type ModelReply } from '../model/types.ts'

/** A question that the back end answers with a tool of its own: by searching the web, or by reading the pages it names. */
export type GroundedQuestion = { with: BuiltIn; model: string; text: string }

export type Grounded = Grounding & { text: string }

export type AskGrounded = (question: GroundedQuestion, signal: AbortSignal) => Promise<Grounded>

/** Asks a model such questions. Rejects as `ask` does, and when the answer is no whole one. */
export const groundedBy =
  (ask: Ask): AskGrounded =>
  async ({ with: tool, model, text }, signal) => {
    const request = { model, system: '', tools: [], builtIn: [tool] }
    const reply = await ask({ ...request, messages: [{ role: 'user', parts: [{ kind: 'text', text }] }] }, signal)
    if (reply.stop === 'blocked')
      throw new ModelError(`The answer was blocked (${reply.reason ?? 'no reason given'}).`, {
        fault: 'unusable',
        retry: 'never',
      })
    return { ...(reply.grounding ?? { sources: [], supports: [], pages: [] }), text: textOf(reply) }
  }

const textOf = ({ parts }: ModelReply): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')

/** The text with a mark `[n]` behind each supported stretch, and the list of sources below. */
export function cited({ text, sources, supports }: Omit<Grounded, 'pages'>, nowhere: string): string {
  if (sources.length === 0) return text
  const list = sources.map(({ title, uri }, index) => `[${index + 1}] ${title || 'Untitled'} (${uri || nowhere})`)
  return `${marked(text, supports)}\n\nSources:\n${list.join('\n')}`
}

function marked(text: string, supports: Grounded['supports']): string {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  let from = 0
  const placed = supports.map(({ sources, ...stretch }) => ({ sources, at: endOf(bytes, stretch) }))
  for (const { at, sources } of placed.sort((a, b) => a.at - b.at)) {
    if (sources.length === 0) continue
    pieces.push(bytes.subarray(from, at), Buffer.from(sources.map((index) => `[${index + 1}]`).join('')))
    from = Math.max(from, at)
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]).toString('utf8')
}

/**
 * Where a stretch ends, in bytes. Offsets count within one part of the answer, and an answer may have had several: one
 * that does not fit the stretch's own text is looked up by that text.
 */
function endOf(bytes: Buffer, { end, text = '' }: { end: number; text?: string }): number {
  const stretch = Buffer.from(text)
  if (text === '' || bytes.subarray(Math.max(0, end - stretch.length), end).equals(stretch)) return boundary(bytes, end)
  const found = bytes.indexOf(stretch)
  return found < 0 ? boundary(bytes, end) : found + stretch.length
}

/** The next place between two characters. */
function boundary(bytes: Buffer, offset: number): number {
  let at = Math.min(Math.max(0, offset), bytes.length)
  while (at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++
  return at
}
