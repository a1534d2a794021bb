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
