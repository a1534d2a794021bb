import { expect, test } from 'vitest'
import { parseCustomHeaders, secretHeaderValues } from '../../src/model/connect.ts'
import { UserError } from '../../src/platform/errors.ts'

const table: [text: string | undefined, headers: Record<string, string>][] = [
  [undefined, {}],
  ['', {}],
  ['Authorization Bearer abc123, Content-Type: application/json', { 'Content-Type': 'application/json' }],
  [
    '  Authorization  :   Bearer abc123  ,  Content-Type : application/json  ',
    { Authorization: 'Bearer abc123', 'Content-Type': 'application/json' },
  ],
  [
    'X-Custom: value:with:colons, Authorization: Bearer xyz',
    { 'X-Custom': 'value:with:colons', Authorization: 'Bearer xyz' },
  ],
  [
    'X-Header: value,with,commas, Authorization: Bearer abc',
    { 'X-Header': 'value,with,commas', Authorization: 'Bearer abc' },
  ],
  [': no-name, Authorization: Bearer abc', { Authorization: 'Bearer abc' }],
  [', , Authorization: Bearer abc', { Authorization: 'Bearer abc' }],
  ['X-Empty:', { 'X-Empty': '' }],
  ['X-One: 1,X-Two: 2', { 'X-One': '1', 'X-Two': '2' }],
  ['nothing at all', {}],
]

for (const [text, headers] of table)
  test(`headers in ${JSON.stringify(text)}`, () => expect(parseCustomHeaders(text)).toEqual(headers))

test.each(['X-A: line\nbreak', 'X-A: größer', 'X(A): 1'])('refuses %j without quoting it', (text) => {
  expect(() => parseCustomHeaders(text)).toThrow(UserError)
  expect(() => parseCustomHeaders(text)).not.toThrow(/break|größer|X\(A/)
})

test('header values with secret-like names are hidden, with and without their scheme', () => {
  const headers = { Authorization: 'Bearer abcdef', 'X-Api-Key': 'key-123', 'X-Team': 'platform', Cookie: 'a=b' }
  expect(secretHeaderValues(headers)).toEqual(['Bearer abcdef', 'abcdef', 'key-123', 'key-123'])
})
