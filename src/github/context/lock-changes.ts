import { toOneLine } from '../../text/format-text.ts'
import { parsePatch } from '../patch-rows.ts'

/** What one side of a lock file's diff says about a package. */
type LockedPackage = { versions: Set<string>; sources: Set<string>; hashes: Set<string> }

/** The maximum UTF-16 units of a summary. */
const MAX_SUMMARY = 6_000

/**
 * What the diff of a lock file does to packages, one a line: changed sources and hashes of unchanged versions first, then packages
 * added, removed and changed. Undefined when the lines name no package.
 */
export function summarizeLockFile(patch: string): string | undefined {
  const oldSide = new Map<string, LockedPackage>()
  const newSide = new Map<string, LockedPackage>()
  for (const hunk of parsePatch(patch)) {
    let [oldName, newName] = ['', '']
    for (const { text, oldLine, newLine } of hunk) {
      const name = nameIn(text)
      if (name !== undefined && oldLine !== undefined) oldName = name
      if (name !== undefined && newLine !== undefined) newName = name
      if (oldLine !== undefined && newLine !== undefined) continue
      const [side, current] = newLine === undefined ? [oldSide, oldName] : [newSide, newName]
      if (!readWhole(text, side) && current !== '') readField(text, packageOf(side, current))
      if (name !== undefined && current !== '') packageOf(side, current)
    }
  }
  const lines = [...new Set([...oldSide.keys(), ...newSide.keys()])].flatMap((name) =>
    describePackage(name, oldSide.get(name), newSide.get(name)),
  )
  if (lines.length === 0) return undefined
  const ordered = lines.toSorted((one, other) => Number(other.startsWith('!')) - Number(one.startsWith('!')))
  let size = 0
  const fitting = ordered.filter((line) => {
    size += line.length + 1
    return size <= MAX_SUMMARY
  })
  const more = ordered.length - fitting.length
  return [...fitting, ...(more > 0 ? [`… and ${more} more packages`] : [])].join('\n')
}

function packageOf(side: Map<string, LockedPackage>, name: string): LockedPackage {
  const entry = side.get(name) ?? { versions: new Set(), sources: new Set(), hashes: new Set() }
  side.set(name, entry)
  return entry
}

/** The package that the lines below are about: of npm, yarn, pnpm, Cargo, poetry, uv, pdm and composer. */
function nameIn(text: string): string | undefined {
  const nameMatch =
    /^\s*"(?:.*node_modules\/)?(@?[\w.-]+(?:\/[\w.-]+)?)": \{$/.exec(text) ??
    /^name = "([^"]+)"/.exec(text) ??
    /^\s*"name": "([^"]+)"/.exec(text) ??
    /^"?(@?[^@"\s]+)@[^"]*"?(?:, .*)?:$/.exec(text) ??
    /^ {2}'?\/?(@?[^@'\s(]+)@[\d][^:]*:$/.exec(text)
  return nameMatch?.[1]
}

/** A line that says all about a package by itself: of go.sum and Gemfile.lock, and keys of pnpm with the version in them. */
function readWhole(text: string, side: Map<string, LockedPackage>): boolean {
  const [, module, moduleVersion, hash] = /^(\S+) (v[^\s/]+)(?:\/go\.mod)? (h1:\S+)$/.exec(text) ?? []
  if (module !== undefined && moduleVersion !== undefined) {
    const entry = packageOf(side, module)
    entry.versions.add(moduleVersion)
    entry.hashes.add(hash ?? '')
    return true
  }
  const [, key, keyVersion] =
    /^ {2}'?\/?(@?[^@'\s(]+)@(\d[^:'(]*)[^:]*:$/.exec(text) ?? /^ {4}(\S+) \((\d[^)]*)\)$/.exec(text) ?? []
  if (key === undefined || keyVersion === undefined) return false
  packageOf(side, key).versions.add(keyVersion)
  return true
}

function readField(text: string, entry: LockedPackage): void {
  const version = /^\s*"?version"?(?::| =)? "?([^",]+)"?,?$/.exec(text)?.[1]
  const source =
    /^\s*"?(?:resolved|source|tarball|url|registry|repository|git)"?(?::| =)? "?([^",\s]+)/.exec(text)?.[1] ??
    /\btarball: ([^,}\s]+)/.exec(text)?.[1]
  const hash =
    /^\s*"?(?:integrity|checksum|hash|sha256|sha512|shasum)"?(?::| =)? "?([^",\s]+)/.exec(text)?.[1] ??
    /\b(?:integrity: |hash = ")([^,}"\s]+)/.exec(text)?.[1]
  if (version !== undefined) entry.versions.add(version)
  if (source !== undefined) entry.sources.add(source)
  if (hash !== undefined) entry.hashes.add(hash)
}

function describePackage(name: string, before: LockedPackage | undefined, after: LockedPackage | undefined): string[] {
  const shownName = JSON.stringify(toOneLine(name))
  const [old, now] = [listOf(before?.versions), listOf(after?.versions)]
  const moved = differenceOf(before?.sources, after?.sources)
  const rehashed = differenceOf(before?.hashes, after?.hashes)
  if (old === now && (old !== '' || before !== undefined) && after !== undefined) {
    const changes = [moved && `source ${moved}`, rehashed && `hash ${rehashed}`].filter(Boolean)
    return changes.length === 0 ? [] : [`! ${shownName} ${old || '(same version)'}: ${changes.join('; ')}`]
  }
  const host = hostsOf(before) !== hostsOf(after) && hostsOf(after) !== '' ? ` from ${hostsOf(after)}` : ''
  if (before === undefined) return [`+ ${shownName} ${now}${host}`.trimEnd()]
  if (after === undefined) return [`- ${shownName} ${old}`.trimEnd()]
  return [`${shownName} ${old || '(none)'} → ${now || '(none)'}${host}`]
}

const listOf = (values: ReadonlySet<string> | undefined): string => [...(values ?? [])].map(toOneLine).join(', ')

/** What a field was and is, where both sides have it and differ. */
function differenceOf(before: ReadonlySet<string> | undefined, after: ReadonlySet<string> | undefined): string {
  const [old, now] = [listOf(before), listOf(after)]
  return old === now ? '' : `${old.slice(0, 200) || '(none)'} → ${now.slice(0, 200) || '(none)'}`
}

const hostsOf = (entry: LockedPackage | undefined): string =>
  [...new Set([...(entry?.sources ?? [])].map((source) => (URL.canParse(source) ? new URL(source).host : '')))]
    .filter((host) => host !== '')
    .join(', ')
