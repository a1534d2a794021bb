import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findProjectRoot, worktreeReader } from '../../src/config/worktree-reader.ts'

const top = mkdtempSync(join(tmpdir(), 'sluice-worktree-'))
const root = join(top, 'root')
afterAll(() => rmSync(top, { recursive: true, force: true }))

for (const [path, text] of Object.entries({
  'out.md': 'outside',
  'root/a.md': 'A',
  'root/é.md': 'é',
  'root/dir/b.md': 'B',
  'root/dir/sub/c.md': 'C',
  'root/.gemini/settings.json': '{}',
  'root/.git/config': 'secret',
  'root/node_modules/p/GEMINI.md': 'theirs',
  'root/module/.git': 'gitdir: elsewhere',
  'root/module/x.md': 'theirs',
})) {
  mkdirSync(dirname(join(top, path)), { recursive: true })
  writeFileSync(join(top, path), text)
}
symlinkSync(join(top, 'out.md'), join(root, 'link.md'))
symlinkSync('a.md', join(root, 'inner.md'))
symlinkSync(top, join(root, 'folder'))
symlinkSync('loop.md', join(root, 'loop.md'))

const reads: [path: string, expected: string | undefined][] = [
  ['a.md', 'A'],
  ['dir/b.md', 'B'],
  ['.gemini/settings.json', '{}'],
  ['missing.md', undefined],
  ['A.md', undefined],
  ['Dir/b.md', undefined],
  ['e\u0301.md', undefined],
  ['dir', undefined],
  ['a.md/x', undefined],
  ['', undefined],
  ['./a.md', undefined],
  ['dir//b.md', undefined],
  ['dir/../a.md', undefined],
  ['../out.md', undefined],
  ['/etc/passwd', undefined],
  ['link.md', undefined],
  ['inner.md', undefined],
  ['loop.md', undefined],
  ['folder/out.md', undefined],
  ['.git/config', undefined],
  ['.GIT/config', undefined],
  ['node_modules/p/GEMINI.md', undefined],
  ['module/x.md', undefined],
  ['a.md\0', undefined],
]
for (const [path, expected] of reads)
  test(`worktree: read ${JSON.stringify(path)}`, async () => {
    expect(await worktreeReader(root).read(path)).toBe(expected)
  })

const lists: [folder: string, expected: string[]][] = [
  ['', ['.gemini/settings.json', 'a.md', 'dir/b.md', 'dir/sub/c.md', 'é.md']],
  ['dir', ['dir/b.md', 'dir/sub/c.md']],
  ['dir/', ['dir/b.md', 'dir/sub/c.md']],
  ['a.md', []],
  ['missing', []],
  ['..', []],
  ['folder', []],
  ['.git', []],
  ['module', []],
]
for (const [folder, expected] of lists)
  test(`worktree: list ${JSON.stringify(folder)}`, async () => {
    expect(await worktreeReader(root).list(folder)).toEqual(expected)
  })

test('worktree: files are reported under their git names', async () => {
  const reader = worktreeReader(root)
  await reader.read('é.md')
  await reader.read('é.md')
  await reader.read('missing.md')
  const sha = execFileSync('git', ['hash-object', join(root, 'é.md')], { encoding: 'utf8' }).trim()
  expect(reader.loaded()).toEqual([{ path: 'é.md', sha, ref: 'worktree', bytes: 2 }])
  expect(reader.ref).toBe('worktree')
})

test('worktree: an edit is seen at once', async () => {
  const reader = worktreeReader(root)
  writeFileSync(join(root, 'dir/b.md'), 'B')
  expect(await reader.read('dir/b.md')).toBe('B')
  writeFileSync(join(root, 'dir/b.md'), 'B2')
  expect(await reader.read('dir/b.md')).toBe('B2')
  expect(reader.loaded().map(({ bytes }) => bytes)).toEqual([2])
})

test('worktree: names that differ only in case are refused, both of them', async () => {
  const folder = join(top, 'twins')
  mkdirSync(folder)
  for (const name of ['x.md', 'X.md', 'y.md']) writeFileSync(join(folder, name), name)
  const reader = worktreeReader(folder)
  const names = await reader.list('')
  // Where the file system itself ignores case there is only one file, and nothing to confuse it with.
  if (names.length === 1) expect(await reader.read('X.md')).toBeUndefined()
  else expect(names).toHaveLength(2)
})

test('worktree: a missing folder is empty', async () => {
  const reader = worktreeReader(join(top, 'nowhere'))
  expect(await reader.list('')).toEqual([])
  expect(await reader.read('a.md')).toBeUndefined()
})

test('findProjectRoot: nearest .git upwards, folder or file, else the start', async () => {
  expect(await findProjectRoot(join(root, 'dir/sub'))).toBe(root)
  expect(await findProjectRoot(root)).toBe(root)
  expect(await findProjectRoot(join(root, 'module'))).toBe(join(root, 'module'))
  expect(await findProjectRoot(join(root, 'dir/not/there'))).toBe(root)
  expect(await findProjectRoot(top)).toBe(top)
})
