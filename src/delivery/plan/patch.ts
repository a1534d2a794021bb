import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { structuredPatch } from 'diff'
import type { FileChange } from '../../platform/files/workspace.ts'
import type { TreeChangeKind } from '../../platform/snapshot/tree-changes.ts'
import { binaryHunk } from './binary-patch.ts'

/**
 * A file with its content before and after. `mode` as git writes it; `modeBefore`: the mode it had, when that differed.
 * `added` and `removed`: lines as git counts them.
 */
export type EditedFile = Omit<FileChange, 'mode' | 'overwritten'> & {
  mode: string
  modeBefore?: string
  /** The previous path of a renamed file. */
  previousPath?: string
  kind?: TreeChangeKind
  added?: number
  removed?: number
  /** Why it cannot be committed. */
  obstacle?: string
  /** The path as the file tools name it, when it is not `path`. */
  toolPath?: string
  /** How the repository names objects; SHA-1 when absent. */
  objectFormat?: 'sha256'
  /** Something else than a file tool wrote the content. */
  byCommand?: boolean
}

/** The patch of one file. `binary`: `added` and `removed` are not counted. `isOmitted`: the content is too large for a patch. */
export type FilePatch = {
  path: string
  text: string
  added: number
  removed: number
  binary: boolean
  isOmitted?: boolean
}

/** Files with more edits than this are replaced as a whole: comparing them takes too long. */
const MAX_EDITS = 4000
/** The patch names larger binary files without their content. */
const MAX_BINARY_BYTES = 10_000_000

/** One patch per changed file, sorted by path. Joined, they are valid input for `git apply`. */
export function createPatches(changes: readonly EditedFile[]): FilePatch[] {
  const changed = changes.filter(
    ({ before, after, mode, modeBefore = mode, previousPath }) =>
      !sameBytes(before, after) ||
      previousPath !== undefined ||
      (before !== null && after !== null && modeBefore !== mode),
  )
  if (changed.length === 0) return []
  const computeHunks = (before: string, after: string) =>
    structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: MAX_EDITS })?.hunks
  return changed.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map((change) => createPatch(change, computeHunks))
}

export const joinPatches = (patches: readonly FilePatch[]): string => patches.map(({ text }) => text).join('')

type PatchHunk = { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: string[] }
type ComputeHunks = (before: string, after: string) => PatchHunk[] | undefined

function createPatch(change: EditedFile, computeHunks: ComputeHunks): FilePatch {
  const { path, before, after, previousPath = path } = change
  if (before !== null && after !== null && isLinkMode(change.mode) !== isLinkMode(change.modeBefore ?? change.mode))
    return createTypeChange(change, computeHunks)
  const header = patchHeader(change)
  const files = `--- ${before === null ? '/dev/null' : quotePath(`a/${previousPath}`, true)}\n+++ ${after === null ? '/dev/null' : quotePath(`b/${path}`, true)}\n`
  if (!isText(before) || !isText(after)) {
    const size = Math.max(before?.length ?? 0, after?.length ?? 0)
    if (size > MAX_BINARY_BYTES)
      return {
        path,
        text: `${header}Binary file of ${size} bytes, too large for this patch\n`,
        added: 0,
        removed: 0,
        binary: true,
        isOmitted: true,
      }
    const hunk = sameBytes(before, after) ? '' : binaryHunk(before, after)
    return { path, text: header + hunk, added: 0, removed: 0, binary: true }
  }
  const old = before?.toString() ?? ''
  const fresh = after?.toString() ?? ''
  const hunks = old === fresh ? [] : (computeHunks(old, fresh) ?? [wholeFile(old, fresh)])
  const lines = hunks.flatMap((hunk) => hunk.lines)
  return {
    path,
    text: header + (hunks.length === 0 ? '' : files) + hunks.map(hunkText).join(''),
    added: change.added ?? lines.filter((line) => line.startsWith('+')).length,
    removed: change.removed ?? lines.filter((line) => line.startsWith('-')).length,
    binary: false,
  }
}

const isLinkMode = (mode: string) => mode === '120000'

/** Git writes a file that became a link, or the other way round, as a deleted and a new file. */
function createTypeChange(change: EditedFile, computeHunks: ComputeHunks) {
  const { path, before, after, mode, modeBefore = mode, objectFormat } = change
  const removed = createPatch({ path, before, after: null, mode: modeBefore, objectFormat }, computeHunks)
  const added = createPatch({ path, before: null, after, mode, objectFormat }, computeHunks)
  return { ...added, text: removed.text + added.text, removed: removed.removed, binary: added.binary || removed.binary }
}

function patchHeader(change: EditedFile): string {
  const { path, before, after, mode, modeBefore = mode, previousPath = path, objectFormat = 'sha1' } = change
  const lines = [`diff --git ${quotePath(`a/${previousPath}`)} ${quotePath(`b/${path}`)}`]
  if (before === null) lines.push(`new file mode ${mode}`)
  else if (after === null) lines.push(`deleted file mode ${modeBefore}`)
  else if (mode !== modeBefore) lines.push(`old mode ${modeBefore}`, `new mode ${mode}`)
  if (previousPath !== path)
    lines.push(
      `similarity index ${sameBytes(before, after) ? 100 : 50}%`,
      `rename from ${quotePath(previousPath)}`,
      `rename to ${quotePath(path)}`,
    )
  // Full ids: git applies a binary change only with them.
  if (!sameBytes(before, after))
    lines.push(
      `index ${blobId(before, objectFormat)}..${blobId(after, objectFormat)}${before !== null && after !== null && mode === modeBefore ? ` ${mode}` : ''}`,
    )
  return `${lines.join('\n')}\n`
}

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: PatchHunk): string {
  const range = (start: number, count: number) =>
    count === 1 ? `${start}` : `${count === 0 && start > 0 ? start - 1 : start},${count}`
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.map((line) => `${line}\n`).join('')}`
}

/** A hunk that removes all old lines and adds all new ones. */
function wholeFile(before: string, after: string): PatchHunk {
  const old = linesOf(before, '-')
  const fresh = linesOf(after, '+')
  const count = (lines: string[]) => lines.filter((line) => !line.startsWith('\\')).length
  return { oldStart: 1, oldLines: count(old), newStart: 1, newLines: count(fresh), lines: [...old, ...fresh] }
}

function linesOf(text: string, sign: string): string[] {
  if (text === '') return []
  const lines = text.split('\n').map((line) => sign + line)
  if (text.endsWith('\n')) lines.pop()
  else lines.push('\\ No newline at end of file')
  return lines
}

/** A path as git writes it: quoted when it contains special characters; in ---/+++ lines a path with a space ends in a tab. */
function quotePath(path: string, inLine = false): string {
  if (!/["\\\p{Cc}]/u.test(path)) return inLine && path.includes(' ') ? `${path}\t` : path
  const escaped = path.replace(/["\\]|\p{Cc}/gu, (character) =>
    character === '"' || character === '\\'
      ? `\\${character}`
      : [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  )
  return `"${escaped}"`
}

function sameBytes(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b)
}

const isText = (bytes: Buffer | null) => bytes === null || (isUtf8(bytes) && !bytes.includes(0))

const blobId = (bytes: Buffer | null, format: 'sha1' | 'sha256') =>
  bytes === null
    ? '0'.repeat(format === 'sha1' ? 40 : 64)
    : createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
