import { setTimeout as wait } from 'node:timers/promises'

/** Time as it comes in by the door: milliseconds since 1970, and a wait of so many. */
export type Clock = { now(): number; sleep(ms: number): Promise<void> }

export const systemClock: Clock = { now: Date.now, sleep: async (ms) => wait(ms) }
