import { z } from 'zod'
import { messageOf } from '../host/errors.ts'
import { canonical, isKnownToolName } from '../policy/tool-names.ts'
import { readYaml, splitFrontMatter } from './front-matter.ts'
import type { Agent } from './subagent.ts'
import { AgentServersShape } from './subagent-servers.ts'

/** A definition, or why there is none, in a sentence that names the field; and what of it has no effect. */
export type ReadAgent = ({ ok: true; agent: Agent } | { ok: false; why: string }) & { notes: string[] }

/** Reads a definition: TOML by its extension, else Markdown that begins with YAML. */
export const readAgent = (path: string, text: string): Promise<ReadAgent> =>
  path.endsWith('.toml') ? fromToml(text) : fromMarkdown(text)

const DELEGATE = 'delegate_to_agent'
const DEFAULTS = { input: 'query', model: 'inherit' } as const
/** With a temperature of its own an agent is sampled by that alone; the reference pairs it with this. */
const TOP_P = 0.95

const slug = z
  .string()
  .regex(/^[a-z0-9-_]+$/, 'Name must be a valid slug: small letters, digits, hyphens and underscores')
const filled = z.string().min(1, 'must not be empty')
const limit = z.int('must be a whole number').positive('must be above 0')
const tool = (wildcards: boolean) =>
  z.string().refine((name) => isKnownToolName(name) || (wildcards && isWildcard(name)), {
    error: ({ input }) =>
      `Invalid tool name ${JSON.stringify(input)}. Name a built-in tool, server__tool, mcp_server_tool or discovered_tool_…${wildcards ? ', or *, mcp_*, mcp_server_*, server__*' : ''}`,
  })
const isWildcard = (name: string) => /^(?:\*|mcp_\*|mcp_[\w.-]+_\*|[\w.-]+__\*)$/.test(name)

const Toml = z.strictObject({
  kind: z.literal('local').exactOptional(),
  name: slug,
  description: filled,
  display_name: z.string().exactOptional(),
  tools: z.array(tool(true)).exactOptional(),
  mcp_servers: AgentServersShape.exactOptional(),
  prompts: z.strictObject({ system_prompt: filled, query: z.string().exactOptional() }),
  model: z.strictObject({ model: filled.exactOptional(), temperature: z.number().exactOptional() }).exactOptional(),
  run: z.strictObject({ max_turns: limit.exactOptional(), timeout_mins: limit.exactOptional() }).exactOptional(),
})

async function fromToml(text: string): Promise<ReadAgent> {
  const { parse } = await import('smol-toml')
  let value: unknown
  try {
    value = parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return wrong(`TOML parsing failed: ${messageOf(error).split('\n', 1)[0]}`)
  }
  if (apparentKind(value) === 'remote') return wrong(REMOTE)
  const read = Toml.safeParse(value)
  if (!read.success) return wrong(`Validation failed: ${mistakes(read.error, value).join(', ')}`)
  const { name, description, tools, mcp_servers, prompts, model = {}, run = {} } = read.data
  if (tools?.some((one) => canonical(one) === DELEGATE))
    return wrong(
      `Validation failed: tools list cannot include '${DELEGATE}'. Sub-agents cannot delegate to other agents.`,
    )
  const agent: Agent = {
    ...DEFAULTS,
    name,
    description,
    system: prompts.system_prompt,
    query: prompts.query ?? START,
    minutes: run.timeout_mins ?? 5,
    ...(run.max_turns === undefined ? {} : { turns: run.max_turns }),
    ...(tools === undefined ? {} : { tools }),
    ...(mcp_servers === undefined ? {} : { servers: mcp_servers }),
    ...(model.model === undefined ? {} : { model: model.model }),
    ...sampled(model.temperature),
  }
  return { ok: true, agent, notes: [] }
}

/** What an agent hears first whose definition has no words for it: its task alone. */
const START = '${query}'

const Markdown = z.strictObject({
  kind: z.literal('local').exactOptional(),
  name: slug,
  description: filled,
  display_name: z.string().exactOptional(),
  tools: z.array(tool(true)).exactOptional(),
  mcp_servers: AgentServersShape.exactOptional(),
  mcpServers: AgentServersShape.exactOptional(),
  model: filled.exactOptional(),
  temperature: z.number().exactOptional(),
  max_turns: limit.exactOptional(),
  timeout_mins: limit.exactOptional(),
})

async function fromMarkdown(text: string): Promise<ReadAgent> {
  const halves = splitFrontMatter(text)
  if (halves === undefined)
    return wrong(
      'Invalid agent definition: Missing mandatory YAML frontmatter. Agent Markdown files MUST start with YAML frontmatter enclosed in triple-dashes "---" (e.g., ---\nname: my-agent\n---).',
    )
  const yaml = await readYaml(halves.yaml)
  if (!yaml.ok) return wrong(`YAML frontmatter parsing failed: ${yaml.why}`)
  if (apparentKind(yaml.value) === 'remote') return wrong(REMOTE)
  const read = Markdown.safeParse(yaml.value)
  if (!read.success) {
    const lines = mistakes(read.error, yaml.value).map((line) => `(Local Agent) ${line}`)
    return wrong(`Validation failed: Agent Definition:\n${lines.join('\n')}`)
  }
  if (halves.body === '')
    return wrong('Validation failed: the text below the frontmatter is the system prompt, and there is none.')
  const { name, description, tools, model, temperature, max_turns = 30, timeout_mins = 10 } = read.data
  const servers = { ...read.data.mcpServers, ...read.data.mcp_servers }
  const notes = [
    ...(tools?.some((one) => canonical(one) === DELEGATE)
      ? ['Sub-agents cannot delegate to other agents; the tool for it is left out.']
      : []),
  ]
  const agent: Agent = {
    ...DEFAULTS,
    name,
    description,
    system: halves.body,
    query: START,
    turns: max_turns,
    minutes: timeout_mins,
    ...(tools === undefined ? {} : { tools: tools.filter((one) => canonical(one) !== DELEGATE) }),
    ...(Object.keys(servers).length === 0 ? {} : { servers }),
    ...(model === undefined ? {} : { model }),
    ...sampled(temperature),
  }
  return { ok: true, agent, notes }
}

const REMOTE =
  'Remote agents (A2A) are not supported. Define a local agent, or offer the service as an MCP server in settings.json.'

/** Remote where it says so, or has keys that only remote ones have. */
function apparentKind(value: unknown): 'local' | 'remote' {
  if (Array.isArray(value)) return 'remote'
  if (typeof value !== 'object' || value === null) return 'local'
  if ('kind' in value) return value.kind === 'remote' ? 'remote' : 'local'
  return ['agent_card_url', 'agent_card_json', 'auth'].some((key) => key in value) ? 'remote' : 'local'
}

const sampled = (temperature: number | undefined): Pick<Agent, 'sampling'> =>
  temperature === undefined ? {} : { sampling: { temperature, topP: TOP_P } }

const wrong = (why: string): ReadAgent => ({ ok: false, why, notes: [] })

/** Each mistake as `field: what is wrong`; unknown keys name themselves. */
function mistakes(error: z.ZodError, given: unknown): string[] {
  return error.issues.map((issue) => {
    const at = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      const keys = issue.keys.map((key) => `'${key}'`).join(', ')
      return `${at === '' ? '' : `${at}: `}Unrecognized key(s) in object: ${keys}`
    }
    const missing = issue.code === 'invalid_type' && valueAt(given, issue.path) === undefined
    const what = missing ? 'Required' : issue.message.replace(/^Invalid input: /, '')
    return at === '' ? what : `${at}: ${what}`
  })
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}
