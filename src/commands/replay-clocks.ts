import { Stopped } from '../agent/stops.ts'
import type { Limit } from '../agent/subagent-run.ts'
import type { Delegation, Recording } from './recording.ts'

/** Time as it passed in the recording: it runs out where it did there, and nowhere else. */
export function clocksOf({ ended }: Recording) {
  const stop = new AbortController()
  const soon = new AbortController()
  /** The sub-agent that works, and its own time. */
  let delegation: Delegation | undefined
  let ownTime = new AbortController()

  return {
    stop,
    soon,
    /** Time was up, or somebody pressed the button. What is still asked after that is for a last word. */
    cutOff(asksMore: boolean) {
      // A sub-agent that was not stopped from outside had used up its own time.
      if (delegation?.finished !== undefined && delegation.finished.reason !== 'ABORTED')
        return ownTime.abort(new Stopped('time'))
      if (ended?.why === 'time' || ended?.why === 'cancelled') (asksMore ? soon : stop).abort(new Stopped(ended.why))
    },
    throwIfOver() {
      for (const { signal } of [ownTime, soon, stop]) signal.throwIfAborted()
    },
    /** The time of a sub-agent, which passes only where it did in the recording. */
    timeOf(of: Delegation) {
      return (_ms: number, signal: AbortSignal): Limit => {
        delegation = of
        let either = signal
        const again = () => {
          ownTime = new AbortController()
          either = AbortSignal.any([signal, ownTime.signal])
        }
        again()
        return {
          signal: () => either,
          again,
          [Symbol.dispose]() {
            delegation = undefined
            ownTime = new AbortController()
          },
        }
      }
    },
  }
}
