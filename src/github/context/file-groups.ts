import ignore from 'ignore'
import type { DiffFile } from '../api/response-schemas.ts'
import type { AttributesFile } from './attribute-files.ts'

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
