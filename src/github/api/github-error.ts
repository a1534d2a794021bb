import { messageOf } from '../../platform/errors.ts'
import type { ErrorResponse } from './rate-limit-response.ts'

/** A failed call: GitHub answered with `status` 4xx or 5xx, or did not answer (`status` 0). The message never contains the token. */
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

/** Converts an octokit error. It gets no `cause`, because octokit's error contains the full request. */
export function toGitHubError(
  error: unknown,
  { route, name }: { route: string; name: string },
  token: string,
): GitHubError {
  if (error instanceof GitHubError) return error
  const status = errorResponse(error)?.status
  const message = messageOf(error).split(' - https://')[0] ?? ''
  const text = status === undefined ? `GitHub did not answer: ${message}` : `GitHub answered ${status}: ${message}`
  return new GitHubError(status ?? 0, route, maskToken(`${name}: ${text}`, token))
}

/** A route with the values of this request, as messages name it: `GET /repos/octo/pond/pulls/12`. */
export const filledRoute = (route: string, parameters: Readonly<Record<string, unknown>>): string =>
  route.replace(/\{\+?(\w+)\}/g, (_, name: string) => String(parameters[name] ?? name))

/** The response behind an octokit error. Without one the request got no answer, although octokit sets its status to 500. */
export function errorResponse(error: unknown): ErrorResponse | undefined {
  return hasResponse(error)
    ? { status: error.status, message: error.message, headers: error.response.headers }
    : undefined
}

const hasResponse = (
  error: unknown,
): error is { status: number; message: string; response: { headers: ErrorResponse['headers'] } } =>
  typeof error === 'object' && error !== null && 'response' in error && error.response !== undefined

const maskToken = (text: string, token: string) => (token === '' ? text : text.replaceAll(token, '***'))
