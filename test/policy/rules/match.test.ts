import { expect, test } from 'vitest'
import type { PolicyCall } from '../../../src/policy/rules/decide.ts'
import { rule, rulesFrom, verdict } from '../rules.ts'

const call = (tool: string, more: Partial<PolicyCall> = {}): PolicyCall => ({
  tool,
  args: {},
  annotations: {},
  ...more,
})

const servers: [name: string, toml: string, of: PolicyCall, expected: string][] = [
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
  [
    'a digest that is part of the name',
    rule({ toolName: 's__x_1a2b3c4d' }),
    call('s__x_1a2b3c4d', { server: 's', short: 'x_1a2b3c4d' }),
    'allow',
  ],
  [
    'the name with a digest',
    rule({ toolName: 's__user_update_1a2b3c4d' }),
    call('s__user_update_1a2b3c4d', { server: 's', short: 'user/update' }),
    'allow',
  ],
  ['an exact name of another server', rule({ toolName: 'safe__read' }), call('safe__read', { server: 'evil' }), 'deny'],
  [
    'an exact name of another server, as its own name',
    rule({ toolName: 'safe__read' }),
    call('safe__read', { server: 'evil', short: 'safe__read' }),
    'deny',
  ],
  [
    'an exact newer name of another server',
    rule({ toolName: 'mcp_safe_read' }),
    call('mcp_safe_read', { server: 'evil' }),
    'deny',
  ],
  ['a bare name that a server gives', rule({ toolName: 'read_file' }), call('read_file', { server: 'evil' }), 'deny'],
]
for (const [name, toml, of, expected] of servers)
  test(`servers: ${name}`, async () => expect(await verdict(rulesFrom(toml), of)).toBe(expected))

const long = `${'long'.repeat(20)}_end`
const maybes: [name: string, fields: Record<string, unknown>, of: PolicyCall][] = [
  [
    'the plain name that a server gives',
    { toolName: 'zz' },
    call('my_server__zz', { server: 'my_server', short: 'zz' }),
  ],
  ['a plain name, called short', { toolName: 'zz' }, call('zz', { server: 'my_server' })],
  [
    'the plain name of a tool with a digest',
    { toolName: 'user_update' },
    call('s__user_update_1a2b3c4d', { server: 's', short: 'user/update' }),
  ],
  [
    'the name that it had before the digest',
    { toolName: 's__user_update' },
    call('s__user_update_1a2b3c4d', { server: 's', short: 'user/update' }),
  ],
  [
    'the newer name that it had before the digest',
    { toolName: 'mcp_s_user_update' },
    call('s__user_update_1a2b3c4d', { server: 's', short: 'user/update' }),
  ],
  [
    'server and cleaned name',
    { mcpName: 's', toolName: 'user_update' },
    call('s__user_update_1a2b3c4d', { server: 's', short: 'user/update' }),
  ],
  [
    'any server and cleaned name',
    { mcpName: '*', toolName: 'user_update' },
    call('s__user_update_1a2b3c4d', { server: 's', short: 'user/update' }),
  ],
  [
    'the shortened name that it had before the digest',
    { toolName: `${`s__${long}`.slice(0, 28)}___${`s__${long}`.slice(-32)}` },
    call(`${`s__${long}`.slice(0, 28)}___${`s__${long}`.slice(-32, -9)}_1a2b3c4d`, { server: 's', short: long }),
  ],
  [
    'a name of another server',
    { toolName: 'srv__danger' },
    call('o__srv__danger', { server: 'o', short: 'srv__danger' }),
  ],
  ['a name of another server, called short', { toolName: 'srv__danger' }, call('srv__danger', { server: 'o' })],
  ['all of another server', { toolName: 'srv__*' }, call('o__srv__danger', { server: 'o', short: 'srv__danger' })],
  ['all of another server, newer', { toolName: 'mcp_srv_*' }, call('mcp_srv_danger', { server: 'o' })],
  ['another server', { mcpName: 'srv' }, call('o__srv__danger', { server: 'o', short: 'srv__danger' })],
  ['another server, any tool', { mcpName: 'srv', toolName: '*' }, call('srv__danger', { server: 'o' })],
  ['a server with a line, in a newer name', { mcpName: 'my_server' }, call('mcp_my_server_zz', { server: 'my' })],
]
for (const [name, fields, of] of maybes)
  test(`servers, what a rule may mean: ${name}`, async () => {
    const yes = rule({ toolName: '*', priority: 1 })
    for (const decision of ['deny', 'ask_user'])
      expect(await verdict(rulesFrom(yes + rule({ ...fields, decision })), of)).toBe(decision)
    expect(await verdict(rulesFrom(rule(fields)), of)).toBe('deny')
  })

const others: [name: string, fields: Record<string, unknown>, of: PolicyCall][] = [
  ['another tool', { toolName: 'zz' }, call('s__zz_top', { server: 's', short: 'zz_top' })],
  ['a built-in, and a tool of a server', { toolName: 'read_file' }, call('s__read_file', { server: 's' })],
  [
    'a server whose name only starts alike',
    { toolName: 'mcp_my_*' },
    call('my_srv__zz', { server: 'my_srv', short: 'zz' }),
  ],
  ['the same, by mcpName', { mcpName: 'my' }, call('my_srv__zz', { server: 'my_srv', short: 'zz' })],
  ['a name of the same length in another script', { toolName: '検索' }, call('s____', { server: 's', short: '読む' })],
  ['a built-in tool', { mcpName: 's', toolName: 'zz' }, call('zz')],
]
for (const [name, fields, of] of others)
  test(`servers, what a rule does not mean: ${name}`, async () => {
    const toml = rule({ toolName: '*', priority: 1 }) + rule({ ...fields, decision: 'deny' })
    expect(await verdict(rulesFrom(toml), of)).toBe('allow')
  })

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
    ['the brace of a nested object belongs to it', '\\{"path":"src/', { z: { path: 'src/a' } }, false, true],
    ['what stands right behind a nested object does not', ',"b":2', { a: { x: 1 }, b: 2 }, true, true],
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
    ['nor does one in a list', '"paths":\\["src/', { paths: ['src/../.github/x'] }, false, true],
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
