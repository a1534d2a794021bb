import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { MEMORY_LIMITS, type MemoryFile, processImports, validateImportPath } from '../../src/agent/memory-imports.ts'
import { worktreeReader } from '../../src/config/worktree-reader.ts'
import { commitOf } from '../fakes/commit.ts'

const imported = (path: string, body = 'AAA') =>
  `<!-- Imported from: ${path} -->\n${body}\n<!-- End of import from: ${path} -->`
const failed = (path: string, reason: string) => `<!-- Import failed: ${path} - ${reason} -->`
const MISSING = 'File not found'
const OUTSIDE = 'Path traversal attempt'

const FILES = {
  'a.md': 'AAA',
  'b.md': 'BBB',
  'é.md': 'EEE',
  noext: 'NNN',
  'empty.md': '',
  'newline.md': 'LLL\n',
  'mark.md': '\ufeffMMM',
  'pct%20x.md': 'PPP',
  'with space.md': 'SSS',
  'dir/x.md': 'XXX',
  'dir/up.md': '@../a.md',
  'dir/near.md': '@./x.md @x.md',
  'self.md': 'S @./self.md',
  'c1.md': '1 @./c2.md',
  'c2.md': '2 @./c1.md',
  'root.md': '@./GEMINI.md',
  'ba.md': '@./a.md',
  'docs/--/-->x.md': 'CCC',
}

/** The result of a root GEMINI.md with this text. */
const rootText = async (text: string) =>
  (await processImports(text, 'GEMINI.md', commitOf({ ...FILES, 'GEMINI.md': text }), { root: '/p' })).content

const same = Symbol('unchanged')
const grammar: [text: string, expected: string | typeof same][] = [
  ['@./a.md', imported('./a.md')],
  ['x @./a.md y', `x ${imported('./a.md')} y`],
  ['@a.md', imported('a.md')],
  ['@dir/x.md', imported('dir/x.md', 'XXX')],
  ['@./dir/../a.md', imported('./dir/../a.md')],
  ['@.//a.md', imported('.//a.md')],
  ['@/p/a.md', imported('/p/a.md')],
  ['@./a.md\n@./b.md', `${imported('./a.md')}\n${imported('./b.md', 'BBB')}`],
  ['@./a.md @./b.md @./a.md', `${imported('./a.md')} ${imported('./b.md', 'BBB')} ${imported('./a.md')}`],
  ['\ufeff@./a.md', imported('./a.md')],
  ['x\r\n@./a.md\r\ny', `x\r\n${imported('./a.md')}\r\ny`],
  ['(@./a.md)', same],
  ['a@b.com x@./a.md \\@./a.md @@./a.md', same],
  ['@ @1.md @-a @é.md @"./a.md" @~/x.md', same],
  ['@', same],
  ['', same],
  ['@./é.md', imported('./é.md', 'EEE')],
  ['@./e\u0301.md', failed('./e\u0301.md', MISSING)],
  ['@./A.md', failed('./A.md', MISSING)],
  ['See @./a.md.', `See ${imported('./a.md')}.`],
  ['@./a.md, and more', `${imported('./a.md')}, and more`],
  ['x (see @./a.md)', `x (see ${imported('./a.md')})`],
  ['@a.md; @dir/x.md: @noext!', `${imported('a.md')}; ${imported('dir/x.md', 'XXX')}: ${imported('noext', 'NNN')}!`],
  [
    '"@a.md", **@dir/x.md** and _@noext_',
    `"${imported('a.md')}", **${imported('dir/x.md', 'XXX')}** and _${imported('noext', 'NNN')}_`,
  ],
  ['“@a.md”?', `“${imported('a.md')}”?`],
  ['@./missing.md, x', `${failed('./missing.md', MISSING)}, x`],
  ['See @docs/missing.md.', `See ${failed('docs/missing.md', MISSING)}.`],
  ['"@missing.md" is a word', same],
  ['@./a.md#frag', failed('./a.md#frag', MISSING)],
  ['@./a.md/', failed('./a.md/', MISSING)],
  ['@./with space.md', `${failed('./with', MISSING)} space.md`],
  ['@./with\\ space.md', `${failed('./with\\', MISSING)} space.md`],
  ['@.\\a.md', failed('.\\a.md', MISSING)],
  ['@./a.md@./b.md', failed('./a.md@./b.md', MISSING)],
  ['@noext', imported('noext', 'NNN')],
  ['@missing.md', failed('missing.md', MISSING)],
  ['@./missing.md', failed('./missing.md', MISSING)],
  ['@./dir', failed('./dir', 'Is a directory')],
  ['@.', failed('.', 'Is a directory')],
  ['@..', failed('..', OUTSIDE)],
  ['@../outside/o.md', failed('../outside/o.md', OUTSIDE)],
  ['@dir/../../o.md', failed('dir/../../o.md', OUTSIDE)],
  ['@/etc/passwd', failed('/etc/passwd', OUTSIDE)],
  ['@/p-evil/a.md', failed('/p-evil/a.md', OUTSIDE)],
  ['@./%2e%2e/x.md', failed('./%2e%2e/x.md', OUTSIDE)],
  ['@C:\\Windows\\win.ini', failed('C:\\Windows\\win.ini', OUTSIDE)],
  ['@https://x.y/z.md', failed('https://x.y/z.md', OUTSIDE)],
  ['@HTTPS://x.y/a.md', failed('HTTPS://x.y/a.md', OUTSIDE)],
  ['@file:///etc/passwd', failed('file:///etc/passwd', OUTSIDE)],
  ['@ftp://a/b', failed('ftp://a/b', OUTSIDE)],
  ['@./pct%20x.md', imported('./pct%20x.md', 'PPP')],
  ['@./with%20space.md', failed('./with%20space.md', MISSING)],
  ['\u00a0@./a.md', same],
  ['@./a.md\u00a0', failed('./a.md\u00a0', MISSING)],
  ['@./empty.md', imported('./empty.md', '')],
  ['@./newline.md', imported('./newline.md', 'LLL\n')],
  ['x @./mark.md', `x ${imported('./mark.md', 'MMM')}`],
  ['@dir/up.md', imported('dir/up.md', imported('../a.md'))],
  ['@dir/near.md', imported('dir/near.md', `${imported('./x.md', 'XXX')} ${imported('x.md', 'XXX')}`)],
  ['@docs/--/-->x.md', imported('docs/--/--&gt;x.md', 'CCC')],
]
for (const [text, expected] of grammar)
  test(`imports: ${JSON.stringify(text)}`, async () => {
    expect(await rootText(text)).toBe(expected === same ? text : expected)
  })

const prose = [
  'Ask @teammate or @org/team.',
  '@param name, @Override, @javax.inject.Inject',
  '@app.route and @pytest.mark.skip',
  'Uses @octokit/rest, @types/node@24.1.0 and @scope/pkg.js',
  'reach me @home...',
  '@.github is a folder',
]
for (const text of prose)
  test(`imports: prose stays: ${text}`, async () => {
    expect(await rootText(text)).toBe(text)
  })

const code: [name: string, text: string][] = [
  ['a comment', 'x <!-- @./a.md --> y'],
  ['an indented line of a comment', '<!--\n\n    @./a.md\n` -->'],
  ['a comment over paragraphs', '<!--\n\n@./a.md\n\n- @dir/x.md\n-->\n\ny'],
  ['a comment that is never closed', '<!-- x\n@./a.md'],
  ['a comment in a list', '- x\n  <!-- @./a.md -->'],
  ['the second comment of a block', '<div><!-- x -->\n<!-- @./a.md --></div>'],
  ['a span', '`@./a.md`'],
  ['a span with inner spaces', 'a `b @./a.md c` d'],
  ['a double span', '``x ` @./a.md``'],
  ['a span over two lines', 'a `b\n@./a.md` c'],
  ['a fence', '```\n@./a.md\n```'],
  ["a fence's first line", '``` @./a.md\nx\n```'],
  ['a fence of tildes', '~~~\n@./a.md\n~~~'],
  ['a fence inside a longer one', '````\n```\n@./a.md\n```\n@./a.md\n````'],
  ['a fence that is never closed', 'x\n```\n@./a.md\n'],
  ['an indented block', 'x\n\n    @./a.md\n'],
  ['a tab', 'x\n\n\t@./a.md\n'],
  ['a span in a list', '- x `@./a.md`'],
  ['a fence in a list', '- x\n  ```\n  @./a.md\n  ```'],
  ['a fence in a list in a list', '1. x\n   - y\n\n     ~~~\n     @./a.md\n     ~~~'],
  ['an indented block in a list', '- x\n\n      @./a.md'],
  ['a span in a quote', '> x `@./a.md`'],
  ['a fence in a quote', '> ```\n> @./a.md\n> ```'],
  ['an indented block in a quote', '>     @./a.md'],
  ['a quote in a list', '- > ```\n  > @./a.md\n  > ```'],
  ['a span in a table', '| a | b |\n|---|---|\n| x | ` @./a.md ` |'],
  ['a span in a heading', '# See ` @./a.md `'],
  ['a span in a link', '[see ` @./a.md `](x)'],
  ['a span in emphasis', '**see ` @./a.md `**'],
  ['CRLF before a span', 'a\r\nb\r\nc\r\nd\r\n` @./a.md ` e\r\n'],
  ['CRLF around a fence', 'a\r\nb\r\n\r\n```\r\n@./a.md\r\n```\r\n'],
  ['characters outside the basic plane before it', '😀😀😀 ` @./a.md `'],
  ['a span in a block of HTML', '<p>\n` @./a.md `\n</p>'],
  ['a fence in a block of HTML', '<details>\n```\n@./a.md\n```\n</details>'],
  ['a fence after a blank line in HTML', '<details>\n\n```\n@./a.md\n```\n\n</details>'],
  ['a span in an HTML comment', '<!-- ` @./a.md ` -->'],
  ['pre', '<pre>\n@./a.md\n</pre>'],
  ['code behind a pre that is never closed', '<div><pre> <code>@./a.md</code></div>'],
  ['code behind 200,000 characters of tags', `${'<pre'.repeat(50_000)}> <code>@./a.md</code>`],
  ['code within a line', 'a <code> @./a.md </code> b'],
]
for (const [name, text] of code)
  test(`imports: code stays: ${name}`, async () => {
    expect(await rootText(text)).toBe(text)
  })

const notCode: [name: string, text: string][] = [
  ['between spans', '`a` @./a.md `b`'],
  ['after a span that is never closed', '`unclosed @./a.md'],
  ['after a fence', '```\nx\n```\n@./a.md'],
  ['after a fence in a list', '- ```\n  x\n  ```\n\n@./a.md'],
  ['a list', '- @./a.md'],
  ['a paragraph of a list', '- x\n\n  @./a.md'],
  ['an indented line that continues a paragraph', 'x\n    @./a.md'],
  ['a quote', '> @./a.md'],
  ['a table', '| @./a.md |\n|---|'],
  ['HTML with indentation', '<ul>\n    <li> @./a.md </li>\n</ul>'],
  ['text about the pre tag', '`<pre>` @./a.md `</pre>`'],
  ['text about the pre tag beside real tags', '<b>x</b> `<pre>` @./a.md `</pre>`'],
  ['escaped backticks', '\\` @./a.md \\`'],
  ['many CRLF lines and a span at the end', 'a\r\n\r\n\r\n\r\n@./a.md\r\n\r\n`x`'],
]
for (const [name, text] of notCode)
  test(`imports: not code: ${name}`, async () => {
    expect(await rootText(text)).toBe(text.replace('@./a.md', imported('./a.md')))
  })

const circles: [text: string, expected: string][] = [
  ['@./self.md', imported('./self.md', 'S <!-- File already processed: ./self.md -->')],
  ['@./c1.md', imported('./c1.md', `1 ${imported('./c2.md', '2 <!-- File already processed: ./c1.md -->')}`)],
  ['@./root.md', imported('./root.md', '<!-- File already processed: ./GEMINI.md -->')],
  ['@./GEMINI.md', '<!-- File already processed: ./GEMINI.md -->'],
  ['@dir/../GEMINI.md', '<!-- File already processed: dir/../GEMINI.md -->'],
  ['@./ba.md @./a.md', `${imported('./ba.md', imported('./a.md'))} ${imported('./a.md')}`],
]
for (const [text, expected] of circles)
  test(`imports: circular: ${text}`, async () => {
    expect(await rootText(text)).toBe(expected)
  })

const chain = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`d${n}.md`, `${n} @./d${n + 1}.md`]))

test('imports: five levels are followed, the sixth stays as written', async () => {
  const { content, importTree, notes } = await processImports('@./d0.md', 'GEMINI.md', commitOf(chain))
  for (const n of [0, 1, 2, 3, 4]) expect(content).toContain(`<!-- Imported from: ./d${n}.md -->\n${n} `)
  expect(content).toContain('4 @./d5.md\n')
  expect(levels(importTree)).toBe(6)
  expect(notes).toEqual(['d4.md: imports nested deeper than 5 are not resolved.'])
})

test('imports: the depth can be set', async () => {
  const { content } = await processImports('@./d0.md', 'GEMINI.md', commitOf(chain), { maxDepth: 0 })
  expect(content).toBe('@./d0.md')
  const once = await processImports('@./d0.md', 'GEMINI.md', commitOf(chain), { maxDepth: 1 })
  expect(once.content).toBe(imported('./d0.md', '0 @./d1.md'))
})

const levels = (file: MemoryFile): number => 1 + Math.max(0, ...file.imports.map(levels))

test('imports: the tree names the files read, in order, without failed and circular ones', async () => {
  const text = 'x @./c1.md @./missing.md `@./b.md` @./ba.md'
  const { importTree } = await processImports(text, 'GEMINI.md', commitOf({ ...FILES, 'GEMINI.md': text }))
  expect(importTree).toEqual({
    path: 'GEMINI.md',
    bytes: text.length,
    imports: [
      { path: 'c1.md', bytes: 10, imports: [{ path: 'c2.md', bytes: 10, imports: [] }] },
      { path: 'ba.md', bytes: 7, imports: [{ path: 'a.md', bytes: 3, imports: [] }] },
    ],
  })
})

test('imports: sizes count stored bytes, including byte-order marks and multi-byte characters', async () => {
  const reader = commitOf({ 'a.md': '\ufeffé' })
  const { importTree } = await processImports('@a.md', 'GEMINI.md', reader)
  expect(importTree.imports).toEqual([{ path: 'a.md', bytes: 5, imports: [] }])
})

test('imports: without a root every absolute path lies outside', async () => {
  const { content } = await processImports('@/p/a.md', 'GEMINI.md', commitOf(FILES))
  expect(content).toBe(failed('/p/a.md', OUTSIDE))
})

test('imports: a root on Windows', async () => {
  const options = { root: 'C:\\code\\repo' }
  const { content } = await processImports('@c:/code/repo/a.md @C:\\code\\a.md', 'GEMINI.md', commitOf(FILES), options)
  expect(content).toBe(`${imported('c:/code/repo/a.md')} ${failed('C:\\code\\a.md', OUTSIDE)}`)
})

test('imports: a file that cannot be read becomes a comment without the system message', async () => {
  const reader = { ...commitOf(FILES), read: () => Promise.reject(new Error("EACCES: open '/home/me/a.md'")) }
  const { content, notes } = await processImports('@./a.md', 'GEMINI.md', reader)
  expect(content).toBe(failed('./a.md', 'File could not be read'))
  expect(notes).toEqual(['GEMINI.md: @./a.md: File could not be read'])
})

test('imports: flat lists each file once, as written', async () => {
  const files = {
    'GEMINI.md': 'root @./b.md @./sub/y.md @./missing.md @../out.md `@./code.md`\n',
    'b.md': 'b @./a.md',
    'a.md': 'a @./GEMINI.md',
    'sub/y.md': 'y @./z.md @../a.md',
    'sub/z.md': 'z',
    'code.md': 'never',
  }
  const { content, importTree, notes } = await processImports(files['GEMINI.md'], 'GEMINI.md', commitOf(files), {
    format: 'flat',
  })
  const block = (path: string, text: string) => `--- File: ${path} ---\n${text}\n--- End of File: ${path} ---`
  expect(content).toBe(
    [
      block('GEMINI.md', 'root @./b.md @./sub/y.md @./missing.md @../out.md `@./code.md`'),
      block('b.md', 'b @./a.md'),
      block('a.md', 'a @./GEMINI.md'),
      block('sub/y.md', 'y @./z.md @../a.md'),
      block('sub/z.md', 'z'),
    ].join('\n\n'),
  )
  expect(importTree.imports.map(({ path, imports }) => [path, imports.map((inner) => inner.path)])).toEqual([
    ['b.md', ['a.md']],
    ['sub/y.md', ['sub/z.md']],
  ])
  expect(notes).toEqual(['GEMINI.md: @./missing.md: File not found', 'GEMINI.md: @../out.md: Path traversal attempt'])
})

test('imports: a file in a home folder is said, and remains text', async () => {
  const text = 'Read @~/x.md, and "@~/y.md" here. `@~/code.md`'
  const { content, notes } = await processImports(text, 'GEMINI.md', commitOf({ 'GEMINI.md': text }), { root: '/p' })
  expect([content, notes]).toEqual([
    text,
    ['GEMINI.md: @~/x.md: Not imported, because a home folder is outside the repository.'],
  ])
})

test('imports: flat stops at the same depth', async () => {
  const { content } = await processImports('@./d0.md', 'GEMINI.md', commitOf(chain), { format: 'flat' })
  expect(content).toContain('--- File: d4.md ---')
  expect(content).not.toContain('--- File: d5.md ---')
})

test('imports: a file over the limit is left out and said so', async () => {
  const reader = commitOf({
    'big.md': 'x'.repeat(MEMORY_LIMITS.fileBytes + 1),
    'fits.md': 'y'.repeat(MEMORY_LIMITS.fileBytes),
  })
  const { content, notes } = await processImports('@./big.md @./fits.md', 'GEMINI.md', reader)
  expect(content).toBe(
    `${failed('./big.md', 'Larger than 256 KiB')} ${imported('./fits.md', 'y'.repeat(MEMORY_LIMITS.fileBytes))}`,
  )
  expect(notes).toEqual(['GEMINI.md: @./big.md: Larger than 256 KiB'])
})

for (const format of ['tree', 'flat'] as const)
  test(`imports: a fan of imports ends at the total limit (${format})`, async () => {
    // Ten to the fifth leaves of 20 KB each when nothing stops it.
    const fan = (level: number) => Array.from({ length: 10 }, (_, n) => `@./l${level + 1}-${n}.md`).join(' ')
    const files: Record<string, string> = {}
    for (let level = 1; level < 6; level += 1)
      for (let n = 0; n < 10; n += 1) files[`l${level}-${n}.md`] = `${fan(level)}\n${'x'.repeat(20_000)}`
    const { content, notes } = await processImports(fan(0), 'GEMINI.md', commitOf(files), { format })
    expect(content.length).toBeLessThan(MEMORY_LIMITS.totalBytes + 10_000)
    if (format === 'tree') expect(notes.join('\n')).toContain('Memory is limited to 1024 KiB')
  })

test('imports: failed imports also count toward the limit', async () => {
  const text = '@/x '.repeat(60_000)
  const { content } = await processImports(text, 'GEMINI.md', commitOf({}), { budget: { remainingBytes: 100_000 } })
  expect(content.length).toBeLessThan(text.length + 100_000)
})

test('imports: a text without imports reads nothing', async () => {
  const reader = commitOf(FILES)
  await processImports('mail me@x.org, ping @someone', 'GEMINI.md', reader)
  expect(reader.asked).toEqual([])
})

const paths: [path: string, base: string, allowed: string[], expected: boolean][] = [
  ['./a', '/p', ['/p'], true],
  ['', '/p', ['/p'], true],
  ['../x', '/p', ['/p'], false],
  ['../a.md', '/p/sub', ['/p'], true],
  ['..foo/x', '/p', ['/p'], true],
  ['/p/x', '/q', ['/q', '/p'], true],
  ['/p-evil/x', '/p', ['/p'], false],
  ['%2e%2e/x', '/p', ['/p'], false],
  ['%2e%2e%2fx', '/p', ['/p'], false],
  ['100%', '/p', ['/p'], true],
  ['a\0b', '/p', ['/p'], false],
  ['a%00b', '/p', ['/p'], false],
  ['a', '/p', [], false],
  ['a', '/p', [''], false],
  ['a', '/p', ['  /p  '], true],
  ['https://x', '/p', ['/p'], false],
  ['FILE:///p/a', '/p', ['/p'], false],
  ['ftp://x', '/p', ['/p'], false],
  ['C:\\p\\a', 'C:\\p', ['C:\\p'], true],
  ['C:\\q', 'C:\\p', ['C:\\p'], false],
]
for (const [path, base, allowed, expected] of paths)
  test(`validateImportPath(${JSON.stringify([path, base, allowed]).slice(1, -1)})`, () => {
    expect(validateImportPath(path, base, allowed)).toBe(expected)
  })

const OUTSIDE_TEXT = 'k3ep-0ut'
const temporary: string[] = []
afterAll(() => {
  for (const path of temporary) rmSync(path, { recursive: true, force: true })
})

/**
 * Imports in every disguise, over a real file system with links that lead out. Whatever is generated, the text outside the
 * root never comes in and nothing but paths below it is asked for.
 */
let followed = 0
for (let seed = 1; seed <= 60; seed += 1)
  test(`imports: generated graph ${seed} reads nothing outside the root`, async () => {
    const random = generator(seed)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T // never empty here
    const top = mkdtempSync(join(tmpdir(), 'sluice-imports-'))
    temporary.push(top)
    const root = join(top, 'root')
    const put = (path: string, text: string) => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    const names = ['a.md', 'B.md', 'dir/c.md', 'dir/sub/d.md', '%2e%2e/e.md', 'f', '.hidden/g.md']
    put(join(top, 'secret.md'), OUTSIDE_TEXT)
    put(join(top, 'root-evil/secret.md'), OUTSIDE_TEXT)
    put(join(root, '.git/secret.md'), OUTSIDE_TEXT)
    put(join(root, 'nested/.git/HEAD'), 'x')
    put(join(root, 'nested/secret.md'), OUTSIDE_TEXT)

    const disguise = (): string => {
      const target = pick([...names, 'secret.md', 'link.md', 'folder/secret.md', 'dangling.md', 'chain.md'])
      const way = pick(['', './', './', './', '../', '%2e%2e/', '..%2f', './.%2e/', '..\\', 'dir/../../', './', '/'])
      const place = pick(['', '', top, root, `${root}/..`, `${root}/../root-evil`, `${root}/.git`, `${root}/nested`])
      const whole = place === '' ? way + target : `${place}/${way}${target}`
      const bent = [
        whole,
        whole.toUpperCase(),
        encodeURI(whole),
        `file://${whole}`,
        `${whole}\0`,
        whole.normalize('NFD'),
      ]
      return `@${random() < 0.5 ? whole : pick(bent)}`
    }
    const text = () =>
      Array.from({ length: 12 }, () =>
        pick([disguise(), disguise(), `@${root}/${pick(names)}`, '`code`', 'word', '\n', '> ']),
      ).join(' ')
    for (const name of names) put(join(root, name), text())
    symlinkSync(join(top, 'secret.md'), join(root, 'link.md'))
    symlinkSync('link.md', join(root, 'chain.md'))
    symlinkSync(top, join(root, 'folder'))
    symlinkSync(join(top, 'not-yet.md'), join(root, 'dangling.md'))

    const reader = worktreeReader(root)
    const listed = new Set(await reader.list(''))
    const asked: string[] = []
    const watched = {
      ...reader,
      read(path: string) {
        asked.push(path)
        return reader.read(path)
      },
    }
    const results = await Promise.all(
      (['tree', 'flat'] as const).map((format) => processImports(text(), 'dir/GEMINI.md', watched, { root, format })),
    )
    for (const { content } of results) expect(content).not.toContain(OUTSIDE_TEXT)
    expect(asked.filter((path) => isAbsolute(path) || path.split('/').includes('..'))).toEqual([])
    followed += asked.filter((path) => listed.has(path)).length
    expect([...listed].filter((path) => /secret|link|chain|dangling|folder/.test(path))).toEqual([])
  })

test('imports: the generated graphs do import', () => {
  expect(followed).toBeGreaterThan(60)
})

/** Numbers from 0 to 1, the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
