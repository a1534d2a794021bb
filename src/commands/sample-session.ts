import { readFile } from 'node:fs/promises'
import { messageOf, UserError } from '../host/errors.ts'
import type { Env } from '../machine.ts'
import { replay } from '../model/replay.ts'
import type { Ask } from '../model/types.ts'
import { readTranscript, repliesIn } from '../record/transcript.ts'
import { type GeminiStep, startGemini } from '../standin/gemini.ts'
import { call, say, turn } from '../standin/gemini-steps.ts'

/** A model whose answers were recorded: over loopback (`env` says where), or as recorded replies (`ask`). */
export type SampleSession = {
  env: Env
  ask?: Ask
  problems(): string[]
  [Symbol.asyncDispose](): Promise<void>
}

const KEY = 'stand-in-key'

/**
 * The recorded session in a file: a transcript of a run, or one Gemini answer a line. Without a file, a short session of
 * our own when there is no credential; undefined when the real model is to answer.
 */
export async function sampleSession(file: string | undefined, env: Env): Promise<SampleSession | undefined> {
  const hasKey = [env.GEMINI_API_KEY, env.INPUT_GEMINI_API_KEY, env.GOOGLE_API_KEY, env.INPUT_GOOGLE_API_KEY].some(
    Boolean,
  )
  if (file === undefined && hasKey) return undefined
  if (file === undefined) return overLoopback(SHORT)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`The recorded session ${file} cannot be read: ${messageOf(cause)}`, { cause })
  })
  if (!text.includes('"type"') || text.startsWith('{"chunks"')) return overLoopback(stepsIn(text, file))
  const replies = repliesIn(readTranscript(text).map(({ event }) => event))
  if (replies.length === 0) throw new UserError(`${file} holds no answer of a model.`)
  return {
    env: { INPUT_GEMINI_API_KEY: KEY },
    ask: replay(replies),
    problems: () => [],
    [Symbol.asyncDispose]: async () => undefined,
  }
}

async function overLoopback(steps: readonly GeminiStep[]): Promise<SampleSession> {
  const server = await startGemini(steps, { key: KEY })
  return {
    env: { INPUT_GEMINI_API_KEY: KEY, GEMINI_API_KEY: '', GOOGLE_GEMINI_BASE_URL: server.url, INPUT_USE_VERTEX_AI: '' },
    problems: () => server.problems,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function stepsIn(text: string, file: string): GeminiStep[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [JSON.parse(line) as GeminiStep] // the stand-in answers 500 for a step it does not understand
    } catch (cause) {
      throw new UserError(`${file}:${index + 1} is not JSON: ${messageOf(cause)}`, { cause })
    }
  })
}

/** What the embedded model says when there is neither a key nor a recording: enough to see every part of a comment. */
const SHORT: readonly GeminiStep[] = [
  turn([call('list_directory', { dir_path: '.' }), call('run_shell_command', { command: 'git status --short' })]),
  say(
    'This answer comes from a recorded session, because no `GEMINI_API_KEY` is set. The tools, the policy and the delivery are real: ' +
      'the folder was listed, and the shell command was judged by the policy as the tool log shows.',
  ),
]
