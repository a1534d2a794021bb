import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readRecording } from '../../src/commands/replay/recording.ts'
import { replaySession } from '../../src/commands/replay/replay-session.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import { BOT } from '../../src/emulators/github/world.ts'
import { code, finding, inPullRequest } from './pushed-reviews.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const ANSWER = 'One problem.\n\n- **Critical** `lib/f3.js:5`: it computes with the wrong number.'
const answerOf = (github: GitHubEmulator) => github.world.comments.findLast(({ user }) => user === BOT)?.body ?? ''
const REVIEW = { inputs: { prompt: '/review', check_run: 'true' } }

test('a problem that only the answer names is asked for once, and gets its comment', () =>
  inPullRequest(async (push, github) => {
    const { sent, run } = await push({}, { replies: [say(ANSWER), turn([finding(5)]), say(`${ANSWER} Placed.`)] })
    expect(sent).toHaveLength(3)
    expect(sent[1]).toContain('names 1 problem without an inline comment')
    expect(github.world.reviewComments).toMatchObject([{ path: 'lib/f3.js', line: 5 }])
    expect(answerOf(github)).toContain('Placed.')
    expect(answerOf(github)).toContain('**Needs work.**')
    expect(github.world.checkRuns).toMatchObject([{ conclusion: 'success' }])
    expect(run.outputs.outcome).toBe('ok')
    const replayed = await replaySession(await readRecording(run.outputs.transcript ?? ''), ROOT)
    expect(replayed).toMatchObject({ divergence: undefined, differing: [], brokeOff: false })
  }, REVIEW))

test('what stays without a comment is folded, and the check is not green', () =>
  inPullRequest(async (push, github) => {
    const { sent } = await push({}, { replies: [say(ANSWER), say('As I said.')] })
    expect(sent).toHaveLength(2)
    expect(github.world.reviewComments).toEqual([])
    expect(answerOf(github)).toContain('**Incomplete:** 1 problem has no inline comment.')
    expect(answerOf(github)).not.toContain('No open findings')
    expect(answerOf(github)).toContain('**Finished.**')
    expect(answerOf(github)?.match(/no inline comment/g)).toHaveLength(1)
    expect(answerOf(github)).toMatch(/<summary>1 problem without an inline comment<\/summary>\n\n- Critical/)
    expect(github.world.checkRuns).toMatchObject([{ conclusion: 'neutral' }])
  }, REVIEW))

test('a model that says that there is none is believed, and a run without room for the question keeps its answer', () =>
  inPullRequest(async (push, github) => {
    const first = await push({}, { replies: [say(ANSWER), say('There is no problem in lib/f3.js:5: it is a sample.')] })
    expect(first.sent).toHaveLength(2)
    expect(answerOf(github)).toContain('**No open findings.**')
    const second = await push(
      { 'lib/f4.js': 'x()\n' },
      {
        replies: [
          say(ANSWER),
          { status: 400, body: { error: { code: 400, message: 'broken', status: 'INVALID_ARGUMENT' } } },
        ],
      },
    )
    expect(second.run.outputs.outcome).toBe('ok')
    expect(answerOf(github)).toContain('wrong number')
    expect(answerOf(github)).toContain('**Incomplete:** 1 problem has no inline comment.')
  }, REVIEW))

test.each([
  [
    'an answer in a schema',
    { output_schema: '{"type":"object"}' },
    '{"severity":"critical","path":"lib/f3.js","line":5}',
  ],
  ['no reviews', { review: 'off' }, ANSWER],
  ['another prompt', { prompt: 'Which problems of src/a.js does this solve?' }, ANSWER],
  ['a clean answer', {}, 'Checked lib/f3.js:5 and lib/f4.js:9. No critical or high problems.'],
])('nothing is asked: %s', (_, inputs, answer) =>
  inPullRequest(
    async (push, github) => {
      const { sent } = await push({}, { replies: [say(answer)] })
      expect(sent).toHaveLength(1)
      expect(answerOf(github)).not.toContain('**Incomplete:** 1 problem has no inline comment.')
    },
    { inputs: { ...REVIEW.inputs, ...inputs } },
  ),
)

test('a milder comment near a problem that the answer names does not settle it, nor does praise of other code', () =>
  inPullRequest(async (push, github) => {
    const name = finding(7, { severity: 'low', title: 'Short name', body: 'The name says too little.' })
    const { sent } = await push({}, { replies: [turn([name]), say(ANSWER), say('The error handling is correct.')] })
    expect(sent[2]).toContain('names 1 problem without an inline comment')
    expect(github.world.reviewComments).toMatchObject([{ line: 7 }])
    expect(answerOf(github)).toContain('**Incomplete:** 1 problem has no inline comment.')
  }, REVIEW))

const outside = { path: 'lib/none.js', title: 'Orders get lost', body: 'The last order is never read.' }
test.each([
  ['nothing comes of it', [say('One problem.'), say('As I said.')], 'incomplete', 3],
  ['it gets a place', [turn([finding(5, { ...outside, path: 'lib/f3.js' })]), say('One problem.')], 'warn', 3],
  ['the model says that there is none', [say('One problem.'), say('It is no problem: the file is gone.')], 'warn', 3],
  ['it is a nit', [say('One problem.')], 'warn', 2],
] as const)('a serious comment that was refused is not lost: %s', (name, replies, verdict, requests) =>
  inPullRequest(async (push, github) => {
    const severity = name === 'it is a nit' ? 'nit' : 'critical'
    // Another comment stands: a run whose every comment is refused is not ok.
    const nit = finding(20, { path: 'lib/f4.js', severity: 'low' })
    const { run, sent } = await push(
      {},
      { replies: [turn([nit, finding(5, { ...outside, severity })]), ...replies], inputs: { fail_on_findings: 'off' } },
    )
    expect([run.outputs.verdict, sent.length], sent.at(-1)?.slice(-300)).toEqual([verdict, requests])
    expect(answerOf(github).includes('critical lib/none.js:5: Orders get lost')).toBe(verdict === 'incomplete')
  }, REVIEW),
)

test('an answer that names a problem whose comment the second look refutes has nothing without a place', () => {
  const proof = { path: 'lib/f3.js', line: 9, code: code(3).split('\n')[8] }
  return inPullRequest(
    async (push, github) => {
      const answer = '- **High** `lib/f3.js:5`: it computes with the wrong number.'
      const { sent, looks } = await push({}, { replies: [turn([finding(5)]), say(answer)] })
      expect([sent.length, looks.length]).toEqual([2, 1])
      expect(github.world.reviewComments).toEqual([])
      expect(answerOf(github)).toMatch(/the second look refutes[\s\S]*Wrong 5 _A check stands before it._/)
      expect(answerOf(github)).not.toMatch(/without an inline comment|Incomplete/)
      expect(github.world.checkRuns).toMatchObject([{ conclusion: 'success' }])
    },
    {
      ...REVIEW,
      look: (_, ids) => {
        const refuted = { id: ids[0], verdict: 'refuted', reason: 'A check stands before it.', ...proof }
        return turn([call('complete_task', { findings: [refuted] })])
      },
    },
  )
})

test('an answer that takes a comment back is asked which one', () =>
  inPullRequest(async (push, github) => {
    let id = ''
    const withdraw = (sent: string) => {
      id = /- (\w{12}): lib\/f3\.js:5/.exec(sent)?.[1] ?? ''
      return turn([call('github__withdraw_comment', { id })])
    }
    await push(
      {},
      {
        replies: [
          turn([finding(5), finding(20)]),
          say('Disregard the first finding above.'),
          withdraw,
          say('One finding.'),
        ],
      },
    )
    expect(id).not.toBe('')
    expect(github.world.reviewComments).toMatchObject([{ line: 20 }])
  }, REVIEW))

for (const [name, options, isAbove] of [
  ['a built-in command', REVIEW, true],
  ['a prompt of the workflow', {}, false],
] as const)
  test(`the first read of a diff that stands in the prompt of ${name} ${isAbove ? 'says so' : 'returns it'}`, () =>
    inPullRequest(async (push) => {
      const read = turn([call('github__get_diff', { path: 'lib/f3.js' })])
      const { sent } = await push({}, { replies: [read, read, say('It is fine.')] })
      const seen = sent.map((raw) => raw.split('value3x4 = compute').length - 1)
      expect(sent[1]?.includes('stands in the first message above')).toBe(isAbove)
      expect(seen).toEqual([1, isAbove ? 1 : 2, isAbove ? 2 : 3])
    }, options))
