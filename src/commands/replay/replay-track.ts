import { isDeepStrictEqual } from 'node:util'
import type { Budget } from '../../agent/budget.ts'
import { Stopped } from '../../agent/stop-conditions.ts'
import type { SubagentTimer } from '../../agent/subagents/run-agent.ts'
import { type Generate, ModelError, type ModelReply } from '../../model/types.ts'
import type { CallRecord, Ending, RunEvent } from '../../record/events.ts'
import type { Delegation, Exchange, RecordedRequest, Recording } from './recording.ts'

/** A call with its recorded verdict and the verdict of the replay. */
export type VerdictDifference = {
  call: CallRecord
  now: Pick<CallRecord, 'verdict' | 'rule' | 'message'>
  turn?: number
}

/** Where the replay first differs. `nth` counts the requests of the main agent or sub-agent, from 1. */
export type Divergence =
  | {
      kind: 'request'
      turn: number
      nth: number
      agent?: string
      recorded: RecordedRequest | undefined
      now: RecordedRequest
    }
  | { kind: 'calls'; turn: number; calls: VerdictDifference[] }
  | { kind: 'end'; turn: number; recorded: string; now: string }

/** Thrown to leave the conversation: the next recorded answer belongs to another request. */
export class ReplayStopped extends Error {}

export type ReplayTrack = ReturnType<typeof trackReplay>

/** Follows the recording during a replay and stops at the first divergence. */
export function trackReplay(recording: Recording, lenient: boolean) {
  const { ended } = recording
  const clocks = replayClocks(recording)
  const budget = replayBudget(recording.events, clocks.stop.signal)
  const main = recording.exchanges.get(undefined) ?? []
  const mainCalls = recording.calls.filter(({ agent }) => agent === undefined).length
  const calls = Map.groupBy(recording.calls, ({ id }) => id)
  const requestCounts = new Map<string | undefined, number>()
  const counts = { requests: 0, calls: 0, ofMain: 0 }
  const differing: VerdictDifference[] = []
  let divergence: Divergence | undefined
  let hasStopped = false
  let turn = 0
  let open: Exchange | undefined
  /** Calls of the current turns that have not finished. */
  const waiting = new Set<string>()
  /** The call that runs: a tool gets only its arguments, so the call comes from the preceding event. */
  let running = ''

  /** A server may change its input schema, and a run may read more texts, so the next such call counts. */
  const nextCall = (name: string, args: Record<string, unknown>) =>
    recording.calls.find(
      (call) => call.name === name && calls.get(call.id)?.includes(call) && isDeepStrictEqual(call.args, args),
    )

  const stop = (reached?: Divergence): never => {
    divergence ??= reached
    hasStopped = true
    throw new ReplayStopped()
  }
  /** Compares the calls of a turn together, so that the report shows all differences. */
  const compareCalls = () => {
    if (differing.length > 0) stop({ kind: 'calls', turn, calls: differing })
  }
  const cutOff = () => clocks.cutOff(main.length > (requestCounts.get(undefined) ?? 0))
  /** A next call that was cancelled before the policy check means that the run was stopped before it. */
  const cutOffIfCancelled = () => {
    const next = recording.calls[counts.calls]
    if (next?.state === 'cancelled' && next.verdict === undefined && waiting.has(next.id)) cutOff()
  }
  const onCallFinished = (now: CallRecord) => {
    counts.calls += 1
    waiting.delete(now.id)
    cutOffIfCancelled()
    const recorded = calls.get(now.id)?.shift()
    if (recorded !== undefined && !isSameVerdict(recorded, now, lenient)) differing.push({ call: recorded, now, turn })
    if (recorded !== undefined) budget.countUntil(recorded)
    if (now.agent !== undefined) return
    counts.ofMain += 1
    if (counts.ofMain === mainCalls && isFinalAnswer(main[requestCounts.get(undefined) ?? 0])) cutOff()
  }
  const onRequest = (now: RecordedRequest) => {
    compareCalls()
    const nth = (requestCounts.get(now.agent) ?? 0) + 1
    requestCounts.set(now.agent, nth)
    if (now.agent === undefined) turn = now.turn
    open = recording.exchanges.get(now.agent)?.[nth - 1]
    const { request } = open ?? {}
    if (request === undefined && ended === undefined) stop()
    if (request === undefined || !isSameRequest(request, now))
      stop({ kind: 'request', turn: now.turn, nth, agent: now.agent, recorded: request, now })
    counts.requests += 1
  }
  const generate: Generate = async () => {
    const { reply, failed } = open ?? {}
    if (reply !== undefined) {
      budget.markCounted(reply)
      return structuredClone(reply)
    }
    if (failed !== undefined) throw toModelError(failed, ended)
    cutOff()
    clocks.throwIfOver()
    return stop() // the recording is incomplete
  }
  return {
    stop: clocks.stop,
    wrapUp: clocks.wrapUp,
    timeOf: clocks.timeOf,
    setBudget: budget.setBudget,
    generate,
    compareCalls,
    emit(event: RunEvent) {
      // Code that catches a tool's error does not know that the replay has stopped.
      if (hasStopped) throw new ReplayStopped()
      if (event.type === 'call_state' && event.state === 'executing') running = event.id
      if (event.type === 'call_state' && event.state === 'validating') {
        waiting.add(event.id)
        cutOffIfCancelled()
      }
      if (event.type === 'call_finished') onCallFinished(event.call)
      if (event.type === 'model_request') onRequest(event)
    },
    /** The next recorded request of a conversation. */
    nextRequest: (agent?: string) => recording.exchanges.get(agent)?.[requestCounts.get(agent) ?? 0]?.request,
    answer(id = running) {
      const [call] = calls.get(id) ?? []
      if (call?.state === 'cancelled') cutOff()
      return { reply: recording.replies.get(id), call }
    },
    beyond: (name: string, args: Record<string, unknown>) => nextCall(name, args)?.beyond,
    argumentError(name: string, args: Record<string, unknown>) {
      const next = nextCall(name, args)
      // A call with a verdict had parsable arguments; the tool rejected them when it ran.
      return next?.reason === 'invalid_tool_params' && next.verdict === undefined ? next.display : undefined
    },
    /** The recorded delegation of the running call; undefined when the recording has none. */
    delegated: (): { id: string; delegation: Delegation } | undefined => {
      const delegation = recording.delegations.get(running)
      return delegation && { id: running, delegation }
    },
    compareEnd(ending: Ending) {
      const now = endOf(ending)
      const recorded = ended && endOf({ ...ended, end: ended.ending })
      if (recorded !== undefined && recorded !== now) divergence ??= { kind: 'end', turn, recorded, now }
    },
    result: () => ({
      requests: counts.requests,
      calls: counts.calls,
      divergence,
      brokeOff: ended === undefined || (hasStopped && divergence === undefined),
    }),
  }
}

const endOf = ({ end, reason, text }: { end: string; reason?: string; text: string }) =>
  `${end}${reason === undefined ? '' : ` (${reason})`}: ${text}`

/** Whether no request follows, or only the one for the final answer. */
const isFinalAnswer = (next: Exchange | undefined): boolean =>
  next === undefined || isDeepStrictEqual(next.request.options?.choice, { mode: 'none' })

/** Compares requests byte for byte, as JSON. */
const isSameRequest = (recorded: RecordedRequest, now: RecordedRequest): boolean =>
  JSON.stringify(requestFields(recorded)) === JSON.stringify(requestFields(now))

const requestFields = ({ model, system, tools, messages, options }: RecordedRequest) => [
  model,
  system,
  tools,
  messages,
  options,
]

/** `lenient` compares only verdicts: other rules were given, so a different rule is expected. */
function isSameVerdict(recorded: CallRecord, now: CallRecord, lenient: boolean): boolean {
  if (recorded.verdict !== now.verdict || lenient) return recorded.verdict === now.verdict
  return recorded.rule?.file === now.rule?.file && recorded.rule?.line === now.rule?.line
}

function toModelError(
  { text, status, failedUsage }: NonNullable<Exchange['failed']>,
  ended: Recording['ended'],
): ModelError {
  const fault = ended?.outcome === 'quota' ? 'quota' : ended?.outcome === 'config' ? 'auth' : 'unavailable'
  return new ModelError(text, { fault, retry: 'never', status, failedUsage })
}

/** The time limits of the recording: they expire where they expired in the recording. */
export function replayClocks({ ended }: Recording) {
  const stop = new AbortController()
  const wrapUp = new AbortController()
  /** The running sub-agent and its time limit. */
  let delegation: Delegation | undefined
  let ownTime = new AbortController()

  return {
    stop,
    wrapUp,
    /** The recorded run ran out of time or was cancelled here. With more requests, only the final answer is left. */
    cutOff(hasMoreRequests: boolean) {
      // A sub-agent that did not end as ABORTED used up its own time.
      if (delegation?.finished !== undefined && delegation.finished.reason !== 'ABORTED')
        return ownTime.abort(new Stopped('time'))
      if (ended?.reason === 'time' || ended?.reason === 'cancelled')
        (hasMoreRequests ? wrapUp : stop).abort(new Stopped(ended.reason))
    },
    throwIfOver() {
      for (const { signal } of [ownTime, wrapUp, stop]) signal.throwIfAborted()
    },
    /** The time limit of a sub-agent, which expires where it expired in the recording. */
    timeOf(work: Delegation) {
      return (_ms: number, signal: AbortSignal): SubagentTimer => {
        delegation = work
        let current = signal
        const again = () => {
          ownTime = new AbortController()
          current = AbortSignal.any([signal, ownTime.signal])
        }
        again()
        return {
          signal: () => current,
          restart: again,
          [Symbol.dispose]() {
            delegation = undefined
            ownTime = new AbortController()
          },
        }
      }
    },
  }
}

/** Charges the budget for the recorded requests of tools, which a replay does not send again. */
export function replayBudget(events: readonly RunEvent[], signal: AbortSignal) {
  let budget: Budget | undefined
  let position = 0
  const counted = new Set<ModelReply>()

  return {
    setBudget(runBudget: Budget) {
      budget = runBudget
    },
    /** Marks a reply that the replay requested, which the budget has counted. */
    markCounted(reply: ModelReply) {
      counted.add(reply)
    },
    /** Charges for the replies recorded before the end of this call. */
    countUntil(call: CallRecord) {
      const end = events.findIndex((event) => event.type === 'call_finished' && event.call === call)
      for (const event of events.slice(position, end))
        if (event.type === 'model_reply' && event.agent !== undefined && !counted.has(event.reply))
          void budget?.metered(async () => event.reply)({ model: '', system: '', messages: [], tools: [] }, signal)
      position = Math.max(position, end)
    },
  }
}
