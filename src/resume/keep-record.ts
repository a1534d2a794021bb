import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Inputs } from '../config/inputs/inputs.ts'
import { githubEndpoints, runLocation } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import type { RecordedEnd } from '../delivery/delivery-context.ts'
import { uploadFiles } from '../delivery/post/run-artifact.ts'
import type { RecordMarker } from '../github/result-marker.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import { isProtectedPath } from '../policy/protected-paths.ts'
import type { CallRecord, Ending, ResumeOffer, RunEvent } from '../record/events.ts'
import type { Transcript } from '../record/transcript.ts'
import { newCode } from './reply-command.ts'

export type RecordServices = {
  inputs: Pick<Inputs, 'resume'>
  runtime: Runtime
  transcript: Transcript
  filter: SecretFilter
}

/** `marker`: what the comment says about the record. `offers`: the codes in the comment. */
export type KeptRecord = { marker: RecordMarker; offers: readonly ResumeOffer[] }

/** The name of the transcript and of the patch in the artifact. */
export const RECORD_FILES = { transcript: 'transcript.jsonl', patch: 'changes.patch' } as const

const MAX_OFFERS = 20

/**
 * Uploads what a later run needs to continue this one, before the comment is posted: the comment names the artifact by its id and the
 * transcript by its digest. When that fails, the run is delivered without codes. Never rejects.
 */
export async function keepRecord(
  ended: RecordedEnd,
  { inputs, runtime, transcript, filter }: RecordServices,
): Promise<KeptRecord> {
  const { events } = ended
  const hasConversation = events.some(({ type }) => type === 'model_reply')
  if (!inputs.resume || !hasConversation || !ended.isPosted) return { marker: digestOf(transcript), offers: [] }
  const warn = (reason: string): KeptRecord => {
    transcript.emit({
      type: 'notice',
      level: 'warning',
      text: `Later comments cannot continue this conversation: ${reason}.`,
    })
    return { marker: digestOf(transcript), offers: [] }
  }
  const patch = filter.text(ended.patch)
  const offers = ended.mayOffer ? offersOf(events, ended.ending) : []
  transcript.emit({ type: 'resume_point', patchSha256: sha256Of(patch), offers: [...offers] })
  const sha256 = transcript.sha256()
  const text = await readFile(transcript.path, 'utf8').catch(() => undefined)
  if (sha256 === undefined || text === undefined || sha256Of(text) !== sha256)
    return warn('the transcript is incomplete')
  // A secret that is split between two events shows only in the whole text, and to redact it would break the digest.
  if (filter.text(text) !== text) return warn('the transcript contains what looks like a secret')
  const { env, session, sleep } = runtime
  const { GITHUB_RUN_ID: run = '', GITHUB_RUN_ATTEMPT: attempt = '1' } = env
  const location = { ...runLocation(env), job: `record-${env.GITHUB_JOB ?? ''}`, session }
  const { ACTIONS_RESULTS_URL: resultsUrl = '', ACTIONS_RUNTIME_TOKEN: token = '' } = env
  const service = { resultsUrl, token, userAgent: githubEndpoints(env).userAgent, sleep }
  const files = [
    { name: RECORD_FILES.transcript, text },
    { name: RECORD_FILES.patch, text: patch },
  ]
  const upload = await uploadFiles(files, location, service, { text: (each) => each })
  if (!upload.ok) return warn(`the transcript could not be uploaded: ${upload.reason}`)
  return { marker: { sha256, record: `${run}.${attempt}.${upload.id}` }, offers }
}

const digestOf = (transcript: Transcript): RecordMarker => ({ sha256: transcript.sha256() })

/** Codes for the denied calls that a person may allow, and for the plan of a run in plan mode. */
function offersOf(events: readonly RunEvent[], ending: Ending): ResumeOffer[] {
  const isPlan = events.some((event) => event.type === 'run_snapshot' && event.mode === 'plan')
  if (isPlan) return ending.end === 'answered' ? [{ code: newCode() }] : []
  const denied = events.flatMap((event) =>
    event.type === 'call_finished' && mayBeAllowed(event.call) ? [event.call] : [],
  )
  const once = new Map(denied.map(({ id, name, args }) => [JSON.stringify([name, args]), id]))
  return [...once.values()].slice(0, MAX_OFFERS).map((id) => ({ code: newCode(), id }))
}

/** The calls of sub-agents and of programs have no conversation to go on in. */
const mayBeAllowed = ({ askable, agent, parent, resolved, args }: CallRecord): boolean =>
  askable === true &&
  agent === undefined &&
  parent === undefined &&
  resolved?.linked !== true &&
  ![args.file_path, resolved?.args.file_path].some((path) => typeof path === 'string' && isProtectedPath(path))

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')
