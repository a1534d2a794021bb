import * as z from 'zod'
import { messageOf } from '../../platform/errors.ts'
import type { ErrorResponse } from './rate-limits.ts'

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

/** Converts an octokit error. Sets no `cause`, because octokit's error contains the full request. */
export function toGitHubError(
  error: unknown,
  { route, name }: { route: string; name: string },
  token: string,
): GitHubError {
  if (error instanceof GitHubError) return error
  const status = errorResponse(error)?.status
  const message = messageOf(error).split(' - https://')[0] ?? ''
  const text = status === undefined ? `GitHub did not answer: ${message}` : `GitHub answered ${status}: ${message}`
  const reason = status === 401 && token === '' ? `${text}. ${EMPTY_TOKEN}` : text
  return new GitHubError(status ?? 0, route, maskToken(`${name}: ${reason}`, token))
}

const EMPTY_TOKEN =
  'The input github_token is empty: remove it to use the token of the job, or correct the secret or output that it names'

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

/** `errors[].type` is GitHub's extension of the GraphQL specification. */
const GraphQLResponse = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string(), type: z.string().optional() })).optional(),
})

/** GraphQL answers errors with status 200; these are the REST statuses of its error types. */
const STATUS: Readonly<Record<string, number>> = {
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  NOT_FOUND: 404,
  UNPROCESSABLE: 422,
  RATE_LIMITED: 429,
}

export const operationOf = (query: string): string => (isMutation(query) ? 'GraphQL mutation' : 'GraphQL query')

/** Octokit's error of a failed operation as a GitHubError, with the data that a query returned in spite of it. */
export function failedPart(error: unknown, query: string): { error: unknown; data?: unknown } {
  const { data, errors } = GraphQLResponse.safeParse(error).data ?? {}
  const [first] = errors ?? []
  if (first === undefined) return { error }
  const operation = operationOf(query)
  const failure = new GitHubError(STATUS[first.type ?? ''] ?? 200, operation, `${operation}: ${first.message}`)
  return isMutation(query) ? { error: failure } : { error: failure, data }
}

/**
 * The error of a response that is worth a retry, with its REST status: a rate limit, or a query that timed out at GitHub.
 * Source: GitHub docs, "Rate limits and query limits for the GraphQL API".
 */
export function retryableError(data: unknown): { status: number; message: string } | undefined {
  const { errors = [] } = GraphQLResponse.safeParse(data).data ?? {}
  const limit = errors.find(({ type, message }) => type === 'RATE_LIMITED' || /\bsecondary rate limit/i.test(message))
  if (limit !== undefined) return { status: 429, message: limit.message }
  const [first] = errors
  const isTimeout = first !== undefined && /Something went wrong while executing your query/.test(first.message)
  return isTimeout ? { status: 502, message: first.message } : undefined
}

export const isMutation = (query: unknown): boolean => typeof query === 'string' && /^\s*mutation\b/.test(query)
