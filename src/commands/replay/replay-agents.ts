import type { AgentContext } from '../../agent/agent-context.ts'
import * as builtInSubagents from '../../agent/subagents/built-in.ts'
import { runAgent } from '../../agent/subagents/run-agent.ts'
import type { Subagent, SubagentServers } from '../../agent/subagents/subagent.ts'
import type { Rule } from '../../policy/rules/decide.ts'
import type { AgentDefinition } from '../../record/events.ts'
import type { Tool } from '../../tools/tool.ts'
import { makeToolbox } from '../../tools/toolbox.ts'
import { recordedTool, toResult } from './recorded-tools.ts'
import { declaredName, type RecordedRequest, type Recording } from './recording.ts'
import type { ReplayTrack } from './replay-track.ts'

/**
 * Replays the conversation of a sub-agent with its recorded answers. Its report is the answer of the call, unless the report
 * was truncated. For older recordings without the sub-agent's definition, the answer is the recorded one.
 */
export const replayDelegation =
  ({ snapshot, started }: Recording, track: ReplayTrack, getContext: () => AgentContext): Tool['run'] =>
  async (_, signal) => {
    const delegated = track.delegated()
    const first = delegated && track.nextRequest(delegated.delegation.started.agent)
    if (delegated === undefined || first === undefined) return toResult(track.answer())
    const { id, delegation } = delegated
    const { agent: name, definition } = delegation.started
    const context = getContext()
    const known = snapshot.tools.map((tool) => tool.name)
    const situation = {
      context: { ...context, toolbox: recordedToolbox(context, known, first) },
      memory: '',
      subdirectoryMemory: async () => undefined,
      sections: () => [],
      version: started.version,
      recordedPrompts: {
        system: first.system,
        prompt: first.messages[0]?.role === 'user' ? first.messages[0].parts : [],
      },
      startTimer: track.timeOf(delegation),
      startServers: async () => recordedServers(definition, track),
    }
    const result = await runAgent(recordedAgent(name, definition), '', situation, signal)
    return delegation.isShortened ? toResult(track.answer(id)) : result
  }

/** The recorded tools of the sub-agent's servers; their instructions are part of its system prompt. */
const recordedServers = ({ servers }: AgentDefinition, track: ReplayTrack): SubagentServers | undefined =>
  servers && {
    tools: servers.tools.map((tool) => recordedTool(tool, undefined, track)),
    rules: servers.rules as Rule[], // recorded from this type
    instructions: '',
    [Symbol.asyncDispose]: async () => undefined,
  }

/** The tools that existed at this request: servers may add others later. */
function recordedToolbox({ toolbox }: AgentContext, recordedNames: readonly string[], { tools }: RecordedRequest) {
  const names = new Set([...recordedNames, ...tools.map(declaredName)])
  return makeToolbox(toolbox.all().filter(({ name }) => names.has(name)))
}

/** The recorded sub-agent. Its prompts come from its requests; only built-in sub-agents format their report. */
function recordedAgent(name: string, { output, servers: _, ...definition }: AgentDefinition): Subagent {
  const agent: Subagent = { ...definition, name, description: '', inputName: 'task', systemPrompt: '', query: '' }
  if (output === undefined) return agent
  const builtIn = Object.values(builtInSubagents).find((one) => one.name === name)
  const present = builtIn?.output?.present
  return { ...agent, output: { ...output, present } }
}
