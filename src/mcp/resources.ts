import { z } from 'zod'
import { messageOf } from '../host/errors.ts'
import type { Part } from '../model/types.ts'
import { defineTool, done, failed, type Tool } from '../tools/tool.ts'
import { untrusted } from '../tools/untrusted.ts'
import { contentOf } from './content.ts'
import type { OpenServer } from './servers.ts'

const Contents = z.looseObject({ contents: z.array(z.unknown()) })

/** The two tools that make servers' documents readable; none where no server has any. */
export function resourceTools(servers: readonly OpenServer[]): Tool[] {
  const offering = servers.filter(({ offer }) => offer.resources.length > 0)
  return offering.length === 0 ? [] : [listResources(offering), readResource(offering)]
}

const listResources = (servers: readonly OpenServer[]) =>
  defineTool({
    name: 'list_mcp_resources',
    description: 'Lists the documents that MCP servers offer, one a line: SERVER:URI | name | description.',
    annotations: { readOnlyHint: true },
    renamed: { server: 'serverName', server_name: 'serverName' },
    input: z.object({ serverName: z.string().optional().describe('Only those of this server.') }),
    async run({ serverName }) {
      const from = servers.filter(({ server }) => serverName === undefined || server.name === serverName)
      const lines = from.flatMap(({ server, offer }) =>
        offer.resources.map(({ uri, name, title, description }) =>
          [`- ${server.name}:${uri}`, title ?? name, description].filter(Boolean).join(' | ').replace(/\s+/g, ' '),
        ),
      )
      if (lines.length === 0) return done(`No resources found for server: ${serverName}`)
      return done(untrusted(`Available MCP Resources:\n${lines.join('\n')}`), `${lines.length} resources`)
    },
  })

const readResource = (servers: readonly OpenServer[]) =>
  defineTool({
    name: 'read_mcp_resource',
    description:
      'Reads a document of an MCP server, by the address that list_mcp_resources shows (SERVER:URI) or by its URI alone.',
    annotations: { readOnlyHint: true },
    input: z.object({
      uri: z
        .string()
        .refine((uri) => uri.trim() !== '', 'Error: No URI provided.')
        .describe('SERVER:URI, or a URI.'),
    }),
    async run({ uri }, signal) {
      const found = whose(servers, uri)
      if (found === undefined)
        return failed(
          'mcp_resource_not_found',
          `Error: Resource not found for URI: ${uri}. list_mcp_resources shows what there is.`,
        )
      const { server, connection } = found.from
      try {
        const { contents } = await connection.client.request(
          { method: 'resources/read', params: { uri: found.uri } },
          Contents,
          { timeout: server.timeoutMs, signal },
        )
        const { parts, display } = contentOf(
          contents.map((resource) => ({ type: 'resource', resource })),
          `${server.name}:${found.uri}`,
        )
        const read: Part[] = parts.length > 0 ? parts : [{ kind: 'text', text: 'No content returned from resource.' }]
        return done(read, display)
      } catch (error) {
        return failed(
          'mcp_tool_error',
          `Error: ${found.uri} could not be read: ${connection.gone() ?? messageOf(error)}`,
        )
      }
    },
  })

/** The server an address belongs to: the one it names, the one that lists it, or the only one there is. */
function whose(servers: readonly OpenServer[], address: string): { from: OpenServer; uri: string } | undefined {
  const given = address.replace(/^@/, '')
  for (const from of servers) {
    const { name } = from.server
    if (given.startsWith(`${name}:`) && !given.startsWith(`${name}://`))
      return { from, uri: given.slice(name.length + 1) }
  }
  const lists = servers.find(({ offer }) => offer.resources.some(({ uri }) => uri === given))
  const [only] = servers
  const from = lists ?? (servers.length === 1 && given.includes(':') ? only : undefined)
  return from === undefined ? undefined : { from, uri: given }
}
