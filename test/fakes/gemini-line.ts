import { expect } from 'vitest'
import { type GeminiRequest, type GeminiScript, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { apiKeyCredential } from '../../src/model/credential.ts'
import { type GeminiOptions, gemini } from '../../src/model/gemini.ts'
import { generationFor } from '../../src/model/models.ts'
import type { Message, ModelError, ModelReply, ModelRequest } from '../../src/model/types.ts'

export const KEY = 'AIza-the-very-secret-key'
export const never = new AbortController().signal

export const ask = (url: string, options: Partial<GeminiOptions> = {}) =>
  gemini({
    credential: apiKeyCredential(KEY, 'gemini_api_key', false),
    baseUrl: url,
    headers: (model) => ({ 'user-agent': `Sluice/1/${model}` }),
    generation: ({ model }) => generationFor({ name: model }).config,
    now: () => 0,
    ...options,
  }).generate

export const question = (...messages: Message[]): ModelRequest => ({
  model: 'gemini-3-pro-preview',
  system: 'be kind',
  messages: messages.length > 0 ? messages : [{ role: 'user', parts: [{ kind: 'text', text: 'hello' }] }],
  tools: [
    {
      name: 'read_file',
      description: 'reads',
      parameters: { type: 'object', properties: { path: { type: 'string' } } },
    },
  ],
})

export const answersTo = (reply: ModelReply): Message => ({
  role: 'tool',
  replies: reply.parts.flatMap((part) =>
    part.kind === 'call' ? [{ id: part.call.id, name: part.call.name, response: { output: part.call.id } }] : [],
  ),
})

/** A request in the order in which the model reads it. The API caches a prompt by its beginning. */
export function asRead({ body }: GeminiRequest): string {
  const { systemInstruction, tools, contents } = body as Record<string, unknown> // the emulator took it for a request
  return JSON.stringify({ systemInstruction, tools, contents })
}

/** Starts an emulator, asks it once, and gives the failure. */
export async function failureOf(script: GeminiScript, request = question(), options = {}): Promise<ModelError> {
  await using gemini = await startGemini(script, { key: KEY })
  return await ask(gemini.url, options)(request, never).then(
    (reply) => expect.fail(`answered ${JSON.stringify(reply)}`),
    (error: unknown) => error as ModelError, // each test looks at what it is
  )
}
