import { expect, test } from 'vitest'
import { call, turn } from '../../src/emulators/gemini/steps.ts'
import { improvise } from './improvised.ts'

const person = { login: 'wendy', type: 'User' }
const around = { repository: { full_name: 'octo/pond', default_branch: 'main' }, sender: person }
const repo = { 'src/shorten.js': 'export const shorten = 1\n' }
const head = { 'src/shorten.js': 'export const shorten = 2 // sealed\n' }

test.concurrent('a push without a prompt: its commits and diff are there, other diffs can be read, no place is claimed', async () => {
  const payload = {
    ...around,
    ref: 'refs/heads/topic',
    before: '{{BASE_SHA}}',
    after: '{{HEAD_SHA}}',
    commits: [{ id: '{{HEAD_SHA}}', message: 'Seal it', author: { name: 'Wendy' }, modified: ['src/shorten.js'] }],
  }
  const turns = [turn([call('github__get_diff', {}), call('github__get_diff', { base: 'main', head: '{{HEAD_SHA}}' })])]
  await improvise(
    { turns, payload, repo, head, step: { eventName: 'push' } },
    ({ last, gemini, github, said, transcript }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      for (const part of ['Seal it', 'refs/heads/topic', '+export const shorten = 2 // sealed'])
        expect(gemini.requests[0]?.raw).toContain(part)
      for (const answer of said[0] ?? []) expect(answer).toContain('+export const shorten = 2 // sealed')
      expect(last.log).toContain('The push event has no issue, pull request or discussion to comment on')
      // Said before the model is paid.
      const [notice = -1, request = -1] = ['The push event has no issue', '"type":"model_request"'].map((text) =>
        transcript.indexOf(text),
      )
      expect(notice).toBeGreaterThan(-1)
      expect(request).toBeGreaterThan(notice)
      expect(github.world.comments).toEqual([])
    },
  )
})

test.concurrent.each([
  ['a question', 'and the price?', /state=done[^\n]* -->\nThat was all\./],
  ['/plan', '/plan and the price?', /No reply here can approve this plan\. [^\n]*`@gemini-cli \/fix`\./],
])('%s in a discussion is answered below it', async (_, words, says) => {
  const times = { created_at: '2026-02-03T12:00:00Z', updated_at: '2026-02-03T12:00:00Z' }
  const payload = {
    ...around,
    action: 'created',
    discussion: { number: 5, title: 'Which liner?', body: 'Rubber or clay?', user: person, ...times },
    comment: { id: 91, parent_id: 90, body: `@gemini-cli ${words}`, user: person, ...times },
  }
  await improvise(
    { turns: [], payload, repo, step: { eventName: 'discussion_comment' } },
    ({ last, gemini, github }) => {
      expect(last.outputs.outcome, last.log).toBe('ok')
      for (const part of ['Rubber or clay?', 'and the price?', 'The comment above.'])
        expect(gemini.requests[0]?.raw).toContain(part)
      const comments = github.world.discussions[0]?.comments ?? []
      expect(comments.at(-1)).toMatchObject({ replyTo: 90, user: github.world.viewer })
      expect(comments.at(-1)?.body).toMatch(says)
      expect(comments).toHaveLength(3)
      expect(github.problems).toEqual([])
    },
  )
})
