import type { Argv } from '../../platform/process/run-program.ts'

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
