import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { node, opened } from './peer.ts'

/** The text for each method, or one for each call of it. */
export type Answers = Record<string, string | string[]>

export const result = (value: unknown) => `{"jsonrpc":"2.0","id":@ID@,"result":${JSON.stringify(value)}}`
export const LIST = { tools: [{ name: 'show', description: null, inputSchema: { type: 'object', properties: {} } }] }
export const GOOD: Answers = {
  initialize: result({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'odd', version: '1' },
  }),
  'tools/list': result(LIST),
  'tools/call': result({ content: [{ type: 'text', text: 'fine' }] }),
}

const SCRIPTED = resolve(import.meta.dirname, '../fakes/bin/scripted-mcp-server.js')

export async function listening(serve: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

/** The same answers over HTTP, as JSON or as an event stream. */
const scriptedHttp = (answers: Answers, asEvents: boolean) =>
  listening(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method }: { id?: number | string; method: string } = JSON.parse(await bodyOf(request))
    if (id === undefined) return response.writeHead(202).end()
    const missing = '{"jsonrpc":"2.0","id":@ID@,"error":{"code":-32601,"message":"Method not found"}}'
    const own = answers[method]
    const text = ((Array.isArray(own) ? own.shift() : own) ?? missing).replaceAll('@ID@', JSON.stringify(id))
    response.writeHead(200, { 'content-type': asEvents ? 'text/event-stream' : 'application/json' })
    const open = text.endsWith('@OPEN@') ? text.slice(0, -'@OPEN@'.length) : undefined
    if (open !== undefined) return response.write(asEvents ? `event: message\ndata: ${open}` : open)
    return response.end(asEvents && text !== '' ? `event: message\ndata: ${text}\n\n` : text)
  })

export type Way = 'stdio' | 'http' | 'events'

export async function answering(
  way: Way,
  answers: Answers,
  check: (run: Awaited<ReturnType<typeof opened>>) => void | Promise<void>,
  environment?: Parameters<typeof opened>[1],
): Promise<void> {
  const all = { ...GOOD, ...answers }
  if (way === 'stdio') {
    await using run = await opened({ odd: node(SCRIPTED, JSON.stringify(all)) }, environment)
    return await check(run)
  }
  await using http = await scriptedHttp(all, way === 'events')
  await using run = await opened({ odd: { url: http.url, type: 'http' } }, environment)
  return await check(run)
}
