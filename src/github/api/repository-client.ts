import { Octokit } from '@octokit/rest'
import type * as z from 'zod'
import { lazy } from '../../platform/lazy.ts'
import { type Clock, systemClock, timeoutSignal } from '../../platform/time.ts'
import {
  errorResponse,
  failedPart,
  filledRoute,
  GitHubError,
  isMutation,
  operationOf,
  retryableError,
  toGitHubError,
} from './github-error.ts'
import {
  DEFAULT_MAX_WAIT_MS,
  openRateLimiter,
  openWaitPolicy,
  type RateLimitResource,
  type RateShare,
  type ResponseHeaders,
  rateLimitWaitSeconds,
} from './rate-limits.ts'

/**
 * Octokit for one repository: validates every response with a schema and joins the pages of a list. Every method rejects
 * with GitHubError. `repository` has the parameters that name the repository.
 */
export type RepositoryClient = {
  repo: { owner: string; name: string }
  request<Schema extends z.ZodType>(call: RestCall, schema: Schema): Promise<z.output<Schema>>
  requestAll<Schema extends z.ZodType>(list: ListCall, schema: Schema): Promise<z.output<Schema>[]>
  /** Like `requestAll`, for a list whose first page says how many follow: reads those side by side. */
  requestPages<Schema extends z.ZodType>(call: PageCall, schema: Schema): Promise<z.output<Schema>[]>
  /** One page of a list. Pages count from 1. */
  requestPage<Schema extends z.ZodType>(
    page: number,
    call: RestCall,
    schema: Schema,
  ): Promise<ResultPage<z.output<Schema>>>
  /** The last `bytes` of a text response. */
  requestTail(
    call: (rest: Rest, repository: RepositoryName, options: RawResponse) => Promise<Answer>,
    bytes: number,
    onChunk: (chunk: Uint8Array) => void,
  ): Promise<TextTail>
  /** A text response in pieces, from its start, at most `maxBytes` of it. */
  requestText(
    call: (rest: Rest, repository: RepositoryName, options: RawResponse) => Promise<Answer>,
    onText: (text: string) => void,
    maxBytes: number,
  ): Promise<{ isWhole: boolean }>
  /** The bytes of a response; undefined when there are more than `maxBytes`. */
  requestBytes(
    call: (rest: Rest, repository: RepositoryName, options: RawResponse) => Promise<Answer>,
    maxBytes: number,
  ): Promise<Uint8Array | undefined>
  /** A query or a mutation. Like every write, a mutation is not retried after a failure. */
  graphql<Schema extends z.ZodType>(
    query: string,
    schema: Schema,
    variables?: Record<string, unknown>,
  ): Promise<z.output<Schema>>
}

export type Rest = Octokit['rest']

export type RepositoryName = { owner: string; repo: string }

export type RestCall = (rest: Rest, repository: RepositoryName) => Promise<Answer>

export type PageCall = (rest: Rest, list: RepositoryName & { per_page: 100; page: number }) => Promise<Answer>

type Answer = { data: unknown; url: string; headers: { link?: string } }

/** `eachPage` is for `octokit.paginate`. */
export type ListCall = (
  octokit: Octokit,
  list: RepositoryName & { per_page: 100 },
  eachPage: (page: Answer, done: () => void) => unknown[],
) => Promise<unknown[]>

/** Octokit returns the body as a stream. */
type RawResponse = { request: { parseSuccessResponseBody: false } }

/** `pages`: the number of pages according to GitHub's `link` header. */
export type ResultPage<Item> = { items: Item[]; page: number; pages: number }

/** The first page of a list, newest first. */
export const NEWEST = { sort: 'created', direction: 'desc', per_page: 100 } as const

const MAX_PAGES = 100

const RAW: RawResponse = { request: { parseSuccessResponseBody: false } }

/** Creates nothing and sends nothing before the first call: most events need no answer from GitHub. */
export function openRepositoryClient(options: ApiClientOptions & { repository: string }): RepositoryClient {
  const [owner = '', name = ''] = options.repository.split('/')
  const repository = { owner, repo: name }
  const octokit = lazy(() => openOctokit(options))

  return {
    repo: { owner, name },
    async request(call, schema) {
      return parseAnswer(schema, await call(octokit().rest, repository))
    },
    async requestAll(list, schema) {
      let pages = 0
      const all = await list(octokit(), { ...repository, per_page: 100 }, (page, done) => {
        pages += 1
        if (pages === MAX_PAGES) done()
        return parseAnswer(schema.array(), page)
      })
      return all as z.output<typeof schema>[] // what `eachPage` returned, joined
    },
    async requestPages(call, schema) {
      const { rest } = octokit()
      const read = async (page: number) => {
        const answer = await call(rest, { ...repository, per_page: 100, page })
        return { items: parseAnswer(schema.array(), answer), pages: lastPage(answer) ?? page }
      }
      const first = await read(1)
      const others = Array.from({ length: Math.min(first.pages, MAX_PAGES) - 1 }, (_, index) => read(index + 2))
      return [first, ...(await Promise.all(others))].flatMap(({ items }) => items)
    },
    async requestPage(page, call, schema) {
      const answer = await call(octokit().rest, repository)
      return { items: parseAnswer(schema.array(), answer), page, pages: lastPage(answer) ?? page }
    },
    async requestBytes(call, maxBytes) {
      const { data, url } = await call(octokit().rest, repository, RAW)
      if (!(data instanceof ReadableStream)) return undefined
      return await readBytes(data, maxBytes).catch((error: unknown) => {
        throw toGitHubError(error, { route: pathOf(url), name: pathOf(url) }, options.token)
      })
    },
    async requestTail(call, bytes, onChunk) {
      const { data, url } = await call(octokit().rest, repository, RAW)
      if (!(data instanceof ReadableStream)) return { text: '', bytes: 0 }
      return await readTail(data, bytes, onChunk).catch((error: unknown) => {
        throw toGitHubError(error, { route: pathOf(url), name: pathOf(url) }, options.token)
      })
    },
    async requestText(call, onText, maxBytes) {
      const { data, url } = await call(octokit().rest, repository, RAW)
      if (!(data instanceof ReadableStream)) return { isWhole: true }
      return await readPieces(data, onText, maxBytes).catch((error: unknown) => {
        throw toGitHubError(error, { route: pathOf(url), name: pathOf(url) }, options.token)
      })
    },
    async graphql(query, schema, variables = {}) {
      const data = await octokit()
        .graphql(query, variables)
        .catch((error: unknown) => {
          const part = failedPart(error, query)
          // A token without access to one part of a query still gets the other parts. The schema decides whether they are enough.
          if (part.data === undefined || !schema.safeParse(part.data).success) throw part.error
          return part.data
        })
      return parse(schema, data, operationOf(query))
    },
  }
}

const parseAnswer = <Schema extends z.ZodType>(schema: Schema, { data, url }: Answer): z.output<Schema> =>
  parse(schema, data, pathOf(url))

function parse<Schema extends z.ZodType>(schema: Schema, data: unknown, request: string): z.output<Schema> {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new GitHubError(200, request, `${request}: unexpected response: ${issue?.path.join('.')}: ${issue?.message}`)
}

/** The number of the last page according to GitHub's `link` header. */
function lastPage({ headers }: Answer): number | undefined {
  const last = /[?&]page=(\d+)[^>]*>; rel="last"/.exec(headers.link ?? '')?.[1]
  return last === undefined ? undefined : Number(last)
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url)

export type ApiClientOptions = {
  token: string
  /** GITHUB_API_URL: `https://api.github.com`, or `https://HOST/api/v3` on GHES. */
  apiUrl: string
  /** GITHUB_GRAPHQL_URL. When absent, octokit derives it from apiUrl. */
  graphqlUrl?: string
  userAgent: string
  notice(text: string): void
  clock?: Clock
  /** The longest wait for a rate limit, in milliseconds; a longer one fails the request. Default: a minute. */
  maxWaitMs?: number
  /** Absent when no other process uses the token. */
  share?: RateShare
}

const READ_RETRIES = 3

/** The n-th retry of a read waits n² times as long. */
const RETRY_DELAY_MS = 1000

/** Statuses that a retry cannot change. */
const FINAL_STATUSES: readonly (number | undefined)[] = [400, 401, 403, 404, 410, 422, 451]

const TIMEOUT_MS = 30_000

/**
 * An octokit whose requests, pages and queries all keep within the rate limits and are retried when that is safe. Its calls
 * reject with GitHubError.
 *
 * A rate-limited request is sent again, because GitHub did not execute it. All other requests wait too, because GitHub blocks
 * clients that go on. After any other failure a write may have succeeded, so only reads are retried: before a second write
 * the caller looks for the marker of the first.
 */
export function openOctokit(options: ApiClientOptions): Octokit {
  const { clock = systemClock, notice, maxWaitMs = DEFAULT_MAX_WAIT_MS, token, share } = options
  const rateLimiter = openRateLimiter(clock, maxWaitMs, share)
  const isWorthWaiting = openWaitPolicy(maxWaitMs)

  const send: RequestHook = async (request, sentRequest) => {
    const route = `${sentRequest.method} ${templateOf(sentRequest)}`
    const name = filledRoute(route, sentRequest)
    const resource = resourceOf(sentRequest)
    const isRead = sentRequest.method === 'GET' || (resource === 'graphql' && !isMutation(sentRequest.query))
    // Other hooks of octokit see only a change in place.
    if (resource === 'graphql' && options.graphqlUrl) sentRequest.url = options.graphqlUrl
    for (let limits = 0, failures = 0; ; ) {
      const waitMs = await rateLimiter.acquire(isRead ? 'read' : 'write', resource)
      if (waitMs > 0) throw notSent({ route, name }, waitMs)
      try {
        return await sendOnce(() => request(sentRequest), resource)
      } catch (error) {
        const response = errorResponse(error)
        const limitS = response && rateLimitWaitSeconds(response, clock.now())
        if (limitS !== undefined) {
          const waits = isWorthWaiting(limitS, limits++)
          notice(`GitHub's rate limit stopped ${name}; ${waits ? `waiting ${limitS} s.` : 'not retried.'}`)
          if (!waits) throw toGitHubError(error, { route, name }, token)
          rateLimiter.pause(limitS * 1000)
        } else {
          const isFinal = !isRead || failures === READ_RETRIES || FINAL_STATUSES.includes(response?.status)
          if (isFinal) throw toGitHubError(error, { route, name }, token)
          failures += 1
          await clock.sleep(failures ** 2 * RETRY_DELAY_MS)
        }
      }
    }
  }

  async function sendOnce(request: () => ReturnType<SendRequest>, resource: RateLimitResource) {
    let headers: ResponseHeaders = {}
    try {
      const response = await request()
      headers = response.headers
      const failure = resource === 'graphql' ? retryableError(response.data) : undefined
      if (failure !== undefined) throw Object.assign(new Error(failure.message), { status: failure.status, response })
      return response
    } catch (error) {
      headers = errorResponse(error)?.headers ?? headers
      throw error
    } finally {
      rateLimiter.release(resource, headers)
    }
  }

  const octokit = createOctokit(options)
  octokit.hook.wrap('request', send)
  return octokit
}

type SentRequest = Required<Octokit['request']['endpoint']['DEFAULTS']>

type OctokitResponse = Awaited<ReturnType<Octokit['request']>>

type SendRequest = (options: SentRequest) => OctokitResponse | Promise<OctokitResponse>

type RequestHook = (request: SendRequest, options: SentRequest) => Promise<OctokitResponse>

const resourceOf = ({ method, url }: SentRequest): RateLimitResource =>
  /\/graphql$/.test(url) ? 'graphql' : method === 'GET' && url.startsWith('/search/') ? 'search' : 'core'

/** Later pages of a list have the full address that GitHub gave. */
const templateOf = ({ url, baseUrl }: SentRequest): string =>
  url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url

function notSent({ route, name }: { route: string; name: string }, waitMs: number): GitHubError {
  const text = `${name}: not sent, because GitHub's rate limit requires a wait of ${Math.ceil(waitMs / 1000)} s`
  return new GitHubError(429, route, text)
}

function createOctokit({ token, apiUrl, userAgent, notice }: ApiClientOptions): Octokit {
  return new Octokit({
    auth: token,
    baseUrl: apiUrl.replace(/\/+$/, ''),
    userAgent,
    // The caller reports a failed request.
    log: { debug() {}, info() {}, warn: notice, error() {} },
    request: {
      // octokit has no timeout.
      fetch: (url: string, init: RequestInit) => fetch(url, { ...init, signal: timeoutSignal(TIMEOUT_MS) }),
    },
  })
}

/** `bytes`: the length of the full text. */
export type TextTail = { text: string; bytes: number }

/** The last `maxBytes` of a stream, which is never in memory as a whole. */
export async function readTail(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  onChunk: (chunk: Uint8Array) => void = () => undefined,
): Promise<TextTail> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  let bufferedBytes = 0
  for await (const chunk of stream) {
    onChunk(chunk)
    bytes += chunk.length
    bufferedBytes += chunk.length
    chunks.push(chunk)
    while (chunks[0] !== undefined && bufferedBytes - chunks[0].length >= maxBytes)
      bufferedBytes -= chunks.shift()?.length ?? 0
  }
  return { text: Buffer.concat(chunks).subarray(-maxBytes).toString('utf8'), bytes }
}

/** Decodes a stream in pieces. `isWhole`: it ended within `maxBytes`. */
async function readPieces(stream: ReadableStream<Uint8Array>, onText: (text: string) => void, maxBytes: number) {
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) return { isWhole: false }
    onText(decoder.decode(chunk, { stream: true }))
  }
  onText(decoder.decode())
  return { isWhole: true }
}

/** The bytes of a stream; undefined when there are more than `maxBytes`. */
export async function readBytes(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
