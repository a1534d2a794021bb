import type { DiffHunk } from '../github/patch-rows.ts'
import { locateLines } from '../github-tools/diff-lines.ts'
import type { PlacedLines } from './comment-lines.ts'
import {
  areAlike,
  isRemark,
  isTelling,
  lineSimilarity,
  meanSimilarity,
  plainLine,
  sameLines,
  sharedInOrder,
  type TextSimilarity,
  textSimilarity,
} from './similar-lines.ts'
import { literalProblem, NOT_LITERAL, type ReplacedLines, withoutTexts } from './suggestion.ts'
import { fitIndentation, hasText, indentOf, losesBlock } from './suggestion-indentation.ts'
import { breaksOff, JUMP, losesMore, standsTwice } from './suggestion-losses.ts'

/** `problem`: why no button can offer it. */
export type SafeSuggestion = { ok: true; lines: string[] } | { ok: false; problem: string }

const UNCLEAR_PLACE = 'it is not certain which lines it replaces'
const UNCLEAR_INDENTATION = 'its indentation is not certain'
const UNCLEAR_REPEAT = 'it repeats lines that stand beside it'
const SUBMODULE = 'it would change a submodule'
const NO_CHANGE = 'it changes nothing'
const KEEPS_BLOCK = 'the lines of the block that it changes would stay below it'
const ADDS_ONLY = 'it may be meant to stand beside the lines that it would replace'
const LOSES_MORE = 'it may take away more than it says'
const OVER_REMOVED_LINES = 'GitHub commits no suggestion over removed lines'

type SuggestionPlace = {
  hunks: readonly DiffHunk[]
  path: string
  requested: PlacedLines
  isSure: boolean
  statedSize: number
  isEndOpen: boolean
  /** What the comment says. */
  words?: string
}

/** A suggestion as a button offers it, with the lines that it replaces. `problem`: why it is text instead. */
type PlacedSuggestion = { located?: PlacedLines; lines?: string[]; problem?: string }

export function placeSuggestion(
  suggestion: readonly string[],
  { hunks, path, requested, isSure, statedSize, isEndOpen, words = '' }: SuggestionPlace,
): PlacedSuggestion {
  const { before, code, after, rows } = requested
  // How many lines a deletion takes, code and lines must say alike. Who quotes fewer lines than they give may mean to replace all of them.
  const isPartial = statedSize > code.length && suggestion.length > code.length
  if (isEndOpen || isPartial || (suggestion.length === 0 && statedSize !== code.length))
    return { problem: UNCLEAR_PLACE }
  if (replacesForWords(suggestion, code, words) || guardsOnly(suggestion, code)) return { problem: ADDS_ONLY }
  const safe = safeSuggestion(suggestion, { path, before, code, after, isQuoted: isSure, words })
  const fitted = fitSuggestion(safe.ok ? safe.lines : suggestion, rows)
  if (fitted === undefined) return { problem: OVER_REMOVED_LINES }
  if (!safe.ok) return { problem: safe.problem }
  const { first, last, lines } = fitted
  if (last - first + 1 === code.length) return { lines }
  const located = locateLines(hunks, { start_line: first, line: last })
  return { lines, located: located.ok ? located : requested }
}

/** A suggestion and the lines that it replaces, counted in the new file. */
export type FittedSuggestion = { lines: string[]; first: number; last: number }

/**
 * GitHub commits no suggestion that a removed line lies between. So equal lines at both ends leave the range, but one line always stays.
 * Undefined when a removed line is still inside. `rows`: the lines of the comment in the diff, with the removed ones between them.
 */
export function fitSuggestion(lines: readonly string[], rows: DiffHunk): FittedSuggestion | undefined {
  const current = rows.filter(({ newLine }) => newLine !== undefined)
  const isWhole = current.length === rows.length
  let start = 0
  let end = 0
  if (!isWhole) {
    const shorter = Math.min(current.length - 1, lines.length)
    while (start < shorter && lines[start] === current[start]?.text) start += 1
    while (end < shorter - start && lines.at(-1 - end) === current.at(-1 - end)?.text) end += 1
  }
  const kept = current.slice(start, current.length - end)
  const first = kept[0]?.newLine
  const last = kept.at(-1)?.newLine
  if (first === undefined || last === undefined) return undefined
  const from = rows.findIndex(({ newLine }) => newLine === first)
  const to = rows.findIndex(({ newLine }) => newLine === last)
  if (to - from !== last - first) return undefined
  return { lines: lines.slice(start, lines.length - end), first, last }
}

/**
 * Makes a suggestion change what it says and nothing else: with the indentation of the file, without the lines beside it that it repeats.
 * What is not certain has no button. Pure.
 */
export function safeSuggestion(lines: readonly string[], replaced: ReplacedLines): SafeSuggestion {
  const { path, before, code, after, isQuoted } = replaced
  if (code.some((line) => /^Subproject commit [0-9a-f]{40}/.test(line))) return { ok: false, problem: SUBMODULE }
  if ([...lines, ...code].some(({ length }) => length > MAX_LINE)) return { ok: false, problem: UNCLEAR_PLACE }
  const unclear = literalProblem(lines, replaced)
  if (unclear !== undefined) return { ok: false, problem: unclear }
  if (lines.length === 0)
    return isQuoted && keepsBrackets(lines, code, path)
      ? { ok: true, lines: [] }
      : { ok: false, problem: UNCLEAR_PLACE }
  const single = withoutRepeats(lines, replaced)
  if (single === undefined || repeatsInside(single, replaced) || standsTwice(single, replaced))
    return { ok: false, problem: UNCLEAR_REPEAT }
  if (leavesRest(single, code, after)) return { ok: false, problem: UNCLEAR_PLACE }
  if (losesBlock(single, { code, after }, path)) return { ok: false, problem: KEEPS_BLOCK }
  if (losesMore(single, replaced, spans(single, code, replaced.words ?? ''))) return { ok: false, problem: LOSES_MORE }
  if (!canReplace(single, code, path) || losesComma(single, replaced) || breaksOff(single, replaced))
    return { ok: false, problem: NOT_LITERAL }
  if (!isMeantFor(single, { ...replaced, isQuoted: isQuoted && single.length === lines.length }))
    return { ok: false, problem: UNCLEAR_PLACE }
  const indented = fitIndentation(single, { before, code, after }, path)
  if (indented === undefined) return { ok: false, problem: UNCLEAR_INDENTATION }
  return sameText(indented, code) ? { ok: false, problem: NO_CHANGE } : { ok: true, lines: indented }
}

/** Longer lines, in characters, are generated ones, and comparing them would take minutes. */
const MAX_LINE = 2000

const sameText = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n')

/** Whether lines can stand in for others as they are: as many brackets stay open, and they are no part of a line and no words about it. */
function canReplace(lines: readonly string[], code: readonly string[], path: string): boolean {
  if (!keepsBrackets(lines, code, path)) return false
  if (TEXT_FILE.test(path)) return true
  if (lines.some(isProse) && !code.some(isProse)) return false
  return lines.length > 1 || code.length > 1 || !isPart(lines[0] ?? '', code[0] ?? '')
}

/** Where no parser reads the file with the suggestion, as many brackets must stay open as before, unless a small change has them in a text or a comment. */
const keepsBrackets = (lines: readonly string[], code: readonly string[], path: string): boolean =>
  PARSED_FILE.test(path) ||
  openBrackets(lines) === openBrackets(code) ||
  (lines.length === code.length &&
    textSimilarity(lines, code).alike >= MIN_KEPT &&
    openBrackets(withoutTexts(lines)) === openBrackets(withoutTexts(code)))

/** Whether an item of a list lost the comma behind it: the last given one, or one that is the last no more. */
function losesComma(lines: readonly string[], { path, before, code }: ReplacedLines): boolean {
  if (PARSED_FILE.test(path) || TEXT_FILE.test(path)) return false
  const [last = '', previous = ''] = lines.filter(isTelling).toReversed()
  const end = code.findLast(isTelling) ?? ''
  const isGoingOn = (line: string) => /[,([{]\s*(?:(?:\/\/|#|--).*)?$/.test(line)
  if (isGoingOn(end)) return !isGoingOn(last)
  const isLastItem = isGoingOn(before.findLast(isTelling) ?? '') && indentOf(last) === indentOf(end)
  return isLastItem && sameLines([previous], [end])
}

const PARSED_FILE = /\.(?:json|ya?ml|toml|[cm]?[jt]s)$/i

const TEXT_FILE = /\.(?:md|mdx|markdown|txt|rst|adoc|html?|feature|po|tex)$/i

/** A sentence such as `Use a map instead.` */
const isProse = (line: string) =>
  /^\s*(?:You|The|This|That|It|Use|Add|Remove|Change|Replace|Consider|Check|Make|Move|Rename|Call|Wrap|Instead|Please|Fix|Set|Ensure|Avoid|Handle)\s(?:\S+\s){1,}[^\s;{}]+$/.test(
    line,
  )

/** What can go from the start of a statement. */
const MODIFIERS =
  /^(?:(?:export|default|async|await|static|public|private|protected|internal|final|readonly|declare|abstract|override|pub|inline|virtual|synchronized|mut|open|sealed) +)+/

/** Whether a text begins inside of a line, as an expression without its statement, or has only some of its tokens. */
function isPart(text: string, line: string): boolean {
  if (line.trim().replace(MODIFIERS, '') === text.trim()) return false
  const piecesOf = (each: string): string[] => each.match(/[\w$]+|[^\s\w$]+/g) ?? []
  const [part, whole] = [piecesOf(text), piecesOf(line)]
  if (part[0] === whole[0]) return false
  const rest = whole.slice(Math.max(0, whole.indexOf(part[0] ?? '')))
  const shared = part.filter((token) => rest.includes(token)).length
  return (
    (rest.length < whole.length || part.length < whole.length) && shared >= 0.6 * Math.min(part.length, rest.length)
  )
}

/** The suggestion without the lines before and after its place that it repeats; undefined when it may be meant to repeat them. */
function withoutRepeats(
  lines: readonly string[],
  { before, code, after }: Pick<ReplacedLines, 'before' | 'code' | 'after'>,
): readonly string[] | undefined {
  const cut = withoutRepeatedEnd(lines, code, after)
  const turned = cut && withoutRepeatedEnd(cut.toReversed(), code.toReversed(), before.toReversed())
  return turned?.toReversed()
}

function withoutRepeatedEnd(
  lines: readonly string[],
  code: readonly string[],
  after: readonly string[],
): readonly string[] | undefined {
  let count = Math.min(lines.length, after.length)
  while (count > 0 && !sameLines(lines.slice(-count), after.slice(0, count))) count -= 1
  if (count === 0) return lines
  // Who repeats only a part of a statement may leave the rest of it out.
  if (continues(after[count] ?? '')) return undefined
  const repeated = lines.slice(-count)
  const cut = lines.slice(0, -count)
  // Other blanks inside a line are a change of it.
  const isLiteral = repeated.every((line, index) => line.trim() === after[index]?.trim())
  if (cut.length === 0 || !isLiteral) return undefined
  const [own, whole, rest] = [code, lines, cut].map(openBrackets)
  const [isWholeBalanced, isRestBalanced] = [whole === own, rest === own]
  if (endsAlike(lines, code, count)) {
    // The replaced lines end in the same way, so the repeated ones may be theirs. A line further in or out than the next one is.
    const isNext = repeated.some((_, index) => indentOf(code.at(index - count) ?? '') === indentOf(after[index] ?? ''))
    if (!isNext && repeated.every(hasText)) return lines
  } else if (repeated.some(isTelling)) return isRestBalanced ? cut : undefined
  if (isWholeBalanced === isRestBalanced) return undefined
  // A closing bracket further in or out is another one. Brackets and indentation must say the same.
  const isAfter = repeated.every((line, index) => indentOf(line) === indentOf(after[index] ?? ''))
  if (isWholeBalanced === isAfter) return undefined
  return isWholeBalanced ? lines : cut
}

/** Whether a new line is one that stands just beside the replaced ones: it would stand there twice. */
function repeatsInside(lines: readonly string[], { before, code, after }: ReplacedLines): boolean {
  const beside = new Set([...before.slice(-BESIDE), ...after.slice(0, BESIDE)].map(plainLine))
  const countIn = (texts: readonly string[], plain: string) => texts.filter((each) => plainLine(each) === plain).length
  return lines.filter(isTelling).some((line) => {
    const plain = plainLine(line)
    return plain.length >= MIN_REPEATED && beside.has(plain) && countIn(lines, plain) > countIn(code, plain)
  })
}

/** How far a line that was moved comes from, and how long it is: shorter ones are alike by chance. */
const [BESIDE, MIN_REPEATED] = [3, 8]

/** Whether a suggestion ends a statement that goes on below it: who gives other lines may mean all of it. */
const leavesRest = (lines: readonly string[], code: readonly string[], after: readonly string[]): boolean =>
  lines.length !== code.length &&
  continues(after.find(hasText) ?? '') &&
  lineSimilarity(lines.at(-1) ?? '', code.at(-1) ?? '') < RIVAL

/** Whether a line goes on with the statement above it. */
const continues = (line: string) => /^\s*(?:\??\.(?!\.)|&&|\|\||\|>|[?:|+] )/.test(line)

/** Whether the last lines of two texts are the same, and as far in or out of their first ones. */
function endsAlike(lines: readonly string[], code: readonly string[], count: number): boolean {
  if (!sameLines(lines.slice(-count), code.slice(-count))) return false
  if (sameLines(lines.slice(-2 * count, -count), lines.slice(-count))) return false
  const depth = (texts: readonly string[]) => indentOf(texts.at(-1) ?? '').length - indentOf(texts[0] ?? '').length
  return depth(lines) === depth(code)
}

/** How many brackets of each kind stay open, as text. Strings and comments count too: they are the same on both sides or decide nothing. */
function openBrackets(lines: readonly string[]): string {
  const open = new Map<string, number>()
  for (const character of lines.join('\n')) {
    const at = '(){}[]'.indexOf(character)
    if (at < 0) continue
    const kind = '({['.charAt(Math.floor(at / 2))
    open.set(kind, (open.get(kind) ?? 0) + (at % 2 === 0 ? 1 : -1))
  }
  return ['(', '{', '['].map((kind) => open.get(kind) ?? 0).join(' ')
}

/** How far other lines are looked at, and how many more or fewer lines than replaced they may be. */
const REACH = 8

/** Longer suggestions are compared only where the model quoted the lines. */
const MAX_LINES = 80

/** How alike the replaced lines must be where the model did not quote them, and how alike a single line for a single one. */
const MIN_KEPT = 0.85
const MIN_KEPT_ALONE = 0.6

/** Shorter lines are alike by chance. */
const MIN_LENGTH = 20

/** How much fewer lines must be like those that they replace. */
const MIN_ALIKE = 0.2

/** How much of a telling line a wider range must have in common with it besides. */
const MIN_GAIN = 0.3

/** How much less it must be like any other lines, where the model did not quote them. */
const MARGIN = { sameSize: 0.1, otherSize: 0.02 }

/** Lines that are nearly as much like it as those may be the ones that it was meant for: near them, and anywhere in the file. */
const RIVAL = 0.6
const RIVAL_FAR = 0.75
/** So much like other lines beside quoted ones, and more than like those, a suggestion may be meant for them. */
const MIN_RIVAL = 0.5

/**
 * Whether a suggestion is meant for the lines that it replaces and not for others near them. Quoted lines leave one question: whether it
 * replaces more or fewer than them.
 */
function isMeantFor(
  lines: readonly string[],
  { path, before, code, after, isQuoted, words = '' }: ReplacedLines,
): boolean {
  if (lines.length > MAX_LINES || code.length > MAX_LINES) return isQuoted && !touchesMore(lines, before, code, after)
  const similarity = textSimilarity(lines, code)
  // Only new lines beside unchanged ones: they may be meant to replace the line before or after.
  const isInsertion = code.every((line) => lines.some((each) => sameLines([each], [line])))
  // Without a quote, only a small change of each line proves that it is about these lines.
  const minKept = code.length === 1 && lines.length === 1 ? MIN_KEPT_ALONE : MIN_KEPT
  const isAlike = plainLine(code.join(' ')).length >= MIN_LENGTH && similarity.alike >= minKept
  const isSmallChange = lines.length === code.length && !isInsertion && (isAlike || goesOn(lines, code))
  if (
    !isQuoted &&
    (!isSmallChange || hasRivals(lines, [before, after], Math.min(meanSimilarity(lines, code), RIVAL_FAR)))
  )
    return false
  if (!replacesHead(lines, code, path) && !resembles(lines, code, path, similarity)) return false
  // Who quotes the head of a block and gives more may give the whole block.
  const isHeadOnly = code.length === 1 && lines.length > 1 && /[{([]\s*$/.test(code[0] ?? '')
  if (isHeadOnly && !(sameLines(lines.slice(0, 1), code) && ADDS.test(words))) return false
  const isWhole = isQuoted && spans(lines, code, words)
  // No line of a joined statement is like the replaced ones, so nothing shows where that ends.
  if (!isWhole && lines.length < code.length && similarity.alike < MIN_ALIKE) return false
  const near = [...before.slice(-2 * REACH), ...code, ...after.slice(0, 2 * REACH)]
  const start = Math.min(before.length, 2 * REACH)
  const end = start + code.length
  for (let from = Math.max(0, start - REACH); from <= Math.min(near.length - 1, start + REACH); from += 1)
    for (let to = from + 1; to <= Math.min(near.length, end + REACH); to += 1) {
      const isOwn = from === start && to === end
      const isLarger = from <= start && to >= end
      // Only a suggestion with fewer lines can leave out a quoted one.
      const isInside = lines.length < code.length && from >= start && to <= end && !isWhole
      if (isOwn || Math.abs(to - from - code.length) > REACH) continue
      const isElsewhere = to <= start || from >= end
      // Quoted lines beside those that a suggestion clearly edits were the wrong ones to quote.
      const isBeside = isElsewhere || (lines.length === code.length && !isLarger)
      const isOther = isBeside && (to - from === lines.length || to - from === code.length)
      if (isQuoted && !isLarger && !isInside && !isOther) continue
      // Lines that are as they should be are not the ones to change.
      if (isQuoted && isOther && sameLines(lines, near.slice(from, to))) continue
      const other = textSimilarity(lines, near.slice(from, to))
      if (isQuoted && isOther && other.alike < MIN_RIVAL) continue
      // A lone bracket beside quoted lines says nothing.
      if (isQuoted && isLarger && other.common - similarity.common < MIN_GAIN) continue
      if (!isQuoted && isElsewhere && other.alike >= similarity.alike * RIVAL) return false
      if (
        other.alike >
        similarity.alike - (isQuoted ? 0 : to - from === code.length ? MARGIN.sameSize : MARGIN.otherSize)
      )
        return false
    }
  return true
}

/** How much of the replaced lines as many or more lines must keep, and how much where they are more than one line. */
const MIN_RESEMBLANCE = 0.4
const MIN_RESEMBLANCE_LONGER = 0.65

/** How much of their text they must share where their lines are other ones, as in a statement that was joined. */
const MIN_RESEMBLANCE_JOINED = 0.5

function areJoinedAlike(lines: readonly string[], code: readonly string[]): boolean {
  if (lineSimilarity(lines.join(' '), code.join(' ')) < MIN_RESEMBLANCE_JOINED) return false
  const [tokens, others] = [tokensOf(code), tokensOf(lines)]
  return sharedInOrder(tokens, others) >= Math.min(tokens.length, others.length) / 2
}

/** Whether lines are a change of the replaced ones. Who only adds lines gives them instead of a quoted one, too. */
function resembles(
  lines: readonly string[],
  code: readonly string[],
  path: string,
  { alike, keptShare }: TextSimilarity,
): boolean {
  const telling = code.filter(isTelling)
  const words = wordsOf(code)
  if (words.length === 0) return true
  if (fillsBlock(lines, code)) return true
  if (words.length === 1 && !code.some(isRemark)) return keepsWord(lines, code)
  if (lines.length !== code.length && areJoinedAlike(lines, code)) return true
  if (lines.length < code.length) return alike >= MIN_ALIKE
  if (lines.length === 1 && !TEXT_FILE.test(path) && !keepsTokens(lines, code)) return false
  const isLonger = telling.length === 1 && lines.length > code.length
  return keptShare >= (isLonger ? MIN_RESEMBLANCE_LONGER : MIN_RESEMBLANCE) || lostWords(lines, code) === 0
}

/** Whether a block that did nothing keeps the words that open it and gets something to do. */
function fillsBlock(lines: readonly string[], [head = '', ...body]: readonly string[]): boolean {
  const isEmpty = body.length > 0 && body.every((line) => isRemark(line) || /^\s*(?:pass|\.{3})\s*$/.test(line))
  const isHead = /:\s*$/.test(head) && /:\s*$/.test(lines[0] ?? '')
  return isEmpty && isHead && lines.length > 1 && lostWords(lines.slice(0, 1), [head]) === 0
}

/** Whether a line goes on with another one, or keeps most of its words and signs in their order; for a short one, as about as long a line. */
function keepsTokens(lines: readonly string[], code: readonly string[]): boolean {
  const [line, plain] = [plainLine(lines.join(' ')), plainLine(code.join(' '))]
  if (line.includes(plain.replace(/[;,]$/, ''))) return true
  const [tokens, others] = [tokensOf([plain.toLowerCase()]), tokensOf([line.toLowerCase()])]
  const shared = sharedInOrder(tokens, others)
  // Words that only come in between, as an attribute.
  if (shared === tokens.length && tokens.length >= MIN_TOKENS) return true
  const isAsLong = plain.length >= MIN_LENGTH || others.length <= tokens.length + 3
  // No other line near has the same start or, where words only come in between, the same ends.
  const isBegun = tokens.length > MIN_START && tokens.slice(0, MIN_START).every((token, nth) => token === others[nth])
  const isFilled = shared === tokens.length && shared > MIN_START && others.at(-1) === tokens.at(-1)
  return (isAsLong || isBegun || (isFilled && others[0] === tokens[0])) && shared > tokens.length / 2
}

/** So many words and signs make the start of a line. */
const MIN_START = 3

/** Fewer words and signs are in any longer line by chance. */
const MIN_TOKENS = 6

/** A condition that leaves the block, a check, or a line of a log. */
const GUARD =
  /^\s*(?:(?:if|unless|guard)\b.*\b(?:return|break|continue|throw|raise|next|exit|die|panic)\b|(?:assert|require|invariant|check)\w*\b|(?:return|break|continue|throw|raise|next)\b.*\b(?:if|unless)\b|(?:await )?(?:[\w$]+(?:\.|::|->))*_?(?:assert|require|check|ensure|validate|verify|expect|throw_?if)\w*[!?]?\(|(?:[\w$]+(?:\.|::|->))*(?:console|_?log(?:ger|ging)?|audit|metrics?|print\w*|trace|track)\b.*\()/i

/** What a line does: the names that it calls and those that it sets. */
const effectsOf = (lines: readonly string[]): string[] =>
  lines.join('\n').match(/[\p{L}\p{N}_$]+(?=\(|\s*(?:[-+*/|&^%]|\*\*|\?\?|\|\||&&|<<|>>)?=(?![=>]))/gu) ?? []

/** Whether a guard stands in for a line that does something: it belongs before that line. */
function guardsOnly(lines: readonly string[], code: readonly string[]): boolean {
  if (!lines.filter(isTelling).some((line) => GUARD.test(line))) return false
  if (code.some((line) => CONTROL.test(line) || GUARD.test(line))) return false
  const kept = new Set(effectsOf(lines))
  const effects = effectsOf(code)
  return effects.length > 0 && !effects.some((name) => kept.has(name))
}
const CONTROL =
  /^\s*(?:\}\s*)?(?:if|unless|guard|else|elif|for|while|switch|case|return|throw|raise|assert\w*|require|def|func|fn|function|class)\b/

/**
 * Whether lines keep the only word of the replaced ones as what it is: the same call or keyword, or a value with other signs or capitals.
 * A value stands in anything that is built around it.
 */
function keepsWord(lines: readonly string[], code: readonly string[]): boolean {
  const [word = ''] = wordsOf(code)
  const text = code.join(' ').trim()
  if (word === 'pass' || [lines, code].every(([line = '']) => JUMP.test(line))) return true
  if (!code.some(isTelling) && word.length > 1) return lines.some((line) => wordsOf([line])[0] === word)
  if (text.includes(`${word}(`)) return lines.some((line) => line.includes(`${word}(`))
  // Where lines end in no comma, one that only goes on is no new one.
  const longer = lines.join('\n').trim()
  if (text === word && lines.length === 1 && wordsOf(lines).join(' ') === longer && longer.startsWith(word)) return true
  const most = tokensOf(code).length + 2
  const isSame = (line: string) => wordsOf([line]).join(' ').toLowerCase() === word.toLowerCase()
  return lines.some((line) => isSame(line) && tokensOf([line]).length <= most)
}

/** `return`, a key or a declaration: a second one beside the first makes no sense. */
const STATEMENT =
  /^(?:(?:return|throw|raise)\b|["']?[\w$.-]+["']?\s*:(?!:)|(?:export )?(?:const|let|var|val|final|type|function|def|class|interface|fun|fn|func) [\w$]+)/

/** Whether a single line can only stand in for another one: it opens as many brackets, or is the same statement. */
function replacesHead(lines: readonly string[], code: readonly string[], path: string): boolean {
  const [line = '', head = ''] = [lines[0]?.trim(), code[0]?.trim()]
  if (lines.length !== 1 || code.length !== 1) return false
  const [start] = STATEMENT.exec(head) ?? []
  const isOpen = openBrackets([head]) !== openBrackets([]) && openBrackets([line]) === openBrackets([head])
  const isBlock = /\.pyi?$/.test(path) && [line, head].every((each) => /:\s*(?:#.*)?$/.test(each))
  return isOpen || isBlock || (start !== undefined && STATEMENT.exec(line)?.[0] === start)
}

/**
 * Whether a text stands for all lines that it replaces: it is a change of the first or last one, the words name what goes with them, its
 * brackets need them, or they go on with one statement.
 */
function spans(lines: readonly string[], code: readonly string[], words: string): boolean {
  const isAlike = areJoinedAlike(lines, code)
  const isJoined = isAlike && openBrackets(lines) === openBrackets(code)
  const isOneStatement = isAlike && /^\s*(?:[?:.+*/%|,=]|&&)/.test(code.at(-1) ?? '')
  const isCovered = (end: number) => {
    const others = code.toSpliced(end, 1)
    const otherWords = new Set(wordsOf(others))
    const ownWords = wordsOf([code.at(end) ?? '']).filter((word) => !otherWords.has(word))
    const [line = '', replaced = ''] = [lines.at(end), code.at(end)]
    const likeness = lineSimilarity(line, replaced)
    const isSameStart = wordsOf([line])[0] === wordsOf([replaced])[0]
    const isChange = isAlike && isSameStart && others.every((other) => lineSimilarity(line, other) < likeness)
    const named = new Set(wordsOf([...(isChange || isOneStatement ? lines : []), words]))
    const isNamed = ownWords.length > 0 && ownWords.filter((word) => named.has(word)).length >= ownWords.length / 2
    return isNamed || (isJoined && openBrackets(others) !== openBrackets(code))
  }
  return isCovered(0) && isCovered(-1)
}

const wordsOf = (lines: readonly string[]): string[] => lines.join('\n').match(/[\p{L}\p{N}_$]+/gu) ?? []
const tokensOf = (lines: readonly string[]): string[] => lines.join('\n').match(/[\p{L}\p{N}_$]+|[^\s;,]/gu) ?? []

/** How many words of the replaced lines are in the new ones no longer. Beside a single word, the signs count too. */
function lostWords(lines: readonly string[], code: readonly string[]): number {
  const partsOf = wordsOf(code).length > 1 ? wordsOf : tokensOf
  const parts = partsOf(lines)
  return partsOf(code).filter((part) => {
    const at = parts.indexOf(part)
    if (at >= 0) parts.splice(at, 1)
    return at < 0
  }).length
}

/** Words that ask for more lines. */
const ADDS =
  /\b(?:add(?:s|ed|ing)?|insert(?:s|ed|ing)?|append(?:s|ed|ing)?|prepend(?:s|ed|ing)?|register(?:s|ed|ing)?|extend(?:s|ed|ing)?|missing|misses|lacks?|lacking|also|besides|as well|in addition|additional(?:ly)?|needs? (?:a|an|another|one)|before (?:this|that|it|the)|after (?:this|that|it|the)|(?:too|first|afterwards?)(?=[.,;:!?]|$)|beforehand|forg[eo]t\w*|without (?:a|an|any))\b/im

/** Whether the words ask for more lines, and the lines would replace some that have other words. */
const replacesForWords = (lines: readonly string[], code: readonly string[], words: string): boolean =>
  lines.length > 0 &&
  (lines.length >= code.filter(hasText).length || lines.every((line) => GUARD.test(line))) &&
  ADDS.test(words.replace(/`[^`\n]*`/g, '')) &&
  lostWords(lines, code) > 0

/** Whether other lines of the file are so much like a suggestion that it may be meant for them. */
const hasRivals = (lines: readonly string[], others: readonly (readonly string[])[], limit: number): boolean =>
  others.some((all) =>
    Array.from({ length: Math.max(0, all.length - lines.length + 1) }, (_, from) => from).some((from) =>
      areAlike(lines, all.slice(from, from + lines.length), limit),
    ),
  )

/** Whether a suggestion only adds to the end of the line that it replaces. */
const goesOn = (lines: readonly string[], code: readonly string[]): boolean =>
  code.length === 1 && plainLine(lines.join(' ')).startsWith(plainLine(code.join(' ')))

/** Whether a long suggestion has lines of its neighborhood besides those that it replaces. */
function touchesMore(
  lines: readonly string[],
  before: readonly string[],
  code: readonly string[],
  after: readonly string[],
): boolean {
  const replaced = new Set(code.map(plainLine))
  const beside = [...before.slice(-REACH), ...after.slice(0, REACH)].filter(isTelling).map(plainLine)
  const others = new Set(beside.filter((line) => !replaced.has(line)))
  return lines.some((line) => others.has(plainLine(line)))
}
