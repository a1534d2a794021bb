import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { readInputs } from '../config/inputs.ts'
import { type GeminiStep, startGemini } from '../emulators/gemini/gemini.ts'
import { call, say, turn } from '../emulators/gemini/steps.ts'
import { worldFromEvent } from '../emulators/github/event.ts'
import { createWorld, type World } from '../emulators/github/world.ts'
import { hasCredential } from '../model/provider-kind.ts'
import type { Grounding, MessagePart, ModelReply, TokenUsage } from '../model/types.ts'
import type { Environment } from '../platform/environment.ts'
import { messageOf, readErrorReason, UserError, zodIssueMessage } from '../platform/errors.ts'
import { modelReplies, readTranscript } from '../record/transcript-line.ts'
import { modelOptions } from '../session/run-options.ts'

/** An emulated model that replays recorded answers; `env` holds its address. */
export type SampleSession = {
  env: Environment
  problems(): string[]
  [Symbol.asyncDispose](): Promise<void>
}

const KEY = 'emulator-key'

/**
 * Starts an emulator with the recorded session in a file: a transcript, or one Gemini answer a line. Without a file: a short
 * built-in session if there is no credential, else undefined (use the real model). Throws UserError for an unreadable file.
 */
export async function sampleSession(file: string | undefined, env: Environment): Promise<SampleSession | undefined> {
  if (file === undefined)
    return hasCredential(modelOptions(readInputs(env), ''), env) ? undefined : startEmulator(SAMPLE_STEPS)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`The recorded session ${file} cannot be read: ${readErrorReason(cause)}`, { cause })
  })
  return startEmulator(readSteps(text, file))
}

async function startEmulator(steps: readonly GeminiStep[]): Promise<SampleSession> {
  const server = await startGemini(steps, { key: KEY })
  return {
    env: {
      INPUT_GEMINI_API_KEY: KEY,
      GEMINI_API_KEY: '',
      GOOGLE_GEMINI_BASE_URL: server.url,
      INPUT_USE_VERTEX_AI: '',
      INPUT_USE_GEMINI_CODE_ASSIST: '',
      GOOGLE_GENAI_USE_VERTEXAI: '',
      GOOGLE_GENAI_USE_GCA: '',
    },
    problems: () => server.problems,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** The emulator's answers without a key or a recording: they fill every part of a comment. */
const SAMPLE_STEPS: readonly GeminiStep[] = [
  turn([call('list_directory', { dir_path: '.' }), call('run_shell_command', { command: 'git status --short' })]),
  say(
    'This answer comes from a recorded session, because no `GEMINI_API_KEY` is set. The tools, the policy and the delivery are real: ' +
      'the folder was listed, and the policy decided on the shell command, as the tool log shows.',
  ),
]

/**
 * Reads the answers for the Gemini emulator from a file: one API answer a line, or a transcript, whose replies are converted
 * to API answers. Throws UserError that names the line.
 */
export function readSteps(text: string, file: string): GeminiStep[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) throw new UserError(`${file} contains no model answer.`)
  if (!/^\s*\{"(timeMs|seq|type)"/.test(lines[0] ?? ''))
    return lines.map((line, index) => parseStep(line, file, index + 1))
  const replies = modelReplies(readTranscript(text).map(({ event }) => event))
  if (replies.length === 0) throw new UserError(`${file} contains no model answer.`)
  return [...replies.map(replyStep), endOfRecording(replies.length)]
}

function parseStep(line: string, file: string, number: number): GeminiStep {
  try {
    return JSON.parse(line) as GeminiStep // the emulator answers 500 for an invalid step
  } catch (cause) {
    throw new UserError(`${file}:${number} is not JSON: ${messageOf(cause)}`, { cause })
  }
}

/** An error that is not retried, so that a run that diverges does not wait for answers that the recording lacks. */
const endOfRecording = (answers: number): GeminiStep => {
  const message = `The recording has ${answers} answers, but this run requests one more.`
  return { status: 400, body: { error: { code: 400, status: 'FAILED_PRECONDITION', message } } }
}

/** A reply as a stream with one chunk. */
export function replyStep(reply: ModelReply): GeminiStep {
  const { parts, stop, reason, usage, model, grounding } = reply
  const finishReason = reason ?? (stop === 'length' ? 'MAX_TOKENS' : stop === 'blocked' ? 'SAFETY' : 'STOP')
  const candidate = {
    content: { role: 'model', parts: parts.map(toWirePart) },
    index: 0,
    finishReason,
    ...groundingMetadata(grounding),
  }
  return {
    chunks: [
      { candidates: [candidate], usageMetadata: usageMetadata(usage), modelVersion: model, responseId: 'recorded' },
    ],
  }
}

function toWirePart(part: MessagePart): Record<string, unknown> {
  const thoughtSignature = part.signature
  switch (part.kind) {
    case 'text':
      return { text: part.text, thoughtSignature }
    case 'thought':
      return { text: part.text, thought: true, thoughtSignature }
    case 'call': {
      const { id, name, args } = part.call
      return { functionCall: { id, name, args }, thoughtSignature }
    }
    case 'data':
      return { inlineData: { mimeType: part.mimeType, data: part.data }, thoughtSignature }
    case 'opaque':
      return { ...part.value, thoughtSignature }
  }
}

function usageMetadata({ input, cached, output, thoughts, tool, total }: TokenUsage): Record<string, number> {
  const all = {
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: total,
    cachedContentTokenCount: cached,
    thoughtsTokenCount: thoughts,
    toolUsePromptTokenCount: tool,
  }
  const always = ['promptTokenCount', 'candidatesTokenCount', 'totalTokenCount']
  return Object.fromEntries(Object.entries(all).filter(([name, count]) => count !== 0 || always.includes(name)))
}

function groundingMetadata(grounding: Grounding | undefined): object {
  if (grounding === undefined) return {}
  const { sources, supports, pages } = grounding
  const groundingSupports = supports.map(({ end, text, sources: indices }) => ({
    segment: { endIndex: end, text },
    groundingChunkIndices: indices,
  }))
  const urlMetadata = pages.map(({ url, read }) => ({
    retrievedUrl: url,
    urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${read ? 'SUCCESS' : 'ERROR'}`,
  }))
  return {
    groundingMetadata:
      sources.length === 0 ? undefined : { groundingChunks: sources.map((web) => ({ web })), groundingSupports },
    urlContextMetadata: pages.length === 0 ? undefined : { urlMetadata },
  }
}

const Person = z.object({ login: z.string() }).nullish()

const AuthorOf = z.object({ user: Person }).nullish()

const People = z.object({
  repository: z.object({ full_name: z.string() }).nullish(),
  sender: Person,
  issue: AuthorOf,
  pull_request: AuthorOf,
  comment: AuthorOf,
})

/** The GitHub emulator's data for an event, and who caused the event. */
export type SampleWorld = { world: World; repository: string; actor: string }

/**
 * A GitHub world in which this event happened. Its sender has write permission, other people in it read permission. `token`
 * is the only accepted token, and `gitDir` holds commits and files. `head` is the branch and commit for pull requests that
 * the event does not describe, and the default branch if the event names none. Throws UserError for an invalid payload.
 */
export function sampleWorld(
  payload: unknown,
  { token, gitDir, head }: { token: string; gitDir: string; head: { ref: string; sha: string } },
): SampleWorld {
  const parsed = People.safeParse(payload)
  if (!parsed.success) throw invalidPayload(parsed.error)
  const { repository, sender, issue, pull_request: change, comment } = parsed.data
  const name = repository?.full_name ?? 'you/your-repository'
  const actor = sender?.login ?? 'you'
  const people = [issue, change, comment].flatMap((subject) => (subject?.user ? [subject.user.login] : []))
  const permissions = Object.fromEntries([
    ...people.map((login) => [login, 'read'] as const),
    [actor, 'write'] as const,
  ])
  const facts = {
    repository: name,
    token,
    gitDir,
    permissions,
    sides: { base: head, head: head },
    defaultBranch: head.ref,
  }
  try {
    return { world: createWorld(worldFromEvent(payload, facts)), repository: name, actor }
  } catch (error) {
    throw error instanceof z.ZodError ? invalidPayload(error) : error
  }
}

const invalidPayload = ({ issues }: z.ZodError) =>
  new UserError(`The event is not a valid GitHub payload. ${issues.map((issue) => zodIssueMessage(issue)).join('; ')}`)
