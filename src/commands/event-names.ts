/** What `github.event` has, by event, and what some of its objects have in any event, as GitHub's language service lists it. A test compares. */

/** Names of each event. `pull_request_target` has those of `pull_request`; an event that is not here may have any. */
export const EVENT_NAMES = `
branch_protection_rule: action changes enterprise installation organization repository rule sender
check_run: action check_run enterprise installation organization repository requested_action sender
check_suite: action check_suite enterprise installation organization repository sender
create: description enterprise installation master_branch organization pusher_type ref ref_type repository sender
delete: enterprise installation organization pusher_type ref ref_type repository sender
deployment: action deployment enterprise installation organization repository sender workflow workflow_run
deployment_status: action check_run deployment deployment_status enterprise installation organization repository sender
  workflow workflow_run
discussion: action answer changes discussion enterprise installation label old_answer organization repository sender
discussion_comment: action changes comment discussion enterprise installation organization repository sender
fork: enterprise forkee installation organization repository sender
gollum: enterprise installation organization pages repository sender
issue_comment: action changes comment enterprise installation issue organization repository sender
issues: action assignee changes enterprise installation issue issue_field issue_field_value label milestone organization
  repository sender type
label: action changes enterprise installation label organization repository sender
milestone: action changes enterprise installation milestone organization repository sender
page_build: build enterprise id installation organization repository sender
public: enterprise installation organization repository sender
pull_request: action after assignee before changes enterprise installation label milestone number organization pull_request
  reason repository requested_reviewer requested_team sender stack
pull_request_review: action changes enterprise installation organization pull_request repository review sender
pull_request_review_comment: action changes comment enterprise installation organization pull_request repository sender
push: after base_ref before commits compare created deleted enterprise forced head_commit installation organization pusher ref
  repository sender
registry_package: action enterprise installation organization registry_package repository sender
release: action changes enterprise installation organization release repository sender
repository_dispatch: action branch client_payload enterprise installation organization repository sender
status: avatar_url branches commit context created_at description enterprise id installation name organization repository
  sender sha state target_url updated_at
watch: action enterprise installation organization repository sender
workflow_dispatch: enterprise inputs installation organization ref repository sender workflow
workflow_run: action enterprise installation organization repository sender workflow workflow_run
`

/** Names of objects. */
export const OBJECT_NAMES = `
comment: _links author_association body child_comment_count commit_id created_at diff_hunk discussion_id html_url id
  in_reply_to_id issue_url line minimized node_id original_commit_id original_line original_position original_start_line
  parent_id path performed_via_github_app pin position pull_request_review_id pull_request_url reactions repository_url side
  start_line start_side subject_type updated_at url user
discussion: active_lock_reason answer_chosen_at answer_chosen_by answer_html_url author_association body category comments
  created_at html_url id labels locked node_id number reactions repository_url state state_reason timeline_url title
  updated_at user
head_commit: added author committer distinct id message modified removed timestamp tree_id url
head_repository: archive_url assignees_url blobs_url branches_url collaborators_url comments_url commits_url compare_url
  contents_url contributors_url deployments_url description downloads_url events_url fork forks_url full_name git_commits_url
  git_refs_url git_tags_url hooks_url html_url id issue_comment_url issue_events_url issues_url keys_url labels_url
  languages_url merges_url milestones_url name node_id notifications_url owner private pulls_url releases_url stargazers_url
  statuses_url subscribers_url subscription_url tags_url teams_url trees_url url
issue: active_lock_reason assignee assignees author_association body closed_at comments comments_url created_at draft
  events_url href html_url id issue_dependencies_summary issue_field_values labels labels_url locked milestone node_id number
  performed_via_github_app pinned_comment pull_request reactions repository_url state state_reason sub_issues_summary
  timeline_url title type updated_at url user
label: color default description id name node_id url
milestone: closed_at closed_issues created_at creator description due_on html_url id labels_url node_id number open_issues
  state title updated_at url
pull_request: _links active_lock_reason additions allow_auto_merge allow_update_branch assignee assignees author_association
  auto_merge base body changed_files closed_at comments comments_url commits commits_url created_at delete_branch_on_merge
  deletions diff_url draft head href html_url id issue_url labels locked maintainer_can_modify merge_commit_message
  merge_commit_sha merge_commit_title mergeable mergeable_state merged merged_at merged_by milestone node_id number patch_url
  rebaseable requested_reviewers requested_teams review_comment_url review_comments review_comments_url
  squash_merge_commit_message squash_merge_commit_title stack state statuses_url title updated_at url
  use_squash_pr_title_as_default user
release: assets assets_url author body created_at discussion_url draft html_url id immutable name node_id prerelease
  published_at reactions tag_name tarball_url target_commitish updated_at upload_url url zipball_url
repository: allow_auto_merge allow_forking allow_merge_commit allow_rebase_merge allow_squash_merge allow_update_branch
  anonymous_access_enabled archive_url archived assignees_url blobs_url branches_url clone_url code_of_conduct
  collaborators_url comments_url commits_url compare_url contents_url contributors_url created_at custom_properties
  default_branch delete_branch_on_merge deployments_url description disabled downloads_url events_url fork forks forks_count
  forks_url full_name git_commits_url git_refs_url git_tags_url git_url has_discussions has_downloads has_issues has_pages
  has_projects has_pull_requests has_wiki homepage hooks_url html_url id is_template issue_comment_url issue_events_url
  issues_url keys_url labels_url language languages_url license master_branch merge_commit_message merge_commit_title
  merges_url milestones_url mirror_url name network_count node_id notifications_url open_issues open_issues_count organization
  owner permissions private public pull_request_creation_policy pulls_url pushed_at releases_url role_name
  security_and_analysis size squash_merge_commit_message squash_merge_commit_title ssh_url stargazers stargazers_count
  stargazers_url starred_at statuses_url subscribers_count subscribers_url subscription_url svn_url tags_url teams_url
  temp_clone_token template_repository topics trees_url updated_at url use_squash_pr_title_as_default visibility watchers
  watchers_count web_commit_signoff_required
review: _links author_association body commit_id html_url id node_id pull_request_url state submitted_at updated_at user
sender: avatar_url email events_url followers_url following_url gists_url gravatar_id html_url id login name node_id
  organizations_url received_events_url repos_url site_admin starred_at starred_url subscriptions_url type url user_view_type
user: avatar_url deleted email events_url followers_url following_url gists_url gravatar_id html_url id login name node_id
  organizations_url received_events_url repos_url site_admin starred_at starred_url subscriptions_url type url user_view_type
workflow_run: actor artifacts_url cancel_url check_suite_id check_suite_node_id check_suite_url conclusion created_at
  display_title event head_branch head_commit head_repository head_sha html_url id jobs_url logs_url name node_id path
  previous_attempt_url pull_requests referenced_workflows repository rerun_url run_attempt run_number run_started_at status
  triggering_actor updated_at url workflow_id workflow_url
`
