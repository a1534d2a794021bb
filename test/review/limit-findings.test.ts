import { expect, test } from 'vitest'
import { loadSettings } from '../../src/config/settings/settings.ts'
import type { Confidence, Proposal, Severity } from '../../src/github-tools/proposal.ts'
import { newFinding } from '../../src/review/finding.ts'
import { isOpenThoughFolded, limitFindings, reviewLimits } from '../../src/review/review-options.ts'
import { commitOf } from '../fakes/commit.ts'

const LINES = { code: ['a()'], before: [], after: [] }

function finding(name: string, severity?: Severity, confidence?: Confidence): Proposal {
  const record = severity && newFinding('a.ts', { severity, category: name, confidence }, LINES)
  const location = { side: 'RIGHT', line: 1 } as const
  const comment = { number: 7, commit: 'c', path: 'a.ts', location, body: name, linesHash: name }
  return { kind: 'review_comment', ...comment, finding: record }
}
const overview: Proposal = { kind: 'review_overview', number: 7, commit: 'c', body: 'overview' }
const names = (proposals: readonly Proposal[]) => proposals.map((each) => ('body' in each ? each.body : '')).join(' ')

const SOME = [
  finding('l', 'low'),
  overview,
  finding('c', 'critical'),
  finding('m1', 'medium', 'low'),
  finding('m2', 'medium'),
  finding('x'),
]

test.each([
  ['all fit', { maxFindings: 10, minSeverity: 'nit' }, 'l overview c m2 x', 'm1'],
  ['the severity', { maxFindings: 10, minSeverity: 'medium' }, 'overview c m2 x', 'm1 l'],
  ['the number', { maxFindings: 2, minSeverity: 'nit' }, 'overview c m2', 'x m1 l'],
  ['both', { maxFindings: 4, minSeverity: 'high' }, 'overview c', 'm2 x m1 l'],
  ['none at all', { maxFindings: 0, minSeverity: 'nit' }, 'overview', 'c m2 x m1 l'],
] as const)('limits: %s', (_, limits, kept, folded) => {
  const result = limitFindings(SOME, limits)
  expect(names(result.admitted)).toBe(kept)
  expect(names(result.folded)).toBe(folded)
})

test.each([
  ['of low confidence', 'high', 'low', undefined, true],
  ['in existing code', 'high', 'high', 'existing', true],
  ['not sure', 'medium', 'high', 'unsure', true],
  ['refuted', 'critical', 'high', 'refuted', false],
  ['below the threshold and in existing code', 'low', 'high', 'existing', false],
  ['below the threshold and of low confidence', 'low', 'low', undefined, false],
] as const)(
  'a finding that blocks gets a thread unless it is refuted: %s',
  (_, severity, confidence, foldedAs, isPosted) => {
    const comment = finding('f', severity, confidence)
    if (comment.kind !== 'review_comment') throw new Error('a comment')
    const { admitted, folded } = limitFindings([{ ...comment, foldedAs }], { ...reviewLimits({}), blocking: 'medium' })
    expect([admitted.length, folded.length]).toEqual(isPosted ? [1, 0] : [0, 1])
    expect(JSON.stringify(admitted)).not.toContain('foldedAs')
  },
)

test.each([
  ['critical', 'low', undefined, true],
  ['medium', 'low', undefined, false],
  ['critical', 'high', 'existing', true],
  ['medium', 'high', 'existing', false],
  ['critical', 'high', 'refuted', false],
  ['medium', 'high', 'unsure', true],
  ['medium', 'low', undefined, true, 'medium'],
  ['medium', 'high', 'existing', true, 'low'],
  ['nit', 'high', undefined, false, 'off'],
] as const)(
  'folded and %s, of %s confidence, as %s: open is %s',
  (severity, confidence, foldedAs, isOpen, blocking = 'off') => {
    const comment = finding('f', severity, confidence)
    if (comment.kind !== 'review_comment') throw new Error('a comment')
    expect(isOpenThoughFolded({ ...comment, foldedAs }, { ...reviewLimits({}), blocking })).toBe(isOpen)
  },
)

test('ten findings that are more than nits unless the settings say otherwise', async () => {
  expect(reviewLimits({})).toEqual({ maxFindings: 10, minSeverity: 'low' })
  const settings = await loadSettings(
    { sluice: { review: { maxFindings: '3', minSeverity: 'high' } } },
    commitOf({}),
    () => undefined,
    { env: {} },
  )
  expect(reviewLimits(settings)).toEqual({ maxFindings: 3, minSeverity: 'high' })
})

test.each([{ maxFindings: -1 }, { maxFindings: 31 }, { maxFindings: 1.5 }, { minSeverity: 'urgent' }])(
  'settings that no review can follow are refused: %j',
  async (review) => {
    const loading = loadSettings({ sluice: { review } }, commitOf({}), () => undefined, { env: {} })
    await expect(loading).rejects.toThrow(/sluice\.review/)
  },
)
