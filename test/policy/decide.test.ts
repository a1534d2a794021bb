import { expect, test } from 'vitest'
import { consider, hidden, type Mode, stricter, type Verdict } from '../../src/policy/decide.ts'
import type { Call } from '../../src/policy/facts.ts'
import { decided, factsFrom, prefix, rule, rulesFrom, verdict } from './rules.ts'

const call = (tool: string, more: Partial<Call> = {}): Call => ({ tool, args: {}, annotations: {}, ...more })
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
const table: [name: string, toml: string, of: Call, expected: string, setting?: Setting][] = [
  ['nothing matches, nobody to ask', '', call('x'), 'deny'],
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
  ['only where nobody can be asked', rule({ toolName: 't', interactive: false }), call('t'), 'allow'],
  [
    'only where nobody can be asked, and somebody can',
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

const servers: [name: string, toml: string, of: Call, expected: string][] = [
  ['server__*', rule({ toolName: 's__*' }), call('s__t', { server: 's' }), 'allow'],
  ['server__* and another server', rule({ toolName: 's__*' }), call('o__t', { server: 'o' }), 'deny'],
  [
    'server__* and a server whose name goes on',
    rule({ toolName: 's__*' }),
    call('s__x__t', { server: 's__x' }),
    'deny',
  ],
  ['server__* and a tool that only looks like it', rule({ toolName: 's__*' }), call('s__t'), 'deny'],
  ['an exact name', rule({ toolName: 's__t' }), call('s__t', { server: 's' }), 'allow'],
  ['an exact name that another server claims', rule({ toolName: 's__t' }), call('t', { server: 'o' }), 'deny'],
  ['the server alone', rule({ mcpName: 's' }), call('s__t', { server: 's' }), 'allow'],
  ['the server alone, and another', rule({ mcpName: 's' }), call('o__t', { server: 'o' }), 'deny'],
  ['the server alone, and a built-in', rule({ mcpName: 's' }), call('t'), 'deny'],
  ['server and tool', rule({ mcpName: 's', toolName: 't' }), call('s__t', { server: 's' }), 'allow'],
  ['server and another tool', rule({ mcpName: 's', toolName: 't' }), call('s__u', { server: 's' }), 'deny'],
  ['server and tool, called short', rule({ mcpName: 's', toolName: 't' }), call('t', { server: 's' }), 'allow'],
  ['server and every tool', rule({ mcpName: 's', toolName: '*' }), call('s__t', { server: 's' }), 'allow'],
  [
    'server and the beginning of a tool',
    rule({ mcpName: 's', toolName: 'get_*' }),
    call('s__get_x', { server: 's' }),
    'allow',
  ],
  ['any server', rule({ mcpName: '*' }), call('s__t', { server: 's' }), 'allow'],
  ['any server, and a built-in', rule({ mcpName: '*' }), call('read_file'), 'deny'],
  ['any server, one tool', rule({ mcpName: '*', toolName: 'search' }), call('a__search', { server: 'a' }), 'allow'],
  ['any server, another tool', rule({ mcpName: '*', toolName: 'search' }), call('a__find', { server: 'a' }), 'deny'],
  ['the later form of a name', rule({ toolName: 'mcp_s_t' }), call('s__t', { server: 's' }), 'allow'],
  ['the later form, called short', rule({ toolName: 'mcp_s_t' }), call('t', { server: 's' }), 'allow'],
  ['the later form in the call', rule({ toolName: 's__t' }), call('mcp_s_t', { server: 's' }), 'allow'],
  ['the later wildcard', rule({ toolName: 'mcp_s_*' }), call('s__t', { server: 's' }), 'allow'],
  [
    'the later wildcard, a server with odd letters',
    rule({ toolName: 'mcp_my_srv_*' }),
    call('my srv__t', { server: 'my srv' }),
    'allow',
  ],
  ['the later wildcard, another server', rule({ toolName: 'mcp_a_*' }), call('mcp_a_t', { server: 'b' }), 'deny'],
  ['the later wildcard for any server', rule({ toolName: 'mcp_*' }), call('s__t', { server: 's' }), 'allow'],
  ['the later wildcard for any server, and a built-in', rule({ toolName: 'mcp_*' }), call('read_file'), 'deny'],
  ['one tool of any server', rule({ toolName: 'mcp_*_search' }), call('a__search', { server: 'a' }), 'allow'],
  ['one tool of any server, another', rule({ toolName: 'mcp_*_search' }), call('a__x_search', { server: 'a' }), 'deny'],
  [
    'a name and a server that disagree, the server only starts alike',
    rule({ mcpName: 'safe_server', toolName: 'mcp_safe_server_*' }),
    call('mcp_mcp_safe_server_malicious_tool', { server: 'mcp_safe_server_malicious' }),
    'deny',
  ],
  [
    'a name and a server that disagree, the name is of another',
    rule({ mcpName: 'safe_server', toolName: 'mcp_safe_server_*' }),
    call('mcp_other_server_tool', { server: 'safe_server' }),
    'deny',
  ],
  ['a server cannot shadow a built-in', rule({ toolName: 'read_file' }), call('s__read_file', { server: 's' }), 'deny'],
  ['nor an older name of one', rule({ toolName: 'ls' }), call('s__ls', { server: 's' }), 'deny'],
]
for (const [name, toml, of, expected] of servers)
  test(`servers: ${name}`, async () => expect(await verdict(rulesFrom(toml), of)).toBe(expected))

const patterns: [name: string, argsPattern: string, args: Record<string, unknown>, allows: boolean, denies: boolean][] =
  [
    ['a top-level value', '"path":"src/', { path: 'src/a' }, true, true],
    ['another value', '"path":"src/', { path: 'test/a' }, false, false],
    ['no arguments', '"path"', {}, false, false],
    ['keys are sorted', '"a":1.*"b":2', { b: 2, a: 1 }, true, true],
    ['anchored at the start', '^\\{"a":1', { b: 2, a: 1 }, true, true],
    ['two pairs side by side', '"a":1,"b":2', { a: 1, b: 2 }, true, true],
    ['delimited', '\\x00"a":1\\x00', { a: 1 }, true, true],
    ['delimited, and it goes on', '\\x00"a":1\\x00', { a: 12 }, false, false],
    ['a nested object cannot imitate an argument', '"path":"src/', { path: '/etc', z: { path: 'src/a' } }, false, true],
    ['nor an object in a list', '"path":"src/', { path: '/etc', z: [{ path: 'src/a' }] }, false, true],
    ['nor the text of an argument', '"path":"src/', { path: '/etc', z: '"path":"src/a"' }, false, false],
    ['a nested value, reached from the top', '"z":\\{"path":"src/', { z: { path: 'src/a' } }, true, true],
    ['an element of a list', '"src/', { paths: ['src/a'] }, true, true],
    [
      'a path that climbs does not pass as what it starts with',
      '"file_path":"src/',
      { file_path: 'src/../.github/x' },
      false,
      true,
    ],
    [
      'a path that climbs is seen where it ends',
      '"file_path":"\\.github/',
      { file_path: 'src/../.github/x' },
      true,
      true,
    ],
    ['doubled slashes are one', '"file_path":"a/b"', { file_path: 'a//./b' }, true, true],
    ['a path as it was written', '"file_path":"\\./a"', { file_path: './a' }, true, true],
    ['a NUL in a value is not a delimiter', '\\x00"b":1', { a: '\u0000"b":1' }, false, false],
  ]
for (const [name, argsPattern, args, allows, denies] of patterns)
  test(`argsPattern: ${name}`, async () => {
    const written = `[[rule]]\ntoolName = "t"\nargsPattern = '${argsPattern}'\npriority = 9\n`
    const of = call('t', { args })
    expect(await verdict(rulesFrom(`${written}decision = "allow"`), of)).toBe(allows ? 'allow' : 'deny')
    const denying = rulesFrom(`${written}decision = "deny"\n${rule({ toolName: 't', priority: 1 })}`)
    expect(await verdict(denying, of)).toBe(denies ? 'deny' : 'allow')
  })

const hiding: [name: string, toml: string, tool: Parameters<typeof hidden>[1], expected: boolean, mode?: Mode][] = [
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
  test(`hidden: ${name}`, () => expect(hidden(rulesFrom(toml), tool, mode) !== undefined).toBe(expected))

test('hidden gives the rule that says so', () => {
  const rules = rulesFrom(`\n${rule({ toolName: 't', ...deny })}`)
  expect(hidden(rules, { name: 't', annotations: {} }, 'default')).toMatchObject({ file: 'user.toml', line: 2 })
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
  const seen = consider(rules, await factsFrom('$ npm test && git push'))
  expect(seen.map(({ rule: { priority }, matched, why }) => [priority, matched, why])).toEqual([
    [9, true, 'matches `git push`'],
    [6, false, 'the tool\'s annotations are not {"a":1}'],
    [5, true, 'matches `npm test`'],
    [4, false, 'only for the agent s'],
    [3, false, 'speaks of write_file'],
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
  const why = async (interactive: boolean) =>
    consider(rules, await factsFrom('$ ls', 'default', interactive)).map((each) => each.why)
  expect(await why(false)).toEqual([
    'commandPrefix "git", "npm" does not match for sure',
    'commandRegex "git" does not match',
    'argsPattern "x" does not match for sure',
    'only when a person can be asked',
    'only for the agent s',
    'speaks of tools of server s',
  ])
  expect((await why(true)).slice(3, 5)).toEqual(['every condition holds', 'only for the agent s'])
  const nested = consider(rules, { ...(await factsFrom('$ ls', 'default', true)), agent: 's' })
  expect(nested[4]?.why).toBe('only when nobody can be asked')
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
