import stripJsonComments from 'strip-json-comments'
import { messageOf } from '../../platform/errors.ts'
import { exceedsDepth } from '../../text/json-depth.ts'

const MAX_DEPTH = 200

/**
 * Parses a settings text: a JSON object, with comments and trailing commas allowed. Empty text gives an empty object.
 * `reason` continues a sentence that begins with the file name: "is not JSON: …".
 */
export function parseSettings(
  text: string,
): { ok: true; settings: Record<string, unknown> } | { ok: false; reason: string; cause?: unknown } {
  const plain = text.replace(/^\uFEFF/, '')
  if (plain.trim() === '') return { ok: true, settings: {} }
  try {
    const json = stripJsonComments(plain, { trailingCommas: true })
    const parsed: unknown = json.trim() === '' ? {} : JSON.parse(json)
    if (exceedsDepth(parsed, MAX_DEPTH)) return { ok: false, reason: `is nested more than ${MAX_DEPTH} levels deep` }
    if (isObject(parsed)) return { ok: true, settings: { ...parsed } }
  } catch (cause) {
    return { ok: false, reason: `is not JSON: ${messageOf(cause)}`, cause }
  }
  return { ok: false, reason: 'must be a JSON object' }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
