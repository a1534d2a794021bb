import { createContext, Script } from 'node:vm'
import { type Limit, limitOf } from './cpu.ts'

/** A regular expression from a policy. `cost` says how badly it can behave on a text it does not match. */
export type Pattern = {
  /** As written. */
  source: string
  regex: RegExp
  anchored: boolean
  cost: Cost
  /** What a match must start with, one of them; undefined when that cannot be told from the source. */
  heads: readonly string[] | undefined
}

/** `steps` is the exponent n of a worst case of length^n; `explodes` means that it can be worse than any power. */
type Cost = { steps: number; explodes: boolean }

export type Answer = 'yes' | 'no' | 'maybe'

/** How long a pattern may be, in characters. */
const LONGEST = 2048
/** Work below this many steps is done without looking at the clock. */
const FREE_STEPS = 1e4
/** Work above this many steps runs where it can be interrupted. */
const WATCHED_STEPS = 1e6
/** A counted repetition beyond this is as good as unbounded. */
const MANY = 20

/** What all patterns of one decision may use together, in milliseconds. */
const MOST_MS = 15
export type Budget = { over: Limit }
export const newBudget = (): Budget => ({ over: limitOf(MOST_MS) })

/**
 * Compiles a pattern, or says why it must not be used: it is empty, too long, does not compile by itself, or repeats
 * what repeats. `anchored` patterns match from the first character only.
 */
export function compilePattern(
  source: string,
  anchored: boolean,
): { ok: true; pattern: Pattern } | { ok: false; why: string } {
  if (source.trim() === '') return { ok: false, why: 'must not be empty: it would match everything' }
  if (source.length > LONGEST) return { ok: false, why: `is longer than ${LONGEST} characters` }
  try {
    new RegExp(source)
  } catch (error) {
    return { ok: false, why: `does not compile: ${error instanceof Error ? error.message : String(error)}` }
  }
  const cost = costOf(source)
  if (cost === 'nested')
    return { ok: false, why: 'repeats a repetition, such as (a+)+, which can take forever to fail' }
  const regex = new RegExp(anchored ? `^(?:${source})` : source, 'g')
  return { ok: true, pattern: { source, regex, anchored, cost, heads: literalHeads(source) } }
}

/**
 * Whether a text holds a match that starts where `counts` says it may. 'maybe' when the time ran out before it was known.
 */
export function search(
  pattern: Pattern,
  text: string,
  budget: Budget,
  counts: (at: number) => boolean = () => true,
): Answer {
  const { regex } = pattern
  const { first, places } = startsOf(pattern, text)
  if (places === 0) return 'no'
  regex.lastIndex = first
  for (;;) {
    const found = findNext(pattern, text, places, budget)
    if (found === 'maybe') return 'maybe'
    if (found < 0) return 'no'
    if (counts(found)) return 'yes'
    if (pattern.anchored) return 'no'
    regex.lastIndex = found + 1
  }
}

/** The usual answer, given so often that it is not made anew. */
const NOWHERE = { first: 0, places: 0 }

/** From where a match can start, and in how many places; `places` is 0 when none of its possible beginnings is there. */
function startsOf({ heads, anchored }: Pattern, text: string): { first: number; places: number } {
  if (anchored) return { first: 0, places: heads?.every((head) => !text.startsWith(head)) ? 0 : 1 }
  if (heads === undefined) return { first: 0, places: text.length + 1 }
  if (heads.every((head) => !text.includes(head))) return NOWHERE
  let first = text.length
  let places = 0
  for (const head of heads)
    for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
      first = Math.min(first, at)
      places += 1
    }
  return { first, places }
}

function findNext({ regex, cost }: Pattern, text: string, places: number, budget: Budget): number | 'maybe' {
  const worst = places * (cost.explodes ? 2 ** Math.min(text.length, 64) : text.length ** cost.steps)
  if (worst <= FREE_STEPS) return regex.exec(text)?.index ?? -1
  // Once the time is over, whatever else is asked in this decision is not known either.
  if (budget.over()) return 'maybe'
  return worst <= WATCHED_STEPS ? (regex.exec(text)?.index ?? -1) : execWatched(regex, text, budget)
}

type Watch = { script: Script; context: { regex: RegExp; text: string } }
let watch: Watch | undefined

/** V8 answers a terminate request while it backtracks; node:vm's timeout, which goes by the clock, is the way to send one. */
function execWatched(regex: RegExp, text: string, { over }: Budget): number | 'maybe' {
  watch ??= {
    script: new Script('(regex.exec(text) || { index: -1 }).index'),
    context: createContext({ regex, text }) as Watch['context'], // createContext gives back the object it was given
  }
  watch.context.regex = regex
  watch.context.text = text
  const from = regex.lastIndex
  for (let timeout = MOST_MS; ; timeout = Math.ceil(timeout * 1.4)) {
    try {
      regex.lastIndex = from
      return watch.script.runInContext(watch.context, { timeout })
    } catch {
      // On a busy machine the clock may run out before the processor had anything to do.
      if (over()) return 'maybe'
    }
  }
}

/** A part of a pattern in brackets: the steps of its finished branches, of the one being read, and whether it has several. */
type Group = { most: number; steps: number; branches: boolean }
const openGroup = (): Group => ({ most: 0, steps: 0, branches: false })

/** Reads a pattern's quantifiers. 'nested' when a repetition without a bound repeats another one. */
export function costOf(source: string): Cost | 'nested' {
  const open = [openGroup()]
  let explodes = false
  let closed: Group | undefined
  let at = 0
  while (at < source.length) {
    const group = open.at(-1) ?? openGroup()
    const repeat = repetitionAt(source, at)
    const repeated = closed
    closed = undefined
    if (repeat !== undefined) {
      if (repeat.unbounded) {
        if (repeated !== undefined && stepsOf(repeated) > 0) return 'nested'
        if (repeated?.branches) explodes = true
        group.steps += 1
      }
      at += repeat.length
    } else if (source[at] === '\\') at += 2
    else if (source[at] === '[') at = classEnd(source, at)
    else {
      if (source[at] === '(') open.push(openGroup())
      else if (source[at] === ')') {
        closed = open.pop()
        const outer = open.at(-1)
        if (outer !== undefined && closed !== undefined) {
          outer.steps += stepsOf(closed)
          outer.branches ||= closed.branches
        }
      } else if (source[at] === '|') {
        group.branches = true
        group.most = stepsOf(group)
        group.steps = 0
      }
      at += 1
    }
  }
  return { steps: stepsOf(open[0] ?? openGroup()), explodes }
}

const stepsOf = ({ most, steps }: Group): number => Math.max(most, steps)

function repetitionAt(source: string, at: number): { length: number; unbounded: boolean } | undefined {
  // The `?` of `(?:` and of lazy quantifiers says nothing of how often.
  const [text, low, comma, high] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at, at + 24)) ?? []
  if (text === undefined || (source[at] === '?' && source[at - 1] === '(' && source[at - 2] !== '\\')) return undefined
  if (low === undefined) return { length: text.length, unbounded: source[at] !== '?' }
  const most = comma === '' ? Number(low) : high === '' || high === undefined ? Number.POSITIVE_INFINITY : Number(high)
  return { length: text.length, unbounded: most > MANY }
}

function classEnd(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at += 1
    else if (source[at] === ']') return at + 1
  }
  return source.length
}

/**
 * The plain texts one of which every match starts with, e.g. `["git commit", "git push"]` for `^git (commit|push)`;
 * undefined when the source starts with anything less plain. Read from the left until something special comes.
 */
export function literalHeads(source: string): readonly string[] | undefined {
  const { text, rest } = plainStart(source.startsWith('^') ? source.slice(1) : source)
  const group = /^\((?:\?:)?([^()[\]\\]*)\)(?![*?{])/.exec(rest)
  // An alternative further on, outside a group, may start quite differently.
  if (group === null) return hasOuterBranch(rest) || text === '' ? undefined : [text]
  if (hasOuterBranch(rest.slice(group[0].length))) return undefined
  const heads = (group[1] ?? '').split('|').map((branch) => text + plainStart(branch).text)
  return heads.some((head) => head === '') ? undefined : heads
}

function plainStart(source: string): { text: string; rest: string } {
  let text = ''
  let at = 0
  while (at < source.length) {
    const [escaped, code, itself] = /^\\(?:x([\dA-Fa-f]{2})|([^\w]))/.exec(source.slice(at, at + 4)) ?? []
    const char = code === undefined ? (itself ?? source[at] ?? '') : String.fromCharCode(Number.parseInt(code, 16))
    if (escaped === undefined && /[\\^$.*+?()[\]{}|]/.test(char)) break
    const next = at + (escaped?.length ?? 1)
    if (/[*?{]/.test(source[next] ?? '')) break
    text += char
    at = next
  }
  return { text, rest: source.slice(at) }
}

/** Whether a `|` stands outside all groups and classes. */
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
