import { expect, test } from 'vitest'
import { leftCheckout, leftCheckouts, runCommit, runRef } from '../../../src/emulators/github/checkout.ts'

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
