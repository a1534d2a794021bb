import type { Octokit } from '@octokit/core'
import { z } from 'zod'
import { type Clock, systemClock } from '../host/clock.ts'
import { asGitHubError, GitHubError } from './github-error.ts'
import { openPace, type Pace, type Resource } from './pace.ts'

export type ChannelOptions = {
  token: string
  /** GITHUB_API_URL: `https://api.github.com`, or `https://HOST/api/v3` on GHES. */
  apiUrl: string
  /** GITHUB_GRAPHQL_URL; derived from apiUrl when absent. */
  graphqlUrl?: string
  userAgent: string
  notice(text: string): void
  /** Milliseconds one step of a repeated read waits; the n-th repetition waits n² of them. 1,000 unless told. */
  retryUnitMs?: number
  clock?: Clock
  /** How long it may wait for a rate limit before it says so instead. A minute unless told. */
  patienceMs?: number
}

/** HTTP to GitHub: authentication, paging, spacing, repetition of reads, and every answer through a schema. */
export type Channel = {
  ask<Schema extends z.ZodType>(route: string, parameters: Parameters, schema: Schema): Promise<z.output<Schema>>
  /** All pages of a list. */
  askAll<Schema extends z.ZodType>(route: string, parameters: Parameters, schema: Schema): Promise<z.output<Schema>[]>
  /** One page of a list, counted from 1. */
  askPage<Schema extends z.ZodType>(
    route: string,
    parameters: Parameters & { page: number },
    schema: Schema,
  ): Promise<Page<z.output<Schema>>>
  /** The end of a text of any length: at most `bytes` of it. */
  askTail(route: string, parameters: Parameters, bytes: number): Promise<Tail>
  query<Schema extends z.ZodType>(graphql: string, variables: Parameters, schema: Schema): Promise<z.output<Schema>>
  /** A mutation: never repeated by itself, as every write. */
  mutate<Schema extends z.ZodType>(graphql: string, variables: Parameters, schema: Schema): Promise<z.output<Schema>>
}

/** `pages`: how many there are, as far as GitHub says. */
export type Page<Item> = { items: Item[]; page: number; pages: number }
/** `bytes`: how long the whole text is. */
export type Tail = { text: string; bytes: number }

export type Parameters = Record<string, unknown>

const READ_RETRIES = 3
const ATTEMPT_MS = 30_000
/** The longest wait for a rate limit that is better than saying so now. */
const PATIENCE_MS = 60_000
/** How long an impatient one waits for limits in all. */
const LIMIT_WAITS_S = 300
/** A patient channel waits for an hour again and again, but not for ever. */
const LIMIT_RETRIES = 5
const MAX_PAGES = 100

export function openChannel(options: ChannelOptions): Channel {
  const patienceMs = options.patienceMs ?? PATIENCE_MS
  const pace = openPace(options.clock ?? systemClock, patienceMs)
  let loading: Promise<Octokit> | undefined
  // Many runs end before GitHub is asked anything; they should not pay for octokit.
  const octokit = () => {
    loading ??= loadOctokit(options, pace, patienceMs)
    return loading
  }

  async function send(route: string, parameters: Parameters, kind: 'read' | 'write') {
    const resource = resourceOf(route)
    const tooLong = await pace.turn(kind, resource)
    if (tooLong > 0) {
      const text = `${route}: not sent, as GitHub's rate limit leaves no room for it before ${Math.ceil(tooLong / 1000)} s have passed`
      throw new GitHubError(429, route, text)
    }
    let headers: Record<string, string | number | undefined> = {}
    try {
      const client = await octokit()
      // Reads leave the number to the plugin: one given with the request makes it repeat 403, 404 and 422 as well.
      const answer = await client.request(
        route,
        kind === 'read' ? parameters : { ...parameters, request: { retries: 0 } },
      )
      headers = answer.headers
      return answer
    } catch (error) {
      throw asGitHubError(error, route, options.token)
    } finally {
      pace.answered(resource, headers)
    }
  }

  async function askGraphQL<Schema extends z.ZodType>(
    graphql: string,
    variables: Parameters,
    schema: Schema,
    kind: 'read' | 'write',
  ) {
    const what = kind === 'read' ? 'GraphQL query' : 'GraphQL mutation'
    const { data } = await send(`POST ${graphqlUrl(options)}`, { query: graphql, variables }, kind)
    const answer = parseAnswer(GraphQL, data, what)
    const mistake = answer.errors?.[0]
    if (mistake === undefined) return parseAnswer(schema, answer.data, what)
    // A token that may not see one part of a question still gets the others; the schema says whether they are enough.
    const partial = kind === 'read' ? schema.safeParse(answer.data) : undefined
    if (partial?.success) return partial.data
    throw new GitHubError(STATUS[mistake.type ?? ''] ?? 200, what, `${what}: ${mistake.message}`)
  }

  return {
    async ask(route, parameters, schema) {
      const { data } = await send(route, parameters, route.startsWith('GET ') ? 'read' : 'write')
      return parseAnswer(schema, data, route)
    },
    async askAll(route, parameters, schema) {
      const all: z.output<typeof schema>[] = []
      for (let page = 1; page <= MAX_PAGES; page++) {
        const { data, headers } = await send(route, { ...parameters, per_page: 100, page }, 'read')
        all.push(...parseAnswer(schema.array(), data, route))
        if (!headers.link?.includes('rel="next"')) break
      }
      return all
    },
    async askPage(route, parameters, schema) {
      const { page } = parameters
      const { data, headers } = await send(route, parameters, 'read')
      const last = /[?&]page=(\d+)[^>]*>; rel="last"/.exec(headers.link ?? '')?.[1]
      return { items: parseAnswer(schema.array(), data, route), page, pages: last === undefined ? page : Number(last) }
    },
    async askTail(route, parameters, bytes) {
      const { data } = await send(route, { ...parameters, request: { parseSuccessResponseBody: false } }, 'read')
      if (!(data instanceof ReadableStream)) return { text: '', bytes: 0 }
      try {
        return await tailOf(data, bytes)
      } catch (error) {
        throw asGitHubError(error, route, options.token)
      }
    },
    query: (graphql, variables, schema) => askGraphQL(graphql, variables, schema, 'read'),
    mutate: (graphql, variables, schema) => askGraphQL(graphql, variables, schema, 'write'),
  }
}

async function tailOf(stream: ReadableStream<Uint8Array>, most: number): Promise<Tail> {
  const kept: Uint8Array[] = []
  let bytes = 0
  let held = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    held += chunk.length
    kept.push(chunk)
    while (kept[0] !== undefined && held - kept[0].length >= most) held -= kept.shift()?.length ?? 0
  }
  return { text: Buffer.concat(kept).subarray(-most).toString('utf8'), bytes }
}

const resourceOf = (route: string): Resource =>
  /\/graphql$/.test(route) ? 'graphql' : /^GET \/search\//.test(route) ? 'search' : 'core'

const GraphQL = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string(), type: z.string().optional() })).optional(),
})

/** GraphQL answers 200 whatever happened; these types mean what REST says with a status. */
const STATUS: Readonly<Record<string, number>> = {
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  NOT_FOUND: 404,
  UNPROCESSABLE: 422,
  RATE_LIMITED: 429,
}

async function loadOctokit(options: ChannelOptions, pace: Pace, patienceMs: number): Promise<Octokit> {
  const [{ Octokit }, { retry }, { throttling }, { default: Bottleneck }] = await Promise.all([
    // The core alone: @octokit/rest adds a table of a thousand routes and 7 ms for the twenty we call by their names.
    import('@octokit/core'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-throttling'),
    import('bottleneck/light.js'),
  ])
  const { token, notice, retryUnitMs = 1000 } = options

  const isPatient = patienceMs > PATIENCE_MS
  let waited = 0

  /**
   * A short limit is waited out once. A write too: GitHub says that it did nothing. Any other failure of a write may hide
   * that it was done, so it is never repeated here: whoever wrote looks for its marker first. Meanwhile nobody else asks
   * either: GitHub bans for that.
   */
  const mayWait = (seconds: number, request: { method: string; url: string }, _: unknown, repeated: number) => {
    const mayRepeat = isPatient ? repeated < LIMIT_RETRIES : repeated === 0 && waited + seconds <= LIMIT_WAITS_S
    const waits = mayRepeat && seconds * 1000 <= patienceMs
    if (waits) pace.pause(seconds * 1000)
    if (waits) waited += seconds
    notice(
      `GitHub's rate limit stopped ${request.method} ${request.url}; ${waits ? `waiting ${seconds} s.` : 'not repeated.'}`,
    )
    return waits
  }
  // What is written is spaced by pace.ts. Of searches GitHub allows 30 a minute: ten at once, 20 a minute after.
  const searches = {
    maxConcurrent: 1,
    reservoir: 10,
    reservoirIncreaseAmount: 5,
    reservoirIncreaseInterval: 15_000,
    reservoirIncreaseMaximum: 10,
  }

  return new (Octokit.plugin(retry, throttling))({
    auth: token,
    baseUrl: options.apiUrl.replace(/\/+$/, ''),
    userAgent: options.userAgent,
    log: { debug() {}, info() {}, warn: notice, error: notice },
    request: {
      // octokit has no time-out of its own, and one for the whole request would count the waits between attempts.
      fetch: (url: string, init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(ATTEMPT_MS) }),
    },
    retry: { retries: READ_RETRIES, retryAfterBaseValue: retryUnitMs },
    throttle: {
      onRateLimit: mayWait,
      onSecondaryRateLimit: mayWait,
      retryAfterBaseValue: retryUnitMs,
      write: new Bottleneck.Group({ maxConcurrent: 1 }),
      notifications: new Bottleneck.Group({ maxConcurrent: 1 }),
      search: new Bottleneck.Group(searches),
    },
  })
}

/** GHES serves REST at /api/v3 and GraphQL at /api/graphql; github.com at / and /graphql. */
const graphqlUrl = ({ apiUrl, graphqlUrl }: ChannelOptions) =>
  graphqlUrl || `${apiUrl.replace(/\/+$/, '').replace(/\/v3$/, '')}/graphql`

function parseAnswer<Schema extends z.ZodType>(schema: Schema, data: unknown, request: string): z.output<Schema> {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new GitHubError(
    200,
    request,
    `${request}: the answer is not as documented: ${issue?.path.join('.')}: ${issue?.message}`,
  )
}
