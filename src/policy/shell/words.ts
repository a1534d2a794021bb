import type { ShellNode } from './parse.ts'
import type { Word } from './shell-types.ts'

/** The values that a variable can have at an offset of the line; undefined when it can have any other. */
export type Resolve = (name: string, offset: number) => readonly Word[] | undefined

/** A line, and what its variables hold. `splitsAtBlanks`: the line does not change the characters that separate words. */
export type LineContext = { line: string; resolve: Resolve; splitsAtBlanks: boolean }

/** A word that is being built from its parts. `texts`: what it can be, while that is known. */
type WordBuilder = {
  texts: string[]
  start: string
  isKnown: boolean
  many: boolean
  dash: boolean
  unquoted: string
  fromVariable: boolean
  isRelative: boolean
}

/** A word with more alternatives counts as unknown. */
const MAX_ALTERNATIVES = 16

const EXPANSIONS = new Set(['simple_expansion', 'expansion', 'command_substitution', 'arithmetic_expansion'])

export const knownWord = (text: string): Word => ({ text, kind: 'known', start: text, option: text.startsWith('-') })

/** An integer that is only known at run time. A program can read a negative one as an option, but not as a dangerous one. */
export const NUMBER_WORD: Word = {
  text: '0',
  kind: 'one',
  start: '',
  option: false,
  isPlain: true,
  isNumber: true,
  isRelative: true,
}

/** An unknown number of unknown words. */
export const UNKNOWN_WORDS: Word = { text: '…', kind: 'many', start: '', option: true }

/** The word as the program receives it, as far as this is known before run time. */
export function shellWord(node: ShellNode, context: LineContext): Word {
  const source = context.line.slice(node.start, node.end)
  if (node.type === 'arithmetic_expansion' && context.splitsAtBlanks) return { ...NUMBER_WORD, text: source }
  const builder: WordBuilder = {
    texts: [''],
    start: '',
    isKnown: true,
    many: false,
    dash: false,
    unquoted: '',
    fromVariable: false,
    isRelative: false,
  }
  if (node.type === 'command_substitution' && isPlainList(source, context))
    return {
      text: source,
      kind: 'many',
      start: '',
      option: false,
      isPlain: true,
      isRelative: true,
      isNumber: source.startsWith('$(seq'),
    }
  const whole = wholeVariable(node, context)
  const isOneWord = context.splitsAtBlanks || node.type === 'string'
  if (isOneWord && whole?.every(isInteger) && whole.some(({ isNumber }) => isNumber))
    return { ...NUMBER_WORD, text: source, fromVariable: true }
  addPart(node, context, builder, true)
  // Braces and brackets can span several parts of a word.
  if (/,|\.\./.test(between(builder.unquoted, '{', '}'))) markUnknown(builder, true)
  if (/[*?]|[@+!]\(/.test(builder.unquoted) || between(builder.unquoted, '[', ']') !== '') markGlob(builder)
  const { start, many, texts, fromVariable } = builder
  const [only = ''] = texts
  if (builder.isKnown && texts.length === 1) return { ...knownWord(only), fromVariable }
  if (builder.isKnown) {
    const option = texts.some((text) => text.startsWith('-'))
    const isRelative = texts.every((text) => !text.startsWith('/') && text !== '')
    const common = commonStart(texts)
    return { text: source, kind: 'one', start: common, option, values: texts, isRelative }
  }
  const option = start === '' ? builder.dash : start.startsWith('-')
  const isRelative = builder.isRelative || /^[^/]/.test(start) || (many && LISTS_CHECKOUT_FILES.test(source))
  const isPlain = !many && isPlainOutput(source, context.line)
  return {
    text: source,
    kind: many ? 'many' : 'one',
    start,
    option,
    isRelative,
    isPlain,
    isNumber: isPlain && NUMBER_OUTPUT.test(source),
  }
}

/** Whether a word is certainly an integer. */
export const isInteger = ({ kind, text, isNumber, values }: Word): boolean =>
  kind === 'known'
    ? /^-?\d+$/.test(text)
    : isNumber === true || (values?.every((each) => /^-?\d+$/.test(each)) ?? false)

/** The values of a word that consists of one variable. */
function wholeVariable(node: ShellNode, context: LineContext): readonly Word[] | undefined {
  const [only] = node.children.filter(({ isNamed }) => isNamed)
  if (node.type === 'string' && node.end - node.start === (only?.end ?? 0) - (only?.start ?? 0) + 2)
    return only === undefined ? undefined : wholeVariable(only, context)
  return variableValues(node, context)
}

function variableValues(node: ShellNode, { line, resolve }: LineContext): readonly Word[] | undefined {
  const [, bare, braced] = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/.exec(line.slice(node.start, node.end)) ?? []
  const name = bare ?? braced
  return name === undefined || !/expansion$/.test(node.type) ? undefined : resolve(name, node.start)
}

const commonStart = (texts: readonly string[]): string =>
  texts.reduce((start, text) => {
    let length = 0
    while (length < start.length && start[length] === text[length]) length += 1
    return start.slice(0, length)
  })

/** The text between the first `open` and the last `close`, `close` included. Linear time, unlike a regular expression. */
function between(text: string, open: string, close: string): string {
  const from = text.indexOf(open)
  return from < 0 ? '' : text.slice(from + 1, text.lastIndexOf(close) + 1)
}

/** Substitutions whose output is a number. One pipeline, not a list. */
const NUMBER_OUTPUT =
  /^\$\( ?(?:nproc|date \+%s|(?:[^()`$|&;\\\n]|\|(?!\|))*\| ?wc -[lcwm]|git rev-list --count(?: [A-Za-z0-9_][\w./@~^-]*)+) ?\)$/

/** Substitutions whose output is a commit or a name: no spaces, never an option. */
const PLAIN_OUTPUT =
  /^\$\( ?git (?:(?:merge-base|rev-parse(?: --short(?:=\d+)?| --verify| --abbrev-ref| -q| --quiet)*)(?: [A-Za-z0-9_][\w./@~^{}-]*){1,2}|branch --show-current|(?:log -1|log -n ?1|show -s|show --no-patch) --(?:pretty=)?format=%[hH](?: [A-Za-z0-9_][\w./@~^-]*)?|rev-list (?:-1|-n ?1|--max-parents=0)(?: [A-Za-z0-9_][\w./@~^-]*)) ?(?:2> ?\/dev\/null ?)?\)$/

/** Substitutions that list commits or numbers: any number of plain words, none of them an option. */
const PLAIN_LIST =
  /^\$\( ?(?:git (?:rev-list(?: (?:-\d+|-n ?\d+|--max-count=\d+|--reverse|--no-merges|--merges|--first-parent|--all))*|log(?: (?:-\d+|-n ?\d+|--reverse|--no-merges|--first-parent))*(?: --(?:pretty=)?(?:format:|format=|tformat:)%[hH])(?: (?:-\d+|-n ?\d+|--reverse|--no-merges))*)(?: [A-Za-z0-9_][\w./@~^-]*)*|seq(?: \d+){1,3}) ?\)$/

/** Substitutions that list files of the checkout; none of these names starts with a slash. */
const LISTS_CHECKOUT_FILES =
  /^\$\((?:git ls-files|find \.)(?: (?:--|-z|-type|-name|-not|-path|[\w./*?'"][\w./*?'"-]*))*\)$/

/** A line that gives a command another meaning. */
const REDEFINES = /\(\s*\)|function|alias/

/** Whether the output of a substitution is a plain word. Not if the line redefines its commands. */
export const isPlainOutput = (text: string, line = ''): boolean =>
  (PLAIN_OUTPUT.test(text) || NUMBER_OUTPUT.test(text)) && !REDEFINES.test(line)

const isPlainList = (text: string, { line, splitsAtBlanks }: LineContext): boolean =>
  splitsAtBlanks && PLAIN_LIST.test(text) && !REDEFINES.test(line)

/** Whether the output of a substitution is a number. */
export const isNumberOutput = (text: string, line: string): boolean =>
  NUMBER_OUTPUT.test(text) && isPlainOutput(text, line)

/** Whether the output can start with a dash. In quotes, $(pwd) is one word that starts with a slash. */
const beginsWithDash = (text: string, line: string): boolean =>
  !isPlainOutput(text === '$(pwd)' ? '$(nproc)' : text, line)

function addPart(node: ShellNode, context: LineContext, builder: WordBuilder, first: boolean): void {
  const { line } = context
  const text = line.slice(node.start, node.end)
  const values = variableValues(node, context)
  if (node.type === 'raw_string') add(builder, text.slice(1, -1))
  else if (node.type === 'ansi_c_string') addDecoded(text.slice(2, -1), builder)
  else if (node.type === 'string' || node.type === 'translated_string') addQuoted(node, context, builder)
  else if (node.type === 'process_substitution') builder.isKnown = false
  else if (node.type === 'brace_expression') addPlain(text, builder, first)
  else if (node.children.length === 0) addPlain(text, builder, first)
  else if (isPlainOutput(text, line) && context.splitsAtBlanks) markUnknown(builder, false, false)
  else if (values?.every(isUnsplittable) && context.splitsAtBlanks) addValues(builder, values)
  else if (node.type === 'concatenation' || node.type === 'command_name')
    for (const [index, child] of node.children.entries()) {
      addPart(child, context, builder, first && index === 0)
      // `$"…"` is a translated string, which the grammar reads as a `$` and a string.
      if (builder.isKnown && line[child.end - 1] === '$' && index + 1 < node.children.length)
        markUnknown(builder, false)
    }
  else markUnknown(builder, true)
}

/** Whether a variable with this value is one word without quotes, too. */
const isUnsplittable = ({ kind, text, isPlain, values }: Word): boolean =>
  kind === 'known'
    ? PLAIN_TEXT.test(text)
    : isPlain === true || (values?.every((each) => PLAIN_TEXT.test(each)) ?? false)

const PLAIN_TEXT = /^[\w./:=@%+,-]+$/

/** Adds a variable, which is one word here. */
function addValues(builder: WordBuilder, values: readonly Word[]): void {
  const texts = values.flatMap((value): readonly (string | undefined)[] =>
    value.kind === 'known' ? [value.text] : (value.values ?? [undefined]),
  )
  const known = [...new Set(texts)].filter((text) => text !== undefined)
  builder.fromVariable = true
  if (builder.isKnown && !texts.includes(undefined) && known.length * builder.texts.length <= MAX_ALTERNATIVES) {
    builder.texts = builder.texts.flatMap((text) => known.map((each) => text + each))
    builder.start = commonStart(builder.texts)
    return
  }
  const start = values.every((value) => value.start !== '') ? commonStart(values.map((value) => value.start)) : ''
  const atStart = builder.isKnown && builder.start === '' && builder.texts.every((text) => text === '')
  markUnknown(
    builder,
    false,
    values.some(({ option, isNumber }) => option || isNumber),
  )
  if (!atStart) return
  builder.start = start
  builder.isRelative = values.every(({ isRelative, start: first }) => isRelative || /^[^/]/.test(first))
  builder.dash = values.some(({ option, isNumber }) => option || isNumber)
}

function add(builder: WordBuilder, text: string): void {
  if (!builder.isKnown) return
  builder.texts = builder.texts.map((each) => each + text)
  builder.start = commonStart(builder.texts)
}

/** Marks the rest of the word as unknown. `many`: a shell splits it into words. `dash`: it can start with a dash. */
function markUnknown(builder: WordBuilder, many: boolean, dash = true): void {
  if (builder.isKnown)
    builder.dash = builder.start === '' && (dash || builder.texts.some((text) => text.startsWith('-')))
  builder.isKnown = false
  builder.many ||= many
  // Splitting can produce words with any start.
  if (many) {
    builder.start = ''
    builder.dash = true
    builder.isRelative = false
  }
}

/** Marks a file name pattern: every match starts with the text before the first special character. */
function markGlob(builder: WordBuilder): void {
  if (!builder.isKnown) return
  const plain = /^[^*?[@+!]*/.exec(builder.unquoted)?.[0] ?? ''
  builder.isRelative = /^[^/]/.test(builder.texts[0] ?? '')
  builder.start = !builder.fromVariable && builder.texts[0]?.startsWith(plain) ? plain : ''
  builder.dash = builder.start === ''
  builder.isKnown = false
  builder.many = true
}

function addPlain(text: string, builder: WordBuilder, first: boolean): void {
  // `~` is a home folder: an unknown path, but never an option.
  if (first && text.startsWith('~')) builder.isKnown = false
  if (/[=:]~/.test(text) || text.includes('$$')) markUnknown(builder, false)
  for (let index = 0; ; index++) {
    const char = text[index]
    if (char === undefined) break
    if (char === '\\') {
      index += 1
      if (text[index] !== '\n') add(builder, text[index] ?? '\\')
    } else {
      builder.unquoted += char
      add(builder, char)
    }
  }
}

function addQuoted(node: ShellNode, context: LineContext, builder: WordBuilder): void {
  const { line } = context
  let index = line.indexOf('"', node.start) + 1
  for (const child of node.children) {
    if (!EXPANSIONS.has(child.type)) continue
    add(builder, unescaped(line.slice(index, child.start)))
    const text = line.slice(child.start, child.end)
    const values = variableValues(child, context)
    if (values?.every(({ kind }) => kind !== 'many')) addValues(builder, values)
    // "$@" and "${list[@]}" expand to any number of words.
    else markUnknown(builder, /[@*]/.test(text) && child.type !== 'command_substitution', beginsWithDash(text, line))
    index = child.end
  }
  add(builder, unescaped(line.slice(index, node.end - 1)))
}

const unescaped = (text: string): string =>
  text.replace(/\\([$`"\\\n])/g, (_, char: string) => (char === '\n' ? '' : char))

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

function addDecoded(text: string, builder: WordBuilder): void {
  const decoded = decode(text)
  if (decoded === undefined) markUnknown(builder, false)
  else add(builder, decoded)
}

/** The text between `$'` and `'`; undefined when it depends on the shell and its locale. */
function decode(text: string): string | undefined {
  let decoded = ''
  for (let index = 0; index < text.length; index++) {
    if (text[index] !== '\\') {
      decoded += text[index]
      continue
    }
    const [sequence, digits, hex, char] =
      /^(?:([0-7]{1,3})|(x[\dA-Fa-f]{1,2}|u[\dA-Fa-f]{1,4}|U[\dA-Fa-f]{1,8})|([abeEfnrtv\\'"?]))/.exec(
        text.slice(index + 1, index + 11),
      ) ?? []
    if (sequence === undefined) return undefined
    if (char !== undefined) decoded += ESCAPES[char] ?? char
    else {
      const code = digits === undefined ? Number.parseInt((hex ?? '').slice(1), 16) : Number.parseInt(digits, 8) & 0xff
      if (code === 0 || code > 0x10ffff || (code > 0x7f && !/^[uU]/.test(sequence))) return undefined
      decoded += String.fromCodePoint(code)
    }
    index += sequence.length
  }
  return decoded
}

/** A word quoted for a shell; unknown words keep their source text. */
export function quoteWord({ kind, text }: Word): string {
  if (kind !== 'known' || /^(?:[\w./:=@%+,~^-]+|\[\[?|\]\]?)$/.test(text)) return text
  return `'${text.replaceAll("'", "'\\''")}'`
}
