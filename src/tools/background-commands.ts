import { constants } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { messageOf } from '../platform/errors.ts'
import { openRoot, readOpenedEnd } from '../platform/files/open-path.ts'
import { listRemainingProcesses, type ProcessGroup, signalProcessGroup } from '../platform/process/process-group.ts'
import type { ProgramExit } from '../platform/process/run-program.ts'
import { wrapUntrusted } from '../text/clean-inbound.ts'
import { dropControlStrings } from '../text/invisible.ts'
import { defineTool, done, failed, type Tool } from './tool.ts'

type BackgroundCommand = {
  pid: number
  command: string
  log: string
  group: ProcessGroup
  exited: Promise<ProgramExit>
  exit?: ProgramExit
}

export type BackgroundCommands = {
  add(command: string, log: string, launched: { group: ProcessGroup; exited: Promise<ProgramExit> }): void
  entries(): readonly BackgroundCommand[]
}

const MAX_COMMANDS = 100

const TAIL_BYTES = 64 * 1024

const DEFAULT_LINES = 100

/** How long a call may wait for a background command. */
export const MAX_WAIT_MS = 60_000

export function createBackgroundCommands(): BackgroundCommands {
  const entries: BackgroundCommand[] = []
  return {
    add(command, log, { group, exited }) {
      const entry: BackgroundCommand = { pid: group.pgid, command, log, group, exited }
      entries.push(entry)
      if (entries.length > MAX_COMMANDS) entries.shift()
      void exited.then((exit) => {
        entry.exit = exit
      })
    },
    entries: () => entries,
  }
}

/**
 * `kill` of background commands by the process IDs that the model was told, or by their groups. A command of its own could not reach them:
 * in the sandbox it sees only its own processes.
 */
const KILL =
  /^\s*kill(?:\s+(?:-s\s+|-n\s+|-)(?:SIG)?(?<signal>[A-Z]+\d?|\d{1,2}))?(?<targets>(?:\s+(?:--|-?\d+))+)(?:\s*2>\s*\/dev\/null)?(?<isForgiven>\s*\|\|\s*true)?\s*(?:$|(?<joint>;|&&|\n)\s*(?<rest>[\s\S]*)$)/

/** How long to wait until a signal has ended a command. */
const ENDING_MS = 2000

/**
 * Sends the signal of a `kill` command to background commands. Returns its exit code and output, and the rest of the line that is still to
 * run, or undefined for any other command, also for one with a process ID that no background command has.
 */
export async function killBackground(
  command: string,
  background: BackgroundCommands,
): Promise<{ code: number; output: string; rest: string } | undefined> {
  const { signal = 'TERM', targets = '', isForgiven, joint, rest = '' } = KILL.exec(command)?.groups ?? {}
  const pids = targets
    .split(/[\s-]+/)
    .filter(Boolean)
    .map(Number)
  const entries = pids.flatMap((pid) => background.entries().findLast((each) => each.pid === pid) ?? [])
  const number = /^\d/.test(signal) ? Number(signal) : constants.signals[`SIG${signal}` as NodeJS.Signals] // undefined for an unknown name
  if (pids.length === 0 || entries.length < pids.length || number === undefined) return undefined
  const missing: number[] = []
  for (const entry of entries) {
    const remaining = entry.exit === undefined ? [entry.pid] : await listRemainingProcesses(entry.group)
    if (remaining.length === 0) missing.push(entry.pid)
    else if (number !== 0) await signalProcessGroup(entry.group, number)
  }
  const ended = Promise.all(entries.map(({ exited }) => exited))
  if (number !== 0) await Promise.race([ended, sleep(ENDING_MS)])
  const output = missing.map((pid) => `kill: (${pid}) - No such process`).join('\n')
  const code = missing.length > 0 && isForgiven === undefined ? 1 : 0
  return { code, output, rest: joint === '&&' && code !== 0 ? `false && ${rest}` : rest }
}

/** The tools that show the state and the output of background commands. */
export const backgroundTools = (background: BackgroundCommands): Tool[] => [
  listBackgroundProcesses(background),
  readBackgroundOutput(background),
]

const listBackgroundProcesses = (background: BackgroundCommands) =>
  defineTool({
    name: 'list_background_processes',
    description: 'Lists the background commands of this run with their process IDs and whether they still run.',
    annotations: { readOnlyHint: true },
    input: z.object({}),
    async run() {
      const lines = await Promise.all(background.entries().map(statusLine))
      return done(lines.length === 0 ? 'No background processes found.' : lines.join('\n'))
    },
  })

async function statusLine({ pid, command, group, exit }: BackgroundCommand): Promise<string> {
  if (exit === undefined) return `- [PID ${pid}] RUNNING: \`${command}\``
  const code = exit.code === null ? '' : ` (Exit Code: ${exit.code})`
  const signal = exit.signal === null ? '' : ` (Signal: ${exit.signal})`
  const running = await listRemainingProcesses(group)
  const remaining = running.length === 0 ? '' : ` (still running: ${running.join(', ')})`
  return `- [PID ${pid}] EXITED: \`${command}\`${code}${signal}${remaining}`
}

const readBackgroundOutput = (background: BackgroundCommands) =>
  defineTool({
    name: 'read_background_output',
    description: 'Shows the last output lines of a background command.',
    annotations: { readOnlyHint: true },
    input: z.object({
      pid: z.int().describe('Process ID, from run_shell_command or list_background_processes.'),
      lines: z.int().min(1).optional().describe(`Number of lines from the end. Default ${DEFAULT_LINES}.`),
      delay_ms: z.int().min(0).max(MAX_WAIT_MS).optional().describe('Milliseconds to wait first.'),
    }),
    async run({ pid, lines = DEFAULT_LINES, delay_ms = 0 }, signal) {
      const entry = background.entries().findLast((one) => one.pid === pid)
      if (entry === undefined)
        return failed(
          'execution_failed',
          `Access denied. Background process ID ${pid} not found in this session's history. List the IDs with list_background_processes.`,
        )
      if (delay_ms > 0) await sleep(delay_ms, undefined, { signal })
      let tail: LogTail
      try {
        tail = readTail(entry.log)
      } catch (error) {
        return failed('execution_failed', `Error reading background log: ${messageOf(error)}`)
      }
      const all = tail.text.replace(/\n$/, '').split('\n')
      if (tail.text === '') return done('Log is empty.')
      const isComplete = all.length <= lines && !tail.truncated
      const title = isComplete
        ? 'Full Log Output:'
        : `Showing last ${Math.min(lines, all.length)} of ${tail.truncated ? 'more than ' : ''}${all.length} lines:`
      return done(wrapUntrusted(`${title}\n${all.slice(-lines).join('\n')}`))
    },
  })

type LogTail = { text: string; truncated: boolean }

/** The last lines of a log that may still grow. */
function readTail(path: string): LogTail {
  using root = openRoot(dirname(path))
  using file = root.open(path)
  const { bytes, from } = readOpenedEnd(file, TAIL_BYTES)
  const text = dropControlStrings(decodePartialLog(bytes, from > 0)).replace(/\r+\n/g, '\n')
  return from === 0 ? { text, truncated: false } : { text: text.slice(text.indexOf('\n') + 1), truncated: true }
}

/** Decodes a part of a log, which may start inside a character and end with an incomplete one. */
function decodePartialLog(bytes: Buffer, truncated: boolean): string {
  const start = truncated ? bytes.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(Math.max(0, start)), { stream: true })
}
