import { describe, expect, test } from 'vitest'
import { decide, hidingRule } from '../../../src/policy/rules/decide.ts'
import { loadPolicies } from '../../../src/policy/rules/load.ts'
import { mayAllowServer, mayAllowToolPrefix } from '../../../src/policy/rules/reachable.ts'

const rules = (match: string, decision = 'allow') => {
  const text = `[[rule]]\n${match}\ndecision = "${decision}"\npriority = 5\n`
  const { rules: loaded, problems } = loadPolicies([{ tier: 'user', file: 't.toml', text }])
  expect(problems).toEqual([])
  return loaded
}

describe('whether a rule could allow a tool of the server jira', () => {
  test.each([
    ['mcpName = "jira"', true],
    ['mcpName = "jira"\ntoolName = "search"', true],
    ['mcpName = "*"', true],
    ['toolName = "*"', true],
    ['toolName = "jira__search"', true],
    ['toolName = "jira__*"', true],
    ['toolName = "mcp_jira_search"', true],
    ['toolName = "mcp_*"', true],
    ['toolName = "*__search"', true],
    ['mcpName = "slack"', false],
    ['toolName = "search"', false],
    ['toolName = "slack__search"', false],
    ['toolName = ["read_file", "glob"]', false],
    ['mcpName = "jira"\nmodes = ["yolo"]', false],
    ['mcpName = "jira"\ninteractive = true', false],
  ])('%s: %s', (match, could) => expect(mayAllowServer(rules(match), 'jira', 'default')).toBe(could))

  test('a rule that denies allows nothing', () =>
    expect(mayAllowServer(rules('mcpName = "jira"', 'deny'), 'jira', 'default')).toBe(false))
})

test.each([
  ['toolName = "discovered_tool_*"', true],
  ['toolName = "discovered_tool_weigh"', true],
  ['toolName = "disc*"', true],
  ['toolName = "*"', true],
  ['toolName = "read_*"', false],
  ['mcpName = "*"', false],
])('discovered tools under %s: %s', (match, could) =>
  expect(mayAllowToolPrefix(rules(match), 'discovered_tool_', 'default')).toBe(could),
)

describe("a server's own name for a tool counts, whatever became of it", () => {
  const tool = { name: 'My_Server__delete_all_', server: 'My Server', short: 'delete all!', annotations: {} }
  const facts = { ...tool, tool: tool.name, args: {}, mode: 'default', interactive: false } as const
  test.each([
    'mcpName = "My Server"\ntoolName = "delete all!"',
    'mcpName = "My Server"',
    'toolName = "My_Server__delete_all_"',
  ])('%s', (match) => {
    expect(decide(rules(match, 'deny'), facts, 'allow').verdict).toBe('deny')
    expect(hidingRule(rules(match, 'deny'), tool, 'default')).toBeDefined()
  })

  test('and gives no say to a rule about a tool of ours', () => {
    const posing = { ...facts, tool: 's__read_file', server: 's', short: 'read_file' }
    expect(decide(rules('toolName = "read_file"'), posing, 'deny').verdict).toBe('deny')
    expect(decide(rules('mcpName = "github"'), { ...posing, tool: 'github__x' }, 'deny').verdict).toBe('deny')
  })
})
