import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { messageOf } from '../errors.ts'
import { isLocalName, isPublicAddress } from '../net/addresses.ts'
import { type Dial, dialer, ignoreError, type ResolveHost } from '../net/dial.ts'
import { timeoutSignal } from '../time.ts'
import {
  type AllowedHosts,
  canonicalHost,
  type HostRule,
  isExcluded,
  isHostName,
  isLoopback,
  isNeverReached,
  isPrivate,
  ruleFor,
  WEB_PORTS,
} from './allowed-hosts.ts'

/** The exit of the network namespace. It accepts connections and forwards those to allowed_hosts. */
export type Gateway = {
  /** Handles a connection of an HTTP proxy's client. */
  accept(socket: Socket): void
  /** Passes a connection on to an address of the machine's network. */
  forward(socket: Socket, target: { addresses: readonly string[]; port: number }): void
  close(): void
}

/** A client that starts TLS sends its first message at once. */
const FIRST_DATA_MS = 20_000

/**
 * An HTTP proxy with rules. CONNECT opens a tunnel for TLS to the named server; other requests must be plain HTTP with an
 * absolute URL. Each request of a connection is parsed, decided and rewritten for the server on its own.
 */
export function createGateway(access: HostAccess, refused: (refusal: RefusedConnection) => void): Gateway {
  const sockets = new Set<Duplex>()
  const track = <Stream extends Duplex>(stream: Stream): Stream => {
    sockets.add(stream)
    stream.on('error', ignoreError)
    stream.once('close', () => sockets.delete(stream))
    return stream
  }
  const refuse = (refusal: RefusedConnection) => {
    refused(refusal)
    return `${describeRefusal(refusal)}\n`
  }

  const proxy = createServer({ insecureHTTPParser: false }, (incoming, response) => {
    passRequest(incoming, response).catch((error) => answer(response, 502, `${messageOf(error)}\n`))
  })
  proxy.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    openTunnel(incoming, track(client), head).catch((error) => endTunnel(client, 502, `${messageOf(error)}\n`))
  })
  proxy.on('clientError', (_error, client: Duplex) => endTunnel(client, 400, 'The request is not valid HTTP.\n'))

  async function passRequest(incoming: IncomingMessage, response: ServerResponse) {
    const { url: address = '', method = 'GET' } = incoming
    if (!/^http:\/\//i.test(address) || !URL.canParse(address))
      return answer(response, 400, 'This proxy takes CONNECT, and requests with a complete http:// URL.\n')
    const url = new URL(address)
    const decision = await resolveTarget(access, url.hostname, Number(url.port) || 80)
    if (!decision.ok) return answer(response, 403, refuse(decision.refused))
    const upstream = track(await connectTarget(access, decision.target, false))
    const outgoing = request({
      createConnection: () => upstream,
      method,
      path: url.pathname + url.search,
      headers: [...endToEndHeaders(incoming), 'host', url.host, 'connection', 'close', ...bodyHeaders(incoming)],
      setHost: false,
    })
    outgoing.on('error', () => answer(response, 502, `${url.host} ended the connection.\n`))
    outgoing.on('upgrade', (_answer, stream) => stream.destroy())
    outgoing.on('response', (received) => {
      received.on('error', () => response.destroy())
      response.on('error', ignoreError)
      response.writeHead(received.statusCode ?? 502, received.statusMessage, endToEndHeaders(received, true))
      received.pipe(response)
    })
    response.once('close', () => upstream.destroy())
    incoming.on('error', () => upstream.destroy())
    incoming.pipe(outgoing)
  }

  async function openTunnel({ url = '' }: IncomingMessage, client: Duplex, head: Buffer) {
    const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:@/]*):(\d+)$/.exec(url) ?? []
    const decision = await resolveTarget(access, host, Number(port))
    if (!decision.ok) return endTunnel(client, 403, refuse(decision.refused))
    const { target } = decision
    const upstream = track(await connectTarget(access, target, true))
    joinClosing(client, upstream)
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    // Servers of other protocols may speak first.
    if (target.raw) upstream.pipe(client)
    const start = await readStart(client, head, target.raw ? 0 : FIRST_DATA_MS)
    const problem = tunnelProblem(start.kind, target)
    if (problem !== undefined) {
      const { host, port } = target
      refuse({ host, port, reason: problem, remedy: undefined })
      client.destroy()
      return
    }
    upstream.write(start.data)
    client.pipe(upstream)
    if (!target.raw) upstream.pipe(client)
  }

  return {
    accept(socket) {
      proxy.emit('connection', track(socket))
    },
    forward(socket, { addresses, port }) {
      track(socket).pause()
      const [address = '127.0.0.1', next] = addresses
      const upstream = track(connect({ host: address, port }))
      upstream.once('error', () => {
        if (next === undefined || upstream.bytesRead > 0) return socket.destroy()
        const second = track(connect({ host: next, port }))
        second.once('error', () => socket.destroy())
        second.once('connect', () => joinStreams(socket, second))
      })
      upstream.once('connect', () => joinStreams(socket, upstream))
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Why the data of a tunnel may not pass, or undefined. */
function tunnelProblem(start: ClientStart, { host, raw }: ConnectionTarget): string | undefined {
  switch (start.kind) {
    case 'tls':
      if (start.encryptedName) return 'the TLS handshake hides the name of its server'
      if (start.serverName === undefined)
        return raw && !isHostNamed(host) ? undefined : 'the TLS handshake does not name its server'
      return canonicalHost(start.serverName) === host ? undefined : 'the TLS handshake names another server'
    case 'other':
      return raw ? undefined : 'a tunnel to a host without a port in allowed_hosts carries only TLS'
    case 'incomplete':
      return raw ? undefined : 'no TLS handshake arrived'
    case 'broken':
      return 'the TLS handshake is invalid'
    default:
      return start satisfies never
  }
}

/** TLS clients name no server when they connect to an address. */
const isHostNamed = (host: string): boolean => /[a-z]/.test(host) && !host.includes(':')

/** Reads until the start of the data can be judged, the time is up or the client ends. 0: no time limit. */
function readStart(client: Duplex, head: Buffer, limitMs: number): Promise<{ kind: ClientStart; data: Buffer }> {
  return new Promise((resolve) => {
    let data = head
    const finish = (kind: ClientStart) => {
      clearTimeout(timer)
      client.off('data', collect)
      client.off('end', ended)
      client.off('close', ended)
      client.pause()
      resolve({ kind, data })
    }
    const ended = () => finish(readClientStart(data))
    const judge = () => {
      const kind = readClientStart(data)
      if (kind.kind !== 'incomplete') finish(kind)
    }
    const collect = (chunk: Buffer) => {
      data = Buffer.concat([data, chunk])
      judge()
    }
    const timer = limitMs === 0 ? undefined : setTimeout(ended, limitMs)
    client.on('data', collect)
    client.once('end', ended)
    client.once('close', ended)
    client.resume()
    if (head.length > 0) judge()
  })
}

function joinStreams(client: Duplex, upstream: Duplex) {
  joinClosing(client, upstream)
  client.pipe(upstream)
  upstream.pipe(client)
}

function joinClosing(client: Duplex, upstream: Duplex) {
  client.once('close', () => upstream.destroy())
  upstream.once('close', () => client.end(() => client.destroy()))
}

/** Headers that belong to one connection. Source: RFC 9110, section 7.6.1. */
const HOP_BY_HOP =
  /^(?:connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade|host|expect|content-length|http2-settings)$/i

function endToEndHeaders({ rawHeaders, headers }: IncomingMessage, isResponse = false): string[] {
  const dropped = new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/))
  const pairs: string[] = []
  for (let n = 0; n + 1 < rawHeaders.length; n += 2) {
    const [name = '', value = ''] = rawHeaders.slice(n, n + 2)
    const lower = name.toLowerCase()
    if (isResponse && lower === 'content-length') pairs.push(name, value)
    else if (!HOP_BY_HOP.test(name) && !dropped.has(lower)) pairs.push(name, value)
  }
  return pairs
}

/** How long the body of a request is, as Node.js understood it. */
function bodyHeaders({ headers }: IncomingMessage): string[] {
  if (headers['transfer-encoding'] !== undefined) return ['transfer-encoding', 'chunked']
  return headers['content-length'] === undefined ? [] : ['content-length', headers['content-length']]
}

function answer(response: ServerResponse, status: number, text: string) {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end(text)
}

function endTunnel(client: Duplex, status: number, text: string) {
  if (client.destroyed) return
  const reason = status === 403 ? 'Blocked by the network rules' : status === 400 ? 'Bad Request' : 'Bad Gateway'
  const length = Buffer.byteLength(text)
  client.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${text}`,
  )
}

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
  if (isNeverReached(host)) return refuse('this address belongs to the machine or its cloud provider')
  if (isExcluded(allowed, host, port)) return refuse('an entry with ! in the input allowed_hosts excludes it')
  const rule = ruleFor(allowed, host, port)
  if (rule === undefined) return refuse('the input allowed_hosts does not contain it', remedyFor(host, port))
  const local = isLocalRule(rule)
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : await resolve(host)
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  for (const address of addresses) {
    if (isExcluded(allowed, address, port))
      return refuse('an entry with ! in the input allowed_hosts excludes its address')
    if (!(await mayReach(address, rule)))
      return refuse(
        'its name resolves to an address of this machine or its network, which allowed_hosts accepts only as address:port',
        isNeverReached(address) ? undefined : remedyFor(address, port),
      )
  }
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
  // A service container has a name of one word, which resolves to a private address.
  if (isLocalRule(rule) && isPrivate(address)) return true
  return isPublicAddress(address)
}

const direct = dialer({})

/** Connects to the first pinned address that answers. Connections to the machine's own network never go through a proxy. */
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

/** The start of a client's data. `serverName` is undefined when the TLS client names no server. */
export type ClientStart =
  | { kind: 'incomplete' | 'other' | 'broken' }
  | { kind: 'tls'; serverName: string | undefined; encryptedName: boolean }

const HANDSHAKE_RECORD = 22

const CLIENT_HELLO = 1

const SERVER_NAME = 0

/** Encrypted Client Hello and its predecessor hide the name of the real server. */
const ENCRYPTED_NAMES: readonly number[] = [0xfe0d, 0xffce]

const MAX_HELLO_BYTES = 128 * 1024

/**
 * Reads the server name of a TLS ClientHello, which may be split over several records.
 * Source: RFC 8446, sections 4.1.2 and 5.1; RFC 6066, section 3.
 */
export function readClientStart(data: Buffer): ClientStart {
  if (data.length === 0) return { kind: 'incomplete' }
  if (data[0] !== HANDSHAKE_RECORD) return { kind: 'other' }
  if (data.length > MAX_HELLO_BYTES) return { kind: 'broken' }
  const parts: Buffer[] = []
  let length = 0
  for (let position = 0; ; ) {
    const handshake = length >= 4 ? Buffer.concat(parts) : undefined
    if (handshake !== undefined) {
      if (handshake[0] !== CLIENT_HELLO) return { kind: 'broken' }
      const size = handshake.readUIntBE(1, 3)
      if (size > MAX_HELLO_BYTES) return { kind: 'broken' }
      if (handshake.length >= 4 + size) return parseHello(handshake.subarray(4, 4 + size))
    }
    if (data.length < position + 5) return { kind: 'incomplete' }
    const size = data.readUInt16BE(position + 3)
    if (data[position] !== HANDSHAKE_RECORD || data[position + 1] !== 3 || size === 0) return { kind: 'broken' }
    if (data.length < position + 5 + size) return { kind: 'incomplete' }
    parts.push(data.subarray(position + 5, position + 5 + size))
    length += size
    position += 5 + size
  }
}

function parseHello(hello: Buffer): ClientStart {
  try {
    const reader = byteReader(hello)
    reader.take(2 + 32) // version and random
    reader.take(reader.number(1)) // session
    reader.take(reader.number(2)) // cipher suites
    reader.take(reader.number(1)) // compression
    if (reader.isEmpty()) return { kind: 'tls', serverName: undefined, encryptedName: false }
    const extensions = byteReader(reader.take(reader.number(2)))
    const types = new Set<number>()
    let serverName: string | undefined
    while (!extensions.isEmpty()) {
      const type = extensions.number(2)
      const body = extensions.take(extensions.number(2))
      if (types.has(type)) return { kind: 'broken' }
      types.add(type)
      if (type === SERVER_NAME) serverName = parseServerName(body)
    }
    if (!reader.isEmpty()) return { kind: 'broken' }
    return { kind: 'tls', serverName, encryptedName: ENCRYPTED_NAMES.some((type) => types.has(type)) }
  } catch {
    return { kind: 'broken' }
  }
}

/** Exactly one host name; servers disagree about which of several counts. */
function parseServerName(body: Buffer): string {
  const reader = byteReader(body)
  const list = byteReader(reader.take(reader.number(2)))
  const type = list.number(1)
  const name = list.take(list.number(2)).toString('latin1')
  if (type !== 0 || !list.isEmpty() || !reader.isEmpty() || !/^[\w.-]+$/.test(name))
    throw new RangeError('invalid name')
  return name.toLowerCase()
}

/** Reads numbers and parts in order. Throws RangeError at the end of the data. */
function byteReader(data: Buffer) {
  let position = 0
  const take = (size: number) => {
    if (position + size > data.length) throw new RangeError('the message is too short')
    position += size
    return data.subarray(position - size, position)
  }
  return { take, number: (size: number) => take(size).readUIntBE(0, size), isEmpty: () => position === data.length }
}
