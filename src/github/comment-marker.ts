import { createHash } from 'node:crypto'
import * as z from 'zod'
import { type OwnText, unboundText } from './own-text.ts'

/**
 * The invisible first line of a comment, review or issue that this action writes beside its result, by which a later run
 * finds it again. `key` names the workflow and job, `run` the run without its attempt, `nth` the position among the same kind in
 * that run; `linesHash` and `id` are hashes.
 */
export type CommentMarker = {
  kind: 'comment' | 'review' | 'remark' | 'reply' | 'issue' | 'finding' | 'rewrite' | 'pull' | 'report'
  key: string
  run?: string
  nth?: number
  linesHash?: string
  id?: string
  /** How many answers in a row bots asked for. It identifies nothing. */
  round?: number
  /** The run and attempt that write it, which GitHub can confirm. They identify nothing. */
  by?: string
  /** Further fields by their stored names. They identify nothing. */
  details?: Readonly<Record<string, string | undefined>>
}

/** The names in the marker are stored on GitHub: a new name would hide the comments of earlier runs. */
const FIELDS = [
  ['key', 'key'],
  ['run', 'run'],
  ['nth', 'nth'],
  ['linesHash', 'at'],
  ['id', 'id'],
  ['round', 'round'],
  ['by', 'by'],
] as const

/** The marker of the result comment (delivery/post/comment.ts) has another format, so neither matches the other. */
export function commentMarkerLine(marker: CommentMarker): string {
  const details = Object.entries(marker.details ?? {}).filter(([, value]) => /^[\w.-]+$/.test(value ?? ''))
  const fields = [...storedFields(marker), ...details].map(([name, value]) => `${name}=${value}`)
  return `<!-- sluice:v1 kind=${marker.kind} ${fields.join(' ')} -->`
}

/** The fields of the marker on the first line of a text of ours, by their stored names. A marker further down is a quote and does not count. */
export const parseCommentMarker = (text: OwnText): Record<string, string> | undefined => claimedFields(text)

function claimedFields(body: string): Record<string, string> | undefined {
  const fields = /^<!-- sluice:v1 (kind=\w+(?: \w+=[\w.-]+)*) -->(?:\r?\n|$)/.exec(unboundText(body))?.[1]
  return fields === undefined ? undefined : Object.fromEntries(fields.split(' ').map((field) => field.split('=', 2)))
}

const REWRITE_MARK = /^<!-- sluice:v1 kind=rewrite [^\n]*-->(?:\r?\n|$)/

/** Whether a run replaced this text of somebody else, or the title above it. */
export const isRewritten = (body: string): boolean => REWRITE_MARK.test(body)

export const withoutRewriteMark = (body: string): string => body.replace(REWRITE_MARK, '')

/** The same for the first line and each line directly below it that is a marker, too. Lines further down are quotes. */
export function leadingMarkers(text: OwnText): Record<string, string>[] {
  const fields = text.split(/\r?\n/).map((line) => claimedFields(line))
  const end = fields.indexOf(undefined)
  return fields.slice(0, end < 0 ? fields.length : end).filter((each) => each !== undefined)
}

/** The run that the marker of a draft claims; undefined for a text without a marker. */
export function claimedDraft(body: string): { run?: string } | undefined {
  const fields = claimedFields(body)
  return fields && { run: fields.run }
}

type ClaimedMarker = Omit<CommentMarker, 'key'> & Partial<Pick<CommentMarker, 'key'>>

/** Whether any text claims this marker: every field that identifies it is the same. Enough to choose which comment of our account this run edits. */
export function claimsMarker(body: string, { round: _, by: __, ...marker }: ClaimedMarker): boolean {
  const stored = claimedFields(body)
  return stored?.kind === marker.kind && storedFields(marker).every(([name, value]) => stored[name] === value)
}

const storedFields = (marker: ClaimedMarker): [name: string, value: string][] =>
  FIELDS.flatMap(([field, name]) => {
    const value = marker[field]
    return value === undefined ? [] : [[name, String(value).replace(/[^\w.-]/g, '-')]]
  })

/** The id of a run without its attempt (`123.2` is the second attempt of `123`): a rerun keeps the id. */
export const withoutAttempt = (run: string) => run.replace(/\.\d+$/, '')

/** The first 16 hex digits of a SHA-256. */
export const shortHash = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)

/** How many answers in a row bots asked for, by any marker of this action; 0: a person asked. */
export const storedBotRound = (text: OwnText): number => claimedRound(text)

/** The same as any text claims it. Enough to stop a run that the text starts. */
export const claimedRound = (body: string): number => Number(/ round=(\d{1,6})(?= )/.exec(markerOn(body))?.[1] ?? 0)

const TriggerComment = z.object({ id: z.int().positive(), updated_at: z.string().optional() }).optional()
const TriggerPayloadFields = z.object({
  action: z.string().optional(),
  comment: TriggerComment,
  review: TriggerComment,
})

const markerOn = (text: string): string => /^<!-- sluice:v1 [^\n]*-->/.exec(text)?.[0] ?? ''

/** A trailer of our commits: what `read=trusted` is in a marker. */
export const READ_TRAILER = 'Sluice-Read: trusted'

/** The trailer of a commit whose run a bot started: how many runs in a row started the next one. */
export const roundTrailer = (round: number): string => `Sluice-Round: ${round}`

/** The trailers are the last paragraph: the model writes the subject. */
const trailersOf = (message: string): string =>
  message
    .trimEnd()
    .split(/\n\s*\n/)
    .at(-1) ?? ''

/** The round of a run that this commit starts; 0 where no run made it. */
export const commitRound = (message: string): number =>
  /^Sluice-Run: /m.test(message) ? Number(/^Sluice-Round: (\d{1,6})$/m.exec(trailersOf(message))?.[1] ?? 0) + 1 : 0

/** Whether a commit is by a run that read text of people without write permission. Only people with write permission can push another one. */
export const isByReaderOfOthers = (message: string): boolean =>
  /^Sluice-Run: /m.test(message) && !trailersOf(message).split('\n').includes(READ_TRAILER)

/**
 * An id of the comment or review that triggered the run, and of its edit when the edit triggered it. The same when GitHub delivers
 * an event twice. Undefined for events without a comment or review.
 */
export function triggerId({ name, payload }: { name: string; payload: unknown }): string | undefined {
  const { data } = TriggerPayloadFields.safeParse(payload)
  const comment = data?.comment ?? data?.review
  if (data === undefined || comment === undefined) return undefined
  const edit = data.action === 'edited' ? `-${Date.parse(comment.updated_at ?? '') || 0}` : ''
  return `${name.replaceAll('_', '-')}-${comment.id}${edit}`
}

/** Whether a run's id is the id of a comment or review that the run answers. */
export const isTriggerId = (run: string): boolean =>
  /^(?:issue-comment|discussion-comment|commit-comment|pull-request-review(?:-comment)?)-\d/.test(run)
