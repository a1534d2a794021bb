import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

/** A server of `@modelcontextprotocol/sdk` v1 with tools that are a little unusual, and correct. */
export function createSdkServer() {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' })
  const node = z.object({
    name: z.string(),
    get children() {
      return z.array(node)
    },
  })
  server.registerTool('walk', { description: 'Walks a tree.', inputSchema: { tree: node } }, async ({ tree }) => ({
    content: [{ type: 'text', text: `${tree.name} and ${tree.children.length}` }],
  }))
  server.registerTool(
    'measure',
    { description: 'Measures.', inputSchema: {}, outputSchema: { degrees: z.number() } },
    async () => ({ content: [], structuredContent: { degrees: 21 } }),
  )
  server.registerTool('rest', { description: 'Does nothing.', inputSchema: {} }, async () => ({ content: [] }))
  server.registerTool('fail', { description: 'Fails.', inputSchema: {} }, async () => ({ content: [], isError: true }))
  return server
}
