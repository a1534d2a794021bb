import { expect, test } from 'vitest'
import { announce, finishAbandoned, pendingFor } from '../../src/delivery/announce.ts'
import { findOurs, keyOf, type Mark, markLine, markOf, post, type SeenComments } from '../../src/delivery/comment.ts'
import { deliver } from '../../src/delivery/deliver.ts'
import type { FakeGitHub, Fault } from '../../src/standin/github.ts'
import { type Comment, comment } from '../../src/standin/github-world.ts'
import { BOT, connect, finished, openTestDesk, startDeskGitHub, task } from './desk.ts'

const mark: Mark = { key: keyOf('Review', 'gemini'), run: '100.1', state: 'done' }

test('marks survive their way, and only the first line counts', () => {
  expect(markOf(`${markLine(mark)}\nanswer`)).toEqual(mark)
  expect(markOf(`${markLine(mark)}\r\nanswer`)).toEqual(mark)
  expect(markOf(markLine({ ...mark, run: 'a b-->c' }))).toEqual({ ...mark, run: 'a-b---c' })
  expect(markOf(` ${markLine(mark)}`)).toBeUndefined()
  expect(markOf(`> ${markLine(mark)}`)).toBeUndefined()
  expect(markOf(`hello\n${markLine(mark)}`)).toBeUndefined()
  expect(markOf(`${markLine(mark)} and more`)).toBeUndefined()
})

test('keys differ when workflow or job differ, and hold nothing that could end a comment', () => {
  const keys = [keyOf('a', 'b'), keyOf('a b', ''), keyOf('', 'a b'), keyOf('a-b', ''), keyOf('-->', '<!--')]
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(key).toMatch(/^[\w.-]+$/)
})

/** What is ours on the issue, as people see it. */
const ours = (server: FakeGitHub) =>
  server.world.comments.filter(({ user, body }) => user === BOT && markOf(body) !== undefined)

test('found behind any number of other comments, and among forgeries', async () => {
  const crowd: Comment[] = Array.from({ length: 450 }, (_, index) =>
    comment({ id: 100 + index, number: 7, body: `talk ${index}` }),
  )
  crowd[2] = comment({
    id: 102,
    number: 7,
    user: BOT,
    body: `${markLine({ ...mark, key: keyOf('Other', 'gemini') })}\nof another workflow`,
  })
  crowd[3] = comment({ id: 103, number: 7, user: BOT, body: `${markLine(mark)}\nours` })
  crowd[440] = comment({ id: 540, number: 7, user: 'mallory', body: `${markLine(mark)}\nforged` })
  crowd[441] = comment({ id: 541, number: 7, user: BOT, body: `He said:\n${markLine(mark)}` })
  await using server = await startDeskGitHub({}, crowd)
  expect(await findOurs(connect(server), 7, ({ key }) => key === mark.key)).toMatchObject({ id: 103 })
  expect(server.problems).toEqual([])
})

test('working first, the result after, and the same comment on the next run', async () => {
  await using server = await startDeskGitHub()
  const first = openTestDesk(server)
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

  const second = openTestDesk(server, { place: { ...first.place, run: '101.1' } })
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

test('another job keeps a comment of its own; new mode makes one a run', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server)
  await deliver(task, finished(), await announce(task, desk), desk)
  const other = openTestDesk(server, { place: { ...desk.place, job: 'triage' } })
  await deliver(task, finished(), await announce(task, other), other)
  expect(ours(server)).toHaveLength(2)
  for (const run of ['102.1', '102.1', '102.2', '103.1']) {
    const fresh = openTestDesk(server, { comment: 'new', place: { ...desk.place, run } })
    await deliver(task, finished(), await announce(task, fresh), fresh)
  }
  expect(ours(server)).toHaveLength(4)
})

const seen = (body: string, isOurs = true) => ({ id: 10, url: 'https://github.com/x', body, isOurs })
const failing = Promise.reject(new Error('down'))
failing.catch(() => undefined)
const looks: [name: string, seeing: Promise<SeenComments>, requests: string[]][] = [
  ['nothing of ours', Promise.resolve({ comments: [seen('please', false)], older: 0 }), ['POST comments']],
  ['ours', Promise.resolve({ comments: [seen(markLine(mark))], older: 900 }), ['PATCH 10']],
  [
    'somebody’s copy of ours',
    Promise.resolve({ comments: [seen(markLine(mark), false)], older: 0 }),
    ['POST comments'],
  ],
  ['the newest only', Promise.resolve({ comments: [], older: 1 }), ['GET comments', 'POST comments', 'POST graphql']],
  ['nothing', failing, ['GET comments', 'POST comments', 'POST graphql']],
]
for (const [name, seeing, requests] of looks)
  test(`who reads the comments anyway has seen ${name}: ${requests.join(', ')}`, async () => {
    await using server = await startDeskGitHub()
    const desk = openTestDesk(server)
    const { comment: _, ...quiet } = task
    await announce(quiet, desk, seeing)
    const asked = server.requests.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)
    expect(asked.toSorted()).toEqual(requests)
  })

test('who wants no comment is acknowledged all the same; a dry run tells nobody', async () => {
  await using server = await startDeskGitHub()
  expect(await announce(task, openTestDesk(server, { comment: 'off', dryRun: true }))).toEqual({})
  expect(server.requests).toEqual([])
  await announce(task, openTestDesk(server, { comment: 'off' }))
  expect(server.world.reactions).toMatchObject([{ content: 'eyes', subject: 10 }])
  expect(server.requests).toHaveLength(1)
})

test('a comment deleted meanwhile is written anew', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server)
  const announced = await announce(task, desk)
  server.world.comments = server.world.comments.filter(({ id }) => id !== announced.id)
  const { receipts } = await deliver(task, finished(), announced, desk)
  expect(receipts[0]).toMatchObject({ state: 'posted' })
  expect(ours(server)).toMatchObject([{ body: expect.stringContaining('All is well.') }])
})

test('no comment when there is nowhere, no wish, no token, or nothing ran', async () => {
  await using server = await startDeskGitHub()
  const { number: _, ...elsewhere } = task
  const { github: __, ...tokenless } = openTestDesk(server)
  const cases = [
    () => deliver(elsewhere, finished(), {}, openTestDesk(server)),
    () => deliver(undefined, finished(), {}, openTestDesk(server)),
    () => deliver(task, finished(), {}, openTestDesk(server, { comment: 'off' })),
    () => deliver(task, finished({ outcome: 'refused' }), {}, openTestDesk(server)),
    () => deliver(task, finished({ outcome: 'noop' }), {}, openTestDesk(server)),
    () => deliver(task, finished(), {}, openTestDesk(server, { dryRun: true })),
    () => deliver(task, finished(), {}, tokenless),
  ]
  for (const run of cases) await run()
  expect(server.requests).toEqual([])
  expect(pendingFor(task, openTestDesk(server, { dryRun: true }))).toBeUndefined()
  expect(await announce(task, tokenless)).toEqual({})
})

test('a run that turns out to have nothing to do still replaces its "working"', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server)
  const announced = await announce(task, desk)
  await deliver(
    task,
    finished({ outcome: 'noop', ending: { end: 'skipped', outcome: 'noop', text: 'Nothing to do.' } }),
    announced,
    desk,
  )
  expect(ours(server)).toMatchObject([
    { body: expect.stringMatching(/state=done -->\n\*\*Nothing ran\.\*\*\n\nNothing to do\./) },
  ])
})

// Every request of a run in turn: refused, or done with its answer lost.
const faults: [name: string, fault: Fault][] = [
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
        await using server = await startDeskGitHub({
          onRequest: (request) => (request.nth >= nth && request.nth < nth + times ? fault : undefined),
        })
        const desk = openTestDesk(server)
        const { receipts } = await deliver(task, finished(), await announce(task, desk), desk)
        const [posted, summary] = receipts
        const [comment, ...others] = ours(server)
        expect(others).toEqual([])
        expect(posted?.state === 'posted').toBe(comment?.body.includes('All is well.') ?? false)
        if (posted?.state === 'posted') expect(posted.url).toMatch(/#issuecomment-\d+$/)
        else expect(posted?.why).toMatch(/GitHub/)
        expect(summary?.state).toBe('posted')
        expect(desk.summary()).toContain('All is well.')
        expect(desk.summary().includes('Not delivered')).toBe(posted?.state !== 'posted')
        // The next run, on a GitHub that works again, mends whatever is left.
        const next = openTestDesk(server, { place: { ...desk.place, run: '101.1' } })
        await deliver(task, finished({ ending: { end: 'answered', text: 'Mended.' } }), {}, next)
        expect(ours(server)).toHaveLength(1)
      })

test('a locked issue: the receipt says so, the summary has everything', async () => {
  await using server = await startDeskGitHub({
    onRequest: ({ method, path }) =>
      method === 'POST' && path.endsWith('/comments')
        ? { status: 403, body: { message: 'Unable to create comment because issue is locked.' } }
        : undefined,
  })
  const desk = openTestDesk(server)
  const announced = await announce(task, desk)
  expect(announced.why).toContain('locked')
  const { receipts } = await deliver(task, finished(), announced, desk)
  expect(receipts[0]).toMatchObject({ state: 'failed', why: expect.stringContaining('issue is locked') })
  expect(desk.summary()).toMatch(
    /^\*\*Nothing could be written to GitHub: the conversation is locked\.\*\* .*\n\n> \*\*Not delivered:\*\* the comment on #7[\s\S]*All is well\./,
  )
})

test('the post step finishes what a killed run left, and nothing else', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server)
  const pending = pendingFor(task, desk)
  if (pending === undefined) throw new Error('there is something to finish')
  const github = connect(server)
  expect(await finishAbandoned(pending, github)).toBe(false)
  await announce(task, desk)
  expect(await finishAbandoned({ ...pending, run: '99.1' }, github)).toBe(false)
  expect(await finishAbandoned(JSON.parse(JSON.stringify(pending)), github)).toBe(true)
  expect(ours(server)).toMatchObject([
    { body: expect.stringMatching(/state=done -->\n\*\*Stopped before it could finish\.\*\*/) },
  ])
  expect(await finishAbandoned(pending, github)).toBe(false)
  await deliver(task, finished(), {}, desk)
  expect(await finishAbandoned(pending, github)).toBe(false)
  expect(ours(server)).toHaveLength(1)
})

test('killed between the request and its answer: the post step still finds the comment', async () => {
  await using server = await startDeskGitHub({
    onRequest: ({ method, path }) => (method === 'POST' && path.endsWith('/comments') ? 'lose' : undefined),
  })
  const desk = openTestDesk(server)
  const pending = pendingFor(task, desk)
  await connect(server)
    .createComment(7, `${markLine({ ...mark, state: 'working' })}\nworking`)
    .catch(() => undefined)
  expect(pending && (await finishAbandoned(pending, connect(server)))).toBe(true)
})

test('post: a fault that lasts is told, not repeated for ever', async () => {
  await using server = await startDeskGitHub({
    onRequest: ({ method, path }) => (method === 'POST' && path.endsWith('/comments') ? 'refuse' : undefined),
  })
  await expect(
    post(connect(server), { number: 7, body: `${markLine(mark)}\nx`, replaces: () => true }),
  ).rejects.toThrow(/500/)
  expect(server.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/comments'))).toHaveLength(2)
})
