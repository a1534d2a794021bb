import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type Argv, type RunOptions, startPiped } from '../host/process.ts'
import { endFamily } from '../host/process-tree.ts'
import { MOST_BYTES } from './measured.ts'

const KEPT_ERRORS = 2000
/** How long a server may take to end by itself once its input has. */
const POLITE_MS = 200

/** A transport to a program of ours, and what it said on its standard error last. */
export type StdioTransport = Transport & {
  /** How the program ended, and its last words; empty while it runs. */
  lastWords(): string
}

/**
 * Talks with a program over its standard streams. Over our own processes and not the SDK's transport, because that one
 * hands on variables of this process, knows no isolation, and ends one process instead of the whole tree.
 */
export function stdioTransport(argv: Argv, options: Pick<RunOptions, 'cwd' | 'env' | 'wrap'>): StdioTransport {
  const lines = lineReader(MOST_BYTES)
  let errors = ''
  let ended = ''
  let started: Awaited<ReturnType<typeof startPiped>> | undefined

  const transport: StdioTransport = {
    lastWords: () => [ended, errors.trim()].filter(Boolean).join(' '),
    async start() {
      started = await startPiped({ argv }, options)
      if (!started.ok) {
        const why = /\bENOENT$/.test(started.failure) ? `there is no program ${argv[0]}` : started.failure
        ended = `It could not be started: ${why}.`
        throw new Error(ended)
      }
      const { stdin, stdout, stderr, exited } = started
      for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined) // its end is told by `exited`
      stderr.on('data', (chunk: Buffer) => {
        errors = `${errors}${chunk.toString('utf8')}`.slice(-KEPT_ERRORS)
      })
      stdout.on('data', (chunk: Buffer) => take(chunk))
      void exited.then(async ({ code, signal }) => {
        ended ||= `It ended ${signal === null ? `with exit code ${code}` : `by signal ${signal}`}.`
        // Its last words are in the pipe already, but a child of it may hold that open.
        await Promise.race([
          Promise.all([finished(stdout), finished(stderr)]).catch(() => undefined),
          sleep(POLITE_MS, undefined, { ref: false }),
        ])
        transport.onclose?.()
      })
    },
    async send(message) {
      if (started?.ok !== true || ended !== '') throw new Error(transport.lastWords() || 'It is not running.')
      const { stdin, exited } = started
      if (stdin.write(serializeMessage(message))) return
      await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), exited])
    },
    async close() {
      if (started?.ok !== true) return
      const { stdin, exited, family } = started
      stdin.end()
      await Promise.race([exited, sleep(POLITE_MS, undefined, { ref: false })])
      await endFamily(family)
    },
  }

  function take(chunk: Buffer) {
    const read = lines(chunk)
    if (read === undefined) {
      if (ended === '') void transport.close()
      ended ||= `It sent more than ${MOST_BYTES} bytes in one message and was ended.`
      return
    }
    for (const line of read)
      try {
        transport.onmessage?.(deserializeMessage(line))
      } catch (error) {
        // A line that is no message, such as a greeting, is no reason to hang up.
        transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
      }
  }
  return transport
}

/** Gives whole lines as they become complete; undefined for one that is too long. Each byte is copied once. */
function lineReader(most: number): (chunk: Buffer) => string[] | undefined {
  let begun: Buffer[] = []
  let bytes = 0
  return (chunk) => {
    const lines: string[] = []
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      lines.push(
        Buffer.concat([...begun, chunk.subarray(from, at)])
          .toString('utf8')
          .trim(),
      )
      begun = []
      bytes = 0
      from = at + 1
    }
    begun.push(chunk.subarray(from))
    bytes += chunk.length - from
    return bytes > most ? undefined : lines.filter((line) => line !== '')
  }
}
