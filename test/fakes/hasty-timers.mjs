// Loaded before a run: what it waits before it asks the model again takes a thousandth of the time, and the silence that
// counts as a broken connection a two-hundredth.
import { syncBuiltinESMExports } from 'node:module'
import promises from 'node:timers/promises'

const wait = promises.setTimeout
promises.setTimeout = (ms, ...rest) => wait(ms >= 500 ? ms / 1000 : ms, ...rest)
syncBuiltinESMExports()

const SILENCE_MS = 120_000
const later = globalThis.setTimeout
globalThis.setTimeout = (run, ms, ...rest) => later(run, ms === SILENCE_MS ? ms / 200 : ms, ...rest)
