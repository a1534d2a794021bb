import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadPolicies } from '../../../src/policy/rules/load.ts'
import { mayEditCheckout } from '../../../src/policy/rules/reachable.ts'
import type { Mode } from '../../../src/policy/rules/rule.ts'

const builtIn = ['agents', 'auto-edit', 'github', 'plan', 'protected-paths', 'read-only', 'write', 'yolo']
const policy = (name: string) => readFileSync(new URL(`../../../policies/${name}.toml`, import.meta.url), 'utf8')
const shell = (condition: string) =>
  `[[rule]]\ntoolName = "run_shell_command"\n${condition}\ndecision = "allow"\npriority = 100\n`
const DENY_EDITS = '[[rule]]\ntoolName = ["write_file", "replace"]\ndecision = "deny"\npriority = 900\n'

const CASES: [name: string, text: string, mode: Mode, expected: boolean][] = [
  ['the defaults', '', 'default', false],
  ['the profile review', policy('profiles/review'), 'default', false],
  ['the profile triage', policy('profiles/triage'), 'default', false],
  ['the profile triage in mode yolo', policy('profiles/triage'), 'yolo', false],
  ['the profile maintain', policy('profiles/maintain'), 'default', true],
  ['the profile maintain in mode plan', policy('profiles/maintain'), 'plan', false],
  ['mode autoEdit', '', 'autoEdit', true],
  ['mode yolo', '', 'yolo', true],
  ['mode plan', '', 'plan', false],
  ['any command', shell(''), 'default', true],
  ['any command, but edits are denied', shell('') + DENY_EDITS, 'default', false],
  ['a command that reads', shell('commandPrefix = "git log"'), 'default', false],
  ['a command that may write', shell('commandPrefix = ["git log", "npm run format"]'), 'default', true],
  ['a redirection', shell('commandPrefix = "echo"\nallowRedirection = true'), 'default', true],
  ['a subcommand of git that writes', shell('commandPrefix = "git commit"'), 'default', true],
  ['all of git', shell('commandPrefix = "git"'), 'default', true],
  ['a pattern of a command that reads', shell("commandRegex = 'git log .*'"), 'default', false],
  ['a pattern of anything', shell("commandRegex = '.*'"), 'default', true],
]
test.each(CASES)('mayEditCheckout: %s', (_name, text, mode, expected) => {
  const { rules, problems } = loadPolicies([
    ...builtIn.map((name) => ({ tier: 'default' as const, file: `${name}.toml`, text: policy(name) })),
    { tier: 'user', file: 'user.toml', text },
  ])
  expect(problems).toEqual([])
  expect(mayEditCheckout(rules, mode)).toBe(expected)
})
