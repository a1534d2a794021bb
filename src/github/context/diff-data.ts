import { toOneLine } from '../../text/one-line.ts'
import type { DiffFile } from '../api/response-schemas.ts'
import { markShown } from './diff-coverage.ts'
import { countGroups, type GroupedFile } from './file-groups.ts'
import type { PromptData } from './prompt-data.ts'
import { describeReviewParts } from './review-parts.ts'

/** The maximum UTF-16 units of a file's diff and of all diffs. */
const MAX_CHARACTERS = { fileDiff: 20_000, diff: 150_000 }
/** The maximum number of paths that are listed without their diff. */
const MAX_PATHS = 500

/**
 * `since`: the commit from which on these are the changes; without it they are all of the pull request. `all`: all files of the pull
 * request, where these are only some.
 */
export type ContextDiff = {
  files: readonly GroupedFile[]
  notes: readonly string[]
  since?: string
  all?: readonly GroupedFile[]
}

/** Writes the diff by file, important files first, and the names of the files whose diff is missing or has no room. */
export function writeDiff({ files, notes, all = files }: ContextDiff, output: PromptData) {
  for (const note of notes) output.note(note)
  if (files.length === 0) return output.note('No files are changed.')
  const unshown: { file: GroupedFile; reason: string }[] = []
  let room = MAX_CHARACTERS.diff
  for (const file of files) {
    const patch = file.patch === undefined ? undefined : output.code(file.patch, MAX_CHARACTERS.fileDiff)
    if (patch === undefined || patch.length > room) {
      unshown.push({ file, reason: patch === undefined ? missingPatchReason(file) : 'no room' })
      continue
    }
    room -= patch.length
    if ((file.patch?.length ?? 0) <= MAX_CHARACTERS.fileDiff) markShown(file)
    output.data('diff', diffAttributes(file), patch)
  }
  if (unshown.length === 0) return
  output.note(
    `${unshown.length} of ${files.length} changed files are listed without their diff; read them with the tools. They are: ${countGroups(unshown.map(({ file }) => file))}.`,
  )
  const lines = unshown.slice(0, MAX_PATHS).map(({ file, reason }) => `${describeFile(file)} (${reason})`)
  const more = unshown.slice(MAX_PATHS).map(({ file }) => file)
  if (more.length > 0) lines.push(`… and ${more.length} more: ${countGroups(more)}`)
  output.data('changed-files', { files: unshown.length }, lines.join('\n'))
  const parts = describeReviewParts(all, files)
  if (parts !== undefined) output.note(parts)
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

export const missingPatchReason = ({ status, additions, deletions }: DiffFile) =>
  status === 'renamed' && additions + deletions === 0 ? 'same content' : 'binary, or too large for GitHub'
