import { stripVTControlCharacters } from 'node:util'
import type { ModelReply } from '../model/types.ts'
import { namedEnd, namedFailure } from './error-names.ts'
import type { Ending, RunEvent } from './events.ts'
import { type Stats, statsOf } from './stats.ts'

const OUTPUT_FORMATS = ['text', 'json', 'stream-json'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** The value of `--output-format`. Throws an Error in the reference's words. */
export function outputFormat(given: string | undefined): OutputFormat | undefined {
  const format = OUTPUT_FORMATS.find((one) => one === given)
  if (given === undefined || format !== undefined) return format
  const choices = OUTPUT_FORMATS.map((one) => `"${one}"`).join(', ')
  throw new Error(`Invalid values:\n  Argument: output-format, Given: "${given}", Choices: ${choices}`)
}

/**
 * A run as the reference prints its own on standard output. `times` are those of the events, in milliseconds since 1970.
 * Sources: the reference's headless formats text, json and stream-json.
 */
export function project(format: OutputFormat, events: readonly RunEvent[], times: readonly number[]): string {
  switch (format) {
    case 'text':
      return asText(events)
    case 'json':
      return `${JSON.stringify(asJson(events), null, 2)}\n`
    case 'stream-json':
      return asStream(events, times)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join('')
  }
}

/** What the model said, turn by turn, each ended by one line break. */
function asText(events: readonly RunEvent[]): string {
  const texts = events.flatMap((event) => (isMain(event) ? [textOf(event.reply)] : []))
  return texts
    .filter((text) => text !== '')
    .map((text) => (text.endsWith('\n') ? text : `${text}\n`))
    .join('')
}

const isMain = (event: RunEvent): event is RunEvent & { type: 'model_reply' } =>
  event.type === 'model_reply' && event.agent === undefined

/** What a reply says, without what would colour or move things in a terminal. */
const textOf = ({ parts }: ModelReply): string =>
  stripVTControlCharacters(parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(''))

/** One object: session, last answer, statistics, and what went wrong. Keys without a value are absent. */
function asJson(events: readonly RunEvent[]): object {
  const started = events.find((event) => event.type === 'run_started')
  const last = events.findLast(isMain)
  const ended = events.find((event) => event.type === 'run_ended')
  const response = ended?.ending === 'answered' ? ended.text : last === undefined ? '' : textOf(last.reply)
  const warnings = events.flatMap((event) =>
    event.type === 'notice' && event.level === 'warning' ? [stripVTControlCharacters(event.text)] : [],
  )
  const error = errorIn(ended)
  return {
    session_id: started?.session ?? '',
    response: stripVTControlCharacters(response),
    stats: statsOf(events),
    ...(error === undefined ? {} : { error }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

function errorIn(ended: (RunEvent & { type: 'run_ended' }) | undefined) {
  if (ended === undefined) return { type: 'Error', message: 'The run ended without saying how.', code: 1 }
  const { outcome, ending: end, why, text } = ended
  if (outcome === 'ok' || outcome === 'noop' || outcome === 'refused' || outcome === 'denied') return undefined
  const ending: Ending | undefined =
    end === 'stopped' && why !== undefined ? { end, why, text } : end === 'answered' ? { end, text } : undefined
  return ending === undefined ? { ...namedFailure(outcome), message: text } : namedEnd(ending, outcome)
}

type Line = Record<string, unknown> & { type: string }

/** One object an event. Deltas are whole replies: a recording does not keep how they arrived. */
function asStream(events: readonly RunEvent[], times: readonly number[]): Line[] {
  const lines: Line[] = []
  let prompted = false
  for (const [index, event] of events.entries()) {
    const timestamp = new Date(times[index] ?? 0).toISOString()
    const add = (type: string, fields: Record<string, unknown>) => lines.push({ type, timestamp, ...fields })
    if (event.type === 'run_started') add('init', { session_id: event.session, model: event.model || 'auto' })
    if (event.type === 'model_request' && event.agent === undefined && !prompted) {
      const [first] = event.messages
      const content =
        first?.role === 'user' ? first.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) : []
      add('message', { role: 'user', content: content.join('\n\n') })
      prompted = true
    }
    if (isMain(event)) said(event.reply, add)
    if (event.type === 'call_finished' && event.call.agent === undefined) add('tool_result', resultOf(event))
    if (event.type === 'notice' && event.level !== 'info') add('error', { severity: event.level, message: event.text })
    if (event.type === 'run_ended') {
      const error = errorIn(event)
      const status =
        error === undefined
          ? { status: 'success' }
          : { status: 'error', error: { type: error.type, message: error.message } }
      add('result', { ...status, stats: shortStats(statsOf(events), event.ms) })
    }
  }
  return lines
}

function said(reply: ModelReply, add: (type: string, fields: Record<string, unknown>) => void) {
  const text = textOf(reply)
  if (text !== '') add('message', { role: 'assistant', content: text, delta: true })
  for (const part of reply.parts)
    if (part.kind === 'call')
      add('tool_use', { tool_name: part.call.name, tool_id: part.call.id, parameters: part.call.args })
}

/** A cancelled call counts as a success that carries its error. */
function resultOf({ call, reply }: RunEvent & { type: 'call_finished' }) {
  const error =
    typeof reply.error === 'string' ? { error: { type: call.why ?? 'TOOL_EXECUTION_ERROR', message: reply.error } } : {}
  const output = call.state === 'success' && call.display !== undefined ? { output: call.display } : {}
  return { tool_id: call.id, status: call.state === 'error' ? 'error' : 'success', ...output, ...error }
}

function shortStats({ models, tools }: Stats, ms: number) {
  const short = Object.entries(models).map(
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
    short.reduce((total, [, one]) => total + one[key], 0)
  return {
    total_tokens: sum('total_tokens'),
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    cached: sum('cached'),
    input: sum('input'),
    duration_ms: ms,
    tool_calls: tools.totalCalls,
    models: Object.fromEntries(short),
  }
}
