import {
  type Content,
  type GenerateContentConfig,
  type GenerateContentResponse,
  GoogleGenAI,
  type ThinkingLevel,
} from '@google/genai/web'
import { createStreamingGenerate } from './gemini-streaming.ts'
import { toContents, toToolConfig, toTools } from './gemini-wire.ts'
import { asRecord } from './model-errors.ts'
import { type ModelTransport, startAttempt } from './request-attempt.ts'
import type { CountTokens, Generate, ModelRequest } from './types.ts'

export type GeminiOptions = ModelTransport & {
  /** Present: use Vertex AI; with a project, in that project and location. */
  vertex?: { project?: string; location?: string }
  /** Replaces Google's address. */
  baseUrl?: string
  apiVersion?: string
  /** Sampling and thinking of one request. */
  generation: (request: ModelRequest) => GenerateContentConfig
}

/** The Gemini API, or Vertex AI. */
export function gemini(options: GeminiOptions): { generate: Generate; countTokens: CountTokens } {
  const { models } = createClient(options)
  return {
    generate: createStreamingGenerate(options, async (request, attempt) => {
      const finishNote: FinishNote = {}
      const stream = await models.generateContentStream({
        model: modelPath(request.model, options),
        contents: buildContents(request, options),
        config: {
          ...buildConfig(request, options.generation(request)),
          httpOptions: { fetch: withFinishNote(attempt.fetch, finishNote) },
          abortSignal: attempt.signal,
          // Otherwise the SDK resumes a dropped stream itself, hidden from withRetry().
          automaticContinuation: false,
        },
      })
      return addFinishMessage(stream, finishNote)
    }),
    async countTokens(request, signal) {
      const attempt = startAttempt(options, request.model, signal)
      try {
        const { totalTokens } = await models.countTokens({
          model: modelPath(request.model, options),
          contents: buildContents(request, options),
          config: { httpOptions: { fetch: attempt.fetch }, abortSignal: attempt.signal },
        })
        return totalTokens ?? 0
      } catch (error) {
        throw attempt.toError(error)
      } finally {
        attempt.end()
      }
    },
  }
}

function createClient(options: GeminiOptions): GoogleGenAI {
  // The web build is the same client without file access and google-auth-library, which the Node.js build loads at once.
  // It also reads no environment variables.
  const address = vertexAddress(options)
  return new GoogleGenAI({
    vertexai: options.vertex !== undefined,
    apiKey: 'none', // the web build requires one; startAttempt() replaces it with the credential
    apiVersion: options.apiVersion,
    httpOptions: address === undefined ? undefined : { baseUrl: address },
  })
}

/** The address of a Vertex AI location; multi-regions have separate hosts. Source: Vertex AI docs, "Deployments and endpoints". */
function vertexAddress({ baseUrl, vertex }: GeminiOptions): string | undefined {
  if (baseUrl !== undefined || vertex?.project === undefined) return baseUrl
  const location = vertex.location ?? 'global'
  if (location === 'global') return 'https://aiplatform.googleapis.com'
  if (location === 'us' || location === 'eu') return `https://aiplatform.${location}.rep.googleapis.com`
  return `https://${location}-aiplatform.googleapis.com`
}

function modelPath(model: string, { vertex }: GeminiOptions): string {
  if (vertex?.project === undefined || model.includes('/')) return model
  return `projects/${vertex.project}/locations/${vertex.location ?? 'global'}/publishers/google/models/${model}`
}

/** Vertex AI documents call ids but refuses them: "Unknown name \"id\" at contents[1].parts[0].function_call". */
const buildContents = (
  { messages, model }: Pick<ModelRequest, 'messages' | 'model'>,
  { vertex }: GeminiOptions,
): Content[] => toContents(messages, { model, ids: vertex === undefined })

/** Everything in a request except the conversation. */
export function buildConfig(request: ModelRequest, generation: GenerateContentConfig): GenerateContentConfig {
  const { system, tools: declared, choice, schema } = request
  const tools = toTools(request)
  const config: GenerateContentConfig = {
    ...limitTokens(request.maxTokens, applySampling(generation, request.sampling)),
    systemInstruction: system === '' ? undefined : system,
    tools: tools.length === 0 ? undefined : tools,
    toolConfig: declared.length === 0 || choice === undefined ? undefined : toToolConfig(choice),
  }
  if (schema === undefined || tools.length > 0) return config
  return { ...config, responseMimeType: 'application/json', responseJsonSchema: schema }
}

/** The request's sampling replaces all configured sampling, but not thinking. */
function applySampling(generation: GenerateContentConfig, sampling: ModelRequest['sampling']): GenerateContentConfig {
  if (sampling === undefined) return generation
  const { temperature: _, topP: __, topK: ___, maxOutputTokens: ____, ...rest } = generation
  return { ...rest, ...sampling }
}

/** Below this limit, thinking leaves too little room for the answer. */
const LOW_THINKING_TOKENS = 8192

/** Thoughts count as output and end the answer when they use up the limit. Source: Gemini API docs, "Thinking". */
function limitTokens(maxTokens: number | undefined, generation: GenerateContentConfig): GenerateContentConfig {
  if (maxTokens === undefined) return generation
  const { thinkingConfig } = generation
  const maxOutputTokens = Math.min(maxTokens, generation.maxOutputTokens ?? maxTokens)
  if (maxOutputTokens >= LOW_THINKING_TOKENS || thinkingConfig === undefined) return { ...generation, maxOutputTokens }
  const { thinkingLevel, thinkingBudget } = thinkingConfig
  const limitedThinking = {
    thinkingLevel: thinkingLevel === undefined ? undefined : ('LOW' as ThinkingLevel), // the SDK's enum has these strings
    thinkingBudget:
      thinkingBudget === undefined
        ? undefined
        : Math.min(thinkingBudget, Math.max(128, Math.floor(maxOutputTokens / 4))),
  }
  return { ...generation, maxOutputTokens, thinkingConfig: { ...thinkingConfig, ...limitedThinking } }
}

/** The API's message about why an answer ended, in addition to the finish reason. */
type FinishNote = { message?: string | undefined }

/**
 * Reads the finish message of an answer on its way to the SDK, which drops the message of the Gemini API and keeps that of Vertex AI.
 * Reported and answered for the Python SDK: https://github.com/googleapis/python-genai/issues/2049
 */
const withFinishNote =
  (send: typeof fetch, finishNote: FinishNote): typeof fetch =>
  async (url, init) => {
    const response = await send(url, init)
    const { body, status, headers, ok } = response
    if (!ok || body === null) return response
    const decoder = new TextDecoder()
    let line = ''
    const watched = async function* () {
      for await (const bytes of body) {
        const lines = (line + decoder.decode(bytes, { stream: true })).split(/[\r\n]+/)
        line = lines.pop() ?? ''
        for (const each of lines) finishNote.message ??= readFinishMessage(each)
        yield bytes
      }
    }
    return new Response(ReadableStream.from(watched()), { status, headers })
  }

function readFinishMessage(line: string): string | undefined {
  if (!line.includes('"finishMessage"')) return undefined
  try {
    const { candidates } = asRecord(JSON.parse(line.replace(/^data:/, '')))
    const { finishMessage } = asRecord(Array.isArray(candidates) ? candidates[0] : undefined)
    return typeof finishMessage === 'string' ? finishMessage : undefined
  } catch {
    return undefined // the SDK reports the error
  }
}

/** Adds the finish message to the chunk that ends the answer. */
async function* addFinishMessage(
  stream: AsyncIterable<GenerateContentResponse>,
  finishNote: FinishNote,
): AsyncGenerator<GenerateContentResponse> {
  for await (const chunk of stream) {
    const [candidate] = chunk.candidates ?? []
    if (candidate?.finishReason !== undefined && finishNote.message !== undefined)
      candidate.finishMessage ??= finishNote.message
    yield chunk
  }
}
