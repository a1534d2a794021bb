import { mapOf, mapText } from '../../config/workflow-file.ts'
import { evaluateText } from '../simulate/expressions.ts'
import { FORK, REPOSITORY, SHA, type Situation, situationsOf } from '../simulate/situations.ts'
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

/** Events about a pull request, an issue or a branch. Where people ask in comments, the loss of a request is another problem. */
const ABOUT_ONE = ['pull_request', 'pull_request_target', 'issues', 'workflow_run']

/** Groups in which the run for one pull request, issue or branch ends the run for another one. */
export function groupsOfOthers(source: WorkflowSource): Conflict[] {
  const jobs = source.jobs.filter((each) => agentSteps(each).length > 0)
  return groupsOf(source).flatMap(({ group, path }): Conflict[] => {
    const job = jobs.find((each) => path.length === 1 || each.path.join() === path.slice(0, -1).join())
    if (job === undefined) return []
    const { concurrency } = path.length === 1 ? source.workflow : job.job
    const situations = situationsOf(source.events, job, { step: {}, index: 0, path: [] }).filter(
      ({ event, code }) => ABOUT_ONE.includes(event) && code !== 'fork',
    )
    const isSame = (situation: Situation, isFork: boolean) => {
      const [one, other] = [situation.payload, otherPayload(situation.payload, isFork)].map((payload) =>
        nameFor(group, source, { ...situation, payload }),
      )
      return one !== undefined && one === other
    }
    const common = { file: source.file, check: 'shared-group', level: 'warning' as const, line: source.lineOf(path) }
    const everywhere = situations.find((each) => isSame(each, false))
    if (everywhere !== undefined && mapOf(concurrency)['cancel-in-progress'] === true)
      return [
        {
          ...common,
          problem: `The concurrency group ${group} is the same for each ${TARGETS[everywhere.event]} (${everywhere.event}): a run for one cancels the run for another.`,
          fix: `End the name of the group with what the run is about, for example \${{ ${WHAT[everywhere.event]} }}.`,
        },
      ]
    const ofBranch = everywhere === undefined ? situations.find((each) => isSame(each, true)) : undefined
    if (ofBranch === undefined) return []
    return [
      {
        ...common,
        problem: `The concurrency group ${group} has the name of a branch without its repository (${ofBranch.event}): a fork with a branch of that name gets the same group, and its run cancels yours or takes its place in the queue.`,
        fix: `Add the number of the pull request or the head repository, for example \${{ ${WHAT[ofBranch.event]} }}.`,
      },
    ]
  })
}

const TARGETS: Record<string, string> = {
  issues: 'issue',
  workflow_run: 'branch',
  pull_request: 'pull request',
  pull_request_target: 'pull request',
}
const WHAT: Record<string, string> = {
  issues: 'github.event.issue.number',
  workflow_run: 'github.event.workflow_run.head_repository.full_name',
  pull_request: 'github.event.pull_request.number',
  pull_request_target: 'github.event.pull_request.number',
}

/** The event about another pull request, issue or branch; `isFork`: about the branch of the same name in a fork. */
function otherPayload(payload: Record<string, unknown>, isFork: boolean): Record<string, unknown> {
  const text = JSON.stringify(payload, (key, value: unknown) => {
    if (typeof value === 'number') return value + 1
    if (key === 'head_repository' || (key === 'repo' && isFork)) return isFork ? { full_name: FORK, fork: true } : value
    if (/^(?:sha|head_sha)$/.test(key)) return SHA.merge
    return !isFork && /^(?:ref|head_branch)$/.test(key) ? `other-${String(value)}` : value
  })
  const other: Record<string, unknown> = JSON.parse(text)
  return other
}

/** The name of a group for an event; undefined if only a run knows it. */
function nameFor(group: string, source: WorkflowSource, situation: Situation): string | undefined {
  const { payload } = situation
  const pull = mapOf(payload.pull_request)
  const isPull = situation.event === 'pull_request'
  const refs = isPull ? { ref: `refs/pull/${pull.number}/merge`, ref_name: `${pull.number}/merge` } : {}
  const run = mapOf(payload.workflow_run ?? payload.issue ?? pull)
  const contexts = {
    ...githubOf(source, situation),
    ...refs,
    head_ref: mapOf(pull.head).ref,
    run_id: JSON.stringify(run),
    sha: isPull ? JSON.stringify(run) : SHA.base,
  }
  try {
    return evaluateText(group, { github: contexts }).toLowerCase()
  } catch {
    return undefined
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
  // A job that needs another one is skipped for what that one found, and not for the event.
  const isByEvent = source.jobs.every((each) => each.job.if !== undefined)
  const job = source.jobs.find(
    (each) => agentSteps(each).length > 0 && each.job.if !== undefined && (isByEvent || each.job.needs === undefined),
  )
  if (concurrency === undefined || job === undefined) return []
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
