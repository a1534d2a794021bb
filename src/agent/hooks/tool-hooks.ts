import type { MessagePart, ToolCall } from '../../model/types.ts'
import { programName } from '../../policy/shell/dangers.ts'
import type { ShellAnalysis } from '../../policy/shell/shell-types.ts'
import type { FilePreview, Tool, ToolResult } from '../../tools/tool.ts'
import { parseUrls } from '../../tools/web-fetch.ts'
import type { Confirmation, HookToolCall } from './hook-types.ts'

/** All names that a matcher can use for a tool: its name, its aliases, and the names with its server. */
export function matchableNames({
  name,
  aliases,
  server,
  shortName = withoutServer(name, server ?? ''),
}: Tool): string[] {
  if (server === undefined) return [name, ...aliases]
  return [...new Set([name, ...aliases, `${server}__${shortName}`, `mcp_${server}_${shortName}`])]
}

const withoutServer = (name: string, server: string): string =>
  name.startsWith(`${server}__`) ? name.slice(server.length + 2) : name

/** The input fields that BeforeTool and AfterTool share. */
export function toolFields({ tool, args, original }: HookToolCall, servers: Readonly<Record<string, unknown>>) {
  return {
    tool_name: tool.name,
    tool_input: args,
    mcp_context: tool.server === undefined ? undefined : mcpContext(tool.server, tool, servers),
    original_request_name: original,
  }
}

/** The server settings that hooks receive. Environment and headers contain credentials. */
const EXPOSED_SERVER_KEYS = ['command', 'args', 'cwd', 'url', 'httpUrl', 'tcp']

function mcpContext(server: string, { name, shortName }: Tool, servers: Readonly<Record<string, unknown>>) {
  const config = Object.hasOwn(servers, server) ? servers[server] : undefined
  const entries = typeof config === 'object' && config !== null ? Object.entries(config) : []
  return {
    server_name: server,
    tool_name: shortName ?? withoutServer(name, server),
    ...Object.fromEntries(
      entries
        .filter(([key]) => EXPOSED_SERVER_KEYS.includes(key))
        .map(([key, value]) => [key === 'httpUrl' ? 'url' : key, value]),
    ),
  }
}

/** A tool result in the AfterTool input. */
export function toolResponse(result: ToolResult) {
  if (!result.ok)
    return {
      llmContent: result.text,
      returnDisplay: result.text,
      error: { message: result.text, type: result.reason },
    }
  const { content, display } = result
  return {
    llmContent: typeof content === 'string' ? content : content.map(contentPart),
    returnDisplay: typeof display === 'object' ? { fileName: display.path, fileDiff: display.diff } : (display ?? ''),
  }
}

function contentPart(part: MessagePart) {
  if (part.kind === 'data') return { inlineData: { mimeType: part.mimeType, data: part.data } }
  return part.kind === 'text' || part.kind === 'thought' ? { text: part.text } : {}
}

/** Appends a paragraph to a tool result. */
export function appendParagraph(result: ToolResult, text: string): ToolResult {
  if (!result.ok) return { ...result, text: `${result.text}\n\n${text}` }
  const { content } = result
  if (typeof content === 'string') return { ...result, content: content === '' ? text : `${content}\n\n${text}` }
  return { ...result, content: [...content, { kind: 'text', text }] }
}

/** Marks text from hooks. Escaping prevents the text from closing the mark. */
export const hookContextText = (text: string): string =>
  `<hook_context>${text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</hook_context>`

/** Longer texts of a file are left out: a person would not read them, and each hook and the record would get them. */
const MAX_SHOWN_CHARACTERS = 1_000_000

/** The confirmation of a call with parsed arguments, in the shapes of the reference. */
export async function confirmation(
  { name, args }: ToolCall,
  tool: Tool,
  shell: ShellAnalysis | undefined,
): Promise<Confirmation> {
  const title = tool.name
  if (tool.server !== undefined) {
    const toolName = tool.shortName ?? withoutServer(tool.name, tool.server)
    return {
      message: `Tool ${title} requires MCP`,
      details: { type: 'mcp', title, serverName: tool.server, toolName, toolDisplayName: name },
    }
  }
  if (typeof args.command === 'string') {
    const rootCommands = [...new Set(shell?.commands.flatMap(({ words }) => words.slice(0, 1).map(programName)))]
    const rootCommand = rootCommands.join(', ') || args.command.trim().split(/\s+/, 1)[0]
    return {
      message: `Tool ${title} requires execution`,
      details: { type: 'exec', title, command: args.command, rootCommand, rootCommands },
    }
  }
  const change = await tool.preview?.(args).catch(() => undefined)
  const filePath = args.file_path ?? tool.writes
  if (typeof filePath === 'string' && tool.preview !== undefined) {
    const fileName = filePath.split(/[\\/]/).at(-1) ?? ''
    return {
      message: `Tool ${title} requires editing`,
      details: { type: 'edit', title, fileName, filePath, ...editDetails(change) },
    }
  }
  const prompt = typeof args.prompt === 'string' ? args.prompt : JSON.stringify(args)
  const parsed = tool.name === 'web_fetch' ? parseUrls(prompt) : undefined
  const urls = parsed !== undefined && 'urls' in parsed ? parsed.urls : undefined
  return { message: `Tool ${title} requires information`, details: { type: 'info', title, prompt, urls } }
}

function editDetails(change: FilePreview | undefined) {
  if (change === undefined) return {}
  const { before, after, diff } = change
  const isShort = (before?.length ?? 0) + after.length <= MAX_SHOWN_CHARACTERS
  return {
    isNewFile: before === undefined,
    fileDiff: isShort ? diff : undefined,
    originalContent: isShort ? (before ?? null) : undefined,
    newContent: isShort ? after : undefined,
    isModifying: false,
  }
}
