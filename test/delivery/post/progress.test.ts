import { expect, test } from 'vitest'
import { deliver } from '../../../src/delivery/deliver.ts'
import { announce, startProgress } from '../../../src/delivery/post/announce.ts'
import type { GitHubEmulator } from '../../../src/emulators/github/github.ts'
import type { CallRecord, RunEvent } from '../../../src/record/events.ts'
import {
  BOT,
  createTestContext,
  finished,
  SECRET,
  startIssueGitHub,
  type TestContext,
  task,
} from '../delivery-fixture.ts'

/** A clock that jumps: a sleep ends at once, later than asked by nothing; from `endMs` on nothing ends. */
function jumpingClock(endMs: number, onSlept: (timeMs: number) => void = () => undefined) {
  let timeMs = 0
  let rest: () => void = () => undefined
  const asleep = new Promise<void>((resolve) => {
    rest = resolve
  })
  return {
    now: () => timeMs,
    /** Resolves when the next sleep would last beyond the end. */
    asleep,
    async sleep(ms: number, signal: AbortSignal) {
      signal.throwIfAborted()
      if (timeMs + ms > endMs) {
        rest()
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
        throw signal.reason
      }
      timeMs += ms
      onSlept(timeMs)
    },
  }
}

const MINUTE = 60_000
const call = (id: string, more: Partial<CallRecord> = {}): RunEvent => ({
  type: 'call_finished',
  call: { id, name: 'read_file', args: {}, state: 'success', ms: 1, bytes: 1, ...more },
  reply: {},
})
const todos = (...list: [description: string, status: string][]) =>
  call('todos', {
    name: 'write_todos',
    args: { todos: list.map(([description, status]) => ({ description, status })) },
  })

/** The bodies that PATCH requests gave the comment or check run. */
const edits = ({ requests }: GitHubEmulator, path = /issues\/comments/) =>
  requests.flatMap(({ method, path: url, body }) =>
    method === 'PATCH' && path.test(url) ? [body as { body: string }] : [],
  )

async function working(context: TestContext, clock: ReturnType<typeof jumpingClock>, events: RunEvent[]) {
  const announcement = await announce(task, context)
  const progress = startProgress(
    { announcement: Promise.resolve(announcement), events: () => events, ...clock },
    context,
  )
  await clock.asleep
  return { announcement, progress }
}

test('twenty busy minutes are at most 15 edits, each 20 s after the one before, and the result comes last', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server, { checkRun: true })
  const events: RunEvent[] = [todos(['Read the parser', 'in_progress'], ['Fix it', 'pending'])]
  const times: number[] = []
  const clock = jumpingClock(20 * MINUTE, (timeMs) => {
    times.push(timeMs)
    events.push(call(`call-${timeMs}`))
  })
  const { announcement, progress } = await working(context, clock, events)
  await progress[Symbol.asyncDispose]()
  const shown = edits(server)
  expect(shown.length).toBeGreaterThan(8)
  expect(shown.length).toBeLessThanOrEqual(15)
  expect(times[0]).toBe(20_000)
  for (const [index, timeMs] of times.entries()) expect(timeMs - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(20_000)
  for (const { body } of shown) expect(body).toMatch(/^<!-- sluice:v1 [^\n]*state=working -->\n_Working on it …/)
  expect(shown[0]?.body).toContain('- [ ] **Read the parser**\n- [ ] Fix it\n\n<sub>Step 1 · 2 calls · 20.0 s</sub>')
  expect(edits(server, /check-runs/)).toHaveLength(shown.length)
  await deliver(task, finished({ ending: { end: 'answered', text: 'All well.' } }), announcement, context)
  expect(edits(server)).toHaveLength(shown.length + 1)
  expect(server.world.comments.find(({ user }) => user === BOT)?.body).toMatch(/state=done -->\nAll well\./)
  expect(server.problems).toEqual([])
})

test('nothing is edited when the time of the run is nearly over', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server)
  const announcement = await announce(task, context)
  const nearEnd = new AbortController()
  const events = [call('1')]
  const clock = jumpingClock(20 * MINUTE, (timeMs) => {
    events.push(call(`call-${timeMs}`))
    if (timeMs >= MINUTE) nearEnd.abort()
  })
  const progress = startProgress(
    { announcement: Promise.resolve(announcement), events: () => events, nearEnd: nearEnd.signal, ...clock },
    context,
  )
  await expect.poll(() => nearEnd.signal.aborted).toBe(true)
  await progress[Symbol.asyncDispose]()
  expect(edits(server)).toHaveLength(2)
  expect(context.events).toEqual([])
})

test('an edit that is under way ends before the result is posted', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server)
  const github = context.github
  if (github === undefined) throw new Error('no GitHub')
  const order: string[] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun: () => void = () => undefined
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  context.github = {
    ...github,
    async updateComment(id, body) {
      if (body.includes('state=working')) {
        begun()
        await held
      }
      order.push(/state=\w+/.exec(body)?.[0] ?? '')
      return github.updateComment(id, body)
    },
  }
  const announcement = await announce(task, context)
  const clock = jumpingClock(30_000)
  const progress = startProgress(
    { announcement: Promise.resolve(announcement), events: () => [call('1')], ...clock },
    context,
  )
  await isBegun
  const ended = progress[Symbol.asyncDispose]().then(() =>
    deliver(task, finished({ ending: { end: 'answered', text: 'All well.' } }), announcement, context),
  )
  release()
  await ended
  expect(order).toEqual(['state=working', 'state=done'])
})

test('nothing is edited while nothing changes, in a batch, in a dry run, or after a failure', async () => {
  await using server = await startIssueGitHub()
  const still = await working(createTestContext(server), jumpingClock(20 * MINUTE), [call('1')])
  await still.progress[Symbol.asyncDispose]()
  expect(edits(server)).toHaveLength(1)
  for (const more of [{ quiet: true }, { dryRun: true }, { comment: 'off' as const }]) {
    const context = createTestContext(server, more)
    const announcement = announce(task, context)
    const progress = startProgress({ announcement, events: () => [call('1')], ...jumpingClock(MINUTE) }, context)
    await announcement
    await progress[Symbol.asyncDispose]()
  }
  expect(edits(server)).toHaveLength(1)
  await using gone = await startIssueGitHub()
  const context = createTestContext(gone)
  const announcement = await announce(task, context)
  gone.world.comments.splice(0)
  const events = [call('1')]
  const clock = jumpingClock(20 * MINUTE, () => events.push(call('2')))
  const progress = startProgress(
    { announcement: Promise.resolve(announcement), events: () => events, ...clock },
    context,
  )
  await expect
    .poll(() => context.events)
    .toMatchObject([
      { type: 'notice', text: expect.stringMatching(/^Progress updates of this run stopped: .*Not Found/) },
    ])
  await progress[Symbol.asyncDispose]()
  expect(edits(gone)).toHaveLength(1)
})

test('the steps are text of the model: nothing in them mentions, links, loads or leaks', async () => {
  await using server = await startIssueGitHub()
  const list = todos(
    ['ask @octocat about #12 and https://evil.example/x', 'completed'],
    ['![x](https://evil.example/a.png) <img src=x> `code`', 'cancelled'],
    [`say ${SECRET}`, 'blocked'],
    ['two\n- [x] lines', 'pending'],
    ...Array.from({ length: 60 }, (_, nth): [string, string] => [`more ${nth}`, 'pending']),
  )
  const { progress } = await working(createTestContext(server), jumpingClock(30_000), [list])
  await progress[Symbol.asyncDispose]()
  const body = edits(server)[0]?.body
  expect(body).not.toMatch(/@octocat|(?<!\\)#12|https?:\/\/evil|<img|!\[|two\n/)
  expect(body).not.toContain(SECRET)
  expect(body).toMatch(/- \[x\] ask .*\n- \[x\] ~~.*~~\n- \[ \] say .* \(blocked\)\n- \[ \] two/)
  expect(body).toContain('- … and 24 more')
})
