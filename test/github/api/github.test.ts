import { createServer } from 'node:http'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import {
  type GitHubEmulator,
  type GitHubEmulatorOptions,
  type InjectedFault,
  startGitHub,
} from '../../../src/emulators/github/github.ts'
import { comment, issue, pull, type WorldSeed } from '../../../src/emulators/github/world.ts'
import { connectGitHub, type GitHubOptions } from '../../../src/github/api/github.ts'
import { GitHubError } from '../../../src/github/api/github-error.ts'
import { hastyClock } from '../../fakes/clock.ts'
import { requestProblems } from '../../fakes/openapi.ts'

const TOKEN = 'ghs_clientTestToken0123456789'
const sides = {
  base: { ref: 'main', sha: 'a'.repeat(40), repo: 'octo/pond' },
  head: { ref: 'seal', sha: 'b'.repeat(40), repo: null },
}

const seed = (): WorldSeed => ({
  owner: 'octo',
  repo: 'pond',
  token: TOKEN,
  permissions: { ada: 'admin', wendy: 'write', rita: 'read', stan: 'none' },
  issues: [issue({ number: 1, title: 'Leak', body: 'It leaks', user: 'rita', labels: ['bug'] })],
  labels: [{ id: 1, name: 'bug', color: 'f00000', description: null }],
  pulls: [
    pull({
      number: 2,
      user: 'wendy',
      ...sides,
      files: [
        {
          filename: 'a.ts',
          status: 'renamed',
          previousFilename: 'b.ts',
          additions: 1,
          deletions: 0,
          sha: null,
          patch: '@@ -1 +1,2 @@\n a\n+b',
        },
      ],
    }),
  ],
  comments: [comment({ id: 10, number: 1, user: 'rita', body: 'first' })],
})

const connect = (server: GitHubEmulator, more: Partial<GitHubOptions> = {}) =>
  connectGitHub({
    token: TOKEN,
    repository: 'octo/pond',
    apiUrl: server.url,
    userAgent: 'sluice/test',
    notice: () => {},
    clock: hastyClock(),
    ...more,
  })

const open = async (options: GitHubEmulatorOptions = {}) => startGitHub(seed(), options)

/** Answers every request to a path that contains `part` with the fault. */
const faulty = (part: string, fault: InjectedFault, times = Number.POSITIVE_INFINITY): GitHubEmulatorOptions => {
  let left = times
  return { onRequest: ({ path }) => (path.includes(part) && left-- > 0 ? fault : undefined) }
}

test('people and their permissions', async () => {
  await using server = await open()
  const github = connect(server)
  const names = ['ada', 'wendy', 'rita', 'stan', 'nobody']
  expect(await Promise.all(names.map((name) => github.permission(name)))).toEqual([
    'admin',
    'write',
    'read',
    'none',
    'none',
  ])
})

const roles: [answer: object, permission: string][] = [
  [{ permission: 'write', role_name: 'maintain' }, 'maintain'],
  [{ permission: 'read', role_name: 'triage' }, 'triage'],
  [{ permission: 'write', role_name: 'release-managers' }, 'write'],
  [{ permission: 'read', role_name: 'admin' }, 'read'],
  [{ permission: 'read', role_name: 'maintain' }, 'read'],
  [{ permission: 'none' }, 'none'],
]
for (const [body, permission] of roles)
  test(`${JSON.stringify(body)} is ${permission}`, async () => {
    await using server = await open(faulty('/permission', { status: 200, body }))
    expect(await connect(server).permission('rita')).toBe(permission)
  })

test('the issue, the pull request, its files', async () => {
  await using server = await open()
  const github = connect(server)
  expect(await github.issue(1)).toMatchObject({
    number: 1,
    title: 'Leak',
    body: 'It leaks',
    author: 'rita',
    labels: ['bug'],
    isPullRequest: false,
  })
  expect(await github.issue(2)).toMatchObject({ number: 2, isPullRequest: true })
  expect(await github.pull(2)).toMatchObject({
    number: 2,
    author: 'wendy',
    body: '',
    base: sides.base,
    head: { ref: 'seal', repo: undefined },
  })
  expect(await github.files(2)).toEqual([
    {
      path: 'a.ts',
      previousPath: 'b.ts',
      status: 'renamed',
      blob: undefined,
      of: sides.head.sha,
      additions: 1,
      deletions: 0,
      patch: '@@ -1 +1,2 @@\n a\n+b',
    },
  ])
  expect(await github.defaultBranch()).toBe('main')
  expect(await github.viewer()).toBe('github-actions[bot]')
})

test('comments: created, updated, reacted to, and found on any page', async () => {
  await using server = await open()
  const github = connect(server)
  for (let id = 100; id < 350; id++) server.world.comments.push(comment({ id, number: 1 }))
  const made = await github.createComment(1, 'hello')
  expect(made).toMatchObject({ body: 'hello', author: 'github-actions[bot]' })
  expect(await github.updateComment(made.id, 'again')).toMatchObject({ id: made.id, body: 'again' })
  expect(await github.getComment(made.id)).toMatchObject({ body: 'again', url: made.url })
  const all = await github.comments(1)
  expect(all).toHaveLength(252)
  expect(all.at(-1)?.id).toBe(made.id)
  await github.addReaction({ id: 10, kind: 'issue' }, 'eyes')
  expect(server.world.reactions).toMatchObject([{ subject: 10, content: 'eyes' }])
})

test('every request follows GitHub’s API description and has a user agent', async () => {
  await using server = await open()
  const github = connect(server)
  await github.permission('ada')
  await github.comments(1)
  await github.files(2)
  await github.viewer()
  const made = await github.createComment(1, 'x')
  await github.updateComment(made.id, 'y')
  await github.addReaction({ id: 10, kind: 'issue' }, '+1')
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
  for (const { headers } of server.requests) expect(headers['user-agent']).toMatch(/^sluice\/test /)
})

const addresses: [apiUrl: string, graphqlUrl: string | undefined, paths: string[]][] = [
  ['', undefined, ['/repos/octo/pond', '/graphql']],
  ['/api/v3', undefined, ['/api/v3/repos/octo/pond', '/api/graphql']],
  ['/api/v3/', '', ['/api/v3/repos/octo/pond', '/api/graphql']],
  ['/api/v3', '/elsewhere', ['/api/v3/repos/octo/pond', '/elsewhere']],
]
for (const [apiUrl, graphqlUrl, paths] of addresses)
  test(`${apiUrl} and ${graphqlUrl} lead to ${paths.join(' and ')}`, async () => {
    const seen: (string | undefined)[] = []
    const server = createServer(({ url }, response) => {
      seen.push(url)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ default_branch: 'main', data: { viewer: { login: 'me' } } }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const urls = {
      apiUrl: origin + apiUrl,
      graphqlUrl: graphqlUrl === undefined ? undefined : graphqlUrl && origin + graphqlUrl,
    }
    const github = connectGitHub({ token: TOKEN, repository: 'octo/pond', userAgent: 'x', notice: () => {}, ...urls })
    await github.defaultBranch()
    await github.viewer()
    server.closeAllConnections()
    server.close()
    expect(seen).toEqual(paths)
  })

test('an Enterprise Server, REST and GraphQL', async () => {
  await using server = await open({ prefix: '/api/v3' })
  expect(await connect(server).permission('ada')).toBe('admin')
  expect(await connect(server).viewer()).toBe('github-actions[bot]')
  expect(await connect(server, { apiUrl: `${server.url}/`, graphqlUrl: server.graphqlUrl }).viewer()).toBe(
    'github-actions[bot]',
  )
  expect(server.problems).toEqual([])
})

for (const fault of ['refuse', 'lose', { status: 502 }, { status: 429, headers: { 'retry-after': '0' } }] as const)
  test(`a read survives two failures: ${JSON.stringify(fault)}`, async () => {
    await using server = await open(faulty('/issues/1', fault, 2))
    expect(await connect(server).issue(1)).toMatchObject({ number: 1 })
    expect(server.requests).toHaveLength(3)
  })

test('a read is not retried forever', async () => {
  await using server = await open(faulty('/issues/1', 'refuse'))
  await expect(connect(server).issue(1)).rejects.toMatchObject({ status: 500 })
  expect(server.requests).toHaveLength(4)
})

for (const fault of [
  'refuse',
  'lose',
  { status: 502 },
  { status: 429, headers: { 'retry-after': '0' } },
  { status: 403 },
  { status: 422 },
] as const)
  test(`a write that may have succeeded is never retried: ${JSON.stringify(fault)}`, async () => {
    await using server = await open(faulty('/comments', fault))
    await expect(connect(server).createComment(1, 'x')).rejects.toBeInstanceOf(GitHubError)
    expect(server.requests).toHaveLength(1)
  })

test('a short rate limit is waited for once, with a notice', async () => {
  const limit = {
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
    body: { message: 'API rate limit exceeded' },
  }
  await using server = await open(faulty('/issues/1', limit, 1))
  const notices: string[] = []
  expect(await connect(server, { notice: (text) => notices.push(text) }).issue(1)).toMatchObject({ number: 1 })
  expect(notices).toEqual([expect.stringMatching(/rate limit stopped GET .*; waiting 0 s/)])
})

const SECONDARY = {
  message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
}

for (const status of [403, 429])
  test(`a rate-limited write is retried after the time that GitHub names: ${status}`, async () => {
    const limit = { status, headers: { 'retry-after': '7' }, body: SECONDARY }
    await using server = await open(faulty('/comments', limit, 1))
    const notices: string[] = []
    const clock = hastyClock()
    const start = clock.now()
    await connect(server, { clock, notice: (text) => notices.push(text) }).createComment(1, 'x')
    expect(clock.now() - start).toBeGreaterThanOrEqual(7000)
    expect(server.world.comments.filter(({ body }) => body === 'x')).toHaveLength(1)
    expect(notices).toEqual([expect.stringMatching(/rate limit stopped POST .*; waiting 7 s/)])
  })

test('a limit that stays or lasts long is an error', async () => {
  await using server = await open(
    faulty('/comments', { status: 403, headers: { 'retry-after': '7' }, body: SECONDARY }),
  )
  await expect(connect(server).createComment(1, 'x')).rejects.toMatchObject({ status: 403 })
  expect(server.requests).toHaveLength(2)
  await using long = await open(faulty('/comments', { status: 403, headers: { 'retry-after': '61' }, body: SECONDARY }))
  await expect(connect(long).createComment(1, 'x')).rejects.toMatchObject({ status: 403 })
  expect(long.requests).toHaveLength(1)
})

test('waits for limits take five minutes in total', async () => {
  await using server = await open(
    faulty('/comments', { status: 403, headers: { 'retry-after': '60' }, body: SECONDARY }),
  )
  const github = connect(server)
  for (let nth = 1; nth <= 7; nth += 1)
    await expect(github.createComment(1, 'x')).rejects.toMatchObject({ status: 403 })
  expect(server.requests).toHaveLength(12)
})

test('a long rate limit is an error for all requests: a request that would wait long is not sent', async () => {
  const reset = String(Math.floor(Date.now() / 1000) + 1800)
  const limit = {
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
    body: { message: 'API rate limit exceeded' },
  }
  await using server = await open(faulty('/issues/1', limit))
  const github = connect(server)
  await expect(github.issue(1)).rejects.toMatchObject({ status: 403 })
  await expect(github.pull(2)).rejects.toThrow(/not sent, because GitHub's rate limit/)
  expect(server.requests).toHaveLength(1)
})

const graphqlErrors = (errors: object[]) => ({ status: 200, body: { data: null, errors } })
const TIMED_OUT = 'Something went wrong while executing your query. This may be the result of a timeout.'

const mistakes: [name: string, fault: InjectedFault, notices: string[]][] = [
  [
    'the limit of the hour',
    { ...graphqlErrors([{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 1.' }]) },
    ["GitHub's rate limit stopped POST /graphql; waiting 60 s."],
  ],
  [
    'the limit of the hour, with its end',
    {
      ...graphqlErrors([{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 1.' }]),
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' },
    },
    ["GitHub's rate limit stopped POST /graphql; waiting 0 s."],
  ],
  [
    'a secondary limit',
    { ...graphqlErrors([SECONDARY]), headers: { 'retry-after': '9' } },
    ["GitHub's rate limit stopped POST /graphql; waiting 9 s."],
  ],
  ['a query that timed out', graphqlErrors([{ message: TIMED_OUT }]), []],
]
for (const [name, fault, expectedNotices] of mistakes)
  test(`a GraphQL error with status 200 is retried: ${name}`, async () => {
    await using server = await open(faulty('/graphql', fault, 1))
    const notices: string[] = []
    const github = connect(server, { notice: (text) => notices.push(text.replace(server.url, 'URL')) })
    expect(await github.viewer()).toBe('github-actions[bot]')
    expect(server.requests).toHaveLength(2)
    expect(notices).toEqual(expectedNotices)
  })

test('a client with a long maximum waits five times', async () => {
  await using server = await open(
    faulty('/comments', { status: 403, headers: { 'retry-after': '1800' }, body: SECONDARY }),
  )
  const github = connect(server, { maxWaitMs: 3_600_000 })
  await expect(github.createComment(1, 'x')).rejects.toMatchObject({ status: 403 })
  expect(server.requests).toHaveLength(6)
})

test('the first writes of a run do not wait', async () => {
  await using server = await open()
  const waits: number[] = []
  const clock = { now: Date.now, sleep: async (ms: number) => void waits.push(ms) }
  const github = connect(server, { clock })
  for (const body of ['1', '2', '3', '4', '5', '6', '7', '8']) await github.createComment(1, body)
  expect(server.world.comments).toHaveLength(9)
  expect(waits).toEqual([])
})

test('an empty token is named', async () => {
  await using server = await open()
  await expect(connect(server, { token: '' }).permission('wendy')).rejects.toThrow(
    'GitHub answered 401: Requires authentication. The input github_token is empty: remove it',
  )
})

const failures: [name: string, fault: InjectedFault, expected: object][] = [
  [
    'not found',
    { status: 404, body: { message: 'Not Found', documentation_url: 'https://docs.github.com/x' } },
    { status: 404, message: 'GET /repos/octo/pond/pulls/2: GitHub answered 404: Not Found' },
  ],
  ['forbidden', { status: 403, body: { message: 'Resource not accessible by integration' } }, { status: 403 }],
  ['no answer', 'lose', { status: 0, request: 'GET /repos/{owner}/{repo}/pulls/{pull_number}' }],
  [
    'an answer that is not JSON',
    { status: 200, body: 'oops' },
    { status: 200, message: expect.stringContaining('unexpected response') },
  ],
  [
    'an answer without its fields',
    { status: 200, body: { number: 2 } },
    { status: 200, message: expect.stringContaining('title') },
  ],
  [
    'a token in the message',
    { status: 422, body: { message: `bad ${TOKEN}` } },
    { status: 422, message: expect.stringContaining('bad ***') },
  ],
]
for (const [name, fault, expected] of failures)
  test(`an error says what happened and never contains the token: ${name}`, async () => {
    await using server = await open(faulty('/pulls/2', fault))
    const error = await connect(server)
      .pull(2)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(GitHubError)
    expect(error).toMatchObject(expected)
    expect(server.requests).toHaveLength(fault === 'lose' ? 4 : 1)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(TOKEN)
  })

test('a GraphQL error rejects although its status is 200', async () => {
  await using server = await open(
    faulty('/graphql', { status: 200, body: { data: null, errors: [{ message: 'Something is off' }] } }),
  )
  await expect(connect(server).viewer()).rejects.toThrow('GraphQL query: Something is off')
})

test('no server', async () => {
  const github = connectGitHub({
    token: TOKEN,
    repository: 'octo/pond',
    apiUrl: 'http://127.0.0.1:9',
    userAgent: 'x',
    notice: () => {},
    clock: hastyClock(),
  })
  await expect(github.issue(1)).rejects.toMatchObject({ status: 0 })
})
