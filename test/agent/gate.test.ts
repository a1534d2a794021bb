import { expect, test } from 'vitest'
import { gate } from '../../src/agent/gate.ts'
import type { Tool } from '../../src/tools/tool.ts'
import { ALLOW_ALL, benchTools, kitFor, wish } from './kit.ts'

const never = new AbortController().signal
const rule = (lines: string) => `[[rule]]\n${lines}\npriority = 1\n`
const remote = (server: string): Tool[] =>
  benchTools().map((tool) => ({ ...tool, name: `${server}__${tool.name}`, server }))

type Given = { toml: string; tool?: string; tools?: Tool[]; kit?: Parameters<typeof kitFor>[0]['kit'] }
const table: [what: string, given: Given, passes: boolean][] = [
  [
    'a rule about a server means its tools',
    { toml: rule('mcpName = "files"\ndecision = "allow"'), tool: 'files__look', tools: remote('files') },
    true,
  ],
  ['and no other', { toml: rule('mcpName = "files"\ndecision = "allow"'), tool: 'look' }, false],
  [
    'a rule about a sub-agent means its calls',
    { toml: rule('toolName = "look"\nsubagent = "scout"\ndecision = "allow"'), kit: { agent: 'scout' } },
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
    { toml: rule('toolName = "look"\nmodes = ["yolo"]\ndecision = "allow"'), kit: { mode: 'yolo' } },
    true,
  ],
]
for (const [what, { toml, tool = 'look', tools, kit }, passes] of table)
  test(`gate: ${what}`, async () => {
    const { kit: given } = kitFor({ toml, ...(tools && { tools }), ...(kit && { kit }) })
    expect((await gate(wish(tool, { at: 'x' }), given, never)).pass).toBe(passes)
  })

test('what passes, passes with parsed arguments and the rule that allowed it', async () => {
  const { kit } = kitFor({ toml: ALLOW_ALL })
  expect(await gate(wish('look', { at: 'x' }), kit, never)).toMatchObject({
    pass: true,
    args: { at: 'x', ms: 0 },
    ruling: { verdict: 'allow', rule: { file: 'test.toml', line: 1 } },
  })
})

test('a question that nobody can answer is recorded with its answer', async () => {
  const { kit, events } = kitFor({ toml: rule('toolName = "look"\ndecision = "ask_user"'), kit: { agent: 'scout' } })
  const call = wish('look', { at: 'x' })
  await gate(call, kit, never)
  expect(events.filter((event) => 'correlationId' in event)).toMatchObject([
    { type: 'tool_confirmation_request', correlationId: `scout:${call.id}` },
    { type: 'tool_confirmation_response', confirmed: false },
    { type: 'tool_policy_rejection' },
  ])
})
