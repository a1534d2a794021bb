import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { sample } from '../sample.ts'
import { expectOneAnswer, isAnswer, isPost, killReply, repeatReply } from './thread-kills.ts'
import { codeIn, inThread } from './thread-runs.ts'

// A reply with a code is killed at each point of its delivery; in npm test at two of them.

const NOTES = '[[rule]]\ntoolName = "write_file"\ndecision = "allow"\npriority = 500\n'
const ASK_LABELS = '[[rule]]\nmcpName = "github"\ntoolName = "add_labels"\ndecision = "ask_user"\npriority = 500\n'
const LABELS = ['bug', 'docs', 'good', 'help', 'later'].map((name, id) => ({
  id,
  name,
  color: 'ff0000',
  description: null,
}))
const notes = (text: string) => turn([call('write_file', { file_path: 'NOTES.md', content: `${text}\n` })])
const isRef = isPost(/\/git\/refs$/)
const isPull = isPost(/\/pulls$/)

const DELIVERY = [isPost(/\/comments$|\/replies$/), isPost(/\/git\/blobs$|\/git\/trees$/), isPost(/\/git\/commits$/)]

test('an approved plan that opens a pull request', () =>
  inThread({ policies: '', approve_policies: NOTES, changes: 'pull_request' }, async (thread) => {
    for (const [index, isHere] of sample([...[...DELIVERY, isRef, isPull, isAnswer].entries()], 1, 1)) {
      const plan = await thread.say({ body: '@gemini-cli /plan fix it', replies: [say(`${index}. Write NOTES.md.`)] })
      const code = codeIn(plan.answers[0]?.body, 'approve')
      await expectOneAnswer(thread, {
        id: 9100 + index,
        body: `@gemini-cli /approve ${code}`,
        code,
        replies: [notes('New.'), say('1. done')],
        isHere,
        isWrite: (request) => isRef(request) || isPull(request),
      })
    }
  }))

test('an approved plan that commits to the pull request, in its review thread', () =>
  inThread(
    { policies: '', approve_policies: NOTES, changes: 'commit' },
    async (thread) => {
      const isPush = ({ method, path }: { method: string; path: string }) =>
        method === 'PATCH' && /\/git\/refs\//.test(path)
      for (const [index, isHere] of sample([...[...DELIVERY, isPush, isAnswer].entries()], 1, 2)) {
        const plan = await thread.say({ body: '@gemini-cli /plan fix it', replies: [say(`${index}. Write NOTES.md.`)] })
        const code = codeIn(plan.answers[0]?.body, 'approve')
        await expectOneAnswer(thread, {
          id: 9200 + index,
          body: `@gemini-cli /approve ${code}`,
          code,
          replies: [notes(`Version ${index}.`), say('1. done')],
          isHere,
          isWrite: isPush,
        })
      }
    },
    {},
    'review',
  ))

test('a rule that is proposed: one pull request and one answer', () =>
  inThread(
    { policies: ASK_LABELS },
    async (thread) => {
      for (const [nth, [index, isHere]] of sample([...[...DELIVERY, isRef, isPull].entries()], 1, 3).entries()) {
        const labels = turn([call('github__add_labels', { labels: [LABELS[index]?.name] })])
        const asked = await thread.say({ body: '@gemini-cli label it', replies: [labels, say('Denied.')] })
        const code = codeIn(asked.answers.at(-1)?.body, 'allow always')
        const reply = {
          id: 9300 + index,
          body: `@gemini-cli /allow always ${code}`,
          code,
          replies: [],
          isHere,
          isWrite: isPull,
        }
        const name = await killReply(thread, reply)
        // Nothing is used up: the run that comes again does what is missing.
        await repeatReply(thread, reply)
        const answers = thread.answers().filter((each) => each.body.includes(`run=issue-comment-${reply.id}.`))
        expect(answers, name).toHaveLength(1)
        expect(answers[0]?.body, name).toMatch(/state=(?:done|partial)[^\n]*\n/)
        expect(thread.github.world.pulls, name).toHaveLength(nth + 1)
        expect(thread.github.world.issues.find(({ number }) => number === 3)?.labels).toEqual([])
      }
    },
    { labels: LABELS },
  ))
