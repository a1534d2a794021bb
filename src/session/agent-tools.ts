import { ACTIVATE_SKILL, activateSkill, skillSection } from '../agent/skills/activate-skill.ts'
import type { Skill } from '../agent/skills/skills.ts'
import { DELEGATE_TOOL, delegateTool, delegationSection } from '../agent/subagents/delegate.ts'
import type { SubagentContext } from '../agent/subagents/run-agent.ts'
import { runAgent } from '../agent/subagents/run-agent.ts'
import type { OfferedSubagent } from '../agent/subagents/subagent.ts'
import { hidingRule, type Mode, type Rule } from '../policy/rules/decide.ts'
import type { Tool } from '../tools/tool.ts'

/** What sub-agents and skills add to a conversation: tools and sections of the system prompt. */
export type AgentTools = {
  tools: Tool[]
  /** The sections for a conversation with these tools; each may be empty. */
  promptSections(tools: readonly string[]): { agents: string; skills: string }
}

type AgentToolsOptions = {
  agents: readonly OfferedSubagent[]
  skills: readonly Skill[]
  rules: readonly Rule[]
  mode: Mode
}

/** `subagentContext` is called when a sub-agent starts; its code is loaded only then. */
export function createAgentTools(
  { agents, skills, rules, mode }: AgentToolsOptions,
  subagentContext: () => SubagentContext,
): AgentTools {
  // A rule can name one sub-agent. Sub-agents that no rule allows are not offered.
  const callable = agents.filter(
    ({ name }) => hidingRule(rules, { name: DELEGATE_TOOL, aliases: [name], annotations: {} }, mode) === undefined,
  )
  const delegate = delegateTool(callable, async (agent, task, signal) => {
    return runAgent(agent, task, subagentContext(), signal)
  })
  return {
    tools: [...(callable.length === 0 ? [] : [delegate]), ...(skills.length === 0 ? [] : [activateSkill(skills)])],
    promptSections: (tools) => ({
      agents: tools.includes(DELEGATE_TOOL) ? delegationSection(callable) : '',
      skills: tools.includes(ACTIVATE_SKILL) ? skillSection(skills) : '',
    }),
  }
}

/** A notice about skills that no rule lets the model use, or undefined. */
export function unusedSkillsNotice(skills: readonly Skill[], declared: readonly string[]): string | undefined {
  if (skills.length === 0 || declared.includes(ACTIVATE_SKILL)) return undefined
  const names = skills.map(({ name }) => name).join(', ')
  return `Unused skills, because no rule allows ${ACTIVATE_SKILL}: ${names}. To allow it, add "${ACTIVATE_SKILL}" to tools.allowed in the settings or write a policy rule.`
}
