import { Ajv } from 'ajv'
import { messageOf } from '../host/errors.ts'
import { isDeeper } from '../host/nesting.ts'

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const OPTIONS = { strict: false, validateFormats: false, unicodeRegExp: false, logger: false } as const
/** Knows what a schema is. One for all of them, for it takes fifty times as long to make as a tool's schema to read. */
let schemas: Ajv | undefined

/** Parameters of a tool that is not ours: as the model is told of them, and what is wrong with arguments, if anything. */
export type Parameters = { declared: Schema; check(args: Record<string, unknown>): string | undefined }

/**
 * Somebody else's schema made fit for the API, which refuses a whole request over one schema it cannot read. A text says
 * why it cannot be made fit.
 */
export function parametersFrom(schema: Schema): Parameters | string {
  const { $schema: _, $id: __, ...plain } = schema
  if (plain.type !== undefined && plain.type !== 'object') return 'parameters must be of type object'
  if (isDeeper(plain, DEEPEST)) return `it is nested more than ${DEEPEST} levels deep`
  const declared = fitted({ type: 'object', properties: {}, ...plain })
  if (!isObject(declared)) return 'it is no object'
  try {
    schemas ??= new Ajv(OPTIONS)
    schemas.validateSchema(declared, true)
    // Each has one of its own, so that names inside two schemas are not mixed up.
    const ajv = new Ajv({ ...OPTIONS, meta: false, validateSchema: false })
    const check = ajv.compile(declared)
    return {
      declared,
      check: (args) => (check(args) ? undefined : ajv.errorsText(check.errors, { dataVar: 'params' })),
    }
  } catch (error) {
    return messageOf(error)
  }
}

/** Far beyond what the API reads, and far from where a reading that goes down by itself would break. */
const DEEPEST = 200

/**
 * Whether a model can know what to send: every node says its type, directly, by a reference, by the values it allows, or
 * by alternatives that each do.
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

/** Keywords whose value is an object of schemas: its keys are names, not keywords. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
/** Keywords whose value is data. */
const DATA = new Set(['const', 'default', 'examples', 'enum', 'required'])

/** `["string", "null"]` as a nullable string, and without what the API stumbles over: empty lists, required names of nothing. */
function fitted(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(fitted)
  if (!isObject(schema)) return schema
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (/^(enum|anyOf|oneOf|allOf|required)$/.test(key) && Array.isArray(value) && value.length === 0) return []
    if (DATA.has(key)) return [[key, value]]
    if (NAMED.has(key) && isObject(value))
      return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fitted(each)]))]]
    return [[key, fitted(value)]]
  })
  const made: Schema = Object.fromEntries(entries)
  const { type, properties, required } = made
  if (isObject(properties) && Array.isArray(required)) {
    const known = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
    if (known.length === 0) delete made.required
    else made.required = known
  }
  if (!Array.isArray(type) || type.length !== 2 || !type.includes('null')) return made
  return { ...made, type: type.find((each) => each !== 'null') ?? 'null', nullable: true }
}
