import type { Facts, Rule, Tier, Verdict } from './decide.ts'
import { factsIdentity, namesCall } from './tool-names.ts'

/** How many different callers and tools are remembered for one set of rules. */
const MOST_REMEMBERED = 5000

type Index = { strongestFirst: readonly Rule[]; speaking: Map<string, readonly Rule[]> }
const indexes = new WeakMap<readonly Rule[], Index>()

const STRENGTH: Readonly<Record<Tier, number>> = { default: 1, extension: 2, user: 3, admin: 4 }
const STRICT_FIRST: readonly Verdict[] = ['deny', 'ask', 'allow']

/** The rules, strongest first: tier, then priority, then strictness, then as they came. */
export const ranked = (rules: readonly Rule[]): readonly Rule[] => indexOf(rules).strongestFirst

/** Those of the rules, strongest first, that speak of this tool for this caller in this mode, arguments aside. */
export function speaksTo(rules: readonly Rule[], facts: Facts): readonly Rule[] {
  const { strongestFirst, speaking } = indexOf(rules)
  const key = JSON.stringify([
    facts.tool,
    facts.server,
    facts.agent,
    facts.mode,
    facts.interactive,
    delegate(facts),
    facts.aliases,
  ])
  const known = speaking.get(key)
  if (known !== undefined) return known
  const identity = factsIdentity(facts)
  const found = strongestFirst.filter((rule) => inForce(rule, facts) && namesCall(rule.match, identity))
  if (speaking.size >= MOST_REMEMBERED) speaking.clear()
  speaking.set(key, found)
  return found
}

/** In a prefix that spells out a whole line, the first word may end in an operator. */
const OPERATOR = /[;&|()<>"'`]/
const byProgram = new WeakMap<readonly Rule[], Map<string, readonly Rule[]>>()

/** Those of the rules that can speak of a command of one of these programs, or do not look at programs. In their order. */
export function aboutPrograms(rules: readonly Rule[], programs: readonly string[]): readonly Rule[] {
  const known = byProgram.get(rules) ?? new Map<string, readonly Rule[]>()
  byProgram.set(rules, known)
  const key = programs.join('\0')
  const found = known.get(key)
  if (found !== undefined) return found
  const about = rules.filter(
    ({ match }) =>
      match.prefixes?.some(({ words: [first = ''] }) => programs.includes(first) || OPERATOR.test(first)) ?? true,
  )
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(key, about)
  return about
}

/** Whether a rule's mode, caller and kind of run are those of the call. */
export function inForce(
  { match }: Pick<Rule, 'match'>,
  { mode, interactive, agent }: Pick<Facts, 'mode' | 'interactive' | 'agent'>,
): boolean {
  if (match.modes !== undefined && !match.modes.includes(mode)) return false
  if (match.interactive !== undefined && match.interactive !== interactive) return false
  return match.agent === undefined || match.agent === agent
}

/** A call that starts a sub-agent is also one for rules that name the sub-agent. */
const delegate = ({ args }: Facts): string | undefined => {
  const agent = args.agent_name ?? args.agent
  return typeof agent === 'string' ? agent : undefined
}

function indexOf(rules: readonly Rule[]): Index {
  const known = indexes.get(rules)
  if (known !== undefined) return known
  const strongestFirst = [...rules].sort(
    (a, b) =>
      STRENGTH[b.tier] - STRENGTH[a.tier] ||
      b.priority - a.priority ||
      STRICT_FIRST.indexOf(a.verdict) - STRICT_FIRST.indexOf(b.verdict),
  )
  const index = { strongestFirst, speaking: new Map() }
  indexes.set(rules, index)
  return index
}
