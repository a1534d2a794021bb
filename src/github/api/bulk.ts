import * as z from 'zod'
import type { RepositoryClient } from './repository-client.ts'
import { type Issue, Issue as IssueShape, writtenText } from './response-schemas.ts'
import { actorLogin } from './reviews.ts'

/** Calls about many issues at once, and about the requests that are left for them. Every one rejects with GitHubError. */
export type BulkCalls = {
  /** One page of 100 issues or pull requests of this repository that match, oldest first. `total` counts all matches; GitHub returns 1,000 at most. */
  searchOldest(query: string, page: number): Promise<{ items: Issue[]; total: number }>
  /** State, labels and our newest comments of issues and pull requests. Reads 50 of them a request. */
  threadStates(numbers: readonly number[]): Promise<ThreadState[]>
  /** The token's requests an hour, how many are left, and when the count starts again. */
  requestLimit(): Promise<{ limit: number; remaining: number; resetMs: number }>
}

/** `ownComments`: by the account of the token, oldest first. */
export type ThreadState = {
  number: number
  labels: string[]
  ownComments: OwnComment[]
}

type OwnComment = {
  id: number
  url: string
  body: string
  isOwn: true
  author: string | undefined
  createdAt: string
  editedAt: string | undefined
  editor: string | undefined
}

const STATES_A_REQUEST = 50
const SearchShape = z.object({ total_count: z.number(), items: z.array(IssueShape) })
const LimitShape = z
  .object({
    resources: z.object({ core: z.object({ limit: z.number(), remaining: z.number(), reset: z.number() }) }),
  })
  .transform(({ resources: { core } }) => ({ ...core, resetMs: core.reset * 1000 }))
const StateShape = z
  .object({
    number: z.number(),
    labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }).nullish(),
    comments: z.object({
      nodes: z.array(
        z.object({
          fullDatabaseId: z.coerce.number(),
          url: z.string(),
          body: writtenText,
          viewerDidAuthor: z.boolean(),
          author: actorLogin,
          createdAt: z.string(),
          lastEditedAt: z.string().nullish(),
          editor: actorLogin,
        }),
      ),
    }),
  })
  .transform(
    ({ number, labels, comments }): ThreadState => ({
      number,
      labels: labels?.nodes.map(({ name }) => name) ?? [],
      ownComments: comments.nodes
        .filter(({ viewerDidAuthor }) => viewerDidAuthor)
        .map(({ fullDatabaseId: id, url, body, author, createdAt, lastEditedAt, editor }) => ({
          id,
          url,
          body,
          isOwn: true,
          author,
          createdAt,
          editedAt: lastEditedAt ?? undefined,
          editor,
        })),
    }),
  )
const StatesShape = z.object({ repository: z.record(z.string(), StateShape.nullable()) })

/** A deleted or transferred issue is null. */
export const statesQuery = (numbers: readonly number[]): string => {
  const fields = `{ number labels(first: 100) { nodes { name } } comments(last: 30) { nodes { fullDatabaseId url body author { __typename login } viewerDidAuthor createdAt lastEditedAt editor { __typename login } } } }`
  const aliases = numbers.map(
    (number) =>
      `n${number}: issueOrPullRequest(number: ${number}) { ... on Issue ${fields} ... on PullRequest ${fields} }`,
  )
  return `query($owner: String!, $name: String!) {\n  repository(owner: $owner, name: $name) {\n    ${aliases.join('\n    ')}\n  }\n}`
}

export function bulkCalls({ repo, request, graphql }: RepositoryClient): BulkCalls {
  return {
    async searchOldest(query, page) {
      const q = `${query} repo:${repo.owner}/${repo.name}`
      const options = { q, page, per_page: 100, sort: 'created', order: 'asc' } as const
      const { items, total_count: total } = await request(
        (rest) => rest.search.issuesAndPullRequests(options),
        SearchShape,
      )
      return { items, total }
    },
    async threadStates(numbers) {
      const states: ThreadState[] = []
      for (let start = 0; start < numbers.length; start += STATES_A_REQUEST) {
        const query = statesQuery(numbers.slice(start, start + STATES_A_REQUEST))
        const { repository } = await graphql(query, StatesShape, { ...repo })
        states.push(...Object.values(repository).filter((state) => state !== null))
      }
      return states
    },
    requestLimit: () => request(({ rateLimit }) => rateLimit.get(), LimitShape),
  }
}
