import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGitHub } from '../../src/emulators/github/github.ts'
import { BOT, pull, type WorkflowRun } from '../../src/emulators/github/world.ts'
import { commentMarkerLine } from '../../src/github/comment-marker.ts'
import type { Task } from '../../src/github/events/task.ts'
import { boundText } from '../../src/github/own-text.ts'
import { jobKey } from '../../src/github/result-marker.ts'
import { newFinding, storedFinding } from '../../src/review/finding.ts'
import { readAllFindings, readFindings } from '../../src/review/read-findings.ts'
import { findingOutputs, reviewSections } from '../../src/review/review-sections.ts'
import { summarizeReview } from '../../src/review/summarize-review.ts'
import { connect, TOKEN, task } from '../delivery/delivery-fixture.ts'
import { reviewCommentOf } from '../delivery/review-comment.ts'
import { type TestRepository, testRepository } from '../github/repository.ts'

// Two workflows review one pull request: review.yml posted a finding, and review-sarif.yml runs after it.

const OWN = jobKey('Review with code scanning', 'review')
const OTHER = jobKey('Review', 'review')
const CODE = 'export const a = 1\nexport const b = 2\n'
const uses = (action: string) => `jobs:\n  review:\n    steps:\n      - uses: ${action}@v0\n`

let repository: TestRepository
let sides: Required<Pick<Task, 'base' | 'head'>>
beforeAll(async () => {
  repository = await testRepository()
  await repository.git('config', 'core.autocrlf', 'false')
  const base = await repository.commit({
    '.github/workflows/review.yml': uses('octo/sluice'),
    '.github/workflows/fork.yml': uses('acme/Sluice'),
    '.github/workflows/greet.yml': uses('actions/github-script'),
  })
  await repository.git('branch', '-M', 'main')
  await repository.git('checkout', '-qb', 'topic')
  const head = await repository.commit({ 'src/a.ts': CODE })
  await repository.git('checkout', '-q', 'main')
  const side = (ref: string, sha: string) => ({ ref, sha, repo: 'octo/pond' })
  sides = { base: side('main', base), head: side('topic', head) }
})
afterAll(() => repository[Symbol.asyncDispose]())

const lines = { code: ['export const a = 1'], before: [], after: ['export const b = 2'] }
const finding = newFinding('src/a.ts', { severity: 'high', category: 'security', title: 'Wrong' }, lines)
const ran: Omit<WorkflowRun, 'id' | 'workflow'> = {
  actor: 'wendy',
  conclusion: 'success',
  createdAt: '2026-01-05T09:00:00Z',
  endedAt: '2026-01-05T09:10:00Z',
  event: 'pull_request',
}

type Case = {
  by?: string
  user?: string
  key?: string
  resolved?: number[]
  counts: boolean
  run?: Partial<WorkflowRun>
}
const cases: Record<string, Case> = {
  'of another workflow with this action': { counts: true },
  'of another workflow with a copy of this action': { by: '43.1', counts: true },
  'of another job of this workflow': { by: '41.1', counts: true },
  'of this job, whose list has it': { by: '41.1', key: OWN, counts: false },
  'of a workflow without this action': { by: '42.1', counts: false },
  'of a run that never was': { by: '49.1', counts: false },
  'of a run with code of a fork': { run: { headRepo: 'mallory/pond' }, counts: false },
  'of a stranger': { user: 'stan', counts: false },
  'that a person with write permission resolved': { resolved: [1], counts: false },
}
for (const [name, { by = '44.1', user = BOT, key = OTHER, resolved = [], run = {}, counts }] of Object.entries(cases))
  test(`a finding ${name} ${counts ? 'is' : 'is not'} among those of other reviews`, async () => {
    const details = storedFinding(finding, { commit: sides.head.sha, line: 1 })
    const mark = commentMarkerLine({ kind: 'remark', key, by, linesHash: 'h', details })
    const body = boundText(`${mark}\n**Wrong**`, { item: 5 })
    await using server = await startGitHub({
      owner: 'octo',
      repo: 'pond',
      token: TOKEN,
      viewer: BOT,
      permissions: { wendy: 'write', stan: 'none' },
      gitDir: repository.dir,
      pulls: [
        pull({
          number: 5,
          user: 'wendy',
          base: { ...sides.base, repo: 'octo/pond' },
          head: { ...sides.head, repo: 'octo/pond' },
        }),
      ],
      reviewComments: [
        reviewCommentOf({
          id: 1,
          user,
          line: 1,
          commitId: sides.head.sha,
          body,
          createdAt: '2026-01-05T09:05:00Z',
          updatedAt: '2026-01-05T09:05:00Z',
        }),
      ],
      resolved,
      resolvedBy: { 1: 'wendy' },
      workflowRuns: [
        { id: 41, workflow: 'sluice.yml', ...ran },
        { id: 42, workflow: 'greet.yml', ...ran },
        { id: 43, workflow: 'fork.yml', ...ran },
        { id: 44, workflow: 'review.yml', ...ran, ...run },
      ],
    })
    const github = connect(server)
    const threads = await github.threads(5)
    const diff = async () => ({ commit: sides.head.sha, files: [] })
    const about: Task = { ...task, event: 'pull_request', action: 'opened', kind: 'pull_request', number: 5, ...sides }
    const review = await summarizeReview(
      { proposals: [], folded: [], unplaced: [] },
      {
        task: about,
        github,
        earlierFindings: () => readFindings(threads, { number: 5, head: sides.head.sha, files: [] }, github),
        allFindings: () => readAllFindings(threads, { number: 5, diff, action: 'octo/sluice' }, github),
        key: OWN,
        isReview: true,
        isAgain: true,
      },
    )
    const outputs = findingOutputs({ review }).map(({ id, producer, line }) => ({ id, producer, line }))
    const sections = reviewSections({ review, turns: 1 }).join('\n')
    if (counts) {
      expect(outputs).toEqual([{ id: finding.id, producer: key, line: 1 }])
      expect(sections).toContain('Other reviews of this pull request have 1 open finding.')
    } else {
      expect(outputs.filter(({ producer }) => producer !== OWN)).toEqual([])
      expect(sections).not.toContain('Other reviews')
    }
    // The event of an opened pull request can come again, after a review of it.
    expect(review?.findings.map(({ id }) => id)).toEqual(key === OWN ? [finding.id] : [])
    expect(review?.findings.filter(({ producer }) => producer !== undefined)).toEqual([])
    expect(server.problems).toEqual([])
  })
