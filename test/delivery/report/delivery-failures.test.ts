import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeliveryResult, deliver } from '../../../src/delivery/deliver.ts'
import type { DeliveryContext } from '../../../src/delivery/delivery-context.ts'
import type { Receipt } from '../../../src/delivery/plan/intent.ts'
import { announce } from '../../../src/delivery/post/announce.ts'
import { findDeliveryFailure, outcomeWithFailure } from '../../../src/delivery/report/delivery-failures.ts'
import { buildOutputs } from '../../../src/delivery/report/outputs.ts'
import type { GitHubEmulator, GitHubEmulatorOptions, InjectedFault } from '../../../src/emulators/github/github.ts'
import { pull, type World } from '../../../src/emulators/github/world.ts'
import type { Proposal } from '../../../src/github-tools/proposal.ts'
import { type Ending, OUTCOMES, type Outcome } from '../../../src/record/events.ts'
import { task as aboutIssue, change, createTestContext, finished, startIssueGitHub } from '../delivery-fixture.ts'
import { HERE, makeRepository, pullTask, type Repository, startGitGitHub } from '../git-fixture.ts'

let folder: string
/** A branch without commits. */
let shared: Repository
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-failures-'))
  shared = await makeRepository()
})
afterAll(async () => {
  await shared[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const SAID = 'Two things are wrong.'
const endings: [outcome: Outcome, ending: Ending][] = [
  ['ok', { end: 'answered', text: SAID }],
  ['budget', { end: 'stopped', reason: 'turns', text: SAID }],
  ['denied', { end: 'answered', text: SAID }],
  ['model', { end: 'failed', outcome: 'model', text: SAID }],
  ['config', { end: 'failed', outcome: 'config', text: SAID }],
  ['security', { end: 'failed', outcome: 'security', text: SAID }],
]

/** The read-only permissions of the token, and what the workflow must set to change them. */
const tokens: [name: string, tokenPermissions: Partial<World['tokenPermissions']>, needs: string[]][] = [
  ['everything', {}, []],
  ['no checks', { checks: 'read' }, ['checks: write']],
  ['no pull requests', { pull_requests: 'read' }, ['pull-requests: write']],
  ['no conversation', { issues: 'read', pull_requests: 'read' }, ['issues: write', 'pull-requests: write']],
  ['no contents', { contents: 'read' }, ['contents: write']],
  [
    'nothing',
    { issues: 'read', pull_requests: 'read', contents: 'read', checks: 'read' },
    ['checks: write', 'contents: write', 'issues: write', 'pull-requests: write'],
  ],
]

const proposed: Proposal[] = [
  {
    kind: 'review_comment',
    number: 8,
    commit: '',
    path: 'src/a.ts',
    body: 'Not ten.',
    linesHash: 'a',
    location: { side: 'RIGHT', line: 1 },
  },
  { kind: 'add_labels', number: 8, labels: ['bug'] },
  { kind: 'create_issue', title: 'Later', body: 'Not now.', labels: [] },
]
const edit = change('src/b.ts', 'export const b = 2\n', 'export const b = 3\n')
const wishes: [name: string, proposals: Proposal[], changes: (typeof edit)[]][] = [
  ['nothing', [], []],
  ['proposals', proposed, []],
  ['a change', [], [edit]],
]

type Told = DeliveryResult & {
  comment: string
  summary: string
  checks: World['checkRuns']
  outputs: Record<string, string>
}

/** Delivers a run on a pull request with a limited token. */
async function told(
  [outcome, ending]: (typeof endings)[number],
  tokenPermissions: Partial<World['tokenPermissions']>,
  [, proposals, changes]: (typeof wishes)[number],
): Promise<Told> {
  await using own = changes.length === 0 ? undefined : await makeRepository()
  const repository = own ?? shared
  const { base, head } = repository
  const request = pull({
    number: 8,
    user: 'ada',
    base: { ref: 'main', sha: base, repo: HERE },
    head: { ref: 'topic', sha: head, repo: HERE },
    files: [
      {
        sha: 'c'.repeat(40),
        filename: 'src/a.ts',
        status: 'modified',
        additions: 1,
        deletions: 1,
        patch: '@@ -1 +1 @@\n-a\n+b',
      },
    ],
  })
  await using server = await startGitGitHub(repository, {}, { tokenPermissions, pulls: [request] })
  const task = pullTask(repository)
  const overrides = { checkRun: true, changes: 'commit' as const, patchPath: join(folder, 'x.patch') }
  const bound = proposals.map((each) => (each.kind === 'review_comment' ? { ...each, commit: head } : each))
  return await deliverAll(server, task, { ...finished({ outcome, ending }), proposals: bound, changes }, overrides)
}

async function deliverAll(
  server: GitHubEmulator,
  task: Parameters<typeof deliver>[0] & object,
  run: Parameters<typeof deliver>[1],
  more: Partial<DeliveryContext>,
): Promise<Told> {
  const context = createTestContext(server, more)
  const delivered = await deliver(task, run, await announce(task, context), context)
  const comment = server.world.comments.find(({ user }) => user === server.world.viewer)?.body ?? ''
  const outputs = buildOutputs(delivered, { ending: run.ending, events: [] }, context.filter)
  return { ...delivered, comment, summary: context.summary(), checks: server.world.checkRuns, outputs }
}

const headlineOf = (text: string) => /\*\*(.+?)\*\*/.exec(text)?.[1] ?? ''
const FAIL_ON: Outcome[] = ['config', 'security', 'model', 'internal']

for (const ending of endings)
  for (const [token, tokenPermissions, possible] of tokens)
    test(`${ending[0]}, the token may write ${token === 'everything' ? token : `all but: ${token}`}: everything told says the same`, async () => {
      for (const wish of ending[0] === 'ok' ? wishes : wishes.slice(1, 2)) {
        const [own] = ending
        const { comment, summary, checks, receipts, outcome, outputs } = await told(ending, tokenPermissions, wish)
        const what = `${wish[0]}\n${comment}\n=====\n${summary}\n=====\n${outputs.receipts}`
        const failed = receipts.filter(({ state }) => state === 'failed')
        expect(
          failed.every(({ forbidden }) => forbidden === true),
          what,
        ).toBe(true)
        const needs = [...new Set(failed.flatMap(({ needs = [] }) => needs))].toSorted()
        expect(possible, what).toEqual(expect.arrayContaining(needs))

        expect(outcome, what).toBe(failed.length > 0 && own !== 'security' ? 'config' : own)
        expect(outputs.outcome, what).toBe(outcome)
        const places = [summary, ...(receipts.some(isPosted('comment')) ? [comment] : [])]
        for (const text of places) {
          expect(text.split(SAID), what).toHaveLength(2)
          const isDone = text.includes('**Done.**')
          expect(isDone, what).toBe(outcome === 'ok')
          expect(/could be written to GitHub: the token lacks a permission\.\*\* /.test(text), what).toBe(
            failed.length > 0,
          )
          // The required action is reported before the answer.
          if (failed.length > 0) for (const need of needs) expect(text.split(SAID)[0], what).toContain(`\`${need}\``)
          for (const { intent } of failed) if (intent.kind === 'review') expect(text, what).toMatch(/review of #8/)
        }
        if (receipts.some(isPosted('comment')))
          expect(comment, what).toContain(
            failed.length === 0 && own !== 'budget' && FAIL_ON.includes(own) === false ? 'state=done' : 'state=partial',
          )
        const [check] = checks
        if (receipts.some(isPosted('check_run'))) {
          const [told] = JSON.parse(outputs.receipts ?? '[]').filter(
            (each: { kind: string }) => each.kind === 'check_run',
          )
          expect([told.conclusion, told.title], what).toEqual([check?.conclusion, check?.output.title])
          expect(check?.conclusion === 'success', what).toBe(outcome === 'ok')
          if (FAIL_ON.includes(outcome)) expect(check?.conclusion, what).toBe('failure')
          if (failed.length > 0) expect(check?.output.title, what).toContain('the token lacks a permission')
          const [bold] = headlineOf(comment || summary).split('.')
          expect(check?.output.title, what).toContain(bold?.replace(/^Nothing/, 'Not everything'))
        }
        // The reason a run gives first is that of its outcome.
        const { message = '' } = outputs.error === '' ? {} : JSON.parse(outputs.error ?? '')
        if (own === 'config' || own === 'security') expect(message, what).toBe(SAID)
        else if (failed.length > 0) for (const need of needs) expect(message, what).toContain(`\`${need}\``)
      }
    })

const isPosted =
  (kind: Receipt['intent']['kind']) =>
  ({ intent, state }: Receipt) =>
    intent.kind === kind && state === 'posted'

/** Refuses every write, including retries. */
const refusing =
  (status: number, message: string): NonNullable<GitHubEmulatorOptions['onRequest']> =>
  ({ method, path }): InjectedFault | undefined =>
    method === 'GET' || path === '/graphql' ? undefined : { status, body: { message } }

const refusals: [name: string, status: number, message: string, outcome: Outcome, words: RegExp][] = [
  ['GitHub is in trouble', 502, 'Bad Gateway', 'internal', /^\*\*Nothing could be written to GitHub\.\*\*/],
  ['GitHub takes none of it', 422, 'Validation Failed', 'internal', /^\*\*Nothing could be written to GitHub\.\*\*/],
  [
    'the conversation is locked',
    403,
    'Unable to create comment because issue is locked.',
    'ok',
    /: the conversation is locked\.\*\*/,
  ],
  [
    'the token is not accepted',
    401,
    'Bad credentials',
    'config',
    /: GitHub rejected the token\.\*\* Check the input `github_token`/,
  ],
]
for (const [name, status, message, outcome, words] of refusals)
  test(`${name}, and nothing arrives: the outcome is ${outcome}, and the summary says so first`, async () => {
    await using server = await startIssueGitHub({ onRequest: refusing(status, message) })
    const proposals: Proposal[] = [{ kind: 'add_labels', number: 7, labels: ['bug'] }]
    const { summary, outputs, comment } = await deliverAll(server, aboutIssue, { ...finished(), proposals }, {})
    expect(comment).toBe('')
    expect([outputs.outcome, summary]).toEqual([outcome, expect.stringMatching(words)])
    expect(summary).toMatch(/Not delivered:\*\* the label[\s\S]*Not delivered:\*\* the comment[\s\S]*All is well\./)
    expect(outputs.error === '').toBe(outcome === 'ok')
    if (outcome !== 'ok') expect(JSON.parse(outputs.error ?? '').message).toContain(message)
  })

test('a missing issue is not reported as a missing permission', async () => {
  await using server = await startIssueGitHub()
  const { outputs, summary } = await deliverAll(server, { ...aboutIssue, number: 99 }, finished(), {})
  expect(outputs.outcome).toBe('config')
  expect(summary).toMatch(
    /: the issue, pull request or discussion does not exist, or the token cannot see it\.\*\* Check the number\. .*`issues: write`/,
  )
})

test('an existing check run does not hide a failed commit', async () => {
  const onRequest: GitHubEmulatorOptions['onRequest'] = ({ path }) =>
    path.includes('/check-runs') || path === '/graphql' ? undefined : { status: 502 }
  await using server = await startIssueGitHub({ onRequest })
  const { outputs, summary } = await deliverAll(server, aboutIssue, finished(), { checkRun: true })
  expect(outputs.outcome).toBe('internal')
  expect(summary).toMatch(/^\*\*Not everything could be written to GitHub\.\*\*/)
})

test('some writes refused: the comment names them instead of "Done", and the outcome is GitHub\u2019s failure', async () => {
  const onRequest: GitHubEmulatorOptions['onRequest'] = ({ method, path }) =>
    method === 'POST' && path.endsWith('/labels') ? { status: 422, body: { message: 'Validation Failed' } } : undefined
  await using server = await startIssueGitHub({ onRequest })
  const proposals: Proposal[] = [{ kind: 'add_labels', number: 7, labels: ['bug'] }]
  const { comment, outputs, checks } = await deliverAll(
    server,
    aboutIssue,
    { ...finished(), proposals },
    { checkRun: true },
  )
  expect(outputs).toMatchObject({ outcome: 'internal', error: expect.stringContaining('Validation Failed') })
  expect(comment).toMatch(
    /^<!--.*-->\n\*\*Not everything could be written to GitHub\.\*\* See below for what failed\.\n\n\*\*Could not be written:\*\*\n- label `bug`[\s\S]*All is well\./,
  )
  expect(checks).toMatchObject([
    { conclusion: 'failure', output: { title: 'Not everything could be written to GitHub' } },
  ])
})

test('a check run that fails after the comment is still reported there', async () => {
  await using server = await startIssueGitHub({
    onRequest: ({ path }) => (path.includes('/check-runs') ? { status: 403 } : undefined),
  })
  const { comment, outputs } = await deliverAll(server, aboutIssue, finished(), { checkRun: true })
  expect(comment).toMatch(/state=partial -->\n\*\*Not everything .*`checks: write`[\s\S]*- check run `Sluice: Review/)
  expect(outputs).toMatchObject({ outcome: 'config', comment_url: expect.stringContaining('#issuecomment-') })
})

test('a skipped run had nothing to write: a read-only token does not fail a fork without a key', async () => {
  await using server = await startIssueGitHub({}, [], {})
  server.world.tokenPermissions.checks = 'read'
  const ending: Ending = { end: 'skipped', outcome: 'noop', text: 'There is no credential for the model.' }
  const context = createTestContext(server, { checkRun: true })
  const { outcome, receipts } = await deliver(aboutIssue, finished({ outcome: 'noop', ending }), {}, context)
  expect([outcome, receipts[0]?.forbidden]).toEqual(['noop', true])
  expect(context.summary()).toMatch(/^\*\*Nothing ran\.\*\*/)
})

test('uncommitted edits are not called done, and a job without a comment is not silent', async () => {
  await using server = await startIssueGitHub()
  const context = createTestContext(server, { changes: 'commit', checkRun: true, patchPath: join(folder, 'y.patch') })
  const head = { ref: 'topic', sha: 'b'.repeat(40), repo: 'mallory/pond' }
  const { outcome } = await deliver(
    { ...aboutIssue, kind: 'pull_request', head },
    { ...finished(), changes: [edit] },
    {},
    context,
  )
  expect(outcome).toBe('ok')
  expect(server.world.comments.at(-1)?.body).toMatch(
    /\*\*Finished, but the change was not committed\.\*\* 1 file changed\. See the reason below\.\n\n\*\*Proposed, but not written:\*\*\n- commit of 1 file: the pull request comes from mallory\/pond/,
  )
  expect(server.world.checkRuns).toMatchObject([
    { conclusion: 'neutral', output: { title: 'Finished, but the change was not committed' } },
  ])
  expect(context.events).toContainEqual({
    type: 'notice',
    level: 'warning',
    text: expect.stringMatching(/^Not written: the commit of 1 file: the pull request comes from mallory\/pond/),
  })
})

test('the token of a run for a fork only reads, whatever a workflow says: no permission is named', async () => {
  await using server = await startIssueGitHub()
  Object.assign(server.world.tokenPermissions, { issues: 'read', pull_requests: 'read' })
  const head = { ref: 'topic', sha: 'b'.repeat(40), repo: 'mallory/pond' }
  const fork = { ...aboutIssue, event: 'pull_request', kind: 'pull_request' as const, head }
  const { summary, outputs } = await deliverAll(server, fork, finished(), {})
  expect(summary).toMatch(
    /lacks a permission\.\*\* See below for how to fix it\.[\s\S]*from forks a read-only token.*fork-review\.yml/,
  )
  expect(`${summary}${outputs.error}`).not.toContain('write`')
  expect(outputs.outcome).toBe('config')
})

test('an empty pull request is not called done', async () => {
  await using server = await startIssueGitHub()
  const proposals: Proposal[] = [{ kind: 'create_pull_request', title: 'Add a page', body: 'x', draft: false }]
  const context = { changes: 'pull_request' as const }
  const { comment, outputs } = await deliverAll(server, aboutIssue, { ...finished(), proposals }, context)
  expect(outputs).toMatchObject({ outcome: 'denied', pull_request_url: '' })
  expect(comment).toMatch(
    /Finished, but no pull request was opened\.\*\*[\s\S]*- pull request `Add a page`: no files were edited/,
  )
})

test('a dry run says so', async () => {
  await using server = await startIssueGitHub()
  const { summary, plan } = await deliverAll(server, aboutIssue, finished(), { dryRun: true })
  expect(summary).toContain('**Dry run: nothing was written to GitHub.**')
  expect(JSON.stringify(plan)).toContain('**Done.**')
})

test('the worse outcome stays: a refused write does not change a security stop or a failed start', () => {
  const intent = { kind: 'comment', number: 7, marker: '', page: { top: '', below: '' } } as const
  const forbidden: Receipt[] = [{ intent, state: 'failed', forbidden: true, needs: ['issues: write'] }]
  const lost: Receipt[] = [{ intent, state: 'failed', reason: 'GitHub did not answer' }]
  const after = (receipts: Receipt[]) =>
    OUTCOMES.map((outcome) => outcomeWithFailure(outcome, findDeliveryFailure(receipts)))
  expect(after(forbidden)).toEqual([
    'security',
    ...Array.from({ length: 6 }, () => 'config'),
    'refused',
    'noop',
    'config',
  ])
  expect(after(lost)).toEqual([
    'security',
    'config',
    ...Array.from({ length: 5 }, () => 'internal'),
    'refused',
    'noop',
    'internal',
  ])
})
