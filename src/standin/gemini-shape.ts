/**
 * The request body of generateContent, field by field, as Google's public reference describes it
 * (google.ai.generativelanguage.v1beta and, where marked, aiplatform.v1beta1). Not derived from our own types: what
 * this table does not name, the API does not know.
 */
type Shape =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'bytes'
  | 'struct'
  | 'any'
  | { one: readonly string[] }
  | { list: Shape }
  | { map: Shape }
  | { fields: Readonly<Record<string, Shape>> }
  | (() => Shape)

const fields = (named: Readonly<Record<string, Shape>>): Shape => ({ fields: named })
const list = (of: Shape): Shape => ({ list: of })
const one = (...of: string[]): Shape => ({ one: of })

const blob = fields({ mimeType: 'string', data: 'bytes', displayName: 'string' })

const partWith = (id: Readonly<Record<string, Shape>>): Shape =>
  fields({
    text: 'string',
    inlineData: fields({ mimeType: 'string', data: 'bytes' }),
    fileData: fields({ mimeType: 'string', fileUri: 'string' }),
    functionCall: fields({ ...id, name: 'string', args: 'struct' }),
    functionResponse: fields({
      ...id,
      name: 'string',
      response: 'struct',
      parts: list(fields({ inlineData: blob })),
      willContinue: 'boolean',
      scheduling: one('SCHEDULING_UNSPECIFIED', 'SILENT', 'WHEN_IDLE', 'INTERRUPT'),
    }),
    executableCode: fields({ id: 'string', language: 'string', code: 'string' }),
    codeExecutionResult: fields({ id: 'string', outcome: 'string', output: 'string' }),
    toolCall: 'struct',
    toolResponse: 'struct',
    thought: 'boolean',
    thoughtSignature: 'bytes',
    partMetadata: 'struct',
    videoMetadata: fields({ startOffset: 'string', endOffset: 'string', fps: 'number' }),
    mediaResolution: fields({ level: 'string' }),
  })

/** The members of a part of which exactly one says what the part is. */
export const PART_DATA = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
] as const

const contentOf = (part: Shape) => fields({ role: 'string', parts: list(part) })
const content = contentOf(partWith({ id: 'string' }))

const TYPES = ['TYPE_UNSPECIFIED', 'STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL']

/** Google's own schema object, in `parameters` and `responseSchema`; not JSON Schema. */
const schema: Shape = fields({
  type: one(...TYPES, ...TYPES.map((type) => type.toLowerCase())),
  format: 'string',
  title: 'string',
  description: 'string',
  nullable: 'boolean',
  enum: list('string'),
  maxItems: 'any', // int64 travels as text or number
  minItems: 'any',
  properties: { map: () => schema },
  required: list('string'),
  minProperties: 'any',
  maxProperties: 'any',
  minLength: 'any',
  maxLength: 'any',
  pattern: 'string',
  example: 'any',
  anyOf: list(() => schema),
  propertyOrdering: list('string'),
  default: 'any',
  items: () => schema,
  minimum: 'number',
  maximum: 'number',
})

const functionDeclaration = fields({
  name: 'string',
  description: 'string',
  behavior: one('UNSPECIFIED', 'BLOCKING', 'NON_BLOCKING'),
  parameters: schema,
  parametersJsonSchema: 'any',
  response: schema,
  responseJsonSchema: 'any',
})

/** Each service filters a search in its own way. */
const toolWith = (search: Readonly<Record<string, Shape>>): Shape =>
  fields({ ...searchless, googleSearch: fields({ searchTypes: 'struct', ...search }) })

const searchless = {
  functionDeclarations: list(functionDeclaration),
  googleSearchRetrieval: 'struct',
  codeExecution: 'struct',
  computerUse: 'struct',
  urlContext: fields({}),
  fileSearch: 'struct',
  googleMaps: 'struct',
  mcpServers: list('struct'),
} as const
const tool = toolWith({ timeRangeFilter: fields({ startTime: 'string', endTime: 'string' }) })

const generationConfig = fields({
  stopSequences: list('string'),
  responseMimeType: 'string',
  responseSchema: schema,
  responseJsonSchema: 'any',
  responseModalities: list('string'),
  candidateCount: 'integer',
  maxOutputTokens: 'integer',
  temperature: 'number',
  topP: 'number',
  topK: 'number',
  seed: 'integer',
  presencePenalty: 'number',
  frequencyPenalty: 'number',
  responseLogprobs: 'boolean',
  logprobs: 'integer',
  enableEnhancedCivicAnswers: 'boolean',
  speechConfig: 'struct',
  thinkingConfig: fields({
    includeThoughts: 'boolean',
    thinkingBudget: 'integer',
    thinkingLevel: one(
      'THINKING_LEVEL_UNSPECIFIED',
      'MINIMAL',
      'LOW',
      'MEDIUM',
      'HIGH',
      'minimal',
      'low',
      'medium',
      'high',
    ),
  }),
  imageConfig: 'struct',
  mediaResolution: 'string',
})

const generateRequest = {
  model: 'string',
  contents: list(content),
  systemInstruction: content,
  tools: list(tool),
  toolConfig: fields({
    functionCallingConfig: fields({
      mode: one('MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED'),
      allowedFunctionNames: list('string'),
    }),
    retrievalConfig: 'struct',
    includeServerSideToolInvocations: 'boolean',
  }),
  safetySettings: list(fields({ category: 'string', threshold: 'string' })),
  generationConfig,
  cachedContent: 'string',
  serviceTier: 'string',
} as const

export const GENERATE_REQUEST = fields(generateRequest)

/** Vertex knows labels for billing too, but no ids of calls: its reference names them, its servers refuse them. */
export const VERTEX_REQUEST = fields({
  ...generateRequest,
  contents: list(contentOf(partWith({}))),
  tools: list(toolWith({ excludeDomains: list('string'), blockingConfidence: 'string' })),
  labels: { map: 'string' },
})

export const COUNT_REQUEST = fields({ contents: list(content), generateContentRequest: GENERATE_REQUEST })

export type Violation = { field: string; description: string }

/** Every place where a body is not of the shape, in the API's own words. Paths are in the API's snake case. */
export function misfits(body: unknown, shape: Shape, at = ''): Violation[] {
  if (typeof shape === 'function') return misfits(body, shape(), at)
  if (typeof shape === 'string') return fits(body, shape) ? [] : [invalid(body, at, shape)]
  if ('one' in shape) return typeof body === 'string' && shape.one.includes(body) ? [] : [invalid(body, at, 'enum')]
  if ('list' in shape) {
    if (!Array.isArray(body)) return [invalid(body, at, 'list')]
    return body.flatMap((item, index) => misfits(item, shape.list, `${at}[${index}]`))
  }
  if (!isObject(body)) return [invalid(body, at, 'message')]
  return Object.entries(body).flatMap(([name, value]) => {
    if ('map' in shape) return misfits(value, shape.map, `${at}.${name}`)
    const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
    if (field !== undefined) return misfits(value, field, at === '' ? snake(name) : `${at}.${snake(name)}`)
    const where = at === '' ? '' : ` at '${at}'`
    return [
      { field: at, description: `Invalid JSON payload received. Unknown name "${name}"${where}: Cannot find field.` },
    ]
  })
}

function fits(value: unknown, type: Extract<Shape, string>): boolean {
  switch (type) {
    case 'any':
      return value !== undefined
    case 'struct':
      return isObject(value)
    case 'bytes':
      return typeof value === 'string' && isBase64(value)
    case 'integer':
      return Number.isInteger(value)
    case 'string':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    default:
      return type satisfies never
  }
}

const isBase64 = (text: string): boolean => {
  const bare = text.replace(/={1,2}$/, '')
  return /^[A-Za-z0-9+/_-]*$/.test(bare) && bare.length % 4 !== 1
}

const invalid = (value: unknown, field: string, type: string): Violation => ({
  field,
  description: `Invalid value at '${field}' (${type}), ${JSON.stringify(value)?.slice(0, 80)}`,
})

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
