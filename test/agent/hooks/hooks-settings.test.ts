import { expect, test } from 'vitest'
import {
  HOOK_EVENTS,
  type HookEvent,
  type HookSubject,
  hookLabel,
  parseHookSettings,
  planHooks,
} from '../../../src/agent/hooks/hook-settings.ts'
import { createHooks } from '../../../src/agent/hooks/hooks.ts'
import { UserError } from '../../../src/platform/errors.ts'
import type { RunEvent } from '../../../src/record/events.ts'

const command = (text: string, given: object = {}) => ({ type: 'command', command: text, ...given })
const settings = (event: string, ...entries: object[]) => ({ hooks: { [event]: entries } })

test('a hook is read with its fields and their defaults', () => {
  const { hooks } = parseHookSettings(
    settings('BeforeTool', {
      matcher: 'write_.*|replace',
      sequential: true,
      hooks: [
        command('check', { name: 'checker', timeout: 5000, env: { K: 'V' }, description: 'd', onFailure: 'allow' }),
        command('plain', { type: 'plugin' }),
      ],
    }),
  )
  expect(hooks).toMatchObject([
    { event: 'BeforeTool', name: 'checker', command: 'check', timeoutMs: 5000, env: { K: 'V' }, onFailure: 'allow' },
    { event: 'BeforeTool', name: 'plain', command: 'plain', timeoutMs: 60_000, env: {} },
  ])
  expect(hooks.every(({ matcher, sequential }) => sequential && matcher?.source === 'write_.*|replace')).toBe(true)
})

test('a hook in a sentence is short, also when its name is a program', () => {
  const [hook] = parseHookSettings(
    settings('BeforeTool', { hooks: [command(`${'x'.repeat(100)}\nsecond line`)] }),
  ).hooks
  if (hook === undefined) expect.fail('no hook')
  expect(hookLabel(hook)).toBe(`The hook "${'x'.repeat(80)}…" (BeforeTool)`)
})

const one = { hooks: [command('a')] }
const switches: [what: string, settings: object, hooks: string[]][] = [
  ['on by themselves', { hooks: { BeforeTool: [one] } }, ['a']],
  ['off', { hooks: { BeforeTool: [one] }, hooksConfig: { enabled: false } }, []],
  ['off, in the older places', { hooks: { enabled: false, BeforeTool: [one] } }, []],
  ['off, as older still', { hooks: { BeforeTool: [one] }, tools: { enableHooks: false } }, []],
  ['off, as the oldest settings were flat', { hooks: { BeforeTool: [one] }, enableHooks: false }, []],
  [
    'the newest place goes before',
    { hooks: { enabled: false, BeforeTool: [one] }, hooksConfig: { enabled: true }, tools: { enableHooks: false } },
    ['a'],
  ],
  [
    '54: some switched off, by name or command, in either place',
    {
      hooksConfig: { disabled: ['lint', 'b'] },
      hooks: {
        disabled: ['c'],
        BeforeTool: [{ hooks: [command('a'), command('x', { name: 'lint' }), command('b'), command('c')] }],
      },
    },
    ['a'],
  ],
  ['notifications is no event', { hooks: { notifications: true, BeforeTool: [one] } }, ['a']],
  ['none at all', {}, []],
]
for (const [what, given, expected] of switches)
  test(`switches of hooks: ${what}`, () => {
    const { hooks, notices } = parseHookSettings(given)
    expect(hooks.map((hook) => hook.command)).toEqual(expected)
    expect(notices).toEqual([])
  })

test('53: an unknown event is reported, and the others load', async () => {
  const events: RunEvent[] = []
  const hooks = await createHooks({ hooks: { BeforeTol: [one], AfterTool: [one] } }, kitOf(events))
  expect(hooks).toBeDefined()
  expect(events).toMatchObject([{ type: 'notice', level: 'warning', text: expect.stringContaining('"BeforeTol"') }])
})

const broken: [what: string, settings: unknown, field: RegExp][] = [
  ['55: an object for the list', { hooks: { BeforeTool: one } }, /hooks\.BeforeTool:/],
  ['hooks are no object', { hooks: 'lint' }, /- hooks:/],
  ['no definition', settings('AfterTool', one, [1]), /hooks\.AfterTool\.1:/],
  ['no list of hooks', settings('AfterTool', { matcher: 'x' }), /hooks\.AfterTool\.0\.hooks:/],
  [
    '22: no command',
    settings('AfterTool', { hooks: [{ type: 'command' }] }),
    /hooks\.AfterTool\.0\.hooks\.0\.command:/,
  ],
  ['22: an empty command', settings('AfterTool', { hooks: [command(' ')] }), /hooks\.0\.command: must not be empty/],
  [
    '58: a hook of a program',
    settings('AfterTool', { hooks: [{ type: 'runtime', name: 'x' }] }),
    /hooks\.0\.type: must/,
  ],
  ['no time', settings('AfterTool', { hooks: [command('a', { timeout: 0 })] }), /hooks\.0\.timeout:/],
  ['time as text', settings('AfterTool', { hooks: [command('a', { timeout: '5s' })] }), /hooks\.0\.timeout:/],
  [
    'a variable that is no text',
    settings('AfterTool', { hooks: [command('a', { env: { A: 1 } })] }),
    /hooks\.0\.env\.A:/,
  ],
  ['no such meaning', settings('AfterTool', { hooks: [command('a', { onFailure: 'retry' })] }), /hooks\.0\.onFailure:/],
  ['a switch that is none', { hooks: {}, hooksConfig: { enabled: 'no' } }, /hooksConfig\.enabled:/],
  ['a glob for a pattern', settings('BeforeTool', { matcher: '*file', hooks: [] }), /BeforeTool\.0\.matcher: "\*file"/],
  ['half a pattern', settings('BeforeTool', { matcher: '[', hooks: [] }), /BeforeTool\.0\.matcher: "\["/],
  ['a pattern that explodes', settings('BeforeTool', { matcher: '(a+)+$', hooks: [] }), /BeforeTool\.0\.matcher:/],
]
for (const [what, given, field] of broken)
  test(`an invalid configuration names its field: ${what}`, async () => {
    const making = createHooks(given, kitOf([]))
    await expect(making).rejects.toThrow(field)
    await expect(making).rejects.toBeInstanceOf(UserError)
  })

const matching: [matcher: string | undefined, subject: HookSubject, runs: boolean][] = [
  ['read', { tool: ['read_file'] }, true],
  ['^read$', { tool: ['read_file'] }, false],
  ['read_file|write_file', { tool: ['write_file'] }, true],
  ['WriteFile', { tool: ['write_file'] }, false],
  ['WriteFile', { tool: ['write_file', 'WriteFile'] }, true],
  ['mcp_.*', { tool: ['mcp_a_b'] }, true],
  ['*', { tool: ['x'] }, true],
  [' ', { tool: ['x'] }, true],
  [undefined, { tool: ['x'] }, true],
  ['startup|resume', { trigger: 'startup' }, false],
  ['.*', { trigger: 'startup' }, false],
  ['start', { trigger: 'startup' }, false],
  ['startup', { trigger: 'startup' }, true],
  ['*', { trigger: 'resume' }, true],
  ['nothing', undefined, true],
]
for (const [matcher, subject, runs] of matching)
  test(`matcher ${matcher} ${runs ? 'means' : 'does not mean'} ${JSON.stringify(subject)}`, () => {
    const { hooks } = parseHookSettings(settings('BeforeTool', { matcher, hooks: [command('a')] }))
    expect(planHooks(hooks, 'BeforeTool', subject).hooks).toHaveLength(runs ? 1 : 0)
  })

test('45: each hook runs once; one sequential hook makes all sequential', () => {
  const entries = [
    { hooks: [command('a')] },
    { matcher: 'x', hooks: [command('a')] },
    { sequential: true, hooks: [command('b')] },
    { hooks: [command('a', { name: 'n' })] },
  ]
  const { hooks } = parseHookSettings(settings('BeforeTool', ...entries))
  const planned = planHooks(hooks, 'BeforeTool', { tool: ['x'] })
  expect(planned.hooks.map(({ name, command }) => [name, command])).toEqual([
    ['a', 'a'],
    ['b', 'b'],
    ['n', 'a'],
  ])
  expect(planned.sequential).toBe(true)
  const without = parseHookSettings(settings('BeforeTool', ...entries.filter((_, index) => index !== 2))).hooks
  expect(planHooks(without, 'BeforeTool', { tool: ['x'] }).sequential).toBe(false)
})

test('a sequential hook that does not match changes nothing', () => {
  const { hooks } = parseHookSettings(
    settings('BeforeTool', { matcher: 'other', sequential: true, hooks: [command('a')] }, { hooks: [command('b')] }),
  )
  expect(planHooks(hooks, 'BeforeTool', { tool: ['x'] })).toMatchObject({ hooks: [{ name: 'b' }], sequential: false })
})

test.each(HOOK_EVENTS)('%s plans its own hooks only', (event: HookEvent) => {
  const all = Object.fromEntries(HOOK_EVENTS.map((each) => [each, [{ hooks: [command(each)] }]]))
  expect(
    planHooks(parseHookSettings({ hooks: all }).hooks, event, undefined).hooks.map((hook) => hook.command),
  ).toEqual([event])
})

test.each([undefined, null, {}, { hooks: {} }, { hooks: { BeforeTool: [] } }])(
  '%j configures no hooks',
  async (given) => expect(await createHooks(given, kitOf([]))).toBeUndefined(),
)

function kitOf(events: RunEvent[]) {
  return {
    cwd: '/nowhere',
    env: {},
    session: 's',
    transcriptPath: '/nowhere/t.jsonl',
    now: () => 0,
    emit: (event: RunEvent) => void events.push(event),
  }
}
