import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'

/** A connection to one address, TLS not yet begun. Rejects when there is none, or with the signal's reason. */
export type Dial = (
  address: string,
  port: number,
  about: { secure: boolean; host: string },
  signal: AbortSignal,
) => Promise<Duplex>

/** All addresses of a name; one that is an address already stands for itself. */
export type Resolve = (host: string) => Promise<string[]>

export const resolveName: Resolve = async (host) =>
  isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address)

/** Dials directly, or through the proxy that the usual variables name. `env` is the job's own, not that of children. */
export const dialer = (env: Readonly<Record<string, string | undefined>>): Dial =>
  async function dial(address, port, about, signal) {
    const proxy = proxyFor(about.secure, about.host, port, env)
    return proxy === undefined ? dialDirectly(address, port, signal) : dialThrough(proxy, address, port, signal)
  }

/** once() reports the first error; one that follows an abort must not end the process. */
export const silent = () => undefined

async function dialDirectly(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: address, port, signal })
  socket.on('error', silent)
  await once(socket, 'connect', { signal })
  return socket
}

/**
 * The proxy is told the address, not the name: asked for the name it would resolve it anew, and what is public here may
 * lead into its own network there.
 */
async function dialThrough(proxy: URL, address: string, port: number, signal: AbortSignal): Promise<Duplex> {
  const secure = proxy.protocol === 'https:'
  const target = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`
  const { username, password, hostname } = proxy
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const proxyPort = Number(proxy.port) || (secure ? 443 : 80)
  const host = hostname.replace(/^\[|\]$/g, '')
  const line = await dialDirectly(host, proxyPort, signal).catch(() => {
    signal.throwIfAborted()
    // Its address may hold a password, so only the variable is named.
    throw new Error('the proxy of HTTPS_PROXY or HTTP_PROXY cannot be reached')
  })
  const stream = secure ? await begunSecurely(line, host, signal) : line
  const asked = request({
    createConnection: () => stream,
    method: 'CONNECT',
    path: target,
    headers: {
      host: target,
      ...(username === '' ? {} : { 'proxy-authorization': `Basic ${credentials}` }),
    },
    setHost: false,
    signal,
  })
  asked.on('error', silent)
  asked.end()
  const answered = await Promise.race([once(asked, 'connect', { signal }), once(asked, 'response', { signal })])
  const [response, tunnel, head]: [{ statusCode?: number }, Duplex?, Buffer?] = answered as never // node's own events
  if (response.statusCode !== 200 || tunnel === undefined) {
    stream.destroy()
    throw new Error(`the proxy refused the connection with status ${response.statusCode}`)
  }
  if (head !== undefined && head.length > 0) tunnel.unshift(head)
  return tunnel
}

/** TLS over a connection, with the certificate checked against the host's name whatever the environment says. */
export async function begunSecurely(stream: Duplex, host: string, signal: AbortSignal): Promise<Duplex> {
  const secured = connectSecurely({
    socket: stream,
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  })
  secured.on('error', silent)
  secured.once('close', () => stream.destroy())
  try {
    await once(secured, 'secureConnect', { signal })
  } catch (error) {
    secured.destroy()
    throw error
  }
  return secured
}

/** Source: the conventions of curl. Lower case wins, as there. */
export function proxyFor(
  secure: boolean,
  host: string,
  port: number,
  env: Readonly<Record<string, string | undefined>>,
): URL | undefined {
  const named = (name: string) => env[name.toLowerCase()] || env[name.toUpperCase()] || undefined
  const proxy = named(secure ? 'https_proxy' : 'http_proxy') ?? named('all_proxy')
  if (proxy === undefined || isExcepted(host, port, named('no_proxy') ?? '')) return undefined
  const url = proxy.includes('://') ? proxy : `http://${proxy}`
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error('the proxy of HTTPS_PROXY or HTTP_PROXY is not an http or https address')
  return new URL(url)
}

function isExcepted(host: string, port: number, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const [, name = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? []
      if (only !== undefined && Number(only) !== port) return false
      return host === name || host.endsWith(`.${name}`)
    })
}
