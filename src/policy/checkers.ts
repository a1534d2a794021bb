import { messageOf, UserError } from '../host/errors.ts'
import { allowedPath } from './checker-allowed-path.ts'
import { askProgram, type ProgramKit } from './checker-external.ts'
import type { Asked, Builtin, Finding, Territory, Turn } from './checker-types.ts'
import { type Facts, partsOf, type Rule } from './decide.ts'
import type { CheckerRule } from './load.ts'
import { applies, openCase } from './match.ts'
import { speaksTo } from './rank.ts'

export type CheckerKit = Territory &
  ProgramKit & {
    /** How to start the program of an external checker; undefined where there is none of that name. */
    program: (name: string) => readonly [string, ...string[]] | undefined
    /** How long one checker may take. Default 5 s. */
    timeoutMs?: number
  }

/** What the strictest checker has against a call. */
export type Objection = { verdict: 'ask' | 'deny'; reason: string; by: CheckerRule }

/** Does any checker object? Never rejects. */
export type Check = (
  facts: Facts,
  history: () => readonly Turn[],
  signal: AbortSignal,
) => Promise<Objection | undefined>

const BUILTINS: Readonly<Record<string, Builtin>> = { 'allowed-path': allowedPath }
const TIMEOUT_MS = 5000

/**
 * All `[[safety_checker]]` as one question. Those that match a call are asked one after the other, the strongest first,
 * until one denies. Whatever goes wrong with a checker is a denial. Undefined when there are none. Throws one UserError
 * with file and line of every checker that cannot work.
 */
export function makeCheckers(
  rules: readonly CheckerRule[],
  kit: CheckerKit,
  builtins: Readonly<Record<string, Builtin>> = BUILTINS,
): Check | undefined {
  const checkers = new Map<Rule, { by: CheckerRule; ask: (asked: Asked) => Promise<Finding> }>()
  const problems: string[] = []
  for (const by of rules) {
    try {
      checkers.set(asRule(by), { by, ask: ready(by, kit, builtins) })
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problems.push(`${by.file}:${by.line}: ${error.message}`)
    }
  }
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  if (checkers.size === 0) return undefined
  const all = [...checkers.keys()]

  return async (facts, history, signal) => {
    let doubt: Objection | undefined
    for (const rule of matching(all, facts)) {
      const checker = checkers.get(rule)
      if (checker === undefined) continue
      const { verdict, reason } = await checker.ask({ facts, history, signal })
      if (verdict === 'deny') return { verdict, reason, by: checker.by }
      if (verdict === 'ask') doubt ??= { verdict, reason, by: checker.by }
    }
    return doubt
  }
}

/** Matched like a rule that denies: where it is not certain whether a checker is meant, it is asked. */
const asRule = ({ tier, priority, file, line, match }: CheckerRule): Rule => ({
  verdict: 'deny',
  tier,
  priority,
  file,
  line,
  match,
})

function matching(rules: readonly Rule[], facts: Facts): Rule[] {
  const at = openCase(facts)
  const parts = partsOf(facts)
  return speaksTo(rules, facts).filter((rule) => parts.some((part) => applies(rule, part, at)))
}

function ready(rule: CheckerRule, kit: CheckerKit, builtins: Readonly<Record<string, Builtin>>) {
  const { type, name, config } = rule.checker
  const timeoutMs = kit.timeoutMs ?? TIMEOUT_MS
  if (type === 'external') {
    const program = kit.program(name)
    if (program === undefined)
      throw new UserError(`Unknown external checker "${name}": there is no program .gemini/checkers/${name}.`)
    return (asked: Asked) => askProgram({ ...rule.checker, program, timeoutMs }, asked, kit)
  }
  const builtin = builtins[name]
  if (builtin === undefined)
    throw new UserError(`Unknown in-process checker "${name}". Available: ${Object.keys(builtins).join(', ')}`)
  const check = builtin(config)
  return ({ facts }: Asked) => inTime(name, timeoutMs, () => check(facts.args, kit))
}

async function inTime(name: string, timeoutMs: number, check: () => Promise<Finding>): Promise<Finding> {
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
