import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { WebAccess } from '../../src/platform/net/web.ts'

/**
 * A small internet: names and addresses as given, every address answered by the one server, over a real connection.
 * `dialled` is where connections went, as address:port.
 */
export type Internet = {
  web: WebAccess
  dialled: string[]
  requests: { host: string; url: string; headers: Record<string, unknown> }[]
  port: number
  [Symbol.asyncDispose](): Promise<void>
}

type Names = Record<string, string[] | (() => string[])>

export async function internet(
  answer: RequestListener,
  names: Names = {},
  more: Partial<WebAccess> & { server?: Server } = {},
): Promise<Internet> {
  const requests: Internet['requests'] = []
  const listener: RequestListener = (request, response) => {
    requests.push({ host: request.headers.host ?? '', url: request.url ?? '', headers: request.headers })
    answer(request, response)
  }
  const { server = createServer(), ...web } = more
  server.on('request', listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const dialled: string[] = []
  return {
    dialled,
    requests,
    port,
    web: {
      async resolve(host) {
        const known = names[host] ?? (/^[\d.]+$|:/.test(host) ? [host] : undefined)
        if (known === undefined) throw new Error(`ENOTFOUND ${host}`)
        return typeof known === 'function' ? known() : known
      },
      async dial(address, to, _, signal) {
        dialled.push(`${address}:${to}`)
        if (address === '203.0.114.9') throw new Error('connect ECONNREFUSED')
        const socket = connect({ host: '127.0.0.1', port, signal })
        socket.on('error', () => undefined)
        return socket
      },
      leaks: (text) => text.includes('s3cr3t'),
      userAgent: 'Test/1',
      ...web,
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers by path: a status with a location, or a body with a type. */
export const pages =
  (
    table: Record<
      string,
      | { to: string; status?: number }
      | { body: string | Buffer; type?: string; status?: number; headers?: Record<string, string> }
    >,
  ): RequestListener =>
  ({ url = '' }, response) => {
    const page = table[url]
    if (page === undefined) return void response.writeHead(404).end('none')
    if ('to' in page) return void response.writeHead(page.status ?? 302, { location: page.to }).end()
    const type = page.type === '' ? {} : { 'content-type': page.type ?? 'text/plain' }
    response.writeHead(page.status ?? 200, { ...type, ...page.headers }).end(page.body)
  }
