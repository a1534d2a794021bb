import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSkills } from '../../src/agent/skills.ts'
import { loadAgents } from '../../src/agent/subagents/load-agents.ts'
import { agentLocations } from '../../src/config/steering-files.ts'
import { commitOf } from '../fakes/commit.ts'

const file = (name: string, from: string) => `---\nname: ${name}\ndescription: x\n---\n${from}\n`

/** Every place defines `all`; each but the first of the others defines one more than the one before it. */
const agentsOf = (from: string, names: string[]) =>
  names.map((name) => [`agents/${name}.md`, file(name, from)] as const)
const skillsOf = (from: string, names: string[]) =>
  names.map((name) => [`skills/${name}/SKILL.md`, file(name, from)] as const)
const below = (folder: string, files: (readonly [string, string])[]) =>
  files.map(([path, text]) => [`${folder}/${path}`, text] as const)

async function loaded(home: 'of its own' | 'the checkout') {
  const root = await mkdtemp(join(tmpdir(), 'sluice-places-'))
  try {
    const files = [
      ...below('.gemini', [...agentsOf('home', ['all', 'home']), ...skillsOf('home', ['all', 'home'])]),
      ...below('.agents', [...agentsOf('nobody', ['nobody']), ...skillsOf('home, later', ['home'])]),
    ]
    for (const [path, text] of files) {
      await mkdir(join(root, path, '..'), { recursive: true })
      await writeFile(join(root, path), text)
    }
    const steering = commitOf(
      Object.fromEntries([
        ...below('.gemini', [...agentsOf('repository', ['all']), ...skillsOf('repository', ['all'])]),
        ...below('.agents', skillsOf('repository, later', ['all'])),
      ]),
    )
    const extension = commitOf(
      Object.fromEntries([
        ...agentsOf('extension', ['all', 'home', 'extension']),
        ...skillsOf('extension', ['all', 'home', 'extension']),
      ]),
    )
    const workspace = home === 'the checkout' ? root : join(root, 'elsewhere')
    const places = await agentLocations(steering, [{ files: extension, from: 'ext/one' }], { home: root, workspace })
    const said: string[] = []
    const agents = await loadAgents(places.agents, {}, (text) => said.push(text))
    const skills = await loadSkills(places.skills, {}, (text) => said.push(text))
    const builtIn = await loadAgents([], {}, () => {})
    const defined = await Promise.all(agents.slice(builtIn.length).map((one) => one.load()))
    return {
      agents: defined.map(({ name, systemPrompt }) => `${name} of the ${systemPrompt}`),
      skills: skills.map(({ name, body, location }) => `${name} of the ${body}: ${location}`).sort(),
      said,
    }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

test('sub-agents and skills: the repository overrides the home, which overrides extensions', async () => {
  const { agents, skills } = await loaded('of its own')
  expect(agents).toEqual(['all of the repository', 'home of the home', 'extension of the extension'])
  expect(skills).toEqual([
    'all of the repository, later: .agents/skills/all/SKILL.md',
    'extension of the extension: ext/one/skills/extension/SKILL.md',
    'home of the home, later: ~/.agents/skills/home/SKILL.md',
  ])
})

test('a home folder that is the checkout is not used', async () => {
  const { agents, skills } = await loaded('the checkout')
  expect(agents).toEqual(['all of the repository', 'extension of the extension', 'home of the extension'])
  expect(skills.join()).not.toContain('~/')
})
