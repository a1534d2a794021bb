import { expect, test } from 'vitest'
import { timeoutSignal } from '../../src/platform/timeout-signal.ts'

test('a limit of time aborts the signals that it is combined with', async () => {
  const combined = AbortSignal.any([new AbortController().signal, timeoutSignal(20)])
  expect(combined.aborted).toBe(false)
  await new Promise((resolve) => combined.addEventListener('abort', resolve, { once: true }))
  expect(combined.reason).toMatchObject({ name: 'TimeoutError' })
})
