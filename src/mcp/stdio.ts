import { finished } from 'node:stream/promises'
import type { Transport } from '@modelcontextprotocol/client'
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/client'
import { terminateProcessGroup } from '../platform/process/process-group.ts'
import { type Argv, type ProgramOptions, startPipedProgram } from '../platform/process/run-program.ts'
import { waitAtMost } from '../platform/wait-at-most.ts'
import { MAX_MESSAGE_BYTES } from './response-limit.ts'

const MAX_STDERR_CHARACTERS = 2000
/** How long a server may take to exit after its input closes. */
const GRACE_MS = 200

/** A transport to a program that this process starts. */
export type StdioTransport = Transport & {
  /** By these two the client knows that it speaks to a program: one that ends or stays silent may be of an older revision. */
  stderr: null
  pid: null
  /** How the program ended, and the end of its standard error; without an end while it runs. */
  exitMessage(): string
}

/**
 * Communicates with a program over its standard streams. Not the SDK's transport, because that one passes on environment
 * variables of this process, has no isolation, and ends one process instead of the whole process tree.
 */
export function stdioTransport(argv: Argv, options: Pick<ProgramOptions, 'cwd' | 'env' | 'wrap'>): StdioTransport {
  const readLines = lineReader(MAX_MESSAGE_BYTES)
  let errors = ''
  let ended = ''
  let started: Awaited<ReturnType<typeof startPipedProgram>> | undefined

  const transport: StdioTransport = {
    stderr: null,
    pid: null,
    exitMessage: () => [ended, errors.trim()].filter(Boolean).join(' '),
    async start() {
      started = await startPipedProgram({ argv }, options)
      if (!started.ok) {
        const reason = /\bENOENT$/.test(started.failure) ? `there is no program ${argv[0]}` : started.failure
        ended = `It could not be started: ${reason}.`
        throw new Error(ended)
      }
      const { stdin, stdout, stderr, exited } = started
      for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined) // `exited` reports the end
      stderr.on('data', (chunk: Buffer) => {
        errors = `${errors}${chunk.toString('utf8')}`.slice(-MAX_STDERR_CHARACTERS)
      })
      stdout.on('data', (chunk: Buffer) => receive(chunk))
      void exited.then(async ({ code, signal }) => {
        ended ||= `It ended ${signal === null ? `with exit code ${code}` : `by signal ${signal}`}.`
        // Its last output is already in the pipe, but a child process may keep the pipe open.
        await waitAtMost(
          GRACE_MS,
          Promise.all([finished(stdout), finished(stderr)]).catch(() => undefined),
        )
        transport.onclose?.()
      })
    },
    async send(message) {
      if (started?.ok !== true || ended !== '') throw new Error(transport.exitMessage() || 'It is not running.')
      const { stdin, exited } = started
      if (stdin.write(serializeMessage(message))) return
      await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), exited])
    },
    async close() {
      if (started?.ok !== true) return
      const { stdin, exited, group } = started
      stdin.end()
      await waitAtMost(GRACE_MS, exited)
      await terminateProcessGroup(group)
    },
  }

  function receive(chunk: Buffer) {
    const messages = readLines(chunk)
    if (messages === undefined) {
      if (ended === '') void transport.close()
      ended ||= `It sent more than ${MAX_MESSAGE_BYTES} bytes in one message and was terminated.`
      return
    }
    for (const line of messages)
      try {
        transport.onmessage?.(deserializeMessage(line))
      } catch (error) {
        // A line that is not a message, for example a banner, must not close the connection.
        transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
      }
  }
  return transport
}

/** Returns the lines that a chunk completes; undefined when a line is too long. Copies each byte once. */
function lineReader(maxBytes: number): (chunk: Buffer) => string[] | undefined {
  let partialLine: Buffer[] = []
  let bytes = 0
  return (chunk) => {
    const lines: string[] = []
    let from = 0
    for (let lineFeed = chunk.indexOf(10); lineFeed >= 0; lineFeed = chunk.indexOf(10, from)) {
      lines.push(
        Buffer.concat([...partialLine, chunk.subarray(from, lineFeed)])
          .toString('utf8')
          .trim(),
      )
      partialLine = []
      bytes = 0
      from = lineFeed + 1
    }
    partialLine.push(chunk.subarray(from))
    bytes += chunk.length - from
    return bytes > maxBytes ? undefined : lines.filter((line) => line !== '')
  }
}
