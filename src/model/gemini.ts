import type { Content, GenerateContentConfig, GoogleGenAI } from '@google/genai/web'
import { attempt, type Line } from './attempt.ts'
import { streamingAsk } from './streaming.ts'
import type { Ask, CountTokens, ModelRequest } from './types.ts'
import { toContents, toDeclarations, toToolConfig } from './wire.ts'

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
    ask: streamingAsk(options, async (request, one) =>
      (await client()).models.generateContentStream({
        model: pathOf(request.model, options),
        contents: contentsOf(request, options),
        config: {
          ...configFor(request, options.generation(request)),
          httpOptions: { fetch: conversationLast(one.fetch) },
          abortSignal: one.signal,
          // The SDK would mend a dropped stream by itself, unseen by our own retries.
          automaticContinuation: false,
        },
      }),
    ),
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
  const { system, tools, choice } = request
  return {
    ...sampledBy(generation, request.sampling),
    ...(system === '' ? {} : { systemInstruction: system }),
    ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations: toDeclarations(tools) }] }),
    ...(tools.length === 0 || choice === undefined ? {} : { toolConfig: toToolConfig(choice) }),
  }
}

/** A question's own sampling replaces all that is configured; thinking is another matter. */
function sampledBy(generation: GenerateContentConfig, sampling: ModelRequest['sampling']): GenerateContentConfig {
  if (sampling === undefined) return generation
  const { temperature: _, topP: __, topK: ___, maxOutputTokens: ____, ...rest } = generation
  return { ...rest, ...sampling }
}

/**
 * Sends bodies with what never changes first and the conversation last, so that each request begins with all of the
 * one before it, and runs of one repository begin alike: the API keeps what it has read before by its beginning. The
 * SDK writes the conversation first.
 */
const conversationLast =
  (send: typeof fetch): typeof fetch =>
  (url, init) => {
    if (typeof init?.body !== 'string') return send(url, init)
    const { contents, systemInstruction, tools, toolConfig, ...rest } = JSON.parse(init.body) as Record<string, unknown> // the SDK just wrote it
    return send(url, { ...init, body: JSON.stringify({ systemInstruction, tools, toolConfig, ...rest, contents }) })
  }
