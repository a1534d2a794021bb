/** `bytes`: the length of the full text. */
export type TextTail = { text: string; bytes: number }

/** The last `maxBytes` of a stream, which is never in memory as a whole. */
export async function readTail(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<TextTail> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  let bufferedBytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    bufferedBytes += chunk.length
    chunks.push(chunk)
    while (chunks[0] !== undefined && bufferedBytes - chunks[0].length >= maxBytes)
      bufferedBytes -= chunks.shift()?.length ?? 0
  }
  return { text: Buffer.concat(chunks).subarray(-maxBytes).toString('utf8'), bytes }
}

/** The bytes of a stream; undefined when there are more than `maxBytes`. */
export async function readBytes(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
