import type { ChildProcess } from 'node:child_process'
import { execa } from 'execa'
import { missingProgramReason } from './trusted-programs.ts'

export type StartOptions = {
  cwd: string
  /** The complete environment; nothing is inherited. */
  env: Readonly<Record<string, string>>
  /** `ipc`: a channel for messages and open servers. */
  stdin: 'ignore' | 'pipe' | 'ipc'
  /** Pipes, or an open file. */
  output: 'pipe' | number
  /** Passes the arguments on Windows as they are. */
  verbatim: boolean
}

/** In an object, because execa's child is also a promise of its end. */
export type StartedProcess = { child: ChildProcess; failure?: never } | { failure: string }

/**
 * Starts a program through execa as the leader of a new process group, so that the whole tree can be signaled at once and has no
 * terminal. Returns the reason when it cannot start. Who starts it reads its output and waits for its exit, because execa waits
 * for the pipes, too, which a program in the background may hold open.
 */
export async function startProcess(
  file: string,
  args: readonly string[],
  { cwd, env, stdin, output, verbatim }: StartOptions,
): Promise<StartedProcess> {
  const stream = output as 'pipe' // execa takes any open file, but its types know only this process's own three
  const child = execa(file, args, {
    cwd,
    env: { ...env },
    extendEnv: false,
    stdin,
    stdout: stream,
    stderr: stream,
    buffer: false,
    encoding: 'buffer',
    reject: false,
    // It may outlive this process: a run names what is left, and ends it where it should.
    cleanup: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  })
  if (child.pid !== undefined) return { child }
  const { originalMessage, shortMessage } = await child
  return { failure: missingProgramReason(file) ?? originalMessage ?? shortMessage ?? `${file} did not start` }
}
