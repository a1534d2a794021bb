import { type GitHub, MAX_COMPARED_FILES, MAX_PULL_FILES } from './github.ts'
import { GitHubError } from './github-error.ts'
import type { DiffFile } from './response-schemas.ts'

export type ChangeGitHub = Pick<GitHub, 'files' | 'pullAtStart' | 'compare'>

/**
 * What a pull request changes. `missing`: why files are absent. `isCurrent`: GitHub's current list, which may be newer than the commit
 * that was asked for.
 */
export type PullChange = { files: DiffFile[]; missing?: string; isCurrent: boolean }

/** Keyed by the list that the client returned: a client with a cache returns the same list for the whole run. */
const comparisons = new WeakMap<readonly DiffFile[], Map<string, Promise<DiffFile[] | undefined>>>()

/**
 * What a pull request changes up to a commit, as GitHub shows it. This is the only home of that question. While the commit is the head,
 * it is GitHub's list; later, the difference from the merge base with the base branch as it is now. `base.sha` of an event decides
 * nothing: it can be older than a merge of the base into the branch. Once the pull request is merged or its base is gone, and without a
 * commit, it is GitHub's list, too. Rejects with GitHubError.
 */
export async function readPullChange(
  number: number,
  commit: string | undefined,
  github: ChangeGitHub,
): Promise<PullChange> {
  const [listed, pull] = await Promise.all([
    github.files(number),
    commit === undefined ? undefined : github.pullAtStart(number),
  ])
  const isHead = pull?.head.sha === commit && !listed.some(({ of }) => of !== undefined && of !== commit)
  if (commit !== undefined && pull !== undefined && !isHead && !pull.isMerged) {
    const known = comparisons.get(listed) ?? new Map<string, Promise<DiffFile[] | undefined>>()
    const files = known.get(commit) ?? compareWithBase(pull.base.ref, commit, github)
    comparisons.set(listed, known.set(commit, files))
    const compared = await files
    if (compared !== undefined) return { files: compared, isCurrent: false }
  }
  const missing = await missingFiles(number, listed.length, github)
  return { files: listed, missing, isCurrent: commit === undefined || !isHead }
}

/** Undefined when GitHub may not list all files, when the branch or the commit is gone, or when the branch contains the commit. */
async function compareWithBase(base: string, commit: string, github: ChangeGitHub): Promise<DiffFile[] | undefined> {
  try {
    const { mergeBase, files } = await github.compare(base, commit)
    return mergeBase === commit || files.length >= MAX_COMPARED_FILES ? undefined : files
  } catch (error) {
    if (error instanceof GitHubError && (error.status === 404 || error.status === 422)) return undefined
    throw error
  }
}

async function missingFiles(number: number, listed: number, github: ChangeGitHub): Promise<string | undefined> {
  if (listed < MAX_PULL_FILES) return undefined
  const limit = `GitHub lists at most ${MAX_PULL_FILES.toLocaleString('en-US')} files of a pull request`
  const changed = (await github.pullAtStart(number).catch(() => undefined))?.changedFiles
  if (changed === undefined) return `${limit}; this one may change more.`
  if (changed <= listed) return undefined
  return `${limit}; ${changed - listed} of the ${changed} changed files are missing here and cannot be reviewed.`
}
