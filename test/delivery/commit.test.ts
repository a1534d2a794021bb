import { expect, test } from 'vitest'
import { deliver } from '../../src/delivery/deliver.ts'
import type { DeliveryKit } from '../../src/delivery/delivery-kit.ts'
import type { Proposal, Receipt } from '../../src/delivery/intent.ts'
import type { Change } from '../../src/delivery/patch.ts'
import type { Task } from '../../src/github/task.ts'
import type { FakeGitHub } from '../../src/standin/github.ts'
import { requestProblems } from '../fakes/openapi.ts'
import { change, finished, openTestDesk, SECRET } from './desk.ts'
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

type Doing = { changes?: readonly Change[]; proposals?: readonly Proposal[]; kit?: Partial<DeliveryKit> }

async function delivered(server: FakeGitHub, task: Task, { changes = [edit], proposals = [], kit = {} }: Doing = {}) {
  const desk = openTestDesk(server, { changes: 'commit', ref: 'refs/heads/main', ...kit })
  const { receipts, report } = await deliver(task, { ...finished(), changes, proposals }, {}, desk)
  const find = (kind: Receipt['intent']['kind']) => receipts.find(({ intent }) => intent.kind === kind)
  const comment = server.world.comments.at(-1)?.body ?? ''
  return {
    receipts,
    report,
    commit: find('commit'),
    pull: find('create_pull_request'),
    comment,
    summary: desk.summary(),
  }
}

/** Nothing asked of GitHub was wrong, and nothing in the repository is broken. */
async function allIsSound(server: FakeGitHub, repository: Repository) {
  expect(await isSound(repository)).toBe(true)
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
}

const edit = change('src/b.ts', 'export const b = 2\n', 'export const b = 3\n')
const OURS = /^sluice\//
const ourBranches = async (repository: Repository) =>
  Object.entries(await branchesOf(repository)).filter(([name]) => OURS.test(name))

test('onto the branch of the pull request: one commit, its tip the parent, ours by message and co-author', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit, comment } = await delivered(server, pullTask(repository))
  const { topic = '', ...others } = await branchesOf(repository)
  expect(commit).toMatchObject({
    state: 'posted',
    url: `https://github.com/octo/pond/commit/${topic}`,
    made: { sha: topic, branch: 'topic', isNew: false },
  })
  expect(others).toEqual({ main: repository.base })
  expect(await repository.git('rev-parse', `${topic}^@`)).toBe(repository.head)
  expect(await changesIn(repository, topic)).toEqual(['M 100644 src/b.ts'])
  expect(await repository.git('show', `${topic}:src/b.ts`)).toBe('export const b = 3')
  const id = /(\d+)\+ada@users\.noreply\.github\.com/.exec(await repository.git('log', '-1', '--format=%B', topic))?.[1]
  expect(await repository.git('log', '-1', '--format=%an|%(trailers:only)', topic)).toMatch(
    new RegExp(
      `^github-actions\\[bot\\]\\|Co-authored-by: ada <${id}\\+ada@.*\\nSluice-Run: review-gemini\\.\\w+/100$`,
    ),
  )
  // GitHub signs what carries no author, committer or signature of its own.
  const body = server.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/git/commits'))?.body
  expect(Object.keys(body as object).toSorted()).toEqual(['message', 'parents', 'tree']) // recorded as it came
  expect(comment).toContain(`[commit of 1 file](<https://github.com/octo/pond/commit/${topic}>)`)
  await allIsSound(server, repository)
})

const kinds: [name: string, changes: Change[], expected: string[]][] = [
  ['a new file', [change('new/deep/file.ts', null, 'x\n')], ['A 100644 new/deep/file.ts']],
  ['a new program', [{ ...change('bin/new.sh', null, '#!/bin/sh\n'), mode: '100755' }], ['A 100755 bin/new.sh']],
  [
    'a program stays one, a text none',
    [
      { ...change('bin/run.sh', '#!/bin/sh\necho hi\n', '#!/bin/sh\necho ho\n'), mode: '100644' },
      { ...change('src/b.ts', 'export const b = 2\n', 'b\n'), mode: '100755' },
    ],
    ['M 100644 src/b.ts', 'M 100755 bin/run.sh'],
  ],
  ['a file taken away', [change('docs/old.md', 'Old.\n', null)], ['D 000000 docs/old.md']],
  [
    'bytes',
    [
      {
        ...change('data.bin', null, ''),
        before: Buffer.from([0, 1, 2, 255, 254]),
        after: Buffer.from([255, 0, 10, 13]),
      },
    ],
    ['M 100644 data.bin'],
  ],
  ['a large text', [change('big.txt', null, 'é'.repeat(150_000))], ['A 100644 big.txt']],
  ['an empty file', [change('empty.txt', null, '')], ['A 100644 empty.txt']],
  ['odd names', [change('a b/ü".txt', null, 'x')], ['A 100644 "a b/\\303\\274\\".txt"']],
  ['line ends of another machine', [change('src/b.ts', 'export const b = 2\r\n', 'b\r\n')], ['M 100644 src/b.ts']],
  ['some of it is there already', [edit, change('README.md', '# Lake\n', '# Pond\n')], ['M 100644 src/b.ts']],
]
for (const [name, changes, expected] of kinds)
  test(`the tree: ${name}`, async () => {
    await using repository = await makeRepository()
    await using server = await startGitGitHub(repository)
    const { commit } = await delivered(server, pullTask(repository), { changes })
    expect(commit).toMatchObject({ state: 'posted' })
    const { topic = '' } = await branchesOf(repository)
    expect(await changesIn(repository, topic)).toEqual(expected)
    await allIsSound(server, repository)
    for (const { path, after } of changes)
      if (after !== null && name !== 'line ends of another machine') {
        const asked = server.world.gitDir ?? ''
        const { execFileSync } = await import('node:child_process')
        expect(execFileSync('git', ['cat-file', 'blob', `${topic}:${path}`], { cwd: asked }).equals(after)).toBe(true)
      }
  })

test('many files go in a few requests', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const changes = Array.from({ length: 450 }, (_, nth) => change(`many/${nth}.txt`, null, `${nth}\n`))
  const { commit } = await delivered(server, pullTask(repository), { changes })
  expect(commit?.state).toBe('posted')
  const { topic = '' } = await branchesOf(repository)
  expect(await changesIn(repository, topic)).toHaveLength(450)
  expect(server.requests.filter(({ method }) => method !== 'GET').length).toBeLessThan(10)
})

const refused: [name: string, changes: Change[], why: RegExp][] = [
  ['a link', [change('link.ts', 'src/a.ts', 'x')], /link\.ts is a symbolic link there/],
  ['a folder', [change('src', null, 'x')], /src is a folder there/],
  ['below a file', [change('README.md/x', null, 'x')], /README\.md, which is no folder there/],
  ['below a link', [change('link.ts/x', null, 'x')], /link\.ts, which is no folder there/],
  ['changed by something else before', [change('src/b.ts', 'formatted\n', 'edited\n')], /src\/b\.ts has other content/],
  [
    'new here, there already',
    [change('src/b.ts', null, 'edited\n')],
    /src\/b\.ts is there already, with other content/,
  ],
  ['gone there', [change('src/c.ts', 'x\n', 'y\n')], /src\/c\.ts is not there/],
  ['one good, one not', [edit, change('link.ts', 'src/a.ts', 'x')], /link\.ts/],
  ['nothing new', [change('src/b.ts', 'x\n', 'export const b = 2\n')], /stand there like that already/],
]
for (const [name, changes, why] of refused)
  test(`no commit at all: ${name}`, async () => {
    await using repository = await makeRepository()
    await using server = await startGitGitHub(repository)
    const before = await branchesOf(repository)
    const { commit, comment, receipts } = await delivered(server, pullTask(repository), {
      changes,
      kit: { patchPath: '/dev/null' },
    })
    expect(commit).toMatchObject({ state: 'skipped', why: expect.stringMatching(why) })
    expect(await branchesOf(repository)).toEqual(before)
    expect(comment).toContain('Proposed, but not written')
    expect(receipts[0]).toMatchObject({ intent: { kind: 'patch' }, state: 'posted' })
    expect(server.requests.filter(({ method, path }) => method !== 'GET' && path.includes('/git/'))).toEqual([])
  })

test('an issue gets a branch, and says where', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit } = await delivered(server, issueTask(repository))
  const [[name, tip] = ['', '']] = await ourBranches(repository)
  expect(commit).toMatchObject({ state: 'posted', made: { sha: tip, branch: name, isNew: true, into: 'main' } })
  expect(await repository.git('rev-parse', `${tip}^`)).toBe(repository.base)
  await allIsSound(server, repository)
})

test('a branch that has moved is left alone: the commit stands beside it, and the comment says why', async () => {
  await using repository = await makeRepository()
  const task = pullTask(repository)
  const tip = await repository.push('topic', { 'elsewhere.txt': 'late\n' })
  await using server = await startGitGitHub({ ...repository, head: tip })
  const { commit, comment } = await delivered(server, task)
  expect(commit).toMatchObject({ state: 'posted', made: { isNew: true, into: 'topic' } })
  expect((await branchesOf(repository)).topic).toBe(tip)
  const [[, ours] = ['', '']] = await ourBranches(repository)
  expect(await repository.git('rev-parse', `${ours}^`)).toBe(repository.head)
  expect(comment).toMatch(/\*\*Note:\*\* `topic` has moved on from/)
  expect(comment).toMatch(/topic has moved on to \w+ since this run began, so nothing is written on top of it/)
  await allIsSound(server, repository)
})

test('a pull request that is closed gets nothing more', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  for (const pull of server.world.pulls) pull.state = 'closed'
  const { commit } = await delivered(server, pullTask(repository))
  expect(commit).toMatchObject({ made: { isNew: true }, why: 'pull request #8 is closed by now' })
  expect((await branchesOf(repository)).topic).toBe(repository.head)
})

test('edited on the default branch though the pull request has other files: a branch from there', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const changes = [change('src/a.ts', 'export const a = 1\n', 'export const a = 2\n')]
  const { commit } = await delivered(server, pullTask(repository), { changes })
  expect(commit).toMatchObject({
    made: { isNew: true, into: 'main' },
    why: expect.stringMatching(/which was checked out/),
  })
  const [[, ours] = ['', '']] = await ourBranches(repository)
  expect(await repository.git('rev-parse', `${ours}^`)).toBe(repository.base)
  expect((await branchesOf(repository)).topic).toBe(repository.head)
})

test('a fork gets no push: the patch stays, and the receipt says so', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const head = { ref: 'topic', sha: repository.head, repo: 'mallory/pond' }
  const { commit, receipts } = await delivered(server, pullTask(repository, { head }), {
    kit: { patchPath: '/dev/null' },
  })
  expect(commit).toMatchObject({ state: 'skipped', why: expect.stringMatching(/mallory\/pond.*the patch has/) })
  expect(receipts[0]?.state).toBe('posted')
  expect(server.requests.filter(({ method, path }) => method !== 'GET' && path.includes('/git/'))).toEqual([])
})

test('a token that may only read leaves nothing behind, and is told to be the reason', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository, {}, { tokenMay: { contents: 'read' } })
  const before = await branchesOf(repository)
  const { commit, comment } = await delivered(server, pullTask(repository))
  expect(commit).toMatchObject({ state: 'failed', forbidden: true, why: expect.stringMatching(/403/) })
  expect(await branchesOf(repository)).toEqual(before)
  expect(comment).toMatch(
    /Could not be written.*\n(?:- patch file.*\n)?- commit of 1 file: .*403.* The job needs the permission `contents: write`/,
  )
})

test('a workflow is nothing for the token of a job, even where a rule allows it', async () => {
  await using repository = await makeRepository()
  const path = '.github/workflows/ci.yml'
  const allowed = {
    type: 'call_finished' as const,
    reply: {},
    call: {
      ...{ id: 'c', name: 'write_file', args: {}, state: 'success' as const, ms: 1, bytes: 1 },
      rule: { file: 'a.toml', line: 1, tier: 'admin', priority: 1, verdict: 'allow' },
      diff: { path, diff: '', added: 1, removed: 0 },
    },
  }
  for (const viewer of ['github-actions[bot]', 'pond-app[bot]']) {
    await using server = await startGitGitHub(repository, {}, { viewer })
    const desk = openTestDesk(server, {
      changes: 'commit',
      place: { ...openTestDesk(server).place, run: `${viewer.length}.1` },
    })
    const run = { ...finished({ events: [allowed] }), changes: [change(path, null, 'on: push\n')] }
    const { receipts } = await deliver(issueTask(repository), run, {}, desk)
    const commit = receipts.find(({ intent }) => intent.kind === 'commit')
    if (viewer === 'pond-app[bot]') expect(commit?.state).toBe('posted')
    else expect(commit).toMatchObject({ state: 'skipped', why: expect.stringMatching(/`GITHUB_TOKEN` may not change/) })
  }
})

test('a secret in a file stops the run, and is nowhere', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const before = await branchesOf(repository)
  const changes = [change('src/b.ts', 'export const b = 2\n', `export const b = '${SECRET}'\n`)]
  const labels: Proposal = { kind: 'add_labels', number: 8, labels: ['bug'] }
  const { commit, report, comment, receipts } = await delivered(server, pullTask(repository), {
    changes,
    proposals: [labels],
  })
  expect(report.outcome).toBe('security')
  expect(commit).toMatchObject({ state: 'skipped', why: 'src/b.ts would hold what looks like a secret' })
  expect(receipts.find(({ intent }) => intent.kind === 'add_labels')?.state).toBe('skipped')
  expect(comment).toMatch(/\*\*Error:\*\* The change was not committed/)
  expect(await branchesOf(repository)).toEqual(before)
  expect(JSON.stringify(server.requests)).not.toContain(SECRET)
})

test('started again, a run finds the commit it has made: on the branch of the pull request and on its own', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  for (const task of [pullTask(repository), issueTask(repository)]) {
    const first = await delivered(server, task)
    const branches = await branchesOf(repository)
    const again = { ...openTestDesk(server).place, run: '100.2' }
    const changes = [change('src/b.ts', 'export const b = 2\n', 'said in other words\n')]
    const second = await delivered(server, task, { changes, kit: { place: again } })
    expect(second.commit).toMatchObject({ state: 'skipped', why: 'an earlier attempt of this run has made it' })
    expect(second.commit?.made).toEqual(first.commit?.made)
    expect(await branchesOf(repository)).toEqual(branches)
  }
})

test('a branch of that name which is somebody else’s is not touched', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit } = await delivered(server, issueTask(repository), { kit: { dryRun: true } })
  const name = commit?.intent.kind === 'commit' ? commit.intent.branch : ''
  await repository.git('branch', name, 'main')
  const second = await delivered(server, issueTask(repository))
  expect(second.commit?.made?.branch).toBe(`${name}-2`)
  expect((await branchesOf(repository))[name]).toBe(repository.base)
})

test('a dry run writes nothing and tells its plan', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit, pull } = await delivered(server, pullTask(repository), {
    kit: { dryRun: true, changes: 'pull_request' },
  })
  expect([commit?.why, pull?.why]).toEqual(['dry run', 'dry run'])
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})
