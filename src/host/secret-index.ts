/** A stretch of a text, by UTF-16 offsets; `end` is exclusive. */
export type Span = { start: number; end: number }

/** One string to look for. `whole`: only in full. `ragged`: its neighbours hold bits of it too, as in base64. */
export type Pattern = { text: string; whole?: boolean; ragged?: boolean }

/** Any this many letters and digits in a row of a known secret give it away. */
const FRAGMENT = 16
/** Whole patterns are found by their first few characters. */
const HEAD = 6
/** Base64 characters on either side of a match that can still hold bits of the secret. */
const RAGGED_EDGE = 3

/**
 * Finds every known string, and every fragment of one, in a single pass over a text. Fragments are compared by letters and
 * digits alone, in lower case, so neither case nor anything put between the characters hides them; whole patterns by
 * everything but white space and invisible characters. Wide, small, bold and look-alike letters count as the plain ones. Time is linear in the text, whatever the number of patterns.
 */
export function indexOf(patterns: readonly Pattern[]): (text: string) => Span[] {
  const whole = patterns.filter((pattern) => pattern.whole)
  const fragments = patterns.filter((pattern) => !pattern.whole)
  const finders = [
    finder(whole, HEAD, VISIBLE, true),
    // Ragged ones last: a position in the pool then tells which kind matched.
    finder([...fragments.filter((p) => !p.ragged), ...fragments.filter((p) => p.ragged)], FRAGMENT, LETTERS, false),
  ].filter((find) => find !== undefined)
  return (text) => finders.flatMap((find) => find(text))
}

/** A text folded: what its characters count as, and where each stood. Valid until the next text is folded. */
type View = { codes: Uint16Array; at: Int32Array; length: number }
/** What each ASCII character counts as in a view; 0 leaves it out. */
type Fold = Uint8Array

function finder(patterns: readonly Pattern[], width: number, fold: Fold, whole: boolean) {
  const folded = patterns
    .map((pattern) => ({ pattern, codes: codesOf(pattern.text, fold) }))
    .filter(({ codes }) => codes.length >= width)
  if (folded.length === 0) return undefined
  const pool = new Uint16Array(folded.reduce((sum, { codes }) => sum + codes.length, 0))
  let filled = 0
  let raggedFrom = Number.POSITIVE_INFINITY
  const starts: { from: number; to: number }[] = []
  for (const { pattern, codes } of folded) {
    if (pattern.ragged && raggedFrom > filled) raggedFrom = filled
    pool.set(codes, filled)
    starts.push({ from: filled, to: filled + codes.length })
    filled += codes.length
  }
  const table = tableOf(pool, starts, width, whole)
  const shortest = whole ? Math.min(...folded.map(({ codes }) => codes.length)) : width
  return (text: string) => (text.length < shortest ? [] : search(text, viewOf(text, fold), table, raggedFrom))
}

type Table = {
  pool: Uint16Array
  slots: Int32Array
  ends: Map<number, number[]> | undefined
  width: number
  top: number
}

function tableOf(
  pool: Uint16Array,
  starts: readonly { from: number; to: number }[],
  width: number,
  whole: boolean,
): Table {
  const entries = whole ? starts.length : pool.length
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(entries * 4 + 16))).fill(-1)
  const ends = whole ? new Map<number, number[]>() : undefined
  let top = 1
  for (let step = 1; step < width; step += 1) top = Math.imul(top, BASE)
  const table = { pool, slots, ends, width, top }
  for (const { from, to } of starts) {
    let hash = hashOf(pool, from, width)
    for (let position = from; position + width <= to; position += 1) {
      if (position > from) hash = roll(hash, code(pool, position - 1), code(pool, position + width - 1), top)
      if (!whole && isMonotonous(pool, position, width)) continue
      insert(table, hash, position, to)
      if (whole) break
    }
  }
  return table
}

function insert({ pool, slots, ends, width }: Table, hash: number, position: number, end: number) {
  let slot = hash & (slots.length - 1)
  for (; at(slots, slot) !== -1; slot = (slot + 1) & (slots.length - 1)) {
    if (!equal(pool, at(slots, slot), pool, position, width)) continue
    ends?.get(at(slots, slot))?.push(position, end)
    return
  }
  slots[slot] = position
  ends?.set(position, [position, end])
}

function search(text: string, view: View, table: Table, raggedFrom: number): Span[] {
  const { pool, slots, ends, width, top } = table
  const spans: Span[] = []
  let hash = hashOf(view.codes, 0, Math.min(width, view.length))
  for (let position = 0; position + width <= view.length; position += 1) {
    if (position > 0) hash = roll(hash, code(view.codes, position - 1), code(view.codes, position + width - 1), top)
    for (let slot = hash & (slots.length - 1); at(slots, slot) !== -1; slot = (slot + 1) & (slots.length - 1)) {
      const found = at(slots, slot)
      if (!equal(pool, found, view.codes, position, width)) continue
      const length = ends === undefined ? width : longest(ends.get(found) ?? [], pool, view, position)
      if (length > 0) push(spans, spanAt(text, view, position, length, found >= raggedFrom))
      break
    }
  }
  return spans
}

/** Length of the longest whole pattern that stands at this position; `ends` holds pairs of start and end in the pool. */
function longest(ends: readonly number[], pool: Uint16Array, view: View, position: number): number {
  let length = 0
  for (let pair = 0; pair < ends.length; pair += 2) {
    const from = ends[pair] ?? 0
    const size = (ends[pair + 1] ?? 0) - from
    const fits = size > length && position + size <= view.length
    if (fits && equal(pool, from, view.codes, position, size)) length = size
  }
  return length
}

function spanAt(text: string, view: View, position: number, length: number, ragged: boolean): Span {
  let start = at(view.at, position)
  let end = at(view.at, position + length - 1) + 1
  for (let edge = 0; ragged && edge < RAGGED_EDGE && isBase64(text.charCodeAt(start - 1)); edge += 1) start -= 1
  for (let edge = 0; ragged && edge < RAGGED_EDGE && isBase64(text.charCodeAt(end)); edge += 1) end += 1
  return { start, end }
}

/** Neighbouring windows of one secret become one span at once, so a long match costs no memory. */
function push(spans: Span[], span: Span) {
  const last = spans.at(-1)
  if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end)
  else spans.push(span)
}

/** Most texts are short and many; making room for each anew would cost more than reading it. */
const SCRATCH = 4096
const roomFor = (characters: number) => ({ codes: new Uint16Array(characters), at: new Int32Array(characters) })
const scratch = roomFor(SCRATCH)

function viewOf(text: string, fold: Fold): View {
  const { codes, at } = text.length <= SCRATCH ? scratch : roomFor(text.length)
  let length = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    const folded = character < 128 ? (fold[character] ?? 0) : beyondAscii(text, index, fold)
    if (folded === 0) continue
    codes[length] = folded
    at[length] = index
    length += 1
  }
  return { codes, at, length }
}

function codesOf(text: string, fold: Fold): Uint16Array {
  const { codes, length } = viewOf(text, fold)
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

/** Letters of other scripts that look like these, one below the other. */
const LOOK_ALIKES = [
  'аеорсухіјѕһԁԛԝгһӏАВЕЗКМНОРСТУХІЈЅԌαονρυικτχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ',
  'aeopcyxijshdqwrhlABE3KMHOPCTYXIJSGaovpuiktxABEZHIKMNOPTYX',
] as const
const remembered = new Map<number, number>()

/** What a character beyond ASCII counts as: the one it is a form of or looks like; else itself, to letters nothing. */
function beyondAscii(text: string, index: number, fold: Fold): number {
  const code = text.codePointAt(index) ?? 0
  const known = remembered.get(code)
  const ascii = known ?? asciiOf(String.fromCodePoint(code))
  if (known === undefined) remembered.set(code, ascii)
  if (ascii > 0) return fold[ascii] ?? 0
  return ascii < 0 || fold === LETTERS ? 0 : text.charCodeAt(index)
}

/** 0 for a character that is like none of ASCII, -1 for one that cannot be seen. */
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
  for (let index = from; index < from + width; index += 1) hash = mix(hash, code(codes, index))
  return hash
}

function equal(left: Uint16Array, from: number, right: Uint16Array, to: number, length: number): boolean {
  for (let index = 0; index < length; index += 1) if (left[from + index] !== right[to + index]) return false
  return true
}

/** A run of very few different characters, such as a rule of dashes or zeros, gives nothing away. */
function isMonotonous(pool: Uint16Array, from: number, width: number): boolean {
  // Asked for every place of every pattern while a run starts, so no set is made; the fourth character comes soon.
  const seen = [-1, -1, -1]
  let kinds = 0
  for (let index = from; index < from + width; index += 1) {
    const here = code(pool, index)
    if (here === seen[0] || here === seen[1] || here === seen[2]) continue
    if (kinds === 3) return false
    seen[kinds] = here
    kinds += 1
  }
  return true
}

// Typed arrays answer undefined outside their bounds only; the loops above stay inside.
const code = (codes: Uint16Array, index: number) => codes[index] ?? 0
const at = (places: Int32Array, index: number) => places[index] ?? -1

const isBase64 = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 43 ||
  code === 47 ||
  code === 61 ||
  code === 45 ||
  code === 95
