import { type ChildProcess, execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { issue } from '../../src/emulators/github/world.ts'
import { sample } from '../sample.ts'
import { canBeHadAgain } from './checks.ts'
import { isAnswer } from './thread-kills.ts'
import { codeIn, contentsOf, inThread, type TurnResult } from './thread-runs.ts'

const ASK = '[[rule]]\nmcpName = "github"\ntoolName = "add_labels"\ndecision = "ask_user"\npriority = 500\n'
const ELSEWHERE =
  '[[rule]]\nmcpName = "github"\ntoolName = "comment"\ndecision = "allow"\npriority = 500\ntargets = "any"\n'
const ASK_EACH = `${ELSEWHERE}${ASK}\n${ASK.replace('add_labels', 'remove_labels')}`
const APPROVED = '[[rule]]\ntoolName = "write_file"\ndecision = "allow"\npriority = 500\n'
const LABEL = { id: 1, name: 'bug', color: 'ff0000', description: null }
const labels = () => call('github__add_labels', { labels: ['bug'] })
const notes = () => call('write_file', { file_path: 'NOTES.md', content: 'Graphemes.\n' })

test('six turns: each answer below its question, each run knows those before, nothing is delivered twice', async () => {
  const inputs = { policies: ASK, approve_policies: APPROVED, changes: 'pull_request' }
  await inThread(
    inputs,
    async (thread) => {
      const results: TurnResult[] = []
      const next = async (body: string, ...replies: Parameters<typeof thread.say>[0]['replies']) => {
        const result = await thread.say({ body, replies })
        results.push(result)
        expect(result.run.outputs.outcome, result.run.log).toMatch(/^(?:ok|denied)$/)
        expect(result.answers, result.run.log).toHaveLength(1)
        return result.answers[0]?.body
      }
      await next('@gemini-cli what is wrong here?', say('It counts UTF-16 units.'))
      await next('@gemini-cli and how do I fix it?', say('Count graphemes.'))
      const denied = await next('@gemini-cli label it', turn([labels()]), say('I may not set labels.'))
      const once = codeIn(denied, 'allow once')
      const allowed = await next(`@gemini-cli /allow once ${once}`, turn([labels()]), say('It has the label.'))
      expect(allowed).toMatch(/wendy allowed one call in .*github__add_labels/)
      const plan = await next('@gemini-cli /plan fix it', say('1. Write NOTES.md.'))
      const approve = codeIn(plan, 'approve')
      const done = await next(`@gemini-cli /approve ${approve}`, turn([notes()]), say('1. done'))
      expect(done).toContain('wendy approved the plan')

      // Continued runs replay, too.
      for (const { run, requests } of results) {
        const transcript = await readFile(run.outputs.transcript ?? '', 'utf8')
        await canBeHadAgain({ transcript, gemini: { requests } as never })
      }
      // Each run sends the messages of the one before again, byte for byte, and its answer.
      for (const [index, { requests }] of results.entries()) {
        const before = results[index - 1]?.requests.at(-1)
        if (before === undefined) continue
        const prefix = contentsOf(before).slice(0, -1)
        expect(contentsOf(requests[0] as never).slice(0, prefix.length)).toBe(prefix)
      }
      const asked = contentsOf(results.at(-1)?.requests[0] as never)
      for (const text of ['UTF-16 units', 'Count graphemes', 'I may not set', 'has the label', '1. Write NOTES.md'])
        expect(asked).toContain(text)
      // Side effects happened once.
      const { requests, world } = thread.github
      const posts = (path: RegExp) => requests.filter((each) => each.method === 'POST' && path.test(each.path))
      expect(posts(/\/labels$/)).toHaveLength(1)
      expect(posts(/\/pulls$/)).toHaveLength(1)
      expect(thread.answers()).toHaveLength(6)
      expect(world.comments.map(({ user }) => user === 'wendy')).toEqual(world.comments.map((_, nth) => nth % 2 === 0))
      expect(thread.github.problems).toEqual([])

      // A code is for one call of one person: nothing of this reaches the model, and only who may write gets a line.
      const hostile: [body: string, user: string, line: RegExp | undefined][] = [
        [`@gemini-cli /allow once ${once}`, 'walt', /The code was already used/],
        [`@gemini-cli /approve ${approve}`, 'wendy', /The code was already used/],
        [`@gemini-cli /allow once ${once}`, 'rita', undefined],
        [`> @gemini-cli /allow once ${once}`, 'wendy', undefined],
        [`@gemini-cli /allow once \`${once}\``, 'wendy', /must be exactly/],
      ]
      for (const [body, user, line] of hostile) {
        const { answers, requests: sent, run } = await thread.say({ body, user, replies: [] })
        expect(sent, run.log).toEqual([])
        expect(answers).toHaveLength(line === undefined ? 0 : 1)
        if (line !== undefined) expect(answers[0]?.body).toMatch(line)
      }
      expect(posts(/\/labels$/)).toHaveLength(1)

      // A rule for later runs is a pull request of its own, without the model.
      const always = await thread.say({ body: `@gemini-cli /allow always ${once}`, replies: [] })
      expect(always.requests).toEqual([])
      expect(always.run.outputs.outcome, always.run.log).toBe('ok')
      expect(always.answers[0]?.body).toContain('argsPattern = ')
      const proposed = world.pulls.at(-1)?.body ?? ''
      expect(proposed).toContain('It allows this call and no other recorded one.')
      // The runs of all six turns, and of them only the one that was denied the call.
      expect(
        proposed.match(/^- \[run \d+\]\(https:\/\/github\.com\/octo\/pond\/actions\/runs\/\d+\): .*$/gm),
      ).toHaveLength(6)
      expect(proposed.match(/1 denied call would be allowed/g)).toHaveLength(1)
      expect(posts(/\/pulls$/)).toHaveLength(2)
      const branch = always.run.outputs.branch ?? ''
      const { stdout } = await promisify(execFile)('git', [
        '-C',
        thread.repository.origin,
        'show',
        '--stat=200',
        branch,
      ])
      expect(stdout).toMatch(/\.gemini\/policies\/allow-github-add-labels-\w+\.toml/)
      const again = await thread.say({ body: `@gemini-cli /allow always ${once}`, user: 'walt', replies: [] })
      expect(again.answers[0]?.body).toMatch(/The pull request .* already adds this rule/)
      expect(posts(/\/pulls$/)).toHaveLength(2)
    },
    { labels: [LABEL] },
  )
})

const file = (path: string) => call('write_file', { file_path: path, content: `${path}\n` })
const EDITS = `[[rule]]
toolName = "write_file"
argsPattern = '"file_path":"A\\.md"'
decision = "allow"
priority = 500

[[rule]]
toolName = "write_file"
argsPattern = '"file_path":"[BC]\\.md"'
decision = "ask_user"
priority = 500
`

test('edits that were not delivered come back first, and only the allowed call is new', () =>
  inThread({ policies: EDITS, changes: 'report' }, async (thread) => {
    const first = await thread.say({
      body: '@gemini-cli write all three',
      replies: [turn([file('A.md'), file('B.md'), file('C.md')]), say('Two were denied.')],
    })
    const code = codeIn(first.answers[0]?.body, 'allow once')
    const second = await thread.say({
      body: `@gemini-cli /allow once ${code}`,
      replies: [turn([file('B.md'), file('C.md')]), say('B is there, C is not.')],
    })
    expect(second.run.outputs.outcome, second.run.log).toMatch(/^(?:ok|denied)$/)
    const changes = JSON.parse(second.run.outputs.changes ?? '[]') as { path: string }[]
    expect(changes.map(({ path }) => path)).toEqual(['A.md', 'B.md'])
    expect(second.answers[0]?.body).toContain('Denied: 1 call')
    // A question does not go on with edits that are not there: it knows the comments.
    const third = await thread.say({ body: '@gemini-cli what is left?', replies: [say('C.')] })
    expect(third.run.log).toContain('the edits of the previous run were not delivered')
    expect(contentsOf(third.requests[0] as never)).toContain('B is there, C is not.')
  }))

const isLabel = ({ method, path }: { method: string; path: string }) => method === 'POST' && /\/labels$/.test(path)
test('a run that is killed anywhere has used its code up: one answer, and no second write', () =>
  inThread(
    { policies: ASK },
    async (thread) => {
      // Each point: the n-th request to GitHub of its kind, or the model's first.
      const points: [name: string, isHere: ((request: Parameters<typeof isAnswer>[0]) => boolean) | 'model'][] = [
        ['when the code is used up', ({ method, path }) => method === 'POST' && /\/comments$/.test(path)],
        ['when the model is asked', 'model'],
        ['when the call is written', isLabel],
        ['when the answer is posted', isAnswer],
      ]
      for (const [name, isHere] of sample(points, 1)) {
        const asked = await thread.say({ body: '@gemini-cli label it', replies: [turn([labels()]), say('Denied.')] })
        const code = codeIn(asked.answers.at(-1)?.body, 'allow once')
        const replies = [turn([labels()]), say('It has the label.')]
        const before = thread.github.requests.filter(isLabel).length
        let child: ChildProcess | undefined
        const kill = () => child?.kill('SIGKILL')
        const body = `@gemini-cli /allow once ${code}`
        const killed = await thread.say({
          id: 9000 + points.findIndex(([each]) => each === name),
          body,
          replies,
          onStart: (started) => {
            child = started
          },
          onModel: () => isHere === 'model' && kill(),
          onGitHub: (request) => {
            if (isHere === 'model' || !isHere(request)) return undefined
            kill()
            return 'lose'
          },
        })
        expect(killed.run.signal, name).toBe('SIGKILL')
        for (const attempt of [2, 1]) {
          const id = 9000 + points.findIndex(([each]) => each === name)
          const again = await thread.say({ id, body, replies, attempt })
          expect(again.requests, `${name}: ${again.run.log}`).toEqual([])
          expect(again.answers, name).toEqual([])
        }
        const answers = thread.answers().filter((each) => each.body.includes(`used=${code}`))
        expect(answers, name).toHaveLength(1)
        expect(answers[0]?.body, name).not.toContain('state=working')
        expect(thread.github.requests.filter(isLabel).length - before, name).toBeLessThanOrEqual(1)
      }
    },
    { labels: [LABEL] },
  ))

test('two codes of one answer: the second run writes nothing again that the first one wrote', () =>
  inThread(
    { policies: ASK_EACH },
    async (thread) => {
      const [remove, add, remark] = [
        call('github__remove_labels', { labels: ['old'] }),
        labels(),
        call('github__comment', { body: 'It has labels.', number: 4 }),
      ]
      const asked = await thread.say({
        body: '@gemini-cli label it',
        replies: [turn([add, remove]), say('Both denied.')],
      })
      const codes = [...(asked.answers[0]?.body ?? '').matchAll(/\/allow once ([A-Z0-9]{10})/g)].map(([, code]) => code)
      expect(codes).toHaveLength(2)
      for (const code of codes) {
        const replies = [turn([remark]), turn([code === codes[0] ? add : remove]), say('It is done.')]
        const { run } = await thread.say({ body: `@gemini-cli /allow once ${code}`, replies })
        expect(run.outputs.outcome, run.log).toBe('ok')
      }
      const { comments, issues } = thread.github.world
      expect(comments.filter(({ number }) => number === 4)).toHaveLength(1)
      expect(issues.find(({ number }) => number === 3)?.labels).toEqual(['bug'])
    },
    {
      labels: [LABEL, { ...LABEL, id: 2, name: 'old' }],
      issues: [issue({ number: 3, labels: ['old'] }), issue({ number: 4 })],
    },
  ))
