import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRuntime } from '../../src/config/runtime.ts'
import { proofOptions } from '../../src/proof/prove.ts'
import { bestAttempt, openProofRounds, roundFault, roundResult } from '../../src/proof/rounds.ts'
import type { ProofRecord, ProofSide, ProvenCommand } from '../../src/record/events.ts'
import { sample } from '../sample.ts'
import { GIT } from './tried-change.ts'

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

/** Real commands on a real checkout, whose file a scripted model changes from round to round. */
async function play(rounds: number, answers: readonly string[]) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-rounds-')))
  try {
    const [top, file] = [join(folder, 'pond'), join(folder, 'pond', 'n.txt')]
    mkdirSync(top)
    writeFileSync(file, '3\n')
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      ['commit', '-q', '-m', 'begin'],
    ])
      execFileSync('git', [...GIT, ...args], { cwd: top })
    const env = { PATH: process.env.PATH ?? '', HOME: folder, RUNNER_TEMP: folder }
    const [event, signal] = [{ name: 'issue_comment', payload: {} } as never, new AbortController().signal] // no part of it is read
    const runtime = createRuntime({
      env,
      dist: folder,
      event,
      session: 'rounds',
      signal,
      log: () => undefined,
      workspace: top,
    })
    const stateOf = (text: string) => {
      writeFileSync(file, text)
      const change = { path: 'n.txt', before: Buffer.from('3\n'), after: Buffer.from(text), mode: '100644' }
      return { changes: [change], compared: { top, beganMs: Date.now() + 60_000, isMixed: false } }
    }
    const recorded: ProofRecord[] = []
    let [state, asked] = [stateOf(answers[0] ?? ''), 0]
    const opened = openProofRounds({
      options: proofOptions({ verify: 'test "$(cat n.txt)" = 3' }, { sluice: { proof: { rounds } } }),
      isFix: false,
      request: '',
      runtime,
      endsAt: Date.now() + 10 * 60_000,
      view: Promise.resolve(undefined),
      judge: async (changes) => changes,
      look: async () => state,
      staged: () => undefined,
      replace: async (_, to) => to,
      exchange: () => [],
      record: (each) => recorded.push(each),
      notice: () => undefined,
    })
    const ending = { end: 'answered' } as never // all that is read of it
    const limits = { hasRoom: () => true, mayRun: async () => false, quote: () => undefined }
    while ((await opened.question(ending, limits)) !== undefined) {
      asked += 1
      state = stateOf(answers[asked] ?? '')
    }
    await opened.settle(ending, state)
    return { asked, last: recorded.at(-1) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every round but the last one breaks it in another way. */
test.skipIf(process.platform !== 'linux').each(
  sample(
    [
      [0, ['1\n'], 0, 'failed'],
      [2, ['1\n', '2\n', '3\n\n'], 2, 'passed'],
      [2, ['1\n', '2\n', '4\n', '3\n\n'], 2, 'failed'],
      [3, ['1\n', '2\n', '4\n', '3\n\n'], 3, 'passed'],
    ] as const,
    1,
    4,
  ),
)('at most %i rounds for the answers %j', async (rounds, answers, count, state) => {
  const { asked, last } = await play(rounds, answers)
  expect(asked).toBe(count)
  expect(last?.commands[0]?.after.state).toBe(state)
  expect(last?.rounds).toEqual(count === 0 ? undefined : { count, choice: count })
})
