import { turn } from '../../src/emulators/gemini/steps.ts'
import { connectModel } from '../../src/model/connect.ts'
import type { ModelOptions } from '../../src/model/provider-kind.ts'
import type { RetryClock } from '../../src/model/retry.ts'
import type { Message, ModelRequest } from '../../src/model/types.ts'
import type { Environment } from '../../src/platform/environment.ts'
import type { CodeAssist, Step } from './code-assist.ts'

export const never = new AbortController().signal
export const user = (text: string): Message => ({ role: 'user', parts: [{ kind: 'text', text }] })
export const question = (...messages: Message[]): ModelRequest => ({
  model: 'gemini-2.5-pro',
  system: 'be kind',
  messages: messages.length > 0 ? messages : [user('hi')],
  tools: [{ name: 'read_file', description: 'reads', parameters: { type: 'object', properties: {} } }],
})

export const chunks = (step: object): Step => ({
  chunks: 'chunks' in step && Array.isArray(step.chunks) ? step.chunks : [],
})
export const hello = chunks(turn([{ text: 'hello' }]))

/** Connects with a token; keeps how long was slept. */
export function connected(server: CodeAssist, options: ModelOptions = {}, env: Environment = {}) {
  const slept: number[] = []
  const clock: RetryClock = { now: () => 0, random: () => 0.5, sleep: async (ms) => void slept.push(ms) }
  const environment = { CODE_ASSIST_ENDPOINT: server.url, GOOGLE_CLOUD_ACCESS_TOKEN: 'ya29.given', ...env }
  const given = { useCodeAssist: true, session: 'session-1', version: '1', maxAttempts: 1, ...options }
  return { ...connectModel(given, environment, { clock, report: () => {} }), slept }
}

export const paths = ({ requests }: CodeAssist) =>
  requests.map(({ method, path }) => `${method} ${path.replace('/v1internal', '')}`)
export const LOAD = 'POST :loadCodeAssist'
export const ENROL = 'POST :onboardUser'
export const LOOK = 'GET /operations/enrol-1'
export const ASK = 'POST :streamGenerateContent?alt=sse'
