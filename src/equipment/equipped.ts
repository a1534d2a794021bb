import type { AgentKit } from '../agent/kit.ts'
import { toolRecord } from '../agent/tool-record.ts'
import type { Inputs } from '../inputs.ts'
import type { Equipment } from '../record/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { Government } from '../steering/govern.ts'

/** Credentials, and texts that are recorded where they were resolved. */
const ELSEWHERE = [
  'github_token',
  'gemini_api_key',
  'google_api_key',
  'settings',
  'policies',
  'admin_policies',
  'notices',
] as const satisfies readonly (keyof Inputs)[]

/** What a conversation stands on, for the record: with it and the answers of model and tools it can be had again anywhere. */
export function equipmentOf(
  inputs: Inputs,
  { settings, policies, memory }: Pick<Government, 'settings' | 'policies' | 'memory'>,
  kit: Pick<AgentKit, 'mode' | 'model' | 'toolbox' | 'form'>,
  outputs: string,
): Equipment {
  // The schema itself, where the input names a file.
  const schema = kit.form === undefined ? {} : { output_schema: JSON.stringify(kit.form.schema) }
  const given: Record<string, unknown> = { ...inputs, ...schema }
  for (const name of ELSEWHERE) delete given[name]
  return {
    mode: kit.mode,
    model: kit.model,
    inputs: given,
    settings: withoutPrograms(settings),
    policies: policies.map(({ tier, file, text }) => ({ tier, file, text })),
    memory,
    outputs,
    tools: kit.toolbox.all().map(toolRecord),
  }
}

/** Programs, addresses and headers of servers and hooks say nothing of a decision, and may hold what is nobody's business. */
function withoutPrograms({ hooks: _, telemetry: __, mcpServers = {}, ...settings }: Settings): Record<string, unknown> {
  const servers = Object.entries(mcpServers).map(([name, { trust }]) => [name, trust === undefined ? {} : { trust }])
  return { ...settings, ...(servers.length === 0 ? {} : { mcpServers: Object.fromEntries(servers) }) }
}
