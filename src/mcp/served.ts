import { startOf } from '../host/cut.ts'
import type { Tool } from '../tools/tool.ts'
import { type PromptCall, promptText } from './prompts.ts'
import { resourceTools } from './resources.ts'
import type { OpenServers } from './servers.ts'

/** What a server says of itself goes into the system text, so there is an end to it. */
const LONGEST_INSTRUCTIONS = 8000

/** What open servers add to a run. */
export function servedBy(opened: OpenServers, notice: (level: 'warning', text: string) => void) {
  const told = new Set<string>()
  const documents = resourceTools(opened.servers)
  return {
    version: opened.version,
    prompt: (call: PromptCall, signal: AbortSignal) => promptText(opened.servers, call, signal),
    tools(): readonly Tool[] {
      const byName = new Map<string, Tool>()
      for (const tool of [...opened.servers.flatMap((server) => server.tools()), ...documents]) {
        const first = byName.get(tool.name)
        if (first === undefined) byName.set(tool.name, tool)
        else if (!told.has(tool.name)) {
          told.add(tool.name)
          notice(
            'warning',
            `Two tools of MCP servers would be called ${tool.name}; the first, of ${first.server}, is used.`,
          )
        }
      }
      return [...byName.values()]
    },
    instructions: opened.servers
      .map(({ server, connection }) => instructionsOf(server.name, connection.client.getInstructions()))
      .filter(Boolean)
      .join('\n\n'),
  }
}

function instructionsOf(name: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') return ''
  // Not taken away but spoilt: what is left of two nested marks would be a mark.
  const ended = startOf(text.trim(), LONGEST_INSTRUCTIONS)
    .toWellFormed()
    .replace(/\[(?=\s*(?:start|end)\s+of\s+server\s+instructions)/gi, '(')
  return `The following are instructions provided by the tool server '${name}':
---[start of server instructions]---
${ended}
---[end of server instructions]---`
}
