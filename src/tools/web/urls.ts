import { urlProblem } from '../../platform/net/web-address.ts'

const MAX_URLS = 20

/**
 * The unique URLs in a text, in order, and those that are never requested, with the reason; or a message for the model about what is
 * wrong with the text.
 */
export function parseUrls(prompt: string): { urls: string[]; refused: string[] } | { problem: string } {
  if (prompt.trim() === '')
    return { problem: "The 'prompt' parameter cannot be empty and must contain URL(s) and instructions." }
  const parsed = prompt
    .split(/\s+/)
    .filter((word) => word.includes('://'))
    // Punctuation after a URL belongs to the sentence.
    .map((word) => parseUrl(word.replace(/(?<=[^/])[.,;:!?]+$/, '')))
  const problems = parsed.flatMap((one) => ('problem' in one ? [one.problem] : []))
  if (problems.length > 0) return { problem: `Error(s) in prompt URLs:\n- ${problems.join('\n- ')}` }
  const urls = [...new Set(parsed.flatMap((one) => ('url' in one ? [normalizeUrl(one.url)] : [])))]
  const refused = [...new Set(parsed.flatMap((one) => ('refused' in one ? [one.refused] : [])))]
  if (urls.length + refused.length === 0)
    return { problem: "The 'prompt' must contain at least one valid URL (starting with http:// or https://)." }
  if (urls.length > MAX_URLS)
    return { problem: `The 'prompt' contains ${urls.length} URLs, but only ${MAX_URLS} are allowed.` }
  return { urls, refused }
}

function parseUrl(word: string): { url: URL } | { refused: string } | { problem: string } {
  if (!URL.canParse(word)) return { problem: `Malformed URL detected: "${word}".` }
  const url = new URL(word)
  if (!/^https?:$/.test(url.protocol))
    return { problem: `Unsupported protocol in URL: "${word}". Only http and https are supported.` }
  if (url.username !== '' || url.password !== '') return { problem: `URL of ${url.host}: ${urlProblem(url)}` }
  const problem = urlProblem(url)
  return problem === undefined ? { url } : { refused: `URL of ${url.host}: ${problem}` }
}

/** Normalizes the host and the default port; removes the fragment and the trailing slash. */
function normalizeUrl(url: URL): string {
  url.hash = ''
  if (url.pathname !== '/' && url.search === '') url.pathname = url.pathname.replace(/\/+$/, '')
  return url.href
}

/** The raw URL of a file page on github.com; any other URL unchanged. */
export function rawFileUrl(address: string): string {
  const url = new URL(address)
  const [, owner, repository, blob, ...rest] = url.pathname.split('/')
  if (url.hostname !== 'github.com' || blob !== 'blob' || !owner || !repository || rest.length < 2) return address
  return `https://raw.githubusercontent.com/${owner}/${repository}/${rest.join('/')}`
}
