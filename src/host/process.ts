import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from './errors.ts'
import { once } from './once.ts'
import { type Kept, keepEnds, looksBinary } from './output.ts'
import { endFamily, type Family, survivors } from './process-tree.ts'
import { type WindowsCommand, windowsCommand } from './windows-command.ts'

export type Argv = readonly [string, ...string[]]

/** A program with its arguments, or a line for the shell (bash; sh where there is none). */
export type Command = { argv: Argv } | { shell: string }

export type RunOptions = {
  cwd: string
  /** The whole environment of the child; nothing is inherited. childEnvironment() makes one. */
  env: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Wall-clock limit. 0 or absent: none. */
  timeoutMs?: number
  /** Limit without any output. 0 or absent: none. */
  idleMs?: number
  /** How much of each stream is kept: the first fifth and the latest rest. Default 16 MiB. */
  maxBytes?: number
  /** A command that printed this much is out of control and is ended. Default 1 GiB. */
  floodBytes?: number
  /** What the command reads. Absent: nothing, not even a terminal. */
  stdin?: string
  /** stderr written into stdout in the order the command wrote, instead of beside it. Not on Windows. */
  merge?: boolean
  /** Most processes of this user, and largest file in bytes, that the command may cause. Not on Windows. */
  limits?: { processes?: number; fileBytes?: number }
  /** A program known to leave nothing running: nobody looks for what it left. */
  lone?: boolean
  /** Sees every chunk as it comes. */
  onOutput?(chunk: Buffer, from: 'stdout' | 'stderr'): void
  /** Puts the command into isolation: the argv to start instead. */
  wrap?(argv: Argv): Argv
  /** What the command leaves running ends with it, instead of living on. */
  endTree?: boolean
}

export type Ran = {
  /** stdout and stderr as text in the order they came; `merge` makes that the order they were written. */
  output: string
  stdout: string
  stderr: string
  /** `output` as it came, for text that is not UTF-8. */
  bytes: Buffer
  /** null when a signal ended it, or when it never started. */
  code: number | null
  signal: NodeJS.Signals | null
  /** Which limit ended it: `total` time, `idle` time, or too much output (`flood`). */
  timedOut: false | 'total' | 'idle' | 'flood'
  aborted: boolean
  /** Bytes of output that were not kept. */
  truncatedBytes: number
  totalBytes: number
  /** The first bytes hold a NUL: not text. */
  binary: boolean
  pid: number | undefined
  pgid: number | undefined
  /** Processes the command left running. They live on; end them with endProcesses() of process-tree.ts. */
  backgroundPids: number[]
  /** Why it could not be started, where it was not. */
  failure?: string
}

/** After a command ended, its last output is already in the pipe; this long without any means we have it. */
const QUIET_MS = 25
const MOST_QUIET_ROUNDS = 40
const KEPT_BYTES = 16 * 1024 * 1024
const FLOOD_BYTES = 1024 * 1024 * 1024
/** How long after its tree was killed a command may still count as ending. */
const LAST_WAIT_MS = 2000

/**
 * Runs one command in a process group of its own and answers when the command itself has ended, even if something it
 * left in the background still holds its output open. Never rejects.
 *
 * Over spawn, not execa: execa waits for the pipes, ends one process and not its tree, knows no idle limit and keeps no
 * tail of the output, so all that would be left of it here is spawn, for 25 ms of loading.
 */
export async function run(command: Command, options: RunOptions): Promise<Ran> {
  const streams = [keepEnds(options.maxBytes ?? KEPT_BYTES), keepEnds(options.maxBytes ?? KEPT_BYTES)] as const
  const both = options.merge ? streams[0] : keepEnds(options.maxBytes ?? KEPT_BYTES)
  const facts: Facts = { code: null, signal: null, timedOut: false, aborted: false, pid: undefined, backgroundPids: [] }
  if (options.signal?.aborted) return report(streams, both, { ...facts, aborted: true })

  const mark = newMark()
  const child = start(command, options, mark)
  if (typeof child === 'string') return report(streams, both, { ...facts, failure: child })
  const family: Family = { pgid: child.pid ?? 0, mark }
  const limits = watchLimits(options, () => both.total(), family)
  const take = (from: 'stdout' | 'stderr') => (chunk: Buffer) => {
    if (limits.over()) return
    streams[from === 'stdout' ? 0 : 1].add(chunk)
    if (!options.merge) both.add(chunk)
    options.onOutput?.(chunk, from)
    limits.sawOutput()
  }
  child.stdout?.on('data', take('stdout'))
  child.stderr?.on('data', take('stderr'))
  // A command that ends without reading its input is no mistake.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(options.stdin)

  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const exit = await Promise.race([exitOf(child), limits.gaveUp])
  const { timedOut, aborted } = await limits.lift()
  if (exit.failure === undefined) await (options.lone ? closed : Promise.race([closed, silence(() => both.total())]))
  // What still runs keeps being read, so that no closed pipe kills it, but it holds nobody up.
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref()
  child.unref()
  const left = child.pid === undefined || options.lone ? [] : await survivors(family)
  if (options.endTree && left.length > 0) await endFamily(family)
  const backgroundPids = options.endTree ? [] : left
  limits.finish()
  return report(streams, both, { ...exit, timedOut, aborted, pid: child.pid, backgroundPids })
}

/** A command that goes on while we do. `exited` resolves when it ends; the tree is ended by endFamily() of process-tree.ts. */
export type Launched = { ok: true; family: Family; exited: Promise<Exit> } | { ok: false; failure: string }

/** Starts a command without waiting for it, its output going to a file. Nothing of it keeps our own process from ending. */
export async function launch(command: Command, options: RunOptions, outputFile: string): Promise<Launched> {
  const output = await open(outputFile, 'a')
  try {
    const mark = newMark()
    const child = start(command, { ...options, merge: true }, mark, output.fd)
    if (typeof child === 'string') return { ok: false, failure: child }
    const exited = exitOf(child)
    if (child.pid === undefined) return { ok: false, failure: (await exited).failure ?? 'it did not start' }
    child.unref()
    return { ok: true, family: { pgid: child.pid, mark }, exited }
  } finally {
    await output.close()
  }
}

/** A program we talk with while it runs. Its tree is ended by endFamily() of process-tree.ts. */
export type Piped =
  | {
      ok: true
      family: Family
      stdin: Writable
      stdout: Readable
      stderr: Readable
      exited: Promise<Exit>
      /** Whether our own process stays for it; at first it does. */
      hold(on: boolean): void
    }
  | { ok: false; failure: string }

/** Starts a program with pipes to all three of its streams. Of the options, limits and output do not apply. */
export async function startPiped(command: Command, options: RunOptions): Promise<Piped> {
  const mark = newMark()
  const child = start(command, { ...options, stdin: '' }, mark)
  if (typeof child === 'string') return { ok: false, failure: child }
  const exited = exitOf(child)
  const { pid, stdin, stdout, stderr } = child
  if (pid === undefined || !stdin || !stdout || !stderr)
    return { ok: false, failure: (await exited).failure ?? 'it did not start' }
  const handles = [child, ...[stdin, stdout, stderr].filter((stream) => stream instanceof Socket)]
  const hold = (on: boolean) => {
    for (const handle of handles) on ? handle.ref() : handle.unref()
  }
  return { ok: true, family: { pgid: pid, mark }, stdin, stdout, stderr, exited, hold }
}

const newMark = (): string => `SLUICE_COMMAND=${randomBytes(9).toString('hex')}`

export type Exit = { code: number | null; signal: NodeJS.Signals | null; failure?: string }
type Facts = Exit & Pick<Ran, 'timedOut' | 'aborted' | 'pid' | 'backgroundPids'>

/** The started child, or why there is none. Its output goes into pipes, or into an open file. */
function start(
  command: Command,
  options: RunOptions,
  mark: string,
  output: 'pipe' | number = 'pipe',
): ChildProcess | string {
  const plain: Argv = 'argv' in command ? command.argv : [...shellOf(options.env), '-c', '--', command.shell]
  if (!existsSync(options.cwd)) return `the directory ${options.cwd} does not exist`
  try {
    const argv = (options.wrap ?? ((argv) => argv))(prepared(plain, options))
    const { file, args, verbatim } = onThisMachine(argv, options)
    return spawn(file, args, {
      windowsVerbatimArguments: verbatim,
      cwd: options.cwd,
      env: { ...options.env, [mark.slice(0, mark.indexOf('='))]: mark.slice(mark.indexOf('=') + 1) },
      stdio: [options.stdin === undefined ? 'ignore' : 'pipe', output, output],
      // A group of its own, so that the whole tree can be signalled at once and no terminal is in reach.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } catch (error) {
    return messageOf(error)
  }
}

const onThisMachine = ([file, ...args]: Argv, options: RunOptions): WindowsCommand =>
  process.platform === 'win32' ? windowsCommand([file, ...args], options, existsSync) : { file, args, verbatim: false }

/**
 * Limits and the joining of streams are set up by a shell that then becomes the command, so that the command's own text
 * stays as written: line numbers in its errors are right and nothing in it can undo the set-up.
 */
function prepared(argv: Argv, options: RunOptions): Argv {
  const { processes, fileBytes } = options.limits ?? {}
  if (process.platform === 'win32' || !(options.merge || processes || fileBytes)) return argv
  const set = [
    processes ? `command ulimit -u ${processes} 2>/dev/null` : '',
    fileBytes ? `command ulimit -f ${Math.ceil(fileBytes / 1024)} 2>/dev/null` : '',
    `exec "$@"${options.merge ? ' 2>&1' : ''}`,
  ]
  return [...shellOf(options.env), '-c', set.filter(Boolean).join('\n'), 'sh', ...argv]
}

/**
 * bash, because that is the grammar the policy engine reads commands in. Without its start-up file, which it would read
 * when its input is a socket, as Node.js makes it: bash takes that for a remote login.
 */
function shellOf(env: Readonly<Record<string, string>>): Argv {
  if (process.platform === 'win32') {
    // The first bash of a hosted Windows runner's PATH is the Linux subsystem's, which sees other files.
    const git = join(env.PROGRAMFILES ?? 'C:\\Program Files', 'Git', 'bin', 'bash.exe')
    return [existsSync(git) ? git : 'bash', '--norc']
  }
  const folders = (env.PATH ?? '/usr/local/bin:/usr/bin:/bin').split(delimiter)
  const bash = folders.map((folder) => join(folder, 'bash')).find((path) => existsSync(path))
  return bash === undefined ? ['sh'] : [bash, '--norc']
}

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => resolve({ code: null, signal: null, failure: messageOf(error) }))
  })

/** Ends the family when a limit is reached. `gaveUp` resolves when even that did not make the command exit. */
function watchLimits(options: RunOptions, totalBytes: () => number, family: Family) {
  let timedOut: Ran['timedOut'] = false
  let aborted = false
  let lifted = false
  let finished = false
  let ending: Promise<void> | undefined
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<Exit>()
  const end = () => {
    ending = endFamily(family)
    ending.then(() => setTimeout(() => giveUp({ code: null, signal: 'SIGKILL' }), LAST_WAIT_MS).unref())
  }
  const stop = (why: 'total' | 'idle' | 'flood') => {
    if (lifted || ending !== undefined) return
    timedOut = why
    end()
  }
  const abort = () => {
    if (lifted || ending !== undefined) return
    aborted = true
    end()
  }
  const total = options.timeoutMs ? setTimeout(stop, options.timeoutMs, 'total') : undefined
  const idle = options.idleMs ? setTimeout(stop, options.idleMs, 'idle') : undefined
  options.signal?.addEventListener('abort', abort, { once: true })
  return {
    gaveUp,
    over: () => finished,
    finish() {
      finished = true
    },
    sawOutput() {
      idle?.refresh()
      if (totalBytes() > (options.floodBytes ?? FLOOD_BYTES)) stop('flood')
    },
    /** No limit applies any more: the command has ended. */
    async lift() {
      lifted = true
      clearTimeout(total)
      clearTimeout(idle)
      options.signal?.removeEventListener('abort', abort)
      await ending
      return { timedOut, aborted }
    },
  }
}

/**
 * Resolves when nothing more came for a moment. On a busy machine the moment can pass before we were given a chance to
 * look: the pipes are read between a timer and what setImmediate runs, so after that there really was nothing.
 */
async function silence(totalBytes: () => number): Promise<void> {
  for (let round = 0, seen = -1; round < MOST_QUIET_ROUNDS && seen !== totalBytes(); round++) {
    seen = totalBytes()
    await sleep(QUIET_MS)
    await nextLoop()
    await nextLoop()
  }
}

/** Texts are made when they are asked for: of a long output most callers read one. */
function report([stdout, stderr]: readonly [Kept, Kept], both: Kept, facts: Facts): Ran {
  const text = (kept: Kept) => once(() => kept.bytes().toString('utf8'))
  const texts = { output: text(both), stdout: text(stdout), stderr: text(stderr) }
  return {
    get output() {
      return texts.output()
    },
    get stdout() {
      return texts.stdout()
    },
    get stderr() {
      return texts.stderr()
    },
    get bytes() {
      return both.bytes()
    },
    ...facts,
    pgid: facts.pid,
    truncatedBytes: both.dropped(),
    totalBytes: both.total(),
    get binary() {
      return looksBinary(both.bytes())
    },
  }
}
