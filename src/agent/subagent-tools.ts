import type { Declaration } from '../model/types.ts'
import { hidden } from '../policy/decide.ts'
import type { Tool } from '../tools/tool.ts'
import { makeToolbox, type Toolbox, withinRequest } from '../tools/toolbox.ts'
import { COMPLETE_TASK } from './complete-task.ts'
import { DELEGATE } from './delegate.ts'
import type { AgentKit } from './kit.ts'
import { meant } from './named-tools.ts'
import type { Agent } from './subagent.ts'

/** The tools of a sub-agent: those its definition names out of those there are and those of its own servers, and the one that hands in its report. */
export function ownToolbox(
  agent: Agent,
  kit: Pick<AgentKit, 'toolbox' | 'rules' | 'mode'>,
  handIn: Tool,
  served: readonly Tool[] = [],
): { toolbox: Toolbox; declarations: readonly Declaration[] } {
  // No sub-agent has sub-agents.
  const taken = new Set([COMPLETE_TASK, DELEGATE, ...served.map(({ name }) => name)])
  const others = [...kit.toolbox.all().filter(({ name }) => !taken.has(name)), ...served]
  const all = makeToolbox(others)
  const named = agent.tools?.flatMap((name) => meant(name, others, all))
  const own = [...new Set(named ?? others), handIn]
  const mine = makeToolbox(own)
  const toolbox: Toolbox = {
    ...mine,
    suggest: (name) =>
      all.find(name) === undefined
        ? mine.suggest(name)
        : ` Unauthorized tool call: '${name}' is not available to this agent.`,
  }
  const shown = new Set(own.filter((tool) => hidden(kit.rules, tool, kit.mode) === undefined).map(({ name }) => name))
  shown.add(COMPLETE_TASK)
  const declarations = mine.declarations().filter(({ name }) => shown.has(name))
  return { toolbox, declarations: withinRequest(declarations) }
}
