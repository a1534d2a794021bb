import type { DiffFile } from './answers.ts'
import type { GitHub } from './client.ts'

/** GitHub lists 300 files of a comparison and does not say that there are more. */
const COMPARED_FILES = 300

/** What changed from where `head` parted from `base`; undefined when there may be more files than GitHub lists. */
export async function changedBetween(
  base: string,
  head: string,
  github: Pick<GitHub, 'compare'>,
): Promise<DiffFile[] | undefined> {
  const { files } = await github.compare(base, head)
  return files.length < COMPARED_FILES ? files : undefined
}
