import { messageOf } from '../host/errors.ts'

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
  const answered = isAnswered(error)
  const status = answered ? error.status : 0
  const said = messageOf(error).split(' - https://')[0] ?? ''
  const what = answered ? `GitHub answered ${status}: ${said}` : `GitHub did not answer: ${said}`
  return new GitHubError(status, route, `${route}: ${withoutToken(what, token)}`)
}

/** octokit gives 500 to requests that got no answer at all; only a response tells the two apart. */
function isAnswered(error: unknown): error is { status: number; response: object } {
  return typeof error === 'object' && error !== null && 'response' in error && error.response !== undefined
}

const withoutToken = (text: string, token: string) => (token === '' ? text : text.replaceAll(token, '***'))
