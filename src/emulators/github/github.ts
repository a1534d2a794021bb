import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type ApiAnswer, ErrorAnswer, notFound, toErrorAnswer } from './answer.ts'
import { graphql } from './graphql.ts'
import { findRoute } from './router.ts'
import { storedArtifact, storedLog } from './runs.ts'
import { storedPicture } from './thread-shapes.ts'
import { createWorld, type World, type WorldPicture, type WorldSeed } from './world.ts'

/** A fault to inject into one request: see `GitHubEmulatorOptions.onRequest`. */
export type InjectedFault = 'refuse' | 'lose' | { status: number; headers?: Record<string, string>; body?: unknown }

export type GitHubEmulatorOptions = {
  /** Path prefix of every REST URL, e.g. `/api/v3` as on GitHub Enterprise Server. */
  prefix?: string
  /** The clock, in milliseconds since the epoch. */
  now?: () => number
  /**
   * Called before each request; `nth` counts from 1. `refuse` answers 500 without an effect, `lose` performs the request
   * and then resets the connection, and an object is the answer without an effect.
   */
  onRequest?: (request: { nth: number; method: string; path: string; body: unknown }) => InjectedFault | undefined
  /** Also called before each request. The answer waits for the promise. */
  hold?: (request: { method: string; path: string }) => Promise<void>
  /** Enforce GitHub's rate limits. */
  limits?: boolean
}

/** One request and its answer. `status` is 0 after the fault `lose`. */
export type ReceivedRequest = {
  method: string
  /** Path below the API's base, without the query. */
  path: string
  query: string
  headers: Record<string, string>
  body: unknown
  status: number
  answer: unknown
}

export type GitHubEmulator = {
  /** Base of the REST API, e.g. `http://127.0.0.1:41234`. */
  url: string
  graphqlUrl: string
  requests: ReceivedRequest[]
  world: World
  /** Mistakes in requests: unsupported endpoints, missing headers, invalid bodies. */
  problems: string[]
  /** Requests that exceeded a rate limit; empty unless limits are enforced. */
  violations: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a GitHub emulator with one repository on a free port of 127.0.0.1. Dispose it to stop it. */
export async function startGitHub(seed: WorldSeed, options: GitHubEmulatorOptions = {}): Promise<GitHubEmulator> {
  const world = createWorld(seed)
  const requests: ReceivedRequest[] = []
  const problems: string[] = []
  const prefix = options.prefix ?? ''
  const limits = options.limits === true ? openLimits(options.now ?? Date.now) : undefined
  const state = { world, requests, problems, prefix, api: '', options, limits }

  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => {
      problems.push(
        `${request.method} ${request.url}: the emulator failed: ${error instanceof Error ? error.stack : error}`,
      )
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  state.api = origin + prefix
  return {
    url: state.api,
    graphqlUrl: prefix === '' ? `${origin}/graphql` : `${origin}/api/graphql`,
    requests,
    world,
    problems,
    violations: limits?.violations ?? [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type ServerState = {
  world: World
  requests: ReceivedRequest[]
  problems: string[]
  prefix: string
  api: string
  options: GitHubEmulatorOptions
  limits: EmulatedLimits | undefined
}

async function serve(state: ServerState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const method = request.method ?? 'GET'
  const stored = storedLog(state.world, url.pathname) ?? storedArtifact(state.world, url.pathname)
  if (stored !== undefined) return sendStored(state, request, response, stored)
  const picture = storedPicture(state.world, url)
  if (picture !== undefined) return sendPicture(state, request, response, picture)
  const raw = await readBody(request)
  const path = pathBelow(url.pathname, state.prefix)
  const body = parseBody(raw)
  const record: ReceivedRequest = {
    method,
    path,
    query: url.search.replace(/^\?/, ''),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: body === UNREADABLE ? raw : body,
    status: 0,
    answer: undefined,
  }
  const nth = state.requests.push(record)
  await state.options.hold?.({ method, path })
  const fault = state.options.onRequest?.({ nth, method, path, body: record.body }) ?? rateLimitFault(state, record)
  const answer = await applyFault(fault, () => answerRequest(state, record, body))
  state.limits?.done()
  if (fault === 'lose') {
    request.socket.resetAndDestroy()
    return
  }
  record.status = answer.status
  record.answer = answer.body
  send(state, response, answer, path)
}

function rateLimitFault({ limits }: ServerState, { method, path, body }: ReceivedRequest): InjectedFault | undefined {
  const refused = limits?.refuse(method, path, body)
  return refused && { status: refused.status, headers: refused.headers, body: { message: refused.message } }
}

/** Answers as GitHub's storage hosts do. They are not part of the API, and a client must not send them a credential. */
function sendStored(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
  stored: string | Uint8Array,
): void {
  if (request.headers.authorization !== undefined) state.problems.push(`${request.url}: a credential for another host`)
  const type = typeof stored === 'string' ? 'text/plain; charset=utf-8' : 'application/zip'
  response.writeHead(200, { 'content-type': type })
  response.end(stored)
}

function sendPicture(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
  picture: WorldPicture | 'gone',
): void {
  if (request.headers.authorization !== undefined) state.problems.push(`${request.url}: a credential for another host`)
  if (picture === 'gone') return void response.writeHead(404).end()
  const { location, type, bytes } = picture
  if (location !== undefined) return void response.writeHead(302, { location }).end()
  response.writeHead(200, { 'content-type': type })
  response.end(bytes)
}

async function applyFault(fault: InjectedFault | undefined, act: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  if (fault === undefined || fault === 'lose') return act()
  if (fault === 'refuse') return { status: 500, body: { message: 'Server Error' } }
  const { status, headers, body } = fault
  return {
    status,
    headers: headers ?? {},
    body: body ?? { message: `Answered ${status} on purpose`, status: String(status) },
  }
}

async function answerRequest(state: ServerState, record: ReceivedRequest, body: unknown): Promise<ApiAnswer> {
  const { world, problems } = state
  const location = `${record.method} ${record.path}`
  try {
    if (record.headers['user-agent'] === undefined) {
      problems.push(`${location}: no User-Agent header`)
      throw new ErrorAnswer(
        403,
        'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
      )
    }
    const credential = /^(?:token|bearer) (.+)$/i.exec(record.headers.authorization ?? '')?.[1]
    if (credential === undefined) throw new ErrorAnswer(401, 'Requires authentication')
    const permissions = credential === world.token ? world.tokenPermissions : world.jobTokens?.[credential]
    if (permissions === undefined) throw new ErrorAnswer(401, 'Bad credentials')
    if (body === UNREADABLE) {
      problems.push(`${location}: the body is not JSON`)
      throw new ErrorAnswer(400, 'Problems parsing JSON')
    }
    const now = new Date((state.options.now ?? Date.now)()).toISOString().replace(/\.\d+Z$/, 'Z')
    const call = {
      world,
      permissions,
      api: state.api,
      method: record.method,
      path: record.path,
      query: new URLSearchParams(record.query),
      body,
      now,
      accept: record.headers.accept ?? '',
    }
    if (record.path === '/graphql') return graphql(call, problems)
    const found = findRoute(world, record.method, record.path)
    if (found === undefined) {
      problems.push(`${location}: the emulator does not support this endpoint`)
      throw notFound()
    }
    return await found.route.answer({ ...call, params: found.params })
  } catch (error) {
    if (error instanceof ErrorAnswer) return toErrorAnswer(error)
    throw error
  }
}

/** GraphQL is at `/graphql`, on Enterprise Server at `/api/graphql` next to `/api/v3`. */
function pathBelow(pathname: string, prefix: string): string {
  if (pathname === '/api/graphql') return '/graphql'
  return prefix !== '' && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const UNREADABLE = Symbol('not JSON')

function parseBody(raw: string): unknown {
  if (raw === '') return undefined
  try {
    return JSON.parse(raw)
  } catch {
    return UNREADABLE
  }
}

/** Sends an answer with the headers that GitHub always sends. Source: GitHub REST docs, "Rate limits", "API versions". */
function send(state: ServerState, response: ServerResponse, answer: ApiAnswer, path: string): void {
  const used = state.requests.length
  const reset = Math.floor((state.options.now ?? Date.now)() / 1000) + 3600
  const isText = typeof answer.body === 'string'
  if (answer.body !== undefined) response.setHeader('content-type', 'application/json; charset=utf-8')
  response.writeHead(answer.status, {
    'x-github-media-type': 'github.v3; format=json',
    'x-github-request-id': `EMULATOR:${used}`,
    'x-github-api-version-selected': '2022-11-28',
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': String(Math.max(0, 1000 - used)),
    'x-ratelimit-used': String(used),
    'x-ratelimit-reset': String(reset),
    'x-ratelimit-resource': 'core',
    ...state.limits?.headers(path),
    ...answer.headers,
  })
  response.end(answer.body === undefined ? undefined : isText ? answer.body : JSON.stringify(answer.body))
}

/**
 * Enforces GitHub's documented limits for a workflow's token: 1,000 requests an hour, and the secondary limits: 100
 * concurrent requests, 900 points a minute (read 1, write 5), 80 content writes a minute and 500 an hour. A request during
 * the wait is refused again. Source: GitHub docs, "Rate limits for the REST API".
 */
export type EmulatedLimits = {
  /** Counts a request, or returns its refusal. */
  refuse(method: string, path: string, body: unknown): LimitRefusal | undefined
  done(): void
  /** Rate-limit headers for every answer. */
  headers(path: string): Record<string, string>
  violations: string[]
}

export type LimitRefusal = { status: number; headers: Record<string, string>; message: string }

const MINUTE = 60_000

const HOUR = 60 * MINUTE

const AN_HOUR_S = 3600

const MAX = { requests: 1000, together: 100, points: 900, writesMinute: 80, writesHour: 500 } as const

const WAIT_S = 60

export function openLimits(now: () => number): EmulatedLimits {
  const points: { time: number; cost: number }[] = []
  const writes: number[] = []
  const windows = new Map<string, { used: number; resetS: number }>()
  const violations: string[] = []
  let together = 0
  let waitUntil = 0

  const within = (times: readonly number[], ms: number) => times.filter((time) => time > now() - ms).length
  const windowOf = (path: string) => {
    const resource = resourceOf(path)
    const known = windows.get(resource)
    if (known !== undefined && known.resetS * 1000 > now()) return { resource, window: known }
    const window = { used: 0, resetS: Math.floor(now() / 1000) + AN_HOUR_S }
    windows.set(resource, window)
    return { resource, window }
  }
  const secondary = (limit: string): LimitRefusal => {
    waitUntil = now() + WAIT_S * 1000
    return {
      status: 403,
      headers: { 'retry-after': String(WAIT_S) },
      message: `You have exceeded a secondary rate limit (${limit}). Please wait a few minutes before you try again.`,
    }
  }
  const limitRefusal = (method: string, path: string, isWrite: boolean, cost: number): LimitRefusal | undefined => {
    if (now() < waitUntil) return secondary('request sent before the wait ended')
    const { window } = windowOf(path)
    if (window.used >= MAX.requests)
      return { status: 403, headers: {}, message: `API rate limit exceeded for installation. (${method} ${path})` }
    if (together > MAX.together) return secondary('concurrent requests')
    const spent = points.reduce((sum, { time, cost }) => (time > now() - MINUTE ? sum + cost : sum), 0)
    if (spent + cost > MAX.points) return secondary('points a minute')
    if (isWrite && within(writes, MINUTE) >= MAX.writesMinute) return secondary('content a minute')
    if (isWrite && within(writes, HOUR) >= MAX.writesHour) return secondary('content an hour')
    return undefined
  }

  return {
    violations,
    refuse(method, path, body) {
      together += 1
      const isWrite = path === '/graphql' ? isMutation(body) : method !== 'GET' && method !== 'HEAD'
      const cost = isWrite ? 5 : 1
      const refused = limitRefusal(method, path, isWrite, cost)
      if (refused !== undefined) {
        violations.push(`${method} ${path}: ${refused.message}`)
        return refused
      }
      points.push({ time: now(), cost })
      if (isWrite) writes.push(now())
      windowOf(path).window.used += 1
      return undefined
    },
    done() {
      together -= 1
    },
    headers(path) {
      const { resource, window } = windowOf(path)
      return {
        'x-ratelimit-limit': String(MAX.requests),
        'x-ratelimit-remaining': String(Math.max(0, MAX.requests - window.used)),
        'x-ratelimit-used': String(window.used),
        'x-ratelimit-reset': String(window.resetS),
        'x-ratelimit-resource': resource,
      }
    },
  }
}

const resourceOf = (path: string) => (path === '/graphql' ? 'graphql' : path.startsWith('/search/') ? 'search' : 'core')

const isMutation = (body: unknown) =>
  typeof body === 'object' && body !== null && 'query' in body && /^\s*mutation\b/.test(String(body.query))
