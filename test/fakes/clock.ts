import type { Clock } from '../../src/platform/time.ts'

/** A clock without real waits; requests still run in the order that GitHub requires. */
export function hastyClock(): Clock {
  let ahead = 0
  const sleep = async (ms: number) => {
    ahead += ms
  }
  return { now: () => Date.now() + ahead, sleep }
}
