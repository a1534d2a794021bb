import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { splitNote } from '../fakes/note.ts'
import { commandLine } from './command-line.ts'

const temporary: string[] = []
afterAll(() => {
  for (const path of temporary) rmSync(path, { recursive: true, force: true })
})

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-memory-'))
  temporary.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const run = (cwd: string, ...argv: string[]) => runWith({}, cwd, ...argv)

async function runWith(env: Record<string, string>, cwd: string, ...argv: string[]) {
  const { exit, out, err } = await commandLine(cwd, ['memory', ...argv], env)
  return { exit, out, err: splitNote(err).rest }
}

const FILES = {
  'GEMINI.md': '# Top\n\n@./a.md @./included.md\n',
  'a.md': 'A @./b.md @./d.md',
  'b.md': 'B @./c.md',
  'c.md': 'C',
  'd.md': 'D',
  'included.md': 'I',
  'sub/GEMINI.md': 'S',
}

test('memory show --json: the shape scripts rely on', async () => {
  const folder = folderWith({ 'GEMINI.md': 'x @./docs/a.md y', 'docs/a.md': 'AAA' })
  const { exit, out, err } = await run(folder, 'show', '--json')
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  expect(out.endsWith('}\n')).toBe(true)
  expect(JSON.parse(out)).toEqual({
    text: '--- Context from: GEMINI.md ---\nx <!-- Imported from: ./docs/a.md -->\nAAA\n<!-- End of import from: ./docs/a.md --> y\n--- End of Context from: GEMINI.md ---',
    files: [{ path: 'GEMINI.md', bytes: 16, imports: [{ path: 'docs/a.md', bytes: 3, imports: [] }] }],
  })
})

test('memory show: the tree of imports, then the text', async () => {
  const { exit, out } = await run(folderWith(FILES), 'show')
  expect(exit).toBe(0)
  expect(out).toContain(`Memory Files
L project: GEMINI.md
  L a.md
    L b.md
      L c.md
    L d.md
  L included.md
L project: sub/GEMINI.md

--- Context from: GEMINI.md ---
# Top
`)
  expect(out.endsWith('--- End of Context from: sub/GEMINI.md ---\n')).toBe(true)
})

test('memory show: the memory of the home comes first, and its imports stay inside it', async () => {
  const home = folderWith({
    '.gemini/GEMINI.md': 'mine @./own.md @../secret.md',
    '.gemini/own.md': 'own',
    'secret.md': 's',
  })
  const folder = folderWith({ 'GEMINI.md': 'ours' })
  const mine = '<!-- Imported from: ./own.md -->\nown\n<!-- End of import from: ./own.md -->'
  const homes: Record<string, string>[] = [{ HOME: home }, { HOME: folder, GEMINI_CLI_HOME: home }]
  for (const env of homes) {
    const { out } = await runWith(env, folder, 'show')
    expect(out).toContain('L global: ~/.gemini/GEMINI.md\n  L ~/.gemini/own.md\nL project: GEMINI.md\n')
    expect(out).toContain(
      `--- Context from: ~/.gemini/GEMINI.md ---\nmine ${mine} <!-- Import failed: ../secret.md - File not found -->`,
    )
  }
  const { out } = await runWith({ HOME: folder }, folder, 'show')
  expect(out).not.toContain('global')
})

test('memory show: no memory files', async () => {
  const folder = folderWith({ 'README.md': '@./a.md' })
  expect(await run(folder, 'show')).toEqual({ exit: 0, out: 'Memory is currently empty.\n', err: '' })
  expect(JSON.parse((await run(folder, 'show', '--json')).out)).toEqual({ text: '', files: [] })
})

for (const flag of [['--workspace', 'w'], ['--workspace=w']])
  test(`memory show ${flag.join(' ')}: relative to the current folder`, async () => {
    const folder = folderWith({ 'GEMINI.md': 'outer', 'w/GEMINI.md': 'inner @../GEMINI.md' })
    const { out } = await run(folder, 'show', '--json', ...flag)
    expect(JSON.parse(out).text).toBe(
      '--- Context from: GEMINI.md ---\ninner <!-- Import failed: ../GEMINI.md - Path traversal attempt -->\n--- End of Context from: GEMINI.md ---',
    )
  })

test('memory show: inside a git repository the root applies too, but no folder beside the path', async () => {
  const folder = folderWith({
    '.git/HEAD': 'ref: refs/heads/main',
    '.gemini/settings.json': '{"context": {"fileName": "AGENTS.md"}}',
    'AGENTS.md': 'root',
    'w/AGENTS.md': 'here @../shared.md',
    'w/below/AGENTS.md': 'below',
    'beside/AGENTS.md': 'beside',
    'shared.md': 'shared',
  })
  const { files, text } = JSON.parse((await run(join(folder, 'w'), 'show', '--json')).out)
  expect(files.map(({ path }: { path: string }) => path)).toEqual(['AGENTS.md', 'w/AGENTS.md', 'w/below/AGENTS.md'])
  expect(text).toContain('here <!-- Imported from: ../shared.md -->\nshared\n')
})

test('memory show: settings of the workspace apply', async () => {
  const folder = folderWith({
    '.gemini/settings.json':
      '{"context": {"fileName": ["AGENTS.md"], "importFormat": "flat", "discoveryMaxDirs": 1, "fileFiltering": {}}}',
    'AGENTS.md': 'x @./a.md',
    'GEMINI.md': 'not this one',
    'a.md': 'A',
    'sub/AGENTS.md': 'too deep',
  })
  const { files, text } = JSON.parse((await run(folder, 'show', '--json')).out)
  expect(files).toEqual([{ path: 'AGENTS.md', bytes: 9, imports: [{ path: 'a.md', bytes: 1, imports: [] }] }])
  expect(text).toContain('--- File: a.md ---\nA\n')
})

test('memory show: absolute imports work inside the workspace only', async () => {
  const folder = folderWith({ 'a.md': 'AAA' })
  writeFileSync(join(folder, 'GEMINI.md'), `@${folder}/a.md @${dirname(folder)}/a.md`)
  const { out, err } = await run(folder, 'show', '--json')
  const { text, files } = JSON.parse(out)
  expect(text).toContain('-->\nAAA\n<!--')
  expect(text).toContain('a.md - Path traversal attempt -->')
  expect(files[0].imports).toEqual([{ path: 'a.md', bytes: 3, imports: [] }])
  expect(err).toContain('note: GEMINI.md: @')
})

const wrong: [argv: string[], exit: number, err: RegExp][] = [
  [[], 2, /show/],
  [['list'], 2, /^sluice memory: the only subcommand is show/],
  [['show', 'extra'], 2, /^sluice memory: the only subcommand is show/],
  [['show', '--jsno'], 2, /--jsno/],
  [['show', '--workspace'], 2, /--workspace/],
  [['show', '--workspace', 'nowhere'], 42, /nowhere is not a folder/],
  [['show', '--workspace', 'file'], 42, /file is not a folder/],
  [['show', '--workspace', 'broken'], 42, /settings\.json/],
]
for (const [argv, exit, err] of wrong)
  test(`memory ${argv.join(' ')}: exit ${exit}`, async () => {
    const folder = folderWith({ file: '', 'broken/.gemini/settings.json': '{' })
    const result = await run(folder, ...argv)
    expect(result).toEqual({ exit, out: '', err: expect.stringMatching(err) })
  })

for (const argv of [['--help'], ['show', '--help'], ['show', '-h']])
  test(`memory ${argv.join(' ')}`, async () => {
    const { exit, out, err } = await run(tmpdir(), ...argv)
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out).toContain('sluice memory show [--json] [--workspace DIR]')
  })
