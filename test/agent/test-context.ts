import * as z from 'zod'
import type { AgentContext } from '../../src/agent/agent-context.ts'
import { type MessagePart, type ModelReply, NO_USAGE, type ToolCall } from '../../src/model/types.ts'
import { hidingRule } from '../../src/policy/rules/decide.ts'
import { loadPolicies } from '../../src/policy/rules/load.ts'
import type { Rule } from '../../src/policy/rules/rule.ts'
import type { RunEvent } from '../../src/record/events.ts'
import { defineTool, done, failed, type Tool } from '../../src/tools/tool.ts'
import { makeToolbox } from '../../src/tools/toolbox.ts'
import { replay } from './replies.ts'

export const textReply = (text: string, given: Partial<ModelReply> = {}): ModelReply => ({
  parts: [{ kind: 'text', text }],
  stop: 'finished',
  usage: { ...NO_USAGE, total: 10 },
  model: 'gemini-test',
  ...given,
})

let calls = 0
export const toolCall = (name: string, args: Record<string, unknown> = {}): ToolCall => ({
  id: `call-${++calls}`,
  name,
  args,
})

export const callReply = (...wishes: ToolCall[]): ModelReply =>
  textReply('', { parts: wishes.map((call): MessagePart => ({ kind: 'call', call })) })

export const rulesFrom = (toml: string): readonly Rule[] => {
  const { rules, problems } = loadPolicies([{ tier: 'user', file: 'test.toml', text: toml }])
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return rules
}

export const ALLOW_ALL = '[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 1\n'

/** Tools that note when they run: `look` reads, `change` has side effects, `break` fails, `throw` has a bug. */
export function benchTools(trace: string[] = []): Tool[] {
  const input = z.object({ at: z.string(), ms: z.number().default(0) })
  const tool = (name: string, readOnlyHint: boolean) =>
    defineTool({
      name,
      description: `${name} something`,
      annotations: { readOnlyHint },
      input,
      async run({ at, ms }, signal) {
        trace.push(`${name} ${at} starts`)
        await new Promise((resolve) => {
          const timer = setTimeout(resolve, ms)
          signal.addEventListener('abort', () => {
            clearTimeout(timer)
            resolve(undefined)
          })
        })
        trace.push(`${name} ${at} ends`)
        if (signal.aborted) return failed('execution_failed', 'half done')
        if (name === 'break') return failed('file_not_found', `There is no ${at}.`)
        if (name === 'throw') throw new RangeError('off by one')
        return done(`${name} ${at}`)
      },
    })
  return [tool('look', true), tool('change', false), tool('break', true), tool('throw', false)]
}

export function testContext(given: {
  replies?: readonly ModelReply[]
  toml?: string
  tools?: readonly Tool[]
  overrides?: Partial<AgentContext>
}): { context: AgentContext; events: RunEvent[] } {
  const events: RunEvent[] = []
  const rules = rulesFrom(given.toml ?? ALLOW_ALL)
  const toolbox = makeToolbox(given.tools ?? benchTools())
  const found = (given.tools ?? benchTools()).flatMap((tool) => {
    const rule = hidingRule(rules, tool, 'default')
    return rule === undefined ? [] : ([[tool.name, rule]] as const)
  })
  const kit: AgentContext = {
    toolbox,
    rules,
    mode: 'default',
    hiddenTools: new Map(found),
    redact: (value) => value,
    emit: (event) => events.push(event),
    now: () => 0,
    generate: replay(given.replies ?? []),
    model: 'gemini-test',
    system: 'system',
    declarations: toolbox.declarations(),
    stopConditions: [],
    ...given.overrides,
  }
  return { context: kit, events }
}
