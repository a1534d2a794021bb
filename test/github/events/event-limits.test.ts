import { expect, test } from 'vitest'
import { GitHubError } from '../../../src/github/api/github-error.ts'
import { isTriggerId, triggerId } from '../../../src/github/comment-marker.ts'
import { headAtRequest, laterHeadNote } from '../../../src/github/events/steering-commit.ts'
import { isTaskRepository } from '../../../src/github/events/task.ts'
import { draftOrAuthorReason, skipLabelReason } from '../../../src/github/events/trigger-rules.ts'
import { payloads, SHA } from '../payloads.ts'
import {
  admission,
  approval,
  asked,
  assignee,
  comment,
  commits,
  discussion,
  fails,
  forkPull,
  head,
  label,
  pulls,
  push,
  read,
  task,
  ZERO,
} from './event-values.ts'

const table: [write: () => unknown, expected: unknown][] = [
  // The second phase of a review of a fork.
  [() => admission(), [7, 'stan', ['ada', 'stan']]],
  [() => admission({ upstream: { event: 'push' } }), 'The first phase ran for push, not for pull_request.'],
  [() => admission({ upstream: { conclusion: 'failure' } }), 'The first phase did not succeed: it ended as failure.'],
  [() => admission({ upstream: { conclusion: undefined } }), 'The first phase did not succeed: it ended as unknown.'],
  [() => admission({ upstream: { repo: 'other/pond' } }), 'The first phase ran in other/pond, not in this repository.'],
  [() => admission({ upstream: { repo: undefined } }), [7, 'stan', ['ada', 'stan']]],
  [() => admission({ upstream: { headRepo: undefined } }), 'The fork of the pull request was deleted.'],
  [() => admission({ upstream: { branch: undefined } }), 'The event does not name the branch of the fork.'],
  [
    () => admission({ upstream: { headRepo: 'octo/pond' } }),
    'The pull request comes from this repository, so its first phase has the key and reviews it.',
  ],
  [
    () => admission({ upstream: { path: '.github/workflows/review.yml@refs/heads/main' } }),
    [7, 'stan', ['ada', 'stan']],
  ],
  [() => admission({ upstream: { path: 'review.yml' } }), 'The event does not name the file of the first phase.'],
  [() => admission({ upstream: { path: undefined } }), 'The event does not name the file of the first phase.'],
  [
    () => admission({ github: { content: fails(new GitHubError(404, 'GET', 'Not found')) } }),
    'The default branch has no .github/workflows/review.yml: the workflow "Review" of the first phase exists only in the pull request.',
  ],
  [
    () => admission({ github: { content: fails(new GitHubError(500, 'GET', 'Broken')) } }),
    'The pull request of the first phase could not be checked, so nothing ran. (Broken)',
  ],
  [
    () => admission({ github: { content: fails(new Error('404')) } }),
    'The pull request of the first phase could not be checked, so nothing ran. (404)',
  ],
  [
    () => admission({ github: { content: async () => ({ kind: 'folder' }) } }),
    'The default branch has no .github/workflows/review.yml: the workflow "Review" of the first phase exists only in the pull request.',
  ],
  [
    () => admission({ github: { approvals: async () => [] } }),
    'No person approved this run in the environment review. Add required reviewers to it (Settings, Environments).',
  ],
  [
    () => admission({ github: { approvals: async () => [{ ...approval, state: 'rejected' }] } }),
    'No person approved this run in the environment review. Add required reviewers to it (Settings, Environments).',
  ],
  [
    () => admission({ github: { approvals: async () => [{ ...approval, environments: ['other'] }] } }),
    'No person approved this run in the environment review. Add required reviewers to it (Settings, Environments).',
  ],
  [
    () => admission({ github: { approvals: fails(new Error('403')) } }),
    'The approval of this run could not be read; the job needs `actions: read`. (403)',
  ],
  [() => admission(pulls()), 'There is no open pull request from the branch topic of stan/pond.'],
  [
    () => admission(pulls(forkPull({ state: 'closed' }))),
    'There is no open pull request from the branch topic of stan/pond.',
  ],
  [
    () => admission(pulls(forkPull({ head: { ref: 'other', sha: SHA.head, repo: 'stan/pond' } }))),
    'There is no open pull request from the branch topic of stan/pond.',
  ],
  [
    () => admission(pulls(forkPull({ head: { ref: 'topic', sha: SHA.head, repo: 'ben/pond' } }))),
    'There is no open pull request from the branch topic of stan/pond.',
  ],
  [
    () =>
      admission({
        ...pulls(forkPull({ head: { ref: 'topic', sha: SHA.head, repo: 'stan/pond', repoId: 2 } })),
        upstream: { headRepoId: 3 },
      }),
    'There is no open pull request from the branch topic of stan/pond.',
  ],
  [
    () =>
      admission({
        ...pulls(forkPull({ head: { ref: 'topic', sha: SHA.head, repo: 'renamed/pond', repoId: 3 } })),
        upstream: { headRepoId: 3 },
      }),
    [7, 'stan', ['ada', 'stan']],
  ],
  [() => admission({ ...pulls(forkPull()), upstream: { headRepoId: 3 } }), [7, 'stan', ['ada', 'stan']]],
  [
    () => admission(pulls(forkPull(), forkPull({ number: 8 }))),
    '#7 and #8 come from the same branch of stan/pond. Close all but one.',
  ],
  [() => admission(pulls(forkPull(), forkPull({ number: 8, state: 'closed' }))), [7, 'stan', ['ada', 'stan']]],
  [() => admission({ task: { number: 7 } }), [7, 'stan', ['ada', 'stan']]],
  [() => admission({ task: { number: 8 } }), 'The workflow names #8, but the first phase was about #7.'],
  [
    () => admission(pulls(forkPull({ head: { ref: 'topic', sha: SHA.base, repo: 'stan/pond' } }))),
    'The head of #7 moved from bbbbbbb to aaaaaaa after the first phase. Ask again.',
  ],
  [
    () => admission(pulls(forkPull({ base: { ref: 'main', sha: SHA.base, repo: 'other/pond' } }))),
    '#7 targets another repository.',
  ],
  [
    () => admission(pulls(forkPull({ base: { ref: 'next', sha: SHA.base, repo: 'octo/pond' } }))),
    'The base of #7 is next, which is neither the default branch nor protected.',
  ],
  [
    () =>
      admission({
        github: {
          openPullsFrom: async () => [forkPull({ base: { ref: 'next', sha: SHA.base, repo: 'octo/pond' } })],
          branch: async () => ({ protected: true }),
        },
      }),
    [7, 'stan', ['ada', 'stan']],
  ],
  [() => admission(pulls(forkPull({ author: undefined }))), [7, '', ['ada', 'stan']]],
  // The head when the comment was written.
  [
    () => headAtRequest(asked, head, commits('10:00', '11:00')),
    { head: { ref: 'topic', sha: 'latest', repo: 'stan/pond' } },
  ],
  [
    () => headAtRequest(asked, head, commits('10:00', '12:00')),
    { head: { ref: 'topic', sha: 'latest', repo: 'stan/pond' } },
  ],
  [
    () => headAtRequest(asked, head, commits('10:00', '12:01')),
    { head: { ref: 'topic', sha: 's0', repo: 'stan/pond' }, laterHead: 'latest' },
  ],
  [
    () => headAtRequest(asked, head, commits('12:01')).catch(String),
    'UserError: Every commit of #7 is newer than the comment, so nothing ran. Read them, and ask again.',
  ],
  [
    () => headAtRequest({ ...asked, event: 'pull_request' }, head, commits('12:01')),
    { head: { ref: 'topic', sha: 'latest', repo: 'stan/pond' } },
  ],
  [
    () => headAtRequest(asked, { ...head, repo: 'octo/pond' }, commits('12:01')),
    { head: { ref: 'topic', sha: 'latest', repo: 'octo/pond' } },
  ],
  [
    () => headAtRequest({ ...asked, requestedAt: '' }, head, commits('12:01')),
    { head: { ref: 'topic', sha: 'latest', repo: 'stan/pond' } },
  ],
  [() => laterHeadNote(asked), ''],
  [
    () => laterHeadNote({ ...asked, head, laterHead: 'newest0123' }),
    ' Its head newest0 is newer than the request, so the run is about latest. Ask again to include it.',
  ],
  // What events are about.
  [
    () => push({}),
    { base: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', head: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' },
  ],
  [
    () => push({ before: ZERO, ref: 'refs/heads/topic' }),
    { base: 'main', head: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' },
  ],
  [() => push({ before: ZERO, ref: 'refs/heads/main' }), 'absent'],
  [() => push({ before: ZERO, ref: 'refs/tags/v1' }), 'absent'],
  [() => push({ after: ZERO }), 'absent'],
  [() => push({ after: undefined }), 'absent'],
  [
    () => push({ before: undefined, ref: 'refs/heads/topic' }),
    { base: 'main', head: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' },
  ],
  [() => push({ deleted: true }), 'refs/heads/main was deleted, so there is nothing to inspect.'],
  [() => read('workflow_run', payloads.workflowRun(), 'number'), 12],
  [
    () => read('workflow_run', payloads.workflowRun({ pull_requests: [{ number: 1 }, { number: 2 }] }), 'number'),
    'absent',
  ],
  [() => read('workflow_run', payloads.workflowRun({ pull_requests: [] }), 'number'), 'absent'],
  [
    () => read('workflow_run', payloads.workflowRun({ conclusion: 'success' }), 'kind', ''),
    'The workflow run CI succeeded, and the workflow gives no prompt for that.',
  ],
  [
    () => read('workflow_run', payloads.workflowRun({ conclusion: 'success', name: '' }), 'kind', ''),
    'The workflow run 30433642 succeeded, and the workflow gives no prompt for that.',
  ],
  [() => read('workflow_run', payloads.workflowRun({ conclusion: 'success' }), 'kind'), 'workflow_run'],
  [
    () => read('workflow_run', payloads.workflowRun({}, 'requested'), 'kind', ''),
    'The workflow run was requested; without a prompt only completed runs are inspected.',
  ],
  [() => read('workflow_run', payloads.workflowRun({}, 'requested'), 'kind'), 'workflow_run'],
  [() => read('check_run', { action: 'completed', check_run: { pull_requests: [{ number: 1 }] } }, 'number'), 1],
  [
    () =>
      read(
        'check_run',
        { action: 'completed', check_run: { pull_requests: [{ number: 1 }, { number: 2 }] } },
        'number',
      ),
    'absent',
  ],
  [() => read('discussion_comment', { action: 'created', discussion, comment }, 'requestedAt'), '2026-02-03T10:00:00Z'],
  [
    () =>
      read(
        'discussion_comment',
        { action: 'edited', discussion, comment: { ...comment, updated_at: undefined } },
        'requestedAt',
      ),
    'The comment was edited; only new ones are answered.',
  ],
  [
    () => read('discussion', { action: 'edited', discussion }, 'kind', ''),
    'Discussion #5 was edited; without a prompt only new discussions are answered.',
  ],
  [() => read('discussion', { action: 'edited', discussion }, 'kind'), 'other'],
  [
    () => read('watch', { action: 'started' }, 'kind', ''),
    'There is no default prompt for watch events, and the workflow gives no prompt.',
  ],
  [() => read('watch', { action: 'started' }, 'kind'), 'other'],
  [() => isTaskRepository(task, undefined, undefined), false],
  [() => isTaskRepository(task, 'Octo/Pond', undefined), true],
  [() => isTaskRepository(task, 'octo/lake', undefined), false],
  [() => isTaskRepository({ ...task, repoId: 1 }, 'octo/pond', 2), false],
  [() => isTaskRepository({ ...task, repoId: 1 }, 'octo/lake', 1), true],
  [() => isTaskRepository({ ...task, repoId: 1 }, 'octo/pond', undefined), true],
  [() => isTaskRepository(task, 'octo/pond', 2), true],
  [() => triggerId({ name: 'issue_comment', payload: { comment: { id: 3 } } }), 'issue-comment-3'],
  [
    () =>
      triggerId({
        name: 'issue_comment',
        payload: { action: 'edited', comment: { id: 3, updated_at: '2026-02-03T10:00:00Z' } },
      }),
    'issue-comment-3-1770112800000',
  ],
  [() => triggerId({ name: 'issue_comment', payload: { action: 'edited', comment: { id: 3 } } }), 'issue-comment-3-0'],
  [() => triggerId({ name: 'pull_request_review', payload: { review: { id: 4 } } }), 'pull-request-review-4'],
  [() => triggerId({ name: 'push', payload: {} }), undefined],
  [() => triggerId({ name: 'push', payload: { comment: { id: 'x' } } }), undefined],
  [
    () =>
      ['issue-comment-3', 'pull-request-review-4', 'pull-request-review-comment-5', '100', 'issue-comment-x'].map(
        isTriggerId,
      ),
    [true, true, true, false, false],
  ],
  // What the workflow skips.
  [() => label('labeled', 'go', { triggerLabels: ['GO'] }), { shouldRun: true }],
  [
    () => label('labeled', 'stop', { triggerLabels: ['go', 'run'] }),
    { shouldRun: false, reason: 'The label "stop" starts no run; label_trigger names go, run.' },
  ],
  [
    () => label('labeled', undefined, { triggerLabels: ['go'] }),
    { shouldRun: false, reason: 'The label "" starts no run; label_trigger names go.' },
  ],
  [() => label('labeled', 'go', {}), undefined],
  [() => label('opened', 'go', { triggerLabels: ['go'] }), undefined],
  [() => assignee('assigned', 'bot', { triggerAssignees: ['Bot'] }), { shouldRun: true }],
  [
    () => assignee('assigned', 'ada', { triggerAssignees: ['bot'] }),
    { shouldRun: false, reason: 'The assignee ada starts no run; assignee_trigger names bot.' },
  ],
  [
    () => assignee('assigned', undefined, { triggerAssignees: ['bot'] }),
    { shouldRun: false, reason: 'The assignee (unknown) starts no run; assignee_trigger names bot.' },
  ],
  [() => assignee('assigned', 'bot', {}), undefined],
  [() => assignee('opened', 'bot', { triggerAssignees: ['bot'] }), undefined],
  [
    () => skipLabelReason({ number: 7, labels: [{ name: 'wip' }] }, { skipLabels: ['WIP'] }),
    '#7 has the label "wip", which skip_labels names.',
  ],
  [() => skipLabelReason({ number: 7, labels: [{ name: 'wip' }] }, {}), undefined],
  [() => skipLabelReason({ number: 7 }, { skipLabels: ['wip'] }), undefined],
  [
    () => draftOrAuthorReason({ number: 7, draft: true }, { skipDrafts: true }),
    '#7 is a draft, and skip_drafts is true. To start a run, ask in a comment.',
  ],
  [() => draftOrAuthorReason({ number: 7, draft: false }, { skipDrafts: true }), undefined],
  [() => draftOrAuthorReason({ number: 7, draft: true }, {}), undefined],
  [
    () => draftOrAuthorReason({ number: 7, user: { login: 'ada' } }, { skipAuthors: ['Ada'] }),
    '#7 was opened by ada, whom skip_authors names. To start a run, ask in a comment.',
  ],
  [() => draftOrAuthorReason({ number: 7, user: { login: 'ben' } }, { skipAuthors: ['ada'] }), undefined],
  [() => draftOrAuthorReason({ number: 7, user: null }, { skipAuthors: ['ada'] }), undefined],
]

for (const [write, expected] of table)
  test(String(write).replace(/^(?:async )?\(\) => /, ''), async () => expect(await write()).toEqual(expected))
