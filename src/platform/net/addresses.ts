import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Public addresses of the machine's host: hosted runners can connect to Azure's host agent. */
const HOST_AGENTS = new Set(['168.63.129.16'])

/**
 * Whether an address belongs to a machine on the public internet. False for this machine, its networks, cloud metadata
 * services, reserved addresses, and IPv6 addresses that embed an IPv4 address.
 * Source: IANA, IPv4 and IPv6 Special-Purpose Address Registries.
 */
export function isPublicAddress(address: string): boolean {
  // The library also accepts old notations, which other programs read as different addresses.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || HOST_AGENTS.has(parsed.toString())) return false
  // 2000::/3 is everything that IANA has allocated; the rest is reserved or embeds IPv4 addresses.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parse('2000::'), 3)
}

/** Whether a name always refers to this machine or its network. */
export const isLocalName = (host: string): boolean =>
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa|corp|home)\.?$/i.test(host) ||
  !/[.:]/.test(host)

/** Limits how much data an address can carry out. */
const MAX_URL_LENGTH = 2000

/** Why a URL may not be requested, judged by its text; undefined when it may. */
export function urlProblem(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Only http and https are supported.'
  if (url.username !== '' || url.password !== '') return 'The address contains credentials, which are never sent.'
  // A request could trigger actions in services that are not web servers.
  const port = portOf(url)
  if (port < 1024 && port !== 80 && port !== 443) return `Port ${port} is not allowed: web servers do not use it.`
  if (url.href.length > MAX_URL_LENGTH) return `The address is longer than ${MAX_URL_LENGTH} characters.`
  return undefined
}

/** Whether a URL contains a secret, even percent-encoded up to three times. */
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

/** Whether a URL is encrypted or stays on this machine. */
export function isConfidential(url: string | URL): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname))
}

export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
