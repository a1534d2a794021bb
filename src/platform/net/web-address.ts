/** Limits how much data an address can carry out. */
const MAX_URL_LENGTH = 2000

/** Why a URL may not be requested, judged by its text; undefined when it may. */
export function urlProblem(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Only http and https are supported.'
  if (url.username !== '' || url.password !== '') return 'The address contains credentials, which are never sent.'
  // A request could trigger actions in services that are not web servers.
  const port = portOf(url)
  if (port < 1024 && port !== 80 && port !== 443) return `Port ${port} is not allowed: it is not a port of web servers.`
  if (url.href.length > MAX_URL_LENGTH) return `The address is longer than ${MAX_URL_LENGTH} characters.`
  return undefined
}

/** Whether a URL contains a secret, also percent-encoded up to three times. */
export function urlLeaksSecret(url: URL, leaksSecret: (text: string) => boolean): boolean {
  const texts = [url.href]
  for (let round = 0; round < 3; round++) {
    const decoded = decodePercent(texts.at(-1) ?? '')
    if (decoded === texts.at(-1)) break
    texts.push(decoded)
  }
  return texts.some(leaksSecret)
}

function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
}

export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
