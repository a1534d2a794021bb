import * as z from 'zod'
import type { MessagePart } from '../model/types.ts'
import { messageOf } from '../platform/errors.ts'
import { wrapUntrusted } from '../text/untrusted.ts'
import { defineTool, done, failed, type Tool } from '../tools/tool.ts'
import { convertContent } from './content.ts'
import type { OpenMcpServer } from './servers.ts'

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
        const { contents } = await connection.client.request(
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
