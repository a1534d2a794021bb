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
