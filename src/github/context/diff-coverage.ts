import { groupThousands, toOneLine } from '../../text/format-text.ts'
import { pluralize } from '../../text/write-markdown.ts'
import type { GitHub } from '../api/github.ts'
import type { DiffFile } from '../api/response-schemas.ts'
import { countGroups, type GroupedFile, isBinaryProgram, isHiddenText } from './changed-files.ts'

/** A part of a file's diff, counted from 1. */
export type DiffPart = { part: number; parts: number }

/** `since`: the commit that the previous review read; without it, these are all files of the pull request. `all`: these in any case. */
type Changes = { files: readonly GroupedFile[]; all?: readonly GroupedFile[]; missing?: string; since?: string }

/** How many changed files a review read. `unseen`: the others, by group and by name; empty when there are none. */
export type FileCoverage = {
  changed: number
  read: number
  unseen: string
  unseenPaths?: readonly string[]
  missing?: string
  since?: string
}

/** The parts of each diff that the model has seen. The readers of a run share the file objects. */
const shownParts = new WeakMap<DiffFile, Set<number>>()

const isShown = new WeakSet<DiffFile>()

/** The files whose whole diff stands in a first prompt. */
const promptFiles = new WeakSet<DiffFile>()

/** The files that hold only a part of their diff: what changed since an earlier review. */
const wholeFiles = new WeakMap<DiffFile, DiffFile>()

/** The changes in the first prompt of a run, by client and number of the pull request. */
const promptChanges = new WeakMap<object, Map<number, Changes>>()

export function markShown(file: DiffFile, { part, parts }: DiffPart = { part: 1, parts: 1 }): void {
  const shown = (shownParts.get(file) ?? new Set()).add(part)
  shownParts.set(file, shown)
  if (shown.size === parts) isShown.add(file)
}

/** Marks a file whose whole diff is in the first prompt. */
export function markInPrompt(file: DiffFile): void {
  markShown(file)
  promptFiles.add(file)
}

export const isInPrompt = (file: DiffFile): boolean => promptFiles.has(file)

/** A file with another diff, which counts as seen when the file itself is. */
export function withPatch<File extends DiffFile>(file: File, patch: string | undefined): File {
  const changed = { ...file, patch }
  wholeFiles.set(changed, file)
  return changed
}

/** Whether the model has seen the whole diff of a file. */
export const isSeen = (file: DiffFile): boolean => isShown.has(file) || isShown.has(wholeFiles.get(file) ?? file)

/** What the model saw of the changes in its first prompt; undefined when that had none. */
export function fileCoverage(number: number, github: Pick<GitHub, 'files'>): FileCoverage | undefined {
  const changes = promptChanges.get(github)?.get(number)
  if (changes === undefined) return undefined
  const { files, missing, since } = changes
  const lines = unseenFiles(files)
  const programs = files.filter((file) => isBinaryProgram(file) && !lines.includes(file))
  const counts = [countGroups(lines), programs.length === 0 ? '' : `${programs.length} binary`]
  const unseen = [...lines, ...programs]
  return {
    changed: files.length,
    read: files.length - unseen.length,
    unseen: counts.filter(Boolean).join(', '),
    unseenPaths: unseen.map(({ path }) => path),
    missing,
    since,
  }
}

/**
 * The files of the first prompt of which the model did not see all that changed: source files, and generated, vendored, lock and binary
 * files. Undefined when the prompt had no changes.
 */
export function unreadFiles(
  number: number | undefined,
  github: Pick<GitHub, 'files'>,
): { sources: GroupedFile[]; others: string[] } | undefined {
  const changes = number === undefined ? undefined : promptChanges.get(github)?.get(number)
  if (changes === undefined) return undefined
  const unseen = unseenFiles(changes.files)
  const sources = unseen.filter(({ group }) => group === 'source')
  const binary = changes.files.filter((file) => file.without === 'binary' && !sources.includes(file))
  const others = new Set([...unseen.filter((file) => !sources.includes(file)), ...binary])
  return { sources, others: [...others].map(({ path }) => path) }
}

/**
 * Whether the model saw all that a pull request changes in a file: by the first prompt, or because the pull request no longer changes it, as
 * after a revert.
 */
export function isSeenInPrompt(path: string, number: number, github: Pick<GitHub, 'files'>): boolean {
  const changes = promptChanges.get(github)?.get(number)
  if (changes === undefined) return false
  const { files, all = files, missing } = changes
  const isChanged = all.some((file) => file.path === path || file.previousPath === path)
  return isChanged ? files.some((file) => file.path === path && isSeen(file)) : missing === undefined
}

/** The files of which the model did not see all that changed, important ones first. */
const unseenFiles = (files: readonly GroupedFile[]) =>
  files.filter((file) => !isSeen(file) && (hasDiff(file) || isHiddenText(file)))

/** Remembers that the first prompt of a run is about these changes. */
export function recordPromptChanges(number: number, changes: Changes, github: Pick<GitHub, 'files'>): void {
  promptChanges.set(github, (promptChanges.get(github) ?? new Map()).set(number, changes))
}

/**
 * What the model saw of the changes in its first prompt, where a run has no review whose summary says it; undefined when it saw all
 * diffs that exist.
 */
export function describeUnseen(
  number: number | undefined,
  github: Pick<GitHub, 'files'>,
): { level: 'info' | 'warning'; text: string } | undefined {
  const changes = number === undefined ? undefined : promptChanges.get(github)?.get(number)
  const coverage = number === undefined ? undefined : fileCoverage(number, github)
  if (changes === undefined || coverage === undefined || coverage.since !== undefined) return undefined
  if (coverage.unseen === '' && coverage.missing === undefined) return undefined
  const isImportant =
    coverage.missing !== undefined || unseenFiles(changes.files).some(({ group }) => group === 'source')
  const name = (path: string) => JSON.stringify(toOneLine(path))
  return { level: isImportant ? 'warning' : 'info', text: coverageText(coverage, '', name) }
}

/** `place`: the commits that were read, after a space. */
export function coverageText(
  { changed, read, unseen, unseenPaths = [], missing }: FileCoverage,
  place: string,
  name: (path: string) => string,
): string {
  const files = `${read === changed ? '' : `${groupThousands(read)} of `}${pluralize(changed, 'changed file')}`
  const names = unseenPaths.slice(0, MAX_NAMES).map(name)
  if (unseenPaths.length > names.length) names.push(`${groupThousands(unseenPaths.length - names.length)} more`)
  const leftOut = `Not seen in full: ${unseen}${names.length === 0 ? '' : ` (${names.join(', ')})`}.`
  return [`Looked at ${files}${place}.`, unseen === '' ? '' : leftOut, missing ?? ''].filter(Boolean).join(' ')
}

/** The maximum number of files that a report names. */
const MAX_NAMES = 10

/** Whether GitHub counts changed lines: it counts none in binary files, pure renames and changes of the mode. */
const hasDiff = ({ patch, additions, deletions }: GroupedFile): boolean =>
  patch !== undefined || additions + deletions > 0
