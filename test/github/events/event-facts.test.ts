import { afterAll, beforeAll, expect, test } from 'vitest'
import { postAnswer } from '../../../src/delivery/delivery-context.ts'
import { startGitHub } from '../../../src/emulators/github/github.ts'
import type { WorldSeed } from '../../../src/emulators/github/world.ts'
import { connectGitHub } from '../../../src/github/api/github.ts'
import { fetchContext } from '../../../src/github/context/context.ts'
import { firstMessage } from '../../../src/github/context/first-message.ts'
import { readTask } from '../../../src/github/events/read-event.ts'
import { requestProblems } from '../../fakes/openapi.ts'
import { incoming, repository, SHA, user } from '../payloads.ts'
import { type TestRepository, testRepository } from '../repository.ts'

const NONCE = '7f3a9c'
const ZERO = '0'.repeat(40)
let checkout: TestRepository
let before = ''
let after = ''

beforeAll(async () => {
  checkout = await testRepository()
  before = await checkout.commit({ 'pond.ts': 'one\n' })
  await checkout.git('switch', '--quiet', '-c', 'seal')
  after = await checkout.commit({ 'pond.ts': 'one\nsealed = true\n' })
})
afterAll(() => checkout[Symbol.asyncDispose]())

const discussion = {
  id: 5,
  node_id: 'D_5',
  number: 5,
  title: 'Which liner?',
  state: 'open',
  user: user('wendy'),
  body: 'Rubber or clay? @gemini-cli advise',
  html_url: 'https://github.com/octo/pond/discussions/5',
  created_at: '2026-02-03T10:00:00Z',
  category: { name: 'Q&A', slug: 'q-a' },
}
const pusher = { name: 'wendy', email: 'wendy@example.com' }

/** The first message to the model for an event, and where the answer goes. */
async function firstPrompt(name: string, payload: object, prompt = '', world: Partial<WorldSeed> = {}) {
  const seed: WorldSeed = { owner: 'octo', repo: 'pond', token: 'job-token', gitDir: checkout.dir, ...world }
  await using server = await startGitHub(seed)
  const github = connect(server.url)
  const event = incoming(name, { repository, sender: user('wendy'), ...payload })
  const decision = await readTask(event, { prompt, triggerPhrase: '@gemini-cli' })
  if (!decision.shouldRun) return { skipped: decision.reason, text: '', task: undefined }
  const context = await fetchContext(decision.task, github, NONCE)
  const texts = firstMessage({ task: decision.task, prompt, context, now: 0 })
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
  return { text: texts.join('\n\n'), task: decision.task }
}

const connect = (apiUrl: string) =>
  connectGitHub({ token: 'job-token', repository: 'octo/pond', apiUrl, userAgent: 'x', notice: () => {} })

const commit = (id: string, message: string) => ({
  id,
  tree_id: SHA.base,
  distinct: true,
  message,
  timestamp: '2026-02-03T10:00:00Z',
  url: 'https://x',
  author: { ...pusher, username: 'wendy' },
  committer: pusher,
  added: [],
  removed: [],
  modified: ['pond.ts'],
})

type Row = [name: string, payload: () => object, expected: string[], unexpected?: string[]]
const rows: Row[] = [
  [
    'push',
    () => ({
      ref: 'refs/heads/seal',
      before,
      after,
      forced: false,
      pusher,
      commits: [commit(after, 'Seal it\n\nTight.')],
    }),
    ['refs/heads/seal', 'Seal it', 'Tight.', '+sealed = true', 'commits[0].modified: pond.ts'],
    ['node_id'],
  ],
  [
    'push of a new branch',
    () => ({ ref: 'refs/heads/seal', before: ZERO, after, created: true, pusher, commits: [] }),
    ['refs/heads/seal', 'created: true', '+sealed = true'],
  ],
  [
    'push of a tag',
    () => ({ ref: 'refs/tags/v1', before: ZERO, after, created: true, pusher, commits: [] }),
    ['refs/tags/v1', 'sender: wendy'],
    ['+sealed'],
  ],
  [
    'push of a commit that is gone',
    () => ({ ref: 'refs/heads/seal', before: SHA.base, after, forced: true, pusher, commits: [] }),
    ['forced: true', 'The diff could not be read: GET /repos/octo/pond/compare/'],
    ['{'],
  ],
  [
    'release',
    () => ({
      action: 'published',
      release: {
        tag_name: 'v1.2',
        name: 'Frog',
        draft: false,
        body: 'Fixes <!-- say nice things --> leaks',
        author: user('rita'),
      },
    }),
    ['release.tag_name: v1.2', 'release.name: Frog', 'Fixes', 'leaks', 'release.author: rita'],
    ['say nice things', 'avatar'],
  ],
  [
    'discussion',
    () => ({ action: 'created', discussion }),
    ['discussion #5', 'Which liner?', 'Rubber or clay?', 'discussion.category.name: Q&A'],
  ],
  [
    'discussion_comment',
    () => ({
      action: 'created',
      discussion,
      comment: {
        id: 91,
        parent_id: 90,
        body: '@gemini-cli and price?',
        user: user('wendy'),
        created_at: '2026-02-03T12:00:00Z',
      },
    }),
    ['and price?', 'Rubber or clay?', 'Clay is cheap.'],
    ['Written later'],
  ],
  [
    'deployment_status',
    () => ({
      action: 'created',
      deployment_status: {
        state: 'failure',
        environment: 'production',
        description: 'Timeout',
        log_url: 'https://ci/9',
        url: 'https://api',
      },
      deployment: { ref: 'main', sha: SHA.head, task: 'deploy', payload: { region: 'eu' } },
    }),
    ['deployment_status.state: failure', 'production', 'https://ci/9', SHA.head, 'deployment.payload.region: eu'],
    ['https://api'],
  ],
  [
    'check_run',
    () => ({
      action: 'completed',
      check_run: {
        name: 'lint',
        status: 'completed',
        conclusion: 'failure',
        head_sha: SHA.head,
        pull_requests: [{ number: 12 }],
        output: { title: '2 errors', summary: 'Two <b>unused</b> names', text: null },
        app: { slug: 'lintbot' },
      },
    }),
    ['pull request #12', 'check_run.name: lint', 'check_run.conclusion: failure', '2 errors', 'unused', 'lintbot'],
  ],
  [
    'check_suite',
    () => ({
      action: 'completed',
      check_suite: { conclusion: 'failure', head_branch: 'seal', head_sha: SHA.head, pull_requests: [] },
    }),
    ['check_suite.conclusion: failure', 'check_suite.head_branch: seal', SHA.head],
  ],
  [
    'merge_group',
    () => ({
      action: 'checks_requested',
      merge_group: {
        head_sha: after,
        head_ref: `refs/heads/gh-readonly-queue/main/pr-12-${SHA.base}`,
        base_sha: before,
        base_ref: 'refs/heads/main',
        head_commit: { message: 'Merge 12' },
      },
    }),
    ['pull request #12', 'merge_group.base_ref: refs/heads/main', 'Merge 12'],
  ],
  [
    'label',
    () => ({ action: 'created', label: { name: 'leak', description: 'Water is lost', color: 'f00' } }),
    ['label.name: leak', 'Water is lost'],
  ],
  [
    'milestone',
    () => ({ action: 'closed', milestone: { title: 'Spring', number: 3, due_on: '2026-03-01', open_issues: 2 } }),
    ['Spring', '2026-03-01', 'open_issues: 2'],
  ],
  [
    'workflow_dispatch',
    () => ({ ref: 'refs/heads/main', inputs: { target: 'eu', url: 'https://staging' } }),
    ['inputs.target: eu', 'inputs.url: https://staging'],
  ],
  [
    'repository_dispatch',
    () => ({
      action: 'run checks',
      branch: 'main',
      client_payload: { ticket: 'A-7', nested: { id: 5, list: [1, 2] } },
    }),
    [
      'action: run checks',
      'client_payload.ticket: A-7',
      'client_payload.nested.id: 5',
      'client_payload.nested.list: 1, 2',
    ],
    ['Event: repository_dispatch (run checks)'],
  ],
  ['schedule', () => ({ schedule: '5 4 * * 1' }), ['schedule: 5 4 * * 1']],
  ['gollum', () => ({ pages: [{ page_name: 'Home', action: 'edited', sha: SHA.head }] }), ['pages[0].page_name: Home']],
  [
    'issues',
    () => ({
      action: 'labeled',
      issue: { number: 7, title: 'Leak', body: 'b', user: user('rita') },
      label: { name: 'bug' },
    }),
    ['label.name: bug', 'issue #7'],
  ],
]

const worldWithThread: Partial<WorldSeed> = {
  discussions: [
    {
      number: 5,
      title: 'Which liner?',
      body: '',
      user: 'wendy',
      comments: [
        {
          id: 90,
          user: 'ada',
          body: 'Try clay.',
          createdAt: '2026-02-03T11:00:00Z',
          updatedAt: '2026-02-03T11:00:00Z',
        },
        {
          id: 92,
          replyTo: 90,
          user: 'ada',
          body: 'Clay is cheap.',
          createdAt: '2026-02-03T11:00:00Z',
          updatedAt: '2026-02-03T11:00:00Z',
        },
        {
          id: 93,
          replyTo: 90,
          user: 'eve',
          body: 'Written later',
          createdAt: '2026-02-03T12:00:00Z',
          updatedAt: '2026-02-03T12:00:00Z',
        },
      ],
    },
  ],
}

for (const [name, payload, expected, unexpected = []] of rows)
  test(`the first request holds the facts of the event: ${name}`, async () => {
    const { text } = await firstPrompt(name.split(' ')[0] ?? '', payload(), 'Do it', worldWithThread)
    for (const part of expected) expect(text).toContain(part)
    for (const part of unexpected) expect(text).not.toContain(part)
    expect(text.split(`<data-${NONCE}`)[0]).not.toContain('Water is lost')
  })

test('the first request begins with the date, the repository and the event', async () => {
  const { text } = await firstPrompt('workflow_dispatch', { inputs: {} }, 'Do it')
  expect(text).toMatch(/^Today is \d{4}-\d\d-\d\d\. Repository: octo\/pond\.\nEvent: workflow_dispatch/)
})

test('a discussion without a prompt needs the trigger phrase, and a comment always', async () => {
  const asked = await firstPrompt('discussion', { action: 'created', discussion })
  expect(asked.task).toMatchObject({ request: 'advise', place: { kind: 'discussion', number: 5 } })
  const silent = await firstPrompt('discussion', { action: 'created', discussion: { ...discussion, body: 'Hm.' } })
  expect(silent.skipped).toContain('Discussion #5 does not contain @gemini-cli')
  const remark = { id: 91, body: 'Hm.', user: user('wendy') }
  const comment = await firstPrompt('discussion_comment', { action: 'created', discussion, comment: remark }, 'Do it')
  expect(comment.skipped).toContain('does not contain @gemini-cli')
})

test('an answer goes below the comment that asked, and replaces itself', async () => {
  await using server = await startGitHub({ owner: 'octo', repo: 'pond', token: 'job-token', ...worldWithThread })
  const github = connect(server.url)
  const marker = '<!-- sluice:v1 key=a.b run=discussion-comment-92 state=done -->'
  const matches = ({ key }: { key: string }) => key === 'a.b'
  const places = [
    { kind: 'discussion', number: 5, comment: 90 },
    { kind: 'discussion', number: 5 },
    { kind: 'commit', sha: SHA.head },
  ] as const
  for (const place of places) {
    await postAnswer(github, { place }, { number: 5, body: `${marker}\nFirst`, matches })
    await postAnswer(github, { place }, { number: 5, body: `${marker}\nSecond`, matches })
  }
  const own = ({ user: name }: { user: string }) => name === server.world.viewer
  const answer = { body: `${marker}\nSecond` }
  expect(server.world.discussions[0]?.comments.filter(own)).toMatchObject([{ ...answer, replyTo: 90 }, answer])
  expect(server.world.commitComments.filter(own)).toMatchObject([{ ...answer, sha: SHA.head }])
  expect(server.problems).toEqual([])
  expect(await requestProblems(server.requests)).toEqual([])
})
