/**
 * Waits for a promise, but for at most `ms` milliseconds; the timer does not keep the process alive. Returns undefined
 * when the time is up first. A rejection of the promise rejects here.
 */
export async function waitAtMost<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  timer.unref()
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
