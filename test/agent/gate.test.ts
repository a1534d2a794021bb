import { expect, test } from 'vitest'
import { gate } from '../../src/agent/gate.ts'
import type { Tool } from '../../src/tools/tool.ts'
import { ALLOW_ALL, benchTools, testContext, toolCall } from './test-context.ts'

const never = new AbortController().signal
const rule = (lines: string) => `[[rule]]\n${lines}\npriority = 1\n`
const remote = (server: string): Tool[] =>
  benchTools().map((tool) => ({ ...tool, name: `${server}__${tool.name}`, server }))

type Given = { toml: string; tool?: string; tools?: Tool[]; overrides?: Parameters<typeof testContext>[0]['overrides'] }
const table: [what: string, given: Given, passes: boolean][] = [
  [
    'a rule about a server means its tools',
    { toml: rule('mcpName = "files"\ndecision = "allow"'), tool: 'files__look', tools: remote('files') },
    true,
  ],
  ['and no other', { toml: rule('mcpName = "files"\ndecision = "allow"'), tool: 'look' }, false],
  [
    'a rule about a sub-agent means its calls',
    { toml: rule('toolName = "look"\nsubagent = "scout"\ndecision = "allow"'), overrides: { agent: 'scout' } },
    true,
  ],
  ['and nobody else’s', { toml: rule('toolName = "look"\nsubagent = "scout"\ndecision = "allow"') }, false],
  [
    'a rule for when a person can be asked never counts',
    { toml: rule('toolName = "look"\ninteractive = true\ndecision = "allow"') },
    false,
  ],
  [
    'one for when nobody can be, does',
    { toml: rule('toolName = "look"\ninteractive = false\ndecision = "allow"') },
    true,
  ],
  [
    'a rule about annotations',
    { toml: rule('toolAnnotations = { readOnlyHint = true }\ntoolName = "*"\ndecision = "allow"') },
    true,
  ],
  ['a rule for another mode', { toml: rule('toolName = "look"\nmodes = ["yolo"]\ndecision = "allow"') }, false],
  [
    'a rule for this mode',
    { toml: rule('toolName = "look"\nmodes = ["yolo"]\ndecision = "allow"'), overrides: { mode: 'yolo' } },
    true,
  ],
]
for (const [what, { toml, tool = 'look', tools, overrides }, passes] of table)
  test(`gate: ${what}`, async () => {
    const { context } = testContext({ toml, tools, overrides })
    expect((await gate(toolCall(tool, { at: 'x' }), context, never)).allowed).toBe(passes)
  })

test('what passes, passes with parsed arguments and the rule that allowed it', async () => {
  const { context } = testContext({ toml: ALLOW_ALL })
  expect(await gate(toolCall('look', { at: 'x' }), context, never)).toMatchObject({
    allowed: true,
    args: { at: 'x', ms: 0 },
    policy: { verdict: 'allow', rule: { file: 'test.toml', line: 1 } },
  })
})

test('an unanswerable confirmation is recorded with its answer', async () => {
  const { context, events } = testContext({
    toml: rule('toolName = "look"\ndecision = "ask_user"'),
    overrides: { agent: 'scout' },
  })
  const call = toolCall('look', { at: 'x' })
  await gate(call, context, never)
  expect(events.filter((event) => 'correlationId' in event)).toMatchObject([
    { type: 'tool_confirmation_request', correlationId: `scout:${call.id}` },
    { type: 'tool_confirmation_response', confirmed: false },
    { type: 'tool_policy_rejection' },
  ])
})
