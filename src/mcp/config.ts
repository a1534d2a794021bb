import { z } from 'zod'
import { fieldMistake } from '../host/errors.ts'
import { commandWords } from '../tools/command-words.ts'
import { type Env, expanded, withoutValue } from './expand.ts'
import { foldedServer } from './names.ts'

const strings = z.array(z.string())
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)

const Shape = z.looseObject({
  command: z.string().optional(),
  args: z.array(text).optional(),
  env: z.record(z.string(), text).optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  httpUrl: z.string().optional(),
  headers: z.record(z.string(), text).optional(),
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
type Written = z.output<typeof Shape>

export type OAuth = NonNullable<Written['oauth']>

/** Who a server is told we are. */
export type ServerAuth =
  | { by: 'oauth'; oauth: OAuth }
  | { by: 'google'; scopes: readonly string[] }
  | { by: 'service-account'; audience: string; account: string }

/** How a server is reached. `auto`: over streamable HTTP, and where that fails over SSE. */
export type Reach =
  | { over: 'stdio'; command: string; args: readonly string[]; env: Readonly<Record<string, string>>; cwd?: string }
  | { over: 'http' | 'sse' | 'auto'; url: string; headers: Readonly<Record<string, string>>; auth: ServerAuth }

/** One server of the settings, ready to be started. */
export type Server = {
  name: string
  reach: Reach
  /** Limit of a call; of the start too, where the settings say it. */
  timeoutMs: number
  startMs: number
  /** Whether a tool, by the server's own name for it, is wanted. */
  wants(tool: string): boolean
  /** What the settings name of its tools, by the key they do it in. */
  named: readonly { key: 'includeTools' | 'excludeTools'; tool: string }[]
}

/** The slice of settings this room obeys. */
export type McpSettings = {
  mcpServers?: Readonly<Record<string, unknown>> | undefined
  mcp?:
    | { allowed?: readonly string[] | undefined; excluded?: readonly string[] | undefined; serverCommand?: unknown }
    | undefined
}

const CALL_MS = 10 * 60_000
/** An unattended run waits for a first answer, not ten minutes: an image to pull or a package to fetch fits in. */
const START_MS = 60_000
/** Timers count no further; beyond it they are over at once. */
const LONGEST_MS = 2 ** 31 - 1

/** The servers that settings want, and what has to be said of those that are not started. Starts nothing. */
export function readServers(settings: McpSettings, env: Env): { servers: Server[]; notes: string[]; infos: string[] } {
  const servers: Server[] = []
  const notes: string[] = []
  const infos: string[] = []
  const taken = new Map<string, string>()
  const { allowed = [], excluded = [] } = settings.mcp ?? {}
  const blocked: string[] = []
  for (const [name, written] of configured(settings, notes)) {
    const isIn = (list: readonly string[]) => list.some((each) => each.toLowerCase() === name.toLowerCase())
    if (isIn(excluded) || excluded.includes('*')) continue
    if (allowed.length > 0 && !isIn(allowed) && !allowed.includes('*')) {
      blocked.push(name)
      continue
    }
    if (isGithubs(name, written)) {
      infos.push(GITHUBS)
      continue
    }
    const read = readServer(name, written, env)
    const twin = taken.get(foldedServer(name))
    if (typeof read === 'string') notes.push(`mcpServers.${name}: ${read} The server was not started.`)
    else if (twin !== undefined)
      notes.push(
        `mcpServers.${name}: its tools could not be told from those of ${twin}. Rename it; it was not started.`,
      )
    else {
      taken.set(foldedServer(name), name)
      servers.push(read)
      notes.push(...emptyNames(written, env).map((text) => `mcpServers.${name}.${text}`))
    }
  }
  if (blocked.length > 0)
    infos.push(`mcp.allowed does not name these MCP servers, so they were not started: ${blocked.join(', ')}.`)
  return { servers, notes, infos }
}

const GITHUBS =
  'mcpServers.github is GitHub\'s own server, which is not started: the tools of this action for GitHub (github__get_issue, github__comment and so on) take its place. They read live, and write only after the agent has ended. includeTools and excludeTools there name that server\'s tools; for ours, write rules with mcpName = "github".'

/** GitHub's own server as its documentation and the workflows of run-gemini-cli write it: image, program or address. */
function isGithubs(name: string, written: unknown): boolean {
  if (foldedServer(name) !== 'github') return false
  const { command, args, url, httpUrl } = (typeof written === 'object' && written !== null ? written : {}) as Written // only looked at
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String)
  const isProgram = words.some((word) =>
    /(?:^|\/)github-mcp-server(?:[:@][\w.:-]+)?$|server-github(?:@[\w.-]+)?$/.test(word),
  )
  return isProgram || /^https:\/\/api\.githubcopilot\.com(?:[:/]|$)/.test(String(httpUrl ?? url ?? ''))
}

/** Those of mcpServers, and `mcp.serverCommand` as a server called mcp. */
function configured({ mcpServers = {}, mcp }: McpSettings, notes: string[]): [string, unknown][] {
  const line = mcp?.serverCommand
  const named = Object.entries(mcpServers)
  if (typeof line !== 'string' || line.trim() === '' || Object.hasOwn(mcpServers, 'mcp')) return named
  const words = commandWords(line)
  if (words === undefined) {
    notes.push(`mcp.serverCommand: failed to parse mcpServerCommand: ${line}. The server was not started.`)
    return named
  }
  const [command, ...args] = words
  return [...named, ['mcp', { command, args }]]
}

/** The server, or what is wrong with how it is written. */
function readServer(name: string, value: unknown, env: Env): Server | string {
  if (/\p{Cc}/u.test(name) || name.trim() === '' || name === '*') return 'This is no name for a server.'
  if (foldedServer(name) === 'github')
    return 'This name belongs to the GitHub tools of this action, which policies allow by it. Give the server another one, such as "my-github".'
  const parsed = Shape.safeParse(value)
  if (!parsed.success) return `${parsed.error.issues.map((issue) => fieldMistake(issue)).join('; ')}.`
  const written = parsed.data
  const reach = reachOf(written, env)
  if (typeof reach === 'string') return reach
  const timeout = written.timeout === undefined ? undefined : Math.min(written.timeout, LONGEST_MS)
  return {
    name,
    reach,
    timeoutMs: timeout ?? CALL_MS,
    startMs: timeout ?? START_MS,
    wants: (tool) => isWanted(tool, written),
    named: [
      ...(written.includeTools ?? []).map((tool) => ({
        key: 'includeTools' as const,
        tool: tool.replace(/\(.*/s, ''),
      })),
      ...(written.excludeTools ?? []).map((tool) => ({ key: 'excludeTools' as const, tool })),
    ],
  }
}

function reachOf(written: Written, env: Env): Reach | string {
  const { command, url, httpUrl, type, headers = {}, authProviderType } = written
  const address = httpUrl ?? url
  const auth = authOf(written)
  if (typeof auth === 'string') return auth
  if (address !== undefined) {
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return 'Its address is no http or https URL.'
    const { username, password } = new URL(address)
    if (username + password !== '') return 'Its address holds a user or a password; give them as headers.Authorization.'
    const odd = Object.entries(headers).find((header) => !isHeader(header))
    if (odd !== undefined) return `headers.${odd[0]} is no header: a name or value with characters that none may have.`
    const over = httpUrl !== undefined || type === 'http' ? 'http' : type === 'sse' ? 'sse' : 'auto'
    return { over, url: address, headers, auth }
  }
  if (authProviderType === 'google_credentials')
    return 'URL must be provided in the config for Google Credentials provider.'
  if (command === undefined || command.trim() === '')
    return 'Invalid configuration: missing httpUrl (for Streamable HTTP), url (for SSE), and command (for stdio).'
  const { cwd } = written
  return {
    over: 'stdio',
    command,
    args: written.args ?? [],
    env: mapped(written.env ?? {}, env),
    ...(cwd === undefined ? {} : { cwd }),
  }
}

function isHeader(header: [string, string]): boolean {
  try {
    new Headers([header])
    return true
  } catch {
    return false
  }
}

/** Variables a server is meant to get that are nothing here: whoever did not give the step a secret looks long for why it fails. */
function emptyNames(written: unknown, env: Env): string[] {
  const { env: variables = {} } = Shape.parse(written)
  return Object.entries(variables).flatMap(([key, value]) =>
    withoutValue(value, env).map((name) => `env.${key} ($${name}): this variable is empty or not set in this step.`),
  )
}

const mapped = (given: Readonly<Record<string, string>>, env: Env) =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, expanded(value, env)]))

/** Hosts that Google's own credentials may be sent to. */
const GOOGLES = /^(?:(?:[^.]+\.)+googleapis\.com|(?:[^.]+\.)*luci\.app)$/i

function authOf({
  authProviderType,
  oauth = {},
  targetAudience,
  targetServiceAccount,
  ...written
}: Written): ServerAuth | string {
  const url = written.httpUrl ?? written.url
  switch (authProviderType) {
    case 'google_credentials': {
      if (url === undefined) return 'URL must be provided in the config for Google Credentials provider.'
      const host = URL.canParse(url) ? new URL(url).hostname : url
      if (!GOOGLES.test(host)) return `Host "${host}" is not an allowed host for Google Credential provider.`
      if (!oauth.scopes?.length) return 'Scopes must be provided in the oauth config for Google Credentials provider.'
      return { by: 'google', scopes: oauth.scopes }
    }
    case 'service_account_impersonation': {
      const need = (what: string) => `${what} must be provided for the Service Account Impersonation provider.`
      if (url === undefined) return need('A url or httpUrl')
      if (!targetAudience) return need('targetAudience')
      if (!targetServiceAccount) return need('targetServiceAccount')
      return { by: 'service-account', audience: targetAudience, account: targetServiceAccount }
    }
    case 'dynamic_discovery':
    case undefined:
      return { by: 'oauth', oauth }
    default:
      return authProviderType satisfies never
  }
}

/** excludeTools wins. An entry of includeTools may carry arguments, of which only the name counts. */
const isWanted = (tool: string, { includeTools, excludeTools = [] }: Pick<Written, 'includeTools' | 'excludeTools'>) =>
  !excludeTools.includes(tool) &&
  (includeTools === undefined || includeTools.some((entry) => entry === tool || entry.startsWith(`${tool}(`)))
