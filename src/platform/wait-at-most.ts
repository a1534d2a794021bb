/**
 * Waits for a promise, but for at most `ms` milliseconds. Returns undefined when the time is up first. A rejection of the promise
 * rejects here. The timer keeps the process alive: without it a promise that nothing settles would end the process, and the run with it.
 */
export async function waitAtMost<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms, undefined)
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
