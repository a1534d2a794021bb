import { readFile } from 'node:fs/promises'
import { findingVerifier } from '../../agent/subagents/built-in.ts'
import { DELEGATE_TOOL, delegateTool } from '../../agent/subagents/subagent-tools.ts'
import type { ModelReply, ToolDeclaration, ToolReply } from '../../model/types.ts'
import { readErrorReason, UserError } from '../../platform/errors.ts'
import type { CallRecord, EventOf, RunEvent, ToolRecord } from '../../record/events.ts'
import { type ChainCheck, checkChain } from '../../record/transcript.ts'
import { type RecordedEvent, readTranscript } from '../../record/transcript-line.ts'
import { failed, TOOL_FAILURES, type Tool, type ToolResult } from '../../tools/tool.ts'

export type RecordedRequest = EventOf<'model_request'>

/** A recorded request with its reply or failure; neither when the recording or the run ended before. */
export type Exchange = { request: RecordedRequest; reply?: ModelReply; failed?: EventOf<'model_failed'> }

/** A sub-agent's work on one task; without `finished` the recording is incomplete. */
export type Delegation = {
  started: EventOf<'agent_started'>
  finished?: EventOf<'agent_finished'>
  /** The model got a truncated report. */
  isShortened: boolean
}

/** A recorded run, indexed for replay. The key of `exchanges` is the sub-agent; undefined is the main conversation. */
export type Recording = {
  events: readonly RunEvent[]
  /** Time of each event, in milliseconds since 1970. */
  times: readonly number[]
  /** Time of the first event, in milliseconds since 1970. */
  startTime: number
  started: EventOf<'run_started'>
  snapshot: EventOf<'run_snapshot'>
  exchanges: ReadonlyMap<string | undefined, readonly Exchange[]>
  calls: readonly CallRecord[]
  /** By the id of the call that delegates the task. */
  delegations: ReadonlyMap<string, Delegation>
  /** The conversations of the second look at findings, which no call started. */
  looks: readonly Delegation[]
  /** The reply to each call that the model got, by the call's id. */
  replies: ReadonlyMap<string, ToolReply>
  /** Absent in an incomplete recording. */
  ended?: EventOf<'run_ended'>
  /** Whether the file is as the run wrote it. */
  chain: ChainCheck
}

/** Reads a transcript for replay. `sha256`: the digest that the run published. Throws UserError that names the problem with the file. */
export async function readRecording(path: string, sha256?: string): Promise<Recording> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError(`The transcript ${path} cannot be read: ${readErrorReason(cause)}`, { cause })
  })
  return parseRecording(text, path, sha256)
}

export function parseRecording(text: string, path: string, sha256?: string): Recording {
  const chain = checkChain(text, sha256)
  const recorded = parseTranscript(text, path, chain)
  const events = recorded.map(({ event }) => event)
  const started = findEvent(events, 'run_started')
  const ended = findEvent(events, 'run_ended')
  if (started === undefined && ended === undefined)
    throw new UserError(`${path} is not the transcript of a run: it has no run_started event.`)
  if (started === undefined) throw new UserError(`${path}: ${noRequestMessage(ended)}`)
  const snapshot = findEvent(events, 'run_snapshot')
  const exchanges = collectExchanges(events)
  if (snapshot === undefined && exchanges.size > 0)
    throw new UserError(
      `${path} was recorded by Sluice ${started.version}, which did not record policies, tools and limits. ` +
        'Record the run again with this version.',
    )
  if (snapshot === undefined || exchanges.get(undefined) === undefined)
    throw new UserError(`${path}: ${noRequestMessage(ended)}`)
  // A replay starts no commands, so it makes no calls of their `gh`.
  const calls = events.flatMap((event) =>
    event.type === 'call_finished' && event.call.parent === undefined ? [event.call] : [],
  )
  return {
    events,
    times: recorded.map(({ timeMs }) => timeMs),
    startTime: recorded[0]?.timeMs ?? 0,
    started,
    snapshot,
    exchanges,
    calls,
    delegations: collectDelegations(events),
    looks: collectLooks(events),
    replies: collectReplies(events),
    ended,
    chain,
  }
}

/** Where a transcript was changed, as a sentence. */
export const changedLineMessage = ({ line, reason }: Extract<ChainCheck, { state: 'changed' }>): string =>
  `The transcript was changed after it was recorded: line ${line}: ${reason}.`

const noRequestMessage = (ended: EventOf<'run_ended'> | undefined): string =>
  ended === undefined
    ? 'the recording ends before the first model request, so there is nothing to replay.'
    : `the run ended with ${ended.outcome} before the first model request, so there is nothing to replay.`

function parseTranscript(text: string, path: string, chain: ChainCheck): RecordedEvent[] {
  if (text.trim() === '') throw new UserError(`${path} is empty: there is nothing to replay.`)
  if (/^\s*\{"(chunks|status|fault)"/.test(text))
    throw new UserError(
      `${path} contains model answers, not the transcript of a run. Use this file with \`sluice run --replay\`.`,
    )
  try {
    return readTranscript(text)
  } catch (cause) {
    if (!(cause instanceof UserError)) throw cause
    throw new UserError(
      `${path} is not a transcript that this version of Sluice can read. It may be damaged, or come from another version or program. ${cause.message}${chain.state === 'changed' ? ` ${changedLineMessage(chain)}` : ''}`,
      { cause },
    )
  }
}

function findEvent<Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type): EventOf<Type> | undefined {
  return events.find((event): event is EventOf<Type> => event.type === type)
}

function collectExchanges(events: readonly RunEvent[]): Map<string | undefined, Exchange[]> {
  const exchanges = new Map<string | undefined, Exchange[]>()
  // Tools send requests concurrently (turn 0); in a conversation only the last request can be open.
  const open = ({ agent, turn }: { agent?: string; turn: number }) => {
    const isOpen = ({ reply, failed }: Exchange) => reply === undefined && failed === undefined
    return turn === 0 ? exchanges.get(agent)?.find(isOpen) : exchanges.get(agent)?.findLast(isOpen)
  }
  for (const event of events) {
    if (event.type === 'model_request')
      exchanges.set(event.agent, [...(exchanges.get(event.agent) ?? []), { request: event }])
    if (event.type === 'model_reply') Object.assign(open(event) ?? {}, { reply: event.reply })
    // A retried attempt does not end its request.
    if (event.type === 'model_failed' && event.waitMs === undefined && event.next === undefined)
      Object.assign(open(event) ?? {}, { failed: event })
  }
  return exchanges
}

const SECOND_LOOK = findingVerifier.name

/** Sub-agents have no sub-agents and run one at a time, so the call that executes when one starts is its call. */
function collectDelegations(events: readonly RunEvent[]): Map<string, Delegation> {
  const delegations = new Map<string, Delegation>()
  let running = ''
  let last: Delegation | undefined
  for (const event of events) {
    if (event.type === 'call_state' && event.state === 'executing') running = event.id
    // The second look is no call's.
    if (event.type === 'agent_started' && event.agent !== SECOND_LOOK) {
      last = { started: event, isShortened: false }
      delegations.set(running, last)
    }
    if (event.type === 'agent_finished' && event.agent !== SECOND_LOOK && last !== undefined) last.finished = event
    if (event.type === 'output_truncated') {
      const shortened = delegations.get(event.id)
      if (shortened !== undefined) shortened.isShortened = true
    }
  }
  return delegations
}

function collectLooks(events: readonly RunEvent[]): Delegation[] {
  const looks: Delegation[] = []
  for (const event of events) {
    if (event.type === 'agent_started' && event.agent === SECOND_LOOK)
      looks.push({ started: event, isShortened: false })
    const last = looks.at(-1)
    if (event.type === 'agent_finished' && event.agent === SECOND_LOOK && last !== undefined) last.finished = event
  }
  return looks
}

/** Replies from the requests that carry them, which alone hold their data parts; for the last calls, from the call records. */
function collectReplies(events: readonly RunEvent[]): Map<string, ToolReply> {
  const replies = new Map<string, ToolReply>()
  const add = (reply: ToolReply) => {
    if (!replies.has(reply.id)) replies.set(reply.id, reply)
  }
  for (const event of events)
    if (event.type === 'model_request')
      for (const message of event.messages) if (message.role === 'tool') message.replies.forEach(add)
  for (const event of events)
    if (event.type === 'call_finished') add({ id: event.call.id, name: event.call.name, response: event.reply })
  return replies
}

/** The name in a recorded tool declaration. */
export const declaredName = (tool: unknown): string =>
  typeof tool === 'object' && tool !== null && 'name' in tool ? String(tool.name) : '?'

/** The recorded reply to a call and its record. Either may be missing when the policy changed. */
export type RecordedAnswer = { reply: ToolReply | undefined; call: CallRecord | undefined }

/** `answer` gives the recorded answer of the running call, `argumentError` the recorded error about invalid arguments. */
export type RecordedAnswers = {
  answer(): RecordedAnswer
  argumentError(name: string, args: Record<string, unknown>): string | undefined
  /** Why the recorded call wrote more than its run might write by itself. */
  beyond(name: string, args: Record<string, unknown>): string | undefined
}

/**
 * A tool with its recorded declaration and its recorded answers instead of execution. `builtIn`, this version's tool of that
 * name, parses the arguments; without it, the recording tells whether they were valid. `run` is for a tool that runs again.
 */
export function recordedTool(
  tool: ToolRecord,
  builtIn: Tool | undefined,
  answers: RecordedAnswers,
  run?: Tool['run'],
): Tool {
  const as = builtIn?.variant
  return {
    ...tool,
    declare: () => tool.declaration ?? { name: tool.name, description: '', parameters: { type: 'object' } },
    variantNames: builtIn?.variantNames,
    variant: as === undefined ? undefined : (alias: string) => recordedTool(tool, as(alias), answers, run),
    parse(args) {
      if (builtIn !== undefined) return builtIn.parse(args)
      const text = answers.argumentError(tool.name, args)
      return text === undefined ? { ok: true, args: { ...args } } : { ok: false, text }
    },
    beyond: async (args) => answers.beyond(tool.name, args),
    run: run ?? (async () => toResult(answers.answer())),
  }
}

const UNKNOWN = failed('execution_failed', 'The recording has no answer to this call.')

const CANCELLED = '[Operation Cancelled] The run was stopped.'

/** The result from which the scheduler makes the recorded answer. */
export function toResult({ reply, call }: RecordedAnswer): ToolResult {
  if (reply === undefined || call?.verdict === 'deny') return UNKNOWN
  const { error, output } = reply.response
  if (typeof error === 'string') {
    const reason = TOOL_FAILURES.find((failure) => failure === call?.reason) ?? 'execution_failed'
    return failed(reason, reason === 'cancelled' ? error.replace(CANCELLED, '').replace(/^\n/, '') : error)
  }
  const text = typeof output === 'string' ? output : ''
  if (reply.parts === undefined) return { ok: true, content: output === undefined ? [] : text }
  const isPlaceholder = text === `Binary content provided (${reply.parts.length} item(s)).`
  return { ok: true, content: [...(isPlaceholder ? [] : [{ kind: 'text' as const, text }]), ...reply.parts] }
}

/** The recorded delegation tool, which accepts the recorded sub-agent names. */
export function delegationTool(tools: readonly ToolRecord[]): Tool[] {
  const recorded = tools.find(({ name }) => name === DELEGATE_TOOL)
  if (recorded === undefined) return []
  const { properties } = (recorded.declaration?.parameters ?? {}) as {
    properties?: { agent_name?: { enum?: string[] } }
  } // recorded from this type
  const unavailable = () => Promise.reject(new Error('a replay starts no sub-agent'))
  const agents = (properties?.agent_name?.enum ?? []).map((name) => ({
    name,
    description: '',
    needsTask: false,
    load: unavailable,
  }))
  return [delegateTool(agents, unavailable)]
}

/** Tools that servers added during the run. Only their declarations are known. */
export function findLaterTools({ snapshot, exchanges }: Recording): ToolRecord[] {
  const recordedNames = new Set(snapshot.tools.map(({ name }) => name))
  const later = new Map<string, ToolRecord>()
  for (const { request } of exchanges.get(undefined) ?? [])
    for (const declaration of request.tools as ToolDeclaration[]) {
      // recorded from this type
      const { name } = declaration
      const [server = ''] = name.split('__', 1)
      if (!recordedNames.has(name)) later.set(name, { name, aliases: [], server, annotations: {}, declaration })
    }
  return [...later.values()]
}
