import { setImmediate as turn } from 'node:timers/promises'
import { startRun } from '../../src/action.ts'
import { readInputs } from '../../src/config/inputs.ts'
import { createRuntime } from '../../src/config/runtime.ts'
import { incomingEvent } from '../../src/github/events/incoming-event.ts'
import { openRunner } from '../../src/github/runner.ts'
import { runBatch } from '../../src/scale/batch.ts'

// A step of a job whose clock jumps on every wait. The parent shares the clock: it gets every
// jump before this program goes on. CLOCK_AHEAD is how far it has jumped already.

let ahead = Number(process.env.CLOCK_AHEAD)
const now = () => Date.now() + ahead
const onJump = new Set<() => void>()
process.on('message', (jump: number) => {
  ahead = Math.max(ahead, jump)
  for (const look of onJump) look()
})

async function sleep(ms: number): Promise<void> {
  await turn()
  const jump = now() + ms - Date.now()
  if (jump <= ahead) return
  await new Promise<void>((resolve) => {
    const look = () => {
      if (ahead < jump) return
      onJump.delete(look)
      resolve()
    }
    onJump.add(look)
    process.send?.(jump)
  })
}

const { env } = process
const runner = openRunner(process.env)
const given = {
  env,
  dist: env.DIST ?? '',
  event: await incomingEvent(env),
  session: 'batch',
  signal: new AbortController().signal,
  log: runner.log,
}
const { outcome, outputs } = await runBatch(readInputs(env), { ...createRuntime(given), now, sleep }, runner, startRun)
for (const [name, value] of Object.entries(outputs)) runner.setOutput(name, value)
process.exitCode = outcome === 'ok' ? 0 : 1
process.disconnect?.()
