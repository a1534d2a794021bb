import { expect, test } from 'vitest'
import { startGitHub } from '../../../src/emulators/github/github.ts'
import { pull, type WorldSeed } from '../../../src/emulators/github/world.ts'
import { connectGitHub } from '../../../src/github/api/github.ts'
import type { Task, UpstreamRun } from '../../../src/github/events/task.ts'
import { assessTrust } from '../../../src/github/events/trust.ts'
import { hastyClock } from '../../fakes/clock.ts'
import { requestProblems } from '../../fakes/openapi.ts'
import { type TestRepository, testRepository } from '../repository.ts'

const RUN = 900
const approved = { run: RUN, environment: 'fork-review', state: 'approved', user: 'ada' } as const

/** The base branch has the workflow of the first phase; the fork has two commits, the second a day later. */
async function prepare(repository: TestRepository) {
  const base = await repository.commit({ '.github/workflows/review.yml': 'on: pull_request\n', 'a.ts': 'one\n' })
  await repository.git('switch', '--quiet', '-c', 'topic')
  const head = await repository.commit({ 'a.ts': 'two\n' })
  return { base, head, dir: repository.dir }
}

type Prepared = Awaited<ReturnType<typeof prepare>>
type Change = {
  upstream?: Partial<UpstreamRun>
  task?: Partial<Task>
  world?: (seed: WorldSeed, at: Prepared) => object
  attempt?: number
}

async function assess({ upstream = {}, task = {}, world = () => ({}), attempt = 1 }: Change, runId = RUN) {
  await using repository = await testRepository()
  const prepared = await prepare(repository)
  const { base, head, dir } = prepared
  const seed: WorldSeed = {
    owner: 'octo',
    repo: 'pond',
    token: 't',
    visibility: 'public',
    gitDir: dir,
    permissions: { ada: 'admin', wendy: 'write', stan: 'none' },
    pulls: [forkPull(7, prepared)],
    approvals: [approved],
  }
  await using server = await startGitHub({ ...seed, ...world(seed, prepared) })
  const github = connectGitHub({
    token: 't',
    repository: 'octo/pond',
    apiUrl: server.url,
    userAgent: 'x',
    notice: () => {},
    clock: hastyClock(),
  })
  const run: UpstreamRun = {
    runId: 5,
    workflow: 'Review',
    event: 'pull_request',
    conclusion: 'success',
    branch: 'topic',
    sha: head,
    actor: 'stan',
    triggeringActor: 'stan',
    headRepo: 'stan/pond',
    repo: 'octo/pond',
    path: '.github/workflows/review.yml',
    ...upstream,
  }
  const about: Task = {
    event: 'workflow_run',
    kind: 'workflow_run',
    repo: { owner: 'octo', name: 'pond' },
    sha: base,
    actor: 'stan',
    triggeringActor: 'stan',
    defaultBranch: 'main',
    upstream: run,
    ...task,
  }
  const assessment = await assessTrust(about, github, {
    allowedUsers: [],
    allowedBots: [],
    runPrCode: false,
    configSource: 'auto',
    forkReview: { environment: 'fork-review', runId, attempt },
  })
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
  return { ...assessment, base, head }
}

const forkPull = (number: number, { base, head }: Prepared, more: object = {}) =>
  pull({
    number,
    user: 'stan',
    title: 'Two',
    base: { ref: 'main', sha: base, repo: 'octo/pond' },
    head: { ref: 'topic', sha: head, repo: 'stan/pond' },
    ...more,
  })

test('the pull request of the first phase, found and checked, is reviewed as code from outside', async () => {
  const { trust, task, capabilities, steering, base, head } = await assess({})
  expect(trust).toEqual({ level: 'limited', reason: expect.stringContaining('code from stan/pond') })
  expect(task).toMatchObject({
    kind: 'pull_request',
    number: 7,
    openedBy: 'stan',
    head: { sha: head },
    base: { sha: base },
  })
  expect(capabilities.shell).toBe(false)
  expect(steering.sha).toBe(base)
})

const other = (sha: string) => ({ ref: 'topic', sha, repo: 'mallory/pond' })

const FORGERIES: [name: string, change: Change, reason: RegExp][] = [
  [
    'the head moved after the first phase',
    { upstream: { sha: 'd'.repeat(40) } },
    /The head of #7 moved from ddddddd to [0-9a-f]{7} after the first phase\. Ask again\./,
  ],
  [
    'two pull requests of one branch',
    {
      world: ({ pulls = [] }, at) => ({
        pulls: [...pulls, forkPull(8, at, { base: { ref: 'next', sha: at.base, repo: 'octo/pond' } })],
      }),
    },
    /#8 and #7 come from the same branch of stan\/pond\. Close all but one\.|#7 and #8 come/,
  ],
  [
    'a closed pull request',
    { world: (_, at) => ({ pulls: [forkPull(7, at, { state: 'closed' })] }) },
    /no open pull request from the branch topic of stan\/pond/,
  ],
  [
    'a base that is not protected',
    { world: (_, at) => ({ pulls: [forkPull(7, at, { base: { ref: 'topic', sha: at.base, repo: 'octo/pond' } })] }) },
    /The base of #7 is topic, which is neither the default branch nor protected\./,
  ],
  [
    'another number from an artifact of the first phase',
    { task: { number: 3, kind: 'pull_request' } },
    /The workflow names #3, but the first phase was about #7\./,
  ],
  [
    'the same branch name in another fork',
    { world: (_, at) => ({ pulls: [forkPull(7, at, { head: other(at.head) })] }) },
    /no open pull request from the branch topic of stan\/pond/,
  ],
  [
    'another repository that took the name of the fork',
    { upstream: { headRepoId: 1 } },
    /no open pull request from the branch topic of stan\/pond/,
  ],
  [
    'a workflow that only the pull request has',
    { upstream: { path: '.github/workflows/forged.yml' } },
    /The default branch has no \.github\/workflows\/forged\.yml: the workflow "Review" of the first phase exists only in the pull request\./,
  ],
  ['a path that is no workflow', { upstream: { path: 'a.ts' } }, /does not name the file of the first phase/],
  ['a first phase for a push', { upstream: { event: 'push' } }, /The first phase ran for push, not for pull_request\./],
  ['a first phase that failed', { upstream: { conclusion: 'failure' } }, /did not succeed: it ended as failure/],
  [
    'a first phase in another repository',
    { upstream: { repo: 'mallory/pond' } },
    /The first phase ran in mallory\/pond, not in this repository\./,
  ],
  ['a branch of this repository', { upstream: { headRepo: 'octo/pond' } }, /comes from this repository/],
  ['no approval', { world: () => ({ approvals: [] }) }, /No person approved this run in the environment fork-review\./],
  [
    'a rejection',
    { world: () => ({ approvals: [{ ...approved, state: 'rejected' }] }) },
    /No person approved this run in the environment fork-review\./,
  ],
  [
    'an approval in another environment',
    { world: () => ({ approvals: [{ ...approved, environment: 'staging' }] }) },
    /No person approved this run in the environment fork-review\./,
  ],
  [
    'an approval of another run',
    { world: () => ({ approvals: [{ ...approved, run: RUN - 1 }] }) },
    /No person approved this run in the environment fork-review\./,
  ],
  [
    'an approval of an earlier attempt, after the reviewers were removed',
    { attempt: 2, world: () => ({ environments: { 'fork-review': { hasReviewers: false } } }) },
    /An earlier attempt of this run was approved, but the environment fork-review no longer has required reviewers/,
  ],
  ['a second attempt whose environment is gone', { attempt: 2 }, /The approval of this run could not be read/],
  [
    'a job without actions: read',
    { world: () => ({ tokenPermissions: { actions: 'none' } }) },
    /could not be read; the job needs `actions: read`\./,
  ],
]

test.each(FORGERIES)('%s: refused', async (_, change, reason) => {
  const { trust } = await assess(change)
  expect(trust).toEqual({ level: 'refused', reason: expect.stringMatching(reason) })
})

test('a second attempt that asked for an approval again is reviewed', async () => {
  const { trust } = await assess({
    attempt: 2,
    world: () => ({ environments: { 'fork-review': { hasReviewers: true } } }),
  })
  expect(trust.level).toBe('limited')
})

test('an approval does not let bots in', async () => {
  const { trust } = await assess({ upstream: { actor: 'renovate[bot]' } })
  expect(trust).toEqual({ level: 'refused', reason: expect.stringContaining('renovate[bot] is a bot') })
})

test('another event has no first phase', async () => {
  const { trust } = await assess({ task: { event: 'push', upstream: undefined } as never }) // a task without the field
  expect(trust).toEqual({
    level: 'refused',
    reason: 'The input fork_environment is for workflow_run events, not for push.',
  })
})
