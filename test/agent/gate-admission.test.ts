import { expect, test } from 'vitest'
import { gate } from '../../src/agent/gate.ts'
import { admitOnce } from '../../src/resume/call-once.ts'
import { testContext, toolCall } from './test-context.ts'

const never = new AbortController().signal
const rule = (lines: string) => `[[rule]]\ntoolName = "look"\n${lines}\npriority = 1\n`
const ARGS = { at: 'x' }
type Overrides = NonNullable<Parameters<typeof testContext>[0]['overrides']>

const admission = () => admitOnce({ name: 'look', args: ARGS })
const blocks = { hooks: { beforeTool: async () => ({ action: 'block', reason: 'no' }) } } as unknown as Overrides
const edits = {
  hooks: { beforeTool: async () => ({ action: 'allow', args: { at: 'y' } }), notification: async () => undefined },
} as unknown as Overrides
const checks = {
  runCheckers: async () => ({
    verdict: 'deny',
    reason: 'no',
    rule: { file: 'a', line: 1, tier: 'user', priority: 1, checker: { name: 'c' } },
  }),
} as unknown as Overrides

/** What a person allowed once passes where a rule asks or none decides, and nowhere else. */
test.each<[name: string, toml: string, args: Record<string, unknown>, overrides: Overrides, allowed: boolean]>([
  ['a rule asks', rule('decision = "ask_user"'), ARGS, {}, true],
  ['no rule decides', '', ARGS, {}, true],
  ['a rule denies', rule('decision = "deny"'), ARGS, {}, false],
  ['other arguments', rule('decision = "ask_user"'), { at: 'xy' }, {}, false],
  ['more arguments', rule('decision = "ask_user"'), { at: 'x', ms: 1 }, {}, false],
  ['a hook blocks', rule('decision = "ask_user"'), ARGS, blocks, false],
  ['a hook edits', rule('decision = "ask_user"'), ARGS, edits, false],
  ['a checker denies', rule('decision = "ask_user"'), ARGS, checks, false],
])('%s', async (_, toml, args, overrides, allowed) => {
  const { context } = testContext({ toml, overrides: { ...overrides, admission: admission() } })
  expect((await gate(toolCall('look', args), context, never)).allowed).toBe(allowed)
})

test('once is once, and only for the call that ran', async () => {
  const { context } = testContext({ toml: rule('decision = "ask_user"'), overrides: { admission: admission() } })
  const results = []
  for (const args of [{ at: 'y' }, ARGS, ARGS]) results.push(await gate(toolCall('look', args), context, never))
  expect(results.map(({ allowed }) => allowed)).toEqual([false, true, false])
})

test.each<[name: string, toml: string, askable: true | undefined]>([
  ['a rule asks', rule('decision = "ask_user"'), true],
  ['no rule decides', '', true],
  ['a rule denies', rule('decision = "deny"'), undefined],
])('a code may be offered: %s', async (_, toml, askable) => {
  const { context } = testContext({ toml })
  expect((await gate(toolCall('look', ARGS), context, never)).policy?.askable).toBe(askable)
})

test('what a hook or a checker stops has no code', async () => {
  for (const overrides of [blocks, checks]) {
    const { context } = testContext({ toml: rule('decision = "allow"'), overrides })
    expect((await gate(toolCall('look', ARGS), context, never)).policy).toMatchObject({ verdict: 'deny' })
    expect((await gate(toolCall('look', ARGS), context, never)).policy?.askable).toBeUndefined()
  }
})
