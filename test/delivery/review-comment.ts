import type { WorldReviewComment } from '../../src/emulators/github/world.ts'
import { BOT } from './delivery-fixture.ts'

/** An inline comment on pull request 5. */
export const reviewCommentOf = (
  more: Partial<WorldReviewComment> & Pick<WorldReviewComment, 'id'>,
): WorldReviewComment => ({
  number: 5,
  review: null,
  user: BOT,
  body: 'Why?',
  path: 'src/a.ts',
  commitId: 'b'.repeat(40),
  line: 5,
  startLine: null,
  side: 'RIGHT',
  inReplyTo: null,
  createdAt: '2026-01-05T09:00:00Z',
  ...more,
})
