import type { ReviewComment } from '../../src/standin/github-world.ts'
import { BOT } from './desk.ts'

/** A remark on pull request 5 as it stands there. */
export const remarkOf = (more: Partial<ReviewComment> & Pick<ReviewComment, 'id'>): ReviewComment => ({
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
