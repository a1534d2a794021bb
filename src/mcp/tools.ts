import * as z from 'zod'
import { asSentence, messageOf } from '../platform/errors.ts'
import { cleanData } from '../text/clean-inbound.ts'
import { keepStart } from '../text/truncate.ts'
import { hasTypes, normalizeParameters, type ToolParameters } from '../tools/json-schema.ts'
import { truncateOutput } from '../tools/shell/long-output.ts'
import { done, failed, type ParsedArgs, type Tool, type ToolResult } from '../tools/tool.ts'
import type { McpServerConfig } from './config.ts'
import type { McpConnection } from './connect.ts'
import { convertContent } from './content.ts'
import type { ListedTool } from './lists.ts'
import { mcpToolName, newerToolName } from './names.ts'
import { type HeaderParameter, headerParameters, parameterHeaders } from './param-headers.ts'

/** Results as servers send them: looser than the protocol, which does not allow `"true"`. */
const CallResult = z.looseObject({
  content: z.unknown().optional(),
  isError: z.union([z.boolean(), z.string()]).optional(),
  error: z.unknown().optional(),
})

/** What the calls of a server's tools need. */
export type McpCallContext = {
  server: McpServerConfig
  connection: McpConnection
  /** Removes secrets from the arguments. */
  redact: <T>(value: T) => T
  /** Why this tool can no longer be used; undefined if it can. */
  withdrawnReason(tool: string): string | undefined
}

const MAX_DESCRIPTION_CHARACTERS = 8000

/** Converts a server's tool, or says why it is skipped. */
export function createMcpTool(listed: ListedTool, context: McpCallContext): Tool | string {
  const { name = '', description = '', annotations = {} } = listed
  const { name: server } = context.server
  if (name.trim() === '') return 'a tool without a name was skipped'
  if (listed.execution?.taskSupport === 'required')
    return `skipping tool '${name}', because it can only run as a background task, which is not supported`
  const schema = listed.inputSchema ?? { type: 'object', properties: {} }
  if (!hasTypes(schema))
    return `skipping tool '${name}', because it has missing types in its parameter schema. Please file an issue with the owner of the MCP server`
  const sentAsHeaders = context.connection.sendsParameterHeaders ? headerParameters(schema) : []
  if (typeof sentAsHeaders === 'string') return `skipping tool '${name}', because ${sentAsHeaders}`
  const full = mcpToolName(server, name)
  const parameters = normalizeParameters(schema)
  if (typeof parameters === 'string')
    return `skipping tool '${name}', because its parameter schema is invalid: ${parameters}. Please file an issue with the owner of the MCP server`
  return {
    name: full,
    aliases: [newerToolName(server, name)].filter((other) => other !== full),
    annotations,
    server,
    shortName: name,
    declare: () => ({
      name: full,
      description:
        keepStart(cleanData(description), MAX_DESCRIPTION_CHARACTERS).toWellFormed() ||
        `The tool ${name} of the MCP server ${server}, which gives it no description.`,
      parameters: parameters.declared,
    }),
    parse: (args) => parseArgs(args, parameters),
    run: (args, signal) => callTool({ name, sentAsHeaders }, args, context, signal),
  }
}

function parseArgs(args: Record<string, unknown>, { declared, check }: ToolParameters): ParsedArgs {
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    return { ok: false, text: 'Value of params must be an object' }
  const { properties } = declared
  const declares = typeof properties === 'object' && properties !== null && Object.hasOwn(properties, WAIT_PARAMETER)
  // The scheduler reads this parameter; the server does not know it.
  const serverArgs = declares
    ? args
    : Object.fromEntries(Object.entries(args).filter(([key]) => key !== WAIT_PARAMETER))
  const problem = check(serverArgs)
  return problem === undefined ? { ok: true, args: serverArgs } : { ok: false, text: problem }
}
const WAIT_PARAMETER = 'wait_for_previous'

async function callTool(
  { name, sentAsHeaders }: { name: string; sentAsHeaders: readonly HeaderParameter[] },
  args: Record<string, unknown>,
  { server, connection, redact, withdrawnReason }: McpCallContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const reason = withdrawnReason(name) ?? connection.closedReason()
  if (reason !== undefined)
    return failed('mcp_tool_error', `${name} of the MCP server ${server.name} can no longer be used: ${reason}`)
  if (signal.aborted) return failed('cancelled', 'Tool call aborted')
  let progress = ''
  const sentArgs = redact(args)
  try {
    const result = await connection.client.request(
      { method: 'tools/call', params: { name, arguments: sentArgs } },
      CallResult,
      {
        timeout: server.timeoutMs,
        signal,
        headers: parameterHeaders(sentAsHeaders, sentArgs),
        // The timeout limits silence, not the duration of a call.
        resetTimeoutOnProgress: true,
        onprogress({ progress: step, total, message }) {
          progress = ` Its last progress report: ${[total === undefined ? step : `${step} of ${total}`, message].filter((part) => part !== undefined).join(', ')}.`
        },
      },
    )
    return resultOf(result, name)
  } catch (error) {
    if (signal.aborted) return failed('cancelled', 'Tool call aborted')
    const closedReason = connection.closedReason()
    const failure = closedReason === undefined ? messageOf(error) : `the connection is closed. ${closedReason}`
    return failed(
      'mcp_tool_error',
      `MCP tool '${name}' of server ${server.name} returned no result: ${progress === '' ? failure : asSentence(failure) + progress}`,
    )
  }
}

const saysError = (value: unknown): boolean => value === true || value === 'true'

function resultOf(result: z.output<typeof CallResult>, name: string): ToolResult {
  const inner =
    typeof result.error === 'object' && result.error !== null ? Reflect.get(result.error, 'isError') : undefined
  const { parts, display } = convertContent(result.content, name)
  if (!saysError(result.isError) && !saysError(inner)) return done(parts, display)
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const legacy = inner === undefined ? '' : JSON.stringify(result.error)
  const message = [`MCP tool '${name}' reported an error:`, legacy, ...texts].filter(Boolean).join('\n')
  return failed('mcp_tool_error', truncateOutput(message, undefined))
}
