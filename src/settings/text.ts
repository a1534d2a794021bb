import stripJsonComments from 'strip-json-comments'
import { messageOf } from '../host/errors.ts'
import { isDeeper } from '../host/nesting.ts'

const DEEPEST = 200

/**
 * The object that a settings text stands for; comments and trailing commas are allowed, and no text at all is no settings.
 * `why` completes the sentence "… is not usable: it".
 */
export function parseSettings(
  text: string,
): { ok: true; settings: Record<string, unknown> } | { ok: false; why: string; cause?: unknown } {
  const plain = text.replace(/^\uFEFF/, '')
  if (plain.trim() === '') return { ok: true, settings: {} }
  try {
    const written = stripJsonComments(plain, { trailingCommas: true })
    const parsed: unknown = written.trim() === '' ? {} : JSON.parse(written)
    if (isDeeper(parsed, DEEPEST)) return { ok: false, why: `is nested more than ${DEEPEST} levels deep` }
    if (isObject(parsed)) return { ok: true, settings: { ...parsed } }
  } catch (cause) {
    return { ok: false, why: `is not JSON: ${messageOf(cause)}`, cause }
  }
  return { ok: false, why: 'must be a JSON object' }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
