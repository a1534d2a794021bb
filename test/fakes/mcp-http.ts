import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type Asked = { method: string; path: string; headers: Record<string, string>; body: string }
type Reply = { status: number; headers?: Record<string, string>; body?: unknown }

export type McpOverHttp = AsyncDisposable & { url: string; asked: Asked[] }

/**
 * An MCP server over streamable HTTP at /mcp, which answers with JSON and has no stream of its own, and over SSE alone at
 * /sse. `first` may answer in its place; it is told what was asked and where this server is.
 */
export async function startMcp(
  first: (asked: Asked, url: string) => Reply | undefined = () => undefined,
): Promise<McpOverHttp> {
  const asked: Asked[] = []
  let stream: ServerResponse | undefined
  const server = createServer(async (request, response) => {
    const it = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: headersOf(request),
      body: await bodyOf(request),
    }
    asked.push(it)
    const instead = first(it, url)
    if (instead === undefined && it.method === 'GET' && it.path === '/sse') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
      stream.write('event: endpoint\ndata: /messages\n\n')
      return
    }
    const { status, headers = {}, body } = instead ?? answer(it)
    if (it.path === '/messages' && body !== undefined) stream?.write(`data: ${JSON.stringify(body)}\n\n`)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body === undefined ? '' : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    url: `${url}/mcp`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer({ method, path, body }: Asked): Reply {
  if (!['/mcp', '/messages'].includes(path) || method !== 'POST') return { status: 404, body: { error: 'not found' } }
  const { id, method: call, params } = JSON.parse(body)
  if (id === undefined) return { status: 202 }
  const results: Record<string, unknown> = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'web', version: '1' },
    },
    'tools/list': { tools: [{ name: 'ping', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'pong' }] },
  }
  return { status: 200, body: { jsonrpc: '2.0', id, result: results[call] } }
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
