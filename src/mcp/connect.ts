import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { OAuthClientProvider, Transport } from '@modelcontextprotocol/client'
import {
  Client,
  SdkError,
  SdkErrorCode,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
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
  provider?: OAuthClientProvider
}

/** An initialized connection to a server. */
export type McpConnection = {
  client: Client
  /** Whether calls repeat some parameters as headers: over HTTP since revision 2026-07-28. */
  sendsParameterHeaders: boolean
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

const isTimeout = (error: unknown): boolean => error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout

/**
 * A program that is asked for its revision and stays silent is of an older one. The question must leave time for the handshake
 * of the older revisions; over HTTP silence is a failure.
 */
const probeTimeout = ({ transport, startMs }: McpServerConfig) =>
  transport.kind === 'stdio' ? { timeoutMs: Math.min(Math.ceil(startMs / 2), MAX_PROBE_MS) } : {}
const MAX_PROBE_MS = 10_000

/** Whether a server failed at the question for its revision: an older server may end or refuse it. */
function isProbeFailure(error: unknown): boolean {
  const reason = error instanceof Error && error.cause instanceof SdkError ? error.cause : error
  return reason instanceof SdkError && reason.code === SdkErrorCode.EraNegotiationFailed
}

/**
 * Connects to a server, in revision 2026-07-28 or the newest older one that both know. Rejects with the cause; no process
 * keeps running then.
 */
export async function connectServer(
  server: McpServerConfig,
  environment: McpEnvironment,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { transport } = server
  if (transport.kind === 'stdio') {
    const startProgram = (): OpenTransport => {
      const stdio = stdioTransport([transport.command, ...transport.args], {
        cwd: transport.cwd ?? environment.cwd,
        env: { ...environment.env, ...transport.env },
        wrap: environment.wrapFor?.(transport.command),
      })
      return { transport: stdio, exitMessage: stdio.exitMessage }
    }
    return negotiate(server, startProgram, environment, signal)
  }
  const auth = await environment.httpAuthFor(server)
  const overHttp = () => negotiate(server, () => httpTransport(transport, auth), environment, signal)
  const overSse = () => initialize(server, { ...sseTransport(transport, auth), revision: 'older' }, environment, signal)
  if (transport.kind !== 'auto') return transport.kind === 'http' ? overHttp() : overSse()
  try {
    return await overHttp()
  } catch (first) {
    // A server that timed out over HTTP would time out over SSE too.
    if (isUnauthorized(first) || isTimeout(first) || signal.aborted) throw first
    // Older servers support only SSE. If both fail, the HTTP error explains more.
    return overSse().catch((second: unknown) => {
      throw isUnauthorized(second) ? second : first
    })
  }
}

/** A transport, with the message of its end and the call that ends its session, if it has them. */
type OpenTransport = {
  transport: Transport
  exitMessage?: () => string
  endSession?: () => Promise<void>
  /** Asks for no newer revision than 2025-11-25. */
  revision?: 'older'
}

/** Asks for the newest revision; a server that fails at the question itself is started or called again without it. */
async function negotiate(
  server: McpServerConfig,
  open: () => OpenTransport,
  environment: McpEnvironment,
  signal: AbortSignal,
): Promise<McpConnection> {
  try {
    return await initialize(server, open(), environment, signal)
  } catch (error) {
    if (signal.aborted || !isProbeFailure(error)) throw error
    return initialize(server, { ...open(), revision: 'older' }, environment, signal)
  }
}

/** How long to wait for a server to end its session. */
const END_SESSION_MS = 500

async function initialize(
  server: McpServerConfig,
  openTransport: OpenTransport,
  { version, workspace }: McpEnvironment,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { transport, exitMessage } = openTransport
  const { startMs } = server
  const client = new Client(
    { name: 'sluice', version },
    {
      capabilities: { roots: { listChanged: true } },
      versionNegotiation: {
        mode: openTransport.revision === 'older' ? 'legacy' : 'auto',
        probe: probeTimeout(server),
      },
    },
  )
  client.setRequestHandler('roots/list', () => ({
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
    await Promise.allSettled([client.close(), transport.close()])
  }
  try {
    await withTimeout(client.connect(transport, { timeout: startMs, signal }), startMs, signal)
    const sendsParameterHeaders = exitMessage === undefined && client.getProtocolEra() === 'modern'
    return { client, sendsParameterHeaders, closedReason: () => closedReason, close }
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
      timer.then(() => Promise.reject(new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out'))),
    ])
  } finally {
    finished.abort()
  }
}

type HttpTransportConfig = Exclude<ServerTransport, { kind: 'stdio' }>

const httpOptions = (address: URL, { headers }: HttpTransportConfig, auth: HttpAuth) => ({
  fetch: fetchFor(address, headers, auth),
  authProvider: auth.provider,
})

function httpTransport(config: HttpTransportConfig, auth: HttpAuth): OpenTransport {
  const address = new URL(config.url)
  const transport = new StreamableHTTPClientTransport(address, httpOptions(address, config, auth))
  return { transport: transport as Transport, endSession: () => transport.terminateSession() } // its type differs only in optional properties
}

function sseTransport(config: HttpTransportConfig, auth: HttpAuth): OpenTransport {
  const address = new URL(config.url)
  return { transport: new SSEClientTransport(address, httpOptions(address, config, auth)) }
}

/** Sends the configured headers only to the server's origin, not to the targets of its redirects and links. */
const fetchFor =
  (server: URL, configured: Readonly<Record<string, string>>, auth: HttpAuth) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    if (new URL(url).origin !== server.origin)
      return limitMessageSize(refuseTokenRedirect(await fetch(url, init), server, init))
    const headers = new Headers(configured)
    for (const [name, value] of Object.entries((await auth.headers?.()) ?? {})) headers.set(name, value)
    for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
    return limitMessageSize(refuseTokenRedirect(await fetch(url, { ...init, headers }), server, init))
  }

/** The SDK follows no redirect to another origin, but reads the one of a token endpoint as a broken answer. */
function refuseTokenRedirect(response: Response, server: URL, init: RequestInit | undefined): Response {
  const target = response.headers.get('location')
  const isToken = init?.method === 'POST' && response.url !== server.href && init.body instanceof URLSearchParams
  if (isToken && target !== null && response.status >= 300 && response.status < 400)
    throw new Error(`Redirect to ${target} not followed: configure that token endpoint if it is the intended one`)
  return response
}
