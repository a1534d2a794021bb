import { mapOf, mapText } from '../../config/workflow-file.ts'
import { agentOf, agentSteps, type JobSource, type WorkflowSource } from '../workflow-source.ts'
import { lineBefore } from '../yaml-edits.ts'
import type { DoctorProblem, WorkflowCheck } from './doctor-problem.ts'

/** Finds jobs with an agent that have no time limit or no concurrency group, and attempts that no run can count. */
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

function missingConcurrency(source: WorkflowSource, { id, job, path }: JobSource): DoctorProblem[] {
  const event = REPEATING.find((name) => source.events.has(name))
  if (event === undefined || source.workflow.concurrency !== undefined || job.concurrency !== undefined) return []
  const name = `\${{ github.workflow }}-\${{ github.event.pull_request.number || github.event.issue.number || github.ref }}`
  return [
    {
      check: 'missing-concurrency',
      level: 'warning',
      line: source.lineOf(path),
      problem: `Runs of the job "${id}" for the same ${event} can overlap: two pushes start two paid runs, which answer at the same time.`,
      fix: `Add concurrency: ${name} to the job.`,
      edits: [lineBefore(source, [...path, 'steps'], `concurrency: ${name}`)],
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
