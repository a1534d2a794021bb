import { expect, test } from 'vitest'
import { OUTPUT_DESCRIPTIONS } from '../../../src/config/output-descriptions.ts'
import { deliver } from '../../../src/delivery/deliver.ts'
import { buildOutputs } from '../../../src/delivery/report/outputs.ts'
import type { Ending, Outcome, RunEvent } from '../../../src/record/events.ts'
import {
  call,
  called,
  createTestContext,
  denied,
  finished,
  SECRET,
  startIssueGitHub,
  task,
} from '../delivery-fixture.ts'

type Given = { outcome?: Outcome; ending?: Ending; events?: RunEvent[]; structured?: unknown; dryRun?: boolean }

async function outputs({
  outcome = 'ok',
  ending = { end: 'answered', text: 'Fine.' },
  events = [],
  structured,
  dryRun = false,
}: Given) {
  await using server = await startIssueGitHub()
  const context = createTestContext(server, { dryRun })
  const delivered = await deliver(task, { ...finished(), outcome, ending, events }, {}, context)
  const ended = ending.end === 'answered' && structured !== undefined ? { ...ending, structured } : ending
  const facts = { ending: ended, events, transcript: '/tmp/t.jsonl' }
  return buildOutputs(delivered, facts, context.filter)
}

test('all outputs are there, in every case, as strings', async () => {
  const cases: Given[] = [
    {},
    { outcome: 'noop', ending: { end: 'skipped', outcome: 'noop', text: 'No trigger phrase.' } },
    { outcome: 'internal', ending: { end: 'failed', outcome: 'internal', text: 'oops' } },
  ]
  for (const given of cases) {
    const set = await outputs(given)
    expect(Object.keys(set)).toEqual(Object.keys(OUTPUT_DESCRIPTIONS))
    for (const value of Object.values(set)) expect(typeof value).toBe('string')
  }
})

test('an ordinary run', async () => {
  const set = await outputs({ events: [called(call()), called(denied())], structured: { verdict: 'good' } })
  expect(set).toMatchObject({
    summary: 'Fine.',
    error: '',
    outcome: 'ok',
    structured_output: '{"verdict":"good"}',
    transcript: '/tmp/t.jsonl',
    patch: '',
    review_url: '',
    session_id: 'session-1',
    comment_url: expect.stringMatching(/^http.*#issuecomment-\d+$/),
  })
  expect(JSON.parse(set.stats)).toMatchObject({
    models: {},
    tools: { totalCalls: 2, totalFail: 1 },
    files: { totalLinesAdded: 0 },
  })
  expect(JSON.parse(set.denied)).toEqual([
    {
      tool: 'run_shell_command',
      arguments: { command: 'rm -rf build' },
      rule: { tier: 'default', priority: 10, verdict: 'ask_user' },
      file: 'policies/write.toml',
      line: 12,
      toml: expect.stringContaining('[[rule]]'),
    },
  ])
  expect(JSON.parse(set.plan)).toMatchObject([{ kind: 'comment', number: 7 }, { kind: 'summary' }])
  expect(JSON.parse(set.receipts)).toMatchObject([
    { kind: 'comment', state: 'posted', url: set.comment_url },
    { kind: 'summary', state: 'posted' },
  ])
})

test('a dry run has a plan with the text that would be posted, and no address', async () => {
  const set = await outputs({ dryRun: true })
  expect(JSON.parse(set.plan)).toMatchObject([{ kind: 'comment', body: expect.stringContaining('Fine.') }, {}])
  expect(set.comment_url).toBe('')
  expect(JSON.parse(set.receipts)[0]).toMatchObject({ state: 'skipped', reason: 'dry run' })
})

const errors: [outcome: Outcome, ending: Ending, error: unknown][] = [
  ['denied', { end: 'answered', text: 'x' }, ''],
  ['noop', { end: 'skipped', outcome: 'noop', text: 'x' }, ''],
  ['refused', { end: 'skipped', outcome: 'refused', text: 'x' }, ''],
  [
    'budget',
    { end: 'stopped', reason: 'turns', text: 'half' },
    { type: 'FatalTurnLimitedError', code: 53, message: expect.stringContaining('max_turns') },
  ],
  [
    'budget',
    { end: 'stopped', reason: 'cancelled', text: '' },
    { type: 'FatalCancellationError', code: 130, message: expect.any(String) },
  ],
  [
    'budget',
    { end: 'stopped', reason: 'time', text: '' },
    { type: 'BudgetError', code: 1, message: expect.stringContaining('timeout_minutes') },
  ],
  ['config', { end: 'failed', outcome: 'config', text: 'bad' }, { type: 'FatalConfigError', code: 52, message: 'bad' }],
  [
    'config',
    { end: 'failed', outcome: 'config', text: 'bad', code: 41 },
    { type: 'FatalConfigError', code: 41, message: 'bad' },
  ],
  [
    'quota',
    { end: 'failed', outcome: 'quota', text: 'spent', code: 429 },
    { type: 'QuotaError', code: 429, message: 'spent' },
  ],
  ['model', { end: 'failed', outcome: 'model', text: 'none' }, { type: 'ModelError', code: 1, message: 'none' }],
  [
    'security',
    { end: 'failed', outcome: 'security', text: 'no' },
    { type: 'FatalSandboxError', code: 44, message: 'no' },
  ],
  [
    'internal',
    { end: 'failed', outcome: 'internal', text: 'oops' },
    { type: 'InternalError', code: 1, message: 'oops' },
  ],
]
for (const [outcome, ending, error] of errors)
  test(`error of ${outcome} ${'reason' in ending ? ending.reason : ''}`, async () => {
    const set = await outputs({ outcome, ending })
    expect(set.error === '' ? '' : JSON.parse(set.error)).toEqual(error)
    expect(set.summary).toBe(ending.end === 'failed' ? '' : ending.text)
  })

test('outputs have no terminal sequences', async () => {
  const text = '\u001b[31mRed\u001b[0m \u009b1mbold \u001b]8;;https://x\u0007link\u001b]8;;\u0007'
  expect((await outputs({ ending: { end: 'answered', text } })).summary).toBe('Red bold link')
})

test('a summary that is cut says so', async () => {
  const set = await outputs({ ending: { end: 'answered', text: 'word '.repeat(100_000) } })
  expect(set.summary.length).toBeLessThanOrEqual(150_000)
  expect(set.summary).toMatch(/_Truncated to \d+ of 500000 characters\. The transcript contains the whole answer\._$/)
})

test('together below 1 MB in UTF-16, and every JSON still JSON', async () => {
  const set = await outputs({
    outcome: 'denied',
    ending: { end: 'answered', text: '漢'.repeat(1_000_000) },
    events: Array.from({ length: 3000 }, (_, n) =>
      called(denied({ name: `tool_${n}`, args: { command: `${n} ${'x'.repeat(3000)}` } })),
    ),
    structured: 'y'.repeat(1_000_000),
  })
  const size = Object.values(set).reduce((sum, value) => sum + value.length * 2, 0)
  expect(size).toBeLessThan(1_000_000)
  for (const name of ['denied', 'plan', 'receipts'] as const) expect(JSON.parse(set[name])).toBeInstanceOf(Array)
  expect(JSON.parse(set.denied).length).toBeGreaterThan(10)
  expect(set.structured_output).toBe('')
})

test('no secret in any of them', async () => {
  const set = await outputs({
    ending: { end: 'answered', text: SECRET },
    events: [called(denied({ args: { [SECRET]: Buffer.from(SECRET).toString('hex') } }))],
    structured: { a: SECRET },
  })
  const all = JSON.stringify(set)
  expect(all).toContain('[redacted]')
  expect(all).not.toContain(SECRET)
  expect(all).not.toContain(Buffer.from(SECRET).toString('hex'))
})

test('the output patch is the path of the patch that was written', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server)
  const delivered = await deliver(task, finished(), {}, context)
  const facts = { ending: { end: 'answered' as const, text: 'Fine.' }, events: [] }
  const patch = { kind: 'patch' as const, path: '/tmp/a.patch', text: 'diff' }
  const outputOf = (...receipts: typeof delivered.receipts) =>
    buildOutputs({ ...delivered, receipts }, facts, context.filter).patch
  const [other] = delivered.receipts
  if (other === undefined) throw new Error('the answer has a receipt')
  expect(outputOf({ intent: patch, state: 'failed' })).toBe('')
  expect(outputOf(other)).toBe('')
  expect(outputOf({ intent: patch, state: 'failed' }, other, { intent: patch, state: 'posted' })).toBe('/tmp/a.patch')
})
