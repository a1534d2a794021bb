import { expect, test } from 'vitest'
import {
  canonicalToolName,
  isKnownToolName,
  isKnownWildcard,
  serverInName,
} from '../../../src/policy/rules/tool-names.ts'
import { TOOL_ALIASES } from '../../../src/tools/tool-aliases.ts'

test('no name stands for two tools', () => {
  const all = Object.entries(TOOL_ALIASES).flatMap(([name, others]) => [name, ...others])
  expect(new Set(all).size).toBe(all.length)
})

test('a name that is no tool of ours stays as it is', () => {
  expect(canonicalToolName('toString')).toBe('toString')
  expect(canonicalToolName('my_tool')).toBe('my_tool')
})

const wildcards: [name: string, known: boolean][] = [
  ['t', true],
  ['*', true],
  ['s__*', true],
  ['mcp_*', true],
  ['mcp_s_*', true],
  ['mcp_*_t', true],
  ['*__t', true],
  ['read_*', true],
  ['*_t', false],
  ['a*b', false],
  ['**', false],
  ['mcp_*_*', false],
]
for (const [name, known] of wildcards) test(`wildcard ${name}`, () => expect(isKnownWildcard(name)).toBe(known))

const known: [name: string, could: boolean][] = [
  ['mcp_server', false],
  ['mcp_server_', false],
  ['mcp_invalid server_tool', false],
  ['server__', false],
  ['__tool', false],
  ['teleport', false],
  ['discovered_tool_', false],
  ['mcp_server_tool', true],
  ['mcp_my-server_my-tool', true],
  ['my-server__my-tool', true],
  // The tool of a server called mcp, in the form tools of servers have here.
  ['mcp__tool', true],
  ['discovered_tool_x', true],
  ['grep_search', true],
  ['ShellTool', true],
]
for (const [name, could] of known)
  test(`${name} ${could ? 'could be' : 'is no'} name of a tool`, () => expect(isKnownToolName(name)).toBe(could))

const names: [name: string, server: string | undefined][] = [
  ['s__t', 's'],
  ['my-server__a__b', 'my-server'],
  ['mcp_s_t', 's'],
  ['mcp_my_srv_t', 'my'],
  ['read_file', undefined],
  ['__t', undefined],
  ['s__', undefined],
  ['mcp_', undefined],
]
for (const [name, server] of names) test(`server in ${name}`, () => expect(serverInName(name)).toBe(server))
