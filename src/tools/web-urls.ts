import { objectionTo } from '../host/web-address.ts'

const MOST_URLS = 20

/** The addresses in a text, in order and each once; or what is wrong with them, in one text for the model. */
export function urlsIn(prompt: string): { urls: string[] } | { wrong: string } {
  if (prompt.trim() === '')
    return { wrong: "The 'prompt' parameter cannot be empty and must contain URL(s) and instructions." }
  const read = prompt
    .split(/\s+/)
    .filter((word) => word.includes('://'))
    // The end of a sentence or of its part is no part of an address.
    .map((word) => readUrl(word.replace(/(?<=[^/])[.,;:!?]+$/, '')))
  const wrong = read.flatMap((one) => ('wrong' in one ? [one.wrong] : []))
  if (wrong.length > 0) return { wrong: `Error(s) in prompt URLs:\n- ${wrong.join('\n- ')}` }
  const urls = [...new Set(read.flatMap((one) => ('url' in one ? [normal(one.url)] : [])))]
  if (urls.length === 0)
    return { wrong: "The 'prompt' must contain at least one valid URL (starting with http:// or https://)." }
  if (urls.length > MOST_URLS) return { wrong: `The 'prompt' holds ${urls.length} URLs; ${MOST_URLS} are allowed.` }
  return { urls }
}

function readUrl(word: string): { url: URL } | { wrong: string } {
  if (!URL.canParse(word)) return { wrong: `Malformed URL detected: "${word}".` }
  const url = new URL(word)
  if (!/^https?:$/.test(url.protocol))
    return { wrong: `Unsupported protocol in URL: "${word}". Only http and https are supported.` }
  // Said without the address: whatever is in it should not be written once more.
  const objection = objectionTo(url)
  return objection === undefined ? { url } : { wrong: `URL of ${url.host}: ${objection}` }
}

/** The host in lower case, no default port, no fragment, no slash at the end of a path. */
function normal(url: URL): string {
  url.hash = ''
  if (url.pathname !== '/' && url.search === '') url.pathname = url.pathname.replace(/\/+$/, '')
  return url.href
}

/** A page that shows a file on github.com, as the address of the file itself; any other address as it is. */
export function rawAddress(address: string): string {
  const url = new URL(address)
  const [, owner, repository, blob, ...rest] = url.pathname.split('/')
  if (url.hostname !== 'github.com' || blob !== 'blob' || !owner || !repository || rest.length < 2) return address
  return `https://raw.githubusercontent.com/${owner}/${repository}/${rest.join('/')}`
}
