import { isIP } from 'node:net'

/** Addresses in public ranges that belong to whoever runs the machine: Azure's host agent, which hosted runners can reach. */
const MACHINE_ROOM = new Set(['168.63.129.16'])

/**
 * Does this address belong to a machine on the public internet? Not so: this machine, its networks, the metadata
 * services of clouds, what is reserved, and IPv6 addresses that stand for one of IPv4.
 * Source: IANA, IPv4 and IPv6 Special-Purpose Address Registries.
 */
export async function isPublicAddress(address: string): Promise<boolean> {
  const { default: ipaddr } = await import('ipaddr.js')
  // The library also reads old spellings, of which others make other addresses.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || MACHINE_ROOM.has(parsed.toString())) return false
  // All that IANA ever gave to networks; beyond it lie old notations of IPv4 addresses and things not yet invented.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parse('2000::'), 3)
}

/** Names that mean this machine or its network wherever they are asked for. */
export const isLocalName = (host: string): boolean =>
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa|corp|home)\.?$/i.test(host) ||
  !/[.:]/.test(host)
