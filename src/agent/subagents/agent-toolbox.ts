import type { ToolDeclaration } from '../../model/types.ts'
import { hidingRule } from '../../policy/rules/decide.ts'
import type { Tool } from '../../tools/tool.ts'
import { limitDeclarations, makeToolbox, type Toolbox } from '../../tools/toolbox.ts'
import type { AgentContext } from '../agent-context.ts'
import { selectTools } from '../tool-selectors.ts'
import { COMPLETE_TASK } from './complete-task.ts'
import { DELEGATE_TOOL } from './delegate.ts'
import type { Subagent } from './subagent.ts'

/** The tools of a sub-agent: the ones that its definition selects from the run and its servers, and the report tool. */
export function subagentToolbox(
  agent: Subagent,
  context: Pick<AgentContext, 'toolbox' | 'rules' | 'mode'>,
  reportTool: Tool,
  serverTools: readonly Tool[] = [],
): { toolbox: Toolbox; declarations: readonly ToolDeclaration[] } {
  // Sub-agents cannot delegate.
  const excluded = new Set([COMPLETE_TASK, DELEGATE_TOOL, ...serverTools.map(({ name }) => name)])
  const others = [...context.toolbox.all().filter(({ name }) => !excluded.has(name)), ...serverTools]
  const all = makeToolbox(others)
  const selected = agent.tools?.flatMap((name) => selectTools(name, others, all))
  const offered = [...new Set(selected ?? others), reportTool]
  const agentTools = makeToolbox(offered)
  const toolbox: Toolbox = {
    ...agentTools,
    suggest: (name) =>
      all.find(name) === undefined
        ? agentTools.suggest(name)
        : ` Unauthorized tool call: '${name}' is not available to this agent.`,
  }
  const declared = new Set(
    offered.filter((tool) => hidingRule(context.rules, tool, context.mode) === undefined).map(({ name }) => name),
  )
  declared.add(COMPLETE_TASK)
  const declarations = agentTools.declarations().filter(({ name }) => declared.has(name))
  return { toolbox, declarations: limitDeclarations(declarations) }
}
