import { createServer } from 'node:http'

/** One request as a collector of OTLP/HTTP got it, from JSON. */
export type Export = {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
}

/**
 * A collector on loopback that takes OTLP over HTTP as JSON and refuses with 400 what is none: wrong path, method, type,
 * ids and times in the wrong form, values without a type. `answer` answers otherwise. Source: OTLP specification 1.9, "OTLP/HTTP",
 * and the JSON mapping of its messages (64-bit integers as text, ids as lower-case hex).
 */
export async function startCollector(answer?: 'refuse' | 'silence') {
  const exports: Export[] = []
  const problems: string[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    if (answer === 'silence') return
    const path = request.url ?? ''
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'))
    const found = problemsIn(path, request.method ?? '', request.headers['content-type'] ?? '', body)
    problems.push(...found)
    exports.push({ path, headers: request.headers, body: body as Export['body'] }) // looked at by the tests
    response.writeHead(answer === 'refuse' || found.length > 0 ? 400 : 200, { 'content-type': 'application/json' })
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    exports,
    problems,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const LISTS: Record<string, readonly [string, string, string]> = {
  '/v1/logs': ['resourceLogs', 'scopeLogs', 'logRecords'],
  '/v1/metrics': ['resourceMetrics', 'scopeMetrics', 'metrics'],
  '/v1/traces': ['resourceSpans', 'scopeSpans', 'spans'],
}

function problemsIn(path: string, method: string, type: string, body: unknown): string[] {
  const lists = LISTS[path]
  if (lists === undefined) return [`there is nothing at ${path}`]
  if (method !== 'POST' || !type.startsWith('application/json')) return [`${method} of ${type}`]
  const items = itemsIn(body, path)
  const problems = items.length === 0 ? [`${path}: nothing in ${lists.join('.')}`] : []
  for (const item of items) problems.push(...walk(item, path))
  return problems
}

/** The exported log records, metrics or spans. */
export function itemsIn(body: unknown, path: string): Record<string, unknown>[] {
  const lists: readonly string[] = LISTS[path] ?? []
  let level: Record<string, unknown>[] = [body as Record<string, unknown>]
  for (const name of lists) level = level.flatMap((one) => (one[name] ?? []) as Record<string, unknown>[])
  return level
}

const VALUE = ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue', 'bytesValue']

/** Every member by name, at any depth. */
function walk(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => walk(one, `${at}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const here = `${at}.${name}`
    if (/UnixNano$/.test(name) && !/^\d{19}$/.test(String(member)) && member !== '0')
      return [`${here} is no time: ${member}`]
    if (name === 'traceId' && !/^[0-9a-f]{32}$/.test(String(member))) return [`${here} is no id: ${member}`]
    if ((name === 'spanId' || name === 'parentSpanId') && !/^[0-9a-f]{16}$/.test(String(member)))
      return [`${here} is no id: ${member}`]
    if (name === 'value' && !(typeof member === 'object' && member !== null && VALUE.some((kind) => kind in member)))
      return [`${here} has no type: ${JSON.stringify(member)}`]
    return walk(member, here)
  })
}

/** Attributes of an item as a plain object. */
export function attributesOf(item: Record<string, unknown>): Record<string, unknown> {
  const list = (item.attributes ?? []) as { key: string; value: Record<string, unknown> }[]
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]))
}
