import { expect, test } from 'vitest'
import { type Intent, outlineIntent, outlineReceipt } from '../../../src/delivery/plan/intent.ts'
import { planProposals } from '../../../src/delivery/plan/plan-proposals.ts'
import { inlineCommentText } from '../../../src/review/review-sections.ts'
import { SECRET } from '../delivery-fixture.ts'
import { clean, edit, HEAD, inline, labels, MAIN, overview } from './plan-values.ts'

const table: [write: () => unknown, expected: unknown][] = [
  [() => clean({ kind: 'branch', branch: SECRET }), [{ kind: 'branch', branch: 'sEcReT+of/the=run-0123456789' }]],
  [
    () => clean({ kind: 'add_labels', number: 7, labels: ['bug', SECRET] }),
    [{ kind: 'add_labels', number: 7, labels: ['bug'] }],
  ],
  [() => clean({ kind: 'add_labels', number: 7, labels: [SECRET] }), []],
  [
    () => clean({ kind: 'create_issue', title: '', body: 'x', labels: [SECRET] }),
    [{ kind: 'create_issue', title: 'Untitled', body: 'x', labels: [] }],
  ],
  [
    () => clean({ kind: 'create_issue', title: `@ada ${SECRET}`, body: '@ada', labels: ['bug'] }),
    [{ kind: 'create_issue', title: 'ada [redacted]', body: '`@ada`', labels: ['bug'] }],
  ],
  [
    () => clean({ kind: 'create_pull_request', title: SECRET, body: SECRET }),
    [{ kind: 'create_pull_request', title: '[redacted]', body: '[redacted]' }],
  ],
  [() => clean({ kind: 'reply', number: 7, body: '@ada' }), [{ kind: 'reply', number: 7, body: '`@ada`' }]],
  [() => clean({ kind: 'assign', number: 7, users: ['ada'] }), [{ kind: 'assign', number: 7, users: ['ada'] }]],
  [() => clean({ kind: 'update_issue', number: 7 }), [{ kind: 'update_issue', number: 7 }]],
  [
    () => clean({ kind: 'update_issue', number: 7, title: 'T', body: '<!-- x -->' }),
    [{ kind: 'update_issue', number: 7, title: 'T' }],
  ],
  [
    () => clean({ kind: 'update_issue', number: 7, title: '', body: 'B', state: 'closed' }),
    [{ kind: 'update_issue', number: 7, state: 'closed', body: 'B' }],
  ],
  [
    () => clean({ kind: 'review_comment', body: 'x', suggestion: [SECRET] }),
    [{ kind: 'review_comment', body: 'x\n\n_Suggestion omitted: it contained what looks like a secret._' }],
  ],
  [
    () => clean({ kind: 'review_comment', body: 'x', suggestion: ['y'] }),
    [{ kind: 'review_comment', body: 'x', suggestion: ['y'] }],
  ],
  [() => clean({ kind: 'review_comment', body: 'x' }), [{ kind: 'review_comment', body: 'x' }]],
  [
    async () =>
      (await clean({ kind: 'reply', number: 7, body: 'x'.repeat(58_000) })).map((each) =>
        'body' in each ? each.body?.length : 0,
      ),
    [58000],
  ],
  [
    async () =>
      (await clean({ kind: 'reply', number: 7, body: '<'.repeat(58_000) })).map((each) =>
        'body' in each ? (each.body?.length ?? 0) <= 58_000 : 0,
      ),
    [true],
  ],
  [
    () =>
      planProposals(
        [
          inline(),
          overview('Over.'),
          inline({ path: 'b.ts', suggestion: ['x'] }),
          overview('All.'),
          inline({ commit: MAIN }),
        ],
        { review: 'comment' },
      ),
    [
      {
        kind: 'review',
        number: 8,
        commit: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
        comments: [
          { path: 'a.ts', location: { side: 'RIGHT', line: 3 }, body: 'Why?', linesHash: 'h' },
          { path: 'b.ts', location: { side: 'RIGHT', line: 3 }, body: 'Why?', linesHash: 'h', suggestion: ['x'] },
        ],
        overview: 'Over.\n\nAll.',
      },
      {
        kind: 'review',
        number: 8,
        commit: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        comments: [{ path: 'a.ts', location: { side: 'RIGHT', line: 3 }, body: 'Why?', linesHash: 'h' }],
      },
    ],
  ],
  [
    () =>
      planProposals([inline(), overview('Over.'), { kind: 'reply', number: 8, body: 'x' } as never], { review: 'off' }),
    [{ kind: 'reply', number: 8, body: 'x' }],
  ],
  [
    () =>
      planProposals(
        [labels('add_labels', ['a', 'b']), labels('remove_labels', ['a']), labels('add_labels', ['c'], 9)],
        { review: 'comment' },
      ),
    [
      { kind: 'add_labels', number: 7, labels: ['b'] },
      { kind: 'remove_labels', number: 7, labels: ['a'] },
      { kind: 'add_labels', number: 9, labels: ['c'] },
    ],
  ],
  [
    () => planProposals([labels('remove_labels', ['a'])], { review: 'comment' }),
    [{ kind: 'remove_labels', number: 7, labels: ['a'] }],
  ],
  [
    () =>
      planProposals(
        [
          { kind: 'assign', number: 7, users: ['a'] },
          { kind: 'assign', number: 7, users: ['a', 'b'] },
          { kind: 'update_issue', number: 7, title: 'T' },
          { kind: 'update_issue', number: 7, state: 'closed' },
          { kind: 'create_pull_request' },
        ] as never[],
        { review: 'comment' },
      ),
    [
      { kind: 'assign', number: 7, users: ['a', 'b'] },
      { kind: 'update_issue', number: 7, title: 'T', state: 'closed' },
    ],
  ],
  [() => inlineCommentText(inline()), '**`a.ts:3`**\n\nWhy?'],
  [
    () => inlineCommentText(inline({ location: { side: 'LEFT', start: 2, line: 3 }, suggestion: [] })),
    '**`a.ts:2-3`** (before the change)\n\nWhy?\n\nDelete these lines.',
  ],
  [() => inlineCommentText(inline({ suggestion: ['x'] })), '**`a.ts:3`**\n\nWhy?\n\nSuggested change:\n\n```\nx\n```'],
  [
    () => outlineIntent({ kind: 'comment', number: 7, marker: 'm', page: { top: 'T', below: 'B' } }),
    { number: 7, kind: 'comment', characters: 4 },
  ],
  [
    () =>
      outlineIntent({
        kind: 'comment',
        number: 7,
        marker: 'm',
        page: { top: 'T', below: 'B' },
        place: { kind: 'commit', sha: 's' },
      }),
    { commit: 's', kind: 'comment', characters: 4 },
  ],
  [
    () =>
      outlineIntent({
        kind: 'comment',
        number: 7,
        marker: 'm',
        page: { top: 'T', below: 'B' },
        place: { kind: 'discussion', number: 3 },
      }),
    { discussion: 3, kind: 'comment', characters: 4 },
  ],
  [
    () =>
      outlineIntent({
        kind: 'commit',
        files: [edit(), edit('b', { after: null })],
        bases: [],
        branch: 'b',
        message: 'One\nTwo',
        trailer: 't',
      }),
    { kind: 'commit', bases: [], branch: 'b', trailer: 't', message: 'One', files: 2, paths: ['a.ts', 'b (deleted)'] },
  ],
  [
    () =>
      outlineIntent({
        kind: 'commit',
        files: [],
        bases: [],
        branch: 'b',
        message: 'One',
        trailer: 't',
        leftOut: [{ path: 'x', kind: 'changed', reason: 'r' }],
      }),
    {
      kind: 'commit',
      bases: [],
      branch: 'b',
      trailer: 't',
      message: 'One',
      files: 0,
      paths: [],
      leftOut: [{ path: 'x', kind: 'changed', reason: 'r' }],
    },
  ],
  [
    () =>
      outlineIntent({
        kind: 'review',
        number: 8,
        commit: HEAD,
        comments: [inline(), inline({ suggestion: ['x'] })],
        overview: 'Over',
      }),
    {
      kind: 'review',
      number: 8,
      commit: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
      comments: [
        { path: 'a.ts', side: 'RIGHT', line: 3, characters: 4 },
        { path: 'a.ts', side: 'RIGHT', line: 3, characters: 4, suggestion: 1 },
      ],
      overview: 4,
    },
  ],
  [
    () => outlineIntent({ kind: 'review', number: 8, commit: HEAD, comments: [] }),
    { kind: 'review', number: 8, commit: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', comments: [] },
  ],
  [
    () => outlineIntent({ kind: 'update_issue', number: 7, body: 'Text' } as Intent),
    { kind: 'update_issue', number: 7, body: 4 },
  ],
  [
    () => outlineIntent({ kind: 'update_issue', number: 7, title: 'T' } as Intent),
    { kind: 'update_issue', number: 7, title: 'T' },
  ],
  [
    () => outlineReceipt({ intent: { kind: 'reply', number: 7, body: 'Text' } as never, state: 'posted' }),
    { kind: 'reply', number: 7, characters: 4, state: 'posted' },
  ],
]

for (const [write, expected] of table)
  test(String(write).replace(/^(?:async )?\(\) => /, ''), async () => expect(await write()).toEqual(expected))
