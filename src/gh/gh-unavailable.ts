const NO_CREDENTIAL =
  'gh has no credential here and needs none: gh pr view, gh issue view and the like work for this repository, and what they write is proposed and delivered after the run.'

const NO_API =
  'No request is relayed to GitHub. Use gh pr view|list|diff|checks, gh issue view|list, gh label list or the github__* tools, for example gh pr view 5 --json title,files,comments.'

const NO_STEERING =
  'This action does not change what runs in this repository. Say in the answer what a person should do.'

const NO_MERGE = 'This action never merges or approves. Say in the answer that it can be merged; a person does it.'

/** Commands of gh that this action does not have, by their first words; each says what does the same, or why there is nothing. */
const UNAVAILABLE_COMMANDS: readonly (readonly [command: string, advice: string])[] = [
  ['api', NO_API],
  ['auth', NO_CREDENTIAL],
  ['config', 'There is nothing to configure: gh needs no account here.'],
  ['alias', 'Write the whole command. Aliases are not available.'],
  ['extension', 'Extensions are programs of others and are not run. Use the commands that are available.'],
  ['secret', 'Secrets cannot be read or set from a run of this action.'],
  ['variable', 'Variables of the repository cannot be read or set here. Variables of the step are in the environment.'],
  ['ssh-key', NO_CREDENTIAL],
  ['gpg-key', NO_CREDENTIAL],
  ['workflow', NO_STEERING],
  ['cache', NO_STEERING],
  ['ruleset', NO_STEERING],
  ['run rerun', NO_STEERING],
  ['run cancel', NO_STEERING],
  ['run delete', NO_STEERING],
  ['run watch', 'This run cannot wait for others. gh pr checks shows their state.'],
  ['run download', 'Artifacts cannot be read here. gh run view --log-failed and github__get_job_log read logs.'],
  ['pr merge', NO_MERGE],
  ['pr ready', 'This action does not change the draft state. Say in the answer what a person should do.'],
  ['pr checkout', 'The checkout already has the commit of this run. git diff and gh pr diff show other commits.'],
  ['pr update-branch', 'This action does not merge the base into a branch. A person does it.'],
  ['pr lock', NO_STEERING],
  ['pr unlock', NO_STEERING],
  ['pr revert', 'Edit the files in the checkout instead; the input `changes` delivers them.'],
  ['pr status', 'Use gh pr view and gh pr checks.'],
  ['issue status', 'Use gh issue list with --assignee or --search.'],
  ['issue delete', 'This action deletes nothing. gh issue close closes an issue.'],
  ['issue transfer', 'This action works on its own repository only.'],
  ['issue develop', 'Edit the files in the checkout; the input `changes` delivers them as a branch.'],
  ['issue lock', NO_STEERING],
  ['issue unlock', NO_STEERING],
  ['issue pin', NO_STEERING],
  ['issue unpin', NO_STEERING],
  ['label create', 'This action creates no labels. gh label list lists those that exist.'],
  ['label edit', 'This action changes no labels. gh label list lists those that exist.'],
  ['label delete', 'This action deletes nothing.'],
  ['label clone', 'This action works on its own repository only.'],
  ['repo clone', 'The repository is checked out already. Other repositories cannot be reached.'],
  ['repo', 'This action reads its own repository only: gh repo view, and github__get_file for files at another ref.'],
  [
    'release',
    'Releases cannot be read or made here. git tag --list lists tags. Put the text of a release in the answer.',
  ],
  ['search', 'Use gh issue list --search, gh pr list --search, github__search_issues or search_file_content.'],
  ['gist', 'This action creates no gists. Put the text in the answer.'],
  ['project', 'Projects cannot be reached. Name the project in the answer.'],
  ['org', 'This action reads its own repository only.'],
  ['codespace', NO_STEERING],
  ['copilot', 'No other agent can be started from here.'],
  ['agent-task', 'No other agent can be started from here.'],
  ['models', 'No other model can be asked from here.'],
  ['browse', 'There is no browser. The address is in the field url: gh pr view 5 --json url.'],
  ['status', 'Use gh pr list, gh issue list and gh pr checks.'],
  ['attestation', NO_API],
]

/** What to do instead of a command; undefined for a command that gh does not have either. */
export function adviceInstead(argv: readonly string[]): string | undefined {
  const line = argv.filter((word) => !word.startsWith('-')).join(' ')
  const entry = UNAVAILABLE_COMMANDS.find(([command]) => `${line} `.startsWith(`${command} `))
  if (entry === undefined) return undefined
  const [command, advice] = entry
  const specific = command === 'api' ? apiAdvice(argv) : undefined
  return `gh ${command} is not available here. ${specific ?? advice}`
}

/** The command that answers a request to the API about an issue or pull request. */
function apiAdvice(argv: readonly string[]): string | undefined {
  const isWrite = argv.some(
    (word) => /^(?:-X|--method)=?(?!GET$)./.test(word) || /^(?:-f|-F|--field|--raw-field|--input)\b/.test(word),
  )
  const path = argv.slice(1).find((word) => /^\/?repos\//.test(word))
  const [, kind, number, part] = /^\/?repos\/[^/]+\/[^/]+\/(pulls|issues)\/(\d+)(?:\/(\w+))?/.exec(path ?? '') ?? []
  if (kind === undefined || number === undefined) return undefined
  const noun = kind === 'pulls' ? 'pr' : 'issue'
  if (isWrite)
    return part === 'labels'
      ? `Use gh ${noun} edit ${number} --add-label NAME.`
      : part === 'comments' && noun === 'pr'
        ? 'Use github__review_comment for a comment on lines.'
        : `Use gh ${noun} comment ${number} --body TEXT or gh ${noun} edit ${number}.`
  const field = { files: 'files', commits: 'commits', reviews: 'reviews', comments: 'comments', labels: 'labels' }[
    part ?? ''
  ]
  return part === 'comments' && noun === 'pr'
    ? 'Use github__list_review_threads for the comments on lines.'
    : `Use gh ${noun} view ${number} --json ${field ?? 'title,body,state,labels'}.`
}
