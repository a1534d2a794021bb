import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { readSmallFile } from '../platform/files/open-path.ts'
import type { Workspace } from '../platform/files/workspace.ts'
import { listRemainingProcesses, type ProcessGroup } from '../platform/process/process-group.ts'
import {
  type Argv,
  findBash,
  type ProgramExit,
  type ProgramOptions,
  type ProgramResult,
  runProgram,
  startInBackground,
} from '../platform/process/run-program.ts'
import type { Isolation } from '../platform/sandbox/isolation.ts'
import { wrapUntrusted } from '../text/clean-inbound.ts'
import { dropControlStrings } from '../text/invisible.ts'
import { type BackgroundCommands, killBackground, MAX_WAIT_MS } from './background-commands.ts'
import { decodeText } from './files/encoding.ts'
import {
  MAX_OUTPUT_CHARACTERS,
  openOutputSpill,
  type ShortenedOutput,
  shortenOutput,
  withRefusals,
} from './long-output.ts'
import { defineTool, done, dropBlankArgs, failed, type ToolResult } from './tool.ts'

/** What the shell tool needs in addition to the workspace. It lets the model start programs. */
export type ShellCapability = {
  /** The complete environment of commands, from childEnvironment(). */
  env: Record<string, string>
  /** Folder for output that is too long for a result. The model can read it if it is in the workspace's `readable`. */
  outputDir: string
  timeoutMs: number
  idleMs: number
  /** The longest output that a result shows, in characters; 0 or less: no limit. Default: 40,000. */
  maxOutputCharacters?: number
  /** Isolates commands from the job. With isolation, the processes that a command starts end with it. */
  isolate?: () => Promise<Pick<Isolation, 'wrap' | 'place' | 'network'>>
  /** Opens what the next command can use besides programs. `env` is the environment of commands. */
  openServices?: (env: Readonly<Record<string, string>>) => Promise<CommandServices | undefined>
  /** What commands get in addition. No other program of the run gets it. */
  commandAccess?: readonly CommandAccess[]
  /** Receives each process group that keeps running, so that the end of the run can terminate it. */
  onBackgroundProcess?: (group: ProcessGroup) => void
}

/** What one command can use: variables, and folders of the run's private folder that it can read. */
export type CommandServices = {
  env: Readonly<Record<string, string>>
  visible: readonly string[]
  /** Called when the command has ended. A command in the background keeps its services. */
  close(): void
}

/** Variables for commands, and paths of the run's private folder that commands see despite the isolation. */
export type CommandAccess = {
  env: Readonly<Record<string, string>>
  visible?: readonly string[]
  writable?: readonly string[]
}

/** Linux allows arguments up to 128 KiB. */
const MAX_COMMAND_BYTES = 120_000
/** Output up to this size is always kept. At most 16 times as much is kept. */
const MIN_KEPT_BYTES = 1024 * 1024
/** A command that prints more is broken. */
const FLOOD_BYTES = 256 * 1024 * 1024
/** Protects against fork bombs and full disks; far more than a build needs. */
const PROCESS_LIMITS = { processes: 4096, fileBytes: 4 * 1024 * 1024 * 1024 }
const NO_BASH =
  'The command was not run: this machine has no bash, so no command can run. Continue with the other tools, and say in the answer what could not be checked.'
const DEFAULT_BACKGROUND_DELAY_MS = 200

/** Runs a command in bash, without terminal or input, in a separate process group, with limits for time and output. */
export function runShellCommand(files: Workspace, shell: ShellCapability, background: BackgroundCommands) {
  let calls = 0
  return defineTool({
    name: 'run_shell_command',
    description: `Runs a command with bash -c and reports its output, exit code and signal, and the processes that keep running in the background. There is no terminal and prompts cannot be answered: use flags like --yes. ${shell.isolate ? 'Start servers with is_background: processes started with & end with the command.' : 'Start servers with is_background or &.'} A command is terminated after ${minutes(shell.timeoutMs)}, or after ${minutes(shell.idleMs)} without output. Long output is truncated; read_file can read all of it.`,
    annotations: { destructiveHint: true, openWorldHint: true },
    parameterAliases: { directory: 'dir_path', cwd: 'dir_path' },
    upgradeArgs: dropBlankArgs('dir_path'),
    input: z.object({
      command: z
        .string()
        .refine((command) => command.trim() !== '', 'Command cannot be empty.')
        .describe('The bash command.'),
      description: z.string().optional().describe('What the command does and why, in a few words, for the log.'),
      dir_path: z.string().optional().describe('Folder to run it in. Default: the repository root.'),
      is_background: z.boolean().optional().describe('Do not wait for the command to end: for servers and watchers.'),
      delay_ms: z
        .int()
        .min(0)
        .max(MAX_WAIT_MS)
        .optional()
        .describe(
          `With is_background: milliseconds to wait for its first output. Default ${DEFAULT_BACKGROUND_DELAY_MS}.`,
        ),
    }),
    async run(args, signal): Promise<ToolResult> {
      const { command, dir_path, is_background, delay_ms = DEFAULT_BACKGROUND_DELAY_MS } = args
      if (Buffer.byteLength(command) > MAX_COMMAND_BYTES)
        return failed(
          'shell_execute_error',
          'The command is longer than 120 kB. Write a script with write_file and run it.',
        )
      if (process.platform !== 'win32' && findBash(shell.env) === undefined)
        return failed('shell_execute_error', NO_BASH)
      const folder = await files.resolve(dir_path ?? '.', 'read')
      if (!folder.ok) return folder
      if ((await files.kind(folder)) !== 'directory')
        return failed('path_is_not_a_directory', `The command was not run: ${folder.displayPath} is not a directory.`)

      let rest = command
      const printed: string[] = []
      for (;;) {
        const killed = await killBackground(rest, background)
        if (killed === undefined) break
        if (killed.output !== '') printed.push(killed.output)
        rest = killed.rest
        if (rest !== '') continue
        const exit = { code: killed.code, signal: null }
        const output = printed.join('\n')
        return withExit(
          done(formatReport(command, dir_path, { ...exit, backgroundPids: [] }, output), output),
          exit,
          undefined,
        )
      }

      calls++
      const isolation = await shell.isolate?.()
      const access = combineAccess(shell)
      const services = await shell.openServices?.(access.env)
      const wrap = isolation?.wrap
      const visible = [...access.visible, ...(services?.visible ?? [])]
      const options = {
        cwd: folder.path,
        env: { ...access.env, ...services?.env },
        signal,
        limits: PROCESS_LIMITS,
        wrap: wrap === undefined ? undefined : (argv: Argv) => wrap(argv, visible, access.writable),
        endProcessTree: isolation ? true : undefined,
      }
      const network = isolation?.network
      const mark = network?.mark() ?? 0
      const refusedHosts = () => network?.refusalsSince(mark) ?? []
      const report = (ended: ReportedExit, output: string) =>
        formatReport(command, dir_path, ended, [...printed, output].filter(Boolean).join('\n'))
      const call = { command: rest, options, report, refusedHosts, callNumber: calls }
      if (is_background) return runInBackground(call, shell, background, delay_ms)
      return runToEnd(call, shell).finally(() => services?.close())
    },
  })
}

function combineAccess({ env, commandAccess = [] }: ShellCapability) {
  return {
    env: Object.assign({}, env, ...commandAccess.map((access) => access.env)) as Record<string, string>, // of such records
    visible: commandAccess.flatMap((access) => access.visible ?? []),
    writable: commandAccess.flatMap((access) => access.writable ?? []),
  }
}

/** `callNumber` makes the name of the output file unique. */
type ShellCall = {
  command: string
  options: ProgramOptions & { signal: AbortSignal }
  report(ended: ReportedExit, output: string): string
  /** The hosts that the gateway refused since the command started, one sentence each. */
  refusedHosts(): readonly string[]
  callNumber: number
}

/** A command that prints more at once is shown by read_background_output. */
const MAX_FIRST_OUTPUT_BYTES = 16 * 1024 * 1024

async function runInBackground(
  { command, options, report, refusedHosts, callNumber }: ShellCall,
  { outputDir, onBackgroundProcess, maxOutputCharacters }: ShellCapability,
  background: BackgroundCommands,
  delayMs: number,
): Promise<ToolResult> {
  await mkdir(outputDir, { recursive: true, mode: 0o700 })
  const log = join(outputDir, `background-${callNumber}.txt`)
  const launched = await startInBackground({ shell: command }, options, log)
  if (!launched.ok) return failed('shell_execute_error', `The command could not be started: ${launched.failure}`)
  const { exited, group } = launched
  background.add(command, log, launched)
  const { signal } = options
  const exit = await Promise.race([exited, sleep(delayMs, undefined, { signal }).catch(() => undefined)])
  const printed = plainOutput(readSmallFile(outputDir, basename(log), MAX_FIRST_OUTPUT_BYTES) ?? '')
  const { text, shortened } = shortenOutput(printed, log, maxOutputCharacters)
  const output = withRefusals(text, refusedHosts())
  const running = [...(exit === undefined ? [group.pgid] : []), ...(await listRemainingProcesses(group))]
  if (running.length > 0) onBackgroundProcess?.(group)
  if (exit !== undefined)
    return withExit(done(report({ ...exit, pgid: group.pgid, backgroundPids: running }, output)), exit, shortened)
  const result = done(
    wrapUntrusted(
      `Command is running in background. PID: ${group.pgid}. Its output goes to ${log}, which read_file can read. read_background_output shows the end of it. Initial output:\n${output || '(empty)'}`,
    ),
    output,
  )
  return shortened === undefined ? result : { ...result, shortened }
}

async function runToEnd(
  { command, options, report, refusedHosts, callNumber }: ShellCall,
  shell: ShellCapability,
): Promise<ToolResult> {
  const spill = openOutputSpill(shell.outputDir, `shell-${callNumber}.txt`, shell.maxOutputCharacters)
  const ran = await runProgram(
    { shell: command },
    {
      ...options,
      mergeStderr: true,
      timeoutMs: shell.timeoutMs,
      idleMs: shell.idleMs,
      maxBytes: keptBytes(shell),
      floodBytes: FLOOD_BYTES,
      onOutput: spill.write,
    },
  )
  if (ran.failure !== undefined)
    return failed('shell_execute_error', `The command could not be started: ${ran.failure}`)
  const decoded = decodeOutput(ran)
  const { text, shortened } =
    decoded === undefined
      ? { text: `(binary output, ${ran.totalBytes} bytes, not shown)`, shortened: undefined }
      : shortenOutput(plainOutput(decoded), spill.file(), shell.maxOutputCharacters)
  const output = withRefusals(text, refusedHosts())
  const reason = endReason(ran, shell)
  if (ran.aborted) return failed('cancelled', [reason, output].join('\n'))
  return withExit(done(report({ ...ran, reason }, output), output || exitSummary(ran)), ran, shortened)
}

/** The result with the exit code for the log. */
function withExit(
  result: ToolResult,
  { code, signal }: ProgramExit,
  shortened: ShortenedOutput | undefined,
): ToolResult {
  const exit = signal ?? code
  if (!result.ok) return result
  return { ...result, exit: exit ?? undefined, shortened }
}

/** Enough for the limit in any encoding; more is in the file. */
function keptBytes({ maxOutputCharacters = MAX_OUTPUT_CHARACTERS }: ShellCapability): number {
  const wanted = maxOutputCharacters <= 0 ? Number.POSITIVE_INFINITY : 4 * maxOutputCharacters
  return Math.min(16 * MIN_KEPT_BYTES, Math.max(MIN_KEPT_BYTES, wanted))
}

type ReportedExit = ProgramExit & {
  pgid?: number
  backgroundPids: readonly number[]
  reason?: string
}

/** The eight facts of a command, always in this order. The report is marked as untrusted. */
function formatReport(command: string, folder: string | undefined, ended: ReportedExit, output: string): string {
  const fact = (value: string | number | null | undefined) =>
    value === undefined || value === null || value === '' ? '(none)' : value
  return wrapUntrusted(
    [
      `Command: ${command}`,
      `Directory: ${folder || '(root)'}`,
      `Output: ${output || '(empty)'}`,
      `Error: ${fact(ended.reason)}`,
      `Exit Code: ${fact(ended.code)}`,
      `Signal: ${fact(ended.signal)}`,
      `Background PIDs: ${fact(ended.backgroundPids.join(', '))}`,
      `Process Group PGID: ${fact(ended.pgid)}`,
    ].join('\n'),
  )
}

/** Parses the report of a command; undefined for any other text. */
export function parseShellReport(
  text: string,
): { output: string; code: number | undefined; signal: string | undefined } | undefined {
  const [, output, code, signal] = REPORT.exec(text) ?? []
  if (output === undefined || code === undefined) return undefined
  return {
    output: output === '(empty)' ? '' : output,
    code: code === '(none)' ? undefined : Number(code),
    signal: signal === '(none)' ? undefined : signal,
  }
}

/** The last five facts are single lines, so the output of a command cannot imitate them. */
const REPORT =
  /^<untrusted_context>\nCommand: [\s\S]*?\nDirectory: .*\nOutput: ([\s\S]*)\nError: .*\nExit Code: (.*)\nSignal: (.*)\nBackground PIDs: .*\nProcess Group PGID: .*\n<\/untrusted_context>$/

function endReason(ran: ProgramResult, shell: ShellCapability): string | undefined {
  if (ran.aborted) return 'Command was cancelled before it could complete.'
  switch (ran.timedOut) {
    case 'total':
      return `Command was automatically cancelled because it ran for more than ${minutes(shell.timeoutMs)}.`
    case 'idle':
      return `Command was automatically cancelled because it exceeded the timeout of ${minutes(shell.idleMs)} without output.`
    case 'flood':
      return `Command was automatically cancelled because it printed more than ${FLOOD_BYTES / 1024 / 1024} MB.`
    case false:
      return undefined
    default:
      return ran.timedOut satisfies never
  }
}

const exitSummary = (ran: ProgramResult): string =>
  ran.signal !== null
    ? `Command terminated by signal: ${ran.signal}`
    : ran.code === 0
      ? ''
      : `Command exited with code: ${ran.code}`

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} minutes`

/** Decodes output in any encoding, like a file; undefined for binary output. */
function decodeOutput(ran: ProgramResult): string | undefined {
  const decoded = decodeText(ran.bytes)
  return decoded?.text.toWellFormed() ?? (ran.binary ? undefined : ran.output)
}

/**
 * Output as a terminal finally shows it: without colors, and only the last state of a progress line. Removes blank lines
 * around it, but keeps the indentation of the first line, which may come from a file.
 */
const plainOutput = (output: string): string =>
  dropControlStrings(output)
    // Both are anchored: if tried at every character, a line of a megabyte would take minutes.
    .replace(/(?<!\r)\r+\n/g, '\n')
    .replace(/^[^\n]*\r(?=[^\n\r])/gm, '')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
