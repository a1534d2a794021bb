import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { deliver } from '../../../src/delivery/deliver.ts'
import type { DeliveryContext } from '../../../src/delivery/delivery-context.ts'
import type { Receipt } from '../../../src/delivery/plan/intent.ts'
import { announce } from '../../../src/delivery/post/announce.ts'
import type { GitHubEmulator, GitHubEmulatorOptions, InjectedFault } from '../../../src/emulators/github/github.ts'
import type { Task } from '../../../src/github/events/task.ts'
import { sample } from '../../sample.ts'
import { change, createTestContext, finished } from '../delivery-fixture.ts'
import {
  branchesOf,
  changesIn,
  isSound,
  issueTask,
  makeRepository,
  pullTask,
  type Repository,
  startGitGitHub,
} from '../git-fixture.ts'

const edit = change('src/b.ts', 'export const b = 2\n', 'export const b = 3\n')
const bytes = {
  ...change('data.bin', null, ''),
  before: Buffer.from([0, 1, 2, 255, 254]),
  after: Buffer.from([255, 0]),
}

async function run(server: GitHubEmulator, task: Task, overrides: Partial<DeliveryContext> = {}): Promise<Receipt[]> {
  const context = createTestContext(server, {
    changes: 'commit',
    ref: 'refs/heads/main',
    patchPath: '/dev/null',
    ...overrides,
  })
  const announced = await announce(task, context)
  const { receipts } = await deliver(task, { ...finished(), changes: [edit, bytes] }, announced, context)
  return receipts
}

const receiptOf = (receipts: readonly Receipt[], kind: Receipt['intent']['kind']) =>
  receipts.find(({ intent }) => intent.kind === kind)

/** What another person does to a branch while our push arrives. */
const whenPushed = (act: (time: number) => void): GitHubEmulatorOptions => {
  let times = 0
  return {
    onRequest: ({ method, path }) => {
      if (method === 'PATCH' && path.includes('/git/refs/')) act(++times)
      return undefined
    },
  }
}

const setTip = ({ dir }: Repository, branch: string, sha: string) =>
  execFileSync('git', ['update-ref', `refs/heads/${branch}`, sha], { cwd: dir })

/** Commits that another person is about to push, each on top of the previous one. */
async function prepared(repository: Repository, ...pushes: Record<string, string | null>[]): Promise<string[]> {
  const tips: string[] = []
  for (const files of pushes) tips.push(await repository.push('topic', files))
  setTip(repository, 'topic', repository.head)
  return tips
}

test('a concurrent push to other files: the commit goes on top', async () => {
  await using repository = await makeRepository()
  const [late = ''] = await prepared(repository, { 'docs/new.md': 'late\n' })
  await using server = await startGitGitHub(
    repository,
    whenPushed((time) => time === 1 && setTip(repository, 'topic', late)),
  )
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  const { topic = '' } = await branchesOf(repository)
  expect(commit).toMatchObject({
    state: 'posted',
    pushed: { sha: topic, branch: 'topic', isNew: false },
    reason: `topic received another push at the same time; the commit is on top of ${late.slice(0, 10)}`,
  })
  expect(await repository.git('rev-parse', `${topic}^`)).toBe(late)
  expect(await changesIn(repository, topic)).toEqual(['M 100644 data.bin', 'M 100644 src/b.ts'])
  expect(await repository.git('show', `${topic}:docs/new.md`)).toBe('late')
  expect(await isSound(repository)).toBe(true)
})

const overlaps: [name: string, files: Record<string, string | null>, reason: RegExp][] = [
  ['the same file', { 'src/b.ts': 'theirs\n' }, /src\/b\.ts has different content in that commit/],
  ['the same file, taken away', { 'src/b.ts': null }, /src\/b\.ts does not exist in that commit/],
]
for (const [name, files, reason] of overlaps)
  test(`a concurrent push: ${name}: a new branch`, async () => {
    await using repository = await makeRepository()
    const [late = ''] = await prepared(repository, files)
    await using server = await startGitGitHub(
      repository,
      whenPushed(() => setTip(repository, 'topic', late)),
    )
    const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
    expect(commit).toMatchObject({
      state: 'posted',
      reason: expect.stringMatching(reason),
      pushed: { isNew: true, base: { targetBranch: 'topic' } },
    })
    expect((await branchesOf(repository)).topic).toBe(late)
    expect(await repository.git('rev-parse', `${commit?.pushed?.sha}^`)).toBe(repository.head)
    expect(await isSound(repository)).toBe(true)
  })

test('a concurrently rewritten branch gets nothing', async () => {
  await using repository = await makeRepository()
  await repository.git('checkout', '--quiet', '--force', '--detach', 'main')
  await repository.git('commit', '--quiet', '--allow-empty', '-m', 'Another history')
  const other = await repository.git('rev-parse', 'HEAD')
  await using server = await startGitGitHub(
    repository,
    whenPushed(() => setTip(repository, 'topic', other)),
  )
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  expect(commit).toMatchObject({ reason: expect.stringMatching(/its history was rewritten/), pushed: { isNew: true } })
  expect((await branchesOf(repository)).topic).toBe(other)
})

test('a concurrently deleted branch stays deleted', async () => {
  await using repository = await makeRepository()
  const gone = () => void execFileSync('git', ['update-ref', '-d', 'refs/heads/topic'], { cwd: repository.dir })
  await using server = await startGitGitHub(repository, whenPushed(gone))
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  expect(commit).toMatchObject({ state: 'skipped', reason: expect.stringMatching(/^topic was deleted or renamed/) })
  expect(await branchesOf(repository)).not.toHaveProperty('topic')
})

test('a run gives up against endless concurrent pushes', async () => {
  await using repository = await makeRepository()
  const pushes = Array.from({ length: 8 }, (_, nth) => ({ [`late/${nth}.txt`]: 'x\n' }))
  const tips = await prepared(repository, ...pushes)
  await using server = await startGitGitHub(
    repository,
    whenPushed((time) => setTip(repository, 'topic', tips[time - 1] ?? '')),
  )
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  expect(commit?.pushed?.isNew).toBe(true)
  const { topic = '' } = await branchesOf(repository)
  expect(tips).toContain(topic)
  expect(await isSound(repository)).toBe(true)
})

test('a branch that refuses pushes: a new branch, with GitHub’s message', async () => {
  await using repository = await makeRepository()
  const body = { message: 'Changes must be made through a pull request.' }
  await using server = await startGitGitHub(repository, {
    onRequest: ({ method, path }) =>
      method === 'PATCH' && path.includes('/git/refs/') ? { status: 422, body } : undefined,
  })
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  expect(commit).toMatchObject({
    pushed: { isNew: true },
    reason: expect.stringMatching(/topic rejects the commit.*through a pull request/),
  })
  expect((await branchesOf(repository)).topic).toBe(repository.head)
})

test('a push with a lost response and later pushes is not repeated', async () => {
  await using repository = await makeRepository()
  let isLost = false
  await using server = await startGitGitHub(repository, {
    onRequest: ({ method, path }) => {
      if (method === 'PATCH' && path.includes('/git/refs/') && !isLost) {
        isLost = true
        return 'lose'
      }
      if (isLost && method === 'GET' && path.includes('/git/ref/')) {
        const tip = execFileSync('git', ['rev-parse', 'refs/heads/topic'], {
          cwd: repository.dir,
          encoding: 'utf8',
        }).trim()
        const next = execFileSync(
          'git',
          ['-c', 'user.name=A', '-c', 'user.email=a@b', 'commit-tree', '-m', 'Next', '-p', tip, `${tip}^{tree}`],
          { cwd: repository.dir, encoding: 'utf8' },
        ).trim()
        setTip(repository, 'topic', next)
      }
      return undefined
    },
  })
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  expect(commit).toMatchObject({ state: 'posted', pushed: { branch: 'topic', isNew: false } })
  expect(await repository.git('rev-parse', 'topic^')).toBe(commit?.pushed?.sha)
})

test('a push that failed while another person pushed goes on top of theirs', async () => {
  await using repository = await makeRepository()
  const [late = ''] = await prepared(repository, { 'docs/new.md': 'late\n' })
  let times = 0
  await using server = await startGitGitHub(repository, {
    onRequest({ method, path }) {
      if (method !== 'PATCH' || !path.includes('/git/refs/')) return undefined
      times += 1
      if (times > 1) return undefined
      setTip(repository, 'topic', late)
      return 'refuse'
    },
  })
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  const { topic = '' } = await branchesOf(repository)
  expect(commit).toMatchObject({ state: 'posted', pushed: { sha: topic, branch: 'topic', isNew: false } })
  expect(await repository.git('rev-parse', `${topic}^`)).toBe(late)
})

test('a push that failed while somebody deleted the branch leaves it deleted', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository, {
    onRequest({ method, path }) {
      if (method !== 'PATCH' || !path.includes('/git/refs/')) return undefined
      execFileSync('git', ['update-ref', '-d', 'refs/heads/topic'], { cwd: repository.dir })
      return 'refuse'
    },
  })
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  expect(commit).toMatchObject({ state: 'skipped', reason: expect.stringMatching(/^topic was deleted or renamed/) })
  expect(await branchesOf(repository)).not.toHaveProperty('topic')
})

test('a push that failed where the branch stays is tried once more, and is then no push', async () => {
  for (const failures of [1, 2]) {
    await using repository = await makeRepository()
    let times = 0
    await using server = await startGitGitHub(repository, {
      onRequest({ method, path }) {
        if (method !== 'PATCH' || !path.includes('/git/refs/')) return undefined
        times += 1
        return times <= failures ? 'refuse' : undefined
      },
    })
    const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
    const { topic } = await branchesOf(repository)
    expect(commit?.state).toBe(failures === 1 ? 'posted' : 'failed')
    expect(topic === repository.head).toBe(failures === 2)
  }
})

const creatingBranch = (fault: InjectedFault): GitHubEmulatorOptions => {
  let isOver = false
  return {
    onRequest({ method, path }) {
      if (isOver || method !== 'POST' || !path.endsWith('/git/refs')) return undefined
      isOver = true
      return fault
    },
  }
}

test('a new branch whose response is lost is used', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository, creatingBranch('lose'))
  const commit = receiptOf(await run(server, issueTask(repository), { changes: 'pull_request' }), 'commit')
  expect(commit).toMatchObject({ state: 'posted', pushed: { isNew: true } })
  expect(commit?.reason).toBeUndefined()
  expect((await branchesOf(repository))[commit?.pushed?.branch ?? '']).toBe(commit?.pushed?.sha)
})

test('a new branch that GitHub failed to create is created at the second try', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository, creatingBranch('refuse'))
  const commit = receiptOf(await run(server, issueTask(repository), { changes: 'pull_request' }), 'commit')
  expect(commit).toMatchObject({ state: 'posted', pushed: { isNew: true } })
  expect((await branchesOf(repository))[commit?.pushed?.branch ?? '']).toBe(commit?.pushed?.sha)
})

test('a new branch that is refused is no branch', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(
    repository,
    creatingBranch({ status: 403, body: { message: 'Resource not accessible by integration' } }),
  )
  const commit = receiptOf(await run(server, issueTask(repository), { changes: 'pull_request' }), 'commit')
  expect(commit).toMatchObject({ state: 'failed', status: 403 })
  expect(Object.keys(await branchesOf(repository)).toSorted()).toEqual(['main', 'topic'])
})

test('a new branch whose name somebody takes at that moment gets the next name', async () => {
  await using repository = await makeRepository()
  let taken: string | undefined
  await using server = await startGitGitHub(repository, {
    onRequest({ method, path, body }) {
      if (taken !== undefined || method !== 'POST' || !path.endsWith('/git/refs')) return undefined
      taken = String((body as { ref?: string }).ref).replace('refs/heads/', '') // as our client sends it
      setTip(repository, taken, repository.base)
      return undefined
    },
  })
  const commit = receiptOf(await run(server, issueTask(repository), { changes: 'pull_request' }), 'commit')
  expect(commit).toMatchObject({ state: 'posted', pushed: { isNew: true, branch: `${taken}-2` } })
  const branches = await branchesOf(repository)
  expect(branches[taken ?? '']).toBe(repository.base)
  expect(branches[`${taken}-2`]).toBe(commit?.pushed?.sha)
})

test.each([
  ['that GitHub does not find', { status: 404, body: { message: 'Not Found' } }],
  ['that is a bot', { status: 200, body: { id: 7, login: 'ada', type: 'Bot' } }],
  ['with a name that no address can have', { status: 200, body: { id: 7, login: 'a> <b', type: 'User' } }],
])('a commit for an account %s names no co-author', async (_, answer) => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository, {
    onRequest: ({ path }) => (path.startsWith('/users/') ? answer : undefined),
  })
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  expect(commit).toMatchObject({ state: 'posted' })
  const message = await repository.git('log', '-1', '--format=%B', commit?.pushed?.sha ?? '')
  expect(message).toContain('Sluice-Run:')
  expect(message).not.toContain('Co-authored-by')
})

/** A request by kind, not by time: `POST /repos/octo/pond/git/trees 1` is the first of its kind. */
type Named = string
const namer = () => {
  const times = new Map<string, number>()
  return ({ method, path }: { method: string; path: string }): Named => {
    const plain = `${method} ${path.replace(/[0-9a-f]{40}/g, 'SHA')}`
    times.set(plain, (times.get(plain) ?? 0) + 1)
    return `${plain} ${times.get(plain)}`
  }
}

const ROUTES: [name: string, task: (repository: Repository) => Task, overrides: Partial<DeliveryContext>][] = [
  ['onto a pull request, with a check run', pullTask, { checkRun: true }],
  ['a pull request of its own', issueTask, { changes: 'pull_request', comment: 'off' }],
]
/** The requests under test; another test covers the comment. */
const isOurs = (name: Named) => /\/(?:git|pulls|check-runs|users|compare)\b/.test(name)
const isWrite = (name: Named) => isOurs(name) && !name.startsWith('GET')
const FAULTS: [name: string, fault: InjectedFault, at: (name: Named) => boolean][] = [
  ['refused', 'refuse', isOurs],
  ['lost', 'lose', isOurs],
  ['404', { status: 404 }, isOurs],
  ...[403, 409, 422, 429].map((status): [string, InjectedFault, typeof isWrite] => [
    String(status),
    { status },
    isWrite,
  ]),
]

/** Each request of each route in turn, with each fault. */
const CASES = (
  await Promise.all(
    ROUTES.map(async ([route, taskOf, overrides]) => {
      const names = await namesOf(taskOf, overrides)
      return FAULTS.flatMap(([name, fault, isAt]) => {
        const places = names.filter(isAt)
        if (places.length < 5) throw new Error(`${route}: too few requests for ${name}: ${places}`)
        return places.map((place) => ({ route, taskOf, overrides, name, fault, place }))
      })
    }),
  )
).flat()

for (const { route, taskOf, overrides, name, fault, place } of sample(CASES, 3))
  test(`${route}: ${place} ${name}`, async () => {
    await using repository = await makeRepository()
    const nameOf = namer()
    const onRequest: GitHubEmulatorOptions['onRequest'] = (request) => (nameOf(request) === place ? fault : undefined)
    await using server = await startGitGitHub(repository, { onRequest })
    const receipts = await run(server, taskOf(repository), overrides)
    await staysWhole(server, repository, receipts, `${route}, ${place} ${JSON.stringify(fault)}`)
  })

/** Every request of a run without faults. */
async function namesOf(
  taskOf: (repository: Repository) => Task,
  overrides: Partial<DeliveryContext>,
): Promise<Named[]> {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  await run(server, taskOf(repository), overrides)
  return server.requests.map(namer())
}

/** Whatever went wrong: nothing twice, nothing half done, and the receipts tell the truth. */
async function staysWhole(server: GitHubEmulator, repository: Repository, receipts: readonly Receipt[], what: string) {
  const { topic, main, ...ours } = await branchesOf(repository)
  expect(main, what).toBe(repository.base)
  const tips = [...(topic === repository.head ? [] : [topic]), ...Object.values(ours)]
  expect(tips.length, what).toBeLessThanOrEqual(1)
  const [tip] = tips
  const commit = receiptOf(receipts, 'commit')
  expect([commit?.pushed?.sha, commit?.state], what).toEqual(
    tip === undefined ? [undefined, 'failed'] : [tip, 'posted'],
  )
  if (tip !== undefined) {
    expect(await changesIn(repository, tip), what).toEqual(['M 100644 data.bin', 'M 100644 src/b.ts'])
    expect(await repository.git('rev-list', '--count', `${tip}`, '^main', '^topic~1'), what).toMatch(/^[12]$/)
  }
  const opened = server.world.pulls.filter(({ user }) => user === server.world.viewer)
  expect(opened.length, what).toBeLessThanOrEqual(1)
  const asked = receiptOf(receipts, 'create_pull_request')
  if (asked !== undefined) expect(asked.state === 'posted', what).toBe(opened.length === 1)
  const comments = server.world.comments.filter(({ user }) => user === server.world.viewer)
  expect(comments.length, what).toBeLessThanOrEqual(1)
  if (receiptOf(receipts, 'comment')?.state === 'posted')
    expect(comments[0]?.body, what).toMatch(/state=(done|partial)/)
  expect(server.world.checkRuns.length, what).toBeLessThanOrEqual(1)
  const missing = receipts.filter(({ intent, state }) => state === 'failed' && intent.kind !== 'patch')
  const isMissing = missing.some(({ intent }) => intent.kind !== 'resolve_fixed')
  // A branch that moved meanwhile: the commits are on a branch of their own.
  const isForPull = commit?.intent.kind === 'commit' && commit.intent.pullRequest !== undefined
  const isElsewhere = isForPull && tip !== undefined && tip !== topic
  const conclusion = isMissing ? 'failure' : missing.length > 0 || isElsewhere ? 'neutral' : 'success'
  if (receiptOf(receipts, 'check_run')?.state === 'posted')
    expect(server.world.checkRuns, what).toMatchObject([{ status: 'completed', conclusion }])
  for (const { state, reason } of receipts) if (state !== 'posted') expect(reason, what).not.toBe('')
  await isSound(repository)
}
