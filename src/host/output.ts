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
  const head = chain()
  const tail = chain()
  let total = 0
  return {
    add(chunk) {
      total += chunk.length
      const first = chunk.subarray(0, headBytes - head.bytes)
      head.add(first)
      tail.add(chunk.subarray(first.length))
      tail.forget(tailBytes)
    },
    total: () => total,
    dropped: () => Math.max(0, total - head.bytes - tailBytes),
    bytes() {
      const end = tail.all()
      if (total - head.bytes <= tailBytes) return Buffer.concat([head.all(), end])
      const start = wholeCharacters(head.all(), 'start')
      const rest = wholeCharacters(end.subarray(Math.max(0, end.length - tailBytes)), 'end')
      const gap = `\n... [${total - start.length - rest.length} bytes of output omitted] ...\n`
      return Buffer.concat([start, Buffer.from(gap), rest])
    },
  }
}

/** Small writes are gathered into blocks of this size: a million one-byte chunks would take a hundred times their size. */
const BLOCK_BYTES = 64 * 1024

/** Chunks one after the other, to be forgotten from the front. */
function chain() {
  const blocks: Buffer[] = []
  let open = Buffer.alloc(0)
  let used = 0
  const seal = () => {
    if (used > 0) blocks.push(open.subarray(0, used))
    open = Buffer.alloc(0)
    used = 0
  }
  return {
    bytes: 0,
    add(chunk: Buffer) {
      if (chunk.length === 0) return
      this.bytes += chunk.length
      if (used + chunk.length > open.length) seal()
      if (chunk.length >= BLOCK_BYTES) {
        blocks.push(chunk)
        return
      }
      if (open.length === 0) open = Buffer.allocUnsafe(BLOCK_BYTES)
      used += chunk.copy(open, used)
    },
    /** Lets go of whole blocks at the front while at least `least` bytes stay. */
    forget(least: number) {
      for (let front = blocks[0]; front !== undefined && this.bytes - front.length >= least; front = blocks[0]) {
        this.bytes -= front.length
        blocks.shift()
      }
    },
    all: () => Buffer.concat([...blocks, open.subarray(0, used)]),
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
