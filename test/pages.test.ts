import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listCommands, readCommandFile } from '../src/agent/slash.ts'
import { readAgent } from '../src/agent/subagent-file.ts'
import { outputForm } from '../src/equipment/output-form.ts'
import { INPUTS, readInputs } from '../src/inputs.ts'
import { loadPolicies } from '../src/policy/load.ts'
import { loadSettings } from '../src/settings/settings.ts'
import { discoverTools } from '../src/tools/discovered.ts'
import { commandLine } from './commands/command-line.ts'
import { commitOf } from './fakes/commit.ts'

/** What the pages tell people to write, read by what reads it in a run. */

const root = resolve(import.meta.dirname, '..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'GEMINI.md',
  ...['.github', '.github/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

type Block = { language: string; text: string; page: string; line: number }

const blocksOf = (page: string): Block[] =>
  [...textOf(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ 1: language = '', 2: text = '', index }) => ({
    language,
    text,
    page,
    line: textOf(page).slice(0, index).split('\n').length,
  }))
const blocks = pages.flatMap(blocksOf)

const settled = async (given: Record<string, unknown>) => {
  const said: string[] = []
  // Every variable they speak of is there, as the page's reader would have set it.
  const names = [...JSON.stringify(given).matchAll(/\$\{?([A-Z_]+)/g)].map(([, name = '']) => name)
  const env = Object.fromEntries(names.map((name) => [name, 'x']))
  await loadSettings(given, commitOf({}), (text) => said.push(text), { env })
  return said
}
const ruled = (text: string) => loadPolicies([{ tier: 'user', file: 'a.toml', text }]).problems

/** The step's inputs, as the runner would hand them over. */
async function given(text: string): Promise<void> {
  const inputs: Record<string, unknown> = parse(text)
  const env = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, String(value)] as const)
  const read = readInputs(Object.fromEntries(env))
  expect(Object.keys(inputs).filter((name) => !(name in INPUTS))).toEqual([])
  expect(await settled(read.settings)).toEqual([])
  expect(ruled(read.policies)).toEqual([])
  await outputForm(read.output_schema, commitOf({}), (notice) => expect(notice).toBe(''))
}

async function discovered(text: string): Promise<void> {
  const said: string[] = []
  const place = { cwd: root, env: {}, outputDir: root, timeoutMs: 10_000 }
  const program = `process.stdout.write(${JSON.stringify(text)})`
  const commands = { discovery: `${process.execPath} -e '${program.replaceAll("'", `'"'"'`)}'`, call: 'true' }
  const tools = await discoverTools(commands, place, (notice) => said.push(notice), AbortSignal.timeout(10_000))
  expect([tools.length, said]).toEqual([1, []])
}

async function commanded(text: string): Promise<void> {
  const files = commitOf({ 'commands/x.toml': text })
  const listed = await listCommands([{ folder: 'commands', label: 'commands', files }])
  for (const file of listed.values()) expect((await readCommandFile(file)).description).not.toBe('')
  expect(listed.size).toBe(1)
}

async function check({ language, text }: Block): Promise<void> {
  if (language === 'toml') return text.includes('[[rule]]') ? expect(ruled(text)).toEqual([]) : commanded(text)
  if (language === 'json') {
    const value = JSON.parse(text)
    return Array.isArray(value) ? discovered(text) : expect(await settled(value)).toEqual([])
  }
  if (text.startsWith('mcp_servers:'))
    return expect(await readAgent('a.md', `---\nname: a\ndescription: b\n${text}---\nc`)).toMatchObject({
      ok: true,
      notes: [],
    })
  return given(text)
}

// Whole workflows and the files of sub-agents and skills have tests of their own.
const snippets = blocks.filter(({ language, text }) => /toml|json|yaml/.test(language) && !text.startsWith('name:'))

test('there are snippets', () => expect(snippets.length).toBeGreaterThanOrEqual(12))
for (const block of snippets) test(`${block.page}:${block.line} is read as it stands`, () => check(block))

test('settings named in a sentence are read as they stand', async () => {
  const inline = pages.flatMap((page) => [...textOf(page).matchAll(/`(\{"[^`]+\})`/g)].map(([, json = '']) => json))
  const settings = inline.filter((json) => json.startsWith('{"model"'))
  expect(settings.length).toBeGreaterThanOrEqual(1)
  for (const json of settings) expect(await settled(JSON.parse(json)), json).toEqual([])
})

const lines = blocks.flatMap(({ text, page }) =>
  [...text.matchAll(/^npx sluice (.*?)(?: {2,}#.*)?$/gm)].map(([, line = '']) => ({ page, line })),
)
test('the command lines shown are some', () => expect(lines.length).toBeGreaterThanOrEqual(7))
for (const { page, line } of lines)
  test(`${page}: sluice ${line}`, async () => {
    const command = /^(?:policy|memory|tools) \w+|^\w+/.exec(line)?.[0] ?? ''
    const { exit, out } = await commandLine(root, [...command.split(' '), '--help'])
    expect(exit).toBe(0)
    for (const [flag] of line.matchAll(/ --?\w[\w-]*/g)) expect(out).toContain(flag.trim())
  })

for (const page of pages)
  test(`${page}: every link within the project leads somewhere`, () => {
    const targets = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    for (const target of targets.filter((each) => !/^https?:/.test(each))) {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : join(page, '..', path)
      expect(existsSync(join(root, file)), target).toBe(true)
      if (anchor !== undefined) expect(headings(textOf(file)), target).toContain(anchor)
    }
  })

const headings = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
