import { expect, test } from 'vitest'
import { selectTreeFiles } from '../../src/github/commit-source.ts'

const file = (path: string, mode = '100644') => ({ path, mode, sha: 'a'.repeat(40) })

const cases: [name: string, paths: string[], refused: string[]][] = [
  ['different names', ['GEMINI.md', 'docs/GEMINI.md', 'gemini.txt'], []],
  ['case twins', ['GEMINI.md', 'gemini.md', 'a'], ['GEMINI.md', 'gemini.md']],
  ['case twins in different folders are no twins', ['a/X', 'b/x'], []],
  [
    'folders that are twins take all below with them',
    ['.gemini/settings.json', '.Gemini/policies/a.toml', 'x'],
    ['.gemini/settings.json', '.Gemini/policies/a.toml'],
  ],
  ['a file and a folder', ['.gemini', '.GEMINI/a'], ['.gemini', '.GEMINI/a']],
  ['composed and decomposed', ['caf\u00e9.md', 'cafe\u0301.md'], ['caf\u00e9.md', 'cafe\u0301.md']],
  ['full-width letters', ['GEMINI.md', '\uff27EMINI.md'], ['GEMINI.md', '\uff27EMINI.md']],
  ['a zero-width character', ['GEMINI.md', 'GEM\u200bINI.md'], ['GEMINI.md', 'GEM\u200bINI.md']],
  ['a trailing dot', ['GEMINI.md', 'GEMINI.md.'], ['GEMINI.md', 'GEMINI.md.']],
  ['Turkish and German letters', ['I', '\u0131', 'stra\u00dfe', 'STRASSE'], ['I', '\u0131', 'stra\u00dfe', 'STRASSE']],
  ['a look-alike that no file system folds', ['GEMINI.md', 'G\u0415MINI.md'], []],
]
for (const [name, paths, refused] of cases)
  test(`selectTreeFiles: ${name}`, () => {
    const sorted = selectTreeFiles(paths.map((path) => file(path)))
    expect([...sorted.refused.keys()].sort()).toEqual([...refused].sort())
    expect([...sorted.files.keys()].sort()).toEqual(paths.filter((path) => !refused.includes(path)).sort())
  })

test('links, submodules and unknown modes are refused by name', () => {
  const sorted = selectTreeFiles([
    file('link', '120000'),
    file('module', '160000'),
    file('odd', '100000'),
    file('folder', '040000'),
    file('run', '100755'),
  ])
  expect([...sorted.files.keys()]).toEqual(['run'])
  expect(Object.fromEntries(sorted.refused)).toEqual({
    link: 'is a symbolic link',
    module: 'is a submodule',
    odd: 'has the unknown mode 100000',
  })
})

test('exactly the names that share their lower-case form with another are refused, with everything below them', () => {
  let state = 5
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const parts = ['a', 'b', 'B', 'c', 'src', 'Src', 'x.md', 'X.md', 'lib', 'd', 'e', 'f']
  let twins = 0
  for (let round = 0; round < 300; round++) {
    const some = parts.slice(next(6))
    const paths = [
      ...new Set(
        Array.from({ length: 1 + next(6) }, () =>
          Array.from({ length: 1 + next(3) }, () => some[next(some.length)] ?? '').join('/'),
        ),
      ),
    ]
    const prefixes = (path: string) => path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))
    const spelled = [...new Set(paths.flatMap(prefixes))]
    const twin = (path: string) => spelled.some((other) => other !== path && other.toLowerCase() === path.toLowerCase())
    const expected = paths.filter((path) => prefixes(path).some(twin)).toSorted()
    const { files, refused } = selectTreeFiles(paths.map((path) => ({ path, mode: '100644', sha: '0' })))
    expect([...refused.keys()].toSorted(), paths.join(' ')).toEqual(expected)
    expect(files.size).toBe(paths.length - expected.length)
    if (expected.length > 0) twins++
  }
  expect([twins > 50, twins < 250]).toEqual([true, true])
})
