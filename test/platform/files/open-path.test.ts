import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  openRoot,
  readOpened,
  readOpenedEnd,
  readOpenedSync,
  readSmallFile,
  smallFileReader,
} from '../../../src/platform/files/open-path.ts'
import { openWorkspace } from '../../../src/platform/files/workspace.ts'
import { pathProblem } from '../../../src/platform/paths.ts'

let base: string
let work: string
let outside: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-open-')))
  work = join(base, 'work')
  outside = join(base, 'outside')
  for (const folder of [join(work, 'sub'), outside]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(work, 'sub/file.txt'), 'inside')
  writeFileSync(join(outside, 'file.txt'), 'OUTSIDE')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** Linux holds handles; the others compare identities. */
const PLATFORMS = process.platform === 'linux' ? (['linux', 'darwin'] as const) : [process.platform]

for (const platform of PLATFORMS) {
  test(`${platform}: a folder swapped for a link after it was opened leads nowhere`, async () => {
    using root = openRoot(work, platform)
    using file = root.open(join(work, 'sub/file.txt'))
    renameSync(join(work, 'sub'), join(work, 'away'))
    symlinkSync(outside, join(work, 'sub'))
    expect(file.isInPlace()).toBe(false)
    await expect(readOpened(file, { maxBytes: 100 })).rejects.toMatchObject({ code: 'ELOOP' })
    expect(readOpenedSync(file, 100)).toBeUndefined()
    expect(() => root.open(join(work, 'sub/file.txt'))).toThrow(expect.objectContaining({ code: 'ELOOP' }))
    expect(readSmallFile(work, 'sub/file.txt', 100)).toBeUndefined()
  })

  test(`${platform}: another folder in the place of the root is not the root`, () => {
    using root = openRoot(work, platform)
    renameSync(work, `${work}.away`)
    mkdirSync(join(work, 'sub'), { recursive: true })
    writeFileSync(join(work, 'sub/file.txt'), 'OUTSIDE')
    const read = () => {
      using file = root.open(join(work, 'sub/file.txt'))
      return readOpenedSync(file, 100)?.toString()
    }
    // By a handle it is the file before, which is in another place now.
    if (platform === 'linux') expect(read()).toBeUndefined()
    else expect(read).toThrow()
  })

  test(`${platform}: a file that was replaced is another file`, () => {
    using root = openRoot(work, platform)
    using file = root.open(join(work, 'sub/file.txt'))
    writeFileSync(join(work, 'new'), 'new')
    renameSync(join(work, 'new'), join(work, 'sub/file.txt'))
    expect(file.isInPlace()).toBe(false)
  })
}

test.runIf(process.platform === 'linux')(
  'a hard link whose other name is gone does not count as the only name',
  async () => {
    unlinkSync(join(work, 'sub/file.txt'))
    linkSync(join(outside, 'file.txt'), join(work, 'sub/file.txt'))
    using root = openRoot(work)
    using file = root.open(join(work, 'sub/file.txt'))
    unlinkSync(join(work, 'sub/file.txt'))
    linkSync(join(outside, 'file.txt'), join(work, 'sub/file.txt'))
    expect(file.isInPlace()).toBe(false)
  },
)

test('a limit counts the bytes that were read, not those that the file told before', async () => {
  const path = join(work, 'log.txt')
  writeFileSync(path, '')
  using root = openRoot(work)
  using file = root.open(path)
  appendFileSync(path, 'x'.repeat(200_000))
  expect(await readOpened(file, { maxBytes: 199_999 })).toBeUndefined()
  expect(readOpenedSync(file, 199_999)).toBeUndefined()
  expect((await readOpened(file, { maxBytes: 200_000 }))?.length).toBe(200_000)
  expect(readOpenedSync(file, 200_000)?.length).toBe(200_000)
  expect(readOpenedEnd(file, 10)).toEqual({ bytes: Buffer.from('xxxxxxxxxx'), from: 199_990 })
})

test.runIf(process.platform === 'linux')('files of the kernel tell no size, and are read up to the limit', async () => {
  using root = openRoot(`/proc/${process.pid}`)
  using file = root.open(`/proc/${process.pid}/status`)
  expect(file.stats.size).toBe(0)
  expect(await readOpened(file, { maxBytes: 10 })).toBeUndefined()
  expect((await readOpened(file, { maxBytes: 100_000 }))?.toString()).toContain(`Pid:\t${process.pid}\n`)
})

test.runIf(process.platform === 'linux')(
  'a lease on a file stops nobody, and the answer offers another try',
  async () => {
    const path = join(work, 'sub/file.txt')
    const F_SETLEASE = 1024
    const F_WRLCK = 1
    const script = `open(my $file, '+<', $ARGV[0]); $SIG{IO} = 'IGNORE'; fcntl($file, ${F_SETLEASE}, ${F_WRLCK}) || die $!; print "held\\n"; <STDIN>`
    const holder = spawn('perl', ['-e', `$| = 1; ${script}`, path], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    const files = await openWorkspace(work)
    const target = await files.resolve('sub/file.txt', 'read')
    expect(target.ok && (await files.read(target))).toMatchObject({
      text: 'Another program holds sub/file.txt. Try again.',
    })
    expect(readSmallFile(work, 'sub/file.txt', 100)).toBeUndefined()
    holder.stdin.end()
    await once(holder, 'exit')
    expect(target.ok && (await files.read(target))).toMatchObject({ ok: true })
  },
)

test.runIf(process.platform !== 'win32')('a pipe in the place of a file stops nobody', async () => {
  execFileSync('mkfifo', [join(work, '.gitignore'), join(work, 'pipe')])
  expect(readSmallFile(work, '.gitignore', 100)).toBeUndefined()
  const files = await openWorkspace(work)
  const target = await files.resolve('pipe', 'read')
  expect(target.ok && (await files.read(target))).toMatchObject({ ok: false, reason: 'read_content_failure' })
  using root = openRoot(work)
  using file = root.open(join(work, 'pipe'))
  expect(() => readOpenedEnd(file, 10)).toThrow('not a regular file')
})

test('names above the checkout are none of its names', async () => {
  const files = await openWorkspace(work)
  expect(files.inspect(['..', '../outside/file.txt', 'sub/../../outside', 'sub'])).toEqual([
    undefined,
    undefined,
    undefined,
    expect.objectContaining({ kind: 'directory' }),
  ])
  expect(await files.walk('..', () => false, AbortSignal.abort(new Error('x'))).catch(() => 'aborted')).toBe('aborted')
  expect(await files.walk('..', () => false, new AbortController().signal)).toEqual([])
})

test('a path that led elsewhere after the rules decided is refused once, and then decided again', async () => {
  const files = await openWorkspace(work)
  mkdirSync(join(work, '.github'))
  expect(await files.decide('sub/new.yml')).toMatchObject({ ok: true, displayPath: 'sub/new.yml' })
  renameSync(join(work, 'sub'), join(work, 'away'))
  symlinkSync('.github', join(work, 'sub'))
  expect(await files.resolve('sub/new.yml', 'write')).toMatchObject({
    ok: false,
    text: '"sub/new.yml" changed after the rules allowed this call. Try again.',
  })
  expect(await files.decide('sub/new.yml')).toMatchObject({ displayPath: '.github/new.yml' })
  expect(await files.resolve('sub/new.yml', 'write')).toMatchObject({ displayPath: '.github/new.yml' })
})

test('a small file that was read before is read again after each change', () => {
  /** Long after the last change, when a file that did not change is not read again. */
  const read = smallFileReader(() => Date.now() + 3_600_000)
  const text = () => read(work, 'rules', 100)
  const put = (name: string, content: string) => {
    writeFileSync(join(work, name), content)
    utimesSync(join(work, name), 1, 1)
  }
  expect(text()).toBeUndefined()
  put('rules', 'one')
  expect([text(), text()]).toEqual(['one', 'one'])
  put('other', 'two')
  renameSync(join(work, 'other'), join(work, 'rules'))
  expect(text(), 'another file of that size and time').toBe('two')
  appendFileSync(join(work, 'rules'), '+')
  expect(text()).toBe('two+')
  unlinkSync(join(work, 'rules'))
  expect(text()).toBeUndefined()
  symlinkSync(join(outside, 'file.txt'), join(work, 'rules'))
  expect(text(), 'a link').toBeUndefined()
})

test('a small file that was just written is not trusted to have another time after the next write', () => {
  const read = smallFileReader()
  for (const content of ['one', 'two', 'six']) {
    writeFileSync(join(work, 'rules'), content)
    expect(read(work, 'rules', 100)).toBe(content)
  }
})

test.skipIf(process.platform === 'win32').each([
  ['dl/../x', 'deep/x'],
  ['deep/../x', 'x'],
  ['./dl/../../x', 'x'],
  ['dl/./../inner/y', 'deep/inner/y'],
  ['chain/../x', 'deep/x'],
] as const)('a link to %s leads where the kernel leads: %s', async (target, expected) => {
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-links-')))
  try {
    mkdirSync(join(work, 'deep/inner'), { recursive: true })
    for (const path of ['x', 'deep/x', 'deep/inner/y']) writeFileSync(join(work, path), path)
    symlinkSync('deep/inner', join(work, 'dl'))
    symlinkSync('dl', join(work, 'chain'))
    symlinkSync(target, join(work, 'link'))
    const files = await openWorkspace(work)
    const resolved = await files.resolve('link', 'read')
    expect(resolved).toMatchObject({ ok: true, displayPath: expected })
    expect(readFileSync(join(work, 'link'), 'utf8')).toBe(expected)
  } finally {
    rmSync(work, { recursive: true })
  }
})

test.skipIf(process.platform === 'win32').each(['out/../x', 'loop/../x', 'self'])(
  'a link to %s is refused',
  async (target) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-links-')))
    try {
      const work = join(base, 'work')
      for (const path of ['work', 'o/p']) mkdirSync(join(base, path), { recursive: true })
      for (const path of ['work/x', 'o/x']) writeFileSync(join(base, path), path)
      symlinkSync('../o/p', join(work, 'out'))
      symlinkSync('loop/../loop', join(work, 'loop'))
      symlinkSync('self/../self', join(work, 'self'))
      if (target !== 'self') symlinkSync(target, join(work, 'link'))
      const files = await openWorkspace(work)
      expect(await files.resolve(target === 'self' ? 'self' : 'link', 'read')).toMatchObject({ ok: false })
    } finally {
      rmSync(base, { recursive: true })
    }
  },
)

test('a path of thousands of folders is refused at once', () => {
  expect(pathProblem(`${'x/'.repeat(3000)}f`, process.platform)).toBe('The path has more than 256 folders.')
})

test('a read that takes longer than its limit ends with an error', async () => {
  const path = join(work, 'long')
  writeFileSync(path, '')
  truncateSync(path, 64_000_000)
  using root = openRoot(work)
  using file = root.open(path)
  await expect(readOpened(file, { maxBytes: 100_000_000, maxMs: 0 })).rejects.toThrow('seconds to read')
})
