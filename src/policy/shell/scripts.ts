import type { CommandDanger, Word } from './shell-types.ts'

/** How a script is passed, and the options that do not change what it can do. */
type Language = {
  script: readonly string[]
  takes: readonly string[]
  flags: readonly string[]
  /** Whether the first operand always ends the options. Otherwise it does on some systems only: BSD's sed, GNU's with POSIXLY_CORRECT. */
  endsAtOperand: boolean
  harmless(script: string): boolean
}

const words = (text: string): readonly string[] => text.split(' ')

const text = (delimiter: string) => `(?:[^${delimiter}\\\\\\n]|\\\\[^c\\n])*${delimiter}`

/** Whether a statement continues on the next line after this token. */
const continuesStatement = (token: Token | undefined): boolean =>
  token !== undefined && /^(?:,|&&|\|\||\?|:)$/.test(token.text)

const pattern = (delimiter: string) => `(?:[^${delimiter}[\\\\\\n]|\\\\[^c\\n]|${BRACKETS})*${delimiter}`

// In brackets a delimiter is a plain character, and so is a `]` in first position. `\c` makes the next character a control character.
const LISTED = '(?:\\[:\\w+:\\]|\\[(?![.:=])|[^\\][\\\\\\n]|\\\\[^\\]\\n])'

const BRACKETS = `\\[(?:\\^|(?!\\^))(?:\\]${LISTED}*|(?!\\])${LISTED}+)\\]`

const TOKENS: readonly (readonly [Token['kind'] | 'space', RegExp])[] = [
  ['space', /[ \t\r]+|\\\r?\n|#[^\n]*/y],
  ['newline', /\n/y],
  ['operand', /"(?:[^"\\\n]|\\[\s\S])*"|[\d.]+/y],
  ['word', /[A-Za-z_]\w*/y],
  // An operator that starts with `>` is tokenized as `>`.
  ['operator', /&&|\|\||\+\+|--|[-+*/%^<>=!~?:,;(){}[\]$|&]/y],
]

/** Excludes line ends, and brackets whose end awk implementations disagree about. */
const AWK_REGEX = /\/(?:[^/[\\\n]|\\[^\n]|\[\^?(?![\]^])(?:\[:\w+:\]|[^/[\]\\\n])+\])*\//y

const KEYWORDS = /^(?:print|printf|return|in|else|do|case|exit|delete|while|if|for|BEGIN|END)$/

/** Longer programs with a `>` or `|` are not analyzed. In UTF-16 units. */
const MAX_PROGRAM_LENGTH = 4000

/** Functions and variables that run programs, read or write files, or hide a call. */
const REACHES_OUT =
  /system|getline|@|ENVIRON|close|fflush|\bload|include|extension|ARG[VC]|SYMTAB|FUNCTAB|PROCINFO|\/inet/

const substitution = (delimiter: string) => `s${delimiter}${pattern(delimiter)}${text(delimiter)}[gpiIM0-9]*`

const COMMAND = `(?:[pdDPqQ=lnNgGhHxz]\\d*|y/${text('/')}${text('/')}|${['/', '\\|', ',', '#', ':', '@', '!', '%'].map(substitution).join('|')})`

const SED_REGEX = `/${pattern('/')}[IM]?`

const ADDRESS = `(?:\\d+(?:~\\d+)?|\\$|${SED_REGEX})`

const RANGE = `(?:${ADDRESS}(?:[ \\t]*,[ \\t]*(?:${ADDRESS}|[+~]\\d+))?[ \\t]*(?:![ \\t]*)?)?`

/** One step through a script: text between commands, one command, or the address of a block. */
const SED_STEP = new RegExp(`[\\s;{}]+|${RANGE}${COMMAND}[ \\t]*(?=[;}\\n]|$)|${RANGE}(?=\\{)`, 'y')

const LANGUAGES: Readonly<Record<'sed' | 'awk', Language>> = {
  sed: {
    script: words('-e --expression'),
    takes: words('-l --line-length'),
    flags: words(
      '-n -E -r -s -u -z -b --quiet --silent --regexp-extended --separate --unbuffered --null-data --zero-terminated --binary --posix --sandbox --help --version',
    ),
    endsAtOperand: false,
    harmless: isHarmlessSed,
  },
  awk: {
    script: words('-e --source'),
    takes: words('-F --field-separator -v --assign'),
    flags: words(
      '-b -c -k -n -O -P -r -S -s -t --csv --posix --traditional --re-interval --sandbox --help --version -V',
    ),
    endsAtOperand: true,
    harmless: isHarmlessAwk,
  },
}

/**
 * Scripts of sed and awk can run programs and write files. Anything that may not be harmless is a danger. So is an
 * unknown option, because it can change which word is the script.
 */
export function codeDangers(language: 'sed' | 'awk', words: readonly Word[]): CommandDanger[] {
  const { harmless } = LANGUAGES[language]
  const { scripts, unknown, files } = scriptsOf(words, LANGUAGES[language])
  // gawk opens a connection for a file /inet/…, and takes an operand NAME=value as an assignment.
  const connecting = language === 'awk' ? files.filter(mayBeConnection) : []
  return [
    ...connecting.map((word) => ({ word, effect: 'runs' as const, reason: 'could be a network address of awk' })),
    ...unknown.map((word) => ({
      word,
      effect: 'runs' as const,
      reason: `is an option with which ${language} may run another script`,
    })),
    ...scripts
      .filter((word) => word.kind !== 'known' || !harmless(word.text))
      .map((word) => ({
        word,
        effect: 'runs' as const,
        reason: `is ${language === 'awk' ? 'an' : 'a'} ${language} script that could run programs or write files`,
      })),
  ]
}

function mayBeConnection({ kind, text, start, values, isRelative, isNumber }: Word): boolean {
  if (kind === 'known') return /^\/inet|^[A-Za-z_]\w*=/.test(text) && !/^(?:FS|OFS|RS|ORS|[a-z]\w*)=[^/]*$/.test(text)
  if (values !== undefined) return values.some((value) => /^\/inet|^[A-Za-z_]\w*=/.test(value))
  if (isNumber || isRelative) return false
  return start === '' ? !/^~\//.test(text) : '/inet'.startsWith(start) || start.startsWith('/inet')
}

/** Every script passed by option before the first operand, and the operand where no option comes before it. */
function scriptsOf(
  words: readonly Word[],
  { script, takes, flags, endsAtOperand }: Language,
): {
  scripts: Word[]
  unknown: Word[]
  files: Word[]
} {
  const fromOptions: Word[] = []
  const operands: Word[] = []
  const unknown: Word[] = []
  let isOperandScript = false
  for (let index = 1; ; index++) {
    const word = words[index]
    if (word === undefined) break
    if (word.kind === 'known' && word.text === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (word.kind !== 'known' ? !word.option : !/^-./.test(word.text)) {
      if (endsAtOperand) {
        operands.push(...words.slice(index))
        break
      }
      isOperandScript ||= fromOptions.length === 0
      operands.push(word)
      continue
    }
    const option = word.kind === 'known' ? readOption(word.text, [...script, ...takes], flags) : undefined
    if (option === undefined) unknown.push(word)
    else if (option !== 'flag') {
      const value = option.value === undefined ? words[++index] : { ...word, text: option.value }
      if (value !== undefined && script.includes(option.name)) fromOptions.push(value)
    }
  }
  const first = isOperandScript || fromOptions.length === 0 ? operands.slice(0, 1) : []
  return { scripts: [...first, ...fromOptions], unknown, files: operands.slice(first.length) }
}

/** An option with its value, if it has one; without `value`, the value is the next word. Abbreviations are unknown. */
function readOption(
  text: string,
  valued: readonly string[],
  flags: readonly string[],
): { name: string; value?: string } | 'flag' | undefined {
  if (text.startsWith('--')) {
    const [, name = '', value] = /^([^=]*)(?:=([\s\S]*))?$/.exec(text) ?? []
    if (valued.includes(name)) return { name, value }
    return value === undefined && flags.includes(name) ? 'flag' : undefined
  }
  for (let index = 1; index < text.length; index++) {
    const name = `-${text[index]}`
    if (valued.includes(name)) return { name, value: index + 1 < text.length ? text.slice(index + 1) : undefined }
    if (!flags.includes(name)) return undefined
  }
  return 'flag'
}

/** Printing, deleting, exchanging with the hold space, and substitution without the flags e and w. */
function isHarmlessSed(script: string): boolean {
  SED_STEP.lastIndex = 0
  while (SED_STEP.lastIndex < script.length) {
    const [step] = SED_STEP.exec(script) ?? ['']
    if (step === '') return false
  }
  return true
}

/** An operand is a string, a number or a regular expression. */
type Token = { kind: 'word' | 'operand' | 'operator' | 'newline'; text: string }

/**
 * Whether an awk program runs no program, uses no pipe, writes no file and makes no indirect call. False when it is unclear
 * whether a slash is a division.
 */
export function isHarmlessAwk(source: string): boolean {
  // A line break after a backslash continues the line.
  const program = source.replaceAll('\\\n', '')
  if (REACHES_OUT.test(program)) return false
  if (!/[|>]/.test(program)) return true
  // It does not continue a comment, so what follows could be code.
  const continued = source.split('\n').slice(0, -1)
  if (continued.some((line) => line.includes('#') && /\\\r?$/.test(line))) return false
  if (program.length > MAX_PROGRAM_LENGTH) return false
  const tokens = tokensOf(program)
  if (tokens === undefined || writes(tokens)) return false
  return tokens.every(({ kind, text }) => kind !== 'operator' || text !== '|')
}

function tokensOf(program: string): Token[] | undefined {
  const tokens: Token[] = []
  let index = 0
  while (index < program.length) {
    if (program[index] === '/') {
      const divides = afterOperand(tokens)
      if (divides === undefined) return undefined
      if (!divides) {
        AWK_REGEX.lastIndex = index
        const [text] = AWK_REGEX.exec(program) ?? []
        if (text === undefined) return undefined
        tokens.push({ kind: 'operand', text })
        index += text.length
        continue
      }
    }
    const match = TOKENS.map(([kind, pattern]) => {
      pattern.lastIndex = index
      return { kind, text: pattern.exec(program)?.[0] ?? '' }
    }).find(({ text }) => text !== '')
    if (match === undefined) return undefined
    if (match.kind !== 'space') tokens.push({ kind: match.kind, text: match.text })
    index += match.text.length
  }
  return tokens
}

/** Whether a slash after these tokens is a division; undefined when unclear. */
function afterOperand(tokens: readonly Token[]): boolean | undefined {
  const token = tokens.at(-1)
  if (token === undefined || token.kind === 'newline') return false
  if (token.kind === 'word') return !KEYWORDS.test(token.text)
  if (token.kind !== 'operator') return true
  if (token.text === ')') return !/^(?:if|while|for|switch)$/.test(beforeParentheses(tokens)?.text ?? '')
  return /^(?:\+\+|--)$/.test(token.text) ? undefined : token.text === ']'
}

/** The token before the parentheses at the end of a list. */
function beforeParentheses(tokens: readonly Token[]): Token | undefined {
  let depth = 0
  for (let index = tokens.length - 1; index >= 0; index--) {
    const { kind, text } = tokens[index] ?? { kind: 'newline', text: '' }
    if (kind !== 'operator') continue
    if (text === ')') depth += 1
    if (text === '(') depth -= 1
    if (depth === 0) return tokens[index - 1]
  }
  return undefined
}

/** Whether a print statement has a `>` outside parentheses, which writes a file. */
function writes(tokens: readonly Token[]): boolean {
  let printing = false
  let depth = 0
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'word' && /^printf?$/.test(text)) {
      printing = true
      depth = 0
    } else if (kind === 'newline') printing &&= continuesStatement(tokens[index - 1])
    else if (kind !== 'operator') continue
    else if (/^[([]$/.test(text)) depth += 1
    else if (/^[)\]]$/.test(text)) depth -= 1
    else if (/^[;}]$/.test(text)) printing = false
    else if (printing && depth <= 0 && text === '>') return true
  }
  return false
}
