import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Answer, notFound, Refusal, refusalAnswer } from './github-answer.ts'
import { graphql } from './github-graphql.ts'
import { storedLog } from './github-jobs.ts'
import { type Limits, openLimits } from './github-limits.ts'
import { findRoute } from './github-router.ts'
import { createWorld, type World, type WorldSeed } from './github-world.ts'

/** What to do with one request instead of answering it: see `StandinOptions.onRequest`. */
export type Fault = 'refuse' | 'lose' | { status: number; headers?: Record<string, string>; body?: unknown }

export type StandinOptions = {
  /** Path before every REST address, e.g. `/api/v3` as on GitHub Enterprise Server. */
  prefix?: string
  /** The clock, in milliseconds since 1970. */
  now?: () => number
  /**
   * Asked before each request; `nth` counts from 1. `refuse` answers 500 without doing anything, `lose` does the
   * thing and then cuts the connection, an object is the answer given without doing anything.
   */
  onRequest?: (request: { nth: number; method: string; path: string; body: unknown }) => Fault | undefined
  /** Whether GitHub's rate limits hold. */
  limits?: boolean
}

/** One request as it came and what it was answered. `status` is 0 when the answer was lost on purpose. */
export type RecordedRequest = {
  method: string
  /** Path below the API's base, without the query. */
  path: string
  query: string
  headers: Record<string, string>
  body: unknown
  status: number
  answer: unknown
}

export type FakeGitHub = {
  /** Base of the REST API, e.g. `http://127.0.0.1:41234`. */
  url: string
  graphqlUrl: string
  requests: RecordedRequest[]
  world: World
  /** What was wrong with the requests themselves: unknown addresses, missing headers, unreadable bodies. */
  problems: string[]
  /** Requests that broke a rate limit; none are looked at unless the limits hold. */
  violations: string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a GitHub that knows one repository, on a free port of 127.0.0.1. It lives until disposed. */
export async function startGitHub(seed: WorldSeed, options: StandinOptions = {}): Promise<FakeGitHub> {
  const world = createWorld(seed)
  const requests: RecordedRequest[] = []
  const problems: string[] = []
  const prefix = options.prefix ?? ''
  const limits = options.limits === true ? openLimits(options.now ?? Date.now) : undefined
  const state = { world, requests, problems, prefix, api: '', options, limits }

  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => {
      problems.push(
        `${request.method} ${request.url}: the stand-in failed: ${error instanceof Error ? error.stack : error}`,
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

type State = {
  world: World
  requests: RecordedRequest[]
  problems: string[]
  prefix: string
  api: string
  options: StandinOptions
  limits: Limits | undefined
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const method = request.method ?? 'GET'
  const stored = storedLog(state.world, url.pathname)
  if (stored !== undefined) return sendStored(state, request, response, stored)
  const raw = await textOf(request)
  const path = pathBelow(url.pathname, state.prefix)
  const body = parseBody(raw)
  const record: RecordedRequest = {
    method,
    path,
    query: url.search.replace(/^\?/, ''),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: body === UNREADABLE ? raw : body,
    status: 0,
    answer: undefined,
  }
  const nth = state.requests.push(record)
  const fault = state.options.onRequest?.({ nth, method, path, body: record.body }) ?? limited(state, record)
  const answer = await faultOr(fault, () => settle(state, request, record, body, url.searchParams))
  state.limits?.done()
  if (fault === 'lose') {
    request.socket.resetAndDestroy()
    return
  }
  record.status = answer.status
  record.answer = answer.body
  send(state, response, answer, path)
}

function limited({ limits }: State, { method, path, body }: RecordedRequest): Fault | undefined {
  const refused = limits?.refuse(method, path, body)
  return refused && { status: refused.status, headers: refused.headers, body: { message: refused.message } }
}

/** What GitHub keeps on other hosts is no part of the API: nobody may show those hosts a credential. */
function sendStored(state: State, request: IncomingMessage, response: ServerResponse, text: string): void {
  if (request.headers.authorization !== undefined) state.problems.push(`${request.url}: a credential for another host`)
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(text)
}

async function faultOr(fault: Fault | undefined, act: () => Promise<Answer>): Promise<Answer> {
  if (fault === undefined || fault === 'lose') return act()
  if (fault === 'refuse') return { status: 500, body: { message: 'Server Error' } }
  const { status, headers, body } = fault
  return {
    status,
    headers: headers ?? {},
    body: body ?? { message: `Answered ${status} on purpose`, status: String(status) },
  }
}

async function settle(
  state: State,
  request: IncomingMessage,
  record: RecordedRequest,
  body: unknown,
  query: URLSearchParams,
): Promise<Answer> {
  const { world, problems } = state
  const at = `${record.method} ${record.path}`
  try {
    if (record.headers['user-agent'] === undefined) {
      problems.push(`${at}: no User-Agent header`)
      throw new Refusal(
        403,
        'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
      )
    }
    const credential = /^(?:token|bearer) (.+)$/i.exec(record.headers.authorization ?? '')?.[1]
    if (credential === undefined) throw new Refusal(401, 'Requires authentication')
    if (credential !== world.token) throw new Refusal(401, 'Bad credentials')
    if (body === UNREADABLE) {
      problems.push(`${at}: the body is not JSON`)
      throw new Refusal(400, 'Problems parsing JSON')
    }
    const now = new Date((state.options.now ?? Date.now)()).toISOString().replace(/\.\d+Z$/, 'Z')
    const call = {
      world,
      api: state.api,
      method: record.method,
      path: record.path,
      query,
      body,
      now,
      accept: request.headers.accept ?? '',
    }
    if (record.path === '/graphql') return graphql(call, problems)
    const found = findRoute(world, record.method, record.path)
    if (found === undefined) {
      problems.push(`${at}: the stand-in knows no such address`)
      throw notFound()
    }
    return await found.route.answer({ ...call, params: found.params })
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error)
    throw error
  }
}

/** GraphQL lives at `/graphql`, on Enterprise Server at `/api/graphql` beside `/api/v3`. */
function pathBelow(pathname: string, prefix: string): string {
  if (pathname === '/api/graphql') return '/graphql'
  return prefix !== '' && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname
}

async function textOf(request: IncomingMessage): Promise<string> {
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

/** Headers every answer of GitHub carries. Source: GitHub REST docs, "Rate limits", "API versions". */
function send(state: State, response: ServerResponse, answer: Answer, path: string): void {
  const used = state.requests.length
  const reset = Math.floor((state.options.now ?? Date.now)() / 1000) + 3600
  const isText = typeof answer.body === 'string'
  response.writeHead(answer.status, {
    ...(answer.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'x-github-media-type': 'github.v3; format=json',
    'x-github-request-id': `STANDIN:${used}`,
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
