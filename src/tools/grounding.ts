/** A question that the back end answers with a tool of its own: by searching the web, or by reading the pages it names. */
export type GroundedQuestion = { with: 'google_search' | 'url_context'; model: string; text: string }

/**
 * Its answer. `supports` say which stretches of the text rest on which sources: `end` is where a stretch ends, in bytes
 * of the text's UTF-8 form, `sources` are indices. `unread`: none of the pages could be read.
 */
export type Grounded = {
  text: string
  sources: readonly { title?: string; uri?: string }[]
  supports: readonly { end: number; sources: readonly number[] }[]
  unread?: boolean
}

export type AskGrounded = (question: GroundedQuestion, signal: AbortSignal) => Promise<Grounded>

/** The text with a mark `[n]` behind each supported stretch, and the list of sources below. */
export function cited({ text, sources, supports }: Grounded, nowhere: string): string {
  if (sources.length === 0) return text
  const list = sources.map(({ title, uri }, index) => `[${index + 1}] ${title || 'Untitled'} (${uri || nowhere})`)
  return `${marked(text, supports)}\n\nSources:\n${list.join('\n')}`
}

function marked(text: string, supports: Grounded['supports']): string {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  let from = 0
  for (const { end, sources } of [...supports].sort((a, b) => a.end - b.end)) {
    if (sources.length === 0) continue
    const at = boundary(bytes, end)
    pieces.push(bytes.subarray(from, at), Buffer.from(sources.map((index) => `[${index + 1}]`).join('')))
    from = Math.max(from, at)
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]).toString('utf8')
}

/** The next place between two characters. */
function boundary(bytes: Buffer, offset: number): number {
  let at = Math.min(Math.max(0, offset), bytes.length)
  while (at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++
  return at
}
