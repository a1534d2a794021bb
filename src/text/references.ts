import type { TextRange } from './text-edit.ts'

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
// Parsers disagree which `_` is a mark, so it also ends a name.
const REFERENCE =
  /(?<![a-z\d])(?:[\w.-]+\/[\w.-]+(?:#\d+|@[0-9a-f]{7,40}\b)|[a-z\d][\w-]*@[0-9a-f]{40}\b|(?:#|GH-)\d+(?:(?![a-z\d])|(?=https?:\/\/|www\.)))/
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
