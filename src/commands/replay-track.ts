import { isDeepStrictEqual } from 'node:util'
import { type Ask, ModelError } from '../model/types.ts'
import type { CallRecord, Ending, RunEvent } from '../record/events.ts'
import type { Delegation, Exchange, Question, Recording } from './recording.ts'
import { clocksOf } from './replay-clocks.ts'
import { purseOf } from './replay-purse.ts'

/** Two verdicts on one call: as recorded and as the rules have it now. */
export type CallDifference = { call: CallRecord; now: Pick<CallRecord, 'verdict' | 'rule' | 'message'>; turn?: number }

/** Where the session first goes another way. `nth` counts the questions of whoever asks, from 1. */
export type Divergence =
  | { at: 'request'; turn: number; nth: number; agent?: string; recorded: Question | undefined; now: Question }
  | { at: 'calls'; turn: number; calls: CallDifference[] }
  | { at: 'end'; turn: number; recorded: string; now: string }

/** Thrown through the conversation to leave it; the answer of the recording would no longer be one to what was asked. */
export class Left extends Error {}

export type Track = ReturnType<typeof follow>

/** Goes along the recording while the session is had again, and leaves it where they part. */
export function follow(recording: Recording, lenient: boolean) {
  const { ended } = recording
  const clocks = clocksOf(recording)
  const purse = purseOf(recording.events, clocks.stop.signal)
  const main = recording.exchanges.get(undefined) ?? []
  const ofMain = recording.calls.filter(({ agent }) => agent === undefined).length
  const calls = Map.groupBy(recording.calls, ({ id }) => id)
  const asked = new Map<string | undefined, number>()
  const counts = { requests: 0, calls: 0, ofMain: 0 }
  const otherwise: CallDifference[] = []
  let divergence: Divergence | undefined
  let hasLeft = false
  let turn = 0
  let open: Exchange | undefined
  /** Calls of turns under way that have not ended. */
  const waiting = new Set<string>()
  /** A tool is told arguments alone; which call runs is said the moment before. */
  let running = ''

  const leave = (at?: Divergence): never => {
    divergence ??= at
    hasLeft = true
    throw new Left()
  }
  /** A turn's calls are compared together, so that all of them are shown. */
  const close = () => {
    if (otherwise.length > 0) leave({ at: 'calls', turn, calls: otherwise })
  }
  const cutOff = () => clocks.cutOff(main.length > (asked.get(undefined) ?? 0))
  /** Where the next call was not even judged any more, the end came before it. */
  const cutBefore = () => {
    const next = recording.calls[counts.calls]
    if (next?.state === 'cancelled' && next.verdict === undefined && waiting.has(next.id)) cutOff()
  }
  const finished = (now: CallRecord) => {
    counts.calls += 1
    waiting.delete(now.id)
    cutBefore()
    const recorded = calls.get(now.id)?.shift()
    if (recorded !== undefined && !sameVerdict(recorded, now, lenient)) otherwise.push({ call: recorded, now, turn })
    if (recorded !== undefined) purse.payUntil(recorded)
    if (now.agent !== undefined) return
    counts.ofMain += 1
    if (counts.ofMain === ofMain && isLastWord(main[asked.get(undefined) ?? 0])) cutOff()
  }
  const questioned = (now: Question) => {
    close()
    const nth = (asked.get(now.agent) ?? 0) + 1
    asked.set(now.agent, nth)
    if (now.agent === undefined) turn = now.turn
    open = recording.exchanges.get(now.agent)?.[nth - 1]
    const { question } = open ?? {}
    const by = now.agent === undefined ? {} : { agent: now.agent }
    if (question === undefined && ended === undefined) leave()
    if (question === undefined || !sameQuestion(question, now))
      leave({ at: 'request', turn: now.turn, nth, ...by, recorded: question, now })
    counts.requests += 1
  }
  const ask: Ask = async () => {
    const { reply, failed } = open ?? {}
    if (reply !== undefined) {
      purse.settled(reply)
      return structuredClone(reply)
    }
    if (failed !== undefined) throw asThrown(failed, ended)
    cutOff()
    clocks.throwIfOver()
    return leave() // the recording breaks off
  }
  return {
    stop: clocks.stop,
    soon: clocks.soon,
    timeOf: clocks.timeOf,
    pays: purse.payFrom,
    ask,
    close,
    emit(event: RunEvent) {
      // Whoever catches what a tool throws does not know that the session is over.
      if (hasLeft) throw new Left()
      if (event.type === 'call_state' && event.state === 'executing') running = event.id
      if (event.type === 'call_state' && event.state === 'validating') {
        waiting.add(event.id)
        cutBefore()
      }
      if (event.type === 'call_finished') finished(event.call)
      if (event.type === 'model_request') questioned(event)
    },
    /** The next question of a conversation. */
    upcoming: (agent?: string) => recording.exchanges.get(agent)?.[asked.get(agent) ?? 0]?.question,
    answer(id = running) {
      const [call] = calls.get(id) ?? []
      if (call?.state === 'cancelled') cutOff()
      return { reply: recording.replies.get(id), call }
    },
    refusal(name: string, args: Record<string, unknown>) {
      // A server may have changed what it takes: the next such call counts.
      const next = recording.calls.find(
        (call) => call.name === name && calls.get(call.id)?.includes(call) && isDeepStrictEqual(call.args, args),
      )
      // One that was judged had arguments fit to be judged; the tool itself found fault with them.
      return next?.why === 'invalid_tool_params' && next.verdict === undefined ? next.display : undefined
    },
    /** What is known of the sub-agent whom the running call has handed its task; undefined where that is too little. */
    delegated: (): { id: string; delegation: Delegation } | undefined => {
      const found = recording.delegations.get(running)
      return found && { id: running, delegation: found }
    },
    compareEnd(ending: Ending) {
      const now = endOf(ending)
      const recorded = ended && endOf({ ...ended, end: ended.ending })
      if (recorded !== undefined && recorded !== now) divergence ??= { at: 'end', turn, recorded, now }
    },
    seen: () => ({
      requests: counts.requests,
      calls: counts.calls,
      ...(divergence === undefined ? {} : { divergence }),
      brokeOff: ended === undefined || (hasLeft && divergence === undefined),
    }),
  }
}

const endOf = ({ end, why, text }: { end: string; why?: string; text: string }) =>
  `${end}${why === undefined ? '' : ` (${why})`}: ${text}`

/** Nothing was asked any more, or only what there was to say so far. */
const isLastWord = (next: Exchange | undefined): boolean =>
  next === undefined || isDeepStrictEqual(next.question.options?.choice, { mode: 'none' })

/** Byte for byte: as both would be written. */
const sameQuestion = (recorded: Question, now: Question): boolean =>
  JSON.stringify(asWritten(recorded)) === JSON.stringify(asWritten(now))

const asWritten = ({ model, system, tools, messages, options }: Question) => [model, system, tools, messages, options]

/** With other rules only the verdict counts: which rule says the same is then no news. */
function sameVerdict(recorded: CallRecord, now: CallRecord, lenient: boolean): boolean {
  if (recorded.verdict !== now.verdict || lenient) return recorded.verdict === now.verdict
  return recorded.rule?.file === now.rule?.file && recorded.rule?.line === now.rule?.line
}

function asThrown({ text, status, spent }: NonNullable<Exchange['failed']>, ended: Recording['ended']): ModelError {
  const fault = ended?.outcome === 'quota' ? 'quota' : ended?.outcome === 'config' ? 'auth' : 'unavailable'
  return new ModelError(text, { fault, retry: 'never', status, spent })
}
