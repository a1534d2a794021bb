import { expect, test } from 'vitest'
import { deliver } from '../../../src/delivery/deliver.ts'
import type { DeliveryContext } from '../../../src/delivery/delivery-context.ts'
import type { Receipt } from '../../../src/delivery/plan/intent.ts'
import type { EditedFile } from '../../../src/delivery/plan/patch.ts'
import type { GitHubEmulator } from '../../../src/emulators/github/github.ts'
import type { Task } from '../../../src/github/events/task.ts'
import type { Proposal } from '../../../src/github-tools/proposal.ts'
import { requestProblems } from '../../fakes/openapi.ts'
import { sample } from '../../sample.ts'
import { change, createTestContext, finished, SECRET } from '../delivery-fixture.ts'
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

type Doing = { changes?: readonly EditedFile[]; proposals?: readonly Proposal[]; overrides?: Partial<DeliveryContext> }

async function delivered(
  server: GitHubEmulator,
  task: Task,
  { changes = [edit], proposals = [], overrides = {} }: Doing = {},
) {
  const context = createTestContext(server, { changes: 'commit', ref: 'refs/heads/main', ...overrides })
  const { receipts, report } = await deliver(task, { ...finished(), changes, proposals }, {}, context)
  const find = (kind: Receipt['intent']['kind']) => receipts.find(({ intent }) => intent.kind === kind)
  const comment = server.world.comments.at(-1)?.body ?? ''
  return {
    receipts,
    report,
    commit: find('commit'),
    pull: find('create_pull_request'),
    comment,
    summary: context.summary(),
  }
}

/** Checks that all GitHub requests were valid and that the repository is intact. */
async function allIsSound(server: GitHubEmulator, repository: Repository) {
  expect(await isSound(repository)).toBe(true)
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
}

const edit = change('src/b.ts', 'export const b = 2\n', 'export const b = 3\n')
const OURS = /^sluice\//
const ourBranches = async (repository: Repository) =>
  Object.entries(await branchesOf(repository)).filter(([name]) => OURS.test(name))

test('to the pull request branch: one commit on its tip, with our message and co-author', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit, comment } = await delivered(server, pullTask(repository))
  const { topic = '', ...others } = await branchesOf(repository)
  expect(commit).toMatchObject({
    state: 'posted',
    url: `https://github.com/octo/pond/commit/${topic}`,
    pushed: { sha: topic, branch: 'topic', isNew: false },
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
  // GitHub signs commits without an author, committer or signature.
  const body = server.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/git/commits'))?.body
  expect(Object.keys(body as object).toSorted()).toEqual(['message', 'parents', 'tree']) // recorded as it came
  expect(comment).toContain(`[commit of 1 file](<https://github.com/octo/pond/commit/${topic}>)`)
  await allIsSound(server, repository)
})

const kinds: [name: string, changes: EditedFile[], expected: string[]][] = [
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
for (const [name, changes, expected] of sample(kinds, 3))
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

test('a file becomes a folder, and a folder a file', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const changes = [
    change('README.md', '# Pond\n', null),
    change('README.md/page.md', null, 'Page.\n'),
    change('docs', null, 'No longer a folder.\n'),
    change('docs/old.md', 'Old.\n', null),
  ]
  const { commit } = await delivered(server, pullTask(repository), { changes })
  expect(commit).toMatchObject({ state: 'posted' })
  const { topic = '' } = await branchesOf(repository)
  expect(await changesIn(repository, topic)).toEqual([
    'A 100644 README.md/page.md',
    'A 100644 docs',
    'D 000000 README.md',
    'D 000000 docs/old.md',
  ])
  await allIsSound(server, repository)
})

test('a folder that keeps a file does not become a file', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const changes = [change('src', null, 'x'), change('src/a.ts', 'export const a = 10\n', null)]
  const { commit } = await delivered(server, pullTask(repository), { changes, overrides: { patchPath: '/dev/null' } })
  expect(commit).toMatchObject({ state: 'skipped', reason: expect.stringMatching(/src is a folder in that commit/) })
})

const refused: [name: string, changes: EditedFile[], reason: RegExp][] = [
  ['a link', [change('link.ts', 'src/a.ts', 'x')], /link\.ts is a symbolic link in that commit/],
  ['a folder', [change('src', null, 'x')], /src is a folder in that commit/],
  ['below a file', [change('README.md/x', null, 'x')], /README\.md, which is not a folder in that commit/],
  ['below a link', [change('link.ts/x', null, 'x')], /link\.ts, which is not a folder in that commit/],
  [
    'changed by something else before',
    [change('src/b.ts', 'formatted\n', 'edited\n')],
    /src\/b\.ts has different content/,
  ],
  [
    'new here, there already',
    [change('src/b.ts', null, 'edited\n')],
    /src\/b\.ts already exists with different content/,
  ],
  ['gone there', [change('src/c.ts', 'x\n', 'y\n')], /src\/c\.ts does not exist in that commit/],
  ['one good, one not', [edit, change('link.ts', 'src/a.ts', 'x')], /link\.ts/],
  ['nothing new', [change('src/b.ts', 'x\n', 'export const b = 2\n')], /the branch already has these changes/],
]
for (const [name, changes, reason] of refused)
  test(`no commit at all: ${name}`, async () => {
    await using repository = await makeRepository()
    await using server = await startGitGitHub(repository)
    const before = await branchesOf(repository)
    const { commit, comment, receipts } = await delivered(server, pullTask(repository), {
      changes,
      overrides: { patchPath: '/dev/null' },
    })
    expect(commit).toMatchObject({ state: 'skipped', reason: expect.stringMatching(reason) })
    expect(await branchesOf(repository)).toEqual(before)
    expect(comment).toContain('Proposed, but not written')
    expect(receipts[0]).toMatchObject({ intent: { kind: 'patch' }, state: 'posted' })
    expect(server.requests.filter(({ method, path }) => method !== 'GET' && path.includes('/git/'))).toEqual([])
  })

test('an issue gets a branch, and the comment names it', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit } = await delivered(server, issueTask(repository))
  const [[name, tip] = ['', '']] = await ourBranches(repository)
  expect(commit).toMatchObject({
    state: 'posted',
    pushed: { sha: tip, branch: name, isNew: true, base: { targetBranch: 'main' } },
  })
  expect(await repository.git('rev-parse', `${tip}^`)).toBe(repository.base)
  await allIsSound(server, repository)
})

test('a moved branch is not changed: the commit goes to a new branch, and the comment gives the reason', async () => {
  await using repository = await makeRepository()
  const task = pullTask(repository)
  const tip = await repository.push('topic', { 'elsewhere.txt': 'late\n' })
  await using server = await startGitGitHub({ ...repository, head: tip })
  const { commit, comment } = await delivered(server, task)
  expect(commit).toMatchObject({ state: 'posted', pushed: { isNew: true, base: { targetBranch: 'topic' } } })
  expect((await branchesOf(repository)).topic).toBe(tip)
  const [[, ours] = ['', '']] = await ourBranches(repository)
  expect(await repository.git('rev-parse', `${ours}^`)).toBe(repository.head)
  expect(comment).toMatch(/\*\*Note:\*\* `topic` moved from/)
  expect(comment).toMatch(/topic moved to \w+ after this run started, so the commit is on a new branch/)
  const branch = commit?.pushed?.branch
  expect(comment).toContain(
    `Finished, but the commit is not in the pull request: it is on the new branch \`${branch}\`.`,
  )
  expect(comment).not.toContain('Done.')
  await allIsSound(server, repository)
})

test('a closed pull request gets nothing', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  for (const pull of server.world.pulls) pull.state = 'closed'
  const { commit } = await delivered(server, pullTask(repository))
  expect(commit).toMatchObject({
    state: 'skipped',
    reason: expect.stringMatching(/#8 was closed, so the change has no place/),
  })
  expect(Object.keys(await branchesOf(repository)).toSorted()).toEqual(['main', 'topic'])
  expect((await branchesOf(repository)).topic).toBe(repository.head)
})

test('edited on the default branch though the pull request has other files: no second pull request with foreign changes', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const changes = [change('src/a.ts', 'export const a = 1\n', 'export const a = 2\n')]
  const { commit } = await delivered(server, pullTask(repository), { changes })
  expect(commit).toMatchObject({
    state: 'skipped',
    reason: expect.stringMatching(/do not match the commit of this run: src\/a.ts has different content/),
  })
  expect(await ourBranches(repository)).toEqual([])
  expect((await branchesOf(repository)).topic).toBe(repository.head)
})

test('a fork gets no push: the patch stays, and the receipt says so', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const head = { ref: 'topic', sha: repository.head, repo: 'mallory/pond' }
  const { commit, receipts } = await delivered(server, pullTask(repository, { head }), {
    overrides: { patchPath: '/dev/null' },
  })
  expect(commit).toMatchObject({ state: 'skipped', reason: expect.stringMatching(/mallory\/pond.*the patch contains/) })
  expect(receipts[0]?.state).toBe('posted')
  expect(server.requests.filter(({ method, path }) => method !== 'GET' && path.includes('/git/'))).toEqual([])
})

test('a read-only token leaves nothing behind and is named as the reason', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository, {}, { tokenPermissions: { contents: 'read' } })
  const before = await branchesOf(repository)
  const { commit, comment } = await delivered(server, pullTask(repository))
  expect(commit).toMatchObject({ state: 'failed', forbidden: true, reason: expect.stringMatching(/403/) })
  expect(await branchesOf(repository)).toEqual(before)
  expect(comment).toMatch(
    /Could not be written.*\n(?:- patch file.*\n)?- commit of 1 file: .*403.* The job needs the permission `contents: write`/,
  )
})

test('the job token never commits workflows, even if a rule allows it', async () => {
  await using repository = await makeRepository()
  const path = '.github/workflows/ci.yml'
  const allowed = {
    type: 'call_finished' as const,
    reply: {},
    call: {
      id: 'c',
      name: 'write_file',
      args: {},
      state: 'success' as const,
      ms: 1,
      bytes: 1,
      rule: { file: 'a.toml', line: 1, tier: 'admin', priority: 1, verdict: 'allow' },
      diff: { path, diff: '', added: 1, removed: 0 },
    },
  }
  for (const viewer of ['github-actions[bot]', 'pond-app[bot]']) {
    await using server = await startGitGitHub(repository, {}, { viewer })
    const context = createTestContext(server, {
      changes: 'commit',
      identity: { ...createTestContext(server).identity, run: `${viewer.length}.1` },
    })
    const run = { ...finished({ events: [allowed] }), changes: [change(path, null, 'on: push\n')] }
    const { receipts } = await deliver(issueTask(repository), run, {}, context)
    const commit = receipts.find(({ intent }) => intent.kind === 'commit')
    if (viewer === 'pond-app[bot]') expect(commit?.state).toBe('posted')
    else
      expect(commit).toMatchObject({ state: 'skipped', reason: expect.stringMatching(/`GITHUB_TOKEN` cannot change/) })
  }
})

test('a secret in a file stops the run and appears nowhere', async () => {
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
  expect(commit).toMatchObject({ state: 'skipped', reason: 'src/b.ts would contain what looks like a secret' })
  expect(receipts.find(({ intent }) => intent.kind === 'add_labels')?.state).toBe('skipped')
  expect(comment).toMatch(/\*\*Error:\*\* The change was not committed/)
  expect(await branchesOf(repository)).toEqual(before)
  expect(JSON.stringify(server.requests)).not.toContain(SECRET)
})

test('a re-run finds its commit: on the pull request branch and on its own', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  for (const task of [pullTask(repository), issueTask(repository)]) {
    const first = await delivered(server, task)
    const branches = await branchesOf(repository)
    const again = { ...createTestContext(server).identity, run: '100.2' }
    const second = await delivered(server, task, { overrides: { identity: again } })
    expect(second.commit).toMatchObject({ state: 'skipped', reason: 'an earlier attempt of this run created it' })
    expect(second.commit?.pushed).toEqual(first.commit?.pushed)
    expect(await branchesOf(repository)).toEqual(branches)
    // What this attempt says of its edit is true of the commit that it names.
    const changes = [change('src/b.ts', 'export const b = 2\n', 'said in other words\n')]
    const third = await delivered(server, task, { changes, overrides: { identity: again } })
    expect(third.commit).toMatchObject({ state: 'posted', pushed: { isNew: true } })
    expect(await repository.git('show', `${third.commit?.pushed?.sha}:src/b.ts`)).toBe('said in other words')
  }
})

test('another person’s branch of that name is not changed', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit } = await delivered(server, issueTask(repository), { overrides: { dryRun: true } })
  const name = commit?.intent.kind === 'commit' ? commit.intent.branch : ''
  await repository.git('branch', name, 'main')
  const second = await delivered(server, issueTask(repository))
  expect(second.commit?.pushed?.branch).toBe(`${name}-2`)
  expect((await branchesOf(repository))[name]).toBe(repository.base)
})

test('a dry run writes nothing and reports its plan', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit, pull } = await delivered(server, pullTask(repository), {
    overrides: { dryRun: true, changes: 'pull_request' },
  })
  expect([commit?.reason, pull?.reason]).toEqual(['dry run', 'dry run'])
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})
