/** Builders for scripted answers in the API's JSON. */

export type WirePart = Record<string, unknown>

/** The emulator's answer to one request. `chunks` are GenerateContentResponse objects, one server-sent event each. */
export type GeminiStep =
  | {
      chunks: readonly object[]
      /** Milliseconds between two chunks of a stream. */
      pauseMs?: number
    }
  | { status: number; body: object; headers?: Readonly<Record<string, string>> }
  | {
      /** reset: TCP reset. cut: a clean end inside a record. stall: silence until the client leaves. malformed: a record that is not JSON. */
      fault: 'reset' | 'cut' | 'stall' | 'malformed'
      /** Number of chunks sent before the fault; all of `chunks` when absent. With nothing to send, a reset comes before the headers. */
      after?: number
      chunks?: readonly object[]
    }

export type TokenCounts = { prompt?: number; cached?: number; candidates?: number; thoughts?: number; tool?: number }

/** A complete answer with only text. */
export const say = (text: string, tokens?: TokenCounts): GeminiStep => turn([{ text }], tokens)

/** A part that calls a function. `id: null` omits the id, `signature: null` the signature. */
export function call(
  name: string,
  args: Record<string, unknown> = {},
  options: { id?: string | null; signature?: string | null } = {},
): WirePart {
  const id = options.id === undefined ? `call-${name}-${shortHash(JSON.stringify(args))}` : options.id
  const { signature } = options
  return { functionCall: { id: id ?? undefined, name, args }, thoughtSignature: signature }
}

export const thought = (text: string): WirePart => ({ text, thought: true })

/**
 * A complete answer with several parts, as the API streams it: text in pieces, the first call of the turn signed (unless
 * the part says otherwise), finish reason and usage in the last chunk.
 */
export function turn(parts: readonly WirePart[], tokens: TokenCounts = {}, finishReason = 'STOP'): GeminiStep {
  const first = parts.find((part) => part.functionCall !== undefined)
  const signed = parts.map((part) => {
    const { thoughtSignature, ...rest } = part
    if (thoughtSignature === null) return rest
    if (part !== first || thoughtSignature !== undefined) return part
    return { ...part, thoughtSignature: Buffer.from(`signature of ${JSON.stringify(rest)}`).toString('base64') }
  })
  const pieces = signed.flatMap(splitText)
  const chunks = (pieces.length === 0 ? [[]] : pieces.map((one) => [one])).map((one, index, all) =>
    index === all.length - 1 ? chunk(one, { finishReason, tokens }) : chunk(one),
  )
  return { chunks }
}

/** Grounding of an answer: found pages, the text segments that they support, and fetched URLs. */
export type GroundingSpec = {
  queries?: readonly string[]
  sources?: readonly { uri?: string; title?: string }[]
  /** The supported segment, which must be in the text. */
  supports?: readonly { text: string; sources: readonly number[] }[]
  /** Fetched URLs and their status: SUCCESS, ERROR, PAYWALL or UNSAFE. */
  pages?: Readonly<Record<string, string>>
}

/**
 * An answer as the API streams it after using a built-in tool: first the text, then the finish reason with the grounding.
 * Ends of supports are bytes. Source: Gemini API reference, GroundingMetadata and UrlContextMetadata.
 */
export function grounded(
  text: string,
  { queries = [], sources = [], supports = [], pages }: GroundingSpec,
): GeminiStep {
  const urlMetadata = Object.entries(pages ?? {}).map(([retrievedUrl, status]) => ({
    retrievedUrl,
    urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${status}`,
  }))
  const groundingSupports = supports.map((support) => {
    const startIndex = Buffer.byteLength(text.slice(0, text.indexOf(support.text)))
    const endIndex = startIndex + Buffer.byteLength(support.text)
    return { segment: { startIndex, endIndex, text: support.text }, groundingChunkIndices: support.sources }
  })
  const metadata = {
    webSearchQueries: queries,
    searchEntryPoint: { renderedContent: '<div class="chip"></div>' },
    groundingChunks: sources.map((web) => ({ web })),
    groundingSupports,
  }
  const answer = turn([{ text }], { prompt: 20, tool: 300 })
  const groundingFields = {
    groundingMetadata: sources.length > 0 ? metadata : undefined,
    urlContextMetadata: pages === undefined ? undefined : { urlMetadata },
  }
  const chunks = 'chunks' in answer && answer.chunks !== undefined ? answer.chunks : []
  return {
    chunks: chunks.map((one, index) => (index === chunks.length - 1 ? withGrounding(one, groundingFields) : one)),
  }
}

const withGrounding = (one: object, rests: object): object => {
  const { candidates } = one as { candidates: object[] } // chunk() made it
  return { ...one, candidates: candidates.map((candidate) => ({ ...candidate, ...rests })) }
}

/** One GenerateContentResponse. */
export function chunk(parts: readonly WirePart[], last?: { finishReason?: string; tokens?: TokenCounts }): object {
  const { prompt = 100, cached = 0, candidates = 10, thoughts = 0, tool = 0 } = last?.tokens ?? {}
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, finishReason: last?.finishReason }],
    usageMetadata:
      last === undefined
        ? undefined
        : {
            promptTokenCount: prompt,
            candidatesTokenCount: candidates,
            totalTokenCount: prompt + candidates + thoughts + tool,
            cachedContentTokenCount: cached === 0 ? undefined : cached,
            thoughtsTokenCount: thoughts === 0 ? undefined : thoughts,
            toolUsePromptTokenCount: tool === 0 ? undefined : tool,
          },
    modelVersion: 'gemini-emulator',
    responseId: 'emulator',
  }
}

/** An error answer in Google's error model. `details` as in google.rpc, with `@type`. */
export function fail(code: number, status: string, message: string, details?: readonly object[]): GeminiStep {
  return { status: code, body: { error: { code, message, status, details } } }
}

const MAX_PIECE = 200

function splitText(part: WirePart): WirePart[] {
  if (typeof part.text !== 'string' || part.text.length <= MAX_PIECE) return [part]
  const shreds: WirePart[] = []
  for (const piece of part.text.match(new RegExp(`[^]{1,${MAX_PIECE}}`, 'gu')) ?? [])
    shreds.push({ ...part, text: piece })
  return shreds
}

function shortHash(text: string): string {
  let hash = 5381
  for (const letter of text) hash = (hash * 33 + (letter.codePointAt(0) ?? 0)) >>> 0
  return hash.toString(36)
}
