import type { GenerateContentConfig, GenerateContentResponse } from '@google/genai/web'
import { record } from './api-error.ts'
import { type Attempt, attempt, type Line } from './attempt.ts'
import { setUp } from './code-assist-setup.ts'
import { configFor } from './gemini.ts'
import { eventsOf } from './server-events.ts'
import { streamingAsk } from './streaming.ts'
import type { Ask, CountTokens, ModelRequest } from './types.ts'
import { toContents } from './wire.ts'

export type CodeAssistOptions = Line & {
  /** Address with version, such as https://cloudcode-pa.googleapis.com/v1internal. */
  baseUrl: string
  /** Google Cloud project, where the workflow names one. */
  project?: string
  session?: string
  /** Sampling and thinking for one question. */
  generation: (request: ModelRequest) => GenerateContentConfig
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Gemini Code Assist: the Gemini API in an envelope, for accounts that are enrolled first. */
export function codeAssist(options: CodeAssistOptions): { ask: Ask; count: CountTokens } {
  const project = projectOnce(options)
  return {
    ask: streamingAsk(options, async (request, one) => {
      const envelope = envelopeOf(request, await project(one), options)
      const response = await post('streamGenerateContent?alt=sse', envelope, one, options)
      return unwrapped(response)
    }),
    async count({ model, messages }, signal) {
      const one = attempt(options, model, signal)
      try {
        const request = { model: `models/${hereCalled(model)}`, contents: contentsOf(messages, model) }
        const response = await post('countTokens', { request }, one, options)
        const { totalTokens } = record(await response.json())
        return typeof totalTokens === 'number' ? totalTokens : 0
      } catch (error) {
        throw one.failure(error)
      } finally {
        one.end()
      }
    },
  }
}

/** Asks once who we are there; a failure is not remembered. */
function projectOnce(options: CodeAssistOptions): (one: Attempt) => Promise<string> {
  let found: Promise<string> | undefined
  return (one) => {
    const heard = async (response: Response) => {
      one.fed()
      return record(await response.json())
    }
    found ??= setUp({
      project: options.project,
      call: async (method, body) => heard(await post(method, body, one, options)),
      operation: async (name) =>
        heard(await answered(await one.fetch(`${options.baseUrl}/${name}`, { signal: one.signal }))),
      sleep: (ms) => options.sleep(ms, one.signal),
    }).catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
}

/** Conversation last, for the same reason as in gemini.ts. */
function envelopeOf(request: ModelRequest, project: string, { session, generation }: CodeAssistOptions): object {
  const { systemInstruction, tools, toolConfig, safetySettings, ...generationConfig } = configFor(
    request,
    generation(request),
  )
  return {
    model: hereCalled(request.model),
    project,
    request: {
      ...(systemInstruction === undefined
        ? {}
        : { systemInstruction: { role: 'user', parts: [{ text: systemInstruction }] } }),
      tools,
      safetySettings,
      generationConfig,
      session_id: session,
      contents: contentsOf(request.messages, request.model),
      toolConfig,
    },
    user_prompt_id: session,
  }
}

/** Thoughts are refused there, signed or not. */
const contentsOf = (messages: ModelRequest['messages'], model: string) =>
  toContents(messages, { model, ids: true, thoughts: false })

/** Ids that Code Assist knows under another name. Dated data: 2026-08. */
const NAMES: Readonly<Record<string, string>> = { 'gemini-3.5-flash': 'gemini-3-flash' }

const hereCalled = (model: string): string => (Object.hasOwn(NAMES, model) ? (NAMES[model] ?? model) : model)

async function post(method: string, body: object, one: Attempt, { baseUrl }: CodeAssistOptions): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: one.signal }
  return answered(await one.fetch(`${baseUrl}:${method}`, init))
}

/** In the form the SDK throws, so that one place judges both. */
async function answered(response: Response): Promise<Response> {
  if (response.ok) return response
  throw Object.assign(new Error(await response.text()), { status: response.status })
}

async function* unwrapped(response: Response): AsyncGenerator<GenerateContentResponse> {
  if (response.body === null) return
  for await (const event of eventsOf(response.body)) {
    const { response: inner, error } = record(event)
    if (error !== undefined) {
      const status = Number(record(error).code) || 500
      throw Object.assign(new Error(JSON.stringify({ error })), { status })
    }
    yield record(inner) as unknown as GenerateContentResponse // the same JSON; its getters are not used
  }
}
