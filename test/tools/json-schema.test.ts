import { expect, test } from 'vitest'
import { schemaMistakes } from '../../src/emulators/gemini/rules.ts'
import { hasTypes, normalizeParameters } from '../../src/tools/json-schema.ts'

test.each<[string, unknown, boolean]>([
  ['a type', { type: 'string' }, true],
  ['no type', { description: 'anything' }, false],
  ['no object', true, true],
  ['typed properties', { type: 'object', properties: { a: { type: 'string' } } }, true],
  ['an untyped property', { type: 'object', properties: { param1: { description: 'a param with no type' } } }, false],
  [
    'an untyped property further in',
    { type: 'object', properties: { a: { type: 'object', properties: { b: {} } } } },
    false,
  ],
  ['an array of anything', { type: 'array', items: {} }, false],
  ['an array that does not say', { type: 'array' }, true],
  ['alternatives with types', { anyOf: [{ type: 'string' }, { type: 'number' }] }, true],
  ['alternatives without', { anyOf: [{ type: 'string' }, {}] }, false],
  ['no alternatives', { oneOf: [] }, false],
  ['several kinds of alternatives', { anyOf: [{ type: 'string' }], allOf: [{}] }, false],
  ['a reference', { $ref: '#/$defs/a' }, true],
  ['an enum', { enum: ['a'] }, true],
  ['a constant', { const: 1 }, true],
  ['a list of types', { type: ['array', 'null'], items: {} }, false],
])('%s', (_, schema, typed) => expect(hasTypes(schema)).toBe(typed))

const declared = (schema: Record<string, unknown>) => {
  const parameters = normalizeParameters(schema)
  return typeof parameters === 'string' ? parameters : parameters.declared
}

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['nothing', {}, { type: 'object', properties: {} }],
  [
    'a list that may be null, and what it refers to',
    {
      type: 'object',
      properties: { a: { type: ['array', 'null'], items: { $ref: '#/$defs/b' } } },
      $defs: { b: { type: ['null', 'string'] } },
    },
    {
      type: 'object',
      properties: { a: { type: 'array', nullable: true, items: { type: 'string', nullable: true } } },
    },
  ],
  [
    'a property called required, or type',
    {
      type: 'object',
      properties: { required: { type: 'array', items: { type: 'string' } }, type: { type: 'string' } },
    },
    {
      type: 'object',
      properties: { required: { type: 'array', items: { type: 'string' } }, type: { type: 'string' } },
    },
  ],
  [
    'names of nothing and empty lists',
    { type: 'object', properties: { a: { type: 'string', enum: [] } }, required: ['b'], anyOf: [] },
    { type: 'object', properties: { a: { type: 'string' } } },
  ],
  [
    'a dialect',
    { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'x' },
    { type: 'object', properties: {} },
  ],
  [
    'defaults that look like schemas',
    { properties: { a: { type: 'object', default: { type: ['a', 'null'] } } } },
    { type: 'object', properties: { a: { type: 'object', default: { type: ['a', 'null'] } } } },
  ],
  [
    'a description beside a reference, as pydantic writes it',
    {
      properties: { mode: { $ref: '#/$defs/Mode', description: 'How to search.', default: 'fast' } },
      $defs: { Mode: { type: 'string', enum: ['fast', 'deep'], description: 'A mode.' } },
    },
    {
      type: 'object',
      properties: {
        mode: { type: 'string', enum: ['fast', 'deep'], description: 'How to search.', default: 'fast' },
      },
    },
  ],
  [
    'definitions of an older draft, one by way of another',
    {
      properties: { a: { $ref: '#/definitions/b' } },
      definitions: { b: { type: 'array', items: { $ref: '#/definitions/a~1c%20d' } }, 'a/c d': { type: 'number' } },
    },
    { type: 'object', properties: { a: { type: 'array', items: { type: 'number' } } } },
  ],
  [
    'a reference to another property, and into a list of alternatives',
    {
      properties: {
        headers: { type: 'object', properties: {} },
        more: { type: 'array', items: { $ref: '#/properties/headers' } },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        other: { $ref: '#/properties/either/anyOf/1' },
      },
    },
    {
      type: 'object',
      properties: {
        headers: { type: 'object', properties: {} },
        more: { type: 'array', items: { type: 'object', properties: {} } },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        other: { type: 'number' },
      },
    },
  ],
  [
    'anchors and ids',
    {
      properties: { a: { $ref: '#name' }, b: { $ref: 'https://example.com/part' }, c: { $dynamicRef: '#name' } },
      $defs: {
        a: { $anchor: 'name', type: 'string' },
        b: { $id: 'https://example.com/part', type: 'integer' },
      },
    },
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'string' } } },
  ],
  [
    'a reference by the id of the whole',
    {
      $id: 'https://example.com/all',
      properties: { a: { $ref: 'https://example.com/all#/$defs/a' } },
      $defs: { a: { type: 'null' } },
    },
    { type: 'object', properties: { a: { type: 'null' } } },
  ],
  [
    'bounds and required names of older drafts',
    {
      properties: {
        a: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false, required: true },
      },
    },
    { type: 'object', properties: { a: { type: 'number', exclusiveMinimum: 0, maximum: 9 } } },
  ],
  ['an empty object of PHP', { type: 'object', properties: [] }, { type: 'object', properties: {} }],
  [
    'a pattern of Python',
    { properties: { a: { type: 'string', pattern: '(?P<year>\\d+)' } } },
    { type: 'object', properties: { a: { type: 'string', pattern: '(?P<year>\\d+)' } } },
  ],
  [
    'a tree, required where it begins and in itself',
    {
      properties: { tree: { $ref: '#/definitions/Node', description: 'the root' }, n: { type: 'number' } },
      required: ['tree', 'n'],
      definitions: {
        Node: {
          type: 'object',
          properties: { name: { type: 'string' }, sub: { type: 'array', items: { $ref: '#/definitions/Node' } } },
          required: ['name', 'sub'],
        },
      },
    },
    {
      type: 'object',
      properties: {
        tree: {
          type: 'object',
          properties: { name: { type: 'string' }, sub: { type: 'array', items: { $ref: '#/$defs/Node' } } },
          required: ['name'],
          description: 'the root',
        },
        n: { type: 'number' },
      },
      required: ['n'],
      $defs: {
        Node: {
          type: 'object',
          properties: { name: { type: 'string' }, sub: { type: 'array', items: { $ref: '#/$defs/Node' } } },
          required: ['name'],
        },
      },
    },
  ],
  [
    'a schema that contains itself',
    { properties: { not: { $ref: '#' } }, required: ['not'] },
    {
      type: 'object',
      properties: { not: { $ref: '#/$defs/root' } },
      $defs: { root: { type: 'object', properties: { not: { $ref: '#/$defs/root' } } } },
    },
  ],
])('%s becomes a schema that the API takes', (_, schema, expected) => {
  expect(declared(schema)).toEqual(expected)
  expect(schemaMistakes(declared(schema), 'parameters')).toEqual([])
})

test.each<[string, Record<string, unknown>, RegExp]>([
  ['another type', { type: 'string' }, /must be of type object/],
  [
    'a reference that leads nowhere',
    { properties: { a: { $ref: '#/$defs/gone' } } },
    /refers to #\/\$defs\/gone, which it does not contain/,
  ],
  [
    'a reference to itself',
    { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } },
    /refers to itself without an end/,
  ],
  ['a type there is none of', { properties: { a: { type: 'file' } } }, /schema is invalid/],
])('%s cannot be mended', (_, schema, reason) => expect(declared(schema)).toMatch(reason))

test('arguments are checked in sentences', () => {
  const parameters = normalizeParameters({
    properties: { a: { type: 'integer', minimum: 1 }, b: { type: ['string', 'null'], pattern: '^\\-?x$' } },
    required: ['a'],
    additionalProperties: false,
  })
  if (typeof parameters === 'string') throw new Error(parameters)
  expect(parameters.check({ a: 1, b: null })).toBeUndefined()
  expect(parameters.check({ a: 2, b: '-x' })).toBeUndefined()
  expect(parameters.check({})).toBe("params must have required property 'a'")
  expect(parameters.check({ a: 'x' })).toBe('params/a must be integer')
  expect(parameters.check({ a: 1, c: 1 })).toBe('params must NOT have additional properties')
})

test('the check is by the own schema of the server', () => {
  const parameters = normalizeParameters({
    properties: { tree: { $ref: '#/$defs/Node', minProperties: 1 } },
    required: ['tree'],
    $defs: { Node: { type: 'object', properties: { sub: { $ref: '#/$defs/Node' } }, required: ['sub'] } },
  })
  if (typeof parameters === 'string') throw new Error(parameters)
  expect(parameters.declared.required).toBeUndefined()
  expect(parameters.check({})).toBe("params must have required property 'tree'")
  expect(parameters.check({ tree: {} })).toContain("must have required property 'sub'")
})

test('hundreds of properties that share one large definition are compiled in their number', () => {
  const fields = Array.from({ length: 300 }, (_, n): [string, object] => [`p${n}`, { $ref: '#/$defs/large' }])
  const large = Array.from({ length: 50 }, (_, n): [string, object] => [`q${n}`, { type: 'string' }])
  const parameters = normalizeParameters({
    properties: Object.fromEntries(fields),
    $defs: { large: { type: 'object', properties: Object.fromEntries(large) } },
  })
  if (typeof parameters === 'string') throw new Error(parameters)
  expect(parameters.check({ p299: { q49: 7 } })).toBe('params/p299/q49 must be string')
}, 5_000)

test('definitions that would double with each step stay apart', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => {
      const next = n === 39 ? { type: 'string' } : { $ref: `#/$defs/d${n + 1}` }
      return [`d${n}`, { type: 'object', properties: { a: next, b: next } }]
    }),
  )
  const schema = declared({ properties: { a: { $ref: '#/$defs/d0', description: 'all' } }, $defs: chain })
  expect(schemaMistakes(schema, 'parameters')).toEqual([])
  expect(JSON.stringify(schema).length).toBeLessThan(10_000)
})

test.each<[string, object, RegExp]>([
  ['something beside a reference', { properties: { a: { $ref: '#/$defs/b', title: 'A' } } }, /beside \$ref/],
  ['a reference into other places', { properties: { a: { $ref: '#/properties/b' } } }, /a reference into \$defs/],
  [
    'a cycle through a required property',
    { properties: { a: { $ref: '#/$defs/c' } }, required: ['a'] },
    /requires a property that is not required/,
  ],
])('the emulator refuses what the API refuses: %s', (_, schema, mistake) => {
  const $defs = { b: { type: 'string' }, c: { type: 'object', properties: { c: { $ref: '#/$defs/c' } } } }
  expect(schemaMistakes({ type: 'object', $defs, ...schema }, 'p').join()).toMatch(mistake)
})
