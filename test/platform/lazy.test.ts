import { expect, test } from 'vitest'
import { lazy, lazyAsync } from '../../src/platform/lazy.ts'

test('once: made when first needed, and only then, also when nothing comes of it', () => {
  let times = 0
  const value = lazy(() => {
    times += 1
    return undefined
  })
  expect(times).toBe(0)
  expect([value(), value(), times]).toEqual([undefined, undefined, 1])
})

test('askOnce: one question for all who need the answer, another after a failure', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('here'), Promise.resolve('elsewhere')]
  let times = 0
  const answer = lazyAsync(async () => answers[times++])
  const [first, second] = await Promise.allSettled([answer(), answer()])
  expect([first.status, second.status, times]).toEqual(['rejected', 'rejected', 1])
  expect([await answer(), await answer(), times]).toEqual(['here', 'here', 2])
})
