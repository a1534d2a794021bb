import { expect, test } from 'vitest'
import { type HeaderParameter, headerParameters, parameterHeaders } from '../../src/mcp/convert-tool.ts'
import { node, ODD, opened, textOf } from './peer.ts'

test('a server of revision 2026-07-28, and its changes', async () => {
  await using run = await opened({ odd: node(ODD, 'modern') })
  expect(run.notices.filter((text) => text.includes('cannot be used'))).toEqual([])
  expect(run.instructions).toContain('Call tell.')
  expect(textOf(await run.call('tell', { secret: 'a' }))).toContain('heard a')
  const before = run.version()
  await run.call('grow')
  await expect.poll(() => run.version()).toBeGreaterThan(before)
  expect(textOf(await run.call('grown'))).toContain('I am new')
})

test.each(['strict', 'mute'])(
  'an older server that ends or stays silent when asked for its revision: %s',
  async (manner) => {
    await using run = await opened({ odd: { ...node(ODD, manner), timeout: 20_000 } })
    expect(textOf(await run.call('tell', { secret: 'a' }))).toContain('heard a')
  },
)

const object = (properties: object) => ({ type: 'object', properties })
const annotated = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name })

test.each<[string, unknown, readonly HeaderParameter[] | string]>([
  ['no schema', undefined, []],
  ['none', object({ a: { type: 'string' } }), []],
  ['one', object({ a: annotated('A') }), [{ path: ['a'], name: 'A' }]],
  ['nested', object({ a: object({ b: annotated('B', 'integer') }) }), [{ path: ['a', 'b'], name: 'B' }]],
  ['a property of that name', object({ 'x-mcp-header': { type: 'string' } }), []],
  ['an example', object({ a: { type: 'object', default: annotated('A') } }), []],
  ['no name', object({ a: annotated('') }), 'the x-mcp-header of a is not a valid header name'],
  ['a line break', object({ a: annotated('A\r\nB') }), 'the x-mcp-header of a is not a valid header name'],
  ['a number', object({ a: annotated(3) }), 'the x-mcp-header of a is not a valid header name'],
  [
    'an object',
    object({ a: annotated('A', 'object') }),
    'the x-mcp-header of a requires the type string, integer or boolean',
  ],
  [
    'a fraction',
    object({ a: annotated('A', 'number') }),
    'the x-mcp-header of a requires the type string, integer or boolean',
  ],
  ['the whole', { ...object({}), 'x-mcp-header': 'A' }, 'an x-mcp-header is outside properties'],
  ['an item', object({ a: { type: 'array', items: annotated('A') } }), 'an x-mcp-header is outside properties'],
  ['a choice', object({ a: { anyOf: [annotated('A')] } }), 'an x-mcp-header is outside properties'],
  ['a definition', { ...object({}), $defs: { a: annotated('A') } }, 'an x-mcp-header is outside properties'],
  ['twice', object({ a: annotated('A'), b: annotated('a') }), 'two parameters have the x-mcp-header a'],
])('parameters as headers: %s', (_, schema, expected) => expect(headerParameters(schema)).toEqual(expected))

test.each<[unknown, string | undefined]>([
  ['plain text', 'plain text'],
  [42, '42'],
  [false, 'false'],
  ['', '=?base64??='],
  [' padded', '=?base64?IHBhZGRlZA==?='],
  ['two\nlines', '=?base64?dHdvCmxpbmVz?='],
  ['größer', '=?base64?Z3LDtsOfZXI=?='],
  ['=?base64?YQ==?=', '=?base64?PT9iYXNlNjQ/WVE9PT89?='],
  [null, undefined],
  [1.5, undefined],
  [2 ** 60, undefined],
  [{ a: 1 }, undefined],
])('the header of %j: %s', (value, header) => {
  const parameters = [{ path: ['a', 'b'], name: 'Place' }]
  expect(parameterHeaders(parameters, { a: { b: value } })).toEqual(
    header === undefined ? {} : { 'Mcp-Param-Place': header },
  )
  expect(parameterHeaders(parameters, {})).toEqual({})
})
