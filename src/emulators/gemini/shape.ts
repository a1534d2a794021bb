/**
 * The request body of generateContent, field by field, as Google's public reference describes it
 * (google.ai.generativelanguage.v1beta and, where marked, aiplatform.v1beta1). Independent of this project's types: the API
 * rejects fields that this table lacks.
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

const fields = (members: Readonly<Record<string, Shape>>): Shape => ({ fields: members })
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

/** The data fields of a part; exactly one must be set. */
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

/** Google's schema object, in `parameters` and `responseSchema`; not JSON Schema. */
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

/** The services have different search filters. */
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

/** Vertex also has billing labels, but rejects call ids, although its reference lists them. */
export const VERTEX_REQUEST = fields({
  ...generateRequest,
  contents: list(contentOf(partWith({}))),
  tools: list(toolWith({ excludeDomains: list('string'), blockingConfidence: 'string' })),
  labels: { map: 'string' },
})

export const COUNT_REQUEST = fields({ contents: list(content), generateContentRequest: GENERATE_REQUEST })

export type Violation = { field: string; description: string }

/** Every violation of the shape in a body, with the API's message. Paths are in snake case. */
export function shapeViolations(body: unknown, shape: Shape, path = ''): Violation[] {
  if (typeof shape === 'function') return shapeViolations(body, shape(), path)
  if (typeof shape === 'string') return fits(body, shape) ? [] : [invalid(body, path, shape)]
  if ('one' in shape) return typeof body === 'string' && shape.one.includes(body) ? [] : [invalid(body, path, 'enum')]
  if ('list' in shape) {
    if (!Array.isArray(body)) return [invalid(body, path, 'list')]
    return body.flatMap((item, index) => shapeViolations(item, shape.list, `${path}[${index}]`))
  }
  if (!isRecord(body)) return [invalid(body, path, 'message')]
  return Object.entries(body).flatMap(([name, value]) => {
    if ('map' in shape) return shapeViolations(value, shape.map, `${path}.${name}`)
    const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
    if (field !== undefined) return shapeViolations(value, field, path === '' ? snake(name) : `${path}.${snake(name)}`)
    const where = path === '' ? '' : ` at '${path}'`
    return [
      { field: path, description: `Invalid JSON payload received. Unknown name "${name}"${where}: Cannot find field.` },
    ]
  })
}

function fits(value: unknown, type: Extract<Shape, string>): boolean {
  switch (type) {
    case 'any':
      return value !== undefined
    case 'struct':
      return isRecord(value)
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

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
