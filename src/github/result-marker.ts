import { createHash } from 'node:crypto'
import { shortHash } from './comment-marker.ts'
import { type OwnText, unboundText } from './own-text.ts'

/**
 * Identifies a result comment. `key`: the workflow and job that own it; `run`: the run that wrote it last; `state`: whether
 * that run is still working, and whether it delivered everything; `round`: how many answers in a row bots asked for.
 */
export type ResultMarker = { key: string; run: string; state: (typeof STATES)[number]; round?: number } & RecordMarker

/**
 * `sha256`: of the run's transcript up to its delivery. `record`: run, attempt and artifact that hold that transcript. `pushed`: the
 * commit that the run pushed. `used`: the code of another answer that the run uses up; `by`: the run and attempt that wrote the comment.
 * `read`: `trusted` when that run read no text of people without write permission. `usd`: what the runs that wrote the comment spent.
 * `reviewed`: the commit that this job reviewed last, and a mark of the base branch. `issueState`: what an answer about an issue was given for (`seenMark`).
 * `set`: the labels that the runs behind an answer set on its issue (`labelMarks`). `label`: the label of label_trigger that started a run that works.
 */
export type RecordMarker = {
  sha256?: string
  record?: string
  pushed?: string
  used?: string
  by?: string
  read?: string
  usd?: string
  reviewed?: string
  issueState?: string
  set?: string
  label?: string
}

const RECORD_FIELDS: Readonly<Record<keyof RecordMarker, RegExp>> = {
  sha256: /^[0-9a-f]{64}$/,
  record: /^\d{1,15}\.\d{1,6}\.\d{1,15}$/,
  pushed: /^[0-9a-f]{40}$/,
  used: /^[A-Z0-9]{4,20}$/,
  by: /^\d{1,15}\.\d{1,6}$/,
  read: /^trusted$/,
  usd: /^\d{1,7}(?:\.\d{1,6})?$/,
  reviewed: /^[0-9a-f]{40}\.[0-9a-f]{8}$/,
  issueState: /^[0-9a-f]{16}-[0-9a-f]{16}$/,
  set: /^[0-9a-f]{8}(?:\.[0-9a-f]{8}){0,7}$/,
  label: /^[0-9a-f]{8}$/,
}

const RECORD_NAMES = Object.keys(RECORD_FIELDS) as (keyof RecordMarker)[] // the keys of the line above

/** The branch that a pull request goes into, as a mark names it: into another one, the same commit changes something else. */
export const baseMark = (branch: string): string => shortHash(branch).slice(0, 8)

export const reviewedMark = (sha: string, branch: string): string => `${sha}.${baseMark(branch)}`

const STATES = ['working', 'partial', 'done'] as const

/** The same for every run of one job of one workflow; safe inside an HTML comment. */
export function jobKey(workflow: string, job: string): string {
  const readable = `${workflow} ${job}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return `${readable}.${createHash('sha256').update(`${workflow}\n${job}`).digest('hex').slice(0, 12)}`
}

/** The invisible first line of a result comment. */
export function markerLine({ key, run, state, round, ...record }: ResultMarker): string {
  const optional = [['round', round] as const, ...RECORD_NAMES.map((name) => [name, record[name]] as const)].flatMap(
    // Without `by`, `run` names the run that wrote the comment.
    ([name, value]) => (value === undefined || (name === 'by' && value === run) ? [] : [` ${name}=${value}`]),
  )
  return `<!-- sluice:v1 key=${key} run=${run.replace(/[^\w.-]/g, '-')} state=${state}${optional.join('')} -->`
}

const MARKER = /^<!-- sluice:v1 key=([\w.-]+) run=([\w.-]+) state=(\w+)((?: \w+=[\w.-]+)*) -->(?:\r?\n|$)/

/** The marker on the first line of a text of ours. A marker on any other line is a quotation. */
export const parseMarker = (text: OwnText): ResultMarker | undefined => claimedMark(text)

/**
 * What the first line of any text claims. Enough to choose which comment of our account this run edits, or which claim another proof
 * confirms, such as the digest of a transcript. `test/github/marks.test.ts` lists who may ask.
 */
export function claimedMark(body: string): ResultMarker | undefined {
  const [, key, run, word, rest = ''] = MARKER.exec(unboundText(body)) ?? []
  const state = STATES.find((candidate) => candidate === word)
  if (key === undefined || run === undefined || state === undefined) return undefined
  const round = / round=(\d{1,6})(?: |$)/.exec(rest)?.[1]
  return {
    key,
    run,
    state,
    round: round === undefined ? undefined : Number(round),
    ...recordFields(rest),
    ...boundFields(body),
  }
}

const boundFields = (body: string): Pick<RecordMarker, 'read'> =>
  /^<!-- sluice:v1 read=trusted /.test(body) ? { read: 'trusted' } : {}

/** A field whose value has another form counts as absent. */
function recordFields(rest: string): RecordMarker {
  const fields = new Map(rest.split(' ').map((field) => field.split('=', 2) as [name: string, value: string]))
  return Object.fromEntries(
    RECORD_NAMES.flatMap((name) => {
      const value = fields.get(name)
      return value !== undefined && RECORD_FIELDS[name].test(value) ? [[name, value]] : []
    }),
  )
}

/** A text that this run composed, with other fields in its marker. */
export function withMarkFields(composed: string, fields: (marker: ResultMarker) => Partial<ResultMarker>): string {
  const marker = claimedMark(composed)
  return marker === undefined
    ? composed
    : composed.replace(markerLine(marker), () => markerLine({ ...marker, ...fields(marker) }))
}

/** The same marker with the commit that the run pushed, where its transcript was kept. */
export const markPushed = (line: string, sha: string | undefined): string =>
  withMarkFields(line, ({ record, pushed }) => ({ pushed: sha !== undefined && record !== undefined ? sha : pushed }))

/** The same comment marked `partial`: a rerun does not treat it as finished. */
export const markPartial = (body: string): string => withMarkFields(body, () => ({ state: 'partial' }))

/** An issue as an answer was given for it. */
export type SeenIssue = {
  title: string
  body: string
  labels: readonly string[]
  comments: readonly { author: string | undefined; body: string; isOwn: boolean; isMember: boolean }[]
}

/** What an answer about an issue was given for, in two hashes: without the comments of strangers, and with them. `task`: what was asked. */
export function seenMark({ title, body, labels, comments }: SeenIssue, task: readonly string[]): string {
  const people = comments.filter(({ author = '', isOwn }) => !isOwn && !author.endsWith('[bot]'))
  const hashOf = (list: SeenIssue['comments']) => {
    const texts = list.map((comment) => [comment.author, comment.body])
    const parts = [title, body, labels.toSorted(), texts, task]
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
  }
  return `${hashOf(people.filter(({ isMember }) => isMember))}-${hashOf(people)}`
}

/** The labels that runs set, for a mark: at most eight, each as a hash, because its name may have any character. */
export const labelMarks = (labels: readonly string[]): string | undefined =>
  labels.length === 0 ? undefined : labels.slice(0, 8).map(labelMark).join('.')

export const labelMark = (label: string): string => shortHash(label.toLowerCase()).slice(0, 8)

const WEEK_MS = 7 * 24 * 3_600_000

/** Whether an issue is as it was when it got its answer. Comments of strangers count once a week. */
export function isUnchanged(recorded: string, current: string, sinceMs: number): boolean {
  return recorded === current || (recorded.split('-')[0] === current.split('-')[0] && sinceMs < WEEK_MS)
}
