import type { ModelReply } from '../model/types.ts'
import { UserError } from '../platform/errors.ts'
import type { RunEvent } from './events.ts'
import { parseTranscriptLine, type StoredRequest } from './transcript-line.ts'

/** One event of a transcript. `timeMs` is in milliseconds since 1970, `seq` its number in the run, from 1. */
export type RecordedEvent = { timeMs: number; seq: number; event: RunEvent }

/**
 * Parses a transcript back into complete events. Throws UserError with the number of the invalid line. Skips an incomplete
 * last line, which a killed run leaves.
 */
export function readTranscript(text: string): RecordedEvent[] {
  const decode = requestDecoder()
  const lines = text.split('\n')
  lines.pop()
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const { timeMs, seq, ...stored } = parseTranscriptLine(line, index + 1)
    return [{ timeMs, seq, event: stored.type === 'model_request' ? decode(stored, seq, index + 1) : stored }]
  })
}

/** The model's replies, in order; a replay returns them. */
export const modelReplies = (events: readonly RunEvent[]): ModelReply[] =>
  events.flatMap((event) => (event.type === 'model_reply' ? [event.reply] : []))

type Request = Extract<RunEvent, { type: 'model_request' }>

function requestDecoder() {
  const requests = new Map<number, Request>()
  return ({ base, keep = 0, ...stored }: StoredRequest, seq: number, line: number): Request => {
    const before = base === undefined ? undefined : requests.get(base)
    const system = stored.system ?? before?.system
    const tools = stored.tools ?? before?.tools
    if ((base !== undefined && before === undefined) || system === undefined || tools === undefined)
      throw new UserError(`Transcript line ${line}: the request it continues (seq ${base ?? 'none'}) is missing.`)
    const messages = [...(before?.messages.slice(0, keep) ?? []), ...stored.messages]
    const request = { ...stored, system, tools, messages }
    requests.set(seq, request)
    return request
  }
}
