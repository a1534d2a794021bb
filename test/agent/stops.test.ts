import { expect, test } from 'vitest'
import { afterTurns, callKey } from '../../src/agent/stops.ts'

test('a limit of turns', () => {
  const stop = afterTurns(3)
  expect([2, 3, 4].map((turns) => stop({ turns }))).toEqual([undefined, 'turns', 'turns'])
})

test('the order of arguments makes no difference, their values do', () => {
  const key = (args: Record<string, unknown>) => callKey({ id: '', name: 'x', args })
  expect(key({ a: 1, b: 2 })).toBe(key({ b: 2, a: 1 }))
  expect(key({ a: 1 })).not.toBe(key({ a: 2 }))
})
