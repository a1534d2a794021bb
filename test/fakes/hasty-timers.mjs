// Loaded before a run: time that is only waited for passes a thousand times faster. What would be due meanwhile comes due, in
// its order, so that nothing depends on how fast the machine is.
import { syncBuiltinESMExports } from 'node:module'
import promises from 'node:timers/promises'

/** Shorter waits are none for the API's sake; longer timers are limits of a run or a sub-agent. */
const SHORTEST_WAIT_MS = 500
const SHORTEST_LIMIT_MS = 20_000
/** The silence that counts as a broken connection, before and inside an answer, is real, as it has to be heard; but so much of it is enough. */
const SILENCES_MS = [120_000, 300_000]
const HEARD_MS = 3000

const { setTimeout: later, clearTimeout: clear } = globalThis
const wait = promises.setTimeout
const limits = new Map()
let passed = 0

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
  if (!(ms >= SHORTEST_WAIT_MS)) return wait(ms, value, options)
  if (options?.signal?.aborted !== true) pass(ms)
  return wait(ms / 1000, value, options)
}
syncBuiltinESMExports()

globalThis.setTimeout = (run, ms, ...given) => {
  if (SILENCES_MS.includes(ms))
    return later(() => {
      pass(ms)
      run(...given)
    }, HEARD_MS)
  const timer = later(run, ms, ...given)
  if (ms >= SHORTEST_LIMIT_MS) limits.set(timer, { at: passed + ms, run: () => run(...given) })
  return timer
}
globalThis.clearTimeout = (timer) => {
  limits.delete(timer)
  clear(timer)
}
