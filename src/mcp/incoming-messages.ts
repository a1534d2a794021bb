import { type JSONRPCMessage, parseJSONRPCMessage, SERVER_INFO_META_KEY } from '@modelcontextprotocol/client'
import type { StartTimer } from '../platform/time.ts'
import { collapseWhitespace, keepStart } from '../text/format-text.ts'
import { SCHEMA_DATA_KEYWORDS, SCHEMA_MAP_KEYWORDS } from '../tools/schema-references.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

type PendingRequest = { id: string | number; method: string; params: Json }

/** Where the messages of one server come in. It makes them what the SDK reads, and answers for what cannot be read. */
export type IncomingMessages = {
  /** Remembers a message of ours, as the SDK sends it: a request, or the end of one. */
  noteOutgoing(message: unknown): void
  /**
   * The messages in a text of the server; none if it has none. A text that cannot be read but answers one of our requests
   * becomes an error of that request: it would go unheard, and the call would wait for its limit.
   */
  read(text: string, ownId?: string | number): JSONRPCMessage[]
  /** The same for the next line of a program. A message may have several lines, as a pretty-printer writes it. */
  readLine(line: string): JSONRPCMessage[]
  /**
   * The messages in the lines so far and the text behind them, when nothing follows: a message without the end of its line, or
   * one that is cut. Undefined if they are the start of no message.
   */
  readRest(text: string): JSONRPCMessage[] | undefined
  /** The error for a request that ends without an answer; none if it was answered. */
  unanswered(id: string | number, reason: string): JSONRPCMessage[]
}

export function openIncomingMessages(): IncomingMessages {
  const pending = new Map<string, PendingRequest>()
  let lastId = -1
  let lines: string[] = []
  let depth = 0

  /** The request that an answer without an id means. */
  const onlyPending = (): PendingRequest | undefined => {
    const waiting = [...pending.values()].filter(({ method }) => method !== 'subscriptions/listen')
    return waiting.length === 1 ? waiting[0] : undefined
  }

  function fail(request: PendingRequest, message: string): JSONRPCMessage {
    pending.delete(String(request.id))
    return { jsonrpc: '2.0', id: request.id, error: { code: failureCode(request), message } }
  }

  const unreadable = (request: PendingRequest, text: string): JSONRPCMessage =>
    fail(request, `The answer of the server cannot be read: ${excerpt(text)}`)

  function readMessage(value: unknown, ownId: string | number | undefined): JSONRPCMessage | undefined {
    if (!isObject(value)) return undefined
    const message: Json = { ...Object(withoutNulls(value)), jsonrpc: '2.0' }
    if (typeof message.method === 'string') return parsed(message)
    const { id = ownId ?? onlyPending()?.id, result, error } = message
    const request = pending.get(String(id))
    // An id that we never sent is a wrong one, not that of an answer that comes too late.
    const meant = request === undefined && !wasSent(id) && (result ?? error) !== undefined ? onlyPending() : undefined
    if (meant !== undefined) return unreadable(meant, JSON.stringify(value))
    if (request === undefined) return parsed(message)
    // A log line may have an id, too.
    if (result === undefined && error === undefined && value.jsonrpc === undefined) return undefined
    const answer =
      error !== undefined
        ? { jsonrpc: '2.0', id: request.id, error: readableError(error) }
        : isObject(result)
          ? { jsonrpc: '2.0', id: request.id, result: readableResult(request, result) }
          : undefined
    const complete = answer === undefined ? undefined : parsed(answer)
    if (complete === undefined) return unreadable(request, JSON.stringify(value))
    pending.delete(String(request.id))
    return complete
  }

  /** The request that a cut message answers: the one it names, or the only one that waits. */
  function cutAnswerTo(text: string): PendingRequest | undefined {
    const start = text.slice(0, MAX_EXCERPT_CHARACTERS)
    if (!/^[[{]/.test(start) || (start.includes('"method"') && !/"(?:result|error)"/.test(start))) return undefined
    return pending.get(String(idOfAnswer(text))) ?? (MESSAGE_START.test(start) ? onlyPending() : undefined)
  }

  const wasSent = (id: unknown) => /^\d+$/.test(String(id)) && Number(id) <= lastId

  const readValue = (value: unknown, ownId: string | number | undefined): JSONRPCMessage[] =>
    (Array.isArray(value) ? value : [value]).flatMap((each) => readMessage(each, ownId) ?? [])

  function read(text: string, ownId?: string | number): JSONRPCMessage[] {
    const value = parseMessage(text)
    if (value !== undefined) return readValue(value, ownId)
    const request = pending.get(String(ownId ?? idOfAnswer(text)))
    return request === undefined ? [] : [unreadable(request, text)]
  }

  /** Reads the lines so far as one message. */
  function readLines(): JSONRPCMessage[] {
    const text = lines.join('\n')
    lines = []
    depth = 0
    return text === '' ? [] : read(text)
  }

  function readLine(line: string): JSONRPCMessage[] {
    const isInList = lines[0]?.startsWith('[') === true
    const value = parseMessage(isInList ? line.replace(/,$/, '') : line)
    const isWhole = lines.length === 0 ? value !== undefined : isObject(value) && value.jsonrpc !== undefined
    if (isWhole) return [...(isInList ? [] : readLines()), ...readValue(value, undefined)]
    if (lines.length > 0 && !isInList && line.startsWith('{"jsonrpc"')) return [...readLines(), ...readLine(line)]
    const text = lines.length > 0 ? line : messageStart(line)
    const opened = bracketDepth(text ?? '')
    if (text === undefined || (lines.length === 0 && opened <= 0)) return read(line)
    lines.push(text)
    depth += opened
    return depth > 0 && lines.length <= MAX_LINES ? [] : readLines()
  }

  return {
    noteOutgoing(message) {
      if (!isObject(message) || typeof message.method !== 'string') return
      const { id, method } = message
      const params = isObject(message.params) ? message.params : {}
      if (typeof id === 'number' || typeof id === 'string') {
        pending.set(String(id), { id, method, params })
        lastId = Math.max(lastId, Number(id) || 0)
      } else if (method === 'notifications/cancelled') pending.delete(String(params.requestId))
    },
    read,
    readLine,
    readRest(partial) {
      const text = [...lines, partial].join('\n').trim()
      const value = parseMessage(text)
      const request = cutAnswerTo(text)
      if (value === undefined && request === undefined) return undefined
      lines = []
      depth = 0
      return value === undefined && request !== undefined ? [unreadable(request, text)] : readValue(value, undefined)
    },
    unanswered(id, reason) {
      const request = pending.get(String(id))
      return request === undefined ? [] : [fail(request, reason)]
    },
  }
}

/** A server that cannot answer the question for its revision speaks an older one. */
const failureCode = ({ method }: PendingRequest): number => (method === 'server/discover' ? -32601 : -32603)

/** How the JSON of a message starts; `[INFO]` is none. */
const MESSAGE_START = /^(?:\[\s*)?(?:\{\s*(?:["'}]|$)|$)/

/** The text from where a message starts in a line, such as behind a log line without an end. */
function messageStart(line: string): string | undefined {
  if (MESSAGE_START.test(line)) return line
  const start = line.indexOf('{"jsonrpc"')
  return start < 0 ? undefined : line.slice(start)
}

const MAX_LINES = 1_000_000

/** How many brackets a line opens and does not close; none if it ends within a text, because no text of JSON has a line break. */
function bracketDepth(line: string): number {
  let depth = 0
  for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"|["[\]{}]/g)) {
    if (token === '"') return 0
    if (token.length === 1) depth += '[{'.includes(token) ? 1 : -1
  }
  return depth
}

const MAX_EXCERPT_CHARACTERS = 600

const excerpt = (text: string): string => {
  const line = collapseWhitespace(text)
  return line.length > MAX_EXCERPT_CHARACTERS ? `${keepStart(line, MAX_EXCERPT_CHARACTERS)}…` : line || 'it is empty'
}

function parsed(message: Json): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(message)
  } catch {
    return undefined
  }
}

/** The JSON of a text, which may stand after something else, such as a log line without an end, or be encoded twice. */
function parseMessage(text: string): unknown {
  for (const start of new Set([0, text.indexOf('{"jsonrpc"')]))
    if (start >= 0)
      try {
        const value: unknown = JSON.parse(text.slice(start))
        return typeof value === 'string' && value.startsWith('{') ? parseMessage(value) : value
      } catch {
        // The next place may have it.
      }
  return undefined
}

/** The id in the text of an answer that is not JSON, such as one that is cut or contains NaN. */
function idOfAnswer(text: string): string | undefined {
  const start = text.slice(0, MAX_EXCERPT_CHARACTERS).replaceAll("'", '"')
  if (!start.includes('"jsonrpc"') || (/"method"\s*:/.test(start) && !/"(?:result|error)"\s*:/.test(start)))
    return undefined
  return /"id"\s*:\s*"?([\w-]+)/.exec(start)?.[1]
}

/** The keywords of a schema that can be null. */
const NULL_KEYWORDS = new Set(['const', 'default'])

/** Deeper values stay as they are. */
const MAX_DEPTH = 200

/**
 * The value without the fields that are null: null on an optional field is absent. Data stays: what a tool returns as
 * structured content, and the values inside of schemas.
 */
function withoutNulls(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((each) => withoutNulls(each, depth + 1))
  return isObject(value) ? withoutNullFields(value, depth) : value
}

function withoutNullFields(value: Json, depth: number): Json {
  const entries = Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
    if (each === null) return NULL_KEYWORDS.has(key) ? [[key, each]] : []
    if (SCHEMA_DATA_KEYWORDS.has(key) || key === 'structuredContent') return [[key, each]]
    if (!SCHEMA_MAP_KEYWORDS.has(key) || !isObject(each)) return [[key, withoutNulls(each, depth + 1)]]
    return [[key, Object.fromEntries(Object.entries(each).map(([name, one]) => [name, withoutNulls(one, depth + 2)]))]]
  })
  return Object.fromEntries(entries)
}

/** Whatever a server calls an error, with a code and a text. */
function readableError(error: unknown): Json {
  const { code, message, ...rest }: Json = isObject(error) ? error : { message: error }
  const number = typeof code === 'string' || typeof code === 'number' ? Number(code) : Number.NaN
  const text = typeof message === 'string' && message.trim() !== '' ? message : excerpt(JSON.stringify(error))
  return { ...rest, code: Number.isInteger(number) ? number : -32603, message: text }
}

/** The key below `_meta` under which a result passes the SDK as the server sent it. */
export const WHOLE_RESULT = 'sluice/result'

/** What the SDK requires of each result, besides what is read from the whole one. */
const REQUIRED_FIELDS: Readonly<Record<string, Json>> = {
  'tools/list': { tools: [] },
  'prompts/list': { prompts: [] },
  'resources/list': { resources: [] },
  'tools/call': { content: [] },
  'prompts/get': { messages: [] },
  'resources/read': { contents: [] },
}

/**
 * A result that the SDK takes. It refuses a whole list for one entry, and a whole result for one block, so those travel in
 * `_meta`, and lists.ts reads them piece by piece.
 */
function readableResult({ method, params }: PendingRequest, result: Json): Json {
  if (result.resultType === 'input_required') return result
  const kept = { resultType: asText(result.resultType, 'complete'), ttlMs: 0, cacheScope: 'private' }
  const { [method]: required } = REQUIRED_FIELDS
  if (required !== undefined) return { ...kept, ...required, _meta: { [WHOLE_RESULT]: result } }
  if (method === 'initialize') return readableHandshake(result, params)
  return method === 'server/discover' ? { ...kept, ...readableDiscovery(result) } : result
}

/** Some servers leave out what the protocol requires; the client needs none of it. */
function readableHandshake(
  { protocolVersion, _meta, serverInfo, capabilities, instructions, ...rest }: Json,
  params: Json,
): Json {
  return {
    ...rest,
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : params.protocolVersion,
    _meta: isObject(_meta) ? _meta : undefined,
    capabilities: isObject(capabilities) ? readableCapabilities(capabilities) : { tools: {} },
    serverInfo: readableInfo(serverInfo),
    instructions: typeof instructions === 'string' ? instructions : undefined,
  }
}

/** Since revision 2026-07-28. */
function readableDiscovery({ _meta, capabilities, instructions, ...rest }: Json): Json {
  const meta = isObject(_meta) ? _meta : {}
  return {
    ...rest,
    capabilities: isObject(capabilities) ? readableCapabilities(capabilities) : { tools: {} },
    instructions: typeof instructions === 'string' ? instructions : undefined,
    _meta: { ...meta, [SERVER_INFO_META_KEY]: readableInfo(meta[SERVER_INFO_META_KEY]) },
  }
}

const readableInfo = (info: unknown): Json => {
  const { name, version }: Json = isObject(info) ? info : {}
  return { name: asText(name, 'unnamed'), version: asText(version, '0') }
}

const asText = (value: unknown, fallback: string): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : fallback

/** The kinds of what a server offers. Their options are booleans. */
const OFFERS = ['tools', 'prompts', 'resources']

/** Whatever stands for a capability means that the server has it. */
function readableCapabilities(capabilities: Json): Json {
  return Object.fromEntries(
    Object.entries(capabilities).flatMap(([kind, value]): [string, Json][] => {
      if (value === false) return []
      if (!isObject(value)) return [[kind, {}]]
      const isOffer = OFFERS.includes(kind)
      const options = Object.entries(value).filter(
        ([, each]) => typeof each === 'boolean' || (!isOffer && isObject(each)),
      )
      return [[kind, Object.fromEntries(options)]]
    }),
  )
}

/** The id of the request in the body of a POST; undefined for everything else, such as a token request. */
export function requestIdIn(body: unknown, incoming: IncomingMessages): string | number | undefined {
  if (typeof body !== 'string' || !body.includes('"jsonrpc"')) return undefined
  const message: unknown = JSON.parse(body)
  incoming.noteOutgoing(message)
  const id: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'id') : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/**
 * The response with its messages read by `incoming`. A response that is no answer, or a stream that ends without one,
 * becomes the error of the request `id`.
 */
export async function readableResponse(
  response: Response,
  id: string | number | undefined,
  incoming: IncomingMessages,
  timer: StartTimer,
): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || response.status === 202 || response.body === null) return response
  if (/^text\/event-stream\b/i.test(type))
    return withBody(response, response.body.pipeThrough(readableEvents(id, incoming, timer)))
  // Some servers send JSON as text. What is neither, such as a web page, tells the client that this is no server.
  if (id === undefined || !/^(?:application\/json|text\/plain)\b/i.test(type)) return response
  const messages = incoming.read(await textUntilPause(response.body, timer), id)
  const own = messages.find((message) => 'id' in message && String(message.id) === String(id) && !('method' in message))
  const answered = own === undefined ? [...messages, ...incoming.unanswered(id, NO_ANSWER)] : messages
  return withBody(response, JSON.stringify(answered.length === 1 ? answered[0] : answered), 'application/json')
}

/** How long a message may pause in its middle. A program that writes one line never does. */
const MAX_PAUSE_MS = 5_000

/** Calls `due` when nothing came for a while after the last `restart()`. */
export function openPause(timer: StartTimer, due: () => void): { restart(): void; stop(): void } {
  let stop = () => {}
  return {
    restart() {
      stop()
      stop = timer(MAX_PAUSE_MS, due)
    },
    stop: () => stop(),
  }
}

/** The text of a body, which some servers leave open behind the answer, or cut. */
async function textUntilPause(body: ReadableStream<Uint8Array>, timer: StartTimer): Promise<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const pieces: string[] = []
  let hasStarted = false
  const pause = openPause(timer, () => void reader.cancel().catch(() => undefined))
  try {
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      const piece = decoder.decode(value, { stream: true })
      pieces.push(piece)
      // Blanks keep a connection alive while the tool works.
      hasStarted ||= piece.trim() !== ''
      if (hasStarted) pause.restart()
    }
  } finally {
    pause.stop()
  }
  return pieces.join('') + decoder.decode()
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

/** Passes each event on, with its data read by `incoming`. */
function readableEvents(
  id: string | number | undefined,
  incoming: IncomingMessages,
  timer: StartTimer,
): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let partial: string[] = []
  let event: string[] = []
  // The client asks again for the rest of a stream whose events have ids.
  let canResume = false

  /** An event that no empty line ends, and that does not go on. */
  function endCutEvent(): string {
    const data = [...event, partial.join('')].filter((line) => line.startsWith('data:'))
    const messages = incoming.readRest(data.map((line) => line.slice('data:'.length)).join('\n'))
    if (messages === undefined) return ''
    event = []
    partial = []
    return messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('')
  }

  function endEvent(): string {
    const lines = event
    event = []
    canResume ||= lines.some((line) => /^id: ?\S/.test(line))
    const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length))
    if (data.length === 0) return [...lines, '', ''].join('\n')
    const others = lines.filter((line) => !line.startsWith('data:'))
    if (others.some((line) => /^event:/.test(line) && !/^event: ?message$/.test(line)))
      return [...lines, '', ''].join('\n')
    const messages = incoming.read(data.join('\n').trim())
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

  let write: (text: string) => void = () => undefined
  const pause = openPause(timer, () => write(endCutEvent()))
  return new TransformStream({
    start(controller) {
      write = (text) => text !== '' && controller.enqueue(encoder.encode(text))
    },
    transform(chunk) {
      write(readText(decoder.decode(chunk, { stream: true })))
      if (event.length > 0 || partial.some((piece) => piece !== '')) pause.restart()
      else pause.stop()
    },
    flush() {
      pause.stop()
      const rest = readText(`${decoder.decode()}\n`) + (event.length > 0 ? endEvent() : '')
      const failures = id === undefined || canResume ? [] : incoming.unanswered(id, NO_ANSWER)
      write(rest + failures.map((message) => `data: ${JSON.stringify(message)}\n\n`).join(''))
    },
  })
}
