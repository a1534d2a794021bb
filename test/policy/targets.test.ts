import { expect, test } from 'vitest'
import { decide, explainRules } from '../../src/policy/rules/decide.ts'
import { lintRules } from '../../src/policy/rules/lint.ts'
import { loadPolicies } from '../../src/policy/rules/load.ts'
import { readPolicyTests, runPolicyTest } from '../../src/policy/rules/policy-test.ts'
import { allowRules, remedyFor } from '../../src/policy/rules/remedy.ts'
import type { CallFacts, Tier } from '../../src/policy/rules/rule.ts'
import { builtinRules, rule, rulesFrom } from './rules.ts'

// The field `targets`: what a run may not write by itself needs a rule that says so.

const call = (tool: string, beyond?: string): CallFacts => ({
  tool: `github__${tool}`,
  server: 'github',
  args: { number: 5, body: 'x' },
  annotations: {},
  mode: 'default',
  interactive: false,
  beyond,
})

const OTHER = '#5 is not the item of this run (#7).'
const any = (toolName: string | string[], more: Record<string, unknown> = {}) =>
  rule({ mcpName: 'github', toolName, targets: 'any', ...more })

test.each<[name: string, text: string, tier: Tier, tool: string, verdict: string]>([
  ['no rule', '', 'user', 'comment', 'deny'],
  ['every tool', rule({ toolName: '*' }), 'admin', 'comment', 'deny'],
  ['the server', rule({ mcpName: 'github' }), 'admin', 'comment', 'deny'],
  ['the tool', rule({ toolName: 'github__comment' }), 'user', 'comment', 'deny'],
  ['the tool, own', rule({ toolName: 'github__comment', targets: 'own' }), 'user', 'comment', 'deny'],
  ['the tool, any', rule({ toolName: 'github__comment', targets: 'any' }), 'user', 'comment', 'allow'],
  [
    'the tool, any, by the later name',
    rule({ toolName: 'mcp_github_comment', targets: 'any' }),
    'user',
    'comment',
    'allow',
  ],
  ['several tools', any(['assign', 'comment']), 'admin', 'comment', 'allow'],
  ['another tool', any('assign'), 'user', 'comment', 'deny'],
  ['built-in rules', any('comment'), 'default', 'comment', 'deny'],
  [
    'any, but denied',
    any('comment') + any('comment', { decision: 'deny', targets: undefined, priority: 200 }),
    'user',
    'comment',
    'deny',
  ],
  ['any in another mode', any('comment', { modes: ['plan'] }), 'user', 'comment', 'deny'],
])('a write to another item with %s', async (_, text, tier, tool, verdict) => {
  const rules = [...(await builtinRules()), ...rulesFrom(text, tier)]
  expect(decide(rules, call(tool, OTHER), 'deny').verdict).toBe(verdict)
  const denies = text.includes('"deny"')
  expect(decide(rules, call(tool), 'deny').verdict).toBe(denies ? 'deny' : 'allow')
})

test('the decision says why, and the remedy names the tool and the field', async () => {
  const rules = await builtinRules()
  const facts = call('comment', OTHER)
  const decision = decide(rules, facts, 'deny')
  expect(decision.message).toBe(OTHER)
  const remedy = remedyFor(decision, facts)
  expect(remedy).toContain('targets = "any"')
  expect(decide([...rules, ...rulesFrom(remedy)], facts, 'deny').verdict).toBe('allow')
  for (const text of allowRules(facts, 100))
    expect(decide([...rules, ...rulesFrom(text)], facts, 'deny').verdict).toBe('allow')
  expect(explainRules(rules, facts).map(({ reason }) => reason)).toContain('does not say targets = "any"')
})

test.each<[fields: Record<string, unknown>, problem: RegExp]>([
  [{ toolName: 'write_file', targets: 'any' }, /targets is not for "write_file"/],
  [{ toolName: 'run_shell_command', targets: 'own' }, /targets is not for "run_shell_command"/],
  [{ commandPrefix: 'gh', targets: 'any' }, /targets requires toolName/],
  [{ toolName: '*', targets: 'any' }, /targets is not for "\*"/],
  [{ toolName: 'github__*', targets: 'any' }, /targets is not for "github__\*"/],
  [{ mcpName: 'github', targets: 'any' }, /targets requires toolName/],
  [{ mcpName: 'github', toolName: 'review_comment', targets: 'any' }, /targets is not for "review_comment"/],
  [{ mcpName: 'github', toolName: ['comment', 'get_issue'], targets: 'any' }, /targets is not for "get_issue"/],
  [{ mcpName: '*', toolName: 'comment', targets: 'any' }, /targets is not for "comment"/],
  [{ mcpName: 'tracker', toolName: 'comment', targets: 'any' }, /targets is not for "comment"/],
  [{ toolName: 'comment', targets: 'any' }, /targets is not for "comment"/],
  [{ toolName: 'github__comment', decision: 'deny', targets: 'any' }, /targets only an allow rule can have it/],
  [{ toolName: 'github__comment', targets: 'all' }, /targets must be own or any/],
])('%j is a mistake', (fields, problem) => {
  const { problems } = loadPolicies([{ tier: 'user', file: 'a.toml', text: rule(fields) }])
  expect(problems.map(({ text }) => text).join('\n')).toMatch(problem)
})

test('a rule for all targets is not hidden by one for the own item', () => {
  const own = rule({ mcpName: 'github', toolName: 'comment', priority: 200 })
  expect(lintRules(rulesFrom(own + any('comment')))).toEqual([])
  expect(lintRules(rulesFrom(any('comment', { priority: 200 }) + own.replace('200', '100')))).toHaveLength(1)
  const deny = rule({ mcpName: 'github', toolName: 'comment', decision: 'deny' })
  expect(lintRules(rulesFrom(own + deny))).toEqual([])
})

test('cases of policy test say what a call writes to', async () => {
  const rules = await builtinRules()
  const cases = (text: string) => readPolicyTests(text, 'cases.toml').cases
  const [own, other, issue, report] = cases(`
[[case]]
tool = "github__comment"
expect = "allow"
[[case]]
tool = "github__comment"
targets = "any"
expect = "deny"
[[case]]
tool = "github__create_issue"
expect = "deny"
[[case]]
tool = "github__create_issue"
targets = "own"
expect = "allow"
`)
  for (const each of [own, other, issue, report])
    expect(each === undefined ? undefined : await runPolicyTest(rules, each)).toEqual({ ok: true })
})
