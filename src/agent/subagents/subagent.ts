import * as z from 'zod'
import type { Sampling } from '../../model/types.ts'
import type { Rule } from '../../policy/rules/rule.ts'
import type { Tool } from '../../tools/tool.ts'

/** The definition of a sub-agent. */
export type Subagent = {
  name: string
  description: string
  /** The placeholder name of the task in its prompts, without `${…}`. */
  inputName: string
  /** System prompt and first message. Placeholders: the task, `today`, `activeModel`, `cliVersion`. */
  systemPrompt: string
  query: string
  /** Names and wildcards. Default: every tool of the run, except delegation. */
  tools?: readonly string[]
  /** MCP servers that start and end with it. */
  servers?: AgentServers
  /** `inherit` for the model of the run, else a value of the input gemini_model. */
  model: string
  sampling?: Sampling
  /** Maximum turns. Default: no limit but `minutes`. */
  turns?: number
  minutes: number
  output?: SubagentOutput
}

/** The schema of its report. Without it the report is text. */
export type SubagentOutput = {
  name: string
  description: string
  /** JSON Schema. */
  schema: Record<string, unknown>
  /** Formats the report for the calling agent. Default: JSON. */
  present?(report: unknown): string
}

/** The running servers of a sub-agent: their tools, the rules that trust them, and their instructions. */
export type SubagentServers = AsyncDisposable & {
  tools: readonly Tool[]
  rules: readonly Rule[]
  instructions: string
}

/** A sub-agent that can be called. `load` returns the full definition. */
export type OfferedSubagent = {
  name: string
  /** Names in other versions. */
  formerNames?: readonly string[]
  description: string
  /** Whether a call must have a task. */
  needsTask: boolean
  /** The tools of the run that its definition names. */
  tools?: readonly string[]
  load(): Promise<Subagent>
}

/** The MCP servers of one sub-agent by name, in the format of the setting `mcpServers`. */
export type AgentServers = Readonly<Record<string, AgentServer>>

export type AgentServer = Readonly<Record<string, unknown>> & { trust?: boolean }

const text = z.string()

const scalar = z.union([text, z.number(), z.boolean()])

const texts = z.array(text)

const Auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('google-credentials'), scopes: texts.optional() }),
  z.strictObject({
    type: z.literal('oauth'),
    client_id: text.optional(),
    client_secret: text.optional(),
    refresh_token: text.optional(),
    scopes: texts.optional(),
    authorization_url: text.optional(),
    token_url: text.optional(),
    issuer: text.optional(),
    audiences: texts.optional(),
    redirect_uri: text.optional(),
    token_param_name: text.optional(),
    registration_url: text.optional(),
  }),
])

const Server = z.strictObject({
  command: text.optional(),
  args: z.array(scalar).optional(),
  env: z.record(text, scalar).optional(),
  cwd: text.optional(),
  url: text.optional(),
  http_url: text.optional(),
  headers: z.record(text, scalar).optional(),
  tcp: text.optional(),
  type: z.enum(['stdio', 'sse', 'http']).optional(),
  timeout: z.number().positive().optional(),
  trust: z.boolean().optional(),
  description: text.optional(),
  include_tools: texts.optional(),
  exclude_tools: texts.optional(),
  auth: Auth.optional(),
})

const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const renameKeys = (value: object, rename: (key: string) => string) =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), item]))

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Servers in agent files. Accepts keys in snake case and in the camel case of the settings. */
export const AgentServersShape = z
  .record(
    text,
    z.preprocess((value) => (isObject(value) ? renameKeys(value, snake) : value), Server),
  )
  .transform(
    (servers): AgentServers =>
      Object.fromEntries(Object.entries(servers).map(([name, one]) => [name, toServerSettings(one)])),
  )

function toServerSettings({ auth, ...fields }: z.output<typeof Server>): AgentServer {
  const server = renameKeys(fields, camel)
  if (auth === undefined) return server
  if (auth.type === 'google-credentials')
    return { ...server, authProviderType: 'google_credentials', oauth: { scopes: auth.scopes ?? [] } }
  const { type: _, ...oauth } = auth
  return { ...server, oauth: { enabled: true, ...renameKeys(oauth, camel) } }
}
