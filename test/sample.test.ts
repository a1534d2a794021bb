import { expect, test } from 'vitest'
import { isFull, sample } from './sample.ts'

const cases = Array.from({ length: 100 }, (_, index) => `case ${index}`)

test('a sample is the same every time, in the order of the cases, and whole in a full run', () => {
  const drawn = sample(cases, 20)
  expect(drawn).toHaveLength(isFull ? 100 : 20)
  expect(sample(cases, 20)).toEqual(drawn)
  expect(cases.filter((each) => drawn.includes(each))).toEqual(drawn)
  if (!isFull) expect(sample(cases, 20, 1)).not.toEqual(drawn)
})

test('a sample of more than there is takes all', () => {
  expect(sample(cases, 200)).toEqual(cases)
})
