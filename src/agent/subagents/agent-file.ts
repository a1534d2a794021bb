import { parse } from 'smol-toml'
import * as z from 'zod'
import { messageOf } from '../../platform/errors.ts'
import { canonicalToolName, isKnownToolName } from '../../policy/rules/tool-names.ts'
import { readYaml, splitFrontMatter } from '../front-matter.ts'
import { AgentServersShape } from './agent-servers.ts'
import type { Subagent } from './subagent.ts'

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
