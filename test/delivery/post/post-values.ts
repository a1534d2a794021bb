import { postAnswer, resultMatcher } from '../../../src/delivery/delivery-context.ts'
import type { Intent, Receipt } from '../../../src/delivery/plan/intent.ts'
import { announce, finishAbandoned, pendingStatus, workingBody } from '../../../src/delivery/post/announce.ts'
import { finishCheck, planCheck } from '../../../src/delivery/post/check-run.ts'
import { postComment } from '../../../src/delivery/post/comment.ts'
import { createOnce, retryOnce } from '../../../src/delivery/post/idempotent-write.ts'
import { perform } from '../../../src/delivery/post/perform.ts'
import { openPullRequest } from '../../../src/delivery/post/pull-request.ts'
import { postReview, resolveFixed } from '../../../src/delivery/post/review.ts'
import { writeIntent } from '../../../src/delivery/post/write-intent.ts'
import { writeFailure } from '../../../src/delivery/report/delivery-failures.ts'
import { GitHubError } from '../../../src/github/api/github-error.ts'
import { commentMarkerLine } from '../../../src/github/comment-marker.ts'
import type { Task } from '../../../src/github/events/task.ts'
import { claimedMark, markerLine } from '../../../src/github/result-marker.ts'
import { createSecretFilter } from '../../../src/platform/redact/redact.ts'
import type { RunEvent } from '../../../src/record/events.ts'
import { SECRET, task } from '../delivery-fixture.ts'
import { run as reportOf } from '../report/report-values.ts'

export const filter = createSecretFilter([SECRET])
export const status = (code: number, text = `Answer ${code}`) => new GitHubError(code, 'PUT /x', text)
/** Answers by the names of calls: a value, an error, or a list of those for one call after the other. */
type Answers = Record<string, unknown>
export const BOT = 'sluice[bot]'

/** Every call is recorded, and answered from the table or with nothing. */
export function stage(answers: Answers = {}) {
  const calls: string[] = []
  const left: Answers = {
    viewer: BOT,
    comments: [],
    reviews: [],
    reviewComments: [],
    threads: [],
    pullsFrom: [],
    issuesOpenedBy: [],
    defaultBranch: 'main',
    pull: { head: { sha: 'h' }, url: 'https://x/pull/7' },
    ownRun: { state: 'ours', startedAt: '2020-01-01T00:00:00Z' },
    ...answers,
  }
  const github = new Proxy(
    {},
    {
      has: () => true,
      get: (_, name: string) =>
        name === 'then' || (name in left && left[name] === undefined)
          ? undefined
          : async (...args: unknown[]) => {
              if (name !== 'viewer' && name !== 'ownRun')
                calls.push(`${name} ${args.map((arg) => JSON.stringify(arg)).join(' ')}`.trim())
              const given = left[name]
              const answer = given instanceof Sequence ? given.next() : given
              if (answer instanceof Error) throw answer
              return answer ?? { id: 1, url: 'https://x/1', body: '' }
            },
    },
  ) as never
  return { github, calls }
}
/** One answer after the other; the last one stays. */
class Sequence {
  #rest: unknown[]
  constructor(...answers: unknown[]) {
    this.#rest = answers
  }
  next = () => (this.#rest.length > 1 ? this.#rest.shift() : this.#rest[0])
}
export const inTurn = (...answers: unknown[]) => new Sequence(...answers)
/** What a write returns, and the calls. */
export async function wrote(answers: Answers, write: (github: never) => Promise<unknown>): Promise<unknown[]> {
  const { github, calls } = stage(answers)
  const result = await write(github).catch((error: unknown) => String(error))
  return [result, ...calls]
}
export const page = { top: 'Top', below: 'Below' }
export const writer = { key: 'k', run: '100.1', by: '100.1' }
export const intend = (kind: string, more: object = {}) => ({ kind, number: 7, body: 'Words', ...more }) as never
export const write = (answers: Answers, kind: string, more: object = {}) =>
  wrote(answers, (github) => writeIntent(intend(kind, more), github, writer, filter))
export const failure = (error: unknown, kind: string, about: Partial<Task> = {}, more: object = {}) =>
  writeFailure(error, intend(kind, more), { ...task, ...about }, filter)
export const onPull = { kind: 'pull_request' as const, number: 7 }
export const fork = { event: 'pull_request', head: { ref: 'x', sha: 's', repo: 'stan/pond' } }
export const identity = {
  server: 'https://github.com',
  repository: 'octo/pond',
  workflow: 'Review',
  job: 'gemini',
  run: '100.1',
  runUrl: 'https://x/run',
}
export const marker = (more: object = {}) => markerLine({ key: 'k', run: '100.1', state: 'done', ...more })
export const own = (body: string, more: object = {}) => ({
  id: 5,
  url: 'https://x/5',
  author: BOT,
  body,
  updatedAt: '2026-01-05T09:00:00Z',
  ...more,
})
export const KEY = claimedMark(workingBody({ identity } as never))?.key ?? ''
export const ours = (more: object = {}) =>
  own(`${markerLine({ key: KEY, run: '100.1', state: 'done', ...more })}\nText`)
export const post = (answers: Answers, more: object = {}) =>
  wrote(answers, (github) =>
    postComment(github, { number: 7, body: `${marker()}\nNew`, matches: ({ key }) => key === 'k', ...more }),
  )

/** Performs intents; returns the receipts without intents, the notices, and the calls. */
export async function performed(
  intents: Intent[],
  answers: Answers = {},
  more: { context?: object; run?: object } = {},
) {
  const { github, calls } = stage(answers)
  const notices: string[] = []
  let summary = ''
  const context = {
    github,
    filter,
    identity,
    comment: 'sticky',
    failOn: ['config'],
    dryRun: false,
    emit: (event: RunEvent) => void (event.type === 'notice' && notices.push(`${event.level}: ${event.text}`)),
    writeSummary: async (text: string) => {
      summary = text
    },
    ...more.context,
  }
  const receipts = await perform(
    intents,
    { report: reportOf(), task, holdReason: undefined, ...more.run },
    context as never,
  )
  return [
    receipts.map(({ intent, ...receipt }: Receipt) => ({ kind: intent.kind, ...receipt })),
    notices,
    calls.map((each) => each.slice(0, 400)),
    ...(summary === '' ? [] : [summary]),
  ]
}
export const comment = intend('comment', { marker: marker(), page, isFirst: true }) as Intent
export const summary = { kind: 'summary', page } as Intent
export const label = intend('add_labels', { labels: ['bug'] }) as Intent
export const commit = (more: object = {}) =>
  ({ kind: 'commit', files: [], bases: [], branch: 'b', message: 'm', trailer: 't', ...more }) as Intent
export const check = (more: object = {}) =>
  ({
    kind: 'check_run',
    name: 'Sluice',
    sha: 's',
    externalId: 'e',
    conclusion: 'success',
    title: 'T',
    summary: page,
    text: '',
    annotations: [],
    ...more,
  }) as never
export const request = { kind: 'create_pull_request', title: 'T', body: 'B', draft: false }
export const pushed = (more: object = {}) =>
  ({ intent: commit(), state: 'posted', pushed: { sha: 's', branch: 'seal', isNew: true, ...more } }) as never
export const open = (answers: Answers, receipt: Receipt | undefined = pushed(), more: object = {}) =>
  wrote(answers, (github) =>
    openPullRequest({ ...request, ...more } as never, receipt, github, filter, { key: 'k', run: '100.1' }),
  )
export const announced = async (about: Partial<Task>, answers: Answers = {}, more: object = {}, recent?: object) => {
  const { github, calls } = stage(answers)
  const notices: string[] = []
  const context = {
    github,
    filter,
    identity,
    comment: 'sticky',
    checkRun: false,
    dryRun: false,
    emit: (event: RunEvent) => void (event.type === 'notice' && notices.push(event.text)),
    ...more,
  }
  const result = await announce(
    { ...task, ...about } as Task,
    context as never,
    recent && (Promise.resolve(recent) as never),
  )
  return [result, ...notices, ...calls.map((each) => each.replace(/ "<!--.*/, ''))]
}
export const pending = (about: Partial<Task>, more: object = {}) =>
  pendingStatus(
    { ...task, ...about } as Task,
    { identity, comment: 'sticky', checkRun: false, dryRun: false, github: {}, ...more } as never,
  )
export const finish = (answers: Answers, more: object = {}, reason?: 'undelivered') =>
  wrote(answers, (github) => finishAbandoned({ number: 7, key: 'k', run: '100.1', ...more }, github, reason))
export const matches = (mode: string, run: string, of: string, key = KEY) =>
  resultMatcher({ identity: { ...identity, run }, comment: mode } as never)({ key, run: of, state: 'done' })
export const thread = (more: object = {}) => ({
  id: 't1',
  path: 'a.ts',
  isResolved: false,
  isOutdated: true,
  commentCount: 1,
  comments: [own(commentMarkerLine({ kind: 'remark', key: 'k', by: '100.1', linesHash: 'h' }))],
  ...more,
})
export const fix = (threads: unknown[], answers: Answers = {}, paths: string[] = []) =>
  wrote({ threads, ...answers }, (github) =>
    resolveFixed({ kind: 'resolve_fixed', number: 7, commentedPaths: paths }, github, writer),
  )
export const remark = (more: object = {}) => ({
  path: 'a.ts',
  location: { side: 'RIGHT', line: 3 },
  body: 'Why?',
  linesHash: 'h1',
  ...more,
})
export const review = (answers: Answers, comments: object[] = [remark()], more: object = {}) =>
  wrote(answers, (github) =>
    postReview({ kind: 'review', number: 7, commit: 'h', comments, ...more } as never, github, writer),
  )
export const inline = (body: string, more: object = {}) => ({
  kind: 'review_comment',
  path: 'a.ts',
  location: { side: 'RIGHT', line: 3 },
  body,
  ...more,
})
export const annotations = (...proposals: object[]) =>
  planCheck(reportOf(), { name: 'n', sha: 's', externalId: 'e' }, { failOn: [], proposals: proposals as never })
    .annotations
export const completed = (answers: Answers, more: object = {}) =>
  wrote(answers, (github) => finishCheck(check(more), '', github))
export const counted = (answers: unknown[]) => {
  let tries = 0
  const left = inTurn(...answers)
  const next = async () => {
    tries += 1
    const answer = left.next()
    if (answer instanceof Error) throw answer
    return answer
  }
  return { next, tries: () => tries }
}
export const once = async (created: unknown[], found: unknown[]) => {
  const [create, find] = [counted(created), counted(found)]
  const result = await createOnce(create.next, find.next).catch(String)
  return [result, create.tries(), find.tries()]
}
export const twice = async (...answers: unknown[]) => {
  const each = counted(answers)
  const result = await retryOnce(each.next).catch(String)
  return [result, each.tries()]
}
export const codeMarker = (more: object = {}) =>
  markerLine({ key: 'k', run: 'issue-comment-9', state: 'working', used: 'ABCD', by: '100.1', ...more })
export const postCode = (answers: Answers, more: object = {}) =>
  post(answers, { body: codeMarker(more), isFirst: true })
export const answered = (location: object, answers: Answers) =>
  wrote({ threadComments: [], discussionComments: [], commitComments: [], ...answers }, (github) =>
    postAnswer(github, location, { number: 7, body: `${marker()}\nNew`, matches: () => false }),
  )
