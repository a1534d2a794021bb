import { expect, test } from 'vitest'
import { connectGitHub } from '../../src/github/client.ts'
import type { Task } from '../../src/github/task.ts'
import { judgeTrust, type TrustOptions } from '../../src/github/trust.ts'
import { type Fault, startGitHub } from '../../src/standin/github.ts'
import { pull, type WorldSeed } from '../../src/standin/github-world.ts'
import { hastyClock } from '../fakes/clock.ts'
import { openApi, requestProblems } from '../fakes/openapi.ts'
import { SHA } from './payloads.ts'

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
  about: 'push',
  actor: 'wendy',
  triggeringActor: 'wendy',
  sha: SHA.workflow,
}
const task = (more: Partial<Task> = {}): Task => ({ ...about, ...more })
const onPull = (more: Partial<Task> = {}): Task =>
  task({
    event: 'pull_request',
    about: 'pull_request',
    number: 12,
    opener: 'wendy',
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
const afterRun = (more: Partial<typeof upstream>) =>
  task({ event: 'workflow_run', about: 'workflow_run', upstream: { ...upstream, ...more } })

async function judge(
  given: Task,
  options: Partial<TrustOptions> = {},
  seed = world(),
  fault?: (path: string) => Fault | undefined,
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
  const judgement = await judgeTrust(given, github, {
    allowedUsers: [],
    allowedBots: [],
    runPrCode: false,
    configSource: 'auto',
    ...options,
  })
  expect(server.problems).toEqual([])
  return { ...judgement, requests: server.requests.map(({ path }) => path), exchanges: server.requests }
}

const authority: [name: string, task: Task, options: Partial<TrustOptions>, level: string, why?: RegExp][] = [
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
    /ghost1 has none permission/,
  ],
  ['whoever put the label on', task({ sender: 'rita' }), {}, 'refused', /^rita has read/],
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
  ['nobody', task({ actor: '', triggeringActor: '' }), {}, 'refused', /does not say who/],
  [
    'a schedule, whoever wrote the cron line',
    task({ event: 'schedule', about: 'schedule', actor: 'long-gone', triggeringActor: 'long-gone' }),
    {},
    'trusted',
  ],
  [
    'a schedule started again by a reader',
    task({ event: 'schedule', about: 'schedule', actor: 'long-gone', triggeringActor: 'rita' }),
    {},
    'refused',
    /^rita has read/,
  ],
  ['after a run of writers', afterRun({}), {}, 'trusted'],
  ['after a run a stranger caused', afterRun({ actor: 'stranger' }), {}, 'refused', /^stranger has read/],
  ['after a run a stranger started again', afterRun({ triggeringActor: 'rita' }), {}, 'refused', /^rita has read/],
  ['after a run nobody is named for', afterRun({ actor: '' }), {}, 'refused', /does not say who/],
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
    'a writer’s look at a fork',
    onPull({ number: 13, opener: 'stranger', head: fork }),
    {},
    'limited',
    /comes from stranger\/pond/,
  ],
  ['a writer’s own fork', onPull({ head: { ...here, repo: 'wendy/pond' } }), {}, 'limited', /comes from wendy\/pond/],
  ['a fork that is gone', onPull({ head: gone }), {}, 'limited', /a repository that is gone/],
  [
    'a reader’s branch from inside',
    onPull({ number: 14, opener: 'rita' }),
    {},
    'limited',
    /author, rita, has read permission/,
  ],
  [
    'an app’s pull request a writer asks about',
    onPull({ opener: 'dependabot[bot]' }),
    {},
    'limited',
    /dependabot\[bot\], has none permission/,
  ],
  [
    'a pull request of a listed app, which may start runs but not write',
    onPull({ opener: 'good[bot]' }),
    { allowedBots: ['good[bot]'] },
    'limited',
  ],
]
for (const [name, given, options, level, why] of authority)
  test(`judgeTrust: ${name} is ${level}`, async () => {
    const { trust, powers } = await judge(given, options)
    expect(trust).toMatchObject(why === undefined ? { level } : { level, why: expect.stringMatching(why) })
    expect(powers).toEqual({ shell: level === 'trusted' })
  })

test('the shell on outside code is the workflow’s decision', async () => {
  const { trust, powers } = await judge(onPull({ opener: 'stranger', head: fork }), { runPrCode: true })
  expect(trust.level).toBe('limited')
  expect(powers).toEqual({ shell: true })
})

const outages: [name: string, fault: Fault][] = [
  ['5xx', 'refuse'],
  ['no answer', 'lose'],
  ['403', { status: 403, body: { message: 'Resource not accessible by integration' } }],
  ['nonsense', { status: 200, body: { permission: 'owner' } }],
]
for (const [name, fault] of outages) {
  test(`no answer about a person refuses: ${name}`, async () => {
    const { trust } = await judge(task(), {}, world(), (path) => (path.includes('/permission') ? fault : undefined))
    expect(trust).toMatchObject({
      level: 'refused',
      why: expect.stringMatching(/did not say whether wendy.*Try again/),
    })
  })
  test(`no answer about the pull request refuses: ${name}`, async () => {
    const comment = task({ event: 'issue_comment', about: 'pull_request', number: 12 })
    const { trust } = await judge(comment, {}, world(), (path) => (path.includes('/pulls/') ? fault : undefined))
    expect(trust).toMatchObject({ level: 'refused', why: expect.stringMatching(/Try again/) })
  })
}

test('a refused run asks nothing more', async () => {
  const { requests } = await judge(onPull({ actor: 'rita', triggeringActor: 'rita' }))
  expect(requests).toEqual(['/repos/octo/pond/collaborators/rita/permission'])
})

test('one person is asked about once', async () => {
  const { requests } = await judge(onPull())
  expect(requests).toEqual(['/repos/octo/pond/collaborators/wendy/permission'])
})

test('a comment on a pull request gets base and head from the API, but keeps its own text', async () => {
  const given = task({
    event: 'issue_comment',
    about: 'pull_request',
    number: 13,
    opener: 'stranger',
    title: 'As it was',
    body: 'then',
  })
  const { trust, task: filled, steering } = await judge(given)
  expect(filled).toMatchObject({
    title: 'As it was',
    body: 'then',
    base,
    head: { ref: 'seal', sha: SHA.head, repo: 'stranger/pond' },
  })
  expect(trust.level).toBe('limited')
  expect(steering.sha).toBe(SHA.base)
})

test('a dispatch about a pull request learns all of it', async () => {
  const { task: filled, steering } = await judge(
    task({ event: 'workflow_dispatch', about: 'pull_request', number: 12 }),
  )
  expect(filled).toMatchObject({ title: 'Seal', opener: 'wendy', base, head: here })
  expect(steering.sha).toBe(SHA.workflow)
})

const release = { ...base, ref: 'release', sha: 'd'.repeat(40) }
const branchAnswer = (name: string, isProtected: boolean, sha: string): Fault => ({
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
  why: RegExp,
  isProtected?: boolean,
][] = [
  ['a push', task(), {}, SHA.workflow, /the workflow runs for/],
  ['a pull request', onPull(), {}, SHA.base, /^the base of the pull request$/],
  ['pull_request_target', onPull({ event: 'pull_request_target' }), {}, SHA.base, /base/],
  ['a review', onPull({ event: 'pull_request_review' }), {}, SHA.base, /base/],
  ['a remark', onPull({ event: 'pull_request_review_comment' }), {}, SHA.base, /base/],
  ['a comment on an issue', task({ event: 'issue_comment', about: 'issue', number: 1 }), {}, SHA.workflow, /runs for/],
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
for (const [name, given, options, sha, why, isProtected] of steered)
  test(`steering: ${name}`, async () => {
    const { steering, trust } = await judge(
      given,
      options,
      world(),
      isProtected === undefined ? undefined : branches(isProtected),
    )
    expect(trust.level).toBe('trusted')
    expect(steering).toMatchObject({ sha, why: expect.stringMatching(why) })
  })

test('steering: the head of outside code steers only where the workflow runs it', async () => {
  const fork = onPull({ head: { ...here, repo: 'wendy/pond' } })
  const asked = await judge(fork, { configSource: 'head' })
  expect([asked.trust.level, asked.steering.sha]).toEqual(['limited', SHA.base])
  const run = await judge(fork, { configSource: 'head', runPrCode: true })
  expect([run.trust.level, run.steering.sha]).toEqual(['limited', fork.head?.sha])
})

const NOW = Date.parse('2026-02-03T12:00:00Z')
const ran = (actor: string, minutesAgo: number, conclusion: string | null = 'success', workflow = 'bot.yml') => ({
  ...{ id: minutesAgo, workflow, actor, conclusion },
  createdAt: new Date(NOW - minutesAgo * 60_000).toISOString().replace('.000', ''),
})
const crowds: [name: string, runs: ReturnType<typeof ran>[], more: Partial<WorldSeed>, why: RegExp | undefined][] = [
  ['as many as allowed', [ran('wendy', 1), ran('wendy', 2), ran('wendy', 0, null)], {}, undefined],
  [
    'one too many',
    [1, 2, 3, 4].map((at) => ran('wendy', at)),
    {},
    /wendy has caused 4 runs of bot\.yml within an hour/,
  ],
  ['others’', [1, 2, 3, 4].map((at) => ran(at === 1 ? 'wendy' : 'ada', at)), {}, undefined],
  ['those of long ago', [1, 70, 80, 90].map((at) => ran('wendy', at)), {}, undefined],
  ['those that were skipped', [1, 2, 3, 4].map((at) => ran('wendy', at, 'skipped')), {}, undefined],
  ['other workflows’', [ran('wendy', 1), ...[2, 3, 4].map((at) => ran('wendy', at, null, 'ci.yml'))], {}, undefined],
  ['what GitHub does not tell', [ran('wendy', 1)], { tokenMay: { actions: 'none' } }, /not known.*`actions: read`/],
]
for (const [name, workflowRuns, more, why] of crowds)
  test(`runs_per_hour counts ${name}: ${why === undefined ? 'goes on' : 'refused'}`, async () => {
    const crowd = { most: 3, workflow: 'bot.yml', now: NOW }
    const { trust, exchanges } = await judge(task(), { crowd }, world({ workflowRuns, ...more }))
    const api = await openApi()
    expect(await requestProblems(exchanges)).toEqual([])
    expect(exchanges.flatMap((exchange) => api.answerProblems(exchange))).toEqual([])
    expect(trust).toEqual(
      why === undefined ? { level: 'trusted' } : { level: 'refused', why: expect.stringMatching(why) },
    )
  })
