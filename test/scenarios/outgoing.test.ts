import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BOT, type WorldReviewComment } from '../../src/emulators/github/world.ts'
import { commentMarkerLine } from '../../src/github/comment-marker.ts'
import { jobKey } from '../../src/github/result-marker.ts'
import { SIGNATURE } from '../fakes/artifact-service.ts'
import { improvise } from './improvised.ts'
import { SOMEBODYS_TOKEN, sinksOf } from './scenario.ts'

test.concurrent('K05: transcript, patch and answer become one artifact of the run, without a secret in it', async () => {
  const turns = [
    [{ tool: 'write_file', args: { file_path: 'note.md', content: 'the token is {{SOMEBODYS_TOKEN}}\n' } }],
    [{ tool: 'run_shell_command', args: { command: 'env | grep -c -E "ACTIONS_|INPUT_" || true' } }],
  ]
  const step = { inputs: { upload_artifacts: 'true', comment: 'off' } }
  await improvise({ turns, step, repo: { 'a.md': 'a\n' } }, (run) => {
    const { last, artifacts, said } = run
    expect(last.outputs.outcome, last.log).toBe('security')
    expect([...artifacts.keys()]).toEqual([expect.stringMatching(/^sluice-sluice-[0-9a-f]{8}$/)])
    const kept = sinksOf(run).artifacts ?? ''
    for (const part of [
      'transcript.jsonl',
      '"run_started"',
      '"run_ended"',
      'changes.patch',
      '+the token is',
      'answer.md',
    ])
      expect(kept).toContain(part)
    expect(kept).not.toContain(SOMEBODYS_TOKEN)
    expect(last.summary).toMatch(
      /Uploaded the artifact sluice-sluice-\w+ .*actions\/runs\/17000000001\/artifacts\/4711/,
    )
    expect(last.log).not.toContain(SIGNATURE)
    expect(said[1]?.join('')).toContain('Output: 0\n')
  })
})

test.concurrent('an unavailable artifact service is reported and does not affect the run', async () => {
  const step = { inputs: { upload_artifacts: 'true' }, artifactService: { 1: { status: 403 } } }
  await improvise({ turns: [], step, repo: { 'a.md': 'a\n' } }, ({ last, artifacts }) => {
    expect([last.outputs.outcome, last.exitCode]).toEqual(['ok', 0])
    expect(artifacts.size).toBe(0)
    expect(last.commands).toContainEqual({
      name: 'warning',
      message: 'Could not upload the artifact: CreateArtifact failed with HTTP 403: on purpose.',
    })
  })
})

/** The pull request of the review, pushed to since it was opened. */
const pushedTo = () => {
  const text = readFileSync(join(import.meta.dirname, 'pull-request-review/event.json'), 'utf8')
  return { ...JSON.parse(text), action: 'synchronize' }
}

test.concurrent('the next run repeats no inline comment, and resolves fixed threads', async () => {
  const key = jobKey('Sluice', 'sluice')
  const remark = (id: number, line: number | null, more: Partial<WorldReviewComment> = {}): WorldReviewComment => ({
    id,
    number: 7,
    review: null,
    user: BOT,
    body: `${commentMarkerLine({ kind: 'remark', key, linesHash: `at-${id}`, by: '1.1' })}\nThis is wrong.`,
    path: 'src/shorten.js',
    commitId: '{{HEAD_SHA}}',
    line,
    startLine: null,
    side: 'RIGHT',
    inReplyTo: null,
    createdAt: '2026-01-05T09:00:00Z',
    ...more,
  })
  const reviewComments = [
    remark(31, null),
    remark(32, 3),
    remark(33, null, { user: 'wendy', body: 'Mine.' }),
    remark(34, null, { path: 'test/shorten.test.js' }),
  ]
  const review = { path: 'test/shorten.test.js', line: 3, body: 'Here is something else.' }
  const turns = [[{ tool: 'github__review_comment', args: review }]]
  const env = { GITHUB_WORKFLOW_REF: 'octo/pond/.github/workflows/review.yml@refs/heads/main' }
  await improvise(
    { turns, payload: pushedTo(), world: { reviewComments, playedWorkflow: 'review.yml' }, step: { runs: 1, env } },
    ({ last, github, said }) => {
      expect(said[0]?.[0]).toContain('Proposed: an inline comment')
      expect(last.outputs.outcome, last.log).toBe('ok')
      expect(github.world.resolved).toEqual([31])
      expect(github.world.reviews).toHaveLength(1)
      expect(github.world.comments.at(-1)?.body).toContain('resolution of fixed threads on #7')
    },
  )
  await improvise({ turns, step: { runs: 2 } }, ({ last, github }) => {
    expect(last.outputs.outcome, last.log).toBe('ok')
    expect(github.world.reviews).toHaveLength(1)
    expect(github.world.reviewComments).toHaveLength(1)
  })
})
