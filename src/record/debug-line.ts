import { keepStart } from '../text/format-text.ts'
import type { RunEvent } from './events.ts'

const MAX_TEXT_CHARACTERS = 300

/**
 * An event as a line of the debug log, or undefined when the log already contains it. Includes decisions, requests, counts
 * and call arguments. Excludes the content of tools, files and comments, which is untrusted.
 */
export function formatDebugLine(event: RunEvent): string | undefined {
  const fields = debugFields(event)
  return fields === undefined ? undefined : `debug: ${event.type} ${JSON.stringify(fields, shortenText)}`
}

function debugFields(event: RunEvent): object | undefined {
  switch (event.type) {
    case 'steering':
      return { files: event.files.map(({ path, ref, sha }) => `${path} ${sha} at ${ref}`), ignored: event.ignored }
    case 'run_snapshot': {
      const { mode, model, inputs, policies, tools } = event
      const offeredTools = tools.filter(({ undeclared }) => undeclared !== true).map(({ name }) => name)
      return { mode, model, inputs, policies: policies.map(({ tier, file }) => `${tier} ${file}`), tools: offeredTools }
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
      return event
    case 'intent':
      return event.intent
    case 'receipt':
      return event.receipt
    default:
      return undefined
  }
}

const shortenText = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT_CHARACTERS
    ? `${keepStart(value, MAX_TEXT_CHARACTERS)}… (${value.length} characters)`
    : value
