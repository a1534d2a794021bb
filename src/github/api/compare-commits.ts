import type { GitHub } from './github.ts'
import type { DiffFile } from './response-schemas.ts'

/** GitHub lists 300 files of a comparison and does not say whether there are more. */
export const MAX_COMPARED_FILES = 300

/** GitHub lists 3,000 files of a pull request. */
export const MAX_PULL_FILES = 3000

/** Files changed between the merge base and `head`; undefined when GitHub may not list all of them. */
export async function filesChangedBetween(
  base: string,
  head: string,
  github: Pick<GitHub, 'compare'>,
): Promise<DiffFile[] | undefined> {
  const { files } = await github.compare(base, head)
  return files.length < MAX_COMPARED_FILES ? files : undefined
}
