import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, open, readdir, realpath, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { type RunningCall, runningCall } from '../agent/running-call.ts'
import type { Runtime } from '../config/runtime.ts'
import type { Task } from '../github/events/task.ts'
import { githubServer } from '../platform/environment.ts'
import { messageOf } from '../platform/errors.ts'
import { lazy } from '../platform/lazy.ts'
import { shellQuote } from '../platform/process/shell-quote.ts'
import type { CommandServices } from '../tools/run-shell-command.ts'
import { answerGhCall } from './gh-call.ts'
import { listenForGh } from './gh-socket.ts'

/** The `gh` of commands. `openServices` is for the shell tool; it starts what it needs with the first command. */
export type GhService = AsyncDisposable & {
  openServices(env: Readonly<Record<string, string>>): Promise<CommandServices | undefined>
}

export type GhServiceOptions = {
  task: Task
  /** The checked-out repository, the run's private folder, and the folder of the bundle with gh.mjs. */
  runtime: Pick<Runtime, 'workspace' | 'scratch' | 'dist' | 'env'>
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
              stderr: `gh: this run has called gh ${MAX_CALLS} times. Use what it has answered.\n`,
              exitCode: 1,
            }
          const nth = ++count
          let part = 0
          const newId = () => `${call.id}-gh-${nth}-${++part}`
          // One at a time: proposals keep the order of the commands.
          const answer = queue.then(async () => {
            return answerGhCall(request, call, { task, serverUrl, root }, newId)
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
      session.notice(`Commands have no gh in this run, because it could not be started: ${messageOf(error)}`)
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
