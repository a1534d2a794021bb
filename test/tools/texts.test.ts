import { expect, test } from 'vitest'
import {
  fileDiff,
  findOmissionPlaceholders,
  linesOf,
  preserveLineEndings,
  snippetOf,
  truncateLine,
} from '../../src/tools/files/text-file.ts'
import { truncateOutput } from '../../src/tools/long-output.ts'

const ENDS: [name: string, before: string, content: string, after: string][] = [
  ['LF stays LF', 'a\nb\n', 'a\nc\n', 'a\nc\n'],
  ['CRLF stays CRLF', 'a\r\nb\r\n', 'a\nc\n', 'a\r\nc\r\n'],
  ['content that says CRLF means it', 'a\nb\n', 'a\r\nb\r\n', 'a\r\nb\r\n'],
  ['nothing but line ends changed: on purpose', 'a\r\nb\r\n', 'a\nb\n', 'a\nb\n'],
  ['a missing final line end is missing', 'a\r\nb\r\n', 'a\nc', 'a\r\nc'],
  ['mixed: each line keeps its own', 'a\r\nb\nc\r\nd\n', 'a\nb\nX\nc\nd\n', 'a\r\nb\nX\nc\r\nd\n'],
  ['mixed: a new line is like the one before', 'a\r\nb\n', 'a\nX\nb\n', 'a\r\nX\r\nb\n'],
  ['no line end to go by', 'a', 'b\nc\n', 'b\nc\n'],
]
for (const [name, before, content, after] of ENDS)
  test(`line ends: ${name}`, async () => expect(preserveLineEndings(before, content)).toBe(after))

test('lines are counted as editors count them', () => {
  expect(linesOf('')).toEqual([])
  expect(linesOf('a')).toEqual(['a'])
  expect(linesOf('a\n')).toEqual(['a\n'])
  expect(linesOf('a\r\n\r\nb')).toEqual(['a\r\n', '\r\n', 'b'])
})

test('a long line is truncated between characters and keeps its line ending', () => {
  expect(truncateLine(`${'x'.repeat(2500)}\r\n`)).toBe(`${'x'.repeat(2000)}... [truncated]\r\n`)
  expect(truncateLine(`${'x'.repeat(2000)}\n`)).toBe(`${'x'.repeat(2000)}\n`)
  expect(truncateLine(`x${'🎉'.repeat(1500)}`).isWellFormed()).toBe(true)
})

test('a long output shows a fifth from its start and the rest from its end', () => {
  expect(truncateOutput('abcdefghijklmnopqrstuvwxyz', '/t/f', 10)).toBe(
    'Output too large. Showing first 2 and last 8 characters. For full output see: /t/f\nab\n\n... [16 characters omitted] ...\n\nstuvwxyz',
  )
  expect(truncateOutput('abc', undefined, 3)).toBe('abc')
  expect(truncateOutput('x'.repeat(46_000), undefined)).toContain('first 8,000 and last 32,000')
  for (let most = 10; most < 20; most++)
    expect(truncateOutput('🎉'.repeat(50), undefined, most).isWellFormed()).toBe(true)
})

const OMITTED = [
  '(rest of methods ...)',
  '// rest of code ...',
  '  // Unchanged  Code...',
  '... ',
  'rest of method ....',
  '//(unchanged methods ...)',
]
const KEPT = [
  'const note = "(rest of methods ...)";',
  'call() // rest of code ...',
  'rest of the story ...',
  'the rest of',
  'a ... b',
  'rest of code ... and more',
  '...args',
]
test('placeholders differ from code that mentions them', () => {
  expect(OMITTED.map((line) => findOmissionPlaceholders(`a\n${line}\nb`).length)).toEqual([1, 1, 1, 0, 1, 1])
  for (const line of KEPT) expect(findOmissionPlaceholders(line), line).toEqual([])
  expect(findOmissionPlaceholders('(rest of methods ...)')).toEqual(['rest of methods ...'])
})

test('a snippet shows the changed lines with some around them', () => {
  const lines = ['1', '2', '3', '4', '5', 'added', '6', '7', '8', '9', '10'].map((line) => `${line}\n`)
  expect(snippetOf([5], lines, 1)).toBe('...\n5\nadded\n6\n...')
  expect(snippetOf([0], lines, 1)).toBe('1\n2\n...')
  expect(snippetOf([10], lines, 1)).toBe('...\n9\n10')
  expect(snippetOf([1, 3], lines, 1)).toBe('1\n2\n3\n4\n5\n...')
  expect(snippetOf([1, 8], lines, 0)).toBe('...\n2\n...\n8\n...')
})

test('a diff counts lines and applies; a new file has no old name', async () => {
  const { diff, snippet } = fileDiff('a.txt', 'line1\nline2\nline3\n', 'line1\nline3\n')
  expect(diff).toMatchObject({ path: 'a.txt', added: 0, removed: 1 })
  expect(diff.diff).toBe('--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,2 @@\n line1\n-line2\n line3\n')
  expect(snippet).toBe('line1\nline3')
  expect(fileDiff('a.txt', undefined, 'x\n').diff.diff).toContain('--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,1 @@\n+x\n')
  expect(fileDiff('a.txt', 'x', 'x\n').diff.diff).toContain('\\ No newline at end of file')
})

test('texts too different to compare are still a diff', async () => {
  const before = Array.from({ length: 30_000 }, (_, n) => `old ${n}`).join('\n')
  const after = Array.from({ length: 30_000 }, (_, n) => `new ${n}`).join('\n')
  const { diff } = fileDiff('a.txt', before, after)
  expect(diff).toMatchObject({ added: 30_000, removed: 30_000 })
  const [, , created] = fileDiff('a.txt', undefined, after).diff.diff.split('\n')
  const [, , emptied] = fileDiff('a.txt', before, '').diff.diff.split('\n')
  expect([created, emptied]).toEqual(['@@ -0,0 +1,30000 @@', '@@ -1,30000 +0,0 @@'])
})
