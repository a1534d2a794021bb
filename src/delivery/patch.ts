import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Change as FileChange } from '../host/files.ts'
import { binaryHunk } from './binary-patch.ts'

/** `mode` as git writes it; `modeBefore` where the file was there before with another one. */
export type Change = Omit<FileChange, 'mode'> & { mode: string; modeBefore?: string }

/** One file's part of the patch. `binary`: lines could not be counted. */
export type FilePatch = { path: string; text: string; added: number; removed: number; binary: boolean }

/** Comparing files that have less in common takes longer than the whole-file change is worth. */
const MAX_EDITS = 4000
/** Larger binary files are named in the patch, not contained. */
const MAX_BINARY_BYTES = 1_000_000

/** A patch per changed file, in the order of their paths; joined they are what `git apply` takes. Unchanged files are left out. */
export async function patchesOf(changes: readonly Change[]): Promise<FilePatch[]> {
  const changed = changes.filter(
    ({ before, after, mode, modeBefore = mode }) =>
      !same(before, after) || (before !== null && after !== null && modeBefore !== mode),
  )
  if (changed.length === 0) return []
  const { structuredPatch } = await import('diff')
  const hunksOf = (before: string, after: string) =>
    structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: MAX_EDITS })?.hunks
  return changed.toSorted((left, right) => (left.path < right.path ? -1 : 1)).map((change) => patchOf(change, hunksOf))
}

export const joined = (patches: readonly FilePatch[]): string => patches.map(({ text }) => text).join('')

type Hunk = { oldStart: number; oldLines: number; newStart: number; newLines: number; lines: string[] }
type Hunks = (before: string, after: string) => Hunk[] | undefined

function patchOf(change: Change, hunksOf: Hunks): FilePatch {
  const { path, before, after } = change
  const head = headOf(change)
  const files = `--- ${before === null ? '/dev/null' : quoted(`a/${path}`, true)}\n+++ ${after === null ? '/dev/null' : quoted(`b/${path}`, true)}\n`
  if (!isText(before) || !isText(after)) {
    const size = Math.max(before?.length ?? 0, after?.length ?? 0)
    if (size > MAX_BINARY_BYTES)
      return {
        path,
        text: `${head}Binary file of ${size} bytes, too large for this patch\n`,
        added: 0,
        removed: 0,
        binary: true,
      }
    return { path, text: head + binaryHunk(before, after), added: 0, removed: 0, binary: true }
  }
  const old = before?.toString() ?? ''
  const fresh = after?.toString() ?? ''
  const hunks = old === fresh ? [] : (hunksOf(old, fresh) ?? [wholeFile(old, fresh)])
  const lines = hunks.flatMap((hunk) => hunk.lines)
  return {
    path,
    text: head + (hunks.length === 0 ? '' : files) + hunks.map(written).join(''),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    binary: false,
  }
}

function headOf({ path, before, after, mode, modeBefore = mode }: Change): string {
  const lines = [`diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}`]
  if (before === null) lines.push(`new file mode ${mode}`)
  else if (after === null) lines.push(`deleted file mode ${modeBefore}`)
  else if (mode !== modeBefore) lines.push(`old mode ${modeBefore}`, `new mode ${mode}`)
  // Full ids: without them git takes no binary change.
  if (!same(before, after))
    lines.push(
      `index ${blobId(before)}..${blobId(after)}${before !== null && after !== null && mode === modeBefore ? ` ${mode}` : ''}`,
    )
  return `${lines.join('\n')}\n`
}

function written({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string {
  const range = (start: number, count: number) =>
    count === 1 ? `${start}` : `${count === 0 && start > 0 ? start - 1 : start},${count}`
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.map((line) => `${line}\n`).join('')}`
}

/** Everything out, everything in. */
function wholeFile(before: string, after: string): Hunk {
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

/** A path as git writes it: quoted when it holds what a line of a patch cannot; in ---/+++ lines a space needs a tab after it. */
function quoted(path: string, inLine = false): string {
  if (!/["\\\p{Cc}]/u.test(path)) return inLine && path.includes(' ') ? `${path}\t` : path
  const escaped = path.replace(/["\\]|\p{Cc}/gu, (character) =>
    character === '"' || character === '\\'
      ? `\\${character}`
      : [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  )
  return `"${escaped}"`
}

function same(left: Buffer | null, right: Buffer | null): boolean {
  return left === null || right === null ? left === right : left.equals(right)
}

const isText = (bytes: Buffer | null) => bytes === null || (isUtf8(bytes) && !bytes.includes(0))

const blobId = (bytes: Buffer | null) =>
  bytes === null ? '0'.repeat(40) : createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
