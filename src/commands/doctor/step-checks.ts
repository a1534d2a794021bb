import { expressionsIn, mapOf, mapText, referencesIn, type WorkflowMap } from '../../config/workflow-file.ts'
import { VERSION } from '../../platform/version.ts'
import {
  agentOf,
  agentSteps,
  type JobSource,
  pinnedVersion,
  reusableWorkflowOf,
  type StepSource,
  type WorkflowSource,
} from '../workflow-source.ts'
import { addInputs } from '../yaml-edits.ts'
import { type DoctorProblem, eachStep, keepsCredential, type WorkflowCheck } from './doctor-problem.ts'

/** Finds actions that are not pinned, expressions in scripts or without their brackets, secrets in prompts, and credentials that a checkout leaves. */
export const stepChecks: WorkflowCheck = (source) => [
  ...unreadExpressions(source),
  ...source.jobs.flatMap((job) => unpinnedWorkflow(source, job)),
  ...eachStep(source, (step, job) => [
    ...unpinnedAction(source, step),
    ...closedVersion(source, step),
    ...outdatedVersion(source, step),
    ...persistedCredentials(source, step, job),
    ...expressionsInScripts(source, step, job),
    ...closedCommands(source, step, job),
    ...secretsInPrompts(source, step, job),
  ]),
]

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

function unpinnedAction(source: WorkflowSource, { step, path }: StepSource): DoctorProblem[] {
  const uses = mapText(step, 'uses')
  return unpinned(source, uses, [...path, 'uses'], agentOf(step) === 'sluice')
}

function unpinnedWorkflow(source: WorkflowSource, { job, path }: JobSource): DoctorProblem[] {
  const uses = mapText(job, 'uses')
  return unpinned(source, uses, [...path, 'uses'], reusableWorkflowOf(uses) !== undefined)
}

function unpinned(
  source: WorkflowSource,
  uses: string,
  path: readonly (string | number)[],
  isOwn: boolean,
): DoctorProblem[] {
  if (uses === '' || /^\.\.?\//.test(uses)) return []
  const line = source.lineOf(path)
  if (uses.startsWith('docker://')) {
    if (/@sha256:[0-9a-f]{64}$/.test(uses)) return []
    return [
      {
        ...UNPINNED,
        line,
        problem: `The image ${uses.slice(9)} is not pinned, so it can change without notice.`,
        fix: 'Pin it: docker://IMAGE@sha256:DIGEST.',
      },
    ]
  }
  const [name = '', ref = ''] = uses.split('@')
  if (COMMIT.test(ref) || (isOwn && /^v\d+(?:\.\d+)*$/.test(ref))) return []
  const reason =
    ref === '' ? `${name} has no version.` : `${name}@${ref} is a tag or a branch, which can move to other code.`
  return [
    {
      ...UNPINNED,
      line,
      problem: `${reason} That code would run with the token of this job.`,
      fix: `Pin the full commit SHA: uses: ${name}@COMMIT # ${ref || 'version'}`,
    },
  ]
}

/** Versions for which GitHub fails the job before its first step. Source: GitHub changelog, 2024-02-13, 2024-04-16 and 2024-12-05. */
const CLOSED = /^actions\/(?:(?:upload|download)-artifact@v[123]|cache(?:\/\w+)?@v[12])(?:\.[\d.]+)?$/i

function closedVersion(source: WorkflowSource, place: StepSource): DoctorProblem[] {
  const [name = '', ref = ''] = mapText(place.step, 'uses').split('@')
  const version = COMMIT.test(ref) ? (pinnedVersion(source, place) ?? '') : ref
  if (!CLOSED.test(`${name}@${version}`)) return []
  return [
    {
      check: 'closed-version',
      level: 'error',
      line: source.lineOf([...place.path, 'uses']),
      problem: `GitHub.com fails every job that uses ${name} ${version}.`,
      fix: `Use the newest version of ${name}. Its README says what changed.`,
    },
  ]
}

/** Commands that fail their step. Source: GitHub changelog, 2020-11-09. */
const CLOSED_COMMAND = /^(?!\s*#).*::(set-env|add-path)(?:\s[^:]*)?::/

function closedCommands(source: WorkflowSource, { step, path }: StepSource, { job }: JobSource): DoctorProblem[] {
  const maps = [source.workflow, job, step].map(({ env }) => mapOf(env))
  if (maps.some(({ ACTIONS_ALLOW_UNSECURE_COMMANDS: allowed }) => String(allowed) === 'true')) return []
  return mapText(step, 'run')
    .split('\n')
    .flatMap((text, index) => {
      const [, command] = CLOSED_COMMAND.exec(text) ?? []
      if (command === undefined) return []
      const [word, file] = command === 'set-env' ? ['NAME=VALUE', 'GITHUB_ENV'] : ['FOLDER', 'GITHUB_PATH']
      return [
        {
          check: 'closed-command',
          level: 'error' as const,
          line: source.lineInside([...path, 'run'], index + 1),
          problem: `GitHub fails every step that prints ::${command}::.`,
          fix: `Write echo "${word}" >> "$${file}".`,
        },
      ]
    })
}

const UNPINNED = { check: 'unpinned-action', level: 'warning' } as const

const versionNumbers = (text: string): number[] => text.replace(/^v/, '').split('.').map(Number)

/** Whether the version is older than this one, compared as far as both are written. */
function isOlder(version: string): boolean {
  const current = versionNumbers(VERSION)
  const difference = versionNumbers(version)
    .map((part, index) => part - (current[index] ?? 0))
    .find((each) => each !== 0)
  return difference !== undefined && difference < 0
}

function outdatedVersion(source: WorkflowSource, { step, path }: StepSource): DoctorProblem[] {
  if (agentOf(step) !== 'sluice') return []
  const line = source.lineOf([...path, 'uses'])
  const text = source.text.split('\n')[line - 1] ?? ''
  const version = /@(v\d+(?:\.\d+)*)\b/.exec(text)?.[1] ?? /#\s*(v\d+(?:\.\d+)*)\b/.exec(text)?.[1]
  if (version === undefined || !isOlder(version)) return []
  return [
    {
      check: 'outdated-version',
      level: 'warning',
      line,
      problem: `${version} is older than v${VERSION}. It lacks later fixes, including security fixes.`,
      fix: `Use the commit of v${VERSION}. Its release notes list the changes.`,
    },
  ]
}

const PUSHES = /git push|create-pull-request|auto-commit|\bgit tag\b/

function persistedCredentials(source: WorkflowSource, step: StepSource, job: JobSource): DoctorProblem[] {
  if (!keepsCredential(step) || agentSteps(job).length === 0) return []
  const laterPush = job.steps.some(({ step: each }) => PUSHES.test(`${mapText(each, 'run')} ${mapText(each, 'uses')}`))
  return [
    {
      check: 'persist-credentials',
      level: 'error',
      line: source.lineOf([...step.path, 'with', 'persist-credentials']),
      problem: "This checkout leaves the job's token on disk, where programs that the agent starts can find it.",
      fix: laterPush
        ? 'Set persist-credentials: false, and give the token only to the step that pushes.'
        : 'Set persist-credentials: false. Sluice needs no credential in the checkout.',
      edits: laterPush ? undefined : persistEdit(source, step),
    },
  ]
}

function persistEdit(source: WorkflowSource, step: StepSource) {
  const range = source.nodeAt([...step.path, 'with', 'persist-credentials'])?.range
  if (range != null) return [{ start: range[0], end: range[1], text: 'false' }]
  return addInputs(source, step, { 'persist-credentials': false }) ?? []
}

/** Expressions for text that outsiders or a model write. */
const FREE_TEXT =
  /github\.(?:head_ref|ref_name)\b|github\.event\.(?:[\w.*]*\.)?(?:title|body|message|name|email|ref|label|default_branch|page_name|head_branch|homepage|description)\b|github\.event\.(?:inputs|client_payload)\b|github(?:\.event(?:\.(?:pull_request|issue|comment|review|discussion|head_commit|commits|workflow_run|release))?)?(?![\w.-])|(?<![\w.])inputs\.[\w-]+/

/** Inputs that are no text: GitHub takes only `true` and `false`, or a number. */
const plainInputs = ({ events }: WorkflowSource): string[] =>
  ['workflow_dispatch', 'workflow_call'].flatMap((event) =>
    Object.entries(mapOf(events.get(event)?.inputs)).flatMap(([name, input]) =>
      ['boolean', 'number'].includes(mapText(mapOf(input), 'type')) ? [`inputs.${name}`] : [],
    ),
  )

function expressionsInScripts(source: WorkflowSource, { step, path }: StepSource, job: JobSource): DoctorProblem[] {
  const isScript = /^actions\/github-script@/.test(mapText(step, 'uses'))
  const place = isScript ? [...path, 'with', 'script'] : [...path, 'run']
  const script = isScript ? mapText(mapOf(step.with), 'script') : mapText(step, 'run')
  const agents = agentIds(job)
  const answers = source.jobs.flatMap((each) => answerOutputs(each))
  const plain = plainInputs(source)
  const environment = { ...mapOf(source.workflow.env), ...mapOf(job.job.env), ...mapOf(step.env) }
  return script.split('\n').flatMap((text, index) =>
    expressionsIn(text)
      .filter((expression) => !plain.includes(expression.trim()))
      .filter(
        (expression) =>
          isFreeText(expression, agents, environment) ||
          referencesIn(expression, 'needs').some((name) => answers.includes(name)),
      )
      .map((expression) => ({
        check: 'expression-in-shell',
        level: 'error' as const,
        line: source.lineInside(place, index + 1),
        problem: `\${{ ${expression.trim()} }} becomes part of the script before it runs: the author of that text can run commands here.`,
        fix: `Set an environment variable in env: of the step, NAME: \${{ ${expression.trim()} }}, and ${isScript ? 'read the variable NAME' : 'write "$NAME"'} in the script.`,
      })),
  )
}

const agentIds = (job: JobSource): string[] =>
  agentSteps(job).flatMap(({ step }) => (typeof step.id === 'string' ? [step.id.toLowerCase()] : []))

/** Outputs of a job that pass on what its agent says, as other jobs read them: `job.outputs.name`. */
function answerOutputs(job: JobSource): string[] {
  const agents = agentIds(job)
  return Object.entries(mapOf(job.job.outputs)).flatMap(([name, value]) =>
    expressionsIn(String(value)).some((each) =>
      referencesIn(each, 'steps').some((path) => agents.includes(path.split('.')[0] ?? '')),
    )
      ? [`${job.id}.outputs.${name}`.toLowerCase()]
      : [],
  )
}

function isFreeText(expression: string, agents: readonly string[], environment: WorkflowMap): boolean {
  if (FREE_TEXT.test(expression)) return true
  if (referencesIn(expression, 'steps').some((path) => agents.includes(path.split('.')[0] ?? ''))) return true
  return referencesIn(expression, 'env').some((name) => {
    const value = Object.entries(environment).find(([key]) => key.toLowerCase() === name)?.[1]
    return expressionsIn(String(value ?? '')).some((each) => FREE_TEXT.test(each))
  })
}

const CREDENTIAL_INPUTS =
  /^(?:gemini_api_key|google_api_key|github_token|gcp_|anthropic_api_key|claude_code_oauth_token|openai-api-key)/

/** An expression, with wrong brackets or none. In any place: the name of a secret. */
const BARE = /^(?:\$?\{{1,2}\s*)?((?:secrets|vars|env|github|inputs|steps|needs)\.[\w.-]+)\s*\}{0,2}$/i
const BARE_SECRET = /^secrets\.[A-Z_][A-Z\d_]*$/

const bareExpression = (value: unknown): string | undefined =>
  String(value).includes('${{') ? undefined : BARE.exec(String(value).trim())?.[1]

/** Inputs and variables that are the text of an expression. */
function unreadExpressions(source: WorkflowSource): DoctorProblem[] {
  const steps = source.jobs.flatMap((job) => job.steps)
  const maps = [
    { map: source.workflow.env, path: ['env'] },
    ...source.jobs.map(({ job, path }) => ({ map: job.env, path: [...path, 'env'] })),
    ...steps.flatMap(({ step, path }) => ['env', 'with'].map((key) => ({ map: step[key], path: [...path, key] }))),
  ]
  return maps.flatMap(({ map, path }) =>
    Object.entries(mapOf(map)).flatMap(([name, value]) => {
      const expression = bareExpression(value)
      if (expression === undefined || !(CREDENTIAL_INPUTS.test(name) || BARE_SECRET.test(expression))) return []
      const [start, end] = source.nodeAt([...path, name])?.range ?? [0, 0]
      return [
        {
          check: 'unread-expression',
          level: 'error' as const,
          line: source.lineOf([...path, name]),
          problem: `${name} is the text ${String(value).trim()}: GitHub replaces only what stands in \${{ }}.`,
          fix: `Write ${name}: \${{ ${expression} }}.`,
          edits: [{ start, end, text: `"\${{ ${expression} }}"` }],
        },
      ]
    }),
  )
}

const PROMPT_INPUTS = ['prompt', 'settings', 'policies', 'admin_policies', 'direct_prompt', 'custom_instructions']
const SECRET_EXPRESSION = /(?<![\w.-])(?:secrets(?![\w-])|github\.token\b)/i

function secretsInPrompts(source: WorkflowSource, { step, path }: StepSource, job: JobSource): DoctorProblem[] {
  if (agentOf(step) === undefined) return []
  const inputs = mapOf(step.with)
  const environment = { ...mapOf(source.workflow.env), ...mapOf(job.job.env), ...mapOf(step.env) }
  const secretNames = Object.entries(environment).flatMap(([name, value]) =>
    expressionsIn(String(value ?? '')).some((each) => SECRET_EXPRESSION.test(each)) ? [name] : [],
  )
  return [
    ...PROMPT_INPUTS.flatMap((name) => {
      const text = mapText(inputs, name)
      return text.split('\n').flatMap((each, index) => {
        const inExpression = expressionsIn(each).some(
          (expression) =>
            SECRET_EXPRESSION.test(expression) ||
            referencesIn(expression, 'env').some((variable) =>
              secretNames.some((secret) => secret.toLowerCase() === variable),
            ),
        )
        // Settings name variables of servers; a run looks them up without showing them to the model.
        const byName = name === 'prompt' && secretNames.some((secret) => new RegExp(`\\$\\{?${secret}\\b`).test(each))
        if (!inExpression && !byName) return []
        return [
          {
            check: 'secret-in-prompt',
            level: 'error' as const,
            line: source.lineInside([...path, 'with', name], index + 1),
            problem: `The input ${name} contains a secret. The model gets it, and its answer or a log may show it.`,
            fix:
              name === 'settings'
                ? 'Put the secret into env: of the step and write "$NAME" in the headers or env of the server.'
                : 'Remove it: tools get their credentials without the model. For an MCP server, put it into env: of the step.',
          },
        ]
      })
    }),
    ...Object.entries(inputs).flatMap(([name, value]) =>
      CREDENTIAL_INPUTS.test(name) &&
      !/^gcp_/.test(name) &&
      typeof value === 'string' &&
      value.trim() !== '' &&
      !value.includes('${{') &&
      bareExpression(value) === undefined
        ? [
            {
              check: 'committed-secret',
              level: 'error' as const,
              line: source.lineOf([...path, 'with', name]),
              problem: `${name} contains a key in plain text. Everyone who can read the repository can use it.`,
              fix: `Revoke the key, store a new one as a secret, and write ${name}: \${{ secrets.${name.toUpperCase().replaceAll('-', '_')} }}.`,
            },
          ]
        : [],
    ),
  ]
}
