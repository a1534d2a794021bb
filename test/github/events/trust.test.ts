import { expect, test } from 'vitest'
import { type InjectedFault, startGitHub } from '../../../src/emulators/github/github.ts'
import { pull, type WorldSeed } from '../../../src/emulators/github/world.ts'
import { connectGitHub } from '../../../src/github/api/github.ts'
import type { TrustOptions } from '../../../src/github/events/account-check.ts'
import type { Task } from '../../../src/github/events/task.ts'
import { assessTrust } from '../../../src/github/events/trust.ts'
import { hastyClock } from '../../fakes/clock.ts'
import { openApi, requestProblems } from '../../fakes/openapi.ts'
import { SHA } from '../payloads.ts'

const here = { ref: 'seal', sha: SHA.head, repo: 'octo/pond' }
const base = { ref: 'main', sha: SHA.base, repo: 'octo/pond' }
const fork = { ...here, repo: 'stranger/pond' }
const gone = { ...here, repo: undefined }

const world = (more: Partial<WorldSeed> = {}): WorldSeed => ({
  owner: 'octo',
  repo: 'pond',
  token: 'ghs_trust',
  visibility: 'public',
  permissions: { ada: 'admin', wendy: 'write', rita: 'read', stranger: 'none' },
  pulls: [
    pull({ number: 12, user: 'wendy', title: 'Seal', base, head: here }),
    pull({ number: 13, user: 'stranger', title: 'Forked', base, head: { ...fork } }),
    pull({ number: 14, user: 'rita', title: 'Inside, by a reader', base, head: here }),
  ],
  ...more,
})

const about: Task = {
  event: 'push',
  repo: { owner: 'octo', name: 'pond' },
  kind: 'push',
  actor: 'wendy',
  triggeringActor: 'wendy',
  sha: SHA.workflow,
}
const task = (more: Partial<Task> = {}): Task => ({ ...about, ...more })
const onPull = (more: Partial<Task> = {}): Task =>
  task({
    event: 'pull_request',
    kind: 'pull_request',
    number: 12,
    openedBy: 'wendy',
    author: 'wendy',
    title: 'Seal',
    body: '',
    base,
    head: here,
    defaultBranch: 'main',
    ...more,
  })
const upstream = {
  runId: 1,
  workflow: 'CI',
  event: 'pull_request',
  conclusion: 'failure',
  branch: 'seal',
  sha: SHA.head,
  actor: 'wendy',
  triggeringActor: 'wendy',
  headRepo: 'octo/pond',
}
const afterRun = (more: Partial<typeof upstream> & { headRepoId?: number }) =>
  task({ event: 'workflow_run', kind: 'workflow_run', upstream: { ...upstream, ...more } })

async function assess(
  given: Task,
  options: Partial<TrustOptions> = {},
  seed = world(),
  fault?: (path: string) => InjectedFault | undefined,
) {
  await using server = await startGitHub(seed, { onRequest: ({ path }) => fault?.(path) })
  const github = connectGitHub({
    token: 'ghs_trust',
    repository: 'octo/pond',
    apiUrl: server.url,
    userAgent: 'x',
    notice: () => {},
    clock: hastyClock(),
  })
  const assessment = await assessTrust(given, github, {
    allowedUsers: [],
    allowedBots: [],
    runPrCode: false,
    configSource: 'auto',
    ...options,
  })
  expect(server.problems).toEqual([])
  return { ...assessment, requests: server.requests.map(({ path }) => path), exchanges: server.requests }
}

const byStranger = task({
  event: 'issues',
  action: 'opened',
  kind: 'issue',
  number: 3,
  actor: 'stranger',
  triggeringActor: 'stranger',
})
const visitors = { workflow: 'triage.yml', now: Date.UTC(2026, 0, 5) }

const authority: [name: string, task: Task, options: Partial<TrustOptions>, level: string, reason?: RegExp][] = [
  ['a writer', task(), {}, 'trusted'],
  ['an administrator', task({ actor: 'ada', triggeringActor: 'ada' }), {}, 'trusted'],
  [
    'a reader',
    task({ actor: 'rita', triggeringActor: 'rita' }),
    {},
    'refused',
    /rita has read permission on octo\/pond/,
  ],
  [
    'a stranger to a public repository',
    task({ actor: 'stranger', triggeringActor: 'stranger' }),
    {},
    'refused',
    /stranger has read permission/,
  ],
  [
    'a name GitHub does not know',
    task({ actor: 'ghost1', triggeringActor: 'ghost1' }),
    {},
    'refused',
    /ghost1 has no permission/,
  ],
  ['the account that added the label', task({ sender: 'rita' }), {}, 'refused', /^rita has read/],
  ['a re-run by a reader', task({ triggeringActor: 'rita' }), {}, 'refused', /^rita has read/],
  ['a reader’s run started again by a writer', task({ actor: 'rita' }), {}, 'refused', /^rita has read/],
  ['a reader on the list', task({ actor: 'rita', triggeringActor: 'rita' }), { allowedUsers: ['rita'] }, 'trusted'],
  [
    'the list is exact',
    task({ actor: 'rita', triggeringActor: 'rita' }),
    { allowedUsers: ['rit', '*', 'rita2'] },
    'refused',
  ],
  [
    'an app without a list',
    task({ actor: 'evil-app[bot]', triggeringActor: 'evil-app[bot]' }),
    {},
    'refused',
    /evil-app\[bot\] is a bot that allowed_bots does not name/,
  ],
  [
    'an app on the list of people',
    task({ actor: 'evil-app[bot]', triggeringActor: 'evil-app[bot]' }),
    { allowedUsers: ['evil-app[bot]'] },
    'refused',
  ],
  [
    'an app under its bare name',
    task({ actor: 'evil-app[bot]', triggeringActor: 'evil-app[bot]' }),
    { allowedBots: ['evil-app'] },
    'refused',
  ],
  [
    'an app on its list',
    task({ actor: 'good[bot]', triggeringActor: 'good[bot]' }),
    { allowedBots: ['good[bot]'] },
    'trusted',
  ],
  [
    'a person who has the name of a listed app',
    task({ actor: 'good', triggeringActor: 'good', sender: 'good', senderType: 'User' }),
    { allowedBots: ['good'] },
    'refused',
    /^good has no permission/,
  ],
  [
    'a person whose name a list of apps has in another case',
    task({ actor: 'Dependabot', triggeringActor: 'Dependabot' }),
    { allowedBots: ['dependabot'] },
    'refused',
  ],
  [
    'an account with an app’s name that the event calls a user',
    task({ actor: 'good[bot]', triggeringActor: 'good[bot]', sender: 'good[bot]', senderType: 'User' }),
    { allowedBots: ['good[bot]'] },
    'refused',
    /is a User account/,
  ],
  [
    'an app without brackets on the list of people',
    task({ actor: 'rita', triggeringActor: 'rita', sender: 'rita', senderType: 'Bot' }),
    { allowedUsers: ['rita'] },
    'refused',
    /whose name does not end in \[bot\]/,
  ],
  ['no account', task({ actor: '', triggeringActor: '' }), {}, 'refused', /does not name the account/],
  [
    'a schedule, independent of the author of the cron line',
    task({ event: 'schedule', kind: 'schedule', actor: 'long-gone', triggeringActor: 'long-gone' }),
    {},
    'trusted',
  ],
  [
    'a schedule started again by a reader',
    task({ event: 'schedule', kind: 'schedule', actor: 'long-gone', triggeringActor: 'rita' }),
    {},
    'refused',
    /^rita has read/,
  ],
  ['after a run of writers', afterRun({}), {}, 'trusted'],
  ['after a run a stranger caused', afterRun({ actor: 'stranger' }), {}, 'refused', /^stranger has read/],
  ['after a run a stranger started again', afterRun({ triggeringActor: 'rita' }), {}, 'refused', /^rita has read/],
  ['after a run without an actor', afterRun({ actor: '' }), {}, 'refused', /does not name the account/],
  ['after a run on a fork, by a writer', afterRun({ headRepo: 'wendy/pond' }), {}, 'limited', /code from wendy\/pond/],
  [
    'after a scheduled run',
    {
      ...afterRun({ event: 'schedule', actor: 'long-gone', triggeringActor: 'long-gone' }),
      actor: 'long-gone',
      triggeringActor: 'long-gone',
    },
    {},
    'trusted',
  ],
  ['a pull request from inside', onPull(), {}, 'trusted'],
  ['in another case', onPull({ head: { ...here, repo: 'Octo/Pond' } }), {}, 'trusted'],
  [
    'another repository that took over the name',
    { ...onPull({ head: { ...here, repoId: 8 } }), repoId: 7 },
    {},
    'limited',
    /comes from octo\/pond/,
  ],
  [
    'this repository under its former name',
    { ...onPull({ head: { ...here, repo: 'octo/puddle', repoId: 7 } }), repoId: 7 },
    {},
    'trusted',
  ],
  [
    'after a run of a repository that took over the name',
    { ...afterRun({ headRepoId: 8 }), repoId: 7 },
    {},
    'limited',
    /code from octo\/pond/,
  ],
  [
    'a writer’s look at a fork',
    onPull({ number: 13, openedBy: 'stranger', head: fork }),
    {},
    'limited',
    /comes from stranger\/pond/,
  ],
  ['a writer’s own fork', onPull({ head: { ...here, repo: 'wendy/pond' } }), {}, 'limited', /comes from wendy\/pond/],
  ['a fork that is gone', onPull({ head: gone }), {}, 'limited', /a deleted repository/],
  [
    'a reader’s branch from inside',
    onPull({ number: 14, openedBy: 'rita' }),
    {},
    'limited',
    /author, rita, has read permission/,
  ],
  [
    'an app’s pull request a writer asks about',
    onPull({ openedBy: 'dependabot[bot]' }),
    {},
    'limited',
    /dependabot\[bot\], has no permission/,
  ],
  [
    'a pull request of a listed app, which may start runs but not write',
    onPull({ openedBy: 'good[bot]' }),
    { allowedBots: ['good[bot]'] },
    'limited',
  ],
]
for (const [name, given, options, level, reason] of authority)
  test(`assessTrust: ${name} is ${level}`, async () => {
    const { trust, capabilities } = await assess(given, options)
    expect(trust).toMatchObject(reason === undefined ? { level } : { level, reason: expect.stringMatching(reason) })
    expect(capabilities).toEqual({ shell: level === 'trusted' })
  })

test('a visitor learns whether the limits of visitors hold', async () => {
  const createdAt = new Date(visitors.now).toISOString()
  const workflowRuns = [{ id: 5, workflow: 'triage.yml', actor: 'wendy', conclusion: null, createdAt }]
  const counted = await assess(byStranger, { visitors }, world({ workflowRuns }))
  expect(counted.trust).toEqual({ level: 'visitor', reason: 'stranger has no write permission.' })
  const blind = world({ workflowRuns, tokenPermissions: { actions: 'none', contents: 'read', issues: 'write' } })
  expect((await assess(byStranger, { visitors }, blind)).trust).toEqual({
    level: 'visitor',
    reason: expect.stringMatching(
      /^stranger has no write permission\. The job cannot read its runs, .*`actions: read`/,
    ),
  })
})

test('run_pr_code allows the shell on outside code', async () => {
  const { trust, capabilities } = await assess(onPull({ openedBy: 'stranger', head: fork }), { runPrCode: true })
  expect(trust.level).toBe('limited')
  expect(capabilities).toEqual({ shell: true })
})

const outages: [name: string, fault: InjectedFault][] = [
  ['5xx', 'refuse'],
  ['no answer', 'lose'],
  ['403', { status: 403, body: { message: 'Resource not accessible by integration' } }],
  ['nonsense', { status: 200, body: { permission: 'owner' } }],
]
for (const [name, fault] of outages) {
  test(`an unknown permission refuses: ${name}`, async () => {
    const { trust } = await assess(task(), {}, world(), (path) => (path.includes('/permission') ? fault : undefined))
    expect(trust).toMatchObject({
      level: 'refused',
      reason: expect.stringMatching(/permission of wendy could not be checked.*Try again/),
    })
  })
  test(`an unreadable pull request refuses: ${name}`, async () => {
    const comment = task({ event: 'issue_comment', kind: 'pull_request', number: 12 })
    const { trust } = await assess(comment, {}, world(), (path) => (path.includes('/pulls/') ? fault : undefined))
    expect(trust).toMatchObject({ level: 'refused', reason: expect.stringMatching(/Try again/) })
  })
}

test('a refused run asks about people only', async () => {
  const { requests } = await assess(onPull({ actor: 'rita', triggeringActor: 'rita' }))
  expect(requests).toContain('/repos/octo/pond/collaborators/rita/permission')
  expect(requests.filter((path) => !path.endsWith('/permission'))).toEqual([])
})

test('the permission of an account is requested once', async () => {
  const { requests } = await assess(onPull())
  expect(requests).toEqual(['/repos/octo/pond/collaborators/wendy/permission'])
})

test('a comment on a pull request gets base and head from the API, but keeps its own text', async () => {
  const given = task({
    event: 'issue_comment',
    kind: 'pull_request',
    number: 13,
    openedBy: 'stranger',
    title: 'As it was',
    body: 'then',
  })
  const { trust, task: filled, steering } = await assess(given)
  expect(filled).toMatchObject({
    title: 'As it was',
    body: 'then',
    base,
    head: { ref: 'seal', sha: SHA.head, repo: 'stranger/pond' },
  })
  expect(trust.level).toBe('limited')
  expect(steering.sha).toBe(SHA.base)
})

test('a dispatch about a pull request fetches it', async () => {
  const { task: filled, steering } = await assess(
    task({ event: 'workflow_dispatch', kind: 'pull_request', number: 12 }),
  )
  expect(filled).toMatchObject({ title: 'Seal', openedBy: 'wendy', base, head: here })
  expect(steering.sha).toBe(SHA.workflow)
})

const release = { ...base, ref: 'release', sha: 'd'.repeat(40) }
const branchAnswer = (name: string, isProtected: boolean, sha: string): InjectedFault => ({
  status: 200,
  body: { name, commit: { sha, url: 'x' }, protected: isProtected },
})
const branches = (isProtected: boolean) => (path: string) =>
  path.endsWith('/branches/release')
    ? branchAnswer('release', isProtected, 'e'.repeat(40))
    : path.endsWith('/branches/main')
      ? branchAnswer('main', true, 'f'.repeat(40))
      : undefined

const steered: [
  name: string,
  task: Task,
  options: Partial<TrustOptions>,
  sha: string,
  reason: RegExp,
  isProtected?: boolean,
][] = [
  ['a push', task(), {}, SHA.workflow, /the workflow runs for/],
  ['a pull request', onPull(), {}, SHA.base, /^the base of the pull request$/],
  ['pull_request_target', onPull({ event: 'pull_request_target' }), {}, SHA.base, /base/],
  ['a review', onPull({ event: 'pull_request_review' }), {}, SHA.base, /base/],
  ['an inline comment', onPull({ event: 'pull_request_review_comment' }), {}, SHA.base, /base/],
  ['a comment on an issue', task({ event: 'issue_comment', kind: 'issue', number: 1 }), {}, SHA.workflow, /runs for/],
  ['head, asked for', onPull(), { configSource: 'head' }, SHA.head, /config_source is head/],
  ['head, asked for, where there is none', task(), { configSource: 'head' }, SHA.workflow, /runs for/],
  ['base, asked for', onPull({ base: release }), { configSource: 'base' }, release.sha, /config_source is base/],
  [
    'base, asked for on a dispatch',
    onPull({ event: 'workflow_dispatch' }),
    { configSource: 'base' },
    SHA.base,
    /config_source is base/,
  ],
  ['a base that is a protected branch', onPull({ base: release }), {}, release.sha, /protected branch release/, true],
  [
    'a base that anyone may have made',
    onPull({ base: release }),
    {},
    'f'.repeat(40),
    /default branch main, because the base release is not protected/,
    false,
  ],
  [
    'the default branch unknown to the event',
    (({ defaultBranch: _, ...rest }) => rest)(onPull()),
    {},
    SHA.base,
    /^the base of the pull request$/,
  ],
]
for (const [name, given, options, sha, reason, isProtected] of steered)
  test(`steering: ${name}`, async () => {
    const { steering, trust } = await assess(
      given,
      options,
      world(),
      isProtected === undefined ? undefined : branches(isProtected),
    )
    expect(trust.level).toBe('trusted')
    expect(steering).toMatchObject({ sha, reason: expect.stringMatching(reason) })
  })

test('steering: the head of outside code steers only where the workflow runs it', async () => {
  const fork = onPull({ head: { ...here, repo: 'wendy/pond' } })
  const withoutPrCode = await assess(fork, { configSource: 'head' })
  expect([withoutPrCode.trust.level, withoutPrCode.steering.sha]).toEqual(['limited', SHA.base])
  const run = await assess(fork, { configSource: 'head', runPrCode: true })
  expect([run.trust.level, run.steering.sha]).toEqual(['limited', fork.head?.sha])
})

const NOW = Date.parse('2026-02-03T12:00:00Z')
const ran = (actor: string, minutesAgo: number, conclusion: string | null = 'success', workflow = 'bot.yml') => ({
  id: minutesAgo,
  workflow,
  actor,
  conclusion,
  createdAt: new Date(NOW - minutesAgo * 60_000).toISOString().replace('.000', ''),
})
const rateLimits: [
  name: string,
  runs: ReturnType<typeof ran>[],
  more: Partial<WorldSeed>,
  reason: RegExp | undefined,
][] = [
  ['as many as allowed', [ran('wendy', 1), ran('wendy', 2), ran('wendy', 0, null)], {}, undefined],
  [
    'one too many',
    [1, 2, 3, 4].map((at) => ran('wendy', at)),
    {},
    /wendy has started 4 runs of bot\.yml within an hour; runs_per_hour allows 3/,
  ],
  ['others’', [1, 2, 3, 4].map((at) => ran(at === 1 ? 'wendy' : 'ada', at)), {}, undefined],
  ['those of long ago', [1, 70, 80, 90].map((at) => ran('wendy', at)), {}, undefined],
  ['those that were skipped', [1, 2, 3, 4].map((at) => ran('wendy', at, 'skipped')), {}, undefined],
  ['other workflows’', [ran('wendy', 1), ...[2, 3, 4].map((at) => ran('wendy', at, null, 'ci.yml'))], {}, undefined],
  [
    'what GitHub does not tell',
    [ran('wendy', 1)],
    { tokenPermissions: { actions: 'none' } },
    /could not be checked.*`actions: read`/,
  ],
]
for (const [name, workflowRuns, more, reason] of rateLimits)
  test(`runs_per_hour counts ${name}: ${reason === undefined ? 'goes on' : 'refused'}`, async () => {
    const userRateLimit = { maxRuns: 3, workflow: 'bot.yml', now: NOW }
    const { trust, exchanges } = await assess(task(), { userRateLimit }, world({ workflowRuns, ...more }))
    const api = await openApi()
    expect(await requestProblems(exchanges)).toEqual([])
    expect(exchanges.flatMap((exchange) => api.answerProblems(exchange))).toEqual([])
    expect(trust).toEqual(
      reason === undefined ? { level: 'trusted' } : { level: 'refused', reason: expect.stringMatching(reason) },
    )
  })
