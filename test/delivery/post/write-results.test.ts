import { expect, test } from 'vitest'
import { openPullRequest } from '../../../src/delivery/post/pull-request.ts'
import { commentMarkerLine } from '../../../src/github/comment-marker.ts'
import { SECRET } from '../delivery-fixture.ts'
import {
  BOT,
  commit,
  failure,
  filter,
  fix,
  fork,
  inTurn,
  once,
  onPull,
  open,
  own,
  pushed,
  request,
  status,
  thread,
  twice,
  write,
  wrote,
} from './post-values.ts'

const FIXED = { thread: 't', path: 'a', fixed: { commit: 'abc', to: 9 } }
const FIXED_REPLY = '<!-- sluice:v1 kind=reply key=k run=100 id=238ed3117d5111d2 by=100.1 st=fixed -->'

const table: [write: () => unknown, expected: unknown][] = [
  // Writes that may have happened although the answer is lost.
  [() => once(['new'], []), ['new', 1, 0]],
  [() => once([status(404)], []), ['GitHubError: Answer 404', 1, 0]],
  [() => once([status(499)], []), ['GitHubError: Answer 499', 1, 0]],
  [() => once([status(500), 'new'], [undefined]), ['new', 2, 1]],
  [() => once([status(0), 'new'], ['found']), ['found', 1, 1]],
  [() => once([status(500), status(500)], [undefined]), ['GitHubError: Answer 500', 2, 2]],
  [() => once([new Error('other')], ['found']), ['Error: other', 1, 0]],
  [() => twice('done'), ['done', 1]],
  [() => twice(status(500), 'done'), ['done', 2]],
  [() => twice(status(0), 'done'), ['done', 2]],
  [() => twice(status(404), 'done'), ['GitHubError: Answer 404', 1]],
  [() => twice(status(500), status(500)), ['GitHubError: Answer 500', 2]],
  // Why a write failed.
  [() => failure(new Error(`No ${SECRET}`), 'comment'), { reason: 'No [redacted]' }],
  [() => failure(status(0), 'comment'), { reason: 'Answer 0' }],
  [
    () => failure(status(403, 'The issue is locked'), 'comment'),
    { reason: 'The issue is locked', status: 403, locked: true },
  ],
  [() => failure(status(422), 'comment'), { reason: 'Answer 422', status: 422 }],
  [
    () => failure(status(404), 'comment'),
    {
      forbidden: true,
      needs: ['issues: write'],
      status: 404,
      reason: 'Answer 404. The job needs the permission `issues: write`',
    },
  ],
  [() => failure(status(404), 'reply'), { reason: 'Answer 404', status: 404 }],
  [() => failure(status(401), 'reply'), { reason: 'Answer 401', status: 401, forbidden: true }],
  [
    () => failure(status(403), 'comment'),
    {
      forbidden: true,
      needs: ['issues: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `issues: write`',
    },
  ],
  [
    () => failure(status(403, 'Must have admin rights to Repository.'), 'comment'),
    {
      forbidden: true,
      needs: ['issues: write'],
      status: 403,
      reason: 'Must have admin rights to Repository. The job needs the permission `issues: write`',
    },
  ],
  [
    () => failure(status(403), 'comment', onPull),
    {
      forbidden: true,
      needs: ['pull-requests: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `pull-requests: write`',
    },
  ],
  [
    () => failure(status(403), 'comment', { ...onPull, number: 8 }),
    {
      forbidden: true,
      needs: ['issues: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `issues: write`',
    },
  ],
  [
    () => failure(status(403), 'comment', {}, { place: { kind: 'discussion', number: 3 } }),
    {
      forbidden: true,
      needs: ['discussions: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `discussions: write`',
    },
  ],
  [
    () => failure(status(403), 'comment', {}, { place: { kind: 'commit', sha: 's' } }),
    {
      forbidden: true,
      needs: ['contents: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `contents: write`',
    },
  ],
  [
    () => failure(status(403), 'add_labels', onPull),
    {
      forbidden: true,
      needs: ['pull-requests: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `pull-requests: write`',
    },
  ],
  [
    () => failure(status(403), 'add_labels'),
    {
      forbidden: true,
      needs: ['issues: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `issues: write`',
    },
  ],
  [
    () => failure(status(403), 'add_labels', { ...onPull, number: 8 }),
    {
      forbidden: true,
      needs: ['issues: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `issues: write`',
    },
  ],
  [
    () => failure(status(403), 'create_issue'),
    {
      forbidden: true,
      needs: ['issues: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `issues: write`',
    },
  ],
  [
    () => failure(status(403), 'review'),
    {
      forbidden: true,
      needs: ['pull-requests: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `pull-requests: write`',
    },
  ],
  [
    () => failure(status(403), 'commit'),
    {
      forbidden: true,
      needs: ['contents: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `contents: write`',
    },
  ],
  [
    () => failure(status(403), 'check_run'),
    {
      forbidden: true,
      needs: ['checks: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `checks: write`',
    },
  ],
  [() => failure(status(403), 'resolve_thread'), { reason: 'Answer 403', status: 403, forbidden: true }],
  [
    () => failure(status(403, 'API rate limit exceeded'), 'comment'),
    { reason: 'API rate limit exceeded', status: 403 },
  ],
  [
    () => failure(status(403, 'not permitted to create pull requests'), 'create_pull_request'),
    { reason: 'not permitted to create pull requests', status: 403, forbidden: true },
  ],
  [
    () => failure(status(403), 'comment', fork),
    {
      reason:
        'Answer 403. GitHub gives runs for pull requests from forks a read-only token; see the example fork-review.yml',
      status: 403,
      forbidden: true,
    },
  ],
  [() => failure(status(401), 'comment', fork), { reason: 'Answer 401', status: 401, forbidden: true }],
  [
    () => failure(status(403), 'comment', { ...fork, event: 'pull_request_target' }),
    {
      forbidden: true,
      needs: ['issues: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `issues: write`',
    },
  ],
  [
    () => failure(status(403), 'comment', { ...fork, head: { ref: 'x', sha: 's', repo: 'octo/pond' } }),
    {
      forbidden: true,
      needs: ['issues: write'],
      status: 403,
      reason: 'Answer 403. The job needs the permission `issues: write`',
    },
  ],
  // Single writes.
  [() => write({}, 'add_labels', { labels: ['bug'] }), [{ state: 'posted' }, 'addLabels 7 ["bug"]']],
  [
    () => write({ addLabels: inTurn(status(500), {}) }, 'add_labels', { labels: ['bug'] }),
    [{ state: 'posted' }, 'addLabels 7 ["bug"]', 'addLabels 7 ["bug"]'],
  ],
  [
    () => write({ addLabels: status(404) }, 'add_labels', { labels: ['bug'] }),
    ['GitHubError: Answer 404', 'addLabels 7 ["bug"]'],
  ],
  [
    () => write({}, 'remove_labels', { labels: ['a', 'b'] }),
    [{ state: 'posted' }, 'removeLabel 7 "a"', 'removeLabel 7 "b"'],
  ],
  [
    () => write({ removeLabel: status(404) }, 'remove_labels', { labels: ['a', 'b'] }),
    [{ state: 'posted' }, 'removeLabel 7 "a"', 'removeLabel 7 "b"'],
  ],
  [
    () => write({ removeLabel: status(403) }, 'remove_labels', { labels: ['a', 'b'] }),
    ['GitHubError: Answer 403', 'removeLabel 7 "a"'],
  ],
  [
    () => write({ removeLabel: new Error('other') }, 'remove_labels', { labels: ['a'] }),
    ['Error: other', 'removeLabel 7 "a"'],
  ],
  [() => write({ assign: ['Ada'] }, 'assign', { users: ['ada'] }), [{ state: 'posted' }, 'assign 7 ["ada"]']],
  [
    () => write({ assign: ['ada'] }, 'assign', { users: ['ada', 'ben'] }),
    [{ state: 'posted', reason: 'GitHub did not assign ben' }, 'assign 7 ["ada","ben"]'],
  ],
  [
    () => write({ assign: [] }, 'assign', { users: ['ada', 'ben'] }),
    [{ state: 'skipped', reason: 'GitHub did not assign ada, ben' }, 'assign 7 ["ada","ben"]'],
  ],
  [
    () => write({}, 'update_issue', { title: 'T', body: SECRET }),
    [
      { state: 'posted', url: 'https://x/1' },
      'issue 7',
      'updateIssue 7 {"title":"T","body":"<!-- sluice:v1 kind=rewrite key=k run=100 -->\\n[redacted]"}',
    ],
  ],
  [
    () =>
      write({}, 'update_issue', {
        body: undefined,
        state: 'closed',
        stateReason: 'duplicate',
        duplicateOf: { id: 9, number: 3 },
      }),
    [{ state: 'posted', url: 'https://x/1' }, 'updateIssue 7 {"state":"closed","reason":"duplicate","duplicateOf":9}'],
  ],
  [() => write({}, 'update_issue', { body: undefined }), [{ state: 'posted', url: 'https://x/1' }, 'updateIssue 7 {}']],
  [() => write({}, 'resolve_thread', { thread: 't', path: 'a' }), [{ state: 'posted' }, 'resolveThread "t"']],
  [
    () => write({ resolveThread: status(403) }, 'resolve_thread', { thread: 't', path: 'a' }),
    [
      { state: 'skipped', reason: 'GitHub lets a token resolve threads only with `contents: write`' },
      'resolveThread "t"',
    ],
  ],
  [
    () => write({ resolveThread: status(404) }, 'resolve_thread', { thread: 't', path: 'a' }),
    ['GitHubError: Answer 404', 'resolveThread "t"'],
  ],
  [
    () => write({}, 'resolve_thread', FIXED),
    [
      { state: 'posted', url: 'https://x/1' },
      'reviewComments 7',
      'replyToComment 7 9 "<!-- sluice:v1 kind=reply key=k run=100 id=238ed3117d5111d2 by=100.1 st=fixed -->\\nFixed in abc."',
      'resolveThread "t"',
    ],
  ],
  [
    () =>
      write(
        { reviewComments: [own(FIXED_REPLY, { inReplyTo: 9 }), own('words', { url: 'https://x/6' })] },
        'resolve_thread',
        FIXED,
      ),
    [{ state: 'posted', url: 'https://x/5' }, 'reviewComments 7', 'resolveThread "t"'],
  ],
  [
    () => write({ reviewComments: [own(FIXED_REPLY, { author: 'ada', inReplyTo: 9 })] }, 'resolve_thread', FIXED),
    [
      { state: 'posted', url: 'https://x/1' },
      'reviewComments 7',
      'replyToComment 7 9 "<!-- sluice:v1 kind=reply key=k run=100 id=238ed3117d5111d2 by=100.1 st=fixed -->\\nFixed in abc."',
      'resolveThread "t"',
    ],
  ],
  [
    () => write({}, 'create_issue', { title: 'T', labels: [], number: undefined }),
    [
      { state: 'posted', url: 'https://x/1' },
      'issuesOpenedBy "sluice[bot]"',
      'createIssue {"title":"T","body":"<!-- sluice:v1 kind=issue key=k run=100 id=e3b98a4da31a127d by=100.1 -->\\nWords","labels":[]}',
    ],
  ],
  [
    () =>
      write(
        {
          issuesOpenedBy: [
            {
              number: 4,
              url: 'https://x/4',
              body: commentMarkerLine({ kind: 'issue', key: 'k', by: '100.1', run: '100', id: 'other' }),
            },
          ],
        },
        'create_issue',
        { title: 'T', labels: [] },
      ),
    [
      { state: 'posted', url: 'https://x/1' },
      'issuesOpenedBy "sluice[bot]"',
      'createIssue {"title":"T","body":"<!-- sluice:v1 kind=issue key=k run=100 id=e3b98a4da31a127d by=100.1 -->\\nWords","labels":[]}',
    ],
  ],
  [
    () =>
      write(
        {
          issuesOpenedBy: [
            own('<!-- sluice:v1 kind=issue key=k run=100 id=e3b98a4da31a127d by=100.1 -->', {
              number: 4,
              url: 'https://x/4',
              createdAt: '2026-01-05T09:00:00Z',
            }),
          ],
        },
        'create_issue',
        { title: 't', labels: [] },
      ),
    [{ state: 'skipped', reason: 'this run already opened #4', url: 'https://x/4' }, 'issuesOpenedBy "sluice[bot]"'],
  ],
  [
    () => write({}, 'reply', { to: 3, thread: 't' }),
    [
      { state: 'posted', url: 'https://x/1' },
      'reviewComments 7',
      'replyToComment 7 3 "<!-- sluice:v1 kind=reply key=k run=100 id=e3b98a4da31a127d by=100.1 -->\\nWords"',
    ],
  ],
  [
    () =>
      write(
        {
          reviewComments: [
            own(commentMarkerLine({ kind: 'reply', key: 'k', by: '100.1', run: '100', id: 'e3b98a4da31a127d' }), {
              inReplyTo: 3,
            }),
          ],
        },
        'reply',
        { to: 3, thread: 't' },
      ),
    [{ state: 'skipped', reason: 'this run already replied', url: 'https://x/5' }, 'reviewComments 7'],
  ],
  [
    () =>
      write(
        {
          reviewComments: [
            own(commentMarkerLine({ kind: 'reply', key: 'k', by: '100.1', run: '100', id: 'e3b98a4da31a127d' }), {
              author: 'ada',
              inReplyTo: 3,
            }),
          ],
        },
        'reply',
        { to: 3, thread: 't' },
      ),
    [
      { state: 'posted', url: 'https://x/1' },
      'reviewComments 7',
      'replyToComment 7 3 "<!-- sluice:v1 kind=reply key=k run=100 id=e3b98a4da31a127d by=100.1 -->\\nWords"',
    ],
  ],
  [
    () => write({}, 'extra_comment', { nth: 1 }),
    [
      { state: 'posted', url: 'https://x/1' },
      'comments 7',
      'createComment 7 "<!-- sluice:v1 kind=comment key=k run=100 nth=1 by=100.1 -->\\nWords"',
    ],
  ],
  [
    () =>
      write(
        { comments: [own(commentMarkerLine({ kind: 'comment', key: 'k', by: '100.1', run: '100', nth: 1 }))] },
        'extra_comment',
        { nth: 1 },
      ),
    [
      { state: 'posted', url: 'https://x/1' },
      'comments 7',
      'updateComment 5 "<!-- sluice:v1 kind=comment key=k run=100 nth=1 by=100.1 -->\\nWords"',
    ],
  ],
  [
    () =>
      write(
        {
          comments: [
            own(commentMarkerLine({ kind: 'comment', key: 'k', by: '100.1', run: '100', nth: 1 }), { author: 'ada' }),
          ],
        },
        'extra_comment',
        { nth: 1 },
      ),
    [
      { state: 'posted', url: 'https://x/1' },
      'comments 7',
      'createComment 7 "<!-- sluice:v1 kind=comment key=k run=100 nth=1 by=100.1 -->\\nWords"',
    ],
  ],
  [
    () =>
      write(
        { comments: [own(commentMarkerLine({ kind: 'comment', key: 'k', by: '100.1', run: '100', nth: 2 }))] },
        'extra_comment',
        { nth: 1 },
      ),
    [
      { state: 'posted', url: 'https://x/1' },
      'comments 7',
      'createComment 7 "<!-- sluice:v1 kind=comment key=k run=100 nth=1 by=100.1 -->\\nWords"',
    ],
  ],
  // Pull requests.
  [
    () => open({}, undefined),
    [
      { state: 'posted', url: 'https://x/1' },
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":false}',
    ],
  ],
  [
    () => wrote({}, (github) => openPullRequest(request as never, undefined, github, filter, { key: 'k', run: '1.1' })),
    [{ state: 'skipped', withheld: true, reason: 'no files were edited' }],
  ],
  [
    () =>
      wrote({}, (github) =>
        openPullRequest(request as never, { intent: commit(), state: 'skipped' }, github, filter, {
          key: 'k',
          run: '1.1',
        }),
      ),
    [{ state: 'skipped', reason: 'there is no commit' }],
  ],
  [
    () => open({}, pushed({ isNew: false })),
    [{ state: 'skipped', reason: 'the commit is on seal, which has a pull request' }],
  ],
  [
    () => open({ viewer: 'github-actions[bot]' }),
    [
      { state: 'posted', url: 'https://x/1' },
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B\\n\\n> [!NOTE]\\n> GitHub starts no checks for a pull request that the token of a job opens. To start them, close and reopen this pull request. To have them started by themselves, give the action an App\'s token as `github_token`.","head":"seal","base":"main","draft":false}',
    ],
  ],
  [
    () => open({ viewer: status(403) }),
    [
      { state: 'posted', url: 'https://x/1' },
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":false}',
    ],
  ],
  [
    () => open({}, pushed({ base: { sha: 'b', targetBranch: 'next' } })),
    [
      { state: 'posted', url: 'https://x/1' },
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"next","draft":false}',
    ],
  ],
  [
    () => open({ pullsFrom: [{ number: 3, title: 'T', body: 'B', url: 'https://x/3', base: { ref: 'main' } }] }),
    [{ state: 'skipped', reason: '#3 is already up to date', url: 'https://x/3' }, 'defaultBranch', 'pullsFrom "seal"'],
  ],
  [
    () => open({ pullsFrom: [{ number: 3, title: 'T', body: 'Old', url: 'https://x/3', base: { ref: 'main' } }] }),
    [
      { state: 'posted', url: 'https://x/3', reason: 'updated the open pull request #3' },
      'defaultBranch',
      'pullsFrom "seal"',
      'updatePull 3 {"title":"T","body":"B"}',
    ],
  ],
  [
    () => open({ pullsFrom: [{ number: 3, title: 'Old', body: 'B', url: 'https://x/3', base: { ref: 'main' } }] }),
    [
      { state: 'posted', url: 'https://x/3', reason: 'updated the open pull request #3' },
      'defaultBranch',
      'pullsFrom "seal"',
      'updatePull 3 {"title":"T","body":"B"}',
    ],
  ],
  [
    () => open({ pullsFrom: [{ number: 3, title: 'T', body: 'B', url: 'https://x/3', base: { ref: 'next' } }] }),
    [
      { state: 'posted', url: 'https://x/1' },
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":false}',
    ],
  ],
  [
    () => open({ createPull: status(422) }),
    [
      'GitHubError: Answer 422',
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":false}',
      'pullsFrom "seal"',
    ],
  ],
  [
    () =>
      open({
        createPull: status(422),
        pullsFrom: inTurn([], [{ number: 3, title: 'T', body: 'B', url: 'https://x/3', base: { ref: 'main' } }]),
      }),
    [
      { state: 'skipped', reason: '#3 is already up to date', url: 'https://x/3' },
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":false}',
      'pullsFrom "seal"',
    ],
  ],
  [
    () =>
      open(
        { createPull: inTurn(status(422, 'Draft pull requests are not supported'), { url: 'https://x/4' }) },
        pushed(),
        { draft: true },
      ),
    [
      { state: 'posted', url: 'https://x/4', reason: 'not a draft: this repository does not support drafts' },
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":true}',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":false}',
    ],
  ],
  [
    () => open({ createPull: status(422, 'Draft pull requests are not supported') }, pushed()),
    [
      'GitHubError: Draft pull requests are not supported',
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":false}',
      'pullsFrom "seal"',
    ],
  ],
  [
    () => open({ createPull: inTurn(status(422, 'Other'), { url: 'https://x/4' }) }, pushed(), { draft: true }),
    [
      'GitHubError: Other',
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":true}',
      'pullsFrom "seal"',
    ],
  ],
  [
    () => open({ createPull: status(403, 'GitHub Actions is not permitted to create or approve pull requests.') }),
    [
      'GitHubError: GitHub Actions is not permitted to create or approve pull requests. Allow it in the repository or organization settings (Actions, General, "Allow GitHub Actions to create and approve pull requests"), or use an App token as github_token',
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":false}',
    ],
  ],
  [
    () => open({ createPull: status(403, 'Other') }),
    [
      'GitHubError: Other',
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":false}',
    ],
  ],
  [
    () => open({ createPull: new Error('not permitted to create') }),
    [
      'Error: not permitted to create',
      'defaultBranch',
      'pullsFrom "seal"',
      'createPull {"title":"T","body":"B","head":"seal","base":"main","draft":false}',
    ],
  ],
  // Threads that were fixed.
  [() => fix([thread()]), [{ state: 'posted' }, 'threads 7', 'resolveThread "t1"']],
  [
    () => fix([thread({ isResolved: true })]),
    [{ state: 'skipped', reason: 'no earlier inline comment is fixed' }, 'threads 7'],
  ],
  [
    () => fix([thread({ isOutdated: false })]),
    [{ state: 'skipped', reason: 'no earlier inline comment is fixed' }, 'threads 7'],
  ],
  [
    () => fix([thread({ commentCount: 2 })]),
    [{ state: 'skipped', reason: 'no earlier inline comment is fixed' }, 'threads 7'],
  ],
  [
    () => fix([thread({ comments: [] })]),
    [{ state: 'skipped', reason: 'no earlier inline comment is fixed' }, 'threads 7'],
  ],
  [
    () =>
      fix([
        thread({
          comments: [
            { author: 'ada', body: commentMarkerLine({ kind: 'remark', key: 'k', by: '100.1', linesHash: 'h' }) },
          ],
        }),
      ]),
    [{ state: 'skipped', reason: 'no earlier inline comment is fixed' }, 'threads 7'],
  ],
  [
    () =>
      fix([
        thread({
          comments: [
            { author: BOT, body: commentMarkerLine({ kind: 'remark', key: 'other', by: '100.1', linesHash: 'h' }) },
          ],
        }),
      ]),
    [{ state: 'skipped', reason: 'no earlier inline comment is fixed' }, 'threads 7'],
  ],
  [
    () =>
      fix([
        thread({
          comments: [{ author: BOT, body: commentMarkerLine({ kind: 'reply', key: 'k', by: '100.1', id: 'h' }) }],
        }),
      ]),
    [{ state: 'skipped', reason: 'no earlier inline comment is fixed' }, 'threads 7'],
  ],
  [
    () => fix([thread({ comments: [{ author: BOT, body: 'Words' }] })]),
    [{ state: 'skipped', reason: 'no earlier inline comment is fixed' }, 'threads 7'],
  ],
  [
    () => fix([thread()], {}, ['a.ts']),
    [{ state: 'skipped', reason: 'no earlier inline comment is fixed' }, 'threads 7'],
  ],
  [
    () => fix([thread()], { resolveThread: status(403) }),
    [
      { state: 'skipped', reason: 'GitHub lets a token resolve threads only with `contents: write`' },
      'threads 7',
      'resolveThread "t1"',
    ],
  ],
  [
    () => fix([thread(), thread({ id: 't2' })], { resolveThread: inTurn({}, status(403)) }),
    [
      { state: 'posted', reason: '1 of 2; GitHub lets a token resolve threads only with `contents: write`' },
      'threads 7',
      'resolveThread "t1"',
      'resolveThread "t2"',
    ],
  ],
  [
    () => fix([thread()], { resolveThread: status(404) }),
    ['GitHubError: Answer 404', 'threads 7', 'resolveThread "t1"'],
  ],
  [() => fix([thread()], { resolveThread: new Error('other') }), ['Error: other', 'threads 7', 'resolveThread "t1"']],
  [async () => (await fix(Array(30).fill(thread())))[0], { state: 'posted' }],
  [
    async () => (await fix(Array(31).fill(thread())))[0],
    { state: 'posted', reason: '30 of 31 threads; the next run resolves the rest' },
  ],
]

for (const [write, expected] of table)
  test(String(write).replace(/^(?:async )?\(\) => /, ''), async () => expect(await write()).toEqual(expected))
