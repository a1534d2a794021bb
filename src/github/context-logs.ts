import { messageOf } from '../host/errors.ts'
import type { GitHub } from './client.ts'
import type { Job } from './code-calls.ts'
import { logLines } from './log-lines.ts'
import type { Page } from './page.ts'
import type { Upstream } from './task.ts'

/** The ends of logs are where failures are told. */
const LOG_BYTES = 24_000
const MOST = { jobs: 3, log: 12_000 } as const

const FAILED = new Set(['failure', 'timed_out', 'startup_failure'])

/** The ends of the logs of the jobs that failed in the run that woke us. Says what could not be read. */
export async function writeFailedLogs(
  { runId, conclusion }: Upstream,
  github: Pick<GitHub, 'runJobs' | 'jobLog'>,
  page: Page,
): Promise<void> {
  if (conclusion === undefined || !FAILED.has(conclusion)) return
  const jobs = await github.runJobs(runId).catch((error: unknown) => {
    page.note(`The jobs of the run could not be read: ${messageOf(error)}. The job may lack \`actions: read\`.`)
    return []
  })
  const failed = jobs.filter((job) => FAILED.has(job.conclusion ?? ''))
  const logs = await Promise.all(failed.slice(0, MOST.jobs).map((job) => readEnd(job, github)))
  for (const { job, log, why } of logs) {
    const facts = {
      job: job.name,
      job_id: job.id,
      conclusion: job.conclusion,
      failed_steps: job.failedSteps.join(', '),
    }
    if (log === undefined) page.note(`The log of the job ${job.id} could not be read: ${why}`)
    else page.data('job-log', facts, page.code(log, MOST.log))
  }
  const more = failed.length - logs.length
  if (more > 0) page.note(`${more} more failed jobs were left out; read their logs with the tools.`)
}

async function readEnd(job: Job, github: Pick<GitHub, 'jobLog'>) {
  try {
    const { text, bytes } = await github.jobLog(job.id, LOG_BYTES)
    // A tail may begin in the middle of a line.
    const whole = bytes > LOG_BYTES ? text.slice(text.indexOf('\n') + 1) : text
    return { job, log: lastOf(logLines(whole), MOST.log), why: '' }
  } catch (error) {
    return { job, log: undefined, why: messageOf(error) }
  }
}

function lastOf(lines: readonly string[], most: number): string {
  const kept: string[] = []
  let room = most
  for (const line of lines.toReversed()) {
    room -= line.length + 1
    if (room < 0) break
    kept.unshift(line)
  }
  return kept.join('\n').trim()
}
