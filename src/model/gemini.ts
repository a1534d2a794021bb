import type { GenerateContentConfig, GenerateContentResponse, GoogleGenAI } from '@google/genai/web'
import { faultOf, retryAfterMs } from './faults.ts'
import { type Ask, ModelError, type ModelReply, type ModelRequest } from './types.ts'
import { addChunk, callIds, type Draft, nameCalls, newDraft, toContents, toDeclarations } from './wire.ts'

export type GeminiOptions = {
  /** An API key, for the Gemini API or for Vertex. */
  apiKey?: string
  /** A bearer token instead of a key, asked for before each request. */
  accessToken?: () => string | Promise<string>
  /** Present: speak to Vertex; with a project, below that project and location. */
  vertex?: { project?: string; location?: string }
  /** Instead of Google's own address. */
  baseUrl?: string
  apiVersion?: string
  userAgent: (model: string) => string
  headers?: Readonly<Record<string, string>>
  /** Sampling and thinking for one model. */
  generation: (model: string) => GenerateContentConfig
  /** Silence, before or inside an answer, that counts as a broken connection. */
  stallMs?: number
  /** Milliseconds since the epoch, for Retry-After dates. */
  now: () => number
}

const STALL_MS = 120_000

/**
 * Asks the Gemini API, or Vertex, one question over one stream. Does not retry: every failure is one ModelError.
 * Ids of calls are unique for the life of the returned function.
 */
export function geminiAsk(options: GeminiOptions): Ask {
  const taken = new Set<string>()
  const open = lazy(() => connect(options))
  return async (request, signal) => {
    signal.throwIfAborted()
    const draft = newDraft()
    for await (const chunk of chunksOf(request, signal, await open(), options)) {
      const text = addChunk(draft, chunk)
      if (text !== '') request.onText?.(text)
    }
    for (const id of callIds(request.messages)) taken.add(id)
    return replyFrom(draft, request, taken)
  }
}

type Connection = { client: GoogleGenAI; waited: { ms?: number | undefined }; secrets: Set<string> }

/** The SDK costs tens of milliseconds to load, so nothing is loaded before the first question. */
async function connect(options: GeminiOptions): Promise<Connection> {
  // The web build is the same client without file access and google-auth-library, which it would load at once.
  // It reads no environment variable either: what we were not told, it does not know.
  const { GoogleGenAI } = await import('@google/genai/web')
  const waited: Connection['waited'] = {}
  const secrets = new Set(options.apiKey === undefined ? [] : [options.apiKey])

  /** Puts the credential on at the last moment and keeps what the SDK would lose. */
  const send: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    const token = await options.accessToken?.()
    if (token !== undefined) {
      secrets.add(token)
      headers.delete('x-goog-api-key')
      headers.set('authorization', `Bearer ${token}`)
    }
    const response = await fetch(url, { ...init, headers })
    waited.ms = retryAfterMs(response.headers.get('retry-after'), options.now())
    return response
  }

  const address = baseUrlOf(options)
  const client = new GoogleGenAI({
    vertexai: options.vertex !== undefined,
    apiKey: options.apiKey ?? 'none', // the web build insists on one; `send` takes it off again
    ...(options.apiVersion === undefined ? {} : { apiVersion: options.apiVersion }),
    httpOptions: {
      ...(address === undefined ? {} : { baseUrl: address }),
      ...(options.headers === undefined ? {} : { headers: { ...options.headers } }),
      fetch: send,
    },
  })
  return { client, waited, secrets }
}

/** Source: Vertex AI docs, "Regions and endpoints"; multi-regions have hosts of their own. */
function baseUrlOf({ baseUrl, vertex }: GeminiOptions): string | undefined {
  if (baseUrl !== undefined || vertex?.project === undefined) return baseUrl
  const location = vertex.location ?? 'global'
  if (location === 'global') return 'https://aiplatform.googleapis.com'
  if (location === 'us' || location === 'eu') return `https://aiplatform.${location}.rep.googleapis.com`
  return `https://${location}-aiplatform.googleapis.com`
}

function pathOf(model: string, { vertex }: GeminiOptions): string {
  if (vertex?.project === undefined || model.includes('/')) return model
  return `projects/${vertex.project}/locations/${vertex.location ?? 'global'}/publishers/google/models/${model}`
}

async function* chunksOf(
  request: ModelRequest,
  signal: AbortSignal,
  { client, waited, secrets }: Connection,
  options: GeminiOptions,
): AsyncGenerator<GenerateContentResponse> {
  const watch = watchdog(options.stallMs ?? STALL_MS, signal)
  try {
    const stream = await client.models.generateContentStream({
      model: pathOf(request.model, options),
      contents: toContents(request.messages, request.model),
      config: {
        ...options.generation(request.model),
        ...(request.system === '' ? {} : { systemInstruction: request.system }),
        ...(request.tools.length === 0 ? {} : { tools: [{ functionDeclarations: toDeclarations(request.tools) }] }),
        abortSignal: watch.signal,
        httpOptions: { headers: { 'User-Agent': options.userAgent(request.model) } },
        // The SDK would mend a dropped stream by itself, behind the back of our own retries.
        automaticContinuation: false,
      },
    })
    for await (const chunk of stream) {
      watch.fed()
      yield chunk
    }
  } catch (error) {
    signal.throwIfAborted()
    if (watch.starved()) {
      const text = `The API sent nothing for ${Math.round((options.stallMs ?? STALL_MS) / 1000)} s.`
      throw new ModelError(text, { fault: 'unavailable', retry: 'later' })
    }
    throw faultOf(error, { model: request.model, retryAfterMs: waited.ms, secrets: [...secrets] })
  } finally {
    watch.end()
  }
}

/** Aborts its signal when nobody calls fed() for `ms`, or when `outer` aborts. */
function watchdog(ms: number, outer: AbortSignal) {
  const inner = new AbortController()
  let hungry = false
  const stop = () => inner.abort(outer.reason)
  outer.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => {
    hungry = true
    inner.abort()
  }, ms)
  return {
    signal: inner.signal,
    fed: () => void timer.refresh(),
    starved: () => hungry,
    end() {
      clearTimeout(timer)
      outer.removeEventListener('abort', stop)
      // Whoever stops reading early leaves a connection open; this closes it, and costs nothing after a whole answer.
      inner.abort()
    },
  }
}

/** Finish reasons after which the same question may well get a proper answer. */
const MISHAPS: readonly string[] = [
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
  'MALFORMED_RESPONSE',
]

function replyFrom(draft: Draft, request: ModelRequest, taken: Set<string>): ModelReply {
  const { usage, finish, refused } = draft
  const model = draft.model ?? request.model
  const detail = draft.finishMessage === undefined ? '' : ` (${draft.finishMessage})`
  if (finish === undefined && refused !== undefined)
    return { parts: [], stop: 'blocked', reason: refused, usage, model }
  if (finish === undefined) throw unusable('The answer broke off: the stream ended without a finish reason.')
  if (MISHAPS.includes(finish)) throw unusable(`The model's call was garbled: ${finish}${detail}.`)

  const reply = { parts: nameCalls(draft.parts, taken), usage, model }
  if (finish === 'MAX_TOKENS') return { ...reply, stop: 'length', reason: finish }
  if (finish !== 'STOP') return { ...reply, stop: 'blocked', reason: `${finish}${detail}` }

  const thought = reply.parts.some((part) => part.kind === 'thought')
  const says = reply.parts.some((part) => part.kind !== 'thought' && (part.kind !== 'text' || isVisible(part.text)))
  // After tool results silence is an answer: the work was done by calls, and there is nothing to add.
  if (!says && (thought || request.messages.at(-1)?.role !== 'tool'))
    throw unusable(thought ? 'The model thought, but said nothing.' : 'The model gave an empty answer.')
  return { ...reply, stop: 'finished', reason: finish }
}

const unusable = (text: string) => new ModelError(text, { fault: 'unusable', retry: 'later' })

/** Whether a reader would see anything: zero-width characters and HTML comments are nothing. */
const isVisible = (text: string): boolean =>
  text
    .replace(/[\u200B-\u200F\uFEFF]/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .trim() !== ''

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
