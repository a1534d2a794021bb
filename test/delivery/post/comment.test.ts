import { expect, test } from 'vitest'
import { deliver } from '../../../src/delivery/deliver.ts'
import { announce, finishAbandoned, pendingStatus } from '../../../src/delivery/post/announce.ts'
import { fetchOwnComment, postComment, type RecentComments } from '../../../src/delivery/post/comment.ts'
import type { GitHubEmulator, InjectedFault } from '../../../src/emulators/github/github.ts'
import { comment, type WorldComment } from '../../../src/emulators/github/world.ts'
import { claimedMark, jobKey, markerLine, type ResultMarker } from '../../../src/github/result-marker.ts'
import { BOT, connect, createTestContext, finished, startIssueGitHub, task } from '../delivery-fixture.ts'

const mark: ResultMarker = { key: jobKey('Review', 'gemini'), run: '100.1', state: 'done' }

test('markers survive a round trip, and only the first line counts', () => {
  expect(claimedMark(`${markerLine(mark)}\nanswer`)).toEqual(mark)
  expect(claimedMark(`${markerLine(mark)}\r\nanswer`)).toEqual(mark)
  expect(claimedMark(markerLine({ ...mark, run: 'a b-->c' }))).toEqual({ ...mark, run: 'a-b---c' })
  expect(claimedMark(` ${markerLine(mark)}`)).toBeUndefined()
  expect(claimedMark(`> ${markerLine(mark)}`)).toBeUndefined()
  expect(claimedMark(`hello\n${markerLine(mark)}`)).toBeUndefined()
  expect(claimedMark(`${markerLine(mark)} and more`)).toBeUndefined()
})

test('keys differ by workflow and job, and cannot end a comment', () => {
  const keys = [jobKey('a', 'b'), jobKey('a b', ''), jobKey('', 'a b'), jobKey('a-b', ''), jobKey('-->', '<!--')]
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(key).toMatch(/^[\w.-]+$/)
})

/** Our comments on the issue. */
const ours = (server: GitHubEmulator) =>
  server.world.comments.filter(({ user, body }) => user === BOT && claimedMark(body) !== undefined)

test('found after any number of other comments, and among forgeries', async () => {
  const crowd: WorldComment[] = Array.from({ length: 450 }, (_, index) =>
    comment({ id: 100 + index, number: 7, body: `talk ${index}` }),
  )
  crowd[2] = comment({
    id: 102,
    number: 7,
    user: BOT,
    body: `${markerLine({ ...mark, key: jobKey('Other', 'gemini') })}\nof another workflow`,
  })
  crowd[3] = comment({ id: 103, number: 7, user: BOT, body: `${markerLine(mark)}\nours` })
  crowd[440] = comment({ id: 540, number: 7, user: 'mallory', body: `${markerLine(mark)}\nforged` })
  crowd[441] = comment({ id: 541, number: 7, user: BOT, body: `He said:\n${markerLine(mark)}` })
  await using server = await startIssueGitHub({}, crowd)
  expect(await fetchOwnComment(connect(server), 7, ({ key }) => key === mark.key)).toMatchObject({ id: 103 })
  expect(server.problems).toEqual([])
})

test('first "working", then the result, and the same comment on the next run', async () => {
  await using server = await startIssueGitHub()
  const first = createTestContext(server)
  const announced = await announce(task, first)
  expect(ours(server)).toMatchObject([
    {
      body: expect.stringMatching(
        /state=working.*\n_Working on it … \(\[run\]\(<https:\/\/github\.com\/octo\/pond\/actions\/runs\/100>\)\)_$/,
      ),
    },
  ])
  expect(server.world.reactions).toMatchObject([{ content: 'eyes', subject: 10 }])
  const { receipts } = await deliver(task, finished(), announced, first)
  expect(receipts.map(({ intent, state }) => [intent.kind, state])).toEqual([
    ['comment', 'posted'],
    ['summary', 'posted'],
  ])
  expect(ours(server)).toMatchObject([{ body: expect.stringContaining('All is well.') }])

  const second = createTestContext(server, { identity: { ...first.identity, run: '101.1', by: '101.1' } })
  await deliver(
    task,
    finished({ ending: { end: 'answered', text: 'Still well.' } }),
    await announce(task, second),
    second,
  )
  expect(ours(server)).toHaveLength(1)
  expect(ours(server)[0]?.body).toMatch(/run=101\.1 state=done -->\nStill well\./)
  expect(server.problems).toEqual([])
})

test('another job has its own comment; mode new creates one per run', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server)
  await deliver(task, finished(), await announce(task, context), context)
  const other = createTestContext(server, { identity: { ...context.identity, job: 'triage' } })
  await deliver(task, finished(), await announce(task, other), other)
  expect(ours(server)).toHaveLength(2)
  for (const run of ['102.1', '102.1', '102.2', '103.1']) {
    const fresh = createTestContext(server, { comment: 'new', identity: { ...context.identity, run } })
    await deliver(task, finished(), await announce(task, fresh), fresh)
  }
  expect(ours(server)).toHaveLength(4)
})

const seen = (body: string, isOwn = true) => ({ id: 10, url: 'https://github.com/x', body, isOwn })
const failing = Promise.reject(new Error('down'))
failing.catch(() => undefined)
const looks: [name: string, seeing: Promise<RecentComments>, requests: string[]][] = [
  ['nothing of ours', Promise.resolve({ comments: [seen('please', false)], olderComments: 0 }), ['POST comments']],
  ['ours', Promise.resolve({ comments: [seen(markerLine(mark))], olderComments: 900 }), ['PATCH 10']],
  [
    'somebody’s copy of ours',
    Promise.resolve({ comments: [seen(markerLine(mark), false)], olderComments: 0 }),
    ['POST comments'],
  ],
  [
    'the newest only',
    Promise.resolve({ comments: [], olderComments: 1 }),
    ['GET comments', 'POST comments', 'POST graphql'],
  ],
  ['nothing', failing, ['GET comments', 'POST comments', 'POST graphql']],
]
for (const [name, seeing, requests] of looks)
  test(`a run that reads the comments anyway knows ${name}: ${requests.join(', ')}`, async () => {
    await using server = await startIssueGitHub()
    const context = createTestContext(server)
    const { comment: _, ...quiet } = task
    await announce(quiet, context, seeing)
    const asked = server.requests.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)
    expect(asked.toSorted()).toEqual(requests)
  })

test('without a comment the trigger still gets a reaction; a dry run sends nothing', async () => {
  await using server = await startIssueGitHub()
  expect(await announce(task, createTestContext(server, { comment: 'off', dryRun: true }))).toEqual({})
  expect(server.requests).toEqual([])
  await announce(task, createTestContext(server, { comment: 'off' }))
  expect(server.world.reactions).toMatchObject([{ content: 'eyes', subject: 10 }])
  expect(server.requests).toHaveLength(1)
})

test('a deleted comment is created again', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server)
  const announced = await announce(task, context)
  server.world.comments = server.world.comments.filter(({ id }) => id !== announced.id)
  const { receipts } = await deliver(task, finished(), announced, context)
  expect(receipts[0]).toMatchObject({ state: 'posted' })
  expect(ours(server)).toMatchObject([{ body: expect.stringContaining('All is well.') }])
})

test('no comment without a target, input, token or run', async () => {
  await using server = await startIssueGitHub()
  const { number: _, ...elsewhere } = task
  const { github: __, ...tokenless } = createTestContext(server)
  const cases = [
    () => deliver(elsewhere, finished(), {}, createTestContext(server)),
    () => deliver(undefined, finished(), {}, createTestContext(server)),
    () => deliver(task, finished(), {}, createTestContext(server, { comment: 'off' })),
    () => deliver(task, finished({ outcome: 'refused' }), {}, createTestContext(server)),
    () => deliver(task, finished({ outcome: 'noop' }), {}, createTestContext(server)),
    () => deliver(task, finished(), {}, createTestContext(server, { dryRun: true })),
    () => deliver(task, finished(), {}, tokenless),
  ]
  for (const run of cases) await run()
  expect(server.requests).toEqual([])
  expect(pendingStatus(task, createTestContext(server, { dryRun: true }))).toBeUndefined()
  expect(await announce(task, tokenless)).toEqual({})
})

test('a run with nothing to do still replaces its "working"', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server)
  const announced = await announce(task, context)
  await deliver(
    task,
    finished({ outcome: 'noop', ending: { end: 'skipped', outcome: 'noop', text: 'Nothing to do.' } }),
    announced,
    context,
  )
  expect(ours(server)).toMatchObject([
    { body: expect.stringMatching(/state=partial -->\n\*\*Nothing ran\.\*\*\n\nNothing to do\./) },
  ])
})

// Every request of a run in turn: refused, or done with its answer lost.
const faults: [name: string, fault: InjectedFault][] = [
  ['refused', 'refuse'],
  ['done, answer lost', 'lose'],
  ['forbidden', { status: 403 }],
  ['not found', { status: 404 }],
  ['gone', { status: 410 }],
  ['conflict', { status: 409 }],
  ['not processable', { status: 422 }],
  ['too many', { status: 429, headers: { 'retry-after': '0' } }],
  ['unavailable', { status: 503 }],
]
for (const [name, fault] of faults)
  for (const times of typeof fault === 'string' ? [1, 2, 3] : [1])
    for (let nth = 1; nth <= 6; nth += 1)
      test(`request ${nth} ${name}${times === 1 ? '' : `, ${times} times`}: at most one comment, and receipts that tell the truth`, async () => {
        await using server = await startIssueGitHub({
          onRequest: (request) => (request.nth >= nth && request.nth < nth + times ? fault : undefined),
        })
        const context = createTestContext(server)
        const { receipts } = await deliver(task, finished(), await announce(task, context), context)
        const [posted, summary] = receipts
        const [comment, ...others] = ours(server)
        expect(others).toEqual([])
        expect(posted?.state === 'posted').toBe(comment?.body.includes('All is well.') ?? false)
        if (posted?.state === 'posted') expect(posted.url).toMatch(/#issuecomment-\d+$/)
        else expect(posted?.reason).toMatch(/GitHub/)
        expect(summary?.state).toBe('posted')
        expect(context.summary()).toContain('All is well.')
        expect(context.summary().includes('Not delivered')).toBe(posted?.state !== 'posted')
        // The next run, on a working GitHub, fixes the rest.
        const next = createTestContext(server, { identity: { ...context.identity, run: '101.1', by: '101.1' } })
        await deliver(task, finished({ ending: { end: 'answered', text: 'Mended.' } }), {}, next)
        expect(ours(server)).toHaveLength(1)
      })

test('a locked issue: the receipt says so, the summary has everything', async () => {
  await using server = await startIssueGitHub({
    onRequest: ({ method, path }) =>
      method === 'POST' && path.endsWith('/comments')
        ? { status: 403, body: { message: 'Unable to create comment because issue is locked.' } }
        : undefined,
  })
  const context = createTestContext(server)
  const announced = await announce(task, context)
  expect(announced.reason).toContain('locked')
  const { receipts } = await deliver(task, finished(), announced, context)
  expect(receipts[0]).toMatchObject({ state: 'failed', reason: expect.stringContaining('issue is locked') })
  expect(context.summary()).toMatch(
    /^\*\*Nothing could be written to GitHub: the conversation is locked\.\*\* .*\n\n> \*\*Not delivered:\*\* the comment on #7[\s\S]*All is well\./,
  )
})

test('the post step completes a killed run, and nothing else', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server)
  const pending = pendingStatus(task, context)
  if (pending === undefined) throw new Error('there is something to finish')
  const github = connect(server)
  expect(await finishAbandoned(pending, github)).toBe(false)
  await announce(task, context)
  expect(await finishAbandoned({ ...pending, run: '99.1' }, github)).toBe(false)
  expect(await finishAbandoned(JSON.parse(JSON.stringify(pending)), github)).toBe(true)
  expect(ours(server)).toMatchObject([
    { body: expect.stringMatching(/state=partial -->\n\*\*Stopped before it finished\.\*\*/) },
  ])
  expect(await finishAbandoned(pending, github)).toBe(false)
  await deliver(task, finished(), {}, context)
  expect(await finishAbandoned(pending, github)).toBe(false)
  expect(ours(server)).toHaveLength(1)
})

test.each([
  ['nothing', 'issue-comment-55.1', undefined, true],
  ['an answer of an earlier attempt', 'issue-comment-55.2', 'issue-comment-55.1', false],
  ['an answer of another comment', 'issue-comment-55.1', 'issue-comment-54.1', true],
  ['nothing, and nobody asked', '100.1', undefined, false],
] as const)('killed before it says that it works, where the issue has %s', async (_, run, answered, isTold) => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server)
  context.identity = { ...context.identity, run }
  if (answered !== undefined)
    await deliver(task, finished(), {}, { ...context, identity: { ...context.identity, run: answered } })
  const before = ours(server).length
  const pending = pendingStatus(task, { ...context, comment: 'auto' })
  expect(await finishAbandoned(JSON.parse(JSON.stringify(pending)), connect(server))).toBe(isTold)
  expect(ours(server)).toHaveLength(before + (isTold ? 1 : 0))
  if (isTold) expect(ours(server).at(-1)?.body).toContain('**Stopped before it finished.**')
  expect(await finishAbandoned(JSON.parse(JSON.stringify(pending)), connect(server))).toBe(false)
})

test('killed between the request and its answer: the post step still finds the comment', async () => {
  await using server = await startIssueGitHub({
    onRequest: ({ method, path }) => (method === 'POST' && path.endsWith('/comments') ? 'lose' : undefined),
  })
  const context = createTestContext(server)
  const pending = pendingStatus(task, context)
  await connect(server)
    .createComment(7, `${markerLine({ ...mark, state: 'working' })}\nworking`)
    .catch(() => undefined)
  expect(pending && (await finishAbandoned(pending, connect(server)))).toBe(true)
})

test('post: a lasting fault is reported, not retried forever', async () => {
  await using server = await startIssueGitHub({
    onRequest: ({ method, path }) => (method === 'POST' && path.endsWith('/comments') ? 'refuse' : undefined),
  })
  await expect(
    postComment(connect(server), { number: 7, body: `${markerLine(mark)}\nx`, matches: () => true }),
  ).rejects.toThrow(/500/)
  expect(server.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/comments'))).toHaveLength(2)
})
