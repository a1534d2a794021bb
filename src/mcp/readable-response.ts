import type { MessageDoor } from './incoming-messages.ts'

/** The id of the request in the body of a POST; undefined for everything else, such as a token request. */
export function requestIdIn(body: unknown, door: MessageDoor): string | number | undefined {
  if (typeof body !== 'string' || !body.includes('"jsonrpc"')) return undefined
  const message: unknown = JSON.parse(body)
  door.noteOutgoing(message)
  const id: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'id') : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/**
 * The response with its messages passed through the door. A response that is no answer, or a stream that ends without one,
 * becomes the error of the request `id`.
 */
export async function readableResponse(
  response: Response,
  id: string | number | undefined,
  door: MessageDoor,
): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || response.status === 202 || response.body === null) return response
  if (/^text\/event-stream\b/i.test(type))
    return withBody(response, response.body.pipeThrough(readableEvents(id, door)))
  // Some servers send JSON as text. What is neither, such as a web page, tells the client that this is no server.
  if (id === undefined || !/^(?:application\/json|text\/plain)\b/i.test(type)) return response
  const messages = door.read(await response.text(), id)
  const own = messages.find((message) => 'id' in message && String(message.id) === String(id) && !('method' in message))
  const answered = own === undefined ? [...messages, ...door.unanswered(id, NO_ANSWER)] : messages
  return withBody(response, JSON.stringify(answered.length === 1 ? answered[0] : answered), 'application/json')
}

const NO_ANSWER = 'The server ended its response without an answer.'

function withBody(response: Response, body: string | ReadableStream<Uint8Array>, contentType?: string): Response {
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  if (contentType !== undefined) headers.set('content-type', contentType)
  // The SDK resolves redirects against this URL.
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: response.url })
}

/** Passes each event on, with its data read by the door. */
function readableEvents(id: string | number | undefined, door: MessageDoor): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let partial: string[] = []
  let event: string[] = []
  // The client asks again for the rest of a stream whose events have ids.
  let canResume = false

  function endEvent(): string {
    const lines = event
    event = []
    canResume ||= lines.some((line) => /^id: ?\S/.test(line))
    const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length))
    if (data.length === 0) return [...lines, '', ''].join('\n')
    const others = lines.filter((line) => !line.startsWith('data:'))
    if (others.some((line) => /^event:/.test(line) && !/^event: ?message$/.test(line)))
      return [...lines, '', ''].join('\n')
    const messages = door.read(data.join('\n').trim())
    // An event without a message keeps its id, by which a stream is resumed.
    if (messages.length === 0) return [...others, 'data:', '', ''].join('\n')
    return messages.map((message) => [...others, `data: ${JSON.stringify(message)}`, '', ''].join('\n')).join('')
  }

  function readText(text: string): string {
    if (!/[\r\n]/.test(text)) {
      partial.push(text)
      return ''
    }
    const lines = [...partial, text].join('').split(/\r\n|\n|\r(?!$)/)
    partial = [lines.pop() ?? '']
    let read = ''
    for (const line of lines)
      if (line === '') read += endEvent()
      else event.push(line)
    return read
  }

  return new TransformStream({
    transform(chunk, controller) {
      const text = readText(decoder.decode(chunk, { stream: true }))
      if (text !== '') controller.enqueue(encoder.encode(text))
    },
    flush(controller) {
      const rest = readText(`${decoder.decode()}\n`) + (event.length > 0 ? endEvent() : '')
      const failures = id === undefined || canResume ? [] : door.unanswered(id, NO_ANSWER)
      const text = rest + failures.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('')
      if (text !== '') controller.enqueue(encoder.encode(text))
    },
  })
}
