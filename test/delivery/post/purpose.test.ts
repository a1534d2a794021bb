import { expect, test } from 'vitest'
import { deliver } from '../../../src/delivery/deliver.ts'
import type { EditedFile } from '../../../src/delivery/plan/patch.ts'
import { containsChange, differenceOf, purposeOf } from '../../../src/delivery/plan/purpose.ts'
import type { GitHubEmulator } from '../../../src/emulators/github/github.ts'
import type { WorldPull } from '../../../src/emulators/github/world.ts'
import type { Task } from '../../../src/github/events/task.ts'
import type { ProofRecord, ProofSide, RunEvent } from '../../../src/record/events.ts'
import { requestProblems } from '../../fakes/openapi.ts'
import { sample } from '../../sample.ts'
import { change, createTestContext, finished } from '../delivery-fixture.ts'
import { branchesOf, issueTask, makeRepository, type Repository, startGitGitHub } from '../git-fixture.ts'

const edit = change('src/b.ts', 'export const b = 2\n', 'export const b = 3\n')
const wider = [edit, change('docs/old.md', 'Old.\n', 'New.\n')]
const other = change('docs/old.md', 'Old.\n', 'Other.\n')

const withoutPerson = ({ number: _, author: __, request: ___, ...task }: Task): Task => task

/** A failed run of CI on `main`. */
const ci = (repository: Repository): Task => ({
  ...withoutPerson(issueTask(repository)),
  event: 'workflow_run',
  kind: 'workflow_run',
  upstream: {
    runId: 9,
    workflow: 'CI',
    event: 'push',
    conclusion: 'failure',
    branch: 'main',
    sha: repository.base,
    actor: 'ada',
    triggeringActor: 'ada',
    headRepo: 'octo/pond',
  },
})

const schedule = (repository: Repository): Task => ({
  ...withoutPerson(issueTask(repository)),
  event: 'schedule',
  kind: 'schedule',
})

type Again = {
  task: Task
  run: string
  changes?: readonly EditedFile[]
  supersede?: boolean
  job?: string
  proof?: ProofRecord
}

/** One run that proposes a change; returns what it says of its commit and of its pull request. */
async function propose(server: GitHubEmulator, { task, run, changes = [edit], supersede, job = 'fix', proof }: Again) {
  const context = createTestContext(server, { changes: 'pull_request', ref: 'refs/heads/main' })
  const by = `${run}.1`
  context.identity = { ...context.identity, run: by, by, job }
  const events: RunEvent[] = proof === undefined ? [] : [{ type: 'proof', proof }]
  const delivered = await deliver(task, { ...finished({ events }), changes, supersede }, {}, context)
  const { reason, url, state } = delivered.receipts.find(({ intent }) => intent.kind === 'create_pull_request') ?? {}
  return { state, url, reason, outcome: delivered.outcome, summary: context.summary() }
}

const oursIn = ({ world }: GitHubEmulator) => world.pulls.filter(({ user }) => user === world.viewer)
const shown = (pulls: readonly WorldPull[]) => pulls.map(({ number, state }) => `${number} ${state}`)

/** What may happen between two runs with the same purpose and the same difference. */
type Between = (server: GitHubEmulator, repository: Repository) => unknown

const close: Between = ({ world }) => Object.assign(world.pulls[1] ?? {}, { state: 'closed' })
const merge: Between = ({ world }) => Object.assign(world.pulls[1] ?? {}, { state: 'closed', merged: true })
const deleteBranch: Between = async (server, { git }) =>
  void (await git('update-ref', '-d', `refs/heads/${oursIn(server)[0]?.head.ref}`))

const again: [
  name: string,
  first: (r: Repository) => Task,
  second: (r: Repository) => Task,
  between: Between[],
  pulls: string[],
  reason?: RegExp,
][] = [
  ['CI fails again', ci, ci, [], ['9 open'], /#9 already proposes this change/],
  ['the next Monday', schedule, schedule, [], ['9 open'], /#9 already proposes/],
  ["two people's /fix", issueTask, (r) => issueTask(r, { author: 'wendy' }), [], ['9 open'], /#9 already proposes/],
  [
    'a person closed it, and CI fails again',
    ci,
    ci,
    [close],
    ['9 closed'],
    /#9 proposed this change and was closed; it comes again only when a person asks/,
  ],
  ['closed with its branch', schedule, schedule, [close, deleteBranch], ['9 closed'], /comes again only when/],
  ['a person closed it and asks again', issueTask, issueTask, [close], ['9 closed', '10 open']],
  ['closed with its branch, and asks again', issueTask, issueTask, [close, deleteBranch], ['9 closed', '10 open']],
  ['merged, reverted, and CI fails again', ci, ci, [merge], ['9 closed', '10 open']],
  ['another request', issueTask, (r) => issueTask(r, { request: 'rename it' }), [], ['9 open', '10 open']],
  ['another issue', issueTask, (r) => issueTask(r, { number: 8 }), [], ['9 open', '10 open']],
  [
    '/fix, then the approved plan',
    (r) => issueTask(r, { request: '/fix', command: { name: 'fix', args: '' } }),
    (r) => {
      const { request: _, ...task } = issueTask(r, { comment: { id: 3, kind: 'issue' } })
      return task
    },
    [],
    ['9 open'],
    /#9 already proposes/,
  ],
]
for (const [name, first, second, between, pulls, reason] of sample(again, 3))
  test(`the same difference: ${name}`, async () => {
    await using repository = await makeRepository()
    await using server = await startGitGitHub(repository)
    expect(await propose(server, { task: first(repository), run: '100' })).toMatchObject({ state: 'posted' })
    for (const step of between) await step(server, repository)
    const said = await propose(server, { task: second(repository), run: '101' })
    expect(shown(oursIn(server))).toEqual(pulls)
    expect(said.outcome).toBe('ok')
    if (reason === undefined) return void expect(said.state).toBe('posted')
    expect(said).toMatchObject({
      state: 'skipped',
      reason: expect.stringMatching(reason),
      url: expect.stringMatching(/\/pull\/9$/),
    })
    expect(said.summary).toContain('/pull/9')
    // No branch is left without a pull request.
    const refs = Object.keys(await branchesOf(repository)).filter((branch) => branch.startsWith('sluice/'))
    expect(refs.length).toBeLessThanOrEqual(oursIn(server).length)
    expect(server.problems).toEqual([])
  })

const proofOn = (tree: string, before: ProofSide['state']): ProofRecord => ({
  mode: 'report',
  tree,
  isFix: true,
  commands: [{ command: 'make', after: { state: 'passed' }, before: { state: before } }],
  alters: [],
  oldFiles: [],
  weakened: [],
})

test('a proof names its tree: what the commit has, what it has not, and what an open pull request gets', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const bodyOf9 = () => server.world.pulls.find(({ number }) => number === 9)?.body ?? ''
  const other = 'f'.repeat(40)
  await propose(server, { task: ci(repository), run: '100', proof: proofOn(other, 'failed') })
  const moved = 'Seen on tree `ffffffffffff`, before the change got onto another commit.'
  expect(bodyOf9()).toContain(`**\`make\` fails without the change and passes with it. ${moved}**`)
  expect(bodyOf9().split(moved)).toHaveLength(3)
  const [ours] = oursIn(server)
  const tree = (await repository.git('rev-parse', `refs/heads/${ours?.head.ref}^{tree}`)).trim()
  const kept = bodyOf9().replace('All is well.', 'A person wrote this.')
  Object.assign(ours ?? {}, { body: kept })
  const said = await propose(server, { task: ci(repository), run: '101', proof: proofOn(tree, 'passed') })
  expect(said.reason).toMatch(/#9 already proposes this change; its section Proof is of this run/)
  expect(said.summary).not.toContain('Seen on tree `ffff')
  expect(bodyOf9()).toContain('A person wrote this.')
  expect(bodyOf9()).toMatch(/^(?:<!--.*\n)*\*\*`make` passes with and without the change\.\*\*\n/)
  expect(bodyOf9()).toContain(`Seen on tree \`${tree.slice(0, 12)}\`.`)
  expect(bodyOf9()).not.toContain('ffff')
  const last = await propose(server, { task: ci(repository), run: '102', proof: proofOn(other, 'failed') })
  expect(last.summary).toContain(
    'Seen on tree `ffffffffffff`; the open pull request has this change on another commit.',
  )
  const before = bodyOf9()
  await propose(server, { task: ci(repository), run: '103' })
  expect(bodyOf9()).toBe(before)
})

test('two runs at the same time: the branch is the lock', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  const said = await Promise.all(['100', '101', '102'].map((run) => propose(server, { task: ci(repository), run })))
  expect(shown(oursIn(server))).toEqual(['9 open'])
  expect(said.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok'])
  expect(new Set(said.map(({ url }) => url))).toEqual(new Set(['https://github.com/octo/pond/pull/9']))
  expect(Object.keys(await branchesOf(repository)).filter((branch) => branch.startsWith('sluice/'))).toHaveLength(1)
})

test('a run that ended after its push: the next one opens the pull request', async () => {
  await using repository = await makeRepository()
  let fails = true
  await using server = await startGitGitHub(repository, {
    onRequest: ({ method, path }) =>
      fails && method === 'POST' && path.endsWith('/pulls') ? { status: 403 } : undefined,
  })
  await propose(server, { task: ci(repository), run: '100' })
  fails = false
  expect(await propose(server, { task: ci(repository), run: '101' })).toMatchObject({ state: 'posted' })
  expect(shown(oursIn(server))).toEqual(['9 open'])
})

/** What people do to the older pull request of a standing purpose before the newer one comes. */
const older: [
  name: string,
  changes: readonly EditedFile[],
  between: Between[],
  isClosed: boolean,
  supersede?: boolean,
][] = [
  ['the newer contains it', wider, [], true],
  ['the setting keeps it', wider, [], false, false],
  ['the newer is another change', [other], [], false],
  [
    'a person commented',
    wider,
    [
      ({ world }) =>
        world.comments.push({
          id: 1,
          number: 9,
          user: 'ada',
          body: 'Hm.',
          createdAt: '2026-01-05T09:00:00Z',
          updatedAt: '2026-01-05T09:00:00Z',
        }),
    ],
    false,
  ],
  [
    'a bot commented',
    wider,
    [
      ({ world }) =>
        world.comments.push({
          id: 1,
          number: 9,
          user: 'ci[bot]',
          body: 'Hm.',
          createdAt: '2026-01-05T09:00:00Z',
          updatedAt: '2026-01-05T09:00:00Z',
        }),
    ],
    true,
  ],
  [
    'a person reviewed',
    wider,
    [
      ({ world }) =>
        world.reviews.push({
          id: 1,
          number: 9,
          user: 'ada',
          body: '',
          state: 'APPROVED',
          commitId: 'a'.repeat(40),
          submittedAt: '2026-01-05T09:00:00Z',
        }),
    ],
    false,
  ],
  [
    'a person pushed',
    wider,
    [
      async ({ world }, { push }) => {
        const pull = world.pulls.at(-1)
        if (pull !== undefined) pull.head.sha = await push(pull.head.ref, { 'more.md': 'More.\n' })
      },
    ],
    false,
  ],
  [
    'a person amended our commit',
    wider,
    [
      async ({ world }, { git }) => {
        const pull = world.pulls.at(-1)
        if (pull === undefined) return
        await git('checkout', '--quiet', '--force', '--detach', pull.head.ref)
        await git('commit', '--quiet', '--amend', '--no-edit', '--date=2026-01-01T00:00:00Z')
        pull.head.sha = await git('rev-parse', 'HEAD')
      },
    ],
    false,
  ],
  [
    'a person edited its text',
    wider,
    [
      ({ world }) =>
        Object.assign(world.pulls.at(-1) ?? {}, { bodyEdit: { by: 'ada', editedAt: '2026-01-06T09:00:00Z' } }),
    ],
    false,
  ],
  [
    'our mark in a pull request of another run',
    wider,
    [({ world }) => Object.assign(world, { playedWorkflow: 'another.yml' })],
    false,
  ],
]
for (const [index, [name, changes, between, isClosed, supersede]] of sample([...older.entries()], 4))
  for (const target of [[ci, schedule][index % 2] ?? ci])
    test(`another difference (${target.name}): ${name}`, async () => {
      await using repository = await makeRepository()
      await using server = await startGitGitHub(repository, {}, { playedWorkflow: 'sluice.yml' })
      await propose(server, { task: target(repository), run: '100' })
      for (const step of between) await step(server, repository)
      const said = await propose(server, { task: target(repository), run: '101', changes, supersede })
      expect(shown(oursIn(server))).toEqual([isClosed ? '9 closed' : '9 open', '10 open'])
      expect(oursIn(server)[1]?.body).toContain('Open for the same purpose: #9.')
      const told = server.world.comments.filter(({ number, user }) => number === 9 && user === server.world.viewer)
      expect(told.map(({ body }) => body.split('\n')[1])).toEqual(
        isClosed ? ['#10 contains this change, so this pull request is closed.'] : [],
      )
      expect(said.reason).toBe(isClosed ? '#9 is closed, because this one contains it' : undefined)
      expect(server.problems).toEqual([])
      expect(await requestProblems(server.requests)).toEqual([])
    })

test("a person's request closes nothing, and names nothing", async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository, {}, { playedWorkflow: 'sluice.yml' })
  await propose(server, { task: issueTask(repository), run: '100' })
  await propose(server, { task: issueTask(repository), run: '101', changes: wider })
  expect(shown(oursIn(server))).toEqual(['9 open', '10 open'])
  expect(oursIn(server)[1]?.body).not.toContain('#9')
})

const text = (path: string, before: string, after: string) => change(path, before, after)
const file = (lines: number, changed: Record<number, string> = {}) =>
  Array.from({ length: lines }, (_, index) => `${changed[index] ?? `line ${index}`}\n`).join('')

test('the difference is the same when a file changed elsewhere, and another one in another place', () => {
  const plain = differenceOf([text('a', file(40), file(40, { 20: 'x' }))])
  expect(differenceOf([text('a', `new\n${file(40)}`, `new\n${file(40, { 20: 'x' })}`)])).toBe(plain)
  expect(differenceOf([text('a', file(40), file(40, { 21: 'x' }))])).not.toBe(plain)
  expect(differenceOf([text('b', file(40), file(40, { 20: 'x' }))])).not.toBe(plain)
  expect(
    differenceOf([{ ...text('a', file(40), file(40, { 20: 'x' })), mode: '100755', modeBefore: '100644' }]),
  ).not.toBe(plain)
  const bytes = (last: number) => [{ ...change('d', null, ''), after: Buffer.from([0, 255, last]) }]
  expect(differenceOf(bytes(1))).not.toBe(differenceOf(bytes(2)))
})

test('a change contains another one when it has each of its changed lines', () => {
  const of = (patch: string, status = 'modified', path = 'a') => [
    { path, previousPath: undefined, status, additions: 1, deletions: 1, patch },
  ]
  const newer = [text('a', file(40), file(40, { 3: 'x', 20: 'y' }))]
  expect(containsChange(newer, of('@@ -1,7 +1,7 @@\n line 0\n-line 3\n+x\n line 4'))).toBe(true)
  expect(containsChange(newer, of('@@ -1,7 +1,7 @@\n line 0\n-line 3\n+z\n line 4'))).toBe(false)
  expect(containsChange(newer, of('@@ -1,7 +1,7 @@\n-line 3\n+x', 'modified', 'b'))).toBe(false)
  expect(containsChange(newer, of('@@ -1,2 +0,0 @@\n-line 3\n+x', 'removed'))).toBe(false)
  expect(containsChange(newer, [{ ...of('')[0], patch: undefined } as never])).toBe(false)
})

test('a purpose is the same for one job, target and request', () => {
  const task = issueTask({ base: 'a'.repeat(40) } as Repository)
  const id = (more: Partial<Task> = {}, key = 'k') => purposeOf({ ...task, ...more }, key, true).id
  expect(id({ request: '  Mend\n it ' })).toBe(id())
  expect(id({}, 'l')).not.toBe(id())
  expect(id({ number: 8 })).not.toBe(id())
  expect(id({ request: 'mend all' })).not.toBe(id())
})
