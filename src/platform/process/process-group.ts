import { closeSync, constants, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { minimalEnvironment, trustedProgramPath } from './trusted-programs.ts'

/** Identifies the processes of a command: the process group it leads, and a marker variable in its environment. */
export type ProcessGroup = { pgid: number; marker: string }

/** `kernel`: a kernel thread, which has no environment. */
type ProcessInfo = { pid: number; pgid: number; session: number; kernel: boolean }

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 300
/** What was killed ends when a busy machine gets to it, and what waits for a disk later. */
const KILLED_MS = 3000
const POLL_MS = 10
/** How long to wait for a process in exec(), whose environment is empty for a moment. */
const STARTING_MS = 250
const STARTING_POLL_MS = 3

/**
 * Pids of a command's processes that still run after the command ended, in ascending order, without zombies. On Linux this
 * includes children that started their own session; on other platforms only the process group.
 */
export async function listRemainingProcesses(group: ProcessGroup): Promise<number[]> {
  return (await listMembers(group)).filter((pid) => pid !== group.pgid)
}

export const isRunning = async (group: ProcessGroup): Promise<boolean> => (await listMembers(group)).length > 0

async function listMembers(group: ProcessGroup): Promise<number[]> {
  for (let waited = 0; ; waited += STARTING_POLL_MS) {
    const related = (await listProcesses(group)).map((info) => ({ pid: info.pid, relation: relationTo(group, info) }))
    if (waited >= STARTING_MS || !related.some(({ relation }) => relation === 'starting'))
      return related.filter(({ relation }) => relation === 'member').map(({ pid }) => pid)
    await sleep(STARTING_POLL_MS)
  }
}

/** Ends a command and everything it started: SIGTERM first, then SIGKILL. Resolves when no process is left. */
export async function terminateProcessGroup(group: ProcessGroup): Promise<void> {
  await signalProcessGroup(group, 'SIGTERM')
  for (let waited = 0; waited < GRACE_MS; waited += POLL_MS) {
    if ((await listMembers(group)).length === 0) return
    await sleep(POLL_MS)
  }
  // Repeat for processes that fork while the list is read.
  for (let waited = 0; waited < KILLED_MS; waited += POLL_MS) {
    await signalProcessGroup(group, 'SIGKILL')
    if ((await listMembers(group)).length === 0) return
    await sleep(POLL_MS)
  }
}

/** Ends processes by the pids that an earlier command reported. Pids that no longer exist are ignored. */
export async function terminateProcesses(pids: readonly number[]): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const pid of pids) send(pid, signal)
    if (signal === 'SIGTERM') await sleep(GRACE_MS)
  }
}

/** Sends a signal to a command and everything it started. On Windows it ends them. */
export async function signalProcessGroup(group: ProcessGroup, signal: NodeJS.Signals | number): Promise<void> {
  if (process.platform === 'win32') {
    await runSystemProgram('taskkill', ['/pid', String(group.pgid), '/T', '/F'])
    return
  }
  // Find them before anything ends: an orphan no longer shows its parent.
  const escaped = await listRemainingProcesses(group)
  send(-group.pgid, signal)
  for (const pid of escaped) send(pid, signal)
}

function send(pid: number, signal: NodeJS.Signals | number): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process already ended, or belongs to another user.
  }
}

type Relation = 'member' | 'unrelated' | 'starting'

function relationTo(group: ProcessGroup, info: ProcessInfo): Relation {
  if (info.pgid === group.pgid || info.session === group.pgid) return 'member'
  return process.platform === 'linux' ? relationByMarker(group, info) : 'unrelated'
}

/** Children inherit the marker in their environment, even when they leave the group and the session. */
function relationByMarker(group: ProcessGroup, info: ProcessInfo): Relation {
  try {
    const environment = readFileSync(`/proc/${info.pid}/environ`, 'latin1')
    if (environment.includes(group.marker)) return 'member'
    return environment === '' && !info.kernel ? 'starting' : 'unrelated'
  } catch {
    return 'unrelated'
  }
}

async function listProcesses(group: ProcessGroup): Promise<ProcessInfo[]> {
  if (process.platform === 'linux') return readProc(candidatePids(group.pgid))
  return process.platform === 'win32' ? [] : readPs()
}

/**
 * Pids that processes of a command can have. The kernel assigns pids in ascending order and reports the last one in
 * loadavg. After a wrap-around, or with many new processes, all existing pids are candidates.
 */
function candidatePids(first: number): number[] {
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

/** How often a program is looked at, and how many looks in a row find it waiting before it ends. */
const WAIT_POLL_MS = 250
const MAX_WAITING_POLLS = 10

/** How soon it is looked at again after it was let go: it may wait for the next file at once. */
const RELEASED_POLL_MS = 20

/** Why such a program was ended. */
export const WAITED = 'it waited for a file that is a pipe or a device, or became one while it was opened'

/**
 * Watches a program that only reads files below a folder, so it has nothing to wait for. One that waits opened a name that is a pipe, such as a
 * `.gitignore`, and would wait until its time limit. It is let go, or else `stop` follows. Only where the system tells what its threads do
 * (Linux).
 */
export function watchReader(pid: number, folder: string, stop: () => void): Disposable {
  let before: string | undefined
  let polls = 0
  let timer: NodeJS.Timeout
  const poll = () => {
    const activity = processActivity(pid)
    const isWaiting = activity !== undefined && activity === before
    before = activity
    const isReleased = isWaiting && releasePipes(folder)
    polls = isWaiting && !isReleased ? polls + 1 : 0
    if (polls >= MAX_WAITING_POLLS) stop()
    else timer = setTimeout(poll, isReleased ? RELEASED_POLL_MS : WAIT_POLL_MS)
  }
  timer = setTimeout(poll, WAIT_POLL_MS)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}

/** How long a process and its children used the processor so far; undefined while one of their threads runs or reads a disk. */
export function processActivity(pid: number): string | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const parts = threads.map((thread) => {
      const [state, ...numbers] = statFields(`${pid}/task/${thread}`)
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean)
      const [user, system] = numbers.slice(10, 12)
      return /[RD]/.test(state ?? 'R')
        ? undefined
        : [thread, user, system, ...children.map((child) => processActivity(Number(child)))]
    })
    return parts.some((part) => part === undefined || part.includes(undefined)) ? undefined : parts.join()
  } catch {
    return undefined
  }
}

/** The files that git opens by their names in any folder. */
const OPENED_BY_GIT = new Set(['.gitignore', '.gitattributes', '.gitmodules'])

const MAX_RELEASE_FOLDERS = 20_000

/**
 * Lets git go that waits for a pipe with such a name, or in `.git`: it then reads an empty file, as our own rules do. Opens it for writing,
 * which fails where nobody waits, and writes nothing. Follows no link. Returns whether somebody waited.
 */
function releasePipes(top: string): boolean {
  const { O_NOFOLLOW, O_DIRECTORY, O_WRONLY, O_NONBLOCK } = constants
  let folders = 0
  const releaseIn = (folder: string, isGit: boolean): boolean =>
    opened(folder, O_PATH | O_DIRECTORY | O_NOFOLLOW, (address) => {
      let isReleased = false
      folders++
      for (const entry of readdirSync(address, { withFileTypes: true })) {
        const path = `${address}/${entry.name}`
        if (entry.isDirectory() && folders < MAX_RELEASE_FOLDERS)
          isReleased = releaseIn(path, isGit || entry.name === '.git') || isReleased
        else if (entry.isFIFO() && (isGit || OPENED_BY_GIT.has(entry.name)))
          isReleased =
            opened(path, O_PATH | O_NOFOLLOW, (pipe) => {
              return statSync(pipe).isFIFO() && opened(pipe, O_WRONLY | O_NONBLOCK, () => true)
            }) || isReleased
      }
      return isReleased
    })
  return releaseIn(top, false)
}

/** Opens something only to address it. Linux only. */
const O_PATH = 0o10000000

/** What `use` returns for an opened path; false when it cannot be opened. */
function opened(path: string, flags: number, use: (address: string) => boolean): boolean {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, flags)
    return use(`/proc/self/fd/${descriptor}`)
  } catch {
    return false
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** The fields of /proc/NAME/stat from the state on. The program's name is in parentheses and may itself contain spaces and parentheses. */
function statFields(name: string): string[] {
  const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** PF_KTHREAD in the flags of /proc/PID/stat. */
const KERNEL_THREAD = 0x00200000

function readProc(pids: readonly number[]): ProcessInfo[] {
  const result: ProcessInfo[] = []
  for (const pid of pids) {
    try {
      const [state, , pgid, session, , , flags] = statFields(String(pid))
      const kernel = (Number(flags) & KERNEL_THREAD) !== 0
      if (state !== 'Z' && state !== 'X') result.push({ pid, pgid: Number(pgid), session: Number(session), kernel })
    } catch {
      // The process ended after it was listed.
    }
  }
  return result
}

async function readPs(): Promise<ProcessInfo[]> {
  const { failed, stdout } = await runSystemProgram('ps', ['-axo', 'pid=,pgid=,state='])
  if (failed) return []
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  return rows
    .filter(([pid, , state]) => pid && !state?.startsWith('Z'))
    .map(([pid, pgid]) => ({ pid: Number(pid), pgid: Number(pgid), session: Number(pgid), kernel: false }))
}

/** Outside isolation, so without this process's credentials, and never from a folder of the checkout. */
async function runSystemProgram(name: 'ps' | 'taskkill', args: readonly string[]) {
  const env = minimalEnvironment()
  return execa(trustedProgramPath(name), args, { cwd: dirname(process.execPath), env, extendEnv: false, reject: false })
}
