import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ErrorCode, ListRootsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { asSentence, messageOf } from '../host/errors.ts'
import type { RunOptions } from '../host/process.ts'
import type { Reach, Server } from './config.ts'
import { measured } from './measured.ts'
import { stdioTransport } from './stdio.ts'

/** What servers run in and are told of us. */
export type McpPlace = {
  /** The checked-out repository. */
  workspace: string
  /** Where programs start when their settings do not say. */
  cwd: string
  /** The environment of programs before their own settings: childEnvironment(). */
  env: Readonly<Record<string, string>>
  version: string
  /** Puts a program into isolation. */
  wrapFor?(command: string): RunOptions['wrap'] | undefined
  /** Who we are to a server over HTTP. */
  authFor(server: Server): Promise<HttpAuth>
}

/** Headers to add to requests to the server itself, and the SDK's interface for OAuth. */
export type HttpAuth = {
  headers?(): Promise<Record<string, string>>
  provider?: import('@modelcontextprotocol/sdk/client/auth.js').OAuthClientProvider
}

/** A server that answered. */
export type Connection = {
  client: Client
  /** Why it is gone, once it is. */
  gone(): string | undefined
  close(): Promise<void>
}

/** The server's own words about 401, or the SDK's. */
export const isUnauthorized = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (Reflect.get(error, 'code') === 401 ||
    Reflect.get(error, 'name') === 'UnauthorizedError' ||
    /\b401\b/.test(messageOf(error)))

const isTimeout = (error: unknown): boolean => error instanceof McpError && error.code === ErrorCode.RequestTimeout

/** Connects and shakes hands. Rejects with what went wrong; nothing is left running then. */
export async function connect(server: Server, place: McpPlace, signal: AbortSignal): Promise<Connection> {
  const { reach } = server
  if (reach.over === 'stdio') {
    const transport = stdioTransport([reach.command, ...reach.args], {
      cwd: reach.cwd ?? place.cwd,
      env: { ...place.env, ...reach.env },
      ...wrapping(place, reach.command),
    })
    return shakeHands(server, { transport, lastWords: transport.lastWords }, place, signal)
  }
  const auth = await place.authFor(server)
  const over = (way: 'http' | 'sse') => async () =>
    shakeHands(server, await httpTransport(way, reach, auth), place, signal)
  if (reach.over !== 'auto') return over(reach.over)()
  try {
    return await over('http')()
  } catch (first) {
    // Who gave no answer to the first question would be waited for as long again.
    if (isUnauthorized(first) || isTimeout(first) || signal.aborted) throw first
    // Older servers speak SSE only. What they say about HTTP is the better explanation when neither works.
    return over('sse')().catch((second: unknown) => {
      throw isUnauthorized(second) ? second : first
    })
  }
}

const wrapping = (place: McpPlace, command: string) => {
  const wrap = place.wrapFor?.(command)
  return wrap === undefined ? {} : { wrap }
}

/** A way to a server, with what is said at its end where there is something. */
type Line = { transport: Transport; lastWords?: () => string; goodbye?: () => Promise<void> }
/** Longer than this nobody waits for a server to forget a session. */
const GOODBYE_MS = 500

async function shakeHands(
  { startMs }: Server,
  line: Line,
  { version, workspace }: McpPlace,
  signal: AbortSignal,
): Promise<Connection> {
  const { transport, lastWords } = line
  const client = new Client({ name: 'sluice', version }, { capabilities: { roots: { listChanged: true } } })
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: [{ uri: pathToFileURL(workspace).href, name: basename(workspace) }],
  }))
  let gone: string | undefined
  client.onclose = () => {
    gone ??= lastWords?.() || 'The connection was closed.'
  }
  // Errors between calls, such as a line that is no message, fail no call.
  client.onerror = () => undefined
  const close = async () => {
    if (line.goodbye !== undefined)
      await Promise.race([line.goodbye().catch(() => undefined), sleep(GOODBYE_MS, undefined, { ref: false })])
    await Promise.allSettled([client.close(), lastWords === undefined ? undefined : transport.close()])
  }
  try {
    await inTime(client.connect(transport, { timeout: startMs, signal }), startMs, signal)
    return { client, gone: () => gone, close }
  } catch (error) {
    const words = lastWords?.() ?? ''
    await close()
    throw words === '' || messageOf(error) === words
      ? error
      : new Error(`${asSentence(messageOf(error))} ${words}`, { cause: error })
  }
}

/** A little longer than the limit of the first question, whose words are better. */
const LATER_MS = 200
const LONGEST_MS = 2 ** 31 - 1

/** The SDK's own limit begins with the first question; over SSE a server could keep it from ever being asked. */
async function inTime(connecting: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  connecting.catch(() => undefined) // told by the race, or too late
  const over = new AbortController()
  const late = sleep(Math.min(ms + LATER_MS, LONGEST_MS), undefined, { signal: AbortSignal.any([over.signal, signal]) })
  late.catch(() => undefined)
  try {
    await Promise.race([
      connecting,
      late.then(() => Promise.reject(new McpError(ErrorCode.RequestTimeout, 'Request timed out'))),
    ])
  } finally {
    over.abort()
  }
}

async function httpTransport(
  way: 'http' | 'sse',
  { url, headers }: Exclude<Reach, { over: 'stdio' }>,
  auth: HttpAuth,
): Promise<Line> {
  const address = new URL(url)
  const options = {
    fetch: fetchFor(address, headers, auth),
    ...(auth.provider === undefined ? {} : { authProvider: auth.provider }),
  }
  if (way === 'http') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
    const transport = new StreamableHTTPClientTransport(address, options)
    return { transport: transport as Transport, goodbye: () => transport.terminateSession() } // its own type differs in what may be undefined
  }
  const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js')
  return { transport: new SSEClientTransport(address, options) }
}

/** Our headers go to the server they were written for and nowhere else, whatever it redirects or refers to. */
const fetchFor =
  (server: URL, configured: Readonly<Record<string, string>>, auth: HttpAuth) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    if (new URL(url).origin !== server.origin) return measured(await fetch(url, init))
    const headers = new Headers(configured)
    for (const [name, value] of Object.entries((await auth.headers?.()) ?? {})) headers.set(name, value)
    for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
    return measured(await fetch(url, { ...init, headers }))
  }
