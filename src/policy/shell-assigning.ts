import type { Word } from './shell-types.ts'
import type { Found } from './shell-walk.ts'
import { knownWord } from './shell-words.ts'

/** Builtins that give, take away or export variables by name: `read NAME`, `unset NAME`, `export NAME=x`. */
const BY_NAME = /^(?:export|declare|typeset|readonly|local|unset|read|mapfile|readarray|getopts|wait|printf)$/
/** Of these only the name behind an option. */
const BEHIND_OPTION: Readonly<Record<string, string>> = { printf: '-v', wait: '-p' }

/** A command from its builtin on: behind these words one still runs in the shell itself. */
export function fromBuiltin(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ kind, text }) => kind !== 'known' || !/^(?:command|builtin|time|-p|--)$/.test(text))
  return words.slice(Math.max(0, at))
}

/** The variables a command changes by their names; any of its words that could be a name counts. */
export function assignedByName({ words }: Pick<Found, 'words'>): Found['assignments'] {
  const [program, ...rest] = fromBuiltin(words)
  const name = program?.kind === 'known' ? program.text : ''
  if (!BY_NAME.test(name)) return []
  return names(rest, BEHIND_OPTION[name]).flatMap((word) => {
    const [, variable, value] = /^(\w+)(?:\[.*\])?(?:\+?=(.*))?$/s.exec(word.start) ?? []
    if (variable === undefined) return []
    const known = word.kind === 'known' && value !== undefined
    return [{ name: variable, value: known ? knownWord(value) : { ...word, kind: 'one' as const } }]
  })
}

function names(rest: readonly Word[], option: string | undefined): readonly Word[] {
  if (option === undefined) return rest
  const at = rest.findIndex(({ start }) => start.startsWith(option))
  const [found, next] = at < 0 ? [] : rest.slice(at)
  if (found === undefined) return []
  if (found.text === option) return next === undefined ? [] : [next]
  const start = found.start.slice(option.length)
  return [{ ...found, text: found.text.slice(option.length), start }]
}
