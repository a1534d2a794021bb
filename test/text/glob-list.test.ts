import { expect, test } from 'vitest'
import { globList, splitGlobs } from '../../src/text/glob-list.ts'

const TEXTS = ['src/x.js', 'docs/a.md', 'docs/api/b.md', 'docs/api/deep/c.md', '.hidden/d', '!odd', 'README.md']

const named: [globs: string[], names: string[]][] = [
  [[], []],
  [['docs/**', '!docs/api/**'], ['docs/a.md']],
  [['!docs/api/**', 'docs/**'], ['docs/a.md']],
  [
    [' docs/** ', ' ! docs/api/* '],
    ['docs/a.md', 'docs/api/deep/c.md'],
  ],
  [
    ['!docs/**', '!src/**'],
    ['.hidden/d', '!odd', 'README.md'],
  ],
  [
    ['**', '!!README.md', '!(src)/**'],
    ['docs/a.md', 'docs/api/b.md', 'docs/api/deep/c.md', '.hidden/d', '!odd'],
  ],
  [['docs/{a,z}.md', '!docs/a.md'], []],
  [['\\!odd'], ['!odd']],
  [['!'], []],
  [['*.md', '!'], ['README.md']],
]
for (const [globs, names] of named)
  test(`${JSON.stringify(globs)} names ${names.join(', ') || 'nothing'}`, () =>
    expect(TEXTS.filter(globList(globs, { dot: true }))).toEqual(names))

test('no entry with ! ever adds a name to a list with another entry', () => {
  const entries = ['docs/**', '*', '**/*.md', 'src/x.js', 'docs/{a,b}.md', '@(src|docs)/*']
  const exclusions = ['!docs/api/**', '!!src/**', '! *', '!(docs)/a.md', '!!!**', '!', '!nothing']
  for (const entry of entries)
    for (const exclusion of exclusions)
      for (const list of [
        [entry, exclusion],
        [exclusion, entry],
      ]) {
        const before = new Set(TEXTS.filter(globList([entry], { dot: true })))
        expect(
          TEXTS.filter(globList(list, { dot: true })).filter((text) => !before.has(text)),
          list.join(),
        ).toEqual([])
      }
})

test('commas and line breaks separate globs, but not in braces', () =>
  expect(splitGlobs('docs/{a,{b,c}}/**,!x\ny,{open,\nz')).toEqual(['docs/{a,{b,c}}/**', '!x', 'y', '{open,', 'z']))
