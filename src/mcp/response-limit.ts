/** A larger message comes from a broken server. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024

const messageTooLarge = (maxBytes: number) => new Error(`It sent more than ${maxBytes} bytes in one message.`)

/**
 * Returns the response with a body that fails when one message exceeds `maxBytes`. A message is the whole body, or one
 * event of an event stream. The SDK keeps a message in memory until it is complete.
 */
export function limitMessageSize(response: Response, maxBytes = MAX_MESSAGE_BYTES): Response {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
  let bytes = 0
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const end = isStream ? afterLastEvent(chunk) : 0
        bytes = end > 0 ? chunk.length - end : bytes + chunk.length
        if (bytes > maxBytes) controller.error(messageTooLarge(maxBytes))
        else controller.enqueue(chunk)
      },
    }),
  )
  const limited = new Response(counted, { status, statusText, headers })
  // The SDK resolves redirects against this URL.
  return Object.defineProperty(limited, 'url', { value: response.url })
}

/** Offset of the bytes after the last blank line; 0 if there is no blank line. */
function afterLastEvent(chunk: Uint8Array): number {
  for (let lineFeed = chunk.lastIndexOf(LF); lineFeed > 0; lineFeed = chunk.lastIndexOf(LF, lineFeed - 1)) {
    const before = chunk[lineFeed - 1] === CR ? lineFeed - 2 : lineFeed - 1
    if (before < 0 || chunk[before] === LF) return lineFeed + 1
  }
  return 0
}

const LF = 10
const CR = 13
