import { type BuiltInTool, type Generate, type Grounding, ModelError, type ModelReply } from '../model/types.ts'

/** A request that the provider answers with its own tool: web search, or reading the pages that the text names. */
export type GroundedRequest = { tool: BuiltInTool; model: string; text: string }

export type GroundedAnswer = Grounding & { text: string }

export type GenerateGrounded = (request: GroundedRequest, signal: AbortSignal) => Promise<GroundedAnswer>

/** Sends grounded requests to a model. Rejects as `generate` does, and when the answer is blocked. */
export const withGrounding =
  (generate: Generate): GenerateGrounded =>
  async ({ tool, model, text }, signal) => {
    const request = { model, system: '', tools: [], builtIn: [tool] }
    const reply = await generate({ ...request, messages: [{ role: 'user', parts: [{ kind: 'text', text }] }] }, signal)
    if (reply.stop === 'blocked')
      throw new ModelError(`The answer was blocked (${reply.reason ?? 'no reason given'}).`, {
        fault: 'unusable',
        retry: 'never',
      })
    const { sources = [], supports = [], pages = [] } = reply.grounding ?? {}
    return { sources, supports, pages, text: textOf(reply) }
  }

const textOf = ({ parts }: ModelReply): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('')

/** Adds a marker `[n]` after each supported passage, and the list of sources at the end. */
export function addCitations({ text, sources, supports }: Omit<GroundedAnswer, 'pages'>, missingUri: string): string {
  if (sources.length === 0) return text
  const list = sources.map(({ title, uri }, index) => `[${index + 1}] ${title || 'Untitled'} (${uri || missingUri})`)
  return `${insertMarkers(text, supports)}\n\nSources:\n${list.join('\n')}`
}

function insertMarkers(text: string, supports: GroundedAnswer['supports']): string {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  let copiedUntil = 0
  const supportEnds = supports.map(({ sources, ...passage }) => ({ sources, position: supportEnd(bytes, passage) }))
  for (const { position, sources } of supportEnds.sort((a, b) => a.position - b.position)) {
    if (sources.length === 0) continue
    pieces.push(bytes.subarray(copiedUntil, position), Buffer.from(sources.map((index) => `[${index + 1}]`).join('')))
    copiedUntil = Math.max(copiedUntil, position)
  }
  return Buffer.concat([...pieces, bytes.subarray(copiedUntil)]).toString('utf8')
}

/**
 * The end of a passage, in bytes. Offsets are relative to one part of the answer, and an answer may have several parts: if
 * the text at an offset differs from the passage, its text is searched.
 */
function supportEnd(bytes: Buffer, { end, text = '' }: { end: number; text?: string }): number {
  const passage = Buffer.from(text)
  if (text === '' || bytes.subarray(Math.max(0, end - passage.length), end).equals(passage))
    return characterBoundary(bytes, end)
  const start = bytes.indexOf(passage)
  return start < 0 ? characterBoundary(bytes, end) : start + passage.length
}

/** The next offset between two characters. */
function characterBoundary(bytes: Buffer, offset: number): number {
  let position = Math.min(Math.max(0, offset), bytes.length)
  while (position < bytes.length && ((bytes[position] ?? 0) & 0xc0) === 0x80) position++
  return position
}
