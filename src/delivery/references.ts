/** Where a text will be posted, as far as links and references go. */
export type Host = {
  /** The server's own address, `https://github.com` or a GHES one. */
  server: string
  /** `owner/name`: references within it stay. */
  repository: string
  /** Further host names links may lead to, beside the well-known ones. */
  hosts?: readonly string[]
}

/** Hosts of public documentation: nobody who plants a link there learns that it was followed. */
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

/** Whether a link may stay one: within the page, the repository or the server, or to a known host. */
export function mayLink(url: string, host: Host): boolean {
  // Browsers drop or bend these on the way to another address than the one we judge.
  if (/[\s\p{Cc}\\]/u.test(url)) return false
  if (/^(?:[#?]|\.{0,2}\/(?![/\\])|[\w.-]+(?:[/#?]|$))/.test(url) && !/^[\w.+-]+:/.test(url)) return true
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.port !== '')
    return false
  if (parsed.host === new URL(host.server).host) return !linksBack(parsed.pathname, host.repository)
  return parsed.protocol === 'https:' && [...KNOWN_HOSTS, ...(host.hosts ?? [])].includes(parsed.host)
}

/** A page on which GitHub would note that we mentioned it, in a repository that is not ours. */
const linksBack = (path: string, repository: string) =>
  /^\/[^/]+\/[^/]+\/(?:issues|pull|pulls|discussions|commit|compare)(?:\/|$)/.test(path) &&
  !path.toLowerCase().startsWith(`/${repository.toLowerCase()}/`)

/** A stretch of a text, by UTF-16 offsets. */
export type Stretch = { start: number; end: number }

const URL_LIKE = /(?:https?:\/\/|ftp:\/\/|\bwww\.)[^\s<>`|]*[^\s<>`|.,;:!?'")\]*_~]/
const REFERENCE = /(?<!\w)(?:[\w.-]+\/[\w.-]+(?:#\d+|@[0-9a-f]{7,40}\b)|(?:#|GH-)\d+\b)/
const MENTION = /(?<!\w)@[a-z0-9][\w-]*(?:\/[\w.-]*\w)?/
const ANY = new RegExp(
  `(?<url>${URL_LIKE.source})|(?<reference>${REFERENCE.source})|(?<mention>${MENTION.source})`,
  'gi',
)
/** What makes GitHub close, or mark as duplicate, the issue named after it. */
const CLOSING =
  /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed)?|duplicate of)[\s:*_~]*$/i

/**
 * What in a text would ping somebody, leave a note elsewhere, close an issue or link to a host that is not known.
 * `before` is what stands in front of the text.
 */
export function dangersIn(text: string, host: Host, before = ''): Stretch[] {
  const found: Stretch[] = []
  for (const { index, 0: match, groups = {} } of text.matchAll(ANY)) {
    const closing = CLOSING.test((index < 40 ? before : '').slice(-40) + text.slice(Math.max(0, index - 40), index))
    const harmless =
      groups.url !== undefined
        ? mayLink(/^www\./i.test(match) ? `https://${match}` : match, host) && !closing
        : groups.reference !== undefined && !closing && isOurs(match, host.repository)
    if (!harmless) found.push({ start: index, end: index + match.length })
  }
  return found
}

const isOurs = (reference: string, repository: string) =>
  /^(?:#|GH-)/i.test(reference) || reference.toLowerCase().startsWith(`${repository.toLowerCase()}#`)
