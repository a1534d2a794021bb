import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a command's processes are told from all others: the group it leads, and a variable only it was given. */
export type Family = { pgid: number; mark: string }

/** `kernel`: a thread of the kernel, which never has an environment. */
type Seen = { pid: number; pgid: number; session: number; kernel: boolean }

/** Between asking processes to end and making them. */
const GRACE_MS = 300
const POLL_MS = 10
/** A process that is just becoming another program has no environment to be known by; how long it is waited for. */
const STARTING_MS = 250
const STARTING_POLL_MS = 3

/**
 * Pids that are left of a command after its own process ended, in ascending order; those of dead-but-unburied processes
 * excluded. On Linux this finds children that made a session of their own too; elsewhere the group is all there is.
 */
export async function survivors(family: Family): Promise<number[]> {
  return (await members(family)).filter((pid) => pid !== family.pgid)
}

async function members(family: Family): Promise<number[]> {
  for (let waited = 0; ; waited += STARTING_POLL_MS) {
    const relations = (await processes(family)).map((seen) => ({ pid: seen.pid, is: relationTo(family, seen) }))
    if (waited >= STARTING_MS || !relations.some(({ is }) => is === 'starting'))
      return relations.filter(({ is }) => is === 'member').map(({ pid }) => pid)
    await sleep(STARTING_POLL_MS)
  }
}

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

type Relation = 'member' | 'stranger' | 'starting'

function relationTo(family: Family, seen: Seen): Relation {
  if (seen.pgid === family.pgid || seen.session === family.pgid) return 'member'
  return process.platform === 'linux' ? relationByEnvironment(family, seen) : 'stranger'
}

/** Children keep the environment they were given, also when they leave group and session. */
function relationByEnvironment(family: Family, seen: Seen): Relation {
  try {
    const environment = readFileSync(`/proc/${seen.pid}/environ`, 'latin1')
    if (environment.includes(family.mark)) return 'member'
    return environment === '' && !seen.kernel ? 'starting' : 'stranger'
  } catch {
    return 'stranger'
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

/** PF_KTHREAD of the flags in /proc/PID/stat. */
const KERNEL_THREAD = 0x00200000

function fromProc(pids: readonly number[]): Seen[] {
  const found: Seen[] = []
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      // The program's name, in parentheses, may itself hold spaces and parentheses.
      const [state, , pgid, session, , , flags] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const kernel = (Number(flags) & KERNEL_THREAD) !== 0
      if (state !== 'Z' && state !== 'X') found.push({ pid, pgid: Number(pgid), session: Number(session), kernel })
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
            kernel: false,
          })),
      )
    })
  })
}
