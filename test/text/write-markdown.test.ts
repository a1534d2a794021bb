import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, test } from 'vitest'
import { parseMarkdown } from '../../src/text/parse-markdown.ts'
import {
  detailsBlock,
  escapedLine,
  escapeHtml,
  fencedBlock,
  firstLines,
  inlineCode,
  tableRow,
  truncateAtLine,
} from '../../src/text/write-markdown.ts'

const contents = [
  'plain',
  '',
  '`',
  '``',
  '```',
  '````\ncode\n````',
  '~~~',
  ' lead',
  'trail ',
  '  ',
  'a`b``c',
  'end\\',
  '\n',
  'a\nb\n',
]

for (const content of contents)
  test(`fence: nothing inside can close it: ${JSON.stringify(content)}`, () => {
    const [block, after, ...rest] = fromMarkdown(`${fencedBlock(content, 'diff')}\nafter`).children
    expect(block).toMatchObject({ type: 'code', lang: 'diff', value: content.replace(/\n$/, '') })
    expect([after?.type, rest]).toEqual(['paragraph', []])
  })

for (const content of contents.filter((text) => text.trim() !== ''))
  test(`code: one span whatever is in it: ${JSON.stringify(content)}`, () => {
    const [paragraph] = fromMarkdown(`x ${inlineCode(content)} y`).children
    expect(paragraph).toMatchObject({
      children: [{ value: 'x ' }, { type: 'inlineCode', value: content.replace(/\s+/g, ' ') }, { value: ' y' }],
    })
  })

const messages: [text: string, expected: string][] = [
  ['a name_in_the_middle of `code_too`', 'a name_in_the_middle of `code_too`'],
  ['_quoted_ *so* ~so~ __so__', '\\_quoted\\_ \\*so\\* \\~so\\~ \\_\\_so\\_\\_'],
  ['![x](https://evil.example) fixes #3', '\\!\\[x\\](https\\://evil.example) fixes \\#3'],
  ['two\nlines | @ada', 'two lines \\| <span>@</span>ada'],
]
for (const [text, expected] of messages)
  test(`prose: ${JSON.stringify(text)}`, () => expect(escapedLine(text, 100)).toBe(expected))

test('row: pipes and newlines stay inside their cell', async () => {
  const [table] = parseMarkdown(
    [tableRow(['a', 'b']), tableRow(['---', '---']), tableRow([inlineCode('x | y'), 'p\nq \\| r'])].join('\n'),
  ).children
  expect(table).toMatchObject({
    type: 'table',
    children: [{}, { children: [{ children: [{ type: 'inlineCode' }] }, { children: [{ value: 'p q | r' }] }] }],
  })
})

test('details: the title is text', () => {
  expect(detailsBlock('a <b> & @c', 'body')).toBe(
    '<details>\n<summary>a &lt;b&gt; &amp; <span>@</span>c</summary>\n\nbody\n\n</details>',
  )
  expect(escapeHtml('x\u202ey')).toBe('xy')
})

test('fence: invisible characters are spelled out, bot commands and our marker are disarmed', () => {
  expect(fencedBlock('a\u202eb\u200bc\n/lgtm\n/usr/bin\n<!-- sluice:v1 -->\r\nend')).toBe(
    '```\na<U+202E>b<U+200B>c\n /lgtm\n/usr/bin\n<!-- (sluice):v1 -->\nend\n```',
  )
})

const cuts: [name: string, text: string, max: number, expected: string][] = [
  ['short enough', 'abc', 3, 'abc'],
  ['nothing', 'abc', 0, ''],
  ['plain', 'abcdef', 4, 'abcd'],
  ['at a line that ends near', 'abcdefgh\nxyz', 10, 'abcdefgh\n'],
  ['not at a line that ends far away', 'a\nbcdefghijklm', 10, 'a\nbcdefghi'],
  ['between surrogates', 'ab😀', 3, 'ab'],
  ['before a base whose accent would be lost', 'abe\u0301', 3, 'ab'],
  ['after a character with its accent', 'e\u0301bc', 3, 'e\u0301b'],
]
for (const [name, text, max, expected] of cuts)
  test(`cut: ${name}`, () => expect(truncateAtLine(text, max)).toBe(expected))

test('firstLines counts the omitted lines', () => {
  expect(firstLines(['aaa', 'bb', 'c'], 7)).toEqual({ text: 'aaa\nbb', omitted: 1 })
  expect(firstLines(['aaa'], 2)).toEqual({ text: '', omitted: 1 })
  expect(firstLines([], 0)).toEqual({ text: '', omitted: 0 })
})
