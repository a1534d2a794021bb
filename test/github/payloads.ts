import type { IncomingEvent } from '../../src/github/events/task-facts.ts'

// Payloads with the fields GitHub documents for each event, cut where they only repeat URLs.
// Source: GitHub docs, "Webhook events and payloads".

export const SHA = { base: 'a'.repeat(40), head: 'b'.repeat(40), workflow: 'c'.repeat(40) }

export const user = (login: string, type: 'User' | 'Bot' = 'User') => ({
  login,
  id: 583231,
  node_id: 'MDQ6VXNlcjU4MzIzMQ==',
  avatar_url: `https://avatars.githubusercontent.com/${login}`,
  html_url: `https://github.com/${login}`,
  type,
  site_admin: false,
})

export const repository = {
  id: 1296269,
  node_id: 'MDEwOlJlcG9zaXRvcnkxMjk2MjY5',
  name: 'pond',
  full_name: 'octo/pond',
  private: false,
  owner: user('octo'),
  html_url: 'https://github.com/octo/pond',
  fork: false,
  default_branch: 'main',
}

const label = (name: string) => ({ id: 208045946, name, color: 'f29513', default: false, description: null })

export const issue = (more: object = {}) => ({
  url: 'https://api.github.com/repos/octo/pond/issues/7',
  html_url: 'https://github.com/octo/pond/issues/7',
  id: 73464126,
  node_id: 'MDU6SXNzdWU3MzQ2NDEyNg==',
  number: 7,
  title: 'The pond leaks',
  user: user('rita'),
  labels: [label('bug')],
  state: 'open',
  locked: false,
  assignee: null,
  assignees: [],
  milestone: null,
  comments: 0,
  created_at: '2026-02-03T10:00:00Z',
  updated_at: '2026-02-03T10:00:00Z',
  closed_at: null,
  author_association: 'NONE',
  body: 'Water is lost.',
  ...more,
})

export const pull = (more: object = {}) => ({
  url: 'https://api.github.com/repos/octo/pond/pulls/12',
  id: 191568743,
  number: 12,
  state: 'open',
  locked: false,
  title: 'Seal the pond',
  user: user('wendy'),
  body: null,
  html_url: 'https://github.com/octo/pond/pull/12',
  created_at: '2026-02-03T10:00:00Z',
  updated_at: '2026-02-03T11:00:00Z',
  merged_at: null,
  draft: false,
  head: { label: 'octo:seal', ref: 'seal', sha: SHA.head, user: user('octo'), repo: repository },
  base: { label: 'octo:main', ref: 'main', sha: SHA.base, user: user('octo'), repo: repository },
  author_association: 'MEMBER',
  merged: false,
  mergeable: null,
  commits: 1,
  additions: 3,
  deletions: 1,
  changed_files: 1,
  ...more,
})

export const comment = (body: string | null, more: object = {}) => ({
  url: 'https://api.github.com/repos/octo/pond/issues/comments/99',
  html_url: 'https://github.com/octo/pond/issues/7#issuecomment-99',
  id: 99,
  node_id: 'MDEyOklzc3VlQ29tbWVudDk5',
  user: user('wendy'),
  created_at: '2026-02-03T12:00:00Z',
  updated_at: '2026-02-03T12:00:00Z',
  author_association: 'MEMBER',
  body,
  performed_via_github_app: null,
  ...more,
})

const reviewComment = (body: string) => ({
  ...comment(body),
  pull_request_review_id: 5,
  path: 'src/pond.ts',
  diff_hunk: '@@ -1,2 +1,3 @@\n one\n+two',
  line: 2,
  original_line: 2,
  side: 'RIGHT',
  start_line: null,
  commit_id: SHA.head,
})

const review = (body: string | null) => ({
  id: 80,
  node_id: 'MDE3OlB1bGxSZXF1ZXN0UmV2aWV3ODA=',
  user: user('wendy'),
  body,
  commit_id: SHA.head,
  submitted_at: '2026-02-03T12:30:00Z',
  state: 'commented',
  html_url: 'https://github.com/octo/pond/pull/12#pullrequestreview-80',
})

const from = (login = 'wendy', type: 'User' | 'Bot' = 'User') => ({ repository, sender: user(login, type) })
const onPull = {
  pull_request: {
    url: 'https://api.github.com/repos/octo/pond/pulls/7',
    html_url: 'https://github.com/octo/pond/pull/7',
  },
}

/** One payload builder for each event. */
export const payloads = {
  pullRequest: (action = 'opened', more: object = {}) => ({ action, number: 12, pull_request: pull(more), ...from() }),
  issues: (action = 'opened', more: object = {}, sender = 'rita') => ({ action, issue: issue(more), ...from(sender) }),
  issueComment: (
    body: string | null,
    more: { action?: string; sender?: string; bot?: boolean; pull?: boolean } = {},
  ) => {
    const writer = user(more.sender ?? 'wendy', more.bot ? 'Bot' : 'User')
    return {
      action: more.action ?? 'created',
      issue: issue(more.pull ? onPull : {}),
      comment: comment(body, { user: writer }),
      repository,
      sender: writer,
    }
  },
  reviewComment: (body: string, action = 'created') => ({
    action,
    comment: reviewComment(body),
    pull_request: pull(),
    ...from(),
  }),
  review: (body: string | null, action = 'submitted') => ({
    action,
    review: review(body),
    pull_request: pull(),
    ...from(),
  }),
  schedule: () => ({ schedule: '17 3 * * 1', workflow: '.github/workflows/sluice.yml', repository }),
  workflowDispatch: () => ({
    inputs: { what: 'x' },
    ref: 'refs/heads/main',
    workflow: '.github/workflows/sluice.yml',
    ...from(),
  }),
  repositoryDispatch: () => ({ action: 'look', branch: 'main', client_payload: {}, ...from() }),
  push: (more: object = {}) => ({
    ref: 'refs/heads/main',
    before: SHA.base,
    after: SHA.head,
    created: false,
    deleted: false,
    forced: false,
    compare: 'https://github.com/octo/pond/compare/aaa...bbb',
    commits: [],
    head_commit: null,
    pusher: { name: 'wendy', email: 'w@example.com' },
    ...from(),
    ...more,
  }),
  workflowRun: (more: object = {}, action = 'completed') => ({
    action,
    workflow: { id: 1, name: 'CI' },
    workflow_run: {
      id: 30433642,
      name: 'CI',
      event: 'pull_request',
      status: 'completed',
      conclusion: 'failure',
      head_branch: 'seal',
      head_sha: SHA.head,
      run_attempt: 1,
      html_url: 'https://github.com/octo/pond/actions/runs/30433642',
      actor: user('wendy'),
      triggering_actor: user('wendy'),
      repository,
      head_repository: repository,
      pull_requests: [{ id: 9, number: 12, head: { ref: 'seal', sha: SHA.head, repo: { id: 1, name: 'pond' } } }],
      ...more,
    },
    ...from(),
  }),
}

/** The event as the runner's environment gives it. */
export const incoming = (name: string, payload: unknown, more: Partial<IncomingEvent> = {}): IncomingEvent => ({
  name,
  payload,
  repository: 'octo/pond',
  sha: SHA.workflow,
  actor: 'wendy',
  triggeringActor: 'wendy',
  ...more,
})
