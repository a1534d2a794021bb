import type { ModelReply } from '../model/types.ts'
import { dropControlStrings } from '../text/invisible.ts'
import type { Ending, Outcome, RunEvent, StopReason } from './events.ts'
import { computeStats, type Stats } from './stats.ts'

const OUTPUT_FORMATS = ['text', 'json', 'stream-json'] as const

export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** Parses the value of `--output-format`. Throws an Error with the reference's message. */
export function parseOutputFormat(value: string | undefined): OutputFormat | undefined {
  const format = OUTPUT_FORMATS.find((one) => one === value)
  if (value === undefined || format !== undefined) return format
  const choices = OUTPUT_FORMATS.map((one) => `"${one}"`).join(', ')
  throw new Error(`Invalid values:\n  Argument: output-format, Given: "${value}", Choices: ${choices}`)
}

/**
 * A run as the reference prints it on standard output. `times` are the times of the events, in milliseconds since 1970.
 * Sources: the reference's headless formats text, json and stream-json.
 */
export function formatRun(format: OutputFormat, events: readonly RunEvent[], times: readonly number[]): string {
  switch (format) {
    case 'text':
      return formatText(events)
    case 'json':
      return `${JSON.stringify(formatJson(events), null, 2)}\n`
    case 'stream-json':
      return formatStream(events, times)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join('')
  }
}

/** The model's text, turn by turn, each followed by a line break. */
function formatText(events: readonly RunEvent[]): string {
  const texts = events.flatMap((event) => (isMain(event) ? [replyText(event.reply)] : []))
  return texts
    .filter((text) => text !== '')
    .map((text) => (text.endsWith('\n') ? text : `${text}\n`))
    .join('')
}

const isMain = (event: RunEvent): event is RunEvent & { type: 'model_reply' } =>
  event.type === 'model_reply' && event.agent === undefined

/** The text of a reply without terminal control sequences. */
const replyText = ({ parts }: ModelReply): string =>
  dropControlStrings(parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(''))

/** One object: session, last answer, statistics, error and warnings. Keys without a value are absent. */
function formatJson(events: readonly RunEvent[]): object {
  const started = events.find((event) => event.type === 'run_started')
  const last = events.findLast(isMain)
  const ended = events.find((event) => event.type === 'run_ended')
  const response = ended?.ending === 'answered' ? ended.text : last === undefined ? '' : replyText(last.reply)
  const warnings = events.flatMap((event) =>
    event.type === 'notice' && event.level === 'warning' ? [dropControlStrings(event.text)] : [],
  )
  const error = runError(ended)
  return {
    session_id: started?.session ?? '',
    response: dropControlStrings(response),
    stats: computeStats(events),
    error,
    warnings: warnings.length === 0 ? undefined : warnings,
  }
}

function runError(ended: (RunEvent & { type: 'run_ended' }) | undefined) {
  if (ended === undefined)
    return { type: 'Error', message: 'The transcript does not contain the end of the run.', code: 1 }
  const { outcome, ending: end, reason, text } = ended
  if (outcome === 'ok' || outcome === 'noop' || outcome === 'refused' || outcome === 'denied') return undefined
  const ending: Ending | undefined =
    end === 'stopped' && reason !== undefined ? { end, reason, text } : end === 'answered' ? { end, text } : undefined
  return ending === undefined ? { ...errorFromOutcome(outcome), message: text } : errorFromEnding(ending, outcome)
}

type StreamLine = Record<string, unknown> & { type: string }

/** One object per event. A delta is a whole reply, because a transcript does not record the stream. */
function formatStream(events: readonly RunEvent[], times: readonly number[]): StreamLine[] {
  const lines: StreamLine[] = []
  let hasPrompt = false
  for (const [index, event] of events.entries()) {
    const timestamp = new Date(times[index] ?? 0).toISOString()
    const add = (type: string, fields: Record<string, unknown>) => lines.push({ type, timestamp, ...fields })
    if (event.type === 'run_started') add('init', { session_id: event.session, model: event.model || 'auto' })
    if (event.type === 'model_request' && event.agent === undefined && !hasPrompt) {
      const [first] = event.messages
      const content =
        first?.role === 'user' ? first.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) : []
      add('message', { role: 'user', content: content.join('\n\n') })
      hasPrompt = true
    }
    if (isMain(event)) addReply(event.reply, add)
    if (event.type === 'call_finished' && event.call.agent === undefined && event.call.parent === undefined)
      add('tool_result', toolResult(event))
    if (event.type === 'notice' && event.level !== 'info') add('error', { severity: event.level, message: event.text })
    if (event.type === 'run_ended') {
      const error = runError(event)
      const status =
        error === undefined
          ? { status: 'success' }
          : { status: 'error', error: { type: error.type, message: error.message } }
      add('result', { ...status, stats: shortStats(computeStats(events), event.ms) })
    }
  }
  return lines
}

function addReply(reply: ModelReply, add: (type: string, fields: Record<string, unknown>) => void) {
  const text = replyText(reply)
  if (text !== '') add('message', { role: 'assistant', content: text, delta: true })
  for (const part of reply.parts)
    if (part.kind === 'call')
      add('tool_use', { tool_name: part.call.name, tool_id: part.call.id, parameters: part.call.args })
}

/** A cancelled call counts as a success with an error. */
function toolResult({ call, reply }: RunEvent & { type: 'call_finished' }) {
  const error =
    typeof reply.error === 'string' ? { type: call.reason ?? 'TOOL_EXECUTION_ERROR', message: reply.error } : undefined
  const output = call.state === 'success' ? call.display : undefined
  return { tool_id: call.id, status: call.state === 'error' ? 'error' : 'success', output, error }
}

function shortStats({ models, tools }: Stats, ms: number) {
  const byModel = Object.entries(models).map(
    ([name, { tokens }]) =>
      [
        name,
        {
          total_tokens: tokens.total,
          input_tokens: tokens.prompt,
          output_tokens: tokens.candidates,
          cached: tokens.cached,
          input: tokens.input,
        },
      ] as const,
  )
  const sum = (key: 'total_tokens' | 'input_tokens' | 'output_tokens' | 'cached' | 'input') =>
    byModel.reduce((total, [, one]) => total + one[key], 0)
  return {
    total_tokens: sum('total_tokens'),
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    cached: sum('cached'),
    input: sum('input'),
    duration_ms: ms,
    tool_calls: tools.totalCalls,
    models: Object.fromEntries(byModel),
  }
}

/** The end of a run as an error in the reference's terms. `code` is the API status if that ended the run, else the exit code. */
export function errorFromEnding(ending: Ending, outcome: Outcome): { type: string; message: string; code: number } {
  if (ending.end === 'stopped') return { ...stopError(ending.reason), message: STOP_MESSAGES[ending.reason] }
  const { type, code } = errorFromOutcome(outcome)
  return { type, message: ending.text, code: (ending.end === 'failed' ? ending.code : undefined) ?? code }
}

const STOP_MESSAGES: Record<StopReason, string> = {
  turns: 'Reached the limit of turns (max_turns).',
  session_turns: 'Reached the limit of turns (model.maxSessionTurns in the settings).',
  tokens: 'Reached the limit of tokens (max_tokens).',
  cost: 'Reached the cost limit (max_cost_usd).',
  thread_cost: 'Reached the cost limit of the thread (sluice.budget.perThreadUsd in the settings).',
  day_cost: 'Reached the cost limit of the day (sluice.budget.perDayUsd in the settings).',
  time: 'Reached the time limit (timeout_minutes).',
  length: "The answer exceeded the model's output limit.",
  repeating: 'The model repeated itself.',
  hook: 'A hook stopped the run.',
  cancelled: 'The run was cancelled.',
}

/** The reference's error name and exit code, where it defines them. */
function stopError(reason: StopReason): { type: string; code: number } {
  if (reason === 'turns' || reason === 'session_turns') return { type: 'FatalTurnLimitedError', code: 53 }
  if (reason === 'cancelled') return { type: 'FatalCancellationError', code: 130 }
  return { type: 'BudgetError', code: 1 }
}

export function errorFromOutcome(outcome: Outcome): { type: string; code: number } {
  switch (outcome) {
    case 'config':
      return { type: 'FatalConfigError', code: 52 }
    case 'security':
      return { type: 'FatalSandboxError', code: 44 }
    case 'quota':
      return { type: 'QuotaError', code: 429 }
    case 'model':
      return { type: 'ModelError', code: 1 }
    default:
      return { type: 'InternalError', code: 1 }
  }
}
