import { type Argv, type ProgramOptions, runProgram, shellArgv } from './run-program.ts'

const WORD = /^(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\|&;<>()`])+/s

const PIECE = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs

/**
 * Splits a command line of one program into words. Quotes and backslashes work as in a shell. Undefined if the line needs
 * a shell (pipes, redirections, substitution) or is empty.
 */
export function splitCommandLine(line: string): Argv | undefined {
  const words: string[] = []
  for (let rest = line.trim(); rest !== ''; ) {
    const [word] = WORD.exec(rest) ?? []
    if (word === undefined) return undefined
    words.push(
      word.replace(
        PIECE,
        (_, single: string | undefined, double: string | undefined, escaped: string | undefined) =>
          single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
      ),
    )
    const after = rest.slice(word.length)
    if (after !== '' && !/^\s/.test(after)) return undefined
    rest = after.trimStart()
  }
  const [program, ...args] = words
  return program === undefined || program === '' ? undefined : [program, ...args]
}

/** The text as one word for bash. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * The error that the shell of `runProgram` reports when it parses a command line without running it; undefined for a valid line, or
 * when the shell cannot start. `options.env` selects that shell.
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
