import { z } from 'zod'
import { whyNotBranch } from './delivery/branch-name.ts'
import { UserError } from './host/errors.ts'
import { OUTCOMES } from './record/events.ts'

/** Every input of action.yml: its default there and its meaning. action.yml and the README table are made from this. */
type InputSpec = { default: string; about: string; read: z.ZodType<unknown, string> }

const text = z.string().transform((value) => value.trim())
const secret = text
const flag = (fallback: boolean) =>
  z.string().transform((value, context) => {
    const word = value.trim().toLowerCase()
    if (word === '') return fallback
    if (word === 'true' || word === 'false') return word === 'true'
    context.addIssue({ code: 'custom', message: `must be true or false, not "${value}"` })
    return z.NEVER
  })
const oneOf = <const Word extends string>(words: readonly Word[], spellings: Readonly<Record<string, Word>> = {}) =>
  z.string().transform((value, context) => {
    const given = value.trim()
    const word = spellings[given] ?? words.find((candidate) => candidate === given)
    if (word !== undefined) return word
    context.addIssue({ code: 'custom', message: `must be one of ${words.join(', ')}, not "${value}"` })
    return z.NEVER
  })
const positive = (what: { whole: boolean }) =>
  z.string().transform((value, context) => {
    if (value.trim() === '') return undefined
    const number = Number(value)
    if (Number.isFinite(number) && number > 0 && (!what.whole || Number.isSafeInteger(number))) return number
    context.addIssue({
      code: 'custom',
      message: `must be a ${what.whole ? 'whole ' : ''}number above 0, not "${value}"`,
    })
    return z.NEVER
  })
const names = z.string().transform((value) =>
  value
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean),
)
const exactNames = names.superRefine((list, context) => {
  for (const name of list)
    if (name.includes('*')) context.addIssue({ code: 'custom', message: `takes exact names, and "${name}" has a *` })
})
const numbers = z.string().transform((value, context) => {
  const list = value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
  for (const item of list)
    if (!/^[1-9]\d{0,14}$/.test(item))
      context.addIssue({ code: 'custom', message: `must be a number, or numbers separated by commas, not "${item}"` })
  return list.map(Number)
})
const branchPrefix = text.superRefine((prefix, context) => {
  const why = whyNotBranch(`${prefix}x`)
  if (why !== undefined)
    context.addIssue({ code: 'custom', message: `must begin names of branches, and "${prefix}" ${why}` })
})
const json = z.string().transform((value, context): Record<string, unknown> => {
  if (value.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(value)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown> // an object, as just checked
    context.addIssue({ code: 'custom', message: 'must be a JSON object' })
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is not JSON: ${error instanceof Error ? error.message : error}` })
  }
  return z.NEVER
})
const outcomes = names.superRefine((list, context) => {
  for (const name of list)
    if (!OUTCOMES.some((word) => word === name))
      context.addIssue({ code: 'custom', message: `knows no outcome "${name}"; there are ${OUTCOMES.join(', ')}` })
})

export const INPUTS = {
  prompt: {
    default: '',
    read: text,
    about: 'The task: text, or a command such as `/review`. Empty: chosen by the event',
  },
  github_token: {
    default: '${{ github.token }}',
    read: secret,
    about: 'For every GitHub call. Never reaches a child process',
  },
  trigger_phrase: {
    default: '@gemini-cli',
    read: text.refine((phrase) => phrase !== '' && !/\s/.test(phrase), 'must be one word without spaces'),
    about:
      "Always needed in comments and reviews; in an issue's body only when `prompt` is empty; other events never need it",
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
  settings: { default: '', read: json, about: "Settings as JSON, over the repository's `.gemini/settings.json`" },
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
      'Commit the steering files come from: `auto` (base commit on pull-request events, else `GITHUB_SHA`), `base`, `head`',
  },
  run_pr_code: { default: 'false', read: flag(false), about: 'Offer the shell on pull requests from outside' },
  sandbox: {
    default: 'auto',
    read: oneOf(['auto', 'required', 'off']),
    about: 'Isolation of child processes: `required` (refuse without), `auto` (use it, warn without), `off`',
  },
  max_turns: {
    default: '50',
    read: positive({ whole: true }),
    about: 'Model turns at most; reaching it still posts what there is',
  },
  timeout_minutes: {
    default: '20',
    read: positive({ whole: false }),
    about: 'Minutes at most; reaching it still posts what there is',
  },
  max_tokens: { default: '', read: positive({ whole: true }), about: 'Tokens at most, checked before each model call' },
  max_cost_usd: {
    default: '',
    read: positive({ whole: false }),
    about: 'US dollars at most, checked before each model call',
  },
  comment: {
    default: 'sticky',
    read: oneOf(['sticky', 'new', 'off']),
    about: '`sticky` (one comment, edited), `new`, `off`',
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
  branch_prefix: { default: 'sluice/', read: branchPrefix, about: 'For branches it creates' },
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
  fail_on: { default: 'config,security,model,internal', read: outcomes, about: 'Outcomes that fail the step' },
  extensions: { default: '', read: text, about: 'Extensions, as a JSON array of local directories' },
  upload_artifacts: { default: 'false', read: flag(false), about: 'Upload transcript and patch as an artifact' },
  gemini_debug: { default: 'false', read: flag(false), about: 'Debug log' },
  github_pr_number: {
    default: '${{ github.event.pull_request.number }}',
    read: numbers,
    about: 'Pull request the run is about',
  },
  github_issue_number: {
    default: '${{ github.event.issue.number }}',
    read: numbers,
    about: 'Issue the run is about, or several separated by commas',
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
  const dead: InputName[] = ['gemini_cli_version', 'use_pnpm']
  const later: InputName[] = ['max_cost_usd', 'output_schema', 'extensions', 'upload_artifacts']
  return [
    ...dead.filter(changed).map((name) => `The input ${name} has no effect: nothing is installed at run time.`),
    ...later.filter(changed).map((name) => `The input ${name} has no effect in this version.`),
  ]
}
