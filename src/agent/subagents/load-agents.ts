import type { Sampling } from '../../model/types.ts'
import type { CommitReader } from '../../platform/files/workspace.ts'
import { parseAgentFile } from './agent-file.ts'
import { changeReviewer, cliHelp, codebaseInvestigator } from './built-in.ts'
import type { OfferedSubagent, Subagent } from './subagent.ts'

/** A folder with sub-agent definitions. `label` is the prefix of its paths in messages. */
export type AgentFolder = {
  files: CommitReader
  folder: string
  label?: string
  /** Ignore the `trust` of servers: the definitions come from an extension. */
  ignoreTrust?: boolean
}

/** The settings of sub-agents. */
export type AgentSettings = {
  agents?: { overrides?: Record<string, AgentOverride> }
  experimental?: { enableAgents?: boolean }
}
type AgentOverride = {
  enabled?: boolean
  runConfig?: { maxTurns?: number; maxTimeMinutes?: number }
  modelConfig?: { model?: string; generateContentConfig?: Sampling }
}

/**
 * Loads the sub-agents of a run: built-in ones first, then those of each folder; the first of a name counts. Skips invalid
 * files with a notice, because a missing sub-agent allows nothing.
 */
export async function loadAgents(
  folders: readonly AgentFolder[],
  { agents, experimental = {} }: AgentSettings,
  notice: (text: string) => void,
): Promise<OfferedSubagent[]> {
  if (experimental.enableAgents === false) return []
  const overrides = agents?.overrides ?? {}
  const offered = new Map<string, OfferedSubagent>()
  for (const one of BUILT_IN) offered.set(one.name, one)
  for (const { file, ...one } of await fromFiles(folders, notice))
    if (!offered.has(one.name)) offered.set(one.name, one)
    else
      notice(
        `Duplicate agent name '${one.name}' detected in ${file}. The later definition will be ignored. Rename one of the agents to avoid this conflict.`,
      )
  const known = new Set([...offered.values()].flatMap(({ name, formerNames = [] }) => [name, ...formerNames]))
  const unknown = Object.keys(overrides).filter((name) => !known.has(name))
  if (unknown.length > 0) notice(`The setting agents.overrides names unknown sub-agents: ${unknown.join(', ')}.`)
  return [...offered.values()].flatMap((one) => {
    const override = [one.name, ...(one.formerNames ?? [])]
      .map((name) => overrideFor(overrides, name))
      .find((override) => override)
    if (override === undefined) return [one]
    if (override.enabled === false) return []
    return [{ ...one, load: async () => withOverride(await one.load(), override) }]
  })
}

const overrideFor = (overrides: Record<string, AgentOverride>, name: string) =>
  Object.hasOwn(overrides, name) ? overrides[name] : undefined

/** Names and descriptions: a definition comes with the first call. */
const BUILT_IN: readonly OfferedSubagent[] = [
  {
    name: 'codebase_investigator',
    description:
      'Explores the repository for one objective and reports what matters: files, symbols, how parts depend on each other, the cause of a bug. For questions that take many searches; it only reads.',
    needsTask: true,
    load: async () => codebaseInvestigator,
  },
  {
    name: 'change_reviewer',
    description:
      'Reviews one part of a change that is too large for one conversation and reports its findings. For the parts that the material of the task lists; it only reads.',
    needsTask: true,
    load: async () => changeReviewer,
  },
  {
    name: 'cli_help',
    formerNames: ['introspection_agent'],
    description:
      'Answers a question about Sluice itself from its documentation: policies, settings, inputs, limits, why something was denied.',
    needsTask: true,
    load: async () => cliHelp,
  },
]

async function fromFiles(folders: readonly AgentFolder[], notice: (text: string) => void) {
  const agents: (OfferedSubagent & { file: string })[] = []
  for (const { files, folder, label = '', ignoreTrust = false } of folders) {
    const isDefinition = (path: string) => /^[^/_][^/]*\.(?:md|toml)$/.test(path.slice(folder.length + 1))
    for (const path of (await files.list(folder)).filter(isDefinition)) {
      const text = await files.read(path)
      if (text === undefined) continue
      const read = parseAgentFile(path, text)
      for (const note of read.notes) notice(`${label}${path}: ${note}`)
      if (!read.ok) {
        notice(`Agent loading error: Failed to load agent from ${label}${path}: ${read.reason}`)
        continue
      }
      const agent = ignoreTrust ? withoutTrust(read.agent) : read.agent
      const { name, description, tools, servers } = agent
      // The tools of its servers are known only after they start, so its list cannot be checked.
      const ownTools = servers === undefined ? tools : undefined
      agents.push({ name, description, needsTask: false, load: async () => agent, file: label + path, tools: ownTools })
    }
  }
  return agents
}

const withoutTrust = ({ servers, ...agent }: Subagent): Subagent =>
  servers === undefined
    ? agent
    : {
        ...agent,
        servers: Object.fromEntries(Object.entries(servers).map(([name, { trust: _, ...one }]) => [name, one])),
      }

function withOverride(agent: Subagent, { runConfig = {}, modelConfig = {} }: AgentOverride): Subagent {
  const { model, generateContentConfig = {} } = modelConfig
  const sampling = samplingIn(generateContentConfig, agent.sampling)
  return {
    ...agent,
    turns: runConfig.maxTurns ?? agent.turns,
    minutes: runConfig.maxTimeMinutes ?? agent.minutes,
    // `auto` means the model of the run, like no setting.
    model: model === undefined || model === 'auto' ? agent.model : model,
    sampling: Object.values(sampling).some((value) => value !== undefined) ? sampling : undefined,
  }
}

/** The sampling of a request. The rest of an override applies through the model configuration, by the agent's name. */
const samplingIn = ({ temperature, topP, topK, maxOutputTokens }: Sampling, base: Sampling = {}): Sampling => ({
  temperature: temperature ?? base.temperature,
  topP: topP ?? base.topP,
  topK: topK ?? base.topK,
  maxOutputTokens: maxOutputTokens ?? base.maxOutputTokens,
})
