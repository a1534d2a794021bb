import { expect, test } from 'vitest'
import { deliver, planIntents } from '../../../src/delivery/deliver.ts'
import { writerOf } from '../../../src/delivery/delivery-context.ts'
import { type GitHubEmulator, type GitHubEmulatorOptions, startGitHub } from '../../../src/emulators/github/github.ts'
import { pull, type World, type WorldReviewComment } from '../../../src/emulators/github/world.ts'
import { commentMarkerLine } from '../../../src/github/comment-marker.ts'
import type { Task } from '../../../src/github/events/task.ts'
import type { Proposal } from '../../../src/github-tools/proposal.ts'
import { OUTCOMES, type Outcome } from '../../../src/record/events.ts'
import { BOT, createTestContext, finished, TOKEN, task } from '../delivery-fixture.ts'
import { reviewCommentOf } from '../review-comment.ts'

const base = { ref: 'main', sha: 'a'.repeat(40), repo: 'octo/pond' }
const head = { ref: 'topic', sha: 'b'.repeat(40), repo: 'octo/pond' }
const about: Task = {
  ...task,
  event: 'pull_request',
  action: 'synchronize',
  kind: 'pull_request',
  number: 5,
  base,
  head,
}
const patch = '@@ -1,2 +1,3 @@\n one\n+two\n three'
const files = [{ filename: 'src/b.ts', status: 'modified' as const, additions: 1, deletions: 0, sha: head.sha, patch }]

const open = (reviewComments: WorldReviewComment[], options: GitHubEmulatorOptions = {}, more: Partial<World> = {}) =>
  startGitHub(
    {
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      playedWorkflow: 'sluice.yml',
      pulls: [pull({ number: 5, base, head, files })],
      reviewComments,
      ...more,
    },
    options,
  )

const marked = (server: GitHubEmulator, key = writerOf(createTestContext(server).identity).key) =>
  `${commentMarkerLine({ kind: 'remark', key, by: '100.1', linesHash: 'x' })}\nThis is wrong.`

/** Our inline comment on lines that were changed. */
const fixed = (server: GitHubEmulator, more: Partial<WorldReviewComment> = {}) =>
  reviewCommentOf({ id: 1, line: null, body: marked(server), ...more })

const on = (path: string): Proposal => ({
  kind: 'review_comment',
  number: 5,
  commit: head.sha,
  path,
  location: { side: 'RIGHT', line: 2 },
  body: 'And this.',
  linesHash: 'y',
})

async function after(server: GitHubEmulator, given: { task?: Task; proposals?: Proposal[]; outcome?: Outcome } = {}) {
  const context = createTestContext(server)
  const { outcome = 'ok', proposals = [] } = given
  const { receipts } = await deliver(given.task ?? about, { ...finished({ outcome }), proposals }, {}, context)
  const receipt = receipts.find(({ intent }) => intent.kind === 'resolve_fixed')
  const comment = server.world.comments.find(({ user }) => user === BOT)?.body ?? ''
  return { resolved: server.world.resolved, receipt, comment, summary: context.summary() }
}

const standing: [name: string, remarks: (server: GitHubEmulator) => WorldReviewComment[], resolved: number[]][] = [
  ['on lines that were changed since', (server) => [fixed(server)], [1]],
  ['on lines that are still there', (server) => [fixed(server, { line: 5 })], []],
  ['by somebody else with our mark', (server) => [fixed(server, { user: 'mallory' })], []],
  ['without our mark', (server) => [fixed(server, { body: 'This is wrong.' })], []],
  ['with the mark quoted', (server) => [fixed(server, { body: `> x\n${marked(server)}` })], []],
  ['of another job', (server) => [fixed(server, { body: marked(server, 'other.0123') })], []],
  [
    'that somebody answered',
    (server) => [fixed(server), reviewCommentOf({ id: 2, user: 'wendy', inReplyTo: 1, line: null })],
    [],
  ],
  [
    'among others',
    (server) => [fixed(server), fixed(server, { id: 3, path: 'src/c.ts' }), fixed(server, { id: 4, line: 5 })],
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
    expect(after1.comment.includes('fixed threads')).toBe(resolved.length > 0)
    expect(after1.summary.includes('fixed threads')).toBe(resolved.length > 0)
    expect(server.problems).toEqual([])
  })

type Ended = [name: string, given: Parameters<typeof after>[1], resolved: number[]]
const runs: Ended[] = [
  ['that has an inline comment on another file', { proposals: [on('src/b.ts')] }, [1]],
  ['that has an inline comment on the same file', { proposals: [on('src/a.ts')] }, []],
  ...OUTCOMES.filter((outcome) => outcome !== 'ok').map(
    (outcome): Ended => [`that ended as ${outcome}`, { outcome }, []],
  ),
  ['that answers a comment', { task: { ...about, event: 'issue_comment' } }, []],
  ['of a pull request that was just opened', { task: { ...about, action: 'opened' } }, []],
]
for (const [name, given, resolved] of runs)
  test(`a run ${name} resolves ${resolved.length === 0 ? 'nothing' : 'what is fixed'}`, async () => {
    await using server = await open([])
    server.world.reviewComments.push(fixed(server))
    expect((await after(server, given)).resolved).toEqual(resolved)
  })

test('a token that may not resolve is no failure, nor is a lost response', async () => {
  await using read = await open([], {}, { tokenPermissions: { contents: 'read' } })
  read.world.reviewComments.push(fixed(read), fixed(read, { id: 2 }))
  const { receipt, comment, summary } = await after(read)
  expect(receipt).toMatchObject({ state: 'skipped', reason: expect.stringContaining('contents: write') })
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
  server.world.reviewComments.push(fixed(server))
  expect(await after(server)).toMatchObject({ resolved: [1], receipt: { state: 'posted' } })
  expect(lost).toBe(true)
})

test('it is part of the plan, and of a review only', async () => {
  await using server = await open([])
  const context = createTestContext(server)
  const { report } = await deliver(about, finished({}), {}, context)
  const kinds = (overrides: typeof context) =>
    planIntents({ report, task: about, announcement: {} }, overrides).map(({ kind }) => kind)
  expect(kinds(context)).toContain('resolve_fixed')
  expect(kinds({ ...context, review: 'off' })).not.toContain('resolve_fixed')
})
