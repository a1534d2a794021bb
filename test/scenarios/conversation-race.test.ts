import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { codeIn, inThread, type Thread, type Turn, type TurnResult } from './thread-runs.ts'

// An event can be delivered twice, so that two runs use a code at the same time.

const ASK = '[[rule]]\nmcpName = "github"\ntoolName = "add_labels"\ndecision = "ask_user"\npriority = 500\n'
const LABEL = { id: 1, name: 'bug', color: 'ff0000', description: null }
const labels = () => call('github__add_labels', { labels: ['bug'] })

/** Two runs of the same turn, which both create their comment before either sees that of the other. */
async function sayTwice(thread: Thread, turn: Turn): Promise<TurnResult[]> {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let arrived = 0
  const hold = async ({ method, path }: { method: string; path: string }) => {
    if (method !== 'POST' || !/\/issues\/\d+\/comments$/.test(path)) return
    arrived += 1
    if (arrived === 1) first.resolve()
    else second.resolve()
    await second.promise
  }
  const early = thread.say({ ...turn, hold })
  await Promise.race([first.promise, early])
  return Promise.all([early, thread.say({ ...turn, hold })])
}

test('a code that two runs use at the same time has one answer, and its call runs once', () =>
  inThread(
    { policies: ASK },
    async (thread) => {
      const expectOneAnswer = async (turn: Turn, text: string) => {
        const before = thread.answers().length
        const both = await sayTwice(thread, turn)
        const logs = both.map(({ run }) => run.log).join('\n')
        expect(both.map(({ run }) => run.outputs.outcome).toSorted(), logs).toEqual(['noop', 'ok'])
        const answers = thread.answers().slice(before)
        expect(
          answers.map(({ body }) => body),
          logs,
        ).toEqual([expect.stringContaining(text)])
      }
      const asked = await thread.say({ body: '@gemini-cli label it', replies: [turn([labels()]), say('Denied.')] })
      const code = codeIn(asked.answers[0]?.body, 'allow once')
      const replies = [turn([labels()]), say('It has the label.')]
      await expectOneAnswer({ id: 9600, body: `@gemini-cli /allow once ${code}`, replies }, 'It has the label.')
      const posts = thread.github.requests.filter(({ method, path }) => method === 'POST' && /\/labels$/.test(path))
      expect(posts).toHaveLength(1)
    },
    { labels: [LABEL] },
  ))
