import { expect, test } from 'vitest'
import {
  withLeftOut,
  withRequestedPullRequest,
  withSecretFiles,
  withSecurityStop,
  writesCode,
} from '../../src/delivery/plan/commit-plan.ts'
import { buildReport } from '../../src/delivery/report/compose-report.ts'
import { describeUndelivered } from '../../src/delivery/report/sections.ts'
import { call, finished, SECRET, task } from './delivery-fixture.ts'
import {
  branch,
  built,
  commitsOf,
  delivered,
  edit,
  filter,
  identity,
  kinds,
  lost,
  mode,
  moved,
  notice,
  onPull,
  proposals,
  pull,
  record,
  secretCommit,
} from './delivery-values.ts'
import { status } from './post/post-values.ts'
import { commit as commitOf, patch, run as reportOf } from './report/report-values.ts'

const table: [write: () => unknown, expected: unknown][] = [
  // What is written.
  [() => kinds({}), ['comment   state=done', 'summary']],
  [() => kinds({ patches: [patch] }), ['patch', 'comment   state=done', 'summary']],
  [() => kinds({ outcome: 'noop' }), ['summary']],
  [() => kinds({ outcome: 'refused' }), ['summary']],
  [() => kinds({ outcome: 'noop' }, { announcement: { id: 3 } }), ['comment 3  state=partial', 'summary']],
  [() => kinds({ outcome: 'noop' }, { isTold: true }), ['comment   state=partial', 'summary']],
  [
    () => kinds({ outcome: 'model' }, { announcement: { id: 3, isFirst: true } }),
    ['comment 3 true state=partial', 'summary'],
  ],
  [() => kinds({}, { announcement: { isFirst: true } }), ['comment  true state=done', 'summary']],
  [() => kinds({}, { announcement: { isFirst: false } }), ['comment   state=done', 'summary']],
  [() => kinds({}, { task: undefined }, { checkRun: true }), ['summary']],
  [() => kinds({}, {}, { checkRun: true }), ['comment   state=done', 'check_run', 'summary']],
  [() => kinds({}, {}, { comment: 'off' }), ['summary']],
  [() => kinds({}, { task: { ...task, number: undefined } }), ['summary']],
  [
    () => kinds({}, { commits: [commitOf()], proposals: [{ kind: 'reply', number: 7, body: 'x' }] }),
    ['commit', 'reply', 'comment   state=done', 'summary'],
  ],
  // The commits.
  [() => commitsOf(), ['commit sluice/issue-7-864719d7 a.ts']],
  [() => commitsOf(pull()), ['commit sluice/issue-7-864719d7 a.ts', 'create_pull_request']],
  [() => commitsOf(branch), ['commit sluice/issue-7-864719d7 a.ts', 'commit seal b']],
  [() => commitsOf(branch, pull()), ['commit sluice/issue-7-864719d7 a.ts', 'create_pull_request', 'commit seal b']],
  [
    () => commitsOf(branch, pull({ branch: 'seal' })),
    ['commit sluice/issue-7-864719d7 a.ts', 'commit seal b', 'create_pull_request'],
  ],
  [
    () => commitsOf(branch, pull({ branch: 'other' })),
    ['commit sluice/issue-7-864719d7 a.ts', 'create_pull_request', 'commit seal b'],
  ],
  [() => withRequestedPullRequest(mode('report'), [pull()] as never).changes, 'pull_request'],
  [() => withRequestedPullRequest(mode('off'), [pull()] as never).changes, 'off'],
  [() => withRequestedPullRequest(mode('report'), [pull({ branch: 'seal' })] as never).changes, 'report'],
  [() => withRequestedPullRequest(mode('report'), [branch] as never).changes, 'report'],
  [() => withSecurityStop([commitOf()], reportOf()).outcome, 'ok'],
  [() => withSecurityStop([commitOf({ blocked: { reason: 'x' } })], reportOf()).outcome, 'ok'],
  [
    () =>
      [withSecurityStop([{ kind: 'summary', page: { top: '', below: '' } }, secretCommit], reportOf())].map(
        ({ outcome, notices }) => [outcome, notices],
      ),
    [
      [
        'security',
        [
          {
            level: 'error',
            text: 'The change was not committed: a contains a secret. The patch contains the change without it.',
          },
        ],
      ],
    ],
  ],
  [() => withSecretFiles([edit()], reportOf(), mode('report')).outcome, 'ok'],
  [() => withSecretFiles([edit('a', SECRET)], reportOf(), mode('commit')).outcome, 'ok'],
  [
    () => withSecretFiles([edit('a', SECRET)], reportOf(), mode('report')).notices,
    [
      {
        level: 'error',
        text: 'The run wrote what looks like a secret into a. The patch contains the change without it.',
      },
    ],
  ],
  [
    () =>
      withSecretFiles(
        ['a', 'b', 'c'].map((path) => edit(path, SECRET)),
        reportOf(),
        mode('report'),
      ).notices,
    [
      {
        level: 'error',
        text: 'The run wrote what looks like a secret into a, b, c. The patch contains the change without it.',
      },
    ],
  ],
  [
    () =>
      withSecretFiles(
        ['a', 'b', 'c', 'd'].map((path) => edit(path, SECRET)),
        reportOf(),
        mode('report'),
      ).notices,
    [
      {
        level: 'error',
        text: 'The run wrote what looks like a secret into a, b, c and 1 more. The patch contains the change without it.',
      },
    ],
  ],
  [
    () =>
      withLeftOut([commitOf()], reportOf({ undelivered: [{ path: 'x', kind: 'changed', reason: 'r' }] })).undelivered,
    [{ path: 'x', kind: 'changed', reason: 'r' }],
  ],
  [
    () =>
      withLeftOut(
        [commitOf({ leftOut: [{ path: 'y', kind: 'changed', reason: 's' }] })],
        reportOf({
          undelivered: [
            { path: 'x', kind: 'changed', reason: 'r' },
            { path: 'y', kind: 'changed', reason: 'r' },
          ],
        }),
      ).undelivered,
    [
      { path: 'y', kind: 'changed', reason: 's' },
      { path: 'x', kind: 'changed', reason: 'r' },
    ],
  ],
  [
    () => withLeftOut([commitOf({ leftOut: [{ path: 'y', kind: 'changed', reason: 's' }] })], reportOf()).undelivered,
    [{ path: 'y', kind: 'changed', reason: 's' }],
  ],
  [
    () => ['off', 'report', 'commit', 'pull_request'].map((changes) => writesCode({ changes: [1] }, mode(changes))),
    [false, false, true, true],
  ],
  [() => writesCode({ changes: [] }, mode('commit')), false],
  [() => writesCode({ changes: [], proposals: [1] }, mode('off')), true],
  // A head that moved.
  [
    () => moved(onPull()),
    {
      type: 'notice',
      level: 'warning',
      text: '`topic` moved from `hhhhhhhhhh` to `nnnnnnnnnn` after this run started. The newer commits were not read.',
    },
  ],
  [() => moved(task), undefined],
  [() => moved(undefined), undefined],
  [() => moved(onPull({ number: undefined })), undefined],
  [() => moved(onPull(), 'noop'), undefined],
  [() => moved(onPull(), 'refused'), undefined],
  [
    () => moved(onPull(), 'model'),
    {
      type: 'notice',
      level: 'warning',
      text: '`topic` moved from `hhhhhhhhhh` to `nnnnnnnnnn` after this run started. The newer commits were not read.',
    },
  ],
  [() => moved(onPull(), 'ok', { github: undefined }), undefined],
  [() => moved(onPull(), 'ok', { comment: 'off' }), undefined],
  [() => moved(onPull(), 'ok', {}, { pull: { head: { sha: 'h'.repeat(40) } } }), undefined],
  [() => moved(onPull(), 'ok', {}, { pull: status(500) }), undefined],
  // The record.
  [() => record(task), [{}, [true, false], {}]],
  [() => record(undefined), [{}, [false, false], {}]],
  [() => record(task, { comment: 'off' }), [{}, [false, false], {}]],
  [() => record(task, { dryRun: true }), [{}, [false, false], {}]],
  [() => record(task, { github: undefined }), [{}, [false, false], {}]],
  [() => record(task, { keepRecord: undefined }), [{}, [], {}]],
  [
    () => record(task, {}, { marker: { record: '1.1.1' }, offers: [{ id: 'c1', code: 'ABC' }] }),
    [{ offers: { codes: [{ id: 'c1', code: 'ABC' }], phrase: '' } }, [true, false], { record: '1.1.1' }],
  ],
  // No call has a code, and the report says why.
  [
    () => record(task, { triggerPhrase: '@sluice' }, { marker: { record: '1.1.1' }, offers: [] }, { mayOffer: true }),
    [{ offers: { codes: [], phrase: '@sluice' } }, [true, true], { record: '1.1.1' }],
  ],
  [
    () => record(task, {}, { marker: { sha256: 'x' }, offers: [] }, { mayOffer: true }),
    [{}, [true, true], { sha256: 'x' }],
  ],
  [
    () => record(task, { triggerPhrase: '@sluice' }, { offers: [{ id: 'c1', code: 'ABC' }] }),
    [{ offers: { codes: [{ id: 'c1', code: 'ABC' }], phrase: '@sluice' } }, [true, false], {}],
  ],
  [
    () => record(task, { identity: { ...identity, record: { used: 'ABCD', by: '1.1', usd: '2' } } }),
    [{}, [true, false], { used: 'ABCD', by: '1.1', usd: '2' }],
  ],
  [
    () => record(task, { identity: { ...identity, record: { by: '1.1', usd: '2' } } }),
    [{}, [true, false], { usd: '2' }],
  ],
  [() => record(task, { identity: { ...identity, record: { usd: '2' } }, spentUsd: 1 }), [{}, [true, false], {}]],
  // Deliveries.
  [() => delivered({}), ['ok', '', ['summary posted'], [], [], []]],
  [
    () => delivered({ outcome: 'config', proposals: [{ kind: 'add_labels', number: 7, labels: ['bug'] }] }),
    ['config', '', ['add_labels skipped the run failed before it finished', 'summary posted'], [], [], []],
  ],
  [
    () => delivered({ outcome: 'internal', proposals: [{ kind: 'add_labels', number: 7, labels: ['bug'] }] }),
    ['internal', '', ['add_labels skipped the run failed before it finished', 'summary posted'], [], [], []],
  ],
  [
    () => delivered({ outcome: 'model', proposals: [{ kind: 'add_labels', number: 7, labels: ['bug'] }] }),
    ['model', '', ['add_labels posted', 'summary posted'], [], [], ['addLabels']],
  ],
  [
    () => delivered({ proposals: [{ kind: 'add_labels', number: 7, labels: ['bug'] }] }),
    ['ok', '', ['add_labels posted', 'summary posted'], [], [], ['addLabels']],
  ],
  [
    () => delivered({ changes: [edit('a', SECRET)] }),
    [
      'security',
      'The run wrote what looks like a secret into a. The patch contains the change without it.',
      ["patch failed ENOENT: no such file or directory, open '/nowhere/x.patch'", 'summary posted'],
      ['a false'],
      ["Not written: the patch file: ENOENT: no such file or directory, open '/nowhere/x.patch'"],
      [],
    ],
  ],
  [
    () => delivered({ changes: [edit()] }),
    [
      'ok',
      '',
      ["patch failed ENOENT: no such file or directory, open '/nowhere/x.patch'", 'summary posted'],
      ['a.ts true'],
      ["Not written: the patch file: ENOENT: no such file or directory, open '/nowhere/x.patch'"],
      [],
    ],
  ],
  [
    () => delivered({ changes: [edit()] }, { changes: 'off' }),
    [
      'ok',
      '',
      ['summary posted'],
      ['a.ts false'],
      ['The input changes is off, so 1 changed file will not be delivered: a.ts'],
      [],
    ],
  ],
  [
    () => delivered({ undelivered: [{ path: SECRET, kind: 'changed', reason: 'r' }] }),
    ['ok', '', ['summary posted'], ['[redacted] false'], [], []],
  ],
  [
    () => delivered({ changes: [edit()], commitProblem: 'the checkout is shallow' }, { changes: 'commit' }),
    [
      'config',
      "Finished, but the change was not committed. (ENOENT: no such file or directory, open '/nowhere/x.patch')",
      [
        "patch failed ENOENT: no such file or directory, open '/nowhere/x.patch'",
        'commit skipped the checkout is shallow; the patch contains the change',
        'summary posted',
      ],
      ['a.ts false'],
      [
        "Not written: the patch file: ENOENT: no such file or directory, open '/nowhere/x.patch'",
        'Not written: the commit of 1 file: the checkout is shallow; the patch contains the change',
      ],
      [],
    ],
  ],
  [
    () => delivered({ changes: [edit()] }, { changes: 'commit', dryRun: true }, onPull()),
    [
      'ok',
      '',
      [
        "patch failed ENOENT: no such file or directory, open '/nowhere/x.patch'",
        'commit skipped dry run',
        'summary posted',
      ],
      ['a.ts false'],
      ["Not written: the patch file: ENOENT: no such file or directory, open '/nowhere/x.patch'"],
      [],
    ],
  ],
  // The report.
  [
    () => built({}),
    { answer: { short: 'All is well.', full: 'All is well.', isTruncated: false }, notices: [], models: [] },
  ],
  [
    () => built({ ending: { end: 'stopped', text: 'x', reason: 'turns' } }),
    { stop: 'turns', answer: { short: 'x', full: 'x', isTruncated: false }, notices: [], models: [] },
  ],
  [
    () => built({ ending: { end: 'failed', text: 'x', outcome: 'internal', github: true } }),
    { github: true, answer: { short: 'x', full: 'x', isTruncated: false }, notices: [], models: [] },
  ],
  [
    () => built({ ending: { end: 'failed', text: 'x', outcome: 'internal' } }),
    { answer: { short: 'x', full: 'x', isTruncated: false }, notices: [], models: [] },
  ],
  [
    () => built({ ending: { end: 'answered', text: `A ${SECRET}` } }),
    {
      answer: { short: 'A [redacted]', full: 'A [redacted]', isTruncated: false },
      notices: [
        {
          level: 'warning',
          text: 'The answer contained 1 part that looked like a secret; "[redacted]" replaces each.',
        },
      ],
      models: [],
    },
  ],
  [
    () =>
      built({
        events: [
          notice('a'),
          notice('b', { isolation: [{ part: 'files', isHeld: true, text: 't' }] }),
          notice('c', { isolation: [{ part: 'files', isHeld: false, text: 't' }] }),
        ],
      }),
    {
      answer: { short: 'All is well.', full: 'All is well.', isTruncated: false },
      notices: [
        { level: 'info', text: 'a' },
        { level: 'info', text: 'c' },
      ],
      isolation: [{ part: 'files', isHeld: true, text: 't' }],
      models: [],
    },
  ],
  [
    () =>
      built({
        events: [
          notice('c', {
            isolation: [
              { part: 'files', isHeld: false, text: 't' },
              { part: 'network', isHeld: true, text: 't' },
            ],
          }),
        ],
      }),
    {
      answer: { short: 'All is well.', full: 'All is well.', isTruncated: false },
      notices: [],
      isolation: [
        { part: 'files', isHeld: false, text: 't' },
        { part: 'network', isHeld: true, text: 't' },
      ],
      models: [],
    },
  ],
  [
    () => built({ runUrl: 'https://x/run', offers: { codes: [], phrase: '@sluice' } }),
    {
      answer: { short: 'All is well.', full: 'All is well.', isTruncated: false },
      notices: [],
      models: [],
      runUrl: 'https://x/run',
      offers: { codes: [], phrase: '@sluice' },
    },
  ],
  [
    async () =>
      [
        (
          await buildReport(
            { ...finished(), patches: [], ending: { end: 'answered', text: 'x'.repeat(46_000) } } as never,
            identity,
            filter,
          )
        ).answer,
      ].map(({ short, isTruncated }) => [short.length, isTruncated]),
    [[46000, false]],
  ],
  [
    async () =>
      [
        (
          await buildReport(
            { ...finished(), patches: [], ending: { end: 'answered', text: 'x'.repeat(46_001) } } as never,
            identity,
            filter,
          )
        ).answer,
      ].map(({ short, isTruncated }) => [short.length <= 46_000, isTruncated]),
    [[true, true]],
  ],
  [
    () => describeUndelivered([lost('write_file'), call()]),
    {
      words: 'Not everything was delivered: policy denied `write_file`.',
      remedy: 'See below for the rules and how to allow them.',
    },
  ],
  [
    () => describeUndelivered([lost('write_file'), lost('replace'), call()]),
    {
      words: 'Not everything was delivered: policy denied `write_file`, `replace`.',
      remedy: 'See below for the rules and how to allow them.',
    },
  ],
  [
    () =>
      describeUndelivered(
        ['write_file', 'replace', 'github__add_labels', 'github__comment', 'github__reply'].map((name) => lost(name)),
      ),
    {
      words: 'Not everything was delivered: policy denied `write_file`, `replace`, `github__add_labels` and 2 more.',
      remedy: 'See below for the rules and how to allow them.',
    },
  ],
  [
    () => describeUndelivered(['write_file', 'replace', 'github__add_labels'].map((name) => lost(name))),
    {
      words: 'Not everything was delivered: policy denied `write_file`, `replace`, `github__add_labels`.',
      remedy: 'See below for the rules and how to allow them.',
    },
  ],
  [
    () => describeUndelivered([lost('write_file', { verdict: 'allow', reason: 'x', state: 'error' })]),
    {
      words: 'Not everything was delivered: no successful call of `write_file`.',
      remedy: 'See the tool log for the reasons.',
    },
  ],
  [() => proposals(), ''],
  [
    () => proposals({ kind: 'reply', number: 7, body: 'x' }),
    'The model wrote no answer. It proposed: reply in a thread of #7.',
  ],
  [
    () => proposals({ kind: 'reply', number: 7, body: 'x' }, { kind: 'reply', number: 7, body: 'y' }, pull()),
    'The model wrote no answer. It proposed: pull request `T`; reply in a thread of #7 (2 times).',
  ],
  [
    () => proposals(...Array.from({ length: 8 }, (_, index) => ({ kind: 'extra_comment', number: index, body: 'x' }))),
    'The model wrote no answer. It proposed: additional comment on #0; additional comment on #1; additional comment on #2; additional comment on #3; additional comment on #4; additional comment on #5; additional comment on #6; additional comment on #7.',
  ],
  [
    () => proposals(...Array.from({ length: 9 }, (_, index) => ({ kind: 'extra_comment', number: index, body: 'x' }))),
    'The model wrote no answer. It proposed: additional comment on #0; additional comment on #1; additional comment on #2; additional comment on #3; additional comment on #4; additional comment on #5; additional comment on #6; additional comment on #7; 1 more.',
  ],
]

for (const [write, expected] of table)
  test(String(write).replace(/^(?:async )?\(\) => /, ''), async () => expect(await write()).toEqual(expected))
