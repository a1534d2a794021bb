import { expect, test } from 'vitest'
import { lintRules } from '../../../src/policy/rules/lint.ts'
import { prefix, rule, rulesFrom } from '../rules.ts'

const deny = { decision: 'deny' }
const table: [name: string, toml: string, ...findings: RegExp[]][] = [
  ['nothing', ''],
  ['two rules that differ', rule({ toolName: 'a' }) + rule({ toolName: 'b' })],
  [
    'shadowed by the opposite',
    rule({ toolName: 't', ...deny, priority: 9 }) + rule({ toolName: 't', priority: 1 }),
    /^user\.toml:5: never decides: user\.toml:1 \(deny\) comes first and matches all the same calls/,
  ],
  [
    'shadowed by the same',
    rule({ toolName: ['t', 'u'], priority: 9 }) + rule({ toolName: 'u', priority: 1 }),
    /^user\.toml:5: never decides: .* makes the same decision/,
  ],
  [
    'shadowed by every tool',
    rule({ toolName: '*', ...deny, priority: 9 }) + rule({ mcpName: 's', priority: 1 }),
    /:5: never decides/,
  ],
  [
    'shadowed on its server',
    rule({ mcpName: 's', ...deny, priority: 9 }) + rule({ mcpName: 's', toolName: 't', priority: 1 }),
    /:5: never decides/,
  ],
  ['another server', rule({ mcpName: 's', ...deny, priority: 9 }) + rule({ mcpName: 'o', toolName: 't', priority: 1 })],
  [
    'not shadowed in its other modes',
    rule({ toolName: 't', ...deny, modes: ['plan'], priority: 9 }) + rule({ toolName: 't', priority: 1 }),
  ],
  [
    'shadowed in its modes',
    rule({ toolName: 't', ...deny, modes: ['plan', 'yolo'], priority: 9 }) +
      rule({ toolName: 't', modes: ['plan'], priority: 1 }),
    /:6: never decides/,
  ],
  [
    'not shadowed for other agents',
    rule({ toolName: 't', ...deny, subagent: 's', priority: 9 }) + rule({ toolName: 't', priority: 1 }),
  ],
  [
    'not shadowed without the annotation',
    rule({ toolName: 't', ...deny, toolAnnotations: { a: 1 }, priority: 9 }) + rule({ toolName: 't', priority: 1 }),
  ],
  [
    'not shadowed for other arguments',
    rule({ toolName: 't', ...deny, argsPattern: 'x', priority: 9 }) + rule({ toolName: 't', priority: 1 }),
  ],
  [
    'shadowed for the same arguments',
    rule({ toolName: 't', ...deny, argsPattern: 'x', priority: 9 }) +
      rule({ toolName: 't', argsPattern: 'x', priority: 1 }),
    /:6: never decides/,
  ],
  [
    'shadowed by a shorter prefix that denies',
    prefix('git', { ...deny, priority: 9 }) + prefix('git log', { priority: 1 }),
    /:5: never decides/,
  ],
  ['not shadowed by a longer prefix', prefix('git log', { ...deny, priority: 9 }) + prefix('git', { priority: 1 })],
  [
    'a shorter prefix that allows leaves the dangers',
    prefix('git', { priority: 9 }) + prefix('git -c core.pager=x', { priority: 1 }),
  ],
  [
    'lower, so not shadowing',
    rule({ toolName: 't', ...deny, priority: 1 }) + rule({ toolName: 't', priority: 9 }),
    /:1: never decides/,
  ],
  [
    'redirection that is not allowed',
    rule({ toolName: 'run_shell_command', ...deny, allowRedirection: true }),
    /allowRedirection has no effect: the rule does not allow/,
  ],
  [
    'redirection of a tool that does not redirect',
    rule({ toolName: 't', allowRedirection: true }),
    /allowRedirection has no effect: it only applies to run_shell_command/,
  ],
  ['a message for an allow', rule({ toolName: 't', denyMessage: 'x' }), /denyMessage has no effect/],
  [
    'only where somebody is',
    rule({ toolName: 't', interactive: true }),
    /when a person can confirm calls, so never in a workflow run/,
  ],
  ['an operator in an allow', prefix('git log | head'), /"git log \| head" never matches/],
  ['an operator in a deny', prefix('git log | head', deny)],
  ['a pattern that explodes', rule({ toolName: 't', ...deny, argsPattern: '(a|a)*x' }), /repeats alternatives/],
  ['a pattern that backtracks', rule({ toolName: 't', ...deny, argsPattern: 'a.*b.*c.*d.*e' }), /has 4 repetitions/],
  ['every tool', rule({ toolName: '*' }), /allows every tool/],
  ['every tool, with any arguments', rule({ toolName: '*', argsPattern: '.*' }), /allows every tool/],
  ['every tool of every server', rule({ mcpName: '*' }), /allows every tool of every MCP server/],
  ['every tool of one server', rule({ mcpName: 's' })],
  ['one tool of every server', rule({ mcpName: '*', toolName: 't' })],
  ['every tool, in yolo', rule({ toolName: '*', modes: ['yolo'] })],
  ['every command', rule({ toolName: 'run_shell_command' }), /allows every command/],
  ['an interpreter', prefix('node'), /allows "node", which runs code from its input/],
  ['an interpreter’s code', prefix('node -e'), /allows "node -e", which can run any program/],
  ['git -c', prefix('git -c'), /allows "git -c", which can run any program/],
  ['git -c with its value', prefix('git -c core.pager=cat log')],
  ['npm exec', prefix('npm exec'), /which can run any program/],
  ['a shell', prefix('bash'), /allows "bash"/],
  ['sudo', prefix('sudo'), /allows "sudo" to run scripts/],
  ['a module', prefix('python3 -m pytest')],
  ['a wrapper that needs no rule', prefix('timeout'), /commandPrefix "timeout" is not needed/],
  [
    'a deny that a broader allow shadows',
    prefix('git', { priority: 100 }) + prefix('git push', { ...deny, priority: 50 }),
    /^user\.toml:5: does not deny: user\.toml:1 \(allow, priority 100\) allows the same commands/,
  ],
  [
    'a deny that an allow for every command shadows',
    prefix('npm run', { priority: 100 }) + rule({ commandRegex: 'npm run deploy', ...deny, priority: 50 }),
    /:5: does not deny/,
  ],
  ['a deny that comes first', prefix('git', { priority: 50 }) + prefix('git push', { ...deny, priority: 100 })],
  ['a deny for something else', prefix('git log', { priority: 100 }) + prefix('git push', { ...deny, priority: 50 })],
  ['a deletion', prefix('rm -rf'), /allows "rm -rf", which deletes files/],
  ['a deletion in a pattern', rule({ commandRegex: '^rm -rf .*' }), /allows "rm -rf ", which deletes files/],
  ['sudo with a program', prefix('sudo apt-get'), /runs commands as another user/],
  ['a download', prefix('curl'), /allows "curl", which fetches from any host/],
  ['a download into a shell', prefix('curl x | sh'), /never matches/, /allows "curl x \| sh", which fetches/],
  ['any program', rule({ commandRegex: '.*' }), /allows any program/],
  ...['.+', '\\S+', '(.*)', '[a-z]+ .*', '\\w+( .*)?', '^.*$'].map((commandRegex): [string, string, RegExp] => [
    `any program: ${commandRegex}`,
    rule({ commandRegex }),
    /allows any program/,
  ]),
  ...['.*', '"command":".*'].map((argsPattern): [string, string, RegExp] => [
    `any program: ${argsPattern}`,
    rule({ toolName: 'run_shell_command', argsPattern }),
    /argsPattern .* allows any program/,
  ]),
  // Near variants of what people regret.
  ...(
    [
      ['rm -rf', 'deletes files'],
      ['/bin/rm', 'deletes files'],
      ['git clean -fdx', 'deletes files'],
      ['find . -delete', 'deletes files'],
      ['xargs rm', 'deletes files'],
      ['timeout 5 rm', 'deletes files'],
      ['sudo -n apt-get', 'as another user'],
      ['env sudo', 'as another user'],
      ['bash -c', 'runs scripts'],
      ['/bin/bash', 'runs scripts'],
      ['env sh', 'runs scripts'],
      ['xargs sh -c', 'runs scripts'],
      ['busybox', 'runs scripts'],
      ['python -c', 'any program'],
      ['/usr/bin/python3', 'runs code'],
      ['npx', 'any package'],
      ['wget -O-', 'fetches from any host'],
      ['curl -fsSL https://x', 'fetches from any host'],
      ['xargs', 'words that no rule sees'],
      ['find . -exec', 'words that no rule sees'],
      ['chmod 777', 'who may read, write or run'],
      ['chmod -R 777', 'who may read, write or run'],
      ['dd if=x', 'overwrite'],
      ['mkfs.ext4', 'overwrite'],
      ['git push --force', 'discards'],
      ['git reset --hard', 'discards'],
      ['eval', 'beyond the checkout'],
      ['docker run', 'beyond the checkout'],
    ] as const
  ).map(([commandPrefix, reason]): [string, string, RegExp] => [
    commandPrefix,
    prefix(commandPrefix),
    new RegExp(reason),
  ]),
  ...(
    [
      ['(ls|rm) .*', 'deletes files'],
      ['ls|rm', 'deletes files'],
      ['wget -O- .*\\| *bash', 'fetches from any host'],
      ['git log|bash -c', 'runs scripts'],
      ['git (log|push --force)', 'discards'],
      ['find .* -exec .*', 'words that no rule sees'],
    ] as const
  ).map(([commandRegex, reason]): [string, string, RegExp] => [
    commandRegex,
    rule({ commandRegex }),
    new RegExp(reason),
  ]),
  ['a find that may only search', prefix('find')],
  ['a find that may only search, as a pattern', rule({ commandRegex: 'find .*' })],
  ...[
    [prefix('git'), rule({ commandRegex: 'git push .*--force', ...deny, priority: 50 })],
    [rule({ commandRegex: 'git f.*' }), prefix('git fetch', { ...deny, priority: 50 })],
    [
      rule({ toolName: 'run_shell_command', argsPattern: '"command":"git log' }),
      rule({ toolName: 'run_shell_command', argsPattern: '"command":"git log .*secret', ...deny, priority: 50 }),
    ],
    [prefix('git log'), rule({ commandRegex: '.*--force', ...deny, priority: 50 })],
    [
      prefix('git'),
      rule({ toolName: 'run_shell_command', argsPattern: 'git push', decision: 'ask_user', priority: 50 }),
    ],
  ].map(([allow = '', denial = '']): [string, string, RegExp] => [
    `shadowed: ${denial}`,
    allow + denial,
    /does not (deny|ask): user\.toml:1/,
  ]),
  ['a deny of the rest', prefix('git log') + rule({ commandRegex: '.*', ...deny, priority: 50 })],
  ['a pattern for JSON', rule({ commandRegex: '(git log|git status)( |")', ...deny }), /written for the JSON text/],
  [
    'a pattern with the key',
    rule({ commandRegex: '"command":"git', ...deny }),
    /never matches: it is tried on the command alone/,
  ],
  [
    'a pattern with an end in the middle',
    rule({ commandRegex: 'git$ log', ...deny }),
    /never matches: it has a \^ or \$/,
  ],
  ['a pattern that starts with a blank', rule({ commandRegex: ' git', ...deny }), /does not start with a space/],
  [
    'a pattern with blanks in JSON',
    rule({ toolName: 't', argsPattern: '"command": "git', ...deny }),
    /no space after a colon/,
  ],
  ['a prefix with a star', prefix('git *', deny), /is literal text/],
  [
    'a tool that is misspelt',
    rule({ toolName: 'read_fille' }),
    /no tool is named "read_fille"; did you mean "read_file"\?/,
  ],
  ['a tool nobody knows', rule({ toolName: 'my_tool' })],
  ['a tool of a server', rule({ mcpName: 's', toolName: 'read_fil' })],
]
for (const [name, toml, ...findings] of table)
  test(`lint: ${name}`, () => {
    const found = lintRules(rulesFrom(toml)).map(({ file, line, text }) => `${file}:${line}: ${text}`)
    expect(found).toHaveLength(findings.length)
    for (const [at, finding] of findings.entries()) expect(found[at]).toMatch(finding)
  })
