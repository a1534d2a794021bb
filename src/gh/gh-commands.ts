import {
  bodySource,
  flag,
  type GhAnswer,
  type GhCall,
  type GhContext,
  GhError,
  type GhOptions,
  type GhRequest,
  type GhResult,
  parseGhOptions,
  prose,
  requireOwnHost,
  requireOwnRepository,
  unavailableOption,
  value,
} from './gh-call.ts'
import {
  diffPull,
  listIssues,
  listLabels,
  listPulls,
  listRuns,
  pullChecks,
  viewIssue,
  viewPull,
  viewRepository,
  viewRun,
} from './gh-reads.ts'
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
} from './gh-writes.ts'

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
  body: unavailableOption('prose', "This action does not edit other people's text. Add a comment.", 'b'),
  'body-file': unavailableOption('value', "This action does not edit other people's text. Add a comment.", 'F'),
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

const NO_DELETION = unavailableOption('flag', 'This action deletes no comments. Replace the text with --edit-last.')

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
    required: unavailableOption('flag', 'This run cannot tell which checks are required.'),
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
    label: unavailableOption('value', 'Labels need an existing pull request. Omit it.', 'l'),
    reviewer: unavailableOption('value', IN_ANSWER, 'r'),
    fill: unavailableOption('flag', 'Give --title and --body.', 'f'),
    'fill-first': unavailableOption('flag', 'Give --title and --body.'),
    'fill-verbose': unavailableOption('flag', 'Give --title and --body.'),
    'dry-run': unavailableOption('flag', 'The pull request opens only after the run. Omit it.'),
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

/** Judges a command by the rules for the shell. Rejects with GhError when they do not allow it. */
export type JudgeCommand = (line: string) => Promise<void>

/**
 * Answers one call of `gh` through the github tools: what reads is answered for this repository, what writes becomes a
 * proposal. Never rejects for a mistake of the command.
 */
export async function answerGh(request: GhRequest, context: GhContext, judge: JudgeCommand): Promise<GhAnswer> {
  const notes: string[] = []
  const stderr = (...texts: readonly string[]) => [...notes, ...texts].map((text) => `${text}\n`).join('')
  try {
    const help = helpText(request.argv)
    if (help !== undefined) return { stdout: help, stderr: '', exitCode: 0 }
    const { command, words } = findCommand(request.argv)
    const options = parseGhOptions(request.argv.slice(words), command.options)
    const name = request.argv.slice(0, words).join(' ')
    requireOwnHost(request, context)
    requireOwnRepository([options.text('repo') ?? request.repo], context)
    if (options.has('jq') && !options.has('json')) throw new GhError('cannot use `--jq` without specifying `--json`')
    const jq = options.text('jq')
    // Modules are files, and gh's own jq has none.
    if (jq !== undefined && /\b(?:import|include|input_filename|modulemeta)\b/.test(jq))
      throw new GhError('--jq: import, include and input_filename are not available.')
    await judge(`gh ${name} ${options.line}`.trim())
    const needs = bodySource(options.text('body-file'), request, context)
    if (needs !== undefined) return { stdout: '', stderr: '', exitCode: 0, needs }
    const body = options.has('body-file') ? request.text : options.text('body')
    const call: GhCall = { context, options, body, note: (text) => void notes.push(text) }
    const result = await command.run(call)
    return { ...outputOf(result), stderr: stderr(), jq }
  } catch (error) {
    if (!(error instanceof GhError)) throw error
    return { stdout: '', stderr: stderr(`gh: ${error.message}`), exitCode: 1 }
  }
}

const outputOf = (result: GhResult): Pick<GhAnswer, 'stdout' | 'exitCode'> =>
  'json' in result
    ? { stdout: `${JSON.stringify(result.json)}\n`, exitCode: 0 }
    : { stdout: result.text, exitCode: result.exitCode ?? 0 }

function findCommand(argv: readonly string[]): { command: GhCommand; words: number } {
  const name = argv.slice(0, 2).join(' ')
  const known = GH_ALIASES[name] ?? name
  const command = Object.hasOwn(GH_COMMANDS, known) ? GH_COMMANDS[known] : undefined
  if (command !== undefined) return { command, words: 2 }
  throw new GhError(
    adviceInstead(argv) ?? `unknown command ${JSON.stringify(name)}. Available here: ${listCommands()}.`,
  )
}

const listCommands = (): string => Object.keys(GH_COMMANDS).join(', ')

/** The text for --help and --version; undefined for other calls. */
function helpText(argv: readonly string[]): string | undefined {
  const [first = '--help', second] = argv
  if (first === '--version' || first === 'version')
    return 'gh version 2.83.0 (answered by Sluice, without a credential)\n'
  const name = argv.slice(0, 2).join(' ')
  const command = Object.hasOwn(GH_COMMANDS, name) ? GH_COMMANDS[name] : undefined
  if (command !== undefined && argv.slice(2).some((word) => word === '--help'))
    return `gh ${name}: ${Object.entries(command.options)
      .filter(([, { advice }]) => advice === undefined)
      .map(([option]) => `--${option}`)
      .join(' ')}\n`
  const isGroup = Object.keys(GH_COMMANDS).some((each) => each.startsWith(`${first} `))
  if (!['--help', '-h', 'help'].includes(first) && !(isGroup && (second === undefined || second === '--help')))
    return undefined
  return `Commands for this repository, answered without a credential; what they write is proposed and delivered after the run:\n${Object.keys(
    GH_COMMANDS,
  )
    .map((each) => `  gh ${each}\n`)
    .join('')}`
}

const NO_CREDENTIAL =
  'gh has no credential here and needs none: gh pr view, gh issue view and the like work for this repository, and what they write is proposed and delivered after the run.'

const NO_API =
  'gh api is not available here. Use gh pr view|list|diff|checks, gh issue view|list, gh label list or the github__* tools, for example gh pr view 5 --json title,files,comments.'

const NO_STEERING =
  'This action does not change what runs in this repository. Say in the answer what a person should do.'

const NO_MERGE = 'This action never merges or approves. Say in the answer that it can be merged; a person does it.'

/** Commands of gh that this action does not have, by their first words. Each text names a replacement or the reason. */
const UNAVAILABLE_COMMANDS: readonly (readonly [command: string, advice: string])[] = [
  ['api', NO_API],
  ['auth', NO_CREDENTIAL],
  ['config', 'There is nothing to configure: gh needs no account here.'],
  ['alias', 'Write the whole command. Aliases are not available.'],
  ['extension', 'This action does not run extensions. Use the available commands.'],
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
  ['issue delete', 'Sluice deletes no issue. Use gh issue close instead.'],
  ['issue transfer', 'This action works only on its own repository.'],
  ['issue develop', 'Edit the files in the checkout; the input `changes` delivers them as a branch.'],
  ['issue lock', NO_STEERING],
  ['issue unlock', NO_STEERING],
  ['issue pin', NO_STEERING],
  ['issue unpin', NO_STEERING],
  ['label create', 'This action creates no labels. gh label list lists those that exist.'],
  ['label edit', 'This action changes no labels. gh label list lists those that exist.'],
  ['label delete', 'Sluice deletes no label.'],
  ['label clone', 'This action works only on its own repository.'],
  ['repo clone', 'The repository is checked out already. Other repositories cannot be reached.'],
  ['repo', 'This action reads only its own repository: gh repo view, and github__get_file for files at another ref.'],
  [
    'release',
    'Releases cannot be read or made here. git tag --list lists tags. Put the text of a release in the answer.',
  ],
  ['search', 'Use gh issue list --search, gh pr list --search, github__search_issues or search_file_content.'],
  ['gist', 'This action creates no gists. Put the text in the answer.'],
  ['project', 'Projects cannot be reached. Name the project in the answer.'],
  ['org', 'This action reads only its own repository.'],
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
