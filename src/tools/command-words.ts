import type { Argv } from '../host/process.ts'

const WORD = /^(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\|&;<>()`])+/s
const PIECE = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs

/**
 * The words of a command line that names one program: quotes and backslashes as in a shell, everything else as written.
 * Undefined for what needs a shell (pipes, redirections, substitution), and for no words at all.
 */
export function commandWords(line: string): Argv | undefined {
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
