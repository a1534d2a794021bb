import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the stand-in does with one request. `chunks` are GenerateContentResponse objects, sent as server-sent events. */
export type GeminiStep =
  | { chunks: object[] }
  | { status: number; body: object; headers?: Record<string, string> }
  /** Breaks the connection after `after` chunks of `chunks`: reset, ended mid-record, silent, or not JSON. */
  | { fault: 'reset' | 'cut' | 'stall' | 'malformed'; after?: number; chunks?: object[] }

export type GeminiRequest = { path: string; headers: Record<string, string>; body: unknown }

export type GeminiStandin = {
  url: string
  requests: GeminiRequest[]
  /** Everything the real API would have refused. A run that leaves an entry here is wrong. */
  problems: string[]
  [Symbol.asyncDispose](): Promise<void>
}

export async function startGemini(
  script: readonly GeminiStep[] | ((request: GeminiRequest, index: number) => GeminiStep),
  options: { key?: string } = {},
): Promise<GeminiStandin> {
  const requests: GeminiRequest[] = []
  const problems: string[] = []
  const server = createServer((request, response) => void serve(request, response))
  async function serve(request: IncomingMessage, response: ServerResponse) {
    let text = ''
    for await (const piece of request) text += piece
    const seen = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: JSON.parse(text) as unknown,
    }
    requests.push(seen)
    const step = typeof script === 'function' ? script(seen, requests.length - 1) : script[requests.length - 1]
    if (step === undefined || !('chunks' in step)) {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"error":{"code":500,"message":"script is over"}}')
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const chunk of step.chunks ?? []) response.write(`data: ${JSON.stringify(chunk)}\r\n\r\n`)
    response.end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  void options
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    problems,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
