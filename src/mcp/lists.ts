import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Connection } from './connect.ts'

const ToolShape = z.looseObject({
  name: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()).optional(),
  annotations: z.record(z.string(), z.unknown()).optional(),
  execution: z.looseObject({ taskSupport: z.string().optional() }).optional(),
})
/** A tool as its server describes it. */
export type ListedTool = z.output<typeof ToolShape>

const PromptShape = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  arguments: z
    .array(z.looseObject({ name: z.string(), required: z.boolean().optional(), description: z.string().optional() }))
    .optional(),
})
export type ListedPrompt = z.output<typeof PromptShape>

const ResourceShape = z.looseObject({
  uri: z.string(),
  name: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
})
export type ListedResource = z.output<typeof ResourceShape>

type Limits = { timeout: number; signal: AbortSignal }

/** What a server has to offer. `broken` says what of it could not be read. */
export type Offer = {
  tools: ListedTool[]
  prompts: ListedPrompt[]
  resources: ListedResource[]
  broken: string[]
}

/** A list that never ends is no list. */
const MOST_PAGES = 50

const KINDS = {
  tools: { method: 'tools/list', shape: ToolShape },
  prompts: { method: 'prompts/list', shape: PromptShape },
  resources: { method: 'resources/list', shape: ResourceShape },
} as const
export type Kind = keyof typeof KINDS

/** Everything a server offers, of the kinds it says it has. Rejects when one of the lists cannot be had. */
export async function offerOf(connection: Connection, options: Limits): Promise<Offer> {
  const broken: string[] = []
  const [prompts, tools, resources] = await Promise.all([
    listed(connection, 'prompts', PromptShape, options, broken),
    listed(connection, 'tools', ToolShape, options, broken),
    listed(connection, 'resources', ResourceShape, options, broken),
  ])
  return { prompts, tools, resources, broken }
}

/** One list, page by page. Entries that cannot be read are left out and named in `broken`. */
async function listed<Shape extends z.ZodType>(
  { client }: Connection,
  kind: Kind,
  shape: Shape,
  { timeout, signal }: Limits,
  broken: string[],
): Promise<z.output<Shape>[]> {
  if (client.getServerCapabilities()?.[kind] === undefined) return []
  const Page = z.looseObject({ [kind]: z.array(z.unknown()), nextCursor: z.string().optional() })
  const found: z.output<Shape>[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { method } = KINDS[kind]
    const params = cursor === undefined ? {} : { cursor }
    const answer = await client.request({ method, params }, Page, { timeout, signal }).catch((error: unknown) => {
      if (error instanceof McpError && error.code === ErrorCode.MethodNotFound) return { [kind]: [] }
      throw error
    })
    const entries = answer[kind]
    for (const entry of Array.isArray(entries) ? entries : []) {
      const read = shape.safeParse(entry)
      if (read.success) found.push(read.data)
      else broken.push(`one of its ${kind} cannot be read (${read.error.issues[0]?.message ?? 'no object'})`)
    }
    const next: unknown = answer.nextCursor
    if (typeof next !== 'string' || next === '' || next === cursor) return found
    cursor = next
  }
  return found
}

/** One of the lists alone, as it is now. */
export const listTools = (connection: Connection, options: Limits, broken: string[]) =>
  listed(connection, 'tools', ToolShape, options, broken)
export const listResources = (connection: Connection, options: Limits) =>
  listed(connection, 'resources', ResourceShape, options, [])
