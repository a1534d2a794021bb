import { schemaMistakes } from './gemini-schema.ts'
import {
  COUNT_REQUEST,
  GENERATE_REQUEST,
  isObject,
  misfits,
  PART_DATA,
  VERTEX_REQUEST,
  type Violation,
} from './gemini-shape.ts'

/** Signatures that stand for "this call was not made by the model". Source: Gemini API docs, "Thought signatures". */
const UNSIGNED = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

/** Google's docs say up to 128 characters; the API itself still refuses more than 64. */
const FUNCTION_NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/

export type Refusal = { code: number; status: string; message: string; details?: object[] }

export type Method = 'generateContent' | 'streamGenerateContent' | 'countTokens'

/** The thought signatures given out so far, each with the part it was on, as partKey() names it. */
export type Issued = ReadonlyMap<string, string>

/** What the API refuses in a body, or undefined. */
export function refusalOf(body: unknown, method: Method, vertex: boolean, issued: Issued): Refusal | undefined {
  const shape = method === 'countTokens' ? COUNT_REQUEST : vertex ? VERTEX_REQUEST : GENERATE_REQUEST
  const unfit = misfits(body, shape)
  if (unfit.length > 0) return badRequest(unfit)
  const request: Record<string, unknown> = isObject(body) ? body : {}
  if (method === 'countTokens') return undefined
  const mistakes = [...contentMistakes(request), ...declarationMistakes(request), ...configMistakes(request)]
  if (mistakes.length > 0) return invalidArgument(mistakes.map((one) => `* GenerateContentRequest.${one}\n`).join(''))
  const wrong = toolMistake(request, vertex) ?? mediaMistake(turnsOf(request)) ?? turnMistake(turnsOf(request), issued)
  return wrong === undefined ? undefined : invalidArgument(wrong)
}

/** Tools that the service runs itself. Those of a request, by their names on the wire. */
export const builtInsOf = (body: unknown): string[] =>
  objects(isObject(body) ? body.tools : []).flatMap((tool) =>
    Object.keys(tool).filter((name) => name !== 'functionDeclarations'),
  )

/**
 * The services run no tools of their own beside declared ones, unless (the Gemini API, from Gemini 3 on) told that this is meant.
 * Source: Gemini API docs, "Tool combination"; the words are the services'.
 */
function toolMistake(request: Record<string, unknown>, vertex: boolean): string | undefined {
  const declared = objects(request.tools).some((tool) => objects(tool.functionDeclarations).length > 0)
  if (!declared || builtInsOf(request).length === 0) return undefined
  if (vertex) return 'Multiple tools are supported only when they are all search tools.'
  const meant = isObject(request.toolConfig) && request.toolConfig.includeServerSideToolInvocations === true
  return meant
    ? undefined
    : 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.'
}

export const invalidArgument = (message: string): Refusal => ({ code: 400, status: 'INVALID_ARGUMENT', message })

const badRequest = (fieldViolations: Violation[]): Refusal => ({
  ...invalidArgument(fieldViolations.map((one) => one.description).join('\n')),
  details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }],
})

type WirePart = Record<string, unknown>
type Turn = { role: string; parts: WirePart[] }

/** The shape is checked before, so these readings only give names to what is there. */
function turnsOf(request: Record<string, unknown>): Turn[] {
  return objects(request.contents).map((one) => ({ role: String(one.role ?? ''), parts: objects(one.parts) }))
}

const objects = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : [])

function contentMistakes(request: Record<string, unknown>): string[] {
  const turns = turnsOf(request)
  if (turns.length === 0) return ['contents: contents is not specified']
  const system = isObject(request.systemInstruction) ? objects(request.systemInstruction.parts) : undefined
  return [
    ...turns.flatMap((turn, index) => partMistakes(turn.parts, `contents[${index}]`)),
    ...(system === undefined ? [] : partMistakes(system, 'system_instruction')),
  ]
}

/** Source: Gemini API docs on images, sound, film and documents; the words are the service's. */
const MEDIA =
  /^(?:text\/.+|application\/pdf|image\/(?:png|jpeg|webp|heic|heif)|audio\/(?:wav|mp3|mpeg|aiff|aac|ogg|flac)|video\/(?:mp4|mpeg|mov|avi|x-flv|mpg|webm|wmv|3gpp))$/

function mediaMistake(turns: Turn[]): string | undefined {
  const data = turns
    .flatMap((turn) => turn.parts)
    .flatMap((part) => [part, ...objects(isObject(part.functionResponse) ? part.functionResponse.parts : [])])
  for (const { inlineData } of data)
    if (isObject(inlineData) && !MEDIA.test(String(inlineData.mimeType)))
      return `Unsupported MIME type: ${String(inlineData.mimeType)}`
  return undefined
}

function partMistakes(parts: WirePart[], at: string): string[] {
  if (parts.length === 0) return [`${at}.parts: contents.parts must not be empty.`]
  return parts.flatMap((part, index) => {
    const here = `${at}.parts[${index}]`
    const set = PART_DATA.filter((name) => part[name] !== undefined)
    const blank = set[0] === 'text' && part.text === '' && part.thoughtSignature === undefined
    if (set.length === 0 || blank) return [`${here}.data: required oneof field 'data' must have one initialized field`]
    if (set.length > 1) return [`${here}.data: oneof field 'data' is already set. Cannot set '${set[1]}'`]
    const named = part.functionCall ?? part.functionResponse
    if (isObject(named)) {
      const field = part.functionCall === undefined ? 'function_response' : 'function_call'
      const name = typeof named.name === 'string' ? named.name : ''
      if (name === '') return [`${here}.${field}.name: Name cannot be empty.`]
      if (!FUNCTION_NAME.test(name)) return [`${here}.${field}.name: ${BAD_NAME}`]
      if (field === 'function_response' && !isObject(named.response))
        return [`${here}.function_response.response: required field is missing`]
    }
    return []
  })
}

const BAD_NAME =
  'Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.'

function declarationMistakes(request: Record<string, unknown>): string[] {
  const seen = new Set<string>()
  const many = objects(request.tools).findIndex((tool) => objects(tool.functionDeclarations).length > 512)
  if (many >= 0) return [`tools[${many}].function_declarations: At most 512 function declarations can be specified.`]
  return objects(request.tools).flatMap((tool, t) =>
    objects(tool.functionDeclarations).flatMap((one, index) => {
      const at = `tools[${t}].function_declarations[${index}]`
      const name = typeof one.name === 'string' ? one.name : ''
      const found: string[] = []
      if (!FUNCTION_NAME.test(name)) found.push(`${at}.name: ${BAD_NAME}`)
      if (seen.has(name)) found.push(`${at}.name: Duplicate function declaration found: ${name}`)
      seen.add(name)
      if (typeof one.description !== 'string') found.push(`${at}.description: required field is missing`)
      if (one.parameters !== undefined && one.parametersJsonSchema !== undefined)
        found.push(`${at}: parameters and parameters_json_schema are mutually exclusive`)
      if (one.parametersJsonSchema !== undefined)
        found.push(...schemaMistakes(one.parametersJsonSchema, `${at}.parameters_json_schema`))
      return found
    }),
  )
}

function configMistakes(request: Record<string, unknown>): string[] {
  const config = isObject(request.generationConfig) ? request.generationConfig : {}
  const within = (name: string, value: unknown, low: number, high: number) =>
    value === undefined || (Number(value) >= low && Number(value) <= high)
      ? []
      : [`generation_config.${name}: ${name} must be in the range [${low}, ${high}]`]
  const thinking = isObject(config.thinkingConfig) ? config.thinkingConfig : {}
  const both = thinking.thinkingBudget !== undefined && thinking.thinkingLevel !== undefined
  return [
    ...within('temperature', config.temperature, 0, 2),
    ...within('top_p', config.topP, 0, 1),
    ...within('top_k', config.topK, 1, 1000),
    ...(both ? ['generation_config.thinking_config: You can only set one of thinking budget and thinking level.'] : []),
  ]
}

/** The first rule of conversation that the turns break. */
function turnMistake(turns: Turn[], issued: Issued): string | undefined {
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

function callMistake(turns: Turn[]): string | undefined {
  for (const [index, turn] of turns.entries()) {
    const before = turns[index - 1]
    const calls = before === undefined || before.role === 'user' ? [] : named(before, 'functionCall')
    const answers = named(turn, 'functionResponse')
    if (turn.role === 'model') {
      if (answers.length > 0) return 'Please ensure that function response parts are in a user turn.'
      const ids = named(turn, 'functionCall').flatMap((call) => (call.id === undefined ? [] : [call.id]))
      if (new Set(ids).size < ids.length) return `Duplicate function call id in contents[${index}].`
      continue
    }
    if (named(turn, 'functionCall').length > 0) return 'Please ensure that function call parts are in a model turn.'
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

const named = (turn: Turn, kind: 'functionCall' | 'functionResponse'): Record<string, unknown>[] =>
  turn.parts.flatMap((part) => (isObject(part[kind]) ? [part[kind]] : []))

/** Tells apart the parts a signature may not be moved between. */
export function partKey(part: Record<string, unknown>): string {
  const kind = PART_DATA.find((name) => part[name] !== undefined) ?? 'empty'
  return isObject(part.functionCall) ? `${kind} ${String(part.functionCall.name)}` : kind
}

/**
 * Every signature must be one the API gave out, on the part it came on, and the first call of each model turn since the last real user turn
 * must carry one. The API checks the latter from Gemini 3 on; here it holds for every model.
 */
function signatureMistake(turns: Turn[], issued: Issued): string | undefined {
  for (const part of turns.flatMap((turn) => turn.parts)) {
    const signature = part.thoughtSignature
    if (typeof signature === 'string' && !UNSIGNED.includes(signature) && issued.get(signature) !== partKey(part))
      return 'Corrupted thought signature.'
  }
  const start = turns.findLastIndex(
    (turn) =>
      turn.role === 'user' &&
      turn.parts.some((part) => part.text !== undefined) &&
      named(turn, 'functionResponse').length === 0,
  )
  for (const [index, turn] of turns.entries()) {
    const first = turn.parts.find((part) => part.functionCall !== undefined)
    if (index < start || first === undefined || first.thoughtSignature !== undefined) continue
    const name = isObject(first.functionCall) ? String(first.functionCall.name) : ''
    return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`${name}\` , position ${index + 1}.`
  }
  return undefined
}
