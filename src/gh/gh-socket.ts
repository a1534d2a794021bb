import { createServer, type Socket } from 'node:net'
import * as z from 'zod'
import type { GhAnswer, GhRequest } from './gh-types.ts'

/** Longer requests are cut off: two texts of the largest size, and JSON's escapes. */
const MAX_REQUEST_BYTES = 2 * 1024 * 1024

const REQUEST_MS = 10_000

const MAX_CONNECTIONS = 32

/** For a client to read the answer. One that does not, or goes on writing, is cut off. */
const CLOSE_MS = 5_000

const text = z.string().refine((value) => !value.includes('\0'))

const RequestShape = z.strictObject({
  key: z.string().max(200),
  argv: text.array().max(1000),
  cwd: text,
  repo: text.optional(),
  host: text.optional(),
  text: text.max(512 * 1024).optional(),
})

/** Answers a request whose key is right; undefined when no command has that key. */
export type AnswerRequest = (key: string, request: GhRequest) => Promise<GhAnswer | undefined>

const refusal = (stderr: string): GhAnswer => ({ stdout: '', stderr: `gh: ${stderr}\n`, exitCode: 1 })

/** Listens on a Unix socket: one JSON line in, one JSON answer out, and the connection ends. Rejects when it cannot listen. */
export async function listenForGh(path: string, answer: AnswerRequest): Promise<{ close(): Promise<void> }> {
  const connections = new Set<Socket>()
  const server = createServer((connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
    void serve(connection, answer).catch(() => connection.destroy())
  })
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  // The run ends when its work is done, not when the last command has closed its connection.
  server.unref()
  return {
    close() {
      for (const connection of connections) connection.destroy()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

async function serve(connection: Socket, answer: AnswerRequest): Promise<void> {
  connection.on('error', () => undefined)
  const line = await readLine(connection)
  const send = (reply: GhAnswer) => {
    connection.end(JSON.stringify(reply))
    connection.resume()
    setTimeout(() => connection.destroy(), CLOSE_MS).unref()
  }
  if (line === undefined) return send(refusal('the request is too long, or did not arrive in time.'))
  const request = RequestShape.safeParse(parseJson(line))
  if (!request.success) return send(refusal('the request is not one of this program.'))
  const { key, ...call } = request.data
  const reply = await answer(key, call).catch((error: unknown) => refusal(`it failed: ${String(error)}`))
  send(reply ?? refusal('this program does not belong to a running command of this run.'))
}

/** The first line; undefined when it is too long or late. */
function readLine(connection: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = (line: string | undefined) => {
      clearTimeout(timer)
      connection.pause()
      resolve(line)
    }
    const timer = setTimeout(() => finish(undefined), REQUEST_MS)
    timer.unref()
    connection.on('data', (chunk) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_REQUEST_BYTES) finish(undefined)
      else if (chunk.includes(10)) finish(Buffer.concat(chunks).toString('utf8').split('\n', 1)[0])
    })
    connection.once('end', () => finish(undefined))
    connection.once('close', () => finish(undefined))
  })
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
