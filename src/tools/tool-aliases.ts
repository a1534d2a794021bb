/**
 * Every built-in tool with its other names, which calls, policies and settings accept too.
 * The last three belong to sub-agents and skills.
 */
export const TOOL_ALIASES: Readonly<Record<string, readonly string[]>> = {
  list_directory: ['ReadFolder', 'LSTool', 'ls', 'list_dir', 'list_files'],
  read_file: ['ReadFile', 'ReadFileTool', 'read'],
  search_file_content: ['grep_search', 'SearchText', 'GrepTool', 'RipGrepTool', 'grep', 'ripGrep', 'ripgrep'],
  glob: ['FindFiles', 'GlobTool', 'find_files'],
  read_many_files: ['ReadManyFiles', 'ReadManyFilesTool'],
  replace: ['smart_edit', 'edit', 'Edit', 'EditTool', 'SmartEdit', 'SmartEditTool', 'str_replace', 'edit_file'],
  write_file: ['WriteFile', 'WriteFileTool', 'create_file'],
  web_fetch: ['WebFetch', 'WebFetchTool'],
  run_shell_command: ['ShellTool', 'Shell', 'shell', 'run_command', 'bash'],
  list_background_processes: ['ListBackgroundProcesses'],
  read_background_output: ['ReadBackgroundOutput'],
  google_web_search: ['GoogleSearch', 'WebSearchTool', 'web_search'],
  save_memory: ['SaveMemory', 'MemoryTool', 'memory'],
  write_todos: ['WriteTodos', 'WriteTodosTool', 'todo_write'],
  get_internal_docs: ['GetInternalDocs', 'GetInternalDocsTool'],
  delegate_to_agent: ['invoke_agent', 'SubagentInvocation', 'DelegateToAgentTool'],
  activate_skill: ['ActivateSkillTool'],
  complete_task: ['CompleteTaskTool'],
}

/**
 * The names that the server `github` gives its tools, also those of GitHub's MCP server that it answers for. Rules and calls write
 * `github__NAME` or `mcp_github_NAME`.
 */
export const GITHUB_TOOLS: readonly string[] =
  `add_comment_to_pending_review add_issue_comment add_labels add_labels_to_issue
    add_pull_request_review_comment_to_pending_review assign assign_copilot_to_issue comment
    create_and_submit_pull_request_review create_branch create_gist create_issue create_or_update_file
    create_or_update_issue_comment create_or_update_label create_pending_pull_request_review create_pull_request
    create_pull_request_review create_repository delete_file delete_pending_pull_request_review
    dismiss_notification fork_repository get_check_runs get_commit get_diff get_file get_file_contents get_issue
    get_issue_comments get_job_log get_job_logs get_label get_me get_pull_request get_pull_request_comments
    get_pull_request_diff get_pull_request_files get_pull_request_review_comments get_pull_request_reviews
    get_pull_request_status issue_read issue_write label_write list_branches list_comments list_commits list_files
    list_issues list_label list_pull_requests list_review_threads lock_issue merge_pull_request pull_request_read
    pull_request_review_write push_files remove_labels reply request_copilot_review rerun_workflow_run
    resolve_thread review_comment run_workflow search_code search_issues search_pull_requests search_repositories
    search_users sub_issue_write submit_pending_pull_request_review update_issue update_pull_request
    update_pull_request_branch withdraw_comment`.split(/\s+/)
