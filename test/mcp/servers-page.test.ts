import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SettingsShape } from '../../src/config/settings/settings-shape.ts'
import { parseMcpServers, unpinnedProblem } from '../../src/mcp/config.ts'
import { loadPolicies } from '../../src/policy/rules/load.ts'
import { mayAllowServer, mayAllowToolPrefix } from '../../src/policy/rules/reachable.ts'
import { normalizeParameters } from '../../src/tools/json-schema.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/servers.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text)

test('what docs/servers.md shows works as it says', () => {
  const [servers, commands, declarations] = blocks('json').map((text) => JSON.parse(text))
  const settings = SettingsShape.parse(servers)
  const read = parseMcpServers(settings, { DOCS_KEY: 'k' })
  expect(read).toMatchObject({
    notes: [],
    infos: [],
    servers: [{ name: 'tracker' }, { name: 'docs', startMs: 30_000 }],
  })
  for (const { transport } of read.servers)
    if (transport.kind === 'stdio') expect(unpinnedProblem(transport.command, transport.args)).toBeUndefined()
  expect(SettingsShape.parse(commands).tools).toEqual(commands.tools)
  expect(normalizeParameters(declarations[0].parametersJsonSchema)).toBeTypeOf('object')

  const rules = blocks('toml').map((text) => loadPolicies([{ tier: 'user', file: 'page', text }]))
  expect(rules.flatMap(({ problems }) => problems)).toEqual([])
  expect(mayAllowServer(rules[0]?.rules ?? [], 'tracker', 'default')).toBe(true)
  expect(mayAllowToolPrefix(rules[1]?.rules ?? [], 'discovered_tool_', 'default')).toBe(true)
})
