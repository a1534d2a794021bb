import { BlockList, isIP } from 'node:net'
import { lazy } from '../lazy.ts'
import { isLocalName } from '../net/addresses.ts'

/**
 * One entry of the input allowed_hosts. `name`: exactly this host; `suffix`: the hosts below it; `address`: one address of
 * this machine or its network, or any other address. Without a port an entry means the ports of the web, 80 and 443.
 */
export type HostRule =
  | { kind: 'name' | 'suffix'; host: string; port: number | undefined }
  | { kind: 'address'; host: string; port: number }

/** `everything`: programs use the network of the machine. */
export type AllowedHosts = { everything: boolean; rules: readonly HostRule[] }

export const NO_HOSTS: AllowedHosts = { everything: false, rules: [] }

export const ALL_HOSTS: AllowedHosts = { everything: true, rules: [] }

/** Hosts of package registries and of GitHub. Anyone who can publish there can receive data through them. */
export const HOST_PRESETS: Readonly<Record<string, readonly string[]>> = {
  npm: ['registry.npmjs.org', 'registry.yarnpkg.com'],
  pypi: ['pypi.org', 'files.pythonhosted.org'],
  crates: ['crates.io', 'index.crates.io', 'static.crates.io'],
  go: ['proxy.golang.org', 'sum.golang.org'],
  maven: ['repo.maven.apache.org', 'repo1.maven.org'],
  debian: ['deb.debian.org', 'security.debian.org', 'archive.ubuntu.com', 'security.ubuntu.com'],
  github: [
    'github.com',
    'api.github.com',
    'codeload.github.com',
    'raw.githubusercontent.com',
    'objects.githubusercontent.com',
    'release-assets.githubusercontent.com',
  ],
}

export const WEB_PORTS: readonly number[] = [80, 443]

const ACCEPTED_FORMS = `Use a host name (registry.npmjs.org), *.name for the hosts below it, name:port, localhost:PORT, address:port, a preset (${Object.keys(HOST_PRESETS).join(', ')}), or * for all hosts`

/** Parses the entries of the input. Each problem names its entry and the accepted forms. */
export function parseAllowedHosts(entries: readonly string[]): AllowedHosts & { problems: readonly string[] } {
  const results = entries.map((entry) => ({ entry, rules: parseEntry(entry.toLowerCase()) }))
  return {
    everything: entries.includes('*'),
    rules: results.flatMap(({ rules }) => (typeof rules === 'string' ? [] : rules)),
    problems: results.flatMap(({ entry, rules }) =>
      typeof rules === 'string' ? [`contains "${entry}", which ${rules}. ${ACCEPTED_FORMS}`] : [],
    ),
  }
}

/** The rules of an entry, or its problem. */
function parseEntry(entry: string): HostRule[] | string {
  if (entry === '*') return []
  const preset = Object.hasOwn(HOST_PRESETS, entry) ? HOST_PRESETS[entry] : undefined
  if (preset !== undefined) return preset.map((host) => ({ kind: 'name', host, port: undefined }))
  if (entry.includes('/')) return 'is the address of a page, not a host'
  const { host, port, problem } = splitEntry(entry)
  if (problem !== undefined) return problem
  if (isIP(host) !== 0) {
    if (port === undefined) return 'is an address without a port'
    return isNeverReached(host)
      ? 'is an address that programs may never reach, such as a cloud metadata service'
      : [{ kind: 'address', host, port }]
  }
  const suffix = host.startsWith('*.') ? host.slice(2) : undefined
  const name = suffix ?? host
  if (!isHostName(name)) return 'is not a host name'
  if (suffix !== undefined)
    return suffix.includes('.') && !isLocalName(suffix)
      ? [{ kind: 'suffix', host: suffix, port }]
      : 'allows too many hosts'
  if (port === undefined && isLocalName(name)) return 'is a host on this machine or its network, so it needs a port'
  return [{ kind: 'name', host: name, port }]
}

function splitEntry(entry: string): { host: string; port: number | undefined; problem?: string } {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(entry) ?? []
  const host = canonicalHost(bracketed ?? plain ?? '')
  const port = digits === undefined ? undefined : Number(digits)
  if (bracketed === undefined && plain === undefined)
    return { host, port, problem: isIP(entry) === 6 ? 'is an address without a port' : 'is not a host name' }
  if (bracketed !== undefined && isIP(bracketed) !== 6) return { host, port, problem: 'is not a valid address' }
  if (port !== undefined && (port === 0 || port > 65_535)) return { host, port, problem: 'has an invalid port' }
  return { host, port }
}

/** The rule that allows a connection, or undefined. `host` comes from canonicalHost(). */
export function ruleFor(allowed: AllowedHosts, host: string, port: number): HostRule | undefined {
  const matches = allowed.rules.filter((rule) => {
    if (rule.port === undefined ? !WEB_PORTS.includes(port) : rule.port !== port) return false
    return rule.kind === 'suffix' ? host.endsWith(`.${rule.host}`) : rule.host === host
  })
  // An entry with a port allows more than one without.
  return matches.find((rule) => rule.port !== undefined) ?? matches[0]
}

/** Lower case, without the final dot; IPv6 addresses in their shortest form. */
export function canonicalHost(host: string): string {
  const lower = host.toLowerCase()
  if (isIP(lower) !== 6) return lower.replace(/\.$/, '')
  return URL.canParse(`http://[${lower}]`) ? new URL(`http://[${lower}]`).hostname.slice(1, -1) : lower
}

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Whether a text is a host name in canonical form. A name that ends with a number is an old notation of an address. */
export const isHostName = (host: string): boolean => {
  const labels = host.split('.')
  return (
    host.length <= 253 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^(?:\d+|0x[\da-f]*)$/.test(labels.at(-1) ?? '')
  )
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** A set of networks. One list for each family: a BlockList compares IPv4 addresses with IPv6 networks that embed them. */
function networks(...subnets: readonly (readonly [string, number])[]): (address: string) => boolean {
  const lists = lazy(() => {
    const both = { ipv4: new BlockList(), ipv6: new BlockList() }
    for (const [network, prefix] of subnets) both[familyOf(network)].addSubnet(network, prefix, familyOf(network))
    return both
  })
  return (address) => isIP(address) !== 0 && lists()[familyOf(address)].check(address, familyOf(address))
}

export const isLoopback = networks(['127.0.0.0', 8], ['::1', 128])

/** Addresses of a machine's own networks. */
export const isPrivate = networks(['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['fc00::', 7])

/** Link-local addresses with the metadata services of clouds, host agents, broadcast, and addresses that embed IPv4. */
export const isNeverReached = networks(
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 3],
  ['::', 128],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
  ['ff00::', 8],
)
