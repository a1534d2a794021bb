import { createServer } from 'node:http'
import { connect } from 'node:net'

export type ConnectProxy = {
  url: string
  /** What was asked for, with the login that came along: `host:port user:password`. */
  asked: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** A proxy on loopback that leads every tunnel to `target`, whatever host was asked for, or refuses all with a status. */
export async function startProxy(target: string | { status: number }): Promise<ConnectProxy> {
  const asked: string[] = []
  const server = createServer((_, response) => response.writeHead(501).end())
  server.on('connect', (request, socket) => {
    const login = Buffer.from(String(request.headers['proxy-authorization'] ?? '').replace('Basic ', ''), 'base64')
    asked.push(`${request.url} ${login}`.trim())
    if (typeof target !== 'string') return void socket.end(`HTTP/1.1 ${target.status} No\r\n\r\n`)
    const { hostname, port } = new URL(target)
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://user:pa%20ss@127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
