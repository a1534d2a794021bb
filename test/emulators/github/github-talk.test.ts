import { expect, test } from 'vitest'
import { type GitHubEmulator, startGitHub } from '../../../src/emulators/github/github.ts'
import { issue, pull, type World, type WorldReviewComment } from '../../../src/emulators/github/world.ts'
import { openApi, requestProblems } from '../../fakes/openapi.ts'

const TOKEN = 'ghs_standinTalk'
const sha = 'b'.repeat(40)
const patch = '@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2b\n three\n@@ -10,2 +11,2 @@\n ten\n-eleven\n+11'

const world = (more: Partial<World> = {}) => ({
  owner: 'octo',
  repo: 'pond',
  token: TOKEN,
  permissions: { ada: 'admin', wendy: 'write', stan: 'none' } as const,
  labels: [{ id: 1, name: 'bug', color: 'd73a4a', description: null }],
  issues: [
    issue({ number: 1, title: 'It leaks', labels: ['bug'], user: 'github-actions[bot]' }),
    issue({ number: 3, title: 'It leaks again', state: 'closed' }),
  ],
  pulls: [
    pull({
      number: 2,
      title: 'No more leaks',
      base: { ref: 'main', sha: 'a'.repeat(40), repo: 'octo/pond' },
      head: { ref: 'topic', sha, repo: 'octo/pond' },
      files: [{ filename: 'a.ts', status: 'modified', additions: 3, deletions: 2, sha, patch }],
    }),
  ],
  ...more,
})

const remark = (more: Partial<WorldReviewComment> & Pick<WorldReviewComment, 'id'>): WorldReviewComment => ({
  number: 2,
  review: null,
  user: 'wendy',
  body: 'Why?',
  path: 'a.ts',
  commitId: sha,
  line: 2,
  startLine: null,
  side: 'RIGHT',
  inReplyTo: null,
  createdAt: '2026-01-05T09:00:00Z',
  ...more,
})

async function ask(github: GitHubEmulator, method: string, path: string, body?: unknown) {
  const response = await fetch(path === '/graphql' ? github.graphqlUrl : `${github.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, accept: 'application/vnd.github+json', 'user-agent': 'test' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, data: isJson ? JSON.parse(text) : text }
}

const HERE = '/repos/octo/pond'
const review = (comments: unknown[], more: object = {}) => ({ event: 'COMMENT', body: 'Look', comments, ...more })

const remarks: [name: string, given: object, status: number, reason?: string][] = [
  ['a changed line', { path: 'a.ts', line: 2 }, 200],
  ['a line around it', { path: 'a.ts', line: 4 }, 200],
  ['a removed line', { path: 'a.ts', line: 11, side: 'LEFT' }, 200],
  ['several lines', { path: 'a.ts', start_line: 1, line: 3, start_side: 'RIGHT', side: 'RIGHT' }, 200],
  ['a line that is not shown', { path: 'a.ts', line: 7 }, 422, 'Line could not be resolved'],
  ['a line of the other side', { path: 'a.ts', line: 4, side: 'LEFT' }, 422, 'Line could not be resolved'],
  ['no line', { path: 'a.ts' }, 422, 'Line could not be resolved'],
  ['another file', { path: 'b.ts', line: 1 }, 422, 'Path could not be resolved'],
  ['lines of two hunks', { path: 'a.ts', start_line: 2, line: 11 }, 422, 'Start line must be part of the same hunk'],
  ['lines in the wrong order', { path: 'a.ts', start_line: 3, line: 2 }, 422, 'Start line must precede'],
  ['twice the same line', { path: 'a.ts', start_line: 2, line: 2 }, 422, 'Start line must precede'],
]
for (const [name, given, status, reason] of remarks)
  test(`a review comment on ${name}: ${status}`, async () => {
    await using github = await startGitHub(world())
    const answer = await ask(github, 'POST', `${HERE}/pulls/2/reviews`, review([{ body: 'x', ...given }]))
    expect(answer.status).toBe(status)
    if (reason !== undefined) expect(answer.data.errors[0]).toContain(reason)
    expect(github.world.reviews).toHaveLength(status === 200 ? 1 : 0)
    expect(github.world.reviewComments).toHaveLength(status === 200 ? 1 : 0)
  })

test('a draft is hidden, blocks other reviews and can be deleted; a review cannot', async () => {
  await using github = await startGitHub(world({ reviewComments: [remark({ id: 1 })] }))
  const { event: _, ...draft } = review([{ path: 'a.ts', line: 2, body: 'x' }])
  const { data } = await ask(github, 'POST', `${HERE}/pulls/2/reviews`, draft)
  expect(data.state).toBe('PENDING')
  expect((await ask(github, 'GET', `${HERE}/pulls/2/comments`)).data).toHaveLength(1)
  for (const [path, body] of [
    ['/reviews', review([])],
    ['/comments/1/replies', { body: 'And?' }],
  ] as const)
    expect((await ask(github, 'POST', `${HERE}/pulls/2${path}`, body)).data.errors).toEqual([
      'User can only have one pending review per pull request',
    ])
  expect((await ask(github, 'DELETE', `${HERE}/pulls/2/reviews/${data.id}`)).status).toBe(200)
  const posted = await ask(github, 'POST', `${HERE}/pulls/2/reviews`, review([]))
  expect(posted.status).toBe(200)
  expect((await ask(github, 'DELETE', `${HERE}/pulls/2/reviews/${posted.data.id}`)).status).toBe(422)
  expect((await ask(github, 'POST', `${HERE}/pulls/2/comments/1/replies`, { body: 'And?' })).status).toBe(201)
})

const THREADS = `query($owner: String!, $name: String!, $number: Int!, $after: String) { repository(owner: $owner, name: $name) {
  pullRequest(number: $number) { reviewThreads(first: 50, after: $after) { pageInfo { hasNextPage endCursor }
  nodes { id isResolved comments(first: 50) { totalCount nodes { fullDatabaseId author { __typename login } } } } } } } }`
const threads = (github: GitHubEmulator, after: unknown = null) =>
  ask(github, 'POST', '/graphql', { query: THREADS, variables: { owner: 'octo', name: 'pond', number: 2, after } })

test('threads, page by page, with the fields that were asked for and no others', async () => {
  const all = Array.from({ length: 60 }, (_, at) =>
    remark({ id: at + 1, user: at === 0 ? 'github-actions[bot]' : 'ada' }),
  )
  await using github = await startGitHub(world({ reviewComments: [...all, remark({ id: 99, inReplyTo: 1 })] }))
  const first = (await threads(github)).data.data.repository.pullRequest.reviewThreads
  expect(first.nodes).toHaveLength(50)
  expect(first.nodes[0]).toEqual({
    id: expect.any(String),
    isResolved: false,
    comments: {
      totalCount: 2,
      nodes: [
        { fullDatabaseId: '1', author: { __typename: 'Bot', login: 'github-actions' } },
        { fullDatabaseId: '99', author: { __typename: 'User', login: 'wendy' } },
      ],
    },
  })
  const second = (await threads(github, first.pageInfo.endCursor)).data.data.repository.pullRequest.reviewThreads
  expect(second).toMatchObject({ pageInfo: { hasNextPage: false }, nodes: { length: 10 } })
  expect(github.problems).toEqual([])
})

test('a field that does not exist, and a query it does not know', async () => {
  await using github = await startGitHub(world())
  expect((await ask(github, 'POST', '/graphql', { query: '{ viewer { login age } }' })).data.errors[0].message).toMatch(
    /age/,
  )
  expect(github.problems).toEqual([])
  await ask(github, 'POST', '/graphql', { query: '{ rateLimit { cost } }' })
  expect(github.problems).toEqual(['POST /graphql: the emulator does not support { rateLimit { cost } }'])
})

test('resolving a thread needs more permissions than replying', async () => {
  const query =
    'mutation($threadId: ID!) { resolveReviewThread(input: { threadId: $threadId }) { thread { isResolved } } }'
  for (const contents of ['read', 'write'] as const) {
    await using github = await startGitHub(
      world({ reviewComments: [remark({ id: 1 })], tokenPermissions: { contents } }),
    )
    const [thread] = (await threads(github)).data.data.repository.pullRequest.reviewThreads.nodes
    const { data } = await ask(github, 'POST', '/graphql', { query, variables: { threadId: thread.id } })
    if (contents === 'write') expect(data).toEqual({ data: { resolveReviewThread: { thread: { isResolved: true } } } })
    else expect(data.errors[0]).toMatchObject({ type: 'FORBIDDEN' })
    expect(github.world.resolved).toEqual(contents === 'write' ? [1] : [])
    const gone = await ask(github, 'POST', '/graphql', { query, variables: { threadId: 'none' } })
    expect(gone.data.errors[0]).toMatchObject({ type: 'NOT_FOUND' })
  }
})

const searches: [query: string, found: number[] | undefined][] = [
  ['leaks is:issue', [3, 1]],
  ['leaks is:issue state:open repo:octo/pond', [1]],
  ['leaks is:pull-request', [2]],
  ['is:issue label:bug', [1]],
  ['is:issue -label:bug', [3]],
  ['is:issue "leaks again"', [3]],
  ['is:issue repo:other/one', []],
  ['is:issue author:github-actions[bot]', [1]],
  ['leaks', undefined],
]
for (const [query, found] of searches)
  test(`search: ${query}`, async () => {
    await using github = await startGitHub(world())
    const { status, data } = await ask(github, 'GET', `/search/issues?q=${encodeURIComponent(query)}`)
    expect(status).toBe(found === undefined ? 422 : 200)
    if (found !== undefined) expect(data.items.map(({ number }: { number: number }) => number)).toEqual(found)
  })

test('a log is on another host, which must get no credential', async () => {
  await using github = await startGitHub(world({ jobLogs: { 6: 'one\ntwo' } }))
  expect(await ask(github, 'GET', `${HERE}/actions/jobs/6/logs`)).toEqual({ status: 200, data: 'one\ntwo' })
  expect((await ask(github, 'GET', `${HERE}/actions/jobs/7/logs`)).status).toBe(404)
  expect(github.problems).toEqual([])
  const port = new URL(github.url).port
  await fetch(`http://localhost:${port}/stored-logs/6`, { headers: { authorization: 'Bearer x' } })
  expect(github.problems).toEqual(['/stored-logs/6: a credential for another host'])
})

test('every answer is what GitHub describes', async () => {
  await using github = await startGitHub(world({ reviewComments: [remark({ id: 1 })], jobLogs: { 6: 'log' } }))
  const check = { name: 'lint', head_sha: sha, status: 'completed', conclusion: 'failure' }
  const annotation = { path: 'a.ts', start_line: 1, end_line: 1, annotation_level: 'failure', message: 'no' }
  const calls: [method: string, path: string, status: number, body?: unknown][] = [
    ['POST', '/pulls/2/reviews', 200, review([{ path: 'a.ts', line: 2, body: 'x' }])],
    ['GET', '/pulls/2/reviews', 200],
    ['GET', '/pulls/2/comments', 200],
    ['POST', '/pulls/2/comments/1/replies', 201, { body: 'y' }],
    ['DELETE', '/pulls/2/reviews/9000001', 422],
    ['GET', '/assignees/wendy', 204],
    ['GET', '/assignees/stan', 404],
    ['GET', '/issues?creator=github-actions%5Bbot%5D&state=all', 200],
    ['PATCH', '/issues/1', 200, { state: 'closed', state_reason: 'duplicate', duplicate_issue_id: 2_000_003 }],
    ['PATCH', '/issues/1', 422, { state: 'closed', state_reason: 'duplicate', duplicate_issue_id: 7 }],
    ['POST', '/check-runs', 201, { ...check, output: { title: 't', summary: 's', annotations: [annotation] } }],
    ['GET', '/check-runs/6000001/annotations', 200],
    ['GET', `/commits/${sha}/check-runs`, 200],
    ['GET', '/actions/jobs/6/logs', 200],
  ]
  for (const [method, path, status, body] of calls)
    expect((await ask(github, method, HERE + path, body)).status, `${method} ${path}`).toBe(status)
  expect((await ask(github, 'GET', '/search/issues?q=is%3Aissue')).status).toBe(200)
  expect(github.world.issues[0]).toMatchObject({ stateReason: 'duplicate', duplicateOf: 3 })
  expect(await requestProblems(github.requests)).toEqual([])
  const api = await openApi()
  expect(github.requests.flatMap((exchange) => api.answerProblems(exchange))).toEqual([])
})
