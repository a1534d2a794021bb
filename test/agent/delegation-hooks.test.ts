import { expect, test } from 'vitest'
import type { AgentContext } from '../../src/agent/agent-context.ts'
import type { Hooks } from '../../src/agent/hooks/hook-types.ts'
import { runConversation } from '../../src/agent/loop.ts'
import type { OfferedSubagent } from '../../src/agent/subagents/subagent.ts'
import type { ModelReply } from '../../src/model/types.ts'
import { createAgentTools } from '../../src/session/build-agent.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'
import { noting, says, workshop } from './hooks-bench.ts'
import { replay } from './replies.ts'
import { ALLOW_ALL, benchTools, callReply, rulesFrom, testContext, textReply, toolCall } from './test-context.ts'

const never = new AbortController().signal

const SCOUT: OfferedSubagent = {
  name: 'scout',
  description: 'Looks around',
  needsTask: false,
  load: async () => ({
    name: 'scout',
    description: '',
    inputName: 'query',
    systemPrompt: 'You are a scout.',
    query: '${query}',
    model: 'inherit',
    minutes: 1,
  }),
}

/** A main conversation that may delegate, with hooks. */
async function played(hooks: Hooks | undefined, replies: readonly ModelReply[]) {
  const trace: string[] = []
  const rules = rulesFrom(ALLOW_ALL)
  const offered = createAgentTools({ agents: [SCOUT], skills: [], rules, mode: 'default' }, () => ({
    context,
    memory: '',
    subdirectoryMemory: async () => undefined,
    sections: () => [],
    version: '1',
  }))
  const tools = [...benchTools(trace), ...offered.tools]
  const made = testContext({ tools, overrides: { hooks, generate: replay(replies) } })
  const context: AgentContext = { ...made.context, toolbox: makeToolbox(tools) }
  const ending = await runConversation([{ kind: 'text', text: 'go' }], context, never)
  return { ending, trace, events: made.events }
}

const delegated = callReply(toolCall('delegate_to_agent', { agent_name: 'scout', query: 'find it' }))

test('hooks see a delegation and each of its calls; its task is not a prompt', async () => {
  const { hooks, told: heard } = await workshop({
    BeforeTool: [noting()],
    AfterTool: [noting()],
    BeforeAgent: [noting()],
    AfterAgent: [noting()],
  })
  const { ending } = await played(hooks, [
    delegated,
    callReply(toolCall('look', { at: 'a' })),
    callReply(toolCall('complete_task', { result: 'It is in a.' })),
    textReply('In a.'),
  ])
  expect(ending).toEqual({ end: 'answered', text: 'In a.' })
  const told = heard()
  expect(told.map(({ hook_event_name, tool_name }) => [hook_event_name, tool_name])).toEqual([
    ['BeforeAgent', undefined],
    ['BeforeTool', 'delegate_to_agent'],
    ['BeforeTool', 'look'],
    ['AfterTool', 'look'],
    ['BeforeTool', 'complete_task'],
    ['AfterTool', 'complete_task'],
    ['AfterTool', 'delegate_to_agent'],
    ['AfterAgent', undefined],
  ])
  expect(told[1]).toMatchObject({ tool_input: { agent_name: 'scout', prompt: 'find it' } })
  expect(told[6]).toMatchObject({ tool_response: { llmContent: expect.stringContaining('It is in a.') } })
})

test('a hook that stops the run within a sub-agent stops the run', async () => {
  const stop = says({ continue: false, stopReason: 'enough' })
  const { hooks } = await workshop({
    BeforeTool: [{ matcher: 'look', hooks: [{ type: 'command', command: stop }] }],
  })
  const { ending, trace, events } = await played(hooks, [
    delegated,
    callReply(toolCall('look', { at: 'a' })),
    textReply('on and on'),
  ])
  expect(ending).toMatchObject({ end: 'stopped', reason: 'hook' })
  expect(trace).toEqual([])
  expect(events).toContainEqual(expect.objectContaining({ type: 'agent_finished', reason: 'HOOK' }))
})

test('sub-agents cannot call sub-agents by any name', async () => {
  for (const name of ['delegate_to_agent', 'invoke_agent', 'scout']) {
    const again = callReply(toolCall(name, { agent_name: 'scout', prompt: 'you do it' }))
    const { events } = await played(undefined, [
      delegated,
      again,
      callReply(toolCall('complete_task', { result: 'x' })),
      textReply('done'),
    ])
    const calls = events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
    expect(calls.map((call) => [call.name, call.state, call.reason])).toEqual([
      [name, 'error', 'tool_not_registered'],
      ['complete_task', 'success', undefined],
      ['delegate_to_agent', 'success', undefined],
    ])
  }
})
