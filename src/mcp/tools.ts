import { z } from 'zod'
import { startOf } from '../host/cut.ts'
import { messageOf } from '../host/errors.ts'
import { hasTypes, type Parameters, parametersFrom } from '../tools/json-schema.ts'
import { shortened } from '../tools/long-output.ts'
import { done, failed, type Parsed, type Tool, type ToolResult } from '../tools/tool.ts'
import type { Server } from './config.ts'
import type { Connection } from './connect.ts'
import { contentOf } from './content.ts'
import type { ListedTool } from './lists.ts'
import { laterName, toolName } from './names.ts'

/** Results as servers really send them: looser than the protocol, which knows no `"true"`. */
const Result = z.looseObject({
  content: z.unknown().optional(),
  isError: z.union([z.boolean(), z.string()]).optional(),
  error: z.unknown().optional(),
})

/** What calls of a server's tools need. */
export type Calling = {
  server: Server
  connection: Connection
  /** Removes secrets from what leaves for the server. */
  redact: <T>(value: T) => T
  /** Why this tool must not be used any more, if so. */
  withdrawn(tool: string): string | undefined
}

const LONGEST_DESCRIPTION = 8000

/** A server's tool as a tool of ours, or why it cannot be one. */
export function toolFrom(listed: ListedTool, calling: Calling): Tool | string {
  const { name = '', description = '', annotations = {} } = listed
  const { name: server } = calling.server
  if (name.trim() === '') return 'a tool without a name was skipped'
  if (listed.execution?.taskSupport === 'required')
    return `skipping tool '${name}', which can only be run as a task to come back to, and a run waits for its answers`
  const schema = listed.inputSchema ?? { type: 'object', properties: {} }
  if (!hasTypes(schema))
    return `skipping tool '${name}', because it has missing types in its parameter schema. Please file an issue with the owner of the MCP server`
  const full = toolName(server, name)
  const parameters = parametersFrom(schema)
  if (typeof parameters === 'string')
    return `skipping tool '${name}', because the schema of its parameters is broken: ${parameters}. Please file an issue with the owner of the MCP server`
  return {
    name: full,
    aliases: [laterName(server, name)].filter((other) => other !== full),
    annotations,
    server,
    short: name,
    declaration: {
      name: full,
      description: startOf(description, LONGEST_DESCRIPTION).toWellFormed(),
      parameters: parameters.declared,
    },
    parse: (args) => parsed(args, parameters),
    run: (args, signal) => call(name, args, calling, signal),
  }
}

function parsed(args: Record<string, unknown>, { declared, check }: Parameters): Parsed {
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    return { ok: false, text: 'Value of params must be an object' }
  const { properties } = declared
  const declares = typeof properties === 'object' && properties !== null && Object.hasOwn(properties, WAIT)
  // A wish about order, for the scheduler; the server does not know it.
  const own = declares ? args : Object.fromEntries(Object.entries(args).filter(([key]) => key !== WAIT))
  const wrong = check(own)
  return wrong === undefined ? { ok: true, args: own } : { ok: false, text: wrong }
}
const WAIT = 'wait_for_previous'

async function call(
  name: string,
  args: Record<string, unknown>,
  { server, connection, redact, withdrawn }: Calling,
  signal: AbortSignal,
): Promise<ToolResult> {
  const why = withdrawn(name) ?? connection.gone()
  if (why !== undefined)
    return failed('mcp_tool_error', `${name} of the MCP server ${server.name} cannot be used any more: ${why}`)
  if (signal.aborted) return failed('cancelled', 'Tool call aborted')
  let progress = ''
  try {
    const result = await connection.client.request(
      { method: 'tools/call', params: { name, arguments: redact(args) } },
      Result,
      {
        timeout: server.timeoutMs,
        signal,
        // Who reports progress is at work; the limit is for silence.
        resetTimeoutOnProgress: true,
        onprogress({ progress: at, total, message }) {
          progress = ` Its last report of progress: ${[total === undefined ? at : `${at} of ${total}`, message].filter((part) => part !== undefined).join(', ')}.`
        },
      },
    )
    return resultOf(result, name)
  } catch (error) {
    if (signal.aborted) return failed('cancelled', 'Tool call aborted')
    const gone = connection.gone()
    const what = gone === undefined ? messageOf(error) : `the server is gone. ${gone}`
    return failed('mcp_tool_error', `MCP tool '${name}' of server ${server.name} gave no result: ${what}${progress}`)
  }
}

const saysError = (value: unknown): boolean => value === true || value === 'true'

function resultOf(result: z.output<typeof Result>, name: string): ToolResult {
  const inner =
    typeof result.error === 'object' && result.error !== null ? Reflect.get(result.error, 'isError') : undefined
  const { parts, display } = contentOf(result.content, name)
  if (!saysError(result.isError) && !saysError(inner)) return done(parts, display)
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const legacy = inner === undefined ? '' : JSON.stringify(result.error)
  const said = [`MCP tool '${name}' reported an error:`, legacy, ...texts].filter(Boolean).join('\n')
  return failed('mcp_tool_error', shortened(said, undefined))
}
