import { createContext, Script } from 'node:vm'

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

/** What all patterns of one decision may use together. */
export type Budget = { leftMs: number }
export const newBudget = (): Budget => ({ leftMs: 50 })

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
  regex.lastIndex = 0
  for (;;) {
    const found = findNext(pattern, text, budget)
    if (found === 'maybe') return 'maybe'
    if (found < 0) return 'no'
    if (counts(found)) return 'yes'
    if (pattern.anchored) return 'no'
    regex.lastIndex = found + 1
  }
}

function findNext(pattern: Pattern, text: string, budget: Budget): number | 'maybe' {
  const { steps, explodes } = pattern.cost
  const worst = explodes ? 2 ** Math.min(text.length, 64) : text.length ** (steps + (pattern.anchored ? 0 : 1))
  if (worst <= FREE_STEPS) return pattern.regex.exec(text)?.index ?? -1
  if (budget.leftMs <= 0) return 'maybe'
  const started = performance.now()
  try {
    return worst <= WATCHED_STEPS
      ? (pattern.regex.exec(text)?.index ?? -1)
      : execWatched(pattern.regex, text, budget.leftMs)
  } catch {
    // Interrupted: whatever else is asked in this decision is not known either.
    budget.leftMs = 0
    return 'maybe'
  } finally {
    budget.leftMs -= performance.now() - started
  }
}

type Watch = { script: Script; context: { regex: RegExp; text: string } }
let watch: Watch | undefined

/** V8 answers a terminate request while it backtracks; node:vm's timeout is the way to send one. */
function execWatched(regex: RegExp, text: string, ms: number): number {
  watch ??= {
    script: new Script('(regex.exec(text) || { index: -1 }).index'),
    context: createContext({ regex, text }) as Watch['context'], // createContext gives back the object it was given
  }
  watch.context.regex = regex
  watch.context.text = text
  return watch.script.runInContext(watch.context, { timeout: Math.max(1, Math.ceil(ms)) })
}

/** Reads a pattern's quantifiers. 'nested' when a repetition without a bound repeats another one. */
export function costOf(source: string): Cost | 'nested' {
  const groups: { unbounded: boolean; branches: boolean }[] = [{ unbounded: false, branches: false }]
  let steps = 0
  let explodes = false
  let closed: { unbounded: boolean; branches: boolean } | undefined
  let at = 0
  while (at < source.length) {
    const char = source[at]
    const repeat = repetitionAt(source, at)
    if (repeat !== undefined) {
      if (repeat.unbounded) {
        if (closed?.unbounded) return 'nested'
        if (closed?.branches) explodes = true
        steps += 1
        for (const group of groups) group.unbounded = true
      }
      closed = undefined
      at += repeat.length
      continue
    }
    closed = undefined
    if (char === '\\') at += 2
    else if (char === '[') at = classEnd(source, at)
    else if (char === '(') {
      groups.push({ unbounded: false, branches: false })
      at += 1
    } else if (char === ')') {
      closed = groups.pop()
      const outer = groups.at(-1)
      if (outer !== undefined && closed?.branches) outer.branches = true
      at += 1
    } else {
      const group = groups.at(-1)
      if (char === '|' && group !== undefined) group.branches = true
      at += 1
    }
  }
  return { steps, explodes }
}

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
    const escaped = /^\\[^\w]/.test(source.slice(at, at + 2))
    const char = source[escaped ? at + 1 : at] ?? ''
    if (!escaped && /[\\^$.*+?()[\]{}|]/.test(char)) break
    const next = at + (escaped ? 2 : 1)
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
