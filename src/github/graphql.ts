import { z } from 'zod'

/** `errors[].type` is GitHub's addition to the GraphQL specification. */
export const GraphQLAnswer = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string(), type: z.string().optional() })).optional(),
})

type Mistake = { message: string; type?: string | undefined }

/** GraphQL answers 200 whatever happened; these types mean what REST says with a status. */
const STATUS: Readonly<Record<string, number>> = {
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  NOT_FOUND: 404,
  UNPROCESSABLE: 422,
  RATE_LIMITED: 429,
}

export const statusOf = ({ type = '' }: Mistake): number | undefined => STATUS[type]

/**
 * What would have been another status in REST and is worth another try: a rate limit, or a query GitHub did not end in time.
 * Source: GitHub docs, "Rate limits and query limits for the GraphQL API".
 */
export function failureIn(data: unknown): { status: number; message: string } | undefined {
  const { errors = [] } = GraphQLAnswer.safeParse(data).data ?? {}
  const limit = errors.find(({ type, message }) => type === 'RATE_LIMITED' || /\bsecondary rate limit/i.test(message))
  if (limit !== undefined) return { status: 429, message: limit.message }
  const [first] = errors
  const isUnfinished = first !== undefined && /Something went wrong while executing your query/.test(first.message)
  return isUnfinished ? { status: 502, message: first.message } : undefined
}

/** GHES serves REST at /api/v3 and GraphQL at /api/graphql; github.com at / and /graphql. */
export const graphqlUrl = ({ apiUrl, graphqlUrl }: { apiUrl: string; graphqlUrl?: string }) =>
  graphqlUrl || `${apiUrl.replace(/\/+$/, '').replace(/\/v3$/, '')}/graphql`
