import { filesChangedBetween } from '../api/compare-commits.ts'
import type { GitHub } from '../api/github.ts'
import type { DiffFile } from '../api/response-schemas.ts'
import { withPatch } from './diff-coverage.ts'
import type { ContextDiff } from './diff-data.ts'
import type { GroupedFile } from './file-groups.ts'

/** The commits of a later review. `reviewed`: the commit that the review before it read. */
export type LaterReview = { base: string; head: string; reviewed: string }

/**
 * What a pull request changes that it did not change when it was reviewed last: the diff since that commit, or, after a force push or a
 * rebase, the files whose own diff is another one now. Undefined when GitHub does not say. Never rejects.
 */
export async function readChangesSince(
  files: readonly GroupedFile[],
  { base, head, reviewed }: LaterReview,
  github: Pick<GitHub, 'compare'>,
): Promise<ContextDiff | undefined> {
  try {
    const [before, direct] = await Promise.all([
      filesChangedBetween(base, reviewed, github),
      github.compare(reviewed, head),
    ])
    if (before === undefined) return undefined
    const isLinear = direct.mergeBase === reviewed
    const earlier = new Map(before.map((file) => [file.path, file]))
    const changed = files.filter((file) => isChanged(file, earlier))
    const since = new Map(direct.files.map((file) => [file.path, file]))
    const shown = changed.map((file) => (isLinear ? withPatch(file, (since.get(file.path) ?? file).patch) : file))
    const notes = [explain(files.length - changed.length, reviewed, isLinear)]
    return { files: shown, all: files, since: reviewed, notes }
  } catch {
    return undefined // the commit may be gone after a force push
  }
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
    : 'The branch was rebased or force-pushed since: the diffs below are those of the files whose change is another one now.'
  return `An earlier run reviewed this pull request at ${reviewed}. ${what} ${unchanged} files that are as they were reviewed are omitted; read them with the tools only where the new changes depend on them.`
}
