import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a command's processes are told from all others: the group it leads, and a variable only it was given. */
export type Family = { pgid: number; mark: string }

type Seen = { pid: number; pgid: number; session: number }

/** Between asking processes to end and making them. */
const GRACE_MS = 300
const POLL_MS = 10

/**
 * Pids that are left of a command after its own process ended, in ascending order; those of dead-but-unburied processes
 * excluded. On Linux this finds children that made a session of their own too; elsewhere the group is all there is.
 */
export async function survivors(family: Family): Promise<number[]> {
  return (await members(family)).filter((pid) => pid !== family.pgid)
}

const members = async (family: Family): Promise<number[]> =>
  (await processes(family)).filter((seen) => belongs(seen, family)).map(({ pid }) => pid)

/** Ends a command with everything it started: politely first, then not. Resolves when nothing of it is left to end. */
export async function endFamily(family: Family): Promise<void> {
  await signalFamily(family, 'SIGTERM')
  for (let waited = 0; waited < GRACE_MS; waited += POLL_MS) {
    if ((await members(family)).length === 0) return
    await sleep(POLL_MS)
  }
  // What forks faster than it is found needs a second look.
  for (let round = 0; round < 5; round++) {
    await signalFamily(family, 'SIGKILL')
    if ((await members(family)).length === 0) return
    await sleep(POLL_MS)
  }
}

/** Ends processes by pid, as reported by an earlier command; those that are gone already are no mistake. */
export async function endProcesses(pids: readonly number[]): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const pid of pids) send(pid, signal)
    if (signal === 'SIGTERM') await sleep(GRACE_MS)
  }
}

async function signalFamily(family: Family, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (process.platform === 'win32') {
    await new Promise<void>((resolve) => {
      execFile('taskkill', ['/pid', String(family.pgid), '/T', '/F'], () => resolve())
    })
    return
  }
  // Found before anything dies: an orphan no longer says whose child it was.
  const strays = await survivors(family)
  send(-family.pgid, signal)
  for (const pid of strays) send(pid, signal)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself, or is another user's.
  }
}

const belongs = (seen: Seen, family: Family): boolean =>
  seen.pgid === family.pgid || seen.session === family.pgid || carries(seen.pid, family)

/** Children keep the environment they were given, also when they leave group and session. */
function carries(pid: number, family: Family): boolean {
  if (process.platform !== 'linux') return false
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(family.mark)
  } catch {
    return false
  }
}

async function processes(family: Family): Promise<Seen[]> {
  if (process.platform === 'linux') return fromProc(startedSince(family.pgid))
  return process.platform === 'win32' ? [] : fromPs()
}

/**
 * Pids a command's family can have. The kernel gives them out in ascending order and says in loadavg which it gave last;
 * after it began again from below, and with a machine's worth of new processes, all that exist are looked at.
 */
function startedSince(first: number): number[] {
  const last = lastPid()
  if (last >= first && last - first < 200) return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

function lastPid(): number {
  try {
    return Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1))
  } catch {
    return 0
  }
}

function fromProc(pids: readonly number[]): Seen[] {
  const found: Seen[] = []
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      // The program's name, in parentheses, may itself hold spaces and parentheses.
      const [state, , pgid, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state !== 'Z' && state !== 'X') found.push({ pid, pgid: Number(pgid), session: Number(session) })
    } catch {
      // Gone between the listing and the look.
    }
  }
  return found
}

function fromPs(): Promise<Seen[]> {
  return new Promise((resolve) => {
    execFile('ps', ['-axo', 'pid=,pgid=,state='], (error, stdout) => {
      if (error) return resolve([])
      const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/))
      resolve(
        rows
          .filter(([pid, , state]) => pid && !state?.startsWith('Z'))
          .map(([pid, pgid]) => ({
            pid: Number(pid),

            pgid: Number(pgid),
            session: Number(pgid),
          })),
      )
    })
  })
}
