import { expect, test } from 'vitest'
import { deliver } from '../../../src/delivery/deliver.ts'
import type { DeliveryContext } from '../../../src/delivery/delivery-context.ts'
import { announce, finishAbandoned, pendingStatus } from '../../../src/delivery/post/announce.ts'
import { conclusionOf, planCheck } from '../../../src/delivery/post/check-run.ts'
import type { GitHubEmulator, InjectedFault } from '../../../src/emulators/github/github.ts'
import type { Conclusion } from '../../../src/github/api/checks.ts'
import type { Proposal } from '../../../src/github-tools/proposal.ts'
import { SEVERITIES, type Severity } from '../../../src/github-tools/proposal.ts'
import type { Outcome, StopReason } from '../../../src/record/events.ts'
import { requestProblems } from '../../fakes/openapi.ts'
import {
  call,
  called,
  createTestContext,
  denied,
  finished,
  type Run,
  SECRET,
  startIssueGitHub,
  task,
} from '../delivery-fixture.ts'
import { run as reportOf } from '../report/report-values.ts'

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

test('the check fails exactly when the step fails', () => {
  expect(conclusionOf('quota', undefined, ['quota'])).toBe('failure')
  expect(conclusionOf('budget', 'turns', ['budget'])).toBe('failure')
  expect(conclusionOf('model', undefined, [])).toBe('neutral')
  expect(conclusionOf('refused', undefined, ['refused'])).toBe('failure')
})

const inlineComment = (nth: number, more: Partial<Extract<Proposal, { kind: 'review_comment' }>> = {}): Proposal => ({
  kind: 'review_comment',
  number: 7,
  commit: task.sha,
  path: 'src/a.ts',
  location: { side: 'RIGHT', line: nth },
  body: `Remark ${nth}`,
  linesHash: String(nth),
  ...more,
})

async function run(server: GitHubEmulator, more: Partial<Run> = {}, overrides: Partial<DeliveryContext> = {}) {
  const context = createTestContext(server, { checkRun: true, ...overrides })
  const announced = await announce(task, context)
  const delivered = await deliver(task, { ...finished(), ...more }, announced, context)
  return { announced, receipt: delivered.receipts.find(({ intent }) => intent.kind === 'check_run'), ...delivered }
}

test('in progress, then completed: answer, tool log and URL', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server, { checkRun: true })
  const announced = await announce(task, context)
  expect(server.world.checkRuns).toMatchObject([
    { name: 'Sluice: Review / gemini', headSha: task.sha, status: 'in_progress', conclusion: null },
  ])
  const events = [called(call()), called(denied())]
  const { receipts } = await deliver(task, finished({ events }), announced, context)
  const [check] = server.world.checkRuns
  expect(server.world.checkRuns).toHaveLength(1)
  expect(check).toMatchObject({ status: 'completed', conclusion: 'success', detailsUrl: context.identity.runUrl })
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

test('120 inline comments in three requests; those on removed lines stay in the review', async () => {
  await using server = await startIssueGitHub()
  const proposals = [
    ...Array.from({ length: 119 }, (_, nth) => inlineComment(nth + 1)),
    inlineComment(200, {
      location: { side: 'RIGHT', start: 190, line: 200 },
      suggestion: ['x', 'y'],
      body: `Say ${SECRET}`,
    }),
    inlineComment(3, { location: { side: 'LEFT', line: 3 } }),
  ]
  await run(server, { proposals }, { review: 'off' })
  const [check] = server.world.checkRuns
  expect(check?.output.title).toBe('Done, 120 inline comments')
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
    await using server = await startIssueGitHub()
    const { receipt } = await run(server, more)
    expect(receipt?.state).toBe('posted')
    const [check] = server.world.checkRuns
    expect(check?.output.summary?.length).toBeLessThan(65_535)
    expect(check?.output.text?.length).toBeLessThan(65_535)
  })

test('the title of an annotation has no Markdown and repeats no line', async () => {
  await using server = await startIssueGitHub()
  const bodies = ['**Too long** by `one`.\n\nThe ellipsis.', 'One line.', '## Heading\ntext', '**\nx']
  await run(server, { proposals: bodies.map((body, nth) => inlineComment(nth + 1, { body })) }, { review: 'off' })
  const titles = server.world.checkRuns[0]?.output.annotations.map(({ title }) => title)
  expect(titles).toEqual(['Too long by one.', 'Inline comment', 'Heading', 'Inline comment'])
})

test('an annotation has the severity of its finding', async () => {
  await using server = await startIssueGitHub()
  const finding = (severity: Severity, title?: string) => ({
    finding: { id: 'a1', severity, category: 'security', anchor: { lines: [], before: [], after: [] }, title },
  })
  const proposals = SEVERITIES.map((severity, nth) => inlineComment(nth + 1, finding(severity, `Problem ${nth}`)))
  await run(server, { proposals: [...proposals, inlineComment(9, finding('low'))] }, { review: 'off' })
  const annotations = server.world.checkRuns[0]?.output.annotations
  expect(annotations?.map(({ title, annotation_level }) => [title, annotation_level])).toEqual([
    ['Problem 0 (critical, security)', 'failure'],
    ['Problem 1 (high, security)', 'failure'],
    ['Problem 2 (medium, security)', 'warning'],
    ['Problem 3 (low, security)', 'notice'],
    ['Problem 4 (nit, security)', 'notice'],
    ['Inline comment (low, security)', 'notice'],
  ])
})

test('a run that did nothing is neutral, and has no comment', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server, { checkRun: true })
  const ending = { end: 'skipped', outcome: 'refused', text: 'mallory may not.' } as const
  await deliver(task, finished({ ending, outcome: 'refused' }), {}, context)
  expect(server.world.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'neutral' }])
  expect(server.world.comments.filter(({ user }) => user === server.world.viewer)).toEqual([])
})

test('none in a dry run, without the input, or without a task', async () => {
  await using server = await startIssueGitHub()
  await run(server, {}, { checkRun: false })
  await run(server, {}, { dryRun: true })
  await deliver(undefined, finished({ outcome: 'noop' }), {}, createTestContext(server, { checkRun: true }))
  expect(server.world.checkRuns).toEqual([])
})

const faults: [name: string, fault: InjectedFault][] = [
  ['refused', 'refuse'],
  ['lost', 'lose'],
]
for (const [name, fault] of faults)
  for (const nth of [1, 2, 3, 4])
    test(`request ${nth} about the check run is ${name}: one check run, no annotation twice`, async () => {
      let seen = 0
      await using server = await startIssueGitHub({
        onRequest: ({ path }) => (path.includes('/check-runs') && ++seen === nth ? fault : undefined),
      })
      const proposals = Array.from({ length: 70 }, (_, at) => inlineComment(at + 1))
      const { receipt } = await run(server, { proposals }, { review: 'off' })
      expect(receipt?.state).toBe('posted')
      expect(server.world.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success' }])
      expect(server.world.checkRuns[0]?.output.annotations).toHaveLength(70)
    })

test('a token without permission: the run continues and reports it', async () => {
  await using server = await startIssueGitHub({
    onRequest: ({ path }) => (path.includes('/check-runs') ? { status: 403 } : undefined),
  })
  const { receipt, receipts } = await run(server)
  expect(receipt).toMatchObject({ state: 'failed', forbidden: true })
  expect(receipts.find(({ intent }) => intent.kind === 'comment')?.state).toBe('posted')
})

test('the post step completes only what a killed run left', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server, { checkRun: true, comment: 'off' })
  const pending = pendingStatus(task, context)
  expect(pending).toEqual(JSON.parse(JSON.stringify(pending)))
  if (pending === undefined || context.github === undefined) throw new Error('nothing is pending')
  await announce(task, context)
  expect(await finishAbandoned(pending, context.github)).toBe(true)
  expect(server.world.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }])
  expect(await finishAbandoned(pending, context.github)).toBe(false)
  expect(server.world.checkRuns).toHaveLength(1)
})

test('a planned check run names the one that it updates, and its page, where there are any', () => {
  const identity = { name: 'n', sha: 's', externalId: 'e' }
  const plan = (more: { id?: number; url?: string }) =>
    planCheck(reportOf(), identity, { failOn: [], proposals: [], ...more })
  expect(plan({}).id).toBeUndefined()
  expect(plan({}).url).toBeUndefined()
  expect(plan({ id: 7 })).toMatchObject({ id: 7 })
  expect(plan({ url: 'https://github.com/octo/pond' })).toMatchObject({ url: 'https://github.com/octo/pond' })
})
