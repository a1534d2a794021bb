/** Part of a stream: its beginning and its end, as bytes. */
export type Kept = {
  add(chunk: Buffer): void
  total(): number
  /** Bytes that were let go between beginning and end. */
  dropped(): number
  /** What was kept; where bytes were dropped a line says how many, and no character is cut in two. */
  bytes(): Buffer
}

/** Keeps at most `maxBytes`: the first fifth, where commands say what they do, and the latest rest, where they say how it went. */
export function keepEnds(maxBytes: number): Kept {
  const headBytes = Math.floor(maxBytes / 5)
  const tailBytes = maxBytes - headBytes
  const head: Buffer[] = []
  const tail: Buffer[] = []
  let inHead = 0
  let inTail = 0
  let total = 0
  return {
    add(chunk) {
      total += chunk.length
      const first = chunk.subarray(0, headBytes - inHead)
      if (first.length > 0) head.push(first)
      inHead += first.length
      const rest = chunk.subarray(first.length)
      if (rest.length > 0) tail.push(rest)
      inTail += rest.length
      while (tail[0] !== undefined && inTail - tail[0].length >= tailBytes) inTail -= tail.shift()?.length ?? 0
    },
    total: () => total,
    dropped: () => Math.max(0, inTail - tailBytes) + (total - inHead - inTail),
    bytes() {
      const end = Buffer.concat(tail)
      if (total - inHead <= tailBytes) return Buffer.concat([...head, end])
      const start = wholeCharacters(Buffer.concat(head), 'start')
      const rest = wholeCharacters(end.subarray(Math.max(0, end.length - tailBytes)), 'end')
      const gap = `\n... [${total - start.length - rest.length} bytes of output omitted] ...\n`
      return Buffer.concat([start, Buffer.from(gap), rest])
    },
  }
}

/** Bytes without the torn UTF-8 sequence a cut may have left at their end (`start` piece) or beginning (`end` piece). */
function wholeCharacters(bytes: Buffer, piece: 'start' | 'end'): Buffer {
  const continues = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80
  if (piece === 'end') {
    let from = 0
    while (from < 3 && continues(from)) from++
    return bytes.subarray(from)
  }
  let lead = bytes.length - 1
  while (lead > bytes.length - 4 && lead > 0 && continues(lead)) lead--
  const byte = bytes[lead] ?? 0
  const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
  return lead + length > bytes.length ? bytes.subarray(0, Math.max(0, lead)) : bytes
}

/** A NUL this early means the stream is not text. */
const SNIFF_BYTES = 8192

export const looksBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, SNIFF_BYTES).includes(0)
