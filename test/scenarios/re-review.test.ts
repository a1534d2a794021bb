import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { BOT } from '../../src/emulators/github/world.ts'
import { code, finding, inPullRequest, threadOf } from './pushed-reviews.ts'

test('a second review reads what is new, resolves what is fixed and repeats nothing', () =>
  inPullRequest(async (push, github) => {
    const first = await push({}, { replies: [turn([finding(5), finding(20)]), say('Two problems.')] })
    const comments = () => github.world.reviewComments
    expect(comments()).toHaveLength(2)
    const [five, twenty] = comments()

    // A small push that fixes one of two findings and moves the other one down.
    const fixed = `// first line\n${code(3).replace('value3x4 = compute(3, 4)', 'value3x4 = computeSafely(3, 4)')}`
    const listed: string[] = []
    const second = await push(
      { 'lib/f3.js': fixed },
      {
        replies: [turn([finding(21, { body: 'In other words.', title: 'Still wrong' })]), say('One is fixed.')],
      },
    )
    listed.push(second.sent[0] ?? '')
    const ratio = (second.sent[0]?.length ?? 0) / (first.sent[0]?.length ?? 1)
    expect(ratio, `${second.sent[0]?.length} of ${first.sent[0]?.length}`).toBeLessThanOrEqual(0.3)
    expect(listed[0]).toContain('Findings of earlier reviews')
    expect(listed[0]).toContain('computeSafely')
    expect(second.sent[1]).toContain('An earlier review has this finding')
    expect(comments()).toHaveLength(2)

    const [threadFive, threadTwenty] = [threadOf(listed[0] ?? '', 'Wrong 5'), threadOf(listed[0] ?? '', 'Wrong 20')]
    expect([threadFive, threadTwenty].filter(Boolean)).toHaveLength(2)
    const third = await push(
      { 'lib/f3.js': `${fixed}\n` },
      {
        replies: [
          turn([
            call('github__resolve_thread', { thread_id: threadFive }),
            call('github__resolve_thread', { thread_id: threadTwenty }),
          ]),
          say('One is fixed.'),
        ],
      },
    )
    expect(third.sent[1]).toContain('The code of this finding is unchanged')
    expect(github.world.resolved).toEqual([five?.id])
    const reply = comments().find(({ inReplyTo }) => inReplyTo === five?.id)
    expect(reply?.body).toMatch(/\nFixed in [0-9a-f]{40}\.$/)
    expect(comments().filter(({ inReplyTo }) => inReplyTo === twenty?.id)).toEqual([])

    // The bug comes back: its own thread opens again.
    const back = `// first line\n${code(3)}\n`
    const fourth = await push({ 'lib/f3.js': back }, { replies: [turn([finding(6)]), say('It is back.')] })
    expect(fourth.sent[0]).toContain('regressed')
    expect(github.world.resolved).toEqual([])
    expect(comments().filter(({ user, inReplyTo }) => user === BOT && inReplyTo === null)).toHaveLength(2)
    expect(comments().findLast(({ inReplyTo }) => inReplyTo === five?.id)?.body).toMatch(/\nBack in /)

    // Nothing to say: the summary is edited, and nothing else is written.
    const written = () =>
      github.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('graphql')).length
    const before = { requests: written(), summaries: github.world.comments.length }
    await push({ 'lib/f4.js': `${code(4)}\n// end\n` }, { replies: [say('Fine.')] })
    expect(github.world.comments).toHaveLength(before.summaries)
    expect(comments()).toHaveLength(4)
    const edits = github.requests.filter(({ method, path }) => method === 'PATCH' && path.includes('/issues/comments/'))
    expect(written() - before.requests).toBeLessThanOrEqual(edits.length)
  }))
