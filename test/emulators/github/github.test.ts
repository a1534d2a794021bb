import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GitHubEmulator, startGitHub } from '../../../src/emulators/github/github.ts'
import { borrowRepository } from '../../../src/emulators/github/repository-git.ts'
import { comment, issue, pull, type World, type WorldSeed } from '../../../src/emulators/github/world.ts'
import { connectGitHub } from '../../../src/github/api/github.ts'
import { openApi, requestProblems } from '../../fakes/openapi.ts'

const run = promisify(execFile)
const TOKEN = 'ghs_standin'
let sample: { dir: string; base: string; head: string; blob: string }

/** Two commits: `main`, and `topic` that changes, adds, renames and removes. */
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-emulator-'))
  const git = async (...args: string[]) => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
    return (await run('git', [...identity, ...args], { cwd: dir })).stdout.trim()
  }
  await git('init', '--quiet', '--initial-branch=main')
  await writeFile(join(dir, 'kept.txt'), 'one\ntwo\nthree\n')
  await writeFile(join(dir, 'old name.txt'), 'a file long enough\nto be recognised\nunder another name\n')
  await writeFile(join(dir, 'gone.txt'), 'bye\n')
  await git('add', '.')
  await git('commit', '--quiet', '-m', 'Base')
  const base = await git('rev-parse', 'HEAD')
  await git('switch', '--quiet', '-c', 'topic')
  await writeFile(join(dir, 'kept.txt'), 'one\n2\nthree\n')
  await writeFile(join(dir, 'neu-ü.txt'), 'new\n')
  await git('mv', 'old name.txt', 'new name.txt')
  await git('rm', '--quiet', 'gone.txt')
  await git('add', '.')
  await git('commit', '--quiet', '-m', 'Change\n\nWhy it changed')
  const head = await git('rev-parse', 'HEAD')
  const blob = await git('rev-parse', 'HEAD:kept.txt')
  await git('switch', '--quiet', 'main')
  sample = { dir, base, head, blob }
})

afterAll(() => rm(sample.dir, { recursive: true, force: true }))

const repo = 'octo/pond'
const seed = (more: Partial<World> = {}): WorldSeed => ({
  owner: 'octo',
  repo: 'pond',
  token: TOKEN,
  gitDir: sample.dir,
  permissions: { ada: 'admin', wendy: 'write', rita: 'read', stan: 'none' },
  labels: [{ id: 1, name: 'bug', color: 'd73a4a', description: 'Something is wrong' }],
  issues: [issue({ number: 1, labels: ['bug'], assignees: ['wendy'], body: 'It leaks' })],
  pulls: [
    pull({
      number: 2,
      user: 'wendy',
      base: { ref: 'main', sha: sample.base, repo },
      head: { ref: 'topic', sha: sample.head, repo },
    }),
  ],
  comments: Array.from({ length: 250 }, (_, at) => comment({ id: at + 1, number: 1 })),
  ...more,
})

async function ask(
  github: GitHubEmulator,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${github.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      accept: 'application/vnd.github+json',
      'user-agent': 'test',
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, data: json ? JSON.parse(text) : text }
}

test('every answer is what GitHub describes', async () => {
  const workflowRun = { workflow: 'gemini.yml', actor: 'wendy', conclusion: null, createdAt: '2026-01-05T09:00:00Z' }
  const world = {
    workflowRuns: [
      { ...workflowRun, id: 170, attempt: 2 },
      { ...workflowRun, id: 171, event: 'pull_request', headRepo: 'fork/pond' },
    ],
    artifacts: [{ id: 47, run: 171, name: 'record', zip: new Uint8Array(3), createdAt: '2026-01-05T09:00:00Z' }],
  }
  await using github = await startGitHub(seed(world))
  const at = (path: string) => `/repos/${repo}${path}`
  const { base, head, blob } = sample
  const tree = (await ask(github, 'GET', at(`/git/commits/${head}`))).data.tree.sha
  const calls: [method: string, path: string, status: number, body?: unknown][] = [
    ['GET', at(''), 200],
    ['GET', '/rate_limit', 200],
    ['GET', '/users/wendy', 200],
    ['GET', '/users/nobody', 404],
    ['GET', '/user', 403],
    ['GET', at('/collaborators/wendy/permission'), 200],
    ['GET', at('/collaborators/nobody/permission'), 404],
    ['GET', at('/issues'), 200],
    ['GET', at('/issues/1'), 200],
    ['GET', at('/issues/2'), 200],
    ['GET', at('/issues/77'), 404],
    ['POST', at('/issues'), 201, { title: 'New', body: 'text', labels: ['bug', 'fresh'] }],
    ['PATCH', at('/issues/1'), 200, { state: 'closed', state_reason: 'not_planned' }],
    ['PATCH', at('/issues/1'), 422, { state: 'ajar' }],
    ['GET', at('/issues/1/comments?per_page=100&page=3'), 200],
    ['GET', at('/issues/comments/7'), 200],
    ['GET', at('/issues/comments/7777'), 404],
    ['POST', at('/issues/2/comments'), 201, { body: 'Looks fine' }],
    ['POST', at('/issues/2/comments'), 422, { body: ' ' }],
    ['PATCH', at('/issues/comments/7000001'), 200, { body: 'Looks better' }],
    ['DELETE', at('/issues/comments/9'), 204],
    ['POST', at('/issues/comments/7/reactions'), 201, { content: 'eyes' }],
    ['POST', at('/issues/comments/7/reactions'), 200, { content: 'eyes' }],
    ['POST', at('/issues/comments/7/reactions'), 422, { content: 'wave' }],
    ['GET', at('/issues/comments/7/reactions'), 200],
    ['DELETE', at('/issues/comments/7/reactions/8000001'), 204],
    ['GET', at('/labels'), 200],
    ['GET', at('/labels/BUG'), 200],
    ['GET', at('/issues/1/labels'), 200],
    ['POST', at('/issues/1/labels'), 200, { labels: ['fresh'] }],
    ['DELETE', at('/issues/1/labels/fresh'), 200],
    ['POST', at('/issues/1/assignees'), 201, { assignees: ['ada', 'stan'] }],
    ['GET', at('/pulls'), 200],
    ['GET', at('/pulls/2'), 200],
    ['GET', at('/pulls/1'), 404],
    ['GET', at('/pulls/2/files'), 200],
    ['GET', at('/pulls/2/commits'), 200],
    [
      'POST',
      at('/pulls/2/reviews'),
      200,
      { event: 'COMMENT', body: 'One', comments: [{ path: 'kept.txt', line: 2, body: 'Why?' }] },
    ],
    [
      'POST',
      at('/pulls/2/reviews'),
      422,
      { event: 'COMMENT', body: 'Two', comments: [{ path: 'kept.txt', line: 40, body: 'Where?' }] },
    ],
    ['GET', at('/pulls/2/reviews'), 200],
    ['GET', at('/pulls/2/comments'), 200],
    ['GET', at('/pulls/comments/9500001'), 200],
    ['POST', at('/pulls/comments/9500001/reactions'), 201, { content: '+1' }],
    ['POST', at('/pulls/2/comments/9500001/replies'), 201, { body: 'Because' }],
    ['POST', at('/check-runs'), 201, { name: 'sluice', head_sha: head, status: 'in_progress' }],
    ['PATCH', at('/check-runs/6000001'), 200, { conclusion: 'neutral', output: { title: 'Done', summary: 'Fine' } }],
    ['PATCH', at('/check-runs/6000001'), 422, { status: 'completed' }],
    ['GET', at('/check-runs/6000001'), 200],
    ['GET', at(`/commits/${head}/check-runs`), 200],
    ['GET', at('/commits/main/check-runs'), 200],
    ['GET', at('/commits/mian/check-runs'), 422],
    ['GET', at(`/commits/${'d'.repeat(40)}/check-runs`), 422],
    ['GET', at('/commits/mian'), 422],
    ['GET', at('/commits?sha=mian'), 404],
    ['GET', at(`/git/trees/${tree}?recursive=1`), 200],
    ['GET', at('/git/trees/nonsense'), 404],
    ['GET', at(`/git/blobs/${blob}`), 200],
    ['GET', at(`/git/commits/${head}`), 200],
    ['GET', at(`/git/commits/${'0'.repeat(40)}`), 422],
    ['GET', at('/git/ref/heads/topic'), 200],
    ['GET', at('/git/ref/heads/nowhere'), 404],
    ['GET', at('/branches/topic'), 200],
    ['GET', at('/branches'), 200],
    ['GET', at('/commits/topic/status'), 200],
    ['GET', `/search/code?q=${encodeURIComponent('o repo:octo/pond')}`, 200],
    ['GET', at('/branches/nowhere'), 404],
    ['GET', at('/contents/kept.txt'), 200],
    ['GET', at('/contents/neu-%C3%BC.txt?ref=topic'), 200],
    ['GET', at('/contents/'), 200],
    ['GET', at('/contents/nothing.txt'), 404],
    ['GET', at('/commits/topic'), 200],
    ['GET', at(`/compare/${base}...${head}`), 200],
    ['GET', at('/compare/main...main'), 200],
    ['GET', at('/actions/runs/170/attempts/2'), 200],
    ['GET', at('/actions/runs/170/attempts/3'), 404],
    ['GET', at('/actions/runs/171/attempts/1'), 200],
    ['GET', at('/actions/artifacts/47'), 200],
    ['GET', at('/actions/artifacts/48'), 404],
  ]
  for (const [method, path, status, body] of calls)
    expect((await ask(github, method, path, body)).status, `${method} ${path}`).toBe(status)

  const api = await openApi()
  expect(github.requests.flatMap((exchange) => api.answerProblems(exchange))).toEqual([])
  expect(github.problems).toEqual([])
})

test('the description finds what is wrong with a request', async () => {
  const sent = (method: string, path: string, body?: unknown, query = '') => ({
    method,
    path,
    query,
    body,
    status: 200,
    answer: {},
  })
  const table: [expected: RegExp, exchange: ReturnType<typeof sent>][] = [
    [/no such address/, sent('GET', `/repos/${repo}/isues/1`)],
    [/issue_number must be integer/, sent('GET', `/repos/${repo}/issues/one`)],
    [/unknown query parameter perpage/, sent('GET', `/repos/${repo}/issues`, undefined, 'perpage=5')],
    [/per_page is over 100/, sent('GET', `/repos/${repo}/issues`, undefined, 'per_page=101')],
    [/state must be equal to one of/, sent('GET', `/repos/${repo}/issues`, undefined, 'state=ajar')],
    [/no body/, sent('POST', `/repos/${repo}/issues/1/comments`)],
    [/must have required property 'body'/, sent('POST', `/repos/${repo}/issues/1/comments`, {})],
    [/body\/body must be string/, sent('POST', `/repos/${repo}/issues/1/comments`, { body: 1 })],
    [/body\/text is not a parameter/, sent('POST', `/repos/${repo}/issues/1/comments`, { body: 'x', text: 'y' })],
    [/a body where GitHub takes none/, sent('GET', `/repos/${repo}/issues/1`, {})],
    [
      /comments\/0\/lines is not/,
      sent('POST', `/repos/${repo}/pulls/1/reviews`, { comments: [{ path: 'a', body: 'b', lines: 1 }] }),
    ],
  ]
  for (const [expected, exchange] of table) expect((await requestProblems([exchange])).join('\n')).toMatch(expected)
  expect(await requestProblems([sent('POST', `/repos/${repo}/issues/1/comments`, { body: 'x' })])).toEqual([])
})

test('the description finds what is wrong with an answer', async () => {
  const api = await openApi()
  const answered = (status: number, answer: unknown) => ({
    method: 'GET',
    path: `/repos/${repo}/labels/bug`,
    query: '',
    body: undefined,
    status,
    answer,
  })
  expect(api.answerProblems(answered(200, { id: 1 })).join('\n')).toMatch(/must have required property 'name'/)
  expect(api.answerProblems(answered(207, {})).join('\n')).toMatch(/does not answer this status/)
})

test('lists come in pages, with links to the others', async () => {
  await using github = await startGitHub(seed())
  const first = await ask(github, 'GET', `/repos/${repo}/issues/1/comments?per_page=100`)
  expect(first.data.map((one: { id: number }) => one.id)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
  expect(first.headers.get('link')).toBe(
    `<${github.url}/repos/${repo}/issues/1/comments?per_page=100&page=2>; rel="next", ` +
      `<${github.url}/repos/${repo}/issues/1/comments?per_page=100&page=3>; rel="last"`,
  )
  const last = await ask(github, 'GET', `/repos/${repo}/issues/1/comments?per_page=100&page=3`)
  expect(last.data).toHaveLength(50)
  expect(last.headers.get('link')).not.toContain('rel="next"')
  expect((await ask(github, 'GET', `/repos/${repo}/issues/1/comments`)).data).toHaveLength(30)
})

test('a pull request is read from real git', async () => {
  await using github = await startGitHub(seed())
  const files = (await ask(github, 'GET', `/repos/${repo}/pulls/2/files`)).data
  expect(
    files.map((file: Record<string, unknown>) => [file.filename, file.status, file.additions, file.deletions]),
  ).toEqual([
    ['gone.txt', 'removed', 0, 1],
    ['kept.txt', 'modified', 1, 1],
    ['neu-ü.txt', 'added', 1, 0],
    ['new name.txt', 'renamed', 0, 0],
  ])
  expect(files[1].patch).toBe('@@ -1,3 +1,3 @@\n one\n-two\n+2\n three')
  expect(files[3].previous_filename).toBe('old name.txt')
  const whole = (await ask(github, 'GET', `/repos/${repo}/pulls/2`)).data
  expect([whole.commits, whole.additions, whole.deletions, whole.changed_files]).toEqual([1, 2, 2, 4])
  const diff = await ask(github, 'GET', `/repos/${repo}/pulls/2`, undefined, { accept: 'application/vnd.github.diff' })
  expect(diff.data).toContain('diff --git a/kept.txt b/kept.txt')
})

test('missing permissions give errors', async () => {
  await using github = await startGitHub(
    seed({ tokenPermissions: { issues: 'read', pull_requests: 'read', contents: 'read', checks: 'none' } }),
  )
  const table: [
    status: number,
    message: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ][] = [
    [401, 'Bad credentials', 'GET', '', undefined, { authorization: 'Bearer ghs_other' }],
    [403, 'Resource not accessible by integration', 'POST', '/issues/1/comments', { body: 'x' }],
    [403, 'Resource not accessible by integration', 'PATCH', '/issues/comments/7', { body: 'x' }],
    [403, 'Resource not accessible by integration', 'POST', '/check-runs', { name: 'x', head_sha: sample.head }],
    [403, 'Resource not accessible by integration', 'POST', '/git/blobs', { content: 'x' }],
  ]
  for (const [status, message, method, path, body, headers] of table) {
    const answer = await ask(github, method, `/repos/${repo}${path}`, body, headers)
    expect([answer.status, answer.data.message], `${method} ${path}`).toEqual([status, message])
  }
  expect((await ask(github, 'GET', '/repos/octo/other')).status).toBe(404)
})

test('a text over the limit is refused', async () => {
  await using github = await startGitHub(seed())
  const post = (length: number) => ask(github, 'POST', `/repos/${repo}/issues/1/comments`, { body: 'x'.repeat(length) })
  expect((await post(65_536)).status).toBe(201)
  expect((await post(65_537)).data.errors[0].message).toMatch(/maximum is 65536 characters/)
})

test('git data can be written: blob, tree, commit, branch, pull request', async () => {
  const gitDir = await borrowRepository(sample.dir)
  try {
    await using github = await startGitHub(seed({ gitDir }))
    const at = (path: string) => `/repos/${repo}${path}`
    const base = (await ask(github, 'GET', at(`/git/commits/${sample.base}`))).data
    const blob = (
      await ask(github, 'POST', at('/git/blobs'), {
        content: Buffer.from('écrit\n').toString('base64'),
        encoding: 'base64',
      })
    ).data
    const tree = await ask(github, 'POST', at('/git/trees'), {
      base_tree: base.tree.sha,
      tree: [
        { path: 'new/file.txt', mode: '100644', type: 'blob', sha: blob.sha },
        { path: 'gone.txt', mode: '100644', type: 'blob', sha: null },
      ],
    })
    const commit = await ask(github, 'POST', at('/git/commits'), {
      message: 'Written',
      tree: tree.data.sha,
      parents: [sample.base],
    })
    expect(commit.data.author.name).toBe('github-actions[bot]')
    const ref = { ref: 'refs/heads/sluice/1', sha: commit.data.sha }
    expect((await ask(github, 'POST', at('/git/refs'), ref)).status).toBe(201)
    expect((await ask(github, 'POST', at('/git/refs'), ref)).data.message).toBe('Reference already exists')
    const back = await ask(github, 'PATCH', at('/git/refs/heads/sluice/1'), { sha: sample.head })
    expect(back.data.message).toBe('Update is not a fast forward')
    const made = await ask(github, 'POST', at('/pulls'), { title: 'Mine', head: 'sluice/1', base: 'main' })
    expect(made.data.number).toBe(3)
    const files = (await ask(github, 'GET', at('/pulls/3/files'))).data
    expect(files.map((file: { filename: string; status: string }) => [file.filename, file.status])).toEqual([
      ['gone.txt', 'removed'],
      ['new/file.txt', 'added'],
    ])
    const api = await openApi()
    expect(github.requests.flatMap((exchange) => api.answerProblems(exchange))).toEqual([])
    expect(await requestProblems(github.requests)).toEqual([])
    const { stdout } = await run('git', ['branch', '--list', 'sluice/*'], { cwd: sample.dir })
    expect(stdout, 'the borrowed repository stays as it is').toBe('')
  } finally {
    await rm(gitDir, { recursive: true, force: true })
  }
})

test('injected faults: refused, lost, answered differently', async () => {
  const faults = ['refuse', 'lose', { status: 429, headers: { 'retry-after': '7' } }] as const
  await using github = await startGitHub(seed(), { onRequest: ({ nth }) => faults[nth - 1] })
  const post = () => ask(github, 'POST', `/repos/${repo}/issues/1/comments`, { body: 'x' })
  const before = github.world.comments.length
  expect((await post()).status).toBe(500)
  expect(github.world.comments).toHaveLength(before)
  await expect(post()).rejects.toThrow()
  expect(github.world.comments).toHaveLength(before + 1)
  const limited = await post()
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
  expect(github.world.comments).toHaveLength(before + 1)
  expect((await post()).status).toBe(201)
})

test('Enterprise Server addresses and GraphQL', async () => {
  await using github = await startGitHub(seed(), { prefix: '/api/v3' })
  expect(github.url).toMatch(/\/api\/v3$/)
  expect((await ask(github, 'GET', `/repos/${repo}`)).data.default_branch).toBe('main')
  const response = await fetch(github.graphqlUrl, {
    method: 'POST',
    headers: { authorization: `token ${TOKEN}`, 'user-agent': 'test' },
    body: JSON.stringify({ query: 'query { viewer { login } }' }),
  })
  expect(await response.json()).toEqual({ data: { viewer: { login: 'github-actions[bot]' } } })
  expect((await ask(github, 'GET', '/repos/octo/pond/nonsense')).status).toBe(404)
  expect(github.problems).toEqual(['GET /repos/octo/pond/nonsense: the emulator does not support this endpoint'])
})

/** Names of labels as GitHub accepts them. A second decoding would make another name of them. */
const LABEL_NAMES = ['good first issue', 'area/docs', '50% off', '100%25', 'a%2Fb', 'c++', 'what?', 'x#1', '日本語']

test('label names are decoded once: each label is read and removed by its own name', async () => {
  const labels = LABEL_NAMES.map((name, index) => ({ id: index + 1, name, color: 'd73a4a', description: null }))
  await using github = await startGitHub(seed({ labels, issues: [issue({ number: 1, labels: [...LABEL_NAMES] })] }))
  const client = connectGitHub({
    repository: repo,
    token: TOKEN,
    apiUrl: github.url,
    userAgent: 'test',
    notice: () => undefined,
  })
  for (const name of LABEL_NAMES) {
    const read = await ask(github, 'GET', `/repos/${repo}/labels/${encodeURIComponent(name)}`)
    expect(read.data).toMatchObject({ name })
    await client.removeLabel(1, name)
    expect(github.world.issues[0]?.labels).not.toContain(name)
  }
  expect(github.world.issues[0]?.labels).toEqual([])
  expect((await ask(github, 'GET', `/repos/${repo}/labels/${encodeURIComponent('100%')}`)).status).toBe(404)
})
