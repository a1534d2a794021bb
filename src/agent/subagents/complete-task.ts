import { done, failed, type Tool } from '../../tools/tool.ts'
import { reportProblems } from './check-report.ts'
import type { SubagentOutput } from './subagent.ts'

export const COMPLETE_TASK = 'complete_task'

/** The tool by which a sub-agent submits its report, and the submitted report. The first valid report counts. */
export function completeTaskTool(output: SubagentOutput | undefined): { tool: Tool; report(): string | undefined } {
  let report: string | undefined
  const field = output?.name ?? 'result'
  const schema = output?.schema ?? { type: 'string' }
  const description = output?.description ?? 'Everything you found out or did that the calling agent needs to know.'

  const tool: Tool = {
    name: COMPLETE_TASK,
    aliases: ['CompleteTaskTool'],
    annotations: {},
    declare: () => ({
      name: COMPLETE_TASK,
      description:
        'Submits your report and ends your task. This is the only way to finish: call it once, alone, when everything is done.',
      parameters: { type: 'object', properties: { [field]: { description, ...schema } }, required: [field] },
    }),
    parse: (args) => ({ ok: true, args }),
    async run(args) {
      if (report !== undefined) return done('The task is already completed; the first report counts.')
      const value = Object.hasOwn(args, field) ? args[field] : undefined
      if (output === undefined) {
        if (typeof value !== 'string' || value.trim() === '')
          return failed(
            'invalid_tool_params',
            `Missing required "${field}" argument. You must provide your findings when calling ${COMPLETE_TASK}.`,
          )
        report = value
        return done('Result submitted and task completed.')
      }
      if (value === undefined)
        return failed('invalid_tool_params', `Missing required argument '${field}' for completion.`)
      const parsed = parseJsonText(value, output.schema)
      const mistakes = reportProblems(parsed, output.schema)
      if (mistakes !== undefined) return failed('invalid_tool_params', `Output validation failed: ${mistakes}`)
      report = output.present?.(parsed) ?? (typeof parsed === 'string' ? parsed : JSON.stringify(parsed))
      return done('Output submitted and task completed.')
    },
  }
  return { tool, report: () => report }
}

/** Parses an object that the model wrote as text. */
function parseJsonText(value: unknown, { type }: Record<string, unknown>): unknown {
  if (typeof value !== 'string' || (type !== 'object' && type !== 'array')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
