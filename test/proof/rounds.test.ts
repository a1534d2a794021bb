import { expect, test } from 'vitest'
import { proofOptions } from '../../src/proof/prove.ts'
import { bestAttempt, roundFault, roundResult } from '../../src/proof/rounds.ts'
import type { ProofRecord, ProofSide, ProvenCommand } from '../../src/record/events.ts'

const [PASSED, FAILED, LATE]: ProofSide[] = [
  { state: 'passed' },
  { state: 'failed' },
  { state: 'not run', reason: 'time ran out' },
] satisfies ProofSide[]

const NO_TESTS = { fixed: [], broken: [], failing: [], newFailing: [], newPassing: [], newUnknown: [], unstable: [] }

const tests = (more: Partial<NonNullable<ProvenCommand['tests']>>): ProvenCommand['tests'] => ({
  ...NO_TESTS,
  unchanged: 1,
  ...more,
})

const proof = (
  [after = PASSED, before = PASSED, altered]: (ProofSide | undefined)[],
  more: Partial<ProofRecord> & { tests?: ProvenCommand['tests'] } = {},
): ProofRecord => ({
  mode: 'report',
  isFix: true,
  alters: [],
  oldFiles: [],
  weakened: [],
  ...more,
  commands: [
    {
      command: 'make',
      after: after ?? { state: 'passed' },
      before: before ?? { state: 'passed' },
      altered,
      tests: more.tests,
    },
  ],
})

const BREAKS = /The change breaks what worked/
const IDLE = /they do not show the fix/

test.each<[string, ProofRecord, RegExp | undefined]>([
  ['a command that breaks', proof([FAILED, PASSED]), BREAKS],
  ['a test that breaks', proof([FAILED, PASSED], { tests: tests({ broken: ['a'] }) }), BREAKS],
  ['the same outside of fixes', proof([FAILED, PASSED], { isFix: false }), BREAKS],
  ['a new test that passes without the fix', proof([PASSED, PASSED, PASSED]), IDLE],
  ['the same in reports', proof([], { tests: tests({ newPassing: ['a'] }) }), IDLE],
  ['a fix that is shown', proof([PASSED, FAILED, FAILED]), undefined],
  ['one that is shown beside such a test', proof([], { tests: tests({ newPassing: ['a'], fixed: ['b'] }) }), undefined],
  ['a fix without tests', proof([PASSED, PASSED]), undefined],
  ['a feature', proof([PASSED, PASSED, PASSED], { isFix: false }), undefined],
  ['tests only', proof([PASSED, PASSED, PASSED], { isTestsOnly: true }), undefined],
  ['failing before', proof([FAILED, FAILED]), undefined],
  ['unstable', proof([{ state: 'unstable' }, PASSED]), undefined],
  ['not run', proof([LATE, LATE]), undefined],
])('%s goes back, or stands', (_, each, expected) => {
  const fault = roundFault(each)
  if (expected === undefined) expect(fault).toBeUndefined()
  else expect(fault).toMatch(expected)
})

const WEAK = [{ path: 'a.test.js', line: 1, fault: 'is skipped' }]
const BROKEN = proof([FAILED, PASSED])

test.each<[string, ProofRecord, ProofRecord | undefined, 'first' | 'final']>([
  ['repaired', BROKEN, proof([PASSED, PASSED]), 'final'],
  ['as bad as before', BROKEN, BROKEN, 'final'],
  ['repaired by a weaker test', BROKEN, proof([PASSED, PASSED], { weakened: WEAK }), 'first'],
  ['repaired by another way of testing', BROKEN, proof([PASSED, PASSED], { alters: ['Makefile'] }), 'first'],
  ['not compared', BROKEN, proof([LATE, LATE]), 'first'],
  ['ended early', BROKEN, undefined, 'first'],
  [
    'breaks one test of two',
    proof([FAILED, PASSED], { tests: tests({ broken: ['a', 'b'] }) }),
    proof([FAILED, PASSED], { tests: tests({ broken: ['b'] }) }),
    'final',
  ],
  [
    'breaks one more',
    proof([FAILED, PASSED], { tests: tests({ broken: ['a'] }) }),
    proof([FAILED, PASSED], { tests: tests({ broken: ['a', 'b'] }) }),
    'first',
  ],
  ['shows the fix', proof([PASSED, PASSED, PASSED]), proof([PASSED, PASSED, FAILED]), 'final'],
  ['breaks something for it', proof([PASSED, PASSED, PASSED]), BROKEN, 'first'],
])('%s: the better change counts', (_, first, final, expected) =>
  expect(bestAttempt([{ proof: first }], final)?.proof).toBe(expected === 'first' ? first : undefined),
)

test('of several attempts the last of the best ones counts', () => {
  const attempts = [BROKEN, proof([PASSED, PASSED, PASSED]), BROKEN].map((each) => ({ proof: each }))
  expect(bestAttempt(attempts, proof([LATE, LATE]))).toBe(attempts[1])
  expect(bestAttempt([], BROKEN)).toBeUndefined()
  expect(bestAttempt(attempts, undefined, true)).toBe(attempts[1])
  expect(bestAttempt(attempts.slice(0, 1), undefined, true)).toBeUndefined()
})

test('the model reads at most twenty names', () => {
  const names = Array.from({ length: 30 }, (_, index) => `test ${index}`)
  const text = roundResult(proof([FAILED, PASSED], { tests: tests({ broken: names, newPassing: ['other'] }) }))
  expect(text.match(/^- test \d+$/gm)).toHaveLength(20)
  expect(text).toContain('- and 10 more tests')
  expect(text).not.toContain('- other')
})

test('a server of the workflow keeps a change from going back, because its program still runs', () => {
  const proven = { sluice: { proof: { rounds: 2 } } }
  expect(proofOptions({ verify: '' }, proven).rounds).toBe(2)
  expect(proofOptions({ verify: '' }, {}).rounds).toBe(1)
  expect(proofOptions({ verify: '' }, { ...proven, mcpServers: { a: { command: 'a' } } }).rounds).toBe(0)
  expect(proofOptions({ verify: '' }, { ...proven, mcpServers: { a: { httpUrl: 'https://a.example' } } }).rounds).toBe(
    2,
  )
})
