import type { z } from 'zod'
import { openChannel, type Page, type Parameters, type Tail } from './channel.ts'
import type { ChannelOptions } from './sending.ts'

/** Requests about one repository: `owner` and `repo` are in every route and every query's variables. */
export type Calls = {
  repo: { owner: string; name: string }
  ask<Schema extends z.ZodType>(route: string, schema: Schema, parameters?: Parameters): Promise<z.output<Schema>>
  askAll<Schema extends z.ZodType>(route: string, schema: Schema, parameters?: Parameters): Promise<z.output<Schema>[]>
  askPage<Schema extends z.ZodType>(
    route: string,
    schema: Schema,
    parameters: Parameters & { page: number },
  ): Promise<Page<z.output<Schema>>>
  askTail(route: string, bytes: number, parameters?: Parameters): Promise<Tail>
  query<Schema extends z.ZodType>(graphql: string, schema: Schema, variables?: Parameters): Promise<z.output<Schema>>
  mutate<Schema extends z.ZodType>(graphql: string, schema: Schema, variables?: Parameters): Promise<z.output<Schema>>
}

/** Nothing is loaded and nothing is asked before the first call. */
export function callsTo(options: ChannelOptions & { repository: string }): Calls {
  const [owner = '', name = ''] = options.repository.split('/')
  const channel = openChannel(options)
  // Where the route has no place for them they would become parameters of the query.
  const here = (route: string) => (route.includes('{owner}') ? { owner, repo: name } : {})
  return {
    repo: { owner, name },
    ask: (route, schema, parameters) => channel.ask(route, { ...here(route), ...parameters }, schema),
    askAll: (route, schema, parameters) => channel.askAll(route, { ...here(route), ...parameters }, schema),
    askPage: (route, schema, parameters) => channel.askPage(route, { ...here(route), ...parameters }, schema),
    askTail: (route, bytes, parameters) => channel.askTail(route, { ...here(route), ...parameters }, bytes),
    query: (graphql, schema, variables = {}) => channel.query(graphql, variables, schema),
    mutate: (graphql, schema, variables = {}) => channel.mutate(graphql, variables, schema),
  }
}
