import type { RunIdentity } from '../config/run-identity.ts'
import type { GitHub } from '../github/api/github.ts'
import { jobKey, parseMarker } from '../github/result-marker.ts'
import type { Environment } from '../platform/environment.ts'
import { type FoundRecord, fetchRecord, type OwnAnswer } from './find-record.ts'

/**
 * Recorded runs of a job. `unread`: how many others there are, whose record could not be used or is beyond the limit; undefined when not
 * even that could be read.
 */
export type RecordedCorpus = { records: readonly FoundRecord[]; unread: number | undefined }

/** Each record takes four requests. */
const MAX_RECORDS = 25

const AT_ONCE = 5

/** The records that the newest comments of the repository name, newest first. Never rejects. */
export const readCorpus = (identity: RunIdentity, github: GitHub, env: Environment): Promise<RecordedCorpus> =>
  readRecords(identity, github, env).catch(() => ({ records: [], unread: undefined }))

async function readRecords(identity: RunIdentity, github: GitHub, env: Environment): Promise<RecordedCorpus> {
  const [viewer, comments, replies] = await Promise.all([
    github.viewer(),
    github.recentComments(),
    github.recentReviewComments(),
  ])
  const key = jobKey(identity.workflow, identity.job)
  const answers = [...comments, ...replies]
    .flatMap((comment): OwnAnswer[] => {
      const marker = comment.author === viewer ? parseMarker(comment.body) : undefined
      return marker?.key === key && marker.record !== undefined ? [{ comment, marker }] : []
    })
    .toSorted((a, b) => b.comment.createdAt.localeCompare(a.comment.createdAt))
  const records: FoundRecord[] = []
  for (let start = 0; start < Math.min(answers.length, MAX_RECORDS); start += AT_ONCE) {
    const part = answers.slice(start, Math.min(start + AT_ONCE, MAX_RECORDS))
    const found = await Promise.all(part.map((answer) => fetchRecord(answer, { github, env })))
    records.push(...found.flatMap((search) => (search.ok ? [search.record] : [])))
  }
  return { records, unread: answers.length - records.length }
}
