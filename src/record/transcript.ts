import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Message } from '../model/types.ts'
import { messageOf, readErrorReason, UserError } from '../platform/errors.ts'
import type { Emit, RunEvent } from './events.ts'
import { openChain } from './transcript-chain.ts'
import type { StoredLine, StoredRequest } from './transcript-line.ts'

export type Transcript = {
  emit: Emit
  /** All events emitted so far, redacted. */
  events(): readonly RunEvent[]
  /** The time of each event, in milliseconds since 1970. */
  times(): readonly number[]
  path: string
  /** The SHA-256 of the file so far; undefined when it could not be written. */
  sha256(): string | undefined
  close(): void
}

/** The part of the secret filter that a transcript needs. */
type Redact = { deep<T>(value: T): T }

/**
 * Opens a JSONL file with one event per line. Each event is redacted and written before `emit` returns, so a crash loses
 * nothing. A model request is stored as its difference from the previous one, so the file grows linearly with the
 * conversation. Each line carries its own hash and that of the line before, so that a change shows. When writing fails, the run continues without the file and the events stay in memory.
 */
export function openTranscript(
  path: string,
  filter: Redact,
  now: () => number,
  onEvent?: (event: RunEvent, timeMs: number) => void,
): Transcript {
  let file: number | undefined = openFile(path)
  const events: RunEvent[] = []
  const times: number[] = []
  const encode = requestEncoder(filter)
  let seq = 0

  const chain = openChain()
  let isComplete = true

  const write = (timeMs: number, event: object) => {
    if (file === undefined) return
    try {
      writeSync(file, `${chain.seal(seq, timeMs, event)}\n`)
    } catch (error) {
      file = undefined
      isComplete = false
      times.push(now())
      events.push({ type: 'notice', level: 'warning', text: `The transcript ends early: ${messageOf(error)}` })
    }
  }

  return {
    emit(event) {
      const timeMs = now()
      seq += 1
      const { redacted, stored } = event.type === 'model_request' ? encode(event, seq) : encodePlain(filter.deep(event))
      events.push(redacted)
      times.push(timeMs)
      write(timeMs, stored)
      onEvent?.(redacted, timeMs)
    },
    events: () => events,
    times: () => times,
    path,
    sha256: () => (isComplete ? chain.sha256() : undefined),
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

/** A machine that cannot store the transcript cannot store what the run needs either, so the run does not start. */
function openFile(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true })
    return openSync(path, 'w', 0o600)
  } catch (error) {
    throw new UserError(
      `The folder for the files of this run, ${dirname(path)}, cannot be written: ${readErrorReason(error)}. Check the disk and RUNNER_TEMP.`,
    )
  }
}

type Request = Extract<RunEvent, { type: 'model_request' }>
type EncodedEvent = { redacted: RunEvent; stored: Exclude<StoredLine, StoredRequest> }
const encodePlain = (event: Exclude<RunEvent, Request>): EncodedEvent => ({ redacted: event, stored: event })

/**
 * Encodes each request as its difference from the previous one. Treats messages and tools as immutable, so each is redacted
 * only once.
 */
function requestEncoder(filter: Redact) {
  const message = redactOnce<Message>(filter)
  const tool = redactOnce<unknown>(filter)
  const system = redactLast(filter)
  type SentRequest = { seq: number; messages: readonly Message[]; system: string; tools: string }
  const last = new Map<string | undefined, SentRequest>()

  return (request: Request, seq: number): { redacted: Request; stored: StoredRequest } => {
    const sentMessages = [...request.messages]
    const redacted = {
      ...request,
      system: system(request.system),
      tools: request.tools.map((declaration) => tool(declaration).value),
      messages: sentMessages.map((one) => message(one).value),
    }
    const tools = request.tools.map((declaration) => tool(declaration).text).join()
    const base = last.get(request.agent)
    last.set(request.agent, { seq, messages: sentMessages, system: redacted.system, tools })
    const isNew = (one: Message, index: number) => {
      const before = base?.messages[index]
      return before === undefined || (before !== one && message(before).text !== message(one).text)
    }
    const firstNew = sentMessages.findIndex(isNew)
    const keep = firstNew === -1 ? sentMessages.length : firstNew
    const { system: _, tools: __, messages, ...head } = redacted
    return {
      redacted,
      stored: {
        ...head,
        base: base?.seq,
        keep: base === undefined ? undefined : keep,
        system: base?.system === redacted.system ? undefined : redacted.system,
        tools: base?.tools === tools ? undefined : redacted.tools,
        messages: messages.slice(keep),
      },
    }
  }
}

function redactOnce<T>(filter: Redact) {
  const cache = new WeakMap<object, { value: T; text: string }>()
  return (value: T): { value: T; text: string } => {
    const cached = typeof value === 'object' && value !== null ? cache.get(value) : undefined
    if (cached !== undefined) return cached
    const redacted = filter.deep(value)
    const entry = { value: redacted, text: JSON.stringify(redacted) }
    if (typeof value === 'object' && value !== null) cache.set(value, entry)
    return entry
  }
}

function redactLast(filter: Redact) {
  let last = { input: '', output: '' }
  return (input: string): string => {
    if (input !== last.input) last = { input, output: filter.deep(input) }
    return last.output
  }
}
