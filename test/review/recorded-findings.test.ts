import { expect, test } from 'vitest'
import type { Review } from '../../src/github/api/reviews.ts'
import { commentMarkerLine } from '../../src/github/comment-marker.ts'
import { NO_OWN_TEXTS } from '../../src/github/own-text.ts'
import { newFinding } from '../../src/review/finding.ts'
import { deletedFindings, findingRecords } from '../../src/review/read-findings.ts'
import { confirming } from '../github/own-text-fixture.ts'

const BOT = 'github-actions[bot]'
const key = 'review.0123456789ab'
const details = {
  severity: 'high',
  category: 'security',
  confidence: 'low',
  title: `Über "lang" --> ${'x'.repeat(200)}`,
} as const
const record = newFinding('src/a b.ts', details, { code: ['a()'], before: ['b()'], after: ['c()'] })
const lines = findingRecords([{ record, path: 'src/a b.ts', side: 'RIGHT', line: 7 }], { key, commit: 'c'.repeat(40) })
const marker = commentMarkerLine({ kind: 'review', key, run: '1', by: '1.1', id: 'abc' })
const review = (body: string, more: Partial<Review> = {}): Review => ({
  id: 1,
  nodeId: 'R',
  createdAt: '2026-01-05T09:00:00Z',
  author: BOT,
  state: 'COMMENTED',
  body,
  url: '',
  ...more,
})
const posted = [marker, ...lines, '1 inline comment.'].join('\n')

test('a review remembers its findings without their comments', async () => {
  expect(await deletedFindings([review(posted), review(posted)], new Set(), confirming(BOT))).toEqual([
    {
      ...record,
      title: `Über "lang" --> ${'x'.repeat(64)}`,
      key,
      commit: 'c'.repeat(40),
      originalLine: 7,
      path: 'src/a b.ts',
      line: undefined,
      ownTexts: NO_OWN_TEXTS,
      thread: expect.objectContaining({ isResolved: true, comments: [] }),
    },
  ])
  expect(await deletedFindings([review(posted)], new Set([record.id]), confirming(BOT))).toEqual([])
  expect(posted.replace(/ -->$/gm, '')).not.toContain('-->')
})

test.each([
  ['another author', review(posted, { author: 'mallory' })],
  ['a deleted account', review(posted, { author: undefined })],
  ['a draft', review(posted, { state: 'PENDING' })],
  ['a quote', review([marker, '1 inline comment.', '', ...lines].join('\n'))],
  ['no marker', review([...lines, 'x'].join('\n'))],
  [
    'the marker of another comment',
    review([commentMarkerLine({ kind: 'comment', key, by: '1.1' }), ...lines].join('\n')),
  ],
  ['no path', review([marker, lines.join('').replace(/ path=\S+/, '')].join('\n'))],
])('records do not count: %s', async (_, each) =>
  expect(await deletedFindings([each], new Set(), confirming(BOT))).toEqual([]),
)
