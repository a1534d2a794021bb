import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asSentence, messageOf } from '../platform/errors.ts'
import { startTimer } from '../platform/time.ts'
import { collapseWhitespace, keepStart } from '../text/format-text.ts'
import type { Tool } from '../tools/tool.ts'
import type { McpServerConfig } from './config.ts'
import { connectServer, isUnauthorized, type McpConnection, type McpEnvironment } from './connect-server.ts'
import { createMcpTool, type McpCallContext } from './convert-tool.ts'
import { type ListedTool, listFeatures, listResources, listTools, type ServerFeatures } from './lists.ts'

/** A connected server with at least one tool, prompt or resource. */
export type OpenMcpServer = {
  server: McpServerConfig
  connection: McpConnection
  features: ServerFeatures
  /** Its current tools. */
  tools(): readonly Tool[]
}

export type OpenMcpServers = AsyncDisposable & {
  servers: readonly OpenMcpServer[]
  /** Increases when the tools change. */
  version(): number
}

type OpenServersOptions = McpEnvironment & {
  redact: <T>(value: T) => T
  notice(level: 'info' | 'warning', text: string): void
}

/** Starts all servers in parallel. Reports and skips a server that fails; never rejects. */
export async function openMcpServers(
  servers: readonly McpServerConfig[],
  options: OpenServersOptions,
  signal: AbortSignal,
): Promise<OpenMcpServers> {
  let version = 0
  const ended = new AbortController()
  const lifetime = AbortSignal.any([signal, ended.signal])
  const opened = await Promise.all(servers.map((server) => openServer(server, options, lifetime, () => void version++)))
  const available = opened.filter((each) => each !== undefined)
  return {
    servers: available,
    version: () => version,
    async [Symbol.asyncDispose]() {
      ended.abort()
      await Promise.all(available.map(({ connection }) => connection.close()))
    },
  }
}

async function openServer(
  server: McpServerConfig,
  options: OpenServersOptions,
  signal: AbortSignal,
  changed: () => void,
): Promise<OpenMcpServer | undefined> {
  const notice = noticeOnce(server, options.notice)
  let opened: McpConnection | undefined
  const stopTimer = (options.timer ?? startTimer)(SILENCE_MS, () => notice('info', silenceText(server)))
  try {
    const connection = await connectServer(server, options, signal).finally(stopTimer)
    opened = connection
    const tools = trackTools(server, connection, { ...options, notice })
    // Watch before the first listing, or a change in between would be missed.
    watchToolList({ server, connection, notice, update: tools.update, changed }, signal)
    await listenForListChanges(connection, signal)
    const limits = { timeout: server.startMs, signal }
    const features = await listFeatures(connection, limits)
    for (const text of features.problems) notice('warning', `MCP server ${server.name}: ${text}.`)
    if (features.tools.length + features.prompts.length + features.resources.length === 0)
      throw new Error('No prompts, tools, or resources found on the server.')
    for (const text of unknownToolNotes(server, features.tools)) notice('warning', text)
    tools.update(features.tools)
    connection.client.setNotificationHandler('notifications/resources/list_changed', async () => {
      features.resources = await listResources(connection, limits).catch(() => features.resources)
    })
    return { server, connection, features, tools: tools.list }
  } catch (error) {
    const closedReason = opened?.closedReason()
    await opened?.close()
    const reason = closedReason === undefined ? startFailure(error, server) : closedReason
    if (!signal.aborted) notice('warning', `MCP server ${server.name} cannot be used in this run: ${reason}`)
    return undefined
  }
}

/** How long a server may start before the log says that the run waits for it. */
const SILENCE_MS = 5_000

const silenceText = ({ name, startMs }: McpServerConfig): string =>
  `MCP server ${name} has not answered for ${SILENCE_MS / 1000} s. The run waits at most ${startMs / 1000} s for it, then goes on without it. To change that, set timeout (milliseconds) in mcpServers.${name}.`

/** Different notices about one server. */
const MAX_NOTICES = 20

/** Reports each notice about a server once, up to a limit. */
function noticeOnce({ name }: McpServerConfig, notice: OpenServersOptions['notice']): OpenServersOptions['notice'] {
  const reported = new Set<string>()
  return (level, text) => {
    if (reported.has(text) || reported.size > MAX_NOTICES) return
    reported.add(text)
    if (reported.size <= MAX_NOTICES) notice(level, text)
    else notice(level, `MCP server ${name}: further notices are not shown.`)
  }
}

/** Warns about configured tool names that the server does not have: excluding a misspelled name excludes nothing. */
function unknownToolNotes({ name: server, namedTools }: McpServerConfig, tools: readonly ListedTool[]): string[] {
  const names = tools.flatMap(({ name }) => name ?? [])
  const available = names.length <= MAX_NAMES ? names.join(', ') : `${names.slice(0, MAX_NAMES).join(', ')} …`
  return namedTools
    .filter(({ tool }) => !names.includes(tool))
    .map(
      ({ key, tool }) =>
        `mcpServers.${server}.${key} names ${tool}, which the server does not have. Its tools: ${available || 'none'}.`,
    )
}

const MAX_NAMES = 20

function startFailure(error: unknown, { transport, startMs }: McpServerConfig): string {
  if (isUnauthorized(error))
    return `it requires authentication (401). Set headers.Authorization in mcpServers, or for OAuth oauth.clientId with oauth.clientSecret or oauth.refreshToken, and oauth.issuer. ${onOnePlainLine(messageOf(error))}`
  const failure = onOnePlainLine(withCause(error))
  const message = /timed out/i.test(failure) ? asSentence(failure) : failure
  const timeoutNote = /timed out/i.test(message)
    ? ` It did not answer within ${startMs / 1000} s, and the run went on without it. To wait longer, set timeout in mcpServers.`
    : ''
  const origin = transport.kind === 'stdio' ? '' : ` (${new URL(transport.url).origin})`
  return `${message}${timeoutNote}${origin}`
}

/** Adds the cause: `fetch failed` alone does not help. */
function withCause(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : typeof code === 'string' ? code : ''
  const text = messageOf(error)
  return reason === '' || text.includes(reason) ? text : `${text}: ${reason}`
}

/** Reduces an error message, possibly an HTML page, to one line. */
const onOnePlainLine = (text: string): string => {
  const line = collapseWhitespace(text.replace(/<[^>]*>/g, ' '))
  return line.length > MAX_MESSAGE_CHARACTERS ? `${keepStart(line, MAX_MESSAGE_CHARACTERS)}…` : line
}

const MAX_MESSAGE_CHARACTERS = 600

/**
 * Tracks the tools of a server. Rules and people judge a tool by its first description and schema, so a tool that changes
 * them later can no longer be used in this run.
 */
function trackTools(server: McpServerConfig, connection: McpConnection, options: OpenServersOptions) {
  const tracked = new Map<string, { tool: Tool; digest: string }>()
  const withdrawn = new Map<string, string>()
  const callContext: McpCallContext = {
    server,
    connection,
    redact: options.redact,
    withdrawnReason: (name) => withdrawn.get(name),
  }
  const warn = (text: string) => options.notice('warning', `MCP server ${server.name}: ${text}.`)

  function update(tools: readonly ListedTool[]): boolean {
    let added = false
    const names = new Set(tools.map(({ name = '' }) => name))
    for (const name of tracked.keys()) if (!names.has(name)) withdrawn.set(name, 'the server no longer offers it.')
    for (const each of tools) {
      const { name = '' } = each
      if (name !== '' && !server.includesTool(name)) continue
      if (tracked.size >= MAX_TOOLS && !tracked.has(name)) {
        warn(`it has more than ${MAX_TOOLS} tools, so the rest are skipped. Select tools with includeTools`)
        continue
      }
      const digest = digestOf(each)
      const existing = tracked.get(name)
      if (existing === undefined) {
        const tool = createMcpTool(each, callContext)
        if (typeof tool === 'string') warn(tool)
        else {
          tracked.set(name, { tool, digest })
          added = true
        }
      } else if (existing.digest === digest) withdrawn.delete(name)
      else {
        warn(`its tool ${name} changed its description or parameters during the run and can no longer be used`)
        withdrawn.set(name, 'its description or its parameters changed during the run, after they were checked.')
      }
    }
    return added
  }
  return { list: () => [...tracked.values()].map(({ tool }) => tool), update }
}

/** More tools than one request may declare. */
const MAX_TOOLS = 512

const digestOf = ({ name, description, inputSchema, annotations }: ListedTool): string =>
  createHash('sha256')
    .update(JSON.stringify([name, description, inputSchema, annotations]))
    .digest('hex')

/** How long to wait for further changes of a list. */
const SETTLE_MS = 50

/** After this many listings, changes are read more slowly: a server may announce them without end. */
const MAX_FAST_LISTINGS = 10

const SLOW_MS = 5000

type ToolListWatch = Pick<OpenServersOptions, 'notice'> & {
  server: McpServerConfig
  connection: McpConnection
  update(tools: readonly ListedTool[]): boolean
  changed(): void
}

/** Lists the tools again when the server announces a change. Changes during a listing cause one more listing. */
function watchToolList({ server, connection, notice, update, changed }: ToolListWatch, signal: AbortSignal) {
  let listing = false
  let pending = false
  let listings = 0
  const listAgain = async () => {
    if (listing) {
      pending = true
      return
    }
    listing = true
    try {
      do {
        pending = false
        await sleep(listings++ < MAX_FAST_LISTINGS ? SETTLE_MS : SLOW_MS, undefined, { signal })
        const problems: string[] = []
        const tools = await listTools(connection, { timeout: server.startMs, signal }, problems)
        for (const text of problems) notice('warning', `MCP server ${server.name}: ${text}.`)
        if (update(tools)) changed()
      } while (pending)
    } catch (error) {
      if (!signal.aborted && connection.closedReason() === undefined)
        notice(
          'warning',
          `MCP server ${server.name}: its changed tools could not be listed, so the earlier list still applies. ${messageOf(error)}`,
        )
    } finally {
      listing = false
    }
  }
  const { client } = connection
  client.setNotificationHandler('notifications/tools/list_changed', listAgain)
}

/** How long to wait for the server to confirm the subscription. */
const CONFIRM_MS = 5000

/** How often a broken subscription is renewed, and the pause before that. */
const MAX_RENEWALS = 5

const RENEW_MS = 1000

/**
 * Subscribes to changes of a server's lists. Since revision 2026-07-28 a client must ask for them; older servers send them
 * unprompted. A server that refuses keeps its first lists.
 */
export async function listenForListChanges({ client }: McpConnection, signal: AbortSignal): Promise<void> {
  if (client.getProtocolEra() !== 'modern') return
  const { tools, resources } = client.getServerCapabilities() ?? {}
  const filter: { toolsListChanged?: true; resourcesListChanged?: true } = {}
  if (tools?.listChanged === true) filter.toolsListChanged = true
  if (resources?.listChanged === true) filter.resourcesListChanged = true
  if (Object.keys(filter).length === 0) return
  const listen = () => client.listen(filter, { timeout: CONFIRM_MS, signal }).catch(() => undefined)
  const first = await listen()
  void (async () => {
    let subscription = first
    for (let renewal = 0; renewal < MAX_RENEWALS && (await subscription?.closed) === 'remote'; renewal++) {
      await sleep(RENEW_MS, undefined, { signal })
      subscription = await listen()
    }
  })().catch(() => undefined)
}
