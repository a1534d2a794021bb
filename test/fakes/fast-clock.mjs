// Loaded before a job: its clock runs CLOCK_SPEED times as fast since CLOCK_BASE, for every job alike. Limits of a run stay real.
import { syncBuiltinESMExports } from 'node:module'
import promises from 'node:timers/promises'

const speed = Number(process.env.CLOCK_SPEED)
const base = Number(process.env.CLOCK_BASE)
const realNow = Date.now
const wait = promises.setTimeout

Date.now = () => base + (realNow() - base) * speed
promises.setTimeout = (ms, value, options) => wait(ms / speed, value, options)
syncBuiltinESMExports()
