import { expect, test } from 'vitest'
import { deliver } from '../../src/delivery/deliver.ts'
import type { EditedFile } from '../../src/delivery/plan/patch.ts'
import type { GitHubEmulator } from '../../src/emulators/github/github.ts'
import type { Task, UpstreamRun } from '../../src/github/events/task.ts'
import { goneTarget, readTarget } from '../../src/github/events/trigger-rules.ts'
import { dice } from '../policy/shell/line-generator.ts'
import { isFull, SAMPLE_SEED, sample } from '../sample.ts'
import { change, connect, createTestContext, finished } from './delivery-fixture.ts'
import {
  branchesOf,
  HERE,
  issueTask,
  makeRepository,
  pullTask,
  type Repository,
  startGitGitHub,
} from './git-fixture.ts'

/**
 * Weeks of one repository, whose state, branches and comments stay from run to run: failed CI, schedules, requests of two people, and what
 * people do to the pull requests, the issue and the branches meanwhile. What must hold is looked at after every event.
 */

const ASKED_AS = { trigger_phrase: '@gemini-cli', comment: 'auto', check_run: false, fail_on_findings: 'off' }
const B = 'export const b = 2\n'
/** What the model may come to: two fixes of one file, one that contains the first, and one of another file. */
const CHANGES: readonly (readonly EditedFile[])[] = [
  [change('src/b.ts', B, 'export const b = 3\n')],
  [change('src/b.ts', B, 'export const b = 4\n')],
  [change('src/b.ts', B, 'export const b = 3\n'), change('docs/old.md', 'Old.\n', 'New.\n')],
  [change('README.md', '# Pond\n', '# Lake\n')],
]

type Week = {
  server: GitHubEmulator
  repository: Repository
  roll: (sides: number) => number
  run: number
  /** What every run proposed: its purpose, and the difference by its index. */
  proposed: { purpose: string; difference: number; pull: number; isPersons: boolean }[]
  comment: number
}

type Asked = { purpose: string; task: Task; isPersons: boolean; job: string }

const upstream = (sha: string): UpstreamRun => ({
  runId: 9,
  workflow: 'CI',
  event: 'push',
  conclusion: 'failure',
  branch: 'main',
  sha,
  actor: 'ada',
  triggeringActor: 'ada',
  headRepo: HERE,
})

/** One request or event that starts a run. */
function drawTask(week: Week): Asked {
  const { repository, roll } = week
  const { number: _, author: __, request: ___, ...bare } = issueTask(repository)
  switch (roll(5)) {
    case 0:
      return {
        purpose: 'ci main',
        job: 'fix-ci',
        isPersons: false,
        task: { ...bare, event: 'workflow_run', kind: 'workflow_run', upstream: upstream(repository.base) },
      }
    case 1:
      return {
        purpose: 'monday',
        job: 'maintain',
        isPersons: false,
        task: { ...bare, event: 'schedule', kind: 'schedule' },
      }
    case 2:
    case 3: {
      week.comment += 1
      const id = 7_100_000 + week.comment
      const author = roll(2) === 0 ? 'ada' : 'wendy'
      const body = '@gemini-cli /fix'
      const time = { createdAt: '2026-01-05T09:00:00Z', updatedAt: '2026-01-05T09:00:00Z' }
      week.server.world.comments.push({ id, number: 7, user: author, body, ...time })
      const command = { name: 'fix', args: '' }
      return {
        purpose: 'issue 7',
        job: 'fix',
        isPersons: true,
        task: issueTask(repository, { author, request: '/fix', command, comment: { id, kind: 'issue' } }),
      }
    }
    default:
      return { purpose: 'pull 8', job: 'fix', isPersons: true, task: pullTask(repository) }
  }
}

async function runOnce(week: Week, asked: Asked, difference = week.roll(CHANGES.length)): Promise<string> {
  const { server, roll } = week
  week.run += 1
  const by = `${week.run}.1`
  const context = createTestContext(server, { changes: 'pull_request', ref: 'refs/heads/main', patchPath: '/dev/null' })
  context.identity = { ...context.identity, workflow: 'W', job: asked.job, run: by, by }
  const before = server.world.pulls.length
  const { task } = asked
  const lostTarget = async () => goneTarget(task, {}, await readTarget(task, connect(server)), ASKED_AS)
  // The asker may change their mind while the run works.
  if (task.comment !== undefined && roll(6) === 0)
    server.world.comments = server.world.comments.filter(({ id }) => id !== task.comment?.id)
  const { receipts, outcome } = await deliver(
    task,
    { ...finished(), changes: CHANGES[difference] ?? [], lostTarget },
    {},
    context,
  )
  const pull = receipts.find(({ intent }) => intent.kind === 'create_pull_request')
  for (const { number } of server.world.pulls.slice(before))
    if (!week.proposed.some(({ pull: known }) => known === number))
      week.proposed.push({ purpose: asked.purpose, difference, pull: number, isPersons: asked.isPersons })
  return `${asked.purpose} with ${difference}: ${outcome}, ${pull?.state} ${pull?.reason ?? ''}`
}

/** What people do between runs. */
const PEOPLE: Record<string, (week: Week) => unknown> = {
  'closes one': ({ server, roll }) => Object.assign(drawOpen(server, roll) ?? {}, { state: 'closed' }),
  'closes one and deletes its branch': async ({ server, roll, repository }) => {
    const pull = drawOpen(server, roll)
    if (pull === undefined) return
    pull.state = 'closed'
    await repository.git('update-ref', '-d', `refs/heads/${pull.head.ref}`)
  },
  'merges one': ({ server, roll }) => Object.assign(drawOpen(server, roll) ?? {}, { state: 'closed', merged: true }),
  'comments on one': ({ server, roll }) => {
    const pull = drawOpen(server, roll)
    const time = { createdAt: '2026-01-05T09:00:00Z', updatedAt: '2026-01-05T09:00:00Z' }
    const { comments } = server.world
    if (pull !== undefined)
      comments.push({ id: 7_500_000 + comments.length, number: pull.number, user: 'ada', body: 'Hm.', ...time })
  },
  'pushes to one': async ({ server, roll, repository }) => {
    const pull = drawOpen(server, roll)
    if (pull !== undefined) pull.head.sha = await repository.push(pull.head.ref, { 'more.md': `${roll(1_000_000)}\n` })
  },
  'merges pull request 8': ({ server }) =>
    Object.assign(server.world.pulls[0] ?? {}, { state: 'closed', merged: true }),
  'opens it again': ({ server }) => Object.assign(server.world.pulls[0] ?? {}, { state: 'open', merged: false }),
}

const ours = ({ world }: GitHubEmulator) => world.pulls.filter(({ user }) => user === world.viewer)

function drawOpen(server: GitHubEmulator, roll: Week['roll']) {
  const open = ours(server).filter(({ state }) => state === 'open')
  return open.length === 0 ? undefined : open[roll(open.length)]
}

/** What must hold after every event. */
async function check(week: Week, said: string, closedByPeople: ReadonlySet<number>) {
  const { server, repository, proposed } = week
  const { world } = server
  const open = ours(server).filter(({ state }) => state === 'open')
  const keys = proposed
    .filter(({ pull }) => open.some(({ number }) => number === pull))
    .map(({ purpose, difference }) => `${purpose} ${difference}`)
  expect(new Set(keys).size, `${said}: no two open pull requests with one purpose and difference`).toBe(keys.length)
  const heads = new Set(world.pulls.map(({ head }) => head.ref))
  const branches = Object.keys(await branchesOf(repository)).filter((name) => name.startsWith('sluice/'))
  expect(
    branches.filter((name) => !heads.has(name)),
    `${said}: no branch without a pull request`,
  ).toEqual([])
  for (const { number, state } of ours(server)) {
    const entry = proposed.find(({ pull }) => pull === number)
    if (state !== 'closed' || closedByPeople.has(number)) continue
    expect(entry?.isPersons, `${said}: #${number} of a person stays open`).toBe(false)
    const told = world.comments.filter((each) => each.number === number)
    expect(
      told.map(({ user }) => user),
      `${said}: #${number} was untouched`,
    ).toEqual([world.viewer])
    expect(told[0]?.body, `${said}: #${number} has a link`).toMatch(/#\d+ contains this change/)
  }
  const answers = world.comments.filter(({ user, number }) => user === world.viewer && [7, 8].includes(number))
  for (const { body } of answers) {
    expect(body, said).not.toMatch(/working on it/i)
    for (const [, named] of body.matchAll(/\/pull\/(\d+)>\)/g))
      expect(
        world.pulls.map(({ number }) => number),
        `${said}: a comment names what GitHub holds`,
      ).toContain(Number(named))
  }
  expect(server.problems, said).toEqual([])
}

const weeks = Array.from({ length: 50 }, (_, index) => SAMPLE_SEED * 1000 + index)

for (const seed of sample(weeks, 1))
  test(`a week of one repository, seed ${seed}`, async () => {
    await using repository = await makeRepository()
    await using server = await startGitGitHub(
      repository,
      {},
      { playedWorkflow: 'sluice.yml', permissions: { ada: 'write', wendy: 'write' } },
    )
    const week: Week = { server, repository, roll: dice(seed), run: 100, proposed: [], comment: 0 }
    const closedByPeople = new Set<number>()
    const history: string[] = []
    for (let event = 0; event < (isFull ? 14 : 5); event += 1) {
      if (week.roll(3) === 0) {
        const names = Object.keys(PEOPLE)
        const name = names[week.roll(names.length)] ?? ''
        const before = new Set(ours(server).flatMap(({ number, state }) => (state === 'open' ? number : [])))
        await PEOPLE[name]?.(week)
        for (const { number, state } of ours(server))
          if (before.has(number) && state === 'closed') closedByPeople.add(number)
        history.push(`a person ${name}`)
      } else if (week.roll(4) === 0) {
        // Two runs for the same at the same time.
        const asked = drawTask(week)
        const difference = week.roll(CHANGES.length)
        history.push(...(await Promise.all([runOnce(week, asked, difference), runOnce(week, asked, difference)])))
      } else history.push(await runOnce(week, drawTask(week)))
      await check(week, history.join('\n'), closedByPeople)
    }
  })
