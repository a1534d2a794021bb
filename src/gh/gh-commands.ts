import { listIssues, listLabels, listPulls } from './gh-list.ts'
import { flag, type GhOptions, prose, unavailableOption, value } from './gh-options.ts'
import { listRuns, viewRepository, viewRun } from './gh-runs.ts'
import type { GhCall, GhResult } from './gh-types.ts'
import { diffPull, pullChecks, viewIssue, viewPull } from './gh-view.ts'
import {
  closeIssue,
  closePull,
  commentOnIssue,
  commentOnPull,
  createIssue,
  createPull,
  editIssue,
  editPull,
  reopenIssue,
  reopenPull,
  reviewPull,
} from './gh-write.ts'

export type GhCommand = { options: GhOptions; run(call: GhCall): Promise<GhResult> }

const IN_ANSWER = 'Put it in the answer; a person can do it.'

const BASICS: GhOptions = {
  repo: value('R'),
  help: flag(),
  web: unavailableOption('flag', 'There is no browser.', 'w'),
}

const JSON_OPTIONS: GhOptions = {
  json: value(),
  jq: prose('q'),
  template: unavailableOption('prose', 'Use --jq, or --json and read the JSON.', 't'),
}

const BODY: GhOptions = {
  body: prose('b'),
  'body-file': value('F'),
  editor: unavailableOption('flag', 'Give the text with --body or --body-file.', 'e'),
}

const EDIT: GhOptions = {
  'add-label': value(),
  'remove-label': value(),
  'add-assignee': value(),
  'remove-assignee': unavailableOption('value', IN_ANSWER),
  title: prose('t'),
  body: unavailableOption('prose', 'This action edits no text of others. Use a comment.', 'b'),
  'body-file': unavailableOption('value', 'This action edits no text of others. Use a comment.', 'F'),
  milestone: unavailableOption('value', IN_ANSWER, 'm'),
  'remove-milestone': unavailableOption('flag', IN_ANSWER),
  'add-project': unavailableOption('value', IN_ANSWER),
  'remove-project': unavailableOption('value', IN_ANSWER),
}

const LIST: GhOptions = {
  ...JSON_OPTIONS,
  state: value('s'),
  label: value('l'),
  limit: value('L'),
  search: prose('S'),
  author: value('A'),
  assignee: value('a'),
  app: unavailableOption('value', 'Use --author with the login of the bot.'),
}

const CLOSE: GhOptions = { comment: prose('c') }

const NEW: GhOptions = {
  ...BODY,
  title: prose('t'),
  assignee: unavailableOption('value', IN_ANSWER, 'a'),
  milestone: unavailableOption('value', IN_ANSWER, 'm'),
  project: unavailableOption('value', IN_ANSWER, 'p'),
  recover: unavailableOption('value', 'Give --title and --body.'),
}

const NO_DELETION = unavailableOption('flag', 'No comment is deleted. Replace its text with --edit-last.')

const command = (run: GhCommand['run'], options: GhOptions): GhCommand => ({ run, options: { ...BASICS, ...options } })

/** The commands of gh that work in a run, by their two words. Source of names and options: the manual of gh 2.83. */
export const GH_COMMANDS: Readonly<Record<string, GhCommand>> = {
  'pr view': command(viewPull, { ...JSON_OPTIONS, comments: flag('c') }),
  'pr diff': command(diffPull, {
    'name-only': flag(),
    patch: flag(),
    color: value(),
    exclude: unavailableOption('value', 'Filter the output with grep or awk.', 'e'),
  }),
  'pr list': command(listPulls, { ...LIST, base: value('B'), head: value('H'), draft: flag('d') }),
  'pr checks': command(pullChecks, {
    ...JSON_OPTIONS,
    required: unavailableOption('flag', 'Which checks are required is not known here.'),
    watch: unavailableOption('flag', 'This run does not wait for checks.'),
    'fail-fast': unavailableOption('flag', 'This run does not wait for checks.'),
    interval: unavailableOption('value', 'This run does not wait for checks.', 'i'),
  }),
  'pr comment': command(commentOnPull, {
    ...BODY,
    'edit-last': flag(),
    'create-if-none': flag(),
    'delete-last': NO_DELETION,
    yes: flag(),
  }),
  'pr review': command(reviewPull, {
    body: prose('b'),
    'body-file': value('F'),
    comment: flag('c'),
    approve: unavailableOption('flag', 'This action approves nothing. Use --comment.', 'a'),
    'request-changes': unavailableOption('flag', 'This action blocks no pull request. Use --comment.', 'r'),
  }),
  'pr edit': command(editPull, {
    ...EDIT,
    base: unavailableOption('value', IN_ANSWER, 'B'),
    'add-reviewer': unavailableOption('value', IN_ANSWER),
    'remove-reviewer': unavailableOption('value', IN_ANSWER),
  }),
  'pr create': command(createPull, {
    ...NEW,
    base: value('B'),
    head: value('H'),
    draft: flag('d'),
    label: unavailableOption('value', 'Labels are set once the pull request exists. Omit it.', 'l'),
    reviewer: unavailableOption('value', IN_ANSWER, 'r'),
    fill: unavailableOption('flag', 'Give --title and --body.', 'f'),
    'fill-first': unavailableOption('flag', 'Give --title and --body.'),
    'fill-verbose': unavailableOption('flag', 'Give --title and --body.'),
    'dry-run': unavailableOption('flag', 'Nothing is opened before the run has ended. Omit it.'),
    'no-maintainer-edit': unavailableOption('flag', 'Omit it.'),
  }),
  'pr close': command(closePull, {
    ...CLOSE,
    'delete-branch': unavailableOption('flag', 'This action deletes no branches.', 'd'),
  }),
  'pr reopen': command(reopenPull, CLOSE),
  'issue view': command(viewIssue, { ...JSON_OPTIONS, comments: flag('c') }),
  'issue list': command(listIssues, { ...LIST, mention: value(), milestone: value('m') }),
  'issue comment': command(commentOnIssue, {
    ...BODY,
    'edit-last': flag(),
    'create-if-none': flag(),
    'delete-last': NO_DELETION,
    yes: flag(),
  }),
  'issue edit': command(editIssue, EDIT),
  'issue create': command(createIssue, { ...NEW, label: value('l') }),
  'issue close': command(closeIssue, { ...CLOSE, reason: value('r'), 'duplicate-of': value() }),
  'issue reopen': command(reopenIssue, CLOSE),
  'label list': command(listLabels, {
    ...JSON_OPTIONS,
    limit: value('L'),
    search: prose('S'),
    order: value(),
    sort: value(),
  }),
  'repo view': command(viewRepository, {
    ...JSON_OPTIONS,
    branch: unavailableOption('value', 'Use github__get_file with ref.', 'b'),
  }),
  'run view': command(viewRun, {
    log: flag(),
    'log-failed': flag(),
    job: value('j'),
    verbose: flag('v'),
    'exit-status': flag(),
    attempt: unavailableOption('value', 'The last attempt is shown.', 'a'),
    json: unavailableOption('value', 'Use gh pr checks --json name,state,link.'),
    jq: unavailableOption('prose', 'Use gh pr checks --json name,state,link --jq.', 'q'),
  }),
  'run list': command(listRuns, { limit: value('L'), json: value(), jq: prose('q') }),
}

/** Other names of the same commands. */
export const GH_ALIASES: Readonly<Record<string, string>> = {
  'pr ls': 'pr list',
  'issue ls': 'issue list',
  'label ls': 'label list',
  'run ls': 'run list',
  'issue new': 'issue create',
  'pr new': 'pr create',
}
