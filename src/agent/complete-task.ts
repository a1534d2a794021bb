import { done, failed, type Tool } from '../tools/tool.ts'
import type { Output } from './subagent.ts'

export const COMPLETE_TASK = 'complete_task'

/** The call by which a sub-agent hands in its report, and the report once it is in. The first good one counts. */
export function completeTask(output: Output | undefined): { tool: Tool; report(): string | undefined } {
  let report: string | undefined
  const field = output?.name ?? 'result'
  const schema = output?.schema ?? { type: 'string' }
  const description =
    output?.description ?? 'Everything you found out or did, as the agent that asked needs to know it.'

  const tool: Tool = {
    name: COMPLETE_TASK,
    aliases: ['CompleteTaskTool'],
    annotations: {},
    declaration: {
      name: COMPLETE_TASK,
      description:
        'Hands in your report and ends your task. The only way to finish; call it once, alone, when there is nothing left to do.',
      parameters: { type: 'object', properties: { [field]: { description, ...schema } }, required: [field] },
    },
    parse: (args) => ({ ok: true, args }),
    async run(args) {
      if (report !== undefined) return done('The task is completed already; the first report counts.')
      const given = Object.hasOwn(args, field) ? args[field] : undefined
      if (output === undefined) {
        if (typeof given !== 'string' || given.trim() === '')
          return failed(
            'invalid_tool_params',
            `Missing required "${field}" argument. You must provide your findings when calling ${COMPLETE_TASK}.`,
          )
        report = given
        return done('Result submitted and task completed.')
      }
      if (given === undefined)
        return failed('invalid_tool_params', `Missing required argument '${field}' for completion.`)
      const value = unquoted(given, output.schema)
      const { mistakesIn } = await import('./report-check.ts')
      const mistakes = mistakesIn(value, output.schema)
      if (mistakes !== undefined) return failed('invalid_tool_params', `Output validation failed: ${mistakes}`)
      report = output.present?.(value) ?? (typeof value === 'string' ? value : JSON.stringify(value))
      return done('Output submitted and task completed.')
    },
  }
  return { tool, report: () => report }
}

/** Models write an object as text now and then. */
function unquoted(given: unknown, { type }: Record<string, unknown>): unknown {
  if (typeof given !== 'string' || (type !== 'object' && type !== 'array')) return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
