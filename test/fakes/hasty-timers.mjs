// Loaded before a run: what is only waited for passes at once. A limit of the run, and a silence of the model's API that counts as a
// broken connection, come due by what was waited for and by what the API did, and never by the time that a busy machine takes.
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import promises from 'node:timers/promises'

/** Shorter waits are none for the API's sake. */
const SHORTEST_WAIT_MS = 500
const SILENCES_MS = [120_000, 300_000]
/** The limits of this run, in milliseconds. */
const LIMITS_MS = (process.env.HASTY_LIMITS_MS ?? '').split(' ').map(Number)
/** A file with one character for each silence of the API. */
const SILENCES = process.env.HASTY_SILENCES ?? ''
const NEVER_MS = 2 ** 31 - 1

const { setTimeout: later, setInterval: repeat, clearTimeout: clear } = globalThis
const wait = promises.setTimeout
const limits = new Map()
let passed = 0
let heard = 0

function pass(ms) {
  const until = passed + ms
  for (const [timer, { at, run }] of [...limits].sort(([, a], [, b]) => a.at - b.at)) {
    if (at > until || !limits.delete(timer)) continue
    clear(timer)
    passed = at
    run()
  }
  passed = until
}

promises.setTimeout = (ms, value, options) => {
  // The limit of a program, by execa, is no wait: a busy machine needs it whole.
  const isLimit = new Error().stack?.includes('killAfterTimeout') === true
  if (!(ms >= SHORTEST_WAIT_MS) || isLimit) return wait(ms, value, options)
  if (options?.signal?.aborted !== true) pass(ms)
  return wait(ms / 1000, value, options)
}
syncBuiltinESMExports()

globalThis.setTimeout = (run, ms, ...given) => {
  if (SILENCES_MS.includes(ms)) {
    const timer = repeat(() => {
      if (readFileSync(SILENCES, 'utf8').length <= heard) return
      heard += 1
      clear(timer)
      pass(ms)
      run(...given)
    }, 20)
    return timer
  }
  if (!LIMITS_MS.includes(ms)) return later(run, ms, ...given)
  const timer = later(() => undefined, NEVER_MS)
  limits.set(timer, { at: passed + ms, run: () => run(...given) })
  return timer
}
globalThis.clearTimeout = (timer) => {
  limits.delete(timer)
  clear(timer)
}
