import { randomInt } from 'node:crypto'
import { closeSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs'
import { isInside } from '../paths.ts'
import type { Argv } from '../process/run-program.ts'
import { CLOSE_DESCRIPTORS } from './isolation-script.ts'

/**
 * Marks the programs of a run where no namespace holds them, so that those that still run at its end can be named. The mark
 * is an odd value of a resource limit that almost no program uses: a process inherits it even with an empty environment, in
 * its own session, and after its parent has ended.
 */
export type RunMark = {
  wrap(argv: Argv): Argv
  /** Programs of this run that still run, oldest first, as `name (PID 12)`. */
  listSurvivors(workspace: string): string[]
}

/** The limit in bytes for POSIX message queues. The mark lowers it by less than this. */
const LIMIT = /^Max msgqueue size +(\d+) /m
const MAX_LOWERED = 65_536

/** Undefined where limits cannot be read. `bash`: its path. */
export function createRunMark(bash: string): RunMark | undefined {
  const limit = Number(LIMIT.exec(textOf('/proc/self/limits'))?.[1])
  if (!(limit > 2 * MAX_LOWERED)) return undefined
  const mark = limit - randomInt(1, MAX_LOWERED)
  // A program that was started together with this one, as in `sluice run | tee log`, is older than the mark.
  const startTicks = Math.max(readProcess('self')?.startTicks ?? 0, nowTicks())
  return {
    wrap: (argv) => [
      bash,
      '--norc',
      '-p',
      '-c',
      `${CLOSE_DESCRIPTORS}\nulimit -S -q ${mark}; exec "$@"`,
      'sluice',
      ...argv,
    ],
    listSurvivors(workspace) {
      const all = listProcesses().filter(({ state }) => state !== 'Z' && state !== 'X')
      const own = descendantsOf(process.pid, all)
      const hasMark = ({ pid }: ProcessStat) => LIMIT.exec(textOf(`/proc/${pid}/limits`))?.[1] === String(mark)
      // A process can change its limits, but then it rarely leaves the folder as well.
      const isInWorkspace = ({ pid }: ProcessStat) => isInside(workspace, folderOf(pid))
      return all
        .filter((each) => each.startTicks >= startTicks && !own.has(each.pid))
        .filter((each) => hasMark(each) || isInWorkspace(each))
        .sort((a, b) => a.startTicks - b.startTicks)
        .map(({ pid, name }) => `${name} (PID ${pid})`)
    },
  }
}

/** Time since boot in hundredths of a second, like `startTicks`. 0 where it cannot be read. */
const nowTicks = (): number => Math.floor(Number(/^[\d.]+/.exec(textOf('/proc/uptime'))?.[0] ?? 0) * 100)

/** `startTicks`: when it started, in hundredths of a second since boot. */
type ProcessStat = { pid: number; name: string; state: string; parent: number; startTicks: number }

const listProcesses = (): ProcessStat[] =>
  readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? (readProcess(entry) ?? []) : []))

/** Undefined when it ended. `entry`: its folder in /proc. */
function readProcess(entry: string): ProcessStat | undefined {
  // The name is in parentheses and may contain parentheses itself.
  const [, pid, name = '', rest = ''] = /^(\d+) \(([\s\S]*)\) ([^)]*)$/.exec(textOf(`/proc/${entry}/stat`)) ?? []
  if (pid === undefined) return undefined
  const fields = rest.split(' ')
  const [state = 'X', parent] = fields
  return { pid: Number(pid), name, state, parent: Number(parent), startTicks: Number(fields[19]) }
}

/** This process and its children, whose end is known. */
function descendantsOf(root: number, all: readonly ProcessStat[]): Set<number> {
  const pids = new Set([root])
  for (let size = 0; size !== pids.size; ) {
    size = pids.size
    for (const { pid, parent } of all) if (pids.has(parent)) pids.add(pid)
  }
  return pids
}

/** Longer than anything read here. A file in /proc reports no size. */
const buffer = Buffer.alloc(8192)

/** The text of a file in /proc. There are hundreds, so it uses as few calls as possible. */
function textOf(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      return buffer.toString('latin1', 0, readSync(file, buffer))
    } finally {
      closeSync(file)
    }
  } catch {
    return '' // it ended, or belongs to another user
  }
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return '/'
  }
}
