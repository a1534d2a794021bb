import { isHarmlessAwk } from './shell-awk.ts'
import type { Danger, Word } from './shell-types.ts'

/** How a script is given, and the options that are known to change nothing about what it can do. */
type Language = {
  script: readonly string[]
  takes: readonly string[]
  flags: readonly string[]
  harmless(script: string): boolean
}

const words = (text: string): readonly string[] => text.split(' ')

const LANGUAGES: Readonly<Record<'sed' | 'awk', Language>> = {
  sed: {
    script: words('-e --expression'),
    takes: words('-l --line-length'),
    flags: words(
      '-n -E -r -s -u -z -b --quiet --silent --regexp-extended --separate --unbuffered --null-data --zero-terminated --binary --posix --sandbox --help --version',
    ),
    harmless: isHarmlessSed,
  },
  awk: {
    script: words('-e --source'),
    takes: words('-F --field-separator -v --assign'),
    flags: words(
      '-b -c -k -n -O -P -r -S -s -t --csv --posix --traditional --re-interval --sandbox --help --version -V',
    ),
    harmless: isHarmlessAwk,
  },
}

/**
 * The scripts of sed and awk can run programs and write files. Only what is surely harmless passes; nor does an option that
 * is not known, because behind it the script could stand elsewhere.
 */
export function codeDangers(language: 'sed' | 'awk', words: readonly Word[]): Danger[] {
  const { harmless } = LANGUAGES[language]
  const { scripts, unknown } = scriptsOf(words, LANGUAGES[language])
  return [
    ...unknown.map((word) => ({
      word,
      does: 'runs' as const,
      why: `is an option with which ${language} may run another script`,
    })),
    ...scripts
      .filter((word) => word.kind !== 'known' || !harmless(word.text))
      .map((word) => ({
        word,
        does: 'runs' as const,
        why: `is a ${language} script that could run programs or write files`,
      })),
  ]
}

/** Every script given by option, else the first word that is no option. */
function scriptsOf(words: readonly Word[], { script, takes, flags }: Language): { scripts: Word[]; unknown: Word[] } {
  const given: Word[] = []
  const others: Word[] = []
  const unknown: Word[] = []
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    if (word.kind === 'known' && word.text === '--') {
      others.push(...words.slice(at + 1))
      break
    }
    if (word.kind !== 'known' ? !word.option : !/^-./.test(word.text)) {
      others.push(word)
      continue
    }
    const option = word.kind === 'known' ? readOption(word.text, [...script, ...takes], flags) : undefined
    if (option === undefined) unknown.push(word)
    else if (option !== 'flag') {
      const value = option.value === undefined ? words[++at] : { ...word, text: option.value }
      if (value !== undefined && script.includes(option.name)) given.push(value)
    }
  }
  return { scripts: given.length > 0 ? given : others.slice(0, 1), unknown }
}

/** An option with its value where it has one; without `value` that is the next word. Abbreviations are not known. */
function readOption(
  text: string,
  valued: readonly string[],
  flags: readonly string[],
): { name: string; value?: string } | 'flag' | undefined {
  if (text.startsWith('--')) {
    const [, name = '', value] = /^([^=]*)(?:=([\s\S]*))?$/.exec(text) ?? []
    if (valued.includes(name)) return { name, ...(value !== undefined && { value }) }
    return value === undefined && flags.includes(name) ? 'flag' : undefined
  }
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at]}`
    if (valued.includes(name)) return { name, ...(at + 1 < text.length && { value: text.slice(at + 1) }) }
    if (!flags.includes(name)) return undefined
  }
  return 'flag'
}

// Between brackets a delimiter is a character, and so is a `]` that comes first. `\c` makes one of whatever follows.
const LISTED = '(?:\\[:\\w+:\\]|\\[(?![.:=])|[^\\][\\\\\\n]|\\\\[^\\]\\n])'
const BRACKETS = `\\[(?:\\^|(?!\\^))(?:\\]${LISTED}*|(?!\\])${LISTED}+)\\]`
const pattern = (delimiter: string) => `(?:[^${delimiter}[\\\\\\n]|\\\\[^c\\n]|${BRACKETS})*${delimiter}`
const REGEX = `/${pattern('/')}[IM]?`
const ADDRESS = `(?:\\d+(?:~\\d+)?|\\$|${REGEX})`
const RANGE = `(?:${ADDRESS}(?:[ \\t]*,[ \\t]*(?:${ADDRESS}|[+~]\\d+))?[ \\t]*(?:![ \\t]*)?)?`
const text = (delimiter: string) => `(?:[^${delimiter}\\\\\\n]|\\\\[^c\\n])*${delimiter}`
const substitution = (delimiter: string) => `s${delimiter}${pattern(delimiter)}${text(delimiter)}[gpiIM0-9]*`
const COMMAND = `(?:[pdDPqQ=lnNgGhHxz]\\d*|y/${text('/')}${text('/')}|${['/', '\\|', ',', '#', ':', '@', '!', '%'].map(substitution).join('|')})`
/** One step through a script: what stands between commands, one command, or what stands before a block. */
const SED_STEP = new RegExp(`[\\s;{}]+|${RANGE}${COMMAND}[ \\t]*(?=[;}\\n]|$)|${RANGE}(?=\\{)`, 'y')

/** Printing, deleting, moving to and from the hold space, and substitution without the flags e and w. */
function isHarmlessSed(script: string): boolean {
  SED_STEP.lastIndex = 0
  while (SED_STEP.lastIndex < script.length) {
    const [step] = SED_STEP.exec(script) ?? ['']
    if (step === '') return false
  }
  return true
}
