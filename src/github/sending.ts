import type { Octokit } from '@octokit/core'
import { type Clock, systemClock } from '../host/clock.ts'
import { asGitHubError, GitHubError, refusalIn } from './github-error.ts'
import { failureIn } from './graphql.ts'
import { type Headers, openPace, type Resource } from './pace.ts'
import { limitOf, openPatience, PATIENCE_MS } from './rate-limit.ts'

export type ChannelOptions = {
  token: string
  /** GITHUB_API_URL: `https://api.github.com`, or `https://HOST/api/v3` on GHES. */
  apiUrl: string
  /** GITHUB_GRAPHQL_URL; derived from apiUrl when absent. */
  graphqlUrl?: string
  userAgent: string
  notice(text: string): void
  clock?: Clock
  /** How long it may wait for a rate limit before it says so instead. A minute unless told. */
  patienceMs?: number
}

/** Sends one request to GitHub at its turn, and again where that can do no harm. Throws `GitHubError`. */
export type Send = (route: string, parameters: Record<string, unknown>, kind: 'read' | 'write') => Promise<Answer>
type Answer = Awaited<ReturnType<Octokit['request']>>

const READ_RETRIES = 3
/** Before its n-th repetition a read waits n² times as long. */
const READ_AGAIN_MS = 1000
/** Asked again, GitHub would say the same. */
const FINAL: readonly (number | undefined)[] = [400, 401, 403, 404, 410, 422, 451]
const ATTEMPT_MS = 30_000

export function openSending(options: ChannelOptions): Send {
  const { clock = systemClock, notice, patienceMs = PATIENCE_MS, token } = options
  const pace = openPace(clock, patienceMs)
  const isWorthWaiting = openPatience(patienceMs)
  let loading: Promise<Octokit> | undefined
  // Many runs end before GitHub is asked anything; they should not pay for octokit.
  const octokit = () => {
    loading ??= loadOctokit(options)
    return loading
  }

  /**
   * What a rate limit stopped is sent again after it: GitHub did nothing. Meanwhile nobody else asks either: GitHub bans for
   * that. Any other failure of a write may hide that it was done, so only reads are repeated then: whoever wrote looks for
   * its marker first.
   */
  const send: Send = async (route, parameters, kind) => {
    for (let limits = 0, failures = 0; ; ) {
      await takeTurn(route, kind)
      try {
        return await attempt(route, parameters)
      } catch (error) {
        const refusal = refusalIn(error)
        const limitS = refusal && limitOf(refusal, clock.now())
        if (limitS !== undefined) {
          const waits = isWorthWaiting(limitS, limits++)
          notice(`GitHub's rate limit stopped ${route}; ${waits ? `waiting ${limitS} s.` : 'not repeated.'}`)
          if (!waits) throw asGitHubError(error, route, token)
          pace.pause(limitS * 1000)
        } else {
          const isFinal = kind === 'write' || failures === READ_RETRIES || FINAL.includes(refusal?.status)
          if (isFinal) throw asGitHubError(error, route, token)
          failures += 1
          await clock.sleep(failures ** 2 * READ_AGAIN_MS)
        }
      }
    }
  }

  async function takeTurn(route: string, kind: 'read' | 'write'): Promise<void> {
    const tooLong = await pace.turn(kind, resourceOf(route))
    if (tooLong === 0) return
    const text = `${route}: not sent, as GitHub's rate limit leaves no room for it before ${Math.ceil(tooLong / 1000)} s have passed`
    throw new GitHubError(429, route, text)
  }

  async function attempt(route: string, parameters: Record<string, unknown>): Promise<Answer> {
    const resource = resourceOf(route)
    let headers: Headers = {}
    try {
      const client = await octokit()
      const response = await client.request(route, parameters)
      headers = response.headers
      const failure = resource === 'graphql' ? failureIn(response.data) : undefined
      if (failure !== undefined) throw Object.assign(new Error(failure.message), { status: failure.status, response })
      return response
    } catch (error) {
      headers = refusalIn(error)?.headers ?? headers
      throw error
    } finally {
      pace.answered(resource, headers)
    }
  }

  return send
}

const resourceOf = (route: string): Resource =>
  /\/graphql$/.test(route) ? 'graphql' : /^GET \/search\//.test(route) ? 'search' : 'core'

async function loadOctokit({ token, apiUrl, userAgent, notice }: ChannelOptions): Promise<Octokit> {
  // The core alone: @octokit/rest adds a table of a thousand routes and 7 ms for the twenty we call by their names.
  const { Octokit } = await import('@octokit/core')
  return new Octokit({
    auth: token,
    baseUrl: apiUrl.replace(/\/+$/, ''),
    userAgent,
    log: { debug() {}, info() {}, warn: notice, error: notice },
    request: {
      // octokit has no time-out of its own.
      fetch: (url: string, init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(ATTEMPT_MS) }),
    },
  })
}
