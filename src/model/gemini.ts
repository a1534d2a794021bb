import type {
  Content,
  GenerateContentConfig,
  GenerateContentResponse,
  GoogleGenAI,
  ThinkingLevel,
} from '@google/genai/web'
import { record } from './api-error.ts'
import { attempt, type Line } from './attempt.ts'
import { membersOf, objectOf } from './members.ts'
import { dataOf } from './server-events.ts'
import { streamingAsk } from './streaming.ts'
import type { Ask, CountTokens, ModelRequest } from './types.ts'
import { toContents, toToolConfig, toTools } from './wire.ts'

export type GeminiOptions = Line & {
  /** Present: speak to Vertex; with a project, below that project and location. */
  vertex?: { project?: string; location?: string }
  /** Instead of Google's own address. */
  baseUrl?: string
  apiVersion?: string
  /** Sampling and thinking for one question. */
  generation: (request: ModelRequest) => GenerateContentConfig
}

/** The Gemini API, or Vertex. */
export function gemini(options: GeminiOptions): { ask: Ask; count: CountTokens } {
  let connected: Promise<GoogleGenAI> | undefined
  const client = () => {
    connected ??= connect(options)
    return connected
  }
  return {
    ask: streamingAsk(options, async (request, one) => {
      const end: End = {}
      const stream = await (await client()).models.generateContentStream({
        model: pathOf(request.model, options),
        contents: contentsOf(request, options),
        config: {
          ...configFor(request, options.generation(request)),
          httpOptions: { fetch: dataAlone(conversationLast(one.fetch), end) },
          abortSignal: one.signal,
          // The SDK would mend a dropped stream by itself, unseen by our own retries.
          automaticContinuation: false,
        },
      })
      return withMessage(stream, end)
    }),
    async count(request, signal) {
      const one = attempt(options, request.model, signal)
      try {
        const { totalTokens } = await (await client()).models.countTokens({
          model: pathOf(request.model, options),
          contents: contentsOf(request, options),
          config: { httpOptions: { fetch: one.fetch }, abortSignal: one.signal },
        })
        return totalTokens ?? 0
      } catch (error) {
        throw one.failure(error)
      } finally {
        one.end()
      }
    },
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
    apiKey: 'none', // the web build insists on one; the credential replaces it on the way out
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

function pathOf(model: string, { vertex }: GeminiOptions): string {
  if (vertex?.project === undefined || model.includes('/')) return model
  return `projects/${vertex.project}/locations/${vertex.location ?? 'global'}/publishers/google/models/${model}`
}

/** Vertex documents ids of calls, yet refuses them: "Unknown name \"id\" at contents[1].parts[0].function_call". */
const contentsOf = (
  { messages, model }: Pick<ModelRequest, 'messages' | 'model'>,
  { vertex }: GeminiOptions,
): Content[] => toContents(messages, { model, ids: vertex === undefined })

/** Everything of a question but the conversation. */
export function configFor(request: ModelRequest, generation: GenerateContentConfig): GenerateContentConfig {
  const { system, tools: declared, choice, schema } = request
  const tools = toTools(request)
  return {
    ...limitedTo(request.most, sampledBy(generation, request.sampling)),
    ...(schema === undefined || tools.length > 0
      ? {}
      : { responseMimeType: 'application/json', responseJsonSchema: schema }),
    ...(system === '' ? {} : { systemInstruction: system }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(declared.length === 0 || choice === undefined ? {} : { toolConfig: toToolConfig(choice) }),
  }
}

/** A question's own sampling replaces all that is configured; thinking is another matter. */
function sampledBy(generation: GenerateContentConfig, sampling: ModelRequest['sampling']): GenerateContentConfig {
  if (sampling === undefined) return generation
  const { temperature: _, topP: __, topK: ___, maxOutputTokens: ____, ...rest } = generation
  return { ...rest, ...sampling }
}

/** Below this many tokens there is no room for much thinking beside the answer. */
const BRIEF = 8192

/** Source: Gemini API docs, "Thinking": thoughts count as output, and end the answer when they use it up. */
function limitedTo(most: number | undefined, generation: GenerateContentConfig): GenerateContentConfig {
  if (most === undefined) return generation
  const { thinkingConfig } = generation
  const maxOutputTokens = Math.min(most, generation.maxOutputTokens ?? most)
  if (maxOutputTokens >= BRIEF || thinkingConfig === undefined) return { ...generation, maxOutputTokens }
  const { thinkingLevel, thinkingBudget } = thinkingConfig
  const less = {
    ...(thinkingLevel === undefined ? {} : { thinkingLevel: 'LOW' as ThinkingLevel }), // the SDK's enum is such strings
    ...(thinkingBudget === undefined
      ? {}
      : { thinkingBudget: Math.min(thinkingBudget, Math.max(128, Math.floor(maxOutputTokens / 4))) }),
  }
  return { ...generation, maxOutputTokens, thinkingConfig: { ...thinkingConfig, ...less } }
}

/**
 * Sends bodies with what never changes first and the conversation last, so that each request begins with all of the
 * one before it, and runs of one repository begin alike: the API keeps what it has read before by its beginning. The
 * SDK writes the conversation first. Whether tools may be called is a matter of this one question, and stands behind it.
 */
const conversationLast =
  (send: typeof fetch): typeof fetch =>
  (url, init) => {
    if (typeof init?.body !== 'string') return send(url, init)
    const members = membersOf(init.body) // the SDK just wrote it
    const rest = [...members.keys()].filter((name) => !FIRST.includes(name) && !LAST.includes(name))
    return send(url, { ...init, body: objectOf(members, [...FIRST, ...rest, ...LAST]) })
  }

const FIRST = ['systemInstruction', 'tools']
const LAST = ['contents', 'toolConfig']

/** What the API says of why an answer ended, beside the reason. */
type End = { message?: string }

/**
 * Hands the SDK event streams of one shape: it drops an event that holds anything before its data, such as an id, and
 * with it a piece of the answer. Notes in `end` what it drops of the last one.
 */
const dataAlone =
  (send: typeof fetch, end: End): typeof fetch =>
  async (url, init) => {
    const response = await send(url, init)
    const { body, status, headers, ok } = response
    if (!ok || body === null || !/^text\/event-stream/i.test(headers.get('content-type') ?? '')) return response
    const encoder = new TextEncoder()
    const events = async function* () {
      for await (const data of dataOf(body)) {
        const message = finishMessageIn(data)
        if (message !== undefined) end.message = message
        yield encoder.encode(`data: ${data.replace(/\n+/g, '\n')}\n\n`)
      }
    }
    return new Response(ReadableStream.from(events()), { status, headers })
  }

function finishMessageIn(data: string): string | undefined {
  if (!data.includes('"finishMessage"')) return undefined
  try {
    const { candidates } = record(JSON.parse(data))
    const { finishMessage } = record(Array.isArray(candidates) ? candidates[0] : undefined)
    return typeof finishMessage === 'string' ? finishMessage : undefined
  } catch {
    return undefined // the SDK says what is wrong with it
  }
}

/** The SDK knows the message of Vertex and leaves out that of the Gemini API, where it has the same place. */
async function* withMessage(
  stream: AsyncIterable<GenerateContentResponse>,
  end: End,
): AsyncGenerator<GenerateContentResponse> {
  for await (const chunk of stream) {
    const [candidate] = chunk.candidates ?? []
    if (candidate?.finishReason !== undefined && end.message !== undefined) candidate.finishMessage ??= end.message
    yield chunk
  }
}
