import * as z from 'zod'
import { asSentence, messageOf } from '../platform/errors.ts'
import { cleanData, wrapUntrusted } from '../text/clean-inbound.ts'
import { keepStart } from '../text/format-text.ts'
import { hasTypes, normalizeParameters, type ToolParameters } from '../tools/json-schema.ts'
import { truncateOutput } from '../tools/long-output.ts'
import { done, failed, type ParsedArgs, type Tool, type ToolResult } from '../tools/tool.ts'
import { type McpServerConfig, mcpToolName, newerToolName } from './config.ts'
import type { McpConnection } from './connect-server.ts'
import { convertContent } from './content.ts'
import { askServer, type ListedTool } from './lists.ts'

/** Results as servers send them: looser than the protocol, which does not allow `"true"`. */
const CallResult = z.looseObject({
  content: z.unknown().optional(),
  structuredContent: z.unknown().optional(),
  isError: z.unknown().optional(),
  error: z.unknown().optional(),
})

/** What calls of a server's tools need. */
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
    const result = await askServer(
      connection,
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
  const isError = saysError(result.isError) || saysError(inner)
  const blocks = blocksOf(result)
  const { parts, display } = convertContent(blocks, name)
  const texts = blocks.some(saysSomething) ? parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) : []
  const isEmpty = parts.length === 0 || !blocks.some(saysSomething)
  if (!isError) return isEmpty ? done(emptyNote(display), display) : done(parts, display)
  const legacy = result.error === undefined ? '' : wrapUntrusted(cleanData(jsonOf(result.error)))
  const message = [`MCP tool '${name}' reported an error:`, legacy, ...texts].filter(Boolean)
  if (message.length === 1) message.push(display === '' ? 'The server gives no reason.' : wrapUntrusted(display))
  return failed('mcp_tool_error', truncateOutput(message.join('\n'), undefined))
}

const emptyNote = (display: string): string =>
  display.trim() === ''
    ? 'The tool returned an empty result.'
    : `The tool returned nothing that can be shown: ${cleanData(display)}`

/** The blocks of a result. Structured content counts where they say nothing: servers should repeat it as text, and some do not. */
function blocksOf({ content = [], structuredContent }: z.output<typeof CallResult>): unknown[] {
  const text = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const blocks = Array.isArray(text) ? text : [text]
  if (structuredContent === undefined || blocks.some(saysSomething)) return blocks
  return [{ type: 'text', text: jsonOf(structuredContent) }]
}

const saysSomething = (block: unknown): boolean =>
  (typeof block === 'string' && block.trim() !== '') ||
  (typeof block === 'object' &&
    block !== null &&
    (Reflect.get(block, 'type') !== 'text' || String(Reflect.get(block, 'text') ?? '').trim() !== ''))

const jsonOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** A parameter that a call repeats as the header `Mcp-Param-NAME`: its path in the arguments and that name. */
export type HeaderParameter = { path: readonly string[]; name: string }

/** RFC 9110, section 5.1. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

const TYPES: readonly unknown[] = ['string', 'integer', 'boolean']

/** Keywords whose values are schemas by name. */
const SCHEMAS_BY_NAME = new Set(['$defs', 'definitions', 'patternProperties', 'dependentSchemas'])

/** Keywords whose values are data. */
const DATA = new Set(['const', 'default', 'enum', 'examples'])

/** Protects against a schema that is nested without end. */
const MAX_DEPTH = 100

/**
 * Returns the parameters of a tool that are sent as headers too, or says why its schema breaks the rules for them.
 * Source: MCP 2026-07-28, Streamable HTTP, "Custom headers from tool parameters": a client must not use such a tool.
 */
export function headerParameters(inputSchema: unknown): readonly HeaderParameter[] | string {
  const annotated: HeaderParameter[] = []
  const problem = collect(inputSchema, [], annotated)
  if (problem !== undefined) return problem
  const names = annotated.map(({ name }) => name.toLowerCase())
  const twice = annotated.find((_, index) => names.indexOf(names[index] ?? '') !== index)
  return twice === undefined ? annotated : `two parameters have the x-mcp-header ${twice.name}`
}

/** Adds the annotated parameters below a schema. `path` is undefined where no chain of `properties` leads. */
function collect(
  schema: unknown,
  path: readonly string[] | undefined,
  annotated: HeaderParameter[],
  depth = 0,
): string | undefined {
  if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH) return undefined
  const name: unknown = Reflect.get(schema, 'x-mcp-header')
  if (name !== undefined) {
    const problem = annotationProblem(name, schema, path)
    if (problem !== undefined) return problem
    annotated.push({ path: path ?? [], name: String(name) })
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (DATA.has(keyword) || typeof value !== 'object' || value === null) continue
    const below = keyword === 'properties' || SCHEMAS_BY_NAME.has(keyword) ? Object.entries(value) : [['', value]]
    for (const [key, child] of below) {
      const childPath = keyword === 'properties' && path !== undefined ? [...path, String(key)] : undefined
      const problem = collect(child, childPath, annotated, depth + 1)
      if (problem !== undefined) return problem
    }
  }
  return undefined
}

function annotationProblem(name: unknown, schema: object, path: readonly string[] | undefined): string | undefined {
  if (path === undefined || path.length === 0) return 'an x-mcp-header is outside properties'
  const place = path.join('.')
  if (typeof name !== 'string' || !TOKEN.test(name)) return `the x-mcp-header of ${place} is not a valid header name`
  return TYPES.includes(Reflect.get(schema, 'type'))
    ? undefined
    : `the x-mcp-header of ${place} requires the type string, integer or boolean`
}

/** The headers of a call. An argument that is absent or not a scalar has none. */
export function parameterHeaders(
  parameters: readonly HeaderParameter[],
  args: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    parameters.flatMap(({ path, name }) => {
      const value = path.reduce<unknown>(
        (node, key) =>
          typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined,
        args,
      )
      const isSent = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value)
      return isSent ? [[`Mcp-Param-${name}`, encodeHeaderValue(String(value))]] : []
    }),
  )
}

/** Text that a header cannot carry as it is, or that looks encoded, is sent as base64. */
const encodeHeaderValue = (value: string): string =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value)
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`
