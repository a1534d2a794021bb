import type { ParsedCommand, ParsedLine } from './shell-types.ts'

const paths = new Set<string>()

/** Declares the files that a run gives its programs in place of the runner's. Writing to them is no redirection. */
export function declareResultFiles(files: readonly string[]): void {
  for (const file of files) paths.add(file)
}

/** Programs that only print, so a line of them cannot change the variables. */
const PRINTS = /^(?:echo|printf|cat|true|:)$/
const BY_VARIABLE =
  /^>>?\|? (?:"\$GITHUB_(?:ENV|OUTPUT)"|\$GITHUB_(?:ENV|OUTPUT)|"\$\{GITHUB_(?:ENV|OUTPUT)\}"|\$\{GITHUB_(?:ENV|OUTPUT)\})$/

/** The line without redirections to the result files, when nothing in it can change where they lead. */
export function withoutResultWrites(parsed: ParsedLine, line: string): ParsedLine {
  const isSteady =
    parsed.unsure.length === 0 &&
    parsed.commands.every(onlyPrints) &&
    !/GITHUB_(?:ENV|OUTPUT)(?:\[[^\]]*\])?\+?=|[$][{]!|[(][)]/.test(line) &&
    parsed.assigned.every(({ name }) => /^[A-Za-z_]\w*$/.test(name) && !/^(?:GITHUB_|IFS$|BASH|PATH$|ENV$)/.test(name))
  if (!isSteady) return parsed
  const commands = parsed.commands.map((command) => ({
    ...command,
    writes: command.writes.filter((write) => !BY_VARIABLE.test(write) && !isLiteral(write)),
  }))
  return { ...parsed, commands }
}

function onlyPrints({ words, assignments }: ParsedCommand): boolean {
  const [program, next] = words
  if (program === undefined) return true
  if (program.kind !== 'known' || !PRINTS.test(program.text) || assignments.length > 0) return false
  return program.text !== 'printf' || next === undefined || (next.kind === 'known' && !next.text.startsWith('-'))
}

function isLiteral(write: string): boolean {
  const [, target = ''] = /^>>?\|? (.*)$/s.exec(write) ?? []
  const path = target.replace(/^(["'])(.*)\1$/s, '$2')
  return paths.has(path)
}
