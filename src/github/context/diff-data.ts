import { toOneLine } from '../../text/one-line.ts'
import type { DiffFile } from '../api/response-schemas.ts'
import type { PromptData } from './prompt-data.ts'

/** The maximum UTF-16 units of a file's diff and of all diffs, and the maximum number of paths without a diff. */
const MAX_CHARACTERS = { fileDiff: 20_000, diff: 150_000, paths: 500 }

export type ContextDiff = { files: readonly DiffFile[]; note?: string }

/** Writes the diff by file, and the names of the files whose diff is missing or has no room. */
export function writeDiff({ files, note }: ContextDiff, output: PromptData) {
  if (note !== undefined) output.note(note)
  if (files.length === 0) return output.note('No files are changed.')
  const unshown: string[] = []
  let room = MAX_CHARACTERS.diff
  for (const file of files) {
    const patch = file.patch === undefined ? undefined : output.code(file.patch, MAX_CHARACTERS.fileDiff)
    if (patch === undefined || patch.length > room) {
      unshown.push(`${describeFile(file)} (${patch === undefined ? missingPatchReason(file) : 'no room'})`)
      continue
    }
    room -= patch.length
    output.data('diff', diffAttributes(file), patch)
  }
  if (unshown.length === 0) return
  output.note(
    `${unshown.length} of ${files.length} changed files are listed without their diff; read them with the tools.`,
  )
  const listed = unshown.slice(0, MAX_CHARACTERS.paths)
  output.data(
    'changed-files',
    { files: unshown.length },
    [...listed, ...(unshown.length > listed.length ? [`… and ${unshown.length - listed.length} more`] : [])].join('\n'),
  )
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
