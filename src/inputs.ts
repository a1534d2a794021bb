import type { z } from 'zod'
import { UserError } from './host/errors.ts'
import {
  branchPrefix,
  exactNames,
  flag,
  names,
  numbers,
  oneOf,
  outcomes,
  positive,
  settings,
  sources,
  text,
} from './input-forms.ts'

/** Every input of action.yml: its default there and its meaning. action.yml and the README table are made from this. */
type InputSpec = { default: string; about: string; read: z.ZodType<unknown, string> }

const secret = text

export const INPUTS = {
  prompt: {
    default: '',
    read: text,
    about: 'The task: text, or a command such as `/review`. Empty: chosen by the event',
  },
  github_token: {
    default: '${{ github.token }}',
    read: secret,
    about: 'Token for every GitHub call; reaches neither the model nor a child process',
  },
  trigger_phrase: {
    default: '@gemini-cli',
    read: text.refine((phrase) => phrase !== '' && !/\s/.test(phrase), 'must be one word without spaces'),
    about:
      "The word that calls for a run. Needed in comments and reviews, and in an issue's body when `prompt` is empty; other events never need it",
  },
  answer_edits: {
    default: 'false',
    read: flag(false),
    about: 'Answer comments that their author edits into asking; otherwise only new ones count',
  },
  label_trigger: {
    default: '',
    read: names,
    about: 'Labels that call for a run when they are put on; then no other label does. Comma-separated, exact',
  },
  assignee_trigger: {
    default: '',
    read: exactNames,
    about: 'Users whose assignment calls for a run; then no other assignment does. Comma-separated, exact',
  },
  runs_per_hour: {
    default: '',
    read: positive({ whole: true }),
    about: 'Runs of this workflow one person may cause within an hour; needs `actions: read`',
  },
  skip_labels: {
    default: '',
    read: names,
    about: 'Labels that keep every run away from an issue or pull request, also when somebody asks',
  },
  skip_authors: {
    default: '',
    read: exactNames,
    about: 'Whose issues and pull requests are left alone until somebody asks; comma-separated, exact',
  },
  skip_drafts: { default: 'false', read: flag(false), about: 'Leave draft pull requests alone until somebody asks' },
  skip_paths: {
    default: '',
    read: names,
    about: 'Globs; a pull request that changes nothing else is left alone until somebody asks',
  },
  gemini_api_key: { default: '', read: secret, about: 'Key for the Gemini API' },
  gemini_model: { default: '', read: text, about: 'Model, or an alias such as `auto`, `pro`, `flash`' },
  google_api_key: { default: '', read: secret, about: 'Key for Vertex AI, together with `use_vertex_ai`' },
  use_vertex_ai: { default: 'false', read: flag(false), about: 'Ask through Vertex AI' },
  use_gemini_code_assist: { default: 'false', read: flag(false), about: 'Ask through Gemini Code Assist' },
  gcp_project_id: { default: '', read: text, about: 'Google Cloud project' },
  gcp_location: { default: '', read: text, about: 'Google Cloud location' },
  gcp_service_account: { default: '', read: text, about: 'Service account for Workload Identity Federation' },
  gcp_workload_identity_provider: { default: '', read: text, about: 'Workload Identity provider, full resource name' },
  gcp_token_format: {
    default: 'access_token',
    read: text,
    about: 'Kind of token Workload Identity Federation asks for',
  },
  gcp_access_token_scopes: {
    default:
      'https://www.googleapis.com/auth/cloud-platform,https://www.googleapis.com/auth/userinfo.email,https://www.googleapis.com/auth/userinfo.profile',
    read: names,
    about: 'Scopes of that token, comma-separated',
  },
  settings: { default: '', read: settings, about: "Settings as JSON, over the repository's `.gemini/settings.json`" },
  approval_mode: {
    default: 'default',
    read: oneOf(['default', 'autoEdit', 'yolo', 'plan'], { auto_edit: 'autoEdit' }),
    about: '`default`, `auto_edit`, `yolo` or `plan`: the modes of the policy engine',
  },
  policies: {
    default: '',
    read: text,
    about:
      'User-tier policy: TOML text, or paths one a line (a directory means its `*.toml`; `profile:review` a shipped profile)',
  },
  admin_policies: { default: '', read: text, about: 'Admin-tier policy, in the same forms' },
  allowed_users: {
    default: '',
    read: exactNames,
    about: 'Users who may trigger a run without write permission; comma-separated, exact',
  },
  allowed_bots: {
    default: '',
    read: exactNames,
    about: 'Bots that may trigger a run; comma-separated, exact, with their `[bot]`',
  },
  config_source: {
    default: 'auto',
    read: oneOf(['auto', 'base', 'head']),
    about:
      'Commit the steering files come from: `auto` (base commit on pull-request events, else `GITHUB_SHA`), `base`, `head` (of code from outside only with `run_pr_code`)',
  },
  run_pr_code: { default: 'false', read: flag(false), about: 'Offer the shell on pull requests from outside' },
  sandbox: {
    default: 'auto',
    read: oneOf(['auto', 'required', 'off']),
    about:
      'Isolation of the programs it starts: `required` (refuse to run without), `auto` (use it, warn without), `off`',
  },
  max_turns: {
    default: '50',
    read: positive({ whole: true }),
    about: 'Model turns at most; the last one is for the answer',
  },
  timeout_minutes: {
    default: '20',
    read: positive({ whole: false }),
    about: 'Minutes at most; the last of them are for the answer',
  },
  max_tokens: { default: '', read: positive({ whole: true }), about: 'Tokens at most, with a reserve for the answer' },
  max_cost_usd: {
    default: '',
    read: positive({ whole: false }),
    about: 'US dollars at most, with a reserve for the answer',
  },
  comment: {
    default: 'sticky',
    read: oneOf(['sticky', 'new', 'off']),
    about: 'The comment with the answer: `sticky` (one, which every run edits), `new` (one a run), `off`',
  },
  review: {
    default: 'comment',
    read: oneOf(['comment', 'off']),
    about: 'What becomes of proposed inline remarks: `comment` (one review), `off`',
  },
  changes: {
    default: 'report',
    read: oneOf(['report', 'commit', 'pull_request', 'off']),
    about: 'What becomes of edited files: `report` (diff in the comment, patch file), `commit`, `pull_request`, `off`',
  },
  branch_prefix: { default: 'sluice/', read: branchPrefix, about: 'Prefix of the branches it creates' },
  allowed_labels: {
    default: '',
    read: names,
    about: 'Labels it may set: globs, comma-separated; empty: those the repository has',
  },
  check_run: { default: 'false', read: flag(false), about: 'Also report as a check run' },
  output_schema: {
    default: '',
    read: text,
    about: 'JSON Schema (text or path) the final answer must fit; it becomes `structured_output`',
  },
  dry_run: {
    default: 'false',
    read: flag(false),
    about: 'Do everything but write to GitHub; the plan goes to the summary and the `plan` output',
  },
  fail_on: {
    default: 'config,security,model,internal',
    read: outcomes,
    about: 'Outcomes that fail the step, comma-separated',
  },
  extensions: {
    default: '',
    read: sources,
    about:
      'Extensions, as a JSON array: folders of the repository, or repositories on GitHub at a commit (`https://github.com/OWNER/REPO@` and the full SHA)',
  },
  upload_artifacts: {
    default: 'false',
    read: flag(false),
    about: 'Upload transcript, patch and answer as an artifact of the run',
  },
  gemini_debug: {
    default: 'false',
    read: flag(false),
    about:
      'Say more in the log: what steered the run, arguments of calls, requests and receipts; never the output of tools',
  },
  github_pr_number: {
    default: '${{ github.event.pull_request.number }}',
    read: numbers,
    about: 'Pull request the run is about',
  },
  github_issue_number: {
    default: '${{ github.event.issue.number }}',
    read: numbers,
    about: 'Issue the run is about; or several separated by commas, each then worked on by itself',
  },
  workflow_name: {
    default: '${{ github.workflow }}',
    read: text,
    about: 'Name that keeps the comments of several workflows apart',
  },
  gemini_cli_version: {
    default: '',
    read: text,
    about: 'Accepted for run-gemini-cli compatibility; nothing is installed',
  },
  gemini_cli_package: {
    default: '',
    read: text,
    about: 'Accepted for run-gemini-cli compatibility; nothing is installed',
  },
  use_pnpm: {
    default: 'false',
    read: flag(false),
    about: 'Accepted for run-gemini-cli compatibility; nothing is installed',
  },
} satisfies Record<string, InputSpec>

export type InputName = keyof typeof INPUTS
export type Inputs = { [Name in InputName]: z.output<(typeof INPUTS)[Name]['read']> } & {
  /** Answers to inputs that no longer do anything, to be logged once. */
  notices: string[]
}

/** Outputs of action.yml, in the order shown there. */
export const OUTPUTS = {
  summary: 'The final answer as text',
  error: 'JSON `{type,message,code}`, empty when there is none',
  outcome: 'One of `ok noop refused denied budget quota model config security internal`',
  structured_output: 'The answer as JSON, when `output_schema` was given',
  stats: 'JSON: models, tools, files',
  denied: 'JSON array of denied calls: tool, arguments, rule, file, line, the TOML that would allow it',
  transcript: 'Path of the JSONL transcript',
  patch: 'Path of the patch file, when files were edited',
  plan: 'JSON array of intended writes',
  receipts: 'JSON array: what became of each write',
  comment_url: 'The comment posted',
  review_url: 'The review posted',
  check_run_url: 'The check run',
  commit_sha: 'The commit made',
  branch: 'The branch pushed',
  pull_request_url: 'The pull request opened or updated',
  session_id: 'Identifier of this run',
  batch:
    'JSON array when several issues were given: number, outcome, comment_url, and the path of a file with all outputs of each',
} as const

type Env = Readonly<Record<string, string | undefined>>

/**
 * Inputs from the runner's INPUT_* variables. An absent variable means the default of action.yml, except for defaults
 * that are workflow expressions, which are then empty. Throws one UserError that lists every mistake.
 */
export function readInputs(env: Env): Inputs {
  const mistakes: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, spec] of Object.entries<InputSpec>(INPUTS)) {
    const given = env[`INPUT_${name.toUpperCase()}`]
    const result = spec.read.safeParse(given === undefined || given === '' ? literal(spec.default) : given)
    if (result.success) values[name] = result.data
    else mistakes.push(...result.error.issues.map((issue) => `${name} ${issue.message}`))
  }
  mistakes.push(...unknownInputs(env), ...contradictions(values))
  if (mistakes.length > 0)
    throw new UserError(`The workflow's inputs need mending:\n${mistakes.map((line) => `- ${line}`).join('\n')}`)
  return { ...(values as Omit<Inputs, 'notices'>), notices: noticesFor(env) } // each value came from its own schema
}

const literal = (fallback: string) => (fallback.startsWith('${{') ? '' : fallback)

function unknownInputs(env: Env): string[] {
  const known = new Set(Object.keys(INPUTS).map((name) => `INPUT_${name.toUpperCase()}`))
  return Object.keys(env)
    .filter((key) => key.startsWith('INPUT_') && !known.has(key))
    .map((key) => `${key.slice('INPUT_'.length).toLowerCase()} is not an input of this action`)
}

function contradictions(values: Record<string, unknown>): string[] {
  const mistakes: string[] = []
  if (values.use_vertex_ai === true && values.use_gemini_code_assist === true)
    mistakes.push('use_vertex_ai and use_gemini_code_assist exclude each other; set one of them')
  const prs = values.github_pr_number
  if (Array.isArray(prs) && prs.length > 1) mistakes.push('github_pr_number takes one number')
  return mistakes
}

function noticesFor(env: Env): string[] {
  const changed = (name: InputName) => {
    const given = env[`INPUT_${name.toUpperCase()}`] ?? ''
    return given !== '' && given !== literal(INPUTS[name].default)
  }
  const dead: InputName[] = ['gemini_cli_version', 'gemini_cli_package', 'use_pnpm']
  return dead.filter(changed).map((name) => `The input ${name} has no effect: nothing is installed at run time.`)
}
