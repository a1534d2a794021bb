import { expect, test } from 'vitest'
import { workingBody } from '../../../src/delivery/post/announce.ts'
import { announced, finish, identity, marker, ours, own, pending, status } from './post-values.ts'

const table: [write: () => unknown, expected: unknown][] = [
  [
    () => announced({}),
    [{ id: 1, url: 'https://x/1' }, 'addReaction {"id":10,"kind":"issue"} "eyes"', 'comments 7', 'createComment 7'],
  ],
  [() => announced({ comment: undefined } as never), [{ id: 1, url: 'https://x/1' }, 'comments 7', 'createComment 7']],
  [
    () => announced({ comment: { id: 3, kind: 'pull_request_review' } }),
    [{ id: 1, url: 'https://x/1' }, 'comments 7', 'createComment 7'],
  ],
  [
    () => announced({}, { addReaction: status(403) }),
    [{ id: 1, url: 'https://x/1' }, 'addReaction {"id":10,"kind":"issue"} "eyes"', 'comments 7', 'createComment 7'],
  ],
  [
    () => announced({ number: undefined } as never),
    [
      {},
      'The issue_comment event has no issue, pull request or discussion to comment on: the answer goes to the step summary and the output summary.',
      'addReaction {"id":10,"kind":"issue"} "eyes"',
    ],
  ],
  [
    () => announced({ number: undefined } as never, {}, { comment: 'off' }),
    [{}, 'addReaction {"id":10,"kind":"issue"} "eyes"'],
  ],
  [() => announced({ number: undefined } as never, {}, { dryRun: true }), [{}]],
  [
    () => announced({ number: undefined } as never, {}, { checkRun: true }),
    [
      { check: { id: 1 } },
      'The issue_comment event has no issue, pull request or discussion to comment on: the answer goes to the check run, the step summary and the output summary.',
      'createCheck {"name":"Sluice: Review / gemini","sha":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","externalId":"sluice:review-gemini.178636a96699:100.1","url":"https://x/run","status":"in_progress","output":{"title":"Working","summary":"The run has started."}}',
      'addReaction {"id":10,"kind":"issue"} "eyes"',
    ],
  ],
  [() => announced({}, {}, { comment: 'off' }), [{}, 'addReaction {"id":10,"kind":"issue"} "eyes"']],
  [() => announced({}, {}, { dryRun: true }), [{}]],
  [() => announced({}, {}, { github: undefined }), [{}]],
  [
    () => announced({}, {}, { checkRun: true }),
    [
      { id: 1, url: 'https://x/1', check: { id: 1 } },
      'createCheck {"name":"Sluice: Review / gemini","sha":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","externalId":"sluice:review-gemini.178636a96699:100.1","url":"https://x/run","status":"in_progress","output":{"title":"Working","summary":"The run has started."}}',
      'addReaction {"id":10,"kind":"issue"} "eyes"',
      'comments 7',
      'createComment 7',
    ],
  ],
  [
    () => announced({}, { createCheck: status(403) }, { checkRun: true }),
    [
      { id: 1, url: 'https://x/1' },
      'Could not post the "working" check run: Answer 403',
      'createCheck {"name":"Sluice: Review / gemini","sha":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","externalId":"sluice:review-gemini.178636a96699:100.1","url":"https://x/run","status":"in_progress","output":{"title":"Working","summary":"The run has started."}}',
      'addReaction {"id":10,"kind":"issue"} "eyes"',
      'comments 7',
      'createComment 7',
    ],
  ],
  [
    () => announced({}, { createComment: status(403) }),
    [
      { reason: 'Answer 403' },
      'Could not post the "working" comment: Answer 403',
      'addReaction {"id":10,"kind":"issue"} "eyes"',
      'comments 7',
      'createComment 7',
    ],
  ],
  [() => announced({}, {}, { quiet: true }), [{ isFirst: true }, 'comments 7']],
  [() => announced({}, { comments: [ours()] }, { quiet: true }), [{ id: 5, url: 'https://x/5' }, 'comments 7']],
  [() => announced({}, { comments: status(500) }, { quiet: true }), [{}, 'comments 7']],
  [() => announced({}, {}, { quiet: true, dryRun: true }), [{}]],
  [() => announced({}, {}, { quiet: true, comment: 'off' }), [{}]],
  [() => announced({}, {}, { quiet: true, github: undefined }), [{}]],
  [
    () => announced({ number: undefined } as never, {}, { quiet: true }),
    [
      {},
      'The issue_comment event has no issue, pull request or discussion to comment on: the answer goes to the step summary and the output summary.',
    ],
  ],
  [
    () => announced({}, {}, {}, { comments: [], olderComments: 0 }),
    [{ id: 1, url: 'https://x/1' }, 'addReaction {"id":10,"kind":"issue"} "eyes"', 'createComment 7'],
  ],
  [
    () => announced({}, {}, {}, { comments: [], olderComments: 1 }),
    [{ id: 1, url: 'https://x/1' }, 'addReaction {"id":10,"kind":"issue"} "eyes"', 'comments 7', 'createComment 7'],
  ],
  [
    () =>
      announced(
        {},
        {},
        { quiet: true },
        { comments: [{ id: 5, url: 'u', body: ours().body, isOwn: true }], olderComments: 0 },
      ),
    [{ id: 5, url: 'u', usd: 0 }],
  ],
  [
    () =>
      announced(
        {},
        {},
        { quiet: true, identity: { ...identity, thread: 4 } },
        { comments: [{ id: 5, url: 'u', body: ours().body, isOwn: true }], olderComments: 0 },
      ),
    [{}, 'threadComments 7 4'],
  ],
  [
    () =>
      announced(
        {},
        {},
        { quiet: true, identity: { ...identity, place: { kind: 'commit', sha: 's' } } },
        { comments: [{ id: 5, url: 'u', body: ours().body, isOwn: true }], olderComments: 0 },
      ),
    [{}, 'commitComments "s"'],
  ],
  [
    () =>
      announced(
        {},
        {},
        { quiet: true, identity: { ...identity, record: { used: 'ABCD' } } },
        { comments: [{ id: 5, url: 'u', body: ours().body, isOwn: true }], olderComments: 0 },
      ),
    [{ isFirst: true }],
  ],
  [() => pending({}), { number: 7, key: 'review-gemini.178636a96699', run: '100.1', runUrl: 'https://x/run' }],
  [
    () => pending({}, { identity: { ...identity, runUrl: undefined } }),
    { number: 7, key: 'review-gemini.178636a96699', run: '100.1' },
  ],
  [() => pending({}, { comment: 'off' }), undefined],
  [
    () => pending({}, { comment: 'off', checkRun: true }),
    {
      key: 'review-gemini.178636a96699',
      run: '100.1',
      runUrl: 'https://x/run',
      check: {
        name: 'Sluice: Review / gemini',
        sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        externalId: 'sluice:review-gemini.178636a96699:100.1',
      },
    },
  ],
  [() => pending({}, { dryRun: true }), undefined],
  [() => pending({}, { quiet: true }), undefined],
  [() => pending({}, { github: undefined }), undefined],
  [
    () => pending({}, { identity: { ...identity, thread: 4, place: { kind: 'commit', sha: 's' } } }),
    {
      number: 7,
      thread: 4,
      place: { kind: 'commit', sha: 's' },
      key: 'review-gemini.178636a96699',
      run: '100.1',
      runUrl: 'https://x/run',
    },
  ],
  [
    () => workingBody({ identity } as never, 'Step 2'),
    '<!-- sluice:v1 key=review-gemini.178636a96699 run=100.1 state=working -->\n_Working on it … ([run](<https://x/run>))_\n\nStep 2',
  ],
  [
    () => workingBody({ identity: { ...identity, runUrl: undefined } } as never),
    '<!-- sluice:v1 key=review-gemini.178636a96699 run=100.1 state=working -->\n_Working on it …_',
  ],
  [() => finish({}), [false, 'comments 7']],
  [
    () => finish({ comments: [own(marker({ state: 'working' }))] }),
    [
      true,
      'comments 7',
      'updateComment 5 "<!-- sluice:v1 key=k run=100.1 state=partial -->\\n**Stopped before it finished.** The run was killed, so there is no answer."',
    ],
  ],
  [
    () => finish({ comments: [own(marker({ state: 'working' }))] }, { runUrl: 'https://x/run' }, 'undelivered'),
    [
      true,
      'comments 7',
      'updateComment 5 "<!-- sluice:v1 key=k run=100.1 state=partial -->\\n**Finished, but the result could not be posted here.** See the run summary for the result. See the log of the [run](<https://x/run>)."',
    ],
  ],
  [() => finish({ comments: [own(marker({ state: 'done' }))] }), [false, 'comments 7']],
  [() => finish({ comments: [own(marker({ state: 'working', run: '99.1' }))] }), [false, 'comments 7']],
  [() => finish({ comments: [own(marker({ state: 'working', key: 'other' }))] }), [false, 'comments 7']],
  [() => finish({ comments: status(500) }), ['GitHubError: Answer 500', 'comments 7']],
  [() => finish({}, { number: undefined }), [false]],
  [
    () => finish({ checks: [] }, { number: undefined, check: { name: 'n', sha: 's', externalId: 'e' } }),
    ['TypeError: (intermediate value).find is not a function', 'checksNamed "n" "s"'],
  ],
]

for (const [write, expected] of table)
  test(String(write).replace(/^(?:async )?\(\) => /, ''), async () => expect(await write()).toEqual(expected))
