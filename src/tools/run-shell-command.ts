import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Workspace } from '../host/files.ts'
import type { Isolation } from '../host/isolation.ts'
import { type Exit, launch, type Ran, type RunOptions, run } from '../host/process.ts'
import { type Family, survivors } from '../host/process-tree.ts'
import { type Background, LONGEST_WAIT_MS } from './background.ts'
import { decode } from './encoding.ts'
import { openSpill, shortened } from './long-output.ts'
import { defineTool, done, failed, type ToolResult, withoutBlanks } from './tool.ts'
import { untrusted } from './untrusted.ts'

/** What a shell takes beside the workspace. Whoever hands this out lets the model start programs. */
export type ShellPower = {
  /** The whole environment of commands: childEnvironment() of host/environment.ts. */
  env: Record<string, string>
  /** Where output too long for an answer is kept. To be readable for the model it has to be in the workspace's `readable`. */
  outputDir: string
  timeoutMs: number
  idleMs: number
  /** How commands are kept apart from the job. Where there is this, what a command leaves running ends with it. */
  isolate?: () => Promise<Pick<Isolation, 'wrap'>>
  /** Told of each command that goes on in the background, so that the end of the run can be its end (endFamily()). */
  onLeftRunning?: (family: Family) => void
}

/** Linux takes no argument longer than 128 KiB. */
const LONGEST_COMMAND_BYTES = 120_000
const KEPT_BYTES = 1024 * 1024
/** More output than this comes from a command gone wild. */
const FLOOD_BYTES = 256 * 1024 * 1024
/** Against fork bombs and full disks; far above what builds need. */
const LIMITS = { processes: 4096, fileBytes: 4 * 1024 * 1024 * 1024 }
const BACKGROUND_MS = 200

/** Runs a command in bash: no terminal, no input, its own process group, and an end when time or output run out. */
export function runShellCommand(files: Workspace, shell: ShellPower, background: Background) {
  let outputs = 0
  return defineTool({
    name: 'run_shell_command',
    aliases: ['ShellTool', 'Shell', 'shell', 'run_command', 'bash'],
    description: `Runs a command with bash -c and reports its output, exit code and signal, and the processes it left in the background. There is no terminal and nobody to answer prompts: use flags such as --yes. ${shell.isolate ? 'Start servers with is_background: what is started with & ends with its command.' : 'Start servers with is_background or &.'} It is ended after ${minutes(shell.timeoutMs)}, or ${minutes(shell.idleMs)} without output. Long output is shortened; all of it is kept in a file that read_file can read.`,
    annotations: { destructiveHint: true, openWorldHint: true },
    renamed: { directory: 'dir_path', cwd: 'dir_path' },
    older: withoutBlanks('dir_path'),
    input: z.object({
      command: z
        .string()
        .refine((command) => command.trim() !== '', 'Command cannot be empty.')
        .describe('The command, as it would be typed.'),
      description: z.string().optional().describe('What it does and why, in a few words, for people who read the log.'),
      dir_path: z.string().optional().describe('Folder to run it in. Default: the repository root.'),
      is_background: z.boolean().optional().describe('Do not wait for its end: for servers and watchers.'),
      delay_ms: z
        .int()
        .min(0)
        .max(LONGEST_WAIT_MS)
        .optional()
        .describe(`With is_background: how long to watch it start. Default ${BACKGROUND_MS}.`),
    }),
    async run(args, signal): Promise<ToolResult> {
      const { command, dir_path, is_background, delay_ms = BACKGROUND_MS } = args
      if (Buffer.byteLength(command) > LONGEST_COMMAND_BYTES)
        return failed(
          'shell_execute_error',
          'The command is longer than 120 kB. Write a script with write_file and run that.',
        )
      const at = await files.resolve(dir_path ?? '.', 'read')
      if (!at.ok) return at
      if ((await files.kind(at)) !== 'directory')
        return failed('path_is_not_a_directory', `The command was not run: there is no directory ${at.shown}.`)

      outputs++
      const isolation = await shell.isolate?.()
      const options = {
        cwd: at.path,
        env: shell.env,
        signal,
        limits: LIMITS,
        ...(isolation?.wrap ? { wrap: isolation.wrap } : {}),
        ...(isolation ? { endTree: true } : {}),
      }
      const report = (ended: Ended, output: string) => reportText(command, dir_path, ended, output)
      const asked = { command, options, report, nth: outputs }
      return is_background ? leaveRunning(asked, shell, background, delay_ms) : waitForEnd(asked, shell)
    },
  })
}

/** A command that may run. `nth` tells its output from that of others. */
type Asked = {
  command: string
  options: RunOptions & { signal: AbortSignal }
  report(ended: Ended, output: string): string
  nth: number
}

async function leaveRunning(
  { command, options, report, nth }: Asked,
  { outputDir, onLeftRunning }: ShellPower,
  background: Background,
  delayMs: number,
): Promise<ToolResult> {
  await mkdir(outputDir, { recursive: true, mode: 0o700 })
  const log = join(outputDir, `background-${nth}.txt`)
  const launched = await launch({ shell: command }, options, log)
  if (!launched.ok) return failed('shell_execute_error', `The command could not be started: ${launched.failure}`)
  const { exited, family } = launched
  background.add(command, log, launched)
  const { signal } = options
  const exit = await Promise.race([exited, sleep(delayMs, undefined, { signal }).catch(() => undefined)])
  const output = shortened(plain(await readFile(log, 'utf8').catch(() => '')), log)
  const running = [...(exit === undefined ? [family.pgid] : []), ...(await survivors(family))]
  if (running.length > 0) onLeftRunning?.(family)
  if (exit !== undefined) return done(report({ ...exit, pgid: family.pgid, backgroundPids: running }, output))
  return done(
    untrusted(
      `Command is running in background. PID: ${family.pgid}. Its output goes to ${log}, which read_file can read; read_background_output shows the end of it. Initial output:\n${output || '(empty)'}`,
    ),
    output,
  )
}

async function waitForEnd({ command, options, report, nth }: Asked, shell: ShellPower): Promise<ToolResult> {
  const spill = openSpill(shell.outputDir, `shell-${nth}.txt`)
  const ran = await run(
    { shell: command },
    {
      ...options,
      merge: true,
      timeoutMs: shell.timeoutMs,
      idleMs: shell.idleMs,
      maxBytes: KEPT_BYTES,
      floodBytes: FLOOD_BYTES,
      onOutput: spill.take,
    },
  )
  if (ran.failure !== undefined)
    return failed('shell_execute_error', `The command could not be started: ${ran.failure}`)
  const text = await textOf(ran)
  const output =
    text === undefined ? `(binary output, ${ran.totalBytes} bytes, not shown)` : shortened(plain(text), spill.file())
  const why = whyEnded(ran, shell)
  if (ran.aborted) return failed('cancelled', [why, output].join('\n'))
  return done(report({ ...ran, why }, output), output || displayOf(ran))
}

type Ended = Exit & { pgid?: number | undefined; backgroundPids: readonly number[]; why?: string | undefined }

/** The eight facts of a command, always all of them and in this order. What the command printed is marked as no instruction. */
function reportText(command: string, folder: string | undefined, ended: Ended, output: string): string {
  const fact = (value: string | number | null | undefined) =>
    value === undefined || value === null || value === '' ? '(none)' : value
  return untrusted(
    [
      `Command: ${command}`,
      `Directory: ${folder || '(root)'}`,
      `Output: ${output || '(empty)'}`,
      `Error: ${fact(ended.why)}`,
      `Exit Code: ${fact(ended.code)}`,
      `Signal: ${fact(ended.signal)}`,
      `Background PIDs: ${fact(ended.backgroundPids.join(', '))}`,
      `Process Group PGID: ${fact(ended.pgid)}`,
    ].join('\n'),
  )
}

/** What such a report says; undefined for any other text. */
export function readReport(
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

/** The last five facts are single lines, so whatever a command prints, it cannot take their place. */
const REPORT =
  /^<untrusted_context>\nCommand: [\s\S]*?\nDirectory: .*\nOutput: ([\s\S]*)\nError: .*\nExit Code: (.*)\nSignal: (.*)\nBackground PIDs: .*\nProcess Group PGID: .*\n<\/untrusted_context>$/

function whyEnded(ran: Ran, shell: ShellPower): string | undefined {
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

const displayOf = (ran: Ran): string =>
  ran.signal !== null
    ? `Command terminated by signal: ${ran.signal}`
    : ran.code === 0
      ? ''
      : `Command exited with code: ${ran.code}`

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} minutes`

/** Output in whatever encoding it is, as files are read; undefined for what is no text. */
async function textOf(ran: Ran): Promise<string | undefined> {
  const decoded = await decode(ran.bytes)
  return decoded?.text.toWellFormed() ?? (ran.binary ? undefined : ran.output)
}

/**
 * Output as a reader of the finished screen sees it: no colours, of a progress line only its last state. Blank lines around
 * it go; the indentation of its first line may be that of a file's.
 */
const plain = (output: string): string =>
  stripVTControlCharacters(output)
    // Anchored both: tried from every character, a line of a megabyte would take minutes.
    .replace(/(?<!\r)\r+\n/g, '\n')
    .replace(/^[^\n]*\r(?=[^\n\r])/gm, '')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
