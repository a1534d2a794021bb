import { expect, test } from 'vitest'
import type { FileGroup, GroupedFile } from '../../../src/github/context/changed-files.ts'
import { describeReviewParts, diffPages } from '../../../src/github/context/diff.ts'
import { markShown, withPatch } from '../../../src/github/context/diff-coverage.ts'

/** Two of these fill a page. */
const HALF_PAGE = 19_000

const file = (path: string, group: FileGroup = 'source', characters = HALF_PAGE): GroupedFile => ({
  path,
  group,
  previousPath: undefined,
  status: 'modified',
  additions: 1,
  deletions: 0,
  patch: '+'.repeat(characters),
})
const files = (count: number): GroupedFile[] => Array.from({ length: count }, (_, index) => file(`${index + 1}.ts`))
const partsOf = (text: string | undefined) => text?.match(/part \d+ is [^;.]*/g)

test('what one reader can read needs no parts', () => {
  const changed = files(10)
  expect(diffPages(changed)).toHaveLength(5)
  expect(describeReviewParts(changed.slice(0, 8))).toBeUndefined()
  expect(partsOf(describeReviewParts(changed))).toHaveLength(2)
  for (const each of changed.slice(0, 2)) markShown(each)
  expect(describeReviewParts(changed)).toBeUndefined()
  expect(describeReviewParts([])).toBeUndefined()
})

test('parts are consecutive pages with source files that the first message does not show', () => {
  const changed = [...files(22), ...Array.from({ length: 30 }, (_, index) => file(`dist/${index}.js`, 'generated'))]
  for (const each of changed.slice(0, 3)) markShown(each)
  expect(partsOf(describeReviewParts(changed))).toEqual([
    'part 1 is pages 2 to 5 (7 source)',
    'part 2 is pages 6 to 9 (8 source)',
    'part 3 is pages 10 to 11 (4 source)',
  ])
})

test('a file that is longer than a part is in several parts', () => {
  const [long, short] = [file('long.ts', 'source', 300_000), file('short.ts', 'source', 100)]
  expect(partsOf(describeReviewParts([long, short]))).toEqual([
    'part 1 is pages 1 to 4 (1 source)',
    'part 2 is pages 5 to 8 (2 source)',
  ])
})

test('at most ten parts; the files beyond them are counted', () => {
  const text = describeReviewParts(files(100))
  expect(partsOf(text)).toHaveLength(10)
  expect(text).toContain(
    'part 10 is pages 37 to 40 (8 source). 20 source files are in none of them: say in the answer that they were not reviewed.',
  )
  expect(describeReviewParts(files(80))).not.toContain('in none of them')
})

test('a later review has parts of what changed since, by the pages of the whole diff', () => {
  const all = files(40)
  const since = all.slice(20).map((each) => withPatch(each, '+x'))
  for (const each of since.slice(0, 4)) markShown(each)
  expect(partsOf(describeReviewParts(all, since))).toEqual([
    'part 1 is pages 13 to 16 (8 source)',
    'part 2 is pages 17 to 20 (8 source)',
  ])
})

test('files without a diff are in no part', () => {
  const binary = Array.from({ length: 2000 }, (_, index) => ({ ...file(`${index}.png`), patch: undefined }))
  expect(describeReviewParts(binary)).toBeUndefined()
})
