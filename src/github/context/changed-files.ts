import ignore from 'ignore'
import type { GitHub } from '../api/github.ts'
import { isPinnable } from '../api/pinned-files.ts'
import { type ChangeGitHub, readPullChange } from '../api/pull-change.ts'
import type { DiffFile } from '../api/response-schemas.ts'
import type { Task } from '../events/task.ts'
import { hunksBetween, hunkText, parsePatch } from '../patch-rows.ts'

/** `head`: the commit of the event; without it, GitHub's current list counts. `base`: a trusted commit with `.gitattributes`. */
export type PullSubject = { number: number; base?: string; head?: string }

/** `missing`: why files are absent. `isCurrent`: GitHub's current files of the pull request, which may be newer than the event. */
export type ChangedFiles = { files: GroupedFile[]; missing?: string; isCurrent: boolean }

/** What `groupChangedFiles` calls. */
export type AttributesCalls = 'repo' | 'pinnedFiles'

type FilesGitHub = ChangeGitHub & Pick<GitHub, AttributesCalls | 'tree' | 'blob'>

/** Above this many UTF-16 units of diffs, `.gitattributes` helps to decide which diffs come first. */
const LARGE_DIFF = 100_000

/** Above one of these, a diff that people rarely read is not shown beside others. `.gitattributes` says more of them than names. */
const LONG_DIFF = { lines: 200, characters: 10_000 }

export const isLongDiff = (patch: string): boolean =>
  patch.length > LONG_DIFF.characters || patch.split('\n').length > LONG_DIFF.lines

/** Keyed by the list that the client returned: a client with a cache returns the same list for the whole run. */
const readLists = new WeakMap<readonly DiffFile[], Promise<GroupedFile[]>>()

/**
 * The files that a pull request changes, important ones first. Readers that share a client with a cache share one list. Rejects
 * with GitHubError.
 */
export async function readChangedFiles(subject: PullSubject, github: FilesGitHub): Promise<ChangedFiles> {
  const { files, ...change } = await readPullChange(subject.number, subject.head, github)
  const list = readLists.get(files) ?? describeList(files, subject, github)
  readLists.set(files, list)
  return { ...change, files: await list }
}

/** Asks a client with a cache for what the pull request changes. */
export async function prefetchChangedFiles({ kind, number, head }: Task, github: ChangeGitHub): Promise<void> {
  if (kind === 'pull_request' && number !== undefined)
    await readPullChange(number, head?.sha, github).catch(() => undefined) // those who need it ask again
}

async function describeList(
  files: readonly DiffFile[],
  subject: PullSubject,
  github: FilesGitHub,
): Promise<GroupedFile[]> {
  const { base } = subject
  const [grouped, entries] = await Promise.all([
    groupChangedFiles(files, base, github),
    base !== undefined && files.some(isUnclear) ? readEntries(base, github) : undefined,
  ])
  const described = grouped.map((file): GroupedFile => ({ ...file, without: whyWithoutLines(file, entries) }))
  const patches = await readLeftOut(described, subject, github).catch(() => new Map<string, string>()) // the list says that they are missing
  return described.map((file) => ({ ...file, leftOut: patches.get(file.path) }))
}

/** The maximum number of files whose diff GitHub leaves out and that are compared here, of lines of each diff, and of bytes of all files. */
const LEFT_OUT = { files: 10, lines: 200_000, bytes: 20_000_000 }

/** The diffs that GitHub leaves out because they are too large, by path; lock files first. Those of too many bytes are missing. */
async function readLeftOut(
  files: readonly GroupedFile[],
  { number, head }: PullSubject,
  github: FilesGitHub,
): Promise<Map<string, string>> {
  const large = files.filter(
    ({ without, additions, deletions }) => without === 'too large' && additions + deletions <= LEFT_OUT.lines,
  )
  const patches = new Map<string, string>()
  if (large.length === 0) return patches
  const pull = await github.pullAtStart(number)
  const commit = head ?? pull.head.sha
  const { mergeBase } = await github.compare(pull.isMerged ? pull.base.sha : pull.base.ref, commit)
  if (mergeBase === commit) return patches
  const { entries } = await github.tree(mergeBase)
  const before = new Map(entries.map(({ path, sha }) => [path, sha]))
  let room = LEFT_OUT.bytes
  const isLock = ({ group }: GroupedFile) => Number(group !== 'lock file')
  for (const { path, previousPath, status, blob } of large
    .toSorted((one, other) => isLock(one) - isLock(other))
    .slice(0, LEFT_OUT.files)) {
    const old = status === 'added' ? undefined : before.get(previousPath ?? path)
    if ((old === undefined && status !== 'added') || (blob === undefined && status !== 'removed')) continue
    const sides = await Promise.all([old, blob].map(async (sha) => (sha === undefined ? NOTHING : github.blob(sha))))
    const size = sides.reduce((sum, { length }) => sum + length, 0)
    if (size > room || sides.some((bytes) => bytes.includes(0))) continue
    room -= size
    const [one = '', other = ''] = sides.map((bytes) => Buffer.from(bytes).toString('utf8'))
    patches.set(path, hunksBetween(one, other).map(hunkText).join('').replace(/\n$/, ''))
  }
  return patches
}

const NOTHING = new Uint8Array()

/** Why a change has no lines, in words. */
export type Lineless = 'rename' | 'empty' | 'mode' | 'link' | 'submodule' | 'binary' | 'too large'

const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'

const isLineless = ({ patch, additions, deletions }: DiffFile) => patch === undefined && additions + deletions === 0

/** Whether only the base tells what a change without lines is. */
const isUnclear = (file: DiffFile): boolean =>
  (isLineless(file) || file.status === 'changed') &&
  !/^(?:added|renamed|copied|unchanged)$/.test(file.status) &&
  file.blob !== EMPTY_BLOB &&
  !BINARY_NAME.test(file.path)

type BaseEntries = ReadonlyMap<string, { mode: string; sha: string }>

async function readEntries(base: string, github: FilesGitHub): Promise<BaseEntries | undefined> {
  const tree = await github.tree(base).catch(() => undefined) // the words are less exact then
  return tree && new Map(tree.entries.map((entry) => [entry.path, entry]))
}

/** What a change without lines is; undefined for one with lines. `entries`: the files of the base, where they are needed. */
function whyWithoutLines(file: DiffFile, entries: BaseEntries | undefined): Lineless | undefined {
  const { path, previousPath, status, blob, patch } = file
  if (patch !== undefined) return undefined
  const before = entries?.get(previousPath ?? path)
  if (blob !== undefined && blob === before?.sha && previousPath === undefined) return 'mode'
  if (status === 'changed' || before?.mode === '120000') return 'link'
  if (!isLineless(file)) return 'too large'
  if (/^(?:renamed|copied|unchanged)$/.test(status)) return 'rename'
  if (blob === EMPTY_BLOB || (status === 'removed' && before?.sha === EMPTY_BLOB)) return 'empty'
  if (before?.mode === '160000') return 'submodule'
  return 'binary'
}

/** Groups the files by the attributes of a trusted commit (`base`, a full SHA); those are fetched only for a large diff, or when one of several files has a long one. */
export async function groupChangedFiles(
  files: readonly DiffFile[],
  base: string | undefined,
  github: Pick<GitHub, AttributesCalls>,
): Promise<GroupedFile[]> {
  const isLarge = files.reduce((sum, { patch }) => sum + (patch?.length ?? 0), 0) > LARGE_DIFF
  const grouped = groupFiles(files)
  const isAnyLong =
    grouped.length > 1 && grouped.some(({ group, patch = '' }) => group === 'source' && isLongDiff(patch))
  if (!(isLarge || isAnyLong) || base === undefined) return grouped
  const paths = files.map(({ path }) => path)
  return groupFiles(files, await readAttributesFiles(paths, base, github))
}

/** What a changed file is to a reviewer, most important first. */
export const FILE_GROUPS = ['source', 'generated', 'vendored', 'lock file', 'renamed only'] as const

export type FileGroup = (typeof FILE_GROUPS)[number]

/** `without`: why GitHub shows no lines. `leftOut`: the diff in that case, where it was read. Comments cannot stand on its lines. */
export type GroupedFile = DiffFile & { group: FileGroup; without?: Lineless; leftOut?: string }

/** Files that are binary by their name. */
const BINARY_NAME =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|icns|tiff?|psd|pdf|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|flac|mov|avi|webm|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|war|class|pyc|so|dylib|dll|exe|bin|o|a|lib|wasm|db|sqlite3?|parquet|npy|npz|pkl|onnx|safetensors|docx?|xlsx?|pptx?|lockb)$/i

/** Whether a file without a diff is text by its name: a null byte or `.gitattributes` hides its lines. */
export const isHiddenText = ({ path, group, status, blob, without = 'binary' }: GroupedFile): boolean =>
  without === 'binary' &&
  group !== 'renamed only' &&
  blob !== EMPTY_BLOB &&
  !/^(?:renamed|copied|unchanged)$/.test(status) &&
  !BINARY_NAME.test(path)

/** Binary files that programs run, load or unpack: a picture changes nothing that a program does. */
const PROGRAM_NAME = /\.(?:zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|war|class|pyc|so|dylib|dll|exe|bin|o|a|lib|wasm|pkl)$/i

/** Whether the change adds or changes a program that has no line to read. */
export const isBinaryProgram = ({ path, status, without }: GroupedFile): boolean =>
  without === 'binary' && status !== 'removed' && PROGRAM_NAME.test(path)

const LOCK_FILE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|Gemfile\.lock|composer\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|go\.sum|go\.work\.sum|flake\.lock|gradle\.lockfile|mix\.lock|pubspec\.lock|Podfile\.lock|packages\.lock\.json|Package\.resolved|\.terraform\.lock\.hcl)$/i

const VENDORED = /(?:^|\/)(?:vendor|vendored|third[_-]party|node_modules|bower_components|Godeps|Pods)\//i

/** Names that generators write, and those of recorded outputs of tests. */
const GENERATED = [
  /(?:^|\/)(?:dist|generated|__generated__|__snapshots__|__recordings__|cassettes)\//i,
  /\.(?:map|snap|ambr|golden|min\.[a-z]+|(?:approved|received|verified)\.[a-z]+)$/i,
  /[._](?:gen|generated|pb|pbgrpc|g|gr|freezed|mocks|designer)\.[a-z]+$|\.pb\.(?:gw|validate)\.go$|_pb\.d\.ts$|_pb2(?:_grpc)?\.pyi?$/i,
  /(?:^|\/)zz_generated[^/]*$/i,
]

/** What generators write into the first lines of a file. Source: "go help generate", and @generated as many tools write it. */
const GENERATED_MARK = /\bCode generated\b.*\bDO NOT EDIT\b|@generated\b|<auto-generated\b/

const MARK_LINES = 10

/** Whether a mark stands in the first lines of a file and did so before the change: a change must not be able to mark its own code. */
const isMarkedBefore = (patch = ''): boolean =>
  parsePatch(patch)
    .flat()
    .some(
      ({ text, oldLine = MARK_LINES + 1, newLine }) =>
        oldLine <= MARK_LINES && newLine !== undefined && GENERATED_MARK.test(text),
    )

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

function groupOf({ path, status, additions, deletions, patch }: DiffFile, declared: LinguistAttributes): FileGroup {
  if (status === 'renamed' && additions + deletions === 0) return 'renamed only'
  if (LOCK_FILE.test(path)) return 'lock file'
  if (declared.vendored ?? VENDORED.test(path)) return 'vendored'
  const isGenerated = GENERATED.some((pattern) => pattern.test(path)) || isMarkedBefore(patch)
  return (declared.generated ?? isGenerated) ? 'generated' : 'source'
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
