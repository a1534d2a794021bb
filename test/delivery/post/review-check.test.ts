import { expect, test } from 'vitest'
import { abandonReviewCheck, finishReviewCheck, startReviewCheck } from '../../../src/delivery/post/review-check.ts'
import { startGitHub } from '../../../src/emulators/github/github.ts'
import { pull } from '../../../src/emulators/github/world.ts'
import type { VerdictFacts } from '../../../src/review/verdict.ts'
import { testRepository } from '../../github/repository.ts'
import { BOT, connect, TOKEN } from '../delivery-fixture.ts'

/**
 * Several pull requests can have one commit as their head, and GitHub shows its check run on each, whatever their base. What runs and people do,
 * and what stands then.
 */

const BLOCKS: Partial<VerdictFacts> = { open: [{ severity: 'high' }] }
const PARTIAL: Partial<VerdictFacts> = { unread: ['src/a.ts'] }
type Step = [
  number: number,
  what: 'starts' | 'is killed' | 'is closed' | 'moves on' | Partial<VerdictFacts>,
  into?: string,
]
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
    'one that loses a finding, and passes when it runs again',
    [
      [7, 'starts'],
      [7, { lost: 'GitHub answered 500' }],
      [7, 'starts'],
      [7, {}],
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
    'one that is read, and goes into another branch',
    [
      [7, 'starts', 'feature'],
      [7, {}, 'feature'],
      [7, 'starts'],
    ],
    'failure',
  ],
  [
    'one that is read, and read in part into another branch',
    [
      [7, 'starts', 'feature'],
      [7, {}, 'feature'],
      [7, 'starts'],
      [7, PARTIAL],
    ],
    'neutral',
  ],
  [
    'one that blocks into one branch, and passes into another',
    [
      [7, 'starts', 'feature'],
      [7, BLOCKS, 'feature'],
      [7, 'starts'],
      [7, {}],
    ],
    'success',
  ],
  [
    'one that is killed after it went into another branch',
    [
      [7, 'starts', 'feature'],
      [7, {}, 'feature'],
      [7, 'starts'],
      [7, 'is killed'],
    ],
    'neutral',
  ],
  [
    'one that blocks and is closed, and a further one',
    [
      [7, 'starts'],
      [7, BLOCKS],
      [7, 'is closed'],
      [9, 'starts'],
      [9, {}],
    ],
    'success',
  ],
  [
    'one that blocks and has another commit by now, and a further one',
    [
      [7, 'starts'],
      [7, BLOCKS],
      [7, 'moves on'],
      [9, 'starts'],
      [9, {}],
    ],
    'success',
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
    pulls: [7, 9].map((number) =>
      pull({
        number,
        base: { ref: 'main', sha, repo: 'octo/pond' },
        head: { ref: `topic-${number}`, sha, repo: 'octo/pond' },
      }),
    ),
  })
  const github = connect(server)
  for (const [number, step, base = 'main'] of steps) {
    const place = { sha, key: 'review.0123456789ab', number, base, url: 'https://github.com/octo/pond/actions/runs/41' }
    const about = server.world.pulls.filter((each) => each.number === number)
    if (step === 'is closed') for (const each of about) each.state = 'closed'
    else if (step === 'moves on') for (const each of about) each.head = { ...each.head, sha: 'd'.repeat(40) }
    else if (step === 'starts') await startReviewCheck(place, github)
    else if (step === 'is killed') await abandonReviewCheck({ ...place, threshold: 'high' }, 'it was killed', github)
    else {
      const facts: VerdictFacts = { open: [], threshold: 'high', ...step }
      await finishReviewCheck(
        { kind: 'review_check', ...place, facts, findings: '', knownIds: [], refused: undefined },
        github,
      )
    }
  }
  expect(server.world.checkRuns.map((check) => check.conclusion)).toEqual([conclusion])
  expect(server.problems).toEqual([])
})
