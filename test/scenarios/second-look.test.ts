import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readRecording } from '../../src/commands/replay/recording.ts'
import { replaySession } from '../../src/commands/replay/replay-session.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import { BOT } from '../../src/emulators/github/world.ts'
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
  ['says nothing', () => say('I cannot tell.'), /Nobody checked 1 finding: /],
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
