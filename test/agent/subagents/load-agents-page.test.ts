import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSkills } from '../../../src/agent/skills.ts'
import { loadAgents, parseAgentFile } from '../../../src/agent/subagents/load-agents.ts'
import { loadSettings } from '../../../src/config/settings/settings.ts'
import { loadPolicies } from '../../../src/policy/rules/load.ts'
import { commitOf } from '../../fakes/commit.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/sub-agents.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text)

test('the examples of the page on sub-agents and skills are read as they stand', async () => {
  const [agent = '', skill = ''] = blocks('markdown')
  expect(parseAgentFile('a.md', agent)).toMatchObject({
    ok: true,
    notes: [],
    agent: { name: 'api-reviewer', turns: 15 },
  })
  const files = commitOf({ 's/a/SKILL.md': skill })
  const said: string[] = []
  const skills = await readSkills({ files, folder: 's' }, await files.list('s'), (text) => said.push(text))
  expect([skills.map(({ name }) => name), said]).toEqual([['release-notes'], []])

  expect(blocks('toml')).toHaveLength(1)
  for (const text of blocks('toml')) expect(loadPolicies([{ tier: 'user', file: 'x', text }]).problems).toEqual([])
  expect(blocks('json')).toHaveLength(2)
  for (const text of blocks('json'))
    expect(await loadSettings(JSON.parse(text), commitOf({}), (notice) => said.push(notice))).toBeDefined()
  expect(said).toEqual([])
})

test('the page names the sub-agents there are', async () => {
  const built = await loadAgents([], {}, () => undefined)
  for (const { name } of built) expect(page).toContain(`| \`${name}\` |`)
})
