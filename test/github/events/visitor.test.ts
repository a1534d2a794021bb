import { expect, test } from 'vitest'
import type { WorkflowRunFacts } from '../../../src/github/api/workflow-runs.ts'
import { userRateLimitProblem } from '../../../src/github/events/account-check.ts'
import { admitVisitor } from '../../../src/github/events/admit-visitor.ts'
import type { Task } from '../../../src/github/events/task.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000

const issue: Task = {
  event: 'issues',
  action: 'opened',
  repo: { owner: 'octo', name: 'pond' },
  kind: 'issue',
  number: 7,
  actor: 'sam',
  triggeringActor: 'sam',
  sha: 'a'.repeat(40),
}

type Runs = { by?: WorkflowRunFacts[]; since?: WorkflowRunFacts[] }

const runs = (count: number, more: Partial<WorkflowRunFacts> = {}): WorkflowRunFacts[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    title: '',
    url: '',
    actor: 'sam',
    event: 'issues',
    conclusion: 'success',
    createdAt: new Date(NOW - 30 * MINUTE).toISOString(),
    ...more,
  }))

const admit = (
  task: Task,
  { by = [], since = [] }: Runs = {},
  options: { visitors?: false; allowed?: string[] } = {},
) =>
  admitVisitor(
    task,
    {
      permission: async (name) =>
        name === 'wendy' ? 'write' : name === 'gone' ? Promise.reject(new Error('404')) : 'read',
      workflowRunsBy: async () => by,
      workflowRunsSince: async () => since,
    },
    {
      allowedBots: [],
      allowedUsers: options.allowed ?? [],
      visitors: options.visitors === false ? undefined : { workflow: 'triage.yml', now: NOW },
    },
  )

const admitted = { isAdmitted: true, isCounted: true, reason: 'sam has no write permission.' }
const old = { createdAt: new Date(NOW - 61 * MINUTE).toISOString() }
const anHourAgo = { createdAt: new Date(NOW - 60 * MINUTE).toISOString() }
const yesterday = { createdAt: new Date(NOW - 25 * 60 * MINUTE).toISOString() }

const cases: [name: string, admission: ReturnType<typeof admit>, expected: object][] = [
  ['an issue of a person', admit(issue), admitted],
  ['where the workflow has no prompt of its own', admit(issue, {}, { visitors: false }), { isAdmitted: false }],
  ['a comment', admit({ ...issue, event: 'issue_comment' }), { isAdmitted: false }],
  ['a pull request', admit({ ...issue, kind: 'pull_request' }), { isAdmitted: false }],
  ['a bot', admit({ ...issue, sender: 'x[bot]' }), { isAdmitted: false }],
  ['an account that cannot be checked', admit({ ...issue, sender: 'gone' }), { isAdmitted: false }],
  ['somebody who may write', admit({ ...issue, actor: 'wendy', triggeringActor: 'wendy' }), { isAdmitted: false }],
  ['somebody who is listed', admit(issue, {}, { allowed: ['SAM'] }), { isAdmitted: false }],
  ['five runs within an hour', admit(issue, { by: runs(5) }), admitted],
  ['six runs within an hour', admit(issue, { by: runs(6) }), { isAdmitted: false, reason: /6 runs .* within an hour/ }],
  ['six runs, one an hour ago', admit(issue, { by: [...runs(5), ...runs(1, old)] }), admitted],
  ['six runs, one exactly an hour ago', admit(issue, { by: [...runs(5), ...runs(1, anHourAgo)] }), admitted],
  ['six runs, one skipped', admit(issue, { by: [...runs(5), ...runs(1, { conclusion: 'skipped' })] }), admitted],
  ['six runs, one of a comment', admit(issue, { by: [...runs(5), ...runs(1, { event: 'issue_comment' })] }), admitted],
  ['fifty runs within a day', admit(issue, { since: runs(50, old) }), admitted],
  [
    '51 runs within a day',
    admit(issue, { since: runs(51, old) }),
    { isAdmitted: false, reason: /51 runs .* within a day/ },
  ],
  ['51 runs, one a day ago', admit(issue, { since: [...runs(50, old), ...runs(1, yesterday)] }), admitted],
  ['51 runs, one by a writer', admit(issue, { since: [...runs(50, old), ...runs(1, { actor: 'wendy' })] }), admitted],
]
for (const [name, admission, expected] of cases)
  test(`a visitor: ${name}`, async () => {
    const { reason, ...rest } = { reason: undefined, ...expected }
    const found = await admission
    expect(found).toMatchObject(rest)
    if (reason === undefined) expect(found).not.toHaveProperty('reason')
    else expect(found.reason).toMatch(reason)
  })

test('two strangers are both named', async () =>
  expect(await admit({ ...issue, triggeringActor: 'kim' })).toMatchObject({
    reason: 'sam and kim have no write permission.',
  }))

test('a job that may not read runs admits without counting', async () => {
  const admission = admitVisitor(
    issue,
    {
      permission: async () => 'read',
      workflowRunsBy: async () => Promise.reject(new Error('403')),
      workflowRunsSince: async () => [],
    },
    { allowedBots: [], allowedUsers: [], visitors: { workflow: 'triage.yml', now: NOW } },
  )
  expect(await admission).toEqual({ ...admitted, isCounted: false })
})

const limits: [name: string, runs: WorkflowRunFacts[], problem: RegExp | undefined][] = [
  ['as many as allowed', runs(2), undefined],
  ['one more', runs(3), /^sam has started 3 runs of ci.yml within an hour; runs_per_hour allows 2\./],
  ['one more, of which one is an hour old', [...runs(2), ...runs(1, anHourAgo)], undefined],
  ['one more, of which one was skipped', [...runs(2), ...runs(1, { conclusion: 'skipped' })], undefined],
]
for (const [name, list, problem] of limits)
  test(`runs_per_hour: ${name}`, async () => {
    const github = { workflowRunsBy: async () => list }
    const found = await userRateLimitProblem(issue, github, { maxRuns: 2, workflow: 'ci.yml', now: NOW })
    if (problem === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(problem)
  })
