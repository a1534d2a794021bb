import { filesChangedBetween, MAX_PULL_FILES } from '../api/compare-commits.ts'
import type { GitHub } from '../api/github.ts'
import type { DiffFile } from '../api/response-schemas.ts'
import { readAttributesFiles } from './attribute-files.ts'
import { type GroupedFile, groupFiles } from './file-groups.ts'

/** `base` and `head`: the commits of the event. Without them the current files are read. */
export type PullSubject = { number: number; base?: string; head?: string }
/** `missing`: why files are absent. `isCurrent`: GitHub's current files of the pull request, which may be newer than the event. */
export type ChangedFiles = { files: GroupedFile[]; missing?: string; isCurrent: boolean }
/** What `groupChangedFiles` calls. */
export type AttributesCalls = 'repo' | 'pinnedFiles'
type FilesGitHub = Pick<GitHub, 'compare' | 'files' | 'pull' | AttributesCalls>

/** From this many UTF-16 units of diffs on, `.gitattributes` helps to decide which diffs come first. */
const LARGE_DIFF = 100_000

/** By the list that the client returned: a client with a cache returns the same one in the whole run. */
const readLists = new WeakMap<readonly DiffFile[], Promise<Omit<ChangedFiles, 'isCurrent'>>>()

/**
 * The files that a pull request changes, important ones first. Readers that share a client with a cache share one list. Rejects
 * with GitHubError.
 */
export async function readChangedFiles(subject: PullSubject, github: FilesGitHub): Promise<ChangedFiles> {
  const { number, base, head } = subject
  const compared = base && head ? await filesChangedBetween(base, head, github) : undefined
  const files = compared ?? (await github.files(number))
  const list = readLists.get(files) ?? describeList(files, subject, github)
  readLists.set(files, list)
  return { ...(await list), isCurrent: compared === undefined }
}

async function describeList(
  files: readonly DiffFile[],
  { number, base }: PullSubject,
  github: FilesGitHub,
): Promise<Omit<ChangedFiles, 'isCurrent'>> {
  const [grouped, missing] = await Promise.all([
    groupChangedFiles(files, base, github),
    files.length < MAX_PULL_FILES ? undefined : missingFiles(number, files.length, github),
  ])
  return { files: grouped, missing }
}

/** Groups the files with the attributes of a trusted commit (`base`, a full SHA); those are fetched only for a large diff. */
export async function groupChangedFiles(
  files: readonly DiffFile[],
  base: string | undefined,
  github: Pick<GitHub, AttributesCalls>,
): Promise<GroupedFile[]> {
  const isLarge = files.reduce((sum, { patch }) => sum + (patch?.length ?? 0), 0) > LARGE_DIFF
  if (!isLarge || base === undefined) return groupFiles(files)
  const paths = files.map(({ path }) => path)
  return groupFiles(files, await readAttributesFiles(paths, base, github))
}

async function missingFiles(number: number, listed: number, github: FilesGitHub): Promise<string | undefined> {
  const limit = `GitHub lists ${MAX_PULL_FILES.toLocaleString('en-US')} files of a pull request at most`
  const changed = (await github.pull(number).catch(() => undefined))?.changedFiles
  if (changed === undefined) return `${limit}: this one may change more.`
  if (changed <= listed) return undefined
  return `${limit}: ${changed - listed} of the ${changed} changed files are missing here and cannot be reviewed.`
}
