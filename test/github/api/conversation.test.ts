import { validate } from '@octokit/graphql-schema'
import { expect, test } from 'vitest'
import { type GitHubEmulator, type GitHubEmulatorOptions, startGitHub } from '../../../src/emulators/github/github.ts'
import { comment, issue, pull, type World, type WorldReviewComment } from '../../../src/emulators/github/world.ts'
import { connectGitHub, VIEWER_QUERY } from '../../../src/github/api/github.ts'
import { ISSUE_QUERY, PULL_QUERY } from '../../../src/github/api/issue-conversation.ts'
import { RESOLVE_MUTATION, THREADS_QUERY } from '../../../src/github/api/reviews.ts'
import { hastyClock } from '../../fakes/clock.ts'
import { requestProblems } from '../../fakes/openapi.ts'
import { testRepository } from '../repository.ts'

const TOKEN = 'ghs_talkTestToken0123456789'
const sha = 'b'.repeat(40)
const patch = '@@ -1,2 +1,3 @@\n one\n+two\n three'

const open = (more: Partial<World> = {}, options: GitHubEmulatorOptions = {}) =>
  startGitHub(
    {
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      permissions: { ada: 'admin', wendy: 'write', stan: 'none' },
      labels: Array.from({ length: 130 }, (_, id) => ({ id, name: `label ${id}`, color: 'f00000', description: null })),
      issues: [issue({ number: 1, title: 'It leaks' }), issue({ number: 3, title: 'It leaks too', user: 'ada' })],
      pulls: [
        pull({
          number: 2,
          base: { ref: 'main', sha: 'a'.repeat(40), repo: 'octo/pond' },
          head: { ref: 'topic', sha, repo: 'octo/pond' },
          files: Array.from({ length: 60 }, (_, at) => ({
            filename: `f${at}.ts`,
            status: 'modified' as const,
            additions: 1,
            deletions: 0,
            sha,
            patch,
          })),
        }),
      ],
      ...more,
    },
    options,
  )

const connect = (server: GitHubEmulator) =>
  connectGitHub({
    token: TOKEN,
    repository: 'octo/pond',
    apiUrl: server.url,
    graphqlUrl: server.graphqlUrl,
    userAgent: 'sluice/test',
    notice: () => {},
    clock: hastyClock(),
  })

const remark = (more: Partial<WorldReviewComment> & Pick<WorldReviewComment, 'id'>): WorldReviewComment => ({
  number: 2,
  review: null,
  user: 'wendy',
  body: 'Why?',
  path: 'f0.ts',
  commitId: sha,
  line: 2,
  startLine: 1,
  side: 'RIGHT',
  inReplyTo: null,
  createdAt: '2026-01-05T09:00:00Z',
  ...more,
})

test('the GraphQL queries follow GitHub’s schema', () => {
  for (const query of [VIEWER_QUERY, THREADS_QUERY, RESOLVE_MUTATION, ISSUE_QUERY, PULL_QUERY])
    expect(validate(query).map(({ message }) => message)).toEqual([])
})

test('a review with its comments, deleted drafts, replies', async () => {
  await using server = await open()
  const github = connect(server)
  const comments = [
    { path: 'f0.ts', body: 'Why?', line: 2, side: 'RIGHT' as const },
    { path: 'f1.ts', body: 'And?', startLine: 1, line: 3, side: 'RIGHT' as const },
  ]
  const draft = await github.createReview(2, { body: 'draft', comments })
  expect(draft).toMatchObject({ state: 'PENDING', author: 'github-actions[bot]' })
  await github.deleteReview(2, draft.id)
  const review = await github.createReview(2, { commit: sha, body: 'Look', event: 'COMMENT', comments })
  expect(review).toMatchObject({
    state: 'COMMENTED',
    body: 'Look',
    url: expect.stringContaining('#pullrequestreview-'),
  })
  expect(await github.reviews(2)).toEqual([review])
  const [first, second] = await github.reviewComments(2)
  expect([first, second]).toMatchObject([
    { path: 'f0.ts', body: 'Why?', author: 'github-actions[bot]' },
    { path: 'f1.ts', body: 'And?' },
  ])
  expect(server.world.reviewComments[1]).toMatchObject({ startLine: 1, line: 3 })
  const reply = await github.replyToComment(2, first?.id ?? 0, 'Because.')
  expect(reply).toMatchObject({ body: 'Because.', url: expect.stringContaining('#discussion_r') })
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
})

test('threads on any page, with the full names of Apps; one is resolved', async () => {
  const all = Array.from({ length: 70 }, (_, at) => remark({ id: at + 1 }))
  await using server = await open({
    reviewComments: [...all, remark({ id: 71, inReplyTo: 70, user: 'github-actions[bot]', body: 'Because.' })],
  })
  const github = connect(server)
  const threads = await github.threads(2)
  expect(threads).toHaveLength(70)
  const last = threads.at(-1)
  expect(last).toMatchObject({
    path: 'f0.ts',
    startLine: 1,
    line: 2,
    side: 'RIGHT',
    isResolved: false,
    isOutdated: false,
    commentCount: 2,
    comments: [
      { id: 70, author: 'wendy', body: 'Why?' },
      { id: 71, author: 'github-actions[bot]', body: 'Because.' },
    ],
  })
  await github.resolveThread(last?.id ?? '')
  expect(server.world.resolved).toEqual([70])
  expect((await github.threads(2)).at(-1)?.isResolved).toBe(true)
})

const mutations: [type: string, status: number][] = [
  ['FORBIDDEN', 403],
  ['NOT_FOUND', 404],
  ['UNPROCESSABLE', 422],
  ['SOMETHING_NEW', 200],
]
for (const [type, status] of mutations)
  test(`a refused mutation is an error with a status: ${type}`, async () => {
    const body = { data: { resolveReviewThread: null }, errors: [{ type, message: 'No.' }] }
    await using server = await open({}, { onRequest: () => ({ status: 200, body }) })
    await expect(connect(server).resolveThread('x')).rejects.toMatchObject({ status, message: 'GraphQL mutation: No.' })
    expect(server.requests).toHaveLength(1)
  })

test('a mutation is not retried', async () => {
  await using server = await open({}, { onRequest: () => 'refuse' })
  await expect(connect(server).resolveThread('x')).rejects.toMatchObject({ status: 500 })
  expect(server.requests).toHaveLength(1)
})

test('labels, users, issues', async () => {
  await using server = await open()
  const github = connect(server)
  expect(await github.labels()).toHaveLength(130)
  expect(await Promise.all(['wendy', 'stan', 'nobody'].map((name) => github.assignable(name)))).toEqual([
    true,
    false,
    false,
  ])
  await github.addLabels(1, ['label 1', 'label 2'])
  await github.removeLabel(1, 'label 1')
  expect(await github.assign(1, ['wendy', 'stan'])).toEqual(['wendy'])
  const original = await github.issue(3)
  const changed = await github.updateIssue(1, {
    title: 'It really leaks',
    state: 'closed',
    reason: 'duplicate',
    duplicateOf: original.id,
  })
  expect(changed).toMatchObject({ title: 'It really leaks', state: 'closed', stateReason: 'duplicate' })
  expect(server.world.issues[0]).toMatchObject({ labels: ['label 2'], assignees: ['wendy'], duplicateOf: 3 })
  const made = await github.createIssue({ title: 'New', body: 'text', labels: ['label 5'] })
  expect(made).toMatchObject({ number: 4, labels: ['label 5'], author: 'github-actions[bot]' })
  await github.createIssue({ title: 'Newer', body: 'text', labels: [] })
  expect((await github.issuesOpenedBy('github-actions[bot]')).map(({ title }) => title)).toEqual(['Newer', 'New'])
  expect(await requestProblems(server.requests)).toEqual([])
})

test('a search returns only results of the repository', async () => {
  await using server = await open()
  const github = connect(server)
  expect((await github.search('leaks is:issue author:ada', 1)).items.map(({ number }) => number)).toEqual([3])
  expect(server.requests[0]?.query).toContain('repo%3Aocto%2Fpond')
  const [mine] = (await github.search('leaks is:issue', 1)).items
  const raw = { id: 1, title: 't', state: 'open', html_url: 'u', created_at: 'c', updated_at: 'd' }
  const items = ['octo/pond', 'evil/octo/pond', 'octo/pond2', 'OCTO/Pond'].map((place, number) => ({
    ...raw,
    number,
    repository_url: `https://api.github.com/repos/${place}`,
  }))
  await using other = await open({}, { onRequest: () => ({ status: 200, body: { total_count: 4, items } }) })
  expect((await connect(other).search('x is:issue', 1)).items.map(({ number }) => number)).toEqual([0, 3])
  expect(mine).toMatchObject({ title: 'It leaks too' })
})

test('pages: which, and how many there are', async () => {
  await using server = await open({
    comments: Array.from({ length: 65 }, (_, at) => comment({ id: at + 1, number: 1 })),
  })
  const github = connect(server)
  expect(await github.commentsPage(1, 1)).toMatchObject({ page: 1, pages: 3, items: { length: 30 } })
  expect(await github.commentsPage(1, 3)).toMatchObject({ page: 3, pages: 3, items: { length: 5 } })
})

test('checks, their annotations, and the end of a log', async () => {
  const line = (at: number) => `2026-01-05T09:00:00.0000000Z line ${at}\n`
  const log = Array.from({ length: 20_000 }, (_, at) => line(at)).join('')
  await using server = await open({
    checkRuns: [
      {
        id: 6,
        name: 'lint',
        headSha: sha,
        status: 'completed',
        conclusion: 'failure',
        startedAt: null,
        completedAt: null,
        externalId: null,
        detailsUrl: null,
        output: {
          title: 'Two mistakes',
          summary: 'See below',
          text: null,
          annotations: [{ path: 'f0.ts', start_line: 3, end_line: 3, annotation_level: 'failure', message: 'no' }],
        },
      },
    ],
    jobLogs: { 6: log, 7: '' },
  })
  const github = connect(server)
  expect(await github.checkRuns(sha, 1)).toMatchObject({
    total: 1,
    items: [{ id: 6, name: 'lint', conclusion: 'failure', title: 'Two mistakes', annotations: 1 }],
  })
  expect(await github.annotations(6)).toEqual([{ path: 'f0.ts', line: 3, level: 'failure', title: '', message: 'no' }])
  expect(await github.jobLog(6, 1000)).toEqual({ text: log.slice(-1000), bytes: log.length })
  expect(await github.jobLog(6, 10_000_000)).toEqual({ text: log, bytes: log.length })
  expect(await github.jobLog(7, 1000)).toEqual({ text: '', bytes: 0 })
  await expect(github.jobLog(8, 1000)).rejects.toMatchObject({ status: 404 })
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
})

test('files, folders, links and commits, at any commit', async () => {
  await using repository = await testRepository()
  const first = await repository.commit({ 'src/a b.ts': 'one', 'big.txt': 'x'.repeat(1_100_000) })
  const second = await repository.commit({ 'src/a b.ts': 'two' }, [{ path: 'link', mode: '120000', content: 'src' }])
  await using server = await open({ gitDir: repository.dir })
  const github = connect(server)
  expect(await github.content('src/a b.ts', first)).toMatchObject({ kind: 'file', size: 3, bytes: Buffer.from('one') })
  expect(await github.content('src/a b.ts', 'main')).toMatchObject({ bytes: Buffer.from('two') })
  expect(await github.content('src', second)).toEqual({
    kind: 'folder',
    entries: [{ name: 'a b.ts', kind: 'file', size: 3 }],
  })
  expect(await github.content('link', second)).toEqual({ kind: 'other', type: 'symlink' })
  const big = await github.content('big.txt', second)
  expect(big).toMatchObject({ kind: 'file', size: 1_100_000, bytes: undefined })
  if (big.kind === 'file') expect((await github.blob(big.blob)).length).toBe(1_100_000)
  await expect(github.content('none', second)).rejects.toMatchObject({ status: 404 })
  expect((await github.commits(second, undefined, 1)).items.map(({ sha }) => sha)).toEqual([second, first])
  expect((await github.commits(second, 'big.txt', 1)).items).toMatchObject([
    { sha: first, author: 'Ada', message: 'A commit' },
  ])
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
})
