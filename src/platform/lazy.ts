/** Returns a function that computes the value on its first call and returns the same value afterwards. */
export function lazy<Value>(make: () => Value): () => Value {
  let cached: { value: Value } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}

/** The same for asynchronous work. A failure is not cached: the next call tries again. */
export function lazyAsync<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | undefined
  return () => {
    pending ??= load().catch((error: unknown) => {
      pending = undefined
      throw error
    })
    return pending
  }
}
