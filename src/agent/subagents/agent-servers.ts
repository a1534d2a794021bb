import { z } from 'zod'

/** The MCP servers of one sub-agent by name, in the format of the setting `mcpServers`. */
export type AgentServers = Readonly<Record<string, AgentServer>>
export type AgentServer = Readonly<Record<string, unknown>> & { trust?: boolean }

const text = z.string()
const scalar = z.union([text, z.number(), z.boolean()])
const texts = z.array(text)

const Auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('google-credentials'), scopes: texts.exactOptional() }),
  z.strictObject({
    type: z.literal('oauth'),
    client_id: text.exactOptional(),
    client_secret: text.exactOptional(),
    refresh_token: text.exactOptional(),
    scopes: texts.exactOptional(),
    authorization_url: text.exactOptional(),
    token_url: text.exactOptional(),
    issuer: text.exactOptional(),
    audiences: texts.exactOptional(),
    redirect_uri: text.exactOptional(),
    token_param_name: text.exactOptional(),
    registration_url: text.exactOptional(),
  }),
])

const Server = z.strictObject({
  command: text.exactOptional(),
  args: z.array(scalar).exactOptional(),
  env: z.record(text, scalar).exactOptional(),
  cwd: text.exactOptional(),
  url: text.exactOptional(),
  http_url: text.exactOptional(),
  headers: z.record(text, scalar).exactOptional(),
  tcp: text.exactOptional(),
  type: z.enum(['stdio', 'sse', 'http']).exactOptional(),
  timeout: z.number().positive().exactOptional(),
  trust: z.boolean().exactOptional(),
  description: text.exactOptional(),
  include_tools: texts.exactOptional(),
  exclude_tools: texts.exactOptional(),
  auth: Auth.exactOptional(),
})

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const renameKeys = (value: object, rename: (key: string) => string) =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), item]))
const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
