import type { RunEvent } from './events.ts'

const LONGEST_TEXT = 300

/**
 * An event as a line of the debug log, or undefined when the log has all of it anyway. What was decided, asked and counted,
 * with the arguments of calls; never what tools, files and people said, which may be anybody's.
 */
export function debugLine(event: RunEvent): string | undefined {
  const told = toldOf(event)
  return told === undefined ? undefined : `debug: ${event.type} ${JSON.stringify(told, shortened)}`
}

function toldOf(event: RunEvent): object | undefined {
  switch (event.type) {
    case 'steering':
      return { files: event.files.map(({ path, ref, sha }) => `${path} ${sha} at ${ref}`), ignored: event.ignored }
    case 'equipped': {
      const { mode, model, inputs, policies, tools } = event
      const offered = tools.filter(({ undeclared }) => undeclared !== true).map(({ name }) => name)
      return { mode, model, inputs, policies: policies.map(({ tier, file }) => `${tier} ${file}`), tools: offered }
    }
    case 'model_request': {
      const { turn, model, messages, tools, options, agent } = event
      return { turn, model, messages: messages.length, tools: tools.length, options, agent }
    }
    case 'model_reply': {
      const { turn, reply, ms, agent } = event
      return { turn, model: reply.model, stop: reply.stop, reason: reply.reason, usage: reply.usage, ms, agent }
    }
    case 'model_failed': {
      const { turn, model, status, waitMs, next, agent } = event
      return { turn, model, status, waitMs, next, agent }
    }
    case 'tool_confirmation_request':
      return { id: event.id, name: event.name, args: event.args }
    case 'tool_confirmation_response':
      return { confirmed: event.confirmed, reason: event.reason }
    case 'call_finished': {
      const { id, name, args, verdict, rule } = event.call
      return { id, name, args, verdict, rule }
    }
    case 'output_truncated':
    case 'hook_finished':
    case 'update_policy':
      return event
    case 'intent':
      return event.intent
    case 'receipt':
      return event.receipt
    default:
      return undefined
  }
}

const shortened = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST_TEXT
    ? `${value.slice(0, LONGEST_TEXT)}… (${value.length} characters)`
    : value
