import type { Reader } from '../host/files.ts'
import type { Sampling } from '../model/types.ts'
import type { Agent, OfferedAgent } from './subagent.ts'

/** A folder that defines sub-agents. `label` stands before its paths where people read of them. */
export type AgentPlace = {
  files: Reader
  folder: string
  label?: string
  /** Written by others: whether servers are to be trusted is not theirs to say. */
  lent?: boolean
}

/** The part of the settings that is about sub-agents. */
export type AgentSettings = {
  agents?: { overrides?: Record<string, Override> | undefined } | undefined
  experimental?: { enableAgents?: boolean | undefined } | undefined
}
type Override = {
  enabled?: boolean | undefined
  runConfig?: { maxTurns?: number | undefined; maxTimeMinutes?: number | undefined } | undefined
  modelConfig?: { model?: string | undefined; generateContentConfig?: Sampling | undefined } | undefined
}

/**
 * The sub-agents a run offers: our own, then those of each place in order; the first of a name counts. A broken file is
 * told and left out, for a missing sub-agent allows nothing.
 */
export async function loadAgents(
  places: readonly AgentPlace[],
  { agents, experimental = {} }: AgentSettings,
  tell: (text: string) => void,
): Promise<OfferedAgent[]> {
  if (experimental.enableAgents === false) return []
  const overrides = agents?.overrides ?? {}
  const offered = new Map<string, OfferedAgent>()
  for (const one of BUILT_IN) offered.set(one.name, one)
  for (const { where, ...one } of await fromFiles(places, tell))
    if (!offered.has(one.name)) offered.set(one.name, one)
    else
      tell(
        `Duplicate agent name '${one.name}' detected in ${where}. The later definition will be ignored. Rename one of the agents to avoid this conflict.`,
      )
  const known = new Set([...offered.values()].flatMap(({ name, formerly = [] }) => [name, ...formerly]))
  const vain = Object.keys(overrides).filter((name) => !known.has(name))
  if (vain.length > 0) tell(`The setting agents.overrides names ${vain.join(', ')}, and there is no such sub-agent.`)
  return [...offered.values()].flatMap((one) => {
    const override = [one.name, ...(one.formerly ?? [])].map((name) => own(overrides, name)).find((found) => found)
    if (override === undefined) return [one]
    if (override.enabled === false) return []
    return [{ ...one, define: async () => overridden(await one.define(), override) }]
  })
}

const own = (overrides: Record<string, Override>, name: string) =>
  Object.hasOwn(overrides, name) ? overrides[name] : undefined

const definitions = () => import('./subagent-builtins.ts')

/** Only names and descriptions: a run that calls none of them does not load what they are. */
const BUILT_IN: readonly OfferedAgent[] = [
  {
    name: 'codebase_investigator',
    description:
      'Explores the repository for one objective and reports what matters: files, symbols, how things hang together, the cause of a bug. For questions that would take many searches; it only reads.',
    needsTask: true,
    define: async () => (await definitions()).codebaseInvestigator,
  },
  {
    name: 'cli_help',
    formerly: ['introspection_agent'],
    description:
      'Answers a question about Sluice itself from its documentation: policies, settings, inputs, limits, why something was refused.',
    needsTask: true,
    define: async () => (await definitions()).cliHelp,
  },
]

async function fromFiles(places: readonly AgentPlace[], tell: (text: string) => void) {
  const found: (OfferedAgent & { where: string })[] = []
  for (const { files, folder, label = '', lent = false } of places) {
    const isDefinition = (path: string) => /^[^/_][^/]*\.(?:md|toml)$/.test(path.slice(folder.length + 1))
    for (const path of (await files.list(folder)).filter(isDefinition)) {
      const text = await files.read(path)
      if (text === undefined) continue
      const { readAgent } = await import('./subagent-file.ts')
      const read = await readAgent(path, text)
      for (const note of read.notes) tell(`${label}${path}: ${note}`)
      if (!read.ok) {
        tell(`Agent loading error: Failed to load agent from ${label}${path}: ${read.why}`)
        continue
      }
      const agent = lent ? withoutTrust(read.agent) : read.agent
      const { name, description, tools, servers } = agent
      // What its own servers have is known when they are started.
      const named = tools === undefined || servers !== undefined ? {} : { tools }
      found.push({ name, description, needsTask: false, define: async () => agent, where: label + path, ...named })
    }
  }
  return found
}

const withoutTrust = ({ servers, ...agent }: Agent): Agent =>
  servers === undefined
    ? agent
    : {
        ...agent,
        servers: Object.fromEntries(Object.entries(servers).map(([name, { trust: _, ...one }]) => [name, one])),
      }

function overridden(agent: Agent, { runConfig = {}, modelConfig = {} }: Override): Agent {
  const { model, generateContentConfig = {} } = modelConfig
  const sampling = { ...agent.sampling, ...samplingIn(generateContentConfig) }
  return {
    ...agent,
    ...(runConfig.maxTurns === undefined ? {} : { turns: runConfig.maxTurns }),
    ...(runConfig.maxTimeMinutes === undefined ? {} : { minutes: runConfig.maxTimeMinutes }),
    // `auto` leaves the choice to the run, as no word about it does.
    ...(model === undefined || model === 'auto' ? {} : { model }),
    ...(Object.keys(sampling).length === 0 ? {} : { sampling }),
  }
}

/** What a question may say of its sampling. The rest of an override goes with the model's configuration, by this agent's name. */
const samplingIn = ({ temperature, topP, topK, maxOutputTokens }: Sampling): Sampling => ({
  ...(temperature === undefined ? {} : { temperature }),
  ...(topP === undefined ? {} : { topP }),
  ...(topK === undefined ? {} : { topK }),
  ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
})
