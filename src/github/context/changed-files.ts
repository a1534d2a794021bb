import ignore from 'ignore'
import { filesChangedBetween, type GitHub, MAX_PULL_FILES } from '../api/github.ts'
import { isPinnable } from '../api/pinned-files.ts'
import type { DiffFile } from '../api/response-schemas.ts'
import type { Task } from '../events/task.ts'

/** `base` and `head`: the commits of the event. Without them the current files are read. */
export type PullSubject = { number: number; base?: string; head?: string }

/** `missing`: why files are absent. `isCurrent`: GitHub's current files of the pull request, which may be newer than the event. */
export type ChangedFiles = { files: GroupedFile[]; missing?: string; isCurrent: boolean }

/** What `groupChangedFiles` calls. */
export type AttributesCalls = 'repo' | 'pinnedFiles'

type FilesGitHub = Pick<GitHub, 'compare' | 'files' | 'pull' | AttributesCalls>

/** Above this many UTF-16 units of diffs, `.gitattributes` helps to decide which diffs come first. */
const LARGE_DIFF = 100_000

/** Keyed by the list that the client returned: a client with a cache returns the same list for the whole run. */
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

/** Asks a client with a cache for the diff between the commits of the event, and for the files of the pull request. */
export async function prefetchChangedFiles(
  { kind, number, base, head }: Task,
  github: Pick<GitHub, 'compare' | 'files'>,
): Promise<void> {
  if (kind !== 'pull_request' || number === undefined) return
  const commits = base !== undefined && head !== undefined
  await Promise.allSettled([github.files(number), commits && github.compare(base.sha, head.sha)])
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

/** Groups the files by the attributes of a trusted commit (`base`, a full SHA); those are fetched only for a large diff. */
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
  const limit = `GitHub lists at most ${MAX_PULL_FILES.toLocaleString('en-US')} files of a pull request`
  const changed = (await github.pull(number).catch(() => undefined))?.changedFiles
  if (changed === undefined) return `${limit}; this one may change more.`
  if (changed <= listed) return undefined
  return `${limit}; ${changed - listed} of the ${changed} changed files are missing here and cannot be reviewed.`
}

/** What a changed file is to a reviewer, most important first. */
export const FILE_GROUPS = ['source', 'generated', 'vendored', 'lock file', 'renamed only'] as const

export type FileGroup = (typeof FILE_GROUPS)[number]

export type GroupedFile = DiffFile & { group: FileGroup }

const LOCK_FILE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|Gemfile\.lock|composer\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|go\.sum|go\.work\.sum|flake\.lock|gradle\.lockfile|mix\.lock|pubspec\.lock|Podfile\.lock|packages\.lock\.json|Package\.resolved|\.terraform\.lock\.hcl)$/i

const VENDORED = /(?:^|\/)(?:vendor|vendored|third[_-]party|node_modules|bower_components|Godeps|Pods)\//i

const GENERATED =
  /(?:^|\/)(?:dist|generated|__generated__|__snapshots__)\/|\.(?:min\.(?:js|css)|map|snap|pb\.go|g\.dart|freezed\.dart|designer\.cs)$|_pb2(?:_grpc)?\.pyi?$|\.generated\.[^/]+$/i

/**
 * Puts each file in a group and the important groups first; within a group the order stays. `attributes`: each
 * `.gitattributes` of a trusted commit, outer ones first. Nothing in the files themselves decides: a change must not be able to mark its
 * own code.
 */
export function groupFiles(files: readonly DiffFile[], attributes: readonly AttributesFile[] = []): GroupedFile[] {
  const declared = readAttributes(attributes)
  const grouped = files.map((file): GroupedFile => ({ ...file, group: groupOf(file, declared(file.path)) }))
  return FILE_GROUPS.flatMap((group) => grouped.filter((file) => file.group === group))
}

/** The number of files of each group, for example `1,200 source, 3 lock files`. */
export function countGroups(files: readonly GroupedFile[]): string {
  const counts = FILE_GROUPS.map((group) => ({ group, count: files.filter((file) => file.group === group).length }))
  return counts
    .filter(({ count }) => count > 0)
    .map(({ group, count }) => `${count} ${group === 'lock file' && count > 1 ? 'lock files' : group}`)
    .join(', ')
}

function groupOf({ path, status, additions, deletions }: DiffFile, declared: LinguistAttributes): FileGroup {
  if (status === 'renamed' && additions + deletions === 0) return 'renamed only'
  if (LOCK_FILE.test(path)) return 'lock file'
  if (declared.vendored ?? VENDORED.test(path)) return 'vendored'
  return (declared.generated ?? GENERATED.test(path)) ? 'generated' : 'source'
}

type LinguistAttributes = { generated?: boolean; vendored?: boolean }

/** Reads the attributes that GitHub's diffs obey. The last line that matches decides, and inner files before outer ones, as in git. */
function readAttributes(files: readonly AttributesFile[]): (path: string) => LinguistAttributes {
  const lines = files.flatMap(({ folder, text }) => {
    const prefix = folder === '' ? '' : `${folder}/`
    return text.split(/\r?\n/).flatMap((line) => {
      const [pattern = '', ...words] = line.trim().split(/\s+/)
      const attributes = { generated: attributeOf('generated', words), vendored: attributeOf('vendored', words) }
      if (/^(?:#|!|\[|"|$)/.test(pattern) || (attributes.generated ?? attributes.vendored) === undefined) return []
      const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add(pattern)
      return [{ prefix, rules, attributes }]
    })
  })
  return (path) => {
    const matching = lines.filter(
      ({ prefix, rules }) => path.startsWith(prefix) && rules.ignores(path.slice(prefix.length)),
    )
    const last = (name: keyof LinguistAttributes) =>
      matching.findLast(({ attributes }) => attributes[name] !== undefined)?.attributes[name]
    return { generated: last('generated'), vendored: last('vendored') }
  }
}

function attributeOf(name: keyof LinguistAttributes, words: readonly string[]): boolean | undefined {
  const word = words.findLast((each) => each.replace(/^[-!]/, '').replace(/=.*$/, '') === `linguist-${name}`)
  return word === undefined ? undefined : !/^[-!]|=false$/.test(word)
}

/** The text of a `.gitattributes`. `folder`: the path of its folder from the root, empty for the root. */
export type AttributesFile = { folder: string; text: string }

/** In one query. The attributes of the other folders are not read. */
const MAX_FOLDERS = 50

/**
 * The `.gitattributes` that apply to the paths at a commit (a full SHA), outer ones first. Reads the folders with the most paths
 * below them, the root first. Never rejects: without an answer there are none.
 */
export async function readAttributesFiles(
  paths: readonly string[],
  commit: string,
  github: Pick<GitHub, 'repo' | 'pinnedFiles'>,
): Promise<AttributesFile[]> {
  const counts = new Map<string, number>()
  for (const folder of paths.flatMap(foldersAround)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  // A folder has at least as many paths below it as each folder inside, and comes before it here.
  const folders = [...counts].toSorted(([, one], [, other]) => other - one).map(([folder]) => folder)
  const locations = folders.slice(0, MAX_FOLDERS).map((folder) => {
    const path = folder === '' ? '.gitattributes' : `${folder}/.gitattributes`
    return { entry: path, ...github.repo, sha: commit, path, folder }
  })
  const readable = locations.filter(isPinnable)
  if (readable.length === 0) return []
  const answers = await github
    .pinnedFiles(readable.map(({ folder: _, ...location }) => location))
    .catch(() => undefined) // a token without access to GraphQL
  return readable
    .flatMap(({ folder }, index) => {
      const answer = answers?.[index]
      return answer === undefined || 'problem' in answer || answer.folder
        ? []
        : answer.files.map(({ text }) => ({ folder, text }))
    })
    .toSorted((one, other) => one.folder.length - other.folder.length)
}

/** The folders that contain the path, the root first. */
const foldersAround = (path: string): string[] => [
  '',
  ...Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)),
]
