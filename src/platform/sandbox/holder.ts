import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { machineReason } from '../errors.ts'
import { terminateProcessGroup } from '../process/process-group.ts'
import { type Argv, startPipedProgram } from '../process/run-program.ts'
import { waitAtMost } from '../time.ts'
import { type IsolationContext, setupError } from './isolation-context.ts'
import type { IsolatedUser, IsolationTools, NamespaceEntry } from './isolation-script.ts'
import { createStore, type FileView, fileViewScript, planFileView, writtenCheckouts, writtenFolder } from './mounts.ts'

/** A process that holds the mount namespace of a run. Every command enters it, so later commands see what earlier ones wrote. */
export type NamespaceHolder = {
  view: FileView
  /** Folders that are read-only, because a copy is not possible there. */
  readOnly: readonly string[]
  /** How commands enter. `network`: they enter the restricted network first, because its user namespace is the outer one. */
  entry(network: boolean): NamespaceEntry
  /** Where files are that commands wrote below a folder of the checkout, if they see a copy of it. */
  writtenAt(folder: string): string | undefined
  /** The checkouts of other repositories in the workspace in whose files commands wrote. */
  writtenCheckouts(): string[]
  /** Ends the process. Writes git's state back and drops everything else that commands wrote outside the checkout. */
  close(): Promise<void>
}

const START_MS = 10_000
const CLOSE_MS = 30_000

/**
 * Starts the process. Returns the reason when this machine does not allow it. Rejects with IsolationError when it should
 * work but cannot be set up, for example because the disk is full.
 */
export async function startHolder(
  tools: IsolationTools,
  user: IsolatedUser,
  context: IsolationContext,
): Promise<NamespaceHolder | string> {
  const nsenter = join(dirname(tools.unshare), 'nsenter')
  if (!existsSync(nsenter)) return 'nsenter is not installed'
  let view: FileView
  let store: string
  try {
    // A process can hold several runs with one private folder.
    store = mkdtempSync(join(context.scratch, 'copies-'))
    view = planFileView(context)
    createStore(store, view)
  } catch (error) {
    throw setupError(machineReason(error))
  }
  const started = await startPipedProgram(
    { argv: holderArgv(tools, user, fileViewScript(view, store, tools, user)) },
    { cwd: '/', env: {} },
  )
  if (!started.ok) return started.failure
  const { stdin, stdout, stderr, exited, group, keepAlive } = started
  stdin.on('error', () => undefined)
  stderr.resume()
  const output = await readUntilReady(stdout)
  const pid = /^ready (\d+)$/m.exec(output)?.[1]
  const remove = () => rmSync(store, { recursive: true, force: true })
  if (pid === undefined) {
    stdin.end()
    await terminateProcessGroup(group)
    try {
      remove()
    } catch {
      // Root's parts of it stay in the runner's temporary folder.
    }
    const reason = /^failed (.*)$/m.exec(output)?.[1] ?? (output.trim().split('\n', 1)[0] || 'it did not start')
    if (/No space left|Input\/output error|Disk quota/i.test(output)) throw setupError(reason)
    return reason
  }
  keepAlive(false)
  const userOptions = user.method === 'user' ? ['--user', '--preserve-credentials'] : []
  return {
    view,
    readOnly: [...output.matchAll(/^read-only (.*)$/gm)].map(([, path = '']) => path),
    entry: (network) => ({
      argv: [
        ...(network ? (user.entry?.argv ?? []) : []),
        ...[nsenter, '--target', pid, ...userOptions, '--mount', '--'],
      ],
      env: network ? (user.entry?.env ?? {}) : {},
    }),
    writtenAt: (folder) =>
      output.includes(`read-only ${view.workspace}\n`) ? undefined : writtenFolder(store, view, folder),
    writtenCheckouts: () => writtenCheckouts(store, view),
    async close() {
      stdin.end()
      keepAlive(true)
      await waitAtMost(CLOSE_MS, exited)
      await terminateProcessGroup(group)
      try {
        remove()
      } catch {
        // The rest is in the run's private folder, which the runner removes.
      }
    },
  }
}

function holderArgv({ bash, unshare, sudo = 'sudo' }: IsolationTools, user: IsolatedUser, script: string): Argv {
  const [program, ...args] = [
    ...(user.method === 'sudo' ? [sudo, '-n', '--'] : []),
    ...(user.entry?.argv ?? []),
    unshare,
    ...(user.method === 'user' ? ['--user', '--map-current-user', '--keep-caps'] : []),
    ...['--mount', '--propagation', 'private', '--', bash, '--norc', '-p', '-c', script],
  ]
  return [program ?? unshare, ...args]
}

async function readUntilReady(stdout: NodeJS.ReadableStream): Promise<string> {
  let output = ''
  const finished = new Promise<void>((resolve) => {
    stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (/^ready \d+$/m.test(output)) resolve()
    })
    stdout.once('end', () => resolve())
  })
  await waitAtMost(START_MS, finished)
  return output
}
