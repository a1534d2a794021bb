import { readdirSync, readFileSync } from 'node:fs'

/** The pids of processes that were started under this name and still run. Only on Linux. */
export const processesNamed = (name: string): string[] =>
  process.platform !== 'linux'
    ? []
    : readdirSync('/proc').filter((pid) => {
        try {
          return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(name)
        } catch {
          return false
        }
      })
