import { expect, test } from 'vitest'
import { topN } from '../../../src/tools/search/list-files.ts'

test('the first of many are what sorting all would put first, equal ones in the order they came', () => {
  const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank
  for (let count = 0; count < 60; count++)
    for (const most of [1, 2, 7]) {
      // Ranks that repeat, in an order that is neither sorted nor reversed.
      const all = Array.from({ length: count }, (_, at) => ({ rank: (at * 37 + count) % 11, at }))
      expect(topN(all, most, byRank)).toEqual(all.toSorted(byRank).slice(0, most))
    }
})
