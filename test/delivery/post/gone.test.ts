import { expect, test } from 'vitest'
import { deliver, type EndedWork } from '../../../src/delivery/deliver.ts'
import type { DeliveryContext } from '../../../src/delivery/delivery-context.ts'
import type { GitHubEmulator, GitHubEmulatorOptions } from '../../../src/emulators/github/github.ts'
import { issue } from '../../../src/emulators/github/world.ts'
import type { Task } from '../../../src/github/events/task.ts'
import { firstLook, goneTarget, lostTarget, readTarget } from '../../../src/github/events/trigger-rules.ts'
import { requestProblems } from '../../fakes/openapi.ts'
import { change, connect, createTestContext, finished } from '../delivery-fixture.ts'
import {
  branchesOf,
  changesIn,
  issueTask,
  makeRepository,
  pullTask,
  type Repository,
  startGitGitHub,
} from '../git-fixture.ts'

const edit = change('src/b.ts', 'export const b = 2\n', 'export const b = 3\n')

type Event = (server: GitHubEmulator, repository: Repository) => unknown

const state: (more: object) => Event =
  (more) =>
  ({ world }) =>
    Object.assign(world.pulls[0] ?? {}, more)
const deleted: (branch: string) => Event =
  (branch) =>
  (_, { git }) =>
    git('update-ref', '-d', `refs/heads/${branch}`)
const merged: Event = async (server, repository) => {
  await repository.git('update-ref', 'refs/heads/main', repository.head)
  state({ state: 'closed', merged: true })(server, repository)
}

async function run(
  server: GitHubEmulator,
  task: Task,
  overrides: Partial<DeliveryContext>,
  more: Partial<EndedWork> = {},
) {
  const context = createTestContext(server, { patchPath: '/dev/null', ref: 'refs/heads/main', ...overrides })
  const { receipts, outcome } = await deliver(task, { ...finished(), changes: [edit], ...more }, {}, context)
  const commit = receipts.find(({ intent }) => intent.kind === 'commit')
  return { receipts, outcome, commit, comment: server.world.comments.at(-1)?.body ?? '' }
}

const ours = ({ world }: GitHubEmulator) =>
  world.pulls.filter(({ user }) => user === world.viewer).map(({ base, title }) => `${base.ref}: ${title}`)

const prevented: GitHubEmulatorOptions = {
  onRequest: ({ method, path }) =>
    method === 'POST' && path.endsWith('/pulls')
      ? { status: 403, body: { message: 'GitHub Actions is not permitted to create pull requests' } }
      : undefined,
}

type Row = {
  mode: 'commit' | 'pull_request'
  events: Event[]
  pulls: string[]
  says: RegExp
  options?: GitHubEmulatorOptions
  isLeft?: true
}
const rows: Record<string, Row> = {
  'merged, its branch deleted': {
    mode: 'pull_request',
    events: [merged, deleted('topic')],
    pulls: ['main: Change src/b.ts for #8'],
    says: /pull request \\#8 was merged, so the change is for main/,
  },
  'merged, with commits to its branch': {
    mode: 'commit',
    events: [merged],
    pulls: ['main: Change src/b.ts for #8'],
    says: /pull request \\#8 was merged, so the change is for main; it has a pull request of its own/,
  },
  'merged, and the same lines changed since': {
    mode: 'pull_request',
    events: [merged, (_, { push }) => push('main', { 'src/b.ts': 'export const b = 9\n' })],
    pulls: [],
    says: /was merged, and the change does not fit on main/,
  },
  'merged, and the change is there': {
    mode: 'commit',
    events: [merged, (_, { push }) => push('main', { 'src/b.ts': 'export const b = 3\n' })],
    pulls: [],
    says: /was merged, and main already has these changes/,
  },
  'merged, and that branch is gone': {
    mode: 'pull_request',
    events: [state({ state: 'closed', merged: true, base: { ref: 'next', sha: 'a'.repeat(40), repo: 'octo/pond' } })],
    pulls: [],
    says: /was merged, and next is gone/,
  },
  'closed without a merge': {
    mode: 'pull_request',
    events: [state({ state: 'closed' })],
    pulls: [],
    says: /\\#8 was closed, so the change has no place/,
  },
  'closed without a merge, with commits to its branch': {
    mode: 'commit',
    events: [state({ state: 'closed' }), deleted('topic')],
    pulls: [],
    says: /\\#8 was closed, so the change has no place/,
  },
  'the branch was renamed': {
    mode: 'pull_request',
    events: [deleted('topic')],
    pulls: [],
    says: /topic was deleted or renamed/,
  },
  'the branch moved, with commits to it': {
    mode: 'commit',
    events: [
      async (server, { push }) =>
        state({ head: { ref: 'topic', sha: await push('topic', { 'src/b.ts': 'other\n' }), repo: 'octo/pond' } })(
          server,
          {} as never,
        ),
    ],
    pulls: ['topic: Change src/b.ts for #8'],
    says: /topic moved to .* after this run started.*; it has a pull request of its own/,
  },
  'the branch moved, and the token may open no pull request': {
    mode: 'commit',
    events: [
      async (server, { push }) =>
        state({ head: { ref: 'topic', sha: await push('topic', { 'src/b.ts': 'other\n' }), repo: 'octo/pond' } })(
          server,
          {} as never,
        ),
    ],
    pulls: [],
    says: /compare\/topic\.\.\.sluice\/pr-8-\w+>\).*open its pull request from this link, because/,
    options: prevented,
    isLeft: true,
  },
}
for (const [name, { mode, events, pulls, says, options, isLeft }] of Object.entries(rows))
  test(`a fix for a pull request: ${name}`, async () => {
    await using repository = await makeRepository()
    await using server = await startGitGitHub(repository, options)
    for (const event of events) await event(server, repository)
    const { commit, comment, outcome } = await run(server, pullTask(repository), { changes: mode })
    expect(ours(server)).toEqual(pulls)
    expect(comment).toMatch(says)
    expect(outcome).toBe('ok')
    const left = Object.keys(await branchesOf(repository)).filter((branch) => branch.startsWith('sluice/'))
    expect(left).toHaveLength(pulls.length + (isLeft ? 1 : 0))
    // This run's difference only.
    if (commit?.pushed !== undefined)
      expect(await changesIn(repository, commit.pushed.sha)).toEqual(['M 100644 src/b.ts'])
    expect(server.problems).toEqual([])
    expect(await requestProblems(server.requests)).toEqual([])
  })

test('a fix of CI on a branch that is gone leaves no branch', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository)
  await deleted('topic')(server, repository)
  const { number: _, author: __, request: ___, ...task } = issueTask(repository)
  const upstream = {
    runId: 1,
    workflow: 'CI',
    event: 'push',
    conclusion: 'failure',
    branch: 'topic',
    sha: repository.head,
    actor: 'ada',
    triggeringActor: 'ada',
    headRepo: 'octo/pond',
  }
  const { commit } = await run(
    server,
    { ...task, event: 'workflow_run', kind: 'workflow_run', upstream },
    { changes: 'pull_request' },
  )
  expect(commit).toMatchObject({
    state: 'skipped',
    reason: 'topic was deleted or renamed, so the change has no place; the patch contains it',
  })
  expect(Object.keys(await branchesOf(repository))).toEqual(['main'])
})

const asked = {
  comment: {
    id: 10,
    number: 7,
    user: 'ada',
    body: '@gemini-cli mend it',
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
  },
}
const ASKED_AS = { trigger_phrase: '@gemini-cli', comment: 'auto', check_run: false, fail_on_findings: 'off' }
const onIssue = (repository: Repository) => issueTask(repository, { comment: { id: 10, kind: 'issue' } })
const review = (repository: Repository) => {
  const { request: _, ...task } = pullTask(repository, { event: 'pull_request' })
  return task
}
const opened = { pull_request: { state: 'open', locked: false, base: { ref: 'main' } } }

const when = { createdAt: '2026-01-05T09:00:00Z', updatedAt: '2026-01-05T09:00:00Z' }
/** What else asks: the text of issue 7, a review, a comment of a discussion or on a commit, a discussion. */
const elsewhere = () => ({
  issues: [issue({ number: 7, body: '@gemini-cli mend it' })],
  reviews: [
    {
      id: 40,
      number: 8,
      user: 'ada',
      body: '@gemini-cli mend it',
      state: 'COMMENTED' as const,
      commitId: 'a'.repeat(40),
      submittedAt: when.createdAt,
    },
  ],
  discussions: [
    {
      number: 9,
      title: 'Liner',
      body: '@gemini-cli mend it',
      user: 'ada',
      comments: [
        { id: 50, user: 'rita', body: 'Rubber?', ...when },
        { id: 51, user: 'ada', body: '@gemini-cli mend it', replyTo: 50, ...when },
      ],
    },
  ],
  commitComments: [{ id: 60, sha: 'a'.repeat(40), user: 'ada', body: '@gemini-cli mend it', ...when }],
})
const nowhere = (repository: Repository): Task => {
  const { number: _, ...task } = issueTask(repository, { event: 'discussion_comment', kind: 'other' })
  return task
}
const inDiscussion = (repository: Repository): Task => ({
  ...nowhere(repository),
  place: { kind: 'discussion', number: 9, comment: 50, requestId: 51 },
})
const ofDiscussion = (repository: Repository): Task => ({
  ...nowhere(repository),
  event: 'discussion',
  place: { kind: 'discussion', number: 9 },
})
const onCommit = (repository: Repository): Task => ({
  ...nowhere(repository),
  place: { kind: 'commit', sha: 'a'.repeat(40), requestId: 60 },
})
const inReview = (repository: Repository) => pullTask(repository, { comment: { id: 40, kind: 'pull_request_review' } })
const inText = (repository: Repository) => issueTask(repository, { event: 'issues' })

/** Requests that are no comment of an issue or thread. */
const requests: [name: string, task: (r: Repository) => Task, event: Event | undefined, reason: RegExp | undefined][] =
  [
    ['a review asked', inReview, undefined, undefined],
    [
      'a review that asked was edited',
      inReview,
      ({ world }) => Object.assign(world.reviews[0] ?? {}, { body: 'Never mind.' }),
      /^The comment that asked was edited/,
    ],
    ['the text of an issue asked', inText, undefined, undefined],
    [
      'the text of the issue was edited',
      inText,
      ({ world }) => Object.assign(world.issues[0] ?? {}, { body: null }),
      /^The text of #7 was edited and no longer contains @gemini-cli\.$/,
    ],
    ['a comment in a discussion asked', inDiscussion, undefined, undefined],
    [
      'it was edited',
      inDiscussion,
      ({ world }) => Object.assign(world.discussions[0]?.comments[1] ?? {}, { body: '`@gemini-cli`' }),
      /^The comment that asked was edited/,
    ],
    [
      'it was deleted',
      inDiscussion,
      ({ world }) => world.discussions[0]?.comments.pop(),
      /^The comment that asked was deleted\.$/,
    ],
    [
      'it was deleted and has replies',
      (r) => ({ ...inDiscussion(r), place: { kind: 'discussion', number: 9, comment: 50, requestId: 50 } }),
      ({ world }) => Object.assign(world.discussions[0]?.comments[0] ?? {}, { deletedAt: when.updatedAt }),
      /^The comment that asked was deleted\.$/,
    ],
    [
      'its thread was deleted',
      inDiscussion,
      ({ world }) => world.discussions[0]?.comments.splice(0),
      /^The comment that asked was deleted\.$/,
    ],
    [
      'the discussion was deleted or transferred',
      inDiscussion,
      ({ world }) => world.discussions.pop(),
      /^#9 was deleted or transferred\.$/,
    ],
    [
      'the discussion is locked',
      inDiscussion,
      ({ world }) => Object.assign(world.discussions[0] ?? {}, { locked: true }),
      /^The conversation of #9 is locked/,
    ],
    ['the text of a discussion asked', ofDiscussion, undefined, undefined],
    [
      'the text of the discussion was edited',
      ofDiscussion,
      ({ world }) => Object.assign(world.discussions[0] ?? {}, { body: 'Rubber or clay?' }),
      /^The text of #9 was edited/,
    ],
    ['a comment on a commit asked', onCommit, undefined, undefined],
    ['it was deleted', onCommit, ({ world }) => world.commitComments.pop(), /^The comment that asked was deleted\.$/],
    [
      'it was edited',
      onCommit,
      ({ world }) => Object.assign(world.commitComments[0] ?? {}, { body: 'Never mind.' }),
      /^The comment that asked was edited/,
    ],
  ]
for (const [name, taskOf, event, reason] of requests)
  test(`another request, before the model and before delivery: ${name}`, async () => {
    await using repository = await makeRepository()
    await using server = await startGitGitHub(repository, {}, elsewhere())
    await event?.(server, repository)
    const task = taskOf(repository)
    const github = connect(server)
    const { number = 7, kind } = task
    const conversation = github.conversation(number, kind === 'pull_request' ? kind : 'issue', 1)
    const run = { task, runtime: { event: { payload: {} } }, inputs: ASKED_AS, conversation }
    const looks = [await goneTarget(task, {}, await firstLook(task, github, conversation), ASKED_AS)]
    looks.push(await lostTarget(run, github))
    for (const loss of looks)
      if (reason === undefined) expect(loss).toBeUndefined()
      else expect(loss?.reason).toMatch(reason)
    expect(server.problems).toEqual([])
  })

const targets: [
  name: string,
  task: (r: Repository) => Task,
  payload: object,
  event: Event | undefined,
  reason: RegExp | undefined,
][] = [
  ['nothing happened', onIssue, { issue: { state: 'open' } }, undefined, undefined],
  [
    'the issue was deleted',
    onIssue,
    {},
    ({ world }) => Object.assign(world, { goneIssues: { 7: 'deleted' }, issues: [] }),
    /^#7 was deleted or transferred\.$/,
  ],
  [
    'the issue was transferred',
    onIssue,
    {},
    ({ world }) => Object.assign(world, { goneIssues: { 7: 'octo/lake#3' } }),
    /^#7 was transferred to https:\/\/github\.com\/octo\/lake\/issues\/3\.$/,
  ],
  [
    'the issue was closed',
    onIssue,
    { issue: { state: 'open' } },
    ({ world }) => Object.assign(world.issues[0] ?? {}, { state: 'closed' }),
    undefined,
  ],
  [
    'the comment was deleted',
    onIssue,
    {},
    ({ world }) => world.comments.pop(),
    /^The comment that asked was deleted\.$/,
  ],
  [
    'the request was edited away',
    onIssue,
    {},
    ({ world }) => Object.assign(world.comments[0] ?? {}, { body: 'Never mind.' }),
    /^The comment that asked was edited and no longer contains @gemini-cli\.$/,
  ],
  [
    'the request stands in code now',
    onIssue,
    {},
    ({ world }) => Object.assign(world.comments[0] ?? {}, { body: '`@gemini-cli mend it`' }),
    /was edited/,
  ],
  [
    'the request was edited to another',
    onIssue,
    {},
    ({ world }) => Object.assign(world.comments[0] ?? {}, { body: '@gemini-cli mend all' }),
    undefined,
  ],
  [
    'a review, and it was merged',
    review,
    opened,
    state({ state: 'closed', merged: true }),
    /^Pull request #8 was merged\.$/,
  ],
  ['a review, and it was closed', review, opened, state({ state: 'closed' }), /^Pull request #8 was closed\.$/],
  ['a review of a closed one', review, { pull_request: { state: 'closed' } }, state({ state: 'closed' }), undefined],
  [
    'a review, and it was retargeted',
    review,
    opened,
    state({ base: { ref: 'next', sha: 'a'.repeat(40), repo: 'octo/pond' } }),
    /^Pull request #8 now goes to next and no longer to main\.$/,
  ],
  ['a question, and it was merged', (r) => pullTask(r), opened, state({ state: 'closed', merged: true }), undefined],
  [
    '/fix of a closed one',
    (r) => pullTask(r, { command: { name: 'fix', args: '' } }),
    {},
    state({ state: 'closed' }),
    /was closed without a merge, so a fix has no place\. Reopen it/,
  ],
]
for (const [name, taskOf, payload, event, reason] of targets)
  test(`looked at before the model and before delivery: ${name}`, async () => {
    await using repository = await makeRepository()
    await using server = await startGitGitHub(repository, {}, { comments: [asked.comment] })
    await event?.(server, repository)
    const task = taskOf(repository)
    const github = connect(server)
    const look = async () => goneTarget(task, payload, await readTarget(task, github), ASKED_AS)
    const lost = await look()
    if (reason === undefined) expect(lost).toBeUndefined()
    else expect(lost?.reason).toMatch(reason)
    const before = server.world.comments.length
    const { receipts, outcome } = await run(server, task, { changes: 'pull_request' }, { lostTarget: look })
    if (reason === undefined) return
    expect(ours(server)).toEqual([])
    expect(outcome).toBe('noop')
    expect(receipts.map(({ intent }) => intent.kind)).toEqual(['summary'])
    expect(server.world.comments).toHaveLength(before)
  })

test('one sentence takes the place of the comment that says "working"', async () => {
  await using repository = await makeRepository()
  await using server = await startGitGitHub(repository, {}, { comments: [asked.comment] })
  const { createComment } = connect(server)
  const { id } = await createComment(7, '_Working on it …_')
  const context = createTestContext(server, { changes: 'pull_request' })
  const lostTarget = async () => ({ reason: 'The comment that asked was deleted.' })
  await deliver(onIssue(repository), { ...finished(), changes: [edit], lostTarget }, { id }, context)
  expect(server.world.comments.at(-1)?.body).toMatch(/The comment that asked was deleted\. Nothing was delivered\./)
  expect(server.world.comments.at(-1)?.body).not.toContain('Working on it')
})

const threaded = (repository: Repository) => pullTask(repository, { comment: { id: 20, kind: 'review', thread: 20 } })
const remembering = (repository: Repository): Task => ({ ...threaded(repository), threadReply: 'remember' })
const rewritten =
  (body: string) =>
  ({ world }: GitHubEmulator) =>
    Object.assign(world.reviewComments[0] ?? {}, { body })
const { comment: onTheIssue } = asked
const inThread = {
  id: 20,
  number: 8,
  review: 1,
  user: 'ada',
  body: '@gemini-cli why?',
  path: 'src/a.ts',
  commitId: 'a'.repeat(40),
  line: 1,
  startLine: null,
  side: 'RIGHT',
  inReplyTo: null,
  createdAt: '2026-01-05T09:00:00Z',
} as const
const lockIssue: Event = ({ world }) => Object.assign(world.issues[0] ?? {}, { locked: true })
const lockPull = state({ locked: true })
const LOCKED = /^The conversation of #\d is locked, and the token of an App may not write there\./

/** What the first look, at what a run reads anyway, says before the model is asked. */
const firstLooks: [
  name: string,
  task: (r: Repository) => Task,
  event: Event | undefined,
  reason: RegExp | undefined,
  inputs?: Partial<typeof ASKED_AS>,
][] = [
  ['nothing happened', onIssue, undefined, undefined],
  ['a locked issue', onIssue, lockIssue, LOCKED],
  ['a locked issue of a nightly run', (r) => issueTask(r, { event: 'schedule' }), lockIssue, LOCKED],
  ['a locked pull request', (r) => pullTask(r), lockPull, LOCKED],
  ['a review of a locked pull request', review, lockPull, LOCKED],
  ['a locked one, where a check run says the result', review, lockPull, undefined, { check_run: true }],
  ['a locked one, where a check decides', review, lockPull, undefined, { fail_on_findings: 'high' }],
  ['a locked one, where no comment is written', onIssue, lockIssue, undefined, { comment: 'off' }],
  [
    'a locked one, with the token of a person who may write',
    onIssue,
    (server, r) => {
      Object.assign(server.world, { viewer: 'ada' })
      return lockIssue(server, r)
    },
    undefined,
  ],
  ['the comment was deleted', onIssue, ({ world }) => world.comments.pop(), /^The comment that asked was deleted\.$/],
  [
    'the comment is older than those that a run reads',
    onIssue,
    ({ world }) => {
      for (let id = 11; id < 120; id += 1)
        world.comments.push({ ...onTheIssue, id, createdAt: `2026-02-01T09:00:${String(id % 60).padStart(2, '0')}Z` })
    },
    undefined,
  ],
  [
    'the request was edited away',
    onIssue,
    ({ world }) => Object.assign(world.comments[0] ?? {}, { body: 'Never mind.' }),
    /no longer contains @gemini-cli\.$/,
  ],
  ['a comment of a thread', threaded, undefined, undefined],
  ['it was deleted', threaded, ({ world }) => world.reviewComments.pop(), /^The comment that asked was deleted\.$/],
  [
    'it was edited',
    threaded,
    ({ world }) => Object.assign(world.reviewComments[0] ?? {}, { body: 'Never mind.' }),
    /no longer contains @gemini-cli\.$/,
  ],
  ['a reply that still asks to remember', remembering, rewritten(' Remember: other words.'), undefined],
  [
    'it was edited, and asks to remember no more',
    remembering,
    rewritten('Do not remember: it is wrong.'),
    /^The reply was edited and no longer begins with remember:\.$/,
  ],
  [
    'a dismissal that was edited',
    (repository) => ({ ...remembering(repository), threadReply: 'dismiss' }),
    rewritten('Never mind.'),
    /^The reply was edited and no longer begins with \/dismiss\.$/,
  ],
]
for (const [name, taskOf, event, reason, inputs] of firstLooks)
  test(`the first look: ${name}`, async () => {
    await using repository = await makeRepository()
    await using server = await startGitGitHub(
      repository,
      {},
      { comments: [onTheIssue], reviewComments: [inThread], permissions: { ada: 'write' } },
    )
    await event?.(server, repository)
    const task = taskOf(repository)
    const github = connect(server)
    const conversation = github.conversation(task.number ?? 0, task.kind === 'issue' ? 'issue' : 'pull_request', 1)
    const loss = await goneTarget(task, {}, await firstLook(task, github, conversation), { ...ASKED_AS, ...inputs })
    if (reason === undefined) expect(loss).toBeUndefined()
    else expect(loss?.reason).toMatch(reason)
    expect(server.problems).toEqual([])
  })
