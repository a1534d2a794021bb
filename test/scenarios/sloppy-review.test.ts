import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readRecording } from '../../src/commands/replay/recording.ts'
import { replaySession } from '../../src/commands/replay/replay-session.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { BOT } from '../../src/emulators/github/world.ts'
import { code, finding, inPullRequest } from './pushed-reviews.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const lineOf = (line: number) => code(3).split('\n')[line - 1] ?? ''
const better = (line: number) => lineOf(line).replace('compute(', 'computeSafely(')
const withdraw = (id: string) => call('github__withdraw_comment', { id })

/** The id of the comment on a line, from the reply that the model got. */
const idOn = (request: string, line: number) =>
  new RegExp(`lib/f3\\.js:${line}\\.[^"]*?Its id is (\\w{12})`).exec(request)?.[1] ?? ''

const IN_ANSWER = 'Critical, lib/f3.js:35: it computes with the wrong number.'

test('a sloppy review: each comment stands on its code, no button does more than it says, nothing is posted twice or lost', () =>
  inPullRequest(
    async (push, github) => {
      github.world.reviews.push({
        id: 9000,
        number: 7,
        user: BOT,
        body: '',
        state: 'PENDING',
        commitId: 'a'.repeat(40),
        submittedAt: new Date(Date.now() - 70 * 60_000).toISOString(),
      })
      const { sent, run } = await push(
        {},
        {
          replies: [
            turn([
              // A line late, with its code and a suggestion without indentation.
              finding(11, { code: lineOf(10), suggestion: better(10), title: 'Not checked', body: 'No check.' }),
              // A line early, without code.
              finding(14, { suggestion: better(15), title: 'Unsafe', body: 'It can overflow.' }),
              finding(20, { title: 'Leak of the timer', body: 'The timer is never cleared.' }),
              finding(30, { title: 'Wrong order', body: 'The arguments are swapped.' }),
            ]),
            (request) =>
              turn([
                finding(21, { title: 'Timer leaks', body: 'Nothing clears this timer.', category: 'performance' }),
                withdraw(idOn(request, 30)),
              ]),
            (request) =>
              turn([
                // In other words again.
                finding(21, { title: 'Timer', body: 'As said before.', same_as: idOn(request, 20) }),
              ]),
            say(IN_ANSWER),
            turn([finding(35, { severity: 'critical', title: 'Wrong number', body: 'It computes with 3.' })]),
            say(`${IN_ANSWER} It has its comment now.`),
          ],
        },
      )
      expect(sent).toHaveLength(6)
      expect(sent[1]).toContain('The lines are those of `code`, not those that you gave.')
      expect(sent[2]).toContain('This may be the finding')
      expect(sent[2]).toContain('Taken back: the inline comment')
      expect(sent[3]).toMatch(/says it already, and this comment is taken back/)
      const { reviewComments, comments } = github.world
      expect(reviewComments.map(({ line }) => line)).toEqual([10, 14, 20, 35])
      const [moved, unsure] = reviewComments
      expect(moved?.body).toContain(`\`\`\`suggestion\n${better(10)}\n\`\`\``)
      expect(unsure?.body).toContain('not offered as a commit')
      expect(unsure?.body).not.toContain('```suggestion')
      expect(github.world.reviews.filter(({ state }) => state === 'PENDING')).toEqual([])
      const answer = comments.findLast(({ user }) => user === BOT)?.body ?? ''
      expect(answer).toContain('**Needs work.** Findings open: 1 critical, 3 high.')
      expect(answer).toMatch(/Second look: 4 confirmed/)
      const replayed = await replaySession(await readRecording(run.outputs.transcript ?? ''), ROOT)
      expect(replayed).toMatchObject({ divergence: undefined, differing: [], brokeOff: false })

      // The code of a finding is replaced and the model resolves its thread; then the code is back, and somebody asks for a review.
      const fixed = code(3).split('\n').toSpliced(34, 1, 'export const fixed = compute(4)').join('\n')
      const threadOf = (request: string) => /thread=\\"([\w=]+)\\"[^>]*line=\\"35\\"/.exec(request)?.[1] ?? ''
      await push(
        { 'lib/f3.js': fixed },
        {
          replies: [
            (request) => turn([call('github__resolve_thread', { thread_id: threadOf(request) })]),
            say('Fixed.'),
          ],
        },
      )
      await push({ 'lib/f3.js': code(3) }, { replies: [say('It is back.')], action: 'review_requested' })
      const words = github.world.reviewComments.filter(({ inReplyTo }) => inReplyTo !== null).map(({ body }) => body)
      expect(words.map((body) => /(?:Fixed|Back) in/.exec(body)?.[0])).toEqual(['Fixed in', 'Back in'])
    },
    { inputs: { prompt: '/review' } },
  ))
