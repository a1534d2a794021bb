import { expect, test } from 'vitest'
import { collapseWhitespace, keepEnd, keepStart, quoteMultiline, toOneLine } from '../../src/text/format-text.ts'

test('one line', () => {
  expect(toOneLine('a\r\nb\u2028c\u200bd  e')).toBe('a b cd  e')
  expect(collapseWhitespace('  a\n\n b\tc ')).toBe('a b c')
  expect(quoteMultiline('a b')).toBe('a b')
  expect(quoteMultiline('a\nb')).toBe('"a\\nb"')
})

test.each([
  ['ab😀c', 2, 'ab'],
  ['ab😀c', 3, 'ab'],
  ['ab😀c', 4, 'ab😀'],
  ['ab😀c', 9, 'ab😀c'],
  ['ab😀c', 0, ''],
])('%j truncated to %i units', (text, max, start) => {
  expect(keepStart(text, max)).toBe(start)
  expect(keepEnd(text, max).isWellFormed()).toBe(true)
  expect(keepEnd(text, max).length).toBeLessThanOrEqual(max)
})

const cut: [text: string, start: string, end: string][] = [
  ['ab\u{1f600}', 'ab', 'b\u{1f600}'],
  ['ab\u{1f600}x', 'ab', '\u{1f600}x'],
  ['abc\u{1f600}', 'abc', 'c\u{1f600}'],
  ['a\u{1f600}', 'a\u{1f600}', 'a\u{1f600}'],
  ['\u{1f600}ab', '\u{1f600}a', 'ab'],
  // Halves without their other half stay.
  ['ab\ud83dx', 'ab\ud83d', 'b\ud83dx'],
  ['\ud83dxab', '\ud83dxa', 'xab'],
  ['\udc00ab', '\udc00ab', '\udc00ab'],
  ['a\udc00\udc00b', 'a\udc00\udc00', '\udc00\udc00b'],
]
for (const [text, start, end] of cut)
  test(`three units of ${JSON.stringify(text)}`, () => {
    expect(keepStart(text, 3)).toBe(start)
    expect(keepEnd(text, 3)).toBe(end)
  })
