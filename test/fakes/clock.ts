import type { Clock } from '../../src/host/clock.ts'

/** Nobody waits by it: what is spaced as GitHub wants it comes one after the other all the same. */
export function hastyClock(): Clock {
  let ahead = 0
  const sleep = async (ms: number) => {
    ahead += ms
  }
  return { now: () => Date.now() + ahead, sleep }
}
