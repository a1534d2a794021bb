import { expect, test } from 'vitest'
import { decide, explainRules, hidingRule, type PolicyCall, stricter } from '../../../src/policy/rules/decide.ts'
import type { Mode, Verdict } from '../../../src/policy/rules/rule.ts'
import { decided, factsFrom, prefix, rule, rulesFrom, verdict } from '../rules.ts'

const call = (tool: string, more: Partial<PolicyCall> = {}): PolicyCall => ({
  tool,
  args: {},
  annotations: {},
  ...more,
})
const deny = { decision: 'deny' }
const ask = { decision: 'ask_user' }

const strictness: [Verdict, Verdict, Verdict][] = [
  ['allow', 'ask', 'ask'],
  ['ask', 'deny', 'deny'],
  ['deny', 'allow', 'deny'],
  ['allow', 'allow', 'allow'],
]
for (const [a, b, expected] of strictness)
  test(`stricter of ${a} and ${b}`, () => expect(stricter(a, b)).toBe(expected))

type Setting = { mode?: Mode; interactive?: boolean }
const table: [name: string, toml: string, of: PolicyCall, expected: string, setting?: Setting][] = [
  ['nothing matches, nobody to ask', '', call('x'), 'deny'],
  ['nothing matches, in yolo', '', call('x'), 'deny', { mode: 'yolo' }],
  ['nothing matches, somebody to ask', '', call('x'), 'ask_user', { interactive: true }],
  [
    'the higher priority wins',
    rule({ toolName: 't', ...deny, priority: 1 }) + rule({ toolName: 't', priority: 10 }),
    call('t'),
    'allow',
  ],
  [
    'the higher priority wins when it denies',
    rule({ toolName: 't', ...deny, priority: 10 }) + rule({ toolName: 't', priority: 1 }),
    call('t'),
    'deny',
  ],
  [
    'a tie goes to the stricter, allow first',
    rule({ toolName: 't' }) + rule({ toolName: 't', ...deny }),
    call('t'),
    'deny',
  ],
  [
    'a tie goes to the stricter, ask against allow',
    rule({ toolName: 't' }) + rule({ toolName: 't', ...ask }),
    call('t'),
    'ask_user',
  ],
  [
    'a tie goes to the stricter, deny against ask',
    rule({ toolName: 't', ...ask }) + rule({ toolName: 't', ...deny }),
    call('t'),
    'deny',
  ],
  ['any tool', rule({ toolName: '*' }), call('whatever'), 'allow'],
  ['any tool, of a server too', rule({ toolName: '*' }), call('s__t', { server: 's' }), 'allow'],
  ['a list of tools', rule({ toolName: ['a', 'b'] }), call('b'), 'allow'],
  ['another tool', rule({ toolName: ['a', 'b'] }), call('c'), 'deny'],
  ['a beginning', rule({ toolName: 'discovered_tool_*' }), call('discovered_tool_x'), 'allow'],
  ['a beginning that is not there', rule({ toolName: 'discovered_tool_*' }), call('tool_x'), 'deny'],
  [
    'a beginning does not reach into servers',
    rule({ toolName: 'git*' }),
    call('github__x', { server: 'github' }),
    'deny',
  ],
  ['an older name in the rule', rule({ toolName: 'grep_search' }), call('search_file_content'), 'allow'],
  [
    'an older name in the call',
    rule({ toolName: 'search_file_content', ...deny }) + rule({ toolName: '*', priority: 1 }),
    call('grep_search'),
    'deny',
  ],
  ['a class name', rule({ toolName: 'ReadFileTool' }), call('read_file'), 'allow'],
  ['an alias the call brings', rule({ toolName: 'own_name' }), call('other', { aliases: ['own_name'] }), 'allow'],
  ['a mode that is on', rule({ toolName: 't', modes: ['yolo'] }), call('t'), 'allow', { mode: 'yolo' }],
  ['a mode that is off', rule({ toolName: 't', modes: ['yolo'] }), call('t'), 'deny'],
  [
    'a mode as inputs spell it',
    rule({ toolName: 't', modes: ['auto_edit'] }),
    call('t'),
    'allow',
    { mode: 'autoEdit' },
  ],
  ['no modes are all modes', rule({ toolName: 't', modes: [] }), call('t'), 'allow', { mode: 'plan' }],
  ['only where somebody can be asked, and nobody can', rule({ toolName: 't', interactive: true }), call('t'), 'deny'],
  [
    'only where somebody can be asked, and somebody can',
    rule({ toolName: 't', interactive: true }),
    call('t'),
    'allow',
    { interactive: true },
  ],
  ['only where no person can confirm calls', rule({ toolName: 't', interactive: false }), call('t'), 'allow'],
  [
    'only where no person can confirm calls, and a person can',
    rule({ toolName: 't', interactive: false }),
    call('t'),
    'ask_user',
    { interactive: true },
  ],
  [
    'an annotation that holds',
    rule({ toolName: '*', toolAnnotations: { readOnlyHint: true } }),
    call('t', { annotations: { readOnlyHint: true } }),
    'allow',
  ],
  [
    'an annotation of another type',
    rule({ toolName: '*', toolAnnotations: { readOnlyHint: true } }),
    call('t', { annotations: { readOnlyHint: 'true' } }),
    'deny',
  ],
  [
    'an annotation that is missing',
    rule({ toolName: '*', toolAnnotations: { readOnlyHint: true } }),
    call('t'),
    'deny',
  ],
  [
    'one of two annotations',
    rule({ toolName: '*', toolAnnotations: { a: 1, b: 2 } }),
    call('t', { annotations: { a: 1 } }),
    'deny',
  ],
  ['the agent a rule is for', rule({ toolName: 't', subagent: 's' }), call('t', { agent: 's' }), 'allow'],
  ['the same agent, nested', rule({ toolName: 't', subagent: 's' }), call('t', { agent: 'p/s' }), 'deny'],
  ['no agent', rule({ toolName: 't', subagent: 's' }), call('t'), 'deny'],
  [
    'a rule that names a sub-agent, and a call that starts it',
    rule({ toolName: 'codebase_investigator', ...deny }) + rule({ toolName: '*', priority: 1 }),
    call('invoke_agent', { args: { agent_name: 'codebase_investigator' } }),
    'deny',
  ],
  [
    'a rule that names a sub-agent, and one that starts another',
    rule({ toolName: 'codebase_investigator', ...deny }) + rule({ toolName: '*', priority: 1 }),
    call('delegate_to_agent', { args: { agent_name: 'other' } }),
    'allow',
  ],
  [
    'an agent name means nothing to other tools',
    rule({ toolName: 'x', ...deny }) + rule({ toolName: '*', priority: 1 }),
    call('t', { args: { agent_name: 'x' } }),
    'allow',
  ],
]
for (const [name, toml, of, expected, { mode = 'default', interactive = false } = {}] of table)
  test(`decide: ${name}`, async () => expect(await verdict(rulesFrom(toml), of, mode, interactive)).toBe(expected))

test('the tier beats the priority', async () => {
  const rules = [
    ...rulesFrom(rule({ toolName: 't', priority: 999 })),
    ...rulesFrom(rule({ toolName: 't', ...deny, priority: 0 }), 'admin'),
  ]
  expect(await verdict(rules, call('t'))).toBe('deny')
  const lower = [
    ...rulesFrom(rule({ toolName: 't', priority: 0 })),
    ...rulesFrom(rule({ toolName: 't', ...deny, priority: 999 }), 'default'),
  ]
  expect(await verdict(lower, call('t'))).toBe('allow')
})

test('among equals the first rule is named', async () => {
  const rules = [...rulesFrom(rule({ toolName: 't' }), 'user', 'a'), ...rulesFrom(rule({ toolName: 't' }), 'user', 'b')]
  expect((await decided(rules, call('t'))).rule?.file).toBe('a')
})

const hiding: [name: string, toml: string, tool: Parameters<typeof hidingRule>[1], expected: boolean, mode?: Mode][] = [
  ['a deny', rule({ toolName: 't', ...deny }), { name: 't', annotations: {} }, true],
  [
    'a deny by an older name',
    rule({ toolName: 'grep_search', ...deny }),
    { name: 'search_file_content', annotations: {} },
    true,
  ],
  ['a deny for any tool', rule({ toolName: '*', ...deny }), { name: 't', annotations: {} }, true],
  ['a deny of its server', rule({ mcpName: 's', ...deny }), { name: 's__t', server: 's', annotations: {} }, true],
  ['nothing', '', { name: 't', annotations: {} }, false],
  ['an ask', rule({ toolName: 't', ...ask }), { name: 't', annotations: {} }, true],
  [
    'a deny for some arguments',
    rule({ toolName: 't', ...deny, argsPattern: 'x' }),
    { name: 't', annotations: {} },
    false,
  ],
  [
    'a deny for some arguments, above a deny',
    rule({ toolName: 't', ...deny, argsPattern: 'x' }) + rule({ toolName: 't', ...deny, priority: 1 }),
    { name: 't', annotations: {} },
    true,
  ],
  [
    'an allow for some arguments, above a deny',
    rule({ toolName: 't', argsPattern: 'x' }) + rule({ toolName: 't', ...deny, priority: 1 }),
    { name: 't', annotations: {} },
    false,
  ],
  [
    'an allow for some commands, above a deny',
    prefix('git') + rule({ toolName: 'run_shell_command', ...deny, priority: 1 }),
    { name: 'run_shell_command', annotations: {} },
    false,
  ],
  [
    'an allow below a deny',
    rule({ toolName: 't', ...deny }) + rule({ toolName: 't', priority: 1 }),
    { name: 't', annotations: {} },
    true,
  ],
  [
    'an allow above, in this mode',
    rule({ toolName: '*', priority: 999, modes: ['yolo'] }) + rule({ toolName: 't', ...deny }),
    { name: 't', annotations: {} },
    false,
    'yolo',
  ],
  [
    'an allow above, in another mode',
    rule({ toolName: '*', priority: 999, modes: ['yolo'] }) + rule({ toolName: 't', ...deny }),
    { name: 't', annotations: {} },
    true,
  ],
  [
    'a deny for other annotations',
    rule({ toolName: '*', ...deny, toolAnnotations: { destructiveHint: true } }),
    { name: 't', annotations: {} },
    false,
  ],
  [
    'a deny for its annotations',
    rule({ toolName: '*', ...deny, toolAnnotations: { destructiveHint: true } }),
    { name: 't', annotations: { destructiveHint: true } },
    true,
  ],
  ['a deny for one agent', rule({ toolName: 't', ...deny, subagent: 's' }), { name: 't', annotations: {} }, false],
  [
    'a deny where somebody can be asked',
    rule({ toolName: 't', ...deny, interactive: true }),
    { name: 't', annotations: {} },
    false,
  ],
]
for (const [name, toml, tool, expected, mode = 'default'] of hiding)
  test(`hidden: ${name}`, () => expect(hidingRule(rulesFrom(toml), tool, mode) !== undefined).toBe(expected))

test('hidden gives the rule that says so', () => {
  const rules = rulesFrom(`\n${rule({ toolName: 't', ...deny })}`)
  expect(hidingRule(rules, { name: 't', annotations: {} }, 'default')).toMatchObject({ file: 'user.toml', line: 2 })
})

test('consider says of every rule why, strongest first', async () => {
  const rules = rulesFrom(
    [
      rule({ toolName: 'run_shell_command', priority: 1 }),
      prefix('npm', { priority: 5 }),
      prefix('git push', { ...deny, priority: 9 }),
      rule({ toolName: 'write_file', priority: 3 }),
      rule({ toolName: '*', modes: ['plan'], priority: 2 }),
      rule({ toolName: '*', subagent: 's', priority: 4 }),
      rule({ toolName: '*', toolAnnotations: { a: 1 }, priority: 6 }),
    ].join(''),
  )
  const seen = explainRules(rules, await factsFrom('$ npm test && git push'))
  expect(seen.map(({ rule: { priority }, matched, reason }) => [priority, matched, reason])).toEqual([
    [9, true, 'matches `git push`'],
    [6, false, 'the tool\'s annotations are not {"a":1}'],
    [5, true, 'matches `npm test`'],
    [4, false, 'only for the agent s'],
    [3, false, 'applies to write_file'],
    [2, false, 'only in mode plan'],
    [1, true, 'every condition holds'],
  ])
})

test('consider says which condition did not hold', async () => {
  const rules = rulesFrom(
    [
      prefix(['git', 'npm'], { priority: 9 }),
      rule({ commandRegex: 'git', decision: 'deny', priority: 8 }),
      rule({ toolName: 'run_shell_command', argsPattern: 'x', priority: 7 }),
      rule({ toolName: '*', interactive: true, priority: 6 }),
      rule({ toolName: '*', interactive: false, subagent: 's', priority: 5 }),
      rule({ mcpName: 's', priority: 4 }),
    ].join(''),
  )
  const reason = async (interactive: boolean) =>
    explainRules(rules, await factsFrom('$ ls', 'default', interactive)).map((each) => each.reason)
  expect(await reason(false)).toEqual([
    'commandPrefix "git", "npm" does not match with certainty',
    'commandRegex "git" does not match',
    'argsPattern "x" does not match with certainty',
    'only when a person can confirm calls',
    'only for the agent s',
    'applies to tools of server s',
  ])
  expect((await reason(true)).slice(3, 5)).toEqual(['every condition holds', 'only for the agent s'])
  const nested = explainRules(rules, { ...(await factsFrom('$ ls', 'default', true)), agent: 's' })
  expect(nested[4]?.reason).toBe('only when no person can confirm calls')
})

test('only shell calls have refused parts', async () => {
  expect(await decided([], call('t'))).toEqual({ verdict: 'deny', message: '' })
  const { refused } = await decided(rulesFrom(prefix('git')), '$ git log; ls; pwd')
  expect(refused?.map(({ command }) => command?.source)).toEqual(['ls', 'pwd'])
  expect(await decided(rulesFrom(prefix('git')), '$ git log')).not.toHaveProperty('refused')
})

test('the message is the rule’s own', async () => {
  const rules = rulesFrom(rule({ toolName: 't', ...deny, denyMessage: 'Not today.' }))
  expect((await decided(rules, call('t'))).message).toBe('Not today.')
})

const logs = { toolName: 'run_shell_command', commandPrefix: 'git log' }

test('of several refused parts the first is reported as a part', async () => {
  const refused = rulesFrom(
    rule({ ...logs, decision: 'allow' }) +
      rule({ toolName: 'run_shell_command', commandPrefix: 'one', ...deny, denyMessage: 'Not the first.' }) +
      rule({ toolName: 'run_shell_command', commandPrefix: 'two', ...deny, denyMessage: 'Not the second.' }),
  )
  const { message } = await decided(refused, '$ git log; one; two')
  expect(message).toBe('Not the first. This applies to the part `one`.')
  expect((await decided(refused, '$ one')).message).toBe('Not the first.')
})

test('a part is shown with its first 200 characters', async () => {
  const only = rulesFrom(rule(logs))
  const shown = async (length: number) => (await decided(only, `$ git log; ${'x'.repeat(length)}`)).message
  expect(await shown(200)).toBe(`This applies to the part \`${'x'.repeat(200)}\`.`)
  expect(await shown(201)).toBe(`This applies to the part \`${'x'.repeat(200)}…\`.`)
})

test('a pattern allows an option that writes files only when it spells the option out', async () => {
  const shell = { toolName: 'run_shell_command', allowRedirection: true }
  const spelt = rulesFrom(rule({ ...shell, commandRegex: 'git log --output=notes' }))
  const open = rulesFrom(rule({ ...shell, commandRegex: 'git log .*' }))
  const line = '$ git log --output=notes'
  expect([await verdict(spelt, line), await verdict(open, line)]).toEqual(['allow', 'deny'])
})

test('an unparsed shell line is allowed by no prefix and denied by any', async () => {
  const unread = { ...call('run_shell_command'), mode: 'default', interactive: false } as const
  const both = (decision: string) => rulesFrom(rule({ ...logs, decision, priority: 9 }) + rule({ toolName: 't' }))
  expect(decide(both('allow'), unread, 'ask').verdict).toBe('ask')
  expect(decide(both('deny'), unread, 'ask').verdict).toBe('deny')
})

test('a pattern is matched against the known part of a command', async () => {
  const shell = { toolName: 'run_shell_command' }
  const rules = rulesFrom(
    rule({ ...shell, commandRegex: 'git push', ...deny, priority: 200 }) +
      rule({ ...shell, commandPrefix: ['git', 'ls'] }),
  )
  expect([await verdict(rules, '$ ls $X'), await verdict(rules, '$ git $X')]).toEqual(['allow', 'deny'])
})

test('a rule about one sub-agent is not remembered for the next', async () => {
  const rules = rulesFrom(
    rule({ toolName: 'delegate_to_agent' }) + rule({ toolName: 'careless', ...deny, priority: 200 }),
  )
  const to = (agent_name: string) => verdict(rules, call('delegate_to_agent', { args: { agent_name } }))
  expect([await to('careful'), await to('careless'), await to('careful')]).toEqual(['allow', 'deny', 'allow'])
})
