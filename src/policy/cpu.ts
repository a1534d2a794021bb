/** Milliseconds of processor time this process has used. Asking takes long, so it is asked seldom. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Whether the time for something is over. */
export type Limit = () => boolean

/**
 * A limit of so many milliseconds by the clock, and, once they are over, of as many again of processor time: on a busy
 * machine a decision takes longer, but it must not come out differently.
 */
export function limitOf(ms: number): Limit {
  const end = performance.now() + ms
  let cpuEnd: number | undefined
  return () => {
    if (performance.now() < end) return false
    cpuEnd ??= cpuMs() + ms
    return cpuMs() > cpuEnd
  }
}
