/**
 * The client that the conformance suite starts: it opens a server as a run does and calls its tools. Its last argument is the
 * address of the server; MCP_CONFORMANCE_CONTEXT holds the credentials and calls of a scenario.
 */
import { discoverOAuthServerInfo, extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import { httpAuthFor } from '../../src/mcp/auth.ts'
import { parseMcpServers } from '../../src/mcp/config.ts'
import { openMcpServers } from '../../src/mcp/servers.ts'

type Schema = { type?: unknown; properties?: Record<string, Schema>; default?: unknown; enum?: unknown[] }
type Call = { name: string; arguments: Record<string, unknown> }
type Context = { client_id?: string; client_secret?: string; toolCalls?: Call[] }

const {
  client_id = 'conformance',
  client_secret = 'conformance',
  toolCalls,
}: Context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
const { signal } = new AbortController()
const notices: string[] = []
const address = process.argv.at(-1) ?? ''

/** A run asks only the authorization server of its settings. Here the suite plays who wrote them, so its word is good. */
async function issuerOf(server: string): Promise<string> {
  const known = await discoverOAuthServerInfo(server).catch(() => undefined)
  const { resourceMetadataUrl } =
    known?.resourceMetadata === undefined ? extractWWWAuthenticateParams(await fetch(server, { method: 'POST' })) : {}
  const told =
    resourceMetadataUrl === undefined ? known : await discoverOAuthServerInfo(server, { resourceMetadataUrl })
  return told?.authorizationServerUrl ?? new URL(server).origin
}

// Other scenarios have no authorization server, and one of them answers nothing that it does not expect.
const isAboutAuth = process.env.MCP_CONFORMANCE_SCENARIO?.startsWith('auth/') === true
const issuer = isAboutAuth ? await issuerOf(address) : new URL(address).origin
const { servers } = parseMcpServers(
  {
    mcpServers: {
      peer: {
        httpUrl: address,
        timeout: 20_000,
        oauth: { clientId: client_id, clientSecret: client_secret, issuer },
      },
    },
  },
  {},
)
await using opened = await openMcpServers(
  servers,
  {
    workspace: process.cwd(),
    cwd: process.cwd(),
    version: '0.0.0',
    env: {},
    redact: (value) => value,
    notice: (_, text) => void notices.push(text),
    httpAuthFor: async ({ name, transport }) =>
      transport.kind === 'stdio'
        ? {}
        : httpAuthFor(name, transport, {
            now: Date.now,
            fetch,
            addSecrets: () => undefined,
            googleCredential: () => {
              throw new Error('There is no Google identity')
            },
          }),
  },
  signal,
)

const example = ({ type, properties = {}, default: preset, enum: choices }: Schema): unknown =>
  preset ??
  choices?.[0] ??
  {
    integer: 5,
    number: 5,
    boolean: true,
    array: [],
    object: exampleArguments(properties),
  }[String(type)] ??
  'text'

const exampleArguments = (properties: Record<string, Schema>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, example(schema)]))

const [peer] = opened.servers
const listed = peer?.features.tools ?? []
/** One scenario reads the schema of a tool as the client received it. */
const rich = listed.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema
const calls =
  toolCalls ??
  listed.map(({ name = '', inputSchema = {} }) => ({
    name,
    arguments: name === 'json_schema_echo' ? { schema: rich } : exampleArguments(Object(inputSchema.properties)),
  }))
for (const { name, arguments: args } of calls) {
  const result = await peer
    ?.tools()
    .find(({ shortName }) => shortName === name)
    ?.run(args, signal)
  notices.push(`${name}: ${JSON.stringify(result)}`)
}
console.error(notices.join('\n'))
const isUnused = (text: string) => text.includes('cannot be used') && !text.includes('No prompts, tools, or resources')
process.exitCode = notices.some(isUnused) ? 1 : 0
