import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import * as z from 'zod'
import type { McpConnection } from './connect-server.ts'

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

type RequestLimits = { timeout: number; signal: AbortSignal }

/** The tools, prompts and resources of a server. `problems` names the entries that could not be read. */
export type ServerFeatures = {
  tools: ListedTool[]
  prompts: ListedPrompt[]
  resources: ListedResource[]
  problems: string[]
}

/** Protects against a server whose list never ends. */
const MAX_PAGES = 50

const KINDS = {
  tools: { kind: 'tools', method: 'tools/list', shape: ToolShape },
  prompts: { kind: 'prompts', method: 'prompts/list', shape: PromptShape },
  resources: { kind: 'resources', method: 'resources/list', shape: ResourceShape },
} as const
type FeatureKind = keyof typeof KINDS

/** Lists the features that a server declares. Rejects when one of the lists fails. */
export async function listFeatures(connection: McpConnection, options: RequestLimits): Promise<ServerFeatures> {
  const problems: string[] = []
  const [prompts, tools, resources] = await Promise.all([
    listAll(connection, KINDS.prompts, options, problems),
    listAll(connection, KINDS.tools, options, problems),
    listAll(connection, KINDS.resources, options, problems),
  ])
  return { prompts, tools, resources, problems }
}

/** Reads one list, page by page. Skips entries that cannot be read and adds them to `problems`. */
async function listAll<Shape extends z.ZodType>(
  { client }: McpConnection,
  { kind, method, shape }: { kind: FeatureKind; method: `${FeatureKind}/list`; shape: Shape },
  { timeout, signal }: RequestLimits,
  problems: string[],
): Promise<z.output<Shape>[]> {
  if (client.getServerCapabilities()?.[kind] === undefined) return []
  const Page = z.looseObject({ [kind]: z.array(z.unknown()), nextCursor: z.string().optional() })
  const entries: z.output<Shape>[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await client
      .request({ method, params: { cursor } }, Page, { timeout, signal })
      .catch((error: unknown) => {
        if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound) return { [kind]: [] }
        throw error
      })
    const pageEntries = answer[kind]
    for (const entry of Array.isArray(pageEntries) ? pageEntries : []) {
      const parsed = shape.safeParse(entry)
      if (parsed.success) entries.push(parsed.data)
      else problems.push(`one of its ${kind} cannot be read (${parsed.error.issues[0]?.message ?? 'not an object'})`)
    }
    const next: unknown = answer.nextCursor
    if (typeof next !== 'string' || next === '' || next === cursor) return entries
    cursor = next
  }
  return entries
}

export const listTools = (connection: McpConnection, options: RequestLimits, problems: string[]) =>
  listAll(connection, KINDS.tools, options, problems)

export const listResources = (connection: McpConnection, options: RequestLimits) =>
  listAll(connection, KINDS.resources, options, [])
