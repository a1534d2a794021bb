import { setImmediate as nextLoop } from 'node:timers/promises'
import type { Clock, StartTimer } from '../../src/platform/time.ts'

/** A clock without real waits; requests still run in the order that GitHub requires. */
export function hastyClock(): Clock {
  let ahead = 0
  const sleep = async (ms: number) => {
    ahead += ms
  }
  return { now: () => Date.now() + ahead, sleep }
}

export type VirtualClock = {
  now(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  startTimer: StartTimer
  /** Waits until the next timer is due: the world is silent. */
  passToNextTimer(): void
  /** Lets everything that is due within this time happen. */
  pass(ms: number): void
}

/**
 * Time passes on it only where somebody waits: it does not matter how long a busy machine takes. A sleep passes at once, and timers that
 * are due meanwhile end in their order.
 */
export function virtualClock(): VirtualClock {
  let now = Date.now()
  const timers = new Set<{ at: number; due: () => void }>()
  const next = () => [...timers].sort((a, b) => a.at - b.at)[0]
  const pass = (ms: number) => {
    const until = now + ms
    for (let timer = next(); timer !== undefined && timer.at <= until; timer = next()) {
      timers.delete(timer)
      now = Math.max(now, timer.at)
      timer.due()
    }
    now = until
  }
  return {
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      pass(ms)
      await nextLoop()
      signal?.throwIfAborted()
    },
    startTimer(ms, due) {
      const timer = { at: now + ms, due }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pass,
    passToNextTimer: () => pass(Math.max(0, (next()?.at ?? now) - now)),
  }
}
