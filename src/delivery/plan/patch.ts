import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { hunksBetween, hunkText } from '../../github/patch-rows.ts'
import type { FileChange } from '../../platform/files/workspace.ts'
import type { SecretFilter } from '../../platform/redact/redact.ts'
import type { TreeChangeKind } from '../../platform/snapshot/ignored-files.ts'
import type { RuleRef } from '../../record/events.ts'
import { ellipsize, inlineCode, pluralize, truncateAtLine } from '../../text/write-markdown.ts'

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
  /** For this reason it should not stay in the checkout either. */
  isUnsafe?: boolean
  /** The names that links of the start give it. */
  linkNames?: readonly string[]
  /** The path as the file tools name it, when it is not `path`. */
  toolPath?: string
  /** How the repository names objects; SHA-1 when absent. */
  objectFormat?: 'sha256'
  /** Something other than a file tool wrote the content. */
  byCommand?: boolean
  /** The rule that holds it back. */
  heldBy?: HeldByRule
}

/**
 * Why the rules of a run do not deliver a change. `isFinal`: no other rule opens it. `isQuiet`: a protected file that a command changed on the way, which alone makes no run
 * a failure. `linkName`: the name that a link gives the file, by which it is held.
 */
export type HeldByRule = {
  message: string
  rule?: RuleRef
  isProtected?: true
  isFinal?: true
  isQuiet?: boolean
  linkName?: string
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
  return changed.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(createPatch)
}

export const joinPatches = (patches: readonly FilePatch[]): string => patches.map(({ text }) => text).join('')

function createPatch(change: EditedFile): FilePatch {
  const { path, before, after, previousPath = path } = change
  if (before !== null && after !== null && isLinkMode(change.mode) !== isLinkMode(change.modeBefore ?? change.mode))
    return createTypeChange(change)
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
  const hunks = old === fresh ? [] : hunksBetween(old, fresh)
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
function createTypeChange(change: EditedFile) {
  const { path, before, after, mode, modeBefore = mode, objectFormat } = change
  const removed = createPatch({ path, before, after: null, mode: modeBefore, objectFormat })
  const added = createPatch({ path, before: null, after, mode, objectFormat })
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
      `index ${gitBlobId(before, objectFormat)}..${gitBlobId(after, objectFormat)}${before !== null && after !== null && mode === modeBefore ? ` ${mode}` : ''}`,
    )
  return `${lines.join('\n')}\n`
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

/** The name that git gives to this content. */
export const gitBlobId = (bytes: Buffer | null, format: 'sha1' | 'sha256' = 'sha1') =>
  bytes === null
    ? '0'.repeat(format === 'sha1' ? 40 : 64)
    : createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

/** A binary change as git writes it, in both directions, so that the patch can be reverted. */
export function binaryHunk(before: Buffer | null, after: Buffer | null): string {
  return `GIT binary patch\n${literal(after)}\n${literal(before)}\n`
}

/** The content, deflated, in lines of 52 bytes: a letter for the length, then base 85. */
function literal(bytes: Buffer | null): string {
  const content = bytes ?? Buffer.alloc(0)
  const deflated = deflateSync(content)
  const lines = [`literal ${content.length}`]
  for (let start = 0; start < deflated.length; start += 52) {
    const chunk = deflated.subarray(start, start + 52)
    lines.push(lengthLetter(chunk.length) + base85(chunk))
  }
  return `${lines.join('\n')}\n`
}

const lengthLetter = (length: number) => String.fromCharCode(length <= 26 ? 64 + length : 70 + length)

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'

function base85(bytes: Buffer): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 4) {
    const word = Buffer.alloc(4)
    bytes.copy(word, 0, start, start + 4)
    let value = word.readUInt32BE()
    let digits = ''
    for (let digit = 0; digit < 5; digit += 1) {
      digits = DIGITS.charAt(value % 85) + digits
      value = Math.floor(value / 85)
    }
    text += digits
  }
  return text
}

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

/**
 * A change of the run that is not delivered. `expected`: the workflow is set up so, and the run is a success all the same. `heldBy`: the
 * rule that holds it back.
 */
export type UndeliveredFile = {
  path: string
  kind: TreeChangeKind
  reason: string
  expected?: boolean
  heldBy?: HeldByRule
}

const MAX_FILE_BYTES = 10_000_000

/** Separates the changes that a commit may contain from those it may not. Pure. */
export function splitCommittable(changes: readonly EditedFile[]): {
  committable: EditedFile[]
  withheld: UndeliveredFile[]
} {
  const committable: EditedFile[] = []
  const withheld: UndeliveredFile[] = []
  for (const change of changes) {
    const reason = commitObstacle(change)
    if (reason === undefined) committable.push(change)
    else withheld.push(undeliveredFile(change, reason))
  }
  // Something else must be delivered: a run that leaves nothing is no success.
  return { committable, withheld: committable.length > 0 ? withheld : withheld.map(asUnexpected) }
}

const asUnexpected = (file: UndeliveredFile): UndeliveredFile => ({ ...file, expected: undefined })

export function undeliveredFile(change: EditedFile, reason: string): UndeliveredFile {
  const { path, heldBy } = change
  const expected = heldBy?.isQuiet === true && change.obstacle === undefined ? true : undefined
  return { path, kind: kindOfChange(change), reason, expected, heldBy }
}

function commitObstacle(change: EditedFile): string | undefined {
  if (change.obstacle !== undefined) return change.obstacle
  const bytes = change.after?.length ?? 0
  if (bytes > MAX_FILE_BYTES)
    return `has ${pluralize(bytes, 'byte')}, but a file of a commit may have at most ${MAX_FILE_BYTES}`
  return change.heldBy === undefined ? undefined : heldReason(change.heldBy)
}

/** Why a rule holds a change back, for people. */
export function heldReason({ rule, message, isProtected }: HeldByRule): string {
  if (rule === undefined && isProtected !== true) return `is held back: ${message}`
  const place = rule === undefined ? '' : `${rule.file}:${rule.line}`
  if (isProtected === true) return `${message.replace(/^This path is/, 'is').replace(/\.$/, '')} (${place})`
  return [`is held back by ${place}${rule?.tier === 'admin' ? ' of the administrator' : ''}`, message]
    .filter(Boolean)
    .join(': ')
}

/** What holds the changes back, shortly: the rule, or why nobody may deliver them. Names the first path of each reason. */
export function describeHeld(changes: readonly EditedFile[]): string {
  const reasons = [...Map.groupBy(changes, whyHeld)].map(([reason, [first, ...others]]) => {
    const more = others.length === 0 ? '' : ` (with ${others.length} more)`
    return `${inlineCode(ellipsize(first?.path ?? '', 100))}${more} ${reason}`
  })
  return reasons.slice(0, 3).join('; ')
}

function whyHeld({ obstacle, isUnsafe, heldBy }: EditedFile): string {
  if (isUnsafe === true && obstacle !== undefined) return obstacle
  const { rule, isProtected, message = '' } = heldBy ?? {}
  if (rule === undefined) return `is held back: ${message.replace(/\.$/, '')}`
  return isProtected === true ? `is protected (${rule.file}:${rule.line})` : `is held back by ${rule.file}:${rule.line}`
}

export const kindOfChange = ({ kind, before, after }: EditedFile): TreeChangeKind =>
  kind ?? (before === null ? 'created' : after === null ? 'deleted' : 'changed')

/** The withheld files with their reasons, on one line. */
export function describeWithheld(files: readonly UndeliveredFile[]): string {
  const listed = [...Map.groupBy(files, ({ reason }) => reason)].slice(0, 3).map(([reason, group]) => {
    const paths = group.slice(0, 3).map(({ path }) => truncateAtLine(path, 200))
    const more = group.length > paths.length ? ` and ${group.length - paths.length} more` : ''
    return `${paths.join(', ')}${more} ${reason}`
  })
  return listed.join('; ')
}
