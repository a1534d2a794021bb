import type { Clock } from '../../src/platform/time.ts'

/** A clock whose time passes only while everybody waits. */
export type VirtualClock = Clock & {
  /** A clock of one process, which stops when `signal` is aborted: what it waits for then never comes. */
  processClock(signal: AbortSignal): Clock
  /** Lets time pass until `done` is settled. */
  pass<Value>(done: Promise<Value>): Promise<Value>
}

type Waiting = { until: number; wake: () => void }

export function virtualClock(startMs: number): VirtualClock {
  let now = startMs
  const waiting: Waiting[] = []
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => (signal?.aborted === true ? undefined : resolve())
      waiting.push({ until: now + Math.max(0, ms), wake })
    })
  const earliest = (): Waiting | undefined => {
    let index = 0
    for (const [position, { until }] of waiting.entries()) if (until < (waiting[index]?.until ?? 0)) index = position
    return waiting.splice(index, 1)[0]
  }
  return {
    now: () => now,
    sleep,
    processClock: (signal) => ({ now: () => now, sleep: (ms) => sleep(ms, signal) }),
    async pass(done) {
      let isDone = false
      const end = () => {
        isDone = true
      }
      done.then(end, end)
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        if (isDone) return done
        const next = earliest()
        if (next === undefined) continue
        now = Math.max(now, next.until)
        next.wake()
      }
    },
  }
}
