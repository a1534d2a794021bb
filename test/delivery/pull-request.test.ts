import { expect, test } from 'vitest'
import { deliver } from '../../src/delivery/deliver.ts'
import type { DeliveryKit } from '../../src/delivery/delivery-kit.ts'
import type { Proposal, Receipt } from '../../src/delivery/intent.ts'
import { outputsOf } from '../../src/delivery/outputs.ts'
import type { Task } from '../../src/github/task.ts'
import { makeFilter } from '../../src/host/secrets.ts'
import type { FakeGitHub, StandinOptions } from '../../src/standin/github.ts'
import { requestProblems } from '../fakes/openapi.ts'
import { change, finished, openTestDesk, SECRET } from './desk.ts'
import { issueTask, makeRepository, pullTask, startGitGitHub } from './git-desk.ts'

const edit = change('src/b.ts', 'export const b = 2\n', 'export const b = 3\n')
const proposal: Proposal = { kind: 'create_pull_request', title: 'Mend it', body: 'It leaked.', draft: true }

async function run(
  server: FakeGitHub,
  task: Task,
  kit: Partial<DeliveryKit> = {},
  proposals: readonly Proposal[] = [],
) {
  const desk = openTestDesk(server, { changes: 'pull_request', ref: 'refs/heads/main', patchPath: '/dev/null', ...kit })
  const delivered = await deliver(task, { ...finished(), changes: [edit], proposals }, {}, desk)
  const find = (kind: Receipt['intent']['kind']) => delivered.receipts.find(({ intent }) => intent.kind === kind)
  const facts = { ending: finished().ending, events: [] }
  return {
    commit: find('commit'),
    pull: find('create_pull_request'),
    summary: desk.summary(),
    comment: server.world.comments.at(-1)?.body ?? '',
    outputs: outputsOf(delivered, facts, makeFilter([SECRET])),
  }
}

const opened = ({ world }: FakeGitHub) => world.pulls.filter(({ user }) => user === world.viewer)

test('a branch and its pull request, linked from comment, summary and outputs', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit, pull, comment, summary, outputs } = await run(server, issueTask(repository))
  const branch = commit?.made?.branch ?? ''
  expect(opened(server)).toMatchObject([
    { title: 'Changes for #7', draft: false, head: { ref: branch, sha: commit?.made?.sha }, base: { ref: 'main' } },
  ])
  expect(opened(server)[0]?.body).toMatch(/^All is well\.\n\n<sub>Made by \[a run\]/)
  expect(pull).toMatchObject({ state: 'posted', url: 'https://github.com/octo/pond/pull/9' })
  for (const text of [comment, summary]) expect(text).toContain('(<https://github.com/octo/pond/pull/9>)')
  expect(outputs).toMatchObject({
    commit_sha: commit?.made?.sha,
    branch,
    pull_request_url: 'https://github.com/octo/pond/pull/9',
  })
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
})

test('of a pull request: upon it, into its branch', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  await run(server, pullTask(repository))
  expect(opened(server)).toMatchObject([{ base: { ref: 'topic' } }])
})

test('as it was proposed; a draft where there are none is no draft', async () => {
  await using repository = await makeRepository()
  const options: StandinOptions = {
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
  const place = { ...openTestDesk(none).place, run: '200.1' }
  const { pull } = await run(none, issueTask(repository), { place }, [proposal])
  expect(pull).toMatchObject({ state: 'posted', why: expect.stringMatching(/not as a draft/) })
  expect(opened(none)).toMatchObject([{ draft: false, title: 'Mend it' }])
})

test('one a branch: a run that is started again brings it up to date', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  await run(server, issueTask(repository))
  const again = { ...openTestDesk(server).place, run: '100.2' }
  const same = await run(server, issueTask(repository), { place: again })
  expect(same.pull).toMatchObject({ state: 'skipped', url: 'https://github.com/octo/pond/pull/9' })
  const other = await run(server, issueTask(repository), { place: again }, [proposal])
  expect(other.pull).toMatchObject({ state: 'posted', why: '#9 was open already and is brought up to date' })
  expect(opened(server)).toMatchObject([{ number: 9, title: 'Mend it' }])
})

test('proposed where the commit goes to the pull request itself: nothing more to open', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { commit, pull } = await run(server, pullTask(repository), { changes: 'commit' }, [proposal])
  expect(commit).toMatchObject({ state: 'posted', made: { branch: 'topic' } })
  expect(pull).toMatchObject({ state: 'skipped', why: 'the change is part of the pull request of topic' })
  expect(opened(server)).toEqual([])
})

test('where Actions may open none the branch stands, and the switch is named', async () => {
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
    why: expect.stringMatching(/Allow GitHub Actions to create/),
  })
})

test('without a commit there is none', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const head = { ref: 'topic', sha: repository.head, repo: 'mallory/pond' }
  const { pull } = await run(server, pullTask(repository, { head }))
  expect(pull).toMatchObject({ state: 'skipped', why: 'there is no commit to make it of' })
})

test('a schedule goes into the default branch, which is asked for', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const { number: _, author: __, request: ___, defaultBranch: ____, ...task } = issueTask(repository)
  const { summary } = await run(server, { ...task, event: 'schedule', about: 'schedule' }, { ref: 'refs/tags/v1' })
  expect(opened(server)).toMatchObject([{ title: 'Changes by Review', base: { ref: 'main' } }])
  expect(summary).toMatch(/Written:\n- \[commit of 1 file\]/)
})
