import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf, UserError } from '../host/errors.ts'
import type { Message, ModelReply } from '../model/types.ts'
import type { Emit, RunEvent } from './events.ts'
import { parseLine, type StoredLine, type StoredRequest } from './transcript-line.ts'

/** What happened, when (milliseconds since 1970) and at which place in the run (from 1). */
export type Recorded = { at: number; seq: number; event: RunEvent }

export type Transcript = {
  emit: Emit
  /** Everything emitted so far, redacted. */
  events(): readonly RunEvent[]
  /** When each was emitted, in milliseconds since 1970. */
  times(): readonly number[]
  path: string
  close(): void
}

/** The part of the outbound filter (host/secrets.ts) a transcript needs. */
type Redact = { deep<T>(value: T): T }

/**
 * Opens a JSONL file, one event a line, redacted and written before emit returns, so a crash loses nothing. A request to
 * the model is stored as what is new since the one it continues: the file grows with the conversation, not its square.
 * When the disk fails the run goes on without the file; the events stay in memory.
 */
export function openTranscript(
  path: string,
  filter: Redact,
  now: () => number,
  alsoTo?: (event: RunEvent, at: number) => void,
): Transcript {
  mkdirSync(dirname(path), { recursive: true })
  let file: number | undefined = openSync(path, 'w', 0o600)
  const events: RunEvent[] = []
  const times: number[] = []
  const shorten = requestShortener(filter)
  let seq = 0

  const write = (line: object) => {
    if (file === undefined) return
    try {
      writeSync(file, `${JSON.stringify(line)}\n`)
    } catch (error) {
      file = undefined
      times.push(now())
      events.push({ type: 'notice', level: 'warning', text: `The transcript ends early: ${messageOf(error)}` })
    }
  }

  return {
    emit(given) {
      const at = now()
      seq += 1
      const { event, stored } = given.type === 'model_request' ? shorten(given, seq) : plain(filter.deep(given))
      events.push(event)
      times.push(at)
      write({ at, seq, ...stored })
      alsoTo?.(event, at)
    },
    events: () => events,
    times: () => times,
    path,
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

/**
 * Parses a transcript back into whole events. Throws UserError with the number of the line that is wrong. A last line that
 * was cut off, as a killed run leaves it, is left out.
 */
export function readTranscript(text: string): Recorded[] {
  const restore = requestRestorer()
  const lines = text.split('\n')
  lines.pop()
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const { at, seq, ...stored } = parseLine(line, index + 1)
    return [{ at, seq, event: stored.type === 'model_request' ? restore(stored, seq, index + 1) : stored }]
  })
}

/** The model's answers, in order: what a replay gives back. */
export const repliesIn = (events: readonly RunEvent[]): ModelReply[] =>
  events.flatMap((event) => (event.type === 'model_reply' ? [event.reply] : []))

type Request = Extract<RunEvent, { type: 'model_request' }>
const plain = (event: Exclude<RunEvent, Request>): { event: RunEvent; stored: Exclude<StoredLine, StoredRequest> } => ({
  event,
  stored: event,
})

/** Turns requests into what is new in them. Messages and tools are taken as immutable: each is redacted once, however often sent. */
function requestShortener(filter: Redact) {
  const message = once<Message>(filter)
  const tool = once<unknown>(filter)
  const system = lastOnly(filter)
  type Sent = { seq: number; given: readonly Message[]; system: string; tools: string }
  const last = new Map<string | undefined, Sent>()

  return (request: Request, seq: number): { event: Request; stored: StoredRequest } => {
    const given = [...request.messages]
    const event = {
      ...request,
      system: system(request.system),
      tools: request.tools.map((declaration) => tool(declaration).value),
      messages: given.map((one) => message(one).value),
    }
    const tools = request.tools.map((declaration) => tool(declaration).text).join()
    const base = last.get(request.agent)
    last.set(request.agent, { seq, given, system: event.system, tools })
    const isNew = (one: Message, index: number) => {
      const before = base?.given[index]
      return before === undefined || (before !== one && message(before).text !== message(one).text)
    }
    const firstNew = given.findIndex(isNew)
    const keep = firstNew === -1 ? given.length : firstNew
    const { system: _, tools: __, messages, ...head } = event
    return {
      event,
      stored: {
        ...head,
        ...(base === undefined ? {} : { base: base.seq, keep }),
        ...(base?.system === event.system ? {} : { system: event.system }),
        ...(base?.tools === tools ? {} : { tools: event.tools }),
        messages: messages.slice(keep),
      },
    }
  }
}

function once<T>(filter: Redact) {
  const known = new WeakMap<object, { value: T; text: string }>()
  return (given: T): { value: T; text: string } => {
    const before = typeof given === 'object' && given !== null ? known.get(given) : undefined
    if (before !== undefined) return before
    const value = filter.deep(given)
    const redacted = { value, text: JSON.stringify(value) }
    if (typeof given === 'object' && given !== null) known.set(given, redacted)
    return redacted
  }
}

function lastOnly(filter: Redact) {
  let last = { given: '', redacted: '' }
  return (given: string): string => {
    if (given !== last.given) last = { given, redacted: filter.deep(given) }
    return last.redacted
  }
}

function requestRestorer() {
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
