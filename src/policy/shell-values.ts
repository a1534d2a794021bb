import type { Word } from './shell-types.ts'
import { isPlainOutput } from './shell-words.ts'

/** What a line gives a variable; undefined when something else could give it any content, or nothing does. */
export type Values = (name: string) => readonly Word[] | undefined

/** A word that is the value of a variable, unquoted. */
const VARIABLE = /^\$\{?([A-Za-z_]\w*)\}?$/

/** An unquoted variable is one word where all it can hold is words without anything a shell would split or expand. */
export function plainValue(word: Word, values: Values): Word {
  const name = word.kind === 'many' ? VARIABLE.exec(word.text)?.[1] : undefined
  const held = name === undefined ? undefined : values(name)
  if (held === undefined || !held.every(isPlain)) return word
  return { ...word, kind: 'one', option: held.some(({ text }) => text.startsWith('-')) }
}

const isPlain = ({ kind, text }: Word): boolean =>
  kind === 'known' ? /^[\w./:=@%+,-]+$/.test(text) : kind === 'one' && isPlainOutput(text)

/** Variables a shell itself gives values, whatever else a line gives them. */
const OF_SHELL =
  /^(?:_|REPLY|PWD|OLDPWD|DIRSTACK|BASH\w*|FUNCNAME|OPTARG|OPTIND|MAPFILE|COPROC\w*|PIPESTATUS|GROUPS|LINENO|S?RANDOM|SECONDS|EPOCH\w+|HISTCMD|COMP\w*|READLINE\w*|LINES|COLUMNS)$/

export const isOfShell = (name: string): boolean => OF_SHELL.test(name)

/** Substitutions that give names of files of the checkout, none of which starts with a slash. */
const OWN_FILES = /^\$\((?:git ls-files|find \.)(?: (?:--|-z|-type|-name|-not|-path|[\w./*?'"][\w./*?'"-]*))*\)$/

/**
 * Whether a file that is read by redirection could be one of bash's network addresses. A name that starts otherwise is
 * not, nor is a variable with only such values.
 */
export function mayBeAddress(word: Word, values: Values): boolean {
  if (word.start !== '') return couldBe(word.start)
  if (/^~\//.test(word.text)) return false
  const [, bare, braced] = /^"?\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/.exec(word.text) ?? []
  const name = bare ?? braced
  const held = name === undefined ? undefined : values(name)
  return (
    held === undefined ||
    !held.every(({ text }) => /^[\w.*?[-]/.test(text) || (/^\/./.test(text) && !couldBe(text)) || OWN_FILES.test(text))
  )
}

const couldBe = (start: string): boolean =>
  ['/dev/tcp/', '/dev/udp/'].some((folder) => folder.startsWith(start) || start.startsWith(folder))
