import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readInputs } from '../config/inputs/read-inputs.ts'
import type { Environment } from '../platform/environment.ts'
import { childEnvironment } from '../platform/process/child-environment.ts'
import { collectSecrets, createSecretFilter } from '../platform/redact/redact.ts'
import { openSandboxSession } from '../platform/sandbox/sandbox-session.ts'
import { timeoutSignal } from '../platform/timeout-signal.ts'
import type { RunEvent } from '../record/events.ts'
import { type ExternalToolsOptions, startExternalTools } from '../session/external-tools.ts'
import type { Tool } from '../tools/tool.ts'

/** Starts the MCP servers and the discovery command of the settings as a run does, reads their tools and stops them. */
export async function listExternalTools(
  config: ExternalToolsOptions['config'],
  { env, workspace, dist, notice }: { env: Environment; workspace: string; dist: string; notice(text: string): void },
): Promise<readonly Tool[]> {
  const scratch = await mkdtemp(join(tmpdir(), `sluice-tools-${randomUUID().slice(0, 8)}-`))
  try {
    const filter = createSecretFilter(collectSecrets(env, []))
    const emit = (event: RunEvent) => (event.type === 'notice' ? notice(filter.text(event.text)) : undefined)
    const runtime = { env, childEnv: childEnvironment(env, []), workspace, scratch, dist, now: Date.now }
    const inputs = readInputs(env)
    await using programs = openSandboxSession('auto', { ...runtime, allowedHosts: inputs.allowed_hosts }, emit)
    const limits = { outputDir: scratch, timeoutMs: START_MS, idleMs: 0, isolate: programs.isolate }
    await using external = startExternalTools({
      config,
      inputs,
      capabilities: { shell: { env: runtime.childEnv, ...limits } },
      runtime,
      session: { filter, transcript: { emit } },
      programs,
      signal: timeoutSignal(2 * START_MS),
    })
    return (await external.ready).tools()
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const START_MS = 60_000
