import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OutsideGiven, startOutside } from '../equipment/outside.ts'
import { childEnvironment } from '../host/environment.ts'
import { collectSecrets, makeFilter } from '../host/secrets.ts'
import { readInputs } from '../inputs.ts'
import type { Env } from '../machine.ts'
import { startPrograms } from '../programs.ts'
import type { RunEvent } from '../record/events.ts'
import type { Tool } from '../tools/tool.ts'

/** Starts the servers of the settings and the discovery command, as a run would, and ends them when they have told their tools. */
export async function outsideTools(
  governed: OutsideGiven['governed'],
  { env, workspace, dist, tell }: { env: Env; workspace: string; dist: string; tell(text: string): void },
): Promise<readonly Tool[]> {
  const scratch = await mkdtemp(join(tmpdir(), `sluice-tools-${randomUUID().slice(0, 8)}-`))
  try {
    const filter = makeFilter(collectSecrets(env, []))
    const emit = (event: RunEvent) => (event.type === 'notice' ? tell(filter.text(event.text)) : undefined)
    const machine = { env, childEnv: childEnvironment(env, []), workspace, scratch, dist, now: Date.now }
    await using programs = startPrograms('auto', machine, emit)
    const limits = { outputDir: scratch, timeoutMs: START_MS, idleMs: 0, isolate: programs.isolate }
    await using outside = startOutside({
      governed,
      inputs: readInputs(env),
      powers: { shell: { env: machine.childEnv, ...limits } },
      machine,
      desk: { filter, transcript: { emit } },
      programs,
      signal: AbortSignal.timeout(2 * START_MS),
    })
    return (await outside.ready).tools()
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const START_MS = 60_000
