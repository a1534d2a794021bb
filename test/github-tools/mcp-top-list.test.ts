import { expect, test } from 'vitest'
import { UNAVAILABLE } from '../../src/github-tools/mcp-tools.ts'
import { onPullRequest } from './mcp-fixture.ts'

/**
 * Every tool of GitHub's MCP server that public workflows name, most frequent first, and its relatives: a call as those workflows make it,
 * and what its answer contains. `!`: it fails and names what does the same.
 */
const TOP: readonly (readonly [name: string, args: Record<string, unknown>, answer: string])[] = [
  ['create_pending_pull_request_review', { pullNumber: 5 }, 'The review is open'],
  [
    'add_comment_to_pending_review',
    { pullNumber: 5, path: 'src/a.ts', line: 2, side: 'RIGHT', subjectType: 'LINE', body: 'Why?' },
    'Proposed',
  ],
  ['submit_pending_pull_request_review', { pullNumber: 5, event: 'COMMENT', body: 'Fine.' }, 'Proposed'],
  ['pull_request_read', { method: 'get', pullNumber: 5 }, '"number":5'],
  ['pull_request_read', { method: 'get_diff', pullNumber: 5 }, '+TWO'],
  ['pull_request_read', { method: 'get_files', pullNumber: 5 }, '"filename":"src/a.ts"'],
  ['pull_request_read', { method: 'get_comments', pullNumber: 5 }, '[]'],
  ['pull_request_read', { method: 'get_review_comments', pullNumber: 5 }, '[]'],
  ['pull_request_read', { method: 'get_reviews', pullNumber: 5 }, '[]'],
  ['pull_request_read', { method: 'get_status', pullNumber: 5 }, '"state":"pending"'],
  ['pull_request_read', { method: 'get_check_runs', pullNumber: 5 }, '"total_count":0'],
  ['pull_request_read', { method: 'get_commits', pullNumber: 5 }, '"sha":'],
  ['add_issue_comment', { issue_number: 7, body: 'Hello.' }, 'Proposed'],
  ['get_file_contents', { path: 'src/a.ts' }, 'TWO'],
  ['get_file_contents', { path: 'src/a.ts', ref: 'refs/heads/main' }, 'one'],
  ['get_file_contents', { path: '/' }, '"path":"src"'],
  ['list_issues', { state: 'OPEN', perPage: 5 }, 'It leaks'],
  ['get_commit', { sha: 'topic' }, '"filename":"src/a.ts"'],
  ['search_issues', { query: 'leaks repo:octo/pond' }, 'It leaks'],
  ['list_commits', { sha: 'main', perPage: 1 }, '"sha":'],
  ['search_code', { query: 'two' }, '"path":"src/a.ts"'],
  ['search_pull_requests', { query: 'is:open' }, '"number":5'],
  ['list_pull_requests', { state: 'open' }, '"number":5'],
  ['list_branches', {}, '"name":"topic"'],
  ['create_branch', { branch: 'fix', from_branch: 'main' }, 'The branch will be called sluice/fix'],
  [
    'create_or_update_file',
    { branch: 'fix', path: 'b.ts', content: 'b\n', message: 'Add b' },
    'Proposed on the new branch',
  ],
  [
    'push_files',
    { branch: 'fix', message: 'Add c', files: [{ path: 'c.ts', content: 'c\n' }] },
    'Proposed on the new branch',
  ],
  ['delete_file', { branch: 'fix', path: 'src/a.ts', message: 'Remove a' }, 'Proposed on the new branch'],
  ['create_pull_request', { title: 'Fix', body: 'Why.', head: 'fix', base: 'main' }, 'Proposed: the pull request'],
  ['get_issue', { issue_number: 7 }, 'It leaks'],
  ['get_issue_comments', { issue_number: 7 }, '[]'],
  ['get_pull_request_diff', { pullNumber: 5 }, '+TWO'],
  ['get_pull_request_files', { pullNumber: 5 }, 'src/a.ts'],
  ['get_pull_request', { pullNumber: 5 }, '"number":5'],
  ['get_pull_request_status', { pullNumber: 5 }, '"state":"pending"'],
  ['issue_read', { method: 'get', issue_number: 7 }, 'It leaks'],
  ['issue_read', { method: 'get_comments', issue_number: 7 }, '[]'],
  ['issue_read', { method: 'get_labels', issue_number: 7 }, 'docs'],
  ['pull_request_review_write', { method: 'create', pullNumber: 5 }, 'The review is open'],
  ['pull_request_review_write', { method: 'submit_pending', pullNumber: 5, event: 'COMMENT', body: 'Better.' }, ''],
  ['get_pull_request_comments', { pullNumber: 5 }, '[]'],
  ['get_pull_request_reviews', { pullNumber: 5 }, '[]'],
  ['add_labels_to_issue', { issue_number: 7, labels: ['bug'] }, 'Proposed'],
  ['update_issue', { issue_number: 7, title: 'It leaks less' }, 'Proposed'],
  ['issue_write', { method: 'create', title: 'New', body: 'Because.' }, 'Proposed'],
  ['create_issue', { title: 'Another', body: 'Because.' }, 'Proposed'],
  ['create_or_update_issue_comment', { issue_number: 7, body: 'Again.' }, 'Proposed'],
  ['list_label', {}, 'bug'],
  ['get_label', { name: 'bug' }, 'bug'],
  ['get_me', {}, 'login'],
  ['fork_repository', {}, '!create_pull_request'],
  ['merge_pull_request', { pullNumber: 5 }, '!never merges'],
  ['run_workflow', { workflow_id: 'ci.yml', ref: 'main' }, '!does not start workflows'],
  ['get_job_logs', { run_id: 1 }, '!github__get_job_log'],
  ['update_pull_request_branch', { pullNumber: 5 }, '!A person does it'],
  ['request_copilot_review', { pullNumber: 5 }, '!does not request reviewers'],
  ['create_repository', { name: 'x' }, '!its own repository'],
  ['search_repositories', { query: 'x' }, '!its own repository'],
  ['issue_read', { method: 'get_sub_issues', issue_number: 7 }, '!does not read sub-issues'],
]

test('each tool of GitHub’s MCP server that workflows name works, or names what does the same', () =>
  onPullRequest(async (call) => {
    const wrong: string[] = []
    for (const [name, args, answer] of TOP) {
      const { ok, text } = await call(name, { owner: 'octo', repo: 'pond', ...args })
      const isRight = answer.startsWith('!') ? !ok && text.includes(answer.slice(1)) : ok && text.includes(answer)
      if (!isRight) wrong.push(`${name} ${JSON.stringify(args)}: ${ok} ${text.slice(0, 300)}`)
    }
    expect(wrong).toEqual([])
  }))

test('each tool that this action does not have says what to do instead', () =>
  onPullRequest(async (call) => {
    for (const { name, advice } of UNAVAILABLE)
      expect(await call(name, { owner: 'octo', repo: 'pond' }), name).toEqual({ ok: false, text: advice })
  }))
