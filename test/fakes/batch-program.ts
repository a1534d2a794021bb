import { setImmediate as turn } from 'node:timers/promises'
import { runBatch } from '../../src/batch.ts'
import { openRunner } from '../../src/github/runner.ts'
import { readInputs } from '../../src/inputs.ts'
import { incomingEvent, machineFor } from '../../src/machine.ts'
import { runOn } from '../../src/main.ts'

// A step of a job whose clock jumps when somebody waits for it. The parent's clock is the same one: it is told of every
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
const runner = openRunner(env, (text) => void process.stdout.write(text))
const given = {
  env,
  dist: env.DIST ?? '',
  event: incomingEvent(env),
  session: 'batch',
  signal: new AbortController().signal,
  log: runner.log,
}
const { outcome, outputs } = await runBatch(readInputs(env), { ...machineFor(given), now, sleep }, runner, runOn)
for (const [name, value] of Object.entries(outputs)) runner.setOutput(name, value)
process.exitCode = outcome === 'ok' ? 0 : 1
process.disconnect?.()
