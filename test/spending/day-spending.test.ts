import { expect, test } from 'vitest'
import { startGitHub } from '../../src/emulators/github/github.ts'
import type { WorkflowRun, WorldArtifact } from '../../src/emulators/github/world.ts'
import { connectGitHub } from '../../src/github/api/github.ts'
import { parseSpendingName, type SpendingRecord, spendingName, spentOnDay } from '../../src/spending/spending.ts'

const TOKEN = 'a-token'
const DAY = '2026-11-23'
const record = (fields: Partial<SpendingRecord>): SpendingRecord => ({
  day: DAY,
  run: 100,
  attempt: 1,
  step: '0a1b2c3d',
  kind: 'spent',
  usd: 0.5,
  ...fields,
})
let nextId = 1
const artifact = (fields: Partial<SpendingRecord>, more: Partial<WorldArtifact> = {}): WorldArtifact => {
  nextId += 1
  const { run } = record(fields)
  return {
    id: nextId,
    run,
    name: spendingName(record(fields)),
    zip: new Uint8Array(),
    createdAt: `${DAY}T10:00:00Z`,
    ...more,
  }
}
const fork = (id: number, event: string): WorkflowRun => ({
  id,
  workflow: 'a.yml',
  actor: 'stan',
  conclusion: 'success',
  createdAt: `${DAY}T10:00:00Z`,
  event,
  headRepo: 'stan/pond',
})

async function spent(artifacts: WorldArtifact[], workflowRuns: WorkflowRun[] = []): Promise<number> {
  await using server = await startGitHub({ owner: 'octo', repo: 'pond', token: TOKEN, artifacts, workflowRuns })
  const github = connectGitHub({
    apiUrl: server.url,
    graphqlUrl: server.graphqlUrl,
    repository: 'octo/pond',
    token: TOKEN,
    userAgent: 'test',
    notice: () => undefined,
  })
  const usd = await spentOnDay(DAY, github)
  expect(server.problems).toEqual([])
  return usd
}

test.each([
  [
    'the ends of runs, not their claims',
    [artifact({ kind: 'claim', usd: 3 }), artifact({}), artifact({ run: 101, usd: 0.25 })],
    0.75,
  ],
  ['the claim of a run without an end', [artifact({ kind: 'claim', usd: 3 })], 3],
  ['each attempt and each step', [artifact({}), artifact({ attempt: 2 }), artifact({ step: 'ffffffff' })], 1.5],
  ['no other day', [artifact({ day: '2026-11-22' })], 0],
  ['no artifact that names another run', [artifact({ usd: 9 }, { run: 7 })], 0],
  ['no other artifact', [artifact({}, { name: 'sluice-review-1' })], 0],
  ['a name that a retry made longer', [artifact({}, { name: `${spendingName(record({}))}-2` })], 0.5],
])('today counts %s', async (_, artifacts, usd) => expect(await spent(artifacts)).toBeCloseTo(usd, 9))

test('a pull request from a fork cannot use up the day, but a run with secrets counts', async () => {
  const runs = [fork(201, 'pull_request'), fork(202, 'pull_request_target')]
  expect(await spent([artifact({ run: 201, usd: 1000 }), artifact({ run: 202, usd: 0.25 })], runs)).toBeCloseTo(0.25, 9)
})

test('all pages of today are read, and older ones are not', async () => {
  const today = Array.from({ length: 250 }, (_, index) => artifact({ run: 1000 + index, usd: 0.01 }))
  const older = Array.from({ length: 400 }, () =>
    artifact({ day: '2026-11-22' }, { createdAt: '2026-11-22T10:00:00Z' }),
  )
  expect(await spent([...older, ...today])).toBeCloseTo(2.5, 9)
})

test('names keep their sums, rounded up', () => {
  expect(parseSpendingName(spendingName(record({ usd: 0.1 })))).toEqual(record({ usd: 0.1 }))
  expect(parseSpendingName(spendingName(record({ usd: 0.000_000_1 })))?.usd).toBe(0.000_001)
  for (const name of [
    'sluice-money-2026-11-23-1-1-0a1b2c3d-spent--5',
    'sluice-money-2026-11-23-1-1-0a1b2c3d-gift-5',
    'x',
  ])
    expect(parseSpendingName(name)).toBeUndefined()
})
