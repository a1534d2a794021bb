import { mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFull } from '../sample.ts'
import { createToolHarness, resultText, type ToolHarness } from './tool-harness.ts'

/** The paths found, relative to the root; `sorted` when the order is not the point. */
async function found(shop: ToolHarness, args: Record<string, unknown>): Promise<string[]> {
  const result = await shop.call('glob', args)
  return resultText(result)
    .split('\n')
    .slice(1)
    .map((path) => path.slice(shop.root.length + 1))
}

const TREE = {
  'fileA.txt': '',
  'FileB.TXT': '',
  'file[1].txt': '',
  '.hidden/x.txt': '',
  '.env': 'SECRET=1',
  'src/a.ts': '',
  'src/deep/b.ts': '',
  'src/deep/c.tsx': '',
  'src/app/[test]/(dashboard)/page.tsx': '',
  'ünï/漢.md': '',
  'node_modules/p/index.ts': '',
}
const PATTERNS: [args: Record<string, unknown>, paths: string[]][] = [
  [{ pattern: '*.txt' }, ['FileB.TXT', 'fileA.txt', 'file[1].txt']],
  [{ pattern: '*.txt', case_sensitive: true }, ['fileA.txt', 'file[1].txt']],
  [{ pattern: 'file[1].txt' }, ['file[1].txt']],
  [{ pattern: 'src/app/[test]/(dashboard)/page.tsx' }, ['src/app/[test]/(dashboard)/page.tsx']],
  [{ pattern: '**/*.ts' }, ['src/a.ts', 'src/deep/b.ts']],
  [{ pattern: '**/*.{ts,tsx}', dir_path: 'src/deep' }, ['src/deep/b.ts', 'src/deep/c.tsx']],
  [{ pattern: '*.ts', path: 'src' }, ['src/a.ts']],
  [{ pattern: './src/*.ts' }, ['src/a.ts']],
  [{ pattern: 'src/*.ts', dir_path: '' }, ['src/a.ts']],
  [{ pattern: 'src/app/*/(dashboard)/*.tsx' }, ['src/app/[test]/(dashboard)/page.tsx']],
  [{ pattern: 'src/(a|b).ts' }, ['src/a.ts']],
  [{ pattern: '**/x.txt' }, ['.hidden/x.txt']],
  [{ pattern: '**/*.md' }, ['ünï/漢.md']],
  [{ pattern: 'node_modules/**/*.ts' }, ['node_modules/p/index.ts']],
  [{ pattern: '**/.env*' }, []],
  [{ pattern: '**/.git/**' }, []],
  [{ pattern: 'src' }, []],
]
for (const repository of [true, false])
  for (const [args, paths] of PATTERNS)
    test(`glob ${repository ? 'in' : 'outside'} a repository: ${JSON.stringify(args)}`, async () => {
      using shop = await createToolHarness(TREE, { repository })
      expect((await found(shop, args)).sort()).toEqual(paths)
    })

test('glob: newest first, without a border; files of one time by name', async () => {
  const now = Date.UTC(2026, 0, 2)
  using shop = await createToolHarness(
    { 'older-b': '', 'recent-b': '', 'older-a': '', 'recent-z': '', 'equal-c': '', 'equal-a': '' },
    { now: () => now },
  )
  const age = (path: string, ms: number) => utimesSync(join(shop.root, path), (now - ms) / 1000, (now - ms) / 1000)
  age('recent-z', 500)
  age('recent-b', 60_000)
  age('older-b', 25 * 3_600_000)
  age('older-a', 50 * 3_600_000)
  age('equal-c', 99 * 3_600_000)
  age('equal-a', 99 * 3_600_000)
  expect(await found(shop, { pattern: '*' })).toEqual([
    'recent-z',
    'recent-b',
    'older-b',
    'older-a',
    'equal-a',
    'equal-c',
  ])
})

test('glob: names of files of one time are in the order of list_directory', async () => {
  const names = { 'b.txt': '', 'B.md': '', 'a.txt': '', 'é.txt': '', 'z.txt': '', '_x.txt': '' }
  using shop = await createToolHarness(names)
  for (const name of Object.keys(names)) utimesSync(join(shop.root, name), 1000, 1000)
  const listed = resultText(await shop.call('list_directory', { dir_path: '.' }))
  const order = listed
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/ \(.*$/, ''))
  expect(await found(shop, { pattern: '*' })).toEqual(order)
})

test('patterns that start with a link to a folder find what is below it', async () => {
  using shop = await createToolHarness({ 'packages/core/a.ts': 'a\n', 'packages/core/deep/b.ts': 'b\n' })
  symlinkSync('packages/core', join(shop.root, 'core'))
  symlinkSync('/etc', join(shop.root, 'etc'))
  expect((await found(shop, { pattern: 'core/**/*.ts' })).sort()).toEqual([
    'packages/core/a.ts',
    'packages/core/deep/b.ts',
  ])
  const many = resultText(await shop.call('read_many_files', { include: ['core/*.ts', 'etc/*', 'core/*.py'] }))
  expect(many).toContain('packages/core/a.ts ---')
  for (const entry of ['etc/*', 'core/*.py']) expect(many).toContain(`- ${entry}: no files match`)
})

test('glob: the answer counts and names the folder', async () => {
  using shop = await createToolHarness(
    { 'src/a.ts': '', 'src/b.ts': '', 'src/c.key': '', 'src/d.key': '' },
    { ignoreText: '*.key' },
  )
  const result = await shop.call('glob', { pattern: '*', dir_path: 'src' })
  const folder = join(shop.root, 'src')
  expect(resultText(result).split('\n')[0]).toBe(
    `Found 2 file(s) matching "*" within ${folder} (2 additional files were ignored), sorted by modification time (newest first):`,
  )
  expect(result).toMatchObject({ display: 'Found 2 matching file(s)' })
  const none = await shop.call('glob', { pattern: '*.key', dir_path: 'src' })
  expect(none).toMatchObject({ display: 'No files found' })
  expect(resultText(none)).toContain(`No files found matching pattern "*.key" within ${folder} (2 files were ignored)`)
  // Ignored files count in the folder where they are.
  const other = await shop.call('glob', { pattern: '*.py', dir_path: 'src' })
  expect(resultText(other)).toContain(`No files found matching pattern "*.py" within ${folder}. Try without dir_path.`)
})

test('glob: ignored files are skipped by default; tracked files never are', async () => {
  using shop = await createToolHarness(
    { '.gitignore': 'out/\n*.gen', 'out/a.js': '', 'b.gen': '', 'c.gen': '' },
    { repository: true },
  )
  shop.git('add', '-f', 'c.gen')
  expect((await found(shop, { pattern: '**/*' })).sort()).toEqual(['.gitignore', 'c.gen'])
  expect((await found(shop, { pattern: '**/*', respect_git_ignore: false })).sort()).toEqual([
    '.gitignore',
    'b.gen',
    'c.gen',
    'out/a.js',
  ])
})

test('glob: .geminiignore may show what git hides', async () => {
  using shop = await createToolHarness(
    { '.gitignore': '*.log', 'a.log': '', 'b.log': '' },
    { repository: true, ignoreText: '!a.log' },
  )
  expect((await found(shop, { pattern: '**/*' })).sort()).toEqual(['.gitignore', 'a.log'])
})

test('glob: links inside are listed, links outside and deleted files are not', async () => {
  using shop = await createToolHarness({ 'a.txt': '', 'gone.txt': '', 'dir/b.txt': '' }, { repository: true })
  symlinkSync('a.txt', join(shop.root, 'link.txt'))
  symlinkSync('/etc/passwd', join(shop.root, 'out.txt'))
  symlinkSync('dir', join(shop.root, 'dirlink.txt'))
  symlinkSync('/etc', join(shop.root, 'etc'))
  shop.git('add', '.')
  rmSync(join(shop.root, 'gone.txt'))
  expect((await found(shop, { pattern: '**/*.txt' })).sort()).toEqual(['a.txt', 'dir/b.txt', 'link.txt'])
  expect(await found(shop, { pattern: 'etc/*' })).toEqual([])
})

test('glob: a repository within the repository is looked into, and is no file itself', async () => {
  using shop = await createToolHarness({ 'a.txt': '' }, { repository: true })
  mkdirSync(join(shop.root, 'nested'))
  shop.git('init', '-q', 'nested')
  shop.put({ 'nested/b.txt': '' })
  expect((await found(shop, { pattern: '**' })).sort()).toEqual(['a.txt', 'nested/b.txt'])
})

const WRONG: [args: Record<string, unknown>, reason: string, text: RegExp][] = [
  [{}, 'invalid_tool_params', /^params must have required property 'pattern'$/],
  [{ pattern: '   ' }, 'invalid_tool_params', /^The 'pattern' parameter cannot be empty\.$/],
  [{ pattern: '../x/*' }, 'path_not_in_workspace', /leads out/],
  [{ pattern: 'src/../../*' }, 'path_not_in_workspace', /leads out/],
  [{ pattern: '/etc/*' }, 'path_not_in_workspace', /leads out/],
  [{ pattern: '*', dir_path: '..' }, 'path_not_in_workspace', /resolves outside the allowed workspace directories/],
  [{ pattern: '*', dir_path: '.git' }, 'path_not_in_workspace', /\.git/],
  [
    { pattern: '*', dir_path: 'none' },
    'search_path_not_found',
    /Search path does not exist .*Find existing files with list_directory and glob\.$/,
  ],
  [{ pattern: '*', dir_path: 'a' }, 'search_path_not_found', /Did you mean a\.txt\?$/],
  [{ pattern: '*', dir_path: 'a.txt' }, 'search_path_not_a_directory', /Search path is not a directory/],
]
for (const [args, reason, text] of WRONG)
  test(`glob: ${JSON.stringify(args)} is refused`, async () => {
    using shop = await createToolHarness({ 'a.txt': '' })
    const result = await shop.call('glob', args)
    expect(result).toMatchObject({ ok: false, reason })
    expect(resultText(result)).toMatch(text)
  })

test('glob: an absolute pattern within the workspace means the same', async () => {
  using shop = await createToolHarness({ 'src/a.ts': '' })
  expect(await found(shop, { pattern: join(shop.root, 'src/*.ts') })).toEqual(['src/a.ts'])
})

test('glob: paths beyond the limit are counted, not listed', async () => {
  using shop = await createToolHarness(Object.fromEntries(Array.from({ length: 2100 }, (_, n) => [`f${n}`, ''])))
  const lines = resultText(await shop.call('glob', { pattern: '*' })).split('\n')
  expect(lines[0]).toMatch(/^Found 2100 file/)
  expect(lines).toHaveLength(2002)
  expect(lines.at(-1)).toBe('... and 100 more. Narrow the pattern to see them.')
})

test('glob: of more paths than the limit, the newest are shown', async () => {
  const names = Array.from({ length: 2100 }, (_, n) => `f${String(n).padStart(4, '0')}`)
  using shop = await createToolHarness(Object.fromEntries(names.map((name) => [name, ''])))
  const now = Date.now()
  const hourAgo = (hours: number) => new Date(now - hours * 60 * 60 * 1000)
  // All others get older with their number, or younger.
  for (const older of [1, -1]) {
    for (const [n, name] of names.entries()) {
      const time = n < 2095 ? hourAgo(100 + older * (n / 100)) : hourAgo(n - 2090)
      utimesSync(join(shop.root, name), time, time)
    }
    const others = older === 1 ? names.slice(0, 1995) : names.slice(100, 2095).reverse()
    expect((await found(shop, { pattern: '*' })).slice(0, 2000)).toEqual([...names.slice(2095), ...others])
  }
  for (const [n, name] of names.entries()) utimesSync(join(shop.root, name), hourAgo(0), hourAgo((n * 7) % 20))
  const times = new Map(names.map((name, n) => [name, (n * 7) % 20]))
  const expected = names.toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0) || (a < b ? -1 : 1))
  expect((await found(shop, { pattern: '*' })).slice(0, 100)).toEqual(expected.slice(0, 100))
})

test('glob: a repository cannot point git, or the search, elsewhere', async () => {
  using shop = await createToolHarness({ 'a.txt': '' }, { repository: true })
  shop.git('config', 'core.worktree', '/etc')
  shop.git('config', 'core.fsmonitor', `touch ${join(shop.root, 'pwned')}; false`)
  expect(await found(shop, { pattern: '**' })).toEqual(['a.txt'])
})

test('a name with a line break never looks like a second entry', async () => {
  using shop = await createToolHarness({ 'a\n/etc/b.txt': 'text\n' }, { tracked: true })
  const calls: [string, Record<string, unknown>][] = [
    ['glob', { pattern: '**' }],
    ['search_file_content', { pattern: 'text', names_only: true }],
    ['read_many_files', { include: ['**'] }],
  ]
  for (const [name, args] of calls) expect(resultText(await shop.call(name, args)), name).toContain('a\\n/etc/b.txt"')
})

/** Names that end alike in some letter case, as short as the ending, or beside letters that change their length with the case. */
const ENDINGS = ['.js', 'a.js', 'B.JS', 'a.jsx', 'js', 'ajs', 'a.js.map', 'İ.js', 'ſ.Js', 'sub/.js', 'sub/漢.js']
for (const tracked of [true, false])
  for (const withLonger of [true, false])
    test(`glob: the same files by their ending as by the whole pattern, ${tracked ? '' : 'un'}tracked, ${withLonger ? 'with' : 'without'} letters that grow`, async () => {
      const names = ENDINGS.filter((name) => withLonger || !name.includes('İ'))
      using shop = await createToolHarness(Object.fromEntries(names.map((name) => [name, ''])), {
        repository: true,
        tracked,
      })
      for (const [pattern, same] of [
        ['**/*.js', '**/*.[j]s'],
        ['**/*js', '**/*[j]s'],
        ['*.js', '*.[j]s'],
        ['sub/*.js', 'sub/*.[j]s'],
      ])
        for (const case_sensitive of [true, false])
          expect(await found(shop, { pattern, case_sensitive }), `${pattern} ${case_sensitive}`).toEqual(
            await found(shop, { pattern: same, case_sensitive }),
          )
      expect((await found(shop, { pattern: '**/*.js' })).length).toBe(withLonger ? 7 : 6)
    })

/** Far more than a pipe holds. */
const MANY = isFull ? 6000 : 1500

test('glob: a list of git that comes in many pieces is complete, and each file is in it once', async () => {
  const files = Array.from(
    { length: MANY },
    (_, index) => `${'folder/'.repeat(1 + (index % 3))}${'é'.repeat(60)}-${index}.md`,
  )
  using shop = await createToolHarness(Object.fromEntries(files.map((file) => [file, ''])), {
    repository: true,
    tracked: true,
  })
  shop.put({ 'new.md': '' })
  const text = resultText(await shop.call('glob', { pattern: '**/*.md' }))
  expect(text).toMatch(new RegExp(`^Found ${MANY + 1} file\\(s\\)`))
  const some = await found(shop, { pattern: '**/*-59?.md' })
  expect(new Set(some).size).toBe(10)
  expect(some).toHaveLength(10)
})

test('glob: where git cannot read its index, the folders are read', async () => {
  using shop = await createToolHarness({ 'a.js': '', 'src/b.js': '' }, { repository: true, tracked: true })
  shop.put({ '.git/index': 'no index' })
  expect((await found(shop, { pattern: '**/*.js' })).sort()).toEqual(['a.js', 'src/b.js'])
})

test('a glob that is too long is an error of the call, in each tool', async () => {
  using shop = await createToolHarness({ 'a.txt': 'x' })
  const glob = '(a'.repeat(1001)
  // What a tool throws is the error of its call.
  for (const [tool, args] of [
    ['glob', { pattern: glob }],
    ['read_many_files', { include: ['*.txt'], exclude: [glob] }],
    ['list_directory', { dir_path: '.', ignore: [glob] }],
    ['search_file_content', { pattern: 'x', include: glob }],
  ] as const)
    expect([tool, await shop.call(tool, args).then(resultText, String)]).toEqual([
      tool,
      expect.stringContaining('exceeds maximum'),
    ])
})
