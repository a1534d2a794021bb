import { Stopped } from '../../agent/stop-conditions.ts'
import type { SubagentTimer } from '../../agent/subagents/run-agent.ts'
import type { Delegation, Recording } from './recording.ts'

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
