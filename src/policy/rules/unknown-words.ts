import { quoteWord } from '../shell/quote-word.ts'
import type { SimpleCommand, Word } from '../shell/shell-types.ts'
import type { CompiledPattern } from './patterns.ts'

/** Whether a pattern matches a command with this text. */
type Matches = (text: string) => boolean

/** Characters that a word can have without being syntax of a shell. */
const CHARACTERS = ` /.-_:=@%+,~!#*?[]{}^\\abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789`
/** Words that a pattern must match to match whatever a variable holds: all characters, and each of them first and last. */
const PROBES = [...CHARACTERS].map((character) => character + CHARACTERS + character)

/** Its answer can depend on text that it does not match. */
const LOOKS_AROUND = /\(\?<?[!=]/

/** A pattern of file names, or a home folder, without anything else that a shell expands. */
const FILE_NAMES = /^[\w./*?[\]@%+,:=~-]+$/

/**
 * Whether a pattern that allows matches a command with words that are only known at run time. It does when it spells the
 * variable out (`echo \$HOME`, `[\w$]+`), when the word only stands for names of files (`*.ts`, `~/x`), or when it matches
 * whatever the word holds (`cat .*`).
 */
export function coversUnknownWords(pattern: CompiledPattern, { words }: SimpleCommand, matches: Matches): boolean {
  if (words[0]?.kind !== 'known') return false
  const text = (each: (word: Word) => string) =>
    words.map((word) => (word.kind === 'known' ? quoteWord(word) : each(word))).join(' ')
  const source = ({ text }: Word) => text
  if (!matches(text(source))) return false
  if (words[0].text === '[[') return true
  if (LOOKS_AROUND.test(pattern.source)) return false
  const open = words.filter((word) => {
    if (word.kind === 'known' || FILE_NAMES.test(word.text)) return false
    const isSpelledOut = !matches(text((each) => (each === word ? each.text.replaceAll('$', '\u0001') : each.text)))
    return word.values !== undefined || !isSpelledOut
  })
  return open.every((word) => {
    const contents = word.values ?? PROBES.map((probe) => word.start + probe)
    return contents.every((content) => matches(text((each) => (each === word ? content : each.text))))
  })
}
