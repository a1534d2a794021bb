import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { messageOf } from '../../errors.ts'
import { ignoreError } from '../../net/dial.ts'
import { canonicalHost } from './allowed-hosts.ts'
import { type ClientStart, readClientStart } from './client-hello.ts'
import {
  type ConnectionTarget,
  connectTarget,
  describeRefusal,
  type HostAccess,
  type RefusedConnection,
  resolveTarget,
} from './open-target.ts'

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
 * absolute URL. Each request of a connection is parsed and decided by itself, and is written anew for the server.
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
      return raw ? undefined : 'only TLS may pass a tunnel to a host without a port in allowed_hosts'
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

/** Reads until the start of the data can be judged, the time is over or the client ends. 0: no time limit. */
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
