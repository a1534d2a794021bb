import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInputs } from '../../src/config/inputs.ts'
import type { Runtime } from '../../src/config/runtime.ts'
import {
  answeredBefore,
  askedOf,
  attemptsOnBranch,
  countBotRounds,
  endDeadRuns,
  seenIssue,
  unchangedAnswer,
} from '../../src/delivery/attempts.ts'
import { deliver } from '../../src/delivery/deliver.ts'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { comment, issue, pull, type WorkflowRun, type World } from '../../src/emulators/github/world.ts'
import { connectGitHub } from '../../src/github/api/github.ts'
import { commentMarkerLine } from '../../src/github/comment-marker.ts'
import type { Task } from '../../src/github/events/task.ts'
import { openGit } from '../../src/github/git.ts'
import { jobKey, labelMark, markerLine, type ResultMarker, seenMark } from '../../src/github/result-marker.ts'
import { hastyClock } from '../fakes/clock.ts'
import { requestProblems } from '../fakes/openapi.ts'
import { type TestRepository, testRepository } from '../github/repository.ts'
import { BOT, connect, createTestContext, finished, TOKEN, task } from './delivery-fixture.ts'

let repository: TestRepository
let first = ''
let workflows = ''
beforeAll(async () => {
  repository = await testRepository()
  first = await repository.commit({ 'a.txt': 'a\n' })
  workflows = await repository.commit({
    '.github/workflows/scale-triage.yml': 'jobs:\n  t:\n    uses: octo/sluice/.github/workflows/scale.yml@v0\n',
    '.github/workflows/other.yml': 'jobs:\n  t:\n    steps:\n      - uses: actions/github-script@v7\n',
  })
})
afterAll(() => repository[Symbol.asyncDispose]())

const failed: Task = {
  ...task,
  event: 'workflow_run',
  kind: 'workflow_run',
  upstream: {
    runId: 9,
    workflow: 'CI',
    event: 'push',
    conclusion: 'failure',
    branch: 'main',
    sha: 'a'.repeat(40),
    actor: 'ada',
    triggeringActor: 'ada',
    headRepo: 'octo/pond',
    path: '.github/workflows/ci.yml',
  },
}

const hour = (nth: number) => `2026-03-02T${String(nth).padStart(2, '0')}:00:00Z`
const run = (nth: number, more: Partial<WorkflowRun> = {}): WorkflowRun => ({
  id: nth,
  workflow: 'fix-ci.yml',
  actor: 'ada',
  conclusion: 'success',
  createdAt: hour(nth),
  event: 'workflow_run',
  title: 'Fix CI on main',
  ...more,
})
const green = (nth: number, more: Partial<WorkflowRun> = {}) =>
  run(nth, { workflow: 'ci.yml', title: 'CI', event: 'push', ...more })
/** The run that asks. */
const now = run(20, { conclusion: null })
const three = [run(1), run(2, { conclusion: 'failure' }), run(3), now]

type Row = { runs?: WorkflowRun[]; about?: Task; settings?: object; world?: Partial<World>; changes?: string }
const rows: [name: string, row: Row, says: RegExp | undefined, notices?: RegExp][] = [
  [
    'three attempts',
    { runs: three },
    /tried 3 times to fix CI on main.*runs\/1, .*runs\/2, .*runs\/3\. It stops until CI succeeds there once \(sluice\.attempts is 3\)/,
  ],
  ['two attempts', { runs: [run(1), run(2), now] }, undefined],
  ['three, of which one was skipped', { runs: [run(1), run(2, { conclusion: 'skipped' }), run(3), now] }, undefined],
  [
    'three, of which one was cancelled',
    { runs: [run(1), run(2, { conclusion: 'cancelled' }), run(3), now] },
    undefined,
  ],
  [
    'three, of which one is on another branch',
    { runs: [run(1), run(2, { title: 'Fix CI on main-2' }), run(3), now] },
    undefined,
  ],
  ['three, and one runs now', { runs: [run(1), run(2), run(3, { conclusion: null }), now] }, /tried 3 times/],
  [
    'CI was green after the second',
    { runs: [run(1), run(2), green(2, { id: 90, endedAt: hour(2) }), run(3), now] },
    undefined,
  ],
  [
    'CI was green before the first',
    { runs: [green(1, { id: 90, endedAt: '2026-03-02T00:30:00Z' }), ...three] },
    /tried 3 times/,
  ],
  [
    'CI was green on a branch of that name in a fork',
    { runs: [...three, green(4, { id: 90, headRepo: 'mallory/pond' })] },
    /tried 3 times/,
  ],
  ['CI was green on another branch', { runs: [...three, green(4, { id: 90, branch: 'topic' })] }, /tried 3 times/],
  ['the setting allows more', { runs: three, settings: { sluice: { attempts: 4 } } }, undefined],
  ['the setting allows one', { runs: [run(1), now], settings: { sluice: { attempts: 1 } } }, /tried 1 time to fix/],
  [
    'titles without the branch',
    { runs: three.map((each) => ({ ...each, title: 'Fix CI' })) },
    undefined,
    /not counted.*Write `run-name: Fix CI on/,
  ],
  [
    'without actions: read',
    { runs: three, world: { tokenPermissions: { actions: 'none' } } },
    undefined,
    /not counted.*actions: read/,
  ],
  ['a run that commits nothing', { runs: three, changes: 'report' }, undefined],
  ['another event', { runs: three, about: { ...task } }, undefined],
]
for (const [name, { runs = [], about = failed, settings = {}, world, changes = 'pull_request' }, says, notices] of rows)
  test(`${name}: ${says === undefined ? 'another attempt' : 'no more'}`, async () => {
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      workflowRuns: runs,
      ...world,
    })
    const env = { GITHUB_RUN_ID: '20', GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/fix-ci.yml@refs/heads/main' }
    const runtime = { env, event: { name: 'workflow_run', payload: {}, repository: 'octo/pond' } }
    const said: string[] = []
    const services = {
      inputs: readInputs({ INPUT_CHANGES: changes, INPUT_SETTINGS: JSON.stringify(settings) }),
      runtime: runtime as unknown as Runtime, // what the count reads
      git: openGit(repository.dir, {}),
      github: connect(server),
      notice: (text: string) => void said.push(text),
    }
    const assessment = { task: about, steering: { sha: first } } as never // what the count reads
    const reason = await attemptsOnBranch(assessment, services)
    if (says === undefined) expect(reason).toBeUndefined()
    else expect(reason).toMatch(says)
    expect(said.join()).toMatch(notices ?? /^$/)
  })

const answerOf = (more: Partial<ResultMarker> = {}) =>
  `${markerLine({ key: jobKey('Fix', 'fix'), run: 'issue-comment-10.1', by: '20.1', state: 'done', ...more })}\nFixed.`
const onIssue: Task = { ...task, request: 'mend it' }
const inText: Task = { ...onIssue, event: 'issues', comment: undefined } as never
const inDiscussion: Task = {
  ...onIssue,
  kind: 'other',
  number: undefined,
  comment: undefined,
  place: { kind: 'discussion', number: 9, comment: 50, requestId: 50 },
} as never
const discussionWith = (body: string): Partial<World> => {
  const times = { createdAt: '2026-03-02T01:00:00Z', updatedAt: '2026-03-02T01:00:00Z' }
  const asked = { id: 50, user: 'ada', body: '@gemini-cli mend it', ...times }
  const comments = [asked, { id: 51, user: BOT, body, replyTo: 50, ...times }]
  return { discussions: [{ number: 9, title: 'Liner', body: '', user: 'ada', comments }] }
}

type AgainRow = {
  body?: string
  attempt?: string
  about?: Task
  world?: Partial<World>
  inputs?: object
  user?: string
  event?: string
}
const again: [name: string, row: AgainRow, isAnswered: boolean][] = [
  ['answered by the first attempt', {}, true],
  [
    'a reply in a review thread',
    {
      about: { ...onIssue, number: 8, kind: 'pull_request', comment: { id: 30, kind: 'review', thread: 30 } },
      body: '',
    },
    false,
  ],
  ['the first attempt', { attempt: '1' }, false],
  ['the earlier attempt failed', { body: answerOf({ state: 'partial' }) }, false],
  ['the earlier attempt says "working"', { body: answerOf({ state: 'working' }) }, false],
  ['an answer to another comment', { body: answerOf({ run: 'issue-comment-11.1' }) }, false],
  ['an answer of another job', { body: answerOf({ key: jobKey('Mention', 'answer') }) }, false],
  ['our mark by somebody else', { user: 'mallory' }, false],
  ['our mark that GitHub does not confirm', { world: { playedWorkflow: 'other.yml' } }, false],
  [
    'a reply with a code, which has rules of its own',
    { about: { ...onIssue, request: '/allow once XZ23456789' } },
    false,
  ],
  [
    'an answer in a discussion',
    {
      body: '',
      about: inDiscussion,
      world: discussionWith(answerOf({ run: 'issue-comment-10.1' })),
    },
    true,
  ],
  [
    'an answer in a discussion to another comment',
    { body: '', about: inDiscussion, world: discussionWith(answerOf({ run: 'issue-comment-12.1' })) },
    false,
  ],
  ['the text of the issue asked', { about: inText, body: answerOf({ run: '20.1' }), event: 'issues' }, true],
  [
    'the text of the issue asked, and a run failed',
    { about: inText, body: answerOf({ run: '20.1', state: 'partial' }), event: 'issues' },
    false,
  ],
  ['no comment asked', { about: { ...onIssue, comment: undefined } as never }, false],
  ['no comments are posted', { inputs: { INPUT_COMMENT: 'off' } }, false],
]
for (const [
  name,
  {
    body = answerOf(),
    attempt = '2',
    about = onIssue,
    world,
    inputs = {},
    user = BOT,
    event: eventName = 'issue_comment',
  },
  isAnswered,
] of again)
  test(`another attempt: ${name}: ${isAnswered ? 'not answered again' : 'answered'}`, async () => {
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      playedWorkflow: 'fix.yml',
      issues: [issue({ number: 7 }), issue({ number: 8 })],
      comments: [
        comment({ id: 10, number: 7, user: 'ada', body: '@gemini-cli mend it' }),
        comment({ id: 11, number: 7, user, body }),
      ],
      ...world,
    })
    const github = connectGitHub({
      token: TOKEN,
      repository: 'octo/pond',
      workflowRef: 'octo/pond/.github/workflows/fix.yml@refs/heads/main',
      apiUrl: server.url,
      graphqlUrl: server.graphqlUrl,
      userAgent: 'test',
      notice: () => undefined,
      clock: hastyClock(),
    })
    const env = { GITHUB_RUN_ID: '20', GITHUB_RUN_ATTEMPT: attempt, GITHUB_WORKFLOW: 'Fix', GITHUB_JOB: 'fix' }
    const event = {
      name: eventName,
      payload: eventName === 'issues' ? { action: 'opened' } : { action: 'created', comment: { id: 10 } },
      repository: 'octo/pond',
    }
    const services = {
      inputs: readInputs({ INPUT_GITHUB_TOKEN: TOKEN, ...inputs }),
      runtime: { env, event } as unknown as Runtime, // what the look reads
      git: openGit(repository.dir, {}),
      github,
      notice: () => undefined,
    }
    const conversation = github.conversation(7, 'issue', 1000)
    await conversation
    const url = await answeredBefore(about, conversation, services)
    if (isAnswered)
      expect(url).toMatch(
        /^This (?:comment )?was already answered in https:.*-(?:11|51)\. Ask again in a new comment\.$/,
      )
    else expect(url).toBeUndefined()
  })

const APP = 'pond-app[bot]'
const NOW = Date.parse('2026-03-02T12:00:00Z')
/** Hours before now, who, what, and the label. */
type Past = [hours: number, actor: string, event: string, label?: string]
const laps = (count: number, ...each: Past[]): Past[] => Array.from({ length: count }, () => each).flat()
const wrote = (round: number | undefined) =>
  `${commentMarkerLine({ kind: 'issue', key: 'k', run: '40', round, by: '40.1' })}\nMore to do.`
const committed = (trailers: string) => ({ head_commit: { message: `Fix it\n\n${trailers}Sluice-Run: k/40` } })
type Start = {
  about?: Partial<Task>
  payload?: object
  past?: Past[]
  changes?: string
  /** The account of the token. */
  viewer?: string
  /** The message of the commit that starts the run, in git. */
  commit?: string
}
const label = (action: string, name: string, sender = APP): Start => ({
  about: { event: 'issues', action, sender },
  payload: { action, label: { name } },
})
const push: Partial<Task> = { event: 'push', kind: 'push', number: undefined }
const opened = { event: 'issues', action: 'opened' }
async function commitWith(message: string): Promise<string> {
  await repository.git('commit', '--quiet', '--allow-empty', '-m', message)
  return (await repository.git('rev-parse', 'HEAD')).trim()
}
const rounds: [name: string, start: Start, expected: number | RegExp | undefined][] = [
  ['the first label', { ...label('labeled', 'x'), past: [[0, APP, 'labeled', 'x']] }, 1],
  [
    'the third time that one workflow sets what another removes',
    {
      ...label('labeled', 'x'),
      past: [...laps(2, [2, APP, 'labeled', 'x'], [1, APP, 'unlabeled', 'x']), [0, APP, 'labeled', 'x']],
    },
    /^#7 was labeled \(x\) 3 times within a day, by bots alone, and sluice\.maxBotRounds allows 2\. .* never stop: change the `on:` .* leave pond-app\[bot\] out of allowed_bots/,
  ],
  [
    'the third time that it is removed',
    { ...label('unlabeled', 'x'), past: laps(3, [2, APP, 'labeled', 'x'], [1, APP, 'unlabeled', 'x']) },
    /^#7 was unlabeled \(x\) 3 times/,
  ],
  [
    'bots of two names',
    {
      ...label('labeled', 'x'),
      past: [
        [2, 'other[bot]', 'labeled', 'x'],
        [1, 'other[bot]', 'labeled', 'x'],
        [0, APP, 'labeled', 'x'],
      ],
    },
    /3 times/,
  ],
  [
    'other labels',
    {
      ...label('labeled', 'x'),
      past: [
        [2, APP, 'labeled', 'y'],
        [1, APP, 'labeled', 'z'],
        [0, APP, 'labeled', 'x'],
      ],
    },
    1,
  ],
  [
    'a person set a label meanwhile',
    {
      ...label('labeled', 'x'),
      past: [...laps(3, [2, APP, 'labeled', 'x']), [1, 'ada', 'labeled', 'y'], [0, APP, 'labeled', 'x']],
    },
    1,
  ],
  [
    'once a week',
    {
      ...label('labeled', 'x'),
      past: [
        [336, APP, 'labeled', 'x'],
        [168, APP, 'labeled', 'x'],
        [0, APP, 'labeled', 'x'],
      ],
    },
    1,
  ],
  [
    'a person sets it again and again',
    { ...label('labeled', 'x', 'ada'), past: laps(4, [1, 'ada', 'labeled', 'x']) },
    undefined,
  ],
  [
    'the same with the token of that person',
    { ...label('labeled', 'x', 'ada'), past: laps(4, [1, 'ada', 'labeled', 'x']), viewer: 'ada' },
    /4 times/,
  ],
  [
    'a person starts that run again',
    {
      ...label('labeled', 'x'),
      about: { event: 'issues', action: 'labeled', sender: APP, actor: APP, triggeringActor: 'ada' },
      past: laps(4, [1, APP, 'labeled', 'x']),
    },
    undefined,
  ],
  [
    'reopened and closed',
    {
      about: { event: 'issues', action: 'reopened', sender: APP },
      past: laps(3, [1, APP, 'closed'], [0, APP, 'reopened']),
    },
    /^#7 was reopened 3 times/,
  ],
  [
    'renamed',
    { about: { event: 'issues', action: 'edited', sender: APP }, past: laps(3, [0, APP, 'renamed']) },
    /^#7 was edited 3 times/,
  ],
  [
    'a pull request',
    {
      about: { event: 'pull_request', kind: 'pull_request', action: 'assigned', sender: APP },
      past: laps(3, [0, APP, 'assigned']),
    },
    /^#7 was assigned 3 times/,
  ],
  ['an issue that a run opened for a person', { about: { ...opened, sender: APP, body: wrote(undefined) } }, 1],
  [
    'an issue of the second run in a row',
    { about: { ...opened, sender: APP, body: wrote(2) } },
    /^2 runs in a row started the next one by what they wrote, and sluice/,
  ],
  [
    'a text that the second run in a row edited',
    { about: { ...opened, action: 'edited', sender: APP, body: wrote(2) } },
    /^2 runs in a row/,
  ],
  [
    'the same with the token of a person',
    { about: { ...opened, sender: 'ada', body: wrote(2) }, viewer: 'ada' },
    /^2 runs in a row/,
  ],
  ['a person opened it with our words', { about: { ...opened, sender: 'ada', body: wrote(2) } }, undefined],
  ['an issue of another bot', { about: { ...opened, sender: 'other[bot]', body: 'Broken.' } }, undefined],
  ['a commit of a run', { about: { ...push, sender: APP }, payload: committed(''), changes: 'commit' }, 1],
  [
    'a commit of the second run in a row',
    { about: { ...push, sender: APP }, payload: committed('Sluice-Round: 2\n'), changes: 'commit' },
    /^2 runs in a row/,
  ],
  [
    'CI of that commit',
    {
      about: { ...push, event: 'workflow_run', kind: 'workflow_run', sender: APP },
      payload: { workflow_run: committed('Sluice-Round: 2\n') },
      changes: 'pull_request',
    },
    /^2 runs in a row/,
  ],
  [
    'its pull request',
    {
      about: { event: 'pull_request', kind: 'pull_request', action: 'synchronize', sender: APP },
      commit: 'Fix\n\nSluice-Round: 2\nSluice-Run: k/40',
      changes: 'commit',
    },
    /^2 runs in a row/,
  ],
  [
    'its pull request, with a round in the subject, which the model writes',
    {
      about: { event: 'pull_request', kind: 'pull_request', action: 'synchronize', sender: APP },
      commit: 'Sluice-Round: 0\n\nCreated by a Sluice run\n\nSluice-Round: 2\nSluice-Run: k/40',
      changes: 'commit',
    },
    /^2 runs in a row/,
  ],
  [
    'a run that commits nothing',
    { about: { ...push, sender: APP }, payload: committed('Sluice-Round: 2\n') },
    undefined,
  ],
  [
    'a commit of a person',
    { about: { ...push, sender: 'ada' }, payload: committed('Sluice-Round: 2\n'), changes: 'commit' },
    undefined,
  ],
  [
    'a schedule',
    {
      about: {
        event: 'schedule',
        kind: 'schedule',
        number: undefined,
        sender: undefined,
        actor: APP,
        triggeringActor: APP,
      },
    },
    undefined,
  ],
]
test.each(rounds)(
  'runs that start each other: %s',
  async (_, { about, payload = {}, past = [], changes = 'off', viewer = BOT, commit }, expected) => {
    const head = commit === undefined ? first : await commitWith(commit)
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer,
      gitDir: repository.dir,
      issues: [issue({ number: 7 })],
      issueEvents: past.map(([hours, actor, event, name]) => ({
        number: 7,
        actor,
        event,
        label: name,
        createdAt: new Date(NOW - hours * 3_600_000).toISOString(),
      })),
    })
    const started: Task = {
      ...task,
      kind: 'issue',
      number: 7,
      comment: undefined,
      request: undefined,
      actor: about?.sender ?? APP,
      triggeringActor: about?.sender ?? APP,
      head: { ref: 'topic', sha: head, repo: 'octo/pond' },
      ...about,
    }
    const runtime = { env: {}, event: { name: started.event, payload }, now: () => NOW } as unknown as Runtime // what the count reads
    const inputs = readInputs({ INPUT_GITHUB_TOKEN: TOKEN, INPUT_CHANGES: changes })
    const services = { inputs, runtime, git: openGit(repository.dir, {}), github: connect(server) }
    const counted = await countBotRounds({ task: started, steering: { sha: first } } as never, undefined, services) // what it reads
    if (expected instanceof RegExp) expect(counted).toEqual({ reason: expect.stringMatching(expected) })
    else expect('task' in counted ? counted.task.botRound : counted).toBe(expected)
    expect(server.problems).toEqual([])
  },
)

const pulled = (sha: string, event = 'pull_request'): Task => ({
  ...task,
  event,
  kind: 'pull_request',
  number: 8,
  head: { ref: 'topic', sha, repo: 'octo/pond' },
})
const [old, later] = ['a'.repeat(40), 'b'.repeat(40)]
const reviews: [name: string, about: Task, attempt: string, isOld: boolean][] = [
  ['the second attempt of an old commit', pulled(old), '2', true],
  ['the same of a fork', pulled(old, 'pull_request_target'), '3', true],
  ['the second attempt of the newest commit', pulled(later), '2', false],
  ['the first attempt', pulled(old), '1', false],
  ['the second attempt of a question', { ...pulled(old, 'issue_comment') }, '2', false],
]
test.each(reviews)('a review that is started again: %s', async (_, about, attempt, isOld) => {
  await using server = await startGitHub({
    owner: 'octo',
    repo: 'pond',
    token: TOKEN,
    pulls: [
      pull({
        number: 8,
        base: { ref: 'main', sha: 'c'.repeat(40), repo: 'octo/pond' },
        head: { ref: 'topic', sha: later, repo: 'octo/pond' },
      }),
    ],
  })
  const services = {
    inputs: readInputs({ INPUT_GITHUB_TOKEN: TOKEN }),
    runtime: { env: { GITHUB_RUN_ATTEMPT: attempt }, event: {} } as unknown as Runtime, // what the look reads
    git: openGit(repository.dir, {}),
    github: connect(server),
    notice: () => undefined,
  }
  const reason = await answeredBefore(about, undefined, services)
  if (isOld) expect(reason).toMatch(/^This event is about aaaaaaa, and pull request #8 is at bbbbbbb since\./)
  else expect(reason).toBeUndefined()
})

const WEEK = 7 * 24 * 3_600_000
const asked = readInputs({ INPUT_PROMPT: '/triage', INPUT_ALLOWED_LABELS: 'bug', INPUT_GITHUB_TOKEN: TOKEN })

type Change = {
  inputs?: object
  world?: Partial<World>
  path?: string
  event?: string
  laterMs?: number
  workflow?: string
}
const changes: [name: string, change: Change, isLeftOut: boolean][] = [
  ['nothing', {}, true],
  ['nothing, and the other triage asks', { workflow: 'scale-triage.yml' }, true],
  ['nothing, and a workflow without this action wrote the answer', { workflow: 'other.yml' }, false],
  ['the title', { world: { issues: [issue({ number: 7, title: 'Another' })] } }, false],
  ['the text', { world: { issues: [issue({ number: 7, body: 'More.' })] } }, false],
  ['a label', { world: { issues: [issue({ number: 7, labels: ['bug'] })] } }, false],
  ['the assignee', { world: { issues: [issue({ number: 7, assignees: ['ada'] })] } }, true],
  [
    'a comment of a member',
    { world: { comments: [comment({ id: 12, number: 7, user: 'ada', body: 'See a.ts.' })] } },
    false,
  ],
  [
    'a comment of a stranger',
    { world: { comments: [comment({ id: 12, number: 7, user: 'sam', body: 'Me too.' })] } },
    true,
  ],
  [
    'a comment of a stranger, a week later',
    { world: { comments: [comment({ id: 12, number: 7, user: 'sam', body: 'Me too.' })] }, laterMs: WEEK },
    false,
  ],
  ['nothing, a week later', { laterMs: WEEK }, true],
  [
    'a comment of a bot',
    { world: { comments: [comment({ id: 12, number: 7, user: 'ci[bot]', body: 'Built.' })] } },
    true,
  ],
  ['the prompt', { inputs: { INPUT_PROMPT: 'Label it.' } }, false],
  ['the allowed labels', { inputs: { INPUT_ALLOWED_LABELS: 'bug, question' } }, false],
  ['the model', { inputs: { INPUT_GEMINI_MODEL: 'pro' } }, false],
  ['nothing, and a person starts it', { event: 'workflow_dispatch' }, false],
]
for (const [
  name,
  { inputs = {}, world = {}, event = 'schedule', laterMs = 0, workflow = 'triage-scheduled.yml' },
  isLeftOut,
] of changes)
  test(`scheduled triage, since the answer changed ${name}: ${isLeftOut ? 'left out' : 'asked again'}`, async () => {
    const issueState = seenMark({ title: 'Issue 7', body: '', labels: [], comments: [] }, askedOf(asked, { env: {} }))
    const key = jobKey('Whatever', 'triage')
    const answer = comment({
      id: 11,
      number: 7,
      user: BOT,
      body: `${markerLine({ key, run: '20.1', state: 'done', issueState })}\nNone fits.`,
    })
    const { comments = [], ...others } = world
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      playedWorkflow: workflow,
      permissions: { ada: 'write' },
      issues: [issue({ number: 7 })],
      comments: [answer, ...comments],
      ...others,
    })
    const runtime = {
      env: { GITHUB_ACTION_REPOSITORY: 'octo/sluice' },
      event: { name: event, payload: {}, repository: 'octo/pond', sha: workflows },
      now: () => Date.parse(answer.createdAt) + 1000 + laterMs,
    }
    const services = {
      inputs: {
        ...asked,
        ...readInputs({ INPUT_PROMPT: '/triage', INPUT_ALLOWED_LABELS: 'bug', INPUT_GITHUB_TOKEN: TOKEN, ...inputs }),
      },
      runtime: runtime as unknown as Runtime, // what the look reads
      git: openGit(repository.dir, {}),
      github: connectGitHub({
        token: TOKEN,
        repository: 'octo/pond',
        workflowRef: 'octo/pond/.github/workflows/triage-scheduled.yml@refs/heads/main',
        apiUrl: server.url,
        graphqlUrl: server.graphqlUrl,
        userAgent: 'test',
        notice: () => undefined,
        clock: hastyClock(),
      }),
      notice: () => undefined,
    }
    const url = await unchangedAnswer(7, services)
    if (isLeftOut) expect(url).toMatch(/issuecomment-11$/)
    else expect(url).toBeUndefined()
    // A run for one issue looks, too, before it asks the model.
    const about: Task = { ...onIssue, event, comment: undefined }
    const conversation = services.github.conversation(7, 'issue', 1000)
    await conversation
    const reason = await answeredBefore(about, conversation, services)
    if (isLeftOut) expect(reason).toMatch(/^#7 is as it was when it was answered in https:\S+issuecomment-11\.$/)
    else expect(reason).toBeUndefined()
    expect(server.problems).toEqual([])
  })

/** One triage after another: what each proposes, and what people do in between. */
type Triage = {
  add?: string[]
  remove?: string[]
  meanwhile?: (world: World) => unknown
  prompt?: string
  job?: string
  allowed?: string
}
const byPerson = (label: string, event: 'labeled' | 'unlabeled'): Triage => ({
  meanwhile: (world) => {
    const about = world.issues[0] ?? issue({ number: 7 })
    about.labels = event === 'labeled' ? [...about.labels, label] : about.labels.filter((each) => each !== label)
    world.issueEvents?.push({ number: 7, event, actor: 'ada', label })
  },
})
const triages: [name: string, runs: Triage[], labels: string[]][] = [
  ['what it says again stays', [{ add: ['bug'] }, { add: ['bug'] }, { add: ['bug', 'ui'] }], ['bug', 'ui']],
  ['what it says no longer goes', [{ add: ['bug', 'ui'] }, { add: ['question'] }], ['question']],
  ['also the label of another job', [{ add: ['bug'], job: 'nightly' }, { add: ['question'] }], ['question']],
  [
    'not what only a workflow with other labels sets',
    [{ add: ['bug'] }, { add: ['ui'], job: 'areas', allowed: 'ui, question' }],
    ['bug', 'ui'],
  ],
  ['a triage without labels replaces none', [{ add: ['bug'] }, {}], ['bug']],
  ['what a person set stays', [byPerson('ui', 'labeled'), { add: ['bug'] }, { add: ['question'] }], ['question', 'ui']],
  ['also where it says the same', [byPerson('ui', 'labeled'), { add: ['ui'] }, { add: ['bug'] }], ['bug', 'ui']],
  [
    'what a person removed and set again stays',
    [{ add: ['bug'] }, byPerson('bug', 'unlabeled'), byPerson('bug', 'labeled'), { add: ['question'] }],
    ['bug', 'question'],
  ],
  [
    'what a person set is not removed by a second triage',
    [byPerson('ui', 'labeled'), { add: ['bug'] }, { add: ['question'], remove: ['bug', 'ui'] }],
    ['question', 'ui'],
  ],
  [
    'unless the prompt names it',
    [byPerson('ui', 'labeled'), { add: ['bug'] }, { remove: ['ui'], prompt: '/triage and drop ui' }],
    ['bug'],
  ],
  ['the first triage removes what it may', [byPerson('ui', 'labeled'), { add: ['bug'], remove: ['ui'] }], ['bug']],
  [
    'a mark in a comment that a person edited counts for nothing',
    [
      { add: ['bug'] },
      {
        meanwhile: ({ comments }) =>
          Object.assign(comments[0] ?? {}, { updatedAt: '2026-02-01T09:00:00Z', editedBy: 'ada' }),
      },
      { add: ['question'] },
    ],
    ['bug', 'question'],
  ],
]
for (const [name, runs, labels] of triages)
  test(`a second triage: ${name}`, async () => {
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      playedWorkflow: 'triage-scheduled.yml',
      issues: [issue({ number: 7 })],
      issueEvents: [],
    })
    const github = () =>
      connectGitHub({
        token: TOKEN,
        repository: 'octo/pond',
        workflowRef: 'octo/pond/.github/workflows/triage-scheduled.yml@refs/heads/main',
        apiUrl: server.url,
        graphqlUrl: server.graphqlUrl,
        userAgent: 'test',
        notice: () => undefined,
        clock: hastyClock(),
      })
    const about: Task = { ...task, event: 'schedule', comment: undefined, request: undefined }
    for (const { add = [], remove = [], meanwhile, prompt = '/triage', job = 'triage', allowed = '' } of runs) {
      if (meanwhile !== undefined) {
        meanwhile(server.world)
        continue
      }
      const session = { github: github(), git: openGit(repository.dir, {}) }
      const inputs = readInputs({ INPUT_PROMPT: prompt, INPUT_GITHUB_TOKEN: TOKEN, INPUT_ALLOWED_LABELS: allowed })
      const runtime = { env: { GITHUB_ACTION_REPOSITORY: 'octo/sluice' }, event: { sha: workflows } }
      const conversation = session.github.conversation(7, 'issue', 1000)
      const issueState = await seenIssue({
        task: about,
        inputs,
        runtime: runtime as unknown as Runtime,
        session,
        conversation,
      }) // what it reads
      const changes = [
        { kind: 'remove_labels', number: 7, labels: remove },
        { kind: 'add_labels', number: 7, labels: add },
      ] as const
      const proposals = changes.map((each) => ({ ...each, labels: [...each.labels] }))
      const context = createTestContext(server, {})
      context.identity = { ...context.identity, job, run: '20.1', by: '20.1' }
      await deliver(about, { ...finished(), proposals, issueState }, {}, context)
    }
    expect(server.world.issues[0]?.labels.toSorted()).toEqual(labels)
    expect(server.problems).toEqual([])
    expect(await requestProblems(server.requests)).toEqual([])
  })

type DeadRow = {
  workflow?: string
  conclusion?: string | null
  inputs?: object
  event?: string
  user?: string
  world?: Partial<World>
}
/** What becomes of a comment that says "Working on it", and of the label that its mark names. */
const deadRows: [name: string, row: DeadRow, becomes: 'corrected' | 'as it was' | 'busy'][] = [
  ['of a run that ended', {}, 'corrected'],
  ['of another workflow with this action', { workflow: 'scale-triage.yml' }, 'corrected'],
  ['of a workflow without this action', { workflow: 'other.yml' }, 'as it was'],
  ['of a run that works', { conclusion: null }, 'as it was'],
  ['of a run that works, and a schedule asks', { conclusion: null, event: 'schedule' }, 'busy'],
  ['by somebody else', { user: 'mallory' }, 'as it was'],
  ['and the run writes no comments', { inputs: { INPUT_COMMENT: 'off' } }, 'as it was'],
  ['and the run writes nothing', { inputs: { INPUT_DRY_RUN: 'true' } }, 'as it was'],
  ['and the token reads no runs', { world: { tokenPermissions: { actions: 'none' } } }, 'as it was'],
]
test.each(deadRows)('"Working on it" %s', async (_, row, becomes) => {
  const { workflow = 'fix.yml', conclusion = 'failure', inputs, event = 'issue_comment', user = BOT } = row
  const { world } = row
  const mark: ResultMarker = {
    ...{ key: jobKey('Fix', 'fix'), run: 'issue-comment-10.1', state: 'working', by: '20.1' },
    label: labelMark('Needs-Triage'),
  }
  const working = comment({ id: 11, number: 7, user, body: `${markerLine(mark)}\n_Working on it …_` })
  const { createdAt } = working
  await using server = await startGitHub({
    ...{ owner: 'octo', repo: 'pond', token: TOKEN, viewer: BOT },
    workflowRuns: [{ id: 20, workflow, actor: 'ada', conclusion, createdAt, endedAt: createdAt }],
    issues: [issue({ number: 7, labels: ['bug', 'needs-triage'] })],
    comments: [working],
    ...world,
  })
  const github = connectGitHub({
    ...{ token: TOKEN, repository: 'octo/pond', apiUrl: server.url, graphqlUrl: server.graphqlUrl, userAgent: 'test' },
    workflowRef: 'octo/pond/.github/workflows/fix.yml@refs/heads/main',
    notice: () => undefined,
    clock: hastyClock(),
  })
  const env = { GITHUB_ACTION_REPOSITORY: 'octo/sluice', GITHUB_RUN_ID: '21' }
  const runtime = { env, event: { name: event, payload: {}, repository: 'octo/pond', sha: workflows } }
  const services = {
    inputs: readInputs({ INPUT_GITHUB_TOKEN: TOKEN, ...inputs }),
    runtime: runtime as unknown as Runtime, // what the look reads
    git: openGit(repository.dir, {}),
    github,
  }
  const { conversation, busy } = await endDeadRuns({ number: 7 }, github.conversation(7, 'issue', 1000), services)
  const read = await conversation
  const [held] = server.world.comments
  const labels = becomes === 'corrected' ? ['bug'] : ['bug', 'needs-triage']
  expect(server.world.issues[0]?.labels).toEqual(labels)
  expect(read?.state?.labels).toEqual(labels)
  expect(read?.comments[0]?.body).toBe(held?.body)
  if (becomes === 'corrected')
    expect(held?.body).toMatch(
      /run=issue-comment-10\.1 state=partial by=21\.1 -->\nThe \[run\]\(<[^>]+\/octo\/pond\/actions\/runs\/20>\) ended without an answer: to start it again, re-run all jobs on its page, or ask in a new comment\.$/,
    )
  else expect(held?.body).toBe(working.body)
  expect(busy).toEqual(becomes === 'busy' ? expect.stringMatching(/runs\/20 works on #7\.$/) : undefined)
})
