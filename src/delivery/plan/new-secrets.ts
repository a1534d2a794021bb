import { isUtf8 } from 'node:buffer'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import type { EditedFile } from './patch.ts'

/** Paths of the edited files whose name or content would contain a new secret. */
export function pathsWithNewSecrets(changes: readonly EditedFile[], filter: SecretFilter): string[] {
  return changes
    .filter(
      ({ path, before, after }) => hasSecret(path, filter) || (after !== null && addsSecret(before, after, filter)),
    )
    .map(({ path }) => path)
}

const hasSecret = (text: string, filter: SecretFilter) => filter.text(text) !== text

function addsSecret(before: Buffer | null, after: Buffer, filter: SecretFilter): boolean {
  return possibleTexts(after).some((text, index) => {
    if (!hasSecret(text, filter)) return false
    // The file may have contained a secret before this run; only additions count.
    const old = before === null ? '' : (possibleTexts(before)[index] ?? '')
    const known = new Set(old.split('\n'))
    const fresh = text
      .split('\n')
      .filter((line) => !known.has(line))
      .join('\n')
    return hasSecret(fresh, filter) || countSecrets(text, filter) > countSecrets(old, filter)
  })
}

/** The texts that the bytes may encode. Bytes that are not UTF-8 may be ASCII among binary data, or UTF-16. */
function possibleTexts(bytes: Buffer): string[] {
  if (isUtf8(bytes) && !bytes.includes(0)) return [bytes.toString('utf8')]
  return [bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')]
}

function countSecrets(text: string, filter: SecretFilter): number {
  const before = filter.redactionCount()
  filter.text(text)
  return filter.redactionCount() - before
}
