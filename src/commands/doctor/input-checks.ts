import { INPUTS } from '../../config/inputs.ts'
import { OUTPUT_DESCRIPTIONS } from '../../config/output-descriptions.ts'
import { eventTextsIn } from '../../config/own-prompt.ts'
import {
  expressionsIn,
  mapOf,
  mapText,
  normalized,
  referencesIn,
  textsIn,
  type WorkflowMap,
} from '../../config/workflow-file.ts'
import { nearWord } from '../misspelling.ts'
import { eventsWith } from '../workflow-events.ts'
import { agentOf, type JobSource, type StepSource, type WorkflowSource } from '../workflow-source.ts'
import { removeEntry, replaceInValue } from '../yaml-edits.ts'
import { type DoctorProblem, docsPage, eachStep, retiredModel, type WorkflowCheck } from './doctor-problem.ts'

/** Finds inputs of Sluice steps that are unknown, invalid, without effect, or more powerful than they look. */
export const inputChecks: WorkflowCheck = (source) =>
  eachStep(source, (step, job) =>
    agentOf(step.step) === 'sluice'
      ? [
          ...invalidInputs(source, step),
          ...deadInputs(source, step),
          ...powerfulInputs(source, step),
          ...eventTextInPrompt(source, step),
          ...missingCredential(source, step, job),
          ...unknownOutputs(source, step, job),
          ...retiredModels(source, step, job),
        ]
      : [],
  )

/** Text of the event in the task: a run takes that of people without write permission out of it. */
function eventTextInPrompt(source: WorkflowSource, step: StepSource): DoctorProblem[] {
  const [path] = eventTextsIn(mapText(mapOf(step.step.with), 'prompt'))
  if (path === undefined) return []
  return [
    {
      check: 'event-text',
      level: 'warning',
      line: source.lineOf(inputPath(step, 'prompt')),
      problem: `The prompt contains ${path}, which anyone may write. The run gives the model that text as data, not as its task.`,
      fix: 'Remove the expression: the action reads the issue or pull request itself. Write only the task into the prompt.',
    },
  ]
}

const inputPath = ({ path }: StepSource, name: string) => [...path, 'with', name]

function invalidInputs(source: WorkflowSource, step: StepSource): DoctorProblem[] {
  return Object.entries(mapOf(step.step.with)).flatMap(([key, value]) => {
    const name = key.toLowerCase()
    const line = source.lineOf(inputPath(step, key))
    const spec = Object.entries(INPUTS).find(([input]) => input === name)?.[1]
    if (spec === undefined) {
      const foreign = foreignInput(name)
      const near = nearWord(name, Object.keys(INPUTS))
      const { offset } = source.startOf(inputPath(step, key))
      const isCertain = foreign === undefined && near?.isCertain === true && source.text.startsWith(key, offset)
      return [
        {
          check: 'unknown-input',
          level: 'error' as const,
          line,
          problem: `${key} is ${foreign === undefined ? 'not an input' : `an input of ${foreign.action}, not`} of this action. The run ends with the outcome config.`,
          fix:
            foreign?.fix ??
            (near === undefined ? `Remove it. ${docsPage('reference')} lists the inputs.` : `Write ${near.word}.`),
          edits: isCertain ? [{ start: offset, end: offset + key.length, text: near.word }] : [],
        },
      ]
    }
    const text = String(value ?? '')
    // The checks of the configuration read settings.
    if (text.includes('${{') || text === '' || name === 'settings') return []
    const result = spec.schema.safeParse(text)
    if (result.success) return name === 'extensions' ? unpinnedExtensions(text, line) : []
    return result.error.issues.map(({ message }) => {
      const near = nearWord(text, choicesIn(message))
      return {
        check: 'invalid-input',
        level: 'error' as const,
        line,
        problem: `${name} ${message}. The run ends with the outcome config.`,
        fix: near === undefined ? `${docsPage('reference')} says what ${name} takes.` : `Write ${near.word}.`,
        edits: near?.isCertain ? replaceInValue(source, inputPath(step, key), text, near.word) : [],
      }
    })
  })
}

/** The values that a message of `choice()` lists. */
const choicesIn = (message: string): string[] => /^must be one of (.*?), not "/.exec(message)?.[1]?.split(', ') ?? []

const unpinnedExtensions = (text: string, line: number): DoctorProblem[] =>
  [...text.matchAll(/https?:\/\/[^\s"',]+/g)]
    .filter(([url]) => !/@[0-9a-f]{40}$|gemini-cli-extensions\/code-review/.test(url))
    .map(([url]) => ({
      check: 'invalid-input',
      level: 'error',
      line,
      problem: `extensions names ${url} without a commit. The run ends with the outcome config.`,
      fix: `Review the code, then write ${url.replace(/@.*$/, '')}@ and the full commit SHA.`,
    }))

type DeadInput = {
  input: string
  isDead(events: WorkflowSource['events'], inputs: WorkflowMap): boolean
  reason: string
}

const hasType = (events: WorkflowSource['events'], type: string): boolean =>
  events.has('workflow_call') ||
  [...events].some(
    ([name, { types }]) => eventsWith('people').includes(name) && Array.isArray(types) && types.includes(type),
  )
const hasPulls = (events: WorkflowSource['events']) =>
  ['pull_request', 'pull_request_target', 'workflow_call'].some((name) => events.has(name))
const isSet = (value: unknown) => value !== undefined && value !== '' && value !== false && value !== 'false'

const DEAD_INPUTS: readonly DeadInput[] = [
  ...['gemini_cli_version', 'gemini_cli_package', 'use_pnpm'].map((input) => ({
    input,
    isDead: () => true,
    reason: 'nothing is installed',
  })),
  {
    input: 'label_trigger',
    isDead: (events) => !hasType(events, 'labeled'),
    reason: 'no event of the workflow has the type labeled',
  },
  {
    input: 'assignee_trigger',
    isDead: (events) => !hasType(events, 'assigned'),
    reason: 'no event of the workflow has the type assigned',
  },
  {
    input: 'answer_edits',
    isDead: (events) => !hasType(events, 'edited'),
    reason: 'no event of the workflow has the type edited',
  },
  {
    input: 'skip_drafts',
    isDead: (events) => !hasPulls(events),
    reason: 'the workflow does not start on pull_request',
  },
  { input: 'skip_paths', isDead: (events) => !hasPulls(events), reason: 'the workflow does not start on pull_request' },
  { input: 'allowed_hosts', isDead: (_, { sandbox }) => sandbox === 'off', reason: 'sandbox is off' },
  {
    input: 'branch_prefix',
    isDead: (_, { changes }) =>
      !['commit', 'pull_request'].includes(String(changes)) && !String(changes).includes('${{'),
    reason: 'changes creates no branch',
  },
]

function deadInputs(source: WorkflowSource, step: StepSource): DoctorProblem[] {
  const inputs = mapOf(step.step.with)
  return DEAD_INPUTS.filter(({ input, isDead }) => isSet(inputs[input]) && isDead(source.events, inputs)).map(
    ({ input, reason }) => ({
      check: 'dead-setting',
      level: 'warning',
      line: source.lineOf(inputPath(step, input)),
      problem: `${input} has no effect: ${reason}.`,
      fix: `Remove ${input}${/^(?:label|assignee|answer|skip)/.test(input) ? ', or add the event' : ''}.`,
      edits: Object.keys(inputs).length === 1 ? [] : removeEntry(source, inputPath(step, input)),
    }),
  )
}

type PowerfulInput = { input: string; isPowerful(value: string): boolean; check: string; problem: string; fix: string }

const POWERFUL_INPUTS: readonly PowerfulInput[] = [
  {
    input: 'approval_mode',
    isPowerful: (value) => value === 'yolo',
    check: 'broad-policy',
    problem: 'approval_mode: yolo allows every call that no rule denies: any command, any edit, any web page.',
    fix: 'Remove it, and allow what the task needs in policies, for example profile:review.',
  },
  {
    input: 'run_pr_code',
    isPowerful: (value) => value === 'true',
    check: 'untrusted-code',
    problem: 'run_pr_code: true lets the agent run code from pull requests by people without write permission.',
    fix: 'Remove it. If you need it, run it in a job without secrets and permissions.',
  },
  {
    input: 'config_source',
    isPowerful: (value) => value === 'head',
    check: 'untrusted-code',
    problem: 'config_source: head lets a pull request change the rules and instructions that judge it.',
    fix: 'Remove it: auto reads them from the base.',
  },
  {
    input: 'sandbox',
    isPowerful: (value) => value === 'off',
    check: 'no-isolation',
    problem: 'sandbox: off gives programs access to the files, the network and the processes of the runner.',
    fix: 'Remove it, or write sandbox: required.',
  },
  {
    input: 'allowed_hosts',
    isPowerful: (value) => /(?:^|[\s,])\*(?:$|[\s,])/.test(value),
    check: 'broad-network',
    problem: 'allowed_hosts: "*" lets programs send what they read to any host.',
    fix: 'Name the hosts, or presets such as npm.',
  },
]

const powerfulInputs = (source: WorkflowSource, step: StepSource): DoctorProblem[] =>
  POWERFUL_INPUTS.flatMap(({ input, isPowerful, check, problem, fix }) => {
    const value = mapOf(step.step.with)[input]
    if (value === undefined || !isPowerful(String(value).trim())) return []
    return [{ check, level: 'warning' as const, line: source.lineOf(inputPath(step, input)), problem, fix }]
  })

const CREDENTIALS = ['gemini_api_key', 'google_api_key', 'gcp_workload_identity_provider']
const CREDENTIAL_VARIABLES =
  /^(?:GEMINI_API_KEY|GOOGLE_API_KEY|GOOGLE_CLOUD_ACCESS_TOKEN|GOOGLE_APPLICATION_CREDENTIALS|GOOGLE_GENAI_USE_GCA)$/

function missingCredential(
  source: WorkflowSource,
  { step, path }: StepSource,
  { job, steps }: JobSource,
): DoctorProblem[] {
  const inputs = mapOf(step.with)
  // A plan and a reduction ask no model.
  if (inputs.mode === 'plan' || inputs.mode === 'reduce') return []
  const variables = Object.keys({ ...mapOf(source.workflow.env), ...mapOf(job.env), ...mapOf(step.env) })
  const isAuthenticated = steps.some(({ step: each }) =>
    mapText(each, 'uses').startsWith('google-github-actions/auth@'),
  )
  if (
    CREDENTIALS.some((name) => isSet(inputs[name])) ||
    isAuthenticated ||
    variables.some((name) => CREDENTIAL_VARIABLES.test(name))
  )
    return []
  return [
    {
      check: 'missing-credential',
      level: 'error',
      line: source.lineOf(path),
      problem: 'This step has no credential for the model. The run ends with the outcome config.',
      fix: 'Add gemini_api_key: ${{ secrets.GEMINI_API_KEY }}.',
    },
  ]
}

/** Outputs of other agents, and ours for each. No run sets them; it may set other names for later steps. */
const FOREIGN_OUTPUTS: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(
    ['text', 'response', 'gemini_response', 'result', 'output', 'answer', 'final-message', 'final_message'].map(
      (name) => [name, 'summary'],
    ),
  ),
  execution_file: 'transcript',
  branch_name: 'branch',
  conclusion: 'outcome',
  github_token: undefined,
}

function unknownOutputs(source: WorkflowSource, { step, index }: StepSource, job: JobSource): DoctorProblem[] {
  const id = mapText(step, 'id').toLowerCase()
  if (id === '') return []
  const places = [
    ...job.steps.slice(index + 1).map((later) => ({ value: later.step, path: later.path, reader: 'A later step' })),
    ...Object.entries(mapOf(job.job.outputs)).map(([name, value]) => ({
      value: { value },
      path: [...job.path, 'outputs', name],
      reader: `The output ${name} of the job`,
    })),
  ]
  return places.flatMap(({ value, path, reader }) =>
    textsIn(value)
      .flatMap((text) => [...expressionsIn(text), ...(text === mapOf(value).if ? [normalized(text)] : [])])
      .flatMap((expression) => referencesIn(expression, 'steps'))
      .filter((reference) => reference.startsWith(`${id}.outputs.`))
      .map((reference) => reference.split('.')[2] ?? '')
      .flatMap((name) => {
        const wrong = wrongOutput(name)
        const fact = { check: 'unknown-output', line: source.lineOf(path) } as const
        return wrong === undefined
          ? []
          : [{ ...fact, level: wrong.level, problem: `${reader} ${wrong.problem}`, fix: wrong.fix }]
      }),
  )
}

/** An output of another agent, or one of counterpart with a typing mistake: the model may set any other name for a later step. */
function wrongOutput(name: string): Pick<DoctorProblem, 'level' | 'problem' | 'fix'> | undefined {
  if (Object.hasOwn(OUTPUT_DESCRIPTIONS, name)) return undefined
  if (Object.hasOwn(FOREIGN_OUTPUTS, name)) {
    const counterpart = FOREIGN_OUTPUTS[name]
    return {
      level: 'error',
      problem: `reads outputs.${name}, which Sluice never sets, so it is always empty.`,
      fix:
        counterpart === undefined
          ? 'Remove it: no output has a token.'
          : `Read outputs.${counterpart}${counterpart === 'summary' ? ', the final answer' : ''}.`,
    }
  }
  const near = nearWord(name, Object.keys(OUTPUT_DESCRIPTIONS))
  if (near?.isCertain !== true) return undefined
  return {
    level: 'warning',
    problem: `reads outputs.${name}, which is empty unless the model sets it. The output of Sluice is ${near.word}.`,
    fix: `Read outputs.${near.word}. If the model sets ${name}, choose a name that is less similar.`,
  }
}

function retiredModels(
  source: WorkflowSource,
  { step, path }: StepSource,
  { job, path: jobPath }: JobSource,
): DoctorProblem[] {
  const places: [map: unknown, name: string, at: readonly (string | number)[]][] = [
    [step.with, 'gemini_model', [...path, 'with', 'gemini_model']],
    [step.env, 'GEMINI_MODEL', [...path, 'env', 'GEMINI_MODEL']],
    [job.env, 'GEMINI_MODEL', [...jobPath, 'env', 'GEMINI_MODEL']],
    [source.workflow.env, 'GEMINI_MODEL', ['env', 'GEMINI_MODEL']],
  ]
  return places.flatMap(([map, name, place]) => retiredModel(mapText(mapOf(map), name), name, source.lineOf(place)))
}

/** Inputs of other agents' actions, with what to write here. The tables of docs/migration.md explain each. */

const rename = (input: string) => `Write ${input}.`
const PERMISSIONS = 'Write permissions: of the job.'
const NOT_NEEDED = 'Remove it: Sluice does not need it.'
const NOT_AVAILABLE = 'Remove it: Sluice has nothing like it.'
const RULES = 'Write policies: rules name tools and commands, for example commandPrefix = "npm test".'
const MEMORY = 'Write the instructions into GEMINI.md.'
const SERVERS = 'Write settings with mcpServers.'

const CLAUDE: Readonly<Record<string, string>> = {
  direct_prompt: rename('prompt'),
  override_prompt: rename('prompt'),
  anthropic_api_key: rename('gemini_api_key'),
  claude_code_oauth_token: rename('gemini_api_key'),
  use_vertex: 'Write use_vertex_ai, with the inputs gcp_….',
  use_bedrock: NOT_AVAILABLE,
  use_foundry: NOT_AVAILABLE,
  allowed_non_write_users: rename('allowed_users'),
  base_branch: NOT_AVAILABLE,
  use_sticky_comment: 'Write comment: sticky, or comment: new.',
  track_progress: NOT_NEEDED,
  additional_permissions: PERMISSIONS,
  use_commit_signing: NOT_NEEDED,
  ssh_signing_key: NOT_NEEDED,
  claude_args: 'Write max_turns, gemini_model, policies and settings for its options.',
  model: rename('gemini_model'),
  fallback_model: 'Write gemini_model with a short name, such as pro: it has fallbacks.',
  allowed_tools: RULES,
  disallowed_tools: RULES,
  mcp_config: SERVERS,
  custom_instructions: MEMORY,
  plugins: rename('extensions'),
  plugin_marketplaces: rename('extensions'),
  experimental_allowed_domains: rename('allowed_hosts'),
  claude_env: 'Write the variables into env of an MCP server in settings.',
  show_full_output: NOT_NEEDED,
  display_report: NOT_NEEDED,
  path_to_claude_code_executable: NOT_NEEDED,
  path_to_bun_executable: NOT_NEEDED,
}

const CODEX: Readonly<Record<string, string>> = {
  'prompt-file': 'Write prompt: a command of .gemini/commands, or @path.',
  'openai-api-key': rename('gemini_api_key'),
  'responses-api-endpoint': 'Write GOOGLE_GEMINI_BASE_URL in env of the step.',
  effort: 'Write settings with modelConfigs.',
  'working-directory': NOT_AVAILABLE,
  'permission-profile': 'Write policies, for example profile:review.',
  'safety-strategy': NOT_NEEDED,
  'codex-user': NOT_NEEDED,
  'output-schema': rename('output_schema'),
  'output-schema-file': rename('output_schema'),
  'output-file': 'Read the output summary.',
  'allow-users': rename('allowed_users'),
  'allow-bots': rename('allowed_bots'),
  'allow-bot-users': rename('allowed_bots'),
  'codex-home': rename('settings'),
  'codex-args': NOT_NEEDED,
  'codex-version': NOT_NEEDED,
}

const GEMINI: Readonly<Record<string, string>> = { settings_json: rename('settings'), version: NOT_NEEDED }

const ACTIONS = { 'claude-code-action': CLAUDE, 'codex-action': CODEX, 'gemini-cli-action': GEMINI }

/** The action that has this input, and what to write instead. */
export function foreignInput(name: string): { action: string; fix: string } | undefined {
  for (const [action, inputs] of Object.entries(ACTIONS)) {
    const fix = Object.hasOwn(inputs, name) ? inputs[name] : undefined
    if (fix !== undefined) return { action, fix }
  }
  return undefined
}
