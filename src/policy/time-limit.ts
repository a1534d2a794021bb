/** Milliseconds of CPU time this process has used. Slow to read, so call it rarely. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns whether the time is over. */
export type TimeLimit = () => boolean

/**
 * A limit of `ms` milliseconds of wall time and, after that, of `ms` more milliseconds of CPU time, so that a busy machine
 * delays a decision but does not change it.
 */
export function timeLimit(ms: number): TimeLimit {
  const end = performance.now() + ms
  let cpuEnd: number | undefined
  return () => {
    if (performance.now() < end) return false
    cpuEnd ??= cpuMs() + ms
    return cpuMs() > cpuEnd
  }
}
