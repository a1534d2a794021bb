import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtInTools, type GeminiApiError, invalidArgument, type Method, partKey, requestError } from './rules.ts'
import { isRecord } from './shape.ts'
import type { GeminiStep } from './steps.ts'

export type { GeminiStep } from './steps.ts'

/** `raw` is the body as text, `body` the parsed JSON. */
export type GeminiRequest = { path: string; headers: Record<string, string>; raw: string; body: unknown }

export type GeminiScript = readonly GeminiStep[] | ((request: GeminiRequest) => GeminiStep | Promise<GeminiStep>)

export type GeminiEmulator = {
  /** For GOOGLE_GEMINI_BASE_URL or GOOGLE_VERTEX_BASE_URL. */
  url: string
  requests: GeminiRequest[]
  /** Requests that the API would refuse, and requests past the end of the script. Empty after a correct run. */
  problems: string[]
  [Symbol.asyncDispose](): Promise<void>
}

export type GeminiEmulatorOptions = {
  /** The only key or bearer token to accept; absent: any. */
  key?: string
  /** Thought signatures issued earlier, with the kind of their part, e.g. `functionCall read_file`. */
  issued?: Readonly<Record<string, string>>
}

/**
 * Starts a Gemini API on loopback that answers from a script and rejects invalid requests with the API's messages.
 * Supports generateContent, streamGenerateContent and countTokens, below /v1beta for the Gemini API and /v1beta1 for
 * Vertex. countTokens and rejected requests use no step.
 */
export async function startGemini(script: GeminiScript, options: GeminiEmulatorOptions = {}): Promise<GeminiEmulator> {
  const requests: GeminiRequest[] = []
  const problems: string[] = []
  const issued = new Map(Object.entries(options.issued ?? {}))
  let used = 0

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? ''
    const text = await readBody(incoming)
    const request: GeminiRequest = { path, headers: headersOf(incoming), raw: text, body: parseJson(text) }
    requests.push(request)

    const target = targetOf(incoming.method ?? '', path)
    const refusal =
      target === undefined
        ? { code: 404, status: 'NOT_FOUND', message: `No method at ${incoming.method} ${path}` }
        : (keyRefusal(request, options.key) ??
          (request.body === undefined
            ? invalidArgument('Invalid JSON payload received. Unexpected token.')
            : requestError(request.body, target.method, target.vertex, issued)))
    if (target === undefined || refusal !== undefined) {
      problems.push(`${incoming.method} ${path}: ${refusal?.message.trim()}`)
      return refuse(response, refusal ?? invalidArgument('unknown method'))
    }
    if (target.method === 'countTokens') return json(response, 200, tokenCount(text))

    const step = typeof script === 'function' ? await script(request) : script[used]
    used += 1
    if (step === undefined) {
      const message = `The script has ${script.length} steps; this is request ${used}.`
      problems.push(message)
      return refuse(response, { code: 500, status: 'INTERNAL', message })
    }
    const unrequested = unrequestedMetadata(step, builtInTools(request.body))
    if (unrequested !== undefined)
      problems.push(`Request ${used}: the script answers with ${unrequested}, but the request has no such tool.`)
    if ('chunks' in step && step.chunks !== undefined)
      for (const [signature, key] of signaturesIn(step.chunks)) issued.set(signature, key)
    return sendStep(step, target, response)
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      problems.push(`The emulator failed: ${String(error)}`)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    problems,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Metadata of a built-in tool that the request did not declare: no service sends it. */
function unrequestedMetadata(step: GeminiStep, requestedTools: readonly string[]): string | undefined {
  const answerText = JSON.stringify('chunks' in step ? step.chunks : [])
  if (answerText.includes('"groundingMetadata"') && requestedTools.length === 0) return 'groundingMetadata'
  return answerText.includes('"urlContextMetadata"') && !requestedTools.includes('urlContext')
    ? 'urlContextMetadata'
    : undefined
}

type Target = { method: Method; vertex: boolean; sse: boolean }

const GEMINI_PATH = /^\/v1(?:alpha|beta)?\/(?:models|tunedModels)\/[A-Za-z0-9._-]+:(\w+)$/
const VERTEX_PATH =
  /^\/v1(?:beta1)?\/(?:projects\/[a-z0-9:.-]+\/locations\/[a-z0-9-]+\/)?publishers\/[a-z]+\/models\/[A-Za-z0-9._@-]+:(\w+)$/

function targetOf(verb: string, path: string): Target | undefined {
  const { pathname, searchParams } = new URL(path, 'http://emulator')
  const vertex = VERTEX_PATH.exec(pathname)
  const method = (vertex ?? GEMINI_PATH.exec(pathname))?.[1]
  if (verb !== 'POST') return undefined
  if (method !== 'generateContent' && method !== 'streamGenerateContent' && method !== 'countTokens') return undefined
  return { method, vertex: vertex !== null, sse: searchParams.get('alt') === 'sse' }
}

/** Source: Gemini API docs, "Troubleshooting", and google.rpc.ErrorInfo of the service. */
function keyRefusal({ path, headers }: GeminiRequest, key: string | undefined): GeminiApiError | undefined {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  const credential = headers['x-goog-api-key'] ?? new URL(path, 'http://emulator').searchParams.get('key') ?? bearer
  if (credential === undefined || credential === '')
    return {
      code: 403,
      status: 'PERMISSION_DENIED',
      message:
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    }
  if (key === undefined || credential === key) return undefined
  const reason = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'API_KEY_INVALID',
    domain: 'googleapis.com',
  }
  return { ...invalidArgument('API key not valid. Please pass a valid API key.'), details: [reason] }
}

async function sendStep(step: GeminiStep, target: Target, response: ServerResponse): Promise<void> {
  if ('status' in step) return json(response, step.status, step.body, step.headers)
  if (!('fault' in step) && target.method === 'generateContent') return json(response, 200, joinChunks(step.chunks))
  if (!('fault' in step) && !target.sse) return json(response, 200, step.chunks)

  const chunks = step.chunks ?? []
  const sentChunks = 'fault' in step ? chunks.slice(0, step.after ?? chunks.length) : chunks
  if ('fault' in step && step.fault === 'reset' && sentChunks.length === 0)
    return void response.socket?.resetAndDestroy()
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  for (const [index, one] of sentChunks.entries()) {
    if ('pauseMs' in step && step.pauseMs !== undefined && index > 0) await sleep(step.pauseMs)
    await writeText(response, sseRecord(one))
  }
  if (!('fault' in step)) return void response.end()
  switch (step.fault) {
    case 'reset':
      // Wait until the client has the data: a reset discards data in transit.
      setTimeout(() => response.socket?.resetAndDestroy(), 20)
      return
    case 'cut':
      return void response.end(sseRecord(chunks[sentChunks.length] ?? { candidates: [] }).slice(0, 20))
    case 'malformed':
      return void response.end('data: {"candidates": [oops\r\n\r\n')
    case 'stall':
      return
    default:
      step.fault satisfies never
  }
}

const sseRecord = (one: object): string => `data: ${JSON.stringify(one)}\r\n\r\n`

const writeText = (response: ServerResponse, text: string) =>
  new Promise<void>((resolve) => response.write(text, () => resolve()))

/** Joins the chunks of a stream to the answer of generateContent. */
function joinChunks(chunks: readonly object[]): object {
  const parts = chunks.flatMap(partsOf)
  const last: object = chunks.at(-1) ?? {}
  const candidates = 'candidates' in last && Array.isArray(last.candidates) ? last.candidates : []
  const candidate = isRecord(candidates[0]) ? candidates[0] : {}
  return { ...last, candidates: [{ ...candidate, content: { role: 'model', parts } }] }
}

function partsOf(one: object): Record<string, unknown>[] {
  const candidate: unknown = 'candidates' in one && Array.isArray(one.candidates) ? one.candidates[0] : undefined
  const content = isRecord(candidate) ? candidate.content : undefined
  return isRecord(content) && Array.isArray(content.parts) ? content.parts.filter(isRecord) : []
}

function signaturesIn(chunks: readonly object[]): [string, string][] {
  return chunks
    .flatMap(partsOf)
    .flatMap((part): [string, string][] =>
      typeof part.thoughtSignature === 'string' ? [[part.thoughtSignature, partKey(part)]] : [],
    )
}

const tokenCount = (text: string) => {
  const totalTokens = Math.ceil(text.length / 4)
  return { totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] }
}

function refuse(response: ServerResponse, { code, status, message, details }: GeminiApiError): void {
  json(response, code, { error: { code, message, status, details } })
}

function json(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
  response.end(JSON.stringify(body))
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
