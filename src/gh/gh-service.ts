import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, open, readdir, realpath, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import * as z from 'zod'
import { type RunningCall, runningCall } from '../agent/agent-context.ts'
import { judgeByRules } from '../agent/gate.ts'
import { runCalls } from '../agent/scheduler.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Task } from '../github/events/task.ts'
import { githubServer } from '../platform/environment.ts'
import { messageOf } from '../platform/errors.ts'
import { lazy } from '../platform/lazy.ts'
import { shellQuote } from '../platform/process/shell-words.ts'
import type { CallRecord } from '../record/events.ts'
import type { CommandServices } from '../tools/run-shell-command.ts'
import { type GhAnswer, type GhContext, GhError, type GhRequest } from './gh-call.ts'
import { answerGh } from './gh-commands.ts'

/** The `gh` of commands. `openServices` is for the shell tool; it starts what it needs with the first command. */
export type GhService = AsyncDisposable & {
  openServices(env: Readonly<Record<string, string>>): Promise<CommandServices | undefined>
}

export type GhServiceOptions = {
  task: Task
  /** The checked-out repository, the run's private folder, and the folder of the bundle with gh.mjs. */
  runtime: Pick<Runtime, 'workspace' | 'view' | 'scratch' | 'dist' | 'env'>
  session: { notice(text: string): void }
}

/** A run that calls gh more often is in a loop. */
const MAX_CALLS = 500

/**
 * Commands find a program `gh` first on their PATH. It reaches this process over a socket in the run's private folder, which is shown
 * to commands only, with a key that each command gets for as long as it runs. The key identifies the agent that started the command, so
 * the answer comes from its tools under its rules.
 */
export function openGhService({ task, runtime, session }: GhServiceOptions): GhService {
  const { workspace, scratch, dist } = runtime
  const serverUrl = githubServer(runtime.env)
  const folder = join(scratch, 'gh')
  const socket = join(folder, 'socket')
  const running = new Map<string, RunningCall>()
  let count = 0
  let queue: Promise<unknown> = Promise.resolve()
  let opened: { close(): Promise<void> } | undefined
  let hasStarted = false

  const hasShebang = process.platform !== 'win32'
  const start = lazy(async (): Promise<boolean> => {
    hasStarted = true
    try {
      for (const name of ['bin', 'jq']) await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
      const program = join(folder, 'gh.mjs')
      const jq = (await readdir(join(dist, 'jq'))).map((name) => join('jq', name))
      await Promise.all(['gh.mjs', ...jq].map((name) => copyFile(join(dist, name), join(folder, name))))
      const script = `#!/bin/sh\nexec ${shellQuote(process.execPath)} ${shellQuote(program)} "$@"\n`
      await writeFile(join(folder, 'bin', 'gh'), script, { mode: 0o755 })
      const root = await realpath(workspace)
      const view = runtime.view && (await realpath(runtime.view))
      // Through the folder's descriptor, because the path of a socket is limited to 107 bytes.
      const handle = process.platform === 'linux' ? await open(folder) : undefined
      const server = await listenForGh(
        handle === undefined ? socket : `/proc/self/fd/${handle.fd}/socket`,
        async (key, request) => {
          const call = running.get(key)
          if (call === undefined) return undefined
          if (count >= MAX_CALLS)
            return {
              stdout: '',
              stderr: `gh: this run has called gh ${MAX_CALLS} times. Use the answers you already have.\n`,
              exitCode: 1,
            }
          const nth = ++count
          let part = 0
          const newId = () => `${call.id}-gh-${nth}-${++part}`
          // One at a time: proposals keep the order of the commands.
          const answer = queue.then(async () => {
            return answerGhCall(request, call, { task, serverUrl, root, view }, newId)
          })
          queue = answer.catch(() => undefined)
          return answer
        },
      )
      opened = {
        async close() {
          await server.close()
          await handle?.close()
        },
      }
      return true
    } catch (error) {
      session.notice(`Commands cannot use gh in this run, because its service did not start: ${messageOf(error)}`)
      return false
    }
  })

  return {
    async openServices(env) {
      const call = runningCall()
      if (call === undefined || !hasShebang || !(await start())) return undefined
      const key = randomBytes(32).toString('base64url')
      running.set(key, call)
      return {
        env: {
          PATH: [join(folder, 'bin'), env.PATH].filter(Boolean).join(delimiter),
          SLUICE_GH_SOCKET: socket,
          SLUICE_GH_KEY: key,
        },
        visible: [folder],
        close: () => void running.delete(key),
      }
    },
    async [Symbol.asyncDispose]() {
      running.clear()
      if (hasStarted) await start()
      await opened?.close()
    },
  }
}

/** Longer commands are judged without their texts. */
const MAX_JUDGED_CHARACTERS = 4_000

const SHELL_TOOL = 'run_shell_command'

export type GhPlace = Pick<GhContext, 'task' | 'serverUrl' | 'root' | 'view'>

/**
 * Answers one call of `gh` with the tools and the rules of the agent whose command made it. Each tool call passes the gate and is
 * recorded like a call of the model.
 */
export function answerGhCall(
  request: GhRequest,
  running: RunningCall,
  place: GhPlace,
  newId: () => string,
): Promise<GhAnswer> {
  const context: GhContext = {
    ...place,
    hasTool: (name) => running.context.toolbox.find(name) !== undefined,
    callTool: (name, args) => callTool(running, { id: newId(), name, args }),
  }
  return answerGh(request, context, (line) => judgeCommand(running, line, request.argv))
}

type NestedCall = { id: string; name: string; args: Record<string, unknown> }

async function callTool({ id: parent, context, signal }: RunningCall, call: NestedCall): Promise<string> {
  const { name } = call
  if (context.toolbox.find(name) === undefined)
    throw new GhError(
      `This needs the tool ${name}, which this ${context.agent === undefined ? 'run' : 'agent'} does not have.`,
    )
  let record: CallRecord | undefined
  const [reply] = await runCalls(
    [call],
    {
      ...context,
      // A program reads the answer, so it is not cut to what a model can read.
      outputLimit: undefined,
      emit(event) {
        if (event.type !== 'call_finished') return context.emit(event)
        record = { ...event.call, parent }
        context.emit({ ...event, call: record })
      },
    },
    signal,
  )
  const { output, error } = reply?.response ?? {}
  if (record?.state === 'success') return typeof output === 'string' ? output : ''
  // It is already in place, so it is not missing.
  if (record?.reason === 'edit_no_change') return String(error ?? '')
  throw new GhError(
    record?.verdict === 'deny' ? denial(name, record) : `${name}: ${String(error ?? 'it returned nothing.')}`,
  )
}

/** Whether the rules for commands allow this `gh`: a script that a rule allows may call it, too. */
async function judgeCommand({ context }: RunningCall, line: string, argv: readonly string[]): Promise<void> {
  const shell = context.toolbox.find(SHELL_TOOL)
  if (shell === undefined) throw new GhError('This agent has no shell.')
  const policy = await judgeByRules(shell, { command: line }, context)
  if (policy.verdict === 'allow') return
  const exact = ['gh', ...argv.map(quoteWhereNeeded)].join(' ')
  if (exact.length <= MAX_JUDGED_CHARACTERS) {
    const { verdict } = await judgeByRules(shell, { command: exact }, context)
    if (verdict === 'allow') return
  }
  throw new GhError(denial(SHELL_TOOL, policy))
}

const quoteWhereNeeded = (word: string): string => (/^[\w./:@=,+-]+$/.test(word) ? word : shellQuote(word))

const denial = (tool: string, { rule, message, remedy }: Pick<CallRecord, 'rule' | 'message' | 'remedy'>): string =>
  [
    `denied by policy: ${tool}.${message ? ` ${message}` : ''} ${rule === undefined ? 'No rule allows it.' : `Rule: ${rule.file}:${rule.line}.`}`,
    ...(remedy ? [remedy.startsWith('[[') ? `A rule that allows it:\n${remedy}` : remedy] : []),
  ].join('\n')

/** Longer requests are cut off: two texts of the largest size, and JSON's escapes. */
const MAX_REQUEST_BYTES = 2 * 1024 * 1024

const REQUEST_MS = 10_000

const MAX_CONNECTIONS = 32

/** The time for a client to read the answer. After it, the connection is closed. */
const CLOSE_MS = 5_000

const text = z.string().refine((value) => !value.includes('\0'))

const RequestShape = z.strictObject({
  key: z.string().max(200),
  argv: text.array().max(1000),
  cwd: text,
  repo: text.optional(),
  host: text.optional(),
  text: text.max(512 * 1024).optional(),
})

/** Answers a request whose key is right; undefined when no command has that key. */
export type AnswerRequest = (key: string, request: GhRequest) => Promise<GhAnswer | undefined>

const refusal = (stderr: string): GhAnswer => ({ stdout: '', stderr: `gh: ${stderr}\n`, exitCode: 1 })

/** Listens on a Unix socket: one JSON line in, one JSON answer out, and the connection ends. Rejects when it cannot listen. */
export async function listenForGh(path: string, answer: AnswerRequest): Promise<{ close(): Promise<void> }> {
  const connections = new Set<Socket>()
  const server = createServer((connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
    void serve(connection, answer).catch(() => connection.destroy())
  })
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  // The run ends when its work is done, not when the last command has closed its connection.
  server.unref()
  return {
    close() {
      for (const connection of connections) connection.destroy()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

async function serve(connection: Socket, answer: AnswerRequest): Promise<void> {
  connection.on('error', () => undefined)
  const line = await readLine(connection)
  const send = (reply: GhAnswer) => {
    connection.end(JSON.stringify(reply))
    connection.resume()
    setTimeout(() => connection.destroy(), CLOSE_MS).unref()
  }
  if (line === undefined) return send(refusal('the request is too long, or did not arrive in time.'))
  const request = RequestShape.safeParse(parseJson(line))
  if (!request.success) return send(refusal('the request is not one of this program.'))
  const { key, ...call } = request.data
  const reply = await answer(key, call).catch((error: unknown) => refusal(`it failed: ${String(error)}`))
  send(reply ?? refusal('this program does not belong to a running command of this run.'))
}

/** The first line; undefined when it is too long or late. */
function readLine(connection: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = (line: string | undefined) => {
      clearTimeout(timer)
      connection.pause()
      resolve(line)
    }
    const timer = setTimeout(() => finish(undefined), REQUEST_MS)
    timer.unref()
    connection.on('data', (chunk) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_REQUEST_BYTES) finish(undefined)
      else if (chunk.includes(10)) finish(Buffer.concat(chunks).toString('utf8').split('\n', 1)[0])
    })
    connection.once('end', () => finish(undefined))
    connection.once('close', () => finish(undefined))
  })
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
