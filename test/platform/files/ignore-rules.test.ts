import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type IgnoreOptions, type IgnoreSources, loadIgnore } from '../../../src/platform/files/ignore-rules.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-ignore-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'core.excludesFile=/dev/null', ...args], { cwd: root, encoding: 'utf8' })
const put = (contents: Record<string, string>) => {
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
/** Which of these are hidden; a trailing slash says folder. */
async function hidden(paths: string[], options: IgnoreOptions = {}, use?: IgnoreSources, at = root) {
  const rules = await loadIgnore(at, options)
  const found = await rules.hidden(
    paths.map((path) => ({ path: path.replace(/\/$/, ''), folder: path.endsWith('/') })),
    use,
  )
  return paths.filter((path) => found.has(path.replace(/\/$/, '')))
}

test('git’s own answer for nested files, negations, escapes, anchors and folders', async () => {
  git('init', '-q')
  put({
    '.gitignore':
      '# comment\n*.log\n!keep.log\n/top.txt\ndist/\nbuild\n\\#hash\n\\!bang\ntrail\\ \ndoc/*.md\n**/cache\na/**/z\n*.[oa]\n/sub/shown/\nCASE\n',
    'sub/.gitignore': '!debug.log\nlocal\n!/shown/\n*.tmp\n',
    'sub/deeper/.gitignore': '!*.tmp\n/dist\n',
    '.git/info/exclude': 'excluded.txt\n*.md\n',
    'keep/.gitignore': '*\n!.gitignore\n!yes\n',
  })
  const paths =
    `x.log keep.log sub/x.log sub/debug.log sub/deeper/debug.log top.txt sub/top.txt dist/x sub/dist/x build build/x
    #hash !bang doc/a.md doc/b/a.md a.md cache/x p/q/cache/r a/z a/b/c/z m.o m.a m.c sub/local/x local sub/shown/file sub/shown/x.log
    sub/a.tmp sub/deeper/a.tmp sub/deeper/dist/keep.log excluded.txt keep/no keep/yes keep/.gitignore CASE case dist.txt ünï.log
    sub/keep.log deep/er/keep.log`.split(/\s+/)
  for (const path of paths) put({ [path === 'build' ? 'build/file' : path]: '' })
  const all = git('ls-files', '-z', '--others').split('\0').filter(Boolean)
  const shown = new Set(git('ls-files', '-z', '--others', '--exclude-standard').split('\0'))
  expect(all.length).toBeGreaterThan(40)
  expect((await hidden(all)).sort()).toEqual(all.filter((path) => !shown.has(path)).sort())
})

test('tracked files are not hidden, so a change cannot hide its own files', async () => {
  git('init', '-q')
  put({ '.gitignore': 'dist/\n*.gen.ts\n', 'dist/index.js': '', 'dist/other.js': '', 'a.gen.ts': '', 'b.gen.ts': '' })
  git('add', '-f', 'dist/index.js', 'a.gen.ts')
  expect(await hidden(['dist/', 'dist/index.js', 'dist/other.js', 'a.gen.ts', 'b.gen.ts'])).toEqual([
    'dist/other.js',
    'b.gen.ts',
  ])
})

test('outside a repository .gitignore means nothing; .geminiignore does', async () => {
  put({ '.gitignore': '*.log\n' })
  expect(await hidden(['x.log', 'x.key'], { geminiText: '*.key\n' })).toEqual(['x.key'])
})

test('a workspace inside a repository obeys the folders above it', async () => {
  git('init', '-q')
  put({ '.gitignore': '*.log\n/packages/web/gen/\n', 'packages/web/.gitignore': 'own\n' })
  expect(await hidden(['x.log', 'gen/', 'gen/a', 'own', 'a'], {}, undefined, join(root, 'packages/web'))).toEqual([
    'x.log',
    'gen/',
    'gen/a',
    'own',
  ])
})

const GEMINI: [name: string, text: string, use: IgnoreSources | undefined, hidden: string[]][] = [
  ['it hides on top of git', 'secret/\nfoo.*\n', undefined, ['x.log', 'secret/', 'secret/a', 'foo.bar']],
  ['it shows again what git hides', '!*.log\n', undefined, []],
  ['switched off', 'secret/\n', { gemini: false }, ['x.log']],
  ['git switched off', 'secret/\n', { git: false }, ['secret/', 'secret/a']],
  ['what it hides stays hidden below', 'secret\n!secret/a\n', undefined, ['x.log', 'secret/', 'secret/a']],
]
for (const [name, geminiText, use, expected] of GEMINI)
  test(`.geminiignore: ${name}`, async () => {
    git('init', '-q')
    put({ '.gitignore': '*.log\n' })
    const paths = ['x.log', 'secret/', 'secret/a', 'foo.bar', 'plain']
    expect(await hidden(paths, { geminiText }, use)).toEqual(expected)
  })

test('.geminiignore is not read from the worktree', async () => {
  put({ '.geminiignore': '*\n' })
  expect(await hidden(['a'])).toEqual([])
})

test('.git is always hidden, as a folder and as the file of a worktree', async () =>
  expect(await hidden(['.git/', '.git', 'sub/.git', '.git/config', '.github/', '.gitignore'])).toEqual([
    '.git/',
    '.git',
    'sub/.git',
    '.git/config',
  ]))

test('an ignore file that is a link is not read, as git does not', async () => {
  git('init', '-q')
  put({ elsewhere: 'a\n' })
  symlinkSync('elsewhere', join(root, '.gitignore'))
  expect(await hidden(['a'])).toEqual([])
})

test('case counts where the file system minds it', async () => {
  expect(await hidden(['FOO'], { geminiText: 'foo', platform: 'linux' })).toEqual([])
  expect(await hidden(['FOO'], { geminiText: 'foo', platform: 'win32' })).toEqual(['FOO'])
})

test('`reincludes` and `hasGeminiIgnore` show what git’s own listing would miss', async () => {
  expect(await loadIgnore(root)).toMatchObject({ reincludes: false, hasGeminiIgnore: false })
  expect(await loadIgnore(root, { geminiText: 'a\n' })).toMatchObject({ reincludes: false, hasGeminiIgnore: true })
  expect(await loadIgnore(root, { geminiText: 'a\n!b\n' })).toMatchObject({ reincludes: true, hasGeminiIgnore: true })
})

test('many files at once are judged as few are: in one folder, in several, tracked, new and ignored', async () => {
  const names = Array.from(
    { length: 600 },
    (_, n) => `src[1]/f${n}.${n % 3 === 0 ? 'log' : n % 5 === 0 ? 'key' : 'ts'}`,
  )
  put(Object.fromEntries([...names, 'src[1]/sub/x.log', 'other/y.log', 'other/z.ts'].map((name) => [name, ''])))
  put({ '.gitignore': '*.log\n', 'src[1]/.gitignore': '!f3.log\n' })
  git('init', '-q')
  git('add', '-f', '--', ...names.slice(0, 20))
  for (const extra of [[], ['other/y.log', 'other/z.ts', 'src[1]/sub/']])
    for (const options of [{}, { geminiText: '*.key\n!f9.log\n' }])
      for (const use of [undefined, { git: false }, { gemini: false }]) {
        const all = [...names, ...extra]
        const single: string[] = []
        for (let at = 0; at < all.length; at += 200)
          single.push(...(await hidden(all.slice(at, at + 200), options, use)))
        expect(await hidden(all, options, use)).toEqual(single)
      }
})

test.each([
  [
    'the root',
    '',
    ['dist/', 'empty/', 'logs/', 'nested/', 'own/', 'tracked/', 'folder-link', 'a.log', 'two\nlines.log', '.git/'],
  ],
  ['a hidden folder with a tracked file', 'dist', ['kept', 'new', 'sub/']],
  ['a folder in a hidden folder', 'dist/sub', ['b']],
  ['a folder with nothing in sight', 'logs', ['x.log']],
  ['a hidden repository', 'nested', ['f', 'g.log']],
  ['a repository with rules of its own', 'own', ['f', 'g.mine', 'h.log']],
  ['a hidden name that holds a tracked file', 'tracked', ['dist/']],
])('a large folder asked about as a whole is judged as its entries are: %s', async (_, folder, entries) => {
  const inside = (name: string) => (folder === '' ? name : `${folder}/${name}`)
  git('init', '-q')
  put({ 'nested/f': '', 'own/f': '' })
  for (const name of ['nested', 'own']) git('init', '-q', name)
  put({
    '.gitignore': 'dist/\n*.log\nnested/\nempty/\nfolder-link/\n*.7\n!pad.17\n',
    'own/.gitignore': '*.mine\n',
    'dist/kept': '',
    'dist/new': '',
    'dist/sub/b': '',
    'logs/x.log': '',
    'a.log': '',
    'two\nlines.log': '',
    'nested/g.log': '',
    'own/g.mine': '',
    'own/h.log': '',
    'tracked/dist/kept': '',
  })
  mkdirSync(join(root, 'empty'))
  symlinkSync('logs', join(root, 'folder-link'))
  const padding = Array.from({ length: 600 }, (_, at) => `pad.${at}`)
  put(Object.fromEntries(padding.map((name) => [inside(name), ''])))
  git('add', '-f', '--', 'dist/kept', 'tracked/dist/kept')
  const all = [...entries, ...padding].map(inside)

  const single: string[] = []
  for (let at = 0; at < all.length; at += 100) single.push(...(await hidden(all.slice(at, at + 100))))
  expect(await hidden(all)).toEqual(single)
  expect(single.length).toBeGreaterThan(0)
})
