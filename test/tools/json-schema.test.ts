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
      properties: { a: { type: 'array', nullable: true, items: { $ref: '#/$defs/b' } } },
      $defs: { b: { type: 'string', nullable: true } },
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
])('%s becomes a schema that the API takes', (_, schema, expected) => {
  expect(declared(schema)).toEqual(expected)
  expect(schemaMistakes(declared(schema), 'parameters')).toEqual([])
})

test.each<[string, Record<string, unknown>, RegExp]>([
  ['another type', { type: 'string' }, /must be of type object/],
  ['a reference that leads nowhere', { properties: { a: { $ref: '#/$defs/gone' } } }, /can't resolve reference/],
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
