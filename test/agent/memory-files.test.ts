import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadMemory, loadSubdirectoryMemory, memoryFileNames, memoryOptions } from '../../src/agent/memory-files.ts'
import { MEMORY_LIMITS } from '../../src/agent/memory-imports.ts'
import { openGit } from '../../src/github/git.ts'
import { steeringReader } from '../../src/github/steering-reader.ts'
import { commitOf } from '../fakes/commit.ts'

const fileNames = ['GEMINI.md']
const block = (path: string, text: string) =>
  `--- Context from: ${path} ---\n${text}\n--- End of Context from: ${path} ---`
const pathsOf = async (files: Record<string, string>, options = {}) =>
  (await loadMemory(commitOf(files), { fileNames, ...options })).files.map(({ path }) => path)

test('memory: the text of one file with its import', async () => {
  const files = { 'GEMINI.md': '\n# Rules\n\n@./docs/style.md\n\n', 'docs/style.md': 'Be brief.\n' }
  expect(await loadMemory(commitOf(files), { fileNames })).toEqual({
    text: block(
      'GEMINI.md',
      '# Rules\n\n<!-- Imported from: ./docs/style.md -->\nBe brief.\n\n<!-- End of import from: ./docs/style.md -->',
    ),
    files: [{ path: 'GEMINI.md', bytes: 28, imports: [{ path: 'docs/style.md', bytes: 10, imports: [] }] }],
    notes: [],
  })
})

test('memory: a repository without any', async () => {
  expect(await loadMemory(commitOf({ 'README.md': 'x' }), { fileNames })).toEqual({ text: '', files: [], notes: [] })
})

test('memory: blocks follow each other after a blank line, blank files are left out of the text', async () => {
  const files = { 'GEMINI.md': ' a \n', 'b/GEMINI.md': '  ', 'c/GEMINI.md': 'c' }
  const memory = await loadMemory(commitOf(files), { fileNames })
  expect(memory.text).toBe(`${block('GEMINI.md', 'a')}\n\n${block('c/GEMINI.md', 'c')}`)
  expect(memory.files.map(({ path }) => path)).toEqual(['GEMINI.md', 'b/GEMINI.md', 'c/GEMINI.md'])
})

test('memory: the same commit gives the same bytes in any file order', async () => {
  const files = { 'z/GEMINI.md': '@../a.md', 'a.md': 'A', 'GEMINI.md': '@a.md', 'Z/GEMINI.md': 'Z', 'é/GEMINI.md': 'é' }
  const reader = commitOf(files)
  const reversed = async (folder: string) => {
    const { files, folders } = await reader.entries(folder)
    return { files: files.toReversed(), folders: folders.toReversed() }
  }
  const shuffled = { ...reader, entries: reversed }
  const texts = await Promise.all([reader, reader, shuffled].map((from) => loadMemory(from, { fileNames })))
  expect(new Set(texts.map(({ text }) => text)).size).toBe(1)
})

const orders: [name: string, files: string[], options: object, expected: string[]][] = [
  ['root before folders that sort before it', ['App/GEMINI.md', 'GEMINI.md'], {}, ['GEMINI.md', 'App/GEMINI.md']],
  [
    'by depth, then by name',
    ['a/b/c/GEMINI.md', 'b/GEMINI.md', 'a/z/GEMINI.md', 'GEMINI.md', 'a/GEMINI.md'],
    {},
    ['GEMINI.md', 'a/GEMINI.md', 'b/GEMINI.md', 'a/z/GEMINI.md', 'a/b/c/GEMINI.md'],
  ],
  [
    'several names in every folder',
    ['GEMINI.md', 'AGENTS.md', 'App/AGENTS.md', 'App/GEMINI.md'],
    { fileNames: ['GEMINI.md', 'AGENTS.md'] },
    ['AGENTS.md', 'GEMINI.md', 'App/AGENTS.md', 'App/GEMINI.md'],
  ],
  [
    'a name with a folder, found once',
    ['.github/AGENTS.md', 'x/.github/AGENTS.md'],
    { fileNames: ['.github/AGENTS.md', 'AGENTS.md'] },
    ['.github/AGENTS.md', 'x/.github/AGENTS.md'],
  ],
  ['only the exact name', ['gemini.md', 'GEMINI.md.bak', 'x/MY-GEMINI.md'], {}, []],
  ['a folder of that name', ['GEMINI.md/x.md'], {}, []],
  [
    'nothing from node_modules',
    ['GEMINI.md', 'a/node_modules/b/GEMINI.md', 'node_modules/GEMINI.md'],
    {},
    ['GEMINI.md'],
  ],
  [
    'from the root to the working directory, and below',
    ['GEMINI.md', 'a/GEMINI.md', 'a/b/GEMINI.md', 'a/b/c/GEMINI.md', 'a/x/GEMINI.md', 'a/bc/GEMINI.md', 'y/GEMINI.md'],
    { from: 'a/b/' },
    ['GEMINI.md', 'a/GEMINI.md', 'a/b/GEMINI.md', 'a/b/c/GEMINI.md'],
  ],
  [
    'a limit on folders',
    ['GEMINI.md', 'a/GEMINI.md', 'b/GEMINI.md', 'a/c/GEMINI.md'],
    { maxDirs: 2 },
    ['GEMINI.md', 'a/GEMINI.md'],
  ],
  ['no search downwards', ['GEMINI.md', 'a/GEMINI.md'], { maxDirs: 0 }, ['GEMINI.md']],
  [
    'a predicate in place of ignore files',
    ['GEMINI.md', 'a/GEMINI.md', 'a/b/GEMINI.md', 'c/GEMINI.md'],
    { isIgnored: (path: string) => path === 'a/' },
    ['GEMINI.md', 'c/GEMINI.md'],
  ],
]
for (const [name, files, options, expected] of orders)
  test(`memory: finds: ${name}`, async () => {
    expect(await pathsOf(Object.fromEntries(files.map((path) => [path, path])), options)).toEqual(expected)
  })

test('memory: two hundred folders are searched, nearest to the root first', async () => {
  const files: Record<string, string> = { 'GEMINI.md': 'root', 'd000/deep/GEMINI.md': 'deep' }
  for (let n = 0; n < 250; n += 1) files[`d${String(n).padStart(3, '0')}/GEMINI.md`] = 'x'
  const found = await pathsOf(files)
  expect(found.length).toBe(200)
  expect(found.at(-1)).toBe('d198/GEMINI.md')
})

test('memory: in a large commit only the searched folders are read', async () => {
  const paths = Array.from({ length: 3000 }, (_, n) => `part${n % 60}/unit${n}/file.ts`)
  const reader = commitOf({ 'GEMINI.md': '@./part1/none.md', ...Object.fromEntries(paths.map((path) => [path, ''])) })
  const looked = new Set<string>()
  const counting = {
    ...reader,
    entries(folder: string) {
      looked.add(folder)
      return reader.entries(folder)
    },
    list: () => Promise.reject(new Error('everything was listed')),
  }
  await loadMemory(counting, { fileNames })
  expect(looked.size).toBeLessThanOrEqual(200)
  looked.clear()
  await loadSubdirectoryMemory(counting, new Set(['GEMINI.md']), 'part7/unit67/file.ts')
  expect([...looked].filter((folder) => folder !== '' && !folder.startsWith('part7'))).toEqual([])
})

const ignoring: [name: string, files: Record<string, string>, options: object, expected: string[]][] = [
  ['.geminiignore', { '.geminiignore': 'gen/\n' }, {}, ['kept', 'sub', 'sub/gen2']],
  ['.gitignore', { '.gitignore': '/sub\n' }, {}, ['gen', 'kept']],
  ['a file by name', { '.geminiignore': 'sub/GEMINI.md\n' }, {}, ['gen', 'kept', 'sub/gen', 'sub/gen2']],
  ['one in a sub-folder', { 'sub/.geminiignore': '/gen\n' }, {}, ['gen', 'kept', 'sub', 'sub/gen2']],
  [
    'the deeper one decides',
    { '.geminiignore': 'gen2\n', 'sub/.geminiignore': '!gen2\n' },
    {},
    ['gen', 'kept', 'sub', 'sub/gen', 'sub/gen2'],
  ],
  ['what the working directory needs stays', { '.geminiignore': 'GEMINI.md\n' }, {}, []],
  [
    'switched off',
    { '.gitignore': 'gen/\n', '.geminiignore': 'sub/\n' },
    { ignoreFiles: ['.gitignore'] },
    ['kept', 'sub', 'sub/gen2'],
  ],
]
for (const [name, ignore, options, expected] of ignoring)
  test(`memory: ignore files: ${name}`, async () => {
    const files = { ...ignore, 'GEMINI.md': 'x' }
    for (const folder of ['gen', 'kept', 'sub', 'sub/gen', 'sub/gen2'])
      Object.assign(files, { [`${folder}/GEMINI.md`]: 'x' })
    expect(await pathsOf(files, options)).toEqual(['GEMINI.md', ...expected.map((folder) => `${folder}/GEMINI.md`)])
  })

test('memory: flat format', async () => {
  const files = { 'GEMINI.md': 'x @./a.md', 'a.md': 'A' }
  const { text } = await loadMemory(commitOf(files), { fileNames, importFormat: 'flat' })
  const inner =
    '--- File: GEMINI.md ---\nx @./a.md\n--- End of File: GEMINI.md ---\n\n--- File: a.md ---\nA\n--- End of File: a.md ---'
  expect(text).toBe(block('GEMINI.md', inner))
})

test('memory: the home folder comes first, under its own name, and cannot import from the repository', async () => {
  const home = commitOf({ 'GEMINI.md': 'mine @./more.md @./repo.md', 'more.md': 'more' })
  const memory = await loadMemory(commitOf({ 'GEMINI.md': 'ours', 'repo.md': 'repo' }), { fileNames, home })
  const inner =
    'mine <!-- Imported from: ./more.md -->\nmore\n<!-- End of import from: ./more.md --> <!-- Import failed: ./repo.md - File not found -->'
  expect(memory.text).toBe(`${block('~/.gemini/GEMINI.md', inner)}\n\n${block('GEMINI.md', 'ours')}`)
  expect(memory.files).toEqual([
    { path: '~/.gemini/GEMINI.md', bytes: 26, imports: [{ path: '~/.gemini/more.md', bytes: 4, imports: [] }] },
    { path: 'GEMINI.md', bytes: 4, imports: [] },
  ])
})

test('memory: a file over the limit is cut after a whole line, and says so', async () => {
  const line = `${'é'.repeat(99)}\n`
  const memory = await loadMemory(commitOf({ 'GEMINI.md': line.repeat(2_000) }), { fileNames })
  expect(memory.text).toContain(`${line}<!-- Truncated: the file is larger than 256 KiB -->\n---`)
  expect(Buffer.byteLength(memory.text)).toBeLessThan(MEMORY_LIMITS.fileBytes + 200)
  expect(memory.files).toEqual([{ path: 'GEMINI.md', bytes: 398_000, imports: [] }])
  expect(memory.notes).toEqual(['GEMINI.md is larger than 256 KiB; the rest is skipped.'])
})

test('memory: a line without an end is cut between characters', async () => {
  const { text } = await loadMemory(commitOf({ 'GEMINI.md': `x${'é'.repeat(200_000)}` }), { fileNames })
  expect(text).toContain('é<!-- Truncated')
  expect(text).not.toContain('\ufffd')
})

test('memory: files together keep within the total limit', async () => {
  const files: Record<string, string> = {}
  for (let n = 0; n < 8; n += 1) files[`d${n}/GEMINI.md`] = 'x'.repeat(200 * 1024)
  const memory = await loadMemory(commitOf(files), { fileNames })
  expect(memory.files.map(({ path }) => path)).toEqual([0, 1, 2, 3, 4].map((n) => `d${n}/GEMINI.md`))
  expect(memory.text).toContain(block('d5/GEMINI.md', '<!-- Skipped: the memory is limited to 1024 KiB -->'))
  expect(memory.notes[0]).toBe('d5/GEMINI.md: Skipped: the memory is limited to 1024 KiB')
})

test('memory: a file that cannot be read becomes a note', async () => {
  const reader = commitOf({ 'GEMINI.md': 'x', 'a/GEMINI.md': 'a' })
  const read = (path: string) => (path === 'GEMINI.md' ? Promise.reject(new Error('broken')) : reader.read(path))
  const memory = await loadMemory({ ...reader, read }, { fileNames })
  expect(memory.text).toBe(block('a/GEMINI.md', 'a'))
  expect(memory.notes).toEqual(['GEMINI.md could not be read: broken'])
})

const discovered = (...blocks: string[]) =>
  `--- Newly Discovered Project Context ---\n${blocks.join('\n\n')}\n--- End Project Context ---`

const TREE = {
  'GEMINI.md': 'root',
  'sub/GEMINI.md': 'sub @./x.md',
  'sub/x.md': 'X',
  'sub/deep/GEMINI.md': 'deep',
  'sub/deep/f.ts': '',
  'other/GEMINI.md': 'other',
  'gen/GEMINI.md': 'gen',
  'node_modules/p/GEMINI.md': 'theirs',
  '.geminiignore': 'gen/\n',
}
const SUB = block('sub/GEMINI.md', 'sub <!-- Imported from: ./x.md -->\nX\n<!-- End of import from: ./x.md -->')
const DEEP = block('sub/deep/GEMINI.md', 'deep')

const touches: [path: string | string[], expected: string | undefined][] = [
  ['sub/deep/f.ts', discovered(SUB, DEEP)],
  ['sub/deep', discovered(SUB, DEEP)],
  ['sub/deep/', discovered(SUB, DEEP)],
  ['sub/new/y.ts', discovered(SUB)],
  ['sub', discovered(SUB)],
  [['sub/a.ts', 'other/b.ts', 'sub/c.ts'], discovered(block('other/GEMINI.md', 'other'), SUB)],
  ['README.md', undefined],
  ['', undefined],
  ['.', undefined],
  ['gen/x.ts', undefined],
  ['node_modules/p/index.js', undefined],
  ['../sub/x', undefined],
  ['/sub/x', undefined],
  ['sub/../../x', undefined],
]
for (const [path, expected] of touches)
  test(`memory: touching ${JSON.stringify(path)}`, async () => {
    const memory = await loadSubdirectoryMemory(commitOf(TREE), new Set(['GEMINI.md']), path, { fileNames })
    expect(memory?.text).toBe(expected)
  })

test('memory: each file is added once, also with parallel calls', async () => {
  const reader = commitOf(TREE)
  const loaded = new Set(['GEMINI.md'])
  const together = await Promise.all([1, 2].map(() => loadSubdirectoryMemory(reader, loaded, 'sub/x.md')))
  expect(together.map((memory) => memory?.text)).toEqual([discovered(SUB), undefined])
  expect((await loadSubdirectoryMemory(reader, loaded, 'sub/deep/f.ts'))?.text).toBe(discovered(DEEP))
  expect(await loadSubdirectoryMemory(reader, loaded, 'sub/deep/f.ts')).toBeUndefined()
})

test('memory: a failed lookup does not affect the tool', async () => {
  const reader = { ...commitOf(TREE), read: () => Promise.reject(new Error('broken')) }
  expect(await loadSubdirectoryMemory(reader, new Set(), 'sub/x.md')).toBeUndefined()
})

const names: [setting: unknown, expected: string[]][] = [
  [undefined, ['GEMINI.md']],
  ['AGENTS.md', ['AGENTS.md']],
  [
    ['AGENTS.md', ' CONTEXT.md ', '', 'AGENTS.md'],
    ['AGENTS.md', 'CONTEXT.md'],
  ],
  ['   ', ['GEMINI.md']],
  [[], ['GEMINI.md']],
  [42, ['GEMINI.md']],
  [[42, null, 'A.md'], ['A.md']],
  [
    ['./docs//A.md', '.github/AGENTS.md'],
    ['docs/A.md', '.github/AGENTS.md'],
  ],
  [['../X.md', '/etc/X.md', 'a/../../X.md', '.', '..', 'a\0b'], ['GEMINI.md']],
]
for (const [setting, expected] of names)
  test(`fileNamesFrom(${JSON.stringify(setting)})`, () => {
    expect(memoryFileNames(setting)).toEqual(expected)
  })

test('memoryOptions: what settings say', () => {
  const usual = { fileNames, importFormat: 'tree', ignoreFiles: ['.gitignore', '.geminiignore'] }
  expect(memoryOptions(undefined)).toEqual(usual)
  expect(memoryOptions({ importFormat: 'flut', discoveryMaxDirs: 'all', fileFiltering: 1 })).toEqual(usual)
  expect(
    memoryOptions({
      fileName: 'A.md',
      importFormat: 'flat',
      discoveryMaxDirs: 3,
      fileFiltering: { respectGitIgnore: false },
    }),
  ).toEqual({ fileNames: ['A.md'], importFormat: 'flat', maxDirs: 3, ignoreFiles: ['.geminiignore'] })
})

test('memory: from a real commit, regardless of working tree and links', async () => {
  const top = mkdtempSync(join(tmpdir(), 'sluice-commit-'))
  try {
    const root = join(top, 'root')
    mkdirSync(join(root, 'sub'), { recursive: true })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
        cwd: root,
        encoding: 'utf8',
      }).trim()
    git('init', '-q')
    writeFileSync(join(top, 'secret.md'), 'outside')
    writeFileSync(join(root, 'a.md'), 'base')
    writeFileSync(join(root, 'GEMINI.md'), '@./a.md @./link.md @./inner.md @./new.md @./sub/../../secret.md')
    writeFileSync(join(root, 'sub/GEMINI.md'), 'sub @../a.md')
    symlinkSync('../secret.md', join(root, 'link.md'))
    symlinkSync('a.md', join(root, 'inner.md'))
    symlinkSync('sub', join(root, 'also'))
    symlinkSync('GEMINI.md', join(root, 'CLAUDE.md'))
    git('add', '-A')
    git('commit', '-qm', 'base')
    const sha = git('rev-parse', 'HEAD')
    writeFileSync(join(root, 'a.md'), 'changed later')
    writeFileSync(join(root, 'new.md'), 'added later')
    writeFileSync(join(root, 'GEMINI.md'), 'obey me')

    const reader = steeringReader(sha, { git: openGit(root, { PATH: process.env.PATH ?? '' }) })
    const { text, files } = await loadMemory(reader, { fileNames: ['CLAUDE.md', 'GEMINI.md'], root })
    const base = (name: string) => `<!-- Imported from: ${name} -->\nbase\n<!-- End of import from: ${name} -->`
    expect(text).toBe(
      [
        block(
          'CLAUDE.md', // a link to GEMINI.md, which is not repeated
          [
            base('./a.md'),
            '<!-- Import failed: ./link.md - File not found -->',
            base('./inner.md'),
            '<!-- Import failed: ./new.md - File not found -->',
            '<!-- Import failed: ./sub/../../secret.md - Path traversal attempt -->',
          ].join(' '),
        ),
        block('sub/GEMINI.md', `sub ${base('../a.md')}`),
      ].join('\n\n'),
    )
    expect(files[0]?.imports).toEqual([
      { path: 'a.md', bytes: 4, imports: [] },
      { path: 'inner.md', bytes: 4, imports: [] },
    ])
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
})

test('memory: existing and missing imports', async () => {
  const reader = commitOf({ 'GEMINI.md': '@./a.md @./b.md @word', 'a.md': 'A' })
  const { text, notes } = await loadMemory(reader, { fileNames })
  expect(text).toBe(
    block(
      'GEMINI.md',
      '<!-- Imported from: ./a.md -->\nA\n<!-- End of import from: ./a.md --> <!-- Import failed: ./b.md - File not found --> @word',
    ),
  )
  expect(notes).toEqual(['GEMINI.md: @./b.md: File not found'])
})

test('memory: files the reader lists and will not read are noted', async () => {
  const reader = commitOf({ 'GEMINI.md': '@./a.md' })
  const { entries } = commitOf({ 'GEMINI.md': '', 'a.md': '', 'sub/GEMINI.md': '' })
  const { text, notes } = await loadMemory({ ...reader, entries }, { fileNames })
  expect(text).toBe(block('GEMINI.md', '<!-- Import failed: ./a.md - File could not be read -->'))
  expect(notes).toEqual([
    'GEMINI.md: @./a.md: File could not be read',
    'sub/GEMINI.md was not read: too large, or not a regular file.',
  ])
})
