import { mapOf, mapText } from '../../config/workflow-file.ts'
import { evaluateText } from '../simulate/expressions.ts'
import { REPOSITORY, type Situation, situationsOf } from '../simulate/situations.ts'
import { agentOf, agentSteps, type JobSource, type WorkflowSource } from '../workflow-source.ts'
import { lineBefore } from '../yaml-edits.ts'
import type { Conflict, DoctorProblem, WorkflowCheck } from './doctor-problem.ts'

/**
 * Finds jobs with an agent that have no time limit or no concurrency group, and attempts that no run can count. Below: what groups do to
 * each other.
 */
export const limitChecks: WorkflowCheck = (source) =>
  source.jobs
    .filter((job) => agentSteps(job).length > 0)
    .flatMap((job) => [
      ...missingTimeout(source, job),
      ...missingConcurrency(source, job),
      ...uncountedAttempts(source, job),
    ])

function missingTimeout(source: WorkflowSource, { id, job, path, steps }: JobSource): DoctorProblem[] {
  if (job['timeout-minutes'] !== undefined) return []
  const everyAgent = agentSteps({ id, job, path, steps }).every(({ step }) => step['timeout-minutes'] !== undefined)
  if (everyAgent) return []
  return [
    {
      check: 'missing-timeout',
      level: 'warning',
      line: source.lineOf(path),
      problem: `The job "${id}" has no time limit: a run that hangs uses six hours of runner time.`,
      fix: 'Add timeout-minutes: 30 to the job.',
      edits: [lineBefore(source, [...path, 'steps'], 'timeout-minutes: 30')],
    },
  ]
}

/** Each comment is a separate request; other events about the same issue or pull request should not run in parallel. */
const REPEATING = ['pull_request', 'pull_request_target', 'issues', 'schedule', 'push', 'workflow_run']

/** Events with a request of a person, which no other event may cancel. */
export const COMMENTS = ['issue_comment', 'pull_request_review_comment', 'pull_request_review', 'discussion_comment']

function missingConcurrency(source: WorkflowSource, { id, job, path }: JobSource): DoctorProblem[] {
  const event = REPEATING.find((name) => source.events.has(name))
  if (event === undefined || source.workflow.concurrency !== undefined || job.concurrency !== undefined) return []
  const name = `\${{ github.workflow }}-\${{ github.event.pull_request.number || github.event.issue.number || github.ref }}`
  const hasRequests = COMMENTS.some((each) => source.events.has(each))
  const group = hasRequests ? `{ group: '${name}', queue: max }` : name
  return [
    {
      check: 'missing-concurrency',
      level: 'warning',
      line: source.lineOf(path),
      problem: `Runs of the job "${id}" for the same ${event} can overlap: two pushes start two paid runs, which answer at the same time.`,
      fix: `Add concurrency: ${group} to the job.`,
      edits: [lineBefore(source, [...path, 'steps'], `concurrency: ${group}`)],
    },
  ]
}

/** A run knows the branches of earlier runs by their titles. */
function uncountedAttempts(source: WorkflowSource, job: JobSource): DoctorProblem[] {
  const isFix = agentSteps(job).some(
    ({ step }) =>
      agentOf(step) === 'sluice' && ['commit', 'pull_request'].includes(mapText(mapOf(step.with), 'changes')),
  )
  const runName = String(source.workflow['run-name'] ?? '')
  if (!source.events.has('workflow_run') || !isFix || runName.includes('workflow_run.head_branch')) return []
  return [
    {
      check: 'uncounted-attempts',
      level: 'warning',
      line: source.lineOf(['on', 'workflow_run']),
      problem: `The job "${job.id}" fixes failed CI without a limit: its runs do not name the branch, so no run can count the attempts of earlier ones (sluice.attempts).`,
      fix: `Add to the workflow: run-name: ${source.workflow.name ?? 'Fix CI'} on \${{ github.event.workflow_run.head_branch }}`,
    },
  ]
}

export const agentWorkflows = (sources: readonly WorkflowSource[]): WorkflowSource[] =>
  sources.filter(({ jobs }) => jobs.some((job) => agentSteps(job).length > 0))

export const nameOf = ({ file, workflow }: WorkflowSource): string =>
  typeof workflow.name === 'string' ? workflow.name : file

export const githubOf = (source: WorkflowSource, { event, payload }: Situation) => ({
  event_name: event,
  event: payload,
  repository: REPOSITORY,
  workflow: nameOf(source),
  ref: 'refs/heads/main',
  ref_name: 'main',
  actor: mapOf(payload.sender).login,
  run_id: source.file,
})

/** A place where a workflow or job names its concurrency group. */
type GroupPlace = { source: WorkflowSource; group: string; path: readonly (string | number)[] }

const groupOf = (concurrency: unknown): string =>
  typeof concurrency === 'string' ? concurrency : mapText(mapOf(concurrency), 'group')

const groupsOf = (source: WorkflowSource): GroupPlace[] =>
  [
    { source, group: groupOf(source.workflow.concurrency), path: ['concurrency'] },
    ...source.jobs.map(({ job, path }) => ({
      source,
      group: groupOf(job.concurrency),
      path: [...path, 'concurrency'],
    })),
  ].filter(({ group }) => group !== '')

export function sharedGroup(first: WorkflowSource, second: WorkflowSource): Conflict[] {
  if (agentWorkflows([first, second]).length === 0) return []
  const others = groupsOf(first).map((place) => ({ place, names: namesOf(place) }))
  return groupsOf(second).flatMap((place) => {
    const names = namesOf(place)
    const other = others.find((each) => [...each.names].some((name) => names.has(name)))
    if (other === undefined) return []
    return [
      {
        file: second.file,
        check: 'shared-group',
        level: 'warning' as const,
        line: second.lineOf(place.path),
        problem: `The concurrency group ${place.group} is also that of ${first.file}: a run of one workflow cancels a run of the other, or takes its place in the queue.`,
        fix: 'Begin the name of the group with the name of the workflow.',
      },
    ]
  })
}

/** The names that a group can have. GitHub ignores their case. */
function namesOf({ source, group }: GroupPlace): Set<string> {
  const [job] = source.jobs
  const step = { step: {}, index: 0, path: [] }
  const situations = job === undefined || !group.includes('${{') ? [] : situationsOf(source.events, job, step)
  try {
    const names = situations.map((each) => evaluateText(group, { github: githubOf(source, each) }).toLowerCase())
    return new Set(names.length === 0 ? [group.toLowerCase()] : names)
  } catch {
    return new Set([group.replace(/\$\{\{\s*github\.workflow\s*\}\}/g, () => nameOf(source)).toLowerCase()])
  }
}

/** Groups that a run holds twice: GitHub cancels it, because it waits for itself. Jobs of one run that take the group from each other. */
export function deadlocks(source: WorkflowSource, sources: readonly WorkflowSource[]): Conflict[] {
  if (agentWorkflows([source]).length === 0 && source.jobs.every(({ job }) => job.uses === undefined)) return []
  const places = groupsOf(source)
  const common = { file: source.file, check: 'shared-group', fix: 'Give each group a name of its own.' }
  const isSame = (first: string, second: string) =>
    [...namesOf({ source, group: first, path: [] })].some((name) =>
      namesOf({ source, group: second, path: [] }).has(name),
    )
  return source.jobs.flatMap(({ id, job, path }, index): Conflict[] => {
    const jobGroup = groupOf(job.concurrency)
    const file = /^\.\/(.+)$/.exec(String(job.uses ?? ''))?.[1]
    const called = sources.find((each) => file !== undefined && each.file.endsWith(file.split('/').at(-1) ?? file))
    const inner = called === undefined ? [] : groupsOf(called).map(({ group }) => group)
    const outer = places.filter(({ path: [first] }) => first === 'concurrency').map(({ group }) => group)
    const held = jobGroup === '' ? outer : [...outer, jobGroup]
    const isStuck =
      (jobGroup !== '' && outer.some((group) => isSame(group, jobGroup))) ||
      held.some((group) => inner.some((each) => isSame(group, each)))
    const line = source.lineOf([...path, jobGroup === '' ? 'uses' : 'concurrency'])
    if (isStuck)
      return [
        {
          ...common,
          level: 'error',
          line,
          problem: `The job "${id}" waits for the concurrency group ${inner[0] ?? jobGroup}, which its own run holds: GitHub cancels the run.`,
        },
      ]
    const other = source.jobs
      .slice(0, index)
      .find((each) => groupOf(each.job.concurrency) !== '' && isSame(groupOf(each.job.concurrency), jobGroup))
    if (other === undefined || mapOf(job.concurrency)['cancel-in-progress'] !== true || job.needs !== undefined)
      return []
    return [
      {
        ...common,
        level: 'warning',
        line,
        problem: `The jobs "${other.id}" and "${id}" have one concurrency group with cancel-in-progress: in each run, one cancels the other.`,
      },
    ]
  })
}

export function groupsBeforeConditions(source: WorkflowSource): Conflict[] {
  const { concurrency } = source.workflow
  const job = source.jobs.find((each) => agentSteps(each).length > 0 && each.job.if !== undefined)
  if (concurrency === undefined || job === undefined || !source.jobs.every((each) => each.job.if !== undefined))
    return []
  return [
    {
      file: source.file,
      check: 'group-before-condition',
      level: 'warning',
      line: source.lineOf(['concurrency']),
      problem: `GitHub claims the group of a workflow before it looks at the if: of the job "${job.id}": even an event that the job skips cancels a run or takes the place of a waiting one.`,
      fix: 'Move concurrency into the job: a skipped job joins no group.',
    },
  ]
}
