import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

/** What the commands that try rules know of the repository's workflow. */

const REVIEW = await readFile(resolve(import.meta.dirname, '../../.github/examples/review.yml'), 'utf8')
const withInputs = (...lines: string[]) =>
  REVIEW.replace('          policies: profile:review\n', lines.map((line) => `          ${line}\n`).join(''))
const DENY =
  'policies: |\n            [[rule]]\n            toolName = "glob"\n            decision = "deny"\n            priority = 7'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-local-workflow-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function inRepository(files: Record<string, string>, ...argv: string[]) {
  const repository = await mkdtemp(join(folder, 'r-'))
  await mkdir(join(repository, '.git'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, path)), { recursive: true })
    await writeFile(join(repository, path), text)
  }
  return commandLine(repository, argv)
}
const ONE = '.github/workflows/one.yml'
const TWO = '.github/workflows/two.yml'
const explain = ['policy', 'explain', '--tool', 'glob']

test('the only workflow that uses the action configures each command', async () => {
  const CI = 'on: push\njobs: { a: { runs-on: x, steps: [{ run: x }] } }\n'
  const files = {
    [ONE]: withInputs(DENY, 'approval_mode: plan', `settings: '{"context": {"fileName": "NOTES.md"}}'`),
    [TWO]: CI,
    'NOTES.md': 'ours',
  }
  const explained = await inRepository(files, ...explain)
  expect(explained.out).toMatch(/^glob \{\} in mode plan\ndeny: policies input:1 \(user tier, priority 7\)\n/)
  expect(explained.err).toBe(`note: The inputs are those of ${ONE}, job review.\n`)
  expect((await inRepository(files, 'policy', 'lint')).out).toBe('1 rule, 0 errors, 0 warnings\n')
  const table = '[[case]]\ntool = "glob"\nexpect = "deny"\n'
  expect((await inRepository({ ...files, 't.toml': table }, 'policy', 'test', 't.toml')).out).toBe(
    '1 passed, 0 failed\n',
  )
  expect((await inRepository(files, 'tools', 'list')).out).toMatch(/^glob +deny +not declared; policies input:1/m)
  expect((await inRepository(files, 'memory', 'show')).out).toContain('ours')
})

test('a command in the prompt brings its profile, as in a run', async () => {
  const text = withInputs().replace('prompt: /review', 'prompt: /maintain')
  const { out } = await inRepository(
    { [ONE]: text },
    'policy',
    'explain',
    '--tool',
    'write_file',
    '--args',
    '{"file_path":"a"}',
  )
  expect(out).toContain('allow: policies/profiles/maintain.toml')
})

test('several workflows: none is chosen silently, and --workflow chooses one', async () => {
  const files = { [ONE]: withInputs(DENY), [TWO]: REVIEW }
  const without = await inRepository(files, ...explain)
  expect(without.out).toContain('allow: policies/read-only.toml')
  expect(without.err).toMatch(
    /Several steps use the action with other inputs: .*one\.yml, job review, .*two\.yml, job review\. Choose one with --workflow FILE\./,
  )
  expect((await inRepository(files, ...explain, '--workflow', ONE)).out).toContain('deny: policies input:1')
  expect(await inRepository(files, 'tools', 'list', '--workflow', 'none.yml')).toMatchObject({ exit: 42 })
  expect(
    await inRepository(
      { 'a.yml': 'on: push\njobs: { a: { runs-on: x, steps: [{ run: x }] } }\n' },
      'memory',
      'show',
      '--workflow',
      'a.yml',
    ),
  ).toMatchObject({ exit: 42, err: 'No step of a.yml uses the action.\n' })
})

test('what only a run knows is named', async () => {
  const { err, out } = await inRepository(
    { [ONE]: withInputs('policies: ${{ vars.RULES }}', 'approval_mode: auto_edit') },
    ...explain,
  )
  expect(err).toContain('Unknown, because a run sets them: policies.')
  expect(out).toContain('in mode autoEdit')
})

test.for([
  ['write_fil', 'write_file'],
  ['runn_shell_command', 'run_shell_command'],
] as const)('no remedy repeats the misspelt tool %s', async ([name, meant]) => {
  const { out } = await inRepository({}, 'policy', 'explain', '--tool', name)
  expect(out).toContain(`Did you mean ${meant}?`)
  expect(out).not.toContain('[[rule]]')
  expect(out).not.toContain(`toolName = "${name}"`)
})

test.for([
  ['comandPrefix = "git"', 'commandPrefix'],
  ['prioritty = 1', 'priority'],
  ['tol_name = "glob"', 'toolName'],
  ['action = "allow"', 'decision'],
  ['mode = ["plan"]', 'modes'],
])('lint and doctor suggest the key for %s', async ([line, key]) => {
  const policy = `[[rule]]\ntoolName = "glob"\ndecision = "deny"\npriority = 1\n${line}\n`
  const file = { '.gemini/policies/a.toml': policy }
  expect((await inRepository(file, 'policy', 'lint')).out).toContain(`did you mean ${key}?`)
  expect((await inRepository(file, 'doctor')).out).toContain(`did you mean ${key}?`)
})

test.for(['rule', 'safety_checker'])('two [%s] tables get the message that one gets', async (name) => {
  const table = `[${name}]\ntoolName = "glob"\n`
  const said = `: error: must be written [[${name}]], with two brackets`
  for (const policy of [table, `${table}\n${table}`, `[${table.replace(']', ']]')}\n${table}`])
    expect((await inRepository({ 'a.toml': policy }, 'policy', 'lint', 'a.toml')).out).toContain(said)
})

test('a command in a folder of the repository works on the repository', async () => {
  const repository = await mkdtemp(join(folder, 'r-'))
  await mkdir(join(repository, '.git'))
  await mkdir(join(repository, 'packages/a'), { recursive: true })
  await mkdir(join(repository, '.github/workflows'), { recursive: true })
  await writeFile(join(repository, ONE), REVIEW)
  const inFolder = (...argv: string[]) => commandLine(join(repository, 'packages/a'), argv)
  const note = `note: The repository begins at ${repository}.\n`
  expect(await inFolder('doctor')).toEqual({ exit: 0, out: '1 file checked, no problems found.\n', err: note })
  expect((await inFolder('simulate')).out).toContain(`${ONE}, job review`)
  expect((await inFolder('import')).out).toBe(`No step uses run-gemini-cli in ${ONE}.\n`)
  expect((await inFolder('init', 'review', '--yes')).out).toContain('.github/workflows/review.yml')
  expect(await readFile(join(repository, '.github/workflows/review.yml'), 'utf8')).toBe(REVIEW)
  for (const name of ['one.yml', 'one', 'oen.yml'])
    expect((await inFolder('memory', 'show', '--workflow', name)).err).toContain(`Did you mean ../../${ONE}?`)
})
