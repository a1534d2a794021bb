import type { AgentKit } from '../agent/kit.ts'
import type { Agent, OwnServers } from '../agent/subagent.ts'
import type { Rule } from '../policy/decide.ts'
import type { AgentDefinition } from '../record/events.ts'
import type { Tool } from '../tools/tool.ts'
import { makeToolbox } from '../tools/toolbox.ts'
import { recordedTool, resultOf } from './recorded-tools.ts'
import { nameOf, type Question, type Recording } from './recording.ts'
import type { Track } from './replay-track.ts'

/**
 * Has the conversation of a sub-agent again, with its recorded answers. Its report stands for what the call answered, but
 * for one that was shortened on its way. Older recordings do not say what the sub-agent was: what it answered is all there is.
 */
export const delegateAgain =
  ({ equipped, started }: Recording, track: Track, kitOf: () => AgentKit): Tool['run'] =>
  async (_, signal) => {
    const found = track.delegated()
    const first = found && track.upcoming(found.delegation.started.agent)
    if (found === undefined || first === undefined) return resultOf(track.answer())
    const { id, delegation } = found
    const { agent: name, definition } = delegation.started
    const { runAgent } = await import('../agent/subagent-run.ts')
    const kit = kitOf()
    const known = equipped.tools.map((tool) => tool.name)
    const situation = {
      kit: { ...kit, toolbox: toolsThen(kit, known, first) },
      memory: '',
      memoryOf: async () => undefined,
      sections: () => [],
      version: started.version,
      told: { system: first.system, prompt: first.messages[0]?.role === 'user' ? first.messages[0].parts : [] },
      limit: track.timeOf(delegation),
      serve: async () => servedThen(definition, track),
    }
    const result = await runAgent(await agentOf(name, definition), '', situation, signal)
    return delegation.isShortened ? resultOf(track.answer(id)) : result
  }

/** What servers of its own said of themselves stands in its system text. */
const servedThen = ({ servers }: AgentDefinition, track: Track): OwnServers | undefined =>
  servers && {
    tools: servers.tools.map((tool) => recordedTool(tool, undefined, track)),
    rules: servers.rules as Rule[], // recorded from such
    instructions: '',
    [Symbol.asyncDispose]: async () => undefined,
  }

/** Servers may have offered a tool only later. */
function toolsThen({ toolbox }: AgentKit, known: readonly string[], { tools }: Question) {
  const names = new Set([...known, ...tools.map(nameOf)])
  return makeToolbox(toolbox.all().filter(({ name }) => names.has(name)))
}

/** Its texts are taken from its questions; how a report is shown is known of our own sub-agents alone. */
async function agentOf(name: string, { output, servers: _, ...definition }: AgentDefinition): Promise<Agent> {
  const agent: Agent = { ...definition, name, description: '', input: 'task', system: '', query: '' }
  if (output === undefined) return agent
  const own = Object.values(await import('../agent/subagent-builtins.ts')).find((one) => one.name === name)
  const present = own?.output?.present
  return { ...agent, output: { ...output, ...(present && { present }) } }
}
