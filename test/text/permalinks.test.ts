import { expect, test } from 'vitest'
import { linkNamedLines, namedPaths, permalink, withoutPermalinks } from '../../src/text/permalinks.ts'
import { sanitizeOutbound } from '../../src/text/sanitize-outbound.ts'

const host = { server: 'https://github.com', repository: 'octo/pond' }
const commit = 'c'.repeat(40)
const files = {
  commit,
  lineCounts: new Map([
    ['src/a.ts', 20],
    ['src/__init__.py', 3],
    ['README.md', 9],
    ['app/(shop)/[id]/page one.tsx', 5],
    ['(shop)/b.ts', 5],
    ['Makefile', 2],
  ]),
}
const url = (path: string, lines: string) => `https://github.com/octo/pond/blob/${commit}/${path}#${lines}`
const link = (text: string, path: string, lines: string) => `[${text}](<${url(path, lines)}>)`
const linked = async (text: string) => linkNamedLines(sanitizeOutbound(text, host), files, host)

const A = (text: string, lines: string) => link(text, 'src/a.ts', lines)
test.each([
  ['src/a.ts:3', A('src/a.ts:3', 'L3')],
  ['See src/a.ts:3, and (src/a.ts:4-6).', `See ${A('src/a.ts:3', 'L3')}, and (${A('src/a.ts:4-6', 'L4-L6')}).`],
  ['`src/a.ts:20`', A('`src/a.ts:20`', 'L20')],
  ['**src/a.ts:L4–L6**', `**${A('src/a.ts:L4–L6', 'L4-L6')}**`],
  ['at src/a.ts:4:17: wrong', `at ${A('src/a.ts:4:17', 'L4')}: wrong`],
  ['./src/a.ts:4', link('./src/a.ts:4', 'src/a.ts', 'L4')],
  ['see:src/a.ts:4', `see:${A('src/a.ts:4', 'L4')}`],
  ['x=src/a.ts:4;', `x=${A('src/a.ts:4', 'L4')};`],
  [
    '- Makefile:2\n- Makefile:1',
    `- ${link('Makefile:2', 'Makefile', 'L2')}\n- ${link('Makefile:1', 'Makefile', 'L1')}`,
  ],
  ['src/\\_\\_init\\_\\_.py:3', link('src/\\_\\_init\\_\\_.py:3', 'src/__init__.py', 'L3')],
  ['`src/__init__.py:3`', link('`src/__init__.py:3`', 'src/__init__.py', 'L3')],
  ['README.md:9', link('README.md:9', 'README.md?plain=1', 'L9')],
  [
    '`app/(shop)/[id]/page one.tsx:5`',
    link('`app/(shop)/[id]/page one.tsx:5`', 'app/(shop)/%5Bid%5D/page%20one.tsx', 'L5'),
  ],
  ['(shop)/b.ts:5', link('(shop)/b.ts:5', '(shop)/b.ts', 'L5')],
  ['| a |\n| --- |\n| src/a.ts:3 |', `| a |\n| --- |\n| ${A('src/a.ts:3', 'L3')} |`],
  ['# src/a.ts:3', `# ${A('src/a.ts:3', 'L3')}`],
  ['> src/a.ts:3', `> ${A('src/a.ts:3', 'L3')}`],
])('linked: %s', async (text, expected) => expect(await linked(text)).toBe(expected))

test.each([
  ['lines that do not exist', 'src/a.ts:21, src/a.ts:0, src/a.ts:19-21, src/a.ts:5-3'],
  ['files that do not exist', 'src/b.ts:3 `src/b.ts:3` a.ts:3 /src/a.ts:3 ../pond/src/a.ts:3 my-src/a.ts:3'],
  ['other things with a colon', 'localhost:3 12:30 src/a.ts: 3 src/a.ts:3rd src/a.ts:3x'],
  ['fences', '```\nsrc/a.ts:3\n```\n\n    src/a.ts:3'],
  ['other code', '`src/a.ts:3 is wrong` ``a `src/a.ts:3` b``'],
  [
    'links',
    '[src/a.ts:3](https://github.com/octo/pond) [`src/a.ts:3`][x] https://github.com/src/a.ts:3\n\n[x]: https://github.com/octo/pond',
  ],
  ['an image', '!src/a.ts:3 !`src/a.ts:3`'],
  ['HTML', '<details>\n<summary>src/a.ts:3</summary>\n</details>'],
])('not linked: %s', async (_, text) => expect(await linked(text)).toBe(sanitizeOutbound(text, host)))

test('a linked text is safe and stays as it is', async () => {
  const text = await linked('[`src/a.ts:3`] *src/a.ts:4*! [x]src/a.ts:5[y] fixes #3 @octo src/a.ts:6')
  expect(text.match(/\/blob\//g)).toHaveLength(4)
  expect(sanitizeOutbound(text, host)).toBe(text)
  expect(await linkNamedLines(text, files, host)).toBe(text)
  expect(withoutPermalinks(text)).not.toContain('](')
})

test('paths that may be named, without those outside the repository', () => {
  expect(namedPaths('a.ts:1 `b c.ts:2` (d/e.ts:3) /etc/passwd:1 ../x:1 a/../b:1')).toEqual(
    expect.arrayContaining(['a.ts', 'b c.ts', 'd/e.ts']),
  )
  expect(namedPaths('/etc/passwd:1 ../x:1 a/../b:1').filter((path) => /^\/|\.\./.test(path))).toEqual([])
})

test('addresses keep names with odd characters', () =>
  expect(permalink({ path: 'a b/#?%.ts', start: 1, end: 2 }, { blobUrl: 'https://x.y/o/r/blob', commit: 'c' })).toBe(
    'https://x.y/o/r/blob/c/a%20b/%23%3F%25.ts#L1-L2',
  ))
