import * as z from 'zod'
import * as shapes from '../github-tools/mcp-shapes.ts'
import { type GhCall, GhError, type GhResult, issueNumber, limitWords, pullNumber } from './gh-call.ts'
import {
  allPages,
  extrasOf,
  fetchChecks,
  fetchComments,
  fetchExtras,
  fetchFiles,
  fetchIssue,
  fetchPull,
  type GhComment,
  type GhIssue,
  type GhPull,
  ISSUE_FIELDS,
  labelNames,
  PULL_FIELDS,
  pickFields,
  pullState,
  readJson,
  requireFields,
} from './gh-fields.ts'

export async function viewPull(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const { options } = call
  if (options.has('json')) {
    const names = requireFields(options.list('json'), Object.keys(PULL_FIELDS))
    const number = await pullNumber(call)
    const extras = await fetchExtras(call, number, extrasOf(names, PULL_FIELDS))
    return { json: pickFields(await fetchPull(call, number), names, PULL_FIELDS, extras) }
  }
  const number = await pullNumber(call)
  if (options.has('comments')) return { text: commentsText(await fetchComments(call, number)) }
  return { text: pullText(await fetchPull(call, number)) }
}

export async function viewIssue(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const { options } = call
  if (options.has('json')) {
    const names = requireFields(options.list('json'), Object.keys(ISSUE_FIELDS))
    const number = issueNumber(call)
    const extras = await fetchExtras(call, number, extrasOf(names, ISSUE_FIELDS))
    return { json: pickFields(await fetchIssue(call, number), names, ISSUE_FIELDS, extras) }
  }
  const number = issueNumber(call)
  if (options.has('comments')) return { text: commentsText(await fetchComments(call, number)) }
  return { text: issueText(await fetchIssue(call, number)) }
}

export async function diffPull(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const number = await pullNumber(call)
  if (call.options.has('name-only')) {
    const files = await fetchFiles(call, number)
    return { text: files.map(({ filename }) => `${filename}\n`).join('') }
  }
  if (call.options.has('patch')) call.note('--patch: the diff without the headers of its commits.')
  const { owner, name } = call.context.task.repo
  const diff = await call.context.callTool('github__get_diff', { owner, repo: name, pullNumber: number })
  return { text: diff.endsWith('\n') ? diff : `${diff}\n` }
}

/** As `gh pr checks`: exit code 1 when a check failed, 8 when one is pending. */
export async function pullChecks(call: GhCall): Promise<GhResult> {
  limitWords(call, 1)
  const { options } = call
  const fields = ['bucket', 'completedAt', 'description', 'event', 'link', 'name', 'startedAt', 'state', 'workflow']
  const names = options.has('json') ? requireFields(options.list('json'), fields) : undefined
  const checks = await fetchChecks(call, await pullNumber(call))
  if (names !== undefined)
    return {
      json: checks.map((check) => Object.fromEntries(Object.entries(check).filter(([name]) => names.includes(name)))),
    }
  if (checks.length === 0) return { text: 'no checks reported\n', exitCode: 1 }
  const lines = checks.map(({ name, bucket, startedAt, completedAt, link, description }) =>
    [name, bucket, elapsed(startedAt, completedAt), link, description].map(cell).join('\t'),
  )
  const has = (kind: string) => checks.some(({ bucket }) => bucket === kind)
  return { text: `${lines.join('\n')}\n`, exitCode: has('fail') || has('cancel') ? 1 : has('pending') ? 8 : 0 }
}

function elapsed(start: string, end: string): string {
  const seconds = Math.round((Date.parse(end) - Date.parse(start)) / 1000)
  if (!Number.isFinite(seconds) || seconds < 0) return '0'
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
}

/** One cell of a table in one line. */
export const cell = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const attributes = (rows: readonly (readonly [name: string, value: string | number])[], body: string): string =>
  `${rows.map(([name, value]) => `${name}:\t${cell(String(value))}`).join('\n')}\n--\n${body}\n`

const logins = (users: readonly { login: string }[] | null | undefined): string =>
  (users ?? []).map(({ login }) => login).join(', ')

const pullText = (pull: GhPull): string =>
  attributes(
    [
      ['title', pull.title],
      ['state', pull.draft && pull.state === 'open' ? 'DRAFT' : pullState(pull)],
      ['author', pull.user?.login ?? 'ghost'],
      ['labels', labelNames(pull.labels).join(', ')],
      ['assignees', logins(pull.assignees)],
      ['reviewers', logins(pull.requested_reviewers)],
      ['projects', ''],
      ['milestone', pull.milestone?.title ?? ''],
      ['number', pull.number],
      ['url', pull.html_url],
      ['additions', pull.additions ?? 0],
      ['deletions', pull.deletions ?? 0],
      ['auto-merge', 'disabled'],
    ],
    pull.body ?? '',
  )

const issueText = (issue: GhIssue): string =>
  attributes(
    [
      ['title', issue.title],
      ['state', issue.state.toUpperCase()],
      ['author', issue.user?.login ?? 'ghost'],
      ['labels', labelNames(issue.labels).join(', ')],
      ['comments', issue.comments ?? 0],
      ['assignees', logins(issue.assignees)],
      ['projects', ''],
      ['milestone', issue.milestone?.title ?? ''],
      ['number', issue.number],
    ],
    issue.body ?? '',
  )

const commentsText = (comments: readonly GhComment[]): string =>
  comments
    .map((comment) => {
      const rows = [
        ['author', comment.user?.login ?? 'ghost'],
        ['association', (comment.author_association ?? 'none').toLowerCase()],
        ['edited', String(comment.updated_at !== comment.created_at)],
        ['status', 'none'],
      ] as const
      return `${attributes(rows, comment.body ?? '')}--\n`
    })
    .join('')

const DEFAULT_LIMIT = 30

const MAX_LIMIT = 1000

/** Fields that a list does not have cost one request for each pull request. */
const MAX_DETAILED = 50

export async function listPulls(call: GhCall): Promise<GhResult> {
  limitWords(call, 0)
  const { options } = call
  const names = options.has('json') ? requireFields(options.list('json'), Object.keys(PULL_FIELDS)) : undefined
  const state = stateOf(call, ['open', 'closed', 'merged', 'all'])
  const listed = options.has('search') ? await searchPulls(call, state) : await filterPulls(call, state)
  if (names === undefined) {
    const lines = listed.map((pull) =>
      [String(pull.number), pull.title, pull.head.ref, pull.draft ? 'DRAFT' : pullState(pull), pull.created_at]
        .map(cell)
        .join('\t'),
    )
    return { text: lines.map((line) => `${line}\n`).join('') }
  }
  const extras = extrasOf(names, PULL_FIELDS)
  const detailed = extras.size > 0 ? listed.slice(0, MAX_DETAILED) : listed
  if (detailed.length < listed.length) call.note(`Only the first ${MAX_DETAILED} are shown with these fields.`)
  const json: unknown[] = []
  for (const pull of detailed) {
    const subject = extras.has('details') ? await fetchPull(call, pull.number) : pull
    json.push(pickFields(subject, names, PULL_FIELDS, await fetchExtras(call, pull.number, extras)))
  }
  return { json }
}

async function filterPulls(call: GhCall, state: string): Promise<GhPull[]> {
  const { options, context } = call
  const labels = options.list('label')
  const login = (name: string) => personOf(call, name)?.toLowerCase()
  const [author, assignee, head] = [login('author'), login('assignee'), options.text('head')]
  const matches = (pull: GhPull) =>
    (state !== 'merged' || Boolean(pull.merged_at)) &&
    hasLabels(pull, labels) &&
    (author === undefined || pull.user?.login.toLowerCase() === author) &&
    (assignee === undefined || (pull.assignees ?? []).some((each) => each.login.toLowerCase() === assignee)) &&
    (!options.has('draft') || pull.draft === true)
  const filters = {
    state: state === 'merged' ? 'closed' : state,
    base: options.has('base') ? options.text('base') : undefined,
    head: head === undefined ? undefined : head.includes(':') ? head : `${context.task.repo.owner}:${head}`,
  }
  const isFiltered = state === 'merged' || labels.length > 0 || author || assignee || options.has('draft')
  const limit = limitOf(call)
  const pulls = await allPages(
    call,
    (page) => readJson(context, 'list_pull_requests', shapes.PullShape.array(), { ...filters, ...page }),
    isFiltered ? undefined : limit,
  )
  return pulls.filter(matches).slice(0, limit)
}

async function searchPulls(call: GhCall, state: string): Promise<GhPull[]> {
  const issues = await search(call, 'search_pull_requests', state)
  const pulls: GhPull[] = []
  for (const { number } of issues.slice(0, MAX_DETAILED)) pulls.push(await fetchPull(call, number))
  return pulls
}

export async function listIssues(call: GhCall): Promise<GhResult> {
  limitWords(call, 0)
  const { options, context } = call
  const names = options.has('json') ? requireFields(options.list('json'), Object.keys(ISSUE_FIELDS)) : undefined
  const state = stateOf(call, ['open', 'closed', 'all'])
  const needsSearch = ['search', 'author', 'assignee', 'mention', 'milestone'].some((name) => options.has(name))
  const listed = needsSearch
    ? await search(call, 'search_issues', state)
    : await allPages(
        call,
        async (page) => {
          const labels = options.list('label')
          const args = { state, labels: labels.length > 0 ? labels : undefined, ...page }
          const { issues, pageInfo } = await readJson(context, 'list_issues', IssuePage, args)
          // Pull requests are left out of a page, so a short page is not always the last one.
          return pageInfo.hasNextPage ? padded(issues, page.perPage) : issues
        },
        MAX_LIMIT,
      ).then((issues) =>
        issues
          .filter((issue): issue is GhIssue => issue !== undefined && hasLabels(issue, options.list('label')))
          .slice(0, limitOf(call)),
      )
  if (names === undefined) {
    const lines = listed.map((issue) =>
      [
        String(issue.number),
        issue.state.toUpperCase(),
        issue.title,
        labelNames(issue.labels).join(', '),
        issue.updated_at,
      ]
        .map(cell)
        .join('\t'),
    )
    return { text: lines.map((line) => `${line}\n`).join('') }
  }
  const extras = extrasOf(names, ISSUE_FIELDS)
  const json: unknown[] = []
  for (const issue of extras.size > 0 ? listed.slice(0, MAX_DETAILED) : listed)
    json.push(pickFields(issue, names, ISSUE_FIELDS, await fetchExtras(call, issue.number, extras)))
  return { json }
}

const hasLabels = ({ labels }: Pick<GhIssue, 'labels'>, names: readonly string[]): boolean =>
  names.every((name) => labelNames(labels).some((each) => each.toLowerCase() === name.toLowerCase()))

const IssuePage = z.object({ issues: shapes.IssueShape.array(), pageInfo: z.object({ hasNextPage: z.boolean() }) })

const padded = (issues: readonly GhIssue[], length: number): (GhIssue | undefined)[] => [
  ...issues,
  ...Array.from({ length: length - issues.length }, () => undefined),
]

async function search(call: GhCall, tool: string, state: string): Promise<GhIssue[]> {
  const { options, context } = call
  const qualifier = (name: string, text: string | undefined) =>
    text === undefined ? [] : [`${name}:${/^[\w.@-]+$/.test(text) ? text : JSON.stringify(text)}`]
  const query = [
    ...(options.text('search') === undefined ? [] : [options.text('search')]),
    ...(state === 'all' || / ?\b(?:state|is):(?:open|closed|merged)\b/.test(options.text('search') ?? '')
      ? []
      : [state === 'merged' ? 'is:merged' : `state:${state}`]),
    ...options.list('label').flatMap((label) => qualifier('label', label)),
    ...qualifier('author', personOf(call, 'author')),
    ...qualifier('assignee', personOf(call, 'assignee')),
    ...qualifier('mentions', options.text('mention')),
    ...qualifier('milestone', options.text('milestone')),
    ...(options.has('draft') ? ['draft:true'] : []),
  ].join(' ')
  return allPages(
    call,
    async (page) => (await readJson(context, tool, shapes.SearchShape, { query, ...page })).items,
    limitOf(call),
  )
}

export async function listLabels(call: GhCall): Promise<GhResult> {
  limitWords(call, 0)
  const { options, context } = call
  const names = options.has('json') ? requireFields(options.list('json'), ['color', 'description', 'name']) : undefined
  const wanted = options.text('search')?.toLowerCase()
  const schema = z.object({ labels: shapes.LabelShape.array() })
  const all = await allPages(call, async (page) => (await readJson(context, 'list_label', schema, page)).labels)
  const labels = all
    .filter(({ name, description }) => `${name} ${description ?? ''}`.toLowerCase().includes(wanted ?? ''))
    .slice(0, limitOf(call))
    .map(({ name, color, description }) => ({ color: color ?? '', description: description ?? '', name }))
  if (names !== undefined)
    return {
      json: labels.map((label) => Object.fromEntries(Object.entries(label).filter(([name]) => names.includes(name)))),
    }
  const lines = labels.map(({ name, description, color }) => [name, description, `#${color}`].map(cell).join('\t'))
  return { text: lines.map((line) => `${line}\n`).join('') }
}

function limitOf({ options }: GhCall): number {
  const text = options.text('limit')
  if (text === undefined) return DEFAULT_LIMIT
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new GhError(`invalid limit: ${text}`)
  return Math.min(Number(text), MAX_LIMIT)
}

function stateOf({ options }: GhCall, states: readonly string[]): string {
  const state = (options.text('state') ?? 'open').toLowerCase()
  if (states.includes(state)) return state
  throw new GhError(
    `invalid argument ${JSON.stringify(state)} for "-s, --state" flag: valid values are {${states.join('|')}}`,
  )
}

function personOf({ options }: GhCall, name: string): string | undefined {
  const login = options.text(name)
  if (login === '@me') throw new GhError(`--${name} @me: this run has no user. Give a login.`)
  return login
}

const MAX_LOGS = 5

/** The jobs of a workflow run that are checks of the run's pull request: `--log-failed`, `--log`, `--job`. */
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

/** The log as a program reads it: without the marks that show a model where other people's text starts and ends. */
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
