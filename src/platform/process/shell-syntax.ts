import { type ProgramOptions, runProgram, shellArgv } from './run-program.ts'

/**
 * The error that the shell of `runProgram` reports when it parses a command line without running it; undefined for a valid line, or
 * when the shell cannot start. `options.env` decides which shell that is.
 */
export async function shellSyntaxError(line: string, options: ProgramOptions): Promise<string | undefined> {
  if (line.includes('\0')) return 'it contains a null character'
  const argv = [...shellArgv(options.env), '-n', '-c', '--', line] as const
  const env = { ...options.env, LC_ALL: 'C' } // messages in English
  const { code, stderr } = await runProgram({ argv }, { ...options, env, leavesNothingRunning: true })
  // For example "bash: -c: line 2: syntax error: unexpected end of file", or in sh "sh: 1: Syntax error: …".
  const [, reason] = /^[^\n]*?: (?:line )?\d+: ([^\n]+)/.exec(stderr) ?? []
  return code === 0 ? undefined : reason
}
