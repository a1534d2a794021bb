import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPatches, type EditedFile, joinPatches } from '../../../src/delivery/plan/patch.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patch-'))
  execFileSync('git', ['init', '-q'], { cwd: folder })
  // The bytes count: no conversion of line ends on any machine.
  execFileSync('git', ['config', 'core.autocrlf', 'false'], { cwd: folder })
})
afterEach(() => rm(folder, { recursive: true }))

const bytes = (value: string | Buffer | null) => (typeof value === 'string' ? Buffer.from(value) : value)
const change = (
  path: string,
  before: string | Buffer | null,
  after: string | Buffer | null,
  mode = '100644',
  modeBefore = mode,
): EditedFile => ({
  path,
  before: bytes(before),
  after: bytes(after),
  mode,
  modeBefore,
})
const lines = (count: number, of: (line: number) => string) =>
  Array.from({ length: count }, (_, line) => `${of(line)}\n`).join('')
const binary = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256))

const table: [name: string, change: EditedFile][] = [
  ['a changed line', change('a.txt', 'one\ntwo\nthree\n', 'one\n2\nthree\n')],
  [
    'far apart',
    change(
      'a.txt',
      lines(200, String),
      lines(200, (n) => (n === 5 || n === 150 ? 'changed' : String(n))),
    ),
  ],
  ['a new file', change('dir/new.txt', null, 'hello\nworld\n')],
  ['a new empty file', change('empty.txt', null, '')],
  ['a deleted file', change('gone.txt', 'a\nb\n', null)],
  ['a deleted empty file', change('gone.txt', '', null)],
  ['filled', change('a.txt', '', 'now\n')],
  ['emptied', change('a.txt', 'was\n', '')],
  ['no newline at the end', change('a.txt', 'a\nb', 'a\nc')],
  ['newline added at the end', change('a.txt', 'a\nb', 'a\nb\n')],
  ['newline removed at the end', change('a.txt', 'a\nb\n', 'a\nb')],
  ['a new file without newline', change('a.txt', null, 'x')],
  ['Windows line ends', change('a.txt', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n')],
  ['mixed line ends', change('a.txt', 'a\r\nb\nc\rd\n', 'a\nb\r\nc\rD\n')],
  ['line separators of Unicode', change('a.txt', 'a\u2028b\u0085c\x0bd\x0ce\n', 'a\u2028B\u0085c\x0bd\x0ce\n')],
  ['a byte order mark', change('a.txt', '\ufeffa\n', '\ufeffb\n')],
  [
    'lines that look like a patch',
    change('a.txt', '-- x\n++ y\n@@ -1 +1 @@\ndiff --git a/a b/b\n', '--- x\n+++ y\n@@ -2 +2 @@\n'),
  ],
  ['another alphabet', change('дом/ключ 鍵.txt', 'ж\n', 'щ\n')],
  ['a space in the name', change('my file.txt', 'a\n', 'b\n')],
  ['a new file with a space', change('my dir/my file.txt', null, 'b\n')],
  ['latin-1', change('a.txt', Buffer.from('caf\xe9\n', 'latin1'), Buffer.from('caf\xe9s\n', 'latin1'))],
  ['a binary file', change('a.bin', binary, Buffer.concat([binary, Buffer.from([0, 1, 2])]))],
  ['a new binary file', change('a.bin', null, binary)],
  ['a deleted binary file', change('a.bin', binary, null)],
  [
    'nothing in common',
    change(
      'a.txt',
      lines(9000, (n) => `old ${n}`),
      lines(9000, (n) => `new ${n}`),
    ),
  ],
]
if (process.platform !== 'win32')
  table.push(
    ['made executable', change('run.sh', 'a\n', 'a\n', '100755', '100644')],
    ['made executable and changed', change('run.sh', 'a\n', 'b\n', '100755', '100644')],
    ['a new executable', change('run.sh', null, 'a\n', '100755')],
    ['an executable deleted', change('run.sh', 'a\n', null, '100755')],
    ['quotes, tabs and newlines in the name', change('a "b"\tc\\d\ne.txt', 'a\n', 'b\n')],
  )

async function put(path: string, content: Buffer | null, mode: string) {
  const place = join(folder, path)
  if (content === null) return
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, content)
  await chmod(place, mode === '100755' ? 0o755 : 0o644)
}

for (const [name, given] of table)
  test(`git applies it, and takes it back: ${name}`, async () => {
    const { path, before, after, mode, modeBefore = mode } = given
    await put(path, before, modeBefore)
    const input = joinPatches(createPatches([given]))
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input })
    const place = join(folder, path)
    expect(existsSync(place)).toBe(after !== null)
    if (after !== null) {
      expect((await readFile(place)).equals(after)).toBe(true)
      if (process.platform !== 'win32') expect((await stat(place)).mode & 0o100).toBe(mode === '100755' ? 0o100 : 0)
    }
    execFileSync('git', ['apply', '-R', '--whitespace=nowarn', '-'], { cwd: folder, input })
    expect(existsSync(place)).toBe(before !== null)
    if (before !== null) expect((await readFile(place)).equals(before)).toBe(true)
  })

test('a binary file that only moves or changes its mode has no content in the patch', async () => {
  await put('a.bin', binary, '100644')
  await put('b.bin', binary, '100644')
  const moved = { ...change('moved.bin', binary, binary), previousPath: 'a.bin' }
  const patches = createPatches([moved, change('b.bin', binary, binary, '100755', '100644')])
  expect(joinPatches(patches)).not.toContain('GIT binary patch')
  execFileSync('git', ['apply', '--binary', '-'], { cwd: folder, input: joinPatches(patches) })
  expect(existsSync(join(folder, 'a.bin'))).toBe(false)
  expect((await readFile(join(folder, 'moved.bin'))).equals(binary)).toBe(true)
})

test('several files at once, sorted, each with its counts', async () => {
  const changes = [change('b.txt', 'a\n', 'b\nc\n'), change('a.bin', null, binary), change('same.txt', 'a\n', 'a\n')]
  for (const { path, before, mode } of changes) await put(path, before, mode)
  const patches = createPatches(changes)
  expect(patches.map(({ path, added, removed, binary }) => ({ path, added, removed, binary }))).toEqual([
    { path: 'a.bin', added: 0, removed: 0, binary: true },
    { path: 'b.txt', added: 2, removed: 1, binary: false },
  ])
  execFileSync('git', ['apply', '-'], { cwd: folder, input: joinPatches(patches) })
  expect(await readFile(join(folder, 'b.txt'), 'utf8')).toBe('b\nc\n')
})

test('a link is a change of its target', async () => {
  const input = joinPatches(createPatches([change('link', null, 'target', '120000')]))
  execFileSync('git', ['apply', '--index', '-'], { cwd: folder, input })
  expect(execFileSync('git', ['ls-files', '-s'], { cwd: folder, encoding: 'utf8' })).toMatch(/^120000 .*link/)
})

test('a huge binary file is named, and the rest still applies', async () => {
  const patches = createPatches([change('a.bin', null, Buffer.alloc(12_000_000)), change('b.txt', null, 'b\n')])
  expect(patches[0]?.text).toContain('Binary file of 12000000 bytes')
  expect(joinPatches(patches).length).toBeLessThan(1000)
})

test('nothing changed: no patch', async () => expect(createPatches([change('a', 'x', 'x')])).toEqual([]))

test('a file that was never there before and is not there now has no patch, whatever its mode', async () => {
  expect(createPatches([change('a', null, null, '100755', '100644')])).toEqual([])
  expect(createPatches([change('a', 'x', 'x', '100755', '100644')])).toHaveLength(1)
})
