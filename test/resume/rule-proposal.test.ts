import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CallRecord } from '../../src/record/events.ts'
import type { FoundRecord } from '../../src/resume/resume-record.ts'
import { proposeRule } from '../../src/resume/use-code.ts'
import { commandLine } from '../commands/command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-rule-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const POLICIES = `[[rule]]
toolName = "*"
decision = "ask_user"
priority = 300

[[rule]]
toolName = "run_shell_command"
commandPrefix = "git push"
decision = "deny"
priority = 900
`
const made = (id: string, name: string, args: Record<string, unknown>): CallRecord => ({
  id,
  name,
  args,
  state: 'error',
  verdict: 'deny',
  ms: 1,
  bytes: 1,
  remedy: '[[rule]]\ntoolName = "x"\ndecision = "allow"\npriority = 301',
})
const shell = (id: string, command: string) => made(id, 'run_shell_command', { command, description: id })
const write = (id: string, file_path: string, content: string) => made(id, 'write_file', { file_path, content })

/** Calls of a run, every one denied. */
const CORPUS = [
  shell('test', 'npm test'),
  shell('watch', 'npm test -- --watch'),
  shell('publish', 'npm publish'),
  shell('both', 'npm run lint && npm run build'),
  shell('lint', 'npm run lint'),
  shell('to a file', 'npm ls > list.txt'),
  shell('dots', 'node --test src/a.b+c.test.js'),
  write('notes', 'NOTES.md', 'one'),
  write('twice 1', 'twice.md', 'one'),
  write('twice 2', 'twice.md', 'two'),
  write('other', 'xNOTES.md', 'one'),
  made('label', 'github__add_labels', { labels: ['bug'] }),
  made('labels', 'github__add_labels', { labels: ['bug', 'wontfix'] }),
]

const tools = [{ name: 'github__add_labels', aliases: [], server: 'github', annotations: {} }]
const record = {
  ref: { artifact: 1, run: 170 },
  allCalls: CORPUS,
  snapshot: { mode: 'default', settings: {}, policies: [{ tier: 'user', file: 'p.toml', text: POLICIES }], tools },
} as unknown as FoundRecord

const NO_OTHERS = { records: [], unread: 0 }
const only = (...allCalls: CallRecord[]): FoundRecord => ({ ...record, allCalls })

test.each(CORPUS.filter(({ id }) => id !== 'both').map((call) => [call.id, call] as const))(
  'the rule for "%s" allows this call and no other one, and lint and test accept it',
  async (id, call) => {
    const rule = await proposeRule(call, record, NO_OTHERS)
    if ('problem' in rule) throw new Error(rule.problem)
    expect(rule.effects).toEqual([{ run: 170, decided: CORPUS.length, allows: [call] }])
    const policy = join(folder, `${id.replaceAll(' ', '-')}.toml`)
    writeFileSync(policy, `${rule.toml}\n`)
    writeFileSync(join(folder, 'base.toml'), POLICIES)
    const cases = CORPUS.map(({ id: other, name, args }) =>
      [
        '[[case]]',
        `tool = ${JSON.stringify(name)}`,
        ...(name.startsWith('github__') ? ['server = "github"'] : []),
        `args = { ${Object.entries(args)
          .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
          .join(', ')} }`,
        `expect = "${other === id ? 'allow' : 'ask_user'}"`,
        'interactive = true',
      ].join('\n'),
    )
    const table = join(folder, `${id.replaceAll(' ', '-')}-cases.toml`)
    const head = `policies = ["base.toml", ${JSON.stringify(policy)}]\ndefaults = false\n\n`
    writeFileSync(table, `${head}${cases.join('\n\n')}\n`)
    for (const argv of [
      ['lint', policy],
      ['test', table],
    ]) {
      const { exit, out, err } = await commandLine(folder, ['policy', ...argv])
      expect({ exit, err }, `${rule.toml}\n${out}`).toMatchObject({ exit: 0 })
    }
  },
)

test('a line of two commands gets a rule that names both, or none where that allows another call', async () => {
  const rule = await proposeRule(CORPUS.find(({ id }) => id === 'both') as CallRecord, record, NO_OTHERS)
  expect(rule).toMatchObject({ problem: expect.stringContaining('no rule matches only this call') })
  const alone = only(...CORPUS.filter(({ id }) => id === 'both'))
  expect(await proposeRule(CORPUS.find(({ id }) => id === 'both') as CallRecord, alone, NO_OTHERS)).toHaveProperty(
    'toml',
  )
})

test.each([
  ['a written deny', shell('push', 'git push')],
  ['a line that nobody can read', shell('eval', 'eval "$X"')],
])('%s gets no rule', async (_, call) => {
  expect(await proposeRule(call, only(call), NO_OTHERS)).toHaveProperty('problem')
})

test('other recorded runs count, too: the rule allows none of their other calls, and says what it decides there', async () => {
  const [call, inAgent] = [
    write('one', 'plan.md', 'one'),
    { ...write('by a helper', 'plan.md', 'two'), agent: 'helper' },
  ]
  const alone = await proposeRule(call, only(call), NO_OTHERS)
  expect(alone).toMatchObject({ toml: expect.not.stringContaining('one') })
  const other = { ...only(inAgent, call), ref: { artifact: 2, run: 169 } } as FoundRecord
  const rule = await proposeRule(call, only(call), { records: [only(call), other], unread: 2 })
  expect(rule).toMatchObject({
    toml: expect.stringContaining('one'),
    effects: [
      { run: 170, decided: 1, allows: [call] },
      { run: 169, decided: 2, allows: [call] },
    ],
  })
})
