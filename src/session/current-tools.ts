import type { AgentContext } from '../agent/agent-context.ts'
import { hiddenTools, type Mode, type Rule } from '../policy/rules/decide.ts'
import type { Emit } from '../record/events.ts'
import type { Tool } from '../tools/tool.ts'
import { limitDeclarations, makeToolbox } from '../tools/toolbox.ts'
import type { LoadedTools } from './external-tools.ts'

type CurrentTools = Pick<AgentContext, 'toolbox' | 'hiddenTools' | 'declarations'>

/**
 * The current tools of a run. Tools that no rule allows are not declared, nor are those beyond the size of a request, which is
 * reported once.
 */
export function createCurrentTools(
  fixedTools: readonly Tool[],
  { externalTools, rules, mode, emit }: { externalTools: LoadedTools; rules: readonly Rule[]; mode: Mode; emit: Emit },
): () => CurrentTools {
  let isReported = false
  const warn = (text: string) => {
    if (!isReported) emit({ type: 'notice', level: 'warning', text })
    isReported = true
  }
  return cacheByVersion(externalTools, (tools) => {
    const all = [...fixedTools, ...tools]
    const hidden = hiddenTools(all, rules, mode)
    const toolbox = makeToolbox(all)
    const visible = toolbox.declarations().filter(({ name }) => !hidden.has(name))
    return { toolbox, hiddenTools: hidden, declarations: limitDeclarations(visible, warn) }
  })
}

/** Computes a value from the external tools, again only after they changed. */
function cacheByVersion<Value>(externalTools: LoadedTools, compute: (tools: readonly Tool[]) => Value): () => Value {
  let cached: { version: number; value: Value } | undefined
  return () => {
    const version = externalTools.version()
    if (cached?.version !== version) cached = { version, value: compute(externalTools.tools()) }
    return cached.value
  }
}
