import { expect, test } from 'vitest'
import { branchNameProblem } from '../../../src/github/branch-name.ts'
import { SECRET, task } from '../delivery-fixture.ts'
import { branch, edit, field, HEAD, host, onPull, outcome, plan, proposed, upstream, without } from './plan-values.ts'

const HELD = {
  message: 'No.',
  rule: { file: 'x.toml', line: 1, tier: 'user', priority: 1, verdict: 'deny' },
}

const table: [write: () => unknown, expected: unknown][] = [
  // Whether and what is committed.
  [
    () => plan(),
    [
      {
        kind: 'commit',
        files: ['a.ts'],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'sluice/issue-7-945b9909',
        message: 'Change 1 file for #7\n\nCreated by a Sluice run',
        requester: 'ada',
        trailer: 'Sluice-Run: k/100',
      },
    ],
  ],
  [() => plan({}, { changes: 'report' }), []],
  [() => plan({}, { changes: 'off' }), []],
  [() => plan({ task: undefined }), []],
  [() => plan({ changes: [] }), []],
  [
    () => plan({ changes: [], pullRequest: proposed() }),
    [
      {
        kind: 'create_pull_request',
        title: 'Seal',
        body: 'It leaks.\n\n<sub>Created by a Sluice run for #7, requested by `ada`.</sub>',
        draft: false,
      },
    ],
  ],
  [() => plan({ changes: [], pullRequest: proposed() }, { changes: 'report' }), []],
  [
    () => plan({}, { changes: 'pull_request' }),
    [
      {
        kind: 'commit',
        files: ['a.ts'],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'sluice/issue-7-945b9909',
        message: 'Change 1 file for #7\n\nCreated by a Sluice run',
        requester: 'ada',
        trailer: 'Sluice-Run: k/100',
      },
      {
        kind: 'create_pull_request',
        title: 'Change a.ts for #7',
        body: 'Fine.\n\n<sub>Created by a Sluice run for #7, requested by `ada`.</sub>',
        draft: false,
      },
    ],
  ],
  [
    () => plan({ pullRequest: proposed() }),
    [
      {
        kind: 'commit',
        files: ['a.ts'],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'sluice/issue-7-945b9909',
        message: 'Seal\n\nCreated by a Sluice run',
        requester: 'ada',
        trailer: 'Sluice-Run: k/100',
      },
      {
        kind: 'create_pull_request',
        title: 'Seal',
        body: 'It leaks.\n\n<sub>Created by a Sluice run for #7, requested by `ada`.</sub>',
        draft: false,
      },
    ],
  ],
  [
    () => plan({ pullRequest: proposed({ title: '' }) }),
    [
      {
        kind: 'commit',
        files: ['a.ts'],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'sluice/issue-7-945b9909',
        message: 'Change 1 file for #7\n\nCreated by a Sluice run',
        requester: 'ada',
        trailer: 'Sluice-Run: k/100',
      },
      {
        kind: 'create_pull_request',
        title: 'Change a.ts for #7',
        body: 'It leaks.\n\n<sub>Created by a Sluice run for #7, requested by `ada`.</sub>',
        draft: false,
      },
    ],
  ],
  [
    () => plan({ pullRequest: proposed({ title: '' }), task: without(task, 'number') }),
    [
      {
        kind: 'commit',
        files: ['a.ts'],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'sluice/issue-7fcfa4f7',
        message: 'Change 1 file\n\nCreated by a Sluice run',
        requester: 'ada',
        trailer: 'Sluice-Run: k/100',
      },
      {
        kind: 'create_pull_request',
        title: 'Change a.ts',
        body: 'It leaks.\n\n<sub>Created by a Sluice run, requested by `ada`.</sub>',
        draft: false,
      },
    ],
  ],
  [
    () =>
      plan(
        { pullRequest: proposed({ title: '' }), task: without(task, 'number') },
        { identity: { ...host, workflow: '' } },
      ),
    [
      {
        kind: 'commit',
        files: ['a.ts'],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'sluice/issue-7fcfa4f7',
        message: 'Change 1 file\n\nCreated by a Sluice run',
        requester: 'ada',
        trailer: 'Sluice-Run: k/100',
      },
      {
        kind: 'create_pull_request',
        title: 'Change a.ts',
        body: 'It leaks.\n\n<sub>Created by a Sluice run, requested by `ada`.</sub>',
        draft: false,
      },
    ],
  ],
  [
    () => plan({ pullRequest: proposed({ body: 'Fixes #7' }) })[1],
    {
      kind: 'create_pull_request',
      title: 'Seal',
      body: 'Fixes #7\n\nCloses #7.\n\n<sub>Created by a Sluice run for #7, requested by `ada`.</sub>',
      draft: false,
    },
  ],
  [
    () => plan({ pullRequest: proposed({ body: 'Fixes #77' }) })[1],
    {
      kind: 'create_pull_request',
      title: 'Seal',
      body: 'Fixes #77\n\n<sub>Created by a Sluice run for #7, requested by `ada`.</sub>',
      draft: false,
    },
  ],
  [
    () => plan({ pullRequest: proposed({ body: 'Fixes #8' }), task: onPull() })[1],
    {
      kind: 'create_pull_request',
      title: 'Seal',
      body: 'Fixes #8\n\n<sub>Created by a Sluice run for #8, requested by `ada`.</sub>',
      draft: false,
    },
  ],
  [
    () => plan({ pullRequest: proposed() }, { identity: { ...host, workflow: 'Review', runUrl: 'https://x/1 2' } }),
    [
      {
        kind: 'commit',
        files: ['a.ts'],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'sluice/issue-7-945b9909',
        message: 'Seal\n\nCreated by a Sluice run: https://x/1 2',
        requester: 'ada',
        trailer: 'Sluice-Run: k/100',
      },
      {
        kind: 'create_pull_request',
        title: 'Seal',
        body: 'It leaks.\n\n<sub>Created by [a Sluice run](<https://x/1%202>) for #7, requested by `ada`.</sub>',
        draft: false,
      },
    ],
  ],
  [
    () => plan({ pullRequest: proposed(), task: { ...task, event: 'schedule' } })[1],
    {
      kind: 'create_pull_request',
      title: 'Seal',
      body: 'It leaks.\n\n<sub>Created by a Sluice run for #7.</sub>',
      draft: false,
    },
  ],
  // Why not.
  [() => field('blocked', { changes: Array.from({ length: 500 }, (_, index) => edit(`${index}`)) }), undefined],
  [
    () => field('blocked', { changes: Array.from({ length: 501 }, (_, index) => edit(`${index}`)) }),
    {
      reason: '501 files were edited, but a commit may contain at most 500; the patch contains all of them',
      isWithheld: true,
    },
  ],
  [
    () =>
      field('blocked', {
        changes: [
          edit('a', { after: Buffer.alloc(10_000_000, 'a') }),
          edit('b', { after: Buffer.alloc(10_000_000, 'b') }),
        ],
      }),
    undefined,
  ],
  [
    () =>
      field('blocked', {
        changes: [
          edit('a', { after: Buffer.alloc(10_000_000, 'a') }),
          edit('b', { after: Buffer.alloc(10_000_000, 'b') }),
          edit('c', { after: Buffer.from('c') }),
        ],
      }),
    {
      reason: 'the edited files contain 20,000,001 bytes, but a commit may contain at most 20000000',
      isWithheld: true,
    },
  ],
  [() => field('blocked', { changes: [edit('a', { after: null })] }), undefined],
  [
    () => field('blocked', { changes: [edit('a', { after: Buffer.from(SECRET) })] }),
    { reason: 'a would contain what looks like a secret', isSecret: true },
  ],
  [
    () => field('blocked', { changes: ['a', 'b', 'c', 'd'].map((path) => edit(path, { after: Buffer.from(SECRET) })) }),
    { reason: 'a, b, c and 1 more would contain what looks like a secret', isSecret: true },
  ],
  [
    () => field('blocked', { changes: ['a', 'b', 'c'].map((path) => edit(path, { after: Buffer.from(SECRET) })) }),
    { reason: 'a, b, c would contain what looks like a secret', isSecret: true },
  ],
  [
    () => field('blocked', {}, { branchPrefix: SECRET }),
    { reason: 'the branch name would contain what looks like a secret', isSecret: true },
  ],
  [
    () => field('blocked', {}, { branchPrefix: 'a..b/' }),
    { reason: 'the branch name `a..b/issue-7-945b9909` contains two consecutive dots; change branch_prefix' },
  ],
  [() => field('blocked', outcome('ok')), undefined],
  [() => field('blocked', outcome('denied')), undefined],
  [
    () => field('blocked', outcome('model')),
    { reason: 'the run ended before it finished; the patch contains the changes so far' },
  ],
  [
    () => field('blocked', { commitProblem: 'the checkout is shallow' }),
    { reason: 'the checkout is shallow; the patch contains the change', isWithheld: true, isConfig: true },
  ],
  [
    () => field('blocked', { task: onPull({ head: { ref: 'topic', sha: HEAD, repo: 'stan/pond' } }) }),
    { reason: 'the pull request comes from stan/pond, where this token cannot write; the patch contains the change' },
  ],
  [
    () => field('blocked', { task: onPull({ head: { ref: 'topic', sha: HEAD, repo: undefined } }) }),
    {
      reason:
        'the pull request comes from a deleted repository, where this token cannot write; the patch contains the change',
    },
  ],
  [
    () => field('blocked', { task: { ...task, upstream: upstream({ headRepo: 'stan/pond' }) } }),
    { reason: 'the pull request comes from stan/pond, where this token cannot write; the patch contains the change' },
  ],
  [() => field('blocked', { task: { ...task, upstream: upstream() } }), undefined],
  [
    () => field('blocked', { task: { ...task, repoId: 1, upstream: upstream({ headRepoId: 2 }) } }),
    { reason: 'the pull request comes from octo/pond, where this token cannot write; the patch contains the change' },
  ],
  [
    () => field('blocked', { changes: [edit('.github/workflows/ci.yml', { heldBy: HELD })] }),
    {
      reason: '.github/workflows/ci.yml is held back by x.toml:1: No.; the patch contains the change',
      isWithheld: true,
    },
  ],
  [() => field('blocked', { changes: [edit('.github/workflows/ci.yml', { heldBy: HELD }), edit()] }), undefined],
  [
    () => field('leftOut', { changes: [edit('.github/workflows/ci.yml', { heldBy: HELD }), edit()] }),
    [
      {
        path: '.github/workflows/ci.yml',
        kind: 'changed',
        reason: 'is held back by x.toml:1: No.',
        heldBy: HELD,
      },
    ],
  ],
  [() => field('files', { changes: [edit('.github/workflows/ci.yml', { heldBy: HELD }), edit()] }), ['a.ts']],
  [
    () => field('files', { changes: [edit('.github/workflows/ci.yml', { heldBy: HELD })] }),
    ['.github/workflows/ci.yml'],
  ],
  [
    () =>
      field('leftOut', {
        undelivered: [
          { path: 'x', kind: 'changed', reason: 'r' },
          { path: 'y', kind: 'changed', reason: 'r', expected: true },
        ],
      }),
    [{ path: 'x', kind: 'changed', reason: 'r' }],
  ],
  // Where it goes.
  [
    () => field('bases', { task: onPull() }),
    [{ sha: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', targetBranch: 'topic' }],
  ],
  [
    () => field('bases', { task: onPull({ event: 'issue_comment' }) }),
    [{ sha: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', targetBranch: 'topic' }],
  ],
  [
    () => field('bases', { task: onPull({ event: 'pull_request_review' }) }),
    [{ sha: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', targetBranch: 'topic' }],
  ],
  [
    () => field('bases', { task: onPull({ event: 'pull_request_target' }) }),
    [{ sha: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', targetBranch: 'topic' }],
  ],
  [
    () => field('bases', { task: onPull({ sha: HEAD }) }),
    [{ sha: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', targetBranch: 'topic' }],
  ],
  [() => field('bases', { task: { ...task, sha: '' } }), []],
  [
    () => field('bases', { task: { ...task, upstream: upstream() } }),
    [{ sha: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', targetBranch: 'topic' }],
  ],
  [
    () => field('bases', { task: { ...task, upstream: upstream({ branch: undefined }) } }),
    [{ sha: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' }],
  ],
  [
    () => field('bases', { task: onPull({ upstream: upstream({ sha: 'f'.repeat(40) }) }) }),
    [{ sha: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', targetBranch: 'topic' }],
  ],
  [() => field('bases', {}, { ref: 'refs/pull/1/merge' }), [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }]],
  [() => field('bases', {}, { ref: undefined }), [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }]],
  [() => field('pullRequest', { task: onPull() }), { number: 8, branch: 'topic' }],
  [() => field('pullRequest', { task: onPull() }, { changes: 'pull_request' }), undefined],
  [() => field('pullRequest', { task: onPull({ defaultBranch: 'topic' }) }), undefined],
  [() => field('pullRequest', { task: without(onPull(), 'number') }), undefined],
  [() => field('pullRequest', { task: { ...task, upstream: upstream() } }), { number: 7, branch: 'topic' }],
  [() => field('pullRequest'), undefined],
  // Who asked, and the message.
  [() => field('requester', { task: { ...task, author: 'wendy' } }), 'ada'],
  [() => field('requester', { task: { ...task, author: 'wendy', request: 'go' } }), 'wendy'],
  [() => field('requester', { task: { ...task, request: 'go' } }), 'ada'],
  [() => field('requester', { task: { ...task, event: 'schedule' } }), undefined],
  [() => field('requester', { task: { ...task, event: 'schedule', triggeringActor: 'wendy' } }), 'wendy'],
  [() => field('requester', { task: { ...task, triggeringActor: 'x[bot]' } }), undefined],
  [() => field('requester', { task: { ...task, triggeringActor: '' } }), undefined],
  [() => field('requester', { task: { ...without(task, 'comment'), event: 'workflow_run' } }), undefined],
  [() => field('requester', { task: { ...without(task, 'comment'), event: 'push', kind: 'push' } }), undefined],
  [() => field('requester', { task: { ...without(task, 'comment'), event: 'issues', action: 'opened' } }), undefined],
  [() => field('requester', { task: { ...without(task, 'comment'), event: 'issues', action: 'labeled' } }), 'ada'],
  [() => field('requester', { task: { ...without(task, 'comment'), kind: 'dispatch' } }), 'ada'],
  [() => field('message'), 'Change 1 file for #7\n\nCreated by a Sluice run'],
  [() => field('message', { task: without(task, 'number') }), 'Change 1 file\n\nCreated by a Sluice run'],
  [() => field('message', { pullRequest: proposed() }), 'Seal\n\nCreated by a Sluice run'],
  [
    () =>
      field(
        'message',
        { pullRequest: proposed({ title: '' }) },
        { identity: { ...host, workflow: 'Review', runUrl: 'https://x' } },
      ),
    'Change 1 file for #7\n\nCreated by a Sluice run: https://x',
  ],
  // Branches that the model proposed.
  [
    () => branch(),
    [
      {
        kind: 'commit',
        files: [],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'seal',
        message: 'Seal it\n\nCreated by a Sluice run',
        requester: 'ada',
        trailer: 'Sluice-Run: k/1',
        isProposed: true,
      },
    ],
  ],
  [() => branch({ files: [] }), []],
  [
    () => branch({ message: '' }),
    [
      {
        kind: 'commit',
        files: [],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'seal',
        message: 'Change 1 file for #7\n\nCreated by a Sluice run',
        requester: 'ada',
        trailer: 'Sluice-Run: k/1',
        isProposed: true,
      },
    ],
  ],
  [
    () => branch({ branch: 'a..b' }),
    [
      {
        kind: 'commit',
        files: [],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'a..b',
        message: 'Seal it\n\nCreated by a Sluice run',
        requester: 'ada',
        trailer: 'Sluice-Run: k/1',
        isProposed: true,
        blocked: { reason: 'the branch name contains two consecutive dots', isWithheld: true },
      },
    ],
  ],
  [
    () => branch({ branch: SECRET }),
    [
      {
        kind: 'commit',
        files: [],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'sEcReT+of/the=run-0123456789',
        message: 'Seal it\n\nCreated by a Sluice run',
        requester: 'ada',
        trailer: 'Sluice-Run: k/1',
        isProposed: true,
        blocked: { reason: 'the branch name would contain what looks like a secret', isSecret: true },
      },
    ],
  ],
  [
    () => branch({ files: [edit('.github/workflows/ci.yml', { heldBy: HELD })] }),
    [
      {
        kind: 'commit',
        files: [],
        bases: [{ sha: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', targetBranch: 'main' }],
        branch: 'seal',
        message: 'Seal it\n\nCreated by a Sluice run',
        requester: 'ada',
        trailer: 'Sluice-Run: k/1',
        blocked: {
          reason: '.github/workflows/ci.yml is held back by x.toml:1: No.',
          isWithheld: true,
        },
        leftOut: [
          {
            path: '.github/workflows/ci.yml',
            kind: 'changed',
            reason: 'is held back by x.toml:1: No.',
            heldBy: HELD,
          },
        ],
        isProposed: true,
      },
    ],
  ],
  [
    () =>
      [
        '',
        'a'.repeat(100),
        'a'.repeat(101),
        'a b',
        '-a',
        'refs/a',
        'HEAD',
        'a..b',
        'a//b',
        '/a',
        'a/',
        '.a',
        'a.',
        'a/b.lock',
        'a.LOCK',
        'feature/a-1_b.c',
      ].map((name) => branchNameProblem(name) ?? 'fine'),
    [
      'is empty',
      'fine',
      'has more than 100 characters',
      'contains " "',
      'starts with a dash',
      'looks like another kind of reference',
      'looks like another kind of reference',
      'contains two consecutive dots',
      'contains an empty part between slashes',
      'contains an empty part between slashes',
      'contains an empty part between slashes',
      'contains a part that starts or ends with a dot or ends with ".lock"',
      'contains a part that starts or ends with a dot or ends with ".lock"',
      'contains a part that starts or ends with a dot or ends with ".lock"',
      'contains a part that starts or ends with a dot or ends with ".lock"',
      'fine',
    ],
  ],
]

for (const [write, expected] of table)
  test(String(write).replace(/^(?:async )?\(\) => /, ''), async () => expect(await write()).toEqual(expected))
