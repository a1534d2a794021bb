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
