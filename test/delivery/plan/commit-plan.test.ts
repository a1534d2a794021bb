import { expect, test } from 'vitest'
import { type CommitOptions, planCommit } from '../../../src/delivery/plan/commit-plan.ts'
import type { CommitIntent, Intent } from '../../../src/delivery/plan/intent.ts'
import type { EditedFile } from '../../../src/delivery/plan/patch.ts'
import { branchNameProblem } from '../../../src/github/branch-name.ts'
import type { Task } from '../../../src/github/events/task.ts'
import type { Proposal } from '../../../src/github-tools/proposal.ts'
import { createSecretFilter } from '../../../src/platform/redact/redact.ts'
import type { CallRecord, Outcome } from '../../../src/record/events.ts'
import { toPlainLine } from '../../../src/text/references.ts'
import { sanitizeOutbound } from '../../../src/text/sanitize-outbound.ts'
import { change, SECRET } from '../delivery-fixture.ts'

const BASE = 'a'.repeat(40)
const HEAD = 'b'.repeat(40)
const MERGE = 'c'.repeat(40)
const host = { server: 'https://github.com', repository: 'octo/pond' }

const issueTask: Task = {
  event: 'issue_comment',
  repo: { owner: 'octo', name: 'pond' },
  kind: 'issue',
  number: 7,
  actor: 'ada',
  triggeringActor: 'ada',
  author: 'ada',
  request: 'mend it',
  sha: BASE,
  defaultBranch: 'main',
}
const pullTask: Task = {
  ...issueTask,
  kind: 'pull_request',
  number: 8,
  base: { ref: 'main', sha: BASE, repo: 'octo/pond' },
  head: { ref: 'topic', sha: HEAD, repo: 'octo/pond' },
}
const pushed: Task = { ...pullTask, event: 'pull_request', sha: MERGE }
const fork: Task = { ...pullTask, head: { ref: 'topic', sha: HEAD, repo: 'mallory/pond' } }
const upstream = {
  runId: 1,
  workflow: 'CI',
  event: 'push',
  conclusion: 'failure',
  branch: 'topic',
  sha: HEAD,
  actor: 'ada',
  triggeringActor: 'ada',
  headRepo: 'octo/pond',
}
const { author: _, request: __, ...unasked } = issueTask
const failed: Task = { ...unasked, event: 'workflow_run', kind: 'workflow_run', number: 8, upstream }
const { number: ___, ...unnumbered } = unasked
const scheduled: Task = { ...unnumbered, event: 'schedule', kind: 'schedule' }

const options = (more: Partial<CommitOptions> = {}): CommitOptions => ({
  changes: 'commit',
  branchPrefix: 'sluice/',
  ref: 'refs/heads/main',
  identity: { ...host, workflow: 'Maintain', runUrl: 'https://github.com/octo/pond/actions/runs/100' },
  writer: { key: 'maintain.0123456789ab', run: '100.1' },
  ...more,
})
const edit = [change('src/a.ts', 'one\n', 'two\n')]
const request: Extract<Proposal, { kind: 'create_pull_request' }> = {
  kind: 'create_pull_request',
  title: 'Mend the pond',
  body: 'It leaked.',
  draft: true,
}
const answer = sanitizeOutbound('All is well.', host)

type Given = {
  task?: Task
  changes?: readonly EditedFile[]
  outcome?: Outcome
  calls?: readonly CallRecord[]
  request?: typeof request
  options?: Partial<CommitOptions>
}

function planned(given: Given = {}): Intent[] {
  const report = {
    outcome: given.outcome ?? 'ok',
    calls: given.calls ?? [],
    answer: { short: answer, full: answer, isTruncated: false },
  }
  const changes = given.changes ?? edit
  return planCommit(
    { task: given.task ?? issueTask, changes, report, pullRequest: given.request },
    options(given.options),
    createSecretFilter([SECRET]),
  )
}

function commitIn(given: Given = {}): CommitIntent {
  const commit = planned(given).find((intent) => intent.kind === 'commit')
  if (commit === undefined) throw new Error('no commit was planned')
  return commit
}

const kinds: [name: string, given: Given, kinds: string[]][] = [
  ['a report stays a report', { options: { changes: 'report' } }, []],
  ['nothing at all', { options: { changes: 'off' } }, []],
  ['nothing edited', { changes: [] }, []],
  ['a commit', {}, ['commit']],
  ['a commit and the pull request that was proposed', { request }, ['commit', 'create_pull_request']],
  ['a pull request', { options: { changes: 'pull_request' } }, ['commit', 'create_pull_request']],
  ['a pull request of nothing is told so', { request, changes: [] }, ['create_pull_request']],
]
for (const [name, given, expected] of kinds)
  test(`planned: ${name}`, () => expect(planned(given).map(({ kind }) => kind)).toEqual(expected))

const targets: [
  name: string,
  given: Given,
  onto: CommitIntent['pullRequest'],
  grounds: CommitIntent['bases'],
  branch: RegExp,
][] = [
  ['an issue', {}, undefined, [{ sha: BASE, targetBranch: 'main' }], /^sluice\/issue-7-[0-9a-f]{8}$/],
  [
    'a pull request that was commented on',
    { task: pullTask },
    { number: 8, branch: 'topic' },
    [{ sha: HEAD, targetBranch: 'topic' }],
    /^sluice\/pr-8-[0-9a-f]{8}$/,
  ],
  [
    'a pull request that was pushed to: its merge is checked out',
    { task: pushed, options: { ref: 'refs/pull/8/merge' } },
    { number: 8, branch: 'topic' },
    [{ sha: HEAD, targetBranch: 'topic' }],
    /^sluice\/pr-8-/,
  ],
  [
    'a pull request, in a branch of its own',
    { task: pullTask, options: { changes: 'pull_request' } },
    undefined,
    [{ sha: HEAD, targetBranch: 'topic' }],
    /^sluice\/pr-8-/,
  ],
  [
    'a pull request from the default branch',
    { task: { ...pullTask, head: { ref: 'main', sha: HEAD, repo: 'octo/pond' } } },
    undefined,
    [{ sha: HEAD, targetBranch: 'main' }],
    /^sluice\/pr-8-/,
  ],
  [
    'a failed workflow of a pull request',
    { task: failed },
    { number: 8, branch: 'topic' },
    [{ sha: HEAD, targetBranch: 'topic' }],
    /^sluice\/workflow-run-8-/,
  ],
  [
    'a schedule',
    { task: scheduled, options: { branchPrefix: 'bot-' } },
    undefined,
    [{ sha: BASE, targetBranch: 'main' }],
    /^bot-schedule-[0-9a-f]{8}$/,
  ],
  ['a tag', { task: scheduled, options: { ref: 'refs/tags/v1' } }, undefined, [{ sha: BASE }], /^sluice\/schedule-/],
]
for (const [name, given, onto, grounds, branch] of targets)
  test(`target: ${name}`, () => {
    const commit = commitIn(given)
    expect(commit.blocked).toBeUndefined()
    expect([commit.pullRequest, commit.bases]).toEqual([onto, grounds])
    expect(commit.branch).toMatch(branch)
    expect(branchNameProblem(commit.branch)).toBeUndefined()
  })

test('the branch is the same for the same change of one job, whichever run makes it', () => {
  const branch = (run: string, key = 'k') => commitIn({ options: { writer: { key, run } } }).branch
  expect(branch('101.1')).toBe(branch('100.1'))
  expect(branch('100.1', 'l')).not.toBe(branch('100.1'))
})

const workflow = (path: string) => [change(path, null, 'x\n')]
const many = (count: number) => Array.from({ length: count }, (_, nth) => change(`src/${nth}.ts`, null, 'x\n'))
const token = ['ghp', '0123456789abcdefghijABCDEFGHIJ012345'].join('_')

const refusals: [name: string, given: Given, reason: RegExp | undefined, isSecret?: true][] = [
  ['from a fork', { task: fork }, /comes from mallory\/pond.*the patch contains the change/],
  [
    'from a fork that is gone',
    { task: { ...fork, head: { ref: 't', sha: HEAD, repo: undefined } } },
    /a deleted repository/,
  ],
  ['a fork woke it', { task: { ...failed, upstream: { ...upstream, headRepo: 'mallory/pond' } } }, /mallory\/pond/],
  ['names differ in case only', { task: { ...pullTask, repo: { owner: 'Octo', name: 'Pond' } } }, undefined],
  ['500 files', { changes: many(500) }, undefined],
  ['501 files', { changes: many(501) }, /501 files were edited, but a commit may contain at most 500/],
  [
    'one huge file',
    { changes: [{ ...change('a.bin', null, ''), after: Buffer.alloc(10_000_001) }] },
    /a\.bin has 10,000,001 bytes/,
  ],
  ['stopped at a limit', { outcome: 'budget' }, /ended before it finished/],
  ['the model failed', { outcome: 'model' }, /ended before it finished/],
  [
    'held back by a rule',
    { changes: workflow('CODEOWNERS').map((each) => ({ ...each, heldBy: { message: 'No.' } })) },
    /^CODEOWNERS is held back: No\./,
  ],
  ['a secret in a file', { changes: [change('a.txt', 'x\n', `x\nkey ${SECRET}\n`)] }, /a\.txt would contain/, true],
  [
    'the same, encoded',
    { changes: [change('a.txt', null, Buffer.from(SECRET).toString('base64'))] },
    /a\.txt would/,
    true,
  ],
  [
    'in a program',
    { changes: [{ ...change('a', null, ''), after: Buffer.from(`\0\xff${SECRET}\0`, 'latin1') }] },
    /would contain/,
    true,
  ],
  [
    'in UTF-16',
    { changes: [{ ...change('a', null, ''), after: Buffer.from(`\ufeff${SECRET}`, 'utf16le') }] },
    /would contain/,
    true,
  ],
  ['in a name', { changes: [change(`src/${SECRET}.ts`, null, 'x')] }, /would contain/, true],
  [
    'one that stood there before',
    { changes: [change('t.ts', `t = '${token}'\n`, `t = '${token}'\nu = 1\n`)] },
    undefined,
  ],
  ['moved to another line', { changes: [change('t.ts', `t = '${token}'\n`, `v = '${token}'\n`)] }, /t\.ts would/, true],
  ['taken out', { changes: [change('t.ts', `t = '${token}'\n`, 't = 1\n')] }, undefined],
  ['a known one in place of it', { changes: [change('t.ts', `t = '${token}'\n`, `t = '${SECRET}'\n`)] }, /t\.ts/, true],
  ['a bad prefix', { options: { branchPrefix: 'a b/' } }, /change branch_prefix/],
  ['a secret in the prefix', { options: { branchPrefix: `x-${SECRET}-` } }, /the branch name/, true],
]
for (const [name, given, reason, isSecret] of refusals)
  test(`refused or not: ${name}`, () => {
    const { blocked } = commitIn(given)
    if (reason === undefined) expect(blocked).toBeUndefined()
    else expect(blocked?.reason).toMatch(reason)
    expect(blocked?.isSecret).toBe(isSecret)
    expect(JSON.stringify(blocked ?? '')).not.toContain(SECRET)
  })

test('the commit message has no text of the event and names only the requester', () => {
  const stranger = { title: 'Fixes #1', body: 'Co-authored-by: mallory <m@example.com>' }
  const { message, requester, trailer } = commitIn({ task: { ...issueTask, ...stranger } })
  expect(message).toBe('Change 1 file for #7\n\nCreated by a Sluice run: https://github.com/octo/pond/actions/runs/100')
  expect([requester, trailer]).toEqual(['ada', 'Sluice-Run: maintain.0123456789ab/100'])
  expect(commitIn({ task: scheduled, changes: many(2) }).message).toMatch(/^Change 2 files\n/)
  expect(commitIn({ task: scheduled }).requester).toBeUndefined()
  expect(commitIn({ task: { ...scheduled, triggeringActor: 'eve' } }).requester).toBe('eve')
  expect(commitIn({ task: { ...issueTask, author: 'dependabot[bot]' } }).requester).toBeUndefined()
})

test('a title of the model is one harmless line, in commit and pull request', () => {
  const title = 'Mend it\n\nCo-authored-by: mallory <m@example.com>\nFixes #3, closes octo/pond#4 @octo/all [skip ci]'
  const [commit, pull] = planned({ request: { ...request, title: `${title} ${SECRET}` } })
  const message = commit?.kind === 'commit' ? commit.message : ''
  expect(message.split('\n')).toHaveLength(3)
  for (const text of [message, pull?.kind === 'create_pull_request' ? pull.title : ''])
    expect(text).not.toMatch(/\n.*Co-authored|(?:fix|close)\w* \S*#|@octo|\[skip/i)
  expect(message).not.toContain(SECRET)
})

test('a pull request without a description gets the answer', () => {
  const intents = planned({ options: { changes: 'pull_request' } })
  expect(intents[1]).toMatchObject({ title: 'Change src/a.ts for #7', draft: false })
  expect(intents[1]).toHaveProperty(
    'body',
    expect.stringMatching(/^All is well\.\n\n<sub>Created by \[a Sluice run\].* for #7, requested by `ada`\.<\/sub>$/),
  )
  expect(planned({ task: scheduled, options: { changes: 'pull_request' } })[1]).toHaveProperty(
    'title',
    'Change src/a.ts',
  )
  expect(planned({ request })[1]).toMatchObject({
    title: 'Mend the pond',
    draft: true,
    body: expect.stringMatching(/^It leaked\./),
  })
  expect(planned({ request: { ...request, title: '\u200b' } })[1]).toHaveProperty('title', 'Change src/a.ts for #7')
})

const lines: [text: string, plain: string][] = [
  ['Add a test', 'Add a test'],
  ['Fixes #12', 'Fixes 12'],
  ['fixes: octo/pond#12', 'fixes: octo/pond 12'],
  ['Closes https://github.com/octo/pond/issues/12', 'Closes github.com/octo/pond/issues/12'],
  ['resolved GH-4', 'resolved 4'],
  ['See #12', 'See #12'],
  ['See rust-lang/rust#12', 'See rust-lang/rust 12'],
  ['Ask @ada and @octo/team', 'Ask ada and octo/team'],
  ['a@example.com is an address', 'a@example.com is an address'],
  ['two\nlines\r\n\tand more', 'two lines and more'],
  ['hidden\u200b \u202etext', 'hidden text'],
  ['no run [skip ci] [CI-skip]', 'no run skip ci CI-skip'],
  ['Fixes\u200b #12', 'Fixes 12'],
  ['Fixes @#12', 'Fixes 12'],
]
for (const [text, plain] of lines)
  test(`plain: ${JSON.stringify(text)}`, () => expect(toPlainLine(text, host, 100)).toBe(plain))

test('a long line is cut at a word, and never inside a character', () => {
  expect(toPlainLine('one two three four five', host, 15)).toBe('one two three…')
  expect(toPlainLine('😀'.repeat(20), host, 10)).toBe(`${'😀'.repeat(4)}…`)
})

const names: [name: string, reason: RegExp | undefined][] = [
  ['sluice/pr-8-0123abcd', undefined],
  ['a', undefined],
  ['', /empty/],
  ['a b', /" "/],
  ['ä', /"ä"/],
  ['a~b', /"~"/],
  ['a@{b', /"@"/],
  ['-a', /dash/],
  ['a..b', /two consecutive dots/],
  ['a//b', /empty part/],
  ['/a', /empty part/],
  ['a/', /empty part/],
  ['a/.b', /dot/],
  ['a.', /dot/],
  ['a.lock/b', /\.lock/],
  ['refs/heads/a', /another kind/],
  ['HEAD', /another kind/],
  ['a\n', /"\\n"/],
  ['x'.repeat(101), /100 characters/],
]
for (const [name, reason] of names)
  test(`a branch called ${JSON.stringify(name.slice(0, 20))}`, () =>
    reason === undefined
      ? expect(branchNameProblem(name)).toBeUndefined()
      : expect(branchNameProblem(name)).toMatch(reason))
