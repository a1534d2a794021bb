import type { Part, ToolCall } from '../model/types.ts'
import type { Tool, ToolResult } from '../tools/tool.ts'

/** A call as hooks are told of it. `original` is the name the model called by, when a hook made another call of it. */
export type HookedCall = { tool: Tool; args: Record<string, unknown>; original?: string }

/** Every name a matcher may know a tool by: those of today, of other versions, and of its server. */
export function namesOf({ name, aliases, server, short = shortName(name, server ?? '') }: Tool): string[] {
  if (server === undefined) return [name, ...aliases]
  return [...new Set([name, ...aliases, `${server}__${short}`, `mcp_${server}_${short}`])]
}

const shortName = (name: string, server: string): string =>
  name.startsWith(`${server}__`) ? name.slice(server.length + 2) : name

/** What BeforeTool and AfterTool both read. */
export function toolFields({ tool, args, original }: HookedCall, servers: Readonly<Record<string, unknown>>) {
  return {
    tool_name: tool.name,
    tool_input: args,
    ...(tool.server === undefined ? {} : { mcp_context: mcpContext(tool.server, tool, servers) }),
    ...(original === undefined ? {} : { original_request_name: original }),
  }
}

/** Where a server's configuration may be told of. Its environment and headers hold credentials. */
const TOLD = ['command', 'args', 'cwd', 'url', 'httpUrl', 'tcp']

function mcpContext(server: string, { name, short }: Tool, servers: Readonly<Record<string, unknown>>) {
  const config = Object.hasOwn(servers, server) ? servers[server] : undefined
  const told = typeof config === 'object' && config !== null ? Object.entries(config) : []
  return {
    server_name: server,
    tool_name: short ?? shortName(name, server),
    ...Object.fromEntries(
      told.filter(([key]) => TOLD.includes(key)).map(([key, value]) => [key === 'httpUrl' ? 'url' : key, value]),
    ),
  }
}

/** A result as AfterTool reads it. */
export function toolResponse(result: ToolResult) {
  if (!result.ok)
    return {
      llmContent: result.text,
      returnDisplay: result.text,
      error: { message: result.text, type: result.why },
    }
  const { content, display } = result
  return {
    llmContent: typeof content === 'string' ? content : content.map(contentPart),
    returnDisplay: typeof display === 'object' ? { fileName: display.path, fileDiff: display.diff } : (display ?? ''),
  }
}

function contentPart(part: Part) {
  if (part.kind === 'data') return { inlineData: { mimeType: part.mimeType, data: part.data } }
  return part.kind === 'text' || part.kind === 'thought' ? { text: part.text } : {}
}

/** A result with a paragraph more for the model to read. */
export function withParagraph(result: ToolResult, text: string): ToolResult {
  if (!result.ok) return { ...result, text: `${result.text}\n\n${text}` }
  const { content } = result
  if (typeof content === 'string') return { ...result, content: content === '' ? text : `${content}\n\n${text}` }
  return { ...result, content: [...content, { kind: 'text', text }] }
}

/** What hooks want the model to know, marked as theirs. They cannot close the mark themselves. */
export const hookContext = (text: string): string =>
  `<hook_context>${text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</hook_context>`

/** The question an interactive front end would have put, as its hook reads it. */
export function confirmation({ name, args }: ToolCall, tool: Tool) {
  const title = tool.name
  if (tool.server !== undefined) {
    const toolName = shortName(tool.name, tool.server)
    return {
      message: `Tool ${title} requires MCP`,
      details: { type: 'mcp', title, serverName: tool.server, toolName, toolDisplayName: name },
    }
  }
  if (typeof args.command === 'string') {
    const rootCommand = args.command.trim().split(/\s+/, 1)[0] ?? ''
    return {
      message: `Tool ${title} requires execution`,
      details: { type: 'exec', title, command: args.command, rootCommand },
    }
  }
  if (typeof args.file_path === 'string') {
    const fileName = args.file_path.split(/[\\/]/).at(-1) ?? ''
    return {
      message: `Tool ${title} requires editing`,
      details: { type: 'edit', title, fileName, filePath: args.file_path },
    }
  }
  return {
    message: `Tool ${title} requires information`,
    details: { type: 'info', title, prompt: JSON.stringify(args) },
  }
}
