import { setTimeout as wait } from 'node:timers/promises'

/** The source of time, passed in so that tests can replace it. `now` and `sleep` use milliseconds since 1970. */
export type Clock = { now(): number; sleep(ms: number): Promise<void> }

export const systemClock: Clock = { now: Date.now, sleep: async (ms) => wait(ms) }
