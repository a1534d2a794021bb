import { expect, test } from 'vitest'
import type { Inputs } from '../../src/config/inputs.ts'
import type { Runtime } from '../../src/config/runtime.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { BOT, comment, issue, type WorldComment, type WorldSeed } from '../../src/emulators/github/world.ts'
import { connectGitHub } from '../../src/github/api/github.ts'
import type { Task } from '../../src/github/events/task.ts'
import type { RunSession } from '../../src/session/run-session.ts'
import { openSpending, SpendingError, type SpendingLimit } from '../../src/spending/spending.ts'
import { RUNTIME_TOKEN, startArtifactService } from '../fakes/artifact-service.ts'

// Runs at the same time, without a `concurrency` group.

const TOKEN = 'a-token'
const NOW = Date.parse('2026-11-23T10:00:00Z')
const LIMIT = 0.05
const DAY_LIMIT = 0.2

async function inRepository(
  seed: Partial<WorldSeed>,
  work: (start: (run: number, budget: Budget) => Promise<OpenedRun>) => Promise<void>,
) {
  await using store = await startArtifactService()
  await using server = await startGitHub({
    owner: 'octo',
    repo: 'pond',
    token: TOKEN,
    issues: [issue({ number: 3 })],
    playedWorkflow: 'sluice.yml',
    ...seed,
  })
  await work(async (run, budget) => {
    const notices: string[] = []
    const github = connectGitHub({
      workflowRef: 'octo/pond/.github/workflows/sluice.yml@refs/heads/main',
      apiUrl: server.url,
      graphqlUrl: server.graphqlUrl,
      repository: 'octo/pond',
      token: TOKEN,
      userAgent: 'test',
      notice: () => undefined,
    })
    const notice = (text: string) => notices.push(text)
    const transcript = { emit: (event: { text?: string }) => notices.push(event.text ?? '') }
    const session = { github, notice, transcript, spending: {} } as unknown as RunSession
    const env = { GITHUB_RUN_ID: String(run), ACTIONS_RESULTS_URL: store.url, ACTIONS_RUNTIME_TOKEN: RUNTIME_TOKEN }
    const runtime = {
      env,
      session: `session-${run}`,
      now: () => NOW,
      sleep: async () => undefined,
    } as unknown as Runtime
    const inputs = { comment: 'auto', dry_run: false, max_cost_usd: LIMIT } as Inputs
    const task = { kind: 'issue', number: 3 } as Task
    const limit = await openSpending(
      { task, inputs, conversation: undefined },
      { sluice: { budget } },
      runtime,
      session,
    )
    return {
      limit,
      notices,
      async end(usd: number | undefined) {
        limit.meter({ spentUsd: () => usd })
        await session.spending.settle?.()
        publish(store.artifacts, server.world.artifacts)
      },
      publish: () => publish(store.artifacts, server.world.artifacts),
    }
  })
  expect([...server.problems, ...store.problems]).toEqual([])
}

type Budget = { perThreadUsd?: number; perDayUsd?: number }
type OpenedRun = {
  limit: SpendingLimit
  notices: string[]
  end(usd: number | undefined): Promise<void>
  publish(): void
}

/** What the service has is in the list of GitHub. */
function publish(from: ReadonlyMap<string, Uint8Array>, to: NonNullable<WorldSeed['artifacts']>) {
  for (const [name, zip] of [...from].slice(to.length))
    to.push({ id: to.length + 1, run: Number(name.split('-')[5]), name, zip, createdAt: new Date(NOW).toISOString() })
}

const refused = async (opened: Promise<OpenedRun>) =>
  opened.then(
    () => undefined,
    (error: unknown) => error,
  )

test('ten runs at the same time exceed the limit of the day by their own limits at most, and later ones wait for them', async () => {
  await inRepository({}, async (start) => {
    const budget = { perDayUsd: DAY_LIMIT }
    const wave = await Promise.all(Array.from({ length: 10 }, (_, index) => start(100 + index, budget)))
    const reserved = wave.reduce((sum, { limit }) => sum + (limit.inputs.max_cost_usd ?? 0), 0)
    expect(reserved).toBeLessThanOrEqual(10 * LIMIT)
    wave[0]?.publish()
    // What they may spend is reserved while they run.
    for (const run of [200, 201]) expect(await refused(start(run, budget))).toBeInstanceOf(SpendingError)
    // They spent less, so there is something left: the rest, and not more.
    for (const each of wave) await each.end(0.015)
    const later = await start(300, budget)
    expect(later.limit.inputs.max_cost_usd).toBeCloseTo(LIMIT, 6)
    await later.end(0.04)
    const last = await start(301, budget)
    expect(last.limit).toMatchObject({ costReason: 'day_cost' })
    expect(last.limit.inputs.max_cost_usd).toBeCloseTo(0.01, 6)
    // A price that is unknown counts as the whole limit.
    await last.end(undefined)
    expect(String(await refused(start(302, budget)))).toContain('perDayUsd allows $0.20')
  })
})

const marked = (id: number, user: string, usd: string): WorldComment =>
  comment({ id, number: 3, user, body: `<!-- sluice:v1 key=a.0 run=1.1 state=done usd=${usd} -->\nFine.` })

test.each([
  ['our comments', [marked(1, BOT, '0.1'), marked(2, BOT, '0.07')], 0.03],
  ['no comment of another account', [marked(1, BOT, '0.1'), marked(2, 'stan', '9')], LIMIT],
  ['no marker that is not a sum', [marked(1, BOT, '-5'), marked(2, BOT, '1e9'), marked(3, BOT, '0.17')], 0.03],
])('the limit of a thread counts %s', (_, comments, rest) =>
  inRepository({ comments }, async (start) => {
    const { limit } = await start(100, { perThreadUsd: 0.2 })
    expect(limit.inputs.max_cost_usd).toBeCloseTo(rest, 6)
  }),
)

test('a thread that cannot be read, or has nothing left, starts nothing', async () => {
  const budget = { perThreadUsd: 0.2 }
  await inRepository({ comments: [marked(1, BOT, '0.2')] }, async (start) =>
    expect(String(await refused(start(100, budget)))).toContain('have cost $0.20'),
  )
  await inRepository({ issues: [] }, async (start) =>
    expect(String(await refused(start(100, budget)))).toContain('could not be read'),
  )
})
