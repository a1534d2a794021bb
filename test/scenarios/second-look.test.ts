import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readRecording } from '../../src/commands/replay/recording.ts'
import { replaySession } from '../../src/commands/replay/replay-session.ts'
import { call, type GeminiStep, say, turn } from '../../src/emulators/gemini/steps.ts'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import { BOT } from '../../src/emulators/github/world.ts'
import { acceptedRun } from '../review/sarif-checks.ts'
import { sample } from '../sample.ts'
import { code, finding, inPullRequest } from './pushed-reviews.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const answerOf = (github: GitHubEmulator) => github.world.comments.findLast(({ user }) => user === BOT)?.body ?? ''
const linesOf = (github: GitHubEmulator) => github.world.reviewComments.map(({ line }) => line)
const report = (findings: object[]) => turn([call('complete_task', { findings })])
const PROOF = { path: 'lib/f3.js', line: 9, code: code(3).split('\n')[8] }

test('what the second look confirms is posted; the rest is folded, open where it is unsure, and the cost is shown', () =>
  inPullRequest(
    async (push, github) => {
      const proposals = [
        finding(5),
        finding(10, { severity: 'critical' }),
        finding(15, { severity: 'medium' }),
        finding(20, { severity: 'medium' }),
        finding(25),
        finding(30, { severity: 'low' }),
        finding(35, { severity: undefined }),
      ]
      const { looks, run } = await push({}, { replies: [turn(proposals), say('Seven findings.')] })
      expect(looks).toHaveLength(1)
      expect(looks[0]).toContain('9|export const value3x8')
      // Nothing of the conversation, and no tool that writes.
      expect(looks[0]).not.toMatch(/Seven findings|run_shell_command"|github__review_comment|Add an ellipsis/)
      expect(linesOf(github)).toEqual([5, 30, 35])
      const answer = answerOf(github)
      expect(answer).toMatch(/Second look: 1 confirmed, 2 unsure, 2 refuted \(\d+ tokens[^)]*\)\./)
      expect(answer).toContain('**Needs work.** Findings open: 2 high, 2 medium, 1 low.')
      expect(answer).toMatch(
        /2 more findings that the second look refutes \(1 critical, 1 medium\)[\s\S]*Wrong 10 _A check stands before it._[\s\S]*Wrong 15 _A/,
      )
      expect(answer).toMatch(
        /2 more findings that the second look is not sure of[\s\S]*Wrong 25[\s\S]*No code that shows it stands there/,
      )
      expect(run.outputs.outcome).toBe('ok')
      // Later steps get no refuted finding, and of each other one what the second look says.
      const said = (some: { line: number; second_look: string }[]) =>
        Object.fromEntries(some.map(({ line, second_look }) => [line, second_look]))
      const checked = { 5: 'confirmed', 20: 'unsure', 25: 'unsure', 30: 'not_checked', 35: 'not_checked' }
      expect(said(JSON.parse(run.outputs.findings ?? ''))).toEqual(checked)
      const { results } = acceptedRun(await readFile(run.outputs.sarif ?? '', 'utf8'))
      expect(results.map(({ properties }) => properties.second_look).toSorted()).toEqual(
        Object.values(checked).toSorted(),
      )
      const replayed = await replaySession(await readRecording(run.outputs.transcript ?? ''), ROOT)
      expect(replayed).toMatchObject({ divergence: undefined, differing: [], brokeOff: false, requests: 3 })
    },
    {
      look: (_, ids) =>
        report(
          [
            { verdict: 'refuted', reason: 'A check stands before it.', ...PROOF },
            { verdict: 'confirmed', reason: 'It happens.' },
            { verdict: 'refuted', reason: 'It cannot be.', ...PROOF, code: 'throw new Error()' },
            { verdict: 'refuted', reason: 'A type forbids it.', ...PROOF },
            { verdict: 'unsure', reason: 'No caller is known.' },
          ].map((each, nth) => ({ id: ids[nth], ...each })),
        ),
    },
  ))

const FAILED = { status: 400, body: { error: { code: 400, message: 'broken', status: 'INVALID_ARGUMENT' } } }
test.each([
  ['fails', () => FAILED, /Nobody checked 1 finding: /],
  ['says nothing', () => say('I cannot tell.'), /Nobody checked 1 finding: [^\n]*\. The second look used \d+ tokens/],
  [
    'speaks of others',
    () => report([{ id: 'x', verdict: 'refuted', reason: 'No.', ...PROOF }]),
    /Nobody checked 1 finding/,
  ],
] as const)(
  'where the second look %s, the finding is posted and the comment says that nobody checked it',
  (_, look, text) =>
    inPullRequest(
      async (push, github) => {
        const { run } = await push({}, { replies: [turn([finding(5)]), say('One finding.')] })
        expect(linesOf(github)).toEqual([5])
        expect(answerOf(github)).toMatch(text)
        expect(run.outputs.outcome).toBe('ok')
        const replayed = await replaySession(await readRecording(run.outputs.transcript ?? ''), ROOT)
        expect(replayed).toMatchObject({ divergence: undefined, differing: [], brokeOff: false })
      },
      { look },
    ),
)

/** A second look at findings of two files: what it answers, what the comment says, and how many requests it sends. */
type Replayed = {
  name: string
  looks: ((ids: readonly string[], stop: () => void) => GeminiStep)[]
  says: RegExp
  requests: number
  author?: string
  inputs?: Record<string, string>
  /** The tokens of the last request of the review. */
  prompt?: number
}
const readAgain = () => turn([call('github__get_file', { path: 'lib/f3.js', start_line: 1 })])
const refuted = (ids: readonly string[]) =>
  report(ids.map((id) => ({ id, verdict: 'refuted', reason: 'A check stands before it.', ...PROOF })))
const REPLAYED: readonly Replayed[] = [
  { name: 'a limited run', author: 'eve', looks: [refuted, refuted], says: /2 more findings that/, requests: 2 },
  {
    name: 'its share spent by the first file',
    looks: [() => turn([call('github__get_file', { path: 'lib/f3.js' })], { prompt: 20_000 })],
    says: /Nobody checked 2 findings: the second look has used its share/,
    requests: 1,
  },
  {
    name: 'no room in the budget of the run',
    inputs: { max_tokens: '60000' },
    prompt: 45_000,
    looks: [],
    says: /Nobody checked 2 findings: the budget of the run has no room/,
    requests: 0,
  },
  {
    name: 'killed while the model answers',
    looks: [
      (ids, stop) => {
        stop()
        return refuted(ids)
      },
    ],
    says: /Nobody checked 2 findings/,
    requests: 1,
  },
  {
    name: 'another verdict, then words',
    looks: [
      (ids) => report(ids.map((id) => ({ id, verdict: 'wrong', reason: 'No.' }))),
      () => say('No.'),
      () => say('No.'),
      refuted,
    ],
    says: /1 refuted[\s\S]*Nobody checked 1 finding: the second look ended without a verdict/,
    requests: 4,
  },
  {
    name: 'nothing but reading',
    looks: [...Array.from({ length: 7 }, () => readAgain), refuted],
    says: /1 refuted[\s\S]*Nobody checked 1 finding/,
    requests: 8,
  },
]
for (const { name, looks: answers, says, requests, author, inputs, prompt } of sample(REPLAYED, 3))
  test(`the recording of a second look replays byte for byte: ${name}`, () => {
    const left = [...answers]
    const controller = new AbortController()
    return inPullRequest(
      async (push, github) => {
        const replies = [
          turn([finding(5), finding(5, { path: 'lib/f4.js' })]),
          turn([{ text: 'Two findings.' }], { prompt }),
        ]
        const stop = { signal: controller.signal }
        const { run, looks } = await push({}, { replies, inputs, stop })
        expect(answerOf(github)).toMatch(says)
        expect(looks).toHaveLength(requests)
        const replayed = await replaySession(await readRecording(run.outputs.transcript ?? ''), ROOT)
        expect(replayed).toMatchObject({ divergence: undefined, differing: [], requests: 2 + requests })
      },
      { author, look: (_, ids) => left.shift()?.(ids, () => controller.abort()) ?? say('Nothing more.') },
    )
  })

test.each([
  ['the settings say so', { settings: '{"sluice":{"review":{"secondLook":"off"}}}' }, finding(5)],
  ['nothing is serious', {}, finding(5, { severity: 'low' })],
  ['no severity is stated', {}, finding(5, { severity: undefined })],
] as const)('there is no second look where %s', (_, inputs, proposal) =>
  inPullRequest(
    async (push, github) => {
      const { looks } = await push({}, { replies: [turn([proposal]), say('One finding.')] })
      expect(looks).toEqual([])
      expect(linesOf(github)).toEqual([5])
      expect(answerOf(github)).not.toMatch(/Second look|Nobody checked/)
    },
    { inputs },
  ),
)
