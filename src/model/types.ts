/** The vocabulary of one question to one model. No back end's wire names appear here; model/wire.ts translates. */

/** A call the model wants made. `id` is unique within the session: model/wire.ts makes it so. */
export type ToolCall = { id: string; name: string; args: Record<string, unknown> }

/**
 * One piece of a message. `signature` is an opaque thought signature; it goes back exactly as it came.
 * `data` is base64. `opaque` is a part this version has no name for, kept as received.
 */
export type Part = (
  | { kind: 'text'; text: string }
  | { kind: 'thought'; text: string }
  | { kind: 'call'; call: ToolCall }
  | { kind: 'data'; mimeType: string; data: string }
  | { kind: 'opaque'; value: Record<string, unknown> }
) & { signature?: string }

/** The answer to one call: `response` is the JSON object the model reads, `parts` rich data beside it. */
export type ToolReply = { id: string; name: string; response: Record<string, unknown>; parts?: Part[] }

export type Message =
  | { role: 'user'; parts: Part[] }
  | { role: 'model'; parts: Part[] }
  | { role: 'tool'; replies: ToolReply[] }

/** A tool as the model is told of it; `parameters` is a JSON Schema of type object. */
export type Declaration = { name: string; description: string; parameters: Record<string, unknown> }

/** A tool of the back end's own, which it uses while it answers: it searches the web, or reads the pages it is asked about. */
export type BuiltIn = 'google_search' | 'url_context'

/**
 * What an answer rests on. `end` is where a supported stretch of the text ends, in bytes of its UTF-8 form, `text` the
 * stretch itself where the back end names it; `sources` of a support are indices. `pages` are those it tried to read.
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
  tools: readonly Declaration[]
  /** Tools the back end uses by itself. Models before Gemini 3 refuse them beside declared ones. */
  builtIn?: readonly BuiltIn[]
  /** For this one question, in place of all configured sampling. */
  sampling?: Sampling
  /** Tokens the answer may have at most, thoughts included. A small number also asks for little thinking. */
  most?: number
  /** JSON Schema the answer is to fit, where the API can see to that: with tools declared not every model can. */
  schema?: Record<string, unknown>
  /** Absent: the model may call any tool or none. `any`: it must call one (of `names`); `none`: it must not. */
  choice?: { mode: 'any' | 'none'; names?: readonly string[] }
  /** Begins to watch an attempt. What it gives is told visible text as it arrives, and ends the answer there with true. */
  watch?: () => (text: string) => boolean
  /** The sub-agent that asks; settings may treat it otherwise. */
  scope?: string
  /** The alias it was asked by, when `model` is what that stands for. Set by model/connect.ts. */
  alias?: string
  /** What attempts at this question have cost with other models. Set by model/fallback.ts. */
  before?: readonly Spent[]
  /** This is asked again because the last answer could not be used. Set by model/fallback.ts. */
  again?: true
}

/** Token counts as the back end reported them. `input` includes `cached`. */
export type Usage = { input: number; cached: number; output: number; thoughts: number; tool: number; total: number }

/** Tokens that one model was paid for. */
export type Spent = { model: string; usage: Usage }

export const NO_USAGE: Usage = { input: 0, cached: 0, output: 0, thoughts: 0, tool: 0, total: 0 }

export type ModelReply = {
  parts: Part[]
  /**
   * finished: a whole answer. length: cut at the output limit. blocked: the back end refused; `reason` says how.
   * abandoned: whoever watched it had enough.
   */
  stop: 'finished' | 'length' | 'blocked' | 'abandoned'
  /** The back end's own word for why it stopped, e.g. SAFETY. */
  reason?: string
  usage: Usage
  /** What the answer rests on, where a built-in tool was used. */
  grounding?: Grounding
  /** The model that really answered. */
  model: string
  /** What failed attempts at the same question cost; not in `usage`. */
  spent?: readonly Spent[]
}

/**
 * Asks one model one question. Rejects with ModelError, with UserError when a credential is wrong, or with the signal's
 * reason when aborted.
 */
export type Ask = (request: ModelRequest, signal: AbortSignal) => Promise<ModelReply>

/** Tokens of a conversation, by the back end's own count. Rejects as Ask does. */
export type CountTokens = (request: Pick<ModelRequest, 'model' | 'messages'>, signal: AbortSignal) => Promise<number>

/** What went wrong, in the outcome's words. */
export type ModelFault = 'quota' | 'auth' | 'request' | 'unavailable' | 'unusable'

export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly fault: ModelFault
  /** never: the same question fails again. later: wait and repeat. other-model: this model is exhausted for now. */
  readonly retry: 'never' | 'later' | 'other-model'
  /** How long the back end asked us to wait. */
  readonly waitMs: number | undefined
  /** HTTP status, where there was one. */
  readonly status: number | undefined
  /** What to tell the model when the same question is asked again. */
  readonly nudge: string | undefined
  /** What this and earlier attempts at the same question cost. */
  readonly spent: readonly Spent[]

  constructor(
    message: string,
    facts: {
      fault: ModelFault
      retry: 'never' | 'later' | 'other-model'
      waitMs?: number | undefined
      status?: number | undefined
      nudge?: string | undefined
      spent?: readonly Spent[] | undefined
      cause?: unknown
    },
  ) {
    super(message, { cause: facts.cause })
    this.fault = facts.fault
    this.retry = facts.retry
    this.waitMs = facts.waitMs
    this.status = facts.status
    this.nudge = facts.nudge
    this.spent = facts.spent ?? []
  }
}
