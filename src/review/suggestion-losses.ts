import { alignLines, isTelling, lineSimilarity, sharedInOrder } from './similar-lines.ts'
import { DELETES, MARKUP_FILE, type ReplacedLines, withoutTexts } from './suggestion.ts'
import { hasText, indentOf } from './suggestion-indentation.ts'

/**
 * Whether a click would take something away that the suggestion does not name: the line that opens a block, lines at an end of the
 * range, a key, an item of a list, or a name that lines below still use.
 */
export function losesMore(suggestion: readonly string[], place: ReplacedLines, isWhole: boolean): boolean {
  const lines = startsOf(suggestion)
  const replaced = {
    ...place,
    before: startsOf(place.before),
    code: startsOf(place.code),
    after: startsOf(place.after),
  }
  return (
    lines.length > 0 &&
    (losesShell(lines, replaced) ||
      (!isWhole && losesEnd(lines, replaced)) ||
      losesKey(lines, replaced) ||
      losesItem(lines, replaced) ||
      losesName(lines, replaced) ||
      setsTwice(lines, replaced))
  )
}

/** Longer lines are data or minified code: their start says enough. */
const MAX_LINE = 400

const startsOf = (lines: readonly string[]) => lines.map((line) => line.slice(0, MAX_LINE))

/** The first and last replaced lines that the suggestion keeps or changes; undefined when it has none of them. */
function keptRange(lines: readonly string[], code: readonly string[]) {
  const pairs = alignLines(lines, code).pairs.filter(({ one }) => hasText(lines[one] ?? ''))
  const [first, last] = [pairs[0], pairs.at(-1)]
  return first && last && { first, last }
}

/** Whether a block would lose the line that opens it and keep what stands in it. Who gives lines for all of it gives them further out. */
function losesShell(lines: readonly string[], { code, words = '' }: ReplacedLines): boolean {
  const range = keptRange(lines, code)
  const start = code.find(hasText) ?? ''
  if (range === undefined || range.first.other <= code.indexOf(start)) return false
  const isInside = indentOf(code[range.first.other] ?? '').length > indentOf(start).length
  if (!isInside || lines.slice(0, range.first.one).some(hasText)) return false
  const line = lines[range.first.one] ?? ''
  // Lines that became one begin with the word that they began with.
  if (wordsOf(line)[0] === wordsOf(start)[0] || isWholeBlock(line, start)) return false
  return !UNWRAPS.test(words) || indentOf(line).length > indentOf(start).length
}

/** Whether a line stands where a block begins, so that it stands for the block. Without indentation, it may have lost it. */
const isWholeBlock = (line: string, start: string) => indentOf(line) === indentOf(start) && indentOf(start) !== ''

const UNWRAPS = new RegExp(`${DELETES.source}|\\b(?:un-?wrap|inline|flatten|without)`, 'i')

/**
 * Whether the suggestion begins with a change of a later line than the first replaced one, or ends with one of an earlier line than the
 * last: the range may be too wide. The words may name what goes.
 */
function losesEnd(lines: readonly string[], { code, words = '' }: ReplacedLines): boolean {
  const range = keptRange(lines, code)
  const start = code.find(hasText) ?? ''
  if (range === undefined) return false
  const first = code[range.first.other] ?? ''
  const isBlock = indentOf(first).length > indentOf(start).length && isWholeBlock(lines[range.first.one] ?? '', start)
  const isFirst = !isBlock && !lines.slice(0, range.first.one).some(hasText)
  const isLast = !lines.slice(range.last.one + 1).some(hasText)
  const lost = code.filter((_, nth) => (isFirst && nth < range.first.other) || (isLast && nth > range.last.other))
  return lost.some((line) => !isMerged(line, lines) && !isNamed(line, lines, words))
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []

/** Whether the new lines have all words of a line, or give the names that it gave. */
function isMerged(line: string, lines: readonly string[]): boolean {
  const text = lines.join('\n')
  const [own, others] = [namesBoundBy(line), namesBoundBy(text)]
  const newWords = new Set(wordsOf(text))
  return (
    wordsOf(line).every((word) => newWords.has(word)) || (own.size > 0 && [...own].every((name) => others.has(name)))
  )
}

/** Whether the words of a comment name half of what only this line has. */
function isNamed(line: string, lines: readonly string[], words: string): boolean {
  const [named, kept] = [new Set(wordsOf(words)), new Set(wordsOf(lines.join('\n')))]
  const own = wordsOf(line).filter((word) => !kept.has(word))
  return own.filter((word) => named.has(word)).length >= own.length / 2
}

/** What ends the run of a block: a second one beside the first makes no sense. */
export const JUMP = /^\s*(?:return|break|continue|throw|raise|next|exit)\b/

/** A line this much like one just outside the range, and more than like any replaced one, may be another version of that one. */
const ALIKE_BESIDE = 0.6
const MORE_ALIKE = 0.15

/** How much of a line beside the range must be in a longer line, how much of a text that goes on there, and how many letters it must have. */
const JOINED = 0.8
const JOINED_TEXT = 0.5
const MIN_JOINED = 4

/**
 * Whether what a suggestion adds is a line that stands just outside the range, in another form: a changed one beside the old one, or its text
 * or command joined to a replaced line. It would stand there twice.
 */
export function standsTwice(suggestion: readonly string[], { before, code, after }: ReplacedLines): boolean {
  const [lines, replaced] = [startsOf(suggestion), startsOf(code)]
  const linesBeside = startsOf([before.findLast(hasText) ?? '', after.find(hasText) ?? '']).filter(isTelling)
  const keptLines = new Set(alignLines(lines, replaced).pairs.map(({ one }) => one))
  const isMoreAlike = (line: string, otherLine: string, ownLine: string) =>
    lineSimilarity(line, ownLine) <= lineSimilarity(line, otherLine) - MORE_ALIKE && !startsAlike(line, ownLine)
  const isOtherForm = (line: string, otherLine: string) =>
    (lineSimilarity(line, otherLine) >= ALIKE_BESIDE || startsAlike(line, otherLine)) &&
    replaced.every((replacedLine) => isMoreAlike(line, otherLine, replacedLine))
  // Nothing runs below a line that leaves the block.
  const [end, next] = [lines.findLast(hasText) ?? '', after.find(hasText) ?? '']
  if (
    lines.length > replaced.length &&
    [end, next].every((line) => JUMP.test(line)) &&
    indentOf(end) === indentOf(next)
  )
    return true
  return lines.some((line, nth) =>
    linesBeside.some((other) =>
      keptLines.has(nth)
        ? joinsText(line, other, replaced) || joinsCommand(line, other, replaced)
        : lines.length > replaced.length && isTelling(line) && isOtherForm(line, other),
    ),
  )
}

/** Whether two lines begin with the same two words, as `RUN npm` does. */
function startsAlike(line: string, otherLine: string): boolean {
  const [words, others] = [allWordsOf(line), allWordsOf(otherLine)]
  return Math.min(words.length, others.length) > 2 && words[0] === others[0] && words[1] === others[1]
}

/** Whether a line has the words of another one besides those of the replaced lines. */
function joinsText(line: string, otherLine: string, code: readonly string[]): boolean {
  const [added, others] = [allWordsOf(line), allWordsOf(otherLine)]
  for (const word of allWordsOf(code.join('\n'))) {
    const at = added.indexOf(word)
    if (at >= 0) added.splice(at, 1)
  }
  const isText = [otherLine, ...code].every((each) => TEXT_ONLY.test(each))
  const share = isText ? JOINED_TEXT : JOINED
  return others.join('').length >= MIN_JOINED && sharedInOrder(others, added) >= share * others.length
}

/** A line that is a text in quotes. */
const TEXT_ONLY = /^\s*[a-z]{0,2}(["'`]).*\1[\s\\+.,;]*$/i

/** Whether a line joins a command to replaced ones that is the one of another line: it begins with the same word. */
function joinsCommand(line: string, otherLine: string, code: readonly string[]): boolean {
  const commandsOf = (text: string) => text.replace(/^\s*(?:RUN |(?:- )?run: |[@-])?\s*/, '').split(/\s*(?:&&|;)\s*/)
  const programsOf = (text: string) => commandsOf(text).map((command) => /^[\w.-]+(?=\s+[\w.-])/.exec(command)?.[0])
  const [own, [program]] = [new Set(code.flatMap(programsOf)), programsOf(otherLine)]
  return program !== undefined && !own.has(program) && programsOf(line).slice(1).includes(program)
}

const allWordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_$]+/gu) ?? []

const DATA_FILE = /\.(?:ya?ml|toml|jsonc?|ini|cfg|conf|properties|tf|tfvars|hcl)$|(?:^|[/.])env(?:\.[\w-]+)?$/i

const KEY = /^\s*(?:- )?(?:"([^"]+)"|'([^']+)'|([\w.$/-]+))\s*(?::(?!:)|=(?![=>~]))\s*(.*?)[\s,;]*$/

/** The key of a line and its value, where a line has them. */
function keyOf(line: string) {
  const [, double, single, bare, value = ''] = KEY.exec(line) ?? []
  const key = double ?? single ?? bare
  return key === undefined ? [] : [{ key, value }]
}

/** Words that ask for another key in the place of one. */
const RENAMES =
  /\b(?:renam|typo|mis-?spel|replac|instead|rather than|call(?:ed)? it|named|wrong (?:key|name)|deprecat|should be|must be)/i

/** Whether a key goes, and neither another one gets its value nor the words ask for it: the new key may belong beside it. */
function losesKey(lines: readonly string[], { path, code, words = '' }: ReplacedLines): boolean {
  const isData = DATA_FILE.test(path)
  // Where each line gives a key, each key is for itself.
  const isList = [...lines, ...code].filter(hasText).every((line) => keyOf(line).length > 0)
  if (!isData && !isList && (lines.length > 1 || code.length > 1)) return false
  const given = lines.flatMap(keyOf)
  if (!isData && given.length === 0) return false
  return code.flatMap(keyOf).some(({ key, value }) => {
    const at = given.findIndex((each) => each.key === key)
    if (at >= 0) given.splice(at, 1)
    const isRenamed = value !== '' && given.some((each) => each.value === value)
    const isAsked = words.includes(key) && (RENAMES.test(words) || DELETES.test(words))
    return at < 0 && !isRenamed && !isAsked
  })
}

const LIST_FILE = /\.(?:ya?ml|md|mdx|markdown|rst|adoc)$/i

/** Whether the replaced lines have more items of a list than the new ones, and the words ask for none to go. */
function losesItem(lines: readonly string[], { path, code, words = '' }: ReplacedLines): boolean {
  if (!LIST_FILE.test(path) || DELETES.test(words)) return false
  const itemsOf = (texts: readonly string[]) => texts.filter((line) => /^\s*[-*+] /.test(line)).length
  return itemsOf(code) > Math.max(itemsOf(lines), 0)
}

/** How lines give a name to something, in languages of many kinds. */
const BINDINGS = [
  /\bfor\b\s*\(?\s*(?:(?:const|let|var|final|auto|int)\b)?\s*([\w$,\s()[\]{}]+?)\s+(?:in|of)\b/g,
  /(?<![.\w$])([\w$]+(?:\s*,\s*[\w$]+)*)\s*(?::\s*[\w$<>[\]., |?*]+)?\s*(?::=|(?<![=!<>+\-*/%&|^~?])=(?![=>~]))/g,
  /\bas\s+([\w$]+)/g,
  /\|\s*([\w$]+(?:\s*,\s*[\w$]+)*)\s*\|/g,
  /\b(?:catch|rescue|except)\b[^)\n]*?([\w$]+)\s*[):]/g,
  /\b(?:class|def|function|func|fn|fun|sub|struct|enum|interface|trait|module|type)\s+([\w$]+)/g,
  /\b(?:def|function|func|fn|fun|sub)\b[^(\n]*\(([^)\n]*)\)/g,
]

const namesBoundBy = (text: string): Set<string> =>
  new Set(BINDINGS.flatMap((binding) => [...text.matchAll(binding)].flatMap(([, names = '']) => wordsOf(names))))

/** How lines take a name from elsewhere, and from where. */
const IMPORTS = [
  /\bimport\s+(?:type\s+)?(?<names>[\w$*,\s{}]+?)\s+from\s+(?<from>["'][^"']+["'])/g,
  /\bfrom\s+(?<from>[\w.]+)\s+import\s+\(?(?<names>[\w, ]+)/g,
  /^\s*(?:pub\s+)?(?:import|use|using)\s+(?:static\s+)?(?:[\w$]+\s*(?:\.|::|\\))*(?<names>[\w$]+)\s*;?\s*$/gm,
  /\buse\s+(?<from>(?:\w+::)+)\{(?<names>[^}\n]*)\}/g,
]

const importsOf = (lines: readonly string[]) =>
  IMPORTS.flatMap((each) => [...lines.join('\n').matchAll(each)]).map(({ groups: { names = '', from } = {} }) => ({
    names: wordsOf(names).filter((name) => name !== 'as'),
    from,
  }))

/** The names of imports that go: neither another name from there stands in for them, nor one much like theirs. */
function importsLost(lines: readonly string[], code: readonly string[]): string[] {
  const given = importsOf(lines)
  const isRenamed = (name: string, from?: string) =>
    given.some(
      (each) =>
        (from !== undefined && each.from === from) ||
        each.names.some((other) => lineSimilarity(name, other) >= SAME_LINE),
    )
  return importsOf(code).flatMap(({ names, from }) => names.filter((name) => !isRenamed(name, from)))
}

/** Whether a name goes that the replaced lines gave and lines below them in the same block still use. */
function losesName(lines: readonly string[], { path, before, code, after }: ReplacedLines): boolean {
  if (DATA_FILE.test(path) || LIST_FILE.test(path)) return false
  const [text, newWords] = [withoutTexts(code).join('\n'), new Set(wordsOf(withoutTexts(lines).join('\n')))]
  const known = new Set(wordsOf(before.join('\n')))
  const depth = indentOf(code.find(hasText) ?? '').length
  const end = after.findIndex((line) => hasText(line) && indentOf(line).length < depth)
  const below = withoutTexts(end < 0 ? after : after.slice(0, end))
  return [...namesBoundBy(text), ...importsLost(lines, code)].some((name) => {
    if (newWords.has(name) || known.has(name)) return false
    const uses = (line: string) =>
      new RegExp(`(?<![.\\w$'"-])\\$?${name.replaceAll('$', '\\$')}(?![\\w$'":-])`).test(line)
    const user = below.find(uses)
    return user !== undefined && !namesBoundBy(user).has(name)
  })
}

/** Whether a new line sets what the line just above sets, and the replaced ones do not: it may stand for that one, too. */
function setsTwice(lines: readonly string[], { path, before, code }: ReplacedLines): boolean {
  if (DATA_FILE.test(path)) return false
  const targetOf = (line = '') =>
    /^\s*(?:(?:const|let|var|val|auto|local|my)\s+)?([\w$.]+)\s*:?=(?![=>~])/.exec(line)?.[1]
  const target = targetOf(lines.find(hasText))
  return (
    target !== undefined &&
    targetOf(before.findLast(hasText)) === target &&
    !code.some((line) => targetOf(line) === target)
  )
}

/** What stays open where the lines end, or goes on below them: a text, a comment, elements, the words of blocks, a line and its statement. */
type OpenEnds = { name: string; isIn?(path: string): boolean; of(lines: readonly string[], path: string): string }

const count = (lines: readonly string[], sign: RegExp): number => lines.join('\n').match(sign)?.length ?? 0
const isOdd = (lines: readonly string[], sign: RegExp): string => `${count(lines, sign) % 2}`
const difference = (lines: readonly string[], opening: RegExp, closing: RegExp): string =>
  `${count(lines, opening) - count(lines, closing)}`
const isA = (endings: string) => (path: string) => new RegExp(`(?:${endings})$`, 'i').test(path)
const lastOf = (lines: readonly string[]) => withoutTexts(lines).findLast(hasText)?.trimEnd() ?? ''

const isShell = isA(String.raw`\.(?:sh|bash|zsh|ksh|bats)`)
const OPEN_ENDS: readonly OpenEnds[] = [
  { name: 'texts', of: (lines) => isOdd(lines, /"""/g) + isOdd(lines, /'''/g) },
  { name: 'remarks', of: (lines) => difference(lines, /\/\*/g, /\*\//g) + difference(lines, /<!--/g, /-->/g) },
  {
    name: 'templates',
    isIn: (path) => !isA(String.raw`\.(?:md|mdx|markdown|rst|adoc|txt|[cm]?[jt]s)`)(path),
    of: (lines) =>
      difference(lines, /\{%-?\s*(?:if|for|block|macro|unless|case|with|call|filter|capture)\b/g, /\{%-?\s*end\w*/g) +
      difference(lines, /\{\{-?\s*(?:#\w|(?:if|range|with|define|block)\b)/g, /\{\{-?\s*(?:\/\w|end\b)/g) +
      difference(lines, /<%-?\s.*(?:\bdo\b|^\s*if\b).*%>/g, /<%-?\s*end\b/g),
  },
  {
    name: 'here documents',
    of: (lines) =>
      lines
        .join('\n')
        .match(/<<[-~<]?['"]?[A-Z]\w+['"]?(?=[\s\\|;)]*$)/gm)
        ?.join(' ') ?? '',
  },
  { name: 'conditions of a preprocessor', of: (lines) => difference(lines, /^\s*#\s*if/gm, /^\s*#\s*endif\b/gm) },
  { name: 'elements', isIn: (path) => MARKUP_FILE.test(path) && !/\.(?:mdx?|php)$/i.test(path), of: openElements },
  {
    name: 'blocks of words',
    isIn: isA(
      String.raw`\.(?:rb|rake|gemspec|podspec|ru|exs?|lua|jl|cr)|(?:^|\/)(?:Gemfile|Podfile|Rakefile|Fastfile|Vagrantfile)`,
    ),
    of: (lines) =>
      difference(
        withoutTexts(lines),
        /^\s*(?:(?:local|private|protected|public)\s+)*(?:if|unless|until|case|def\w*|class|module|begin|function)\b|\bdo\b(?:\s*\|[^|]*\|)?\s*$|(?:=|\()\s*function\b/gm,
        /\bend\b/g,
      ),
  },
  {
    name: 'blocks of a shell',
    isIn: isShell,
    of: (lines) =>
      difference(lines, /^\s*if\b/gm, /^\s*fi\b|;\s*fi\b/gm) +
      difference(lines, /(?:^|;)\s*do\b/gm, /(?:^|;)\s*done\b/gm) +
      difference(lines, /^\s*case\b/gm, /\besac\b/g),
  },
  { name: 'a line that goes on', of: (lines) => `${/\\$/.test(lines.findLast(hasText)?.trimEnd() ?? '')}` },
  { name: 'a block', isIn: isA(String.raw`\.(?:pyi?|nim|gd)`), of: (lines) => `${lastOf(lines).endsWith(':')}` },
]

/** Elements without an end, as HTML has them. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|!doctype|\?xml)$/i

/** The elements that lines open and do not close, and the other way round. */
function openElements(lines: readonly string[], path: string): string {
  const open: string[] = []
  let isVoid = false
  for (const { 0: tag, 1: slash, 2: name, index, input } of lines
    .join('\n')
    .matchAll(/<(\/?)([A-Za-z!?][\w.:-]*)|\/>/g)) {
    // In code, a type parameter stands behind a name.
    if (slash === '' && isA(String.raw`\.[jt]sx|\.vue|\.svelte`)(path) && /[\w$]/.test(input[index - 1] ?? '')) continue
    const isEnd = name === undefined ? open.at(-1)?.startsWith('</') === false : open.at(-1) === `<${name}`
    if (name === undefined && isVoid) isVoid = false
    else if (slash === '' && VOID.test(name ?? '')) isVoid = true
    else if (slash !== '' && isEnd) open.pop()
    else open.push(tag)
    if (name !== undefined && !VOID.test(name)) isVoid = false
  }
  return open.join(' ')
}

/**
 * Whether what the replaced lines leave open would be closed, or the other way round: the lines around them would belong to something else.
 */
export const breaksOff = (lines: readonly string[], { path, code, words = '' }: ReplacedLines): boolean =>
  lines.length > 0 &&
  (OPEN_ENDS.some(({ isIn, of }) => (isIn === undefined || isIn(path)) && of(lines, path) !== of(code, path)) ||
    (!DATA_FILE.test(path) && !TEXT_FILE.test(path) && !ENDS_LINES.test(words) && endsOtherwise(lines, code)))

const TEXT_FILE = /\.(?:md|mdx|markdown|rst|adoc|txt|html?|feature|po|tex)$/i
const ENDS_LINES = /comma|semicolon|`[;,]`|trailing|terminat|operator/i

/** The sign with which lines end a statement or go on with it; undefined behind a bracket and in a comment. */
function signAtEnd(lines: readonly string[]): string | undefined {
  const line = lastOf(lines)
  if (/[{}]$|^\s*(?:\*|\/\*|\/\/|#|--|<!--)/.test(line)) return undefined
  return /(?:&&|\|\||\?\?|(?<![+*/<>%|-])[;,|+*%=?]|(?<![/-])-|\.|\b(?:AND|OR|and|or))$/.exec(line)?.[0] ?? ''
}

function endsOtherwise(lines: readonly string[], code: readonly string[]): boolean {
  const [sign, replaced] = [signAtEnd(lines), signAtEnd(code)]
  if (sign === ',') return replaced !== ','
  if (sign === undefined || replaced === undefined || sign === replaced) return false
  // A new line at the end has an end of its own.
  const isStatement = [sign, replaced].every((each) => each === '' || each === ';')
  const isNew = lines.length > code.length && lineSimilarity(lastOf(lines), lastOf(code)) < SAME_LINE
  return !isStatement || !isNew
}

/** Lines as much alike as this are one line, changed. */
const SAME_LINE = 0.5
