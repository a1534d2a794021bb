import type { z } from 'zod'
import { asGitHubError, GitHubError } from './github-error.ts'
import { GraphQLAnswer, graphqlUrl, statusOf } from './graphql.ts'
import { type ChannelOptions, openSending } from './sending.ts'

/** HTTP to GitHub: what sending.ts sends, with pages put together and every answer through a schema. */
export type Channel = {
  ask<Schema extends z.ZodType>(route: string, parameters: Parameters, schema: Schema): Promise<z.output<Schema>>
  /** All pages of a list. */
  askAll<Schema extends z.ZodType>(route: string, parameters: Parameters, schema: Schema): Promise<z.output<Schema>[]>
  /** One page of a list, counted from 1. */
  askPage<Schema extends z.ZodType>(
    route: string,
    parameters: Parameters & { page: number },
    schema: Schema,
  ): Promise<Page<z.output<Schema>>>
  /** The end of a text of any length: at most `bytes` of it. */
  askTail(route: string, parameters: Parameters, bytes: number): Promise<Tail>
  query<Schema extends z.ZodType>(graphql: string, variables: Parameters, schema: Schema): Promise<z.output<Schema>>
  /** A mutation: never repeated by itself, as every write. */
  mutate<Schema extends z.ZodType>(graphql: string, variables: Parameters, schema: Schema): Promise<z.output<Schema>>
}

/** `pages`: how many there are, as far as GitHub says. */
export type Page<Item> = { items: Item[]; page: number; pages: number }
/** `bytes`: how long the whole text is. */
export type Tail = { text: string; bytes: number }

export type Parameters = Record<string, unknown>

const MAX_PAGES = 100

export function openChannel(options: ChannelOptions): Channel {
  const send = openSending(options)

  async function askGraphQL<Schema extends z.ZodType>(
    graphql: string,
    variables: Parameters,
    schema: Schema,
    kind: 'read' | 'write',
  ) {
    const what = kind === 'read' ? 'GraphQL query' : 'GraphQL mutation'
    const { data } = await send(`POST ${graphqlUrl(options)}`, { query: graphql, variables }, kind)
    const answer = parseAnswer(GraphQLAnswer, data, what)
    const mistake = answer.errors?.[0]
    if (mistake === undefined) return parseAnswer(schema, answer.data, what)
    // A token that may not see one part of a question still gets the others; the schema says whether they are enough.
    const partial = kind === 'read' ? schema.safeParse(answer.data) : undefined
    if (partial?.success) return partial.data
    throw new GitHubError(statusOf(mistake) ?? 200, what, `${what}: ${mistake.message}`)
  }

  return {
    async ask(route, parameters, schema) {
      const { data } = await send(route, parameters, route.startsWith('GET ') ? 'read' : 'write')
      return parseAnswer(schema, data, route)
    },
    async askAll(route, parameters, schema) {
      const all: z.output<typeof schema>[] = []
      for (let page = 1; page <= MAX_PAGES; page++) {
        const { data, headers } = await send(route, { ...parameters, per_page: 100, page }, 'read')
        all.push(...parseAnswer(schema.array(), data, route))
        if (!headers.link?.includes('rel="next"')) break
      }
      return all
    },
    async askPage(route, parameters, schema) {
      const { page } = parameters
      const { data, headers } = await send(route, parameters, 'read')
      const last = /[?&]page=(\d+)[^>]*>; rel="last"/.exec(headers.link ?? '')?.[1]
      return { items: parseAnswer(schema.array(), data, route), page, pages: last === undefined ? page : Number(last) }
    },
    async askTail(route, parameters, bytes) {
      const { data } = await send(route, { ...parameters, request: { parseSuccessResponseBody: false } }, 'read')
      if (!(data instanceof ReadableStream)) return { text: '', bytes: 0 }
      try {
        return await tailOf(data, bytes)
      } catch (error) {
        throw asGitHubError(error, route, options.token)
      }
    },
    query: (graphql, variables, schema) => askGraphQL(graphql, variables, schema, 'read'),
    mutate: (graphql, variables, schema) => askGraphQL(graphql, variables, schema, 'write'),
  }
}

async function tailOf(stream: ReadableStream<Uint8Array>, most: number): Promise<Tail> {
  const kept: Uint8Array[] = []
  let bytes = 0
  let held = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    held += chunk.length
    kept.push(chunk)
    while (kept[0] !== undefined && held - kept[0].length >= most) held -= kept.shift()?.length ?? 0
  }
  return { text: Buffer.concat(kept).subarray(-most).toString('utf8'), bytes }
}

function parseAnswer<Schema extends z.ZodType>(schema: Schema, data: unknown, request: string): z.output<Schema> {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new GitHubError(
    200,
    request,
    `${request}: the answer is not as documented: ${issue?.path.join('.')}: ${issue?.message}`,
  )
}
