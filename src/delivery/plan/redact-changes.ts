import type { SecretFilter } from '../../platform/redact/redact.ts'
import type { EditedFile, FilePatch } from './patch.ts'
import { kindOfChange, type UndeliveredFile } from './undelivered.ts'

/** The change as the patch shows it. */
export function redactChange(change: EditedFile, filter: SecretFilter): EditedFile {
  const clean = (bytes: Buffer | null) => {
    if (bytes === null) return null
    const text = bytes.toString()
    const clean = filter.text(text)
    return clean === text ? bytes : Buffer.from(clean)
  }
  const { path, previousPath, before, after } = change
  const cleaned = { ...change, path: filter.text(path), before: clean(before), after: clean(after) }
  return previousPath === undefined ? cleaned : { ...cleaned, previousPath: filter.text(previousPath) }
}

/** The changes that the patch does not contain as they are. */
export function incompletePatches(
  changes: readonly EditedFile[],
  cleanChanges: readonly EditedFile[],
  patches: readonly FilePatch[],
): UndeliveredFile[] {
  const omitted = new Set(patches.flatMap(({ path, isOmitted }) => (isOmitted === true ? [path] : [])))
  return changes.flatMap((change, index): UndeliveredFile[] => {
    const clean = cleanChanges[index] ?? change
    const hasSecret = clean.before !== change.before || clean.after !== change.after || clean.path !== change.path
    const reason = hasSecret
      ? 'contains what looks like a secret; the patch does not contain it'
      : omitted.has(clean.path)
        ? 'is a binary file too large for the patch'
        : undefined
    return reason === undefined ? [] : [{ path: clean.path, kind: kindOfChange(change), reason }]
  })
}
