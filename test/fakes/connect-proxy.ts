import { createServer, type IncomingMessage, request as send } from 'node:http'
import { connect } from 'node:net'

export type ConnectProxy = {
  url: string
  /** The requested targets with their login: `host:port user:password`, and the URL of plain requests. */
  asked: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A proxy on loopback that leads every tunnel and every plain request to `target`, whatever host was asked for, or
 * refuses all with a status.
 */
export async function startProxy(target: string | { status: number }): Promise<ConnectProxy> {
  const asked: string[] = []
  const note = ({ url, headers }: IncomingMessage) => {
    const login = Buffer.from(String(headers['proxy-authorization'] ?? '').replace('Basic ', ''), 'base64')
    asked.push(`${url} ${login}`.trim())
  }
  const server = createServer((request, response) => {
    note(request)
    const { url = '', method = '', headers } = request
    if (typeof target !== 'string') return void response.writeHead(target.status).end()
    if (!URL.canParse(url)) return void response.writeHead(400).end() // meant for a server, not for a proxy
    const onward = send(new URL(new URL(url).pathname, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.on('connect', (request, socket) => {
    note(request)
    socket.on('error', () => socket.destroy())
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
