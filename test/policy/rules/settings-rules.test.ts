import { expect, test } from 'vitest'
import type { Mode } from '../../../src/policy/rules/rule.ts'
import { type PolicySettings, settingsRules } from '../../../src/policy/rules/settings-rules.ts'
import { builtinRules, decided, prefix, rule, rulesFrom, verdict } from '../rules.ts'

const shipped = await builtinRules()

const table: [name: string, settings: PolicySettings, call: string, expected: string, mode?: Mode][] = [
  ['allowed', { tools: { allowed: ['write_file'] } }, 'write_file', 'allow'],
  ['allowed, in plan mode too', { tools: { allowed: ['web_fetch'] } }, 'web_fetch', 'allow', 'plan'],
  ['allowed by an older name', { tools: { allowed: ['ShellTool'] } }, '$ npm test', 'allow'],
  ['allowed by the older key', { allowedTools: ['web_fetch'] }, 'web_fetch', 'allow'],
  ['some commands allowed', { tools: { allowed: ['run_shell_command(git log)'] } }, '$ git log -1', 'allow'],
  ...[
    'git status',
    'git log | head',
    'cd /x && git log',
    'git log $(ls)',
    'bash -c "git log"',
    'git log --output=x',
    'git logs',
  ].map((command): [string, PolicySettings, string, string] => [
    'some commands allowed, and no others',
    { tools: { allowed: ['run_shell_command(git log)'] } },
    `$ ${command}`,
    'deny',
  ]),
  ...(
    [
      ['ls', 'deny'],
      ['git statusx', 'deny'],
      ['git status && ls', 'deny'],
      ['echo $(ls)', 'deny'],
      ['echo hi | cat', 'deny'],
      ['echo hi > out.txt', 'ask_user'],
      ['git status --short && echo ok', 'allow'],
    ] as const
  ).map(([command, expected]): [string, PolicySettings, string, string] => [
    'two commands allowed',
    { tools: { allowed: ['run_shell_command(git status)', 'run_shell_command(echo)'] } },
    `$ ${command}`,
    expected,
  ]),
  [
    'some commands allowed, in a subshell',
    { tools: { allowed: ['run_shell_command(git log)'] } },
    '$ (git log)',
    'allow',
  ],
  [
    'some commands allowed, with a harmless variable',
    { tools: { allowed: ['run_shell_command(git log)'] } },
    '$ FOO=1 git log',
    'allow',
  ],
  ['some commands allowed, by an older name', { tools: { allowed: ['ShellTool(git log)'] } }, '$ git log', 'allow'],
  [
    'some commands allowed, writing',
    { tools: { allowed: ['run_shell_command(git log)'] } },
    '$ git log > f',
    'ask_user',
  ],
  ['a trailing space', { tools: { allowed: ['run_shell_command(git )'] } }, '$ git log', 'allow'],
  ['no commands allowed', { tools: { allowed: ['run_shell_command()'] } }, '$ ls', 'deny'],
  ['a star is a command called star', { tools: { allowed: ['run_shell_command(*)'] } }, '$ ls', 'deny'],
  [
    'some commands allowed, and the rest of the shell in yolo',
    { tools: { allowed: ['run_shell_command(git log)'] } },
    '$ ls',
    'deny',
    'yolo',
  ],
  ['all commands allowed', { tools: { allowed: ['run_shell_command'] } }, '$ git log && rm -rf /', 'allow'],
  [
    'all commands allowed, also what cannot be read',
    { tools: { allowed: ['run_shell_command'] } },
    '$ git log "x',
    'allow',
  ],
  ['excluded', { tools: { exclude: ['read_file'] } }, 'read_file', 'deny'],
  ['excluded by the older key', { excludeTools: ['ReadFileTool'] }, 'read_file', 'deny'],
  ['excluded in yolo', { tools: { exclude: ['write_file'] } }, 'write_file', 'deny', 'yolo'],
  ['excluded beats allowed', { tools: { exclude: ['glob'], allowed: ['glob'] } }, 'glob', 'deny'],
  [
    'some commands excluded, in yolo',
    { tools: { exclude: ['run_shell_command(rm)'] } },
    '$ ls && rm x',
    'deny',
    'yolo',
  ],
  ['some commands excluded, and another', { tools: { exclude: ['run_shell_command(rm)'] } }, '$ ls', 'allow', 'yolo'],
  [
    'some commands excluded, all allowed',
    { tools: { exclude: ['ShellTool(rm)'], allowed: ['run_shell_command'] } },
    '$ rm x',
    'deny',
  ],
  ['excluded by its later name', { tools: { exclude: ['grep_search'] } }, 'search_file_content', 'deny', 'yolo'],
  ['excluded by the name of its class', { tools: { exclude: ['GlobTool'] } }, 'glob', 'deny', 'yolo'],
  [
    'excluded with arguments nobody can honour',
    { tools: { exclude: ['write_file(foo)'], allowed: ['write_file'] } },
    'write_file',
    'deny',
  ],
  [
    'a server’s tool excluded by its full name',
    { tools: { exclude: ['s__t'] }, mcpServers: { s: { trust: true } } },
    's__t',
    'deny',
  ],
  [
    'a server’s tool excluded by its own name',
    { tools: { exclude: ['t'] }, mcpServers: { s: { trust: true } } },
    's__t',
    'deny',
  ],
  [
    'confirmation',
    { tools: { confirmationRequired: ['ShellTool'], allowed: ['run_shell_command'] } },
    '$ make',
    'ask_user',
  ],
  ['the core tools', { tools: { core: ['read_file'] } }, 'read_file', 'allow'],
  ['not a core tool', { tools: { core: ['read_file'] } }, 'glob', 'deny'],
  ['no core tools at all', { tools: { core: [] } }, 'read_file', 'deny'],
  ['core tools by the older key and a class name', { coreTools: ['ReadFileTool'] }, 'read_file', 'allow'],
  ['core commands', { tools: { core: ['run_shell_command(gh issue list)'] } }, '$ gh issue list -L 3', 'allow'],
  ...(
    [
      ['ls', 'allow'],
      ['git status', 'allow'],
      ['npm test', 'deny'],
    ] as const
  ).map(([command, expected]): [string, PolicySettings, string, string] => [
    'two core commands',
    { tools: { core: ['run_shell_command(ls)', 'run_shell_command(git status)'] } },
    `$ ${command}`,
    expected,
  ]),
  ['not a core command', { tools: { core: ['run_shell_command(gh issue list)'] } }, '$ gh issue list | jq .', 'deny'],
  ['core commands in yolo', { tools: { core: ['run_shell_command(gh issue list)'] } }, '$ ls', 'deny', 'yolo'],
  [
    'core tools say nothing of servers',
    { tools: { core: ['read_file'] }, mcpServers: { gh: { trust: true } } },
    'gh__t',
    'allow',
  ],
  ['core tools say nothing of the run’s own server', { tools: { core: ['read_file'] } }, 'github__get_issue', 'allow'],
  ['a sub-agent can end', { tools: { core: ['read_file'] } }, 'complete_task', 'allow'],
  ['documents of servers can be read', { tools: { core: ['read_file'] } }, 'read_mcp_resource', 'allow'],
  ['core tools do not reach into plan mode', { tools: { core: ['write_file'] } }, 'write_file', 'deny', 'plan'],
  ['a trusted server', { mcpServers: { s: { trust: true } } }, 's__t', 'allow'],
  ['a trusted server with an underscore', { mcpServers: { my_srv: { trust: true } } }, 'my_srv__t', 'allow'],
  ['a name alone makes no server trusted', { mcpServers: { my_srv: { trust: true } } }, 'mcp_my_srv_t', 'deny'],
  ['a trusted server in plan mode', { mcpServers: { s: { trust: true } } }, 's__t', 'deny', 'plan'],
  ['a server that is not trusted', { mcpServers: { s: { trust: false } } }, 's__t', 'deny'],
  ['an allowed server', { mcp: { allowed: ['s'] } }, 's__t', 'allow'],
  ['an allowed server by the older key', { allowMCPServers: ['s'] }, 's__t', 'allow'],
  [
    'an allowed server, in letters of another case',
    { mcp: { allowed: ['my-server'] }, mcpServers: { 'My-Server': {} } },
    'My-Server__t',
    'allow',
  ],
  [
    'an excluded server, in letters of another case',
    { mcp: { excluded: ['MY-SERVER'] }, mcpServers: { 'My-Server': { trust: true } } },
    'My-Server__t',
    'deny',
  ],
  ['every server allowed', { mcp: { allowed: ['*'] } }, 's__t', 'allow'],
  ['an excluded server', { mcp: { excluded: ['s'] }, mcpServers: { s: { trust: true } } }, 's__t', 'deny'],
  ['every server excluded', { mcp: { excluded: ['*'] }, mcpServers: { s: { trust: true } } }, 's__t', 'deny'],
  ['every server excluded, and a built-in', { mcp: { excluded: ['*'] } }, 'read_file', 'allow'],
  [
    'an excluded server beats a tool allowed by its full name',
    { mcp: { excluded: ['s'] }, tools: { allowed: ['s__t'] } },
    's__t',
    'deny',
  ],
  [
    'an excluded server beats a tool allowed by its later name',
    { mcp: { excluded: ['s'] }, tools: { allowed: ['mcp_s_t'] }, mcpServers: { s: {} } },
    's__t',
    'deny',
  ],
  [
    'a tool of a trusted server excluded by its later name',
    { tools: { exclude: ['mcp_s_t'] }, mcpServers: { s: { trust: true } } },
    's__t',
    'deny',
  ],
  ['a tool allowed by its later name', { tools: { allowed: ['mcp_s_t'] }, mcpServers: { s: {} } }, 's__t', 'allow'],
  [
    'the newer key counts where both are',
    { tools: { exclude: [] }, excludeTools: ['read_file'] },
    'read_file',
    'allow',
  ],
  ['nothing', {}, 'write_file', 'ask_user'],
]
for (const [name, settings, call, expected, mode = 'default'] of table)
  test(`${name}: ${call} in ${mode}`, async () =>
    expect(await verdict([...shipped, ...settingsRules(settings)], call, mode)).toBe(expected))

test('a rule of the user can be stronger than settings, by its priority', async () => {
  const settings = settingsRules({ tools: { core: ['read_file'], allowed: ['run_shell_command(git log)'] } })
  expect(await verdict([...settings, ...rulesFrom(rule({ toolName: 'glob', priority: 239 }))], 'glob')).toBe('deny')
  expect(await verdict([...settings, ...rulesFrom(rule({ toolName: 'glob', priority: 250 }))], 'glob')).toBe('allow')
  expect(await verdict([...settings, ...rulesFrom(prefix('ls', { priority: 300 }))], '$ ls')).toBe('allow')
  expect(await verdict([...settings, ...rulesFrom(prefix('ls', { priority: 289 }))], '$ ls')).toBe('deny')
})

test('the setting and the entry are named as the rule', async () => {
  const { rule: by } = await decided(settingsRules({ tools: { exclude: ['a', 'read_file'] } }), 'read_file')
  expect(by).toMatchObject({ file: 'settings: tools.exclude', line: 2, tier: 'user', priority: 400 })
})

for (const allowed of ['write_file(foo)', 'run_shell_command(git "log)'])
  test(`an unsupported entry: ${allowed}`, () =>
    expect(() => settingsRules({ tools: { allowed: [allowed] } })).toThrow(/settings: tools\.allowed/))
