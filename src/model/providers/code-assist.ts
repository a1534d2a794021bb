import type { GenerateContentConfig, GenerateContentResponse } from '@google/genai/web'
import { asRecord } from '../errors/api-error.ts'
import { type ModelTransport, type RequestAttempt, startAttempt } from '../retry/request-attempt.ts'
import type { CountTokens, Generate, ModelRequest } from '../types.ts'
import { readSseJson } from '../wire/sse.ts'
import { toContents } from '../wire/wire.ts'
import { setUpCodeAssist } from './code-assist-setup.ts'
import { buildConfig } from './gemini.ts'
import { createStreamingGenerate } from './streaming.ts'

export type CodeAssistOptions = ModelTransport & {
  /** Address with version, for example https://cloudcode-pa.googleapis.com/v1internal. */
  baseUrl: string
  /** Google Cloud project, if the workflow sets one. */
  project?: string
  session?: string
  /** Sampling and thinking of one request. */
  generation: (request: ModelRequest) => GenerateContentConfig
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Gemini Code Assist: the Gemini API in an envelope, for enrolled accounts. */
export function codeAssist(options: CodeAssistOptions): { generate: Generate; countTokens: CountTokens } {
  const project = lazyProject(options)
  return {
    generate: createStreamingGenerate(options, async (request, attempt) => {
      const envelope = buildEnvelope(request, await project(attempt), options)
      const response = await post('streamGenerateContent?alt=sse', envelope, attempt, options)
      return unwrapResponses(response)
    }),
    async countTokens({ model, messages }, signal) {
      const attempt = startAttempt(options, model, signal)
      try {
        const request = { model: `models/${codeAssistModel(model)}`, contents: buildContents(messages, model) }
        const response = await post('countTokens', { request }, attempt, options)
        const { totalTokens } = asRecord(await response.json())
        return typeof totalTokens === 'number' ? totalTokens : 0
      } catch (error) {
        throw attempt.toError(error)
      } finally {
        attempt.end()
      }
    },
  }
}

/** Sets up the account on the first call; a failure is not cached. */
function lazyProject(options: CodeAssistOptions): (attempt: RequestAttempt) => Promise<string> {
  let project: Promise<string> | undefined
  return (attempt) => {
    const readJson = async (response: Response) => {
      attempt.dataArrived()
      return asRecord(await response.json())
    }
    project ??= setUpCodeAssist({
      project: options.project,
      call: async (method, body) => readJson(await post(method, body, attempt, options)),
      operation: async (name) =>
        readJson(await requireOk(await attempt.fetch(`${options.baseUrl}/${name}`, { signal: attempt.signal }))),
      sleep: (ms) => options.sleep(ms, attempt.signal),
    }).catch((error: unknown) => {
      project = undefined
      throw error
    })
    return project
  }
}

function buildEnvelope(request: ModelRequest, project: string, { session, generation }: CodeAssistOptions): object {
  const { systemInstruction, tools, toolConfig, safetySettings, ...generationConfig } = buildConfig(
    request,
    generation(request),
  )
  return {
    model: codeAssistModel(request.model),
    project,
    request: {
      systemInstruction:
        systemInstruction === undefined ? undefined : { role: 'user', parts: [{ text: systemInstruction }] },
      tools,
      safetySettings,
      generationConfig,
      session_id: session,
      contents: buildContents(request.messages, request.model),
      toolConfig,
    },
    user_prompt_id: session,
  }
}

/** Code Assist refuses thoughts, signed or not. */
const buildContents = (messages: ModelRequest['messages'], model: string) =>
  toContents(messages, { model, ids: true, thoughts: false })

/** Model ids with another name in Code Assist. Dated data: 2026-08. */
const MODEL_NAMES: Readonly<Record<string, string>> = { 'gemini-3.5-flash': 'gemini-3-flash' }

const codeAssistModel = (model: string): string =>
  Object.hasOwn(MODEL_NAMES, model) ? (MODEL_NAMES[model] ?? model) : model

async function post(
  method: string,
  body: object,
  attempt: RequestAttempt,
  { baseUrl }: CodeAssistOptions,
): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: attempt.signal }
  return requireOk(await attempt.fetch(`${baseUrl}:${method}`, init))
}

/** Throws errors in the SDK's format, so that toModelError() handles both. */
async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response
  throw Object.assign(new Error(await response.text()), { status: response.status })
}

async function* unwrapResponses(response: Response): AsyncGenerator<GenerateContentResponse> {
  if (response.body === null) return
  for await (const event of readSseJson(response.body)) {
    const { response: inner, error } = asRecord(event)
    if (error !== undefined) {
      const status = Number(asRecord(error).code) || 500
      throw Object.assign(new Error(JSON.stringify({ error })), { status })
    }
    yield asRecord(inner) as unknown as GenerateContentResponse // the same JSON; its getters are not used
  }
}
