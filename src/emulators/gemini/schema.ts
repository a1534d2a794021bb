import { isRecord } from './shape.ts'

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

/** Mistakes in the JSON Schema of a declaration, each with its path. The root must describe an object. */
export function schemaMistakes(schema: unknown, path: string): string[] {
  if (!isRecord(schema)) return [`${path}: not a JSON Schema object`]
  const root = schema.type === 'object' ? [] : [`${path}.type: parameters must be of type object`]
  return [...root, ...mistakesIn(schema, path, schema)]
}

function mistakesIn(schema: unknown, path: string, root: Record<string, unknown>): string[] {
  if (typeof schema === 'boolean') return []
  if (!isRecord(schema)) return [`${path}: not a JSON Schema`]
  const mistakes = Object.entries(schema).flatMap(([key, value]) => keywordMistakes(key, value, `${path}.${key}`, root))
  const { properties, required } = schema
  if (Array.isArray(required) && isRecord(properties))
    for (const name of required)
      if (typeof name === 'string' && !Object.hasOwn(properties, name))
        mistakes.push(`${path}.required: property "${name}" is not defined`)
  return mistakes
}

function keywordMistakes(key: string, value: unknown, path: string, root: Record<string, unknown>): string[] {
  const wrong = (expected: string) => [`${path}: must be ${expected}`]
  if (key === 'type') {
    const types = Array.isArray(value) ? value : [value]
    return types.length > 0 && types.every((type) => TYPES.includes(type)) ? [] : wrong(`one of ${TYPES.join(', ')}`)
  }
  if (key === '$ref')
    return typeof value === 'string' && resolves(value, root) ? [] : wrong('a reference within the schema')
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

/** Whether a reference like `#/$defs/name` resolves. */
function resolves(pointer: string, root: unknown): boolean {
  if (!pointer.startsWith('#')) return false
  let target: unknown = root
  for (const step of pointer
    .slice(1)
    .split('/')
    .filter((step) => step !== '')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isRecord(target) || !Object.hasOwn(target, name)) return false
    target = target[name]
  }
  return true
}
