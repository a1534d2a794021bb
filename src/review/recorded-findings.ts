import type { DiffSide, Review } from '../github/api/reviews.ts'
import { commentMarkerLine, parseCommentMarker } from '../github/comment-marker.ts'
import type { FindingRecord } from '../github-tools/proposal.ts'
import { keepStart } from '../text/truncate.ts'
import { type EarlierFinding, findingOfMarker, storedFinding } from './finding.ts'

/** A finding that a review posts on a line. */
export type PostedFinding = { record: FindingRecord; path: string; side: DiffSide; line: number }

const MAX_TITLE = 80

const encode = (text: string) => Buffer.from(text).toString('base64url')
const decode = (text: string | undefined) => Buffer.from(text ?? '', 'base64url').toString()

/**
 * The hidden lines of a review's body that record its findings. A comment that a person deletes takes its own marker with it; no one can
 * delete a review.
 */
export const findingRecords = (posted: readonly PostedFinding[], { key, commit }: { key: string; commit: string }) =>
  posted.map(({ record, path, side, line }) => {
    const title = record.title === undefined ? undefined : encode(keepStart(record.title, MAX_TITLE))
    const details = { ...storedFinding(record, { commit, line }), path: encode(path), side, title }
    return commentMarkerLine({ kind: 'finding', key, details })
  })

/** The findings that our reviews record and that have no thread any more: a person deleted their comments. `idsWithThread`: the ids of the others. */
export function deletedFindings(
  reviews: readonly Review[],
  viewer: string,
  idsWithThread: ReadonlySet<string>,
): EarlierFinding[] {
  const recorded = reviews
    .filter(({ author, state }) => author === viewer && state !== 'PENDING')
    .flatMap(({ body }) => recordsIn(body))
  const byId = new Map(recorded.map((finding) => [finding.id, finding]))
  return [...byId.values()].filter(({ id }) => !idsWithThread.has(id))
}

/** The records directly below the marker of a review. Lines further down are quotes and do not count. */
function recordsIn(body: string): EarlierFinding[] {
  const [marker = '', ...lines] = body.split(/\r?\n/)
  if (parseCommentMarker(marker)?.kind !== 'review') return []
  const end = lines.findIndex((line) => parseCommentMarker(line)?.kind !== 'finding')
  return lines.slice(0, end < 0 ? lines.length : end).flatMap((line) => recordedFinding(line) ?? [])
}

function recordedFinding(line: string): EarlierFinding | undefined {
  const fields = parseCommentMarker(line) ?? {}
  const finding = findingOfMarker(fields)
  const path = decode(fields.path)
  if (finding === undefined || path === '') return undefined
  const title = decode(fields.title)
  const side = fields.side === 'LEFT' ? 'LEFT' : 'RIGHT'
  return { ...finding, title: title === '' ? undefined : title, ...deletedThread(path, side) }
}

/** What is left of a thread that a person deleted: it counts as resolved. */
const deletedThread = (path: string, side: DiffSide): Pick<EarlierFinding, 'path' | 'line' | 'thread'> => ({
  path,
  line: undefined,
  thread: {
    id: '',
    path,
    side,
    line: undefined,
    startLine: undefined,
    isResolved: true,
    isOutdated: true,
    comments: [],
    commentCount: 0,
  },
})
