import { expect, test } from 'vitest'
import { grouped } from '../../src/host/numbers.ts'

for (const [count, text] of [
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [123456, '123,456'],
  [1234567, '1,234,567'],
  [-1234, '-1,234'],
] as const)
  test(`${count} is ${text}`, () => expect(grouped(count)).toBe(text))
