import { expect, test } from 'vitest'
import { deliver } from '../../../src/delivery/deliver.ts'
import type { DeliveryContext } from '../../../src/delivery/delivery-context.ts'
import type { ReportSettings } from '../../../src/delivery/post/living-report.ts'
import { type GitHubEmulator, type GitHubEmulatorOptions, startGitHub } from '../../../src/emulators/github/github.ts'
import { issue, type WorkflowRun, type World } from '../../../src/emulators/github/world.ts'
import { withBoundMarks } from '../../../src/github/own-text.ts'
import type { Outcome } from '../../../src/record/events.ts'
import { requestProblems } from '../../fakes/openapi.ts'
import { BOT, connect, createTestContext, finished, SECRET, TOKEN, task } from '../delivery-fixture.ts'

// A schedule reports again and again: what GitHub then has.

const nightly = { ...task, event: 'schedule', kind: 'schedule' as const, number: undefined, comment: undefined }

type Week = {
  server: GitHubEmulator
  world: World
  /** A run an hour later, as GitHub lists it. `said`: its answer. */
  report(said: string, more?: Night): Promise<Reported>
  /** Time goes by. */
  pass(): void
}
type Night = {
  to?: DeliveryContext['reportTo']
  settings?: ReportSettings
  outcome?: Outcome
  run?: number
  workflow?: string
  more?: Partial<DeliveryContext>
}
type Reported = { outcome: string; error: string; state: string; reason: string; summary: string }

const HOUR = 3_600_000
const BEGIN = Date.parse('2026-11-20T03:00:00Z')

async function play(
  check: (week: Week) => Promise<void>,
  seed: Partial<World> = {},
  options: GitHubEmulatorOptions = {},
): Promise<void> {
  let now = BEGIN
  let nights = 0
  const runs: WorkflowRun[] = []
  await using server = await startGitHub(
    { owner: 'octo', repo: 'pond', token: TOKEN, viewer: BOT, workflowRuns: runs, ...seed },
    { ...options, now: () => now },
  )
  const report: Week['report'] = async (said, night = {}) => {
    nights += 1
    const { to = 'issue', settings, outcome, run = 100 + nights, workflow = 'sluice.yml' } = night
    const time = new Date(now).toISOString()
    const running: WorkflowRun = {
      id: run,
      workflow,
      actor: 'ada',
      conclusion: null,
      createdAt: time,
      event: 'schedule',
    }
    runs.push(running)
    const context = createTestContext(server, { reportTo: to, ...night.more })
    context.identity = { ...context.identity, workflow: 'Nightly', run: `${run}.1`, by: `${run}.1` }
    if (context.github !== undefined) context.github = withBoundMarks(connect(server), () => context.identity.read)
    const ended = finished({ ending: { end: 'answered', text: said }, outcome })
    const result = await deliver(nightly, { ...ended, reportSettings: settings }, {}, context)
    now += HOUR
    Object.assign(running, { conclusion: 'success', endedAt: new Date(now - 60_000).toISOString() })
    const receipt = result.receipts.find(({ intent }) => intent.kind === 'report')
    return {
      outcome: result.outcome,
      error: result.deliveryError ?? '',
      state: receipt?.state ?? 'none',
      reason: receipt?.reason ?? '',
      summary: context.summary(),
    }
  }
  const pass = () => {
    now += HOUR
  }
  await check({ server, world: server.world, report, pass })
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
}

const told = ({ issues }: World) =>
  issues.map(({ number, state, title, body }) => `${state} #${number} ${title}: ${body?.split('\n')[1]}`)
const writes = ({ requests }: GitHubEmulator) =>
  requests
    .filter(({ method }) => /POST|PATCH/.test(method) && method !== 'GET')
    .filter(({ path }) => path !== '/graphql')

test('one issue lives, edited when the answer changes and only then', () =>
  play(async ({ report, world, server }) => {
    const settings = { title: 'Health of the pond', labels: ['report'] }
    expect(await report('Two leaks.', { settings })).toMatchObject({ state: 'posted', outcome: 'ok' })
    expect(told(world)).toEqual(['open #1 Health of the pond: Two leaks.'])
    expect(world.issues[0]?.labels).toEqual(['report'])
    const before = writes(server).length
    expect(await report('Two leaks.', { settings })).toMatchObject({
      state: 'skipped',
      reason: '#1 says the same already',
      outcome: 'ok',
    })
    expect(writes(server).length).toBe(before)
    await report('One leak.', { settings })
    await report('No leak.', { settings: { title: 'health of the POND' } })
    expect(told(world)).toEqual(['open #1 Health of the pond: No leak.'])
    expect(world.issues[0]?.body).toMatch(/^<!-- sluice:v1 item=1 text=[0-9a-f]{16} kind=report /)
  }))

test('the title is by default that of the workflow, and another title is another report', () =>
  play(async ({ report, world }) => {
    await report('A')
    await report('B', { settings: { title: 'Licenses' } })
    await report('C')
    expect(told(world)).toEqual(['open #1 Nightly: C', 'open #2 Licenses: B'])
  }))

test('issue:new is a new one each time and closes the older ones, also those that people edited', () =>
  play(async ({ report, world }) => {
    await report('A', { to: 'issue:new', settings: { title: 'Week 46' } })
    await report('A', { to: 'issue:new', settings: { title: 'Week 47' } })
    const second = world.issues[1]
    if (second !== undefined)
      Object.assign(second, {
        body: `${second.body}\n- [x] read`,
        bodyEdit: { by: 'ada', editedAt: '2026-11-20T06:00:00Z' },
      })
    await report('B', { to: 'issue:new', settings: { title: 'Week 48' }, run: 300 })
    // Another attempt of the same run.
    await report('C', { to: 'issue:new', settings: { title: 'Week 48' }, run: 300 })
    expect(told(world)).toEqual(['closed #1 Week 46: A', 'closed #2 Week 47: A', 'open #3 Week 48: C'])
    expect(world.issues[0]?.stateReason).toBe('completed')
  }))

test('what people do to the issue', () =>
  play(async ({ report, world }) => {
    await report('A')
    const [first] = world.issues
    if (first === undefined) throw new Error('no issue')
    // A box that somebody ticks stays until the answer changes.
    Object.assign(first, {
      body: `${first.body}\n- [x] read`,
      bodyEdit: { by: 'ada', editedAt: '2026-11-20T04:10:00Z' },
    })
    expect(await report('A')).toMatchObject({ state: 'skipped' })
    expect(first.body).toContain('- [x] read')
    await report('B')
    expect(told(world)).toEqual(['open #1 Nightly: B'])
    // A new title stays.
    first.title = 'Pond'
    Object.assign(first, { state: 'closed', stateReason: 'completed' })
    expect(await report('B')).toMatchObject({ state: 'skipped' })
    expect(await report('C')).toMatchObject({ state: 'posted', reason: '#1 is open again' })
    expect(told(world)).toEqual(['open #1 Pond: C'])
    Object.assign(first, { state: 'closed', stateReason: 'not_planned' })
    expect(await report('D')).toMatchObject({
      state: 'skipped',
      outcome: 'ok',
      reason: 'somebody closed #1 as not planned; open it again to have the report there',
    })
    expect(told(world)).toEqual(['closed #1 Pond: C'])
    Object.assign(first, { state: 'open', locked: true })
    expect(await report('E')).toMatchObject({ state: 'posted' })
    world.goneIssues = { 1: 'deleted' }
    await report('F')
    world.goneIssues = { 1: 'deleted', 2: 'octo/lake#4' }
    await report('G')
    expect(told(world).slice(1)).toEqual(['open #2 Nightly: F', 'open #3 Nightly: G'])
  }))

const MARK = '<!-- sluice:v1 kind=report key=nightly-gemini.0 id=0 by=7.1 -->'

test('an issue that another workflow or a copy makes to look like the report is left alone', () =>
  play(async ({ report, world, pass }) => {
    await report('A')
    const [first] = world.issues
    const copied = first?.body ?? ''
    const key = / key=(\S+)/.exec(copied)?.[1] ?? ''
    const id = / id=(\S+)/.exec(copied)?.[1] ?? ''
    first?.number === 1 && world.issues.splice(0, 1)
    pass()
    const at = { user: BOT, createdAt: '2026-11-20T04:30:00Z', updatedAt: '2026-11-20T04:30:00Z' }
    const forged = MARK.replace('nightly-gemini.0', key).replace('id=0', `id=${id}`)
    world.issues.push(
      issue({ number: 11, body: copied, ...at }),
      issue({ number: 12, body: `${forged}\nMine`, ...at }),
      issue({ number: 13, body: copied, user: 'mallory' }),
    )
    world.workflowRuns.push({
      id: 7,
      workflow: 'other.yml',
      actor: 'mallory',
      conclusion: null,
      createdAt: '2026-11-20T04:00:00Z',
    })
    const before = world.issues.map(({ body }) => body)
    expect(await report('B')).toMatchObject({ state: 'posted' })
    expect(world.issues.slice(0, 3).map(({ body }) => body)).toEqual(before)
    expect(await report('C', { to: 'issue:new' })).toMatchObject({ state: 'posted' })
    expect(world.issues.map(({ number, state }) => `${state} #${number}`)).toEqual([
      'open #11',
      'open #12',
      'open #13',
      'closed #14',
      'open #15',
    ])
  }))

test.each([
  [
    'no permission for issues',
    { tokenPermissions: { issues: 'read' } },
    'issue',
    'config',
    /Add `issues: write` to the `permissions` of the job/,
  ],
  [
    'no permission for discussions',
    { tokenPermissions: { discussions: 'read' } },
    'discussion',
    'config',
    /Add `discussions: write`/,
  ],
  [
    'issues turned off',
    { without: ['issues'] },
    'issue',
    'config',
    /the report was not written\. \(issues are turned off in this repository: turn them on in its settings .* or set report_to: discussion/,
  ],
  [
    'discussions turned off',
    { without: ['discussions'] },
    'discussion',
    'config',
    /the report was not written.*discussions are turned off in this repository/,
  ],
  [
    'a server without discussions',
    { without: ['discussions in the schema'] },
    'discussion',
    'config',
    /this GitHub server has no discussions; set report_to: issue/,
  ],
] as const)('%s: one sentence says so', (_, seed, to, outcome, words) =>
  play(
    async ({ report, world }) => {
      const reported = await report('A', { to })
      expect(reported.outcome).toBe(outcome)
      expect(`${reported.error} ${reported.reason}`).toMatch(words)
      expect(reported.summary).toContain('A')
      expect(world.issues.length + world.discussions.length).toBe(0)
    },
    structuredClone(seed) as Partial<World>,
  ),
)

test('a discussion lives in the same way, in the category of the settings', () =>
  play(
    async ({ report, world }) => {
      expect(await report('A', { to: 'discussion', settings: { category: 'nowhere' } })).toMatchObject({
        outcome: 'config',
        reason: 'sluice.report.category names no category of this repository; it has `Q&A`, `Show and tell`',
      })
      const settings = { category: 'show-and-tell' }
      await report('A', { to: 'discussion', settings })
      expect(await report('A', { to: 'discussion', settings })).toMatchObject({ state: 'skipped' })
      const [first] = world.discussions
      if (first !== undefined) first.closed = 'RESOLVED'
      await report('B', { to: 'discussion', settings })
      await report('C', { to: 'discussion' })
      const seen = world.discussions.map(({ number, category, body, closed }) => ({
        number,
        category,
        closed,
        said: body.split('\n')[1],
      }))
      expect(seen).toEqual([{ number: 1, category: 'Show and tell', closed: undefined, said: 'C' }])
    },
    { discussionCategories: ['Q&A', 'Show and tell'] },
  ))

test('two reports at once become one issue', async () => {
  let waiting = 0
  const both = Promise.withResolvers<void>()
  await play(
    async ({ report, world }) => {
      const results = await Promise.all([report('A', { run: 201 }), report('B', { run: 202 })])
      expect(results.map(({ state }) => state)).toEqual(['posted', 'posted'])
      expect(world.issues.filter(({ state }) => state === 'open').map(({ number }) => number)).toEqual([1])
      expect(world.issues[1]?.body).toBe('Another run opened #1 at the same time.')
      await report('C')
      expect(told(world)[0]).toBe('open #1 Nightly: C')
    },
    {},
    {
      // Neither sees the issue of the other before it opens its own.
      hold: async ({ method, path }) => {
        if (method !== 'POST' || !path.endsWith('/issues')) return
        waiting += 1
        if (waiting === 2) both.resolve()
        await both.promise
      },
    },
  )
})

test('without actions: read the report is edited, and with issue:new an older one stays open', () =>
  play(
    async ({ report, world }) => {
      await report('A')
      await report('B')
      expect(told(world)).toEqual(['open #1 Nightly: B'])
      const next = await report('C', { to: 'issue:new' })
      expect(next.reason).toBe('without `actions: read` GitHub does not say whose #1 is, so it stays open')
      expect(told(world)).toEqual(['open #1 Nightly: B', 'open #2 Nightly: C'])
    },
    { tokenPermissions: { actions: 'none' } },
  ))

test('a report is found behind a hundred newer issues, and no secret gets into it', () =>
  play(async ({ report, world }) => {
    await report('A')
    for (let number = 2; number <= 130; number += 1) world.issues.push(issue({ number, user: BOT }))
    await report(`B ${SECRET}`)
    expect(told(world)[0]).toBe('open #1 Nightly: B [redacted]')
    expect(world.issues).toHaveLength(130)
  }))

test('a locked issue that GitHub does not let the token edit: one sentence says so', () =>
  play(
    async ({ report, world }) => {
      await report('A')
      if (world.issues[0] !== undefined) world.issues[0].locked = true
      const { outcome, state, summary } = await report('B')
      expect([outcome, state]).toEqual(['ok', 'failed'])
      expect(summary).toContain('could be written to GitHub: the conversation is locked.')
      expect(told(world)).toEqual(['open #1 Nightly: A'])
    },
    {},
    {
      onRequest: ({ method, path }) =>
        method === 'PATCH' && /issues\/1$/.test(path)
          ? { status: 403, body: { message: 'Unable to update issue because issue is locked.' } }
          : undefined,
    },
  ))

test('a run that fails, stops at a limit, or is a dry run leaves the report as it is', () =>
  play(async ({ report, world }) => {
    await report('A')
    expect(await report('B', { outcome: 'budget' })).toMatchObject({ state: 'none' })
    expect(await report('B', { outcome: 'model' })).toMatchObject({ state: 'none' })
    expect(await report('B', { more: { dryRun: true } })).toMatchObject({ state: 'skipped', reason: 'dry run' })
    expect(await report('B', { to: '' })).toMatchObject({ state: 'none' })
    expect(told(world)).toEqual(['open #1 Nightly: A'])
  }))
