import { expect, test } from 'vitest'
import { closestText, editDistance } from '../../src/text/edit-distance.ts'
import { collapseWhitespace, quoteMultiline, toOneLine } from '../../src/text/one-line.ts'
import { keepEnd, keepStart } from '../../src/text/truncate.ts'

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

test('edit distance', () => {
  expect(editDistance('model', 'modle')).toBe(2)
  expect(closestText('modle', ['tools', 'model'])).toBe('model')
})
