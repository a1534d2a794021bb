import { expect, test } from 'vitest'
import { groupThousands } from '../../src/text/format-text.ts'

for (const [count, text] of [
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [123456, '123,456'],
  [1234567, '1,234,567'],
  [-1234, '-1,234'],
] as const)
  test(`${count} is ${text}`, () => expect(groupThousands(count)).toBe(text))
