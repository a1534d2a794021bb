import { toOneLine } from '../../text/format-text.ts'
import { type DiffLine, hunkHeadings, parsePatch } from '../patch-rows.ts'

/** What a hunk shows of a package on one side. `hunk`: its number; `line`: where a package without a name changes. */
type LockedPackage = {
  name: string
  version: string
  hunk: number
  line: number
  sources: Set<string>
  hashes: Set<string>
  isChanged: boolean
}

/** The maximum UTF-16 units of a summary beside changed sources and hashes of unchanged versions, which all stand in it. */
const MAX_SUMMARY = 6_000

/** The maximum UTF-16 units of sources or hashes in a line. */
const MAX_VALUE = 120

/**
 * What the diff of a lock file does to packages, one a line: changed sources and hashes of unchanged versions first, then packages
 * added, removed and changed. Undefined when the lines name no package, source or hash.
 */
export function summarizeLockFile(patch: string, path = ''): string | undefined {
  const oldSide: LockedPackage[] = []
  const newSide: LockedPackage[] = []
  const headings = hunkHeadings(patch)
  for (const [index, hunk] of parsePatch(patch).entries()) {
    const rows = [{ text: headings[index] ?? '', oldLine: 0, newLine: 0 }, ...hunk]
    oldSide.push(...readSide(rows, 'oldLine', index))
    newSide.push(...readSide(rows, 'newLine', index))
  }
  const [before, after] = [groupByName(oldSide), groupByName(newSide)]
  const hasChecksumsApart = path.endsWith('Podfile.lock')
  const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
    describePackage(before.get(key) ?? [], after.get(key) ?? [], hasChecksumsApart),
  )
  if (lines.length === 0) return undefined
  const [alarms, others] = [lines.filter(isAlarm), lines.filter((line) => !isAlarm(line))]
  let size = alarms.join('\n').length
  const fitting = others.filter((line) => {
    size += line.length + 1
    return size <= MAX_SUMMARY
  })
  const more = others.length - fitting.length
  return [...alarms, ...fitting, ...(more > 0 ? [`… and ${more} more packages, in the diff of the file`] : [])].join(
    '\n',
  )
}

const isAlarm = (line: string) => line.startsWith('!')

/** Reads the packages of one side of a hunk. Lines that did not change say of which package and version the others are. */
function readSide(rows: readonly DiffLine[], side: 'oldLine' | 'newLine', hunk: number): LockedPackage[] {
  const packages: LockedPackage[] = []
  const open = (name: string, version = ''): LockedPackage => {
    const entry = {
      name,
      version,
      hunk,
      line: 0,
      sources: new Set<string>(),
      hashes: new Set<string>(),
      isChanged: false,
    }
    packages.push(entry)
    return entry
  }
  let current = open('')
  for (const { text, ...numbers } of rows) {
    const line = numbers[side]
    if (line === undefined) continue
    const start = startOf(text) ?? (current.name === '' ? startBelow(text) : undefined)
    if (start !== undefined) current = open(start.name, start.version)
    current.version ||= VERSION.exec(text)?.[1] ?? ''
    if (numbers.oldLine !== undefined && numbers.newLine !== undefined) continue
    const [sources, hashes] = [valuesOf(text, SOURCE), valuesOf(text, HASH)]
    if (start === undefined && sources.length + hashes.length === 0 && !VERSION.test(text)) continue
    if (!current.isChanged) current.line = line
    current.isChanged = true
    for (const source of sources) current.sources.add(source)
    for (const hash of hashes) current.hashes.add(hash)
  }
  return packages.filter(({ isChanged }) => isChanged)
}

/** By name; without one, those of a hunk. */
function groupByName(packages: readonly LockedPackage[]): Map<string, LockedPackage[]> {
  const groups = new Map<string, LockedPackage[]>()
  for (const entry of packages) {
    const key = entry.name === '' ? `\n${entry.hunk}` : entry.name
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return groups
}

/** Keys of JSON that hold parts of a package, or lists of packages. */
const PARTS = new Set(
  'dependencies devDependencies optionalDependencies peerDependencies peerDependenciesMeta requires engines bin funding packages source dist support locked original inputs nodes state pins specifiers npm jsr remote redirects workspace workspaces overrides default develop _meta hash sources require require-dev suggest extra autoload autoload-dev conflict replace provide root'.split(
    ' ',
  ),
)

/** The lines with which a package begins, by tool. What such a line says beside the name is read like other lines. */
const STARTS = [
  /^(?<name>\S+) (?<version>v[^\s/]+)(?:\/go\.mod)? h1:/, // go.sum
  /^ {2,4}(?<name>\S+) \((?<version>\d[^)]*)\)/, // Gemfile.lock
  /^\s*- "?(?<name>[\w./+-]+) \((?<version>\d[^)]*)\)/, // Podfile.lock
  /^ {2}"?(?<name>[\w./+-]+)"?: [0-9a-f]{40}$/, // checksums of Podfile.lock
  /^(?<name>[\w.-]+:[\w.-]+):(?<version>[^=\s]+)=/, // gradle.lockfile
  /^\s*"(?<name>[\w-]+)": \{:hex, :[\w-]+, "(?<version>[^"]+)"/, // mix.lock
  /^\s*"(?<name>[\w-]+)": \{:(?:git|path)\b/,
  /^\s*"(?<name>@?[^"]+)": \["@?[^"@]*@(?<version>[^"]+)"/, // bun.lock
  /^\s*"(?<name>https?:\/\/[^"]+)": "/, // deno.lock
  /^\s*"(?:(?:npm|jsr):)?(?<name>@?[^"@\s]+)@(?<version>\d[^"_]*)[^"]*": \{/,
  /^ {2}'?\/?(?<name>(?:@[^@/'\s]+\/)?[^@/'\s(]+)[@/](?<version>(?:\d|https?:|file:|link:|git)[^'(\s]*?)(?:\([^\n]*)?'?:$/, // pnpm-lock.yaml
  /^"?(?<name>@?[^@"\s]+)@[^"]*"?(?:, .*)?:$/, // yarn.lock
  /^provider "(?<name>[^"]+)" \{/, // .terraform.lock.hcl
  /^\s*"(?:identity|package)"\s*: "(?<name>[^"]+)"/, // Package.resolved
  /^ {2}remote: (?<name>\S+)$/, // a source of Gemfile.lock
  /^name = "(?<name>[^"]+)"/, // Cargo, poetry, uv, pdm
  /^\s*"name": "(?<name>[^"/]+\/[^"/]+)"/, // composer.lock
  /^ {6}name: "?(?<name>[\w.-]+)/, // pubspec.lock
  /^ {6}'?(?<name>@?[\w./-]+)'?:$/, // what pnpm installs for a folder
  /^\s*"(?<name>(?:node_modules\/|.*\/node_modules\/)?@?[\w.-]+(?:\/[\w.-]+)*)": \{$/, // npm, NuGet, Pipenv, Nix
  /^\[\[?(?<reset>package|metadata)/,
]

/** A line with more says the name in its first part, or is no line of a lock file. */
const MAX_START = 1_000

function startOf(text: string): { name: string; version?: string } | undefined {
  for (const pattern of STARTS) {
    const groups = pattern.exec(text.slice(0, MAX_START))?.groups
    if (groups === undefined) continue
    const name = (groups.name ?? '').replace(/^.*node_modules\//, '')
    if (!PARTS.has(name)) return { name, version: groups.version }
  }
  return undefined
}

const VERSION = /^\s*"?(?:version|resolved(?="?\s*: "\d))"?\s*[:=]?\s*"?(?:==)?([^",\s]+)/

/** The file of a Python package, or where a Swift package is: they can stand far below the name. */
const FILE =
  /(?<file>[\w.-]+?)-(?<version>\d[\w.!+]*?)(?:-[\w.-]+)?\.(?:whl|tar\.gz|zip)"|"location"\s*: "(?<url>[^"]+)"/

function startBelow(text: string): { name: string; version?: string } | undefined {
  const { file = '', url, version } = FILE.exec(text.slice(0, MAX_START))?.groups ?? {}
  const name = url ?? file.toLowerCase().replace(/[-_.]+/g, '-')
  return name === '' ? undefined : { name, version }
}

const SOURCE = [
  /^\s*"?(?:resolved|source|url|registry|repository|repositoryURL|location|git|remote|resolution|file)"?\s*[:=]?\s*"?((?!\d)[^",\s{[]+)/g,
  /[{,]\s*"?(?:tarball|registry|url|git|directory)"?\s*[:=]\s*"?([^\s",}]+)/g,
  /\{:git, "([^"]+)"/g,
]

const HASH = [
  /\b((?:sha\d{1,3}[-:=]|h1:|zh:)[\w+/=-]+)/g,
  /"?\b(?:integrity|checksum|contentHash|narHash|hash|sha\d+|shasum|revision|reference|resolved_reference|rev)"?\s*[:=]?\s*"?([\w+/=:.-]+)/g,
  /\b([0-9a-f]{32,128})\b/g,
]

/** The values of a line. What one pattern has is not read again. */
function valuesOf(text: string, patterns: readonly RegExp[]): string[] {
  const values: string[] = []
  for (const pattern of patterns)
    for (const [, value = ''] of text.matchAll(pattern))
      if (value !== '' && !values.some((each) => each.includes(value))) values.push(value)
  return values
}

/** `hasChecksumsApart`: a new version comes with a new checksum elsewhere, without the version. */
function describePackage(
  before: readonly LockedPackage[],
  after: readonly LockedPackage[],
  hasChecksumsApart: boolean,
): string[] {
  const { name = '', line = 0 } = after[0] ?? before[0] ?? {}
  const shownName =
    name === '' ? `(a package near line ${line}, whose name the diff does not show)` : JSON.stringify(toOneLine(name))
  const versionsOf = (packages: readonly LockedPackage[]) => new Set(packages.map(({ version }) => version))
  const [oldVersions, newVersions] = [versionsOf(before), versionsOf(after)]
  const lost = [...oldVersions].filter((version) => !newVersions.has(version))
  const added = [...newVersions].filter((version) => !oldVersions.has(version))
  const isMoved = lost.length + added.length > 0
  const alarms = [...oldVersions].flatMap((version) => {
    if (!newVersions.has(version) || (version === '' && hasChecksumsApart && isMoved)) return []
    const ofVersion = (each: LockedPackage) => each.version === version
    const changes = describeValues(before.filter(ofVersion), after.filter(ofVersion))
    return changes === '' ? [] : [`! ${shownName} ${toOneLine(version) || '(same version)'}: ${changes}`]
  })
  if (!isMoved) return alarms
  const [oldHosts, newHosts] = [hostsOf(before), hostsOf(after)]
  const host = newHosts !== '' && newHosts !== oldHosts ? ` from ${newHosts}` : ''
  const listOf = (versions: readonly string[]) => versions.filter(Boolean).map(toOneLine).join(', ')
  if (lost.length === 0) return [...alarms, `+ ${shownName} ${listOf(added)}${host}`.trimEnd()]
  if (added.length === 0) return [...alarms, `- ${shownName} ${listOf(lost)}`.trimEnd()]
  return [...alarms, `${shownName} ${listOf(lost) || '(none)'} → ${listOf(added) || '(none)'}${host}`]
}

function describeValues(before: readonly LockedPackage[], after: readonly LockedPackage[]): string {
  const all = (packages: readonly LockedPackage[], key: 'sources' | 'hashes') =>
    new Set(packages.flatMap((each) => [...each[key]]))
  return (['sources', 'hashes'] as const)
    .flatMap((key) => {
      const [old, now] = [all(before, key), all(after, key)]
      const [lost, added] = [[...old].filter((value) => !now.has(value)), [...now].filter((value) => !old.has(value))]
      if (lost.length + added.length === 0) return []
      return [`${key === 'sources' ? 'source' : 'hash'} ${shown(lost)} → ${shown(added)}`]
    })
    .join('; ')
}

function shown(values: readonly string[]): string {
  const text = values.map(toOneLine).join(', ')
  if (text === '') return '(none)'
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}… (${values.length} in all)`
}

const hostsOf = (packages: readonly LockedPackage[]): string =>
  [...new Set(packages.flatMap(({ sources }) => [...sources]).map(hostOf))].filter((host) => host !== '').join(', ')

function hostOf(source: string): string {
  const url = source.replace(/^registry\+/, '')
  return URL.canParse(url) ? new URL(url).host : ''
}
