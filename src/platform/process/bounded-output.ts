/** The beginning and the end of a stream, as bytes. */
export type BoundedOutput = {
  add(chunk: Buffer): void
  total(): number
  /** Bytes dropped between beginning and end. */
  dropped(): number
  /** The kept bytes. A line tells how many bytes were dropped. No character is split. */
  bytes(): Buffer
}

/** Keeps at most `maxBytes`: the first fifth, where commands say what they do, and the end, where they report the result. */
export function createBoundedOutput(maxBytes: number): BoundedOutput {
  const headBytes = Math.floor(maxBytes / 5)
  const tailBytes = maxBytes - headBytes
  const head = createChunkQueue()
  const tail = createChunkQueue()
  let total = 0
  return {
    add(chunk) {
      total += chunk.length
      const first = chunk.subarray(0, headBytes - head.bytes)
      head.add(first)
      tail.add(chunk.subarray(first.length))
      tail.dropFront(tailBytes)
    },
    total: () => total,
    dropped: () => Math.max(0, total - head.bytes - tailBytes),
    bytes() {
      if (total - head.bytes <= tailBytes) return Buffer.concat([...head.chunks(), ...tail.chunks()])
      const end = tail.all()
      const start = trimPartialCharacter(head.all(), 'start')
      const rest = trimPartialCharacter(end.subarray(Math.max(0, end.length - tailBytes)), 'end')
      const gap = `\n... [${total - start.length - rest.length} bytes of output omitted] ...\n`
      return Buffer.concat([start, Buffer.from(gap), rest])
    },
  }
}

/** Small chunks are copied into blocks of this size: a million one-byte buffers take a hundred times their size. */
const BLOCK_BYTES = 64 * 1024

/** A queue of chunks that can be dropped from the front. */
function createChunkQueue() {
  const blocks: Buffer[] = []
  let open = Buffer.alloc(0)
  let used = 0
  const closeBlock = () => {
    if (used > 0) blocks.push(open.subarray(0, used))
    open = Buffer.alloc(0)
    used = 0
  }
  return {
    bytes: 0,
    add(chunk: Buffer) {
      if (chunk.length === 0) return
      this.bytes += chunk.length
      if (used + chunk.length > open.length) closeBlock()
      if (chunk.length >= BLOCK_BYTES) {
        blocks.push(chunk)
        return
      }
      if (open.length === 0) open = Buffer.allocUnsafe(BLOCK_BYTES)
      used += chunk.copy(open, used)
    },
    /** Drops whole blocks at the front while at least `minBytes` remain. */
    dropFront(minBytes: number) {
      for (let front = blocks[0]; front !== undefined && this.bytes - front.length >= minBytes; front = blocks[0]) {
        this.bytes -= front.length
        blocks.shift()
      }
    },
    chunks: () => [...blocks, open.subarray(0, used)],
    all(): Buffer {
      return Buffer.concat(this.chunks())
    },
  }
}

/** Removes the partial UTF-8 sequence that a cut left at the end of the `start` piece or the beginning of the `end` piece. */
function trimPartialCharacter(bytes: Buffer, piece: 'start' | 'end'): Buffer {
  const continues = (index: number) => ((bytes[index] ?? 0) & 0xc0) === 0x80
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

/** A stream with a NUL in its first bytes is not text. */
const SNIFF_BYTES = 8192

export const looksBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, SNIFF_BYTES).includes(0)
