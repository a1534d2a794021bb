import { setTimeout as wait } from 'node:timers/promises'
import { createContext, Script } from 'node:vm'

/** The source of time, passed in so that tests can replace it. `now` and `sleep` use milliseconds since 1970. */
export type Clock = { now(): number; sleep(ms: number): Promise<void> }

/** Calls `due` after `ms` milliseconds. The function that it returns cancels that. */
export type StartTimer = (ms: number, due: () => void) => () => void

/** setTimeout takes at most 2^31-1 ms; a job lasts 6 hours on hosted runners and 5 days on others. */
export const startTimer: StartTimer = (ms, due) => {
  const timer = setTimeout(due, Math.min(ms, 2_147_483_647))
  return () => clearTimeout(timer)
}

export const systemClock: Clock = { now: Date.now, sleep: async (ms) => wait(ms) }

/**
 * Waits for a promise, but for at most `ms` milliseconds. Returns undefined when the time is up first. A rejection of the promise
 * rejects here. The timer keeps the process alive: without it, a promise that never settles would end the process and the run.
 */
export async function waitAtMost<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT'

type WorkContext = { work: () => void }

let runner: { script: Script; context: WorkContext } | undefined

/**
 * The result of synchronous work, or undefined when it takes longer than `ms`. Use it for untrusted regular expressions:
 * one can backtrack for hours, and a timer cannot interrupt it. Work that got no processor on a busy machine starts again.
 */
export function runWithTimeout<T>(ms: number, work: () => T, usedMs = cpuMs): { value: T } | undefined {
  const before = usedMs()
  do {
    const done = runOnce(ms, work)
    if (done !== undefined) return done
  } while (usedMs() - before < ms / 2)
  return undefined
}

function runOnce<T>(ms: number, work: () => T): { value: T } | undefined {
  // Creating a context takes longer than most work. One is enough, because only the call itself runs in it.
  runner ??= {
    script: new Script('work()'),
    context: createContext({ work: () => undefined }) as WorkContext, // createContext returns its argument
  }
  let value: { value: T } | undefined
  runner.context.work = () => {
    value = { value: work() }
  }
  try {
    runner.script.runInContext(runner.context, { timeout: ms })
    return value
  } catch (error) {
    // Not instanceof: the other context has a separate Error class.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === TIMED_OUT) return undefined
    throw error
  } finally {
    runner.context.work = () => undefined
  }
}

/** Milliseconds of CPU time this process has used. Slow to read, so call it rarely. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns whether the time is up. */
export type TimeLimit = () => boolean

/**
 * A limit of `ms` milliseconds of wall time and, after that, of `ms` more milliseconds of CPU time, so that a busy machine
 * delays a decision but does not change it.
 */
export function timeLimit(ms: number): TimeLimit {
  const end = performance.now() + ms
  let cpuEnd: number | undefined
  return () => {
    if (performance.now() < end) return false
    cpuEnd ??= cpuMs() + ms
    return cpuMs() > cpuEnd
  }
}

/**
 * Aborts after `ms` milliseconds, without keeping the process alive. Use it in place of `AbortSignal.timeout`: Node 24 drops a limit
 * that only a combined signal refers to, and keeps one with a listener.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const limit = AbortSignal.timeout(ms)
  if (!limit.aborted) limit.addEventListener('abort', () => undefined, { once: true })
  return limit
}
