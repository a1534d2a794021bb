import { expect, test } from 'vitest'
import { abandonReviewCheck, finishReviewCheck, startReviewCheck } from '../../../src/delivery/post/review-check.ts'
import { startGitHub } from '../../../src/emulators/github/github.ts'
import type { VerdictFacts } from '../../../src/review/verdict.ts'
import { testRepository } from '../../github/repository.ts'
import { BOT, connect, TOKEN } from '../delivery-fixture.ts'

/** Several pull requests can have one commit as their head, and GitHub shows its check run on each. What runs do, and what stands then. */

const BLOCKS: Partial<VerdictFacts> = { open: [{ severity: 'high' }] }
const PARTIAL: Partial<VerdictFacts> = { unread: ['src/a.ts'] }
type Step = [number: number, what: 'starts' | 'is killed' | Partial<VerdictFacts>]
const rows: [name: string, steps: Step[], conclusion: string][] = [
  [
    'one that passes',
    [
      [7, 'starts'],
      [7, {}],
    ],
    'success',
  ],
  [
    'one that blocks, and a further one whose base hides the change',
    [
      [7, 'starts'],
      [7, BLOCKS],
      [9, 'starts'],
      [9, {}],
    ],
    'failure',
  ],
  [
    'one that passes, and a further one that is not read yet',
    [
      [9, 'starts'],
      [9, {}],
      [7, 'starts'],
    ],
    'failure',
  ],
  [
    'one that was read, and a further one of which a file is not',
    [
      [9, 'starts'],
      [9, {}],
      [7, 'starts'],
      [7, PARTIAL],
    ],
    'neutral',
  ],
  [
    'both pass',
    [
      [9, 'starts'],
      [9, {}],
      [7, 'starts'],
      [7, {}],
    ],
    'success',
  ],
  [
    'the block of one is dismissed, that of the other stands',
    [
      [7, 'starts'],
      [7, BLOCKS],
      [9, 'starts'],
      [9, BLOCKS],
      [9, {}],
    ],
    'failure',
  ],
  [
    'both are dismissed',
    [
      [7, 'starts'],
      [7, BLOCKS],
      [9, 'starts'],
      [9, BLOCKS],
      [9, {}],
      [7, {}],
    ],
    'success',
  ],
  [
    'a second run of the same one reads less',
    [
      [7, 'starts'],
      [7, {}],
      [7, 'starts'],
      [7, PARTIAL],
    ],
    'success',
  ],
  [
    'a further one is killed',
    [
      [9, 'starts'],
      [9, {}],
      [7, 'starts'],
      [7, 'is killed'],
    ],
    'neutral',
  ],
  [
    'a killed one of a commit that nobody read',
    [
      [7, 'starts'],
      [7, 'is killed'],
    ],
    'neutral',
  ],
]
test.each(rows)('the check run of a commit: %s', async (_, steps, conclusion) => {
  await using repository = await testRepository()
  const sha = await repository.commit({ 'a.txt': 'a\n' })
  await using server = await startGitHub({
    owner: 'octo',
    repo: 'pond',
    token: TOKEN,
    viewer: BOT,
    gitDir: repository.dir,
    playedWorkflow: 'sluice.yml',
  })
  const github = connect(server)
  for (const [number, step] of steps) {
    const place = { sha, key: 'review.0123456789ab', number, url: 'https://github.com/octo/pond/actions/runs/41' }
    if (step === 'starts') await startReviewCheck(place, github)
    else if (step === 'is killed') await abandonReviewCheck({ ...place, threshold: 'high' }, 'it was killed', github)
    else {
      const facts: VerdictFacts = { open: [], threshold: 'high', ...step }
      await finishReviewCheck({ kind: 'review_check', ...place, facts, findings: '' }, github)
    }
  }
  expect(server.world.checkRuns.map((check) => check.conclusion)).toEqual([conclusion])
  expect(server.problems).toEqual([])
})
