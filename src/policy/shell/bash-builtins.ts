import { conditionDangers } from './conditions.ts'
import type { CommandDanger, Word } from './shell-types.ts'

/**
 * Every builtin of bash, and why it is harmless with these words. What bash evaluates again in them (subscripts, arithmetic,
 * names of variables) is a danger unless it certainly is a plain name or a number. test/policy/shell/builtins.test.ts compares
 * this with the builtins of a real bash. Source: bash 5.2, builtins(7).
 */
type BuiltinCheck = (rest: readonly Word[]) => CommandDanger[]

const words = (text: string): readonly string[] => text.split(' ')

/** It evaluates nothing again: numbers are read as numbers, names are only looked up. */
const harmless: BuiltinCheck = () => []

/** programs.ts says that it runs anything, or simple-command.ts says what it runs. */
const analyzedElsewhere: BuiltinCheck = () => []

export const BUILTINS: Readonly<Record<string, BuiltinCheck>> = {
  ...Object.fromEntries(
    words(
      ': bg break caller cd compopt continue dirs disown echo exit false fg help kill logout popd pushd pwd return shift suspend ' +
        'times true type ulimit umask unalias',
    ).map((name) => [name, harmless] as const),
  ),
  ...Object.fromEntries(
    words('. source alias bind builtin command compgen complete enable eval exec fc hash let trap').map(
      (name) => [name, analyzedElsewhere] as const,
    ),
  ),
  test: conditionDangers,
  '[': conditionDangers,
  '[[': evaluatedCondition,
  set: optionsOf(
    'set',
    words('e u x f v n C E h B b m t +e +u +x +f +v +C +E'),
    words('errexit nounset xtrace pipefail noglob verbose noexec noclobber errtrace'),
  ),
  shopt: shoptDangers,
  printf: printfDangers,
  read: namesOf(words('-a -d -i -n -N -p -t -u')),
  mapfile: namesOf(words('-d -n -O -s -u -c')),
  readarray: namesOf(words('-d -n -O -s -u -c')),
  getopts: namesOf([]),
  unset: namesOf([]),
  wait: namesOf([]),
  declare: namesOf([]),
  typeset: namesOf([]),
  local: namesOf([]),
  export: namesOf([]),
  readonly: namesOf([]),
  jobs: (rest) => rest.filter(mayBeOption(/^-[a-z]*x/)).map(doubt('runs the words after it as a command')),
  history: (rest) =>
    rest.filter(mayBeOption(/^-[a-zA-Z]*[anrwspd]/)).map(doubt('can read or write a file of commands')),
}

const doubt =
  (reason: string) =>
  (word: Word): CommandDanger => ({ effect: 'runs', reason: `${word.text} ${reason}` })

const mayBeOption =
  (pattern: RegExp) =>
  ({ kind, text, option }: Word): boolean =>
    kind === 'known' ? pattern.test(text) : option

/** A plain name, or a name with a number as its subscript. */
const NAME = /^\w*(?:\[(?:\d+|[@*])\])?$/

/** Builtins that take names of variables: with a subscript, bash evaluates the subscript. `valued` take a value that is not a name. */
function namesOf(valued: readonly string[]): BuiltinCheck {
  return (rest) => {
    const dangers: CommandDanger[] = []
    for (let index = 0; ; index++) {
      const word = rest[index]
      if (word === undefined) break
      if (word.kind === 'known' && valued.includes(word.text) && word.text !== '-a' && word.text !== '-c') {
        const value = rest[++index]
        if (value !== undefined && value.kind === 'many') dangers.push(doubt('may be evaluated as a subscript')(value))
        continue
      }
      if (word.kind === 'known' && /^-/.test(word.text)) continue
      const [, name = '', value] =
        /^([^=]*?)(?:\+?=([\s\S]*))?$/.exec(word.kind === 'known' ? word.text : word.start) ?? []
      if (word.kind !== 'known' || !NAME.test(name)) dangers.push(doubt('may be evaluated as a subscript')(word))
      else if (value !== undefined && /^\s*\(/.test(value))
        dangers.push(doubt('may be evaluated as an array, subscripts included')(word))
    }
    return dangers
  }
}

/** Inside `[[`, a subscript that holds an expansion. shell.ts checks operators and arithmetic. */
function evaluatedCondition(rest: readonly Word[]): CommandDanger[] {
  return rest.filter(({ text }) => /\[.*[$`(]/s.test(text)).map(doubt('may be evaluated as a subscript'))
}

/** `printf -v NAME` sets a variable, and evaluates the subscript of its name. So does `%n`, for example for PATH. */
function printfDangers([first, second, ...rest]: readonly Word[]): CommandDanger[] {
  if (first === undefined) return []
  const isFormat = first.kind !== 'known' || !/^-/.test(first.text)
  const format = isFormat ? first : first.text === '--' ? second : /^-v./.test(first.text) ? second : rest[0]
  const hasArguments = isFormat ? second !== undefined : rest.length > 0
  if (format !== undefined && hasArguments && mayCount(format))
    return [{ word: format, effect: 'runs', reason: 'could contain %n, which sets any variable' }]
  if (first.kind !== 'known')
    return first.option
      ? [{ word: first, effect: 'runs', reason: 'is not known and could be -v, which sets a variable to any value' }]
      : []
  if (!/^-v/.test(first.text)) return []
  const name = first.text === '-v' ? second : { ...first, text: first.text.slice(2) }
  return name !== undefined && (name.kind !== 'known' || !NAME.test(name.text))
    ? [doubt('may be evaluated as a subscript')(name)]
    : []
}

/** Whether a format could contain `%n`. */
const mayCount = ({ kind, text, values, isPlain }: Word): boolean =>
  (kind === 'known' ? [text] : (values ?? (isPlain ? [] : ['%n']))).some((each) =>
    /%[^a-zA-Z%\\]*[hljtLzq]*n/.test(each.replaceAll('%%', '')),
  )

/** Only these options are harmless. Any other, known or not, can change what the rest of the line does. */
function optionsOf(builtin: string, letters: readonly string[], names: readonly string[]): BuiltinCheck {
  return (rest) => {
    for (let index = 0; ; index++) {
      const word = rest[index]
      if (word === undefined || (word.kind === 'known' && (word.text === '--' || word.text === '-'))) return []
      if (word.kind === 'known' && !/^[-+]/.test(word.text)) return []
      const refused: CommandDanger = {
        word,
        effect: 'runs',
        reason: `is an option of ${builtin} that can change what the other commands do`,
      }
      if (word.kind !== 'known') return [refused]
      const isOff = word.text.startsWith('+')
      const unknown = [...word.text.slice(1)].some(
        (each) => each !== 'o' && !letters.includes(isOff ? `+${each}` : each),
      )
      if (unknown) return [refused]
      for (const each of word.text)
        if (each === 'o') {
          index += 1
          const name = rest[index]
          if (name !== undefined && (name.kind !== 'known' || !names.includes(name.text)))
            return [{ ...refused, word: name }]
        }
    }
  }
}

const SHOPT_NAMES = words('globstar nullglob dotglob failglob nocaseglob nocasematch inherit_errexit')

function shoptDangers(rest: readonly Word[]): CommandDanger[] {
  const isQuery = rest.every(({ kind, text }) => kind === 'known' && /^(?:-[pq]+|\w+)$/.test(text))
  if (isQuery) return []
  return rest
    .filter(({ kind, text }) => kind !== 'known' || !(/^-[suq]+$/.test(text) || SHOPT_NAMES.includes(text)))
    .map((word) => ({
      word,
      effect: 'runs',
      reason: 'is an option of shopt that can change what the other commands do',
    }))
}
