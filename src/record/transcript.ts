import { createHash, type Hash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Message } from '../model/types.ts'
import { messageOf, readErrorReason, UserError } from '../platform/errors.ts'
import type { Emit, RunEvent } from './events.ts'
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

/** A machine that cannot store the transcript cannot store the run's other files either, so the run does not start. */
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

/** The first line carries this instead of the hash of a previous line. */
const NO_LINE = '0'.repeat(64)

/** The end of a line: its own hash, over the line without this member. */
const OWN_HASH = /,"hash":"([0-9a-f]{64})"\}$/

/** Numbers and hashes lines, so that a changed, missing or added line shows. */
export type LineChain = {
  /** The line as text, without its line break. `seq` is its number, from 1. */
  seal(seq: number, timeMs: number, event: object): string
  /** The SHA-256 of the file so far, as `sha256sum` prints it. */
  sha256(): string
}

export function openChain(): LineChain {
  const file: Hash = createHash('sha256')
  let prev = NO_LINE
  return {
    seal(seq, timeMs, event) {
      const body = JSON.stringify({ timeMs, seq, prev, ...event })
      prev = sha256Of(body)
      const line = `${body.slice(0, -1)},"hash":"${prev}"}`
      file.update(`${line}\n`)
      return line
    },
    sha256: () => file.copy().digest('hex'),
  }
}

/** `intact`: no line differs from what was written. `absent`: the lines carry no hashes. `line`: the first bad line, from 1. */
export type ChainCheck =
  | { state: 'intact'; lines: number; sha256: string }
  | { state: 'absent' }
  | { state: 'changed'; line: number; reason: string }

/**
 * Checks the hashes of a transcript. Who changes the file can also compute all hashes again: only the digest that the run published
 * (`sha256`, of the whole file or of its first lines) excludes that. Ignores an incomplete last line, which a killed run leaves.
 */
export function checkChain(text: string, sha256?: string): ChainCheck {
  const lines = text.split('\n').slice(0, -1)
  const file = createHash('sha256')
  let prev = NO_LINE
  let hasDigest = sha256 === undefined
  for (const [index, line] of lines.entries()) {
    file.update(`${line}\n`)
    hasDigest ||= file.copy().digest('hex') === sha256
    const ownHash = OWN_HASH.exec(line)?.[1]
    if (ownHash === undefined && prev === NO_LINE && !lines.some((one) => OWN_HASH.test(one)))
      return sha256 === undefined ? { state: 'absent' } : digestMismatch(lines.length)
    const reason = ownHash === undefined ? 'it carries no hash' : lineProblem(line, ownHash, prev, index + 1)
    if (ownHash === undefined || reason !== undefined)
      return { state: 'changed', line: index + 1, reason: reason ?? '' }
    prev = ownHash
  }
  return hasDigest ? { state: 'intact', lines: lines.length, sha256: file.digest('hex') } : digestMismatch(lines.length)
}

const digestMismatch = (lines: number): ChainCheck => ({
  state: 'changed',
  line: lines,
  reason: 'neither the file nor any beginning of it has the given SHA-256, so the run did not write it',
})

function lineProblem(line: string, ownHash: string, prev: string, number: number): string | undefined {
  const body = line.replace(OWN_HASH, '}')
  if (sha256Of(body) !== ownHash) return 'its hash does not match its text, so the text was changed'
  const { seq, prev: before } = JSON.parse(body) as { seq?: unknown; prev?: unknown } // only compared
  if (before === prev && seq === number) return undefined
  if (typeof seq === 'number' && seq > number)
    return `it is number ${seq}, so ${seq - number} of the lines before it are missing`
  if (before === prev) return `it is number ${String(seq)}, so lines were added before it`
  return 'it does not carry the hash of the line before, so a line was replaced, added or moved'
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')
