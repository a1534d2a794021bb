import type { Decision } from './decide.ts'

/** Whether no rule forbids a call: the rules ask, or none decides. A written deny of any part stays a deny. */
export function isAskable({ verdict, rule, refused = [] }: Decision): boolean {
  if (verdict === 'allow') return false
  const rules = [rule, ...refused.map((part) => part.rule)].filter((each) => each !== undefined)
  return rules.every((each) => each.verdict === 'ask')
}
