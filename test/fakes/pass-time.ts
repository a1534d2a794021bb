import { setTimeout as wait } from 'node:timers/promises'
import { vi } from 'vitest'

/**
 * Holds the clock of limits until the work is where the test wants it, then lets `ms` pass at once. So a slow machine reaches no limit
 * too early. What waits for the end of processes, with timers of `node:timers/promises`, keeps real time.
 */
export async function passTime<T>(start: () => Promise<T>, isReady: () => boolean, ms: number): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let isDone = false
    const work = start().finally(() => {
      isDone = true
    })
    while (!isDone && (!isReady() || vi.getTimerCount() === 0)) await wait(5)
    vi.advanceTimersByTime(ms)
    vi.useRealTimers()
    return await work
  } finally {
    vi.useRealTimers()
  }
}
