import { BlockList, isIP } from 'node:net'
import { lazy } from '../lazy.ts'
import { isLocalName } from '../net/addresses.ts'

/**
 * One entry of the input allowed_hosts. `name`: exactly this host; `suffix`: the hosts below it; `any`: every host with a name in the
 * internet; `address`: one address of this machine or its network, or any other address. Without a port an entry means the ports of
 * the web, 80 and 443.
 */
export type HostRule =
  | { kind: 'name' | 'suffix' | 'any'; host: string; port: number | undefined }
  | { kind: 'address'; host: string; port: number }

/** A host that an entry with `!` takes away, or the hosts below it. Without a port: on all ports. */
type ExcludedHost = { host: string; isSuffix: boolean; port: number | undefined }

/** `everything`: programs use the network of the machine. What is `excluded` is not allowed, whatever the rules say. */
export type AllowedHosts = {
  everything: boolean
  rules: readonly HostRule[]
  excluded: readonly ExcludedHost[]
}

export const NO_HOSTS: AllowedHosts = { everything: false, rules: [], excluded: [] }

export const ALL_HOSTS: AllowedHosts = { everything: true, rules: [], excluded: [] }

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

const ACCEPTED_FORMS = `Use a host name (registry.npmjs.org), *.name for the hosts below it, name:port, localhost:PORT, address:port, a preset (${Object.keys(HOST_PRESETS).join(', ')}), or * for all hosts. An entry with ! in front takes hosts away`

/** Parses the entries of the input. Each problem names its entry and the accepted forms. */
export function parseAllowedHosts(entries: readonly string[]): AllowedHosts & { problems: readonly string[] } {
  const problems: string[] = []
  const rules: HostRule[] = []
  const excluded: ExcludedHost[] = []
  for (const entry of entries) {
    const text = entry.toLowerCase()
    const parsed = text.startsWith('!') ? parseExclusion(text.replace(/^!+/, '')) : parseEntry(text)
    if (typeof parsed === 'string') problems.push(`contains "${entry}", which ${parsed}. ${ACCEPTED_FORMS}`)
    else for (const each of parsed) 'kind' in each ? rules.push(each) : excluded.push(each)
  }
  const all = entries.includes('*')
  if (excluded.length > 0 && rules.length === 0 && !all && problems.length === 0)
    problems.push(`only excludes (${entries.join(', ')}) and allows nothing. Add the hosts that are allowed`)
  // Only the gateway can keep programs from a host, so they get the names of the internet and not the network of the machine.
  if (all && excluded.length > 0) rules.push({ kind: 'any', host: '*', port: undefined })
  const open = rules.filter(({ host, port }) => !isExcluded({ excluded }, host, port))
  return { everything: all && excluded.length === 0, rules: open, excluded, problems }
}

/** The hosts that an entry takes away, or its problem. It may say less than an entry that allows: it never allows anything. */
function parseExclusion(entry: string): ExcludedHost[] | string {
  if (entry === '*') return 'excludes every host'
  const preset = Object.hasOwn(HOST_PRESETS, entry) ? HOST_PRESETS[entry] : undefined
  if (preset !== undefined) return preset.map((host) => ({ host, isSuffix: false, port: undefined }))
  if (entry === '' || entry.includes('/')) return 'names no host after the !'
  const plainAddress = isIP(entry) === 6 ? `[${entry}]` : entry
  const { host, port, problem } = splitEntry(plainAddress)
  if (problem !== undefined) return problem
  const isSuffix = host.startsWith('*.')
  const name = isSuffix ? host.slice(2) : host
  return isHostName(name) || (!isSuffix && isIP(name) !== 0) ? [{ host: name, isSuffix, port }] : 'is not a host name'
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

/** Whether an entry with `!` names a host. `port` undefined: on every port. All names of this machine are one host. */
export const isExcluded = (
  { excluded }: Pick<AllowedHosts, 'excluded'>,
  host: string,
  port: number | undefined,
): boolean =>
  excluded.some((each) => {
    if (each.port !== undefined && each.port !== port) return false
    if (each.isSuffix) return host.endsWith(`.${each.host}`)
    return each.host === host || (isThisMachine(each.host) && isThisMachine(host))
  })

const isThisMachine = (host: string): boolean => host === 'localhost' || isLoopback(host)

/** The rule that allows a connection, or undefined. `host` comes from canonicalHost(). */
export function ruleFor(allowed: AllowedHosts, host: string, port: number): HostRule | undefined {
  if (isExcluded(allowed, host, port)) return undefined
  const matches = allowed.rules.filter((rule) => {
    if (rule.port === undefined ? !WEB_PORTS.includes(port) : rule.port !== port) return false
    if (rule.kind === 'any') return isHostName(host) && !isLocalName(host)
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
