import type { DiffSide } from '../github/api/reviews.ts'
import type { Proposal } from '../github-tools/proposal.ts'
import { dropInvisible } from '../text/invisible.ts'
import { fencedBlock } from '../text/write-markdown.ts'
import { isRemark, isTelling, sameLines } from './similar-lines.ts'
import { hasText } from './suggestion-indentation.ts'

/** `lines` replace the lines of the comment, without line ends. An empty list deletes them. */
export type ParsedSuggestion = { ok: true; lines: string[] } | { ok: false; reason: string }

/**
 * The lines that a suggestion replaces, and those of the hunk around them, all on the new side. `isQuoted`: the model quoted them, and
 * they stand nowhere else in the diff of the file.
 */
export type ReplacedLines = {
  path: string
  before: readonly string[]
  code: readonly string[]
  after: readonly string[]
  isQuoted: boolean
  /** What the comment says. */
  words?: string
}

/** A line that another bot could execute as its command. */
const COMMAND = /^\/[a-z][\w-]*(?:[ \t]|$)/im

/** Parses a text that replaces whole lines. `replaced`: the current lines. */
export function parseSuggestion(suggestion: string, replaced: readonly string[], side: DiffSide): ParsedSuggestion {
  const text = suggestion.replace(/\r\n?/g, '\n')
  // One line end at the end of the text belongs to the last line; two add an empty line.
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  if (side === 'LEFT') return refuse('A suggestion cannot replace removed lines; it needs side RIGHT.')
  if (lines.length === replaced.length && lines.every((line, index) => line === replaced[index]))
    return refuse('The suggestion equals the current lines. Give the full new lines.')
  if (dropInvisible(text).removed > 0)
    return refuse('The suggestion contains invisible characters. Write them as escapes, or omit the suggestion.')
  if (COMMAND.test(text))
    return refuse('A line of the suggestion looks like a command for other bots. Describe the change in words.')
  return { ok: true, lines }
}

/** The words for a suggestion that becomes text without a commit button. */
export function suggestionNote(lines: readonly string[], problem: string): string {
  const change = lines.length === 0 ? 'Proposed change: delete these lines.' : fencedBlock(lines.join('\n'))
  return `_Proposed change, not offered as a commit: ${problem}._\n\n${change}`
}

const refuse = (reason: string): ParsedSuggestion => ({ ok: false, reason })

/** A suggestion block, which GitHub offers to commit. Its fence is longer than any run of backticks inside, so no line ends it early. */
export function suggestionBlock(lines: readonly string[]): string {
  const longest = Math.max(2, ...Array.from(lines.join('\n').matchAll(/`+/g), ([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return [`${marks}suggestion`, ...lines, marks].join('\n')
}

/**
 * A text without fences that GitHub offers to commit. A reply stands on the lines of its thread, so such a fence in it would be a button
 * that is not checked.
 */
export const withoutButtons = (text: string): string =>
  text.replace(/^((?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*)(`{3,}|~{3,})[ \t]*suggestion\b[^\n`]*$/gim, '$1$2')

/** Words that ask to delete something. */
export const DELETES =
  /\b(?:remov|delet|drop|eliminat|strip|unused|dead|redundan|unnecessar|needless|superfluous|obsolete|leftover|left[- ]over|duplicat|debug|unreachable|not needed|no longer|get rid|never used|useless|twice)/i

/**
 * Prompts for GitHub's MCP server ask for the replacement in a fence of the body: the only fence there becomes the suggestion. Models fill
 * what they do not need with an empty text, so an empty suggestion deletes lines only where title or body says so.
 */
export function splitSuggestion(
  body: string,
  suggestion: string | undefined,
  title = '',
): { body: string; suggestion?: string; isIgnored: boolean } {
  const fences = [...body.matchAll(/^(`{3,}|~{3,})[ \t]*suggestion[ \t]*\r?\n([\s\S]*?)^\1[ \t]*$/gm)]
  const [fence] = fences
  const isIgnored = suggestion?.trim() === '' && !DELETES.test(`${title}\n${body}`)
  if ((suggestion !== undefined && !isIgnored) || fence === undefined || fences.length > 1)
    return { body, suggestion: isIgnored ? undefined : suggestion, isIgnored }
  return { body: body.replace(fence[0], '').trim(), suggestion: fence[2] ?? '', isIgnored: false }
}

/** An inline comment whose suggestion replaces its lines. */
export type SuggestionComment = Extract<Proposal, { kind: 'review_comment' }> & { suggestion: string[] }

export const isSuggestion = (proposal: Proposal): proposal is SuggestionComment =>
  proposal.kind === 'review_comment' && proposal.suggestion !== undefined

/** The first and last line that a suggestion replaces, counted from 1. */
export const replacedLines = ({ location: { start, line } }: SuggestionComment) => ({
  first: start ?? line,
  last: line,
})

export const overlap = (one: SuggestionComment, other: SuggestionComment): boolean =>
  one.path === other.path &&
  replacedLines(one).first <= replacedLines(other).last &&
  replacedLines(other).first <= replacedLines(one).last

/** A file's text with the suggestions for it, which do not overlap; undefined when it lacks their lines. Keeps line ends. */
export function applySuggestions(text: string, suggestions: readonly SuggestionComment[]): string | undefined {
  const lines = text.split('\n')
  const lineCount = text.endsWith('\n') ? lines.length - 1 : lines.length
  const end = text.includes('\r\n') ? '\r' : ''
  for (const suggestion of suggestions.toSorted((a, b) => b.location.line - a.location.line)) {
    const { first, last } = replacedLines(suggestion)
    if (first < 1 || last > lineCount) return undefined
    const isUnended = last === lines.length && !lines.at(-1)?.endsWith('\r')
    const replacing = suggestion.suggestion.map((line) => `${line}${end}`)
    if (isUnended && replacing.length > 0) replacing.push(replacing.pop()?.replace(/\r$/, '') ?? '')
    lines.splice(first - 1, last - first + 1, ...replacing)
  }
  return lines.join('\n')
}

const LEAVES_OUT = 'it stands for lines that it leaves out'
export const NOT_LITERAL = 'its text may not be meant word by word'

/** Comments such as `// …` and `# rest of the code`, with which models shorten, and dots in place of code. */
const PLACEHOLDER =
  /^\s*(?:\/\/|#|--|;|%|\/\*|\{\/\*|<!--|\*)?\s*(?:\.{3}|…)|(?:\/\/|#|--|;|%|\/\*|<!--)[\s([<]*(?:the |keep |your )*(?:\.{3}|…|(?:rest|remaining|unchanged|omitted|elided|(?:existing|other|previous|same|original) (?:\w+ )?(?:code|logic|body|lines)|(?:code|logic|body) (?:here|as|un|goes|cont)|no changes|(?:same )?as (?:before|above|below|original|today|is))\b|(?:other|more|further|additional) \w+\W*$)|[,([{:=]\s*(?:\.{3}|…)\s*(?:[,)\]};]|$)/i
/** A spread, or a parameter of any kind, begins with dots too. */
const SPREAD = /^\s*\.{3}[\w([{]/

const isPlaceholder = (line: string) => PLACEHOLDER.test(line) && !SPREAD.test(line)

/** Whether a new comment stands where lines go: it may stand for them. */
function hasRemarkForCode(lines: readonly string[], code: readonly string[]): boolean {
  const isNew = (line: string) => isRemark(line) && !code.some((each) => sameLines([each], [line]))
  const statements = (texts: readonly string[]) => texts.filter((line) => isTelling(line) && !isRemark(line)).length
  return lines.some(isNew) && statements(lines) < statements(code)
}

export const MARKUP_FILE =
  /\.(?:html?|xml|svg|md|mdx|jsx|tsx|vue|svelte|astro|erb|ejs|hbs|php|plist|xaml|resx|[a-z]*proj)$/i

const ENTITY = /&(?:lt|gt|amp|quot|#39|apos);/
const STRING = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/(?:\\.|[^/\\\s])+\//g

/** Whether a text has entities and not the signs that they stand for: code that escapes has both. */
const isEscaped = (text: string): boolean =>
  [
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&amp;', '&'],
    ['&quot;', '"'],
    ['&#39;', "'"],
    ['&apos;', "'"],
  ].some(
    ([entity = '', sign = '']) => text.includes(entity) && !text.replace(new RegExp(ENTITY, 'g'), '').includes(sign),
  )

/** Whether a file of markup would have entities for the signs that the replaced lines have, and no word asks for it. */
const losesSigns = (lines: readonly string[], code: readonly string[], words: string): boolean =>
  !/escap|entit/i.test(words) && /[<>"'&]/.test(code.join('\n')) && isEscaped(lines.join('\n'))

/** What a shell or an interpreter shows before a line. */
const PROMPT = /^\s*(?:>>>|\$|>|PS [^>]*>|(?:In|Out) ?\[\d+\]:|irb\S*>)\s/

/** A comment between two proposals for the same lines, or one that tells the old line from the new one. */
const ALTERNATIVE =
  /^\s*(?:\/\/|#|--|;|%|\/\*|<!--)\W*(?:or\b|either\b|alternativ\w*|(?:option|variant|version) \w\b|(?:before|after|old|new|was|previously|instead of .*)\s*(?::|\W*$))/i

/** Signs of a text that was changed on its way: fences, signs of a diff, entities, escaped line ends, typographic quotes, a lost mark. */
export function literalProblem(
  lines: readonly string[],
  { path, code, words = '' }: ReplacedLines,
): string | undefined {
  const isNew = (pattern: RegExp) =>
    lines.some((line) => pattern.test(line)) && !code.some((line) => pattern.test(line))
  if ((lines.some(isPlaceholder) && !code.some(isPlaceholder)) || hasRemarkForCode(lines, code)) return LEAVES_OUT
  const hasDiffSigns = lines.length > 0 && lines.every((line) => line === '' || /^[+\- ]/.test(line)) && isNew(/^\+/)
  const hasLineEnd = (line = '') => /\\n\s*\S/.test(line.replace(STRING, ''))
  // Numbers of lines, as tools show them.
  const isNumbered = /^\s*L?\d{1,6}\s?(?:[:|│→]|\t)/
  const hasNumbers =
    lines.length > 0 && lines.filter(hasText).every((line) => isNumbered.test(line)) && isNew(isNumbered)
  const isChanged =
    hasNumbers ||
    isNew(/^\s*(?:`{3}|~{3})/) ||
    hasDiffSigns ||
    (isNew(ENTITY) && isEscaped(lines.join('\n')) && (!MARKUP_FILE.test(path) || losesSigns(lines, code, words))) ||
    (lines.some(hasText) && lines.filter(hasText).every((line) => PROMPT.test(line)) && isNew(PROMPT)) ||
    isNew(ALTERNATIVE) ||
    (lines.length === 1 && hasLineEnd(lines[0]) && !code.some(hasLineEnd)) ||
    isNew(/[\u2018\u2019\u201c\u201d\u00a0]/) ||
    (code[0]?.startsWith('\uFEFF') === true && lines[0]?.startsWith('\uFEFF') !== true)
  return isChanged ? NOT_LITERAL : undefined
}

/** Lines without what stands in strings and behind the sign of a comment. */
export const withoutTexts = (lines: readonly string[]) =>
  lines.map((line) => line.replace(STRING, '""').replace(/\s(?:\/\/|#|--|;).*$/, ''))
