import { expect, test } from 'vitest'
import type { Hooks } from '../../src/agent/hooks.ts'
import type { AgentKit } from '../../src/agent/kit.ts'
import { converse } from '../../src/agent/loop.ts'
import type { OfferedAgent } from '../../src/agent/subagent.ts'
import { offer } from '../../src/equipment/offer.ts'
import type { ModelReply } from '../../src/model/types.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'
import { noting, says, workshop } from './hooks-bench.ts'
import { ALLOW_ALL, ask, benchTools, kitFor, rulesFrom, say, wish } from './kit.ts'
import { replay } from './replies.ts'

const never = new AbortController().signal

const SCOUT: OfferedAgent = {
  name: 'scout',
  description: 'Looks around',
  needsTask: false,
  define: async () => ({
    name: 'scout',
    description: '',
    input: 'query',
    system: 'You are a scout.',
    query: '${query}',
    model: 'inherit',
    minutes: 1,
  }),
}

/** A main conversation that may delegate, with hooks. */
async function played(hooks: Hooks | undefined, replies: readonly ModelReply[]) {
  const trace: string[] = []
  const rules = rulesFrom(ALLOW_ALL)
  const offered = offer({ agents: [SCOUT], skills: [], rules, mode: 'default' }, () => ({
    kit,
    memory: '',
    memoryOf: async () => undefined,
    sections: () => [],
    version: '1',
  }))
  const tools = [...benchTools(trace), ...offered.tools]
  const made = kitFor({ tools, kit: { hooks, ask: replay(replies) } })
  const kit: AgentKit = { ...made.kit, toolbox: makeToolbox(tools) }
  const ending = await converse([{ kind: 'text', text: 'go' }], kit, never)
  return { ending, trace, events: made.events }
}

const delegated = ask(wish('delegate_to_agent', { agent_name: 'scout', query: 'find it' }))

test('hooks hear of a delegation as of a call, and of each call within; its task is no prompt to them', async () => {
  const { hooks, told: heard } = await workshop({
    BeforeTool: [noting()],
    AfterTool: [noting()],
    BeforeAgent: [noting()],
    AfterAgent: [noting()],
  })
  const { ending } = await played(hooks, [
    delegated,
    ask(wish('look', { at: 'a' })),
    ask(wish('complete_task', { result: 'It is in a.' })),
    say('In a.'),
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
  const { ending, trace, events } = await played(hooks, [delegated, ask(wish('look', { at: 'a' })), say('on and on')])
  expect(ending).toMatchObject({ end: 'stopped', why: 'hook' })
  expect(trace).toEqual([])
  expect(events).toContainEqual(expect.objectContaining({ type: 'agent_finished', reason: 'HOOK' }))
})

test('sub-agents have no sub-agents, by whatever name', async () => {
  for (const name of ['delegate_to_agent', 'invoke_agent', 'scout']) {
    const again = ask(wish(name, { agent_name: 'scout', prompt: 'you do it' }))
    const { events } = await played(undefined, [
      delegated,
      again,
      ask(wish('complete_task', { result: 'x' })),
      say('done'),
    ])
    const calls = events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
    expect(calls.map((call) => [call.name, call.state, call.why])).toEqual([
      [name, 'error', 'tool_not_registered'],
      ['complete_task', 'success', undefined],
      ['delegate_to_agent', 'success', undefined],
    ])
  }
})
