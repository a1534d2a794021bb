import { execFileSync } from 'node:child_process'
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorkspace, type Workspace } from '../../../src/platform/files/workspace.ts'
import { findProtectedSegment, pathProblem } from '../../../src/platform/paths.ts'

let base: string
let root: string
let files: Workspace

/** A workspace and a private folder, with all kinds of links between them. */
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'sluice-files-'))
  root = join(base, 'work')
  await mkdir(join(root, 'src', 'deep'), { recursive: true })
  await mkdir(join(root, '.git', 'hooks'), { recursive: true })
  await mkdir(join(root, 'node_modules', 'pkg'), { recursive: true })
  await mkdir(join(base, 'private'))
  await writeFile(join(base, 'private', 'key'), 'SECRET')
  await writeFile(join(root, 'a.txt'), 'a\n')
  await writeFile(join(root, 'src', 'b.ts'), 'b\n')
  await writeFile(join(root, '.git', 'config'), '[core]')
  await symlink(join(base, 'private', 'key'), join(root, 'leak'))
  await symlink('../private', join(root, 'out'))
  await symlink('src', join(root, 'in'))
  await symlink('a.txt', join(root, 'same'))
  await symlink('.git/config', join(root, 'settings'))
  await symlink('.git', join(root, 'gitlink'))
  await symlink(join(base, 'private', 'new'), join(root, 'dangling-out'))
  await symlink('src/new.ts', join(root, 'dangling-in'))
  await symlink('a.txt', join(root, '.env.link'))
  await symlink('loop-b', join(root, 'loop-a'))
  await symlink('loop-a', join(root, 'loop-b'))
  files = await openWorkspace(root)
})
afterEach(() => rm(base, { recursive: true, force: true }))

const at = async (path: string) => {
  const place = await files.resolve(path, 'write')
  if (!place.ok) throw new Error(place.text)
  return place
}
const text = async (path: string) => {
  const found = await files.read(await at(path))
  return found.ok ? found.bytes.toString() : found.reason
}

const REACHED: [path: string, displayPath: string][] = [
  ['a.txt', 'a.txt'],
  ['./src/../a.txt', 'a.txt'],
  ['.', '.'],
  ['in/b.ts', 'src/b.ts'],
  ['same', 'a.txt'],
  ['not/yet/there.txt', 'not/yet/there.txt'],
  ['dangling-in', 'src/new.ts'],
  ['in/new.ts', 'src/new.ts'],
  ['..env', '..env'],
  ['node_modules/pkg/index.js', 'node_modules/pkg/index.js'],
  ['.gitignore', '.gitignore'],
  ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
  ['gha-creds.json', 'gha-creds.json'],
  ['a:1:b', 'a:1:b'],
  ['100%25 of it', '100%25 of it'],
  ['@src/b.ts', 'src/b.ts'],
  ['@src/new.ts', 'src/new.ts'],
  ['@lib/new.ts', 'lib/new.ts'],
  ['@/a.txt', 'a.txt'],
]
for (const [path, displayPath] of REACHED)
  test(`resolve: ${path} is ${displayPath}`, async () => {
    expect(await files.resolve(path, 'write')).toEqual({ ok: true, path: join(root, displayPath), displayPath })
  })

const REFUSED: [path: string, reason: RegExp][] = [
  ['', /empty/],
  ['  ', /empty/],
  ['..', /outside/],
  ['../private/key', /outside/],
  ['src/../../private/key', /outside/],
  ['/etc/passwd', /outside/],
  ['leak', /outside/],
  ['out/key', /outside/],
  ['out/not-yet', /outside/],
  ['in/../../private/key', /outside/],
  ['dangling-out', /outside/],
  ['loop-a', /Failed to resolve/],
  ['n'.repeat(300), /Failed to resolve.*too long/],
  ['/proc/self/environ', /outside/],
  ['/proc/self/root/etc/passwd', /outside/],
  ['/dev/fd/0', /outside/],
  ['/dev/stdin', /outside/],
  ['/sys/kernel', /outside/],
  ['file:///etc/passwd/../../../../../..', /outside/],
  ['a\0.txt', /NUL/],
  ['a.txt\n.git/config', /control/],
  ['a\r.txt', /control/],
  ['a\u2028.txt', /control/],
  ['..\\private\\key', /backslashes/],
  ['src\\..\\..\\private', /backslashes/],
  ['a.txt::$DATA', /stream/],
  ['.git', /"\.git"/],
  ['.git/config', /"\.git"/],
  ['.git/hooks/pre-commit', /"\.git"/],
  ['.git/info/attributes', /"\.git"/],
  ['.GIT/config', /"\.GIT"/],
  ['.git./config', /"\.git\."/],
  ['.git /config', /"\.git "/],
  ['.g\u200cit/config', /may hold credentials/],
  ['git~1/config', /"git~1"/],
  ['src/vendor/.git/config', /"\.git"/],
  ['settings', /"\.git"/],
  ['gitlink/config', /"\.git"/],
  ['.env', /"\.env"/],
  ['.env.local', /"\.env\.local"/],
  ['.ENV', /"\.ENV"/],
  ['packages/web/.env.production', /"\.env\.production"/],
  ['.envrc', /"\.envrc"/],
  ['.env.link', /"\.env\.link"/],
  ['gha-creds-abc.json', /gha-creds-abc/],
  ['GHA-CREDS-X.JSON', /GHA-CREDS-X/],
  ['sub/gha-creds-1.json', /gha-creds-1/],
]
for (const [path, reason] of REFUSED)
  for (const use of ['read', 'write'] as const)
    test(`resolve: ${JSON.stringify(path)} is refused for ${use}`, async () => {
      const answer = await files.resolve(path, use)
      expect(answer).toMatchObject({ ok: false, reason: 'path_not_in_workspace' })
      expect(!answer.ok && answer.text).toMatch(reason)
    })

test('resolve: a directory that is really called @src keeps its name', async () => {
  await mkdir(join(root, '@src'))
  expect(await files.resolve('@src/a', 'write')).toMatchObject({ displayPath: '@src/a' })
})

test('resolve: a workspace reached through a link takes paths in either spelling', async () => {
  await symlink(root, join(base, 'alias'))
  const aliased = await openWorkspace(join(base, 'alias'))
  expect(aliased.root).toBe(root)
  for (const path of [join(base, 'alias', 'a.txt'), join(root, 'a.txt'), 'a.txt'])
    expect(await aliased.resolve(path, 'read')).toMatchObject({ ok: true, displayPath: 'a.txt' })
})

test('resolve: places named as outside are, though they lie inside', async () => {
  const narrow = await openWorkspace(root, { outside: [join(root, 'src', 'deep')] })
  expect(await narrow.resolve('src/deep/x', 'read')).toMatchObject({ ok: false })
  expect(await narrow.resolve('src/b.ts', 'read')).toMatchObject({ ok: true })
})

test('resolve: places named as readable can be read and not written', async () => {
  const wide = await openWorkspace(root, { readable: [join(base, 'private')] })
  expect(await wide.resolve(join(base, 'private', 'key'), 'read')).toMatchObject({ ok: true })
  expect(await wide.resolve(join(base, 'private', 'key'), 'write')).toMatchObject({ ok: false })
  expect(await wide.resolve(join(base, 'private', '..', 'other'), 'read')).toMatchObject({ ok: false })
})

test('resolve: the root of the machine as workspace still has no kernel folders', async () => {
  const all = await openWorkspace('/')
  for (const path of ['/proc/self/environ', 'proc/1/environ', '/sys', '/dev/null'])
    expect(await all.resolve(path, 'read'), path).toMatchObject({ ok: false })
})

const WINDOWS: [path: string, refused: boolean][] = [
  ['src\\b.ts', false],
  ['C:\\work\\a.txt', false],
  ['a.txt.', true],
  ['a.txt ', true],
  ['src.\\b.ts', true],
  ['a.txt:stream', true],
  ['a.txt::$DATA', true],
  ['.git::$INDEX_ALLOCATION\\config', true],
  ['CON', true],
  ['src/nul.txt', true],
  ['com1', true],
  ['console.ts', false],
]
for (const [path, refused] of WINDOWS)
  test(`on Windows ${path} is ${refused ? 'refused' : 'a path'}`, () =>
    expect(pathProblem(path, 'win32') !== undefined).toBe(refused))

test('protected names do not match similar names', () => {
  for (const name of ['.gitignore', '.gitattributes', '.github', 'git', 'gha-creds.json', 'env', 'x.env', '.en'])
    expect(findProtectedSegment(name), name).toBeUndefined()
})

test('read: the bytes of a file, links followed', async () => {
  expect(await text('same')).toBe('a\n')
  expect(await text('in/b.ts')).toBe('b\n')
})

test('read: what is no regular file is said to be none, at once', async () => {
  execFileSync('mkfifo', [join(root, 'pipe')])
  expect(await text('pipe')).toBe('read_content_failure')
  expect(await text('src')).toBe('target_is_directory')
  expect(await text('none')).toBe('file_not_found')
  expect(await text('a.txt/b')).toBe('file_not_found')
})

test('read: a hard link to another person’s file is not read, but package managers may link', async () => {
  await link(join(base, 'private', 'key'), join(root, 'hard'))
  await link(join(base, 'private', 'key'), join(root, 'node_modules', 'pkg', 'index.js'))
  expect(await text('hard')).toBe('path_not_in_workspace')
  expect(await text('node_modules/pkg/index.js')).toBe('SECRET')
})

test('list: the size of a hard link to a file outside is not told', async () => {
  await link(join(base, 'private', 'key'), join(root, 'hard'))
  const listed = await files.list(await at('.'))
  const sizes = listed.ok ? listed.entries.map(({ name, bytes }) => [name, bytes()] as const) : []
  expect(Object.fromEntries(sizes)).toMatchObject({ hard: null, 'a.txt': 2 })
})

test('read: a file that became a link after it was resolved is not followed', async () => {
  const place = await at('a.txt')
  await rm(join(root, 'a.txt'))
  await symlink(join(base, 'private', 'key'), join(root, 'a.txt'))
  expect(await files.read(place)).toMatchObject({ ok: false, reason: 'path_not_in_workspace' })
})

test('read: a folder that became a link after it was resolved is noticed', async () => {
  await writeFile(join(root, 'src', 'key'), 'mine')
  const place = await at('src/key')
  await rm(join(root, 'src'), { recursive: true })
  await symlink(join(base, 'private'), join(root, 'src'))
  expect(await files.read(place)).toMatchObject({ ok: false, reason: 'path_not_in_workspace' })
  expect(await files.write(place, Buffer.from('x'))).toMatchObject({ ok: false, reason: 'path_not_in_workspace' })
  expect(await readFile(join(base, 'private', 'key'), 'utf8')).toBe('SECRET')
})

test('read: larger than asked for is refused with its size', async () => {
  const answer = await files.read(await at('a.txt'), 1)
  expect(answer).toMatchObject({ ok: false, reason: 'file_too_large' })
})

test('write: a new file with its folders', async () => {
  expect(await files.write(await at('x/y/z.txt'), Buffer.from('hi'))).toEqual({ ok: true, created: true })
  expect(await readFile(join(root, 'x/y/z.txt'), 'utf8')).toBe('hi')
})

test('write: the mode stays, the link stays, and no temporary file is left', async () => {
  await chmod(join(root, 'a.txt'), 0o751)
  expect(await files.write(await at('same'), Buffer.from('new'))).toEqual({ ok: true, created: false })
  expect(await readlink(join(root, 'same'))).toBe('a.txt')
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('new')
  expect((await stat(join(root, 'a.txt'))).mode & 0o777).toBe(0o751)
  const listed = await files.list(await at('.'))
  expect(listed.ok && listed.entries.filter(({ name }) => name.endsWith('.tmp'))).toEqual([])
})

test('write: through a dangling link inside, its target is made', async () => {
  await files.write(await at('dangling-in'), Buffer.from('new'))
  expect(await readFile(join(root, 'src', 'new.ts'), 'utf8')).toBe('new')
  expect((await lstat(join(root, 'dangling-in'))).isSymbolicLink()).toBe(true)
})

test('write: over a folder, below a file', async () => {
  expect(await files.write(await at('src'), Buffer.from(''))).toMatchObject({
    ok: false,
    reason: 'target_is_directory',
  })
  expect(await files.write(await at('a.txt/b'), Buffer.from(''))).toMatchObject({
    ok: false,
    reason: 'file_write_failure',
  })
})

test('write: a file its owner made read-only is left alone', async () => {
  await chmod(join(root, 'a.txt'), 0o444)
  await chmod(base, 0o755)
  await chmod(root, 0o777)
  const script = `
    const { openWorkspace } = await import(${JSON.stringify(join(import.meta.dirname, '../../../src/platform/files/workspace.ts'))})
    // root may write anything, so another user runs this
    if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534) }
    const files = await openWorkspace(${JSON.stringify(root)})
    const place = await files.resolve('a.txt', 'write')
    console.log(JSON.stringify(await files.write(place, Buffer.from('x'))))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual({
    ok: false,
    reason: 'permission_denied',
    text: 'Permission denied writing to file: a.txt (EACCES)',
  })
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('a\n')
})

test('list: a file deleted after listing has no size', async () => {
  const listed = await files.list(await at('.'))
  await rm(join(root, 'a.txt'))
  expect(listed.ok && listed.entries.find(({ name }) => name === 'a.txt')?.bytes()).toBeUndefined()
})

test('list: kinds, sizes, and where links lead', async () => {
  const listed = await files.list(await at('.'))
  expect(
    listed.ok &&
      Object.fromEntries(listed.entries.map(({ name, bytes, ...rest }) => [name, { ...rest, bytes: bytes() }])),
  ).toMatchObject({
    'a.txt': { kind: 'file', bytes: 2 },
    src: { kind: 'directory', bytes: undefined },
    same: { kind: 'file', bytes: 2, link: 'inside' },
    in: { kind: 'directory', link: 'inside' },
    leak: { kind: 'other', bytes: undefined, link: 'outside' },
    out: { kind: 'other', link: 'outside' },
    settings: { link: 'outside' },
    'dangling-in': { link: 'broken' },
    'loop-a': { link: 'outside' },
  })
  expect(await files.list(await at('a.txt'))).toMatchObject({ ok: false, reason: 'path_is_not_a_directory' })
  expect(await files.list(await at('none'))).toMatchObject({ ok: false, reason: 'file_not_found' })
})

test('changes: the first before, the last after, and only what really changed', async () => {
  const write = async (path: string, content: string) => files.write(await at(path), Buffer.from(content))
  await chmod(join(root, 'src', 'b.ts'), 0o755)
  await write('src/b.ts', 'one')
  await write('src/b.ts', 'two')
  await write('new.txt', 'n')
  await write('a.txt', 'changed')
  await write('a.txt', 'a\n')
  await write('gone.txt', 'g')
  await rm(join(root, 'gone.txt'))
  expect(files.changes()).toEqual([
    { path: 'new.txt', before: null, after: Buffer.from('n'), mode: '100644' },
    { path: 'src/b.ts', before: Buffer.from('b\n'), after: Buffer.from('two'), mode: '100755' },
  ])
})

test('changes: what a formatter did afterwards counts; what took the file’s place does not', async () => {
  await files.write(await at('a.txt'), Buffer.from('x  '))
  await writeFile(join(root, 'a.txt'), 'x')
  expect(files.changes()).toMatchObject([{ after: Buffer.from('x') }])
  await rm(join(root, 'a.txt'))
  await symlink(join(base, 'private', 'key'), join(root, 'a.txt'))
  expect(files.changes()).toMatchObject([{ after: Buffer.from('x  ') }])
  await rm(join(root, 'a.txt'))
  await link(join(base, 'private', 'key'), join(root, 'a.txt'))
  expect(files.changes()).toMatchObject([{ after: Buffer.from('x  ') }])
})

test('no generated link or path reaches the outside', async () => {
  let state = 12345
  const next = (below: number) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
  const names = ['a', 'b', 'c', '.git', '.env', '..', '.', 'work', 'private', 'key']
  const name = () => names[next(names.length)] ?? 'a'
  const path = () => Array.from({ length: 1 + next(5) }, name).join('/')
  const inside = ['a', 'b', 'c', 'a/b', 'a/c', 'b/a', 'a/b/c']
  let reached = 0
  for (let round = 0; round < 40; round++) {
    for (const name of await readdir(root)) await rm(join(root, name), { recursive: true, force: true })
    await mkdir(join(root, 'a', 'b'), { recursive: true })
    await mkdir(join(root, '.git'))
    await writeFile(join(root, '.git', 'key'), 'SECRET')
    for (const link of inside) {
      const target = next(3) === 0 ? join(next(2) ? base : root, path()) : path()
      await symlink(target, join(root, link)).catch(() => undefined)
    }
    for (let n = 0; n < 30; n++) {
      const asked = next(4) === 0 ? join(next(2) ? base : root, path()) : path()
      const place = await files.resolve(asked, 'write')
      if (!place.ok) continue
      reached++
      const words = `${asked} → ${place.path}`
      expect(place.path === root || place.path.startsWith(`${root}/`), words).toBe(true)
      expect(findProtectedSegment(place.displayPath), words).toBeUndefined()
      const real = await realpath(place.path).catch(() => place.path)
      expect(real, words).toBe(place.path)
      const found = await files.read(place)
      expect(found.ok && found.bytes.toString(), words).not.toBe('SECRET')
      if (next(3) === 0) await files.write(place, Buffer.from('written'))
      expect(await readFile(join(base, 'private', 'key'), 'utf8'), words).toBe('SECRET')
    }
  }
  expect(reached).toBeGreaterThan(200)
})
