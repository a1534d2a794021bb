import { expect, test } from 'vitest'
import { answerIdentity, answerNumber } from '../../../src/delivery/delivery-context.ts'
import { findOwnComment } from '../../../src/delivery/post/comment.ts'
import { claimedMark, markPartial, markPushed } from '../../../src/github/result-marker.ts'
import { confirming } from '../../github/own-text-fixture.ts'
import { task } from '../delivery-fixture.ts'
import { answered, BOT, codeMarker, inTurn, marker, matches, own, post, postCode, status } from './post-values.ts'

const table: [write: () => unknown, expected: unknown][] = [
  [
    () => post({}),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => post({ comments: [own(`${marker()}\nOld`)] }),
    [
      { id: 1, url: 'https://x/1', usd: 0 },
      'comments 7',
      'updateComment 5 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => post({ comments: [own(`${marker()}\nOld`, { author: 'ada' })] }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => post({ comments: [own(marker({ key: 'other' }))] }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => post({ comments: [own('Words')] }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => post({ comments: [own(marker(), { id: 4 }), own(marker())] }),
    [
      { id: 1, url: 'https://x/1', usd: 0 },
      'comments 7',
      'updateComment 5 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => post({}, { isFirst: true }),
    [{ id: 1, url: 'https://x/1', body: '' }, 'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"'],
  ],
  [
    () => post({}, { id: 9 }),
    [{ id: 1, url: 'https://x/1', usd: 0 }, 'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"'],
  ],
  [
    () => post({ updateComment: status(404) }, { id: 9 }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => post({ updateComment: status(410) }, { id: 9 }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => post({ updateComment: status(403) }, { id: 9 }),
    ['GitHubError: Answer 403', 'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"'],
  ],
  [
    () => post({ updateComment: inTurn(status(404), own('')), comments: [own(marker())] }, { id: 9 }),
    [
      { id: 5, url: 'https://x/5', usd: 0 },
      'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'comments 7',
      'updateComment 5 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => post({ updateComment: status(404), comments: [own(marker(), { id: 9 })] }, { id: 9 }),
    [
      'GitHubError: Answer 404',
      'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'comments 7',
      'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'comments 7',
    ],
  ],
  [
    () => post({ updateComment: inTurn(status(500), own('')) }, { id: 9 }),
    [
      { id: 5, url: 'https://x/5', usd: 0 },
      'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => post({ updateComment: status(500), getComment: own('Other') }, { id: 9 }),
    [
      'GitHubError: Answer 500',
      'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'getComment 9',
    ],
  ],
  [
    () => post({ updateComment: status(500), getComment: own(`${marker()}\nNew \n`) }, { id: 9 }),
    [
      { id: 5, url: 'https://x/5', usd: 0 },
      'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'updateComment 9 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'getComment 9',
    ],
  ],
  [
    () => post({ createComment: inTurn(status(500), own('')) }),
    [
      own(''),
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => post({ createComment: status(500), comments: inTurn([], [own(`${marker()}\r\nNew\n`)]) }),
    [
      own(`${marker()}\r\nNew\n`),
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'comments 7',
    ],
  ],
  [
    () => post({ createComment: status(500), comments: inTurn([], [own(marker({ run: '100.2' }))], []) }),
    [
      'GitHubError: Answer 500',
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'comments 7',
    ],
  ],
  [() => findOwnComment({ comments: [], olderComments: 0 }, () => true, confirming(BOT)), { isFirst: true }],
  [() => findOwnComment({ comments: [], olderComments: 1 }, () => true, confirming(BOT)), undefined],
  [
    () =>
      findOwnComment(
        { comments: [{ id: 5, url: 'u', body: marker(), isOwn: true }], olderComments: 1 },
        () => true,
        confirming(BOT),
      ),
    { id: 5, url: 'u', usd: 0 },
  ],
  [
    () =>
      findOwnComment(
        { comments: [{ id: 5, url: 'u', body: marker(), isOwn: false }], olderComments: 0 },
        () => true,
        confirming(BOT),
      ),
    { isFirst: true },
  ],
  [
    () =>
      findOwnComment(
        { comments: [{ id: 5, url: 'u', body: 'x', isOwn: true }], olderComments: 0 },
        () => true,
        confirming(BOT),
      ),
    { isFirst: true },
  ],
  [
    () =>
      findOwnComment(
        { comments: [{ id: 5, url: 'u', body: marker(), isOwn: true }], olderComments: 0 },
        () => false,
        confirming(BOT),
      ),
    { isFirst: true },
  ],
  // A code that two runs use.
  [
    () => postCode({}),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working used=ABCD by=100.1 -->"',
      'comments 7',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '99.1' }), { id: 0 })] }),
    [
      { id: 0, url: 'https://x/5', isOfOtherRun: true },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working used=ABCD by=100.1 -->"',
      'comments 7',
      'deleteComment 1',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '99.1' }), { id: 1 })] }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working used=ABCD by=100.1 -->"',
      'comments 7',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '99.1' }), { id: 0, author: 'ada' })] }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working used=ABCD by=100.1 -->"',
      'comments 7',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '100.9' }), { id: 0 })] }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working used=ABCD by=100.1 -->"',
      'comments 7',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: undefined }), { id: 0 })] }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working used=ABCD by=100.1 -->"',
      'comments 7',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '99.1', key: 'other' }), { id: 0 })] }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working used=ABCD by=100.1 -->"',
      'comments 7',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '99.1', run: 'issue-comment-8' }), { id: 0 })] }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working used=ABCD by=100.1 -->"',
      'comments 7',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '99.1', state: 'done' }), { id: 0 })] }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working used=ABCD by=100.1 -->"',
      'comments 7',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '99.1', state: 'done' }), { id: 0 })] }, { state: 'done' }),
    [
      { id: 0, url: 'https://x/5', isOfOtherRun: true },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=done used=ABCD by=100.1 -->"',
      'comments 7',
      'deleteComment 1',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '99.1' }), { id: 0 })], deleteComment: undefined }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working used=ABCD by=100.1 -->"',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '99.1' }), { id: 0 })], deleteComment: status(500) }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working used=ABCD by=100.1 -->"',
      'comments 7',
      'deleteComment 1',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '99.1' }), { id: 0 })] }, { used: undefined }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=issue-comment-9 state=working by=100.1 -->"',
    ],
  ],
  [
    () => postCode({ comments: [own(codeMarker({ by: '99.1', run: '100.1' }), { id: 0 })] }, { run: '100.1' }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=working used=ABCD -->"',
    ],
  ],
  // Where the answer goes.
  [() => answerNumber({ number: 7 }), 7],
  [() => answerNumber({ place: { kind: 'discussion', number: 3 } }), 3],
  [() => answerNumber({ place: { kind: 'commit', sha: 's' } }), 0],
  [() => answerNumber({}), undefined],
  [
    () =>
      answerIdentity(
        { ...task, comment: { id: 1, kind: 'review', thread: 4 }, botRound: 2 },
        { identity: {} as never, comment: 'auto' },
      ),
    { round: 2, thread: 4 },
  ],
  [
    () =>
      answerIdentity(
        { ...task, comment: { id: 1, kind: 'review', thread: 4 } },
        { identity: {} as never, comment: 'sticky' },
      ),
    {},
  ],
  [
    () =>
      answerIdentity(
        { ...task, place: { kind: 'discussion', number: 3, comment: 9 } },
        { identity: {} as never, comment: 'auto' },
      ),
    { place: { kind: 'discussion', number: 3, comment: 9 } },
  ],
  [
    () =>
      answerIdentity(
        { ...task, place: { kind: 'discussion', number: 3, comment: 9 } },
        { identity: {} as never, comment: 'sticky' },
      ),
    { place: { kind: 'discussion', number: 3 } },
  ],
  [
    () =>
      answerIdentity({ ...task, place: { kind: 'commit', sha: 's' } }, { identity: {} as never, comment: 'sticky' }),
    { place: { kind: 'commit', sha: 's' } },
  ],
  [
    () => answered({}, {}),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => answered({ thread: 4 }, {}),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'threadComments 7 4',
      'replyToComment 7 4 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => answered({ thread: 4 }, { replyToComment: status(404) }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'threadComments 7 4',
      'replyToComment 7 4 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => answered({ thread: 4 }, { replyToComment: status(422) }),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'threadComments 7 4',
      'replyToComment 7 4 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
      'comments 7',
      'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => answered({ thread: 4 }, { replyToComment: status(403) }),
    [
      'GitHubError: Answer 403',
      'threadComments 7 4',
      'replyToComment 7 4 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => answered({}, { createComment: status(404) }),
    ['GitHubError: Answer 404', 'comments 7', 'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"'],
  ],
  [
    () => answered({ place: { kind: 'discussion', number: 3 } }, {}),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'discussionComments {"kind":"discussion","number":3}',
      'replyToDiscussion {"kind":"discussion","number":3} "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [
    () => answered({ place: { kind: 'commit', sha: 's' } }, {}),
    [
      { id: 1, url: 'https://x/1', body: '' },
      'commitComments "s"',
      'commentOnCommit "s" "<!-- sluice:v1 key=k run=100.1 state=done -->\\nNew"',
    ],
  ],
  [() => matches('sticky', '100.1', '99.1'), true],
  [() => matches('sticky', '100.1', '99.1', 'other'), false],
  [() => matches('auto', '100.1', '99.1'), true],
  [() => matches('auto', '100.1', 'issue-comment-9'), false],
  [() => matches('auto', 'issue-comment-9', 'issue-comment-9'), true],
  [() => matches('auto', 'issue-comment-9', 'issue-comment-8'), false],
  [() => matches('auto', 'issue-comment-9', '100.1'), false],
  [() => matches('new', '100.1', '100.2'), true],
  [() => matches('new', '100.1', '99.1'), false],
  // Markers.
  [() => claimedMark('Words'), undefined],
  [() => claimedMark(marker()), { key: 'k', run: '100.1', state: 'done' }],
  [
    () => claimedMark(`${marker({ round: 2, usd: '0.5' })}\nText`),
    { key: 'k', run: '100.1', state: 'done', round: 2, usd: '0.5' },
  ],
  [() => claimedMark(marker().replace('state=done', 'state=other')), undefined],
  [() => claimedMark(marker().replace(' -->', ' usd=x sha256=1 -->')), { key: 'k', run: '100.1', state: 'done' }],
  [() => claimedMark(`Words\n${marker()}`), undefined],
  [() => markPushed(marker(), 'a'.repeat(40)), '<!-- sluice:v1 key=k run=100.1 state=done -->'],
  [
    () => markPushed(marker({ record: '1.1.1' }), 'a'.repeat(40)),
    '<!-- sluice:v1 key=k run=100.1 state=done record=1.1.1 pushed=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa -->',
  ],
  [
    () => markPushed(marker({ record: '1.1.1' }), undefined),
    '<!-- sluice:v1 key=k run=100.1 state=done record=1.1.1 -->',
  ],
  [() => markPushed('Words', 'a'.repeat(40)), 'Words'],
  [() => markPartial('Words'), 'Words'],
  [() => markPartial(`${marker()}\nText`), '<!-- sluice:v1 key=k run=100.1 state=partial -->\nText'],
]

for (const [write, expected] of table)
  test(String(write).replace(/^(?:async )?\(\) => /, ''), async () => expect(await write()).toEqual(expected))
