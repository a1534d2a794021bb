import * as z from 'zod'
import { GitHubError } from './github-error.ts'

/** `errors[].type` is GitHub's extension of the GraphQL specification. */
const GraphQLResponse = z.lazy(() =>
  z.object({
    data: z.unknown(),
    errors: z.array(z.object({ message: z.string(), type: z.string().optional() })).optional(),
  }),
)

/** GraphQL answers errors with status 200; these are the REST statuses of its error types. */
const STATUS: Readonly<Record<string, number>> = {
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  NOT_FOUND: 404,
  UNPROCESSABLE: 422,
  RATE_LIMITED: 429,
}

export const operationOf = (query: string): string => (isMutation(query) ? 'GraphQL mutation' : 'GraphQL query')

/** Octokit's error of a failed operation as GitHubError, with the part of its data that a query got all the same. */
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
