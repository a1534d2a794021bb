import {
  COUNT_REQUEST,
  GENERATE_REQUEST,
  isRecord,
  PART_DATA,
  shapeViolations,
  VERTEX_REQUEST,
  type Violation,
} from './shape.ts'

/** Signatures that mark a call as not made by the model. Source: Gemini API docs, "Thought signatures". */
const UNSIGNED = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

/** Google's docs allow 128 characters; the API rejects more than 64. */
const FUNCTION_NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/

export type GeminiApiError = { code: number; status: string; message: string; details?: object[] }

export type Method = 'generateContent' | 'streamGenerateContent' | 'countTokens'

/** The issued thought signatures, each with the key of its part (partKey()). */
export type IssuedSignatures = ReadonlyMap<string, string>

/** The API's error for a body, or undefined for a valid one. */
export function requestError(
  body: unknown,
  method: Method,
  vertex: boolean,
  issued: IssuedSignatures,
): GeminiApiError | undefined {
  const shape = method === 'countTokens' ? COUNT_REQUEST : vertex ? VERTEX_REQUEST : GENERATE_REQUEST
  const unfit = shapeViolations(body, shape)
  if (unfit.length > 0) return badRequest(unfit)
  const request: Record<string, unknown> = isRecord(body) ? body : {}
  if (method === 'countTokens') return undefined
  const mistakes = [...contentMistakes(request), ...declarationMistakes(request), ...configMistakes(request)]
  if (mistakes.length > 0) return invalidArgument(mistakes.map((one) => `* GenerateContentRequest.${one}\n`).join(''))
  const wrong = toolMistake(request, vertex) ?? mediaMistake(turnsOf(request)) ?? turnMistake(turnsOf(request), issued)
  return wrong === undefined ? undefined : invalidArgument(wrong)
}

/** The wire names of a request's built-in tools, which the service runs. */
export const builtInTools = (body: unknown): string[] =>
  objects(isRecord(body) ? body.tools : []).flatMap((tool) =>
    Object.keys(tool).filter((name) => name !== 'functionDeclarations'),
  )

/**
 * The services reject built-in tools next to function declarations, unless the request enables them (the Gemini API, from
 * Gemini 3 on). Source: Gemini API docs, "Tool combination"; the messages are the services'.
 */
function toolMistake(request: Record<string, unknown>, vertex: boolean): string | undefined {
  const declared = objects(request.tools).some((tool) => objects(tool.functionDeclarations).length > 0)
  if (!declared || builtInTools(request).length === 0) return undefined
  if (vertex) return 'Multiple tools are supported only when they are all search tools.'
  const isEnabled = isRecord(request.toolConfig) && request.toolConfig.includeServerSideToolInvocations === true
  return isEnabled
    ? undefined
    : 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.'
}

export const invalidArgument = (message: string): GeminiApiError => ({ code: 400, status: 'INVALID_ARGUMENT', message })

const badRequest = (fieldViolations: Violation[]): GeminiApiError => ({
  ...invalidArgument(fieldViolations.map((one) => one.description).join('\n')),
  details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }],
})

type RequestPart = Record<string, unknown>

type WireTurn = { role: string; parts: RequestPart[] }

/** The turns of a request whose shape is valid. */
function turnsOf(request: Record<string, unknown>): WireTurn[] {
  return objects(request.contents).map((one) => ({ role: String(one.role ?? ''), parts: objects(one.parts) }))
}

const objects = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : [])

function contentMistakes(request: Record<string, unknown>): string[] {
  const turns = turnsOf(request)
  if (turns.length === 0) return ['contents: contents is not specified']
  const system = isRecord(request.systemInstruction) ? objects(request.systemInstruction.parts) : undefined
  return [
    ...turns.flatMap((turn, index) => partMistakes(turn.parts, `contents[${index}]`)),
    ...(system === undefined ? [] : partMistakes(system, 'system_instruction')),
  ]
}

/** Source: Gemini API docs on images, audio, video and documents; the messages are the service's. */
const MEDIA =
  /^(?:text\/.+|application\/pdf|image\/(?:png|jpeg|webp|heic|heif)|audio\/(?:wav|mp3|mpeg|aiff|aac|ogg|flac)|video\/(?:mp4|mpeg|mov|avi|x-flv|mpg|webm|wmv|3gpp))$/

function mediaMistake(turns: WireTurn[]): string | undefined {
  const data = turns
    .flatMap((turn) => turn.parts)
    .flatMap((part) => [part, ...objects(isRecord(part.functionResponse) ? part.functionResponse.parts : [])])
  for (const { inlineData } of data)
    if (isRecord(inlineData) && !MEDIA.test(String(inlineData.mimeType)))
      return `Unsupported MIME type: ${String(inlineData.mimeType)}`
  return undefined
}

function partMistakes(parts: RequestPart[], path: string): string[] {
  if (parts.length === 0) return [`${path}.parts: contents.parts must not be empty.`]
  return parts.flatMap((part, index) => {
    const partPath = `${path}.parts[${index}]`
    const set = PART_DATA.filter((name) => part[name] !== undefined)
    const blank = set[0] === 'text' && part.text === '' && part.thoughtSignature === undefined
    if (set.length === 0 || blank)
      return [`${partPath}.data: required oneof field 'data' must have one initialized field`]
    if (set.length > 1) return [`${partPath}.data: oneof field 'data' is already set. Cannot set '${set[1]}'`]
    const functionPart = part.functionCall ?? part.functionResponse
    if (isRecord(functionPart)) {
      const field = part.functionCall === undefined ? 'function_response' : 'function_call'
      const name = typeof functionPart.name === 'string' ? functionPart.name : ''
      if (name === '') return [`${partPath}.${field}.name: Name cannot be empty.`]
      if (!FUNCTION_NAME.test(name)) return [`${partPath}.${field}.name: ${BAD_NAME}`]
      if (field === 'function_response' && !isRecord(functionPart.response))
        return [`${partPath}.function_response.response: required field is missing`]
    }
    return []
  })
}

const BAD_NAME =
  'Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.'

function declarationMistakes(request: Record<string, unknown>): string[] {
  const names = new Set<string>()
  const many = objects(request.tools).findIndex((tool) => objects(tool.functionDeclarations).length > 512)
  if (many >= 0) return [`tools[${many}].function_declarations: At most 512 function declarations can be specified.`]
  return objects(request.tools).flatMap((tool, t) =>
    objects(tool.functionDeclarations).flatMap((one, index) => {
      const path = `tools[${t}].function_declarations[${index}]`
      const name = typeof one.name === 'string' ? one.name : ''
      const mistakes: string[] = []
      if (!FUNCTION_NAME.test(name)) mistakes.push(`${path}.name: ${BAD_NAME}`)
      if (names.has(name)) mistakes.push(`${path}.name: Duplicate function declaration found: ${name}`)
      names.add(name)
      if (typeof one.description !== 'string') mistakes.push(`${path}.description: required field is missing`)
      if (one.parameters !== undefined && one.parametersJsonSchema !== undefined)
        mistakes.push(`${path}: parameters and parameters_json_schema are mutually exclusive`)
      if (one.parametersJsonSchema !== undefined)
        mistakes.push(...schemaMistakes(one.parametersJsonSchema, `${path}.parameters_json_schema`))
      return mistakes
    }),
  )
}

function configMistakes(request: Record<string, unknown>): string[] {
  const config = isRecord(request.generationConfig) ? request.generationConfig : {}
  const within = (name: string, value: unknown, low: number, high: number) =>
    value === undefined || (Number(value) >= low && Number(value) <= high)
      ? []
      : [`generation_config.${name}: ${name} must be in the range [${low}, ${high}]`]
  const thinking = isRecord(config.thinkingConfig) ? config.thinkingConfig : {}
  const both = thinking.thinkingBudget !== undefined && thinking.thinkingLevel !== undefined
  return [
    ...within('temperature', config.temperature, 0, 2),
    ...within('top_p', config.topP, 0, 1),
    ...within('top_k', config.topK, 1, 1000),
    ...(both ? ['generation_config.thinking_config: You can only set one of thinking budget and thinking level.'] : []),
  ]
}

/** The error for the first conversation rule that the turns break, or undefined. */
function turnMistake(turns: WireTurn[], issued: IssuedSignatures): string | undefined {
  for (const turn of turns)
    if (turn.role !== 'user' && turn.role !== 'model') return 'Please use a valid role: user, model.'
  for (const [index, turn] of turns.entries()) {
    const expected = index % 2 === 0 ? 'user' : 'model'
    if (turn.role !== expected) return 'Please ensure that multiturn requests alternate between user and model.'
  }
  if (turns.at(-1)?.role !== 'user')
    return 'Please ensure that multiturn requests end with a user role or a function response.'
  return callMistake(turns) ?? signatureMistake(turns, issued)
}

function callMistake(turns: WireTurn[]): string | undefined {
  for (const [index, turn] of turns.entries()) {
    const before = turns[index - 1]
    const calls = before === undefined || before.role === 'user' ? [] : functionParts(before, 'functionCall')
    const answers = functionParts(turn, 'functionResponse')
    if (turn.role === 'model') {
      if (answers.length > 0) return 'Please ensure that function response parts are in a user turn.'
      const ids = functionParts(turn, 'functionCall').flatMap((call) => (call.id === undefined ? [] : [call.id]))
      if (new Set(ids).size < ids.length) return `Duplicate function call id in contents[${index}].`
      continue
    }
    if (functionParts(turn, 'functionCall').length > 0)
      return 'Please ensure that function call parts are in a model turn.'
    if (answers.length > 0 && calls.length === 0)
      return 'Please ensure that function response turn comes immediately after a function call turn.'
    if (answers.length !== calls.length)
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
    for (const [nth, call] of calls.entries()) {
      const answer = call.id === undefined ? answers[nth] : answers.find((one) => one.id === call.id)
      if (answer === undefined)
        return `Function response for call id "${String(call.id)}" in contents[${index}] is missing.`
      if (answer.name !== call.name)
        return `Function response name "${String(answer.name)}" does not match function call name "${String(call.name)}".`
    }
  }
  return undefined
}

const functionParts = (turn: WireTurn, kind: 'functionCall' | 'functionResponse'): Record<string, unknown>[] =>
  turn.parts.flatMap((part) => (isRecord(part[kind]) ? [part[kind]] : []))

/** Identifies the kind of part that a signature belongs to. */
export function partKey(part: Record<string, unknown>): string {
  const kind = PART_DATA.find((name) => part[name] !== undefined) ?? 'empty'
  return isRecord(part.functionCall) ? `${kind} ${String(part.functionCall.name)}` : kind
}

/**
 * Every signature must be an issued one on its own part, and the first call of each model turn since the last user text must
 * carry one. The API checks the latter from Gemini 3 on; here it holds for every model.
 */
function signatureMistake(turns: WireTurn[], issued: IssuedSignatures): string | undefined {
  for (const part of turns.flatMap((turn) => turn.parts)) {
    const signature = part.thoughtSignature
    if (typeof signature === 'string' && !UNSIGNED.includes(signature) && issued.get(signature) !== partKey(part))
      return 'Corrupted thought signature.'
  }
  const start = turns.findLastIndex(
    (turn) =>
      turn.role === 'user' &&
      turn.parts.some((part) => part.text !== undefined) &&
      functionParts(turn, 'functionResponse').length === 0,
  )
  for (const [index, turn] of turns.entries()) {
    const first = turn.parts.find((part) => part.functionCall !== undefined)
    if (index < start || first === undefined || first.thoughtSignature !== undefined) continue
    const name = isRecord(first.functionCall) ? String(first.functionCall.name) : ''
    return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`${name}\` , position ${index + 1}.`
  }
  return undefined
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/** Keyword → type of its value. Other keywords are ignored, as the API does. */
const KEYWORDS: Readonly<
  Record<string, 'schema' | 'schemas' | 'named' | 'strings' | 'text' | 'count' | 'number' | 'list'>
> = {
  items: 'schema',
  not: 'schema',
  prefixItems: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  allOf: 'schemas',
  properties: 'named',
  patternProperties: 'named',
  $defs: 'named',
  definitions: 'named',
  required: 'strings',
  propertyOrdering: 'strings',
  title: 'text',
  description: 'text',
  format: 'text',
  pattern: 'text',
  enum: 'list',
  minItems: 'count',
  maxItems: 'count',
  minLength: 'count',
  maxLength: 'count',
  minProperties: 'count',
  maxProperties: 'count',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
}

/** The mistakes in the JSON Schema of a declaration, with their paths. The root must describe an object. */
export function schemaMistakes(schema: unknown, path: string): string[] {
  if (!isRecord(schema)) return [`${path}: not a JSON Schema object`]
  const root = schema.type === 'object' ? [] : [`${path}.type: parameters must be of type object`]
  return [...root, ...mistakesIn(schema, path, schema)]
}

function mistakesIn(schema: unknown, path: string, root: Record<string, unknown>): string[] {
  if (typeof schema === 'boolean') return []
  if (!isRecord(schema)) return [`${path}: not a JSON Schema`]
  const beside = schema.$ref === undefined ? undefined : Object.keys(schema).find((key) => !key.startsWith('$'))
  if (beside !== undefined) return [`${path}.${beside}: no other property may be set beside $ref`]
  const mistakes = Object.entries(schema).flatMap(([key, value]) => keywordMistakes(key, value, `${path}.${key}`, root))
  const { properties, required } = schema
  if (Array.isArray(required) && isRecord(properties))
    for (const name of required)
      if (typeof name === 'string' && !Object.hasOwn(properties, name))
        mistakes.push(`${path}.required: property "${name}" is not defined`)
      else if (isCyclic(properties[String(name)], root))
        mistakes.push(`${path}.properties.${String(name)}: a cyclic reference requires a property that is not required`)
  return mistakes
}

function keywordMistakes(key: string, value: unknown, path: string, root: Record<string, unknown>): string[] {
  const wrong = (expected: string) => [`${path}: must be ${expected}`]
  if (key === 'type') {
    const types = Array.isArray(value) ? value : [value]
    return types.length > 0 && types.every((type) => TYPES.includes(type)) ? [] : wrong(`one of ${TYPES.join(', ')}`)
  }
  if (key === '$ref')
    return typeof value === 'string' && definitionOf(value, root) !== undefined ? [] : wrong('a reference into $defs')
  if (key === 'additionalProperties') return mistakesIn(value, path, root)
  switch (Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined) {
    case 'schema':
      return mistakesIn(value, path, root)
    case 'schemas':
      if (!Array.isArray(value) || value.length === 0) return wrong('a list of schemas')
      return value.flatMap((one, index) => mistakesIn(one, `${path}[${index}]`, root))
    case 'named':
      if (!isRecord(value)) return wrong('an object of schemas')
      return Object.entries(value).flatMap(([name, one]) => mistakesIn(one, `${path}.${name}`, root))
    case 'strings':
      return Array.isArray(value) && value.every((one) => typeof one === 'string') ? [] : wrong('a list of strings')
    case 'text':
      return typeof value === 'string' ? [] : wrong('a string')
    case 'count':
      return Number.isInteger(value) && Number(value) >= 0 ? [] : wrong('a count')
    case 'number':
      return typeof value === 'number' ? [] : wrong('a number')
    case 'list':
      return Array.isArray(value) && value.length > 0 ? [] : wrong('a list that is not empty')
    default:
      return []
  }
}

/** The schema that a reference like `#/$defs/name` names. The API accepts no other form. */
function definitionOf(reference: string, root: Record<string, unknown>): unknown {
  const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1]
  const { $defs } = root
  return name !== undefined && isRecord($defs) && Object.hasOwn($defs, name) ? $defs[name] : undefined
}

/**
 * Whether references below a schema lead back to one of them. Source: Gemini API reference, `responseJsonSchema`: such
 * references only within properties that are not required, and nothing beside `$ref` that does not start with `$`.
 */
function isCyclic(schema: unknown, root: Record<string, unknown>, path: readonly string[] = []): boolean {
  if (Array.isArray(schema)) return schema.some((each) => isCyclic(each, root, path))
  if (!isRecord(schema)) return false
  const { $ref, ...keywords } = schema
  if (typeof $ref !== 'string') return Object.values(keywords).some((each) => isCyclic(each, root, path))
  return path.includes($ref) || isCyclic(definitionOf($ref, root), root, [...path, $ref])
}
