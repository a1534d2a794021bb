import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { announce } from '../../src/delivery/announce.ts'
import { deliver } from '../../src/delivery/deliver.ts'
import type { DeliveryKit } from '../../src/delivery/delivery-kit.ts'
import type { Receipt } from '../../src/delivery/intent.ts'
import type { Task } from '../../src/github/task.ts'
import type { FakeGitHub, Fault, StandinOptions } from '../../src/standin/github.ts'
import { change, finished, openTestDesk } from './desk.ts'
import {
  branchesOf,
  changesIn,
  isSound,
  issueTask,
  makeRepository,
  pullTask,
  type Repository,
  startGitGitHub,
} from './git-desk.ts'

const edit = change('src/b.ts', 'export const b = 2\n', 'export const b = 3\n')
const bytes = {
  ...change('data.bin', null, ''),
  before: Buffer.from([0, 1, 2, 255, 254]),
  after: Buffer.from([255, 0]),
}

async function run(server: FakeGitHub, task: Task, kit: Partial<DeliveryKit> = {}): Promise<Receipt[]> {
  const desk = openTestDesk(server, { changes: 'commit', ref: 'refs/heads/main', patchPath: '/dev/null', ...kit })
  const announced = await announce(task, desk)
  const { receipts } = await deliver(task, { ...finished(), changes: [edit, bytes] }, announced, desk)
  return receipts
}

const receiptOf = (receipts: readonly Receipt[], kind: Receipt['intent']['kind']) =>
  receipts.find(({ intent }) => intent.kind === kind)

/** What somebody else does to a branch in the very moment our push arrives. */
const whenPushed = (act: (time: number) => void): StandinOptions => {
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

/** Commits that somebody is about to push, each upon the one before. */
async function prepared(repository: Repository, ...pushes: Record<string, string | null>[]): Promise<string[]> {
  const tips: string[] = []
  for (const files of pushes) tips.push(await repository.push('topic', files))
  setTip(repository, 'topic', repository.head)
  return tips
}

test('a push at the same moment, elsewhere: put on top of it', async () => {
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
    made: { sha: topic, branch: 'topic', isNew: false },
    why: `topic was pushed to at the same moment, elsewhere: put on top of ${late.slice(0, 10)}`,
  })
  expect(await repository.git('rev-parse', `${topic}^`)).toBe(late)
  expect(await changesIn(repository, topic)).toEqual(['M 100644 data.bin', 'M 100644 src/b.ts'])
  expect(await repository.git('show', `${topic}:docs/new.md`)).toBe('late')
  expect(await isSound(repository)).toBe(true)
})

const overlaps: [name: string, files: Record<string, string | null>, why: RegExp][] = [
  ['the same file', { 'src/b.ts': 'theirs\n' }, /src\/b\.ts has other content there/],
  ['the same file, taken away', { 'src/b.ts': null }, /src\/b\.ts is not there/],
]
for (const [name, files, why] of overlaps)
  test(`a push at the same moment: ${name}: a branch beside it`, async () => {
    await using repository = await makeRepository()
    const [late = ''] = await prepared(repository, files)
    await using server = await startGitGitHub(
      repository,
      whenPushed(() => setTip(repository, 'topic', late)),
    )
    const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
    expect(commit).toMatchObject({
      state: 'posted',
      why: expect.stringMatching(why),
      made: { isNew: true, into: 'topic' },
    })
    expect((await branchesOf(repository)).topic).toBe(late)
    expect(await repository.git('rev-parse', `${commit?.made?.sha}^`)).toBe(repository.head)
    expect(await isSound(repository)).toBe(true)
  })

test('a branch that is rewritten at the same moment gets nothing', async () => {
  await using repository = await makeRepository()
  await repository.git('checkout', '--quiet', '--force', '--detach', 'main')
  await repository.git('commit', '--quiet', '--allow-empty', '-m', 'Another history')
  const other = await repository.git('rev-parse', 'HEAD')
  await using server = await startGitGitHub(
    repository,
    whenPushed(() => setTip(repository, 'topic', other)),
  )
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  expect(commit).toMatchObject({ why: expect.stringMatching(/its history was rewritten/), made: { isNew: true } })
  expect((await branchesOf(repository)).topic).toBe(other)
})

test('a branch that is deleted at the same moment stays deleted', async () => {
  await using repository = await makeRepository()
  const gone = () => void execFileSync('git', ['update-ref', '-d', 'refs/heads/topic'], { cwd: repository.dir })
  await using server = await startGitGitHub(repository, whenPushed(gone))
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  expect(commit).toMatchObject({ why: 'topic is gone', made: { isNew: true } })
  expect(await branchesOf(repository)).not.toHaveProperty('topic')
})

test('somebody who is always faster is let go first', async () => {
  await using repository = await makeRepository()
  const pushes = Array.from({ length: 8 }, (_, nth) => ({ [`late/${nth}.txt`]: 'x\n' }))
  const tips = await prepared(repository, ...pushes)
  await using server = await startGitGitHub(
    repository,
    whenPushed((time) => setTip(repository, 'topic', tips[time - 1] ?? '')),
  )
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  expect(commit?.made?.isNew).toBe(true)
  const { topic = '' } = await branchesOf(repository)
  expect(tips).toContain(topic)
  expect(await isSound(repository)).toBe(true)
})

test('a branch that takes no pushes: a branch beside it, with GitHub’s own words', async () => {
  await using repository = await makeRepository()
  const body = { message: 'Changes must be made through a pull request.' }
  await using server = await startGitGitHub(repository, {
    onRequest: ({ method, path }) =>
      method === 'PATCH' && path.includes('/git/refs/') ? { status: 422, body } : undefined,
  })
  const commit = receiptOf(await run(server, pullTask(repository)), 'commit')
  expect(commit).toMatchObject({
    made: { isNew: true },
    why: expect.stringMatching(/topic does not take.*through a pull request/),
  })
  expect((await branchesOf(repository)).topic).toBe(repository.head)
})

test('a push that arrived though its answer was lost, and was pushed upon, is not made again', async () => {
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
  expect(commit).toMatchObject({ state: 'posted', made: { branch: 'topic', isNew: false } })
  expect(await repository.git('rev-parse', 'topic^')).toBe(commit?.made?.sha)
})

/** A request by what it is, not by when it comes: `POST /repos/octo/pond/git/trees 1` is the first of its kind. */
type Named = string
const namer = () => {
  const times = new Map<string, number>()
  return ({ method, path }: { method: string; path: string }): Named => {
    const plain = `${method} ${path.replace(/[0-9a-f]{40}/g, 'SHA')}`
    times.set(plain, (times.get(plain) ?? 0) + 1)
    return `${plain} ${times.get(plain)}`
  }
}

const ROUTES: [name: string, task: (repository: Repository) => Task, kit: Partial<DeliveryKit>][] = [
  ['onto a pull request, with a check run', pullTask, { checkRun: true }],
  ['a pull request of its own', issueTask, { changes: 'pull_request', comment: 'off' }],
]
/** Ours to get right; the comment has a walk of its own. */
const isOurs = (name: Named) => /\/(?:git|pulls|check-runs|users|compare)\b/.test(name)
const isWrite = (name: Named) => isOurs(name) && !name.startsWith('GET')
const FAULTS: [name: string, fault: Fault, at: (name: Named) => boolean][] = [
  ['refused', 'refuse', isOurs],
  ['lost', 'lose', isOurs],
  ['404', { status: 404 }, isOurs],
  ...[403, 409, 422, 429].map((status): [string, Fault, typeof isWrite] => [String(status), { status }, isWrite]),
]

for (const [route, taskOf, kit] of ROUTES)
  for (const [name, fault, isAt] of FAULTS)
    test(`${route}: each request in turn ${name}`, async () => {
      const places = (await namesOf(taskOf, kit)).filter(isAt)
      expect(places.length).toBeGreaterThanOrEqual(5)
      for (const place of places) {
        await using repository = await makeRepository()
        const name = namer()
        const onRequest: StandinOptions['onRequest'] = (request) => (name(request) === place ? fault : undefined)
        await using server = await startGitGitHub(repository, { onRequest })
        const receipts = await run(server, taskOf(repository), kit)
        await staysWhole(server, repository, receipts, `${route}, ${place} ${JSON.stringify(fault)}`)
      }
    }, 90_000)

/** Every request of a run in which nothing goes wrong. */
async function namesOf(taskOf: (repository: Repository) => Task, kit: Partial<DeliveryKit>): Promise<Named[]> {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  await run(server, taskOf(repository), kit)
  return server.requests.map(namer())
}

/** Whatever went wrong: nothing twice, nothing half done, and the receipts tell the truth. */
async function staysWhole(server: FakeGitHub, repository: Repository, receipts: readonly Receipt[], what: string) {
  const { topic, main, ...ours } = await branchesOf(repository)
  expect(main, what).toBe(repository.base)
  const tips = [...(topic === repository.head ? [] : [topic]), ...Object.values(ours)]
  expect(tips.length, what).toBeLessThanOrEqual(1)
  const [tip] = tips
  const commit = receiptOf(receipts, 'commit')
  expect([commit?.made?.sha, commit?.state], what).toEqual(tip === undefined ? [undefined, 'failed'] : [tip, 'posted'])
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
  const conclusion = missing.some(({ forbidden }) => forbidden) ? 'failure' : missing.length > 0 ? 'neutral' : 'success'
  if (receiptOf(receipts, 'check_run')?.state === 'posted')
    expect(server.world.checkRuns, what).toMatchObject([{ status: 'completed', conclusion }])
  for (const { state, why } of receipts) if (state !== 'posted') expect(why, what).not.toBe('')
  await isSound(repository)
}
