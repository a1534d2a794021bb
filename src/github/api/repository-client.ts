import type { Octokit } from '@octokit/rest'
import type * as z from 'zod'
import { GitHubError, toGitHubError } from './github-error.ts'
import { failedPart, operationOf } from './graphql.ts'
import { type ApiClientOptions, openOctokit } from './octokit.ts'
import { readBytes, readTail, type TextTail } from './text-tail.ts'

/**
 * Octokit for one repository: validates every response with a schema and joins the pages of a list. Every method rejects
 * with GitHubError. `repository` has the parameters that name the repository.
 */
export type RepositoryClient = {
  repo: { owner: string; name: string }
  request<Schema extends z.ZodType>(call: RestCall, schema: Schema): Promise<z.output<Schema>>
  /** All pages of a list. */
  requestAll<Schema extends z.ZodType>(list: ListCall, schema: Schema): Promise<z.output<Schema>[]>
  /** All pages of a list that says how many it has: the first page, then the others side by side. */
  requestPages<Schema extends z.ZodType>(call: PageCall, schema: Schema): Promise<z.output<Schema>[]>
  /** One page of a list, counted from 1. */
  requestPage<Schema extends z.ZodType>(
    page: number,
    call: RestCall,
    schema: Schema,
  ): Promise<ResultPage<z.output<Schema>>>
  /** The last `bytes` of a text response. */
  requestTail(
    call: (rest: Rest, repository: RepositoryName, options: RawResponse) => Promise<Answer>,
    bytes: number,
  ): Promise<TextTail>
  /** The bytes of a response; undefined when there are more than `maxBytes`. */
  requestBytes(
    call: (rest: Rest, repository: RepositoryName, options: RawResponse) => Promise<Answer>,
    maxBytes: number,
  ): Promise<Uint8Array | undefined>
  /** A query or a mutation. Like every write, a mutation is not retried after a failure. */
  graphql<Schema extends z.ZodType>(
    query: string,
    schema: Schema,
    variables?: Record<string, unknown>,
  ): Promise<z.output<Schema>>
}

export type Rest = Octokit['rest']
export type RepositoryName = { owner: string; repo: string }
export type RestCall = (rest: Rest, repository: RepositoryName) => Promise<Answer>
export type PageCall = (rest: Rest, list: RepositoryName & { per_page: 100; page: number }) => Promise<Answer>
type Answer = { data: unknown; url: string; headers: { link?: string } }

/** `eachPage` is for `octokit.paginate`. */
export type ListCall = (
  octokit: Octokit,
  list: RepositoryName & { per_page: 100 },
  eachPage: (page: Answer, done: () => void) => unknown[],
) => Promise<unknown[]>

/** Octokit returns the body as a stream. */
type RawResponse = { request: { parseSuccessResponseBody: false } }

/** `pages`: the number of pages according to GitHub's `link` header. */
export type ResultPage<Item> = { items: Item[]; page: number; pages: number }

/** The first page of a list, newest first. */
export const NEWEST = { sort: 'created', direction: 'desc', per_page: 100 } as const
const MAX_PAGES = 100
const RAW: RawResponse = { request: { parseSuccessResponseBody: false } }

/** Loads nothing and sends nothing before the first call. */
export function openRepositoryClient(options: ApiClientOptions & { repository: string }): RepositoryClient {
  const [owner = '', name = ''] = options.repository.split('/')
  const repository = { owner, repo: name }
  const octokit = openOctokit(options)

  return {
    repo: { owner, name },
    async request(call, schema) {
      return parseAnswer(schema, await call(octokit.rest, repository))
    },
    async requestAll(list, schema) {
      let pages = 0
      const all = await list(octokit, { ...repository, per_page: 100 }, (page, done) => {
        pages += 1
        if (pages === MAX_PAGES) done()
        return parseAnswer(schema.array(), page)
      })
      return all as z.output<typeof schema>[] // what `eachPage` returned, joined
    },
    async requestPages(call, schema) {
      const { rest } = octokit
      const read = async (page: number) => {
        const answer = await call(rest, { ...repository, per_page: 100, page })
        return { items: parseAnswer(schema.array(), answer), pages: lastPage(answer) ?? page }
      }
      const first = await read(1)
      const others = Array.from({ length: Math.min(first.pages, MAX_PAGES) - 1 }, (_, index) => read(index + 2))
      return [first, ...(await Promise.all(others))].flatMap(({ items }) => items)
    },
    async requestPage(page, call, schema) {
      const answer = await call(octokit.rest, repository)
      return { items: parseAnswer(schema.array(), answer), page, pages: lastPage(answer) ?? page }
    },
    async requestBytes(call, maxBytes) {
      const { data, url } = await call(octokit.rest, repository, RAW)
      if (!(data instanceof ReadableStream)) return undefined
      return await readBytes(data, maxBytes).catch((error: unknown) => {
        throw toGitHubError(error, { route: pathOf(url), name: pathOf(url) }, options.token)
      })
    },
    async requestTail(call, bytes) {
      const { data, url } = await call(octokit.rest, repository, RAW)
      if (!(data instanceof ReadableStream)) return { text: '', bytes: 0 }
      return await readTail(data, bytes).catch((error: unknown) => {
        throw toGitHubError(error, { route: pathOf(url), name: pathOf(url) }, options.token)
      })
    },
    async graphql(query, schema, variables = {}) {
      const data = await octokit.graphql(query, variables).catch((error: unknown) => {
        const part = failedPart(error, query)
        // A token without access to one part of a query still gets the other parts. The schema decides whether they are enough.
        if (part.data === undefined || !schema.safeParse(part.data).success) throw part.error
        return part.data
      })
      return parse(schema, data, operationOf(query))
    },
  }
}

const parseAnswer = <Schema extends z.ZodType>(schema: Schema, { data, url }: Answer): z.output<Schema> =>
  parse(schema, data, pathOf(url))

function parse<Schema extends z.ZodType>(schema: Schema, data: unknown, request: string): z.output<Schema> {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new GitHubError(200, request, `${request}: unexpected response: ${issue?.path.join('.')}: ${issue?.message}`)
}

/** The number of the last page according to GitHub's `link` header. */
function lastPage({ headers }: Answer): number | undefined {
  const last = /[?&]page=(\d+)[^>]*>; rel="last"/.exec(headers.link ?? '')?.[1]
  return last === undefined ? undefined : Number(last)
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url)
