/** What an address may carry out is bounded by its length. */
const LONGEST_URL = 2000

/** Why an address may not be asked, as far as its text says. */
export function objectionTo(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Only http and https are supported.'
  if (url.username !== '' || url.password !== '') return 'The address carries credentials; they are never sent.'
  // Other services than web servers can be made to act on what a request says.
  const port = portOf(url)
  if (port < 1024 && port !== 80 && port !== 443) return `Port ${port} is not one of web servers.`
  if (url.href.length > LONGEST_URL) return `The address is longer than ${LONGEST_URL} characters.`
  return undefined
}

/** Would this address carry a secret out? Percent signs hide nothing. */
export function leaks(url: URL, tells: (text: string) => boolean): boolean {
  const readings = [url.href]
  for (let round = 0; round < 3; round++) {
    const read = decoded(readings.at(-1) ?? '')
    if (read === readings.at(-1)) break
    readings.push(read)
  }
  return readings.some(tells)
}

function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
}

export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
