import * as z from 'zod'
import * as shapes from '../github-tools/mcp-shapes.ts'
import { fetchChecks, readJson } from './gh-fetch.ts'
import { requireFields } from './gh-fields.ts'
import { limitWords } from './gh-target.ts'
import { type GhCall, GhError, type GhResult } from './gh-types.ts'

const MAX_LOGS = 5

/** A workflow run as far as its jobs are checks of the run's pull request: `--log-failed`, `--log`, `--job`. */
export async function viewRun(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const { options, context } = call
  const wantsLog = options.has('log') || options.has('log-failed')
  const job = options.text('job')
  if (job !== undefined) {
    if (!/^[1-9]\d{0,14}$/.test(job)) throw new GhError(`invalid job id: ${JSON.stringify(job)}`)
    if (!wantsLog) throw new GhError('Add --log or --log-failed to read the log of the job.')
    return { text: `${await jobLog(call, Number(job))}\n` }
  }
  const [run] = options.words
  if (run !== undefined && !/^[1-9]\d{0,14}$/.test(run)) throw new GhError(`invalid run id: ${JSON.stringify(run)}`)
  const { number, kind } = context.task
  if (number === undefined || (kind !== 'pull_request' && kind !== 'workflow_run'))
    throw new GhError(
      'The jobs of a run can be found only for a pull request here. Use github__get_check_runs with a ref, then gh run view --job ID --log.',
    )
  const checks = await readJson(context, 'pull_request_read', shapes.CheckRunsShape, {
    method: 'get_check_runs',
    pullNumber: number,
    perPage: 100,
  })
  const jobs = checks.check_runs.filter(
    ({ html_url: url }) => run === undefined || new RegExp(`/(?:actions/)?runs/${run}(?:/|$)`).test(url ?? ''),
  )
  if (jobs.length === 0)
    throw new GhError(
      `No check of pull request #${number} belongs to run ${run}. gh pr checks lists the checks; github__get_check_runs lists the job ids.`,
    )
  const failing = jobs.filter(({ conclusion }) => /^(?:failure|timed_out|startup_failure)$/.test(conclusion ?? ''))
  if (!wantsLog) {
    const lines = jobs.map(({ name, status, conclusion, id }) => `${conclusion ?? status}\t${name}\t(ID ${id})`)
    return { text: `JOBS\n${lines.join('\n')}\n` }
  }
  const shown = options.has('log-failed') ? failing : jobs
  if (shown.length > MAX_LOGS) call.note(`Only the logs of the first ${MAX_LOGS} jobs are shown.`)
  const logs: string[] = []
  for (const { id, name } of shown.slice(0, MAX_LOGS)) logs.push(`${name}\n${await jobLog(call, id)}\n`)
  return { text: logs.join('\n') }
}

/** The log as a program reads it: without the marks that tell a model where the text of others starts and ends. */
async function jobLog({ context }: GhCall, id: number): Promise<string> {
  const text = await context.callTool('github__get_job_log', { job_id: id })
  return /<data-(\w+) kind="log"[^\n]*>\n([\s\S]*)\n<\/data-\1>/.exec(text)?.[2] ?? text
}

/** The checks of the run's pull request, in the shape of a list of runs. */
export async function listRuns(call: GhCall): Promise<GhResult> {
  limitWords(call, 0)
  const { number } = call.context.task
  if (number === undefined || call.options.has('json'))
    throw new GhError('Use gh pr checks for the checks of a pull request, or github__get_check_runs with a ref.')
  const checks = await fetchChecks(call, number)
  return { text: checks.map(({ bucket, name, link }) => `${bucket}\t${name}\t${link}\n`).join('') }
}

const REPOSITORY_FIELDS = ['defaultBranchRef', 'name', 'nameWithOwner', 'owner', 'url']

/** The repository as the event knows it. Without --json also its README. */
export async function viewRepository(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const { options, context } = call
  const { repo, defaultBranch } = context.task
  const values: Record<string, unknown> = {
    defaultBranchRef: { name: defaultBranch ?? '' },
    name: repo.name,
    nameWithOwner: `${repo.owner}/${repo.name}`,
    owner: { login: repo.owner },
    url: `${context.serverUrl}/${repo.owner}/${repo.name}`,
  }
  if (options.has('json')) {
    const names = requireFields(options.list('json'), REPOSITORY_FIELDS)
    if (names.includes('defaultBranchRef') && defaultBranch === undefined)
      throw new GhError(
        'The event of this run does not name the default branch. git remote show cannot be used either.',
      )
    return { json: Object.fromEntries(names.map((name) => [name, values[name]])) }
  }
  const files = await readJson(context, 'get_file_contents', z.object({ name: z.string() }).array(), { path: '' })
  const readme = files.find(({ name }) => /^readme(?:\.\w+)?$/i.test(name))?.name
  const text =
    readme === undefined
      ? 'This repository does not have a README'
      : await context.callTool('github__get_file_contents', { owner: repo.owner, repo: repo.name, path: readme })
  return { text: `name:\t${repo.owner}/${repo.name}\ndescription:\t\n--\n${text}\n` }
}
