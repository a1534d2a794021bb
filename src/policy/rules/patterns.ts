import { createContext, Script } from 'node:vm'
import { type TimeLimit, timeLimit } from '../../platform/time.ts'

/** A regular expression from a policy. `cost` is its worst case on a text that does not match. */
export type CompiledPattern = {
  /** The pattern as the policy file spells it. */
  source: string
  regex: RegExp
  anchored: boolean
  cost: PatternCost
  /** Every match starts with one of these texts, lower case if the case is ignored; undefined when the source does not show it. */
  heads: readonly string[] | undefined
}

/** `steps` is the exponent n of a worst case of length^n; `explodes` means that it can be exponential. */
type PatternCost = { steps: number; explodes: boolean }

export type Ternary = 'yes' | 'no' | 'maybe'

/** Longest allowed pattern, in characters. */
const MAX_PATTERN_LENGTH = 2048
/** A search of at most this many steps runs without checking the clock. */
const MAX_UNTIMED_STEPS = 1e4
/** A search of more steps runs where it can be interrupted. */
const MAX_UNINTERRUPTED_STEPS = 1e6
/** A counted repetition above this counts as unbounded. */
const MAX_BOUNDED_REPEATS = 20

/** Time for all patterns of one decision together, in milliseconds. */
const MAX_MATCH_MS = 15
export type PatternBudget = { isOver: TimeLimit }
export const newPatternBudget = (): PatternBudget => ({ isOver: timeLimit(MAX_MATCH_MS) })

/**
 * Compiles a pattern, or gives the reason why it must not be used: it is empty, too long, does not compile, or nests
 * repetitions. `anchored` patterns match from the first character only.
 */
export function compilePattern(
  source: string,
  anchored: boolean,
): { ok: true; pattern: CompiledPattern } | { ok: false; reason: string } {
  if (source.trim() === '') return { ok: false, reason: 'must not be empty: it would match everything' }
  if (source.length > MAX_PATTERN_LENGTH)
    return { ok: false, reason: `is longer than ${MAX_PATTERN_LENGTH} characters` }
  try {
    new RegExp(source)
  } catch (error) {
    return { ok: false, reason: `does not compile: ${error instanceof Error ? error.message : String(error)}` }
  }
  const cost = patternCost(source)
  if (cost === 'nested')
    return { ok: false, reason: 'nests repetitions, for example (a+)+, and can take forever to fail' }
  // In the JSON text of the arguments a line break is two plain characters, so a dot matches it here, too.
  const regex = new RegExp(anchored ? `^(?:${source})` : source, 'gs')
  return { ok: true, pattern: { source, regex, anchored, cost, heads: literalHeads(source) } }
}

/**
 * Whether a text contains a match whose start index `accepts` allows. 'maybe' when the time runs out first.
 */
export function testPattern(
  pattern: CompiledPattern,
  text: string,
  budget: PatternBudget,
  accepts: (start: number) => boolean = () => true,
): Ternary {
  const { regex } = pattern
  const { first, count } = possibleStarts(pattern, text)
  if (count === 0) return 'no'
  regex.lastIndex = first
  for (;;) {
    const index = findNext(pattern, text, count, budget)
    if (index === 'maybe') return 'maybe'
    if (index < 0) return 'no'
    if (accepts(index)) return 'yes'
    if (pattern.anchored) return 'no'
    regex.lastIndex = index + 1
  }
}

/** The pattern for texts whose letter case and Unicode form do not count. */
export function ignoreCase(pattern: CompiledPattern): CompiledPattern {
  const heads = literalHeads(pattern.source.normalize('NFC'))
  return {
    ...pattern,
    regex: new RegExp(pattern.regex.source.normalize('NFC'), 'gis'),
    // Without the flag `u`, no other character matches an ASCII letter, so heads in ASCII are found by their lower case.
    heads: heads?.some((head) => /[^\0-\x7f]/.test(head)) ? undefined : heads?.map(lowerAscii),
  }
}

/** Lower case that keeps all indexes, unlike toLowerCase() of some letters outside ASCII. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The texts of one decision, which every rule asks for again. */
const recentlyLowered = new Map<string, string>()
const MAX_RECENT = 8

function lowerOnce(text: string): string {
  const known = recentlyLowered.get(text)
  if (known !== undefined) return known
  if (recentlyLowered.size >= MAX_RECENT) recentlyLowered.clear()
  const lowered = lowerAscii(text)
  recentlyLowered.set(text, lowered)
  return lowered
}

/** The most frequent result; shared to avoid allocations. */
const NO_START = { first: 0, count: 0 }

/** The first index at which a match can start, and the number of such indexes; 0 when the text contains none of `heads`. */
function possibleStarts(
  { heads, anchored, regex }: CompiledPattern,
  original: string,
): { first: number; count: number } {
  const text = regex.ignoreCase && heads !== undefined ? lowerOnce(original) : original
  if (anchored) return { first: 0, count: heads?.every((head) => !text.startsWith(head)) ? 0 : 1 }
  if (heads === undefined) return { first: 0, count: text.length + 1 }
  if (heads.every((head) => !text.includes(head))) return NO_START
  let first = text.length
  let count = 0
  for (const head of heads)
    for (let index = text.indexOf(head); index >= 0; index = text.indexOf(head, index + 1)) {
      first = Math.min(first, index)
      count += 1
    }
  return { first, count }
}

function findNext(
  { regex, cost }: CompiledPattern,
  text: string,
  starts: number,
  budget: PatternBudget,
): number | 'maybe' {
  const worst = starts * (cost.explodes ? 2 ** Math.min(text.length, 64) : text.length ** cost.steps)
  if (worst <= MAX_UNTIMED_STEPS) return regex.exec(text)?.index ?? -1
  // When the time is over, every further search of this decision is unknown.
  if (budget.isOver()) return 'maybe'
  return worst <= MAX_UNINTERRUPTED_STEPS ? (regex.exec(text)?.index ?? -1) : execWithTimeout(regex, text, budget)
}

type TimedSearch = { script: Script; context: { regex: RegExp; text: string } }
let timedSearch: TimedSearch | undefined

/** Runs a regular expression so that it can be interrupted: V8 accepts node:vm's timeout while it backtracks. */
function execWithTimeout(regex: RegExp, text: string, { isOver }: PatternBudget): number | 'maybe' {
  timedSearch ??= {
    script: new Script('(regex.exec(text) || { index: -1 }).index'),
    context: createContext({ regex, text }) as TimedSearch['context'], // createContext returns the object it receives
  }
  timedSearch.context.regex = regex
  timedSearch.context.text = text
  const from = regex.lastIndex
  for (let timeout = MAX_MATCH_MS; ; timeout = Math.ceil(timeout * 1.4)) {
    try {
      regex.lastIndex = from
      return timedSearch.script.runInContext(timedSearch.context, { timeout })
    } catch {
      // The timeout measures wall time, which can run out on a busy machine before the process got any CPU time.
      if (isOver()) return 'maybe'
    }
  }
}

/** A group of a pattern: the largest steps of its finished branches, the steps of the current one, and whether it has several. */
type Group = { max: number; current: number; branches: boolean }
const openGroup = (): Group => ({ max: 0, current: 0, branches: false })

/** The cost of a pattern from its quantifiers. 'nested' when an unbounded repetition repeats another one. */
export function patternCost(source: string): PatternCost | 'nested' {
  const open = [openGroup()]
  let explodes = false
  let closed: Group | undefined
  let index = 0
  while (index < source.length) {
    const group = open.at(-1) ?? openGroup()
    const repeat = repetitionAt(source, index)
    const repeated = closed
    closed = undefined
    if (repeat !== undefined) {
      if (repeat.unbounded) {
        if (repeated !== undefined && stepsOf(repeated) > 0) return 'nested'
        if (repeated?.branches) explodes = true
        group.current += 1
      }
      index += repeat.length
    } else if (source[index] === '\\') index += 2
    else if (source[index] === '[') index = classEnd(source, index)
    else {
      if (source[index] === '(') open.push(openGroup())
      else if (source[index] === ')') {
        closed = open.pop()
        const outer = open.at(-1)
        if (outer !== undefined && closed !== undefined) {
          outer.current += stepsOf(closed)
          outer.branches ||= closed.branches
        }
      } else if (source[index] === '|') {
        group.branches = true
        group.max = stepsOf(group)
        group.current = 0
      }
      index += 1
    }
  }
  return { steps: stepsOf(open[0] ?? openGroup()), explodes }
}

const stepsOf = ({ max, current }: Group): number => Math.max(max, current)

function repetitionAt(source: string, index: number): { length: number; unbounded: boolean } | undefined {
  // The `?` of `(?:` and of lazy quantifiers is not a repetition.
  const [text, low, comma, high] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(index, index + 24)) ?? []
  if (text === undefined || (source[index] === '?' && source[index - 1] === '(' && source[index - 2] !== '\\'))
    return undefined
  if (low === undefined) return { length: text.length, unbounded: source[index] !== '?' }
  const max = comma === '' ? Number(low) : high === '' || high === undefined ? Number.POSITIVE_INFINITY : Number(high)
  return { length: text.length, unbounded: max > MAX_BOUNDED_REPEATS }
}

function classEnd(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at += 1
    else if (source[at] === ']') return at + 1
  }
  return source.length
}

/**
 * The literal texts of which every match starts with one: `["git commit", "git push"]` for `^git (commit|push)`.
 * Undefined when the source starts with anything but literal text. Reads from the left up to the first special character.
 */
export function literalHeads(source: string): readonly string[] | undefined {
  const { text, rest } = plainStart(source.startsWith('^') ? source.slice(1) : source)
  const group = /^\((?:\?:)?([^()[\]\\]*)\)(?![*?{])/.exec(rest)
  // A later alternative outside a group can start with another text.
  if (group === null) return hasOuterBranch(rest) || text === '' ? undefined : [text]
  if (hasOuterBranch(rest.slice(group[0].length))) return undefined
  const heads = (group[1] ?? '').split('|').map((branch) => text + plainStart(branch).text)
  return heads.some((head) => head === '') ? undefined : heads
}

function plainStart(source: string): { text: string; rest: string } {
  let text = ''
  let index = 0
  while (index < source.length) {
    const [escaped, code, itself] = /^\\(?:x([\dA-Fa-f]{2})|([^\w]))/.exec(source.slice(index, index + 4)) ?? []
    const char = code === undefined ? (itself ?? source[index] ?? '') : String.fromCharCode(Number.parseInt(code, 16))
    if (escaped === undefined && /[\\^$.*+?()[\]{}|]/.test(char)) break
    const next = index + (escaped?.length ?? 1)
    if (/[*?{]/.test(source[next] ?? '')) break
    text += char
    index = next
  }
  return { text, rest: source.slice(index) }
}

/** Whether the source has a `|` outside all groups and classes. */
function hasOuterBranch(source: string): boolean {
  let depth = 0
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    if (char === '\\') at += 1
    else if (char === '[') at = classEnd(source, at) - 1
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (char === '|' && depth === 0) return true
  }
  return false
}
