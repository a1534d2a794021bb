import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import { BOT } from '../../src/emulators/github/world.ts'
import { code, finding, inPullRequest, PULL, threadOf } from './pushed-reviews.ts'

const own = (github: GitHubEmulator) => github.world.reviewComments.filter(({ user }) => user === BOT)
const summary = (github: GitHubEmulator) => github.world.comments.findLast(({ user }) => user === BOT)?.body ?? ''

/** What each finding is in the summary, by title: `-` when it is not listed. */
const statesIn = (github: GitHubEmulator, titles: readonly string[]) => {
  const rows = summary(github).split('\n')
  return titles.map((title) => {
    const row = rows.find((each) => each.startsWith('|') && each.includes(title)) ?? ''
    return /\| (\w+) \|$/.exec(row)?.[1] ?? '-'
  })
}

const FIVE = { title: 'Wrong 5', body: '`value3x4` is computed without a check, so an empty order crashes.' }
const TWENTY = { title: 'Wrong 20', body: 'The password in `value3x19` is written to the log in plain text.' }
const THIRTY = { title: 'Wrong 30', body: 'The timer of `value3x29` is never cleared.' }
const AGAIN = { ...TWENTY, body: 'Logging `value3x19` leaks the password to whoever reads the log.' }
const TITLES = [FIVE, TWENTY, THIRTY].map(({ title }) => title)
const safe = (text: string, nth: number) => text.replace(`value3x${nth} = compute(`, `value3x${nth} = computeSafely(`)
const resolve = (title: string) => (sent: string) =>
  turn([call('github__resolve_thread', { thread_id: threadOf(sent, title) })])
const WRITES = { contents: 'write', issues: 'write', pull_requests: 'write' } as const

test('the life of findings: push, dismissal, rebase, force push, draft, lost permissions, back again, moved file, fixed', () =>
  inPullRequest(
    async (push, github) => {
      const done = say('Read.')
      const threadsOf = (title: string) => own(github).find(({ body }) => body.includes(title))
      const said = (title: string) =>
        own(github)
          .filter(({ inReplyTo }) => inReplyTo !== null && inReplyTo === threadsOf(title)?.id)
          .map(({ body }) => /^(?:Fixed|Back) in/m.exec(body)?.[0])
      const states = () => statesIn(github, TITLES)
      const comments = () => own(github).filter(({ inReplyTo }) => inReplyTo === null).length

      // 1: three findings.
      await push({}, { replies: [turn([finding(5, FIVE), finding(20, TWENTY), finding(30, THIRTY)]), done] })
      expect([states(), comments()]).toEqual([['open', 'open', 'open'], 3])

      // 2: a push fixes one, a person dismisses another.
      const thirty = threadsOf('Wrong 30')
      if (thirty !== undefined)
        github.world.reviewComments.push({
          ...thirty,
          id: thirty.id + 1000,
          user: 'wendy',
          body: '/dismiss The process ends soon.',
          inReplyTo: thirty.id,
        })
      const withoutFive = safe(code(3), 4)
      await push({ 'lib/f3.js': withoutFive }, { replies: [resolve('Wrong 5'), done] })
      expect([states(), said('Wrong 5')]).toEqual([['fixed', 'open', 'dismissed'], ['Fixed in']])
      expect(github.world.resolved).toEqual([threadsOf('Wrong 5')?.id])

      // 3: a rebase onto a base that moved. What is proposed again in other words is not posted.
      const rebased = await push(
        Object.fromEntries([
          ...Array.from({ length: 6 }, (_, nth): [string, string] => [`lib/f${nth}.js`, code(nth)]),
          ['lib/f3.js', withoutFive],
        ]),
        {
          onto: { 'MAIN.md': 'New on main.\n' },
          replies: [
            turn([finding(20, AGAIN), finding(30, THIRTY)]),
            (sent) => {
              const same = /may be the finding ([0-9a-f]{12})/.exec(sent)?.[1]
              return same === undefined ? done : turn([finding(20, { ...AGAIN, same_as: same })])
            },
            done,
          ],
        },
      )
      expect(rebased.sent.at(-1)).toContain('earlier review has this finding')
      expect([states(), comments()]).toEqual([['fixed', 'open', 'dismissed'], 3])

      // 4: a force push drops the fix.
      await push({ 'lib/f3.js': code(3) }, { amends: true, replies: [turn([finding(5, FIVE)]), done] })
      expect([states(), said('Wrong 5')]).toEqual([
        ['regressed', 'open', 'dismissed'],
        ['Fixed in', 'Back in'],
      ])
      expect([github.world.resolved, comments()]).toEqual([[], 3])

      // 5: a draft review of ours was left by a killed run. A new finding is posted all the same.
      github.world.reviews.push({
        id: 9000,
        number: PULL,
        user: BOT,
        body: '',
        state: 'PENDING',
        commitId: 'a'.repeat(40),
        submittedAt: new Date(Date.now() - 70 * 60_000).toISOString(),
      })
      await push({ 'lib/f4.js': `${code(4)}\n// end\n` }, { replies: [turn([finding(10)]), done] })
      expect(github.world.reviews.filter(({ state }) => state === 'PENDING')).toEqual([])
      expect(comments()).toBe(4)
      expect(statesIn(github, ['Wrong 10'])).toEqual(['open'])

      // 6: the token may resolve no thread any more: a reply says what is fixed.
      github.world.tokenPermissions = { ...WRITES, contents: 'read' }
      const withoutTwenty = safe(code(3), 19)
      await push({ 'lib/f3.js': withoutTwenty }, { replies: [resolve('Wrong 20'), done] })
      expect([states(), said('Wrong 20')]).toEqual([['regressed', 'fixed', 'dismissed'], ['Fixed in']])
      expect(github.world.resolved).toEqual([])

      // 7: and what is back, once.
      await push({ 'lib/f3.js': code(3) }, { replies: [done] })
      await push({ 'lib/f4.js': code(4) }, { replies: [done] })
      expect([states(), said('Wrong 20')]).toEqual([
        ['regressed', 'regressed', 'dismissed'],
        ['Fixed in', 'Back in'],
      ])

      // 8: the file gets another name. Its findings go with it.
      github.world.tokenPermissions = WRITES
      await push(
        { 'lib/f3.js': null, 'lib/g3.js': code(3) },
        {
          replies: [turn([finding(20, { ...TWENTY, path: 'lib/g3.js' })]), done, done],
        },
      )
      expect(comments()).toBe(4)

      // 9: all is fixed there.
      const fixed = [4, 9, 19].reduce(safe, code(3))
      await push(
        { 'lib/g3.js': fixed },
        {
          replies: [
            (sent) =>
              turn(
                ['Wrong 5', 'Wrong 20', 'Wrong 10'].map((title) =>
                  call('github__resolve_thread', { thread_id: threadOf(sent, title) }),
                ),
              ),
            done,
          ],
        },
      )
      expect([states(), statesIn(github, ['Wrong 10'])]).toEqual([['fixed', 'fixed', 'dismissed'], ['fixed']])
      expect(comments()).toBe(4)
      expect(summary(github)).toContain('No open findings')
    },
    { count: 8, tokenPermissions: WRITES },
  ))

const UNSURE = (_: string, ids: readonly string[]) =>
  turn([
    call('complete_task', { findings: ids.map((id) => ({ id, verdict: 'unsure', reason: 'No caller is known.' })) }),
  ])
test.each([
  ['GitHub takes no review beside a foreign draft', { draft: true, outcome: 'internal' }],
  ['the token may write no review', { tokenPermissions: { ...WRITES, pull_requests: 'read' }, outcome: 'config' }],
  ['the second look is not sure of it', { look: UNSURE }],
] as const)('a finding that got no thread is not posted, and the next review reads its lines again: %s', (_, given) =>
  inPullRequest(
    async (push, github) => {
      if ('draft' in given) {
        const draft = {
          number: PULL,
          user: BOT,
          commitId: 'a'.repeat(40),
          body: '',
          submittedAt: '2026-01-05T09:00:00Z',
        }
        github.world.reviews.push({ ...draft, id: 9000, state: 'PENDING' })
        const place = { path: 'lib/f4.js', line: 3, startLine: null, side: 'RIGHT', inReplyTo: null } as const
        const createdAt = draft.submittedAt
        github.world.reviewComments.push({ ...draft, ...place, id: 9001, review: 9000, body: 'A thought.', createdAt })
      }
      const outcome = 'outcome' in given ? given.outcome : 'ok'
      const { run } = await push({}, { replies: [turn([finding(5, FIVE)]), say('One.')], outcome })
      expect(JSON.parse(run.outputs.findings ?? '')).toMatchObject([{ state: 'open', posted: false }])
      const { sent } = await push({ 'lib/f4.js': `${code(4)}\n// end\n` }, { replies: [say('Nothing new.')] })
      expect(sent[0]).toContain('value3x4 = compute')
    },
    {
      count: 6,
      look: 'look' in given ? given.look : undefined,
      tokenPermissions: 'tokenPermissions' in given ? given.tokenPermissions : undefined,
    },
  ),
)
