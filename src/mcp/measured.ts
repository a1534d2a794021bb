/** Messages larger than this come from a server gone wild. */
export const MOST_BYTES = 32 * 1024 * 1024

const tooMuch = (most: number) => new Error(`It sent more than ${most} bytes in one message.`)

/**
 * A response whose body breaks off where one message of it is longer than that: all of it, or of a stream of events what
 * stands between two blank lines. Whoever reads it keeps a message until it is whole.
 */
export function measured(response: Response, most = MOST_BYTES): Response {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
  let bytes = 0
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const end = isStream ? afterLastEvent(chunk) : 0
        bytes = end > 0 ? chunk.length - end : bytes + chunk.length
        if (bytes > most) controller.error(tooMuch(most))
        else controller.enqueue(chunk)
      },
    }),
  )
  const same = new Response(counted, { status, statusText, headers })
  // By it the SDK tells where a redirect would lead.
  return Object.defineProperty(same, 'url', { value: response.url })
}

/** Where the bytes after the last blank line begin; 0 where there is none. */
function afterLastEvent(chunk: Uint8Array): number {
  for (let at = chunk.lastIndexOf(LF); at > 0; at = chunk.lastIndexOf(LF, at - 1)) {
    const before = chunk[at - 1] === CR ? at - 2 : at - 1
    if (before < 0 || chunk[before] === LF) return at + 1
  }
  return 0
}

const LF = 10
const CR = 13
