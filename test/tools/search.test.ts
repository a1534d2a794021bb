import { symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runGit } from '../../src/platform/process/run-git.ts'
import { includeGlobs } from '../../src/tools/search/globs.ts'
import { toPcre } from '../../src/tools/search/search-pattern.ts'
import { sample } from '../sample.ts'
import { createToolHarness, resultText, type ToolHarness } from './tool-harness.ts'

/** `path:line` of each match, and no context. */
async function hits(shop: ToolHarness, args: Record<string, unknown>): Promise<string[]> {
  const result = await shop.call('search_file_content', { context: 0, ...args })
  if (!result.ok && /timed out/.test(resultText(result))) throw new Error(resultText(result))
  let file = ''
  return resultText(result)
    .split('\n')
    .flatMap((line) => {
      const name = /^File: (.*)$/.exec(line)
      if (name !== null) file = name[1] ?? ''
      const number = /^L(\d+):/.exec(line)
      return number === null ? [] : [`${file}:${number[1]}`]
    })
}

const TREE: Record<string, string | Buffer> = {
  'a.js': 'const hello = 1\nHELLO again\n',
  'b.ts': 'hello-there\n  indented hello\n',
  'sub/another.js': 'say hello\n',
  'sub/deep/c.py': 'x = 12\ny = foo(34)\n',
  'src/d.py': 'hello_python = "a:1:b"\n',
  'a:1:b.txt': 'colon hello\n',
  'ünï.txt': 'héllo wörld\n',
  'crlf.txt': 'foo\r\nfoobar\r\nfoo\r\n',
  'nbsp.txt': 'left\u00a0right\n',
  'latin.txt': Buffer.from('caf\xe9 hello\n', 'latin1'),
  'bin.dat': Buffer.from('hello\0hello'),
  'dash.txt': '-v --flag\n',
  'regex.txt': 'a+b (c) [d] $e\nbbb\n',
  'empty.txt': '',
  '.env': 'hello=SECRET\n',
  '..env': 'dotted\n',
  'gha-creds-1.json': 'hello\n',
  '.hidden/x.txt': 'hello\n',
  'node_modules/p/i.js': 'hello\n',
  'web/(group)/[id]/page.tsx': 'a page\n',
  'web/(group)/[id]/page.test.tsx': 'a page\n',
}
const SEARCHES: [args: Record<string, unknown>, hits: string[]][] = [
  [{ pattern: 'hello', include: '*.js' }, ['a.js:1', 'a.js:2', 'sub/another.js:1']],
  [{ pattern: 'hello', include: '*.js', case_sensitive: true }, ['a.js:1', 'sub/another.js:1']],
  [{ pattern: 'hello', include_pattern: '*.{ts,py}' }, ['b.ts:1', 'b.ts:2', 'src/d.py:1']],
  [{ pattern: 'hello', include: '*.ts, *.py' }, ['b.ts:1', 'b.ts:2', 'src/d.py:1']],
  [{ pattern: 'hello', include: 'src/**/*.py' }, ['src/d.py:1']],
  [{ pattern: 'hello', include: 'sub' }, ['sub/another.js:1']],
  [{ pattern: 'hello', include: 'sub/' }, ['sub/another.js:1']],
  [{ pattern: 'hello', include: '/*.js' }, ['a.js:1', 'a.js:2']],
  [{ pattern: 'hello', include: './a.js' }, ['a.js:1', 'a.js:2']],
  [{ pattern: 'hello', include: '*.JS' }, ['a.js:1', 'a.js:2', 'sub/another.js:1']],
  [{ pattern: 'hello', include: '*.js, !sub/' }, ['a.js:1', 'a.js:2']],
  [{ pattern: 'hello', include: '*.{js,ts},!a*' }, ['b.ts:1', 'b.ts:2']],
  [{ pattern: 'page', include: '!*.test.tsx' }, ['web/(group)/[id]/page.tsx:1']],
  [{ pattern: 'page', include: 'web/(group)/[id]/page.tsx' }, ['web/(group)/[id]/page.tsx:1']],
  [{ pattern: 'page', include: '[id]/page.*' }, []],
  [{ pattern: 'page', include: '**/[id]/page.t*' }, ['test.', ''].map((kind) => `web/(group)/[id]/page.${kind}tsx:1`)],
  [{ pattern: 'hello', include: '*.@(js|ts)', dir_path: 'sub' }, ['another.js:1']],
  [{ pattern: 'hello', include: 'sub/*.js', dir_path: 'sub' }, ['another.js:1']],
  [
    { pattern: 'page', include: 'web/(group)/**', dir_path: 'web/(group)' },
    ['test.', ''].map((kind) => `[id]/page.${kind}tsx:1`),
  ],
  [{ pattern: 'say', include: '', dir_path: '', exclude_pattern: '' }, ['sub/another.js:1']],
  [{ pattern: 'say', include: null, dir_path: null, exclude_pattern: null }, ['sub/another.js:1']],
  [{ pattern: 'say', include: '.' }, ['sub/another.js:1']],
  [{ pattern: 'hello', dir_path: 'sub' }, ['another.js:1']],
  [{ pattern: 'hello', dir_path: 'sub', include: '*.js' }, ['another.js:1']],
  [{ pattern: 'hello', dir_path: 'a.js' }, ['a.js:1', 'a.js:2']],
  [{ pattern: 'hello', dir_path: '.hidden' }, ['x.txt:1']],
  [{ pattern: 'hello', dir_path: 'node_modules' }, ['p/i.js:1']],
  [{ pattern: '\\d\\d', include: '*.py' }, ['sub/deep/c.py:1', 'sub/deep/c.py:2']],
  [{ pattern: 'foo(?=\\()' }, ['sub/deep/c.py:2']],
  [{ pattern: '(?<!y = )\\b12' }, ['sub/deep/c.py:1']],
  [{ pattern: '^foo$' }, ['crlf.txt:1', 'crlf.txt:3']],
  [{ pattern: '-v' }, ['dash.txt:1']],
  [{ pattern: '--flag' }, ['dash.txt:1']],
  [{ pattern: 'a:1:b' }, ['src/d.py:1']],
  [{ pattern: 'colon' }, ['a:1:b.txt:1']],
  [{ pattern: 'w\\S+ld' }, ['ünï.txt:1']],
  [{ pattern: 'HÉLLO' }, ['ünï.txt:1']],
  [{ pattern: 'h.llo w' }, ['ünï.txt:1']],
  [{ pattern: 'caf. hello' }, ['latin.txt:1']],
  [{ pattern: 'left\\sright' }, ['nbsp.txt:1']],
  [{ pattern: 'left[\\s]right' }, ['nbsp.txt:1']],
  [{ pattern: 'left\\S?right' }, []],
  [{ pattern: 'a+b (c) [d] $e', fixed_strings: true }, ['regex.txt:1']],
  [{ pattern: '[[', fixed_strings: true }, []],
  [{ pattern: '(?i)SAY H', case_sensitive: true }, ['sub/another.js:1']],
  [{ pattern: '^[[:alpha:]]+[[:space:]]*=[^[:alnum:]]+\\d', include: '*.py' }, ['sub/deep/c.py:1']],
  [{ pattern: '^\\p{Lu}{5}', case_sensitive: true }, ['a.js:2']],
  [{ pattern: 'h\\x{e9}llo' }, ['ünï.txt:1']],
  [{ pattern: '(?P<word>say) \\w' }, ['sub/another.js:1']],
  [{ pattern: '^b{2,3}$' }, ['regex.txt:2']],
  [{ pattern: '(b)\\1' }, ['regex.txt:2']],
  [{ pattern: '\\u0062bb' }, ['regex.txt:2']],
  [{ pattern: '^$' }, []],
  [{ pattern: 'SECRET' }, []],
  [{ pattern: 'dotted' }, ['..env:1']],
  [{ pattern: 'hello', include: '.env' }, []],
  [{ pattern: 'hello', exclude_pattern: 'again|indented|say|colon|caf|_|-|x' }, ['.hidden/x.txt:1', 'a.js:1']],
]
/** Searched by git, listed by git, and without git. */
const PLACES = { 'tracked files': { tracked: true }, 'untracked files': { repository: true }, 'plain files': {} }
for (const [place, options] of Object.entries(PLACES)) {
  const shop = await createToolHarness(TREE, options)
  afterAll(() => shop[Symbol.dispose]())
  // A program is started for each search of a repository.
  for (const [args, expected] of place === 'plain files' ? SEARCHES : sample(SEARCHES, 5, place.length))
    test(`search in ${place}: ${JSON.stringify(args)}`, async () => {
      expect(await hits(shop, args)).toEqual(expected)
    })
}

test('both backends give the same answer, byte for byte', async () => {
  using one = await createToolHarness(TREE, { tracked: true })
  using two = await createToolHarness(TREE)
  const patterns = String.raw`hello o [aeiou]{2} \bfoo . l+o\b ^\s+\w " [^a-z]$ \S{4,} w\Srld ^.llo$ h..l\w [\s\S]o \W\w\W ^[^\d]*$
    (?<n>l)(?!l) [[a] \.|: caf[^x]\s \bo\B (?<=h)el (?<!h)ell o(?!\s) (?<=(h|x)[)]?e)l ^(?!.*hello) ^(?!.*[(]).*l \u006c\x6co \xe9 [\u00e0-\u00ff]llo h(?:e|\u00e9)l \p{L}{5}\P{L} ^\p{Lu}`
  const more = [{}, { names_only: true }, { context: 1 }, { max_matches_per_file: 1 }, { include: '*.{js,py}' }]
  const searches = patterns.split(/\s+/).flatMap((pattern) => more.map((each) => ({ pattern, ...each })))
  for (const args of sample(searches, 4)) {
    const [first, second] = [await one.call('grep', args), await two.call('grep', args)]
    expect(resultText(first), JSON.stringify(args)).toBe(resultText(second))
  }
})

/** How many lines each pattern matches. */
const NOT_ASCII = {
  Größe: 5,
  plain: 5,
  'é\\d': 2,
  日本: 5,
  '🎉': 3,
  '^..$': 1,
  '^..🎉$': 1,
  мир: 2,
  '[ß-ÿ]+e': 5,
}

test('non-ASCII text is found in any encoding, with git and without', async () => {
  const sjis = Buffer.from('93fa967b8cea835c0a', 'hex')
  const koi8 = Buffer.from('f0d2c9d7c5d42c20cdc9d22120ebc1cb20c4c5ccc13f0a', 'hex')
  const tree = {
    'utf8.txt': 'Größe é1 日本語 ソ 🎉🎉\nplain\n🎉\n🎉🎉\nПривет, мир\n',
    'latin.txt': Buffer.from('Gr\xf6\xdfe \xe91 caf\xe9\n', 'latin1'),
    'sjis.txt': Buffer.concat([sjis, sjis, sjis, sjis]),
    'koi8.txt': koi8,
    'utf16.txt': Buffer.from('\ufeffplain\r\nGröße\r\n', 'utf16le'),
    'utf16be.txt': Buffer.from('\ufeffplain\nGröße\n', 'utf16le').swap16(),
    'told.wide': Buffer.from('\ufeffplain\nplain Größe\n', 'utf16le'),
    '.gitattributes': '*.wide diff\n',
    'ascii.txt': 'Grosse e1\n',
  }
  using one = await createToolHarness(tree, { tracked: true })
  using two = await createToolHarness(tree)
  const found: Record<string, number> = {}
  const others = [
    ...[
      'ö',
      'pl.in$',
      '\\p{Lu}\\p{Ll}+',
      '^\\p{Script=Cyrillic}.*\\P{L}',
      '\\p{Emoji_Presentation}$',
      'GRÖSSE',
      'gröẞe',
      '[é]1',
    ],
    ...['[^é]1', '[a-é]1', '語', 'ソ', '🎉{1}🎉', '[🎉x]', '^[🎉]{2}$', '^[^a]+$', 'привет', '^П.*р$', '(ö|é)', 'é?1'],
    ...['Gr.{1,2}e', 'ö\\w', '\\bcafé\\b'],
  ]
  for (const pattern of [...Object.keys(NOT_ASCII), ...sample(others, 3)])
    for (const more of [{}, { case_sensitive: true }, { fixed_strings: true }]) {
      const args = { pattern, context: 0, ...more }
      const [first, second] = [await hits(one, args), await hits(two, args)]
      expect(first, `${pattern} ${JSON.stringify(more)}`).toEqual(second)
      if (first.length > 0) found[pattern] ??= first.length
    }
  expect(found).toMatchObject(NOT_ASCII)
})

test('git’s attributes cannot hide a file from a search', async () => {
  using shop = await createToolHarness({ '.gitattributes': '*.ts binary\n', 'a.ts': 'evil()\n' }, { tracked: true })
  expect(await hits(shop, { pattern: 'evil' })).toEqual(['a.ts:1'])
})

test('git’s ignore rules: untracked files hide, tracked ones do not', async () => {
  const tree = { '.gitignore': '*.gen\n', 'a.gen': 'evil\n', 'b.gen': 'evil\n', 'c.ts': 'evil\n' }
  using shop = await createToolHarness(tree, { repository: true })
  shop.git('add', '-f', 'a.gen')
  expect(await hits(shop, { pattern: 'evil' })).toEqual(['a.gen:1', 'c.ts:1'])
  expect(await hits(shop, { pattern: 'evil', max_matches_per_file: 1, total_max_matches: 5 })).toEqual([
    'a.gen:1',
    'c.ts:1',
  ])
  expect(await hits(shop, { pattern: 'evil', no_ignore: true })).toEqual(['a.gen:1', 'b.gen:1', 'c.ts:1'])
})

for (const tracked of [true, false])
  test(`.geminiignore hides ${tracked ? 'through git' : 'in JavaScript'}, and limits count the visible matches`, async () => {
    using shop = await createToolHarness(
      { 'a.key': 'x\n'.repeat(15_000), 'b.txt': 'x\n', 'c.txt': 'x\n' },
      { tracked, ignoreText: '*.key\n' },
    )
    expect(await hits(shop, { pattern: 'x', total_max_matches: 2 })).toEqual(['b.txt:1', 'c.txt:1'])
  })

test('a tree full of new files is searched all the same, ignored but tracked ones too', async () => {
  const fresh = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`new${n}.txt`, 'plain\n']))
  using shop = await createToolHarness(
    { '.gitignore': '*.gen\n', 'a.gen': 'evil\n', 'b.txt': 'evil\n' },
    { tracked: true },
  )
  shop.put({ ...fresh, 'c.gen': 'evil\n', 'new7.txt': 'evil\n' })
  expect(await hits(shop, { pattern: 'evil' })).toEqual(['a.gen:1', 'b.txt:1', 'new7.txt:1'])
})

test('a file of any size holds up no search', async () => {
  for (const tracked of [true, false]) {
    using shop = await createToolHarness({ 'a.txt': 'evil\n', 'huge.txt': 'evil\n' }, { tracked })
    truncateSync(join(shop.root, 'huge.txt'), 8 * 1024 ** 3)
    expect(await hits(shop, { pattern: 'evil' })).toEqual(['a.txt:1'])
    expect(await hits(shop, { pattern: 'evil', no_ignore: true })).toEqual(['a.txt:1'])
    if (!tracked) continue
    const search = { patterns: true, maxPiece: '256m' }
    expect((await runGit({ top: shop.root }, ['grep', 'evil'], search)).stderr).toContain('attempting to allocate')
  }
})

test('links are not followed', async () => {
  for (const tracked of [true, false]) {
    using shop = await createToolHarness({ 'a.txt': 'root here\n' }, { tracked })
    symlinkSync('/etc/passwd', join(shop.root, 'out'))
    symlinkSync('/etc', join(shop.root, 'etc'))
    symlinkSync('a.txt', join(shop.root, 'same'))
    expect(await hits(shop, { pattern: 'root' })).toEqual(['a.txt:1'])
  }
})

test('a repository’s configuration runs nothing and points nowhere', async () => {
  using shop = await createToolHarness({ 'a.txt': 'root\n', '.gitattributes': '* diff=evil\n' }, { tracked: true })
  const command = `touch ${join(shop.root, 'pwned')}; cat`
  for (const key of ['core.fsmonitor', 'core.pager', 'pager.grep', 'diff.evil.textconv', 'diff.external'])
    shop.git('config', key, command)
  shop.git('config', 'core.worktree', '/etc')
  shop.git('config', 'grep.patternType', 'fixed')
  shop.git('config', 'grep.lineNumber', 'false')
  shop.git('config', 'color.ui', 'always')
  expect(await hits(shop, { pattern: '^ro+t' })).toEqual(['a.txt:1'])
  expect(await shop.files.read({ ok: true, path: join(shop.root, 'pwned'), displayPath: 'pwned' })).toMatchObject({
    ok: false,
  })
})

test('the answer: count, place, filter, files in order', async () => {
  using shop = await createToolHarness(TREE, { tracked: true })
  const say = async (args: Record<string, unknown>) => resultText(await shop.call('search_file_content', args))
  expect(await say({ pattern: 'say hello', include: '*.js' })).toBe(
    'Found 1 match for pattern "say hello" in the workspace directory (filter: "*.js"):\n---\nFile: sub/another.js\nL1: say hello\n---',
  )
  expect(await say({ pattern: 'hello', dir_path: 'sub', include: '*.js' })).toContain(
    'Found 1 match for pattern "hello" in path "sub" (filter: "*.js"):\n---\nFile: another.js',
  )
  expect(await say({ pattern: 'nonexistentpattern' })).toBe(
    'No matches found for pattern "nonexistentpattern" in the workspace directory.',
  )
  expect(await say({ pattern: 'hello', include: '*.{js,ts}', total_max_matches: 2 })).toMatch(
    /^Found 2 matches .* \(results limited to 2 matches for performance\):/,
  )
  expect(await say({ pattern: 'hello', include: '*.js', names_only: true })).toBe(
    'Found 2 files with matches for pattern "hello" in the workspace directory (filter: "*.js"):\na.js\nsub/another.js',
  )
  expect(await hits(shop, { pattern: 'hello', include: '*.{js,ts}', max_matches_per_file: 1 })).toEqual([
    'a.js:1',
    'b.ts:1',
    'sub/another.js:1',
  ])
})

const NOTHING: [args: Record<string, unknown>, note: string][] = [
  [{ pattern: 'zzz' }, ''],
  [{ pattern: 'zzz', dir_path: 'src' }, ''],
  [{ pattern: 'zzz', include: '*.ts' }, ''],
  [{ pattern: 'evil', include: '*.ts *.js' }, ' None of the 2 files there matches the filter.'],
  [
    { pattern: 'evil', dir_path: 'dist' },
    ' There is no file to search. no_ignore: true also searches what git ignores.',
  ],
  [{ pattern: 'zzz', dir_path: 'dist', no_ignore: true }, ''],
  [
    { pattern: 'evil', dir_path: 'dist/a.ts' },
    ' It is ignored by git or .geminiignore; no_ignore: true searches what git ignores.',
  ],
  [{ pattern: 'zzz', dir_path: 'dist/a.ts', no_ignore: true }, ''],
  [{ pattern: 'evil\\n}' }, ' Patterns are matched line by line, so a pattern with a line break finds nothing.'],
  [{ pattern: 'evil\n}' }, ' Patterns are matched line by line, so a pattern with a line break finds nothing.'],
  [{ pattern: 'x\\\\n' }, ''],
  [{ pattern: '\\n', fixed_strings: true }, ''],
]
for (const [args, note] of NOTHING)
  test(`a search that finds nothing says where it could not look: ${JSON.stringify(args)}`, async () => {
    using shop = await createToolHarness(
      { '.gitignore': 'dist\n', 'dist/a.ts': 'evil\n', 'src/a.ts': '\n' },
      { repository: true },
    )
    expect(resultText(await shop.call('grep', args))).toMatch(/^No matches found .*\./s)
    expect(resultText(await shop.call('grep', args)).split(/(?<=repository|directory|"|\))\.(?= |$)/)[1]).toBe(note)
  })

/** A nested checkout and a submodule, each with files that its rules ignore. */
async function withInner(): Promise<ToolHarness> {
  const shop = await createToolHarness(
    { 'a.txt': 'needle\n', '.gitmodules': '[submodule "s"]\n\tpath = sub\n' },
    { tracked: true },
  )
  const inner = { 'lib/n.txt': 'needle\n', '.gitignore': '*.log\n', 'x.log': 'needle\n' }
  for (const folder of ['other', 'sub']) {
    shop.put(Object.fromEntries(Object.entries(inner).map(([path, text]) => [`${folder}/${path}`, text])))
    shop.git('-C', folder, 'init', '-q')
    shop.git('-C', folder, 'add', '.')
    shop.git('-C', folder, '-c', 'user.name=a', '-c', 'user.email=a', 'commit', '-qm', 'x')
  }
  shop.git('update-index', '--add', '--cacheinfo', `160000,${shop.git('-C', 'sub', 'rev-parse', 'HEAD').trim()},sub`)
  return shop
}

test('repositories within the repository are searched, listed and read too', async () => {
  using shop = await withInner()
  const all = ['a.txt:1', 'other/lib/n.txt:1', 'sub/lib/n.txt:1']
  expect(await hits(shop, { pattern: 'needle' })).toEqual(all)
  expect(await hits(shop, { pattern: 'needle', include: 'sub/' })).toEqual(['sub/lib/n.txt:1'])
  expect(await hits(shop, { pattern: 'needle', no_ignore: true, include: '*.log' })).toEqual([
    'other/x.log:1',
    'sub/x.log:1',
  ])
  for (const folder of ['other', 'sub']) {
    expect(await hits(shop, { pattern: 'needle', dir_path: folder })).toEqual(['lib/n.txt:1'])
    expect(await hits(shop, { pattern: 'needle', dir_path: `${folder}/lib` })).toEqual(['n.txt:1'])
    expect(await hits(shop, { pattern: 'needle', dir_path: `${folder}/lib/n.txt` })).toEqual([`${folder}/lib/n.txt:1`])
  }
  expect(
    resultText(await shop.call('glob', { pattern: '**/*.{txt,log}' })).match(/\/[^/]+\/lib\/n\.txt$|\.log$/gm),
  ).toHaveLength(2)
  expect(resultText(await shop.call('glob', { pattern: '*', dir_path: 'sub/lib' }))).toContain('sub/lib/n.txt')
  expect(resultText(await shop.call('read_many_files', { include: ['other'] }))).toMatch(
    /other\/lib\/n\.txt ---\n\nneedle/,
  )
})

test('a submodule is no way out of the workspace', async () => {
  using shop = await withInner()
  shop.put({ '.gitmodules': 'path = ../..\npath = /etc\npath = link\n', 'real/.git/x': '', 'real/r.txt': 'needle\n' })
  symlinkSync('real', join(shop.root, 'link'))
  expect(await hits(shop, { pattern: 'needle' })).toEqual(['a.txt:1', 'other/lib/n.txt:1', 'real/r.txt:1'])
})

test('lines around a match are shown only where the call asks for them', async () => {
  const lines = Array.from({ length: 100 }, (_, n) => (n === 50 ? 'Target match' : `Line ${n + 1}`))
  using shop = await createToolHarness({ 'a.txt': lines.join('\n'), 'b.txt': 'two\ntwo\n\nx\n' }, { tracked: true })
  const shown = async (args: object) => resultText(await shop.call('grep_search', { pattern: 'Target', ...args }))
  expect(await shown({})).toMatch(/^File: a\.txt\nL51: Target match\n---$/m)
  expect(await shown({ pattern: 'two' })).toMatch(/^File: b\.txt\nL1: two\nL2: two\n---$/m)
  expect(await shown({ context: 1 })).toMatch(/^L50- Line 50\nL51: Target match\nL52- Line 52\n---$/m)
  expect(await shown({ before: 1 })).toMatch(/^L50- Line 50\nL51: Target match\n---$/m)
  expect(await shown({ after: 2, before: 0 })).toMatch(/^L51: Target match\nL52- Line 52\nL53- Line 53\n---$/m)
  expect(await shown({ pattern: 'two', context: 2 })).toContain('L1: two\nL2: two\nL3- \nL4- x')
})

test('a hundred matches by default', async () => {
  for (const tracked of [true, false]) {
    using shop = await createToolHarness({ 'a.txt': 'x\n'.repeat(1000), 'b.txt': 'x\n'.repeat(1000) }, { tracked })
    expect(await hits(shop, { pattern: 'x' })).toHaveLength(100)
    expect(await hits(shop, { pattern: 'x', total_max_matches: 1500 })).toHaveLength(1500)
    expect(await hits(shop, { pattern: 'x', max_matches_per_file: 30 })).toHaveLength(60)
  }
})

test('a very long line shows the part around the match', async () => {
  for (const tracked of [true, false]) {
    using shop = await createToolHarness({ 'a.json': `${'🎉'.repeat(30_001)}needle${'y'.repeat(5000)}\n` }, { tracked })
    const text = resultText(await shop.call('grep', { pattern: 'n\\w+e', context: 0 }))
    expect(text).toMatch(/^L1: \[59802 characters\] \.\.\.(?:🎉){100}needley{1794}\.\.\. \[truncated\]$/m)
  }
})

test('a very long line is shortened', async () => {
  using shop = await createToolHarness({ 'a.txt': `${'x'.repeat(5000)}\n` }, { tracked: true })
  expect(resultText(await shop.call('grep', { pattern: 'x' }))).toContain(`L1: ${'x'.repeat(2000)}... [truncated]`)
})

const WRONG: [args: Record<string, unknown>, reason: string, text: RegExp][] = [
  [{}, 'invalid_tool_params', /required property 'pattern'/],
  [{ pattern: '[[' }, 'invalid_tool_params', /Invalid regular expression pattern provided: \[\[.*fixed_strings/],
  [{ pattern: '\\p{Nonsense}' }, 'invalid_tool_params', /Invalid regular expression pattern .*property name/],
  [
    { pattern: 'a', exclude_pattern: '[' },
    'invalid_tool_params',
    /Invalid exclude regular expression pattern provided: \[/,
  ],
  [{ pattern: 'a', max_matches_per_file: 0 }, 'invalid_tool_params', /max_matches_per_file must be >= 1/],
  [{ pattern: 'a', total_max_matches: 0 }, 'invalid_tool_params', /total_max_matches must be >= 1/],
  [{ pattern: 'a', dir_path: 'none' }, 'search_path_not_found', /Path does not exist/],
  [{ pattern: 'a', dir_path: '../x' }, 'path_not_in_workspace', /outside/],
  [{ pattern: 'a', dir_path: '.git' }, 'path_not_in_workspace', /\.git/],
]
for (const [args, reason, text] of WRONG)
  test(`search: ${JSON.stringify(args)} is refused`, async () => {
    using shop = await createToolHarness({ 'a.txt': '' }, { tracked: true })
    const result = await shop.call('search_file_content', args)
    expect(result).toMatchObject({ ok: false, reason })
    expect(resultText(result)).toMatch(text)
  })

test('an endlessly backtracking pattern is interrupted', async () => {
  using shop = await createToolHarness({ 'a.txt': `${'a'.repeat(50)}!\n` })
  const result = await shop.call('search_file_content', { pattern: '(a+)+$' })
  expect(result).toMatchObject({ ok: false, reason: 'grep_execution_error' })
})

const TRANSLATED: [pattern: string, possible: boolean][] = [
  ['foo.*bar', true],
  ['^\\s+\\w[\\w.-]*$', true],
  ['(?:a|b)(?=c)(?!d)(?<n>e)', true],
  ['\\x41\\t\\.', true],
  ['a{2,3}b{2}c{2,}', true],
  ['[\\]\\d^-]', true],
  ['[[:alpha:]', true],
  ['a\\/b-c', true],
  ['é', true],
  ['[à-ÿ]x', true],
  ['[^é"]+', true],
  ['a(?!b)c', true],
  ['a(?!é)', true],
  ['a(?!\\s)(?<!b(c)[)])d', true],
  ['\\ud83d', false],
  ['\ud83d', false],
  ['\\u0041', true],
  ['\\u00e9[\\u00e0-\\u00ff]', true],
  ['\\p{L}+\\P{Script=Greek}', true],
  ['[\\p{L}]', false],
  ['\\hello', false],
  ['\\Ab', false],
  ['\\xe9', true],
  ['(?<=a)b', true],
  ['(?<!\\d+)b', true],
  ['(*UTF)a', false],
  ['[]a]', false],
  ['[^]', false],
  ['a{,3}', false],
  ['a{x}', false],
  ['(a)\\1', false],
]
for (const [source, possible] of TRANSLATED)
  test(`${source} ${possible ? 'can' : 'cannot'} be asked of git`, () =>
    expect(toPcre(source) !== undefined).toBe(possible))

test('include filters are spelled out for git', () => {
  expect(includeGlobs('*.{ts,tsx}', '.')).toEqual(['**/*.ts', '**/*.ts/**', '**/*.tsx', '**/*.tsx/**'])
  expect(includeGlobs('src/{a,{b,c}}/*.ts', 'x')).toEqual(
    ['x/src/a/*.ts', 'x/src/b/*.ts', 'x/src/c/*.ts'].flatMap((glob) => [glob, `${glob}/**`]),
  )
  expect(includeGlobs('docs/', '.')).toEqual(['**/docs/**'])
  expect(includeGlobs('/docs/**', '.')).toEqual(['docs/**'])
  expect(includeGlobs('*', 'a[1]')).toEqual(['a\\[1\\]/**/*', 'a\\[1\\]/**/*/**'])
})

test.each([
  ['a pattern', 'link/*.txt'],
  ['a name without a wildcard', 'link/one.txt'],
  ['a link in a folder', 'sub/deep/**'],
  ['the link itself', 'link'],
])('include finds the files below a link to a folder of the workspace: %s', async (_, include) => {
  using shop = await createToolHarness({ 'a/one.txt': 'needle', 'other.txt': 'needle', 'sub/x.txt': '' })
  symlinkSync('a', join(shop.root, 'link'))
  symlinkSync('../a', join(shop.root, 'sub/deep'))
  const found = resultText(await shop.call('search_file_content', { pattern: 'needle', include }))
  expect(found).toMatch(/^Found 1 match /)
  expect(found).toContain('File: a/one.txt')
})
