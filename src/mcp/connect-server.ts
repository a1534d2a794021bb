import { basename } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  Client,
  type OAuthClientProvider,
  SdkError,
  SdkErrorCode,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client'
import { asSentence, messageOf } from '../platform/errors.ts'
import { terminateProcessGroup } from '../platform/process/process-group.ts'
import { type Argv, type ProgramOptions, startPipedProgram } from '../platform/process/run-program.ts'
import { type StartTimer, startTimer, waitAtMost } from '../platform/time.ts'
import type { McpServerConfig, ServerTransport } from './config.ts'
import {
  type IncomingMessages,
  openIncomingMessages,
  openPause,
  readableResponse,
  requestIdIn,
} from './incoming-messages.ts'

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
  /** Waits for the rest of a message that stopped in its middle. */
  timer?: StartTimer
  /** The authentication for a server over HTTP. */
  httpAuthFor(server: McpServerConfig): Promise<HttpAuth>
}

/** Headers to add to requests to the server itself, and the SDK's OAuth provider. */
export type HttpAuth = {
  headers?(): Promise<Record<string, string>>
  provider?: OAuthClientProvider
  /** Sends a request of OAuth to another server. Without it, there are none. */
  fetchElsewhere?(url: URL, init: RequestInit | undefined): Promise<Response>
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
 * How long a program may take to answer which revision it speaks. No answer means an older revision, and the rest of the time
 * must be enough for the older handshake. Over HTTP no answer is a failure.
 */
const probeTimeout = ({ transport, startMs }: McpServerConfig) =>
  transport.kind === 'stdio' ? { timeoutMs: Math.min(Math.ceil(startMs / 2), MAX_PROBE_MS) } : {}

const MAX_PROBE_MS = 10_000

/** Whether a server failed when asked for its revision: an older server may exit or reject the question. */
function isProbeFailure(error: unknown): boolean {
  const reason = error instanceof Error && error.cause instanceof SdkError ? error.cause : error
  return reason instanceof SdkError && reason.code === SdkErrorCode.EraNegotiationFailed
}

/**
 * Connects to a server, in revision 2026-07-28 or the newest older one that both know. Rejects with the cause, and then leaves no process
 * running.
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
        timer: environment.timer,
      })
      return { transport: stdio, exitMessage: stdio.exitMessage }
    }
    return negotiate(server, startProgram, environment, signal)
  }
  const auth = await environment.httpAuthFor(server)
  const overHttp = () => negotiate(server, () => httpTransport(transport, auth, environment.timer), environment, signal)
  const overSse = () =>
    initialize(server, { ...sseTransport(transport, auth, environment.timer), revision: 'older' }, environment, signal)
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
  /** Asks for revision 2025-11-25 or older. */
  revision?: 'older'
}

/** Asks for the newest revision. A server that fails at this question is started or called again without it. */
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

const httpOptions = (address: URL, { headers }: HttpTransportConfig, auth: HttpAuth, timer = startTimer) => ({
  fetch: readingFetch(fetchFor(address, headers, auth), openIncomingMessages(), timer),
  authProvider: auth.provider,
})

function httpTransport(config: HttpTransportConfig, auth: HttpAuth, timer?: StartTimer): OpenTransport {
  const address = new URL(config.url)
  const transport = new StreamableHTTPClientTransport(address, httpOptions(address, config, auth, timer))
  return { transport: transport as Transport, endSession: () => transport.terminateSession() } // its type differs only in optional properties
}

function sseTransport(config: HttpTransportConfig, auth: HttpAuth, timer?: StartTimer): OpenTransport {
  const address = new URL(config.url)
  return { transport: new SSEClientTransport(address, httpOptions(address, config, auth, timer)) }
}

/** Sends the configured headers only to the server's origin, not to the targets of its redirects and links. */
const fetchFor =
  (server: URL, configured: Readonly<Record<string, string>>, auth: HttpAuth) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const address = new URL(url)
    if (address.origin !== server.origin) {
      if (auth.fetchElsewhere === undefined) throw new Error(`${address.origin} not asked: it is another server`)
      return limitMessageSize(refuseTokenRedirect(await auth.fetchElsewhere(address, init), server, init))
    }
    const headers = new Headers(configured)
    for (const [name, value] of Object.entries((await auth.headers?.()) ?? {})) headers.set(name, value)
    for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
    return limitMessageSize(refuseTokenRedirect(await fetch(url, { ...init, headers }), server, init))
  }

/** Passes all messages through `incoming`, in both directions. */
const readingFetch =
  (send: ReturnType<typeof fetchFor>, incoming: IncomingMessages, timer: StartTimer) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const id = requestIdIn(init?.body, incoming)
    return readableResponse(await send(url, init), id, incoming, timer)
  }

/** The SDK follows no redirect to another origin, but takes a redirect by a token endpoint for a broken answer. */
function refuseTokenRedirect(response: Response, server: URL, init: RequestInit | undefined): Response {
  const target = response.headers.get('location')
  const isToken = init?.method === 'POST' && response.url !== server.href && init.body instanceof URLSearchParams
  if (isToken && target !== null && response.status >= 300 && response.status < 400)
    throw new Error(`Redirect to ${target} not followed: configure that token endpoint if it is the intended one`)
  return response
}

const MAX_STDERR_CHARACTERS = 2000

/** How long a server may take to exit after its input closes. */
const GRACE_MS = 200

/** How long a program may run on after it closed its output. Most that end close it first. */
const MAX_SILENT_MS = 5_000

/** A transport to a program that this process starts. */
export type StdioTransport = Transport & {
  /** These two tell the client that it talks to a program: one that exits or stays silent may speak an older revision. */
  stderr: null
  pid: null
  /** How the program ended, and the end of its standard error; without an end while it runs. */
  exitMessage(): string
}

/**
 * Communicates with a program over its standard streams. Not the SDK's transport, because that one passes on environment
 * variables of this process, has no isolation, and ends one process instead of the whole process tree.
 */
export function stdioTransport(
  argv: Argv,
  { timer = startTimer, ...options }: Pick<ProgramOptions, 'cwd' | 'env' | 'wrap'> & { timer?: StartTimer },
): StdioTransport {
  const output = lineReader(MAX_MESSAGE_BYTES)
  const incoming = openIncomingMessages()
  let errors = ''
  let ended = ''
  let started: Awaited<ReturnType<typeof startPipedProgram>> | undefined
  const pause = openPause(timer, readRest)

  const transport: StdioTransport = {
    stderr: null,
    pid: null,
    exitMessage: () => [ended, errors.trim()].filter(Boolean).join(' '),
    async start() {
      started = await startPipedProgram({ argv }, options)
      if (!started.ok) {
        const reason = /\bENOENT$/.test(started.failure) ? `the program ${argv[0]} does not exist` : started.failure
        ended = `It could not be started: ${reason}.`
        throw new Error(ended)
      }
      const { stdin, stdout, stderr, exited } = started
      for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined) // `exited` reports the end
      stderr.on('data', (chunk: Buffer) => {
        errors = `${errors}${chunk.toString('utf8')}`.slice(-MAX_STDERR_CHARACTERS)
      })
      stdout.on('data', (chunk: Buffer) => receive(chunk))
      stdout.once('end', () => {
        readRest()
        // A program that runs on without an output can no longer answer.
        void exited.then(timer(MAX_SILENT_MS, () => end('It closed its output.')))
      })
      void exited.then(async ({ code, signal }) => {
        pause.stop()
        ended ||= `It ended ${signal === null ? `with exit code ${code}` : `by signal ${signal}`}.`
        // Its last output is already in the pipe, but a child process may keep the pipe open.
        await waitAtMost(
          GRACE_MS,
          Promise.all([finished(stdout), finished(stderr)]).catch(() => undefined),
        )
        transport.onclose?.()
      })
    },
    async send(message) {
      if (started?.ok !== true || ended !== '') throw new Error(transport.exitMessage() || 'It is not running.')
      const { stdin, exited } = started
      incoming.noteOutgoing(message)
      if (stdin.write(serializeMessage(message))) return
      await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), exited])
    },
    async close() {
      if (started?.ok !== true) return
      const { stdin, exited, group } = started
      stdin.end()
      await waitAtMost(GRACE_MS, exited)
      await terminateProcessGroup(group)
    },
  }

  function receive(chunk: Buffer) {
    const lines = output.read(chunk)
    if (lines === undefined)
      return end(`It sent more than ${MAX_MESSAGE_BYTES} bytes in one message and was terminated.`)
    // A line that is not a message, for example a banner, must not close the connection.
    for (const line of lines) for (const message of incoming.readLine(line)) transport.onmessage?.(message)
    pause.restart()
  }

  /** Reads a message without the end of its line, and ends the request whose answer is cut. */
  function readRest() {
    const messages = incoming.readRest(output.rest())
    if (messages !== undefined) output.dropRest()
    for (const message of messages ?? []) transport.onmessage?.(message)
  }

  function end(reason: string) {
    if (ended === '') void transport.close()
    ended ||= reason
  }
  return transport
}

/** `read` returns the lines that a chunk completes; undefined when a line is too long. Copies each byte once. `rest`: the line so far. */
function lineReader(maxBytes: number) {
  let partialLine: Buffer[] = []
  let bytes = 0
  const dropRest = () => {
    partialLine = []
    bytes = 0
  }
  const read = (chunk: Buffer): string[] | undefined => {
    const lines: string[] = []
    let from = 0
    for (let lineFeed = chunk.indexOf(10); lineFeed >= 0; lineFeed = chunk.indexOf(10, from)) {
      lines.push(
        Buffer.concat([...partialLine, chunk.subarray(from, lineFeed)])
          .toString('utf8')
          .trim(),
      )
      dropRest()
      from = lineFeed + 1
    }
    partialLine.push(chunk.subarray(from))
    bytes += chunk.length - from
    return bytes > maxBytes ? undefined : lines.filter((line) => line !== '')
  }
  return { read, rest: () => Buffer.concat(partialLine).toString('utf8'), dropRest }
}

/** A larger message comes from a broken server. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024

const messageTooLarge = (maxBytes: number) => new Error(`It sent more than ${maxBytes} bytes in one message.`)

/**
 * Returns the response with a body that fails when one message exceeds `maxBytes`. A message is the whole body, or one
 * event of an event stream. The SDK keeps a message in memory until it is complete.
 */
export function limitMessageSize(response: Response, maxBytes = MAX_MESSAGE_BYTES): Response {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
  let bytes = 0
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const end = isStream ? afterLastEvent(chunk) : 0
        bytes = end > 0 ? chunk.length - end : bytes + chunk.length
        if (bytes > maxBytes) controller.error(messageTooLarge(maxBytes))
        else controller.enqueue(chunk)
      },
    }),
  )
  const limited = new Response(counted, { status, statusText, headers })
  // The SDK resolves redirects against this URL.
  return Object.defineProperty(limited, 'url', { value: response.url })
}

/** Offset of the bytes after the last blank line; 0 if there is no blank line. */
function afterLastEvent(chunk: Uint8Array): number {
  for (let lineFeed = chunk.lastIndexOf(LF); lineFeed > 0; lineFeed = chunk.lastIndexOf(LF, lineFeed - 1)) {
    const before = chunk[lineFeed - 1] === CR ? lineFeed - 2 : lineFeed - 1
    if (before < 0 || chunk[before] === LF) return lineFeed + 1
  }
  return 0
}

const LF = 10

const CR = 13
