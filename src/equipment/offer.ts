import { ACTIVATE_SKILL, activateSkill, skillSection } from '../agent/activate-skill.ts'
import { DELEGATE, delegateTo, delegationSection } from '../agent/delegate.ts'
import type { Skill } from '../agent/skills.ts'
import type { OfferedAgent } from '../agent/subagent.ts'
import type { Situation } from '../agent/subagent-run.ts'
import { hidden, type Mode, type Rule } from '../policy/decide.ts'
import type { Tool } from '../tools/tool.ts'

/** What sub-agents and skills add to a conversation: the tools, and what the system text says of them. */
export type Offer = {
  tools: Tool[]
  /** For a conversation with these tools. Empty where there is nothing to say. */
  said(tools: readonly string[]): { agents: string; skills: string }
}

type Offered = { agents: readonly OfferedAgent[]; skills: readonly Skill[]; rules: readonly Rule[]; mode: Mode }

/** `situation` is where a sub-agent works; it is asked when one is called, and only then is what runs it loaded. */
export function offer({ agents, skills, rules, mode }: Offered, situation: () => Situation): Offer {
  // A rule may speak of one sub-agent by its name. Those that none of the rules would let be called are not offered.
  const callable = agents.filter(
    ({ name }) => hidden(rules, { name: DELEGATE, aliases: [name], annotations: {} }, mode) === undefined,
  )
  const delegate = delegateTo(callable, async (agent, task, signal) => {
    const { runAgent } = await import('../agent/subagent-run.ts')
    return runAgent(agent, task, situation(), signal)
  })
  return {
    tools: [...(callable.length === 0 ? [] : [delegate]), ...(skills.length === 0 ? [] : [activateSkill(skills)])],
    said: (tools) => ({
      agents: tools.includes(DELEGATE) ? delegationSection(callable) : '',
      skills: tools.includes(ACTIVATE_SKILL) ? skillSection(skills) : '',
    }),
  }
}

/** A sentence for whoever wrote skills that no rule lets the model use; undefined where there is nothing to say. */
export function unusedSkills(skills: readonly Skill[], declared: readonly string[]): string | undefined {
  if (skills.length === 0 || declared.includes(ACTIVATE_SKILL)) return undefined
  const names = skills.map(({ name }) => name).join(', ')
  return `Skills the model was not told of, because no rule allows ${ACTIVATE_SKILL}: ${names}. To allow it, put "${ACTIVATE_SKILL}" into tools.allowed of the settings, or write a policy rule.`
}
