import { collapseWhitespace, keepStart } from './format-text.ts'
import { dropInvisible } from './invisible.ts'
import type { TextEdit, TextRange } from './text-edit.ts'

/** The server and repository where a text is posted. */
export type Host = {
  /** The address of the server, for example `https://github.com`. */
  server: string
  /** `owner/name`. References to it stay. */
  repository: string
  /** Further allowed link hosts. */
  hosts?: readonly string[]
}

/** Hosts of public documentation, which report visits to no attacker. */
const KNOWN_HOSTS = [
  'docs.github.com',
  'ai.google.dev',
  'cloud.google.com',
  'crates.io',
  'cve.mitre.org',
  'cwe.mitre.org',
  'developer.mozilla.org',
  'doc.rust-lang.org',
  'docs.oracle.com',
  'docs.python.org',
  'docs.rs',
  'en.cppreference.com',
  'en.wikipedia.org',
  'go.dev',
  'learn.microsoft.com',
  'nodejs.org',
  'nvd.nist.gov',
  'owasp.org',
  'pkg.go.dev',
  'pypi.org',
  'react.dev',
  'semver.org',
  'www.npmjs.com',
  'www.rfc-editor.org',
  'www.typescriptlang.org',
  'www.w3.org',
]

/** Whether a link may stay: to the page, the repository, the server or a known host. */
export function isAllowedLink(url: string, host: Host): boolean {
  // Browsers remove or replace these characters, which would change the address.
  if (/[\s\p{Cc}\\]/u.test(url)) return false
  if (/^(?:[#?]|\.{0,2}\/(?![/\\])|[\w.-]+(?:[/#?]|$))/.test(url) && !/^[\w.+-]+:/.test(url))
    return !linksBack(pathOf(url, host), host.repository)
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.port !== '')
    return false
  if (parsed.host === new URL(host.server).host) return !linksBack(pathOf(url, host), host.repository)
  return parsed.protocol === 'https:' && [...KNOWN_HOSTS, ...(host.hosts ?? [])].includes(parsed.host)
}

/** The path that a browser asks for: without dot segments and decoded. Undefined when it cannot be decoded. */
function pathOf(url: string, { server, repository }: Host): string | undefined {
  try {
    return decodeURIComponent(new URL(url, `${server}/${repository}/pull/1`).pathname)
  } catch {
    return undefined
  }
}

/** Whether GitHub would add a cross-reference to a page of another repository. */
const linksBack = (path: string | undefined, repository: string) =>
  path === undefined ||
  (/^\/[^/]+\/[^/]+\/(?:issues|pull|pulls|discussions|commit|compare)(?:\/|$)/.test(path) &&
    !path.toLowerCase().startsWith(`/${repository.toLowerCase()}/`))

/** Marks code and images in the visible text of a block. No address continues after it. */
export const OPAQUE = '\uFFFC'

const URL_LIKE =
  /(?:https?:\/\/|ftp:\/\/|\bwww\.)(?:(?!https?:\/\/)[^\s<>`|\uFFFC])*(?!https?:\/\/)[^\s<>`|.,;:!?'")\]*_~\uFFFC]/

// Parsers disagree which `_` is a mark, so it also ends a name. Each alternative can begin only once in a word, or is bounded, so that
// the time stays linear.
const REFERENCE =
  /(?<![a-z\d])(?:(?<![\w.-])[\w.-]+\/[\w.-]+(?:#\d+|@[0-9a-f]{7,40}\b)|[a-z\d][\w-]{0,100}@[0-9a-f]{40}\b|(?:#|GH-)\d+(?:(?![a-z\d])|(?=https?:\/\/|www\.)))/

const MENTION = /(?<![a-z\d])@[a-z\d][\w-]*(?:\/[\w.-]*\w)?/

const ANY = new RegExp(
  `(?<url>${URL_LIKE.source})|(?<reference>${REFERENCE.source})|(?<mention>${MENTION.source})`,
  'gi',
)

/** Keywords that close an issue or mark it as a duplicate, and marks between them and the issue. */
const CLOSING =
  /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed)?|duplicate\s+of)[^\p{L}\p{N}.!?;]{0,16}$/iu

/** Whether a text ends with a closing keyword. */
export const endsWithClosingKeyword = (text: string): boolean => CLOSING.test(text.slice(-40))

/** Whether an address is an issue or pull request of any repository. */
export const isIssueUrl = (url: string): boolean => /(?:^|\/)(?:issues|pull)\/\d+/.test(url)

/** A part of a text that has an effect on GitHub. `worksInLinks`: also as the text of a link. */
export type Danger = TextRange & { worksInLinks: boolean }

/** The parts of a text that would mention a user, create a cross-reference, close an issue or link to an unknown host. */
export function findDangers(text: string, host: Host): Danger[] {
  const dangers: Danger[] = []
  for (const { index, 0: match, groups = {} } of text.matchAll(ANY)) {
    const closes = groups.mention === undefined && endsWithClosingKeyword(text.slice(Math.max(0, index - 40), index))
    const isHarmless =
      groups.url !== undefined
        ? isAllowedLink(/^www\./i.test(match) ? `https://${match}` : match, host) && !(closes && isIssueUrl(match))
        : groups.reference !== undefined && !closes && isOurs(match, host.repository)
    if (!isHarmless)
      dangers.push({ start: index, end: index + match.length, worksInLinks: closes || groups.url !== undefined })
  }
  return dangers
}

const isOurs = (reference: string, repository: string) =>
  /^(?:#|GH-)/i.test(reference) || reference.toLowerCase().startsWith(`${repository.toLowerCase()}#`)

/** Words in brackets that stop GitHub from starting workflows for a commit. */
const SKIPS_CI = /\[(?=(?:skip[ -]?ci|ci[ -]?skip|no[ -]?ci|skip[ -]actions|actions[ -]skip)\])([^\]]*)\]/gi

/**
 * Untrusted text as one line of plain text, for titles and the first line of a commit: it closes no issue, mentions no
 * user, creates no cross-reference and does not stop a workflow from starting. Squash merges turn titles into commits.
 * At most `max` UTF-16 units.
 */
export function toPlainLine(text: string, host: Host, max: number): string {
  let line = collapseWhitespace(dropInvisible(text).text).replace(SKIPS_CI, '$1')
  // A replacement can reveal another danger.
  for (let round = 0; round < 5; round += 1) {
    const dangers = findDangers(line, host)
    if (dangers.length === 0) return truncateAtWord(line, max)
    for (const { start, end } of dangers.toReversed())
      line = `${line.slice(0, start)}${disarm(line.slice(start, end))}${line.slice(end)}`
  }
  return truncateAtWord(line.replace(/[@#:/]+/g, ' ').replace(/\b(?:GH-|www\.)/gi, ''), max)
}

const disarm = (danger: string) =>
  danger
    .replace(/^(?:https?:\/\/|ftp:\/\/)/i, '')
    .replace(/^www\./i, '')
    .replace(/^GH-/i, '')
    .replaceAll('@', '')
    .replace(/\/?#/g, ' ')
    .trimStart()

/** Cuts after a word if one ends in the last 40 percent, never inside a character. */
function truncateAtWord(line: string, max: number): string {
  const plain = collapseWhitespace(line)
  if (plain.length <= max) return plain
  const start = keepStart(plain, max - 1)
  const word = start.lastIndexOf(' ')
  return `${(word > max * 0.6 ? start.slice(0, word) : start).trimEnd()}…`
}

/** A part of the visible text of one block: what is between two marks. */
export type FlowPart = {
  text: string
  /** GitHub ignores mentions and references inside a link, but not closing keywords and addresses. */
  inLink?: boolean
  /** Edits that turn these ranges of `text` into code. Absent for code, images and line breaks. */
  disarm?: (ranges: TextRange[]) => TextEdit[]
}

/** Code or an image in the visible text of a block. */
export const opaquePart = (text = ''): FlowPart => ({ text: `${OPAQUE}${text}${OPAQUE}` })

export const visibleText = (parts: readonly FlowPart[]): string => parts.map(({ text }) => text).join('')

/**
 * Edits that turn the dangers in a block into code. Checks the text without marks, and the text with a break at each mark:
 * GitHub reads the parts between them, other tools the text, and parsers disagree about marks inside a word. `edits` are for
 * dangers in one part, `split` for dangers that reach over several.
 */
export function flowEdits(parts: readonly FlowPart[], host: Host): { edits: TextEdit[]; split: TextEdit[] } {
  const ranges = parts.map((): TextRange[] => [])
  const splitRanges = parts.map((): TextRange[] => [])
  for (const separator of ['', OPAQUE])
    for (const danger of findDangers(parts.map(({ text }) => text).join(separator), host)) {
      const overlaps = overlapping(parts, danger, separator.length)
      for (const { index, range } of overlaps) (overlaps.length === 1 ? ranges : splitRanges)[index]?.push(range)
    }
  const editsFor = (all: readonly TextRange[][]) =>
    parts.flatMap(({ disarm }, index) => {
      const own = all[index] ?? []
      return disarm === undefined || own.length === 0 ? [] : disarm(mergedRanges(own))
    })
  return { edits: editsFor(ranges), split: editsFor(splitRanges) }
}

function overlapping(
  parts: readonly FlowPart[],
  { start, end, worksInLinks }: Danger,
  gap: number,
): { index: number; range: TextRange }[] {
  const overlaps: { index: number; range: TextRange }[] = []
  let offset = 0
  let isOutsideLinks = false
  parts.forEach(({ text, inLink, disarm }, index) => {
    const range = { start: Math.max(0, start - offset), end: Math.min(text.length, end - offset) }
    offset += text.length + gap
    if (range.start >= range.end || disarm === undefined) return
    if (inLink !== true) isOutsideLinks = true
    overlaps.push({ index, range })
  })
  return worksInLinks || isOutsideLinks ? overlaps : []
}

function mergedRanges(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last === undefined || range.start >= last.end) merged.push({ start: range.start, end: range.end })
    else last.end = Math.max(last.end, range.end)
  }
  return merged
}
