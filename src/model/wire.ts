import type {
  Content,
  FunctionCallingConfigMode,
  FunctionDeclaration,
  GenerateContentResponse,
  Tool,
  ToolConfig,
  Part as WirePart,
} from '@google/genai/web'
import { grown } from './grounding.ts'
import { takenAs } from './media-types.ts'
import {
  type BuiltIn,
  type Declaration,
  type Grounding,
  type Message,
  type ModelRequest,
  NO_USAGE,
  type Part,
  type ToolCall,
  type ToolReply,
  type Usage,
} from './types.ts'

/**
 * What stands for a thought signature the API never gave us (history from elsewhere, a call it left unsigned).
 * Source: Gemini API docs, "Thought signatures", section on calls that the model did not make.
 */
export const UNSIGNED = 'skip_thought_signature_validator'

/**
 * Who is spoken to. `ids: false` where the API refuses ids of calls and pairs answers with calls by their order;
 * `thoughts: false` where it refuses to be told what the model thought.
 */
export type Dialect = { model: string; ids: boolean; thoughts?: false }

/**
 * Messages as the API wants them: user and model in turn, answers to calls in a user turn, unsigned thoughts left out,
 * every other part as it came. The result for a longer history extends the result for a shorter one, so that the
 * API's prefix cache hits.
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
  return turns.map((turn) => (turn.role === 'model' ? { ...turn, parts: signed(turn.parts) } : turn))
}

/** Tools as the API is told of them: those declared in one element, each of its own in another. */
export function toTools({ tools, builtIn = [] }: Pick<ModelRequest, 'tools' | 'builtIn'>): Tool[] {
  return [
    ...(tools.length === 0 ? [] : [{ functionDeclarations: toDeclarations(tools) }]),
    ...builtIn.map((name) => BUILT_IN[name]),
  ]
}

const BUILT_IN: Readonly<Record<BuiltIn, Tool>> = {
  google_search: { googleSearch: {} },
  url_context: { urlContext: {} },
}

/** Plain JSON Schema, not Google's own. */
function toDeclarations(tools: readonly Declaration[]): FunctionDeclaration[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters }))
}

/** Whether tools may or must be called. */
export function toToolConfig({ mode, names }: NonNullable<ModelRequest['choice']>): ToolConfig {
  return {
    functionCallingConfig: {
      mode: mode.toUpperCase() as FunctionCallingConfigMode, // the SDK's enum is the set of these strings
      ...(names === undefined ? {} : { allowedFunctionNames: [...names] }),
    },
  }
}

/** What the SDK passes on. Anything newer it would strip from the part, and the API refuses the empty rest. */
const SENDABLE = ['text', 'inlineData', 'fileData', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse']

function toWirePart(part: Part, { ids, thoughts }: Dialect): WirePart[] {
  const signature = part.signature === undefined ? {} : { thoughtSignature: part.signature }
  switch (part.kind) {
    case 'text':
      // The API refuses empty text, except where it sent it itself to carry a signature.
      return part.text === '' && part.signature === undefined ? [] : [{ text: part.text, ...signature }]
    case 'thought':
      return part.signature === undefined || thoughts === false
        ? []
        : [{ text: part.text, thought: true, ...signature }]
    case 'call': {
      const { id, name, args } = part.call
      return [{ functionCall: { ...(ids && { id }), args, name: wireName(name) }, ...signature }]
    }
    case 'data': {
      const mimeType = takenAs(part.mimeType)
      if (mimeType === undefined) return [{ text: `[Data of the type ${part.mimeType} cannot be shown to you.]` }]
      return [{ inlineData: { mimeType, data: part.data }, ...signature }]
    }
    case 'opaque':
      if (part.value.thought === true && (part.signature === undefined || thoughts === false)) return []
      return SENDABLE.some((name) => name in part.value) ? [{ ...part.value, ...signature }] : []
    default:
      return part satisfies never
  }
}

/**
 * Only the first call of a turn is checked for a signature. It is filled in for every turn, not just those of the
 * active loop: the check ignores older turns, and a turn that kept changing would break the shared prefix.
 */
function signed(parts: WirePart[]): WirePart[] {
  const first = parts.findIndex((part) => part.functionCall !== undefined)
  return parts.map((part, index) =>
    index === first && part.thoughtSignature === undefined ? { ...part, thoughtSignature: UNSIGNED } : part,
  )
}

/** All answers first, in the order of the calls; data that cannot be nested in its answer follows behind them. */
function replyParts(replies: readonly ToolReply[], dialect: Dialect): WirePart[] {
  const answers: WirePart[] = []
  const beside: WirePart[] = []
  for (const reply of replies) {
    const nested: { inlineData: { mimeType: string; data: string } }[] = []
    for (const part of reply.parts ?? []) {
      if (part.kind === 'data' && nestsIn(dialect.model, part.mimeType))
        nested.push({ inlineData: { mimeType: part.mimeType, data: part.data } })
      else beside.push(...toWirePart(part, dialect))
    }
    const { id, name, response } = reply
    answers.push({
      functionResponse: {
        name: wireName(name),
        response,
        ...(dialect.ids && { id }),
        ...(nested.length > 0 ? { parts: nested } : {}),
      },
    })
  }
  return [...answers, ...beside]
}

/**
 * Whether a function response may hold such data inside itself: Gemini 3 and later, images, PDF and plain text.
 * Source: Gemini API docs, "Function calling", section on multimodal function responses.
 */
const nestsIn = (model: string, mimeType: string): boolean =>
  /^(?:models\/)?gemini-(?:[3-9]|\d\d)(?:[.-]|$)/.test(model) &&
  /^(?:image\/(?:png|jpeg|webp)|application\/pdf|text\/plain)$/.test(mimeType)

/** The API's own limit; its documentation says 128. */
const LONGEST_NAME = 64

/** A model may call a name no tool could have. Names the API would refuse on the way back are mended, on both sides alike. */
function wireName(name: string): string {
  const mended = name.replace(/[^A-Za-z0-9_.:-]/g, '_').slice(0, LONGEST_NAME)
  if (mended === '') return 'unnamed_tool'
  return /^[A-Za-z_]/.test(mended) ? mended : `_${mended.slice(0, LONGEST_NAME - 1)}`
}

/** An answer while it arrives. */
export type Draft = {
  parts: Part[]
  usage: Usage
  finish?: string | undefined
  finishMessage?: string | undefined
  /** Why the prompt itself was refused. */
  refused?: string | undefined
  /** What the answer rests on. */
  grounding?: Grounding
  /** The model that really answers. */
  model?: string | undefined
}

export const newDraft = (): Draft => ({ parts: [], usage: NO_USAGE })

/** Adds one chunk of a stream to the draft. Returns the visible text it brought. */
export function addChunk(draft: Draft, chunk: GenerateContentResponse): string {
  const candidate = objects(chunk.candidates).find((one) => (one.index ?? 0) === 0)
  let text = ''
  for (const wire of objects(candidate?.content?.parts)) {
    for (const part of fromWirePart(wire)) {
      if (part.kind === 'text') text += part.text
      append(draft.parts, part)
    }
  }
  draft.finish = worded(candidate?.finishReason, 'FINISH_REASON_UNSPECIFIED') ?? draft.finish
  draft.finishMessage = worded(candidate?.finishMessage) ?? draft.finishMessage
  const grounding = grown(draft.grounding, candidate)
  if (grounding !== undefined) draft.grounding = grounding
  draft.refused = worded(chunk.promptFeedback?.blockReason, 'BLOCKED_REASON_UNSPECIFIED') ?? draft.refused
  draft.model = worded(chunk.modelVersion) ?? draft.model
  draft.usage = usageOf(chunk, draft.usage)
  return text
}

/** A word that says something; `nothing` is the service's own word for none. */
const worded = (word: unknown, nothing = ''): string | undefined =>
  typeof word === 'string' && word !== '' && word !== nothing ? word : undefined

/** What is no list of objects is an empty one: a stray null must not end a run. */
const objects = <One extends object>(list: readonly One[] | undefined): One[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []

/** One part, or two for one that is two things, which the API would not take back. Empty text beside something says nothing. */
function fromWirePart(wire: WirePart): Part[] {
  const { thoughtSignature, thought, text, ...others } = wire
  const signature = typeof thoughtSignature === 'string' ? { signature: thoughtSignature } : {}
  const said = typeof text === 'string' ? text : ''
  const kind = thought === true ? 'thought' : 'text'
  const isMore = Object.keys(others).some((name) => said === '' || name === 'functionCall' || SENDABLE.includes(name))
  // Fields that only describe a text must not hide it.
  if (!isMore) return said === '' && signature.signature === undefined ? [] : [{ kind, text: said, ...signature }]
  const more = { ...fromWireData(others, thought === true), ...signature }
  return said === '' ? [more] : [{ kind, text: said }, more]
}

function fromWireData(wire: Omit<WirePart, 'text' | 'thought' | 'thoughtSignature'>, isThought: boolean): Part {
  if (wire.functionCall) {
    const { id, name, args } = wire.functionCall
    return { kind: 'call', call: { id: id ?? '', name: name ?? '', args: args ?? {} } }
  }
  const { data, mimeType } = wire.inlineData ?? {}
  if (Object.keys(wire).length === 1 && !isThought && data !== undefined && mimeType !== undefined)
    return { kind: 'data', mimeType, data }
  return { kind: 'opaque', value: isThought ? { ...wire, thought: true } : { ...wire } }
}

/** Streamed text comes in shreds and is joined again. A signature belongs to exactly its part, so signed parts stay apart. */
function append(parts: Part[], part: Part): void {
  const last = parts.at(-1)
  const joins = last !== undefined && last.signature === undefined && part.signature === undefined
  if (joins && last.kind === 'text' && part.kind === 'text') last.text += part.text
  else if (joins && last.kind === 'thought' && part.kind === 'thought') last.text += part.text
  else parts.push(part)
}

function usageOf(chunk: GenerateContentResponse, before: Usage): Usage {
  const counts = chunk.usageMetadata
  if (counts === undefined || counts === null) return before
  const input = counts.promptTokenCount ?? before.input
  const output = counts.candidatesTokenCount ?? before.output
  const thoughts = counts.thoughtsTokenCount ?? before.thoughts
  const tool = counts.toolUsePromptTokenCount ?? before.tool
  const cached = counts.cachedContentTokenCount ?? before.cached
  const total = counts.totalTokenCount ?? Math.max(before.total, input + output + thoughts + tool)
  return { input, cached, output, thoughts, tool, total }
}

/** Ids of all calls in a history. */
export function callIds(messages: readonly Message[]): string[] {
  return messages.flatMap((message) =>
    message.role === 'tool' ? [] : message.parts.flatMap((part) => (part.kind === 'call' ? [part.call.id] : [])),
  )
}

/**
 * Gives every call an id nobody has yet, and notes it in `taken`. The API may leave ids out or repeat one; either
 * way two answers could not be told apart.
 */
export function nameCalls(parts: readonly Part[], taken: Set<string>): Part[] {
  return parts.map((part) => {
    if (part.kind !== 'call') return part
    const id = freeId(part.call, taken)
    taken.add(id)
    return { ...part, call: { ...part.call, id } }
  })
}

function freeId({ id, name }: ToolCall, taken: ReadonlySet<string>): string {
  if (id !== '' && !taken.has(id)) return id
  const stem = id === '' ? wireName(name) : id
  for (let n = id === '' ? 1 : 2; ; n++) if (!taken.has(`${stem}-${n}`)) return `${stem}-${n}`
}
