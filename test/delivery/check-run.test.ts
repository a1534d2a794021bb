import { expect, test } from 'vitest'
import { announce, finishAbandoned, pendingFor } from '../../src/delivery/announce.ts'
import { conclusionOf } from '../../src/delivery/check-run.ts'
import { deliver } from '../../src/delivery/deliver.ts'
import type { DeliveryKit } from '../../src/delivery/delivery-kit.ts'
import type { Proposal } from '../../src/delivery/intent.ts'
import type { Conclusion } from '../../src/github/check-calls.ts'
import type { Outcome, StopReason } from '../../src/record/events.ts'
import type { FakeGitHub, Fault } from '../../src/standin/github.ts'
import { requestProblems } from '../fakes/openapi.ts'
import { call, called, denied, finished, openTestDesk, type Run, SECRET, startDeskGitHub, task } from './desk.ts'

const FAIL_ON: Outcome[] = ['config', 'security', 'model', 'internal']

const conclusions: [outcome: Outcome, stop: StopReason | undefined, conclusion: Conclusion][] = [
  ['ok', undefined, 'success'],
  ['noop', undefined, 'neutral'],
  ['refused', undefined, 'neutral'],
  ['denied', undefined, 'action_required'],
  ['quota', undefined, 'neutral'],
  ['budget', 'turns', 'neutral'],
  ['budget', 'time', 'timed_out'],
  ['budget', 'cancelled', 'cancelled'],
  ['config', undefined, 'failure'],
  ['security', undefined, 'failure'],
  ['model', undefined, 'failure'],
  ['internal', undefined, 'failure'],
]
for (const [outcome, stop, conclusion] of conclusions)
  test(`${outcome} ${stop ?? ''} is ${conclusion}`, () => expect(conclusionOf(outcome, stop, FAIL_ON)).toBe(conclusion))

test('what fails the step fails the check, and what does not does not', () => {
  expect(conclusionOf('quota', undefined, ['quota'])).toBe('failure')
  expect(conclusionOf('budget', 'turns', ['budget'])).toBe('failure')
  expect(conclusionOf('model', undefined, [])).toBe('neutral')
  expect(conclusionOf('refused', undefined, ['refused'])).toBe('failure')
})

const remark = (nth: number, more: Partial<Extract<Proposal, { kind: 'review_comment' }>> = {}): Proposal => ({
  kind: 'review_comment',
  number: 7,
  commit: task.sha,
  path: 'src/a.ts',
  spot: { side: 'RIGHT', line: nth },
  body: `Remark ${nth}`,
  at: String(nth),
  ...more,
})

async function run(server: FakeGitHub, more: Partial<Run> = {}, kit: Partial<DeliveryKit> = {}) {
  const desk = openTestDesk(server, { checkRun: true, ...kit })
  const announced = await announce(task, desk)
  const delivered = await deliver(task, { ...finished(), ...more }, announced, desk)
  return { announced, receipt: delivered.receipts.find(({ intent }) => intent.kind === 'check_run'), ...delivered }
}

test('in progress, then completed: answer, tool log and where it is', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server, { checkRun: true })
  const announced = await announce(task, desk)
  expect(server.world.checkRuns).toMatchObject([
    { name: 'Sluice: Review / gemini', headSha: task.sha, status: 'in_progress', conclusion: null },
  ])
  const events = [called(call()), called(denied())]
  const { receipts } = await deliver(task, finished({ events }), announced, desk)
  const [check] = server.world.checkRuns
  expect(server.world.checkRuns).toHaveLength(1)
  expect(check).toMatchObject({ status: 'completed', conclusion: 'success', detailsUrl: desk.place.runUrl })
  expect(check?.output.title).toBe('Done')
  expect(check?.output.summary).toMatch(/^All is well\.[\s\S]*2 tool calls \(1 denied\)[\s\S]*Denied: 1 call/)
  expect(check?.output.summary).not.toContain('Tool log')
  expect(check?.output.text).toMatch(/^\| Call \| Verdict \|[\s\S]*`read_file` `src\/a\.ts`/)
  expect(receipts.map(({ intent, state, url }) => [intent.kind, state, url !== undefined])).toEqual([
    ['comment', 'posted', true],
    ['check_run', 'posted', true],
    ['summary', 'posted', false],
  ])
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
})

test('120 remarks in three portions, each beside its lines; those on removed lines stay with the review', async () => {
  await using server = await startDeskGitHub()
  const proposals = [
    ...Array.from({ length: 119 }, (_, nth) => remark(nth + 1)),
    remark(200, { spot: { side: 'RIGHT', start: 190, line: 200 }, suggestion: ['x', 'y'], body: `Say ${SECRET}` }),
    remark(3, { spot: { side: 'LEFT', line: 3 } }),
  ]
  await run(server, { proposals }, { review: 'off' })
  const [check] = server.world.checkRuns
  expect(check?.output.title).toBe('Done, 120 remarks')
  expect(check?.output.annotations).toHaveLength(120)
  expect(check?.output.annotations.at(-1)).toMatchObject({ start_line: 190, end_line: 200, raw_details: 'x\ny' })
  expect(JSON.stringify(server.requests)).not.toContain(SECRET)
  const sizes = server.requests.flatMap(({ method, path, body }) =>
    method === 'PATCH' && path.includes('/check-runs/')
      ? [(body as { output: { annotations?: unknown[] } }).output.annotations?.length ?? 0] // recorded as it came
      : [],
  )
  expect(sizes).toEqual([50, 50, 20])
  expect(await requestProblems(server.requests)).toEqual([])
})

const sizes: [name: string, more: Partial<Run>][] = [
  ['a long answer', { ending: { end: 'answered', text: 'word '.repeat(60_000) } }],
  ['2,000 calls', { events: Array.from({ length: 2000 }, (_, nth) => called(call({ id: `c${nth}` }))) }],
  [
    '600 denied calls',
    { events: Array.from({ length: 600 }, (_, nth) => called(denied({ args: { command: `rm ${nth}` } }))) },
  ],
]
for (const [name, more] of sizes)
  test(`never more than 65,535 characters: ${name}`, async () => {
    await using server = await startDeskGitHub()
    const { receipt } = await run(server, more)
    expect(receipt?.state).toBe('posted')
    const [check] = server.world.checkRuns
    expect(check?.output.summary?.length).toBeLessThan(65_535)
    expect(check?.output.text?.length).toBeLessThan(65_535)
  })

test('the title of an annotation is no Markdown, and says no line twice', async () => {
  await using server = await startDeskGitHub()
  const bodies = ['**Too long** by `one`.\n\nThe ellipsis.', 'One line.', '## Heading\ntext', '**\nx']
  await run(server, { proposals: bodies.map((body, nth) => remark(nth + 1, { body })) }, { review: 'off' })
  const titles = server.world.checkRuns[0]?.output.annotations.map(({ title }) => title)
  expect(titles).toEqual(['Too long by one.', 'Remark', 'Heading', 'Remark'])
})

test('a run that did nothing is neutral, and has no comment', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server, { checkRun: true })
  const ending = { end: 'skipped', outcome: 'refused', text: 'mallory may not.' } as const
  await deliver(task, finished({ ending, outcome: 'refused' }), {}, desk)
  expect(server.world.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'neutral' }])
  expect(server.world.comments.filter(({ user }) => user === server.world.viewer)).toEqual([])
})

test('none in a dry run, none unless asked for, and none without a task', async () => {
  await using server = await startDeskGitHub()
  await run(server, {}, { checkRun: false })
  await run(server, {}, { dryRun: true })
  await deliver(undefined, finished({ outcome: 'noop' }), {}, openTestDesk(server, { checkRun: true }))
  expect(server.world.checkRuns).toEqual([])
})

const faults: [name: string, fault: Fault][] = [
  ['refused', 'refuse'],
  ['lost', 'lose'],
]
for (const [name, fault] of faults)
  for (const nth of [1, 2, 3, 4])
    test(`request ${nth} about the check run is ${name}: one check run, no annotation twice`, async () => {
      let seen = 0
      await using server = await startDeskGitHub({
        onRequest: ({ path }) => (path.includes('/check-runs') && ++seen === nth ? fault : undefined),
      })
      const proposals = Array.from({ length: 70 }, (_, at) => remark(at + 1))
      const { receipt } = await run(server, { proposals }, { review: 'off' })
      expect(receipt?.state).toBe('posted')
      expect(server.world.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success' }])
      expect(server.world.checkRuns[0]?.output.annotations).toHaveLength(70)
    })

test('a token that may not: the run goes on, and says whose fault it is', async () => {
  await using server = await startDeskGitHub({
    onRequest: ({ path }) => (path.includes('/check-runs') ? { status: 403 } : undefined),
  })
  const { receipt, receipts } = await run(server)
  expect(receipt).toMatchObject({ state: 'failed', forbidden: true })
  expect(receipts.find(({ intent }) => intent.kind === 'comment')?.state).toBe('posted')
})

test('what a killed run left is ended by the post step, and only that', async () => {
  await using server = await startDeskGitHub()
  const desk = openTestDesk(server, { checkRun: true, comment: 'off' })
  const pending = pendingFor(task, desk)
  expect(pending).toEqual(JSON.parse(JSON.stringify(pending)))
  if (pending === undefined || desk.github === undefined) throw new Error('nothing is pending')
  await announce(task, desk)
  expect(await finishAbandoned(pending, desk.github)).toBe(true)
  expect(server.world.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }])
  expect(await finishAbandoned(pending, desk.github)).toBe(false)
  expect(server.world.checkRuns).toHaveLength(1)
})
