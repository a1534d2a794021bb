import { parse } from 'smol-toml'
import * as z from 'zod'
import type { Sampling } from '../../model/types.ts'
import { messageOf } from '../../platform/errors.ts'
import type { CommitReader } from '../../platform/files/workspace.ts'
import { canonicalToolName, isKnownToolName } from '../../policy/rules/tool-names.ts'
import { readYaml, splitFrontMatter } from '../front-matter.ts'
import { changeReviewer, cliHelp, codebaseInvestigator } from './built-in.ts'
import { AgentServersShape, type OfferedSubagent, type Subagent } from './subagent.ts'

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

/** A sub-agent definition, or the reason why it is invalid. `notes` are messages about parts without effect. */
export type ParsedAgent = ({ ok: true; agent: Subagent } | { ok: false; reason: string }) & { notes: string[] }

/** Parses a definition: TOML by its extension, else Markdown with YAML front matter. */
export const parseAgentFile = (path: string, text: string): ParsedAgent =>
  path.endsWith('.toml') ? fromToml(text) : fromMarkdown(text)

const DELEGATE = 'delegate_to_agent'

const DEFAULTS = { inputName: 'query', model: 'inherit' } as const

/** The reference sets this top-p with a configured temperature. */
const TOP_P = 0.95

const slug = z
  .string()
  .regex(/^[a-z0-9-_]+$/, 'Name must be a valid slug: lowercase letters, digits, hyphens and underscores')

const filled = z.string().min(1, 'must not be empty')

const limit = z.int('must be a whole number').positive('must be above 0')

const tool = (wildcards: boolean) =>
  z.string().refine((name) => isKnownToolName(name) || (wildcards && isWildcard(name)), {
    error: ({ input }) =>
      `Invalid tool name ${JSON.stringify(input)}. Name a built-in tool, server__tool, mcp_server_tool or discovered_tool_…${wildcards ? ', or *, mcp_*, mcp_server_*, server__*' : ''}`,
  })

const isWildcard = (name: string) => /^(?:\*|mcp_\*|mcp_[\w.-]+_\*|[\w.-]+__\*)$/.test(name)

export const AgentToml = z.strictObject({
  kind: z.literal('local').optional(),
  name: slug,
  description: filled,
  display_name: z.string().optional(),
  tools: z.array(tool(true)).optional(),
  mcp_servers: AgentServersShape.optional(),
  prompts: z.strictObject({ system_prompt: filled, query: z.string().optional() }),
  model: z.strictObject({ model: filled.optional(), temperature: z.number().optional() }).optional(),
  run: z.strictObject({ max_turns: limit.optional(), timeout_mins: limit.optional() }).optional(),
})

function fromToml(text: string): ParsedAgent {
  let value: unknown
  try {
    value = parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return invalidAgent(`TOML parsing failed: ${messageOf(error).split('\n', 1)[0]}`)
  }
  if (agentKind(value) === 'remote') return invalidAgent(REMOTE)
  const read = AgentToml.safeParse(value)
  if (!read.success) return invalidAgent(`Validation failed: ${validationProblems(read.error, value).join(', ')}`)
  const { name, description, tools, mcp_servers, prompts, model = {}, run = {} } = read.data
  if (tools?.some((one) => canonicalToolName(one) === DELEGATE))
    return invalidAgent(
      `Validation failed: tools list cannot include '${DELEGATE}'. Sub-agents cannot delegate to other agents.`,
    )
  const agent: Subagent = {
    ...DEFAULTS,
    name,
    description,
    systemPrompt: prompts.system_prompt,
    query: prompts.query ?? DEFAULT_QUERY,
    minutes: run.timeout_mins ?? 5,
    turns: run.max_turns,
    tools,
    servers: mcp_servers,
    model: model.model ?? DEFAULTS.model,
    sampling: samplingFor(model.temperature),
  }
  return { ok: true, agent, notes: [] }
}

/** The default first message: the task alone. */
const DEFAULT_QUERY = '${query}'

export const AgentFrontMatter = z.strictObject({
  kind: z.literal('local').optional(),
  name: slug,
  description: filled,
  display_name: z.string().optional(),
  tools: z.array(tool(true)).optional(),
  mcp_servers: AgentServersShape.optional(),
  mcpServers: AgentServersShape.optional(),
  model: filled.optional(),
  temperature: z.number().optional(),
  max_turns: limit.optional(),
  timeout_mins: limit.optional(),
})

function fromMarkdown(text: string): ParsedAgent {
  const halves = splitFrontMatter(text)
  if (halves === undefined)
    return invalidAgent(
      'Invalid agent definition: Missing mandatory YAML frontmatter. Agent Markdown files MUST start with YAML frontmatter enclosed in triple-dashes "---" (e.g., ---\nname: my-agent\n---).',
    )
  const yaml = readYaml(halves.yaml)
  if (!yaml.ok) return invalidAgent(`YAML frontmatter parsing failed: ${yaml.reason}`)
  if (agentKind(yaml.value) === 'remote') return invalidAgent(REMOTE)
  const read = AgentFrontMatter.safeParse(yaml.value)
  if (!read.success) {
    const lines = validationProblems(read.error, yaml.value).map((line) => `(Local Agent) ${line}`)
    return invalidAgent(`Validation failed: Agent Definition:\n${lines.join('\n')}`)
  }
  if (halves.body === '')
    return invalidAgent('Validation failed: the system prompt is missing. Write it below the frontmatter.')
  const { name, description, tools, model, temperature, max_turns = 30, timeout_mins = 10 } = read.data
  const servers = { ...read.data.mcpServers, ...read.data.mcp_servers }
  const notes = [
    ...(tools?.some((one) => canonicalToolName(one) === DELEGATE)
      ? ['Sub-agents cannot delegate to other agents; the tool for it is ignored.']
      : []),
  ]
  const agent: Subagent = {
    ...DEFAULTS,
    name,
    description,
    systemPrompt: halves.body,
    query: DEFAULT_QUERY,
    turns: max_turns,
    minutes: timeout_mins,
    tools: tools?.filter((one) => canonicalToolName(one) !== DELEGATE),
    servers: Object.keys(servers).length === 0 ? undefined : servers,
    model: model ?? DEFAULTS.model,
    sampling: samplingFor(temperature),
  }
  return { ok: true, agent, notes }
}

const REMOTE =
  'Remote agents (A2A) are not supported. Define a local agent, or offer the service as an MCP server in settings.json.'

/** Remote by its `kind`, or by keys that only remote agents have. */
function agentKind(value: unknown): 'local' | 'remote' {
  if (Array.isArray(value)) return 'remote'
  if (typeof value !== 'object' || value === null) return 'local'
  if ('kind' in value) return value.kind === 'remote' ? 'remote' : 'local'
  return ['agent_card_url', 'agent_card_json', 'auth'].some((key) => key in value) ? 'remote' : 'local'
}

const samplingFor = (temperature: number | undefined): Subagent['sampling'] =>
  temperature === undefined ? undefined : { temperature, topP: TOP_P }

const invalidAgent = (reason: string): ParsedAgent => ({ ok: false, reason, notes: [] })

/** Each problem as `field: problem`. */
function validationProblems(error: z.ZodError, value: unknown): string[] {
  return error.issues.map((issue) => {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      const keys = issue.keys.map((key) => `'${key}'`).join(', ')
      return `${path === '' ? '' : `${path}: `}Unrecognized key(s) in object: ${keys}`
    }
    const missing = issue.code === 'invalid_type' && valueAt(value, issue.path) === undefined
    const problem = missing ? 'Required' : issue.message.replace(/^Invalid input: /, '')
    return path === '' ? problem : `${path}: ${problem}`
  })
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}
