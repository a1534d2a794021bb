import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import * as z from 'zod'
import type { Inputs } from '../config/inputs.ts'
import { githubEndpoints, runIdentity, runLocation } from '../config/run-identity.ts'
import type { Runtime } from '../config/runtime.ts'
import { askedOf } from '../delivery/attempts.ts'
import type { RecordedEnd } from '../delivery/delivery-context.ts'
import { uploadFiles } from '../delivery/post/run-artifact.ts'
import type { GitHub } from '../github/api/github.ts'
import type { RunAttempt } from '../github/api/workflow-runs.ts'
import { shortHash } from '../github/comment-marker.ts'
import { readConversation } from '../github/context/context-comments.ts'
import { forEachItem } from '../github/events/listed-items.ts'
import type { ListedItem, Task } from '../github/events/task.ts'
import { isUnchanged, jobKey, type RecordMarker, seenMark } from '../github/result-marker.ts'
import type { Message, ModelReply, ToolReply } from '../model/types.ts'
import type { Environment } from '../platform/environment.ts'
import { messageOf } from '../platform/errors.ts'
import type { SecretFilter } from '../platform/redact/redact.ts'
import type { CallRecord, Ending, EventOf, RecordRef, ResumeOffer, RunEvent } from '../record/events.ts'
import { wholeCall } from '../record/outcome.ts'
import { checkChain, type Transcript } from '../record/transcript.ts'
import { readTranscript } from '../record/transcript-line.ts'
import { newCode } from './reply-command.ts'
import { type OwnAnswer, recordRef } from './thread-answers.ts'

/** `patch`: the edits of the run; empty when it made none. */
export type FoundRecord = RecordedRun & { ref: RecordRef; patch: string; answer: OwnAnswer }

export type RecordSearch = { ok: true; record: FoundRecord } | { ok: false; reason: string }

type Services = { github: GitHub; env: Environment }

/** Larger than any transcript of a run. A zip file can claim any size. */
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
  if (!edit.isOwn || !edit.isByAuthor) return refusal('someone else edited that answer')
  const run = await github.runAttempt(ref.run, ref.attempt)
  const problem = runProblem(run, ref, env) ?? (await artifactProblem(run, ref, github))
  if (problem !== undefined) return refusal(problem)
  const zip = await github.artifactZip(ref.artifact, MAX_ZIP_BYTES)
  const files = zip === undefined ? undefined : await unzip(zip)
  const bytes = files?.get(RECORD_FILES.transcript)
  if (files === undefined || bytes === undefined) return refusal('its artifact contains no transcript')
  if (createHash('sha256').update(bytes).digest('hex') !== ref.sha256)
    return refusal('its transcript does not have the digest that the comment names')
  const transcript = Buffer.from(bytes).toString('utf8')
  if (checkChain(transcript).state !== 'intact') return refusal('its transcript was changed after it was recorded')
  const recorded = readRecordedRun(transcript)
  if (recorded === undefined) return refusal('its transcript contains no conversation that can continue')
  const patch = Buffer.from(files.get(RECORD_FILES.patch) ?? []).toString('utf8')
  if (sha256Of(patch) !== recorded.point.patchSha256) return refusal('its patch is not the one that was recorded')
  return { ok: true, record: { ...recorded, ref, patch, answer } }
}

const refusal = (reason: string): RecordSearch => ({ ok: false, reason })

/** A pull request from a fork can run any code, so its record proves nothing. */
function runProblem(run: RunAttempt, ref: RecordRef, { GITHUB_WORKFLOW_REF: workflowRef = '' }: Environment) {
  if (run.id !== ref.run || run.attempt !== ref.attempt)
    return 'its run or attempt is not the one that the comment names'
  return foreignRunProblem(run, workflowRef)
}

function foreignRunProblem(run: RunAttempt, workflowRef: string): string | undefined {
  if (run.headRepositoryId !== run.repositoryId) return 'its run used code of another repository'
  const ours = /^[^/]+\/[^/]+\/(.+?)@/.exec(workflowRef)?.[1]
  if (ours === undefined || run.path.replace(/@.*$/, '') !== ours) return 'another workflow recorded it'
  return undefined
}

async function artifactProblem(run: RunAttempt, ref: RecordRef, github: GitHub): Promise<string | undefined> {
  const artifact = await github.artifact(ref.artifact)
  if (artifact.isExpired) return 'its artifact has expired'
  if (artifact.run !== ref.run) return 'its artifact belongs to another run'
  if (artifact.repositoryId !== run.repositoryId || artifact.headRepositoryId !== run.repositoryId)
    return 'its artifact belongs to another repository'
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

/** What a later run needs of a recorded one. */
export type RecordedRun = {
  started: EventOf<'run_started'>
  snapshot: EventOf<'run_snapshot'>
  point: EventOf<'resume_point'>
  /** How that run continued another one. */
  resumed: EventOf<'run_resumed'> | undefined
  /** The whole conversation, as the next request would send it. */
  history: readonly Message[]
  /** The last request of the main conversation. */
  request: EventOf<'model_request'>
  /** The calls of the main conversation, in order. */
  calls: readonly CallRecord[]
  /** Also those of sub-agents and programs. */
  allCalls: readonly CallRecord[]
}

/** Reads a transcript whose digest was checked; undefined when no conversation in it can continue. Throws UserError for a broken file. */
export function readRecordedRun(transcript: string): RecordedRun | undefined {
  const events = readTranscript(transcript).map(({ event }) => event)
  const [started, snapshot, point] = [
    eventsOf(events, 'run_started')[0],
    eventsOf(events, 'run_snapshot')[0],
    eventsOf(events, 'resume_point').at(-1),
  ]
  const request = eventsOf(events, 'model_request').findLast(({ agent }) => agent === undefined)
  if (started === undefined || snapshot === undefined || point === undefined || request === undefined) return undefined
  const history = historyAfter(request, events)
  const allCalls = eventsOf(events, 'call_finished').map(({ call }) => call)
  const calls = allCalls.filter(({ agent, parent }) => agent === undefined && parent === undefined)
  return history === undefined
    ? undefined
    : { started, snapshot, point, history, request, calls, allCalls, resumed: eventsOf(events, 'run_resumed')[0] }
}

const eventsOf = <Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type) =>
  events.filter((event): event is EventOf<Type> => event.type === type)

/** The messages of the last request, its reply, and the results of the calls in the reply; undefined when one is missing. */
function historyAfter(request: EventOf<'model_request'>, events: readonly RunEvent[]): Message[] | undefined {
  const after = events.slice(events.indexOf(request) + 1)
  const reply = eventsOf(after, 'model_reply').find(({ agent, turn }) => agent === undefined && turn === request.turn)
  if (reply === undefined) return undefined
  const messages: Message[] = [...request.messages, { role: 'model', parts: reply.reply.parts.filter(staysInHistory) }]
  const replies = callsIn(reply.reply).map(({ id, name }): ToolReply | undefined => {
    const finished = eventsOf(after, 'call_finished').find(({ call }) => call.id === id && call.agent === undefined)
    return finished && { id, name, response: finished.reply }
  })
  const known = replies.filter((each) => each !== undefined)
  if (known.length < replies.length) return undefined
  return known.length === 0 ? messages : [...messages, { role: 'tool', replies: known }]
}

const callsIn = ({ parts }: ModelReply) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : []))

const staysInHistory = (part: ModelReply['parts'][number]) => part.kind !== 'thought' || part.signature !== undefined

/** The denied call that a code is for. */
export const offeredCall = ({ calls }: RecordedRun, offer: ResumeOffer): CallRecord | undefined =>
  offer.id === undefined ? undefined : calls.find(({ id, verdict }) => id === offer.id && verdict === 'deny')

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

/** Calls of sub-agents and programs have no conversation to continue. */
const mayBeAllowed = (call: CallRecord): boolean =>
  call.askable === true &&
  call.agent === undefined &&
  call.parent === undefined &&
  call.resolved?.linked !== true &&
  wholeCall(call) !== undefined

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A scheduled run with one answer about a list of issues. */
type ListRun = {
  task: Task
  inputs: Inputs
  runtime: Runtime
  session: {
    isInBatch?: boolean
    github: GitHub
    filter?: Pick<SecretFilter, 'text'>
    transcript?: Pick<Transcript, 'events'>
  }
}

const LIST_FILE = 'answer.json'

const MAX_LIST_BYTES = 2 ** 20

const ListAnswer = z.object({ marks: z.array(z.string()), text: z.string(), structured: z.unknown().optional() })

/** The list of a run. A list of one issue is a run about that issue, whose answer has no comment either. */
const listedIn = ({ items, kind, number }: Task, { comment }: Inputs): readonly ListedItem[] => {
  const isAlone = items === undefined && kind === 'issue' && number !== undefined && comment === 'off'
  return isAlone ? [{ kind, number }] : (items ?? [])
}

/** What a list is answered for: its issues as GitHub has them, and what is asked. The name of the artifact leaves the comments of strangers out. */
async function listState({
  task,
  inputs,
  runtime,
  session,
}: ListRun): Promise<{ name: string; marks: string[] } | undefined> {
  const items = listedIn(task, inputs)
  const areIssues = items.every(({ kind, problem }) => kind === 'issue' && problem === undefined)
  if (runtime.event.name !== 'schedule' || items.length === 0 || !areIssues || inputs.mode !== '') return undefined
  const asked = askedOf(inputs, runtime)
  const marks = await forEachItem(items, async ({ number }) => {
    const issue = await readConversation({ number, kind: 'issue' }, session.github)
    if (issue === undefined) throw new Error(`#${number} could not be read`)
    return seenMark({ ...issue, labels: issue.state?.labels ?? [] }, asked)
  })
  const { workflow, job } = runIdentity(inputs, runtime)
  const fixed = marks.map((mark, index) => `${items[index]?.number} ${mark.split('-')[0]}`)
  const step = runtime.env.GITHUB_ACTION ?? ''
  return { name: `sluice-list-${shortHash(jobKey(workflow, job), step, ...fixed)}`, marks }
}

/**
 * The answer of an earlier scheduled run of this workflow about the same issues, none of which changed since: it is used again, and no model is
 * asked. Undefined without one, and where GitHub does not say. Never rejects.
 */
export async function unchangedListAnswer(
  run: ListRun,
): Promise<{ text: string; structured?: unknown; run: number } | undefined> {
  try {
    const state = await listState(run)
    if (state === undefined) return undefined
    const { session, runtime } = run
    const kept = await session.github.artifactsNamed(state.name)
    const newest = kept.find(({ isExpired, isOwnCode, bytes }) => !isExpired && isOwnCode && bytes <= MAX_LIST_BYTES)
    if (newest?.run === undefined) return undefined
    const by = await session.github.runAttempt(newest.run, 1)
    if (by.event !== 'schedule' || foreignRunProblem(by, runtime.env.GITHUB_WORKFLOW_REF ?? '') !== undefined)
      return undefined
    const zip = await session.github.artifactZip(newest.id, MAX_LIST_BYTES)
    const isAnswer = ({ name, originalSize }: { name: string; originalSize: number }) =>
      name === LIST_FILE && originalSize <= MAX_LIST_BYTES
    const bytes = zip && unzipSync(zip, { filter: isAnswer })[LIST_FILE]
    if (bytes === undefined) return undefined
    const { marks, text, structured } = ListAnswer.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    const ageMs = runtime.now() - Date.parse(newest.createdAt)
    const isSame = state.marks.every((mark, index) => isUnchanged(marks[index] ?? '', mark, ageMs))
    return isSame ? { text, structured, run: newest.run } : undefined
  } catch {
    return undefined // then the model answers once more
  }
}

/**
 * Keeps the answer about a list for the next scheduled run, if it is all that the run leaves: no proposals, and no program that could set
 * values for later steps. Never rejects.
 */
export async function keepListAnswer(run: ListRun, ending: Ending, proposals: readonly unknown[]): Promise<void> {
  if (ending.end !== 'answered' || ending.incomplete !== undefined || run.session.isInBatch === true) return
  const calls = eventsOf(run.session.transcript?.events() ?? [], 'call_finished')
  if (proposals.length > 0 || calls.some(({ call }) => !/read|list|search|glob|get/.test(call.name))) return
  const state = await listState(run).catch(() => undefined)
  if (state === undefined) return
  const { env, session, sleep } = run.runtime
  const location = { ...runLocation(env), job: '', session, name: state.name }
  const { ACTIONS_RESULTS_URL: resultsUrl = '', ACTIONS_RUNTIME_TOKEN: token = '' } = env
  const text = JSON.stringify({ marks: state.marks, text: ending.text, structured: ending.structured })
  const service = { resultsUrl, token, userAgent: githubEndpoints(env).userAgent, sleep }
  await uploadFiles([{ name: LIST_FILE, text }], location, service, {
    text: (each) => run.session.filter?.text(each) ?? each,
  })
}
