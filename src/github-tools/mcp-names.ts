/**
 * The names of the equivalent tools of GitHub's MCP server, which existing prompts use. Only tools whose parameters have the same
 * meaning: some tools of that server have several functions. Source: the README of github/github-mcp-server.
 */
const OFFICIAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  comment: ['add_issue_comment', 'create_or_update_issue_comment'],
  add_labels: ['add_labels_to_issue'],
  list_comments: ['get_issue_comments', 'get_pull_request_comments'],
  list_review_threads: ['get_pull_request_review_comments'],
  get_diff: ['get_pull_request_diff'],
  list_files: ['get_pull_request_files'],
  get_check_runs: ['get_pull_request_status'],
  get_file: ['get_file_contents'],
  review_comment: ['add_comment_to_pending_review', 'add_pull_request_review_comment_to_pending_review'],
}

const PARAMETER_NAMES = {
  issue_number: 'number',
  issueNumber: 'number',
  pull_number: 'number',
  pullNumber: 'number',
  startLine: 'start_line',
}

/** The other names of a tool, by its short name, and of its parameters. */
export const toolAliases = (name: string) => ({
  aliases: [
    `mcp_github_${name}`,
    ...(OFFICIAL_NAMES[name] ?? []).flatMap((other) => [`github__${other}`, `mcp_github_${other}`, other]),
  ],
  parameterAliases: PARAMETER_NAMES,
})

/** Models write the spellings of every version of that server. */
export const MCP_PARAMETER_NAMES = {
  number: 'pullNumber',
  pull_number: 'pullNumber',
  pr_number: 'pullNumber',
  prNumber: 'pullNumber',
  issueNumber: 'issue_number',
  per_page: 'perPage',
  start_line: 'startLine',
  start_side: 'startSide',
  subject_type: 'subjectType',
  q: 'query',
} as const

export const ISSUE_PARAMETER_NAMES = {
  ...Object.fromEntries(['number', 'issueNumber', 'pullNumber', 'pull_number'].map((name) => [name, 'issue_number'])),
  per_page: 'perPage',
}

/** The names of a tool that is called as on GitHub's MCP server. */
export const mcpNames = (name: string) => ({
  name: `github__${name}`,
  aliases: [`mcp_github_${name}`],
  server: 'github',
})
