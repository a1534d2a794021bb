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

/** A command of several lines, which fails where one of them does, as a step of a workflow. */
export const stopAtFailure = (command: string): string => (command.includes('\n') ? `set -e\n${command}` : command)

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

/** Parts of a command that name a program and do not run it, or run it for what it prints. */
const NOT_RUN =
  /\b(?:sh|bash|dash|zsh)\s+-n\s+\S+|\b(?:shellcheck|shfmt|chmod|install)\s[^;&|\n]*|\$+\([^()]*\)|`[^`\n]*`|[^;&|\n"]*\|\s*(?:grep|diff|cmp)\b/g

/** The scripts of package.json and the targets of a Makefile that are named for tests. */
const TEST_PARTS =
  /"(?:pre|post)?(?:test|check|verify|ci)[\w:-]*"\s*:\s*"(?:\\.|[^"\\])*"|^(?:test|check|verify|ci)[\w-]*\s*:.*\n(?:\t.*\n?)*/gm

const HAS_PARTS = /^\s*\{|^[\w.-]+\s*:/m

/** Files that an interpreter runs, or loads first. */
const RUN_FILES = [
  /\b(?:node|python[\d.]*|ruby|perl|php|tsx|ts-node|bun|deno\s+run)\s+(?:(?:--(?:import|require|loader)|-r)\s+\S+\s+|-\S+\s+)*([\w./-]+\.\w+)/g,
  /\s(?:--(?:import|require|loader)|-r)[\s=]+([\w./-]+)/g,
]

/**
 * What texts that start tests name: words that may be programs, and the scripts that an interpreter runs for tests. What a script prints
 * decides nothing by itself.
 */
export function startedScripts(texts: readonly string[]): Record<'words' | 'runners', ReadonlySet<string>> {
  const words = texts.flatMap((text) => text.replace(NOT_RUN, ' ').split(/[\s'"`;&|()<>=@]+/))
  const runners = texts
    .flatMap((text) => (HAS_PARTS.test(text) ? (text.match(TEST_PARTS) ?? []) : [text]))
    .flatMap((text) => RUN_FILES.flatMap((pattern) => [...text.replace(NOT_RUN, ' ').matchAll(pattern)]))
    .map(([, path = '']) => path)
  const withoutDot = (all: readonly string[]) => new Set(all.map((word) => word.replace(/^\.\//, '')))
  return { words: withoutDot(words), runners: withoutDot(runners) }
}
