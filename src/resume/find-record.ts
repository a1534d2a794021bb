import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import type { RunAttempt } from '../github/api/artifacts.ts'
import type { GitHub } from '../github/api/github.ts'
import type { Comment } from '../github/api/response-schemas.ts'
import type { ResultMarker } from '../github/result-marker.ts'
import type { Environment } from '../platform/environment.ts'
import { messageOf } from '../platform/errors.ts'
import type { RecordRef } from '../record/events.ts'
import { checkChain } from '../record/transcript-chain.ts'
import { RECORD_FILES, sha256Of } from './keep-record.ts'
import { type RecordedRun, readRecordedRun } from './recorded-run.ts'

/** A comment of ours with its marker. */
export type OwnAnswer = { comment: Comment; marker: ResultMarker }

/** `patch`: the edits of the run; empty when it made none. */
export type FoundRecord = RecordedRun & { ref: RecordRef; patch: string; answer: OwnAnswer }

export type RecordSearch = { ok: true; record: FoundRecord } | { ok: false; reason: string }

type Services = { github: GitHub; env: Environment }

/** No transcript of a run is that large; a zip file can claim anything. */
const MAX_ZIP_BYTES = 64 * 2 ** 20

const MAX_TEXT_BYTES = 512 * 2 ** 20

/**
 * The record that an answer names, if it can be trusted: our own comment, which no one else edited, names an artifact of a run of this
 * workflow with code of this repository, and the transcript in it has the digest of the comment. Never rejects.
 */
export async function fetchRecord(answer: OwnAnswer, services: Services): Promise<RecordSearch> {
  try {
    return await readRecord(answer, services)
  } catch (error) {
    return { ok: false, reason: `the record of that run could not be read (${messageOf(error)})` }
  }
}

async function readRecord(answer: OwnAnswer, { github, env }: Services): Promise<RecordSearch> {
  const { comment, marker } = answer
  const ref = recordRef(marker)
  if (ref === undefined) return refusal('that answer names no record of its run')
  const edit = await github.lastEditor(comment.nodeId)
  if (!edit.isOwn || !edit.isByAuthor) return refusal('that answer was edited by somebody else')
  const run = await github.runAttempt(ref.run, ref.attempt)
  const problem = runProblem(run, ref, env) ?? (await artifactProblem(run, ref, github))
  if (problem !== undefined) return refusal(problem)
  const zip = await github.artifactZip(ref.artifact, MAX_ZIP_BYTES)
  const files = zip === undefined ? undefined : await unzip(zip)
  const bytes = files?.get(RECORD_FILES.transcript)
  if (files === undefined || bytes === undefined) return refusal('its artifact holds no transcript')
  if (createHash('sha256').update(bytes).digest('hex') !== ref.sha256)
    return refusal('its transcript does not have the digest that the comment names')
  const transcript = Buffer.from(bytes).toString('utf8')
  if (checkChain(transcript).state !== 'intact') return refusal('its transcript was changed after it was recorded')
  const recorded = readRecordedRun(transcript)
  if (recorded === undefined) return refusal('its transcript holds no conversation that can go on')
  const patch = Buffer.from(files.get(RECORD_FILES.patch) ?? []).toString('utf8')
  if (sha256Of(patch) !== recorded.point.patchSha256) return refusal('its patch is not the one that was recorded')
  return { ok: true, record: { ...recorded, ref, patch, answer } }
}

const refusal = (reason: string): RecordSearch => ({ ok: false, reason })

function recordRef({ record, sha256 }: ResultMarker): RecordRef | undefined {
  const [run, attempt, artifact] = (record ?? '').split('.').map(Number)
  if (run === undefined || attempt === undefined || artifact === undefined || sha256 === undefined) return undefined
  return { run, attempt, artifact, sha256 }
}

/** A pull request from a fork can run any code, so its record proves nothing. */
function runProblem(run: RunAttempt, ref: RecordRef, { GITHUB_WORKFLOW_REF: workflowRef = '' }: Environment) {
  if (run.id !== ref.run || run.attempt !== ref.attempt)
    return 'its run or attempt is not the one that the comment names'
  if (run.headRepositoryId !== run.repositoryId) return 'its run used code of another repository'
  const ours = /^[^/]+\/[^/]+\/(.+?)@/.exec(workflowRef)?.[1]
  if (ours === undefined || run.path.replace(/@.*$/, '') !== ours) return 'another workflow recorded it'
  return undefined
}

async function artifactProblem(run: RunAttempt, ref: RecordRef, github: GitHub): Promise<string | undefined> {
  const artifact = await github.artifact(ref.artifact)
  if (artifact.isExpired) return 'its artifact has expired'
  if (artifact.run !== ref.run) return 'its artifact is of another run'
  if (artifact.repositoryId !== run.repositoryId || artifact.headRepositoryId !== run.repositoryId)
    return 'its artifact is of another repository'
  // GitHub does not say which attempt uploaded an artifact.
  if (Date.parse(artifact.createdAt) < Date.parse(run.startedAt)) return 'its artifact is older than its run'
  return undefined
}

/** Only the files of a record, by name: nothing is unpacked to a folder. Undefined for what is no zip file. */
async function unzip(zip: Uint8Array): Promise<Map<string, Uint8Array> | undefined> {
  const names: readonly string[] = Object.values(RECORD_FILES)
  try {
    const files = unzipSync(zip, {
      filter: ({ name, originalSize }) => names.includes(name) && originalSize <= MAX_TEXT_BYTES,
    })
    return new Map(Object.entries(files))
  } catch {
    return undefined
  }
}
