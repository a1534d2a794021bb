import { expect, test } from 'vitest'
import type { CommitSummary } from '../../../src/github/api/code.ts'
import { headAtRequest } from '../../../src/github/events/steering-commit.ts'
import type { Task } from '../../../src/github/events/task.ts'

const sha = (index: number) => String(index).padStart(40, '0')
const minute = (index: number) => new Date(Date.UTC(2026, 1, 3, 9, index)).toISOString()
/** Sixty commits, one a minute. */
const commits = Array.from({ length: 60 }, (_, index): CommitSummary => {
  return { sha: sha(index), message: 'm', author: 'a', date: minute(0), committed: minute(index) }
})
const head = { ref: 'topic', sha: sha(59), repo: 'stan/pond' }
const task = (requestedAt: string, more: Partial<Task> = {}): Task => ({
  event: 'issue_comment',
  kind: 'pull_request',
  number: 7,
  repo: { owner: 'octo', name: 'pond' },
  actor: 'wendy',
  triggeringActor: 'wendy',
  sha: sha(0),
  requestedAt,
  ...more,
})
const github = {
  pullCommits: async (_: number, page: number) => ({
    items: commits.slice((page - 1) * 50, page * 50),
    page,
    pages: 2,
  }),
}

test.each([
  ['after the last commit', minute(59), { head }],
  ['before the last commit', minute(58), { head: { ...head, sha: sha(58) }, laterHead: sha(59) }],
  ['in the middle of the first page', minute(20), { head: { ...head, sha: sha(20) }, laterHead: sha(59) }],
])('a comment %s is about the commits of that time', async (_, requestedAt, expected) => {
  expect(await headAtRequest(task(requestedAt), head, github)).toEqual(expected)
})

test.each([['pull_request_review_comment'], ['pull_request_review']])('%s: the same', async (event) => {
  const expected = { head: { ...head, sha: sha(20) }, laterHead: sha(59) }
  expect(await headAtRequest(task(minute(20), { event }), head, github)).toEqual(expected)
})

test('a review is about the commit that it names, whenever it was sent', async () => {
  const review = { event: 'pull_request_review', seenCommit: sha(7) }
  const expected = { head: { ...head, sha: sha(7) }, laterHead: sha(59) }
  expect(await headAtRequest(task(minute(59), review), head, github)).toEqual(expected)
  const gone = { ...review, seenCommit: 'f'.repeat(40) }
  expect(await headAtRequest(task(minute(58), gone), head, github)).toEqual({
    head: { ...head, sha: sha(58) },
    laterHead: sha(59),
  })
})

test('a comment that is older than every commit starts nothing', async () => {
  await expect(headAtRequest(task('2026-02-03T08:59:59Z'), head, github)).rejects.toThrow(
    'Every commit of #7 is newer than the comment, so nothing ran. Read them, and ask again.',
  )
})

test('the head of a branch of this repository, and of other events, is the current one', async () => {
  const none = { pullCommits: () => Promise.reject(new Error('nothing is asked')) }
  const own = { ...head, repo: 'octo/pond' }
  expect(await headAtRequest(task(minute(1)), own, none)).toEqual({ head: own })
  expect(await headAtRequest(task(minute(1), { event: 'workflow_dispatch' }), head, none)).toEqual({ head })
})
