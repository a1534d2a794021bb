import { asSentence, messageOf } from '../../platform/errors.ts'
import { keepStart, toOneLine } from '../../text/format-text.ts'
import { dropControlStrings } from '../../text/invisible.ts'
import type { CheckAnnotation } from '../api/checks.ts'
import type { GitHub } from '../api/github.ts'
import { GitHubError } from '../api/github-error.ts'
import type { WorkflowJob } from '../api/workflow-runs.ts'
import type { UpstreamRun } from '../events/task.ts'
import type { PromptData } from './prompt-data.ts'

/** The logs of all jobs share `logs` UTF-16 units; one has at most `log`, of which the end has at most a quarter. */
const LIMITS = {
  jobs: 3,
  listed: 20,
  logs: 21_000,
  log: 12_000,
  annotations: 3_000,
  message: 500,
  bytes: 64 * 2 ** 20,
} as const

const FAILED_CONCLUSIONS = new Set(['failure', 'timed_out', 'startup_failure'])

export const hasFailed = ({ conclusion }: Pick<UpstreamRun, 'conclusion'>): boolean =>
  conclusion !== undefined && FAILED_CONCLUSIONS.has(conclusion)

type LogGitHub = Pick<GitHub, 'runJobs' | 'readJobLog' | 'annotations'>

/**
 * Writes why the jobs of the upstream run failed: their annotations, what the logs of the failed steps say about it, and the ends of
 * the logs. Adds notes about what could not be read. Returns what jobs said that
 * failed; undefined when none did.
 */
export async function writeFailedLogs(
  upstream: UpstreamRun,
  github: LogGitHub,
  output: PromptData,
): Promise<string | undefined> {
  const isFailed = hasFailed(upstream)
  if (!isFailed && upstream.conclusion !== 'cancelled') return undefined
  const jobs = await github.runJobs(upstream.runId).catch((error: unknown) => {
    if (isFailed)
      output.note(
        `The jobs of the run could not be read: ${asSentence(messageOf(error))} The job may lack \`actions: read\`.`,
      )
    return []
  })
  const own = jobs.filter((job) => FAILED_CONCLUSIONS.has(job.conclusion ?? ''))
  const failed = own.length > 0 ? own : await jobsAtTimeLimit(jobs, github)
  const read = failed.slice(0, LIMITS.jobs)
  const room = Math.min(LIMITS.log, Math.floor(LIMITS.logs / Math.max(1, read.length)))
  const [annotations, logs] = await Promise.all([
    Promise.all(read.map((job) => readAnnotations(job, github))),
    Promise.all(read.map((job) => readLog(job, room, github))),
  ])
  if (annotations.includes(undefined))
    output.note('The annotations of the jobs could not be read; the job may lack `checks: read`.')
  for (const [index, { job, log, reason }] of logs.entries()) {
    const attributes = { job: job.name, job_id: job.id, conclusion: job.conclusion }
    const found = annotations[index] ?? ''
    if (found !== '')
      output.data(
        'annotations',
        attributes,
        output.code(found, Math.floor(LIMITS.annotations / read.length), ANNOTATIONS),
      )
    if (log?.includes('\n…'))
      output.note('"…" stands for lines of the log that are not here; github__get_job_log reads them.')
    if (log === undefined) output.note(`The log of the job ${job.id} could not be read: ${reason}`)
    else
      output.data(
        'job-log',
        { ...attributes, failed_steps: job.failedSteps.join(', ') },
        output.code(log, room, `with github__get_job_log and job_id ${job.id}`),
      )
  }
  const others = failed.slice(read.length)
  if (others.length > 0) {
    output.note(`${others.length} more jobs failed; github__get_job_log reads their logs.`)
    const lines = others.slice(0, LIMITS.listed).map(({ id, name }) => `job_id ${id}: ${toOneLine(name)}`)
    if (others.length > lines.length)
      lines.push(`… and ${others.length - lines.length} more, with github__get_check_runs`)
    output.data('failed-jobs', { jobs: others.length }, lines.join('\n'))
  }
  return failed.length === 0 ? undefined : [...annotations, ...logs.map(({ log }) => log)].join('\n')
}

/** The files in the order in which a reader of the logs needs them: those that the logs name by path, then by name, come first. */
export function namedFirst<File extends { path: string }>(files: readonly File[], logs: string): File[] {
  const rank = ({ path }: File) =>
    logs.includes(path) ? 2 : logs.includes(path.slice(path.lastIndexOf('/') + 1)) ? 1 : 0
  const ranked = files.map((file) => ({ file, rank: rank(file) }))
  return ranked.toSorted((one, other) => other.rank - one.rank).map(({ file }) => file)
}

/** GitHub says "cancelled" of a job that reached its `timeout-minutes`, as of one that a person or a newer run stopped. */
async function jobsAtTimeLimit(jobs: readonly WorkflowJob[], github: LogGitHub): Promise<WorkflowJob[]> {
  const cancelled = jobs.filter(({ conclusion }) => conclusion === 'cancelled').slice(0, MAX_CANCELLED)
  const all = await Promise.all(cancelled.map(({ id }) => github.annotations(id).catch(() => [])))
  return cancelled.filter((_, index) => all[index]?.some(({ message }) => TIME_LIMIT.test(message)))
}

const MAX_CANCELLED = 10

const TIME_LIMIT = /\bexceeded the maximum execution time\b/

/**
 * The annotations of a job, failures first, without those that only repeat its exit code; undefined when the token may not read them.
 * A job has the id of its check run.
 */
async function readAnnotations(job: WorkflowJob, github: LogGitHub): Promise<string | undefined> {
  const all = await github
    .annotations(job.id)
    .catch((error: unknown) => (error instanceof GitHubError && error.status === 403 ? undefined : []))
  return all && annotationLines(all)
}

const annotationLines = (all: readonly CheckAnnotation[]): string =>
  all
    .filter(({ message }) => !EXIT_CODE.test(message))
    .toSorted((one, other) => Number(one.level !== 'failure') - Number(other.level !== 'failure'))
    .map(({ path, line, level, title, message }) => {
      const text = [title, message].filter((part) => part !== '').join(': ')
      return `${path}:${line} ${level}: ${startOf(text, LIMITS.message)}`
    })
    .join('\n')

/** The start of a text that one line of a list can have. */
const startOf = (text: string, max: number): string =>
  text.length <= max ? text : `${keepStart(text, max)}… (${text.length - max} more characters ${ANNOTATIONS})`

const ANNOTATIONS = 'with github__get_check_runs'

const EXIT_CODE = /^Process completed with exit code \d+/

type FailedCheckGitHub = Pick<GitHub, 'checkRuns' | 'annotations' | 'commitStatuses'>

/** A check of the head that failed, with its annotations, or the status of other CI. */
type FailedCheck = { name: string; conclusion: string; text: string }

/** What failed on a commit by now, and what is unknown. */
type FailedChecks = { checks: FailedCheck[]; notes: string[] }

/** Check runs and commit statuses. Never rejects, and waits for none that runs. */
export async function readFailedChecks(commit: string, github: FailedCheckGitHub): Promise<FailedChecks> {
  const unread = (part: string, permission: string) => (): FailedChecks => ({
    checks: [],
    notes: [`The ${part} of the head could not be read; the job may lack \`${permission}\`.`],
  })
  const parts = await Promise.all([
    readFailedRuns(commit, github).catch(unread('checks', 'checks: read')),
    readFailedStatuses(commit, github).catch(unread('commit statuses', 'statuses: read')),
  ])
  return { checks: parts.flatMap(({ checks }) => checks), notes: parts.flatMap(({ notes }) => notes) }
}

async function readFailedRuns(commit: string, github: FailedCheckGitHub): Promise<FailedChecks> {
  const { items: first, total } = await github.checkRuns(commit, 1)
  const pages = Math.min(Math.ceil(total / Math.max(1, first.length)), CHECKS.pages)
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => github.checkRuns(commit, index + 2))
  const items = [...first, ...(await Promise.all(others)).flatMap((page) => page.items)]
  const failed = items.filter(({ conclusion = '' }) => FAILED_CONCLUSIONS.has(conclusion))
  const checks = await Promise.all(
    failed
      .slice(0, CHECKS.count)
      .map(async ({ id, name, conclusion = '', title, summary, annotations }): Promise<FailedCheck> => {
        const found = annotations === 0 ? [] : await github.annotations(id).catch(() => [])
        const text = [title, startOf(summary, CHECKS.summary), annotationLines(found)]
        return { name, conclusion, text: text.filter((part) => part !== '').join('\n') }
      }),
  )
  const missing = [
    ...(failed.length > checks.length ? [`${failed.length - checks.length} more checks failed`] : []),
    ...(total > items.length ? [`${total - items.length} more checks were not read`] : []),
  ]
  return { checks, notes: missing.map((text) => `${text}; github__get_check_runs reads them.`) }
}

/** A status has no details but one line. */
async function readFailedStatuses(commit: string, github: FailedCheckGitHub): Promise<FailedChecks> {
  const statuses = await github.commitStatuses(commit)
  const failed = statuses.filter(({ state }) => state === 'failure' || state === 'error')
  const shown = failed.slice(0, CHECKS.count)
  const more = failed.length - shown.length
  return {
    checks: shown.map(({ context, state, description }) => ({ name: context, conclusion: state, text: description })),
    notes: more === 0 ? [] : [`${more} more commit statuses failed; the page of the commit on GitHub lists them.`],
  }
}

const CHECKS = { pages: 6, count: 5, summary: 500, check: 1_500 } as const

export function writeFailedChecks({ checks, notes }: FailedChecks, output: PromptData): void {
  for (const { name, conclusion, text } of checks)
    output.data(
      'failed-check',
      { name, conclusion },
      output.code(text === '' ? '(no details)' : text, CHECKS.check, ANNOTATIONS),
    )
  for (const note of notes) output.note(note)
}

async function readLog(job: WorkflowJob, room: number, github: LogGitHub) {
  try {
    const log = openLogExcerpt(job.failedTimes)
    const { isWhole } = await github.readJobLog(job.id, log.add, LIMITS.bytes)
    const note = isWhole ? '' : '\n(The log is longer than this action reads.)'
    return { job, log: `${log.excerpt(room - note.length)}${note}`, reason: '' }
  } catch (error) {
    return { job, log: undefined, reason: messageOf(error) }
  }
}

/** A line of a log with its number, counted from 1. */
type LogLine = { number: number; text: string }

/** Lines around one that says why a job failed. `weight`: how surely it says so. */
type LogWindow = { lines: LogLine[]; weight: number }

/** Reads a log in pieces and keeps what says why the job failed. `failed`: when its failed steps ran, where GitHub says so. */
export function openLogExcerpt(failed: WorkflowJob['failedTimes']) {
  const allLines = openLines()
  const ofSteps = openLines()
  let rest = ''
  let number = 0
  let isInStep = false
  const addLine = (raw: string) => {
    number += 1
    const time = TIMESTAMP.exec(raw)
    if (time !== null) {
      const at = Date.parse(`${time[1]}Z`)
      // GitHub tells the times of steps in seconds.
      isInStep = failed.some(({ from, to }) => at >= from && at < to + 1000)
    }
    const text = dropControlStrings(raw.replace(TIMESTAMP, ''))
    for (const piece of piecesOf(text)) {
      allLines.add({ number, text: piece })
      if (isInStep) ofSteps.add({ number, text: piece })
    }
  }
  return {
    add(text: string): void {
      const lines = (rest + text).split(/\r?\n/)
      rest = (lines.pop() ?? '').slice(0, KEPT.read)
      for (const line of lines) addLine(line)
    },
    /** At most `max` UTF-16 units: the windows, then the end. */
    excerpt(max: number): string {
      if (rest !== '') addLine(rest)
      rest = ''
      return (ofSteps.hasEnd() ? ofSteps : allLines).excerpt(max)
    },
  }
}

const AROUND = { before: 4, after: 12, rare: 2 } as const

/** The maximum UTF-16 units of a piece of a line, of a whole line, of all windows that wait to be chosen, and of the end. */
const KEPT = { line: 400, read: 2 ** 20, windows: 400_000, end: LIMITS.log } as const

/** A long line, such as a report in JSON, in pieces: each may have the cause. */
function piecesOf(text: string): string[] {
  if (text.length <= KEPT.line) return [text]
  return Array.from({ length: Math.ceil(Math.min(text.length, KEPT.read) / KEPT.line) }, (_, index) =>
    text.slice(index * KEPT.line, (index + 1) * KEPT.line),
  )
}

function openLines() {
  const windows: LogWindow[] = []
  const counts = new Map<string, number>()
  const starts = new Set<string>()
  let recent: LogLine[] = []
  let end: LogLine[] = []
  let endSize = 0
  let size = 0
  let open: LogWindow | undefined
  let remaining = 0
  let hasEnd = false
  let isCut = false

  function keepInWindow(line: LogLine, weight: number): void {
    if (open === undefined || remaining === 0) {
      if (weight === 0) return
      open = { lines: recent.filter(({ number }) => number > (open?.lines.at(-1)?.number ?? 0)), weight }
      size += open.lines.reduce((sum, { text }) => sum + text.length + 8, 0)
      windows.push(open)
    }
    open.lines.push(line)
    open.weight = Math.max(open.weight, weight)
    size += line.text.length + 8
    const after = weight > WEIGHTS.rare ? AROUND.after : weight > 0 ? AROUND.rare : 0
    remaining = Math.max(after, remaining - 1)
    if (open.lines.length >= 60) remaining = 0
    // The middle of many windows tells least: the first has the cause, the last the summary.
    while (size > KEPT.windows && windows.length > 2) {
      const [least] = windows.splice(leastOf(windows), 1)
      size -= least?.lines.reduce((sum, { text }) => sum + text.length + 8, 0) ?? 0
    }
  }

  return {
    /** Whether the lines are surely those of what failed: the runner ended them with an error, or they name a cause. */
    hasEnd: () => hasEnd || windows.some(({ weight }) => weight >= WEIGHTS.sure),
    add(line: LogLine): void {
      hasEnd ||= line.text.startsWith('##[error]')
      const key = line.text.replace(/\d+/g, '0').trim()
      const times = (counts.get(key) ?? 0) + 1
      if (key !== '' && counts.size < 200_000) counts.set(key, times)
      const start = key.split(/\s+/, 2).join(' ')
      const isNew = start !== '' && !starts.has(start) && starts.size < MAX_STARTS
      if (isNew) starts.add(start)
      const rare = isNew && !NO_CAUSE.test(line.text) ? WEIGHTS.rare : 0
      keepInWindow(line, times > MAX_REPEATS ? 0 : weightOf(line.text) || rare)
      recent = [...recent.slice(1 - AROUND.before), line]
      end.push(line)
      endSize += line.text.length + 1
      if (end.length > 2_000 && endSize > 2 * KEPT.end) {
        end = end.slice(-1_000)
        isCut = true
        endSize = end.reduce((sum, { text }) => sum + text.length + 1, 0)
      }
    },
    excerpt(max: number): string {
      const all = isCut ? '' : end.map(({ number, text }) => `${number}|${text}`).join('\n')
      if (!isCut && all.length <= max) return all
      const isKnown = windows.some(({ weight }) => weight > WEIGHTS.rare)
      const last = Math.floor(isKnown ? max / 4 : (max * 3) / 4)
      const tail = lastLines(end, last)
      const causes = chooseWindows(windows, max - tail.length - END_HEADING.length - 2)
      return [causes, causes === '' ? '' : END_HEADING, tail].filter((part) => part !== '').join('\n')
    },
  }
}

const END_HEADING = '… The end of the log:'

/** A line that begins as none before may be what a tool says that is not known here. */
const MAX_STARTS = 20_000

/** The same line says no more the third time. */
const MAX_REPEATS = 2

const WEIGHTS = { sure: 4, place: 3, likely: 2, frame: 1, rare: 0.5 } as const

/** What a tool writes where it says what went wrong. */
const SURE = [
  /^##\[error\](?!Process completed with exit code)/,
  /\b(?:AssertionError|AssertionFailedError|ComparisonFailure)\b|\bassert(?:ion)?\b.*\bfail|^\s*(?:E {2,}|> {7})\S/i,
  /^\s*(?:panic:|fatal:|fatal error:|thread '.*' panicked at|Traceback \(most recent call last\)|Exception in thread|Caused by:|Unhandled|Uncaught)/i,
  /\berror(?: TS\d+|\[E\d+\])?:|\berror CS\d+|\bPHP (?:Fatal|Parse) error\b/,
  /^\s*(?:FAIL|FAILED|ERROR|--- FAIL:|not ok \d+|\[?[✕✗×✘✖❌]|❯ .*failed|●|\d+\) \S|\[ERROR\] {2}\S|\[ERROR\] (?:Failures|Errors):)/,
  /\b(?:Expected|Received|expected|got|actual)(?: string| value)?:\s|\bexpected\b.*\b(?:but|to|got|received)\b/i,
  /\* What went wrong:|\bFailure\/Error:| FAILED$|: error \b|^\s+\d+:\d+\s+error\s|\berror\s+.*\b[\w-]+\/[\w-]+$/,
  /\b(?:No such file or directory|command not found|Cannot find module|ModuleNotFoundError|undefined reference|permission denied|connection refused|out of memory|OOMKilled|Segmentation fault|SIGKILL|SIGSEGV|heap limit|ENOENT|ECONNREFUSED|EACCES|ERESOLVE|ETIMEDOUT)\b/i,
  /\b(?:npm|pnpm|yarn) (?:ERR!|error)|\bfailed to (?:start|build|solve|compile|resolve|pull|push)\b|\bis unhealthy\b|\bexited with code [1-9]|\btimed out\b|\bTimeout .*exceeded/i,
  /^\s*(?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Failure)(?:\b|:)/,
  /^make(?:\[\d+\])?: \*\*\*/,
  // Formatters, checks of generated files and thresholds name what is not as it must be.
  /\bwould (?:reformat|be reformatted)\b|\b(?:not|isn't|aren't) (?:\w+ )?(?:formatted|met|reached|up to date)\b|\bout[ -]of[ -]date\b|\bcode style issues\b|\bbelow (?:the )?(?:\w+ )?threshold\b/i,
  // Reports in JSON.
  /"severity": ?(?:2\b|"error")|"(?:level|status|outcome|result)": ?"(?:error|fatal|failed|failure)"/i,
]

/** A place in a file, as compilers and linters begin what they say. */
const PLACE =
  /^(?:\[?\w+\]? )?(?:file:\/\/)?[\w.@/\\ -]*(?:[\w@-]\.\w{1,8}|(?:Docker|Make)file)(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\)):? +\S|^In .+ line \d+:|\bline \d+\b.*\.\w{1,5}\b/

const MILD = /\b(?:warning|warn|note|info|debug)\b/i

const LIKELY =
  /\b(?:errors?|fail(?:s|ed|ure|ures)?|exception|denied|refused|invalid|missing|cannot|can't|undefined|not found|killed|abort(?:ed)?|unexpected|unknown|unresolved|unable|incompatible|mismatch|conflicts?|threshold|exceed(?:s|ed)|rejected|unauthorized|obsolete|leaks? found|has been running|no space left|not specified|severity: (?:critical|high))\b|_FAILED\b|[✘✖]|^\[warn\] |^@@ -\d|\bstatus:? [45]\d\d\b/i

/** A frame of a stack in a file of the repository: not of a package or of the language. */
const FRAME =
  /^\s*(?:at .*\(?[\w./@\\-]+:\d+(?::\d+)?\)?|File ".+", line \d+|#\d+ .*\(\d+\)|.*\.(?:go|rb|rs|py|ex|kt|swift):\d+\b)/
const FOREIGN =
  /node_modules|site-packages|dist-packages|\/rustc\/|internal\/|hostedtoolcache|\/usr\/(?:lib|local)\/|java\.base|<anonymous>/

/** Lines of reports that name no cause: tables of coverage, tests that passed, counts of nothing. */
const NO_CAUSE =
  /^[\s-]*[\w@./\\ -]*\|\s*[\d.%-]+\s*\||^\s*(?:PASS|ok|✓|√|✔)\s|\b0 (?:errors?|failed|failures?)\b|Failures: 0, Errors: 0|^##\[(?:group|endgroup|debug|command)\]|\.\.\. ok$/

const EXIT = /^##\[error\]Process completed with exit code/

function weightOf(text: string): number {
  if (text.trim() === '' || NO_CAUSE.test(text)) return 0
  if (EXIT.test(text)) return WEIGHTS.likely
  if (SURE.some((pattern) => pattern.test(text))) return WEIGHTS.sure
  const isForeign = FOREIGN.test(text)
  if (!isForeign && PLACE.test(text)) return MILD.test(text) ? WEIGHTS.frame : WEIGHTS.place
  if (LIKELY.test(text)) return WEIGHTS.likely
  return FRAME.test(text) && !isForeign ? WEIGHTS.frame : 0
}

/** The index of the window that tells least: the lightest, and of those the one in the middle. */
function leastOf(windows: readonly LogWindow[]): number {
  const lightest = Math.min(...windows.map(({ weight }) => weight))
  const indexes = windows.flatMap(({ weight }, index) => (weight === lightest ? [index] : []))
  return indexes[Math.floor(indexes.length / 2)] ?? 0
}

/** Writes the windows that have room in their order: the surest first, of equals the first and the last ones. Repeated lines come once. */
function chooseWindows(windows: readonly LogWindow[], max: number): string {
  const weights = [...new Set(windows.map(({ weight }) => weight))].toSorted((one, other) => other - one)
  const ranked = weights.flatMap((weight) => fromBothEnds(windows.filter((window) => window.weight === weight)))
  const excerpts = new Map<LogWindow, string>()
  const shownKeys = new Set<string>()
  let room = max
  for (const window of ranked) {
    const lines: string[] = []
    for (const { number, text } of window.lines) {
      const key = text.replace(/\d+/g, '0').trim()
      if (key === '' || (shownKeys.has(key) && weightOf(text) === 0)) continue
      shownKeys.add(key)
      lines.push(`${number}|${text}`)
    }
    const excerpt = cutLines(lines, room)
    if (excerpt === '') continue
    excerpts.set(window, excerpt)
    room -= excerpt.length + 3
    if (room < 200) break
  }
  return windows.flatMap((window) => excerpts.get(window) ?? []).join('\n…\n')
}

/** The first, the last, the second, the last but one, and so on. */
const fromBothEnds = <Value>(values: readonly Value[]): Value[] =>
  values.map((_, index) => values.at(index % 2 === 0 ? index / 2 : -(index + 1) / 2) as Value)

function cutLines(lines: readonly string[], max: number): string {
  let size = 0
  const fitting = lines.findIndex((line) => {
    size += line.length + 1
    return size > max
  })
  return (fitting < 0 ? lines : lines.slice(0, fitting)).join('\n')
}

function lastLines(lines: readonly LogLine[], maxCharacters: number): string {
  const last: string[] = []
  let room = maxCharacters
  for (const { text } of lines.toReversed()) {
    room -= text.length + 1
    if (room < 0) break
    last.unshift(text)
  }
  return last.join('\n').trim()
}

const TIMESTAMP = /^\uFEFF?(\d{4}-\d\d-\d\dT[\d:]+(?:\.\d{1,3})?)\d*Z ?/

/** The lines of a job log, without colors and timestamps. */
export const logLines = (log: string): string[] =>
  log.split(/\r?\n/).map((line) => dropControlStrings(line.replace(TIMESTAMP, '')))
