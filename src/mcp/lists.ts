import { ProtocolError, ProtocolErrorCode, type Request, type RequestOptions } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { messageOf } from '../platform/errors.ts'
import type { McpConnection } from './connect-server.ts'
import { WHOLE_RESULT } from './incoming-messages.ts'

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

/** Asks a server, and reads the result as it sent it. Rejects when the server does not answer or its result has another shape. */
export async function askServer<Shape extends z.ZodType>(
  { client }: McpConnection,
  request: Request,
  shape: Shape,
  options: RequestOptions,
): Promise<z.output<Shape>> {
  const { _meta: meta, ...result } = await client.request(request, z.looseObject({}), options)
  const whole: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, WHOLE_RESULT) : undefined
  const { success, data, error } = shape.safeParse(whole ?? result)
  if (success) return data
  throw new Error(`The result of ${request.method} cannot be read: ${z.prettifyError(error)}`)
}

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

/** Lists the features that a server declares. A list that fails costs only itself; rejects when no other has an entry. */
export async function listFeatures(connection: McpConnection, options: RequestLimits): Promise<ServerFeatures> {
  const problems: string[] = []
  const failures: unknown[] = []
  const list = <Shape extends z.ZodType>(feature: Feature<Shape>) =>
    listAll(connection, feature, options, problems).catch((error: unknown): z.output<Shape>[] => {
      failures.push(error)
      problems.push(`its list of ${feature.kind} failed: ${messageOf(error)}`)
      return []
    })
  const [prompts, tools, resources] = await Promise.all([list(KINDS.prompts), list(KINDS.tools), list(KINDS.resources)])
  const isEmpty = prompts.length + tools.length + resources.length === 0
  const isOver = options.signal.aborted || connection.closedReason() !== undefined
  if (failures.length > 0 && (isEmpty || isOver)) throw failures[0]
  return { prompts, tools, resources, problems }
}

type Feature<Shape extends z.ZodType> = { kind: FeatureKind; method: `${FeatureKind}/list`; shape: Shape }

/** Reads one list, page by page. Skips entries that cannot be read and adds them to `problems`. */
async function listAll<Shape extends z.ZodType>(
  connection: McpConnection,
  { kind, method, shape }: Feature<Shape>,
  { timeout, signal }: RequestLimits,
  problems: string[],
): Promise<z.output<Shape>[]> {
  if (connection.client.getServerCapabilities()?.[kind] === undefined) return []
  const Page = z.looseObject({ [kind]: z.unknown().optional(), nextCursor: z.unknown().optional() })
  const entries: z.output<Shape>[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await askServer(connection, { method, params: { cursor } }, Page, { timeout, signal }).catch(
      (error: unknown) => {
        if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound) return { [kind]: [] }
        throw error
      },
    )
    const pageEntries = answer[kind]
    if (!Array.isArray(pageEntries)) problems.push(`its list of ${kind} is not a list`)
    for (const entry of Array.isArray(pageEntries) ? pageEntries : []) {
      const parsed = shape.safeParse(entry)
      if (parsed.success) entries.push(parsed.data)
      else problems.push(unreadableEntry(kind, entry, parsed.error))
    }
    const next: unknown = answer.nextCursor
    if (next === undefined || next === '' || next === cursor) return entries
    if (typeof next !== 'string') {
      problems.push(`the rest of its ${kind} is missing, because nextCursor is not a text`)
      return entries
    }
    cursor = next
  }
  return entries
}

function unreadableEntry(kind: FeatureKind, entry: unknown, { issues: [issue] }: z.ZodError): string {
  const { name, uri }: Record<string, unknown> = typeof entry === 'object' && entry !== null ? { ...entry } : {}
  const label = [name, uri].find((each) => typeof each === 'string')
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  const which = label === undefined ? `one of its ${kind}` : `its ${kind.slice(0, -1)} ${label}`
  return `${which} cannot be read (${place}${issue?.message ?? 'not an object'})`
}

export const listTools = (connection: McpConnection, options: RequestLimits, problems: string[]) =>
  listAll(connection, KINDS.tools, options, problems)

export const listResources = (connection: McpConnection, options: RequestLimits) =>
  listAll(connection, KINDS.resources, options, [])
