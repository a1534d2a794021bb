/**
 * Milliseconds of processor time this process has used. Limits are counted in it and not by the clock: on a busy machine a
 * decision takes longer, but it must not come out differently.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
