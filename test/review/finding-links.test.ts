import { expect, test } from 'vitest'
import { findingOutputs } from '../../src/review/review-sections.ts'
import type { SummarizedFinding } from '../../src/review/summarize-review.ts'

const finding = (more: Partial<SummarizedFinding>): SummarizedFinding => ({
  id: 'f1',
  severity: 'high',
  category: 'bug',
  confidence: 'high',
  state: 'open',
  path: 'a.ts',
  text: 'Why?',
  ...more,
})

test('the output findings names side, place and address of each finding', () => {
  const review = {
    number: 7,
    commit: 'abc123',
    findings: [finding({ line: 3, comment: 99 }), finding({ id: 'f2', line: 4, isRemoved: true })],
    folded: [finding({ id: 'f3', start: 5, line: 6 })],
  }
  expect(findingOutputs({ review, blobUrl: 'https://github.com/octo/pond/blob' })).toMatchObject([
    {
      id: 'f1',
      side: 'RIGHT',
      posted: true,
      start_line: 3,
      line: 3,
      commit: 'abc123',
      url: 'https://github.com/octo/pond/blob/abc123/a.ts#L3',
      thread_url: 'https://github.com/octo/pond/pull/7#discussion_r99',
    },
    { id: 'f2', side: 'LEFT', posted: true, url: undefined, thread_url: undefined },
    { id: 'f3', posted: false, start_line: 5, line: 6, url: 'https://github.com/octo/pond/blob/abc123/a.ts#L5-L6' },
  ])
  expect(findingOutputs({})).toEqual([])
})
