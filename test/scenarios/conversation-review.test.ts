import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { codeIn, contentsOf, inThread, ROOT } from './thread-runs.ts'

// A conversation in a review thread stays there, and goes on after the commits that it made itself.

const RULES = `[[rule]]
toolName = "write_file"
argsPattern = '"file_path":"A\\.md"'
decision = "allow"
priority = 500

[[rule]]
toolName = "write_file"
argsPattern = '"file_path":"B\\.md"'
decision = "ask_user"
priority = 500
`
const file = (path: string) => call('write_file', { file_path: path, content: `${path}\n` })

test('a question, a denied call and its permission in a review thread', () =>
  inThread(
    { policies: RULES, changes: 'commit' },
    async (thread) => {
      const first = await thread.say({ body: '@gemini-cli is this right?', replies: [say('It counts UTF-16 units.')] })
      const second = await thread.say({
        body: '@gemini-cli then write both',
        replies: [turn([file('A.md'), file('B.md')]), say('B was denied.')],
      })
      expect(second.run.log).not.toContain('starts a new conversation')
      const prefix = contentsOf(first.requests.at(-1) as never).slice(0, -1)
      expect(contentsOf(second.requests[0] as never).slice(0, prefix.length)).toBe(prefix)
      expect(second.run.outputs.commit_sha, second.run.log).toMatch(/^[0-9a-f]{40}$/)

      // The head is the commit of that run: nothing of it is written again.
      const code = codeIn(second.answers[0]?.body, 'allow once')
      const third = await thread.say({
        body: `@gemini-cli /allow once ${code}`,
        replies: [turn([file('B.md')]), say('B is there.')],
      })
      expect(third.run.outputs.outcome, third.run.log).toBe('ok')
      const changes = JSON.parse(third.run.outputs.changes ?? '[]') as { path: string }[]
      expect(changes.map(({ path }) => path)).toEqual(['B.md'])

      // The code of one thread is none in another, and a used code is none anywhere.
      const again = await thread.say({ body: `@gemini-cli /allow once ${code}`, user: 'walt', replies: [] })
      expect(again.answers[0]?.body).toMatch(/The code was already used/)
      const replies = thread.github.world.reviewComments.filter(({ id }) => id !== ROOT)
      expect(replies.map(({ user }) => user === 'wendy' || user === 'walt')).toEqual(
        replies.map((_, nth) => nth % 2 === 0),
      )
      expect(replies.every(({ inReplyTo }) => inReplyTo === ROOT)).toBe(true)
      expect(thread.github.world.comments).toEqual([])
      expect(thread.github.problems).toEqual([])
    },
    {},
    'review',
  ))
