import type * as z from 'zod'
import type { RepositoryClient, RestCall } from './repository-client.ts'

/** Reads in GitHub's own field names: for the tools that answer like GitHub's MCP server. Rejects with GitHubError. */
export type ReadCalls = {
  read<Schema extends z.ZodType>(call: RestCall, schema: Schema): Promise<z.output<Schema>>
}

export const readCalls = ({ request }: RepositoryClient): ReadCalls => ({ read: request })
