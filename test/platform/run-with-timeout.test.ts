import { expect, test } from 'vitest'
import { runWithTimeout } from '../../src/platform/time.ts'

test('work within its time gives its value, whatever that is', () => {
  expect(runWithTimeout(1000, () => 42)).toEqual({ value: 42 })
  expect(runWithTimeout(1000, () => undefined)).toEqual({ value: undefined })
})

test('a regular expression that backtracks without end is interrupted, and the next call works', () => {
  expect(runWithTimeout(50, () => /(a+)+$/.test(`${'a'.repeat(60)}!`))).toBeUndefined()
  expect(runWithTimeout(1000, () => 'fine')).toEqual({ value: 'fine' })
})

test('what the work throws is thrown', () => {
  expect(() => runWithTimeout(1000, () => JSON.parse('{'))).toThrow(SyntaxError)
})

test('work that got no processor in its time starts again, and work that used it does not', () => {
  let starts = 0
  const work = () => {
    starts += 1
    while (starts < 3) Math.sqrt(starts)
    return starts
  }
  expect(runWithTimeout(20, work, () => 0)).toEqual({ value: 3 })
  starts = 0
  let usedMs = 0
  expect(runWithTimeout(20, work, () => (usedMs += 10))).toBeUndefined()
  expect(starts).toBeLessThan(2)
})
