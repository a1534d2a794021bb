import { isUtf8 } from 'node:buffer'
import type { Filter } from '../host/secrets.ts'
import type { Change } from './patch.ts'

/** Paths of edited files in which there would stand, in name or content, what looks like a secret and did not before. */
export function withNewSecrets(changes: readonly Change[], filter: Filter): string[] {
  return changes
    .filter(({ path, before, after }) => hides(path, filter) || (after !== null && brings(before, after, filter)))
    .map(({ path }) => path)
}

const hides = (text: string, filter: Filter) => filter.text(text) !== text

function brings(before: Buffer | null, after: Buffer, filter: Filter): boolean {
  return readings(after).some((text, nth) => {
    if (!hides(text, filter)) return false
    // A file may have held one before this run, in a test perhaps; then only what the run adds must not.
    const old = before === null ? '' : (readings(before)[nth] ?? '')
    const known = new Set(old.split('\n'))
    const fresh = text
      .split('\n')
      .filter((line) => !known.has(line))
      .join('\n')
    return hides(fresh, filter) || found(text, filter) > found(old, filter)
  })
}

/** The bytes as the texts they could be; what is not UTF-8 may be ASCII between other bytes, or UTF-16. */
function readings(bytes: Buffer): string[] {
  if (isUtf8(bytes) && !bytes.includes(0)) return [bytes.toString('utf8')]
  return [bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')]
}

/** How many places of a text the filter takes out. */
function found(text: string, filter: Filter): number {
  const before = filter.hits()
  filter.text(text)
  return filter.hits() - before
}
