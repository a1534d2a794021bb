import type {
  Candidate,
  Content,
  FunctionCallingConfigMode,
  FunctionDeclaration,
  GenerateContentResponse,
  GroundingMetadata,
  Tool,
  ToolConfig,
  UrlContextMetadata,
  Part as WirePart,
} from '@google/genai/web'
import { exceedsDepth } from '../text/json.ts'
import { apiMimeType } from './models.ts'
import {
  type BuiltInTool,
  type Grounding,
  type Message,
  type MessagePart,
  type ModelRequest,
  NO_USAGE,
  type TokenUsage,
  type ToolCall,
  type ToolDeclaration,
  type ToolReply,
} from './types.ts'

/**
 * Replaces a thought signature that the API never sent (foreign history, an unsigned call).
 * Source: Gemini API docs, "Thought signatures", section on calls that the model did not make.
 */
export const PLACEHOLDER_SIGNATURE = 'skip_thought_signature_validator'

/**
 * Differences between APIs. `ids: false`: the API refuses call ids and matches results with calls by order.
 * `thoughts: false`: the API refuses thoughts in the history.
 */
export type Dialect = { model: string; ids: boolean; thoughts?: false }

/**
 * Converts messages to the API's format: user and model alternate, tool results are in a user turn, unsigned thoughts are
 * omitted, every other part is unchanged. The result for a longer history extends that for a shorter one, so the API's
 * prefix cache hits.
 */
export function toContents(messages: readonly Message[], dialect: Dialect): Content[] {
  const turns: { role: 'user' | 'model'; parts: WirePart[] }[] = []
  for (const message of messages) {
    const role = message.role === 'model' ? 'model' : 'user'
    const parts =
      message.role === 'tool'
        ? replyParts(message.replies, dialect)
        : message.parts.flatMap((part) => toWirePart(part, dialect))
    if (parts.length === 0) continue
    const last = turns.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else turns.push({ role, parts })
  }
  return turns.map((turn) => (turn.role === 'model' ? { ...turn, parts: withSignature(turn.parts) } : turn))
}

/** Converts tools to the API's format: all declared tools in one element, each built-in tool in another. */
export function toTools({ tools, builtIn = [] }: Pick<ModelRequest, 'tools' | 'builtIn'>): Tool[] {
  return [
    ...(tools.length === 0 ? [] : [{ functionDeclarations: toDeclarations(tools) }]),
    ...builtIn.map((name) => BUILT_IN_TOOLS[name]),
  ]
}

const BUILT_IN_TOOLS: Readonly<Record<BuiltInTool, Tool>> = {
  google_search: { googleSearch: {} },
  url_context: { urlContext: {} },
}

/** Sends plain JSON Schema, not Google's schema format. */
function toDeclarations(tools: readonly ToolDeclaration[]): FunctionDeclaration[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters }))
}

/** Converts the tool choice to the API's format. */
export function toToolConfig({ mode, names }: NonNullable<ModelRequest['choice']>): ToolConfig {
  return {
    functionCallingConfig: {
      mode: mode.toUpperCase() as FunctionCallingConfigMode, // the SDK's enum is the set of these strings
      allowedFunctionNames: names === undefined ? undefined : [...names],
    },
  }
}

/** Fields that the SDK sends. It strips newer fields from the part, and the API refuses an empty part. */
const SENDABLE = ['text', 'inlineData', 'fileData', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse']

function toWirePart(part: MessagePart, { ids, thoughts }: Dialect): WirePart[] {
  const thoughtSignature = part.signature
  switch (part.kind) {
    case 'text':
      // The API refuses empty text, except text with a signature that it sent itself.
      return part.text === '' && part.signature === undefined ? [] : [{ text: part.text, thoughtSignature }]
    case 'thought':
      return part.signature === undefined || thoughts === false
        ? []
        : [{ text: part.text, thought: true, thoughtSignature }]
    case 'call': {
      const { id, name, args } = part.call
      return [{ functionCall: { id: ids ? id : undefined, args, name: wireName(name) }, thoughtSignature }]
    }
    case 'data': {
      const mimeType = apiMimeType(part.mimeType)
      if (mimeType === undefined)
        return [{ text: `[Data of type ${part.mimeType} is omitted: the API does not accept this type.]` }]
      return [{ inlineData: { mimeType, data: part.data }, thoughtSignature }]
    }
    case 'opaque':
      if (part.value.thought === true && (part.signature === undefined || thoughts === false)) return []
      return SENDABLE.some((name) => name in part.value) ? [{ ...part.value, thoughtSignature }] : []
    default:
      return part satisfies never
  }
}

/**
 * Fills in a missing signature of the first call of a turn; the API checks only that one. Applies to every turn, although
 * the API ignores older ones: a turn that changes later would break the shared prefix.
 */
function withSignature(parts: WirePart[]): WirePart[] {
  const first = parts.findIndex((part) => part.functionCall !== undefined)
  return parts.map((part, index) =>
    index === first && part.thoughtSignature === undefined
      ? { ...part, thoughtSignature: PLACEHOLDER_SIGNATURE }
      : part,
  )
}

/** All results first, in the order of the calls, then the data that cannot be nested in its result. */
function replyParts(replies: readonly ToolReply[], dialect: Dialect): WirePart[] {
  const results: WirePart[] = []
  const separate: WirePart[] = []
  for (const reply of replies) {
    const nested: { inlineData: { mimeType: string; data: string } }[] = []
    for (const part of reply.parts ?? []) {
      if (part.kind === 'data' && canNest(dialect.model, part.mimeType))
        nested.push({ inlineData: { mimeType: part.mimeType, data: part.data } })
      else separate.push(...toWirePart(part, dialect))
    }
    const { id, name, response } = reply
    results.push({
      functionResponse: {
        name: wireName(name),
        response,
        id: dialect.ids ? id : undefined,
        parts: nested.length > 0 ? nested : undefined,
      },
    })
  }
  return [...results, ...separate]
}

/**
 * Whether a function response may contain such data: Gemini 3 and later, for images, PDF and plain text.
 * Source: Gemini API docs, "Function calling", section on multimodal function responses.
 */
const canNest = (model: string, mimeType: string): boolean =>
  /^(?:models\/)?gemini-(?:[3-9]|\d\d)(?:[.-]|$)/.test(model) &&
  /^(?:image\/(?:png|jpeg|webp)|application\/pdf|text\/plain)$/.test(mimeType)

/** The API's actual limit; its documentation says 128. */
const MAX_NAME_CHARACTERS = 64

/** The model may call a name that the API refuses in the history. Replaces invalid characters, in calls and in results. */
function wireName(name: string): string {
  const cleaned = name.replace(/[^A-Za-z0-9_.:-]/g, '_').slice(0, MAX_NAME_CHARACTERS)
  if (cleaned === '') return 'unnamed_tool'
  return /^[A-Za-z_]/.test(cleaned) ? cleaned : `_${cleaned.slice(0, MAX_NAME_CHARACTERS - 1)}`
}

/** An answer while it is streamed. */
export type ReplyDraft = {
  parts: MessagePart[]
  usage: TokenUsage
  finish?: string
  finishMessage?: string
  /** Why the prompt was blocked. */
  blockReason?: string
  /** What a tool call has that no API documents, so that the answer is unusable. */
  malformedCall?: string
  grounding?: Grounding
  model?: string
}

export const newReplyDraft = (): ReplyDraft => ({ parts: [], usage: NO_USAGE })

/** Adds one chunk of a stream to the draft. Returns the visible text it brought. */
export function addChunk(draft: ReplyDraft, answer: GenerateContentResponse): string {
  const chunk: Partial<GenerateContentResponse> = objects([answer])[0] ?? {}
  const candidate = objects(chunk.candidates).find(({ index }) => Number(index ?? 0) === 0)
  let text = ''
  for (const wire of partsOf(candidate?.content)) {
    draft.malformedCall ??= malformedCall(wire.functionCall)
    for (const part of fromWirePart(wire)) {
      if (part.kind === 'text') text += part.text
      append(draft.parts, part)
    }
  }
  draft.finish = finishReason(candidate?.finishReason) ?? draft.finish
  draft.finishMessage = nonEmptyText(candidate?.finishMessage) ?? draft.finishMessage
  const grounding = mergeGrounding(draft.grounding, candidate)
  if (grounding !== undefined) draft.grounding = grounding
  draft.blockReason = nonEmptyText(chunk.promptFeedback?.blockReason, 'BLOCKED_REASON_UNSPECIFIED') ?? draft.blockReason
  draft.model = nonEmptyText(chunk.modelVersion) ?? draft.model
  draft.usage = readUsage(chunk, draft.usage)
  return text
}

/** The parts of a content. Gateways also send a text, or texts, in the place of parts. */
function partsOf(content: unknown): WirePart[] {
  const isPlain = typeof content !== 'object' || content === null || Array.isArray(content) || 'text' in content
  const parts: unknown = isPlain ? content : Reflect.get(content, 'parts')
  return (Array.isArray(parts) ? parts : [parts]).flatMap((part: unknown): WirePart[] => {
    if (typeof part === 'string') return [{ text: part }]
    return typeof part === 'object' && part !== null ? [part] : []
  })
}

/** What gateways to other models call the reasons of the API. */
const FOREIGN_REASONS: Readonly<Record<string, string>> = {
  TOOL_CALLS: 'STOP',
  FUNCTION_CALL: 'STOP',
  END_TURN: 'STOP',
  LENGTH: 'MAX_TOKENS',
  CONTENT_FILTER: 'SAFETY',
}

function finishReason(reason: unknown): string | undefined {
  const upper = nonEmptyText(reason, 'FINISH_REASON_UNSPECIFIED')?.toUpperCase()
  return upper === undefined ? undefined : (FOREIGN_REASONS[upper] ?? upper)
}

/** The text, or undefined when it is empty or equals `unspecified`, the API's value for none. */
const nonEmptyText = (text: unknown, unspecified = ''): string | undefined =>
  typeof text === 'string' && text !== '' && text !== unspecified ? text.toWellFormed() : undefined

/** The objects of a list; anything else is dropped, because a stray null must not end a run. */
const objects = <Item extends object>(list: readonly Item[] | undefined): Item[] =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : []

/** One part, or two when it has text and data, which the API would not accept back. Empty text next to data is dropped. */
function fromWirePart(wire: WirePart): MessagePart[] {
  const { thoughtSignature, thought, text, ...others } = wire
  const signature = typeof thoughtSignature === 'string' ? thoughtSignature : undefined
  const content = typeof text === 'string' ? text : ''
  const kind = thought === true ? 'thought' : 'text'
  const hasData = Object.keys(others).some(
    (name) => content === '' || name === 'functionCall' || SENDABLE.includes(name),
  )
  // Fields that only describe the text do not count.
  if (!hasData) return content === '' && signature === undefined ? [] : [{ kind, text: content, signature }]
  const dataPart = { ...fromWireData(others, thought === true), signature }
  return content === '' ? [dataPart] : [{ kind, text: content }, dataPart]
}

function fromWireData(wire: Omit<WirePart, 'text' | 'thought' | 'thoughtSignature'>, isThought: boolean): MessagePart {
  if (wire.functionCall) {
    const { id, name } = wire.functionCall
    const args = callArguments(argumentsIn(wire.functionCall)) ?? {}
    return { kind: 'call', call: { id: callId(id), name: nonEmptyText(name) ?? '', args } }
  }
  const { data, mimeType } = wire.inlineData ?? {}
  if (Object.keys(wire).length === 1 && !isThought && typeof data === 'string' && typeof mimeType === 'string')
    return { kind: 'data', mimeType, data }
  return { kind: 'opaque', value: isThought ? { ...wire, thought: true } : { ...wire } }
}

/** Gateways before the API send numbers for ids. */
const callId = (id: unknown): string => (typeof id === 'number' ? String(id) : (nonEmptyText(id) ?? ''))

/** Gateways to other models keep the name that those have for it. */
const argumentsIn = ({ args, arguments: foreign }: { args?: unknown; arguments?: unknown }): unknown => args ?? foreign

/** The arguments of a call, which gateways also send as JSON text; undefined when they are not an object. */
function callArguments(args: unknown): Record<string, unknown> | undefined {
  if (args === undefined || args === null || args === '') return {}
  let value = args
  // Some encode them twice.
  for (let times = 0; times < 2 && typeof value === 'string'; times++) {
    try {
      value = JSON.parse(value)
    } catch {
      return undefined
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || exceedsDepth(value, MAX_DEPTH))
    return undefined
  return { ...value }
}

/** Deeper arguments are a mistake of the model. */
const MAX_DEPTH = 500

/** JSON data as a record can keep it: without half characters and without the key that would change a prototype. */
function plainData<Data>(value: Data): Data {
  if (typeof value === 'string') return value.toWellFormed() as Data & string
  if (Array.isArray(value)) return value.map(plainData) as Data // the same list, item by item
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, each]) => [key.toWellFormed(), plainData(each)])) as Data // the same fields
}

/** Why a call cannot be used, for people; undefined when it can. */
function malformedCall(call: unknown): string | undefined {
  if (call === undefined || call === null) return undefined
  if (typeof call !== 'object' || Array.isArray(call)) return `a call that is ${kindOf(call)}`
  const { name } = call as Record<string, unknown> // any object can be read by key
  const args = argumentsIn(call)
  if (typeof name !== 'string' && name !== undefined && name !== null) return `a call whose name is ${kindOf(name)}`
  if (callArguments(args) !== undefined) return undefined
  const what = exceedsDepth(args, MAX_DEPTH) ? 'nested too deep' : kindOf(args)
  return `a call of ${nonEmptyText(name) ?? 'no tool'} whose arguments are ${typeof args === 'string' ? 'text that is not a JSON object' : what}`
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`

/** Joins streamed text fragments. A signature belongs to exactly one part, so signed parts are not joined. */
function append(parts: MessagePart[], part: MessagePart): void {
  const last = parts.at(-1)
  const joins = last !== undefined && last.signature === undefined && part.signature === undefined
  if (joins && last.kind === 'text' && part.kind === 'text') last.text += part.text
  else if (joins && last.kind === 'thought' && part.kind === 'thought') last.text += part.text
  else parts.push(part)
}

function readUsage(chunk: Partial<GenerateContentResponse>, before: TokenUsage): TokenUsage {
  const counts = chunk.usageMetadata
  if (counts === undefined || counts === null) return before
  const input = wholeCount(counts.promptTokenCount) ?? before.input
  const output = wholeCount(counts.candidatesTokenCount) ?? before.output
  const thoughts = wholeCount(counts.thoughtsTokenCount) ?? before.thoughts
  const tool = wholeCount(counts.toolUsePromptTokenCount) ?? before.tool
  const cached = wholeCount(counts.cachedContentTokenCount) ?? before.cached
  const total = wholeCount(counts.totalTokenCount) ?? Math.max(before.total, input + output + thoughts + tool)
  return { input, cached, output, thoughts, tool, total }
}

/** A count or an index, which JSON of protobuf may write as text (int64). Undefined for what is no count. */
function wholeCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? Math.round(count) : undefined
}

/** Ids of all calls in a history. */
export function callIds(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    message.role === 'tool' ? [] : message.parts.flatMap((part) => (part.kind === 'call' ? [part.call.id] : [])),
  )
}

/**
 * Gives every call an unused id and adds it to `usedIds`. The API may omit or repeat ids, which makes results ambiguous.
 * Half characters go, which the API refuses back; each half of one may come in a chunk of its own.
 */
export function assignCallIds(parts: readonly MessagePart[], usedIds: Set<string>): MessagePart[] {
  return parts.map((raw) => {
    const part = exceedsDepth(raw, MAX_DEPTH) ? raw : plainData(raw)
    if (part.kind !== 'call') return part
    const id = unusedId(part.call, usedIds)
    usedIds.add(id)
    return { ...part, call: { ...part.call, id } }
  })
}

function unusedId({ id, name }: ToolCall, usedIds: ReadonlySet<string>): string {
  if (id !== '' && !usedIds.has(id)) return id
  const stem = id === '' ? wireName(name) : id
  for (let n = id === '' ? 1 : 2; ; n++) if (!usedIds.has(`${stem}-${n}`)) return `${stem}-${n}`
}

const NO_GROUNDING: Grounding = { sources: [], supports: [], pages: [] }

/**
 * Adds the sources of one more stream chunk; undefined while there are none.
 * A chunk contains only new sources, while indices count all of them. Some chunks repeat the whole list.
 * Source: Gemini API reference, GroundingMetadata and UrlContextMetadata.
 */
export function mergeGrounding(before: Grounding | undefined, candidate: Candidate | undefined): Grounding | undefined {
  const { groundingMetadata, urlContextMetadata } = candidate ?? {}
  if (groundingMetadata === undefined && urlContextMetadata === undefined) return before
  const { sources, supports, pages } = before ?? NO_GROUNDING
  return {
    sources: joinLists(sources, sourcesIn(groundingMetadata)),
    supports: joinLists(supports, supportsIn(groundingMetadata)),
    pages: joinLists(pages, pagesIn(urlContextMetadata)),
  }
}

function sourcesIn(metadata: GroundingMetadata | undefined): Grounding['sources'] {
  return objects(metadata?.groundingChunks).map(({ web, retrievedContext, maps }) => {
    const { title, uri } = web ?? retrievedContext ?? maps ?? {}
    return { title: nonEmptyText(title), uri: nonEmptyText(uri) }
  })
}

function supportsIn(metadata: GroundingMetadata | undefined): Grounding['supports'] {
  return objects(metadata?.groundingSupports).flatMap(({ segment, groundingChunkIndices }) => {
    const end = wholeCount(segment?.endIndex)
    const indices: unknown[] = Array.isArray(groundingChunkIndices) ? groundingChunkIndices : []
    const sources = indices.map(wholeCount).filter((index) => index !== undefined)
    if (end === undefined || sources.length === 0) return []
    return [{ end, text: nonEmptyText(segment?.text), sources }]
  })
}

function pagesIn(metadata: UrlContextMetadata | undefined): Grounding['pages'] {
  return objects(metadata?.urlMetadata).flatMap(({ retrievedUrl, urlRetrievalStatus: status }) => {
    const url = nonEmptyText(retrievedUrl)
    return url === undefined ? [] : [{ url, read: status === 'URL_RETRIEVAL_STATUS_SUCCESS' }]
  })
}

/** Concatenates two lists, unless the second one starts with all of the first. */
function joinLists<Item>(before: readonly Item[], next: readonly Item[]): readonly Item[] {
  const repeats = before.every((item, index) => JSON.stringify(item) === JSON.stringify(next[index]))
  return repeats ? next : [...before, ...next]
}
