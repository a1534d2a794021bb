import { expect, test } from 'vitest'
import type { RunAttempt } from '../../src/github/api/workflow-runs.ts'
import { confirmedComments } from '../../src/github/confirmed-marks.ts'
import { markerLine } from '../../src/github/result-marker.ts'

const KEY = 'triage-scale.0123456789ab'
const env = { GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/triage.yml@refs/heads/main' }
const run: RunAttempt = {
  id: 41,
  attempt: 2,
  event: 'schedule',
  path: '.github/workflows/triage.yml@main',
  startedAt: '2026-01-05T09:00:00Z',
  endedAt: '2026-01-05T09:10:00Z',
  repositoryId: 1,
  headRepositoryId: 1,
}
const comment = (name = '41.2', changedAt = '2026-01-05T09:05:00Z', by?: string) => ({
  body: `${markerLine({ key: KEY, run: name, state: 'done', by })}\nDone.`,
  changedAt,
})

async function isConfirmed(marked: { body: string; changedAt: string }, known: Partial<RunAttempt> = {}, ref = env) {
  const runAttempt = async (id: number, attempt: number) => {
    if (id !== run.id || attempt !== run.attempt) throw new Error('404')
    return { ...run, ...known }
  }
  return (await confirmedComments([marked], { github: { runAttempt }, env: ref })).length === 1
}

test('a mark counts when the run that it names is of this workflow and ran when the comment was written', async () => {
  expect(await isConfirmed(comment())).toBe(true)
  expect(await isConfirmed(comment('41.2', run.startedAt))).toBe(true)
  expect(await isConfirmed(comment('41.2', run.endedAt))).toBe(true)
  expect(await isConfirmed(comment('41.2', '2026-01-06T09:00:00Z'), { endedAt: undefined })).toBe(true)
  expect(await isConfirmed(comment('issue-comment-9.1', undefined, '41.2'))).toBe(true)
})

test('a mark counts not for another run, workflow, repository or time, nor where GitHub does not say', async () => {
  expect(await isConfirmed(comment('40.1'))).toBe(false)
  expect(await isConfirmed(comment('41.1'))).toBe(false)
  expect(await isConfirmed(comment('issue-comment-9.1'))).toBe(false)
  expect(await isConfirmed(comment('local-session'))).toBe(false)
  expect(await isConfirmed(comment(), { path: '.github/workflows/greet.yml' })).toBe(false)
  expect(await isConfirmed(comment(), { headRepositoryId: 2 })).toBe(false)
  expect(await isConfirmed(comment(), { headRepositoryId: undefined })).toBe(false)
  expect(await isConfirmed(comment('41.2', '2026-01-05T08:59:59Z'))).toBe(false)
  expect(await isConfirmed(comment('41.2', '2026-01-05T09:10:01Z'))).toBe(false)
  expect(await isConfirmed(comment('41.2', 'never'))).toBe(false)
  expect(await isConfirmed({ body: 'No mark.', changedAt: run.startedAt })).toBe(false)
  expect(await isConfirmed(comment(), {}, { GITHUB_WORKFLOW_REF: '' })).toBe(false)
})

test('each run is asked about once, all at the same time', async () => {
  let asked = 0
  const runAttempt = async () => {
    asked += 1
    return run
  }
  const all = [comment(), comment(), comment()]
  expect(await confirmedComments(all, { github: { runAttempt }, env })).toEqual(all)
  expect(asked).toBe(1)
})
