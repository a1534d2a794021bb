import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createToolHarness, resultText } from './tool-harness.ts'

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(8)])
const PDF = Buffer.from('%PDF-1.4\n%\xe2\xe3')

const TREE = {
  'README.md': '# Read me\n',
  'GEMINI.md': 'memory\n',
  'src/a.ts': 'export const a = 1\n',
  'src/b.ts': 'export const b = 2\n',
  'src/deep/c.TS': 'export const c = 3\n',
  'src/[id]/page.tsx': 'page\n',
  'src/logo.png': PNG,
  'dist/out.js': 'generated\n',
  'node_modules/pkg/index.js': 'package\n',
  'notes.pdf': PDF,
  'tool.exe': 'MZ\n',
  'secret.txt': 'hidden by .geminiignore\n',
  'ignored.log': 'hidden by .gitignore\n',
  '.gitignore': '*.log\nnode_modules\n',
  '.hidden': 'dot\n',
}

/** The files an answer holds, by their paths relative to the root. */
const filesIn = (root: string, text: string) =>
  [...text.matchAll(/^--- (.*) ---$/gm)].flatMap(([, path = '']) =>
    path.startsWith(`${root}/`) ? [path.slice(root.length + 1)] : [],
  )

const CHOICES: [name: string, args: Record<string, unknown>, files: string[]][] = [
  ['a path', { include: ['src/a.ts'] }, ['src/a.ts']],
  ['paths of old', { paths: ['src/a.ts'] }, ['src/a.ts']],
  ['paths beside include', { paths: ['README.md'], include: ['src/a.ts'] }, ['README.md', 'src/a.ts']],
  ['one text for a list', { include: 'src/a.ts' }, ['src/a.ts']],
  [
    'a pattern, whatever the case, in order of path',
    { include: ['src/**/*.ts'] },
    ['src/a.ts', 'src/b.ts', 'src/deep/c.TS'],
  ],
  ['each file once', { include: ['src/b.ts', 'src/*.ts', './src/a.ts'] }, ['src/a.ts', 'src/b.ts']],
  ['names of dot files', { include: ['*'], exclude: ['.gitignore', 'secret.txt'] }, ['.hidden', 'README.md']],
  ['a folder and what is in it', { include: ['src'] }, ['src/[id]/page.tsx', 'src/a.ts', 'src/b.ts', 'src/deep/c.TS']],
  ['a folder, but not below', { include: ['src'], recursive: false }, ['src/a.ts', 'src/b.ts']],
  ['a name full of brackets', { include: ['src/[id]/page.tsx'] }, ['src/[id]/page.tsx']],
  ['exclude by name at any depth', { include: ['src'], exclude: ['c.TS', 'page.tsx'] }, ['src/a.ts', 'src/b.ts']],
  ['exclude a folder', { include: ['**/*.ts'], exclude: ['src/deep/'] }, ['src/a.ts', 'src/b.ts']],
  ['all but', { include: ['src/**/*.ts', '!src/deep/', '!b.ts'] }, ['src/a.ts']],
  [
    'all but, in exclude',
    { include: ['src/**/*.ts'], exclude: ['src/**', '!a.ts', '!src/deep'] },
    ['src/a.ts', 'src/deep/c.TS'],
  ],
  ['nothing but exceptions', { include: ['!src', '!.*'], exclude: ['secret.txt'] }, ['README.md']],
  ['generated folders only by name', { include: ['**/*.js'] }, []],
  ['a generated folder by name', { include: ['dist/*.js'] }, ['dist/out.js']],
  ['a generated file by path', { include: ['dist/out.js'] }, ['dist/out.js']],
  ['without default excludes', { include: ['**/*.js'], useDefaultExcludes: false }, ['dist/out.js']],
  ['memory is known already', { include: ['*.md'] }, ['README.md']],
  ['memory by name', { include: ['GEMINI.md'] }, ['GEMINI.md']],
  ['a package', { include: ['node_modules/pkg'] }, ['node_modules/pkg/index.js']],
  ['ignored by git', { include: ['ignored.log', '*.log'] }, []],
  [
    'ignored by git, and wanted',
    { include: ['*.log'], file_filtering_options: { respect_git_ignore: false } },
    ['ignored.log'],
  ],
  ['ignored by .geminiignore', { include: ['secret.txt', 's*.txt'] }, []],
  [
    'ignored by .geminiignore, and wanted',
    { include: ['secret.txt'], file_filtering_options: { respect_gemini_ignore: false } },
    ['secret.txt'],
  ],
  ['assets not asked for', { include: ['*'], exclude: ['.*', 'secret.txt', 'README.md'] }, []],
  ['an asset by extension', { include: ['*.pdf'] }, ['notes.pdf']],
  ['an asset by name', { include: ['**/logo*'] }, ['src/logo.png']],
  ['outside', { include: ['../**', '/etc/passwd', '../x'] }, []],
  ['nothing', { include: ['*.none'] }, []],
]
for (const [name, args, expected] of CHOICES)
  test(`read_many_files chooses: ${name}`, async () => {
    using shop = await createToolHarness(TREE, {
      repository: true,
      ignoreText: 'secret.txt\n',
      contextFiles: ['GEMINI.md'],
    })
    const result = await shop.call('read_many_files', args)
    const text = !result.ok || typeof result.content === 'string' ? resultText(result) : textOf(result.content)
    expect(result.ok).toBe(true)
    expect(filesIn(shop.root, text)).toEqual(expected)
    if (expected.length === 0) expect(text).toContain('No files matching the criteria were found or all were skipped.')
    else expect(text).toMatch(/\n--- End of content ---$/)
  })

const textOf = (parts: readonly { kind: string }[]) =>
  parts.flatMap((part) => ('text' in part && typeof part.text === 'string' ? [part.text] : [])).join('\n')

test('read_many_files: every text under its path, then the end', async () => {
  using shop = await createToolHarness({ a: 'one\n', 'b/c': 'two' })
  expect(resultText(await shop.call('read_many_files', { include: ['a', 'b/c'] }))).toBe(
    `--- ${shop.root}/a ---\n\none\n\n\n--- ${shop.root}/b/c ---\n\ntwo\n\n\n--- End of content ---`,
  )
})

test('read_many_files: assets come as data, in the order they are named', async () => {
  using shop = await createToolHarness({ 'a.png': PNG, 'b.pdf': PDF, 'c.txt': 'text' })
  const result = await shop.call('read_many_files', { include: ['*.png', '*.pdf', '*.txt'] })
  expect(result).toMatchObject({
    ok: true,
    content: [
      {
        kind: 'text',
        text: expect.stringMatching(/a\.png ---\n\n.*attachment 1 [\s\S]*b\.pdf ---\n\n.*attachment 2 /),
      },
      { kind: 'data', mimeType: 'image/png', data: PNG.toString('base64') },
      { kind: 'data', mimeType: 'application/pdf', data: PDF.toString('base64') },
    ],
  })
})

const SKIPS: [name: string, include: string, reason: RegExp][] = [
  ['an asset', '*', /- b\.png: asset file \(image\/pdf\/audio\) was not explicitly requested by name or extension/],
  ['a binary file', 'x.bin', /- x\.bin: Cannot display content of binary file/],
  ['a missing file', 'missing.txt', /- missing\.txt: no such file/],
  ['a path outside', '/etc/passwd', /- \/etc\/passwd: Path not in workspace/],
  ['a pattern that leads out', '../*.txt', /- \.\.\/\*\.txt: .*(?:outside|leads out)/],
  ['git itself', '.git/config', /- \.git\/config: Path not in workspace/],
  ['a credential file', '.env', /- \.env: Path not in workspace/],
  ['a link to outside', 'out', /- out: Path not in workspace/],
]
for (const [name, include, reason] of SKIPS)
  test(`read_many_files reports skipped files: ${name}`, async () => {
    using shop = await createToolHarness(
      { 'a.txt': 'a', 'b.png': PNG, 'x.bin': Buffer.from([0, 1]), '.env': 'KEY=1' },
      { repository: true },
    )
    symlinkSync('/etc/passwd', join(shop.root, 'out'))
    const text = resultText(await shop.call('read_many_files', { include: ['a.txt', include] }))
    expect(text).toMatch(reason)
    expect(text).not.toContain('root:')
    expect(filesIn(shop.root, text)).toEqual(['a.txt'])
  })

test('read_many_files says that a folder is ignored, and how to read it', async () => {
  using shop = await createToolHarness({ '.gitignore': 'built/\n', 'built/a.txt': 'text' }, { repository: true })
  const read = async (args: object) => resultText(await shop.call('read_many_files', { include: ['built'], ...args }))
  expect(await read({})).toMatch(
    /- built: ignored by configured ignore patterns; to read it, set file_filtering_options/,
  )
  expect(await read({ file_filtering_options: { respect_git_ignore: false } })).toContain('text')
})

test('read_many_files: protected files stay out of a pattern', async () => {
  using shop = await createToolHarness(
    { 'a.txt': 'a', '.env': 'KEY=1', 'gha-creds-1.json': '{}' },
    { repository: true },
  )
  const text = resultText(
    await shop.call('read_many_files', { include: ['**'], file_filtering_options: { respect_git_ignore: false } }),
  )
  expect(filesIn(shop.root, text)).toEqual(['a.txt'])
})

test('read_many_files: a long file is cut and says so, and the next ones still come', async () => {
  using shop = await createToolHarness({
    'a.txt': 'line\n'.repeat(2500),
    'b.txt': `${'x'.repeat(2500)}\n`,
    'c.txt': 'c',
  })
  const text = resultText(await shop.call('read_many_files', { include: ['*.txt'] }))
  expect(text.match(/\[WARNING: This file was truncated\./g)).toHaveLength(2)
  expect(text.match(/^line$/gm)).toHaveLength(2000)
  expect(text).toContain('x... [truncated]')
  expect(filesIn(shop.root, text)).toEqual(['a.txt', 'b.txt', 'c.txt'])
})

test('read_many_files: what no longer fits is named, not read', async () => {
  const line = `${'y'.repeat(999)}\n`
  using shop = await createToolHarness(Object.fromEntries([1, 2, 3, 4].map((n) => [`${n}.txt`, line.repeat(180)])))
  const text = resultText(await shop.call('read_many_files', { include: ['*.txt'] }))
  expect(text.length).toBeLessThan(402_000)
  expect(filesIn(shop.root, text)).toEqual(['1.txt', '2.txt', '3.txt'])
  expect(text).toContain('- 4.txt: this result is full; read the file with read_file')
})

const MISTAKES: [args: Record<string, unknown>, text: string][] = [
  [{ include: [] }, 'params/include must NOT have fewer than 1 items'],
  [{}, "params must have required property 'include'"],
  [{ include: [''] }, 'params/include/0 must NOT have fewer than 1 characters'],
  [{ include: [1] }, 'params/include/0 must be string'],
]
for (const [args, text] of MISTAKES)
  test(`read_many_files refuses ${JSON.stringify(args)}`, async () => {
    using shop = await createToolHarness()
    expect(await shop.call('read_many_files', args)).toEqual({ ok: false, reason: 'invalid_tool_params', text })
  })
