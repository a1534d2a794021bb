import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Scope } from '../../src/emulators/github/world.ts'
import type { Improvised } from './improvised.ts'
import { KEY, TOKEN } from './scenario.ts'

type Step = {
  id?: string
  if?: unknown
  uses?: string
  run?: string
  env?: Record<string, unknown>
  with?: Record<string, unknown>
}
type Job = {
  permissions?: Record<string, string>
  env?: Record<string, unknown>
  outputs?: Record<string, unknown>
  steps?: Step[]
}
type Workflow = { permissions?: Record<string, string>; jobs: Record<string, Job> }

const FOLDER = join(import.meta.dirname, '../fakes/workflows')
const SCOPES: readonly Scope[] = ['issues', 'pull_requests', 'contents', 'checks', 'actions']

export type WorkflowRun = {
  /** A file in test/fakes/workflows/, and its job with the step that uses the action. */
  file: string
  job: string
  /** The file that calls it. */
  caller?: string
  eventName: string
  event: string
  /** What expressions give, by their text: `github.event.issue.title`, `steps.labels.outputs.names`. Others are empty. */
  values?: Record<string, string>
}

/** The step of a workflow as the runner starts it: inputs, environment, permissions and files are the workflow's own. */
export function workflowStep({ file, job: name, caller, eventName, event, values = {} }: WorkflowRun) {
  const { workflow, job } = jobOf(file, name)
  const step = job.steps?.find(({ uses }) => uses?.startsWith('octo/sluice@'))
  if (step === undefined) throw new Error(`${file} has no step of the action in ${name}`)
  const texts = (map: Record<string, unknown> = {}) =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [key, evaluate(String(value), values)]))
  const permissions = job.permissions ?? workflow.permissions ?? {}
  const scopes = SCOPES.map((scope) => [scope, permissions[scope.replace('_', '-')] ?? 'none'])
  const workflows = Object.fromEntries(
    [file, caller].flatMap((path) =>
      path === undefined
        ? []
        : [
            [
              `.github/workflows/${path.replace(/-(?:inline|context)/, '')}`,
              readFileSync(join(FOLDER, path), 'utf8'),
            ] as [string, string],
          ],
    ),
  )
  const started: Improvised = {
    turns: [],
    event,
    policies: '',
    repo: workflows,
    world: { tokenPermissions: Object.fromEntries(scopes) },
    step: {
      eventName,
      inputs: texts(step.with),
      env: {
        GITHUB_WORKFLOW_REF: `octo/pond/.github/workflows/${(caller ?? file).replace(/-(?:inline|context)/, '')}@refs/heads/main`,
        GITHUB_JOB: name,
        GITHUB_ACTION: step.id ?? '__octo_sluice',
        GITHUB_ACTION_REPOSITORY: 'octo/sluice',
        ...texts(job.env),
        ...texts(step.env),
      },
    },
  }
  return started
}

export function jobOf(file: string, name: string): { workflow: Workflow; job: Job } {
  const workflow = parse(readFileSync(join(FOLDER, file), 'utf8')) as Workflow // our own file
  const job = workflow.jobs[name]
  if (job === undefined) throw new Error(`${file} has no job ${name}`)
  return { workflow, job }
}

/** Expressions as far as these workflows use them: the first alternative that is not empty. */
function evaluate(text: string, values: Record<string, string>): string {
  const known: Record<string, string> = {
    'github.repository': 'octo/pond',
    'github.token': TOKEN,
    'secrets.GITHUB_TOKEN': TOKEN,
    'secrets.GEMINI_API_KEY': KEY,
    ...values,
  }
  return text.replace(/\$\{\{\s*([\s\S]*?)\s*\}\}/g, (_, expression: string) => {
    if (/^fromJSON\(|!= ''$/.test(expression)) return 'false'
    return (
      expression
        .split('||')
        .map((each) => known[each.trim()] ?? '')
        .find((each) => each !== '') ?? ''
    )
  })
}
