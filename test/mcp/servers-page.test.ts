import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readServers } from '../../src/mcp/config.ts'
import { whyUnpinned } from '../../src/mcp/pinned.ts'
import { loadPolicies } from '../../src/policy/load.ts'
import { couldUseNames, couldUseServer } from '../../src/policy/reachable.ts'
import { SettingsShape } from '../../src/settings/shape.ts'
import { parametersFrom } from '../../src/tools/json-schema.ts'

const page = readFileSync(join(import.meta.dirname, '../../.github/SERVERS.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text)

test('what .github/SERVERS.md shows works as it says', () => {
  const [servers, commands, declarations] = blocks('json').map((text) => JSON.parse(text))
  const settings = SettingsShape.parse(servers)
  const read = readServers(settings, { DOCS_KEY: 'k' })
  expect(read).toMatchObject({
    notes: [],
    infos: [],
    servers: [{ name: 'tracker' }, { name: 'docs', startMs: 30_000 }],
  })
  for (const { reach } of read.servers)
    if (reach.over === 'stdio') expect(whyUnpinned(reach.command, reach.args)).toBeUndefined()
  expect(SettingsShape.parse(commands).tools).toEqual(commands.tools)
  expect(parametersFrom(declarations[0].parametersJsonSchema)).toBeTypeOf('object')

  const rules = blocks('toml').map((text) => loadPolicies([{ tier: 'user', file: 'page', text }]))
  expect(rules.flatMap(({ problems }) => problems)).toEqual([])
  expect(couldUseServer(rules[0]?.rules ?? [], 'tracker', 'default')).toBe(true)
  expect(couldUseNames(rules[1]?.rules ?? [], 'discovered_tool_', 'default')).toBe(true)
})
