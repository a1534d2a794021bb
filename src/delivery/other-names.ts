/**
 * Names that GitHub's own MCP server has for the same, which prompts written for it use. Only where its parameters mean the
 * same too: some of its tools do several things by a parameter. Source: the README of github/github-mcp-server.
 */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  comment: ['add_issue_comment'],
  list_comments: ['get_issue_comments', 'get_pull_request_comments'],
  list_review_threads: ['get_pull_request_review_comments'],
  get_diff: ['get_pull_request_diff'],
  list_files: ['get_pull_request_files'],
  get_check_runs: ['get_pull_request_status'],
  get_file: ['get_file_contents'],
  review_comment: ['add_comment_to_pending_review', 'add_pull_request_review_comment_to_pending_review'],
}

const PARAMETERS = {
  issue_number: 'number',
  issueNumber: 'number',
  pull_number: 'number',
  pullNumber: 'number',
  startLine: 'start_line',
}

/** What a tool of ours with this short name is called besides, and its parameters. */
export const otherNames = (name: string) => ({
  aliases: [
    `mcp_github_${name}`,
    ...(OTHERS[name] ?? []).flatMap((other) => [`github__${other}`, `mcp_github_${other}`, other]),
  ],
  renamed: PARAMETERS,
})
