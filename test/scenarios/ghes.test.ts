import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Octokit } from '@octokit/rest'
import { afterAll, expect, test } from 'vitest'
import type { ReceivedRequest } from '../../src/emulators/github/github.ts'
import { requestProblems } from '../fakes/openapi.ts'
import { payloads } from '../github/payloads.ts'
import { isFull } from '../sample.ts'
import { endsWell } from './checks.ts'
import { github, THREADS, world } from './github-wishes.ts'
import { ALLOW_ANYWHERE, type Improvisation, improvise, type Wish } from './improvised.ts'
import { ENTERPRISE, play, scenarios } from './scenario.ts'
import { inReview, inThread } from './thread-question.ts'

/**
 * A GitHub Enterprise Server: REST under `/api/v3`, GraphQL beside it, pages on a host of its own, checked against the
 * description GitHub publishes for it. Here some of the scenarios; `npm run test:full` plays all.
 */
const CHOSEN = [
  'commit-on-a-pull-request',
  'fork-gets-a-patch',
  'mention-by-a-writer',
  'pull-request-from-an-issue',
  'sigkill-leaves-a-check-run',
  'sticky-comment-found-again',
]

const asked: ReceivedRequest[] = []

for (const scenario of scenarios().filter(({ name }) => isFull || CHOSEN.includes(name)))
  test.concurrent(scenario.name, () =>
    play(
      { ...scenario, expected: onEnterprise(scenario.expected) },
      async (played) => {
        asked.push(...played.github.requests)
        await endsWell({ ...scenario, expected: onEnterprise(scenario.expected) }, played, 'ghes-3.17')
      },
      ENTERPRISE,
    ),
  )

const onEnterprise = <T>(expected: T): T =>
  JSON.parse(JSON.stringify(expected).replaceAll('https://github.com', ENTERPRISE.pages))

async function isFine({ last, said, github: { requests, problems } }: Improvisation) {
  asked.push(...requests)
  expect([last.outputs.outcome, last.exitCode], last.log).toEqual(['ok', 0])
  expect(problems).toEqual([])
  expect(await requestProblems(requests, 'ghes-3.17')).toEqual([])
  expect(
    said.flat().filter((text) => /not found|failed|error/i.test(text) && !/One error|log of job/i.test(text)),
  ).toEqual([])
}

test.concurrent('every reading tool', () =>
  improvise(
    {
      turns: [
        [
          github('get_issue', { number: 3 }),
          github('list_comments', { number: 3 }),
          github('get_pull_request'),
          github('get_diff'),
          github('list_files'),
          github('list_commits'),
          github('list_commits', { path: 'src/shorten.js' }),
          github('get_file', { path: 'src/shorten.js', ref: 'main' }),
          github('list_review_threads'),
          github('get_check_runs'),
          github('get_job_log', { job_id: 4001 }),
          github('search_issues', { query: 'leaks' }),
        ],
      ],
      world,
      server: ENTERPRISE,
    },
    async (run) => {
      await isFine(run)
      expect(run.said[0]?.map((text) => text.length > 20)).toEqual(Array(12).fill(true))
    },
  ))

const proposing: [name: string, wishes: Wish[], inputs: Record<string, string>][] = [
  [
    'issues',
    [
      github('comment', { body: 'Beside the result.' }),
      github('add_labels', { labels: ['bug'] }),
      github('remove_labels', { labels: ['small'], number: 3 }),
      github('assign', { users: ['wendy'] }),
      github('update_issue', { number: 3, state: 'closed', duplicate_of: 4 }),
      github('create_issue', { title: 'Another', body: 'It leaks elsewhere.' }),
    ],
    { check_run: 'true' },
  ],
  [
    'code',
    [
      github('review_comment', { path: 'src/shorten.js', line: 3, body: 'This is not what it says.' }),
      github('reply', { thread_id: THREADS[0], body: 'Because of the ducks.' }),
      github('resolve_thread', { thread_id: THREADS[1] }),
      { tool: 'write_file', args: { file_path: 'docs/new.md', content: 'New.\n' } },
      github('create_pull_request', { title: 'A page', body: 'One page more.' }),
    ],
    { changes: 'pull_request' },
  ],
]
for (const [name, wishes, inputs] of proposing)
  test.concurrent(`every proposing tool for ${name}`, () =>
    improvise(
      { turns: [wishes], world, step: { inputs }, policies: ALLOW_ANYWHERE, server: ENTERPRISE },
      async (run) => {
        await isFine(run)
        const { receipts = '', pull_request_url } = run.last.outputs
        expect(JSON.parse(receipts).filter(({ state }: { state: string }) => state !== 'posted')).toEqual([])
        if (name === 'code') expect(pull_request_url).toMatch(/^https:\/\/github\.example\.com\/octo\/pond\/pull\/\d+$/)
      },
    ))

test.concurrent('a question in a review thread', () =>
  improvise({ turns: [], prepare: inThread(), step: inReview, server: ENTERPRISE }, isFine))

test.concurrent('a run triggered by failed CI, with runs_per_hour', () => {
  const event = {
    ...payloads.workflowRun({ pull_requests: [] }),
    repository: { full_name: 'octo/pond', default_branch: 'main' },
  }
  const job = {
    id: 77,
    run: event.workflow_run.id,
    name: 'test',
    conclusion: 'failure' as const,
    headSha: 'b'.repeat(40),
  }
  const ran = { id: 1, workflow: 'ci.yml', actor: 'wendy', conclusion: null, createdAt: '2026-01-05T09:00:00Z' }
  const step = {
    eventName: 'workflow_run',
    inputs: { runs_per_hour: '5' },
    env: { GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/ci.yml@refs/heads/main' },
  }
  const prepare = (folder: string) => writeFileSync(join(folder, 'event.json'), JSON.stringify(event))
  const known = { jobs: [job], jobLogs: { 77: 'expected 3, got 4' }, workflowRuns: [ran] }
  return improvise({ turns: [], step, prepare, world: known, server: ENTERPRISE }, async (run) => {
    await isFine(run)
    expect(JSON.stringify(run.gemini.requests)).toContain('expected 3, got 4')
  })
})

test.concurrent('a limit for the day', () => {
  const inputs = { settings: JSON.stringify({ sluice: { budget: { perDayUsd: 1 } } }) }
  return improvise({ turns: [[github('get_pull_request')]], world, step: { inputs }, server: ENTERPRISE }, isFine)
})

const { rest } = new Octokit()
type Endpoint = { endpoint: { DEFAULTS: { method: string; url: string } } }

/** Every REST request that src/github names, with `{}` for parameters. */
function addresses(): string[] {
  const folder = join(import.meta.dirname, '../../src/github')
  const scopes = rest as unknown as Record<string, Record<string, Endpoint>> // by their names in the sources
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\b([a-z]+)\.([a-z]\w+)\b/g)])
    .flatMap(([, scope = '', method = '']) => {
      const defaults = Object.hasOwn(rest, scope) ? scopes[scope]?.[method]?.endpoint?.DEFAULTS : undefined
      return defaults === undefined ? [] : [`${defaults.method} ${defaults.url.replace(/\{\w+\}/g, '{}')}`]
    })
  return [...new Set(found)].toSorted()
}

/** Rare requests, which the tests of github/, delivery/ and session/ cover. */
const RARE = [
  'GET /repos/{}/{}/actions/artifacts/{}',
  'GET /repos/{}/{}/actions/artifacts/{}/{}',
  'GET /repos/{}/{}/actions/runs/{}/approvals',
  'GET /repos/{}/{}/actions/runs/{}/artifacts',
  'GET /repos/{}/{}/actions/runs/{}/attempts/{}',
  'GET /repos/{}/{}/comments/{}',
  'GET /repos/{}/{}/environments/{}',
  'GET /repos/{}/{}/pulls/{}/reviews/{}',
  'GET /repos/{}/{}/commits/{}/comments',
  'POST /repos/{}/{}/commits/{}/comments',
  'GET /search/code',
  'DELETE /repos/{}/{}/pulls/comments/{}',
  'DELETE /repos/{}/{}/pulls/{}/reviews/{}',
  'GET /repos/{}/{}/branches/{}',
  'GET /repos/{}/{}/check-runs/{}',
  'GET /repos/{}/{}/issues/comments/{}',
  'GET /repos/{}/{}/pulls/comments',
  'GET /repos/{}/{}/pulls/comments/{}',
  'GET /repos/{}/{}/pulls/{}/reviews',
  'PATCH /repos/{}/{}/pulls/{}',
  'POST /repos/{}/{}/git/blobs',
]

test('every kind of request was made', () => {
  const lines = asked.map(({ method, path }) => `${method} ${path}`)
  const shapes = addresses().map(
    (address) =>
      [address, new RegExp(`^${address.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('{}', '[^ ]+?')}$`)] as const,
  )
  expect(shapes.length).toBeGreaterThan(40)
  const missing = shapes.filter(([, shape]) => !lines.some((line) => shape.test(line))).map(([address]) => address)
  expect(missing.filter((address) => !RARE.includes(address))).toEqual([])
  expect(asked.some(({ path, headers }) => path === '/graphql' && headers.authorization !== undefined)).toBe(true)
})
afterAll(() => asked.splice(0))
