import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Socket } from 'node:net'
import { delimiter, isAbsolute, join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../errors.ts'
import { lazy } from '../lazy.ts'
import {
  listRemainingProcesses,
  type ProcessGroup,
  terminateProcessGroup,
  WAITED,
  watchReader,
} from './process-group.ts'
import { type StartedProcess, startProcess, type WindowsCommand, windowsCommand } from './start-process.ts'

export type Argv = readonly [string, ...string[]]

/** A program with its arguments, or a command line for the shell (bash, or sh when bash is not installed). */
export type CommandLine = { argv: Argv } | { shell: string }

export type ProgramOptions = {
  cwd: string
  /** The complete environment of the child; nothing is inherited. See childEnvironment(). */
  env: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Limit on the total time. 0 or absent: none. */
  timeoutMs?: number
  /** Limit on the time without output. 0 or absent: none. */
  idleMs?: number
  /** How much of each stream is kept: the first fifth and the end. Default 16 MiB. */
  maxBytes?: number
  /** A command that prints more than this is terminated. Default 1 GiB. */
  floodBytes?: number
  /** Input for the command. Absent: stdin is closed. */
  stdin?: string
  /** Redirects stderr into stdout, in the order the command writes. Not on Windows. */
  mergeStderr?: boolean
  /** Maximum number of processes of this user, and maximum size of a file in bytes. Not on Windows. */
  limits?: { processes?: number; fileBytes?: number }
  /** The program never leaves processes running, so do not search for them. */
  leavesNothingRunning?: boolean
  /** The program only reads files below this folder. One that waits there for a pipe is let go, or ended with a `failure`. Linux only. */
  reads?: string
  /** Receives each chunk as it arrives. */
  onOutput?(chunk: Buffer, stream: 'stdout' | 'stderr'): void
  /** Isolates the command: returns the argv to start instead. */
  wrap?(argv: Argv): Argv
  /** Terminates the processes that the command leaves running. */
  endProcessTree?: boolean
}

export type ProgramResult = {
  /** stdout and stderr as text in order of arrival; with `mergeStderr` in the order they were written. */
  output: string
  stdout: string
  stderr: string
  /** `output` as raw bytes, for text that is not UTF-8. */
  bytes: Buffer
  /** null when a signal ended the command, or when it did not start. */
  code: number | null
  signal: NodeJS.Signals | null
  /** The limit that ended the command: `total` time, `idle` time, or too much output (`flood`). */
  timedOut: false | 'total' | 'idle' | 'flood'
  aborted: boolean
  /** Bytes of output that were not kept. */
  truncatedBytes: number
  totalBytes: number
  /** The first bytes contain a NUL, so the output is not text. */
  binary: boolean
  pid: number | undefined
  pgid: number | undefined
  /** Processes that the command left running. End them with terminateProcesses(). */
  backgroundPids: number[]
  /** Why the command could not be started, or what it waited for. */
  failure?: string
}

/** When a command ends, its last output is already in the pipe. After this long without data, the output is complete. */
const QUIET_MS = 25

const MAX_QUIET_ROUNDS = 40

const DEFAULT_OUTPUT_BYTES = 16 * 1024 * 1024

/**
 * Runs one command in a new process group. Resolves when the command itself ends, even if a background process still holds
 * its output open. Never rejects.
 */
export async function runProgram(command: CommandLine, options: ProgramOptions): Promise<ProgramResult> {
  const streams = [
    createBoundedOutput(options.maxBytes ?? DEFAULT_OUTPUT_BYTES),
    createBoundedOutput(options.maxBytes ?? DEFAULT_OUTPUT_BYTES),
  ] as const
  const both = options.mergeStderr ? streams[0] : createBoundedOutput(options.maxBytes ?? DEFAULT_OUTPUT_BYTES)
  const facts: ExitFacts = {
    code: null,
    signal: null,
    timedOut: false,
    aborted: false,
    pid: undefined,
    backgroundPids: [],
  }
  if (options.signal?.aborted) return toProgramResult(streams, both, { ...facts, aborted: true })

  const marker = newMarker()
  const started = await startCommand(command, options, marker)
  if (started.failure !== undefined) return toProgramResult(streams, both, { ...facts, failure: started.failure })
  const { child } = started
  const group: ProcessGroup = { pgid: child.pid ?? 0, marker }
  const limits = watchLimits(options, () => both.total(), group)
  const collect = (stream: 'stdout' | 'stderr') => (chunk: Buffer) => {
    if (limits.isFinished()) return
    streams[stream === 'stdout' ? 0 : 1].add(chunk)
    if (!options.mergeStderr) both.add(chunk)
    options.onOutput?.(chunk, stream)
    limits.outputReceived()
  }
  child.stdout?.on('data', collect('stdout'))
  child.stderr?.on('data', collect('stderr'))
  // A command may end without reading its input.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(options.stdin)

  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const exit = await Promise.race([waitForExit(child), limits.forcedExit])
  const { timedOut, aborted, waited } = await limits.stopWatching()
  if (exit.failure === undefined)
    await (options.leavesNothingRunning ? closed : Promise.race([closed, waitForSilence(() => both.total())]))
  // Keep reading from background processes, so that no closed pipe kills them, but do not wait for them.
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref()
  child.unref()
  const remaining = child.pid === undefined || options.leavesNothingRunning ? [] : await listRemainingProcesses(group)
  if (options.endProcessTree && remaining.length > 0) await terminateProcessGroup(group)
  const backgroundPids = options.endProcessTree ? [] : remaining
  limits.finish()
  const notRun = options.wrap && exit.code === NOT_RUN.code ? notRunReason(streams[1]) : undefined
  const failure = exit.failure ?? (waited ? WAITED : notRun)
  return toProgramResult(streams, both, { ...exit, failure, timedOut, aborted, pid: child.pid, backgroundPids })
}

/** How a wrapper, such as the isolation, ends when it could not start the command: with this exit code, and a line that starts with this text. */
export const NOT_RUN = { code: 125, line: 'sluice: the command did not run: ' } as const

/** The wrapper's reason, and the message of the program that failed in it. */
function notRunReason(stderr: BoundedOutput): string | undefined {
  const lines = stderr.bytes().toString('utf8').split('\n').filter(Boolean)
  const isReason = (line: string) => line.startsWith(NOT_RUN.line)
  const reason = lines.find(isReason)?.slice(NOT_RUN.line.length)
  const cause = lines.find((line) => !isReason(line))
  return reason === undefined || cause === undefined ? reason : `${reason}: ${cause}`
}

/** A command in the background. `exited` resolves when it ends. End its tree with terminateProcessGroup(). */
export type BackgroundProgram =
  | { ok: true; group: ProcessGroup; exited: Promise<ProgramExit> }
  | { ok: false; failure: string }

/** Starts a command without waiting for it and writes its output to a file. It does not keep this process alive. */
export async function startInBackground(
  command: CommandLine,
  options: ProgramOptions,
  outputFile: string,
): Promise<BackgroundProgram> {
  const output = await open(outputFile, 'a')
  try {
    const marker = newMarker()
    const started = await startCommand(command, { ...options, mergeStderr: true }, marker, output.fd)
    if (started.failure !== undefined) return { ok: false, failure: started.failure }
    const { child } = started
    const exited = waitForExit(child)
    if (child.pid === undefined) return { ok: false, failure: (await exited).failure ?? 'it did not start' }
    child.unref()
    return { ok: true, group: { pgid: child.pid, marker }, exited }
  } finally {
    await output.close()
  }
}

/** A running program with open pipes. End its tree with terminateProcessGroup(). */
export type PipedProgram =
  | {
      ok: true
      group: ProcessGroup
      stdin: Writable
      stdout: Readable
      stderr: Readable
      exited: Promise<ProgramExit>
      /** Whether the program keeps this process alive. Initially it does. */
      keepAlive(enabled: boolean): void
    }
  | { ok: false; failure: string }

/** Starts a program with pipes to all three streams. The options for limits and output do not apply. */
export async function startPipedProgram(command: CommandLine, options: ProgramOptions): Promise<PipedProgram> {
  const marker = newMarker()
  const started = await startCommand(command, { ...options, stdin: '' }, marker)
  if (started.failure !== undefined) return { ok: false, failure: started.failure }
  const { child } = started
  const exited = waitForExit(child)
  const { pid, stdin, stdout, stderr } = child
  if (pid === undefined || !stdin || !stdout || !stderr)
    return { ok: false, failure: (await exited).failure ?? 'it did not start' }
  const handles = [child, ...[stdin, stdout, stderr].filter((stream) => stream instanceof Socket)]
  const keepAlive = (enabled: boolean) => {
    for (const handle of handles) enabled ? handle.ref() : handle.unref()
  }
  // execa empties a stream that has no reader yet.
  const [buffered, bufferedErrors] = [stdout.pipe(new PassThrough()), stderr.pipe(new PassThrough())]
  return { ok: true, group: { pgid: pid, marker }, stdin, stdout: buffered, stderr: bufferedErrors, exited, keepAlive }
}

const newMarker = (): string => `SLUICE_COMMAND=${randomBytes(9).toString('hex')}`

export type ProgramExit = { code: number | null; signal: NodeJS.Signals | null; failure?: string }

type ExitFacts = ProgramExit & Pick<ProgramResult, 'timedOut' | 'aborted' | 'pid' | 'backgroundPids'>

/** The started child, or the reason why it did not start. Its output goes into pipes or into an open file. */
async function startCommand(
  command: CommandLine,
  options: ProgramOptions,
  marker: string,
  output: 'pipe' | number = 'pipe',
): Promise<StartedProcess> {
  const plain: Argv = 'argv' in command ? command.argv : [...shellArgv(options.env), '-c', '--', command.shell]
  if (!existsSync(options.cwd)) return { failure: `the directory ${options.cwd} does not exist` }
  try {
    const argv = (options.wrap ?? ((argv) => argv))(withLimits(plain, options))
    const { file, args, verbatim } = platformCommand(argv, options)
    return await startProcess(file, args, {
      cwd: options.cwd,
      env: { ...options.env, [marker.slice(0, marker.indexOf('='))]: marker.slice(marker.indexOf('=') + 1) },
      stdin: options.stdin === undefined ? 'ignore' : 'pipe',
      output,
      verbatim,
    })
  } catch (error) {
    return { failure: messageOf(error) }
  }
}

const platformCommand = ([file, ...args]: Argv, options: ProgramOptions): WindowsCommand =>
  process.platform === 'win32' ? windowsCommand([file, ...args], options, existsSync) : { file, args, verbatim: false }

/**
 * A shell sets the limits, merges the streams and then execs the command. So the command's text stays unchanged: line
 * numbers in its errors are right, and it cannot undo the setup.
 */
function withLimits(argv: Argv, options: ProgramOptions): Argv {
  const { processes, fileBytes } = options.limits ?? {}
  if (process.platform === 'win32' || !(options.mergeStderr || processes || fileBytes)) return argv
  const setup = [
    processes ? `command ulimit -u ${processes} 2>/dev/null` : '',
    fileBytes ? `command ulimit -f ${Math.ceil(fileBytes / 1024)} 2>/dev/null` : '',
    `exec "$@"${options.mergeStderr ? ' 2>&1' : ''}`,
  ]
  return [...shellArgv(options.env), '-c', setup.filter(Boolean).join('\n'), 'sh', ...argv]
}

/**
 * The shell of `CommandLine`: bash, because the policy engine parses commands with bash's grammar. `--norc`: Node.js connects stdin to a socket, which
 * bash takes for a remote login and reads its startup file.
 */
export function shellArgv(env: Readonly<Record<string, string>>): Argv {
  if (process.platform === 'win32') {
    // The first bash in PATH of a hosted Windows runner belongs to the Linux subsystem, which sees other files.
    const git = join(env.PROGRAMFILES ?? 'C:\\Program Files', 'Git', 'bin', 'bash.exe')
    return [existsSync(git) ? git : 'bash', '--norc']
  }
  const bash = findBash(env)
  return bash === undefined ? ['sh'] : [bash, '--norc']
}

/** The first bash in an absolute folder of PATH, or undefined. */
export const findBash = (env: Readonly<Record<string, string>>): string | undefined =>
  (env.PATH ?? '/usr/local/bin:/usr/bin:/bin')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, 'bash'))
    .find((path) => existsSync(path))

const waitForExit = (child: ChildProcess): Promise<ProgramExit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => resolve({ code: null, signal: null, failure: messageOf(error) }))
  })

/**
 * Resolves when no output arrives for a moment. On a busy machine the timer can fire before the pipes are read. They are
 * read between timers and setImmediate, so wait for that too.
 */
async function waitForSilence(totalBytes: () => number): Promise<void> {
  for (let round = 0, previous = -1; round < MAX_QUIET_ROUNDS && previous !== totalBytes(); round++) {
    previous = totalBytes()
    await sleep(QUIET_MS)
    await nextLoop()
    await nextLoop()
  }
}

/** Decodes texts on demand: most callers read only one of them. */
function toProgramResult(
  [stdout, stderr]: readonly [BoundedOutput, BoundedOutput],
  both: BoundedOutput,
  facts: ExitFacts,
): ProgramResult {
  const text = (output: BoundedOutput) => lazy(() => output.bytes().toString('utf8'))
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

const FLOOD_BYTES = 1024 * 1024 * 1024

/** How long to wait for a command to exit after its process tree was killed. */
const LAST_WAIT_MS = 2000

/** Ends the process group when a limit is reached. `forcedExit` resolves when the command does not exit even then. */
export function watchLimits(options: ProgramOptions, totalBytes: () => number, group: ProcessGroup) {
  let timedOut: ProgramResult['timedOut'] = false
  let aborted = false
  let waited = false
  let isStopped = false
  let isOutputClosed = false
  let termination: Promise<void> | undefined
  const { promise: forcedExit, resolve: resolveForcedExit } = Promise.withResolvers<ProgramExit>()
  const terminate = () => {
    termination = terminateProcessGroup(group)
    termination.then(() => setTimeout(() => resolveForcedExit({ code: null, signal: 'SIGKILL' }), LAST_WAIT_MS).unref())
  }
  const stop = (reason: 'total' | 'idle' | 'flood') => {
    if (isStopped || termination !== undefined) return
    timedOut = reason
    terminate()
  }
  const abort = () => {
    if (isStopped || termination !== undefined) return
    aborted = true
    terminate()
  }
  const endWaiting = () => {
    if (isStopped || termination !== undefined) return
    waited = true
    terminate()
  }
  const waiting = options.reads ? watchReader(group.pgid, options.reads, endWaiting) : undefined
  const total = options.timeoutMs ? setTimeout(stop, options.timeoutMs, 'total') : undefined
  const idle = options.idleMs ? setTimeout(stop, options.idleMs, 'idle') : undefined
  options.signal?.addEventListener('abort', abort, { once: true })
  // It may have been aborted while the program started.
  if (options.signal?.aborted) abort()
  return {
    forcedExit,
    isFinished: () => isOutputClosed,
    finish() {
      isOutputClosed = true
    },
    outputReceived() {
      idle?.refresh()
      if (totalBytes() > (options.floodBytes ?? FLOOD_BYTES)) stop('flood')
    },
    /** The command ended, so limits no longer apply. */
    async stopWatching() {
      isStopped = true
      clearTimeout(total)
      clearTimeout(idle)
      waiting?.[Symbol.dispose]()
      options.signal?.removeEventListener('abort', abort)
      await termination
      return { timedOut, aborted, waited }
    },
  }
}

/** The beginning and the end of a stream, as bytes. */
export type BoundedOutput = {
  add(chunk: Buffer): void
  total(): number
  /** Bytes dropped between beginning and end. */
  dropped(): number
  /** The kept bytes. A line tells how many bytes were dropped. No character is split. */
  bytes(): Buffer
}

/** Keeps at most `maxBytes`: the first fifth, where commands say what they do, and the end, where they report the result. */
export function createBoundedOutput(maxBytes: number): BoundedOutput {
  const headBytes = Math.floor(maxBytes / 5)
  const tailBytes = maxBytes - headBytes
  const head = createChunkQueue()
  const tail = createChunkQueue()
  let total = 0
  return {
    add(chunk) {
      total += chunk.length
      const first = chunk.subarray(0, headBytes - head.bytes)
      head.add(first)
      tail.add(chunk.subarray(first.length))
      tail.dropFront(tailBytes)
    },
    total: () => total,
    dropped: () => Math.max(0, total - head.bytes - tailBytes),
    bytes() {
      if (total - head.bytes <= tailBytes) return Buffer.concat([...head.chunks(), ...tail.chunks()])
      const end = tail.all()
      const start = trimPartialCharacter(head.all(), 'start')
      const rest = trimPartialCharacter(end.subarray(Math.max(0, end.length - tailBytes)), 'end')
      const gap = `\n... [${total - start.length - rest.length} bytes of output omitted] ...\n`
      return Buffer.concat([start, Buffer.from(gap), rest])
    },
  }
}

/** Small chunks are copied into blocks of this size: a million one-byte buffers take a hundred times their size. */
const BLOCK_BYTES = 64 * 1024

/** A queue of chunks that can be dropped from the front. */
function createChunkQueue() {
  const blocks: Buffer[] = []
  let block = Buffer.alloc(0)
  let used = 0
  const closeBlock = () => {
    if (used > 0) blocks.push(block.subarray(0, used))
    block = Buffer.alloc(0)
    used = 0
  }
  return {
    bytes: 0,
    add(chunk: Buffer) {
      if (chunk.length === 0) return
      this.bytes += chunk.length
      if (used + chunk.length > block.length) closeBlock()
      if (chunk.length >= BLOCK_BYTES) {
        blocks.push(chunk)
        return
      }
      if (block.length === 0) block = Buffer.allocUnsafe(BLOCK_BYTES)
      used += chunk.copy(block, used)
    },
    /** Drops whole blocks at the front while at least `minBytes` remain. */
    dropFront(minBytes: number) {
      for (let front = blocks[0]; front !== undefined && this.bytes - front.length >= minBytes; front = blocks[0]) {
        this.bytes -= front.length
        blocks.shift()
      }
    },
    chunks: () => [...blocks, block.subarray(0, used)],
    all(): Buffer {
      return Buffer.concat(this.chunks())
    },
  }
}

/** Removes the partial UTF-8 sequence that a cut left at the end of the `start` piece or the beginning of the `end` piece. */
function trimPartialCharacter(bytes: Buffer, piece: 'start' | 'end'): Buffer {
  const continues = (index: number) => ((bytes[index] ?? 0) & 0xc0) === 0x80
  if (piece === 'end') {
    let from = 0
    while (from < 3 && continues(from)) from++
    return bytes.subarray(from)
  }
  let lead = bytes.length - 1
  while (lead > bytes.length - 4 && lead > 0 && continues(lead)) lead--
  const byte = bytes[lead] ?? 0
  const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
  return lead + length > bytes.length ? bytes.subarray(0, Math.max(0, lead)) : bytes
}

/** A stream with a NUL in its first bytes is not text. */
const SNIFF_BYTES = 8192

export const looksBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, SNIFF_BYTES).includes(0)
