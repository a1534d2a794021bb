import { expect, test } from 'vitest'
import { deliver } from '../../../src/delivery/deliver.ts'
import type { DeliveryContext } from '../../../src/delivery/delivery-context.ts'
import type { Receipt } from '../../../src/delivery/plan/intent.ts'
import { buildOutputs } from '../../../src/delivery/report/outputs.ts'
import type { GitHubEmulator, GitHubEmulatorOptions } from '../../../src/emulators/github/github.ts'
import type { Task } from '../../../src/github/events/task.ts'
import type { Proposal } from '../../../src/github-tools/proposal.ts'
import { createSecretFilter } from '../../../src/platform/redact/redact.ts'
import { requestProblems } from '../../fakes/openapi.ts'
import { change, createTestContext, finished, SECRET } from '../delivery-fixture.ts'
import { issueTask, makeRepository, pullTask, startGitGitHub } from '../git-fixture.ts'

const edit = change('src/b.ts', 'export const b = 2\n', 'export const b = 3\n')
const proposal: Proposal = { kind: 'create_pull_request', title: 'Mend it', body: 'It leaked.', draft: true }

async function run(
  server: GitHubEmulator,
  task: Task,
  overrides: Partial<DeliveryContext> = {},
  proposals: readonly Proposal[] = [],
) {
  const context = createTestContext(server, {
    changes: 'pull_request',
    ref: 'refs/heads/main',
    patchPath: '/dev/null',
    ...overrides,
  })
  const delivered = await deliver(task, { ...finished(), changes: [edit], proposals }, {}, context)
  const find = (kind: Receipt['intent']['kind']) => delivered.receipts.find(({ intent }) => intent.kind === kind)
  const facts = { ending: finished().ending, events: [] }
  return {
    commit: find('commit'),
    pull: find('create_pull_request'),
    summary: context.summary(),
    comment: server.world.comments.at(-1)?.body ?? '',
    outputs: buildOutputs(delivered, facts, createSecretFilter([SECRET])),
  }
}

const opened = ({ world }: GitHubEmulator) => world.pulls.filter(({ user }) => user === world.viewer)

test('a branch and its pull request, linked from comment, summary and outputs', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit, pull, comment, summary, outputs } = await run(server, issueTask(repository))
  const branch = commit?.pushed?.branch ?? ''
  expect(opened(server)).toMatchObject([
    {
      title: 'Change src/b.ts for #7',
      draft: false,
      head: { ref: branch, sha: commit?.pushed?.sha },
      base: { ref: 'main' },
    },
  ])
  expect(opened(server)[0]?.body).toMatch(/^All is well\.\n\n<sub>Created by \[a Sluice run\]/)
  expect(opened(server)[0]?.body).toContain('GitHub starts no checks for a pull request that the token of a job opens.')
  expect(pull).toMatchObject({ state: 'posted', url: 'https://github.com/octo/pond/pull/9' })
  for (const text of [comment, summary]) expect(text).toContain('(<https://github.com/octo/pond/pull/9>)')
  expect(outputs).toMatchObject({
    commit_sha: commit?.pushed?.sha,
    branch,
    pull_request_url: 'https://github.com/octo/pond/pull/9',
  })
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
})

test('for a pull request: based on it, into its branch', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  await run(server, pullTask(repository))
  expect(opened(server)).toMatchObject([{ base: { ref: 'topic' } }])
})

test('as proposed; not a draft where drafts are unavailable', async () => {
  await using repository = await makeRepository()
  const options: GitHubEmulatorOptions = {
    onRequest: ({ method, path, body }) =>
      method === 'POST' && path.endsWith('/pulls') && JSON.stringify(body).includes('"draft":true')
        ? { status: 422, body: { message: 'Draft pull requests are not supported in this repository.' } }
        : undefined,
  }
  await using plain = await startGitGitHub(repository)
  await run(plain, issueTask(repository), {}, [{ ...proposal, title: `Mend it ${SECRET}` }])
  expect(opened(plain)).toMatchObject([{ draft: true, body: expect.stringMatching(/^It leaked\./) }])
  expect(JSON.stringify(plain.requests)).not.toContain(SECRET)

  await using none = await startGitGitHub(repository, options)
  const identity = { ...createTestContext(none).identity, run: '200.1' }
  const { pull } = await run(none, issueTask(repository), { identity }, [proposal])
  expect(pull).toMatchObject({ state: 'posted', reason: expect.stringMatching(/not a draft/) })
  expect(opened(none)).toMatchObject([{ draft: false, title: 'Mend it' }])
})

test('one per branch: a re-run updates it', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  await run(server, issueTask(repository))
  const again = { ...createTestContext(server).identity, run: '100.2' }
  const same = await run(server, issueTask(repository), { identity: again })
  expect(same.pull).toMatchObject({ state: 'skipped', url: 'https://github.com/octo/pond/pull/9' })
  const other = await run(server, issueTask(repository), { identity: again }, [proposal])
  expect(other.pull).toMatchObject({ state: 'posted', reason: 'updated the open pull request #9' })
  expect(opened(server)).toMatchObject([{ number: 9, title: 'Mend it' }])
})

test('a proposal on a commit to the pull request itself opens nothing', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit, pull } = await run(server, pullTask(repository), { changes: 'commit' }, [proposal])
  expect(commit).toMatchObject({ state: 'posted', pushed: { branch: 'topic' } })
  expect(pull).toMatchObject({ state: 'skipped', reason: 'the commit is on topic, which has a pull request' })
  expect(opened(server)).toEqual([])
})

test('if Actions may not open one, the branch stays and the setting is named', async () => {
  await using repository = await makeRepository()
  const message = 'GitHub Actions is not permitted to create or approve pull requests.'
  await using server = await startGitGitHub(repository, {
    onRequest: ({ method, path }) =>
      method === 'POST' && path.endsWith('/pulls') ? { status: 403, body: { message } } : undefined,
  })
  const { commit, pull } = await run(server, issueTask(repository))
  expect(commit?.state).toBe('posted')
  expect(pull).toMatchObject({
    state: 'failed',
    forbidden: true,
    reason: expect.stringMatching(/Allow GitHub Actions to create/),
  })
})

test('none without a commit', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const head = { ref: 'topic', sha: repository.head, repo: 'mallory/pond' }
  const { pull } = await run(server, pullTask(repository, { head }))
  expect(pull).toMatchObject({ state: 'skipped', reason: 'there is no commit' })
})

test('a schedule targets the default branch', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { number: _, author: __, request: ___, defaultBranch: ____, ...task } = issueTask(repository)
  const { summary } = await run(server, { ...task, event: 'schedule', kind: 'schedule' }, { ref: 'refs/tags/v1' })
  expect(opened(server)).toMatchObject([{ title: 'Change src/b.ts', base: { ref: 'main' } }])
  expect(summary).toMatch(/Written:\n- \[commit of 1 file\]/)
})

test("the pull request of an App's token says nothing about checks: GitHub starts them", async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  server.world.viewer = 'pond-app[bot]'
  await run(server, issueTask(repository))
  expect(opened(server)).toHaveLength(1)
  expect(opened(server)[0]?.body).not.toContain('GitHub starts no checks')
})

/** A tag: its commit is in `main` or only in `topic`. `named`: the branch that the event names. */
const tags: [name: string, at: 'base' | 'head', named: string | undefined, base: string | undefined][] = [
  ['a tag of the default branch', 'base', undefined, 'main'],
  ['a tag that was pushed from a branch', 'head', 'topic', 'topic'],
  ['a release whose target is the default branch, for a tag of another one', 'head', 'main', undefined],
  ['a release whose branch does not exist', 'head', 'gone', undefined],
  ['a release whose branch does not exist, for a tag of the default branch', 'base', 'gone', 'main'],
  ['a tag of a branch that nothing names', 'head', undefined, undefined],
]

for (const [name, at, namedBranch, base] of tags)
  test(`${name}: ${base === undefined ? 'no pull request with foreign commits' : `a pull request to ${base}`}`, async () => {
    await using repository = await makeRepository()
    await using server = await startGitGitHub(repository)
    const task = { ...issueTask(repository), event: 'release', sha: repository[at], namedBranch }
    const before = (await repository.git('show', `${repository[at]}:src/b.ts`)).concat('\n')
    const context = createTestContext(server, { changes: 'pull_request', ref: 'refs/tags/v1', patchPath: '/dev/null' })
    const edited = change('src/b.ts', before, 'export const b = 9\n')
    const { receipts, outcome } = await deliver(task, { ...finished(), changes: [edited] }, {}, context)
    expect(opened(server).map((pull) => pull.base.ref)).toEqual(base === undefined ? [] : [base])
    if (base !== undefined) return
    expect(outcome).toBe('config')
    const pull = receipts.find(({ intent }) => intent.kind === 'create_pull_request')
    expect(pull?.reason).toContain(`does not say to which branch ${repository[at].slice(0, 10)} belongs`)
  })
