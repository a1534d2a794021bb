import { createServer } from 'node:http'
import { decodeRequest, requestType } from './otlp-messages.ts'

/** One request as a collector of OTLP/HTTP got it; `body` as in OTLP/JSON, whatever the form was. */
export type Export = {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
}

/**
 * A collector on loopback that takes OTLP over HTTP, as JSON or binary, and refuses with 400 what the definitions of OTLP do
 * not allow: wrong path, method, type, unknown fields, values of another type, ids and times in the wrong form. `answer`
 * answers otherwise. Source: OTLP specification 1.9, "OTLP/HTTP".
 */
export async function startCollector(answer?: 'refuse' | 'silence') {
  const exports: Export[] = []
  const problems: string[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    if (answer === 'silence') return
    const { url: path = '', method = '', headers } = request
    const contentType = headers['content-type'] ?? ''
    const found = decodeExport(path, method, contentType, Buffer.concat(pieces))
    problems.push(...found.problems)
    exports.push({ path, headers, body: found.body })
    response.writeHead(answer === 'refuse' || found.problems.length > 0 ? 400 : 200, { 'content-type': contentType })
    response.end(contentType === 'application/json' ? '{}' : '')
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

function decodeExport(path: string, method: string, contentType: string, bytes: Uint8Array) {
  const type = requestType(path)
  if (type === undefined || method !== 'POST') return { body: {}, problems: [`there is no ${method} ${path}`] }
  const decoded = decodeRequest(type, contentType, bytes)
  if (decoded.problems.length === 0 && itemsIn(decoded.body, path).length === 0)
    decoded.problems.push(`${path}: nothing in it`)
  return decoded
}

type Item = Record<string, unknown>

/** The exported log records, metrics or spans. */
export const itemsIn = (body: unknown, path: string): Item[] => levelIn(body, LISTS[path] ?? [])

/** The resources that something was exported for. */
export const resourcesIn = (body: unknown, path: string): Item[] =>
  levelIn(body, (LISTS[path] ?? []).slice(0, 1)).map(({ resource }) => resource as Item)

const levelIn = (body: unknown, names: readonly string[]): Item[] =>
  names.reduce<Item[]>((level, name) => level.flatMap((one) => (one[name] ?? []) as Item[]), [body as Item])

/** Attributes of an item as a plain object. */
export const attributesOf = ({ attributes }: Item): Record<string, unknown> => valuesOf(attributes)

type KeyValue = { key: string; value: Item }

const valuesOf = (list: unknown): Record<string, unknown> =>
  Object.fromEntries(((list ?? []) as KeyValue[]).map(({ key, value }) => [key, contentOf(value)]))

/** The value of an AnyValue. */
function contentOf(value: Item): unknown {
  const [[kind, content] = ['', undefined]] = Object.entries(value)
  if (kind === 'intValue') return Number(content)
  if (kind === 'arrayValue') return ((content as { values?: Item[] }).values ?? []).map(contentOf)
  if (kind === 'kvlistValue') return valuesOf((content as { values?: KeyValue[] }).values)
  return content
}
