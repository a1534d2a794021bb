import type * as z from 'zod'
import type { TrustOptions } from '../github/events/account-check.ts'
import type { TriggerOptions } from '../github/events/task-facts.ts'
import type { Environment } from '../platform/environment.ts'
import { UserError } from '../platform/errors.ts'
import {
  allowedGlobs,
  booleanText,
  botNameList,
  branchPrefix,
  choice,
  exactNameList,
  hostList,
  nameList,
  numberList,
  outcomeList,
  pathGlobs,
  positiveNumber,
  settingsJson,
  textList,
  trimmedText,
} from './input-forms.ts'
import type { Runtime } from './runtime.ts'

/** What `fail_on_findings` may be. */
export const THRESHOLDS = ['off', 'critical', 'high', 'medium', 'low'] as const

/** `npm run docs` writes action.yml and the tables in docs/reference.md from these. */
export type InputSpec = { default: string; description: string; schema: z.ZodType<unknown, string> }

const secret = trimmedText

export const INPUTS = {
  prompt: {
    default: '',
    schema: trimmedText,
    description: 'The task: text, or a slash command like `/review`. Empty: the event sets the task',
  },
  github_token: {
    default: '${{ github.token }}',
    schema: secret,
    description: 'Token for all GitHub requests; neither the model nor a child process gets it',
  },
  trigger_phrase: {
    default: '@gemini-cli',
    schema: trimmedText.refine((phrase) => phrase !== '' && !/\s/.test(phrase), 'must be one word without spaces'),
    description:
      "Word that triggers a run. Required in comments and reviews, and in an issue's body when `prompt` is empty; other events do not need it",
  },
  answer_edits: {
    default: 'false',
    schema: booleanText(false),
    description:
      'Also trigger a run when the author of a comment adds the trigger phrase by an edit; otherwise only new comments do',
  },
  label_trigger: {
    default: '',
    schema: nameList,
    description: 'Labels that trigger a run when added; if set, other labels do not. Comma-separated, exact',
  },
  assignee_trigger: {
    default: '',
    schema: exactNameList,
    description: 'Users whose assignment triggers a run; if set, other assignments do not. Comma-separated, exact',
  },
  runs_per_hour: {
    default: '',
    schema: positiveNumber({ integer: true }),
    description: 'Limit of runs of this workflow that one person may trigger an hour; needs `actions: read`',
  },
  skip_labels: {
    default: '',
    schema: nameList,
    description: 'Labels that prevent all runs on an issue or pull request, requested runs included',
  },
  skip_authors: {
    default: '',
    schema: exactNameList,
    description:
      'Authors whose issues and pull requests start no run unless a person requests one; comma-separated, exact',
  },
  skip_drafts: {
    default: 'false',
    schema: booleanText(false),
    description: 'Skip draft pull requests unless a person requests a run',
  },
  skip_paths: {
    default: '',
    schema: pathGlobs,
    description:
      'Globs; a pull request that changes only matching files starts no run unless a person requests one; `!` excludes',
  },
  gemini_api_key: { default: '', schema: secret, description: 'Key for the Gemini API' },
  gemini_model: { default: '', schema: trimmedText, description: 'Model, or an alias: `auto`, `pro`, `flash` …' },
  google_api_key: { default: '', schema: secret, description: 'Key for Vertex AI, together with `use_vertex_ai`' },
  use_vertex_ai: { default: 'false', schema: booleanText(false), description: 'Send model requests to Vertex AI' },
  use_gemini_code_assist: {
    default: 'false',
    schema: booleanText(false),
    description: 'Send model requests to Gemini Code Assist',
  },
  gcp_project_id: { default: '', schema: trimmedText, description: 'Google Cloud project' },
  gcp_location: { default: '', schema: trimmedText, description: 'Google Cloud location' },
  gcp_service_account: {
    default: '',
    schema: trimmedText,
    description: 'Service account for Workload Identity Federation',
  },
  gcp_workload_identity_provider: {
    default: '',
    schema: trimmedText,
    description: 'Workload Identity provider: the full resource name',
  },
  gcp_token_format: {
    default: 'access_token',
    schema: trimmedText,
    description: 'Token that Workload Identity Federation requests',
  },
  gcp_access_token_scopes: {
    default:
      'https://www.googleapis.com/auth/cloud-platform,https://www.googleapis.com/auth/userinfo.email,https://www.googleapis.com/auth/userinfo.profile',
    schema: nameList,
    description: 'Scopes of that token, comma-separated',
  },
  settings: {
    default: '',
    schema: settingsJson,
    description: "Settings as JSON; they override the repository's `.gemini/settings.json`",
  },
  approval_mode: {
    default: 'default',
    schema: choice(['default', 'autoEdit', 'yolo', 'plan'], { auto_edit: 'autoEdit' }),
    description: 'Mode of the policy engine: `default`, `auto_edit`, `yolo` or `plan`',
  },
  policies: {
    default: '',
    schema: trimmedText,
    description:
      'User-tier policy: TOML text, or one path per line (a directory means its `*.toml`; `profile:review` a built-in profile)',
  },
  admin_policies: {
    default: '',
    schema: trimmedText,
    description:
      'Admin-tier policy, in the same formats; a line `OWNER/REPO@SHA:path` names a file or folder of another repository at a full commit SHA',
  },
  admin_settings: {
    default: '',
    schema: trimmedText,
    description:
      'Settings files that override all others, one per line: `OWNER/REPO@SHA:path`, or a path; no rule of the repository can allow what they deny',
  },
  allowed_users: {
    default: '',
    schema: exactNameList,
    description: 'Users who may trigger a run without write permission; comma-separated, exact',
  },
  fork_environment: {
    default: '',
    schema: trimmedText,
    description:
      'Environment with required reviewers: after a person approves the run in it, a `workflow_run` event reviews the pull request of a fork; needs `actions: read`',
  },
  verify: {
    default: '',
    schema: trimmedText,
    description:
      'Command that tests changes and suggestions, such as `npm test`: runs in a copy of the checkout, in the sandbox without network, and only on trusted code',
  },
  allowed_bots: {
    default: '',
    schema: botNameList,
    description: 'Bots that may trigger a run; comma-separated, exact, with the `[bot]` suffix',
  },
  config_source: {
    default: 'auto',
    schema: choice(['auto', 'base', 'head']),
    description:
      'Commit of the steering files: `auto` (base commit on pull-request events, else `GITHUB_SHA`), `base`, `head` (for untrusted code only with `run_pr_code`)',
  },
  run_pr_code: {
    default: 'false',
    schema: booleanText(false),
    description: 'Offer the shell tool on untrusted pull requests',
  },
  sandbox: {
    default: 'auto',
    schema: choice(['auto', 'required', 'off']),
    description:
      'Isolation of child processes: `required` (refuse to run without it), `auto` (use it, warn without it), `off`',
  },
  allowed_hosts: {
    default: '',
    schema: hostList,
    description:
      'Hosts that programs the model starts may reach, separated by commas, spaces or lines: names, `*.name`, `name:port`, `localhost:PORT`, presets (`npm pypi crates go maven debian github`), `*` for all; `!` excludes. Empty: none. Ignored on untrusted code',
  },
  max_turns: {
    default: '50',
    schema: positiveNumber({ integer: true }),
    description: 'Limit of model turns; the run keeps the last one for the answer',
  },
  timeout_minutes: {
    default: '20',
    schema: positiveNumber({ integer: false }),
    description: 'Time limit in minutes; the run keeps a part at the end for the answer',
  },
  max_tokens: {
    default: '',
    schema: positiveNumber({ integer: true }),
    description: 'Token limit, including a reserve for the answer',
  },
  max_cost_usd: {
    default: '',
    schema: positiveNumber({ integer: false }),
    description: 'Cost limit in US dollars, including a reserve for the answer',
  },
  comment: {
    default: 'auto',
    schema: choice(['auto', 'sticky', 'new', 'off']),
    description:
      'Comment with the answer: `auto` (a new one for a question in a comment, one edited comment for other events), `sticky` (one that every run edits), `new` (one per run), `off`',
  },
  report_to: {
    default: '',
    schema: choice(['', 'issue', 'issue:new', 'discussion']),
    description:
      'Where the answer of a scheduled or dispatched run without an issue or pull request goes besides the summary: `issue` or `discussion` (one, edited when the answer changes), `issue:new` (a new one each time, which closes the older ones)',
  },
  resume: {
    default: 'false',
    schema: booleanText(false),
    description:
      'Keep the transcript as an artifact, so that later comments continue the conversation, `/allow` a denied call or `/approve` a plan; needs `actions: read`',
  },
  approve_policies: {
    default: '',
    schema: trimmedText,
    description: 'User-tier policy for the run that carries out an approved plan, in the same formats as `policies`',
  },
  review: {
    default: 'comment',
    schema: choice(['comment', 'off']),
    description: 'Proposed inline comments: `comment` (post them as one review), `off`',
  },
  changes: {
    default: 'report',
    schema: choice(['report', 'commit', 'pull_request', 'off']),
    description: 'Edited files: `report` (diff in the comment and a patch file), `commit`, `pull_request`, `off`',
  },
  branch_prefix: { default: 'sluice/', schema: branchPrefix, description: 'Prefix for names of new branches' },
  allowed_labels: {
    default: '',
    schema: allowedGlobs,
    description:
      'Labels that the run may set: globs, comma-separated; `!` excludes. Empty: all labels of the repository',
  },
  check_run: { default: 'false', schema: booleanText(false), description: 'Also report the result as a check run' },
  output_schema: {
    default: '',
    schema: trimmedText,
    description: 'JSON Schema (text or path) of the final answer, which becomes `structured_output`',
  },
  dry_run: {
    default: 'false',
    schema: booleanText(false),
    description: 'Do not write to GitHub; the planned writes go to the summary and the `plan` output',
  },
  fail_on: {
    default: 'config,security,model,internal',
    schema: outcomeList,
    description: 'Outcomes that fail the step, comma-separated',
  },
  fail_on_findings: {
    default: 'off',
    schema: choice(THRESHOLDS),
    description:
      'Lowest severity of open findings that fails the check run `Sluice review`: `critical`, `high`, `medium`, `low`, `off` (no check run). Needs `checks: write`',
  },
  extensions: {
    default: '',
    schema: textList,
    description:
      'Extensions as a JSON array: folders of the repository, or GitHub repositories at a commit (`https://github.com/OWNER/REPO@` and the full SHA)',
  },
  upload_artifacts: {
    default: 'false',
    schema: booleanText(false),
    description: 'Upload transcript, patch and answer as a workflow artifact',
  },
  gemini_debug: {
    default: 'false',
    schema: booleanText(false),
    description: 'Log more: steering files, call arguments, requests and receipts; never the output of tools',
  },
  mode: {
    default: '',
    schema: choice(['', 'plan', 'shard', 'reduce']),
    description:
      'Part of a run over a list of items: `plan` (find the items and write a `matrix`), `shard` (work on one entry of the matrix), `reduce` (one table of all results). Empty: an ordinary run',
  },
  items: {
    default: '',
    schema: trimmedText,
    description:
      'With `mode: plan`: a search query with `is:issue` or `is:pr`, globs of files (one per line), or a JSON array of numbers and texts. With `mode: reduce`: the `matrix` of the plan',
  },
  shard: {
    default: '',
    schema: trimmedText,
    description: 'With `mode: shard`: the entry of the matrix, as `${{ toJSON(matrix) }}`',
  },
  github_pr_number: {
    default: '${{ github.event.pull_request.number }}',
    schema: numberList,
    description: 'Pull request to work on',
  },
  github_issue_number: {
    default: '${{ github.event.issue.number }}',
    schema: numberList,
    description:
      'Issue to work on, or a list of issues separated by commas: one run with one answer where a later step reads it, otherwise a run for each',
  },
  workflow_name: {
    default: '${{ github.workflow }}',
    schema: trimmedText,
    description: 'Name that separates the comments of different workflows',
  },
  gemini_cli_version: {
    default: '',
    schema: trimmedText,
    description: 'Accepted for run-gemini-cli compatibility; there is nothing to install',
  },
  gemini_cli_package: {
    default: '',
    schema: trimmedText,
    description: 'Accepted for run-gemini-cli compatibility; there is nothing to install',
  },
  use_pnpm: {
    default: 'false',
    schema: booleanText(false),
    description: 'Accepted for run-gemini-cli compatibility; there is nothing to install',
  },
} satisfies Record<string, InputSpec>

export type InputName = keyof typeof INPUTS

export type Inputs = { [Name in InputName]: z.output<(typeof INPUTS)[Name]['schema']> } & {
  /** One notice for each input without effect, to be logged once. */
  notices: string[]
}

/**
 * Reads the inputs, on a runner with @actions/core's `getInput`. A missing variable gets the default of action.yml; a default that is
 * a workflow expression counts as empty. Throws one UserError that lists every mistake.
 */
export function readInputs(
  env: Environment,
  getInput = (name: string) => env[`INPUT_${name.toUpperCase()}`] ?? '',
): Inputs {
  const mistakes: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, spec] of Object.entries<InputSpec>(INPUTS)) {
    const given = getInput(name) || (name === 'github_issue_number' ? cleanedIssue(env, getInput('prompt')) : '')
    const result = spec.schema.safeParse(given || literalDefault(spec.default))
    if (result.success) values[name] = result.data
    else mistakes.push(...result.error.issues.map((issue) => `${name} ${issue.message}`))
  }
  mistakes.push(...findUnknownInputs(env), ...findContradictions(values))
  if (mistakes.length > 0)
    throw new UserError(`The workflow's inputs are invalid:\n${mistakes.map((line) => `- ${line}`).join('\n')}`)
  return { ...(values as Omit<Inputs, 'notices'>), notices: noticesFor(env) } // each schema validated its value
}

/** The published workflow of this command names its issue in a variable of the step only. */
const cleanedIssue = ({ ISSUE_NUMBER = '' }: Environment, prompt: string): string =>
  /^\s*\/gemini-issue-cleanup(?:\s|$)/.test(prompt) && /^\d{1,9}$/.test(ISSUE_NUMBER) ? ISSUE_NUMBER : ''

const literalDefault = (fallback: string) => (fallback.startsWith('${{') ? '' : fallback)

function findUnknownInputs(env: Environment): string[] {
  const known = new Set(Object.keys(INPUTS).map((name) => `INPUT_${name.toUpperCase()}`))
  return Object.keys(env)
    .filter((key) => key.startsWith('INPUT_') && !known.has(key))
    .map((key) => `${key.slice('INPUT_'.length).toLowerCase()} is not an input of this action`)
}

function findContradictions(values: Record<string, unknown>): string[] {
  const mistakes: string[] = []
  if (values.use_vertex_ai === true && values.use_gemini_code_assist === true)
    mistakes.push('use_vertex_ai and use_gemini_code_assist exclude each other; set only one')
  if (values.fail_on_findings !== 'off' && values.fail_on_findings !== undefined) {
    if (values.review === 'off') mistakes.push('fail_on_findings needs the findings of a review; remove review: off')
    if (values.mode !== '') mistakes.push('fail_on_findings works without mode only')
  }
  const prs = values.github_pr_number
  if (Array.isArray(prs) && prs.length > 1) mistakes.push('github_pr_number takes one number')
  return mistakes
}

function noticesFor(env: Environment): string[] {
  const changed = (name: InputName) => {
    const given = env[`INPUT_${name.toUpperCase()}`] ?? ''
    return given !== '' && given !== literalDefault(INPUTS[name].default)
  }
  const installInputs: InputName[] = ['gemini_cli_version', 'gemini_cli_package', 'use_pnpm']
  return installInputs
    .filter(changed)
    .map((name) => `The input ${name} has no effect: nothing is installed at run time.`)
}

/** What the inputs say about which events start a run. */
export const triggerOptions = (inputs: Inputs): TriggerOptions => ({
  prompt: inputs.prompt,
  triggerPhrase: inputs.trigger_phrase,
  allowedBots: inputs.allowed_bots,
  answerEdits: inputs.answer_edits,
  answersDismissals: inputs.fail_on_findings !== 'off',
  triggerLabels: inputs.label_trigger,
  triggerAssignees: inputs.assignee_trigger,
  skipLabels: inputs.skip_labels,
  skipAuthors: inputs.skip_authors,
  skipDrafts: inputs.skip_drafts,
  prNumber: inputs.github_pr_number[0],
  issueNumbers: inputs.github_issue_number.length === 0 ? undefined : inputs.github_issue_number,
  listedIssues: inputs.github_issue_number.length < 2 ? undefined : inputs.github_issue_number,
})

/** The inputs of one issue, without what belongs to a commit or the shared checkout. */
export const issueInputs = (inputs: Inputs, number: number): Inputs => ({
  ...inputs,
  github_issue_number: [number],
  check_run: false,
  upload_artifacts: false,
  resume: false,
  changes: 'off',
})

/** The inputs of a run whose answer is one JSON array for later steps. No comment belongs to all of its issues. */
export const listInputs = (inputs: Inputs): Inputs => ({
  ...inputs,
  comment: 'off',
  output_schema: inputs.output_schema || JSON.stringify(arraySchema(inputs.github_issue_number)),
})

/** An array whose elements name no other issues than these, under the names that such answers use. */
function arraySchema(numbers: readonly number[]): Record<string, unknown> {
  const own = { enum: [...numbers, ...numbers.map(String)] }
  return {
    type: 'array',
    description:
      'One array for all issues of this run. Each element is about one issue, with its number in issue_number unless the task names another field.',
    items: { properties: { issue_number: own, number: own, issue: own } },
  }
}

/** What the inputs say about who may start a run. */
export const trustOptions = (inputs: Inputs, { env, now }: Runtime): TrustOptions => ({
  allowedUsers: inputs.allowed_users,
  allowedBots: inputs.allowed_bots,
  runPrCode: inputs.run_pr_code,
  configSource: inputs.config_source,
  forkReview:
    inputs.fork_environment === ''
      ? undefined
      : {
          environment: inputs.fork_environment,
          runId: Number(env.GITHUB_RUN_ID ?? 0),
          attempt: Number(env.GITHUB_RUN_ATTEMPT ?? 1),
        },
  visitors: inputs.prompt === '' ? undefined : { workflow: workflowFile(env), now: now() },
  userRateLimit:
    inputs.runs_per_hour === undefined
      ? undefined
      : { maxRuns: inputs.runs_per_hour, workflow: workflowFile(env), now: now() },
})

/** The API takes the file name of `OWNER/REPO/.github/workflows/FILE@REF`. */
export const workflowFile = ({ GITHUB_WORKFLOW_REF: ref = '' }: Runtime['env']) => /([^/]+)@/.exec(ref)?.[1] ?? ''
