import { REDACTED } from '../platform/redact/redact.ts'
import type { CallRecord } from './events.ts'

/** Longer calls do not fit beside the others of a comment. */
const MAX_CHARACTERS = 1500

/**
 * Every argument of a call, as a person must see it before they allow it: as JSON, with line breaks, control characters and letters
 * beyond ASCII as escapes. Undefined for a call that a comment cannot show whole.
 */
export function wholeCall({ args }: Pick<CallRecord, 'args'>): string | undefined {
  const text = JSON.stringify(args, undefined, 2)
  const visible = text.replace(/[^\x20-\x7e\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return visible.length > MAX_CHARACTERS || visible.includes(REDACTED) ? undefined : visible
}
