import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'

/** Opens a connection to one address, without TLS. Rejects when it fails, or with the signal's reason. */
export type Dial = (
  address: string,
  port: number,
  target: { secure: boolean; host: string },
  signal: AbortSignal,
) => Promise<Duplex>

/** Resolves a name to all its addresses. An address resolves to itself. */
export type ResolveHost = (host: string) => Promise<string[]>

export const resolveName: ResolveHost = async (host) =>
  isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address)

/** Dials directly, or through the proxy from the usual variables. `env` is the job's environment, not that of children. */
export const dialer = (env: Readonly<Record<string, string | undefined>>): Dial =>
  async function dial(address, port, target, signal) {
    const proxy = proxyFor(target.secure, target.host, port, env)
    return proxy === undefined ? dialDirectly(address, port, signal) : dialThroughProxy(proxy, address, port, signal)
  }

/** once() reports the first error; a later error after an abort must not end the process. */
export const ignoreError = () => undefined

async function dialDirectly(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: address, port, signal })
  socket.on('error', ignoreError)
  await once(socket, 'connect', { signal })
  return socket
}

/**
 * Sends the address to the proxy, not the name: the proxy would resolve the name again, and a name that is public here may
 * lead into the proxy's own network.
 */
async function dialThroughProxy(proxy: URL, address: string, port: number, signal: AbortSignal): Promise<Duplex> {
  const secure = proxy.protocol === 'https:'
  const target = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`
  const { username, password, hostname } = proxy
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const proxyPort = Number(proxy.port) || (secure ? 443 : 80)
  const host = hostname.replace(/^\[|\]$/g, '')
  const line = await dialDirectly(host, proxyPort, signal).catch(() => {
    signal.throwIfAborted()
    // The address may contain a password, so name only the variable.
    throw new Error('cannot connect to the proxy in HTTPS_PROXY or HTTP_PROXY')
  })
  const stream = secure ? await startTls(line, host, signal) : line
  const headers: Record<string, string> = { host: target }
  if (username !== '') headers['proxy-authorization'] = `Basic ${credentials}`
  const connectRequest = request({
    createConnection: () => stream,
    method: 'CONNECT',
    path: target,
    headers,
    setHost: false,
    signal,
  })
  connectRequest.on('error', ignoreError)
  connectRequest.end()
  const event = await Promise.race([
    once(connectRequest, 'connect', { signal }),
    once(connectRequest, 'response', { signal }),
  ])
  const [response, tunnel, head]: [{ statusCode?: number }, Duplex?, Buffer?] = event as never // Node.js emits these arguments
  if (response.statusCode !== 200 || tunnel === undefined) {
    stream.destroy()
    throw new Error(`the proxy refused the connection with status ${response.statusCode}`)
  }
  if (head !== undefined && head.length > 0) tunnel.unshift(head)
  return tunnel
}

/** Starts TLS on a connection and always checks the certificate against the host name, whatever the environment says. */
export async function startTls(stream: Duplex, host: string, signal: AbortSignal): Promise<Duplex> {
  const secured = connectSecurely({
    socket: stream,
    host,
    servername: isIP(host) ? undefined : host,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  })
  secured.on('error', ignoreError)
  secured.once('close', () => stream.destroy())
  try {
    await once(secured, 'secureConnect', { signal })
  } catch (error) {
    secured.destroy()
    throw error
  }
  return secured
}

/** The proxy for a connection, or undefined. Follows curl's conventions: lower-case variables win. */
export function proxyFor(
  secure: boolean,
  host: string,
  port: number,
  env: Readonly<Record<string, string | undefined>>,
): URL | undefined {
  const variable = (name: string) => env[name.toLowerCase()] || env[name.toUpperCase()] || undefined
  const proxy = variable(secure ? 'https_proxy' : 'http_proxy') ?? variable('all_proxy')
  if (proxy === undefined || isProxyExempt(host, port, variable('no_proxy') ?? '')) return undefined
  const url = proxy.includes('://') ? proxy : `http://${proxy}`
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error('the proxy in HTTPS_PROXY or HTTP_PROXY is not an http or https address')
  return new URL(url)
}

function isProxyExempt(host: string, port: number, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const [, name = '', exemptPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? []
      if (exemptPort !== undefined && Number(exemptPort) !== port) return false
      return host === name || host.endsWith(`.${name}`)
    })
}
