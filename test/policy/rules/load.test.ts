import { expect, test } from 'vitest'
import { UserError } from '../../../src/platform/errors.ts'
import { formatProblem, loadPolicies, policyError } from '../../../src/policy/rules/load.ts'

const load = (text: string) => loadPolicies([{ tier: 'user', file: 'p.toml', text }])
const GOOD = 'toolName = "t"\ndecision = "allow"\npriority = 1\n'

const mistakes: [name: string, text: string, ...problems: string[]][] = [
  ['TOML that ends early', '[[rule]\n', 'p.toml:1:8: Invalid TOML document: expected end of table array declaration'],
  [
    'a string that is not closed',
    '[[rule]]\ntoolName = "x\n',
    'p.toml:2:14: Invalid TOML document: control characters are not allowed in strings',
  ],
  [
    'one key twice',
    `[[rule]]\n${GOOD}priority = 2\n`,
    'p.toml:5:1: Invalid TOML document: trying to redefine an already defined table or value',
  ],
  [
    'everything missing',
    '[[rule]]\n',
    'p.toml:1:1: rule 1: decision is missing: decision must be allow, deny or ask_user',
    'p.toml:1:1: rule 1: priority is required',
  ],
  [
    'no tool',
    '[[rule]]\ndecision = "allow"\npriority = 1\n',
    'p.toml:1:1: rule 1: toolName is required; "*" means every tool',
  ],
  [
    'a decision there is not',
    '[[rule]]\ntoolName = "t"\ndecision = "maybe"\npriority = 1\n',
    'p.toml:3:12: rule 1: decision must be allow, deny or ask_user, not "maybe"',
  ],
  [
    'a priority that is too high',
    '[[rule]]\ntoolName = "t"\ndecision = "deny"\npriority = 1000\n',
    'p.toml:4:12: rule 1: priority must be at most 999: a higher value would belong to the next tier',
  ],
  [
    'a priority below zero',
    '[[rule]]\ntoolName = "t"\ndecision = "deny"\npriority = -1\n',
    'p.toml:4:12: rule 1: priority must be at least 0',
  ],
  [
    'half a priority',
    '[[rule]]\ntoolName = "t"\ndecision = "deny"\npriority = 1.5\n',
    'p.toml:4:12: rule 1: priority must be an integer',
  ],
  [
    'a priority in quotes',
    '[[rule]]\ntoolName = "t"\ndecision = "deny"\npriority = "1"\n',
    'p.toml:4:12: rule 1: priority must be a number',
  ],
  [
    'an empty tool',
    '[[rule]]\ntoolName = ""\ndecision = "deny"\npriority = 1\n',
    'p.toml:2:12: rule 1: toolName must not be empty',
  ],
  [
    'an empty tool in a list',
    '[[rule]]\ntoolName = ["a", ""]\ndecision = "deny"\npriority = 1\n',
    'p.toml:2:12: rule 1: toolName must not be empty',
  ],
  [
    'no tools',
    '[[rule]]\ntoolName = []\ndecision = "deny"\npriority = 1\n',
    'p.toml:2:12: rule 1: toolName must name at least one',
  ],
  [
    'a tool that is a number',
    '[[rule]]\ntoolName = 7\ndecision = "deny"\npriority = 1\n',
    'p.toml:2:12: rule 1: toolName must be a string or a list of strings',
  ],
  [
    'a wildcard in the middle',
    '[[rule]]\ntoolName = "a*b"\ndecision = "deny"\npriority = 1\n',
    'p.toml:2:12: rule 1: toolName may contain * only alone, at the end, or as the server (mcp_*_tool)',
  ],
  ['an empty server', `[[rule]]\n${GOOD}mcpName = ""\n`, 'p.toml:5:11: rule 1: mcpName must not be empty'],
  ['an empty agent', `[[rule]]\n${GOOD}subagent = " "\n`, 'p.toml:5:12: rule 1: subagent must not be empty'],
  [
    'a mode there is not',
    `[[rule]]\n${GOOD}modes = ["yolo", "wild"]\n`,
    'p.toml:5:9: rule 1: modes must be one of default, autoEdit, yolo, plan',
  ],
  [
    'an unknown key',
    `[[rule]]\n${GOOD}commandPrefx = "rm"\n`,
    'p.toml:5:1: rule 1: unknown key "commandPrefx"; did you mean commandPrefix?',
  ],
  [
    'a key in another spelling',
    `[[rule]]\n${GOOD}tool_annotations = {}\n`,
    'p.toml:5:1: rule 1: unknown key "tool_annotations"; did you mean toolAnnotations?',
  ],
  [
    'a checker inside a rule',
    `[[rule]]\n${GOOD}[rule.safety_checker]\ntype = "in-process"\n`,
    'p.toml:5:1: rule 1: unknown key "safety_checker"',
  ],
  ['an unknown table', '[[rules]]\nx = 1\n', 'p.toml:1:1: unknown table "rules"; did you mean [[rule]]?'],
  ['one bracket', `[rule]\n${GOOD}`, 'p.toml:1:1: must be written [[rule]], with two brackets: it is a list of tables'],
  [
    'an empty pattern',
    `[[rule]]\n${GOOD}argsPattern = ""\n`,
    'p.toml:5:15: rule 1: argsPattern must not be empty: it would match everything',
  ],
  [
    'a pattern that does not compile',
    `[[rule]]\n${GOOD}argsPattern = "("\n`,
    'p.toml:5:15: rule 1: argsPattern does not compile: Invalid regular expression: /(/: Unterminated group',
  ],
  [
    'a pattern that only compiles inside another',
    '[[rule]]\ncommandRegex = "a)|(b"\ndecision = "deny"\npriority = 1\n',
    "p.toml:2:16: rule 1: commandRegex does not compile: Invalid regular expression: /a)|(b/: Unmatched ')'",
  ],
  [
    'a pattern that repeats itself',
    `[[rule]]\n${GOOD}argsPattern = "(a+)+"\n`,
    'p.toml:5:15: rule 1: argsPattern nests repetitions, for example (a+)+, and can take forever to fail',
  ],
  [
    'a pattern that is too long',
    `[[rule]]\n${GOOD}argsPattern = "${'a'.repeat(2049)}"\n`,
    'p.toml:5:15: rule 1: argsPattern is longer than 2048 characters',
  ],
  [
    'an empty prefix',
    '[[rule]]\ncommandPrefix = " "\ndecision = "deny"\npriority = 1\n',
    'p.toml:2:17: rule 1: commandPrefix must not be empty: it would match every command',
  ],
  [
    'an empty prefix in a list',
    '[[rule]]\ncommandPrefix = ["git", ""]\ndecision = "deny"\npriority = 1\n',
    'p.toml:2:17: rule 1: commandPrefix must not be empty: it would match every command',
  ],
  [
    'a prefix with an open quote',
    '[[rule]]\ncommandPrefix = "git \'log"\ndecision = "deny"\npriority = 1\n',
    'p.toml:2:17: rule 1: commandPrefix has an unclosed quote',
  ],
  [
    'a prefix for another tool',
    `[[rule]]\n${GOOD}commandPrefix = "git"\n`,
    'p.toml:5:17: rule 1: commandPrefix requires toolName = "run_shell_command"',
  ],
  [
    'a prefix for two tools',
    '[[rule]]\ntoolName = ["run_shell_command", "t"]\ncommandPrefix = "git"\ndecision = "deny"\npriority = 1\n',
    'p.toml:3:17: rule 1: commandPrefix requires toolName = "run_shell_command"',
  ],
  [
    'a prefix for a server',
    '[[rule]]\nmcpName = "s"\ncommandRegex = "git"\ndecision = "deny"\npriority = 1\n',
    'p.toml:3:16: rule 1: commandRegex requires toolName = "run_shell_command"',
  ],
  [
    'prefix and pattern',
    '[[rule]]\ncommandPrefix = "git"\nargsPattern = "x"\ndecision = "deny"\npriority = 1\n',
    'p.toml:2:17: rule 1: commandPrefix cannot be combined with argsPattern: use one of them',
  ],
  [
    'prefix and regex',
    '[[rule]]\ncommandPrefix = "git"\ncommandRegex = "x"\ndecision = "deny"\npriority = 1\n',
    'p.toml:3:16: rule 1: commandRegex cannot be combined with commandPrefix: use one of them',
  ],
  [
    'annotations that are lists',
    `[[rule]]\n${GOOD}toolAnnotations = { a = [1] }\n`,
    'p.toml:5:19: rule 1: toolAnnotations.a must be a string, a number or a boolean',
  ],
  [
    'a checker there is not',
    '[[safety_checker]]\ntoolName = "t"\n[safety_checker.checker]\ntype = "in-process"\nname = "x"\n',
    'p.toml:5:8: safety_checker 1: checker.name the only in-process checker is allowed-path',
  ],
  [
    'a checker of no kind',
    '[[safety_checker]]\ntoolName = "t"\nchecker = { type = "x", name = "x" }\n',
    'p.toml:3:11: safety_checker 1: checker.type must be in-process or external',
  ],
  [
    'the second rule',
    `# first\n[[rule]]\n${GOOD}\n  [[rule]] # second\n  toolName = "t"\n  decision = "alow"\n  priority = 1\n`,
    'p.toml:9:14: rule 2: decision must be allow, deny or ask_user, not "alow"',
  ],
  [
    'a rule that looks like one inside a string',
    `[[rule]]\n${GOOD}denyMessage = """\n[[rule]]\npriority = 2000\n"""\n[[rule]]\ntoolName = "t"\ndecision = "deny"\npriority = -1\n`,
    'p.toml:12:12: rule 2: priority must be at least 0',
  ],
  [
    'rules in one list',
    'rule = [\n  { toolName = "t", decision = "deny", priority = 7000 },\n]\n',
    'p.toml:1:1: rule 1: priority must be at most 999: a higher value would belong to the next tier',
  ],
]
for (const [name, text, ...problems] of mistakes)
  test(`mistake: ${name}`, () => {
    const loaded = load(text)
    expect(loaded.problems.map(formatProblem)).toEqual(problems)
  })

test('one error lists the errors of all files', () => {
  const bad = '[[rule]]\ntoolName = "t"\ndecision = "x"\npriority = 1\n'
  const { rules, problems } = loadPolicies([
    { tier: 'user', file: 'a.toml', text: bad },
    { tier: 'user', file: 'b.toml', text: `[[rule]]\n${GOOD}` },
    { tier: 'admin', file: 'c.toml', text: '[[' },
  ])
  expect(rules).toHaveLength(1)
  expect(problems.map(({ file }) => file)).toEqual(['a.toml', 'c.toml'])
  const error = policyError(problems)
  expect(error).toBeInstanceOf(UserError)
  expect(error.message).toMatch(/2 mistakes.*\n- a\.toml:3:12: .*\n- c\.toml:1:\d+: /)
})

const accepted: [name: string, text: string, rule: Record<string, unknown>][] = [
  ['an empty file', '', {}],
  ['a byte order mark', `\uFEFF[[rule]]\n${GOOD}`, { verdict: 'allow', line: 1 }],
  ['CRLF', `\r\n[[rule]]\r\n${GOOD.replaceAll('\n', '\r\n')}`, { verdict: 'allow', line: 2 }],
  [
    'a server alone',
    '[[rule]]\nmcpName = "s"\ndecision = "deny"\npriority = 0\n',
    { verdict: 'deny', priority: 0, match: { server: 's' } },
  ],
  [
    'a prefix alone',
    '[[rule]]\ncommandPrefix = "git "\ndecision = "ask_user"\npriority = 999\n',
    { verdict: 'ask', match: { tools: ['run_shell_command'], prefixes: [{ text: 'git ', words: ['git'] }] } },
  ],
  [
    'the shell by an older name',
    '[[rule]]\ntoolName = "ShellTool"\ncommandPrefix = "git"\ndecision = "deny"\npriority = 1\n',
    { match: { tools: ['run_shell_command'], prefixes: [{ text: 'git', words: ['git'] }] } },
  ],
  ['a name and a description', `[[rule]]\n${GOOD}name = "n"\ndescription = "d"\n`, { verdict: 'allow' }],
  [
    'older spellings',
    `[[rule]]\n${GOOD}deny_message = "no"\nallow_redirection = true\n`,
    { message: 'no', allowRedirection: true },
  ],
  [
    'the newer spelling wins',
    `[[rule]]\n${GOOD}deny_message = "no"\ndenyMessage = "never"\nallow_redirection = true\nallowRedirection = false\n`,
    { message: 'never' },
  ],
  [
    'every condition',
    `[[rule]]\n${GOOD}mcpName = "s"\nmodes = ["auto_edit", "plan"]\ninteractive = false\nsubagent = "a/b"\ntoolAnnotations = { x = true, y = 1, z = "s" }\n`,
    {
      match: {
        tools: ['t'],
        server: 's',
        modes: ['autoEdit', 'plan'],
        interactive: false,
        agent: 'a/b',
        annotations: { x: true, y: 1, z: 's' },
      },
    },
  ],
]
for (const [name, text, rule] of accepted)
  test(`accepted: ${name}`, () => {
    const { rules, problems } = load(text)
    expect(problems).toEqual([])
    if (text !== '') expect(rules[0]).toMatchObject({ tier: 'user', file: 'p.toml', ...rule })
    if (name === 'the newer spelling wins') expect(rules[0]?.allowRedirection).toBeUndefined()
  })

test('a checker, with what it may see', () => {
  const { checkers, problems } = load(
    '\n[[safety_checker]]\ntoolName = ["write_file", "replace"]\npriority = 5\n[safety_checker.checker]\ntype = "external"\nname = "my-checker"\nrequired_context = ["history"]\n[safety_checker.checker.config]\nlevel = 3\n',
  )
  expect(problems).toEqual([])
  expect(checkers).toEqual([
    {
      tier: 'user',
      priority: 5,
      file: 'p.toml',
      line: 2,
      match: { tools: ['write_file', 'replace'] },
      checker: { type: 'external', name: 'my-checker', requiredContext: ['history'], config: { level: 3 } },
    },
  ])
})
