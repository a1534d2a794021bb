import { expect, test } from 'vitest'
import { verdictFacts } from '../../src/delivery/post/review-check.ts'
import { SEVERITIES, type Severity } from '../../src/github-tools/proposal.ts'
import { OUTCOMES } from '../../src/record/events.ts'
import type { ReviewStanding } from '../../src/review/end-review.ts'
import { decideVerdict, type Threshold, type VerdictFacts, withEarlierReading } from '../../src/review/verdict.ts'
import { run as reportOf } from '../delivery/report/report-values.ts'

const THRESHOLDS: readonly Threshold[] = ['off', 'critical', 'high', 'medium', 'low']
const open = (...severities: Severity[]) => severities.map((severity) => ({ severity }))

/** What is missing, and the reason that names it. */
const GAPS: readonly (readonly [Partial<VerdictFacts>, RegExp])[] = [
  [{ ended: 'it reached a limit' }, /ended early: it reached a limit/],
  [{ ended: 'the model failed' }, /ended early: the model failed/],
  [{ unread: ['src/a.ts', 'src/b.ts'] }, /2 changed source files \(`src\/a\.ts`, `src\/b\.ts`\)/],
  [{ unread: Array.from({ length: 14 }, (_, nth) => `src/f${nth}.ts`) }, /14 changed source files .* 4 more\)/],
  [{ notRead: ['GitHub lists 3,000 files at most.'] }, /3,000 files/],
  [{ unknown: ['The findings of earlier runs could not be read.'] }, /could not be read/],
  [{ unplaced: 1 }, /1 problem of the answer/],
  [{ unposted: 'GitHub answered 422' }, /were not posted: GitHub answered 422/],
  [{ deniedReads: ['read_file'] }, /denied reads: `read_file`/],
]

test('severity against threshold, alone and with each gap', () => {
  for (const severity of SEVERITIES)
    for (const threshold of THRESHOLDS) {
      const isBlocked = threshold !== 'off' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold)
      const facts = { open: open(severity), threshold }
      expect(decideVerdict(facts), `${severity} ${threshold}`).toMatchObject({
        verdict: isBlocked ? 'block' : 'warn',
        openCount: 1,
        isComplete: true,
      })
      for (const [gap, reason] of GAPS) {
        const decision = decideVerdict({ ...facts, ...gap })
        // A gap never opens the gate, and never hides that a finding is open.
        expect(decision.verdict).toBe(isBlocked ? 'block' : 'incomplete')
        expect(decision.isComplete).toBe(false)
        expect(decision.reasons.some((each) => reason.test(each))).toBe(true)
        expect(decision.reasons.some((each) => each.includes(`1 ${severity}`))).toBe(true)
      }
    }
})

test('without an open finding a gap makes it incomplete, and what is only named does not', () => {
  for (const threshold of THRESHOLDS) {
    expect(decideVerdict({ open: [], threshold }).verdict).toBe('pass')
    expect(decideVerdict({ open: [], threshold, mentioned: ['Policy denied `run_shell_command`.'] })).toMatchObject({
      verdict: 'pass',
      isComplete: true,
      notes: ['Policy denied `run_shell_command`.'],
    })
    for (const [gap] of GAPS) expect(decideVerdict({ open: [], threshold, ...gap }).verdict).toBe('incomplete')
  }
})

test('mixed severities count apart: those that block first', () => {
  expect(decideVerdict({ open: open('low', 'critical', 'nit', 'high', 'low'), threshold: 'high' })).toEqual({
    verdict: 'block',
    openCount: 5,
    isComplete: true,
    reasons: ['Open at or above `high`: 1 critical, 1 high. Fix or dismiss them.', 'Open below `high`: 2 low, 1 nit.'],
    notes: [],
  })
  expect(decideVerdict({ open: open('low', 'critical'), threshold: 'off' }).reasons).toEqual([
    'Open: 1 critical, 1 low.',
  ])
})

test('what an earlier run on the head read is read; what this run lost stays lost', () => {
  const facts = { open: [], threshold: 'high' as const }
  for (const [gap] of GAPS) {
    const isReading = ['ended', 'unread', 'notRead', 'deniedReads'].some((name) => Object.hasOwn(gap, name))
    expect(decideVerdict(withEarlierReading({ ...facts, ...gap })).verdict).toBe(isReading ? 'pass' : 'incomplete')
    expect(decideVerdict(withEarlierReading({ ...facts, ...gap, open: open('critical') })).verdict).toBe('block')
  }
})

/** A review that read all and found nothing. */
const standing = {
  summary: { findings: [], folded: [] },
  threshold: 'high',
  isGated: true,
  unread: [],
  uncounted: [],
  unknown: [],
} as unknown as ReviewStanding // what the facts read of it

test.each(OUTCOMES)('what a run that ended as %s read', (outcome) => {
  const { verdict, reasons } = decideVerdict(verdictFacts(standing, reportOf({ outcome })))
  if (outcome === 'ok' || outcome === 'denied') expect([verdict, reasons]).toEqual(['pass', []])
  else expect([verdict, reasons]).toEqual(['incomplete', [expect.stringMatching(/^The run ended early: .+\.$/)]])
  const canceled = verdictFacts(standing, reportOf({ outcome, stop: 'cancelled' }))
  expect(decideVerdict(canceled).reasons).toEqual(['The run ended early: it was cancelled.'])
})
