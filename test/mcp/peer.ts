import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { type McpSettings, parseMcpServers } from '../../src/mcp/config.ts'
import type { McpEnvironment } from '../../src/mcp/connect-server.ts'
import { createServerTools } from '../../src/mcp/server-tools.ts'
import { openMcpServers } from '../../src/mcp/servers.ts'
import { childEnvironment } from '../../src/platform/process/child-environment.ts'
import type { Tool, ToolResult } from '../../src/tools/tool.ts'

const modules = resolve(import.meta.dirname, '../../node_modules')
export const EVERYTHING = resolve(modules, '@modelcontextprotocol/server-everything/dist/index.js')
export const FILESYSTEM = resolve(modules, '@modelcontextprotocol/server-filesystem/dist/index.js')
/** A server that misbehaves. */
export const ODD = resolve(import.meta.dirname, '../fakes/bin/odd-mcp-server.js')

export const never = new AbortController().signal

export type Opened = AsyncDisposable & {
  names(): string[]
  instructions: string
  notices: string[]
  /** Calls a tool as the gate would, or says why it would not. */
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<ToolResult>
  tool(name: string): Tool
  version(): number
  prompt(line: string): Promise<string | undefined>
}

/** Servers as a run opens them. */
export async function opened(
  mcpServers: McpSettings['mcpServers'],
  given: Partial<McpEnvironment> & { env?: Record<string, string>; redact?: <T>(value: T) => T } = {},
): Promise<Opened> {
  const notices: string[] = []
  const { servers, notes } = parseMcpServers({ mcpServers }, given.env ?? {})
  const here = dirname(EVERYTHING)
  const servers_ = await openMcpServers(
    servers,
    {
      workspace: here,
      cwd: here,
      version: '0.0.0',
      httpAuthFor: async () => ({}),
      redact: (value) => value,
      notice: (_, text) => void notices.push(text),
      ...given,
      env: childEnvironment({ PATH: process.env.PATH, HOME: process.env.HOME }, []),
    },
    never,
  )
  const served = createServerTools(servers_, (_, text) => void notices.push(text))
  const tool = (name: string) => {
    const found = served.tools().find((each) => each.name === name || each.shortName === name)
    if (found === undefined)
      throw new Error(`there is no tool ${name}: ${served.tools().map((each) => each.name)}; ${notices}`)
    return found
  }
  return {
    names: () => served.tools().map(({ name }) => name),
    instructions: served.instructions,
    notices: Object.assign(notices, notices.splice(0, 0, ...notes)),
    tool,
    version: served.version,
    async prompt(line) {
      const [, name = '', args = ''] = /^\/(\S+)\s*(.*)$/s.exec(line) ?? []
      return served.prompt({ name, args }, never)
    },
    async call(name, args = {}, signal = never) {
      const parsed = tool(name).parse(args)
      if (!parsed.ok) return { ok: false, reason: 'invalid_tool_params', text: parsed.text }
      return tool(name).run(parsed.args, signal)
    },
    async [Symbol.asyncDispose]() {
      await servers_[Symbol.asyncDispose]()
    },
  }
}

export const node = (...args: string[]) => ({ command: process.execPath, args })

/** The text of a result, success or not. */
export const textOf = (result: ToolResult): string =>
  !result.ok
    ? result.text
    : typeof result.content === 'string'
      ? result.content
      : result.content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The everything server over HTTP, on its own port. */
export async function everythingOver(
  way: 'sse' | 'streamableHttp',
): Promise<AsyncDisposable & { url: string; child: ChildProcess }> {
  const port = await freePort()
  const child = spawn(process.execPath, [EVERYTHING, way], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve) =>
    child.stderr.on('data', (chunk) => String(chunk).includes(String(port)) && resolve()),
  )
  return {
    url: `http://127.0.0.1:${port}/${way === 'sse' ? 'sse' : 'mcp'}`,
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
