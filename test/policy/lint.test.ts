import { expect, test } from 'vitest'
import { lint } from '../../src/policy/lint.ts'
import { prefix, rule, rulesFrom } from './rules.ts'

const deny = { decision: 'deny' }
const table: [name: string, toml: string, ...findings: RegExp[]][] = [
  ['nothing', ''],
  ['two rules that differ', rule({ toolName: 'a' }) + rule({ toolName: 'b' })],
  [
    'shadowed by the opposite',
    rule({ toolName: 't', ...deny, priority: 9 }) + rule({ toolName: 't', priority: 1 }),
    /^user\.toml:5: never decides: user\.toml:1 \(deny\) matches every call/,
  ],
  [
    'shadowed by the same',
    rule({ toolName: ['t', 'u'], priority: 9 }) + rule({ toolName: 'u', priority: 1 }),
    /^user\.toml:5: never decides: .* says the same/,
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
    /allowRedirection has no effect: the rule allows nothing/,
  ],
  [
    'redirection of a tool that does not redirect',
    rule({ toolName: 't', allowRedirection: true }),
    /allowRedirection has no effect: it is about run_shell_command only/,
  ],
  ['a message for an allow', rule({ toolName: 't', denyMessage: 'x' }), /denyMessage has no effect/],
  ['only where somebody is', rule({ toolName: 't', interactive: true }), /never in an unattended run/],
  ['an operator in an allow', prefix('git log | head'), /"git log \| head" never matches/],
  ['an operator in a deny', prefix('git log | head', deny)],
  ['a pattern that explodes', rule({ toolName: 't', ...deny, argsPattern: '(a|a)*x' }), /repeats alternatives/],
  ['a pattern that backtracks', rule({ toolName: 't', ...deny, argsPattern: 'a.*b.*c.*d.*e' }), /repeats 4 times/],
  ['every tool', rule({ toolName: '*' }), /allows every tool/],
  ['every tool, in yolo', rule({ toolName: '*', modes: ['yolo'] })],
  ['every command', rule({ toolName: 'run_shell_command' }), /allows every command/],
  ['an interpreter', prefix('node'), /allows "node", which takes code to run/],
  ['an interpreter’s code', prefix('node -e'), /allows "node -e", which can run any program/],
  ['git -c', prefix('git -c'), /allows "git -c", which can run any program/],
  ['git -c with its value', prefix('git -c core.pager=cat log')],
  ['npm exec', prefix('npm exec'), /which can run any program/],
  ['a shell', prefix('bash'), /allows "bash"/],
  ['sudo', prefix('sudo'), /allows "sudo" to run scripts/],
  ['a module', prefix('python3 -m pytest')],
  ['a wrapper that needs no rule', prefix('timeout'), /commandPrefix "timeout" is not needed/],
  [
    'a tool that is misspelt',
    rule({ toolName: 'read_fille' }),
    /no tool is called "read_fille"; did you mean "read_file"\?/,
  ],
  ['a tool nobody knows', rule({ toolName: 'my_tool' })],
  ['a tool of a server', rule({ mcpName: 's', toolName: 'read_fil' })],
]
for (const [name, toml, ...findings] of table)
  test(`lint: ${name}`, () => {
    const found = lint(rulesFrom(toml)).map(({ file, line, text }) => `${file}:${line}: ${text}`)
    expect(found).toHaveLength(findings.length)
    for (const [at, finding] of findings.entries()) expect(found[at]).toMatch(finding)
  })
