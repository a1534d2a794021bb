import type { Word } from './shell-types.ts'
import type { ParsedCommand } from './walk.ts'
import { knownWord } from './words.ts'

/** Builtins that set, unset or export variables by name: `read NAME`, `unset NAME`, `export NAME=x`. */
const BY_NAME = /^(?:export|declare|typeset|readonly|local|unset|read|mapfile|readarray|getopts|wait|printf)$/
/** Builtins of these whose name follows an option. */
const BEHIND_OPTION: Readonly<Record<string, string>> = { printf: '-v', wait: '-p' }

/** The words of a command from its builtin on: after these wrappers, a builtin still runs in the shell itself. */
export function fromBuiltin(words: readonly Word[]): readonly Word[] {
  const index = words.findIndex(({ kind, text }) => kind !== 'known' || !/^(?:command|builtin|time|-p|--)$/.test(text))
  return words.slice(Math.max(0, index))
}

/** The variables that a command changes by name. Every word that could be a name counts. */
export function assignedByName({ words }: Pick<ParsedCommand, 'words'>): ParsedCommand['assignments'] {
  const [program, ...rest] = fromBuiltin(words)
  const name = program?.kind === 'known' ? program.text : ''
  if (!BY_NAME.test(name)) return []
  return names(rest, BEHIND_OPTION[name]).flatMap((word) => {
    const [, variable, value] = /^(\w+)(?:\[.*\])?(?:\+?=(.*))?$/s.exec(word.start) ?? []
    if (variable === undefined) return []
    const isKnown = word.kind === 'known' && value !== undefined
    return [{ name: variable, value: isKnown ? knownWord(value) : { ...word, kind: 'one' as const } }]
  })
}

/** The variables that a command exports, so that programs receive them. */
export function exportedByName(command: Pick<ParsedCommand, 'words'>): ParsedCommand['assignments'] {
  const [program, ...options] = fromBuiltin(command.words)
  const exports =
    program?.text === 'export' ||
    (/^(?:declare|typeset|local|readonly)$/.test(program?.text ?? '') &&
      options.some(({ kind, text }) => kind !== 'known' || /^-\w*x/.test(text)))
  return exports ? assignedByName(command) : []
}

function names(rest: readonly Word[], option: string | undefined): readonly Word[] {
  if (option === undefined) return rest
  const index = rest.findIndex(({ start }) => start.startsWith(option))
  const [match, next] = index < 0 ? [] : rest.slice(index)
  if (match === undefined) return []
  if (match.text === option) return next === undefined ? [] : [next]
  const start = match.start.slice(option.length)
  return [{ ...match, text: match.text.slice(option.length), start }]
}
