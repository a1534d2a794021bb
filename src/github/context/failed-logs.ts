import { asSentence, messageOf } from '../../platform/errors.ts'
import { dropControlStrings } from '../../text/invisible.ts'
import type { GitHub } from '../api/github.ts'
import type { WorkflowJob } from '../api/workflow-runs.ts'
import type { UpstreamRun } from '../events/task.ts'
import type { PromptData } from './prompt-data.ts'

/** The end of a log has the failure. */
const LOG_BYTES = 24_000

const LIMITS = { jobs: 3, log: 12_000 } as const

const FAILED_CONCLUSIONS = new Set(['failure', 'timed_out', 'startup_failure'])

/** Writes the ends of the logs of the jobs that failed in the upstream run, and notes about what could not be read. */
export async function writeFailedLogs(
  { runId, conclusion }: UpstreamRun,
  github: Pick<GitHub, 'runJobs' | 'jobLog'>,
  output: PromptData,
): Promise<void> {
  if (conclusion === undefined || !FAILED_CONCLUSIONS.has(conclusion)) return
  const jobs = await github.runJobs(runId).catch((error: unknown) => {
    output.note(
      `The jobs of the run could not be read: ${asSentence(messageOf(error))} The job may lack \`actions: read\`.`,
    )
    return []
  })
  const failed = jobs.filter((job) => FAILED_CONCLUSIONS.has(job.conclusion ?? ''))
  const logs = await Promise.all(failed.slice(0, LIMITS.jobs).map((job) => readLogEnd(job, github)))
  for (const { job, log, reason } of logs) {
    const attributes = {
      job: job.name,
      job_id: job.id,
      conclusion: job.conclusion,
      failed_steps: job.failedSteps.join(', '),
    }
    if (log === undefined) output.note(`The log of the job ${job.id} could not be read: ${reason}`)
    else output.data('job-log', attributes, output.code(log, LIMITS.log))
  }
  const more = failed.length - logs.length
  if (more > 0) output.note(`${more} more failed jobs were omitted; read their logs with the tools.`)
}

async function readLogEnd(job: WorkflowJob, github: Pick<GitHub, 'jobLog'>) {
  try {
    const { text, bytes } = await github.jobLog(job.id, LOG_BYTES)
    // The first line of a tail may be incomplete.
    const complete = bytes > LOG_BYTES ? text.slice(text.indexOf('\n') + 1) : text
    return { job, log: lastLines(logLines(complete), LIMITS.log), reason: '' }
  } catch (error) {
    return { job, log: undefined, reason: messageOf(error) }
  }
}

function lastLines(lines: readonly string[], maxCharacters: number): string {
  const last: string[] = []
  let room = maxCharacters
  for (const line of lines.toReversed()) {
    room -= line.length + 1
    if (room < 0) break
    last.unshift(line)
  }
  return last.join('\n').trim()
}

const TIMESTAMP = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?/

/** The lines of a job log, without colors and timestamps. */
export const logLines = (log: string): string[] =>
  dropControlStrings(log)
    .split(/\r?\n/)
    .map((line) => line.replace(TIMESTAMP, ''))
