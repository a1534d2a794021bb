import type { Message, ModelReply, ToolReply } from '../model/types.ts'
import type { CallRecord, ResumeOffer, RunEvent } from '../record/events.ts'
import { readTranscript } from '../record/read-transcript.ts'

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>

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

/** Reads a transcript whose digest was checked; undefined when no conversation in it can go on. Throws UserError for a broken file. */
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
