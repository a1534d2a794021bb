/**
 * Aborts after `ms` milliseconds, without keeping the process alive. Use it in place of `AbortSignal.timeout`: Node 24 drops a limit
 * that only a combined signal refers to, and keeps one with a listener.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const limit = AbortSignal.timeout(ms)
  if (!limit.aborted) limit.addEventListener('abort', () => undefined, { once: true })
  return limit
}
