import { Octokit } from '@octokit/rest'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { timeoutSignal } from '../../platform/timeout-signal.ts'
import { errorResponse, filledRoute, GitHubError, toGitHubError } from './github-error.ts'
import { isMutation, retryableError } from './graphql.ts'
import { DEFAULT_MAX_WAIT_MS, openWaitPolicy, rateLimitWaitSeconds } from './rate-limit-response.ts'
import { openRateLimiter, type RateLimitResource, type RateShare, type ResponseHeaders } from './rate-limiter.ts'

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
  /** Absent: this process has the token for itself. */
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
    // A failed request is the caller's to report.
    log: { debug() {}, info() {}, warn: notice, error() {} },
    request: {
      // octokit has no timeout.
      fetch: (url: string, init: RequestInit) => fetch(url, { ...init, signal: timeoutSignal(TIMEOUT_MS) }),
    },
  })
}
