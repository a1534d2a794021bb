import type { Runner } from '../github/runner.ts'
import type { RunEvent } from '../record/events.ts'
import { pluralize } from '../text/write-markdown.ts'

/** Writes an event to the step's log. Tool output stays out of the log: anybody may have written it. */
export function logEvent(event: RunEvent, runner: Pick<Runner, 'log' | 'annotate'>): void {
  const line = logLine(event)
  if (event.type === 'notice' && event.level !== 'info') runner.annotate(event.level, event.text)
  else if (line !== undefined) runner.log(line)
}

function logLine(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'notice':
      return event.text
    case 'model_request':
      return `${agentPrefix(event)}${event.turn === 0 ? '' : `turn ${event.turn}: `}asking ${event.model}`
    case 'chat_compressed':
      return `  the conversation: ${event.status}, ${event.tokensBefore} → ${event.tokensAfter} tokens`
    case 'call_finished': {
      const { name, state, verdict, rule, reason, ms, bytes } = event.call
      const position = rule === undefined ? '' : ` by ${rule.file}:${rule.line}`
      const decision = verdict === undefined ? '' : `, ${verdict}${position}`
      const explanation = reason === undefined ? '' : ` (${reason})`
      return `  ${agentPrefix(event.call)}${name}: ${state}${explanation}${decision}, ${ms} ms, ${bytes} bytes`
    }
    case 'agent_finished':
      return `${agentPrefix(event)}ended as ${event.reason} after ${cost(event)}`
    case 'run_ended':
      return `ended as ${event.outcome} after ${cost(event)}`
    default:
      return undefined
  }
}

const agentPrefix = ({ agent }: { agent?: string }) => (agent === undefined ? '' : `${agent}: `)

const cost = ({ turns, usage, ms }: { turns: number; usage: { total: number }; ms: number }) =>
  `${pluralize(turns, 'turn')}, ${pluralize(usage.total, 'token')}, ${ms} ms`
