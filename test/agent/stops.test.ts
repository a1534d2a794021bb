import { expect, test } from 'vitest'
import { callKey, onRepetition, START } from '../../src/agent/stops.ts'

const table: [name: string, calls: string, stops: boolean][] = [
  ['nothing', '', false],
  ['four equal', 'aaaa', false],
  ['five equal', 'aaaaa', true],
  ['five equal after others', 'bcaaaaa', true],
  ['five equal, then another', 'aaaaab', false],
  ['a pair five times', 'ababababab', true],
  ['a pair four times', 'abababab', false],
  ['a cycle of five, five times', 'abcde'.repeat(5), true],
  ['a cycle of six, five times', 'abcdef'.repeat(5), false],
]
for (const [name, calls, stops] of table)
  test(`repetition: ${name}`, () => expect(onRepetition({ ...START, calls: [...calls] }) !== undefined).toBe(stops))

test('the order of arguments makes no difference, their values do', () => {
  const key = (args: Record<string, unknown>) => callKey({ id: '', name: 'x', args })
  expect(key({ a: 1, b: 2 })).toBe(key({ b: 2, a: 1 }))
  expect(key({ a: 1 })).not.toBe(key({ a: 2 }))
})
