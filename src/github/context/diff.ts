import { declarationAround } from '../../text/declaration.ts'
import { textPage, toOneLine } from '../../text/format-text.ts'
import { type GitHub, MAX_COMPARED_FILES } from '../api/github.ts'
import { type ChangeGitHub, readPullChange } from '../api/pull-change.ts'
import type { DiffFile } from '../api/response-schemas.ts'
import { changedPlaces, cutPatch, NUMBERS_NOTE, numberPatch, numberSome, patchSince } from '../patch-rows.ts'
import { recordDiff, recordLines } from '../shown-lines.ts'
import { countGroups, type GroupedFile, isLongDiff, type Lineless } from './changed-files.ts'
import { type DiffPart, isSeen, markInPrompt, withPatch } from './diff-coverage.ts'
import { summarizeLockFile } from './lock-changes.ts'
import type { PromptData } from './prompt-data.ts'

/** The maximum UTF-16 units of a file's diff and of all diffs. */
const MAX_CHARACTERS = { fileDiff: 20_000, diff: 150_000 }

/** The room for the words where a diff is cut. */
const CUT_NOTE = 400

/** From here on, diffs that people rarely read are not shown with others. */
const BULK = { lockLines: 100, minified: 1_000 }

const DATA_FILE = /\.(?:csv|tsv|json|jsonl|ndjson|geojson|svg|po|pot|xlf|dat)$/i

/** The diff of a file, also where GitHub leaves it out. */
const diffOf = ({ patch, leftOut }: DiffFile & { leftOut?: string }) => patch ?? leftOut

/** What a long diff is that people rarely read; undefined for others. */
function bulkOf(file: GroupedFile): string | undefined {
  const { path, group } = file
  const patch = diffOf(file)
  if (patch === undefined) return undefined
  const lines = patch.split('\n')
  if (group === 'lock file') return lines.length > BULK.lockLines ? group : undefined
  if (!isLongDiff(patch)) return undefined
  if (group !== 'source') return group
  if (DATA_FILE.test(path)) return 'data'
  return lines.some((line) => line.length > BULK.minified) ? 'minified' : undefined
}

/** The maximum number of paths that are listed without their diff. */
const MAX_PATHS = 500

/**
 * `since`: the commit that the changes start from; without it, these are all changes of the pull request. `all`: all files of the pull
 * request, where these are only some. `texts`: whole files of the head by SHA, for the declarations around the changes.
 */
export type ContextDiff = {
  files: readonly GroupedFile[]
  notes: readonly string[]
  texts?: ReadonlyMap<string, string>
  since?: string
  all?: readonly GroupedFile[]
}

/** Writes the diff by file, important files first, and the names of the files whose diff is missing or has no room. */
export function writeDiff(
  { files, notes, all = files, texts = new Map() }: ContextDiff,
  github: Pick<GitHub, 'repo'>,
  output: PromptData,
  max: { fileDiff: number; diff: number } = MAX_CHARACTERS,
) {
  for (const note of notes) output.note(note)
  if (files.length === 0) return output.note('No files are changed.')
  if (files.some((file) => diffOf(file) !== undefined)) output.note(NUMBERS_NOTE)
  const unshown: { file: GroupedFile; reason: string }[] = []
  const wholeDiffs: GroupedFile[] = []
  let room = max.diff
  const isAllBulky = files.every((file) => bulkOf(file) !== undefined)
  for (const file of files) {
    const bulk = isAllBulky ? undefined : bulkOf(file)
    const diff = diffOf(file)
    const numbered = diff === undefined ? undefined : numberPatch(diff)
    const isCut = (numbered?.length ?? 0) > max.fileDiff
    const patch =
      numbered === undefined || bulk !== undefined
        ? undefined
        : output.code(cutPatch(numbered, max.fileDiff, file.path), max.fileDiff + CUT_NOTE)
    const isShown = patch !== undefined && patch.length <= room
    const packages = isShown && !isCut ? '' : writePackages(file, output, max.fileDiff)
    if (!isShown) {
      const reason = bulk !== undefined ? `long: ${bulk}` : patch === undefined ? missingPatchReason(file) : 'no room'
      unshown.push({
        file,
        reason:
          bulk !== undefined && packages !== ''
            ? `long: ${packages}`
            : `${reason}${packages === '' ? '' : `; ${packages}`}`,
      })
      continue
    }
    room -= patch.length
    if (!isCut) {
      markInPrompt(file)
      wholeDiffs.push(file)
    }
    recordDiff(file, patch, github)
    output.data('diff', diffAttributes(file), patch)
  }
  writeDeclarations(wholeDiffs, texts, github, output)
  if (unshown.length === 0) return
  output.note(
    `${unshown.length} of ${files.length} changed files are listed without their diff; read them with the tools. They are: ${countGroups(unshown.map(({ file }) => file))}.`,
  )
  const lines = unshown.slice(0, MAX_PATHS).map(({ file, reason }) => `${describeFile(file)} (${reason})`)
  const more = unshown.slice(MAX_PATHS).map(({ file }) => file)
  if (more.length > 0) lines.push(`… and ${more.length} more: ${countGroups(more)}`)
  output.data('changed-files', { files: unshown.length }, lines.join('\n'))
  if (unshown.some(({ reason }) => reason.startsWith('long: ')))
    output.note('github__get_diff with a path reads one of them.')
  if (unshown.some(({ reason }) => reason.startsWith(LINELESS['too large'])))
    output.note('github__get_file reads a file that is too large for GitHub to show its diff.')
  const parts = describeReviewParts(all, files)
  if (parts !== undefined) output.note(parts)
}

/** Writes what the diff of a lock file does to packages. Returns words about it; empty for other files. */
function writePackages(file: GroupedFile, output: PromptData, max: number): string {
  const diff = diffOf(file)
  if (file.group !== 'lock file') return ''
  if (diff === undefined) return file.without === 'too large' ? 'its packages were not compared' : ''
  const packages = summarizeLockFile(diff, file.path)
  if (packages === undefined) return ''
  const rest = `with github__get_diff and path ${JSON.stringify(file.path)}`
  output.data('lock-file', diffAttributes(file), output.code(packages, max, rest))
  return 'its packages stand above'
}

/** The maximum number of files, lines of a declaration and UTF-16 units; `first` lines of a long declaration are always shown. */
const DECLARATIONS = { files: 20, lines: 40, first: 3, characters: 8_000 }

/** The files of the head in which the changes stand, where more than the diff is worth showing. Never rejects. */
export async function readDeclarationTexts(
  files: readonly GroupedFile[],
  github: Pick<GitHub, 'blobTexts'>,
): Promise<Map<string, string>> {
  const blobs = files
    .filter((file) => file.group === 'source' && file.status !== 'added' && bulkOf(file) === undefined)
    .flatMap(({ blob, patch }) => (blob !== undefined && patch !== undefined ? [blob] : []))
    .slice(0, DECLARATIONS.files)
  return blobs.length === 0 ? new Map() : github.blobTexts(blobs).catch(() => new Map()) // the diffs say most
}

/** Writes what the diffs do not show of the declarations around the changes. */
function writeDeclarations(
  files: readonly GroupedFile[],
  texts: ReadonlyMap<string, string>,
  github: Pick<GitHub, 'repo'>,
  output: PromptData,
): void {
  let room = DECLARATIONS.characters
  const blocks = files.flatMap(({ path, patch = '', blob = '' }) =>
    unseenDeclarations(patch, texts.get(blob) ?? '').map((text) => ({ path, text })),
  )
  let isIntroduced = false
  for (const { path, text } of blocks) {
    if (text.length > room) continue
    const lines = output.code(text, room)
    room -= lines.length
    if (!isIntroduced)
      output.note(
        'Below are the lines of the declarations around the changes that the diffs do not show, as the head has them. "…" stands for lines that are in a diff, or that github__get_file reads.',
      )
    isIntroduced = true
    recordLines(path, 'file', lines, github)
    output.data('declaration', { path }, lines)
  }
}

/** The numbered lines of each declaration around the changes of a patch. `text`: the whole file. */
function unseenDeclarations(patch: string, text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const { shownLines, places } = changedPlaces(patch)
  const declarations = new Map<number, number>()
  for (const { line, heading } of text === '' ? [] : places) {
    const { start, end } = declarationAround(lines, line, heading) ?? { start: 0, end: 0 }
    if (start > 0) declarations.set(start, end)
  }
  return [...declarations].flatMap(([start, end]) => {
    const unseen = Array.from({ length: end - start + 1 }, (_, index) => start + index).filter(
      (each) => !shownLines.has(each),
    )
    if (unseen.every((number) => (lines[number - 1] ?? '').trim() === '')) return []
    const near = [...shownLines].filter((each) => each >= start - 1 && each <= end + 1)
    const distance = (number: number) => Math.min(...near.map((each) => Math.abs(each - number)))
    const isFirst = (number: number) => number < start + DECLARATIONS.first
    const nearest = unseen
      .toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)) || distance(one) - distance(other))
      .slice(0, DECLARATIONS.lines)
    return [
      numberSome(
        lines,
        nearest.toSorted((one, other) => one - other),
      ),
    ]
  })
}

/** The attributes of a diff block. */
export const diffAttributes = ({ path, previousPath, status, additions, deletions }: DiffFile) => ({
  path,
  previous_path: previousPath,
  status,
  added: additions,
  removed: deletions,
})

export function describeFile({ path, previousPath, status, additions, deletions }: DiffFile): string {
  const from = previousPath === undefined ? '' : ` from ${JSON.stringify(toOneLine(previousPath))}`
  return `${JSON.stringify(toOneLine(path))} ${status}${from} +${additions} -${deletions}`
}

const LINELESS: Record<Lineless, string> = {
  rename: 'same content',
  empty: 'the file is empty',
  mode: 'only the mode of the file changed',
  link: 'a file became a link, a link became a file, or a link changed',
  submodule: 'a submodule',
  binary: 'binary',
  'too large': 'too large for GitHub',
}

/** Why a change has no lines. */
export const missingPatchReason = ({ without, status, additions, deletions }: DiffFile & { without?: Lineless }) =>
  without !== undefined
    ? LINELESS[without]
    : status === 'renamed' && additions + deletions === 0
      ? 'same content'
      : 'binary, or too large for GitHub'

/** Consecutive pages of github__get_diff, counted from 1, for one reader. `files`: the source files on them that no one has read. */
type ReviewPart = { first: number; last: number; files: readonly GroupedFile[] }

/** About 45,000 tokens: the reader of a part needs room for the code around it. */
const PART_PAGES = 4

const MAX_PARTS = 10

/**
 * Says in which parts the source files that had no room in the first prompt can be read; undefined when one reader can read them all.
 * `files`: all files of the pull request, in the order of github__get_diff. `reviewed`: the files that this review is about.
 */
export function describeReviewParts(
  files: readonly GroupedFile[],
  reviewed: readonly GroupedFile[] = files,
): string | undefined {
  const unread = new Set(reviewed.filter((file) => file.group === 'source' && !isSeen(file)).map(({ path }) => path))
  const parts = planParts(files, unread)
  if (parts.length < 2) return undefined
  const lines = parts
    .slice(0, MAX_PARTS)
    .map(({ first, last, files }, index) => `part ${index + 1} is ${pageRange(first, last)} (${countGroups(files)})`)
  const rest = parts.slice(MAX_PARTS)
  const more =
    rest.length === 0
      ? ''
      : ` ${countGroups([...new Set(rest.flatMap((part) => part.files))])} files are in none of them: say in the answer that they were not reviewed.`
  return `There are too many source files among them to read in this conversation. Review them in ${lines.length} parts, the pages of github__get_diff: ${lines.join('; ')}.${more} Delegate each part to the sub-agent change_reviewer, one part a call, with the pages and what to look for; where you cannot delegate, read the most important pages yourself. Then check what the reports say, merge what they repeat, and make one list of findings, most serious first.`
}

const pageRange = (first: number, last: number) => (first === last ? `page ${first}` : `pages ${first} to ${last}`)

function planParts(files: readonly GroupedFile[], unread: ReadonlySet<string>): ReviewPart[] {
  const parts: { first: number; last: number; files: GroupedFile[] }[] = []
  for (const [index, page] of diffPages(files).entries()) {
    const number = index + 1
    const sources = page.flatMap(({ file, patch }) => (patch !== undefined && unread.has(file.path) ? [file] : []))
    if (sources.length === 0) continue
    const last = parts.at(-1)
    if (last !== undefined && number - last.first < PART_PAGES) {
      last.last = number
      last.files.push(...sources.filter((file) => !last.files.includes(file)))
    } else parts.push({ first: number, last: number, files: sources })
  }
  return parts
}

/** The maximum UTF-16 units of the diffs on a page of github__get_diff. */
export const DIFF_PAGE = 40_000

/** The space for the attributes of a file. */
const ATTRIBUTES = 200

/** The diff of a file with the numbers of its lines, or a part of it. `patch`: undefined when GitHub shows no diff. */
type PatchPart<File> = DiffPart & { file: File; patch: string | undefined }

/** The pages of a diff, in the order of the files. A file that is longer than a page continues on the next ones. */
export function diffPages<File extends DiffFile>(files: readonly File[]): PatchPart<File>[][] {
  const pages: PatchPart<File>[][] = []
  let room = 0
  for (const file of files) {
    const diff = diffOf(file)
    const patch = diff === undefined ? undefined : numberPatch(diff)
    const parts = patch === undefined ? 1 : textPage(patch, DIFF_PAGE, 1).pages
    for (let part = 1; part <= parts; part += 1) {
      const partPatch = patch === undefined ? undefined : textPage(patch, DIFF_PAGE, part).text
      const size = (partPatch ?? '').length + ATTRIBUTES
      if (size > room) {
        pages.push([])
        room = DIFF_PAGE + ATTRIBUTES
      }
      pages.at(-1)?.push({ file, patch: partPatch, part, parts })
      room -= size
    }
  }
  return pages
}

/** The commits of a later review. `reviewed`: the commit that the previous review read. */
export type LaterReview = { number: number; head: string; reviewed: string }

/**
 * What a pull request changes now and did not change at its last review: of its lines those that came since that commit, or, after a
 * force push or a rebase, the files whose own diff differs now. Undefined when GitHub does not return them. Never rejects.
 */
export async function readChangesSince(
  files: readonly GroupedFile[],
  { number, head, reviewed }: LaterReview,
  github: ChangeGitHub,
): Promise<ContextDiff | undefined> {
  try {
    const [before, direct] = await Promise.all([
      readPullChange(number, reviewed, github),
      github.compare(reviewed, head),
    ])
    const isLinear = direct.mergeBase === reviewed && direct.files.length < MAX_COMPARED_FILES
    // GitHub's list is not about the earlier commit.
    if (before.isCurrent && !isLinear) return undefined
    const earlier = new Map(before.isCurrent ? [] : before.files.map((file) => [file.path, file]))
    const since = new Map(direct.files.map((file) => [file.path, file]))
    const laterFiles = files.flatMap((file) => {
      const past = earlier.get(file.previousPath ?? file.path) ?? earlier.get(file.path)
      if (!isLinear) return isChanged(file, earlier) ? [file] : []
      const { path, previousPath } = file
      return changedSince(file, since.get(path) ?? since.get(previousPath ?? path), past)
    })
    const notes = [explain(files.length - laterFiles.length, reviewed, isLinear)]
    return { files: laterFiles, all: files, since: reviewed, notes }
  } catch {
    return undefined // the commit may be gone after a force push
  }
}

/** A file with the lines of its change that came with `since`; nothing when none did. */
function changedSince(file: GroupedFile, since: DiffFile | undefined, before: DiffFile | undefined): GroupedFile[] {
  if (since === undefined) return []
  // GitHub shows no diff of a large or binary file: any of its lines may have changed.
  if (file.patch === undefined || since.patch === undefined) return [file]
  const patch = patchSince(file.patch, since.patch, before?.patch)
  return patch === undefined ? [] : [withPatch(file, patch)]
}

function isChanged(file: DiffFile, earlier: ReadonlyMap<string, DiffFile>): boolean {
  const before = earlier.get(file.path)
  if (before === undefined || before.previousPath !== file.previousPath || before.status !== file.status) return true
  // GitHub shows no diff of a large or binary file: it may have changed.
  if (before.patch === undefined || file.patch === undefined) return file.status !== 'renamed' || file.additions > 0
  return changedLines(before.patch) !== changedLines(file.patch)
}

/** The changed lines of a patch. Those around them, and their numbers, change with the base. */
const changedLines = (patch: string) =>
  patch
    .split('\n')
    .filter((line) => /^[+-]/.test(line))
    .join('\n')

function explain(unchanged: number, reviewed: string, isLinear: boolean): string {
  const what = isLinear
    ? 'The diffs below are the changes since that commit.'
    : 'The branch was rebased or force-pushed since: the diffs below are those of the files whose own changes differ now.'
  return `An earlier run reviewed this pull request at ${reviewed}. ${what} ${unchanged} files that have not changed since are omitted; read them with the tools only where the new changes depend on them.`
}
