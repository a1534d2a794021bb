const NO_MERGE = 'This action never merges. Say in the answer that the pull request can be merged; a person does it.'
const OWN_FILES = 'To change files, edit them in the checkout (write_file, replace); the input `changes` delivers them.'

/** Tools of GitHub's MCP server that this action does not have, each with the one that does the same, or the reason. */
export const UNAVAILABLE: readonly { name: string; advice: string }[] = [
  {
    name: 'fork_repository',
    advice:
      'No fork is needed: this run proposes a branch and a pull request in this repository with create_pull_request.',
  },
  { name: 'create_repository', advice: 'This action works on its own repository only.' },
  { name: 'merge_pull_request', advice: NO_MERGE },
  {
    name: 'update_pull_request_branch',
    advice: 'This action does not merge the base into a branch. A person does it.',
  },
  { name: 'request_copilot_review', advice: 'This action requests no other reviewers. Name them in the answer.' },
  { name: 'assign_copilot_to_issue', advice: 'Use github__assign with the login of a person.' },
  { name: 'sub_issue_write', advice: 'This action links no sub-issues. Name them in the answer or in a comment.' },
  { name: 'run_workflow', advice: 'This action starts no workflows.' },
  { name: 'rerun_workflow_run', advice: 'This action starts no workflows.' },
  { name: 'search_repositories', advice: 'This action reads its own repository only.' },
  { name: 'dismiss_notification', advice: 'This action handles no notifications.' },
  {
    name: 'label_write',
    advice: 'This action creates no labels. Use github__add_labels with a label of this repository.',
  },
  { name: 'create_or_update_label', advice: 'This action creates no labels. Use github__add_labels.' },
  { name: 'lock_issue', advice: 'This action locks no conversations. A maintainer does it.' },
  { name: 'search_users', advice: 'This action searches no users. github__assign checks the logins it is given.' },
  { name: 'get_job_logs', advice: 'Use github__get_job_log with the job_id from github__get_check_runs.' },
  { name: 'create_gist', advice: `This action creates no gists. ${OWN_FILES}` },
]
