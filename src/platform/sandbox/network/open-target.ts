import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { messageOf } from '../../errors.ts'
import { isLocalName, isPublicAddress } from '../../net/addresses.ts'
import { type Dial, dialer, type ResolveHost } from '../../net/dial.ts'
import { timeoutSignal } from '../../timeout-signal.ts'
import {
  type AllowedHosts,
  canonicalHost,
  type HostRule,
  isHostName,
  isLoopback,
  isNeverReached,
  isPrivate,
  ruleFor,
  WEB_PORTS,
} from './allowed-hosts.ts'

/** `remedy`: the entry of allowed_hosts that would allow the connection; undefined when none would. */
export type RefusedConnection = { host: string; port: number; reason: string; remedy: string | undefined }

/** The target of one connection, allowed by a rule. `raw`: data other than TLS and HTTP may pass. */
export type ConnectionTarget = {
  host: string
  port: number
  addresses: readonly string[]
  local: boolean
  raw: boolean
}

/** How the gateway reaches hosts. `dial` respects the proxy of the runner. */
export type HostAccess = { allowed: AllowedHosts; resolve: ResolveHost; dial: Dial }

const CONNECT_MS = 30_000

/** Decides about a connection by its name and by all addresses of the name. The addresses are pinned: nothing resolves the name again. */
export async function resolveTarget(
  { allowed, resolve }: HostAccess,
  name: string,
  port: number,
): Promise<{ ok: true; target: ConnectionTarget } | { ok: false; refused: RefusedConnection }> {
  const host = canonicalHost(name.replace(/^\[(.*)\]$/, '$1'))
  const refuse = (reason: string, remedy?: string) =>
    ({ ok: false, refused: { host: printable(host), port, reason, remedy } }) as const
  if (!Number.isInteger(port) || port < 1 || port > 65_535 || (isIP(host) === 0 && !isHostName(host)))
    return refuse('the host or port is invalid')
  if (isNeverReached(host))
    return refuse('programs never reach this address, which belongs to the machine or its cloud')
  const rule = ruleFor(allowed, host, port)
  if (rule === undefined) return refuse('the input allowed_hosts does not contain it', remedyFor(host, port))
  const local = isLocalRule(rule)
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : await resolve(host)
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  for (const address of addresses)
    if (!(await mayReach(address, rule)))
      return refuse(
        'its name leads to an address of this machine or its network, which allowed_hosts takes only as address:port',
        isNeverReached(address) ? undefined : remedyFor(address, port),
      )
  return { ok: true, target: { host, port, addresses, local, raw: rule.port !== undefined } }
}

/** Whether a rule names a host of this machine or its network. */
export const isLocalRule = (rule: HostRule): boolean =>
  rule.kind === 'address'
    ? isLoopback(rule.host) || isPrivate(rule.host)
    : rule.kind === 'name' && rule.port !== undefined && isLocalName(rule.host)

async function mayReach(address: string, rule: HostRule): Promise<boolean> {
  if (isIP(address) === 0 || isNeverReached(address)) return false
  if (rule.kind === 'address') return true
  if (rule.host === 'localhost') return isLoopback(address)
  // A service container is a name of one word, which leads to a private address.
  if (isLocalRule(rule) && isPrivate(address)) return true
  return isPublicAddress(address)
}

const direct = dialer({})

/** Connects to the first pinned address that answers. Hosts of the machine's own network are never asked from a proxy. */
export async function connectTarget(
  { dial }: HostAccess,
  { host, port, addresses, local }: ConnectionTarget,
  secure: boolean,
): Promise<Duplex> {
  let failure: unknown
  for (const address of addresses)
    try {
      const signal = timeoutSignal(CONNECT_MS)
      return await (local ? direct : dial)(address, port, { secure, host }, signal)
    } catch (error) {
      failure = error
    }
  throw new Error(`cannot connect to ${host}:${port}: ${messageOf(failure)}`)
}

function remedyFor(host: string, port: number): string {
  const isName = isIP(host) === 0
  if (isName && WEB_PORTS.includes(port) && !isLocalName(host)) return host
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/** Names come from the model's programs and appear in the report. */
const printable = (host: string): string => (isIP(host) !== 0 || isHostName(host) ? host : 'an invalid host name')

/** One sentence for the model and for people. */
export function describeRefusal({ host, port, reason, remedy }: RefusedConnection): string {
  const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  return `Blocked by the network rules: ${target}. ${remedy === undefined ? `It cannot be allowed: ${reason}.` : `To allow it, add \`${remedy}\` to the input allowed_hosts.`}`
}
