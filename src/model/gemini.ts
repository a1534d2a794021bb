import type {
  GenerateContentConfig,
  GenerateContentParameters,
  GenerateContentResponse,
  GoogleGenAI,
} from '@google/genai/web'
import { retryAfterMs } from './api-error.ts'
import { faultOf } from './faults.ts'
import { settle } from './reply.ts'
import { type Ask, ModelError, type ModelRequest } from './types.ts'
import { addChunk, callIds, newDraft, toContents, toDeclarations, toToolConfig } from './wire.ts'

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
  /** Sampling and thinking for one model. */
  generation: (model: string) => GenerateContentConfig
  /** Silence in milliseconds, before or inside an answer, that counts as a broken connection. */
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
  let connected: Promise<GoogleGenAI> | undefined
  return async (request, signal) => {
    signal.throwIfAborted()
    connected ??= connect(options)
    const client = await connected
    const draft = newDraft()
    for await (const chunk of chunksOf(client, parametersFor(request, options), signal, options)) {
      const text = addChunk(draft, chunk)
      if (text !== '') request.onText?.(text)
    }
    for (const id of callIds(request.messages)) taken.add(id)
    return settle(draft, request, taken)
  }
}

/** The SDK costs tens of milliseconds to load, so nothing is loaded before the first question. */
async function connect(options: GeminiOptions): Promise<GoogleGenAI> {
  // The web build is the same client without file access and google-auth-library, which the other one loads at once.
  // It reads no environment variable either: what we were not told, it does not know.
  const { GoogleGenAI } = await import('@google/genai/web')
  const address = addressOf(options)
  return new GoogleGenAI({
    vertexai: options.vertex !== undefined,
    apiKey: options.apiKey ?? 'none', // the web build insists on one; a token replaces it in chunksOf()
    ...(options.apiVersion === undefined ? {} : { apiVersion: options.apiVersion }),
    ...(address === undefined ? {} : { httpOptions: { baseUrl: address } }),
  })
}

/** Source: Vertex AI docs, "Deployments and endpoints"; multi-regions have hosts of their own. */
function addressOf({ baseUrl, vertex }: GeminiOptions): string | undefined {
  if (baseUrl !== undefined || vertex?.project === undefined) return baseUrl
  const location = vertex.location ?? 'global'
  if (location === 'global') return 'https://aiplatform.googleapis.com'
  if (location === 'us' || location === 'eu') return `https://aiplatform.${location}.rep.googleapis.com`
  return `https://${location}-aiplatform.googleapis.com`
}

function parametersFor(request: ModelRequest, options: GeminiOptions): GenerateContentParameters {
  const { model, system, messages, tools, choice } = request
  const { project, location = 'global' } = options.vertex ?? {}
  const path = `projects/${project}/locations/${location}/publishers/google/models/${model}`
  return {
    model: project === undefined || model.includes('/') ? model : path,
    // Vertex documents ids of calls, yet refuses them: "Unknown name \"id\" at contents[1].parts[0].function_call".
    contents: toContents(messages, { model, ids: options.vertex === undefined }),
    config: {
      ...sampledBy(options.generation(model), request.sampling),
      ...(system === '' ? {} : { systemInstruction: system }),
      ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations: toDeclarations(tools) }] }),
      ...(tools.length === 0 || choice === undefined ? {} : { toolConfig: toToolConfig(choice) }),
      httpOptions: { headers: { 'User-Agent': options.userAgent(model) } },
      // The SDK would mend a dropped stream by itself, unseen by our own retries.
      automaticContinuation: false,
    },
  }
}

/** A question's own sampling replaces all that is configured; thinking is another matter. */
function sampledBy(generation: GenerateContentConfig, sampling: ModelRequest['sampling']): GenerateContentConfig {
  if (sampling === undefined) return generation
  const { temperature: _, topP: __, topK: ___, maxOutputTokens: ____, ...rest } = generation
  return { ...rest, ...sampling }
}

async function* chunksOf(
  client: GoogleGenAI,
  parameters: GenerateContentParameters,
  signal: AbortSignal,
  options: GeminiOptions,
): AsyncGenerator<GenerateContentResponse> {
  const stallMs = options.stallMs ?? STALL_MS
  const watch = watchdog(stallMs, signal)
  const secrets = options.apiKey === undefined ? [] : [options.apiKey]
  let waitMs: number | undefined

  /** Puts the token on at the last moment, and reads the one header that the SDK's errors lose. */
  const send: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    if (options.accessToken !== undefined) {
      const token = await options.accessToken()
      secrets.push(token)
      headers.delete('x-goog-api-key')
      headers.set('authorization', `Bearer ${token}`)
    }
    const response = await fetch(url, { ...init, headers })
    waitMs = retryAfterMs(response.headers.get('retry-after'), options.now())
    return response
  }

  try {
    const { config } = parameters
    const httpOptions = { ...config?.httpOptions, fetch: send }
    const stream = await client.models.generateContentStream({
      ...parameters,
      config: { ...config, httpOptions, abortSignal: watch.signal },
    })
    for await (const chunk of stream) {
      watch.fed()
      yield chunk
    }
  } catch (error) {
    signal.throwIfAborted()
    if (watch.starved()) {
      const text = `The API sent nothing for ${Math.round(stallMs / 1000)} s.`
      throw new ModelError(text, { fault: 'unavailable', retry: 'later' })
    }
    const model = parameters.model.split('/').at(-1) ?? ''
    throw faultOf(error, { model, retryAfterMs: waitMs, secrets })
  } finally {
    watch.end()
  }
}

/** Aborts its signal when nobody calls fed() for `ms`, or when `outer` aborts. */
function watchdog(ms: number, outer: AbortSignal) {
  const inner = new AbortController()
  let hungry = false
  const stop = () => inner.abort()
  if (outer.aborted) stop()
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
      // Whoever stops reading early leaves a connection open; this closes it, and is nothing after a whole answer.
      inner.abort()
    },
  }
}
