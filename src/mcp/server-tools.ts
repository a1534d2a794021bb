import { keepStart } from '../text/truncate.ts'
import type { Tool } from '../tools/tool.ts'
import { getPromptText, type PromptCall } from './prompts.ts'
import { resourceTools } from './resources.ts'
import type { OpenMcpServers } from './servers.ts'

/** Limits a server's instructions, which become part of the system prompt. */
const MAX_INSTRUCTION_CHARACTERS = 8000

/** The tools, prompts and instructions that open servers add to a run. */
export function createServerTools(opened: OpenMcpServers, notice: (level: 'warning', text: string) => void) {
  const reported = new Set<string>()
  const resources = resourceTools(opened.servers)
  return {
    version: opened.version,
    prompt: (call: PromptCall, signal: AbortSignal) => getPromptText(opened.servers, call, signal),
    tools(): readonly Tool[] {
      const byName = new Map<string, Tool>()
      for (const tool of [...opened.servers.flatMap((server) => server.tools()), ...resources]) {
        const first = byName.get(tool.name)
        if (first === undefined) byName.set(tool.name, tool)
        else if (!reported.has(tool.name)) {
          reported.add(tool.name)
          notice(
            'warning',
            `Two tools of MCP servers have the name ${tool.name}. The run uses the tool of ${first.server}.`,
          )
        }
      }
      return [...byName.values()]
    },
    instructions: opened.servers
      .map(({ server, connection }) => formatInstructions(server.name, connection.client.getInstructions()))
      .filter(Boolean)
      .join('\n\n'),
  }
}

function formatInstructions(name: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') return ''
  // Replaced, not removed: removing a marker could join its surroundings to a new marker.
  const safeText = keepStart(text.trim(), MAX_INSTRUCTION_CHARACTERS)
    .toWellFormed()
    .replace(/\[(?=\s*(?:start|end)\s+of\s+server\s+instructions)/gi, '(')
  return `The following are instructions provided by the tool server '${name}':
---[start of server instructions]---
${safeText}
---[end of server instructions]---`
}
