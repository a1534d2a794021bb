import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { messageOf } from '../host/errors.ts'
import type { Exit } from '../host/process.ts'
import { type Family, survivors } from '../host/process-tree.ts'
import { defineTool, done, failed, type Tool } from './tool.ts'
import { untrusted } from './untrusted.ts'

type Entry = { pid: number; command: string; log: string; family: Family; exit?: Exit }

/** The commands of a run that went on in the background. */
export type Background = {
  add(command: string, log: string, launched: { family: Family; exited: Promise<Exit> }): void
  entries(): readonly Entry[]
}

const MOST_ENTRIES = 100
const TAIL_BYTES = 64 * 1024
const LINES = 100
/** How long a call may wait for something to happen in the background. */
export const LONGEST_WAIT_MS = 60_000

export function openBackground(): Background {
  const entries: Entry[] = []
  return {
    add(command, log, { family, exited }) {
      const entry: Entry = { pid: family.pgid, command, log, family }
      entries.push(entry)
      if (entries.length > MOST_ENTRIES) entries.shift()
      void exited.then((exit) => {
        entry.exit = exit
      })
    },
    entries: () => entries,
  }
}

/** Tools that tell what became of background commands. */
export const backgroundTools = (background: Background): Tool[] => [list(background), read(background)]

const list = (background: Background) =>
  defineTool({
    name: 'list_background_processes',
    aliases: ['ListBackgroundProcesses'],
    description:
      'Lists the commands of this run that were started in the background, with their process ids and whether they still run.',
    annotations: { readOnlyHint: true },
    input: z.object({}),
    async run() {
      const lines = await Promise.all(background.entries().map(line))
      return done(lines.length === 0 ? 'No background processes found.' : lines.join('\n'))
    },
  })

async function line({ pid, command, family, exit }: Entry): Promise<string> {
  if (exit === undefined) return `- [PID ${pid}] RUNNING: \`${command}\``
  const code = exit.code === null ? '' : ` (Exit Code: ${exit.code})`
  const signal = exit.signal === null ? '' : ` (Signal: ${exit.signal})`
  const left = await survivors(family)
  const still = left.length === 0 ? '' : ` (still running: ${left.join(', ')})`
  return `- [PID ${pid}] EXITED: \`${command}\`${code}${signal}${still}`
}

const read = (background: Background) =>
  defineTool({
    name: 'read_background_output',
    aliases: ['ReadBackgroundOutput'],
    description: 'Shows the last lines that a command started in the background has printed so far.',
    annotations: { readOnlyHint: true },
    input: z.object({
      pid: z.int().describe('Process id, as run_shell_command and list_background_processes tell it.'),
      lines: z.int().min(1).optional().describe(`How many lines from the end. Default ${LINES}.`),
      delay_ms: z.int().min(0).max(LONGEST_WAIT_MS).optional().describe('Wait so many milliseconds first.'),
    }),
    async run({ pid, lines = LINES, delay_ms = 0 }, signal) {
      const entry = background.entries().findLast((one) => one.pid === pid)
      if (entry === undefined)
        return failed(
          'execution_failed',
          `Access denied. Background process ID ${pid} not found in this session's history. list_background_processes names those there are.`,
        )
      if (delay_ms > 0) await sleep(delay_ms, undefined, { signal })
      let tail: Tail
      try {
        tail = await tailOf(entry.log)
      } catch (error) {
        return failed('execution_failed', `Error reading background log: ${messageOf(error)}`)
      }
      const all = tail.text.replace(/\n$/, '').split('\n')
      if (tail.text === '') return done('Log is empty.')
      const whole = all.length <= lines && !tail.cut
      const title = whole
        ? 'Full Log Output:'
        : `Showing last ${Math.min(lines, all.length)} of ${tail.cut ? 'more than ' : ''}${all.length} lines:`
      return done(untrusted(`${title}\n${all.slice(-lines).join('\n')}`))
    },
  })

type Tail = { text: string; cut: boolean }

/** The end of a log that is still written to, from the start of a line. */
async function tailOf(path: string): Promise<Tail> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const from = Math.max(0, size - TAIL_BYTES)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from)
    const text = stripVTControlCharacters(wholeText(buffer.subarray(0, bytesRead), from > 0)).replace(/\r+\n/g, '\n')
    return from === 0 ? { text, cut: false } : { text: text.slice(text.indexOf('\n') + 1), cut: true }
  } finally {
    await handle.close()
  }
}

/** The text of a piece of a log: it may begin within a character, and the last one may not be written to its end yet. */
function wholeText(bytes: Buffer, cut: boolean): string {
  const begun = cut ? bytes.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(Math.max(0, begun)), { stream: true })
}
