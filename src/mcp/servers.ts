import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { startOf } from '../host/cut.ts'
import { asSentence, messageOf } from '../host/errors.ts'
import type { Tool } from '../tools/tool.ts'
import type { Server } from './config.ts'
import { type Connection, connect, isUnauthorized, type McpPlace } from './connect.ts'
import { type ListedTool, listResources, listTools, type Offer, offerOf } from './lists.ts'
import { type Calling, toolFrom } from './tools.ts'

/** A server that is there and has something to offer. */
export type OpenServer = {
  server: Server
  connection: Connection
  offer: Offer
  /** Its tools as they are now. */
  tools(): readonly Tool[]
}

export type OpenServers = AsyncDisposable & {
  servers: readonly OpenServer[]
  /** Counts up whenever the tools change. */
  version(): number
}

type Given = McpPlace & { redact: <T>(value: T) => T; notice(level: 'info' | 'warning', text: string): void }

/** Starts all servers side by side. A server that fails is said and left out; nothing here ends a run. */
export async function openServers(servers: readonly Server[], given: Given, signal: AbortSignal): Promise<OpenServers> {
  let version = 0
  const ended = new AbortController()
  const lived = AbortSignal.any([signal, ended.signal])
  const opened = await Promise.all(servers.map((server) => openServer(server, given, lived, () => void version++)))
  const there = opened.filter((each) => each !== undefined)
  return {
    servers: there,
    version: () => version,
    async [Symbol.asyncDispose]() {
      ended.abort()
      await Promise.all(there.map(({ connection }) => connection.close()))
    },
  }
}

async function openServer(
  server: Server,
  given: Given,
  signal: AbortSignal,
  changed: () => void,
): Promise<OpenServer | undefined> {
  const notice = toldOnce(server, given.notice)
  let opened: Connection | undefined
  try {
    const connection = await connect(server, given, signal)
    opened = connection
    const tools = heldTools(server, connection, { ...given, notice })
    // Before the first reading, or a change in between would be missed.
    watch(connection, server, signal, { ...given, notice }, tools.renew, changed)
    const limits = { timeout: server.startMs, signal }
    const offer = await offerOf(connection, limits)
    if (offer.tools.length + offer.prompts.length + offer.resources.length === 0)
      throw new Error('No prompts, tools, or resources found on the server.')
    for (const text of namedInVain(server, offer.tools)) notice('warning', text)
    for (const text of offer.broken) notice('warning', `MCP server ${server.name}: ${text}.`)
    tools.renew(offer.tools)
    connection.client.setNotificationHandler(ResourceListChangedNotificationSchema, async () => {
      offer.resources = await listResources(connection, limits).catch(() => offer.resources)
    })
    return { server, connection, offer, tools: tools.list }
  } catch (error) {
    const gone = opened?.gone()
    await opened?.close()
    const why = gone === undefined ? whyNot(error, server) : gone
    if (!signal.aborted) notice('warning', `MCP server ${server.name} cannot be used in this run: ${why}`)
    return undefined
  }
}

/** Different things that are told of one server, at most. */
const MOST_TOLD = 20

/** What is wrong with a server is told once, and not without end. */
function toldOnce({ name }: Server, notice: Given['notice']): Given['notice'] {
  const told = new Set<string>()
  return (level, text) => {
    if (told.has(text) || told.size > MOST_TOLD) return
    told.add(text)
    if (told.size <= MOST_TOLD) notice(level, text)
    else notice(level, `MCP server ${name}: there is more of this kind, which is not told.`)
  }
}

/** Whoever excludes a tool by a name it does not have has not excluded it. */
function namedInVain({ name: server, named }: Server, tools: readonly ListedTool[]): string[] {
  const names = tools.flatMap(({ name }) => name ?? [])
  const there = names.length <= MOST_NAMED ? names.join(', ') : `${names.slice(0, MOST_NAMED).join(', ')} …`
  return named
    .filter(({ tool }) => !names.includes(tool))
    .map(
      ({ key, tool }) =>
        `mcpServers.${server}.${key} names ${tool}, which is no tool of it. It has: ${there || 'none'}.`,
    )
}
const MOST_NAMED = 20

function whyNot(error: unknown, { reach, startMs }: Server): string {
  if (isUnauthorized(error))
    return `it wants to know who asks (401). Give it a token: as headers.Authorization in mcpServers, or for OAuth as oauth.clientId with oauth.clientSecret or oauth.refreshToken. ${plainly(messageOf(error))}`
  const plain = plainly(withCause(error))
  const said = /timed out/i.test(plain) ? asSentence(plain) : plain
  const slow = /timed out/i.test(said)
    ? ` It gave no answer within ${startMs / 1000} s; timeout in mcpServers changes that.`
    : ''
  const where = reach.over === 'stdio' ? '' : ` (${new URL(reach.url).origin})`
  return `${said}${slow}${where}`
}

/** `fetch failed` says nothing without what made it fail. */
function withCause(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined
  const why = cause instanceof Error && cause.message !== '' ? cause.message : typeof code === 'string' ? code : ''
  const text = messageOf(error)
  return why === '' || text.includes(why) ? text : `${text}: ${why}`
}

/** An error page as one line. */
const plainly = (text: string): string => {
  const line = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > LONGEST_SAID ? `${startOf(line, LONGEST_SAID)}…` : line
}
const LONGEST_SAID = 600

/**
 * The tools of a server over time. What a tool was when it was first seen is what rules and people judged: one that comes
 * back with other words or another schema is not used any more in this run.
 */
function heldTools(server: Server, connection: Connection, given: Given) {
  const held = new Map<string, { tool: Tool; digest: string }>()
  const withdrawn = new Map<string, string>()
  const calling: Calling = { server, connection, redact: given.redact, withdrawn: (name) => withdrawn.get(name) }
  const say = (text: string) => given.notice('warning', `MCP server ${server.name}: ${text}.`)

  function take(tools: readonly ListedTool[]): boolean {
    let news = false
    const names = new Set(tools.map(({ name = '' }) => name))
    for (const name of held.keys()) if (!names.has(name)) withdrawn.set(name, 'the server no longer offers it.')
    for (const each of tools) {
      const { name = '' } = each
      if (name !== '' && !server.wants(name)) continue
      if (held.size >= MOST_TOOLS && !held.has(name)) {
        say(`it has more than ${MOST_TOOLS} tools, and the others are left out. includeTools says which are wanted`)
        continue
      }
      const digest = digestOf(each)
      const known = held.get(name)
      if (known === undefined) {
        const tool = toolFrom(each, calling)
        if (typeof tool === 'string') say(tool)
        else {
          held.set(name, { tool, digest })
          news = true
        }
      } else if (known.digest === digest) withdrawn.delete(name)
      else {
        say(`its tool ${name} changed what it says of itself during the run, so it is not used any more`)
        withdrawn.set(name, 'its description or its parameters changed during the run, after they were judged.')
      }
    }
    return news
  }
  return { list: () => [...held.values()].map(({ tool }) => tool), renew: take }
}

/** More than all requests may hold. */
const MOST_TOOLS = 512

const digestOf = ({ name, description, inputSchema, annotations }: ListedTool): string =>
  createHash('sha256')
    .update(JSON.stringify([name, description, inputSchema, annotations]))
    .digest('hex')

/** So long a list may still be changing. */
const SETTLE_MS = 50
/** A server that says without end that its tools changed is listened to more slowly from here on. */
const MANY_READINGS = 10
const SLOW_MS = 5000

/** Reads the list of tools again when the server says it changed; what comes meanwhile is one more reading. */
function watch(
  connection: Connection,
  server: Server,
  signal: AbortSignal,
  { notice }: Given,
  renew: (tools: readonly ListedTool[]) => boolean,
  changed: () => void,
) {
  let reading = false
  let again = false
  let readings = 0
  const read = async () => {
    if (reading) {
      again = true
      return
    }
    reading = true
    try {
      do {
        again = false
        await sleep(readings++ < MANY_READINGS ? SETTLE_MS : SLOW_MS, undefined, { signal })
        const broken: string[] = []
        if (renew(await listTools(connection, { timeout: server.startMs, signal }, broken))) changed()
      } while (again)
    } catch (error) {
      if (!signal.aborted && connection.gone() === undefined)
        notice(
          'warning',
          `MCP server ${server.name}: its changed tools could not be read; the known ones stay. ${messageOf(error)}`,
        )
    } finally {
      reading = false
    }
  }
  const { client } = connection
  client.setNotificationHandler(ToolListChangedNotificationSchema, read)
}
