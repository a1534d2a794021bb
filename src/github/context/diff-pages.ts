import { textPage } from '../../text/text-page.ts'
import type { DiffFile } from '../api/response-schemas.ts'
import type { DiffPart } from './diff-coverage.ts'

/** The maximum UTF-16 units of the diffs on a page of github__get_diff. */
export const DIFF_PAGE = 40_000
/** The room for the attributes of a file. */
const ATTRIBUTES = 200

/** The diff of a file, or a part of it. `patch`: undefined when GitHub shows no diff. */
type PatchPart<File> = DiffPart & { file: File; patch: string | undefined }

/** The pages of a diff, in the order of the files. A file that is longer than a page continues on the next ones. */
export function diffPages<File extends DiffFile>(files: readonly File[]): PatchPart<File>[][] {
  const pages: PatchPart<File>[][] = []
  let room = 0
  for (const file of files) {
    const { patch } = file
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
