import { issue } from '../../src/emulators/github/world.ts'
import type { Wish } from './improvised.ts'

export const github = (tool: string, args: Record<string, unknown> = {}): Wish => ({ tool: `github__${tool}`, args })

const remark = {
  number: 7,
  review: null,
  path: 'src/shorten.js',
  commitId: '{{HEAD_SHA}}',
  startLine: null,
  side: 'RIGHT' as const,
  createdAt: '2026-01-05T09:00:00Z',
}
/** The check run of a failed job without details. */
export const failedCheck = {
  id: 4001,
  name: 'build',
  headSha: '{{HEAD_SHA}}',
  status: 'completed' as const,
  conclusion: 'failure',
  startedAt: null,
  completedAt: null,
  externalId: null,
  detailsUrl: null,
  output: { title: null, summary: null, text: null, annotations: [] },
}

/** A GitHub with something for every tool to find. */
export const world = {
  labels: ['bug', 'small'].map((name, at) => ({ id: at + 1, name, color: 'f00000', description: null })),
  issues: [issue({ number: 3, title: 'It leaks', labels: ['small'] }), issue({ number: 4 })],
  reviewComments: [
    { ...remark, id: 31, user: 'wendy', body: 'Why?', line: 4, inReplyTo: null },
    { ...remark, id: 32, user: 'wendy', body: 'And this?', line: 5, inReplyTo: null },
  ],
  checkRuns: [
    {
      ...failedCheck,
      startedAt: '2026-01-05T09:00:00Z',
      completedAt: '2026-01-05T09:03:05Z',
      output: {
        title: 'Failed',
        summary: 'One error',
        text: null,
        annotations: [
          { path: 'src/shorten.js', start_line: 1, end_line: 1, annotation_level: 'failure', message: 'no' },
        ],
      },
    },
  ],
  jobLogs: { 4001: 'boom\n' },
}

export const THREADS = [31, 32].map((id) => Buffer.from(`PullRequestReviewThread:${id}`).toString('base64'))
