import { call, type GeminiStep, turn } from '../../src/emulators/gemini/steps.ts'

/** Whether the second look at findings sent this request, and what it answers when it confirms each of them. */

export const isLook = (request: string): boolean => request.includes('You are the finding verifier')

export const findingIds = (request: string): string[] =>
  Array.from(request.matchAll(/kind=\\"finding\\" id=\\"(\w+)\\"/g), ([, id = '']) => id)

export const confirmAll = (ids: readonly string[]): GeminiStep =>
  turn([call('complete_task', { findings: ids.map((id) => ({ id, verdict: 'confirmed', reason: 'It happens.' })) })])
