import { expect, test } from 'vitest'
import type { Mode } from '../../src/policy/rules/rule.ts'
import { builtinRules, rulesFrom, verdict } from './rules.ts'

/** The examples of the reference's documentation, each with its documented effect. */
const examples: [
  name: string,
  toml: string,
  ...calls: [call: string, expected: string, mode?: Mode, interactive?: boolean][],
][] = [
  [
    'quick start',
    '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git status"\ndecision = "allow"\npriority = 100\n',
    ['$ git status', 'allow'],
    ['$ git status --short', 'allow'],
    ['$ git push', 'ask_user'],
  ],
  [
    'ask before any git command',
    '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git "\ndecision = "ask_user"\npriority = 100\n',
    ['$ git push', 'ask_user', 'yolo'],
    ['$ ls && git push', 'ask_user', 'yolo'],
    ['$ ls', 'allow', 'yolo'],
    ['$ gitk', 'allow', 'yolo'],
  ],
  [
    'a wildcard for a server',
    '[[rule]]\ntoolName = "my-server__*"\ndecision = "allow"\npriority = 100\n',
    ['my-server__anything', 'allow'],
    ['other__anything', 'deny'],
  ],
  [
    'arguments as stable JSON',
    `[[rule]]\ntoolName = "run_shell_command"\nargsPattern = '"command":"(git|npm)'\ndecision = "allow"\npriority = 100\n`,
    ['$ git log', 'allow'],
    ['$ npm test', 'allow'],
    ['$ ls', 'ask_user'],
  ],
  [
    'a regular expression that starts with ^',
    '[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = "^git (commit|push)"\ndecision = "ask_user"\npriority = 10\nmodes = ["yolo"]\n',
    ['$ git commit -m x', 'ask_user', 'yolo'],
    ['$ true; git push', 'ask_user', 'yolo'],
    ['$ git log', 'allow', 'yolo'],
  ],
  [
    'server and tool together',
    '[[rule]]\nmcpName = "my-jira-server"\ntoolName = "search"\ndecision = "allow"\npriority = 200\n',
    ['my-jira-server__search', 'allow'],
    ['my-jira-server__delete', 'deny'],
    ['other__search', 'deny'],
  ],
  [
    'a server alone',
    '[[rule]]\nmcpName = "untrusted-server"\ndecision = "deny"\npriority = 500\n',
    ['untrusted-server__x', 'deny', 'yolo'],
    ['trusted-server__x', 'allow', 'yolo'],
  ],
  [
    'several tools',
    '[[rule]]\ntoolName = ["write_file", "replace"]\ndecision = "ask_user"\npriority = 10\n',
    ['write_file {"file_path":"a"}', 'ask_user', 'yolo'],
    ['replace {"file_path":"a"}', 'ask_user', 'autoEdit'],
    ['read_file {"file_path":"a"}', 'allow'],
  ],
  [
    'several prefixes',
    '[[rule]]\ncommandPrefix = ["git log", "git diff"]\ndecision = "allow"\npriority = 10\n',
    ['$ git diff', 'allow'],
    ['$ git log | git diff', 'allow'],
    ['$ git push', 'ask_user'],
  ],
  [
    'every field at once',
    '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git "\ndecision = "ask_user"\npriority = 10\nmodes = ["autoEdit"]\n',
    ['$ git log', 'ask_user', 'autoEdit'],
  ],
  [
    'the shipped rules',
    '',
    ['save_memory {"fact":"a"}', 'ask_user'],
    ['read_file {"file_path":"a"}', 'allow'],
    ['glob {"pattern":"*"}', 'allow'],
    ['delegate_to_agent {"agent_name":"x"}', 'allow'],
    ['write_file {"file_path":"a"}', 'ask_user'],
    ['$ ls', 'ask_user'],
    ['write_file {"file_path":"a"}', 'allow', 'autoEdit'],
    ['$ ls', 'ask_user', 'autoEdit'],
    ['$ ls', 'allow', 'yolo'],
    ['$ rm -rf /', 'allow', 'yolo'],
    ['$ x > f', 'allow', 'yolo'],
    ['$ echo "unterminated', 'allow', 'yolo'],
    ['$ ', 'allow', 'yolo'],
    ['anything', 'allow', 'yolo'],
  ],
]
const shipped = await builtinRules()
for (const [name, toml, ...calls] of examples)
  for (const [call, expected, mode = 'default', interactive = false] of calls)
    test(`${name}: ${call} in ${mode}`, async () =>
      expect(await verdict([...shipped, ...rulesFrom(toml)], call, mode, interactive)).toBe(expected))

test('tiers: final priority is tier plus a thousandth of the priority', async () => {
  const at = (tier: 'default' | 'user' | 'admin', priority: number, decision: string) =>
    rulesFrom(`[[rule]]\ntoolName = "t"\ndecision = "${decision}"\npriority = ${priority}\n`, tier)
  expect(await verdict([...at('default', 999, 'deny'), ...at('user', 0, 'allow')], 't')).toBe('allow')
  expect(await verdict([...at('user', 999, 'deny'), ...at('admin', 0, 'allow')], 't')).toBe('allow')
  expect(await verdict([...at('admin', 20, 'deny'), ...at('user', 100, 'allow')], 't')).toBe('deny')
})
