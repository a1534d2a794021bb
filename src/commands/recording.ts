import { readFile } from 'node:fs/promises'
import { UserError, whyUnread } from '../host/errors.ts'
import type { ModelReply, ToolReply } from '../model/types.ts'
import type { CallRecord, RunEvent } from '../record/events.ts'
import { type Recorded, readTranscript } from '../record/transcript.ts'

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>
export type Question = EventOf<'model_request'>

/** One question of a recording with what came of it; neither when the recording or the run ended meanwhile. */
export type Exchange = { question: Question; reply?: ModelReply; failed?: EventOf<'model_failed'> }

/** A sub-agent's work on one task. Not finished where the recording breaks off. */
export type Delegation = {
  started: EventOf<'agent_started'>
  finished?: EventOf<'agent_finished'>
  /** Its report was longer than the model got to see. */
  isShortened: boolean
}

/** A recorded run, sorted for having it again. Questions are kept by who asked them: undefined is the main conversation. */
export type Recording = {
  events: readonly RunEvent[]
  /** When each happened, in milliseconds since 1970. */
  times: readonly number[]
  /** When it began, in milliseconds since 1970. */
  at: number
  started: EventOf<'run_started'>
  equipped: EventOf<'equipped'>
  exchanges: ReadonlyMap<string | undefined, readonly Exchange[]>
  calls: readonly CallRecord[]
  /** By the id of the call that handed over the task. */
  delegations: ReadonlyMap<string, Delegation>
  /** What the model read as the answer to each call, by the call's id. */
  replies: ReadonlyMap<string, ToolReply>
  /** Absent where the recording breaks off. */
  ended?: EventOf<'run_ended'>
}

/** Reads a transcript that can be had again. Throws UserError that says what is wrong with the file. */
export async function readRecording(path: string): Promise<Recording> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError(`The transcript ${path} cannot be read: ${whyUnread(cause)}`, { cause })
  })
  return recordingOf(text, path)
}

export function recordingOf(text: string, path: string): Recording {
  const recorded = parsed(text, path)
  const events = recorded.map(({ event }) => event)
  const started = only(events, 'run_started')
  const ended = only(events, 'run_ended')
  if (started === undefined && ended === undefined)
    throw new UserError(`${path} is not the transcript of a run: it does not say how one began.`)
  if (started === undefined) throw new UserError(`${path}: ${nothingAsked(ended)}`)
  const equipped = only(events, 'equipped')
  const exchanges = exchangesIn(events)
  if (equipped === undefined && exchanges.size > 0)
    throw new UserError(
      `${path} was recorded by Sluice ${started.version}, which did not yet write down what a replay stands on ` +
        '(policies, tools, limits). Record the run again with this version.',
    )
  if (equipped === undefined || exchanges.get(undefined) === undefined)
    throw new UserError(`${path}: ${nothingAsked(ended)}`)
  const calls = events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))
  return {
    events,
    times: recorded.map(({ at }) => at),
    at: recorded[0]?.at ?? 0,
    started,
    equipped,
    exchanges,
    calls,
    delegations: delegationsIn(events),
    replies: repliesIn(events),
    ...(ended === undefined ? {} : { ended }),
  }
}

const nothingAsked = (ended: EventOf<'run_ended'> | undefined): string =>
  ended === undefined
    ? 'the recording breaks off before the model was asked anything, so there is nothing to replay.'
    : `the run ended as ${ended.outcome} before the model was asked anything, so there is nothing to replay.`

function parsed(text: string, path: string): Recorded[] {
  if (text.trim() === '') throw new UserError(`${path} is empty: there is nothing to replay.`)
  if (/^\s*\{"(chunks|status|fault)"/.test(text))
    throw new UserError(
      `${path} holds answers of a model, not the transcript of a run. \`sluice run --replay\` takes such a file.`,
    )
  try {
    return readTranscript(text)
  } catch (cause) {
    if (!(cause instanceof UserError)) throw cause
    throw new UserError(
      `${path} is not a transcript this version of Sluice can read. It may be damaged, or come from another version or program. ${cause.message}`,
      { cause },
    )
  }
}

function only<Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type): EventOf<Type> | undefined {
  return events.find((event): event is EventOf<Type> => event.type === type)
}

function exchangesIn(events: readonly RunEvent[]): Map<string | undefined, Exchange[]> {
  const exchanges = new Map<string | undefined, Exchange[]>()
  // Tools ask beside each other; of a conversation's questions it is the last one that can still be answered.
  const open = ({ agent, turn }: { agent?: string; turn: number }) => {
    const isOpen = ({ reply, failed }: Exchange) => reply === undefined && failed === undefined
    return turn === 0 ? exchanges.get(agent)?.find(isOpen) : exchanges.get(agent)?.findLast(isOpen)
  }
  for (const event of events) {
    if (event.type === 'model_request')
      exchanges.set(event.agent, [...(exchanges.get(event.agent) ?? []), { question: event }])
    if (event.type === 'model_reply') Object.assign(open(event) ?? {}, { reply: event.reply })
    // An attempt that was repeated is no end of its question.
    if (event.type === 'model_failed' && event.waitMs === undefined && event.next === undefined)
      Object.assign(open(event) ?? {}, { failed: event })
  }
  return exchanges
}

/** No sub-agent has sub-agents, and no two of them work at once: what runs when one begins is the call for it. */
function delegationsIn(events: readonly RunEvent[]): Map<string, Delegation> {
  const delegations = new Map<string, Delegation>()
  let running = ''
  let last: Delegation | undefined
  for (const event of events) {
    if (event.type === 'call_state' && event.state === 'executing') running = event.id
    if (event.type === 'agent_started') {
      last = { started: event, isShortened: false }
      delegations.set(running, last)
    }
    if (event.type === 'agent_finished' && last !== undefined) last.finished = event
    if (event.type === 'output_truncated') {
      const shortened = delegations.get(event.id)
      if (shortened !== undefined) shortened.isShortened = true
    }
  }
  return delegations
}

/** From the questions that carry them, as data beside an answer stands nowhere else; of a run's last calls, from the calls. */
function repliesIn(events: readonly RunEvent[]): Map<string, ToolReply> {
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

/** A declared tool's name. */
export const nameOf = (tool: unknown): string =>
  typeof tool === 'object' && tool !== null && 'name' in tool ? String(tool.name) : '?'
