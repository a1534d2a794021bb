import { expect, test } from 'vitest'
import type { Intent, Receipt } from '../../src/delivery/plan/intent.ts'
import { gitBlobId } from '../../src/delivery/plan/patch.ts'
import { MOVED_INTO_BODY } from '../../src/delivery/post/review.ts'
import { factsAfter, verdictFacts } from '../../src/delivery/post/review-check.ts'
import { SEVERITIES, type Severity } from '../../src/github-tools/proposal.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { OUTCOMES } from '../../src/record/events.ts'
import { isCovered, type ReviewStanding, readLines } from '../../src/review/end-review.ts'
import { decideVerdict, type Threshold, type VerdictFacts, withEarlierReading } from '../../src/review/verdict.ts'
import { call, called, denied } from '../delivery/delivery-fixture.ts'
import { receipt, run as reportOf } from '../delivery/report/report-values.ts'

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
  [{ unplaced: 1 }, /1 problem without/],
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

test.each([
  ['github__get_diff', 'incomplete'],
  ['github__list_comments', 'incomplete'],
  ['mcp_github_search_code', 'incomplete'],
  ['read_file', 'incomplete'],
  ['read_many_files', 'incomplete'],
  ['list_directory', 'incomplete'],
  ['glob', 'incomplete'],
  ['search_file_content', 'incomplete'],
  ['run_shell_command', 'pass'],
  ['web_fetch', 'pass'],
  ['write_file', 'pass'],
  ['github__add_labels', 'pass'],
  ['other__get_diff', 'pass'],
])('a denied call of %s makes it %s', (name, expected) => {
  const facts = verdictFacts(standing, reportOf({ outcome: 'denied', calls: [denied({ name })] }))
  const { verdict, reasons, notes } = decideVerdict(facts)
  expect(verdict).toBe(expected)
  if (expected === 'pass') expect([reasons, notes]).toEqual([[], [`Policy denied \`${name}\`.`]])
  else expect([reasons, notes]).toEqual([[`Policy denied reads: \`${name}\`.`], []])
})

test('a finding that was not proposed or not posted makes it incomplete, and other files that were not read are named', () => {
  const call = denied({ name: 'github__review_comment' })
  const unproposed = verdictFacts(standing, reportOf({ outcome: 'denied', calls: [call] }))
  expect(decideVerdict(unproposed).reasons).toEqual([
    expect.stringContaining('a call that proposes findings was denied'),
  ])
  const facts = verdictFacts({ ...standing, uncounted: ['package-lock.json'] }, reportOf({}))
  expect(decideVerdict(facts)).toMatchObject({ verdict: 'pass', notes: ['Not read: `package-lock.json`.'] })
  const review = { kind: 'review', number: 7, comments: [] } as unknown as Intent // what the facts read of it
  const after = (state: Receipt['state'], more: Partial<Receipt>) =>
    decideVerdict(factsAfter(facts, [receipt(review, state, more)]))
  expect(after('posted', { url: 'https://github.com/octo/pond/pull/7#r1' }).verdict).toBe('pass')
  expect(after('failed', { reason: 'GitHub answered 422' }).reasons).toEqual([
    'Findings were not posted: GitHub answered 422.',
  ])
  expect(after('posted', { url: 'x', reason: `GitHub refused a line, ${MOVED_INTO_BODY}` }).verdict).toBe('incomplete')
})

/** A successful call and its answer. */
const answered = (name: string, args: Record<string, unknown>, output: string): RunEvent => ({
  ...(called(call({ name, args, state: 'success' })) as Extract<RunEvent, { type: 'call_finished' }>), // it makes that one
  reply: { output },
})
/** A file of 90 lines, and how the tools show parts of it. */
const LINES = Array.from({ length: 90 }, (_, nth) => `line ${nth + 1}`)
const BLOB = gitBlobId(Buffer.from(`${LINES.join('\n')}\n`))
const shown = (start: number, end: number, lines = LINES) =>
  `\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines ${start}-${end} of 90 total lines.\nAction: Nothing follows these lines.\n\n--- FILE CONTENT (truncated) ---\n${lines.slice(start - 1, end).join('\n')}\n`
const page = (nth: number, first: number, last: number) =>
  `<data kind="file">\n${LINES.slice(first - 1, last)
    .map((line, at) => `${first + at}|${line}`)
    .join('\n')}\n\n</data>\n\n(Page ${nth} of 3. Request page ${nth + 1} to continue.)`
const read = (start: number, end: number, lines = LINES) =>
  answered('read_file', { file_path: 'a.ts' }, shown(start, end, lines))
const got = (nth: number, more: object = {}) =>
  answered('github__get_file', { path: 'a.ts', page: nth, ...more }, page(nth, nth * 30 - 29, nth * 30))
const many = (output: string) => answered('read_many_files', { include: ['a.ts'] }, output)
/** Adds the lines 40 and 41. */
const ADDED = '@@ -39 +39,3 @@\n line 39\n+line 40\n+line 41'
const WHOLE = `${LINES.join('\n')}\n`
/** Line 41 as the tools cut a long one, and as another commit has it. */
const cut = LINES.with(40, 'line ... [truncated]')
const other = LINES.with(40, 'another line')

test.each<[name: string, events: RunEvent[], patch: string | undefined, covered: boolean]>([
  ['nothing', [], undefined, false],
  ['the file', [answered('read_file', { file_path: '/w/a.ts' }, WHOLE)], undefined, true],
  ['another file', [answered('read_file', { file_path: '/w/b.ts' }, WHOLE)], undefined, false],
  ['its start', [read(1, 40)], undefined, false],
  ['its end', [read(41, 90)], undefined, false],
  ['all parts, in another order', [read(41, 90), read(1, 40)], undefined, true],
  ['all parts but a line', [read(1, 39), read(41, 90)], undefined, false],
  ['all lines, one of them cut', [read(1, 90, cut)], undefined, false],
  ['the added lines, one of them cut', [read(1, 90, cut)], ADDED, false],
  ['the file of another commit in the checkout', [read(1, 90, other)], ADDED, false],
  ['all of the file of another commit', [read(1, 90, other)], undefined, false],
  [
    'that it is binary',
    [answered('read_file', { file_path: 'a.ts' }, 'Cannot display content of binary file: a.ts')],
    undefined,
    false,
  ],
  ['the part with the added lines', [read(38, 41)], ADDED, true],
  ['a part with one of them', [read(1, 40)], ADDED, false],
  ['a page', [got(2)], undefined, false],
  ['the first page', [got(1)], undefined, false],
  ['the first page, without the added lines', [got(1)], ADDED, false],
  [
    'a page that does not exist',
    [got(1), answered('github__get_file', { path: 'a.ts', page: 9 }, '(There is no page 9; the last page is 3.)')],
    undefined,
    false,
  ],
  ['all pages', [got(1), got(2), got(3)], undefined, true],
  ['the page with the added lines', [got(2)], ADDED, true],
  ['all pages of another commit', [1, 2, 3].map((nth) => got(nth, { ref: 'main' })), undefined, false],
  ['it among several', [many(`--- a.ts ---\n\n${WHOLE}\n\n`)], ADDED, true],
  [
    'it among several, cut',
    [many(`--- a.ts ---\n\n[WARNING: …]\n\n${LINES.slice(0, 40).join('\n')}\n\n`)],
    ADDED,
    false,
  ],
  ['several without it', [many('- a.ts: this result is full; read the file with read_file')], ADDED, false],
  ['a failed call', [called(denied({ name: 'read_file', args: { file_path: 'a.ts' } }))], undefined, false],
])('the model read %s', (_, events, patch, covered) => {
  const reading = readLines(events, { workspace: '/w', commit: 'c'.repeat(40) })
  expect(isCovered({ patch, blob: BLOB }, reading.get('a.ts'))).toBe(covered)
})
