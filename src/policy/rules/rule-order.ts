import type { CallFacts, Rule, Tier, Verdict } from './decide.ts'
import { matchesTool, toolIdentity } from './tool-names.ts'

/** Entries in each cache of one set of rules. */
const MAX_CACHED = 5000

type RuleIndex = { strongestFirst: readonly Rule[]; rulesByCall: Map<string, readonly Rule[]> }
const indexes = new WeakMap<readonly Rule[], RuleIndex>()

const STRENGTH: Readonly<Record<Tier, number>> = { default: 1, extension: 2, user: 3, admin: 4 }
const STRICT_FIRST: readonly Verdict[] = ['deny', 'ask', 'allow']

/** The rules, strongest first: tier, then priority, then strictness, then file order. */
export const rankRules = (rules: readonly Rule[]): readonly Rule[] => indexRules(rules).strongestFirst

/** The rules that apply to this tool, caller and mode, whatever the arguments; strongest first. */
export function rulesForCall(rules: readonly Rule[], facts: CallFacts): readonly Rule[] {
  const { strongestFirst, rulesByCall } = indexRules(rules)
  const key = JSON.stringify([
    facts.tool,
    facts.server,
    facts.agent,
    facts.mode,
    facts.interactive,
    delegateName(facts),
    facts.aliases,
  ])
  const cached = rulesByCall.get(key)
  if (cached !== undefined) return cached
  const identity = toolIdentity(facts)
  const matching = strongestFirst.filter((rule) => isRuleActive(rule, facts) && matchesTool(rule.match, identity))
  if (rulesByCall.size >= MAX_CACHED) rulesByCall.clear()
  rulesByCall.set(key, matching)
  return matching
}

/** In a prefix that spells out a whole line, the first word can end in an operator. */
const OPERATOR = /[;&|()<>"'`]/
const byProgram = new WeakMap<readonly Rule[], Map<string, readonly Rule[]>>()

/** The rules that can match a command of one of these programs, or do not depend on the program. Keeps their order. */
export function rulesForPrograms(rules: readonly Rule[], programs: readonly string[]): readonly Rule[] {
  const cache = byProgram.get(rules) ?? new Map<string, readonly Rule[]>()
  byProgram.set(rules, cache)
  const key = programs.join('\0')
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const matching = rules.filter(
    ({ match }) =>
      match.prefixes?.some(({ words: [first = ''] }) => programs.includes(first) || OPERATOR.test(first)) ?? true,
  )
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(key, matching)
  return matching
}

/** Whether a rule's mode, caller and kind of run are those of the call. */
export function isRuleActive(
  { match }: Pick<Rule, 'match'>,
  { mode, interactive, agent }: Pick<CallFacts, 'mode' | 'interactive' | 'agent'>,
): boolean {
  if (match.modes !== undefined && !match.modes.includes(mode)) return false
  if (match.interactive !== undefined && match.interactive !== interactive) return false
  return match.agent === undefined || match.agent === agent
}

/** The sub-agent that a call starts; rules can name it like a tool. */
const delegateName = ({ args }: CallFacts): string | undefined => {
  const agent = args.agent_name ?? args.agent
  return typeof agent === 'string' ? agent : undefined
}

function indexRules(rules: readonly Rule[]): RuleIndex {
  const cached = indexes.get(rules)
  if (cached !== undefined) return cached
  const strongestFirst = [...rules].sort(
    (a, b) =>
      STRENGTH[b.tier] - STRENGTH[a.tier] ||
      b.priority - a.priority ||
      STRICT_FIRST.indexOf(a.verdict) - STRICT_FIRST.indexOf(b.verdict),
  )
  const index = { strongestFirst, rulesByCall: new Map() }
  indexes.set(rules, index)
  return index
}
