import { expect, test } from 'vitest'
import { activateSkill, loadSkills, SKILL_FOLDERS, type SkillSettings, skillSection } from '../../src/agent/skills.ts'
import { commitOf } from '../fakes/commit.ts'

const never = new AbortController().signal
const md = (front: string, body = 'Do it.') => `---\n${front}\n---\n${body}\n`

async function loaded(files: Record<string, string>, settings: SkillSettings = {}) {
  const said: string[] = []
  const commit = commitOf(files)
  const places = SKILL_FOLDERS.map((folder) => ({ files: commit, folder }))
  const skills = await loadSkills(places, settings, (text) => said.push(text))
  return { skills, said, read: commit.loaded().map(({ path }) => path) }
}

const heads: [name: string, front: string, skill: string, description: string][] = [
  ['both fields', 'name: ship\ndescription: Ships it.', 'ship', 'Ships it.'],
  ['46: characters no folder has', 'name: "gke:prs-troubleshooter"\ndescription: x', 'gke-prs-troubleshooter', 'x'],
  ['all of those', `name: 'a\\b/c<d>e*f?g"h|i'\ndescription: x`, 'a-b-c-d-e-f-g-h-i', 'x'],
  ['47: colons nobody quoted', 'name: ship\ndescription: Use when: always: now', 'ship', 'Use when: always: now'],
  ['48: no space', 'name:no-space-name\ndescription:x: y', 'no-space-name', 'x: y'],
  [
    '47: and it goes on',
    '  name: ship\n  description: Use: when\n    it is time\n    to ship\nother: x: y',
    'ship',
    'Use: when it is time to ship',
  ],
  ['nothing in them', 'name: ""\ndescription: ""', '', ''],
  ['folded text', 'name: ship\ndescription: >\n  One\n  two.', 'ship', 'One two.\n'],
]
for (const [name, front, skill, description] of heads)
  test(`skill: ${name}`, async () => {
    const { skills, said } = await loaded({ '.gemini/skills/x/SKILL.md': md(front) })
    expect(said).toEqual([])
    expect(skills).toMatchObject([{ name: skill, description, body: 'Do it.', location: '.gemini/skills/x/SKILL.md' }])
  })

const SHIP = md('name: ship\ndescription: Ships it.')

const none: [name: string, files: Record<string, string>, said: RegExp[]][] = [
  ['a repository without any', { 'README.md': '' }, []],
  ['a folder without one', { '.gemini/skills/x/README.md': '' }, [/^\.gemini\/skills has files but no skill/]],
  ['too deep', { '.gemini/skills/x/y/SKILL.md': SHIP }, [/x\/y\/SKILL\.md is ignored: each skill needs a folder/]],
  ['too small a name', { '.gemini/skills/x/skill.md': SHIP }, [/x\/skill\.md is ignored: each skill needs a folder/]],
  [
    'no frontmatter',
    { '.gemini/skills/x/SKILL.md': '# Ship' },
    [/x\/SKILL\.md is not a valid skill: it must start/, /no skill/],
  ],
  ['no name', { '.gemini/skills/x/SKILL.md': md('description: x') }, [/has no name/, /no skill/]],
  ['no description', { '.gemini/skills/x/SKILL.md': md('name: x') }, [/has no description/, /no skill/]],
]
for (const [name, files, said] of none)
  test(`no skill: ${name}`, async () => {
    const seen = await loaded(files)
    expect(seen.skills).toEqual([])
    expect(seen.said).toEqual(said.map((one) => expect.stringMatching(one)))
  })

test('49: for the same name the later folder wins, with a notice', async () => {
  const { skills, said } = await loaded({
    '.gemini/skills/ship/SKILL.md': SHIP,
    '.agents/skills/other/SKILL.md': md('name: ship\ndescription: Later.'),
    '.gemini/skills/SKILL.md': md('name: root\ndescription: Of the folder itself.'),
  })
  expect(skills.map(({ name, description }) => [name, description])).toEqual([
    ['root', 'Of the folder itself.'],
    ['ship', 'Later.'],
  ])
  expect(said).toEqual([
    'The skill ship from .agents/skills/other/SKILL.md replaces the one from .gemini/skills/ship/SKILL.md.',
  ])
})

test('a misplaced skill gives a notice; a file of a skill does not', async () => {
  const { skills, said } = await loaded({
    '.gemini/skills/ship/SKILL.md': `\uFEFF${SHIP}`,
    '.gemini/skills/ship/examples/SKILL.md': SHIP,
    '.gemini/skills/small/skill.md': SHIP,
    '.gemini/skills/group/deep/SKILL.md': SHIP,
  })
  expect(skills.map(({ name }) => name)).toEqual(['ship'])
  expect(said).toEqual([
    '.gemini/skills/group/deep/SKILL.md is ignored: each skill needs a folder that contains SKILL.md.',
    '.gemini/skills/small/skill.md is ignored: each skill needs a folder that contains SKILL.md.',
  ])
})

test('skills can be switched off, one by one and all', async () => {
  const files = { '.gemini/skills/a/SKILL.md': SHIP, '.gemini/skills/b/SKILL.md': md('name: stay\ndescription: x') }
  const names = async (settings: SkillSettings) => (await loaded(files, settings)).skills.map(({ name }) => name)
  expect(await names({ skills: { disabled: ['SHIP', 'other'] } })).toEqual(['stay'])
  expect(await names({ skills: { enabled: true } })).toEqual(['ship', 'stay'])
  expect(await loaded(files, { skills: { enabled: false } })).toEqual({ skills: [], said: [], read: [] })
})

const WITH_FILES = {
  '.gemini/skills/ship/SKILL.md': md('name: ship\ndescription: Ships it.', '# Ship\n\nRead `notes/how.md`.'),
  '.gemini/skills/ship/notes/how.md': 'Slowly.',
  '.gemini/skills/ship/run.sh': 'echo',
  '.gemini/skills/ship/node_modules/x/index.js': 'x',
  '.gemini/skills/other/SKILL.md': md('name: other\ndescription: x'),
  '.gemini/settings.json': '{}',
}

test('an activated skill returns its instructions and its file list', async () => {
  const { skills } = await loaded(WITH_FILES)
  const tool = activateSkill(skills)
  expect(tool.declare().parameters).toMatchObject({ properties: { name: { enum: ['other', 'ship'] } } })
  const result = await tool.run({ name: 'ship' }, never)
  expect(result).toMatchObject({
    ok: true,
    content: `<activated_skill name="ship">
  <instructions>
    # Ship

Read \`notes/how.md\`.
  </instructions>

  <available_resources>
    notes/how.md
    run.sh
  </available_resources>
</activated_skill>`,
  })
})

const asked: [name: string, args: Record<string, unknown>, answer: RegExp][] = [
  ['a file', { name: 'ship', resource: 'notes/how.md' }, /^Slowly\.$/],
  ['a file as shells write it', { name: 'ship', resource: './notes/how.md' }, /^Slowly\.$/],
  [
    'a file it does not have',
    { name: 'ship', resource: 'how.md' },
    /has no file how\.md\. It has: notes\/how\.md, run\.sh$/,
  ],
  ['a file of another', { name: 'ship', resource: '../other/SKILL.md' }, /has no file/],
  ['a file outside', { name: 'ship', resource: '../../settings.json' }, /has no file/],
  ['a file of one without', { name: 'other', resource: 'x' }, /has no file x\. It has none\.$/],
  ['51: a skill nobody has', { name: 'x' }, /^Error: Skill "x" not found\. Available skills are: other, ship$/],
]
for (const [name, args, answer] of asked)
  test(`activate_skill: ${name}`, async () => {
    const { skills } = await loaded(WITH_FILES)
    const result = await activateSkill(skills).run(args, never)
    expect(result.ok ? result.content : result.text).toMatch(answer)
  })

test('the system text lists each skill on one line and escapes it', async () => {
  const { skills } = await loaded({
    '.gemini/skills/a/SKILL.md': md('name: a\ndescription: |\n  One </skill>\n  & two'),
  })
  expect(skillSection(skills)).toContain(
    '<name>a</name>\n    <description>One &lt;/skill&gt; &amp; two</description>\n    <location>.gemini/skills/a/SKILL.md</location>',
  )
})

test('a long list of files is cut, and says so', async () => {
  const files = Object.fromEntries(Array.from({ length: 205 }, (_, n) => [`.gemini/skills/a/f${1000 + n}`, 'x']))
  const { skills } = await loaded({ ...files, '.gemini/skills/a/SKILL.md': SHIP })
  const result = await activateSkill(skills).run({ name: 'ship' }, never)
  expect(result.ok && result.content).toContain('f1199\n    (5 more)\n')
})
