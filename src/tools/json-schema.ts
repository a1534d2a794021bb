import { Ajv } from 'ajv'
import { messageOf } from '../platform/errors.ts'
import { lazy } from '../platform/lazy.ts'
import { exceedsDepth } from '../text/json.ts'
import { resolveReferences, SCHEMA_DATA_KEYWORDS, SCHEMA_MAP_KEYWORDS } from './schema-references.ts'

type JsonSchema = Record<string, unknown>

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema with hundreds of properties would compile for seconds with its references inlined and its code optimized. */
const FAST = { inlineRefs: false, code: { optimize: false } } as const
const AJV_OPTIONS = { strict: false, validateFormats: false, unicodeRegExp: false, logger: false, ...FAST } as const

/** Validates schemas. Shared, because creating it takes fifty times as long as compiling a tool's schema. */
const schemaValidator = lazy(() => new Ajv(AJV_OPTIONS))

/** The parameters of an external tool: the schema for the model, and a check that returns the problem with arguments. */
export type ToolParameters = { declared: JsonSchema; check(args: Record<string, unknown>): string | undefined }

/**
 * Normalizes an external schema for the API, which rejects a whole request for one unsupported schema. Returns a text with
 * the reason if that is impossible.
 */
export function normalizeParameters(schema: JsonSchema): ToolParameters | string {
  const { $schema: _, ...plain } = schema
  if (plain.type !== undefined && plain.type !== 'object') return 'parameters must be of type object'
  if (exceedsDepth(plain, MAX_DEPTH)) return `it is nested more than ${MAX_DEPTH} levels deep`
  const complete = { type: 'object', properties: {}, ...plain }
  const resolved = resolveReferences(complete)
  if (typeof resolved === 'string') return resolved
  const declared = normalizeSchema(resolved)
  if (!isObject(declared)) return 'it is not an object'
  try {
    schemaValidator().validateSchema(declared, true)
    const { validate, errorsText } = compileCheck(normalizeSchema(complete), declared)
    return { declared, check: (args) => (validate(args) ? undefined : errorsText()) }
  } catch (error) {
    return error instanceof RangeError ? 'it refers to itself without an end' : messageOf(error)
  }
}

/** The check is by the server's own schema: the declared one lacks what the API refuses. */
function compileCheck(serverSchema: unknown, declared: JsonSchema) {
  // One validator per schema, so that ids in two schemas do not collide.
  const ajv = new Ajv({ ...AJV_OPTIONS, meta: false, validateSchema: false })
  const validate = compiled(ajv, serverSchema) ?? compiled(ajv, declared) ?? ajv.compile(withoutPatterns(declared))
  return { validate, errorsText: () => ajv.errorsText(validate.errors, { dataVar: 'params' }) }
}

/** A schema without the patterns of another language, such as Python's `(?P<year>…)`, which the server checks itself. */
const withoutPatterns = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'patternProperties' || (key === 'pattern' && typeof value === 'string')) return []
      if (Array.isArray(value)) return [[key, value.map((each) => (isObject(each) ? withoutPatterns(each) : each))]]
      return [[key, isObject(value) ? withoutPatterns(value) : value]]
    }),
  )

/** Some drafts have references that the validator does not know. */
function compiled(ajv: Ajv, schema: unknown) {
  try {
    return isObject(schema) ? ajv.compile(schema) : undefined
  } catch {
    return undefined
  }
}

/** More than the API accepts, and few enough for recursion. */
const MAX_DEPTH = 200

/**
 * Whether each node of a schema has a type: directly, by a reference, by allowed values, or by alternatives that each have
 * one. Otherwise a model cannot know what to send.
 */
export function hasTypes(schema: unknown): boolean {
  if (!isObject(schema)) return true
  const { type, properties, items } = schema
  if (type === undefined) {
    if (schema.$ref !== undefined || schema.const !== undefined || Array.isArray(schema.enum)) return true
    const joined = [schema.anyOf, schema.allOf, schema.oneOf].filter((each) => Array.isArray(each)).flat()
    return joined.length > 0 && joined.every(hasTypes)
  }
  const types = Array.isArray(type) ? type : [type]
  if (types.includes('object') && isObject(properties) && !Object.values(properties).every(hasTypes)) return false
  return !types.includes('array') || hasTypes(items)
}

/** Converts `["string", "null"]` to a nullable string. Removes what the API rejects: empty lists, undeclared required names. */
function normalizeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(normalizeSchema)
  if (!isObject(schema)) return schema
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (/^(enum|anyOf|oneOf|allOf|required)$/.test(key) && Array.isArray(value) && value.length === 0) return []
    // Draft 3 has a boolean beside each property.
    if (key === 'required' && typeof value === 'boolean') return []
    if (SCHEMA_DATA_KEYWORDS.has(key)) return [[key, value]]
    if (SCHEMA_MAP_KEYWORDS.has(key) && isObject(value))
      return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, normalizeSchema(each)]))]]
    // PHP writes an empty object as a list.
    if (SCHEMA_MAP_KEYWORDS.has(key) && Array.isArray(value) && value.length === 0) return [[key, {}]]
    return [[key, normalizeSchema(value)]]
  })
  const normalized = withNumericBounds(Object.fromEntries(entries))
  const { type, properties, required } = normalized
  if (isObject(properties) && Array.isArray(required)) {
    const declaredNames = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
    if (declaredNames.length === 0) delete normalized.required
    else normalized.required = declaredNames
  }
  if (!Array.isArray(type) || type.length !== 2 || !type.includes('null')) return normalized
  return { ...normalized, type: type.find((each) => each !== 'null') ?? 'null', nullable: true }
}

/** In draft 4, `exclusiveMinimum: true` makes `minimum` exclusive; later it is the bound itself. */
function withNumericBounds(schema: JsonSchema): JsonSchema {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue
    const { [bound]: value, [exclusive]: isExclusive } = schema
    delete schema[exclusive]
    if (isExclusive === false || value === undefined) continue
    delete schema[bound]
    schema[exclusive] = value
  }
  return schema
}

/** The length limit for names in the API, as in the reference. */
export const MAX_NAME_CHARACTERS = 63

const [HEAD, TAIL] = [28, 32]

/** A valid tool name: replaces invalid characters by `_` and shortens a long name in the middle. */
export function toValidName(name: string): string {
  const valid = name.replace(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_')
  return valid.length <= MAX_NAME_CHARACTERS ? valid : `${valid.slice(0, HEAD)}___${valid.slice(-TAIL)}`
}
