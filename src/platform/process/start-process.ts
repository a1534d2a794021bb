import type { ChildProcess } from 'node:child_process'
import { win32 } from 'node:path'
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
 * terminal. Returns the reason when it cannot start. The caller reads its output and waits for its exit: execa would also wait
 * for the pipes, which a background program may hold open.
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
    // It may outlive this process. The run ends what it should end, and names the rest.
    cleanup: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  })
  if (child.pid !== undefined) return { child }
  const { originalMessage, shortMessage } = await child
  return { failure: missingProgramReason(file) ?? originalMessage ?? shortMessage ?? `${file} did not start` }
}

/** Arguments for spawn. `verbatim`: the last argument is already quoted. */
export type WindowsCommand = { file: string; args: string[]; verbatim: boolean }

type WindowsVariables = Readonly<Record<string, string>>

/**
 * The command that starts a program on Windows, where `npx` and most npm programs are batch files. Batch files need
 * cmd.exe; Node.js refuses to start them directly (CVE-2024-27980). A bare name is searched in `PATH` only, never in the
 * current folder. Throws for arguments that cannot be quoted.
 */
export function windowsCommand(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: { cwd: string; env: WindowsVariables },
  isFile: (path: string) => boolean,
): WindowsCommand {
  const file = candidates(program, cwd, env).find(isFile)
  if (file === undefined || !/\.(?:cmd|bat)$/i.test(file)) return { file: file ?? program, args, verbatim: false }
  const invalid = [file, ...args].find((text) => /[\0\r\n]/.test(text))
  if (invalid !== undefined || file.includes('"'))
    throw new Error(
      `${program} is a batch file, whose arguments cannot contain line breaks: ${JSON.stringify(invalid ?? file)}`,
    )
  // /d skips AutoRun commands from the registry; /v:OFF keeps exclamation marks unchanged.
  const line = [`"${file}"`, ...args.map(quoteArgument)].join(' ')
  return { file: windowsShell(env), args: ['/e:ON', '/v:OFF', '/d', '/c', `"${line}"`], verbatim: true }
}

/**
 * Quotes an argument for both readers: cmd.exe, which treats everything between quotes except `%` literally, and the
 * program, where a backslash before a quote escapes it. `%cd:~,%` expands to nothing, so the percent sign before it cannot
 * start a variable. Source: the Rust standard library, which fixed the same problem (CVE-2024-24576).
 */
const quoteArgument = (argument: string): string =>
  `"${argument
    .replace(/(\\*)"/g, '$1$1""')
    .replace(/(\\*)$/, '$1$1')
    .replaceAll('%', '%%cd:~,%')}"`

function candidates(program: string, cwd: string, env: WindowsVariables): string[] {
  const extensions = (lookUpVariable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean)
  const hasExtension = extensions.some((ending) => program.toLowerCase().endsWith(ending.toLowerCase()))
  const folders = /[\\/:]/.test(program) ? [cwd] : (lookUpVariable(env, 'PATH') ?? '').split(';').filter(Boolean)
  return folders.flatMap((folder) => {
    const path = win32.resolve(folder, program)
    return hasExtension ? [path] : extensions.map((ending) => path + ending.toLowerCase())
  })
}

const windowsShell = (env: WindowsVariables) =>
  lookUpVariable(env, 'COMSPEC') ??
  win32.join(lookUpVariable(env, 'SYSTEMROOT') ?? 'C:\\Windows', 'System32', 'cmd.exe')

/** Looks up a variable; Windows ignores the case of variable names. */
const lookUpVariable = (env: WindowsVariables, name: string): string | undefined =>
  Object.entries(env).find(([key, value]) => key.toUpperCase() === name && value !== '')?.[1]
