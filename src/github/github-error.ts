import { messageOf } from '../host/errors.ts'
import type { Refusal } from './rate-limit.ts'

/** A call GitHub refused (`status` 4xx, 5xx) or did not answer (`status` 0). The text never holds the token. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError'
  readonly status: number
  /** Method and path template, e.g. `GET /repos/{owner}/{repo}/pulls/{pull_number}`. */
  readonly request: string

  constructor(status: number, request: string, message: string) {
    super(message)
    this.status = status
    this.request = request
  }
}

/** Puts whatever octokit threw into our words. No `cause`: octokit's carries the whole request. */
export function asGitHubError(error: unknown, route: string, token: string): GitHubError {
  if (error instanceof GitHubError) return error
  const status = refusalIn(error)?.status
  const said = messageOf(error).split(' - https://')[0] ?? ''
  const what = status === undefined ? `GitHub did not answer: ${said}` : `GitHub answered ${status}: ${said}`
  return new GitHubError(status ?? 0, route, `${route}: ${withoutToken(what, token)}`)
}

/** What GitHub said. octokit gives 500 to requests that got no answer at all; only a response tells the two apart. */
export function refusalIn(error: unknown): Refusal | undefined {
  return isAnswered(error)
    ? { status: error.status, message: error.message, headers: error.response.headers }
    : undefined
}

const isAnswered = (
  error: unknown,
): error is { status: number; message: string; response: { headers: Refusal['headers'] } } =>
  typeof error === 'object' && error !== null && 'response' in error && error.response !== undefined

const withoutToken = (text: string, token: string) => (token === '' ? text : text.replaceAll(token, '***'))
