import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ErrorCode, ListRootsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { asSentence, messageOf } from '../platform/errors.ts'
import type { ProgramOptions } from '../platform/process/run-program.ts'
import { waitAtMost } from '../platform/wait-at-most.ts'
import type { McpServerConfig, ServerTransport } from './config.ts'
import { limitMessageSize } from './response-limit.ts'
import { stdioTransport } from './stdio.ts'

/** What servers need to start and to connect. */
export type McpEnvironment = {
  /** The checked-out repository. */
  workspace: string
  /** Working directory of programs without a configured one. */
  cwd: string
  /** Base environment of programs: childEnvironment(). Their `env` setting is added to it. */
  env: Readonly<Record<string, string>>
  version: string
  /** Isolates a program. */
  wrapFor?(command: string): ProgramOptions['wrap'] | undefined
  /** The authentication for a server over HTTP. */
  httpAuthFor(server: McpServerConfig): Promise<HttpAuth>
}

/** Headers to add to requests to the server itself, and the SDK's OAuth provider. */
export type HttpAuth = {
  headers?(): Promise<Record<string, string>>
  provider?: import('@modelcontextprotocol/sdk/client/auth.js').OAuthClientProvider
}

/** An initialized connection to a server. */
export type McpConnection = {
  client: Client
  /** Why the connection is closed; undefined while it is open. */
  closedReason(): string | undefined
  close(): Promise<void>
}

/** Whether a server answered 401, by the error of the server or of the SDK. */
export const isUnauthorized = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (Reflect.get(error, 'code') === 401 ||
    Reflect.get(error, 'name') === 'UnauthorizedError' ||
    /\b401\b/.test(messageOf(error)))

const isTimeout = (error: unknown): boolean => error instanceof McpError && error.code === ErrorCode.RequestTimeout

/** Connects to a server and initializes the session. Rejects with the cause; no process keeps running then. */
export async function connectServer(
  server: McpServerConfig,
  environment: McpEnvironment,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { transport } = server
  if (transport.kind === 'stdio') {
    const stdio = stdioTransport([transport.command, ...transport.args], {
      cwd: transport.cwd ?? environment.cwd,
      env: { ...environment.env, ...transport.env },
      ...wrapOption(environment, transport.command),
    })
    return initialize(server, { transport: stdio, exitMessage: stdio.exitMessage }, environment, signal)
  }
  const auth = await environment.httpAuthFor(server)
  const connectOver = (kind: 'http' | 'sse') => async () =>
    initialize(server, await httpTransport(kind, transport, auth), environment, signal)
  if (transport.kind !== 'auto') return connectOver(transport.kind)()
  try {
    return await connectOver('http')()
  } catch (first) {
    // A server that timed out over HTTP would time out over SSE too.
    if (isUnauthorized(first) || isTimeout(first) || signal.aborted) throw first
    // Older servers support only SSE. If both fail, the HTTP error explains more.
    return connectOver('sse')().catch((second: unknown) => {
      throw isUnauthorized(second) ? second : first
    })
  }
}

const wrapOption = (environment: McpEnvironment, command: string) => {
  const wrap = environment.wrapFor?.(command)
  return wrap === undefined ? {} : { wrap }
}

/** A transport, with the message of its end and the call that ends its session, if it has them. */
type OpenTransport = { transport: Transport; exitMessage?: () => string; endSession?: () => Promise<void> }
/** How long to wait for a server to end its session. */
const END_SESSION_MS = 500

async function initialize(
  { startMs }: McpServerConfig,
  openTransport: OpenTransport,
  { version, workspace }: McpEnvironment,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { transport, exitMessage } = openTransport
  const client = new Client({ name: 'sluice', version }, { capabilities: { roots: { listChanged: true } } })
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: [{ uri: pathToFileURL(workspace).href, name: basename(workspace) }],
  }))
  let closedReason: string | undefined
  client.onclose = () => {
    closedReason ??= exitMessage?.() || 'The connection was closed.'
  }
  // An error between calls, for example an invalid line, must not fail a call.
  client.onerror = () => undefined
  const close = async () => {
    if (openTransport.endSession !== undefined)
      await waitAtMost(
        END_SESSION_MS,
        openTransport.endSession().catch(() => undefined),
      )
    await Promise.allSettled([client.close(), exitMessage === undefined ? undefined : transport.close()])
  }
  try {
    await withTimeout(client.connect(transport, { timeout: startMs, signal }), startMs, signal)
    return { client, closedReason: () => closedReason, close }
  } catch (error) {
    const message = exitMessage?.() ?? ''
    await close()
    throw message === '' || messageOf(error) === message
      ? error
      : new Error(`${asSentence(messageOf(error))} ${message}`, { cause: error })
  }
}

/** The SDK's timeout fires first, because its message is better. */
const EXTRA_MS = 200
const MAX_TIMER_MS = 2 ** 31 - 1

/** The SDK's timeout starts with the first request. Over SSE a server can block that request forever. */
async function withTimeout(connecting: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  connecting.catch(() => undefined) // the race below reports it
  const finished = new AbortController()
  const timer = sleep(Math.min(ms + EXTRA_MS, MAX_TIMER_MS), undefined, {
    signal: AbortSignal.any([finished.signal, signal]),
  })
  timer.catch(() => undefined)
  try {
    await Promise.race([
      connecting,
      timer.then(() => Promise.reject(new McpError(ErrorCode.RequestTimeout, 'Request timed out'))),
    ])
  } finally {
    finished.abort()
  }
}

async function httpTransport(
  kind: 'http' | 'sse',
  { url, headers }: Exclude<ServerTransport, { kind: 'stdio' }>,
  auth: HttpAuth,
): Promise<OpenTransport> {
  const address = new URL(url)
  const options = {
    fetch: fetchFor(address, headers, auth),
    ...(auth.provider === undefined ? {} : { authProvider: auth.provider }),
  }
  if (kind === 'http') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
    const transport = new StreamableHTTPClientTransport(address, options)
    return { transport: transport as Transport, endSession: () => transport.terminateSession() } // its type differs only in optional properties
  }
  const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js')
  return { transport: new SSEClientTransport(address, options) }
}

/** Sends the configured headers only to the server's origin, not to the targets of its redirects and links. */
const fetchFor =
  (server: URL, configured: Readonly<Record<string, string>>, auth: HttpAuth) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    if (new URL(url).origin !== server.origin) return limitMessageSize(await fetch(url, init))
    const headers = new Headers(configured)
    for (const [name, value] of Object.entries((await auth.headers?.()) ?? {})) headers.set(name, value)
    for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
    return limitMessageSize(await fetch(url, { ...init, headers }))
  }
