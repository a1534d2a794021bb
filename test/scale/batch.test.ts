import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GeminiRequest, startGemini } from '../../src/emulators/gemini/gemini.ts'
import { call, say, turn } from '../../src/emulators/gemini/steps.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { BOT, comment, issue } from '../../src/emulators/github/world.ts'
import { boundText } from '../../src/github/own-text.ts'
import { markerLine } from '../../src/github/result-marker.ts'
import { type TestRepository, testRepository } from '../github/repository.ts'
import { isFull } from '../sample.ts'
import { jumpingClock, runStep, worldOfIssues } from './batch-fixture.ts'

let repository: TestRepository
let sha: string
let folder: string

beforeAll(async () => {
  repository = await testRepository()
  sha = await repository.commit({ 'GEMINI.md': 'Answer in one sentence.\n', 'src/pond.js': 'export const pond = 1\n' })
  folder = await mkdtemp(join(tmpdir(), 'intake-batch-'))
})
afterAll(async () => {
  await repository[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** The issue a request to the model is about. */
const aboutIn = ({ raw }: GeminiRequest) => Number(/issue #(\d+)/.exec(raw)?.[1])
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const answer = (request: GeminiRequest) => say(`Looked at ${aboutIn(request)}.`)

/** GitHub lets a job write 80 comments a minute. */
const ISSUES = isFull ? 300 : 84

test('many issues, killed and run again: an answer each, no rate limit broken, none twice', async () => {
  const numbers = range(ISSUES)
  const killAt = Math.floor(ISSUES * 0.45)
  const clock = jumpingClock()
  await using gemini = await startGemini(answer)
  await using github = await startGitHub(worldOfIssues(numbers, { gitDir: repository.dir }), {
    limits: true,
    now: clock.now,
  })
  const { comments } = github.world
  const step = { folder, workspace: repository.dir, sha, github, geminiUrl: gemini.url, numbers, clock }
  const killed = await runStep({
    ...step,
    onStart: (child) => {
      const watch = setInterval(() => comments.length >= killAt && child.kill('SIGKILL'), 1)
      child.once('close', () => clearInterval(watch))
    },
  })
  expect(killed.signal, killed.log).toBe('SIGKILL')
  const answered = comments.length
  expect(answered).toBeLessThan(killAt + 20)

  const again = await runStep({ ...step, attempt: 2 })
  expect(again.code, again.log).toBe(0)
  expect(github.violations).toEqual([])
  expect(github.problems).toEqual([])
  expect(comments.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(numbers)
  expect(comments.filter(({ number, body }) => !body.includes(`Looked at ${number}.`))).toEqual([])
  expect(again.summary).toMatch(`${ISSUES} issues: ${answered} finished earlier, ${ISSUES - answered} ok.`)
  // Finished issues get no model request again; at most four were interrupted.
  expect(gemini.requests.length).toBeLessThanOrEqual(ISSUES + 4)
  expect(new Set(gemini.requests.map(aboutIn)).size).toBe(ISSUES)
})

test('a failed issue does not stop the others; a re-run repeats only it', async () => {
  const numbers = range(6)
  const clock = jumpingClock()
  let fails = true
  await using gemini = await startGemini((request) => {
    if (aboutIn(request) === 3 && fails)
      return { status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'Too strange.' } } }
    return answer(request)
  })
  await using github = await startGitHub(worldOfIssues(numbers, { gitDir: repository.dir }), { now: clock.now })
  const step = { folder, workspace: repository.dir, sha, github, geminiUrl: gemini.url, numbers, clock }
  const first = await runStep(step)
  expect(first.code, first.log).toBe(1)
  expect(first.outputs.get('outcome')).toBe('model')
  expect(JSON.parse(first.outputs.get('error') ?? '')).toMatchObject({
    message: expect.stringMatching(/^1 of 6 issues ended as model; #3: .*Too strange/),
  })
  expect(first.summary).toMatch(/^\*\*6 issues: 5 ok, 1 model\.\*\*\n\n\| Issue \|/)
  expect(first.summary).toMatch(/^\| \[#6\]\(<https:.*issuecomment-\d+>\) \| `ok` \| Looked at 6\. \|$/m)

  // One question and one answer an issue, and once the author, the labels and owners: all that GitHub is bothered with.
  expect(github.requests.map(({ method, path }) => `${method} ${path.replace(/\d+/, 'N')}`).toSorted()).toEqual([
    'GET /repos/octo/pond/collaborators/octocat/permission',
    'GET /repos/octo/pond/labels',
    ...Array(7).fill('POST /graphql'),
    ...Array(6).fill('POST /repos/octo/pond/issues/N/comments'),
  ])

  // Each by itself: its own text, its own outputs, its own files; and nothing that another could trip over.
  for (const request of gemini.requests) {
    const others = numbers.filter((number) => number !== aboutIn(request))
    expect(others.filter((number) => request.raw.includes(`Water is lost at ${number}.`))).toEqual([])
    expect(request.raw).toContain(`Water is lost at ${aboutIn(request)}.`)
    expect(request.raw).not.toMatch(/"name":"(write_file|replace|save_memory|run_shell_command)"/)
  }
  const batch: { number: number; outcome: string; outputs: string }[] = JSON.parse(first.outputs.get('batch') ?? '')
  expect(batch.map(({ number, outcome }) => [number, outcome])).toEqual([
    [1, 'ok'],
    [2, 'ok'],
    [3, 'model'],
    [4, 'ok'],
    [5, 'ok'],
    [6, 'ok'],
  ])
  const own = JSON.parse(await readFile(batch[3]?.outputs ?? '', 'utf8'))
  expect(own).toMatchObject({ outcome: 'ok', summary: 'Looked at 4.', transcript: expect.stringContaining('issue-4') })
  expect(JSON.parse(first.outputs.get('stats') ?? '').models['gemini-emulator'].api.totalRequests).toBe(5)

  fails = false
  const asked = gemini.requests.length
  const again = await runStep({ ...step, attempt: 2 })
  expect(again.code, again.log).toBe(0)
  expect(gemini.requests.slice(asked).map(aboutIn)).toEqual([3])
  expect(again.summary).toContain('6 issues: 5 finished earlier, 1 ok.')
  expect(github.world.comments).toHaveLength(6)
})

const ends: [name: string, inputs: Record<string, string>, outcome: string, comments: number, page: RegExp][] = [
  ['a broken policy', { policies: '[[rule]]\ndecision = "perhaps"' }, 'config', 1, /5 issues: 1 config, 4 not started/],
  ['nobody may start it', { allowed_bots: '' }, 'refused', 0, /5 issues: 1 refused, 4 not started/],
]
for (const [name, inputs, outcome, comments, page] of ends)
  test(`an error that ends all runs is reported once: ${name}`, async () => {
    const clock = jumpingClock()
    const isRefused = outcome === 'refused'
    await using gemini = await startGemini(answer)
    await using github = await startGitHub(worldOfIssues(range(5), { gitDir: repository.dir }))
    const step = {
      folder,
      workspace: repository.dir,
      sha,
      github,
      geminiUrl: gemini.url,
      numbers: range(5),
      clock,
      inputs,
    }
    const end = await runStep({ ...step, triggeringActor: isRefused ? 'stan' : undefined })
    expect(end.summary).toMatch(page)
    expect(end.outputs.get('outcome')).toBe(outcome)
    expect(github.world.comments).toHaveLength(comments)
    expect(gemini.requests).toEqual([])
  })

test('a read-only token is detected with the first issue, before the other model requests', async () => {
  await using gemini = await startGemini(answer)
  const tokenPermissions = { issues: 'read', pull_requests: 'read' } as const
  await using github = await startGitHub(worldOfIssues(range(5), { gitDir: repository.dir, tokenPermissions }))
  const clock = jumpingClock()
  const step = { folder, workspace: repository.dir, sha, github, geminiUrl: gemini.url, numbers: range(5), clock }
  const end = await runStep(step)
  expect([end.code, end.outputs.get('outcome'), gemini.requests.length], end.log).toEqual([1, 'config', 1])
  expect(end.summary).toMatch(
    /5 issues: 1 config, 4 not started[\s\S]*Add `issues: write` to the `permissions` of the job/,
  )
})

test('an issue deleted before delivery says nothing about the token', async () => {
  await using gemini = await startGemini(answer)
  await using github = await startGitHub(worldOfIssues(range(3), { gitDir: repository.dir }), {
    onRequest: ({ method, path }) =>
      method === 'POST' && path.endsWith('/issues/1/comments')
        ? { status: 404, body: { message: 'Not Found' } }
        : undefined,
  })
  const clock = jumpingClock()
  const step = { folder, workspace: repository.dir, sha, github, geminiUrl: gemini.url, numbers: range(3), clock }
  const end = await runStep(step)
  expect([end.code, end.outputs.get('outcome'), gemini.requests.length], end.log).toEqual([1, 'config', 3])
  expect(end.summary).toMatch('3 issues: 1 config, 2 ok')
})

/** Answers of earlier runs: one that read people with write permission only, and one that read others, too. */
const earlier = (read?: 'trusted') =>
  boundText(`${markerLine({ key: 'other.0', run: '17000000001.1', state: 'done' })}\nClose it.`, { read })
const SAID: Readonly<Record<string, { user: string; body?: string }>> = {
  octo: { user: 'octo' },
  stan: { user: 'stan' },
  'a bot': { user: 'codecov[bot]' },
  'an earlier run': { user: BOT, body: earlier('trusted') },
  'an earlier run that read others': { user: BOT, body: earlier() },
}
const TRUSTED = new Set(['octo', 'an earlier run'])

/** Every author with every kind of comment, an issue each. */
const ITEMS = ['octo', 'stan'].flatMap((author) =>
  [[], ...Object.keys(SAID).map((name) => [name]), ['octo', 'stan']].map((comments) => ({ author, comments })),
)

test.each([
  ['', ['labels', 'assignees', 'state']],
  ['profile:triage', ['labels']],
])('each item of a batch is judged by whose text it has (%s)', async (policies, all) => {
  const numbers = range(ITEMS.length)
  const wants = [
    call('github__add_labels', { labels: ['bug'] }),
    call('github__assign', { users: ['octo'] }),
    call('github__update_issue', { state: 'closed' }),
  ]
  await using gemini = await startGemini((request) =>
    request.raw.includes('functionResponse') ? say('Sorted.') : turn(wants),
  )
  await using github = await startGitHub(
    worldOfIssues(numbers, {
      gitDir: repository.dir,
      permissions: { octo: 'admin', stan: 'none' },
      labels: [{ id: 1, name: 'bug', color: 'f00000', description: null }],
      issues: ITEMS.map(({ author }, index) => issue({ number: index + 1, user: author })),
      comments: ITEMS.flatMap(({ comments }, index) =>
        comments.map((name, nth) => comment({ id: 100 * index + nth + 1, number: index + 1, user: '', ...SAID[name] })),
      ),
    }),
  )
  const step = { folder, workspace: repository.dir, sha, github, geminiUrl: gemini.url, numbers, clock: jumpingClock() }
  const { log } = await runStep({ ...step, inputs: { policies } })
  const written = github.world.issues.map(({ labels, assignees, state }) => [
    ...(labels.length > 0 ? ['labels'] : []),
    ...((assignees ?? []).length > 0 ? ['assignees'] : []),
    ...(state === 'closed' ? ['state'] : []),
  ])
  const expected = ITEMS.map(({ author, comments }) =>
    [author, ...comments].every((name) => TRUSTED.has(name)) ? all : [],
  )
  expect(written, log).toEqual(expected)
})
