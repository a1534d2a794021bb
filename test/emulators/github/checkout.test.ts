import { expect, test } from 'vitest'
import {
  guardsForks,
  isForkBranch,
  isForkRefused,
  leftCheckout,
  leftCheckouts,
  runCommit,
  runRef,
} from '../../../src/emulators/github/checkout.ts'

/** Source: GitHub docs, "Events that trigger workflows", GITHUB_SHA and GITHUB_REF; actions/checkout, src/input-helper.ts. */

const repository = { default_branch: 'trunk' }
test.for([
  ['pull_request', { number: 7, repository }, 'merge', 'refs/pull/7/merge'],
  ['pull_request_review', { pull_request: { number: 7 }, repository }, 'merge', 'refs/pull/7/merge'],
  ['pull_request_review_comment', { pull_request: { number: 7 }, repository }, 'merge', 'refs/pull/7/merge'],
  ['pull_request_target', { number: 7, pull_request: { number: 7 }, repository }, 'default', 'refs/heads/trunk'],
  ['issue_comment', { issue: { number: 7, pull_request: {} }, repository }, 'default', 'refs/heads/trunk'],
  ['workflow_run', { repository }, 'default', 'refs/heads/trunk'],
  ['schedule', { schedule: '0 0 * * *', repository }, 'default', 'refs/heads/trunk'],
  ['repository_dispatch', { branch: 'trunk', repository }, 'default', 'refs/heads/trunk'],
  ['push', { ref: 'refs/tags/v1', repository }, 'event', 'refs/tags/v1'],
  ['create', { ref: 'v1', ref_type: 'tag', repository }, 'event', 'refs/tags/v1'],
  ['release', { release: { tag_name: 'v1' }, repository }, 'event', 'refs/tags/v1'],
  ['deployment_status', { deployment: { ref: 'topic' }, repository }, 'event', 'refs/heads/topic'],
  ['merge_group', { merge_group: { head_ref: 'refs/heads/queue/7' }, repository }, 'event', 'refs/heads/queue/7'],
  ['workflow_dispatch', { ref: 'refs/heads/topic', inputs: {}, repository }, 'event', 'refs/heads/topic'],
  ['toString', {}, 'default', 'refs/heads/main'],
] as const)('%s %j: a run starts on %s, %s', ([event, payload, commit, ref]) => {
  expect(runCommit(event)).toBe(commit)
  expect(runRef(event, payload)).toBe(ref)
})

const plain = {
  repository: 'octo/pond',
  ref: 'refs/pull/7/merge',
  folder: '',
  depth: 1,
  sparse: [],
  keepsCredential: true,
  allowsForks: false,
}
test.for([
  [{}, {}],
  [{ ref: ' ' }, {}],
  [{ Ref: 'topic' }, { ref: 'topic' }],
  [{ repository: 'Octo/Pond' }, { repository: 'Octo/Pond' }],
  [
    { repository: 'octo/tools', path: './tools/' },
    { repository: 'octo/tools', ref: '', folder: 'tools' },
  ],
  [{ 'fetch-depth': '0' }, { depth: 0 }],
  [{ 'fetch-depth': '-1' }, { depth: 0 }],
  [{ 'fetch-depth': 'all' }, { depth: 0 }],
  [{ 'fetch-depth': '2' }, { depth: 2 }],
  [{ 'sparse-checkout': 'src\n docs \n' }, { sparse: ['src', 'docs'] }],
  [{ 'persist-credentials': 'FALSE' }, { keepsCredential: false }],
  [{ 'persist-credentials': '' }, {}],
  [{ 'allow-unsafe-pr-checkout': 'true' }, { allowsForks: true }],
] as const)('actions/checkout with %j', ([inputs, difference]) =>
  expect(leftCheckout(inputs, { repository: 'octo/pond', ref: plain.ref })).toEqual({ ...plain, ...difference }),
)

test('a later checkout empties its folder', () => {
  const [root, code, inner] = ['', 'code', 'code/inner'].map((folder) => ({ ...plain, folder }))
  if (root === undefined || code === undefined || inner === undefined) throw new Error('three folders')
  expect(leftCheckouts([root, code, inner])).toEqual([root, code, inner])
  expect(leftCheckouts([inner, code])).toEqual([code])
  expect(leftCheckouts([code, inner, root])).toEqual([root])
  expect(leftCheckouts([code, { ...code, ref: 'topic' }])).toEqual([{ ...code, ref: 'topic' }])
})

const [OWN, FORK] = [
  { id: 100, full_name: 'octo/pond' },
  { id: 200, full_name: 'stranger/pond' },
]
const [HEAD, MERGE, BASE] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string]
const target = (repo: object) => ({
  event: 'pull_request_target',
  payload: { repository: OWN, pull_request: { head: { sha: HEAD, repo }, merge_commit_sha: MERGE } },
})
const upstream = (event: string, head_repository: object) => ({
  event: 'workflow_run',
  payload: {
    repository: OWN,
    workflow_run: { event, head_repository, head_sha: HEAD, head_commit: { id: MERGE } },
  },
})
/** Source: actions/checkout, the cases of its own test for the guard. */
test.for([
  [true, target(FORK), { ref: HEAD }],
  [true, target(FORK), { ref: MERGE }],
  [true, target(FORK), { ref: HEAD.toUpperCase() }],
  [true, target(FORK), { ref: 'refs/pull/42/head' }],
  [true, target(FORK), { ref: 'refs/pull/42/merge' }],
  [true, target(FORK), { ref: 'refs/heads/main', repository: 'Stranger/Pond' }],
  [true, target({ full_name: 'stranger/pond' }), { ref: HEAD }],
  [true, upstream('pull_request', FORK), { ref: HEAD }],
  [true, upstream('pull_request_target', FORK), { ref: MERGE }],
  [false, upstream('pull_request_target', FORK), { ref: HEAD }],
  [false, upstream('push', FORK), { ref: HEAD }],
  [false, upstream('pull_request', OWN), { ref: HEAD }],
  [false, target(OWN), { ref: HEAD }],
  [false, target(FORK), { ref: BASE }],
  [false, target(FORK), { ref: 'topic' }],
  [false, target(FORK), { ref: 'main', repository: 'octo/tools' }],
  [false, target(FORK), { ref: HEAD, allowsForks: true }],
  [false, { ...target(FORK), event: 'pull_request' }, { ref: 'refs/pull/1/merge' }],
] as const)('a fork is refused: %s, %j, checkout of %j', ([isRefused, run, step]) =>
  expect(isForkRefused({ ...plain, ...step }, run)).toBe(isRefused),
)

test.for([
  ['actions/checkout@v3', false],
  ['actions/checkout@v4', true],
  ['actions/checkout@v4.3.1', false],
  ['actions/checkout@v4.4.0', true],
  ['actions/checkout@v5.0', false],
  ['actions/checkout@v6.1.0', true],
  ['actions/checkout@v7', true],
  ['actions/checkout@main', true],
  ['actions/checkout@releases/v1', false],
  [`actions/checkout@${'a'.repeat(40)}`, undefined],
  [`actions/checkout@${'a'.repeat(40)}`, false, 'v4.2.2'],
  [`actions/checkout@${'a'.repeat(40)}`, true, 'v6.1.0'],
  ['actions/checkout@v4.3.1', false, 'v6.1.0'],
] as const)('%s refuses forks on events with secrets: %s', ([uses, isGuarded, tag]) =>
  expect(guardsForks(uses, tag)).toBe(isGuarded),
)

const BRANCHES = { head: { sha: HEAD, ref: 'topic', repo: FORK }, base: { ref: 'main' } }
const ofPull = (change: object) => ({
  payload: { repository: { ...OWN, default_branch: 'main' }, pull_request: { ...BRANCHES, ...change } },
})
const upstreamRun = { event: 'pull_request', head_repository: FORK, head_branch: 'topic' }
/** A fork's branch is looked up in the repository of the workflow. */
test.for([
  [true, ofPull({}), { ref: 'topic' }],
  [true, ofPull({}), { ref: 'refs/heads/topic' }],
  [true, ofPull({ head: { ...BRANCHES.head, repo: null } }), { ref: 'topic' }],
  [true, { payload: { repository: OWN, workflow_run: upstreamRun } }, { ref: 'topic' }],
  [false, ofPull({ head: { ...BRANCHES.head, repo: OWN } }), { ref: 'topic' }],
  [false, ofPull({ head: { ...BRANCHES.head, ref: 'main' } }), { ref: 'main' }],
  [false, ofPull({}), { ref: 'topic', repository: 'stranger/pond' }],
  [false, ofPull({}), { ref: HEAD }],
  [false, { payload: { repository: OWN, ref: 'refs/heads/topic' } }, { ref: 'topic' }],
] as const)('the branch is only in the fork: %s, %j, checkout of %j', ([isMissing, run, step]) =>
  expect(isForkBranch({ ...plain, ...step }, run)).toBe(isMissing),
)
