import * as z from 'zod'
import type { Environment } from '../platform/environment.ts'
import { zodIssueMessage } from '../platform/errors.ts'
import { isConfidential } from '../platform/net/addresses.ts'
import { splitCommandLine } from '../platform/process/shell-words.ts'
import { interpolate, isReservedVariable } from '../text/interpolate.ts'
import { toValidName } from '../tools/json-schema.ts'

const strings = z.array(z.string())

const scalarText = z.union([z.string(), z.number(), z.boolean()]).transform(String)

const ServerSettingsShape = z.looseObject({
  command: z.string().optional(),
  args: z.array(scalarText).optional(),
  env: z.record(z.string(), scalarText).optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  httpUrl: z.string().optional(),
  headers: z.record(z.string(), scalarText).optional(),
  type: z.enum(['stdio', 'sse', 'http']).optional(),
  timeout: z.number().positive().optional(),
  includeTools: strings.optional(),
  excludeTools: strings.optional(),
  oauth: z
    .looseObject({
      enabled: z.boolean().optional(),
      clientId: z.string().optional(),
      clientSecret: z.string().optional(),
      refreshToken: z.string().optional(),
      issuer: z.string().optional(),
      tokenUrl: z.string().optional(),
      scopes: strings.optional(),
      audiences: strings.optional(),
    })
    .optional(),
  authProviderType: z.enum(['dynamic_discovery', 'google_credentials', 'service_account_impersonation']).optional(),
  targetAudience: z.string().optional(),
  targetServiceAccount: z.string().optional(),
})

type ServerSettings = z.output<typeof ServerSettingsShape>

export type OAuthSettings = NonNullable<ServerSettings['oauth']>

/** How requests to a server are authenticated. */
export type ServerAuth =
  | { kind: 'oauth'; oauth: OAuthSettings }
  | { kind: 'google'; scopes: readonly string[] }
  | { kind: 'service-account'; audience: string; account: string }

/** How to connect to a server. `auto`: streamable HTTP first, then SSE if that fails. */
export type ServerTransport =
  | { kind: 'stdio'; command: string; args: readonly string[]; env: Readonly<Record<string, string>>; cwd?: string }
  | { kind: 'http' | 'sse' | 'auto'; url: string; headers: Readonly<Record<string, string>>; auth: ServerAuth }

/** One configured server, ready to start. */
export type McpServerConfig = {
  name: string
  transport: ServerTransport
  /** Time limit of a call. */
  timeoutMs: number
  /** Time limit of the connection: the configured `timeout` if there is one. */
  startMs: number
  /** Whether the settings include a tool, by the server's name for it. */
  includesTool(tool: string): boolean
  /** The tools that the settings name, with the key that names them. */
  namedTools: readonly { key: 'includeTools' | 'excludeTools'; tool: string }[]
}

/** The settings that configure MCP servers. */
export type McpSettings = {
  mcpServers?: Readonly<Record<string, unknown>>
  mcp?: { allowed?: readonly string[]; excluded?: readonly string[]; serverCommand?: unknown }
}

const DEFAULT_CALL_MS = 10 * 60_000

/** Enough to pull an image or to fetch a package. */
const DEFAULT_START_MS = 60_000

/** The longest delay of a timer: a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The servers to start, with warnings (`notes`) and infos about the others. Starts nothing. */
export function parseMcpServers(
  settings: McpSettings,
  env: Environment,
): { servers: McpServerConfig[]; notes: string[]; infos: string[] } {
  const servers: McpServerConfig[] = []
  const notes: string[] = []
  const infos: string[] = []
  const namesInUse = new Map<string, string>()
  const { allowed = [], excluded = [] } = settings.mcp ?? {}
  const blocked: string[] = []
  for (const [name, value] of configuredServers(settings, notes)) {
    const isListed = (list: readonly string[]) => list.some((each) => each.toLowerCase() === name.toLowerCase())
    if (isListed(excluded) || excluded.includes('*')) continue
    if (allowed.length > 0 && !isListed(allowed) && !allowed.includes('*')) {
      blocked.push(name)
      continue
    }
    if (isGitHubServer(name, value)) {
      infos.push(GITHUB_SERVER_NOTICE)
      continue
    }
    const server = parseServer(name, value, env)
    const sameName = namesInUse.get(normalizeServerName(name))
    if (typeof server === 'string') notes.push(`mcpServers.${name}: ${server} The server was not started.`)
    else if (sameName !== undefined)
      notes.push(
        `mcpServers.${name}: its tools would have the same names as the tools of ${sameName}. The server was not started. Rename it.`,
      )
    else {
      namesInUse.set(normalizeServerName(name), name)
      servers.push(server)
      notes.push(...unsetVariableNotes(value, env).map((text) => `mcpServers.${name}.${text}`))
    }
  }
  if (blocked.length > 0)
    infos.push(`mcp.allowed does not name these MCP servers, so they were not started: ${blocked.join(', ')}.`)
  return { servers, notes, infos }
}

const GITHUB_SERVER_NOTICE =
  'mcpServers.github was not started: it is GitHub\'s MCP server. This action\'s own GitHub tools have the same names, and write only after the run. includeTools still selects the tools that may propose files; rules with mcpName = "github" apply to all of them.'

/** Whether this is GitHub's MCP server, by the image, program or URL in its documentation and in run-gemini-cli workflows. */
function isGitHubServer(name: string, value: unknown): boolean {
  if (normalizeServerName(name) !== 'github') return false
  const { command, args, url, httpUrl } = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof ServerSettings, unknown>
  >
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String)
  const isProgram = words.some((word) =>
    /(?:^|\/)github-mcp-server(?:[:@][\w.:-]+)?$|server-github(?:@[\w.-]+)?$/.test(word),
  )
  return isProgram || /^https:\/\/api\.githubcopilot\.com(?:[:/]|$)/.test(String(httpUrl ?? url ?? ''))
}

/** The servers of mcpServers, and `mcp.serverCommand` as a server named mcp. */
function configuredServers({ mcpServers = {}, mcp }: McpSettings, notes: string[]): [string, unknown][] {
  const commandLine = mcp?.serverCommand
  const servers = Object.entries(mcpServers)
  if (typeof commandLine !== 'string' || commandLine.trim() === '' || Object.hasOwn(mcpServers, 'mcp')) return servers
  const words = splitCommandLine(commandLine)
  if (words === undefined) {
    notes.push(`mcp.serverCommand: failed to parse mcpServerCommand: ${commandLine}. The server was not started.`)
    return servers
  }
  const [command, ...args] = words
  return [...servers, ['mcp', { command, args }]]
}

/** The server, or the problem with its settings. */
function parseServer(name: string, value: unknown, env: Environment): McpServerConfig | string {
  if (/\p{Cc}/u.test(name) || name.trim() === '' || name === '*') return 'This is not a valid server name.'
  if (normalizeServerName(name) === 'github')
    return 'The name "github" is reserved: policies use it to allow this action\'s GitHub tools. Choose another name, for example "my-github".'
  const parsed = ServerSettingsShape.safeParse(value)
  if (!parsed.success) return `${parsed.error.issues.map((issue) => zodIssueMessage(issue)).join('; ')}.`
  const settings = parsed.data
  const transport = parseTransport(settings, env)
  if (typeof transport === 'string') return transport
  const timeout = settings.timeout === undefined ? undefined : Math.min(settings.timeout, MAX_TIMER_MS)
  return {
    name,
    transport,
    timeoutMs: timeout ?? DEFAULT_CALL_MS,
    startMs: timeout ?? DEFAULT_START_MS,
    includesTool: (tool) => isIncluded(tool, settings),
    namedTools: [
      ...(settings.includeTools ?? []).map((tool) => ({
        key: 'includeTools' as const,
        tool: tool.replace(/\(.*/s, ''),
      })),
      ...(settings.excludeTools ?? []).map((tool) => ({ key: 'excludeTools' as const, tool })),
    ],
  }
}

function parseTransport(settings: ServerSettings, env: Environment): ServerTransport | string {
  const { command, httpUrl, type, headers = {}, authProviderType, cwd } = settings
  const url = httpUrl ?? settings.url
  const auth = parseAuth(settings)
  if (typeof auth === 'string') return auth
  if (url !== undefined) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return 'Its URL is not an http or https URL.'
    const { username, password } = new URL(url)
    const credential = credentialIn(url, headers, auth) ?? variableIn(url, headers)
    if (credential !== undefined && !isConfidential(url))
      return `Its URL is not encrypted, and ${credential} would be sent to it. Use https. Only an address of this machine may use http.`
    if (username + password !== '') return 'Its URL contains a user or a password. Use headers.Authorization instead.'
    const invalid = Object.entries(headers).find((header) => !isHeader(header))
    if (invalid !== undefined)
      return `headers.${invalid[0]} is not a valid header: its name or value contains invalid characters.`
    const kind = httpUrl !== undefined || type === 'http' ? 'http' : type === 'sse' ? 'sse' : 'auto'
    return { kind, url, headers, auth }
  }
  if (authProviderType === 'google_credentials')
    return 'URL must be provided in the config for Google Credentials provider.'
  if (command === undefined || command.trim() === '')
    return 'Invalid configuration: missing httpUrl (for Streamable HTTP), url (for SSE), and command (for stdio).'
  return { kind: 'stdio', command, args: settings.args ?? [], env: expandAll(settings.env ?? {}, env), cwd }
}

/** The setting that sends a credential to the server itself; undefined without one. */
function credentialIn(url: string, headers: Readonly<Record<string, string>>, auth: ServerAuth): string | undefined {
  if (auth.kind !== 'oauth') return 'authProviderType'
  const header = Object.keys(headers).find((name) => CREDENTIAL_NAME.test(name))
  if (header !== undefined) return `headers.${header}`
  const parameter = [...new URL(url).searchParams.keys()].find((name) => CREDENTIAL_NAME.test(name))
  if (parameter !== undefined) return `its parameter ${parameter}`
  return secretOf(auth.oauth)
}

/** Names of headers and parameters that carry credentials. */
export const CREDENTIAL_NAME = /auth|token|key|secret|cookie|password|credential/i

/** The setting of the secret that OAuth sends for a token; undefined without one. */
const secretOf = ({ clientSecret, refreshToken }: OAuthSettings): string | undefined =>
  clientSecret !== undefined ? 'oauth.clientSecret' : refreshToken !== undefined ? 'oauth.refreshToken' : undefined

/** The header or the part of the URL with a variable that stayed, because it would be sent without encryption. */
const variableIn = (url: string, headers: Readonly<Record<string, string>>): string | undefined => {
  const header = Object.keys(headers).find((name) => VARIABLE.test(headers[name] ?? ''))
  return header === undefined ? (VARIABLE.test(url) ? 'the variable in it' : undefined) : `headers.${header}`
}

const VARIABLE = /\$(?:\{\w|\w)/

/** What is wrong with OAuth settings that contain a secret. The server itself must not decide who gets it. */
function oauthProblem(oauth: OAuthSettings): string | undefined {
  const secret = secretOf(oauth)
  if (secret === undefined) return undefined
  if (oauth.issuer === undefined && oauth.tokenUrl === undefined)
    return `${secret} is set without oauth.issuer or oauth.tokenUrl, so the server itself would decide who gets it. Set oauth.issuer to the address of your authorization server.`
  for (const name of ['issuer', 'tokenUrl'] as const) {
    const url = oauth[name]
    if (url !== undefined && !(URL.canParse(url) && isConfidential(url)))
      return `oauth.${name} is not an https URL, and ${secret} is sent there. Only an address of this machine may use http.`
  }
  return undefined
}

function isHeader(header: [string, string]): boolean {
  try {
    new Headers([header])
    return true
  } catch {
    return false
  }
}

/** Names the variables that a server's `env` refers to and that are empty here: a missing secret is hard to debug. */
function unsetVariableNotes(value: unknown, env: Environment): string[] {
  const { env: variables = {} } = ServerSettingsShape.parse(value)
  return Object.entries(variables).flatMap(([key, value]) =>
    unsetVariables(value, env).map((name) => `env.${key} ($${name}): this variable is empty or not set in this step.`),
  )
}

const expandAll = (variables: Readonly<Record<string, string>>, env: Environment) =>
  Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, expandVariables(value, env)]))

/** Hosts that Google credentials may be sent to. */
const GOOGLE_HOSTS = /^(?:(?:[^.]+\.)+googleapis\.com|(?:[^.]+\.)*luci\.app)$/i

function parseAuth({
  authProviderType,
  oauth = {},
  targetAudience,
  targetServiceAccount,
  ...settings
}: ServerSettings): ServerAuth | string {
  const url = settings.httpUrl ?? settings.url
  switch (authProviderType) {
    case 'google_credentials': {
      if (url === undefined) return 'URL must be provided in the config for Google Credentials provider.'
      const host = URL.canParse(url) ? new URL(url).hostname : url
      if (!GOOGLE_HOSTS.test(host)) return `Host "${host}" is not an allowed host for Google Credential provider.`
      if (!oauth.scopes?.length) return 'Scopes must be provided in the oauth config for Google Credentials provider.'
      return { kind: 'google', scopes: oauth.scopes }
    }
    case 'service_account_impersonation': {
      const missing = (setting: string) => `${setting} must be provided for the Service Account Impersonation provider.`
      if (url === undefined) return missing('A url or httpUrl')
      if (!targetAudience) return missing('targetAudience')
      if (!targetServiceAccount) return missing('targetServiceAccount')
      return { kind: 'service-account', audience: targetAudience, account: targetServiceAccount }
    }
    case 'dynamic_discovery':
    case undefined:
      return (url === undefined ? undefined : oauthProblem(oauth)) ?? { kind: 'oauth', oauth }
    default:
      return authProviderType satisfies never
  }
}

/** excludeTools wins. An entry of includeTools may contain arguments; only its name counts. */
const isIncluded = (
  tool: string,
  { includeTools, excludeTools = [] }: Pick<ServerSettings, 'includeTools' | 'excludeTools'>,
) =>
  !excludeTools.includes(tool) &&
  (includeTools === undefined || includeTools.some((entry) => entry === tool || entry.startsWith(`${tool}(`)))

/** The variables in a text that have neither a value nor a fallback. */
export function unsetVariables(text: string, env: Environment): string[] {
  const unset: string[] = []
  interpolate(
    text,
    ({ name, fallback }) => {
      if (fallback === undefined && (isReservedVariable(name) || !env[name])) unset.push(name)
      return undefined
    },
    { dotenv: true },
  )
  return unset
}

/**
 * Replaces `$NAME`, `${NAME}` and `${NAME:-fallback}` by their values. A variable that is empty, not set or reserved for
 * the runner becomes its fallback or the empty string; `\$` is a dollar sign. Other settings are expanded when they are
 * read. A server's `env` is expanded when the server starts, because it may hold secrets that nothing needs earlier.
 */
export const expandVariables = (text: string, env: Environment): string =>
  interpolate(text, ({ name, fallback = '' }) => (isReservedVariable(name) ? fallback : env[name] || fallback), {
    dotenv: true,
  })

/** Length limit of newer versions of the reference. */
const MAX_LENGTH = 63

/** The model's name for a server's tool. Always qualified, so that a server cannot replace a built-in tool. */
export const mcpToolName = (server: string, tool: string): string => toValidName(`${server}__${tool}`)

/** The name that newer versions of the reference use. */
export function newerToolName(server: string, tool: string): string {
  const joined = `${server}_${tool}`
  const valid = (joined.startsWith('mcp_') ? joined : `mcp_${joined}`).replace(/[^\w.:-]/g, '_')
  return valid.length <= MAX_LENGTH ? valid : `${valid.slice(0, 30)}...${valid.slice(-30)}`
}

/** The normalized form of a server name: two servers with the same form would have tools with the same names. */
export const normalizeServerName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\w.-]/g, '_')
    .replace(/^mcp_+/, '')

/** Programs that download and run a package, with the subcommands and options that come before its name. */
const PACKAGE_RUNNERS: Readonly<
  Record<string, { subcommands?: readonly string[]; packageOptions: readonly string[]; kind: 'npm' | 'python' }>
> = {
  npx: { packageOptions: ['-p', '--package'], kind: 'npm' },
  npm: { subcommands: ['exec', 'x'], packageOptions: ['-p', '--package'], kind: 'npm' },
  bunx: { packageOptions: ['-p', '--package'], kind: 'npm' },
  pnpx: { packageOptions: ['--package'], kind: 'npm' },
  pnpm: { subcommands: ['dlx'], packageOptions: ['--package'], kind: 'npm' },
  yarn: { subcommands: ['dlx'], packageOptions: ['-p', '--package'], kind: 'npm' },
  uvx: { packageOptions: ['--from'], kind: 'python' },
  pipx: { subcommands: ['run'], packageOptions: ['--spec'], kind: 'python' },
}

const EXACT_VERSION = {
  npm: /^(?:@[^/@\s]+\/)?[^/@\s]+@v?\d+\.\d+\.\d+[\w.+-]*$/,
  python: /^[^@=\s]+(?:@|===?)v?\d+(?:\.\w+)+$/,
}
const PINNED_FORM = { npm: 'PACKAGE@1.2.3', python: 'PACKAGE==1.2.3' }
/** A commit, a local path and a local archive count as pinned. */
const IMMUTABLE_PLACE = /[#@][0-9a-f]{40}$|^(?:\.{0,2}\/|file:|[A-Za-z]:\\)/

/**
 * Says which package of a command line has no exact version and how to pin it; undefined if there is none. Otherwise the
 * package's publisher decides what runs here.
 */
export function unpinnedProblem(command: string, args: readonly string[]): string | undefined {
  const name = command
    .slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1)
    .replace(/\.(?:cmd|bat|exe|ps1)$/i, '')
    .toLowerCase()
  const runner = Object.hasOwn(PACKAGE_RUNNERS, name) ? PACKAGE_RUNNERS[name] : undefined
  if (runner === undefined) return undefined
  const [first = '', ...others] = args
  if (runner.subcommands !== undefined && !runner.subcommands.includes(first)) return undefined
  const words = runner.subcommands === undefined ? args : others
  if (words.some((word) => /^--no(?:-install)?$|^--offline$/.test(word))) return undefined
  const packages = packagesIn(words, runner.packageOptions)
  const unpinned = packages.find((each) => !EXACT_VERSION[runner.kind].test(each) && !IMMUTABLE_PLACE.test(each))
  return unpinned === undefined
    ? undefined
    : `${name} would download the newest version of ${unpinned}. Pin it: ${PINNED_FORM[runner.kind]}.`
}

/** The packages that options name, else the first word that is not an option. */
function packagesIn(words: readonly string[], options: readonly string[]): string[] {
  const packages: string[] = []
  let word: string | undefined
  for (let index = 0; index < words.length; index++) {
    const each = words[index] ?? ''
    const [option = '', value] = each.split(/=(.*)/s)
    if (options.includes(option)) packages.push(value ?? words[++index] ?? '')
    else if (each === '--') word ??= words[index + 1]
    else if (!each.startsWith('-')) word ??= each
    if (word !== undefined) break
  }
  return packages.length > 0 ? packages : word === undefined ? [] : [word]
}
