import { isObject } from './gemini-shape.ts'

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/** Keyword → what its value must be. Keywords that are not here are allowed and ignored, as the API does. */
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

/** Mistakes in the JSON Schema of a declaration, each with its place. The root must describe an object. */
export function schemaMistakes(schema: unknown, at: string): string[] {
  if (!isObject(schema)) return [`${at}: not a JSON Schema object`]
  const root = schema.type === 'object' ? [] : [`${at}.type: parameters must be of type object`]
  return [...root, ...mistakesIn(schema, at, schema)]
}

function mistakesIn(schema: unknown, at: string, root: Record<string, unknown>): string[] {
  if (typeof schema === 'boolean') return []
  if (!isObject(schema)) return [`${at}: not a JSON Schema`]
  const found = Object.entries(schema).flatMap(([key, value]) => keywordMistakes(key, value, `${at}.${key}`, root))
  const { properties, required } = schema
  if (Array.isArray(required) && isObject(properties))
    for (const name of required)
      if (typeof name === 'string' && !Object.hasOwn(properties, name))
        found.push(`${at}.required: property "${name}" is not defined`)
  return found
}

function keywordMistakes(key: string, value: unknown, at: string, root: Record<string, unknown>): string[] {
  const wrong = (what: string) => [`${at}: must be ${what}`]
  if (key === 'type') {
    const types = Array.isArray(value) ? value : [value]
    return types.length > 0 && types.every((type) => TYPES.includes(type)) ? [] : wrong(`one of ${TYPES.join(', ')}`)
  }
  if (key === '$ref')
    return typeof value === 'string' && refersTo(value, root) ? [] : wrong('a reference within the schema')
  if (key === 'additionalProperties') return mistakesIn(value, at, root)
  switch (Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined) {
    case 'schema':
      return mistakesIn(value, at, root)
    case 'schemas':
      if (!Array.isArray(value) || value.length === 0) return wrong('a list of schemas')
      return value.flatMap((one, index) => mistakesIn(one, `${at}[${index}]`, root))
    case 'named':
      if (!isObject(value)) return wrong('an object of schemas')
      return Object.entries(value).flatMap(([name, one]) => mistakesIn(one, `${at}.${name}`, root))
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

/** Whether `#/$defs/name` and the like lead somewhere. */
function refersTo(pointer: string, root: unknown): boolean {
  if (!pointer.startsWith('#')) return false
  let here: unknown = root
  for (const step of pointer
    .slice(1)
    .split('/')
    .filter((step) => step !== '')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isObject(here) || !Object.hasOwn(here, name)) return false
    here = here[name]
  }
  return true
}
