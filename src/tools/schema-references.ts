type JsonSchema = Record<string, unknown>

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords whose value is an object of schemas: its keys are names, not keywords. */
export const SCHEMA_MAP_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])

/** Keywords whose value is data. */
export const SCHEMA_DATA_KEYWORDS: ReadonlySet<string> = new Set(['const', 'default', 'examples', 'enum', 'required'])

/** Keywords that refer to another schema, in the drafts that servers use. */
const REFERENCE_KEYWORDS = ['$ref', '$dynamicRef', '$recursiveRef']

/** Keywords that only references use, and the libraries of definitions themselves. */
const REFERENCE_PARTS: ReadonlySet<string> = new Set([
  ...REFERENCE_KEYWORDS,
  ...['$anchor', '$dynamicAnchor', '$recursiveAnchor', '$id', '$defs', 'definitions'],
])

/** Beyond this many nodes, definitions stay apart: each of a chain that uses the next one twice would double the schema. */
const MAX_INLINE_NODES = 5000

/**
 * Writes references as the API takes them: inlines what is not recursive, and puts the rest into `$defs`, where nothing
 * stands beside `$ref` and no required property leads back. Returns a text with the reason if a reference leads nowhere.
 * Source: Gemini API reference, `responseJsonSchema`, for the same kind of schema.
 */
export function resolveReferences(root: JsonSchema): JsonSchema | string {
  const find = referenceFinder(root)
  try {
    return expand(root, find, MAX_INLINE_NODES) ?? expand(root, find, 0) ?? root
  } catch (error) {
    if (error instanceof UnknownReference) return error.message
    throw error
  }
}

class UnknownReference extends Error {}

type FindTarget = (reference: string) => unknown

/** The whole schema with its references written anew; undefined when it becomes larger than `maxInlined` nodes. */
function expand(root: JsonSchema, find: FindTarget, maxInlined: number): JsonSchema | undefined {
  const names = new Map<unknown, string>()
  const definitions: JsonSchema = {}
  let nodes = 0

  const nameOf = (target: unknown, reference: string): string => {
    const known = names.get(target)
    if (known !== undefined) return known
    const stem = reference.replace(/^.*[/#]/, '').replace(/[^\w.-]/g, '_') || 'root'
    const taken = new Set(names.values())
    let name = stem
    for (let n = 2; taken.has(name); n++) name = `${stem}_${n}`
    names.set(target, name)
    definitions[name] = {} // keeps its place in the order
    definitions[name] = convert(target, [target])
    return name
  }

  function convert(schema: unknown, path: readonly unknown[]): unknown {
    nodes += 1
    if (Array.isArray(schema)) return schema.map((each) => convert(each, path))
    if (!isObject(schema)) return schema
    const reference = referenceIn(schema)
    if (reference === undefined) return convertKeywords(schema, path)
    const target = find(reference)
    if (target === undefined) throw new UnknownReference(`it refers to ${reference}, which it does not contain`)
    const mayInline = maxInlined > 0 && nodes <= maxInlined && !path.includes(target)
    if (!mayInline) return { $ref: `#/$defs/${nameOf(target, reference)}` }
    const inlined = convert(target, [...path, target])
    const siblings = convertKeywords(schema, path)
    // A keyword beside the reference is the more special one, such as its own description.
    return isObject(inlined) ? besideReference(inlined, siblings) : inlined
  }

  function convertKeywords(schema: JsonSchema, path: readonly unknown[]): JsonSchema {
    const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (REFERENCE_PARTS.has(key)) return []
      if (SCHEMA_DATA_KEYWORDS.has(key)) return [[key, value]]
      if (!SCHEMA_MAP_KEYWORDS.has(key) || !isObject(value)) return [[key, convert(value, path)]]
      return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each, path)]))]]
    })
    return Object.fromEntries(entries)
  }

  const converted = convertKeywords(root, [root])
  if (maxInlined > 0 && nodes > maxInlined) return undefined
  const whole = Object.keys(definitions).length === 0 ? converted : { ...converted, $defs: definitions }
  return isObject(whole) ? withoutRequiredCycles(whole) : undefined
}

const referenceIn = (schema: JsonSchema): string | undefined =>
  REFERENCE_KEYWORDS.map((keyword) => schema[keyword]).find((value) => typeof value === 'string')

/** A recursive target stays a bare reference: the API allows nothing beside it. */
const besideReference = (inlined: JsonSchema, siblings: JsonSchema): JsonSchema =>
  inlined.$ref === undefined ? { ...inlined, ...siblings } : inlined

/** Finds what a reference within the schema means: a JSON pointer, an anchor or an id. */
function referenceFinder(root: JsonSchema): FindTarget {
  const targets = new Map<string, unknown>()
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) collect(each)
    if (!isObject(value)) return
    for (const keyword of ['$anchor', '$dynamicAnchor', '$id']) {
      const name = value[keyword]
      if (typeof name !== 'string') continue
      const key = keyword === '$id' ? name.replace(/#$/, '') : `#${name}`
      if (key !== '' && !targets.has(key)) targets.set(key, value)
    }
    for (const [key, each] of Object.entries(value)) if (!SCHEMA_DATA_KEYWORDS.has(key)) collect(each)
  }
  collect(root)
  return (reference) => {
    const [, base = '', fragment] = /^([^#]*)(?:#(.*))?$/s.exec(reference) ?? []
    const start = base === '' ? root : targets.get(base)
    if (fragment === undefined || fragment === '') return start
    return fragment.startsWith('/') ? atPointer(start, fragment) : targets.get(`#${fragment}`)
  }
}

function atPointer(start: unknown, pointer: string): unknown {
  let target = start
  for (const step of pointer.slice(1).split('/')) {
    const key = decodeStep(step)
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) return undefined
    target = Reflect.get(target, key)
  }
  return target
}

/** Source: RFC 6901, sections 3 and 6. */
function decodeStep(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** Every reference that is left is recursive, and the API takes those only below properties that are not required. */
function withoutRequiredCycles(schema: unknown): JsonSchema | undefined {
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert)
    if (!isObject(value)) return value
    const converted: JsonSchema = Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, SCHEMA_DATA_KEYWORDS.has(key) ? each : convert(each)]),
    )
    const { properties, required } = converted
    if (isObject(properties) && Array.isArray(required))
      converted.required = required.filter((name) => !hasReference(properties[String(name)]))
    return converted
  }
  const converted = convert(schema)
  return isObject(converted) ? converted : undefined
}

const hasReference = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasReference)
    : isObject(value) && (value.$ref !== undefined || Object.values(value).some(hasReference))
