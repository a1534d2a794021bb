import { expect, test } from 'vitest'
import type { Intent } from '../../../src/delivery/plan/intent.ts'
import { checkResult } from '../../../src/delivery/post/check-run.ts'
import { commentMarkerLine } from '../../../src/github/comment-marker.ts'
import { run as reportOf } from '../report/report-values.ts'
import {
  annotations,
  check,
  comment,
  commit,
  completed,
  inline,
  inTurn,
  label,
  own,
  performed,
  remark,
  request,
  review,
  status,
  summary,
  thread,
} from './post-values.ts'

const table: [write: () => unknown, expected: unknown][] = [
  [
    () => performed([comment, summary]),
    [
      [
        { kind: 'comment', state: 'posted', url: 'https://x/1' },
        { kind: 'summary', state: 'posted' },
      ],
      [],
      ['createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nTop\\n\\nBelow"'],
      'Top\n\nBelow',
    ],
  ],
  [
    () => performed([comment, summary], { createComment: status(422) }),
    [
      [
        { kind: 'comment', state: 'failed', reason: 'Answer 422', status: 422 },
        { kind: 'summary', state: 'posted' },
      ],
      ['warning: Not written: the comment on #7 (10 characters): Answer 422'],
      ['createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nTop\\n\\nBelow"'],
      '**Nothing could be written to GitHub.** See below for what failed.\n\n> **Not delivered:** the comment on #7 (10 characters): Answer 422\n\nFine. In full.\n\n<sub>1.0 s</sub>',
    ],
  ],
  [
    () => performed([comment, summary], { createComment: status(403) }),
    [
      [
        {
          kind: 'comment',
          state: 'failed',
          forbidden: true,
          needs: ['issues: write'],
          status: 403,
          reason: 'Answer 403. The job needs the permission `issues: write`',
        },
        { kind: 'summary', state: 'posted' },
      ],
      [],
      ['createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nTop\\n\\nBelow"'],
      '**Nothing could be written to GitHub: the token lacks a permission.** Add `issues: write` to the `permissions` of the job in the workflow, then run it again.\n\n> **Not delivered:** the comment on #7 (10 characters): Answer 403. The job needs the permission `issues: write`\n\nFine. In full.\n\n<sub>1.0 s</sub>',
    ],
  ],
  [
    () => performed([comment], { createComment: status(403) }, { run: { isAnswerRead: true } }),
    [
      [
        {
          kind: 'comment',
          state: 'skipped',
          reason:
            'the token may not comment, and a later step reads the answer; for a comment too, add `issues: write` to the permissions of the job',
        },
      ],
      [
        'info: No comment was posted: the token may not comment, and a later step reads the answer; for a comment too, add `issues: write` to the permissions of the job.',
      ],
      ['createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nTop\\n\\nBelow"'],
    ],
  ],
  [
    () => performed([comment], { createComment: status(401) }, { run: { isAnswerRead: true } }),
    [
      [{ kind: 'comment', state: 'failed', reason: 'Answer 401', status: 401, forbidden: true }],
      [],
      ['createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nTop\\n\\nBelow"'],
    ],
  ],
  [
    () => performed([comment], { createComment: status(422) }, { run: { isAnswerRead: true } }),
    [
      [{ kind: 'comment', state: 'failed', reason: 'Answer 422', status: 422 }],
      ['warning: Not written: the comment on #7 (10 characters): Answer 422'],
      ['createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nTop\\n\\nBelow"'],
    ],
  ],
  [
    () => performed([comment], { createComment: status(404) }, { run: { isAnswerRead: true } }),
    [
      [
        {
          kind: 'comment',
          state: 'failed',
          forbidden: true,
          needs: ['issues: write'],
          status: 404,
          reason: 'Answer 404. The job needs the permission `issues: write`',
        },
      ],
      [],
      ['createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nTop\\n\\nBelow"'],
    ],
  ],
  [
    () => performed([label], { addLabels: status(403) }, { run: { isAnswerRead: true } }),
    [
      [
        {
          kind: 'add_labels',
          state: 'failed',
          forbidden: true,
          needs: ['issues: write'],
          status: 403,
          reason: 'Answer 403. The job needs the permission `issues: write`',
        },
      ],
      [],
      ['addLabels 7 ["bug"]'],
    ],
  ],
  [
    () => performed([label, comment]),
    [
      [
        { kind: 'add_labels', state: 'posted' },
        { kind: 'comment', state: 'posted', url: 'https://x/1' },
      ],
      [],
      [
        'addLabels 7 ["bug"]',
        'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nTop\\n\\nWritten:\\n- label `bug` added to #7\\n\\nBelow"',
      ],
    ],
  ],
  [
    () => performed([label, comment], { addLabels: status(422) }),
    [
      [
        { kind: 'add_labels', state: 'failed', reason: 'Answer 422', status: 422 },
        { kind: 'comment', state: 'posted', url: 'https://x/1' },
      ],
      ['warning: Not written: the label bug added to #7: Answer 422'],
      [
        'addLabels 7 ["bug"]',
        'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=partial -->\\n**Not everything could be written to GitHub.** See below for what failed.\\n\\n**Could not be written:**\\n- label `bug` added to #7: Answer 422\\n\\nFine.\\n\\n<sub>1.0 s</sub>"',
      ],
    ],
  ],
  [
    () => performed([label, comment, summary], {}, { context: { dryRun: true } }),
    [
      [
        { kind: 'add_labels', state: 'skipped', reason: 'dry run' },
        { kind: 'comment', state: 'skipped', reason: 'dry run' },
        { kind: 'summary', state: 'posted' },
      ],
      [],
      [],
      'Fine. In full.\n\n**Dry run: nothing was written to GitHub.**\n\n> **Not written:** the label `bug` added to #7: dry run\n\n> **Not written:** the comment on #7 (10 characters): dry run\n\n<sub>1.0 s</sub>',
    ],
  ],
  [
    () => performed([label, summary], {}, { context: { github: undefined } }),
    [
      [
        { kind: 'add_labels', state: 'skipped', reason: 'no GitHub token' },
        { kind: 'summary', state: 'posted' },
      ],
      [],
      [],
      'Top\n\n> **Not written:** the label `bug` added to #7: no GitHub token\n\nBelow',
    ],
  ],
  [
    () => performed([label, comment], {}, { run: { holdReason: 'the run was refused' } }),
    [
      [
        { kind: 'add_labels', state: 'skipped', reason: 'the run was refused' },
        { kind: 'comment', state: 'posted', url: 'https://x/1' },
      ],
      [],
      [
        'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nTop\\n\\n**Proposed, but not written:**\\n- label `bug` added to #7: the run was refused\\n\\nBelow"',
      ],
    ],
  ],
  [
    () => performed([commit({ blocked: { reason: 'too large' } })]),
    [
      [{ kind: 'commit', state: 'skipped', reason: 'too large', withheld: true }],
      ['warning: Not written: the commit of 0 files: too large'],
      [],
    ],
  ],
  [
    () =>
      performed(
        [commit({ blocked: { reason: 'too large' } })],
        {},
        { run: { report: reportOf({ outcome: 'model' }) } },
      ),
    [[{ kind: 'commit', state: 'skipped', reason: 'too large' }], [], []],
  ],
  [
    () => performed([commit({ blocked: { reason: 'too large', isWithheld: true } }), comment]),
    [
      [
        { kind: 'commit', state: 'skipped', reason: 'too large', withheld: true, withheldOutcome: 'denied' },
        { kind: 'comment', state: 'posted', url: 'https://x/1' },
      ],
      ['warning: Not written: the commit of 0 files: too large'],
      [
        'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\n**Finished, but the change was not committed.** See the reason below.\\n\\n**Proposed, but not written:**\\n- commit of 0 files: too large\\n\\nFine.\\n\\n<sub>1.0 s</sub>"',
      ],
    ],
  ],
  [
    () => performed([commit({ blocked: { reason: 'shallow', isWithheld: true, isConfig: true } })]),
    [
      [{ kind: 'commit', state: 'skipped', reason: 'shallow', withheld: true, withheldOutcome: 'config' }],
      ['warning: Not written: the commit of 0 files: shallow'],
      [],
    ],
  ],
  [
    () => performed([commit({ blocked: { reason: 'too large' } })], {}, { run: { holdReason: 'the run was refused' } }),
    [
      [{ kind: 'commit', state: 'skipped', reason: 'too large', withheld: true }],
      ['warning: Not written: the commit of 0 files: too large'],
      [],
    ],
  ],
  [
    () => performed([commit()], {}, { run: { holdReason: 'the run was refused' } }),
    [[{ kind: 'commit', state: 'skipped', reason: 'the run was refused' }], [], []],
  ],
  [
    () => performed([request as Intent]),
    [
      [{ kind: 'create_pull_request', state: 'skipped', withheld: true, reason: 'no files were edited' }],
      ['warning: Not written: the pull request T: no files were edited'],
      [],
    ],
  ],
  [
    () => performed([comment, check()], { createCheck: status(422), checks: [] }),
    [
      [
        { kind: 'comment', state: 'posted', url: 'https://x/1' },
        { kind: 'check_run', state: 'failed', reason: '(intermediate value).find is not a function' },
      ],
      ['warning: Not written: the check run Sluice: (intermediate value).find is not a function'],
      [
        'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done -->\\nTop\\n\\nBelow"',
        'checksNamed "Sluice" "s"',
        'createComment 7 "<!-- sluice:v1 key=k run=100.1 state=partial -->\\nFine.\\n\\n**Not everything could be written to GitHub.** See below for what failed.\\n\\n**Could not be written:**\\n- check run `Sluice`: (intermediate value).find is not a function\\n\\n<sub>1.0 s</sub>"',
      ],
    ],
  ],
  [
    () => performed([check(), summary], { createCheck: status(422), checks: [] }),
    [
      [
        { kind: 'check_run', state: 'failed', reason: '(intermediate value).find is not a function' },
        { kind: 'summary', state: 'posted' },
      ],
      ['warning: Not written: the check run Sluice: (intermediate value).find is not a function'],
      ['checksNamed "Sluice" "s"'],
      '**Nothing could be written to GitHub.** See below for what failed.\n\n> **Not delivered:** the check run `Sluice`: (intermediate value).find is not a function\n\nFine. In full.\n\n<sub>1.0 s</sub>',
    ],
  ],
  [
    () => performed([comment], {}, { context: { spentUsd: 0.5 } }),
    [
      [{ kind: 'comment', state: 'posted', url: 'https://x/1' }],
      [],
      ['createComment 7 "<!-- sluice:v1 key=k run=100.1 state=done usd=0.5 -->\\nTop\\n\\nBelow"'],
    ],
  ],
  // Check runs.
  [
    () => annotations(inline('Why?')),
    [{ path: 'a.ts', from: 3, to: 3, level: 'warning', title: 'Inline comment', message: 'Why?' }],
  ],
  [
    () => annotations(inline('# Why\nBecause'), inline('**a** `b`\nBecause'), inline('#  \nBecause')),
    [
      { path: 'a.ts', from: 3, to: 3, level: 'warning', title: 'Why', message: '# Why\nBecause' },
      { path: 'a.ts', from: 3, to: 3, level: 'warning', title: 'a b', message: '**a** `b`\nBecause' },
      { path: 'a.ts', from: 3, to: 3, level: 'warning', title: 'Inline comment', message: '#  \nBecause' },
    ],
  ],
  [
    () =>
      annotations(
        inline('', { suggestion: ['x'] }),
        inline('x', { location: { side: 'LEFT', line: 3 } }),
        inline('x', { location: { side: 'RIGHT', start: 2, line: 3 } }),
        { kind: 'reply', body: 'x' },
      ),
    [
      {
        path: 'a.ts',
        from: 3,
        to: 3,
        level: 'warning',
        title: 'Inline comment',
        message: 'See the suggestion.',
        details: 'x',
      },
      { path: 'a.ts', from: 2, to: 3, level: 'warning', title: 'Inline comment', message: 'x' },
    ],
  ],
  [() => checkResult(reportOf(), [], []), { conclusion: 'success', title: 'Done' }],
  [() => checkResult(reportOf(), [{}] as never, []), { conclusion: 'success', title: 'Done, 1 inline comment' }],
  [
    () => checkResult(reportOf({ deliveryFailure: { kind: 'dry run' } }), [], []),
    { conclusion: 'neutral', title: 'Dry run: nothing was written to GitHub' },
  ],
  [
    () =>
      checkResult(
        reportOf({ deliveryFailure: { kind: 'forbidden', nothingWritten: true, needs: [], cause: 'token' } }),
        [],
        ['config'],
      ),
    { conclusion: 'failure', title: 'Nothing could be written to GitHub: GitHub rejected the token' },
  ],
  [
    () => checkResult(reportOf({ outcome: 'model' }), [], ['model']),
    { conclusion: 'failure', title: 'The model gave no usable answer' },
  ],
  [
    () => checkResult(reportOf({ outcome: 'model' }), [], []),
    { conclusion: 'neutral', title: 'The model gave no usable answer' },
  ],
  [
    () => checkResult(reportOf({ outcome: 'budget', stop: 'cancelled' }), [], []),
    { conclusion: 'cancelled', title: 'Cancelled before it finished' },
  ],
  [
    () => checkResult(reportOf({ outcome: 'budget', stop: 'time' }), [], ['budget']),
    { conclusion: 'timed_out', title: 'Stopped at the time limit before the model answered' },
  ],
  [
    () => completed({ checks: [] }),
    ['TypeError: (intermediate value).find is not a function', 'checksNamed "Sluice" "s"'],
  ],
  [
    () => completed({ checks: [] }, { id: 3 }),
    [
      { state: 'posted', url: 'https://x/1' },
      'updateCheck 3 {"output":{"title":"T","summary":"Top\\n\\nBelow","text":""},"conclusion":"success"}',
    ],
  ],
  [
    () =>
      completed(
        { updateCheck: inTurn(status(500), { url: 'u' }), check: { annotations: 0, status: 'in_progress', url: 'v' } },
        { id: 3 },
      ),
    [
      { state: 'posted', url: 'u' },
      'updateCheck 3 {"output":{"title":"T","summary":"Top\\n\\nBelow","text":""},"conclusion":"success"}',
      'check 3',
      'updateCheck 3 {"output":{"title":"T","summary":"Top\\n\\nBelow","text":""},"conclusion":"success"}',
    ],
  ],
  [
    () => completed({ updateCheck: status(500), check: { annotations: 0, status: 'completed', url: 'v' } }, { id: 3 }),
    [
      { state: 'posted', url: 'v' },
      'updateCheck 3 {"output":{"title":"T","summary":"Top\\n\\nBelow","text":""},"conclusion":"success"}',
      'check 3',
    ],
  ],
  [
    () => completed({ updateCheck: status(422) }, { id: 3 }),
    [
      'GitHubError: Answer 422',
      'updateCheck 3 {"output":{"title":"T","summary":"Top\\n\\nBelow","text":""},"conclusion":"success"}',
    ],
  ],
  [
    async () =>
      (await completed({ updateCheck: { url: 'u' } }, { id: 3, annotations: Array(51).fill({ path: 'a' }) })).map(
        (each) => String(JSON.stringify(each)).match(/path/g)?.length ?? 0,
      ),
    [0, 50, 1],
  ],
  // Reviews.
  [
    () => review({}),
    [
      { state: 'posted', url: 'https://x/1' },
      'threads 7',
      'pull 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=870bb4f3807d8c6c by=100.1 -->\\n1 inline comment on `h`.","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"}]}',
    ],
  ],
  [
    () => review({ pull: { head: { sha: 'newer' } } }),
    [
      { state: 'posted', url: 'https://x/1' },
      'threads 7',
      'pull 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=870bb4f3807d8c6c by=100.1 -->\\n1 inline comment on `h`. The branch has since moved to `newer`; the newer commits were not read.","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"}]}',
    ],
  ],
  [
    () =>
      review({
        threads: [
          thread({ comments: [own(commentMarkerLine({ kind: 'remark', key: 'k', by: '100.1', linesHash: 'h1' }))] }),
        ],
      }),
    [
      { state: 'skipped', reason: 'an earlier run commented on the same lines', url: 'https://x/pull/7#discussion_r5' },
      'threads 7',
      'pull 7',
    ],
  ],
  [
    () =>
      review({
        threads: [
          thread({
            comments: [
              own(commentMarkerLine({ kind: 'remark', key: 'k', by: '100.1', linesHash: 'h1' }), { author: 'ada' }),
            ],
          }),
        ],
      }),
    [
      { state: 'posted', url: 'https://x/1' },
      'threads 7',
      'pull 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=870bb4f3807d8c6c by=100.1 -->\\n1 inline comment on `h`.","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"}]}',
    ],
  ],
  [
    () =>
      review(
        {
          threads: [
            thread({ comments: [own(commentMarkerLine({ kind: 'remark', key: 'k', by: '100.1', linesHash: 'h1' }))] }),
          ],
        },
        [remark()],
        {
          overview: 'Over',
        },
      ),
    [
      {
        state: 'posted',
        url: 'https://x/1',
        reason: '1 inline comment skipped: an earlier run commented on the same lines',
      },
      'threads 7',
      'pull 7',
      'reviews 7',
      'createReview 7 {"body":"<!-- sluice:v1 kind=review key=k run=100 id=193fb3f5dd7c2c39 by=100.1 -->\\nOver","event":"COMMENT","comments":[]}',
    ],
  ],
  [
    () =>
      review(
        {
          threads: [
            thread({ comments: [own(commentMarkerLine({ kind: 'remark', key: 'k', by: '100.1', linesHash: 'h1' }))] }),
          ],
        },
        [remark(), remark({ linesHash: 'h2' })],
      ),
    [
      {
        state: 'posted',
        url: 'https://x/1',
        reason: '1 inline comment skipped: an earlier run commented on the same lines',
      },
      'threads 7',
      'pull 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=ad101220515df0d7 by=100.1 -->\\n1 inline comment on `h`.","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h2 by=100.1 -->\\nWhy?"}]}',
    ],
  ],
  [
    () => review({}, [remark({ location: { side: 'LEFT', start: 2, line: 3 }, suggestion: ['x'] })]),
    [
      { state: 'posted', url: 'https://x/1' },
      'threads 7',
      'pull 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=870bb4f3807d8c6c by=100.1 -->\\n1 inline comment on `h`.","event":"COMMENT","comments":[{"path":"a.ts","side":"LEFT","line":3,"startLine":2,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?\\n\\n```suggestion\\nx\\n```"}]}',
    ],
  ],
  [
    () => review({}, [], { overview: 'Over' }),
    [
      { state: 'posted', url: 'https://x/1' },
      'threads 7',
      'pull 7',
      'reviews 7',
      'createReview 7 {"body":"<!-- sluice:v1 kind=review key=k run=100 id=193fb3f5dd7c2c39 by=100.1 -->\\nOver","event":"COMMENT","comments":[]}',
    ],
  ],
  [
    () => review({ pull: { head: { sha: 'newer' } } }, [], { overview: 'Over' }),
    [
      { state: 'posted', url: 'https://x/1' },
      'threads 7',
      'pull 7',
      'reviews 7',
      'createReview 7 {"body":"<!-- sluice:v1 kind=review key=k run=100 id=193fb3f5dd7c2c39 by=100.1 -->\\nOver\\n\\nThe branch has since moved to `newer`; the newer commits were not read.","event":"COMMENT","comments":[]}',
    ],
  ],
  [
    () => review({ createReview: status(422) }),
    [
      'GitHubError: Answer 422',
      'threads 7',
      'pull 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=870bb4f3807d8c6c by=100.1 -->\\n1 inline comment on `h`.","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"}]}',
      'reviews 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=870bb4f3807d8c6c by=100.1 -->","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"}]}',
      'reviews 7',
      'createReview 7 {"body":"<!-- sluice:v1 kind=review key=k run=100 id=870bb4f3807d8c6c by=100.1 -->\\n1 inline comment on `h`.\\n\\n**`a.ts:3`**\\n\\nWhy?","event":"COMMENT","comments":[]}',
    ],
  ],
  [
    () => review({ createReview: status(403) }),
    [
      'GitHubError: Answer 403',
      'threads 7',
      'pull 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=870bb4f3807d8c6c by=100.1 -->\\n1 inline comment on `h`.","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"}]}',
    ],
  ],
  [
    () =>
      review({ createReview: inTurn(status(422), { id: 2 }, status(422), { url: 'https://x/9' }) }, [
        remark(),
        remark({ linesHash: 'h2', path: 'b.ts' }),
      ]),
    [
      {
        state: 'posted',
        url: 'https://x/9',
        reason: '1 inline comment moved into the review body: GitHub rejected the lines',
      },
      'threads 7',
      'pull 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->\\n2 inline comments on `h`.","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"},{"path":"b.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h2 by=100.1 -->\\nWhy?"}]}',
      'reviews 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"}]}',
      'deleteReview 7 2',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->","comments":[{"path":"b.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h2 by=100.1 -->\\nWhy?"}]}',
      'reviews 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->\\n2 inline comments on `h`.\\n\\n**`b.ts:3`**\\n\\nWhy?","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"}]}',
    ],
  ],
  [
    () =>
      review({ createReview: inTurn(status(422), { id: 2 }, { id: 3 }, status(422), { url: 'https://x/9' }) }, [
        remark(),
        remark({ linesHash: 'h2', path: 'b.ts' }),
      ]),
    [
      {
        state: 'posted',
        url: 'https://x/9',
        reason: '2 inline comments moved into the review body: GitHub rejected the lines',
      },
      'threads 7',
      'pull 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->\\n2 inline comments on `h`.","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"},{"path":"b.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h2 by=100.1 -->\\nWhy?"}]}',
      'reviews 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"}]}',
      'deleteReview 7 2',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->","comments":[{"path":"b.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h2 by=100.1 -->\\nWhy?"}]}',
      'deleteReview 7 3',
      'reviews 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->\\n2 inline comments on `h`.","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"},{"path":"b.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h2 by=100.1 -->\\nWhy?"}]}',
      'createReview 7 {"body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->\\n2 inline comments on `h`.\\n\\n**`a.ts:3`**\\n\\nWhy?\\n\\n**`b.ts:3`**\\n\\nWhy?","event":"COMMENT","comments":[]}',
    ],
  ],
  [
    () =>
      review({ createReview: inTurn(status(422), { id: 2 }, status(500), status(500)), deleteReview: status(404) }, [
        remark(),
        remark({ linesHash: 'h2' }),
      ]),
    [
      'GitHubError: Answer 500',
      'threads 7',
      'pull 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->\\n2 inline comments on `h`.","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"},{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h2 by=100.1 -->\\nWhy?"}]}',
      'reviews 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"}]}',
      'deleteReview 7 2',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h2 by=100.1 -->\\nWhy?"}]}',
      'reviews 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h2 by=100.1 -->\\nWhy?"}]}',
      'reviews 7',
    ],
  ],
  [
    () =>
      review({ createReview: inTurn(status(422), { id: 2 }), deleteReview: status(403) }, [
        remark(),
        remark({ linesHash: 'h2' }),
      ]),
    [
      'GitHubError: Answer 403',
      'threads 7',
      'pull 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->\\n2 inline comments on `h`.","event":"COMMENT","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"},{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h2 by=100.1 -->\\nWhy?"}]}',
      'reviews 7',
      'createReview 7 {"commit":"h","body":"<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->","comments":[{"path":"a.ts","side":"RIGHT","line":3,"body":"<!-- sluice:v1 kind=remark key=k at=h1 by=100.1 -->\\nWhy?"}]}',
      'deleteReview 7 2',
    ],
  ],
  // A draft with the same marker is not the review whose answer was lost.
  [
    () =>
      review({
        createReview: inTurn(status(500), { url: 'https://x/9' }),
        reviews: [
          own('<!-- sluice:v1 kind=review key=k run=100 id=870bb4f3807d8c6c by=100.1 -->', {
            state: 'PENDING',
            url: 'https://x/draft',
          }),
        ],
      }).then(([result]) => result),
    { state: 'posted', url: 'https://x/9' },
  ],
  // A posted review with the same marker is not the draft whose answer was lost, and it stays.
  [
    () =>
      review(
        {
          createReview: inTurn(status(422), status(500), { id: 2 }, { id: 3 }, { url: 'https://x/9' }),
          reviews: [
            own('<!-- sluice:v1 kind=review key=k run=100 id=4fbe46e43ee2e265 by=100.1 -->', {
              id: 1,
              state: 'COMMENTED',
            }),
          ],
        },
        [remark(), remark({ linesHash: 'h2' })],
      ).then(([result, ...calls]) => [result, ...calls.filter((call) => /^(?:delete|reviews)/.test(String(call)))]),
    [
      { state: 'posted', url: 'https://x/9' },
      'reviews 7',
      'reviews 7',
      'deleteReview 7 2',
      'deleteReview 7 3',
      'reviews 7',
    ],
  ],
]

for (const [write, expected] of table)
  test(String(write).replace(/^(?:async )?\(\) => /, ''), async () => expect(await write()).toEqual(expected))
