import { expect, test } from 'vitest'
import { deliver, plan } from '../../src/delivery/deliver.ts'
import { writerOf } from '../../src/delivery/delivery-kit.ts'
import type { Proposal } from '../../src/delivery/intent.ts'
import { noteLine } from '../../src/delivery/note.ts'
import type { Task } from '../../src/github/task.ts'
import { type FakeGitHub, type StandinOptions, startGitHub } from '../../src/standin/github.ts'
import { pull, type ReviewComment, type World } from '../../src/standin/github-world.ts'
import { BOT, finished, openTestDesk, TOKEN, task } from './desk.ts'
import { remarkOf } from './remarks.ts'

const base = { ref: 'main', sha: 'a'.repeat(40), repo: 'octo/pond' }
const head = { ref: 'topic', sha: 'b'.repeat(40), repo: 'octo/pond' }
const about: Task = {
  ...task,
  event: 'pull_request',
  action: 'synchronize',
  about: 'pull_request',
  number: 5,
  base,
  head,
}
const patch = '@@ -1,2 +1,3 @@\n one\n+two\n three'
const files = [{ filename: 'src/b.ts', status: 'modified' as const, additions: 1, deletions: 0, sha: head.sha, patch }]

const open = (reviewComments: ReviewComment[], options: StandinOptions = {}, more: Partial<World> = {}) =>
  startGitHub(
    {
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      pulls: [pull({ number: 5, base, head, files })],
      reviewComments,
      ...more,
    },
    options,
  )

const marked = (server: FakeGitHub, key = writerOf(openTestDesk(server).place).key) =>
  `${noteLine({ kind: 'remark', key, at: 'x' })}\nThis is wrong.`

/** A remark of ours whose lines are gone. */
const settled = (server: FakeGitHub, more: Partial<ReviewComment> = {}) =>
  remarkOf({ id: 1, line: null, body: marked(server), ...more })

const on = (path: string): Proposal => ({
  kind: 'review_comment',
  number: 5,
  commit: head.sha,
  path,
  spot: { side: 'RIGHT', line: 2 },
  body: 'And this.',
  at: 'y',
})

async function after(
  server: FakeGitHub,
  given: { task?: Task; proposals?: Proposal[]; outcome?: 'ok' | 'internal' } = {},
) {
  const desk = openTestDesk(server)
  const { outcome = 'ok', proposals = [] } = given
  const { receipts } = await deliver(given.task ?? about, { ...finished({ outcome }), proposals }, {}, desk)
  const receipt = receipts.find(({ intent }) => intent.kind === 'resolve_fixed')
  const comment = server.world.comments.find(({ user }) => user === BOT)?.body ?? ''
  return { resolved: server.world.resolved, receipt, comment, summary: desk.summary() }
}

const standing: [name: string, remarks: (server: FakeGitHub) => ReviewComment[], resolved: number[]][] = [
  ['on lines that were changed since', (server) => [settled(server)], [1]],
  ['on lines that are still there', (server) => [settled(server, { line: 5 })], []],
  ['by somebody else with our mark', (server) => [settled(server, { user: 'mallory' })], []],
  ['without our mark', (server) => [settled(server, { body: 'This is wrong.' })], []],
  ['with the mark quoted', (server) => [settled(server, { body: `> x\n${marked(server)}` })], []],
  ['of another job', (server) => [settled(server, { body: marked(server, 'other.0123') })], []],
  [
    'that somebody answered',
    (server) => [settled(server), remarkOf({ id: 2, user: 'wendy', inReplyTo: 1, line: null })],
    [],
  ],
  [
    'among others',
    (server) => [settled(server), settled(server, { id: 3, path: 'src/c.ts' }), settled(server, { id: 4, line: 5 })],
    [1, 3],
  ],
]
for (const [name, remarks, resolved] of standing)
  test(`a thread of an earlier run ${name} is ${resolved.length === 0 ? 'left alone' : 'resolved'}`, async () => {
    await using server = await open([])
    server.world.reviewComments.push(...remarks(server))
    const after1 = await after(server)
    expect(after1.resolved).toEqual(resolved)
    expect(after1.receipt?.state).toBe(resolved.length === 0 ? 'skipped' : 'posted')
    expect(after1.comment.includes('settled')).toBe(resolved.length > 0)
    expect(after1.summary.includes('settled')).toBe(resolved.length > 0)
    expect(server.problems).toEqual([])
  })

const runs: [name: string, given: Parameters<typeof after>[1], resolved: number[]][] = [
  ['that has a remark on another file', { proposals: [on('src/b.ts')] }, [1]],
  ['that has a remark on the same file', { proposals: [on('src/a.ts')] }, []],
  ['that failed', { outcome: 'internal' }, []],
  ['that answers a comment', { task: { ...about, event: 'issue_comment' } }, []],
  ['of a pull request that was just opened', { task: { ...about, action: 'opened' } }, []],
]
for (const [name, given, resolved] of runs)
  test(`a run ${name} resolves ${resolved.length === 0 ? 'nothing' : 'what is settled'}`, async () => {
    await using server = await open([])
    server.world.reviewComments.push(settled(server))
    expect((await after(server, given)).resolved).toEqual(resolved)
  })

test('a token that may not resolve is nobody’s trouble; an answer that is lost neither', async () => {
  await using read = await open([], {}, { tokenMay: { contents: 'read' } })
  read.world.reviewComments.push(settled(read), settled(read, { id: 2 }))
  const { receipt, comment, summary } = await after(read)
  expect(receipt).toMatchObject({ state: 'skipped', why: expect.stringContaining('contents: write') })
  expect(comment + summary).not.toContain('contents: write')
  const mutations = read.requests.filter(({ body }) => JSON.stringify(body ?? '').includes('resolveReviewThread'))
  expect(mutations).toHaveLength(1)

  let lost = false
  await using server = await open([], {
    onRequest: ({ body }) => {
      const loses = !lost && JSON.stringify(body ?? '').includes('resolveReviewThread')
      lost ||= loses
      return loses ? 'lose' : undefined
    },
  })
  server.world.reviewComments.push(settled(server))
  expect(await after(server)).toMatchObject({ resolved: [1], receipt: { state: 'posted' } })
  expect(lost).toBe(true)
})

test('it is part of the plan, and of a review only', async () => {
  await using server = await open([])
  const desk = openTestDesk(server)
  const { report } = await deliver(about, finished({}), {}, desk)
  const kinds = (kit: typeof desk) => plan(report, about, {}, kit).map(({ kind }) => kind)
  expect(kinds(desk)).toContain('resolve_fixed')
  expect(kinds({ ...desk, review: 'off' })).not.toContain('resolve_fixed')
})
