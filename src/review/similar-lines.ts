/** Longer lines are compared by their start. */
const MAX_CHARACTERS = 300

/** A line without what an editor may change: its indentation, the width of its blanks. */
export const plainLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export const sameLines = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, index) => plainLine(line) === plainLine(other[index] ?? ''))

/** Whether a line says something by itself: `}`, `end` and empty lines occur everywhere. */
export const isTelling = (text: string): boolean =>
  /[\p{L}\p{N}]{2}/u.test(text) &&
  !/^\s*(?:end|fi|done|esac|else|then|do|begin|try|pass|return|break|continue)?[\s;:(){}[\],.]*$/.test(text)

export const isRemark = (line: string) => /^\s*(?:\/\/|#|--|;|%|\/\*|<!--)/.test(line)

const bigrams = new Map<string, ReadonlyMap<string, number>>()

function bigramsOf(plain: string): ReadonlyMap<string, number> {
  const known = bigrams.get(plain)
  if (known !== undefined) return known
  const counts = new Map<string, number>()
  const text = plain.slice(0, MAX_CHARACTERS).toLowerCase()
  for (let at = 0; at < text.length - 1; at += 1) {
    const pair = text.slice(at, at + 2)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  if (bigrams.size > 5000) bigrams.clear()
  bigrams.set(plain, counts)
  return counts
}

/** How alike two lines are, from 0 to 1: the share of pairs of characters that they have in common. */
export function lineSimilarity(one: string, other: string): number {
  const [a, b] = [plainLine(one), plainLine(other)]
  if (a === b) return 1
  if (a.length < 2 || b.length < 2) return 0
  const [pairs, others] = [bigramsOf(a), bigramsOf(b)]
  let common = 0
  let total = 0
  for (const [pair, count] of pairs) {
    common += Math.min(count, others.get(pair) ?? 0)
    total += count
  }
  for (const count of others.values()) total += count
  return (2 * common) / total
}

/** How alike texts with as many lines are, line by line, from 0 to 1. Longer lines count more. */
export function meanSimilarity(one: readonly string[], other: readonly string[]): number {
  const lengths = one.map((line, index) => plainLine(line).length + plainLine(other[index] ?? '').length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const sum = one.reduce(
    (all, line, index) => all + lineSimilarity(line, other[index] ?? '') * (lengths[index] ?? 0),
    0,
  )
  return total === 0 ? 0 : sum / total
}

/** Whether texts with as many lines are so much alike. */
export function areAlike(one: readonly string[], other: readonly string[], limit: number): boolean {
  const lengthOf = (line = '') => Math.min(plainLine(line).length, MAX_CHARACTERS)
  const lengths = one.map((line, index) => [lengthOf(line), lengthOf(other[index])] as const)
  const [shorter, all] = [
    lengths.reduce((sum, pair) => sum + Math.min(...pair), 0),
    lengths.reduce((sum, [a, b]) => sum + a + b, 0),
  ]
  // No text has more in common with another one than it has characters.
  return 2 * shorter >= limit * all && meanSimilarity(one, other) >= limit
}

/** Lines less alike than this are different lines. */
const ALIKE = 0.4

/** How much a line counts. */
const weightOf = (line: string): number => (isTelling(line) ? 1 : line.trim() === '' ? 0.05 : 0.2)

const totalWeight = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + weightOf(line), 0)

/** Lines of two texts that belong together, in order: the indexes of each pair. */
export type LinePair = { one: number; other: number }

/** The alignment of two texts with the most in common. `weight`: how much that is. */
export function alignLines(one: readonly string[], other: readonly string[]): { pairs: LinePair[]; weight: number } {
  const gain = one.map((line) =>
    other.map((each) => {
      const similarity = lineSimilarity(line, each)
      return similarity < ALIKE ? 0 : similarity * Math.min(weightOf(line), weightOf(each))
    }),
  )
  const best = Array.from({ length: one.length + 1 }, () => new Float64Array(other.length + 1))
  const scoreAt = (row: number, column: number) => best[row]?.[column] ?? 0
  for (let row = one.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const paired = (gain[row]?.[column] ?? 0) + scoreAt(row + 1, column + 1)
      const scores = best[row]
      if (scores !== undefined) scores[column] = Math.max(scoreAt(row + 1, column), scoreAt(row, column + 1), paired)
    }
  const pairs: LinePair[] = []
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    const own = gain[row]?.[column] ?? 0
    if (own > 0 && scoreAt(row, column) === own + scoreAt(row + 1, column + 1))
      pairs.push({ one: row++, other: column++ })
    else if (scoreAt(row, column) === scoreAt(row + 1, column)) row += 1
    else column += 1
  }
  return { pairs, weight: scoreAt(0, 0) }
}

/** `alike`: from 0 to 1. `keptShare`: how much of the second text is still in the first. `common`: in telling lines. */
export type TextSimilarity = { alike: number; keptShare: number; common: number }

export function textSimilarity(one: readonly string[], other: readonly string[]): TextSimilarity {
  const { weight } = alignLines(one, other)
  const [own, others] = [totalWeight(one), totalWeight(other)]
  return {
    alike: (2 * weight) / Math.max(own + others, 0.01),
    keptShare: weight / Math.max(others, 0.01),
    common: weight,
  }
}

/** A table of all pairs of tokens is made, so only so many of each text count. */
const MAX_TOKENS = 500

/** How many tokens two texts have in the same order. */
export function sharedInOrder(all: readonly string[], allOthers: readonly string[]): number {
  const [tokens, others] = [all.slice(0, MAX_TOKENS), allOthers.slice(0, MAX_TOKENS)]
  const counts = Array.from({ length: others.length + 1 }, () => 0)
  for (const token of tokens) {
    let before = 0
    for (const [nth, other] of others.entries()) {
      const above = counts[nth + 1] ?? 0
      counts[nth + 1] = token === other ? before + 1 : Math.max(above, counts[nth] ?? 0)
      before = above
    }
  }
  return counts.at(-1) ?? 0
}

/** Words that any two texts about code have in common. */
const COMMON_WORDS = new Set(
  'this that with from when then than them they have has been will would should could does must into only also line lines code here there which where what because before after instead these those each every other same value function file'.split(
    ' ',
  ),
)

/** The telling words of a text: its words of four letters, without endings, and the parts of its identifiers. */
export function tellingWords(text: string): ReadonlySet<string> {
  const words =
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\d]{4,}/gu) ?? []
  return new Set(words.filter((word) => !COMMON_WORDS.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, '')))
}

/** The share of the telling words of the shorter text that the other one has, from 0 to 1; 0 when they share one only. */
export function sharedWords(one: string, other: string): number {
  const [a, b] = [tellingWords(one), tellingWords(other)]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared < 2 ? 0 : shared / Math.min(a.size, b.size)
}

/** Identifiers and short code that a text names: in backticks, or with a dot, an underscore or an upper-case letter inside. */
const identifiersIn = (text: string): ReadonlySet<string> =>
  new Set(
    [
      ...text.matchAll(/`([^`\n]{3,60})`/g),
      ...text.matchAll(/\b([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+|[a-z]+[A-Z]\w*|[A-Za-z]+_\w+)\b/g),
    ].map(([, name = '']) => name.replace(/\s+/g, '').replace(/\(.*$/, '').toLowerCase()),
  )

/** Kinds of problems, by the words with which texts name them. */
const KINDS: readonly RegExp[] = [
  /off[- ]by[- ]one|\b(?:one|two) (?:\w+ )?too (?:far|many|few)|past the (?:end|last)|out[- ]of[- ](?:bounds|range)|beyond the (?:end|last)|\boverrun|bounds check|\bindexoutof/i,
  /\bnull\b|\bundefined\b|\bnone\b|\bnil\b|nullptr|\bNPE\b|segfault|(?:may|might|can|could) be (?:missing|absent|unset)/i,
  /inject|sanitiz|sanitis|escap|concatenat|interpolat|\bXSS\b|\bSQLi\b/i,
  /travers|\.\.\/|outside (?:of )?the (?:folder|directory|root)|leaves? the (?:folder|directory|root)/i,
  /\brac(?:e|es|y|ing)\b|concurren|same time|simultaneous|atomic|thread[- ]?safe|\bmutex|\bdeadlock|\block(?:s|ed)?\b|\bTOCTOU\b|goroutines?\b.*\bshare/i,
  /\bawait|promise|fire[- ]and[- ]forget|\bfloating\b/i,
  /swallow|\bcatch|\bexcept\b|\brescue|(?:errors?|exceptions?|failures?)\b[^.]{0,30}\b(?:lost|hidden|ignored|dropped|discarded|unchecked|vanish\w*|disappear\w*|unnoticed)|(?:hid|ignor|drop|discard|suppress)\w*[^.]{0,25}\b(?:errors?|exceptions?|failures?)/i,
  /\bleak|\bnever (?:closed|cleared|freed|released|removed|stopped)|\b(?:stays?|left|remains?) open|\b(?:not|nothing|nobody|no one) (?:close|clear|free|release|stop|remove)\w*|(?:use[- ]after|double)[- ]free|\bdangling/i,
  /plain[- ]?text|hard-?coded|\blog(?:s|ged|ging)?\b|\bprints?\b|\bexpos/i,
  /\bround|\bfloat|\bcents?\b|precision|decimal/i,
  /overflow|wraps? around|truncat|\b(?:32|16|64)[- ]?bits?\b|int(?:eger)? division/i,
  /alphabetic|lexicograph|compar(?:e|ed|es|ing|ison)|\bsort|loose(?:ly)? equal/i,
  /time ?zone|\bUTC\b|daylight|\blocal time/i,
  /\bretr(?:y|ies|ied)|back[- ]?off|hammer/i,
  /quadratic|\bO\(n|\bN\+1\b|\bslow|each iteration|every iteration|backtrack|exponential|\bReDoS\b|\bhangs?\b/i,
  /authoriz|authoris|permission|access control|authenticat|any(?:one|body) can|every(?:one|body) can/i,
  /time-?out|\bhangs?\b|waits? (?:forever|for ever|endlessly)|\bdeadlock/i,
  /never us(?:ed|es)|unused|dead code|unreachable|never (?:reached|runs|called)/i,
  /\btypo|misspel|misleading name|\brename/i,
  /\btwice\b|duplicat|\bdouble\b/i,
]

const kindsOf = (text: string): ReadonlySet<RegExp> => new Set(KINDS.filter((kind) => kind.test(text)))

/** Whether a text names a kind of problems. */
export const namesKind = (text: string): boolean => kindsOf(text).size > 0

/** Fewer telling words say too little to tell two texts apart. */
const MIN_WORDS = 4

/** What two texts about code have in common. `share`: of the telling words of the shorter one. */
function compareTexts(one: string, other: string) {
  const [words, otherWords] = [tellingWords(one), tellingWords(other)]
  const shared = [...words].filter((word) => otherWords.has(word)).length
  const [names, otherNames] = [identifiersIn(one), identifiersIn(other)]
  const [kinds, otherKinds] = [kindsOf(one), kindsOf(other)]
  const hasName = [...names].some((name) => otherNames.has(name))
  const sharedKinds = [...kinds].filter((kind) => otherKinds.has(kind)).length
  const size = Math.min(words.size, otherWords.size)
  return {
    size,
    shared,
    share: shared === 0 ? 0 : shared / size,
    hasName,
    areOtherNames: names.size > 0 && otherNames.size > 0 && !hasName,
    sharedKinds,
    areOtherKinds: kinds.size > 0 && otherKinds.size > 0 && sharedKinds === 0,
  }
}

/** How much two texts have in common: names and kinds of problems count more than words. */
export function commonness(one: string, other: string): number {
  const { share, hasName, sharedKinds } = compareTexts(one, other)
  return share + sharedKinds + (hasName ? 1 : 0)
}

/** Whether two texts may be about one problem. `unclear`: one of them says too little. */
export function textLikeness(one: string, other: string): 'alike' | 'different' | 'unclear' {
  const { size, shared, share, hasName, sharedKinds } = compareTexts(one, other)
  if ((hasName && shared > 0) || share >= MIN_SHARE || sharedKinds > 0) return 'alike'
  return size < MIN_WORDS ? 'unclear' : 'different'
}

const MIN_SHARE = 0.3

/** Whether two texts are about other things: they name other kinds of problems, or other code in other words. */
export function areOtherProblems(one: string, other: string): boolean {
  const { shared, areOtherNames, areOtherKinds } = compareTexts(one, other)
  return areOtherKinds || (areOtherNames && shared === 0)
}

/** Words with which a text only refers to another one. */
const REFERRING = new Set('still again same other word above over too'.split(' '))

/** Whether a text says nothing but what another one says. */
export function hasWordsOf(text: string, other: string): boolean {
  const [words, others] = [[...tellingWords(text)], tellingWords(other)]
  if (plainLine(other).includes(plainLine(text))) return true
  return words.some((word) => others.has(word)) && words.every((word) => others.has(word) || REFERRING.has(word))
}
