import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import { BOT, type WorldReviewComment } from '../../src/emulators/github/world.ts'
import { code, finding, inPullRequest, threadOf } from './pushed-reviews.ts'

const commentAt = (github: GitHubEmulator, line: number): WorldReviewComment => {
  const comment = github.world.reviewComments.find((each) => each.line === line && each.inReplyTo === null)
  if (comment === undefined) throw new Error(`No comment on line ${line}`)
  return comment
}
const own = (github: GitHubEmulator) => github.world.reviewComments.filter(({ user }) => user === BOT)
const answer = (github: GitHubEmulator, to: WorldReviewComment, user: string, body: string) => {
  const id = Math.max(...github.world.reviewComments.map((each) => each.id)) + 1
  github.world.reviewComments.push({ ...to, id, user, body, inReplyTo: to.id })
}
/** The state of each finding in the summary, by title. */
function statesIn(github: GitHubEmulator): Record<string, string> {
  const body = github.world.comments.findLast(({ user }) => user === BOT)?.body ?? ''
  const rows = body.matchAll(/^\| high \| \[?([\w ]+?)(?:\]\([^)]*\))? \| .* \| (\w+) \|$/gm)
  return Object.fromEntries(Array.from(rows, ([, title = '', state = '']) => [title, state]))
}
const writesOf = (github: GitHubEmulator) =>
  github.requests
    .filter(({ method, path }) => method !== 'GET' && !path.endsWith('graphql'))
    .map(({ method, path }) => `${method} ${path}`)

const changed = { 'lib/f4.js': `${code(4)}\n// end\n` }

test('a person with write access dismisses a finding, others do not', () =>
  inPullRequest(async (push, github) => {
    await push({}, { replies: [turn([finding(5), finding(20), finding(30)]), say('Three problems.')] })
    answer(github, commentAt(github, 5), 'wendy', '/dismiss The list is never empty.')
    answer(github, commentAt(github, 20), 'mallory', '/dismiss It is fine.')
    answer(github, commentAt(github, 30), 'wendy', 'Could you /dismiss this?')

    const second = await push(changed, {
      replies: [turn([finding(5, { title: 'In other words' }), finding(20), finding(30)]), say('As before.')],
    })
    expect(second.sent[1]?.includes('A person dismissed this finding')).toBe(true)
    expect(own(github)).toHaveLength(3)
    expect(statesIn(github)).toEqual({ 'Wrong 5': 'dismissed', 'Wrong 20': 'open', 'Wrong 30': 'open' })
    expect(github.world.resolved).toEqual([])
  }))

test('where the token may not resolve threads, a reply says in which commit a finding is fixed, once', () =>
  inPullRequest(
    async (push, github) => {
      await push({}, { replies: [turn([finding(5), finding(20)]), say('Two problems.')] })
      const five = commentAt(github, 5)
      const fixed = code(3).replace('value3x4 = compute(3, 4)', 'value3x4 = computeSafely(3, 4)')
      const resolve = (sent: string) => turn([call('github__resolve_thread', { thread_id: threadOf(sent, 'Wrong 5') })])
      const second = await push({ 'lib/f3.js': fixed }, { replies: [resolve, say('One is fixed.')] })
      const replies = () => own(github).filter(({ inReplyTo }) => inReplyTo === five.id)
      expect(replies().map(({ body }) => body.split('\n').at(-1))).toEqual([
        expect.stringMatching(/^Fixed in [0-9a-f]{40}\.$/),
      ])
      expect(github.world.resolved).toEqual([])
      expect(second.run.outputs.outcome).toBe('ok')
      expect(statesIn(github)).toEqual({ 'Wrong 5': 'fixed', 'Wrong 20': 'open' })
      expect(github.world.comments.at(-1)?.body).toContain(
        'the reply says so; GitHub lets a token resolve threads only with',
      )

      // The thread is still open, but the finding is fixed: no second reply, and no new comment.
      await push(changed, { replies: [resolve, say('Nothing new.')] })
      expect(replies()).toHaveLength(1)
      expect(own(github)).toHaveLength(3)
      expect(statesIn(github)).toEqual({ 'Wrong 5': 'fixed', 'Wrong 20': 'open' })

      // It is back: the thread says so, although the model does not, and once.
      await push({ 'lib/f3.js': code(3) }, { replies: [say('Nothing new.')], inputs: { prompt: 'What is new?' } })
      await push({ 'lib/f4.js': code(4) }, { replies: [say('Nothing new.')] })
      expect(replies().map(({ body }) => body.split('\n').at(-1))).toEqual([
        expect.stringMatching(/^Fixed in/),
        expect.stringMatching(/^Back in [0-9a-f]{10}\.$/),
      ])
      expect(statesIn(github)).toEqual({ 'Wrong 5': 'regressed', 'Wrong 20': 'open' })
    },
    { tokenPermissions: { contents: 'read', issues: 'write', pull_requests: 'write' } },
  ))

test('a finding whose comment a person deleted does not come back, in any words', () =>
  inPullRequest(async (push, github) => {
    await push({}, { replies: [turn([finding(5), finding(20)]), say('Two problems.')] })
    const five = commentAt(github, 5)
    github.world.reviewComments.splice(github.world.reviewComments.indexOf(five), 1)

    const moved = `// first line\n${code(3)}`
    const again = finding(6, { title: 'In other words', category: 'bug', severity: 'critical' })
    const second = await push(
      { 'lib/f3.js': moved },
      {
        replies: [
          turn([finding(6), again]),
          (sent) => {
            const same = /may be the finding ([0-9a-f]{12})/.exec(sent)?.[1]
            return turn([finding(6, { title: 'Same', category: 'bug', same_as: same })])
          },
          say('Nothing new.'),
        ],
      },
    )
    const [prompt = ''] = second.sent
    expect(/state=\\"dismissed\\"[^>]*line=\\"6\\"/.test(prompt)).toBe(true)
    expect(prompt.includes('kind=finding')).toBe(false)
    expect(second.sent.at(-1)?.includes('A person dismissed this finding')).toBe(true)
    expect(own(github)).toHaveLength(1)
    expect(statesIn(github)).toEqual({ 'Wrong 5': 'dismissed', 'Wrong 20': 'moved' })

    // A clean review after it edits the summary and writes nothing else.
    const before = writesOf(github).length
    await push(changed, { replies: [say('Fine.')] })
    expect([...new Set(writesOf(github).slice(before))]).toEqual([
      expect.stringMatching(/^PATCH .*\/issues\/comments\/\d+$/),
    ])
    expect(statesIn(github)).toEqual({ 'Wrong 5': 'dismissed', 'Wrong 20': 'moved' })
  }))
