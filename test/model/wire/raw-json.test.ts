import { expect, test } from 'vitest'
import { joinMembers, splitMembers } from '../../../src/model/wire/raw-json.ts'

const objects: [name: string, value: object][] = [
  ['nothing', {}],
  ['one', { a: 1 }],
  [
    'of every kind',
    { a: null, b: true, c: -1.5e3, d: 'x', e: [], f: {}, g: [1, [2, { h: [3] }]], i: { j: { k: 'l' } } },
  ],
  ['texts with all that could end them', { a: 'x"y', b: '\\', c: '\\"', d: '},{"e":[', f: '\\\\"\\', 'g"\\,': 'h' }],
  ['other scripts', { 池: '蛙が飛び込む', '👩‍💻': '\u2028\ud800' }],
  ['texts in lists', [['"]', '"}'], { b: '"' }] as object],
]
for (const [name, value] of objects)
  test(`members: ${name}`, () => {
    const object = Array.isArray(value) ? { list: value } : value
    const members = splitMembers(JSON.stringify(object))
    expect([...members.keys()]).toEqual(Object.keys(object))
    for (const [key, part] of Object.entries(object)) expect(members.get(key)).toBe(JSON.stringify(part))
    expect(joinMembers(members, [...members.keys()])).toBe(JSON.stringify(object))
  })

test('an order of their own, without those that are not there', () => {
  const members = splitMembers('{"a":1,"b":{"c":[]},"d":"e"}')
  expect(joinMembers(members, ['d', 'x', 'a'])).toBe('{"d":"e","a":1}')
})
