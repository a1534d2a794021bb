import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'

export type Heard = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
export type Front = AsyncDisposable & { url: string; heard: Heard[] }

/** Forwards to another server and records everything. `instead` redirects requests to an address, or refuses them with a status. */
export async function startFront(
  behind: string,
  instead: (heard: Heard) => string | number | undefined,
): Promise<Front> {
  const heard: Heard[] = []
  const server = createServer(async (asked, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk)
    const { method = '', url: path = '', headers } = asked
    const one = { method, path, headers, body: Buffer.concat(chunks).toString() }
    heard.push(one)
    const answer = instead(one)
    if (typeof answer === 'string') return response.writeHead(307, { location: answer }).end()
    if (answer !== undefined) return response.writeHead(answer).end()
    const { host: _, ...rest } = headers
    const passed = request(new URL(path, behind), { method, headers: rest }, (real) => {
      response.writeHead(real.statusCode ?? 502, real.headers)
      real.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    passed.end(one.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
