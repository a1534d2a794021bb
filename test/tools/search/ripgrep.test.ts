import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findTrustedProgram } from '../../../src/platform/process/trusted-programs.ts'
import { createToolHarness, resultText, type ToolHarness } from '../tool-harness.ts'

const ORIGINAL = { PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR }
let temp = ''

/** A machine with ripgrep on its PATH. */
beforeEach(() => {
  temp = mkdtempSync(join(tmpdir(), 'sluice-rg-'))
  install(join(temp, 'bin'))
  process.env.PATH = [join(temp, 'bin'), dirname(process.execPath), ORIGINAL.PATH].join(delimiter)
  process.env.TMPDIR = temp
})
afterEach(() => {
  process.env.PATH = ORIGINAL.PATH
  if (ORIGINAL.TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = ORIGINAL.TMPDIR
  rmSync(temp, { recursive: true, force: true })
})

function install(folder: string) {
  mkdirSync(folder, { recursive: true })
  copyFileSync(resolve(import.meta.dirname, '../../fakes/bin/rg.js'), join(folder, 'rg'))
  chmodSync(join(folder, 'rg'), 0o755)
}

const calls = (): string[][] =>
  existsSync(join(temp, 'rg-calls'))
    ? readFileSync(join(temp, 'rg-calls'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []

const TREE = {
  'a.ts': 'one\nevil()\r\n',
  'sub/b.ts': 'Evil twice\nevil\n',
  'sub/plain.txt': 'good\n',
  'node_modules/p.js': 'evil\n',
  '.env': 'evil\n',
  'secret.key': 'evil\n',
  'utf16.txt': Buffer.from('\ufeffnothing', 'utf16le'),
}

const found = async (shop: ToolHarness, args: Record<string, unknown>): Promise<string[]> =>
  [...resultText(await shop.call('search_file_content', { context: 0, ...args })).matchAll(/^File: (.*)$/gm)].map(
    ([, name = '']) => name,
  )

const SEARCHES: [args: Record<string, unknown>, files: string[]][] = [
  [{ pattern: 'evil' }, ['a.ts', 'sub/b.ts']],
  [{ pattern: 'EVIL', case_sensitive: true }, []],
  [{ pattern: '^evil$' }, ['sub/b.ts']],
  [{ pattern: 'evil()', fixed_strings: true }, ['a.ts']],
  [{ pattern: 'evil', include: 'sub/*.ts' }, ['sub/b.ts']],
  [{ pattern: 'evil', dir_path: 'sub' }, ['b.ts']],
  [{ pattern: 'nowhere' }, []],
]
for (const [args, files] of SEARCHES)
  test(`outside a repository ripgrep finds the files: ${JSON.stringify(args)}`, async () => {
    using shop = await createToolHarness(TREE, { ignoreText: '*.key\n' })
    symlinkSync('/etc', join(shop.root, 'etc'))
    expect(await found(shop, args)).toEqual(files)
    expect(calls()).toHaveLength(1)
  })

test('git is used first', async () => {
  using shop = await createToolHarness(TREE, { tracked: true })
  expect(await found(shop, { pattern: 'evil', include: '*.ts' })).toEqual(['a.ts', 'sub/b.ts'])
  expect(calls()).toEqual([])
})

test('a failing ripgrep is not used', async () => {
  using shop = await createToolHarness({ 'a.txt': 'refuse me\n' })
  expect(await found(shop, { pattern: 'refuse' })).toEqual(['a.txt'])
  expect(calls()).toHaveLength(1)
})

test('ripgrep does not search patterns that it may read differently', async () => {
  using shop = await createToolHarness({ 'a.txt': 'evil évil evie\n' })
  expect(await found(shop, { pattern: '(e)vil .vil \\1vie' })).toEqual(['a.txt'])
  expect(calls()).toEqual([])
})

test('a program of that name in the repository is never started', async () => {
  using shop = await createToolHarness(TREE)
  install(join(shop.root, 'bin'))
  process.env.PATH = ['.', 'bin', ORIGINAL.PATH].join(delimiter)
  expect(findTrustedProgram('rg')).not.toBe(join(shop.root, 'bin', 'rg'))
  expect(await found(shop, { pattern: 'evil', include: '*.ts' })).toEqual(['a.ts', 'sub/b.ts'])
  expect(calls()).toEqual([])
})
