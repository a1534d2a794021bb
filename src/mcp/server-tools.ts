import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { MessagePart } from '../model/types.ts'
import { messageOf, UserError } from '../platform/errors.ts'
import { wrapUntrusted } from '../text/clean-inbound.ts'
import { keepStart } from '../text/format-text.ts'
import { MAX_NAME_CHARACTERS } from '../tools/json-schema.ts'
import { defineTool, done, failed, type Tool } from '../tools/tool.ts'
import { convertContent } from './content.ts'
import { askServer, type ListedPrompt } from './lists.ts'
import type { OpenMcpServer, OpenMcpServers } from './servers.ts'

/** Limits a server's instructions, which become part of the system prompt. */
const MAX_INSTRUCTION_CHARACTERS = 8000

/** The tools, prompts and instructions that open servers add to a run. */
export function createServerTools(opened: OpenMcpServers, notice: (level: 'warning', text: string) => void) {
  const resources = resourceTools(opened.servers)
  const name = toolNamer(notice)
  return {
    version: opened.version,
    prompt: (call: PromptCall, signal: AbortSignal) => getPromptText(opened.servers, call, signal),
    tools: (): readonly Tool[] => name([...opened.servers.flatMap((server) => server.tools()), ...resources]),
    instructions: opened.servers
      .map(({ server, connection }) => formatInstructions(server.name, connection.client.getInstructions()))
      .filter(Boolean)
      .join('\n\n'),
  }
}

/**
 * Returns a function that keeps tools apart whose names became the same when they were cleaned or shortened: all but one get
 * a digest. A name that was given stays, also when servers add tools later.
 */
function toolNamer(notice: (level: 'warning', text: string) => void) {
  const finalTools = new Map<Tool, Tool>()
  const usedNames = new Map<string, Tool>()
  return (tools: readonly Tool[]): readonly Tool[] => {
    // A tool whose own name needs no change keeps it, whichever comes first.
    const added = tools.filter((tool) => !finalTools.has(tool))
    for (const tool of [...added.filter(hasOwnName), ...added.filter((tool) => !hasOwnName(tool))]) {
      const first = usedNames.get(tool.name)
      const finalTool = first === undefined ? withFreeAliases(tool, usedNames) : renamed(tool, nameWithDigest(tool))
      finalTools.set(tool, finalTool)
      for (const each of [finalTool.name, ...finalTool.aliases]) usedNames.set(each, tool)
      if (first !== undefined)
        notice(
          'warning',
          `Two tools of MCP servers have the name ${tool.name}: ${labelOf(first)} and ${labelOf(tool)}. In this run ${labelOf(tool)} is called ${finalTool.name}. A rule that allows ${tool.name} does not apply to it, a rule that denies it does.`,
        )
    }
    return tools.map((tool) => finalTools.get(tool) ?? tool)
  }
}

const labelOf = ({ server, shortName, name }: Tool): string =>
  server === undefined ? name : `${shortName} of ${server}`

const hasOwnName = ({ name, server, shortName }: Tool): boolean =>
  server === undefined || name === `${server}__${shortName}`

const withFreeAliases = (tool: Tool, usedNames: ReadonlyMap<string, Tool>): Tool => ({
  ...tool,
  aliases: tool.aliases.filter((alias) => !usedNames.has(alias)),
})

const renamed = (tool: Tool, name: string): Tool => ({
  ...tool,
  name,
  aliases: [],
  declare: () => ({ ...tool.declare(), name }),
})

const DIGEST_CHARACTERS = 8

function nameWithDigest({ name, server, shortName }: Tool): string {
  const digest = createHash('sha256').update(`${server}\0${shortName}`).digest('hex').slice(0, DIGEST_CHARACTERS)
  return `${name.slice(0, MAX_NAME_CHARACTERS - DIGEST_CHARACTERS - 1)}_${digest}`
}

function formatInstructions(name: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') return ''
  // Replaced, not removed: removing a marker could join the text around it into a new marker.
  const safeText = keepStart(text.trim(), MAX_INSTRUCTION_CHARACTERS)
    .toWellFormed()
    .replace(/\[(?=\s*(?:start|end)\s+of\s+server\s+instructions)/gi, '(')
  return `The following are instructions provided by the tool server '${name}':
---[start of server instructions]---
${safeText}
---[end of server instructions]---`
}

/** A call of a prompt: `/name args`. */
export type PromptCall = { name: string; args: string }

type ServerPrompt = { server: OpenMcpServer; prompt: ListedPrompt }

const PromptResult = z.looseObject({
  messages: z.array(z.looseObject({ content: z.looseObject({ type: z.string(), text: z.string().optional() }) })),
})

/**
 * Returns the text of a server's prompt that is called as a command; undefined when no server has a prompt of that name.
 * Throws UserError for invalid arguments and when the server fails: without the prompt there is no task.
 */
export async function getPromptText(
  servers: readonly OpenMcpServer[],
  { name, args }: PromptCall,
  signal: AbortSignal,
): Promise<string | undefined> {
  const match = promptsByName(servers).get(name)
  if (match === undefined) return undefined
  const { server, connection } = match.server
  const promptArguments = parsePromptArguments(args, match.prompt)
  try {
    const { messages } = await askServer(
      connection,
      { method: 'prompts/get', params: { name: match.prompt.name, arguments: promptArguments } },
      PromptResult,
      { timeout: server.timeoutMs, signal },
    )
    const text = messages.flatMap(({ content }) => (content.type === 'text' ? [content.text ?? ''] : [])).join('\n\n')
    if (text.trim() === '') throw new Error('Received an empty or invalid prompt response from the server.')
    return text.toWellFormed()
  } catch (error) {
    throw new UserError(
      `/${name} of the MCP server ${server.name} returned no prompt: ${connection.closedReason() ?? messageOf(error)}`,
      { cause: error },
    )
  }
}

/** All prompts by command name. A second prompt of the same name is called SERVER_NAME. */
function promptsByName(servers: readonly OpenMcpServer[]): ReadonlyMap<string, ServerPrompt> {
  const prompts = new Map<string, ServerPrompt>()
  for (const server of servers)
    for (const prompt of server.features.prompts) {
      const name = prompt.name.trim().replace(/\s+/g, '-')
      const commandName = prompts.has(name) ? `${server.server.name}_${name}`.replace(/\s+/g, '-') : name
      if (!prompts.has(commandName)) prompts.set(commandName, { server, prompt })
    }
  return prompts
}

const NAMED_ARGUMENT = /--([\w.-]+)=(?:"((?:\\.|[^"\\])*)"|(\S+))/g

const WORD = /"((?:\\.|[^"\\])*)"|(\S+)/g

/** Parses `--name="value"` by name and other words by position. A single remaining argument takes the whole rest. */
function parsePromptArguments(text: string, prompt: ListedPrompt): Record<string, string> {
  const declared = prompt.arguments ?? []
  const values = new Map<string, string>()
  const rest = text
    .replace(NAMED_ARGUMENT, (_, name: string, quoted: string | undefined, bare: string | undefined) => {
      values.set(name, unescapeQuotes(quoted ?? bare ?? ''))
      return ''
    })
    .trim()
  const unfilled = declared.filter(({ name }) => !values.has(name))
  const [only, ...others] = unfilled
  if (rest !== '' && only !== undefined && others.length === 0) values.set(only.name, rest.replace(/^"(.*)"$/s, '$1'))
  else
    [...rest.matchAll(WORD)].forEach(([, quoted, bare], index) => {
      const name = unfilled[index]?.name
      if (name !== undefined) values.set(name, unescapeQuotes(quoted ?? bare ?? ''))
    })
  const missing = declared.filter(({ name, required }) => required === true && !values.has(name))
  if (missing.length > 0)
    throw new UserError(
      `/${prompt.name}: Missing required argument(s): ${missing.map(({ name }) => `--${name}`).join(', ')}`,
    )
  return Object.fromEntries(values)
}

const unescapeQuotes = (text: string): string => text.replace(/\\(["\\])/g, '$1')

const Contents = z.looseObject({ contents: z.array(z.unknown()) })

/** The tools that list and read resources; none if no server has resources. */
export function resourceTools(servers: readonly OpenMcpServer[]): Tool[] {
  const serversWithResources = servers.filter(({ features }) => features.resources.length > 0)
  return serversWithResources.length === 0
    ? []
    : [listResourcesTool(serversWithResources), readResourceTool(serversWithResources)]
}

const listResourcesTool = (servers: readonly OpenMcpServer[]) =>
  defineTool({
    name: 'list_mcp_resources',
    description: 'Lists the resources of the MCP servers, one per line: SERVER:URI | name | description.',
    annotations: { readOnlyHint: true },
    parameterAliases: { server: 'serverName', server_name: 'serverName' },
    input: z.object({ serverName: z.string().optional().describe('List only the resources of this server.') }),
    async run({ serverName }) {
      const selected = servers.filter(({ server }) => serverName === undefined || server.name === serverName)
      const lines = selected.flatMap(({ server, features }) =>
        features.resources.map(({ uri, name, title, description }) =>
          [`- ${server.name}:${uri}`, title ?? name, description].filter(Boolean).join(' | ').replace(/\s+/g, ' '),
        ),
      )
      if (lines.length === 0) return done(`No resources found for server: ${serverName}`)
      return done(wrapUntrusted(`Available MCP Resources:\n${lines.join('\n')}`), `${lines.length} resources`)
    },
  })

const readResourceTool = (servers: readonly OpenMcpServer[]) =>
  defineTool({
    name: 'read_mcp_resource',
    description:
      'Reads a resource of an MCP server. Takes SERVER:URI, as list_mcp_resources shows it, or only the URI.',
    annotations: { readOnlyHint: true },
    input: z.object({
      uri: z
        .string()
        .refine((uri) => uri.trim() !== '', 'Error: No URI provided.')
        .describe('SERVER:URI, or a URI.'),
    }),
    async run({ uri }, signal) {
      const resource = findResource(servers, uri)
      if (resource === undefined)
        return failed(
          'mcp_resource_not_found',
          `Error: Resource not found for URI: ${uri}. list_mcp_resources lists the available resources.`,
        )
      const { server, connection } = resource.openServer
      try {
        const { contents } = await askServer(
          connection,
          { method: 'resources/read', params: { uri: resource.uri } },
          Contents,
          { timeout: server.timeoutMs, signal },
        )
        const { parts, display } = convertContent(
          contents.map((content) => ({ type: 'resource', resource: content })),
          `${server.name}:${resource.uri}`,
        )
        const content: MessagePart[] =
          parts.length > 0 ? parts : [{ kind: 'text', text: 'No content returned from resource.' }]
        return done(content, display)
      } catch (error) {
        return failed(
          'mcp_tool_error',
          `Error: ${resource.uri} could not be read: ${connection.closedReason() ?? messageOf(error)}`,
        )
      }
    },
  })

/** Finds the server of an address: the server that it names, the server that lists it, or the only server. */
function findResource(
  servers: readonly OpenMcpServer[],
  address: string,
): { openServer: OpenMcpServer; uri: string } | undefined {
  const uri = address.replace(/^@/, '')
  for (const openServer of servers) {
    const { name } = openServer.server
    if (uri.startsWith(`${name}:`) && !uri.startsWith(`${name}://`))
      return { openServer, uri: uri.slice(name.length + 1) }
  }
  const owner = servers.find(({ features }) => features.resources.some((resource) => resource.uri === uri))
  const [only] = servers
  const openServer = owner ?? (servers.length === 1 && uri.includes(':') ? only : undefined)
  return openServer === undefined ? undefined : { openServer, uri }
}
