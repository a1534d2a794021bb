import { messageOf, UserError } from '../../platform/errors.ts'
import { type CallFacts, callParts, type Rule } from '../rules/decide.ts'
import type { CheckerRule } from '../rules/load.ts'
import { newMatchContext, ruleMatches } from '../rules/match.ts'
import { rulesForCall } from '../rules/rule-order.ts'
import { allowedPath } from './allowed-path.ts'
import type { BuiltinChecker, CheckerInput, CheckerResult, HistoryTurn, WorkspaceFolders } from './checker-types.ts'
import { type ExternalCheckerOptions, runExternalChecker } from './external-checker.ts'

export type CheckerOptions = WorkspaceFolders &
  ExternalCheckerOptions & {
    /** The command line of an external checker; undefined when there is none with this name. */
    program: (name: string) => readonly [string, ...string[]] | undefined
    /** Time limit of one checker in milliseconds. Default 5000. */
    timeoutMs?: number
  }

/** The objection of the strictest checker to a call. */
export type CheckerObjection = { verdict: 'ask' | 'deny'; reason: string; rule: CheckerRule }

/** Resolves with the strictest objection to a call, or undefined. Never rejects. */
export type SafetyCheck = (
  facts: CallFacts,
  history: () => readonly HistoryTurn[],
  signal: AbortSignal,
) => Promise<CheckerObjection | undefined>

const BUILTIN_CHECKERS: Readonly<Record<string, BuiltinChecker>> = { 'allowed-path': allowedPath }
const TIMEOUT_MS = 5000

/**
 * Combines all `[[safety_checker]]` tables into one check. The checkers that match a call run one after another, strongest
 * first, until one denies. A checker that fails denies. Undefined when there are no checkers. Throws one UserError with the
 * file and line of every checker that cannot run.
 */
export function createSafetyCheck(
  rules: readonly CheckerRule[],
  options: CheckerOptions,
  builtins: Readonly<Record<string, BuiltinChecker>> = BUILTIN_CHECKERS,
): SafetyCheck | undefined {
  const checkers = new Map<Rule, { checkerRule: CheckerRule; run: (input: CheckerInput) => Promise<CheckerResult> }>()
  const problems: string[] = []
  for (const checkerRule of rules) {
    try {
      checkers.set(denyRule(checkerRule), { checkerRule, run: prepareChecker(checkerRule, options, builtins) })
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problems.push(`${checkerRule.file}:${checkerRule.line}: ${error.message}`)
    }
  }
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  if (checkers.size === 0) return undefined
  const all = [...checkers.keys()]

  return async (facts, history, signal) => {
    let question: CheckerObjection | undefined
    for (const rule of matchingRules(all, facts)) {
      const checker = checkers.get(rule)
      if (checker === undefined) continue
      const { verdict, reason } = await checker.run({ facts, history, signal })
      if (verdict === 'deny') return { verdict, reason, rule: checker.checkerRule }
      if (verdict === 'ask') question ??= { verdict, reason, rule: checker.checkerRule }
    }
    return question
  }
}

/** Checkers match like rules that deny: when it is uncertain whether a checker applies, it runs. */
const denyRule = ({ tier, priority, file, line, match }: CheckerRule): Rule => ({
  verdict: 'deny',
  tier,
  priority,
  file,
  line,
  match,
})

function matchingRules(rules: readonly Rule[], facts: CallFacts): Rule[] {
  const context = newMatchContext(facts)
  const parts = callParts(facts)
  return rulesForCall(rules, facts).filter((rule) => parts.some((part) => ruleMatches(rule, part, context)))
}

function prepareChecker(
  rule: CheckerRule,
  options: CheckerOptions,
  builtins: Readonly<Record<string, BuiltinChecker>>,
) {
  const { type, name, config } = rule.checker
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  if (type === 'external') {
    const program = options.program(name)
    if (program === undefined)
      throw new UserError(`Unknown external checker "${name}": add the program .gemini/checkers/${name}.`)
    return (input: CheckerInput) => runExternalChecker({ ...rule.checker, program, timeoutMs }, input, options)
  }
  const builtin = builtins[name]
  if (builtin === undefined)
    throw new UserError(`Unknown in-process checker "${name}". Available: ${Object.keys(builtins).join(', ')}`)
  const check = builtin(config)
  return ({ facts }: CheckerInput) => runBuiltin(name, timeoutMs, () => check(facts.args, options))
}

async function runBuiltin(
  name: string,
  timeoutMs: number,
  check: () => Promise<CheckerResult>,
): Promise<CheckerResult> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`Checker timed out after ${timeoutMs}ms`)), timeoutMs)
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return { verdict: 'deny', reason: `Failed to run in-process checker "${name}": ${messageOf(error)}` }
  } finally {
    clearTimeout(timer)
  }
}
