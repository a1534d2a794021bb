/** A range of a text in UTF-16 offsets; `end` is exclusive. */
export type TextSpan = { start: number; end: number }

/** A string to find. `exact`: only in full. `unaligned`: neighboring characters also contain bits of it, as in base64. */
export type SecretPattern = { text: string; exact?: boolean; unaligned?: boolean }

/** This many consecutive letters and digits of a secret count as a leak. */
const FRAGMENT = 16
/** Exact patterns are found by their first few characters. */
const HEAD = 6
/** Base64 characters on either side of a match that can contain bits of the secret. */
const UNALIGNED_EDGE = 3

/**
 * Creates a function that finds every pattern, and every fragment of one, in a single pass over a text. Fragments are
 * compared by lower-case letters and digits only, so neither case nor characters in between hide them. Exact patterns are
 * compared without white space and invisible characters. Wide, small, bold and look-alike letters count as plain ones.
 * Time is linear in the text, for any number of patterns.
 */
export function createSecretIndex(patterns: readonly SecretPattern[]): (text: string) => TextSpan[] {
  const exact = patterns.filter((pattern) => pattern.exact)
  const fragments = patterns.filter((pattern) => !pattern.exact)
  const finders = [
    finder(exact, HEAD, VISIBLE, true),
    // Unaligned patterns last, so that the position in the pool shows which kind matched.
    finder(
      [...fragments.filter((p) => !p.unaligned), ...fragments.filter((p) => p.unaligned)],
      FRAGMENT,
      LETTERS,
      false,
    ),
  ].filter((find) => find !== undefined)
  return (text) => finders.flatMap((find) => find(text))
}

/** A folded text: the code of each character and its position in the text. Valid until the next text is folded. */
type FoldedText = { codes: Uint16Array; positions: Int32Array; length: number }
/** The folded code of each ASCII character; 0 skips it. */
type Fold = Uint8Array

function finder(patterns: readonly SecretPattern[], width: number, fold: Fold, exact: boolean) {
  const folded = patterns
    .map((pattern) => ({ pattern, codes: codesOf(pattern.text, fold) }))
    .filter(({ codes }) => codes.length >= width)
  if (folded.length === 0) return undefined
  const pool = new Uint16Array(folded.reduce((sum, { codes }) => sum + codes.length, 0))
  let filled = 0
  let unalignedFrom = Number.POSITIVE_INFINITY
  const starts: { from: number; to: number }[] = []
  for (const { pattern, codes } of folded) {
    if (pattern.unaligned && unalignedFrom > filled) unalignedFrom = filled
    pool.set(codes, filled)
    starts.push({ from: filled, to: filled + codes.length })
    filled += codes.length
  }
  const table = buildTable(pool, starts, width, exact)
  const shortest = exact ? Math.min(...folded.map(({ codes }) => codes.length)) : width
  return (text: string) => (text.length < shortest ? [] : search(text, foldText(text, fold), table, unalignedFrom))
}

/** `equals(start, codes, position, length)` compares a range of the pool with a range of `codes`. */
type PatternTable = {
  pool: Uint16Array
  equals: (start: number, codes: Uint16Array, position: number, length: number) => boolean
  slots: Int32Array
  ends: Map<number, number[]> | undefined
  width: number
  top: number
}

function buildTable(
  pool: Uint16Array,
  starts: readonly { from: number; to: number }[],
  width: number,
  exact: boolean,
): PatternTable {
  const entries = exact ? starts.length : pool.length
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(entries * 4 + 16))).fill(-1)
  const ends = exact ? new Map<number, number[]>() : undefined
  let top = 1
  for (let step = 1; step < width; step += 1) top = Math.imul(top, BASE)
  const table = { pool, equals: compareWith(pool), slots, ends, width, top }
  for (const { from, to } of starts) {
    let hash = hashOf(pool, from, width)
    for (let position = from; position + width <= to; position += 1) {
      if (position > from) hash = roll(hash, codeAt(pool, position - 1), codeAt(pool, position + width - 1), top)
      if (!exact && isMonotonous(pool, position, width)) continue
      insert(table, hash, position, to)
      if (exact) break
    }
  }
  return table
}

function insert({ pool, equals, slots, ends, width }: PatternTable, hash: number, position: number, end: number) {
  let slot = hash & (slots.length - 1)
  for (; integerAt(slots, slot) !== -1; slot = (slot + 1) & (slots.length - 1)) {
    if (!equals(integerAt(slots, slot), pool, position, width)) continue
    ends?.get(integerAt(slots, slot))?.push(position, end)
    return
  }
  slots[slot] = position
  ends?.set(position, [position, end])
}

function search(text: string, view: FoldedText, table: PatternTable, unalignedFrom: number): TextSpan[] {
  const { equals, slots, ends, width, top } = table
  const spans: TextSpan[] = []
  let hash = hashOf(view.codes, 0, Math.min(width, view.length))
  for (let position = 0; position + width <= view.length; position += 1) {
    if (position > 0) hash = roll(hash, codeAt(view.codes, position - 1), codeAt(view.codes, position + width - 1), top)
    for (let slot = hash & (slots.length - 1); integerAt(slots, slot) !== -1; slot = (slot + 1) & (slots.length - 1)) {
      const start = integerAt(slots, slot)
      if (!equals(start, view.codes, position, width)) continue
      const length = ends === undefined ? width : longestMatch(ends.get(start) ?? [], table, view, position)
      if (length > 0) push(spans, sourceSpan(text, view, { position, length, isUnaligned: start >= unalignedFrom }))
      break
    }
  }
  return spans
}

/** Length of the longest exact pattern at this position, or 0. `ends` contains pairs of start and end in the pool. */
function longestMatch(ends: readonly number[], { equals }: PatternTable, view: FoldedText, position: number): number {
  let length = 0
  for (let pair = 0; pair < ends.length; pair += 2) {
    const from = ends[pair] ?? 0
    const size = (ends[pair + 1] ?? 0) - from
    const fits = size > length && position + size <= view.length
    if (fits && equals(from, view.codes, position, size)) length = size
  }
  return length
}

type FoldedMatch = { position: number; length: number; isUnaligned: boolean }

function sourceSpan(text: string, view: FoldedText, { position, length, isUnaligned }: FoldedMatch): TextSpan {
  let start = integerAt(view.positions, position)
  let end = integerAt(view.positions, position + length - 1) + 1
  for (let edge = 0; isUnaligned && edge < UNALIGNED_EDGE && isBase64(text.charCodeAt(start - 1)); edge += 1) start -= 1
  for (let edge = 0; isUnaligned && edge < UNALIGNED_EDGE && isBase64(text.charCodeAt(end)); edge += 1) end += 1
  return { start, end }
}

/** Merges overlapping windows at once, so that a long match needs no extra memory. */
function push(spans: TextSpan[], span: TextSpan) {
  const last = spans.at(-1)
  if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end)
  else spans.push(span)
}

/** Reused buffers: most texts are short, and allocating for each would cost more than reading it. */
const SCRATCH = 4096
const allocate = (characters: number) => ({ codes: new Uint16Array(characters), positions: new Int32Array(characters) })
const scratch = allocate(SCRATCH)

function foldText(text: string, fold: Fold): FoldedText {
  const { codes, positions } = text.length <= SCRATCH ? scratch : allocate(text.length)
  let length = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    const folded = character < 128 ? (fold[character] ?? 0) : foldCharacter(text, index, fold)
    if (folded === 0) continue
    codes[length] = folded
    positions[length] = index
    length += 1
  }
  return { codes, positions, length }
}

function codesOf(text: string, fold: Fold): Uint16Array {
  const { codes, length } = foldText(text, fold)
  return codes.slice(0, length)
}

const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u
const LETTERS = new Uint8Array(128)
const VISIBLE = new Uint8Array(128)
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code)
  if (/[a-z0-9]/i.test(character)) LETTERS[code] = character.toLowerCase().charCodeAt(0)
  if (!INVISIBLE.test(character)) VISIBLE[code] = code
}

/** Letters of other scripts, and below each the ASCII letter it looks like. */
const LOOK_ALIKES = [
  'аеорсухіјѕһԁԛԝгһӏАВЕЗКМНОРСТУХІЈЅԌαονρυικτχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ',
  'aeopcyxijshdqwrhlABE3KMHOPCTYXIJSGaovpuiktxABEZHIKMNOPTYX',
] as const
const asciiCache = new Map<number, number>()

/** The folded code of a non-ASCII character: the ASCII character it resembles, otherwise itself (0 for LETTERS). */
function foldCharacter(text: string, index: number, fold: Fold): number {
  const code = text.codePointAt(index) ?? 0
  const cached = asciiCache.get(code)
  const ascii = cached ?? asciiOf(String.fromCodePoint(code))
  if (cached === undefined) asciiCache.set(code, ascii)
  if (ascii > 0) return fold[ascii] ?? 0
  return ascii < 0 || fold === LETTERS ? 0 : text.charCodeAt(index)
}

/** The ASCII code that a character resembles; 0 for none, -1 for an invisible character. */
function asciiOf(character: string): number {
  if (INVISIBLE.test(character)) return -1
  const like = LOOK_ALIKES[1][LOOK_ALIKES[0].indexOf(character)] ?? character.normalize('NFKD')
  return like.length === 1 && like < '\x7f' ? like.charCodeAt(0) : 0
}

const BASE = 0x01000193
const mix = (hash: number, value: number) => (Math.imul(hash, BASE) + value) | 0
const roll = (hash: number, leaving: number, entering: number, top: number) =>
  mix((hash - Math.imul(leaving, top)) | 0, entering)

function hashOf(codes: Uint16Array, from: number, width: number): number {
  let hash = 0
  for (let index = from; index < from + width; index += 1) hash = mix(hash, codeAt(codes, index))
  return hash
}

const compareWith =
  (pool: Uint16Array): PatternTable['equals'] =>
  (start, codes, position, length) => {
    for (let index = 0; index < length; index += 1) if (pool[start + index] !== codes[position + index]) return false
    return true
  }

/** A run of very few different characters, for example dashes or zeros, reveals nothing. */
function isMonotonous(pool: Uint16Array, from: number, width: number): boolean {
  // Called for every position of every pattern at startup, so use no Set; a fourth distinct character comes soon.
  const distinct = [-1, -1, -1]
  let count = 0
  for (let index = from; index < from + width; index += 1) {
    const current = codeAt(pool, index)
    if (current === distinct[0] || current === distinct[1] || current === distinct[2]) continue
    if (count === 3) return false
    distinct[count] = current
    count += 1
  }
  return true
}

// Typed arrays return undefined only outside their bounds, and the loops above stay inside.
const codeAt = (codes: Uint16Array, index: number) => codes[index] ?? 0
const integerAt = (integers: Int32Array, index: number) => integers[index] ?? -1

const isBase64 = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 43 ||
  code === 47 ||
  code === 61 ||
  code === 45 ||
  code === 95
