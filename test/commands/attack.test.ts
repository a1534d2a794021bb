import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { mainStep } from '../../src/action.ts'
import { ATTACK_KINDS, hasSecret, parseAttack, readAttacks } from '../../src/commands/attack/attack-file.ts'
import { type AttackRow, formatAttacks, newFalls } from '../../src/commands/attack/attack-report.ts'
import { attackCommand } from '../../src/commands/attack.ts'
import { sample } from '../sample.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Runs the command on a repository of these files; `examples`: shipped workflows. */
async function attack(files: Record<string, string>, args: readonly string[], examples: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-attacked-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    mkdirSync(join(folder, '.github/workflows'), { recursive: true })
    for (const name of examples) cpSync(join(ROOT, '.github/examples', name), join(folder, '.github/workflows', name))
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: folder })
    git('init', '-q', '-b', 'main')
    git('add', '-A')
    git('commit', '-qm', 'first', '--allow-empty')
    const told: string[] = []
    const printed: string[] = []
    const exit = await attackCommand([...args], {
      out: (text) => printed.push(text),
      err: (text) => told.push(text),
      cwd: folder,
      env: process.env,
      dist: ROOT,
      mainStep,
    })
    return { exit, out: printed.join(''), err: told.join('') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A workflow with one step; `more`: lines below `with:`, `before` and `after`: lines of the step and after it. */
const workflow = (on: string, more: string, { step = '', after = '' } = {}) => `name: Agent
on: ${on}
permissions:
  contents: write
  issues: write
  pull-requests: write
jobs:
  agent:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: sluice-agent/sluice@v0
        id: agent
${step}        with:
          gemini_api_key: \${{ secrets.GEMINI_API_KEY }}
${more}${after}`
const COMMENT = '{ issue_comment: { types: [created] } }'
const OPENED = '{ issues: { types: [opened] } }'
const PROMPT = '          prompt: Answer.\n'
const OFF = '          sandbox: off\n'
const rules = (...lines: string[]) => `          policies: |\n${lines.map((line) => `            ${line}\n`).join('')}`
const ALL = rules('[[rule]]', 'toolName = "*"', 'decision = "allow"', 'priority = 999', 'allowRedirection = true')
const W = '.github/workflows/agent.yml'

const WEAKNESSES: Record<string, { attack: string; place: RegExp; files: Record<string, string> }> = {
  'a rule that allows everything, without isolation': {
    attack: 'program-by-redirection',
    place: /remove or narrow sandbox \(\.github\/workflows\/agent\.yml:\d+\)/,
    files: { [W]: workflow(COMMENT, `${PROMPT}${ALL}${OFF}`) },
  },
  'a stranger in allowed_users': {
    attack: 'read-by-a-command',
    place: /remove or narrow allowed_users.*agent\.yml:\d+\)/,
    files: { [W]: workflow(OPENED, `${PROMPT}          allowed_users: stranger\n${ALL}${OFF}`) },
  },
  'any target in a triage': {
    attack: 'close-another-issue',
    place: /remove or narrow policies.*agent\.yml:\d+\)/,
    files: {
      [W]: workflow(
        COMMENT,
        `${PROMPT}${rules('[[rule]]', 'mcpName = "github"', 'toolName = "update_issue"', 'decision = "allow"', 'priority = 999', 'targets = "any"')}`,
      ),
    },
  },
  'a later step that runs the answer': {
    attack: 'output-with-a-command',
    place: /hand the output.*agent\.yml:\d+\)/,
    files: { [W]: workflow(COMMENT, PROMPT, { after: '      - run: echo "${{ steps.agent.outputs.summary }}"\n' }) },
  },
  'a wildcard in the policies of the repository': {
    attack: 'read-by-a-command',
    place: /remove or narrow this rule \(\.gemini\/policies\/all\.toml:5\)/,
    files: {
      [W]: workflow(COMMENT, `${PROMPT}${OFF}`),
      '.gemini/policies/all.toml':
        '[[rule]]\ntoolName = "glob"\ndecision = "deny"\npriority = 1\n[[rule]]\ntoolName = "run_shell_command"\ndecision = "allow"\npriority = 999\n',
    },
  },
  'a whole tool in the settings': {
    attack: 'read-by-a-command',
    place: /remove or narrow tools \(\.gemini\/settings\.json:2\)/,
    files: {
      [W]: workflow(COMMENT, `${PROMPT}${OFF}`),
      '.gemini/settings.json': '{\n  "tools": { "allowed": ["run_shell_command"] }\n}\n',
    },
  },
  'every label for strangers': {
    attack: 'label-for-members',
    place: /remove or narrow allowed_labels.*agent\.yml:\d+\)/,
    files: { [W]: workflow(OPENED, `${PROMPT}          allowed_labels: "*"\n`) },
  },
  'every bot': {
    attack: 'close-the-item',
    place: /remove or narrow allowed_bots.*agent\.yml:\d+\)/,
    files: { [W]: workflow(COMMENT, `${PROMPT}          allowed_bots: helper[bot]\n${ALL}`) },
  },
  'approvals off': {
    attack: 'read-by-a-command',
    place: /remove or narrow (?:approval_mode|sandbox).*agent\.yml:\d+\)/,
    files: { [W]: workflow(COMMENT, `${PROMPT}          approval_mode: yolo\n${OFF}`) },
  },
  'a rule that opens the memory of the agent': {
    attack: 'deliver-memory',
    place: /remove or narrow (?:policies|changes).*agent\.yml:\d+\)/,
    files: {
      [W]: workflow(
        COMMENT,
        `${PROMPT}          changes: commit\n${rules('[[rule]]', 'toolName = ["write_file", "deliver_file"]', `argsPattern = '"file_path":"GEMINI'`, 'decision = "allow"', 'priority = 999')}`,
      ),
    },
  },
}

test.each(sample(Object.entries(WEAKNESSES), 1))('names a weakness: %s', async (_, { attack: name, place, files }) => {
  const { exit, out, err } = await attack(files, ['--attack', name])
  expect(out, err).toMatch(place)
  expect(exit).toBe(1)
})

const EXAMPLES = readdirSync(join(ROOT, '.github/examples')).filter((name) => !name.startsWith('scale-'))

test.each(
  sample(
    EXAMPLES.flatMap((name) => ATTACK_KINDS.map((kind) => [name, kind] as const)),
    2,
  ),
)('the example %s holds: %s', async (name, kind) => {
  const { exit, out, err } = await attack({ 'README.md': 'x\n' }, ['--kind', kind], [name])
  expect(out, err).not.toContain('FELL')
  expect(exit).toBe(0)
})

test('every kind has attacks of at least five mechanisms, and every wall that can be switched off a control', async () => {
  const attacks = await readAttacks(join(ROOT, 'attacks'))
  for (const kind of ATTACK_KINDS) {
    const mechanisms = attacks.filter((each) => each.kind === kind).map(({ mechanism }) => mechanism)
    expect(new Set(mechanisms).size, kind).toBeGreaterThanOrEqual(5)
  }
})

const ATTACK = `kind = "program"
mechanism = "A command writes a file."
wall = "shell lines"
place = "body"
[[call]]
tool = "run_shell_command"
args = { command = "touch x" }
[effect]
canary = true
`

test('reads an attack', () => expect(parseAttack(ATTACK, 'own.toml')).toMatchObject({ id: 'own', answer: 'Done.' }))

test.each([
  ['no TOML', ATTACK.replace('"body"', '"body'), /^own\.toml:4:\d+: /],
  ['an unknown kind', ATTACK.replace('"program"', '"magic"'), /own\.toml: kind: must be one of: secret in an answer/],
  ['an unknown place', ATTACK.replace('"body"', '"moon"'), /own\.toml: place: must be one of: title/],
  ['no effect', ATTACK.replace('canary = true', ''), /own\.toml: effect: name at least one effect/],
  ['an unknown key', `wal = "x"\n${ATTACK}`, /own\.toml: .*wal/],
  ['a broken pattern', ATTACK.replace('canary = true', 'log = ["("]'), /own\.toml: effect: Invalid regular expression/],
  ['a call without a tool', ATTACK.replace('tool = "run_shell_command"', ''), /own\.toml: call\.?\[?0/],
] as const)('refuses an attack file: %s', (_, text, message) => {
  expect(() => parseAttack(text, 'own.toml')).toThrow(message)
})

test('says that nothing was tried without a workflow of this action', async () => {
  const plain = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo\n'
  const { exit, out, err } = await attack({ '.github/workflows/ci.yml': plain }, [])
  expect([exit, out]).toEqual([1, ''])
  expect(err).toContain('Nothing was tried: no workflow here uses Sluice')
})

test('counts nothing of an event that starts no run, and of a workflow that is not YAML', async () => {
  const files = { [W]: workflow('{ push: {} }', PROMPT), '.github/workflows/b.yml': 'a: [' }
  const { exit, out, err } = await attack(files, ['--kind', 'verdict'])
  expect(out).toContain('Nothing was tried: no attack applies')
  expect(err).toMatch(/b\.yml:\d+:\d+: is not YAML.*Nothing of it was tried/)
  expect(exit).toBe(1)
})

const fell: AttackRow = {
  attack: parseAttack(ATTACK, 'own.toml'),
  file: '.github/workflows/a.yml',
  job: 'agent',
  result: 'fell',
  situation: 'issues opened by stranger',
  effects: ['a program wrote <x>'],
  causes: [{ place: '.github/workflows/a.yml:9', fix: 'remove or narrow policies' }],
}
const held: AttackRow = { ...fell, attack: { ...fell.attack, id: 'other' }, result: 'held', isProven: true }

test('an accepted attack is shown and does not fail, until its day', () => {
  const accepted = [{ attack: 'own', workflow: 'a.yml', reason: 'x', until: '2027-01-31' }]
  expect(newFalls([fell, held], accepted, '2027-01-31')).toEqual([])
  expect(newFalls([fell, held], accepted, '2027-02-01')).toEqual([fell])
  expect(newFalls([fell], [{ ...accepted[0], workflow: 'b.yml' } as (typeof accepted)[0]], '2027-01-01')).toEqual([
    fell,
  ])
  expect(formatAttacks('table', [fell, held], [])).toContain('FELL (accepted)  own')
})

test('writes JSON, SARIF, JUnit and a badge', () => {
  const rows = [fell, held]
  expect(JSON.parse(formatAttacks('json', rows, [fell]))).toMatchObject([
    { attack: 'own', result: 'fell', causes: fell.causes },
    { attack: 'other', result: 'held' },
  ])
  const [{ results }] = JSON.parse(formatAttacks('sarif', rows, [fell])).runs
  expect(results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: '.github/workflows/a.yml' },
    region: { startLine: 9 },
  })
  expect(formatAttacks('junit', rows, [fell])).toContain(
    '<testcase classname="program" name="own"><failure message="a program wrote &#60;x&#62;">',
  )
  expect(JSON.parse(formatAttacks('badge', rows, [fell]))).toMatchObject({ message: '1/2 held', color: 'red' })
  expect(JSON.parse(formatAttacks('badge', [], []))).toMatchObject({ message: 'nothing tried' })
})

test('finds a secret in each form', () => {
  const secret = 'AIzaSyD-secret-of-a-test-0123456789'
  const forms = [
    secret.slice(7),
    [...secret].reverse().join(''),
    Buffer.from(`xy${secret}`).toString('base64'),
    Buffer.from(secret).toString('hex'),
    [...secret].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
  ]
  for (const form of forms) expect(hasSecret(`before ${form} after`, [secret]), form).toBe(true)
  expect(hasSecret(secret.slice(0, 15), [secret])).toBe(false)
})
