/** The types of one request to one model, independent of a provider's wire format, which gemini-wire.ts translates. */

/** A tool call of the model. `id` is unique within the session; gemini-wire.ts ensures that. */
export type ToolCall = { id: string; name: string; args: Record<string, unknown> }

/**
 * One part of a message. `signature` is an opaque thought signature, sent back exactly as received.
 * `data` is base64. `opaque` is a part that this version does not know, kept as received.
 */
export type MessagePart = (
  | { kind: 'text'; text: string }
  | { kind: 'thought'; text: string }
  | { kind: 'call'; call: ToolCall }
  | { kind: 'data'; mimeType: string; data: string }
  | { kind: 'opaque'; value: Record<string, unknown> }
) & { signature?: string }

/** The result of one tool call: `response` is the JSON object that the model reads, `parts` is additional data. */
export type ToolReply = { id: string; name: string; response: Record<string, unknown>; parts?: MessagePart[] }

export type Message =
  | { role: 'user'; parts: MessagePart[] }
  | { role: 'model'; parts: MessagePart[] }
  | { role: 'tool'; replies: ToolReply[] }

/** A tool as declared to the model. `parameters` is a JSON Schema of type object. */
export type ToolDeclaration = { name: string; description: string; parameters: Record<string, unknown> }

/** A tool that the provider itself runs while it answers: search the web, or read pages. */
export type BuiltInTool = 'google_search' | 'url_context'

/**
 * The sources of an answer. `end` is the end of a supported passage in UTF-8 bytes, `text` the passage itself if the
 * provider sends it; the `sources` of a support are indices. `pages` are the pages that the provider tried to read.
 */
export type Grounding = {
  sources: readonly { title?: string; uri?: string }[]
  supports: readonly { end: number; text?: string; sources: readonly number[] }[]
  pages: readonly { url: string; read: boolean }[]
}

export type Sampling = { temperature?: number; maxOutputTokens?: number; topP?: number; topK?: number }

export type ModelRequest = {
  model: string
  system: string
  messages: readonly Message[]
  tools: readonly ToolDeclaration[]
  /** Tools that the provider runs. Models before Gemini 3 refuse them together with declared tools. */
  builtIn?: readonly BuiltInTool[]
  /** Replaces all configured sampling for this request. */
  sampling?: Sampling
  /** Maximum tokens of the answer, including thoughts. A small number also reduces thinking. */
  maxTokens?: number
  /** JSON Schema of the answer, if the API can enforce it: with declared tools not every model can. */
  schema?: Record<string, unknown>
  /** Absent: the model may call any tool or none. `any`: it must call one (of `names`). `none`: it must not call one. */
  choice?: { mode: 'any' | 'none'; names?: readonly string[] }
  /** Called at the start of each attempt. The returned function receives visible text as it arrives; true stops the answer. */
  watch?: () => (text: string) => boolean
  /** The sub-agent that sends the request; settings may differ for it. */
  scope?: string
  /** The requested alias, when `model` is the model it stands for. Set by connect.ts. */
  alias?: string
  /** Tokens that attempts with other models used for this request. Set by retry.ts. */
  earlierUsage?: readonly ModelUsage[]
  /** A retry because the last answer was unusable. Set by retry.ts. */
  isRetry?: true
}

/** Token counts as reported by the provider. `input` includes `cached`. */
export type TokenUsage = {
  input: number
  cached: number
  output: number
  thoughts: number
  tool: number
  total: number
}

/** Tokens used by one model. */
export type ModelUsage = { model: string; usage: TokenUsage }

export const NO_USAGE: TokenUsage = { input: 0, cached: 0, output: 0, thoughts: 0, tool: 0, total: 0 }

export type ModelReply = {
  parts: MessagePart[]
  /**
   * finished: a complete answer. length: cut off at the output limit. blocked: the provider refused; see `reason`.
   * abandoned: the request's `watch` stopped it.
   */
  stop: 'finished' | 'length' | 'blocked' | 'abandoned'
  /** The provider's finish reason, for example SAFETY. */
  reason?: string
  usage: TokenUsage
  /** The sources of the answer, if a built-in tool was used. */
  grounding?: Grounding
  /** The model that answered. */
  model: string
  /** Tokens of failed attempts at the same request; not included in `usage`. */
  failedUsage?: readonly ModelUsage[]
}

/**
 * Sends one request to one model. Rejects with ModelError, with UserError when a credential is wrong, or with the signal's
 * reason when aborted.
 */
export type Generate = (request: ModelRequest, signal: AbortSignal) => Promise<ModelReply>

/** Tokens of a conversation as counted by the provider. Rejects like Generate. */
export type CountTokens = (request: Pick<ModelRequest, 'model' | 'messages'>, signal: AbortSignal) => Promise<number>

/** The cause of a failed request, as in the run's outcome. */
export type ModelErrorKind = 'quota' | 'auth' | 'request' | 'unavailable' | 'unusable'

export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly fault: ModelErrorKind
  /** never: the same request fails again. later: wait and repeat. other-model: this model is exhausted for now. */
  readonly retry: 'never' | 'later' | 'other-model'
  /** Wait time that the provider requested. */
  readonly waitMs: number | undefined
  /** HTTP status, if there was a response. */
  readonly status: number | undefined
  /** Message for the model when the same request is retried. */
  readonly nudge: string | undefined
  /** Tokens of this and earlier attempts at the same request. */
  readonly failedUsage: readonly ModelUsage[]

  constructor(
    message: string,
    facts: {
      fault: ModelErrorKind
      retry: 'never' | 'later' | 'other-model'
      waitMs?: number
      status?: number
      nudge?: string
      failedUsage?: readonly ModelUsage[]
      cause?: unknown
    },
  ) {
    super(message, { cause: facts.cause })
    this.fault = facts.fault
    this.retry = facts.retry
    this.waitMs = facts.waitMs
    this.status = facts.status
    this.nudge = facts.nudge
    this.failedUsage = facts.failedUsage ?? []
  }
}

export const addUsage = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
  thoughts: a.thoughts + b.thoughts,
  tool: a.tool + b.tool,
  total: a.total + b.total,
})

/** All tokens of a reply: its own, and those of the failed attempts before it. */
export const replyUsage = ({ usage, failedUsage = [] }: ModelReply): TokenUsage =>
  failedUsage.map((failed) => failed.usage).reduce(addUsage, usage)
