import { readFile } from 'node:fs/promises'
import { modelOptions } from '../equipment/line.ts'
import { UserError, whyUnread } from '../host/errors.ts'
import { readInputs } from '../inputs.ts'
import type { Env } from '../machine.ts'
import { hasCredential } from '../model/connect.ts'
import { type GeminiStep, startGemini } from '../standin/gemini.ts'
import { call, say, turn } from '../standin/gemini-steps.ts'
import { stepsIn } from './recorded-steps.ts'

/** A model whose answers were recorded, over loopback; `env` says where. */
export type SampleSession = {
  env: Env
  problems(): string[]
  [Symbol.asyncDispose](): Promise<void>
}

const KEY = 'stand-in-key'

/**
 * The recorded session in a file: a transcript of a run, or one Gemini answer a line. Without a file, a short session of
 * our own when there is no credential; undefined when the real model is to answer.
 */
export async function sampleSession(file: string | undefined, env: Env): Promise<SampleSession | undefined> {
  if (file === undefined) return hasCredential(modelOptions(readInputs(env), ''), env) ? undefined : overLoopback(SHORT)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`The recorded session ${file} cannot be read: ${whyUnread(cause)}`, { cause })
  })
  return overLoopback(stepsIn(text, file))
}

async function overLoopback(steps: readonly GeminiStep[]): Promise<SampleSession> {
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

/** What the embedded model says when there is neither a key nor a recording: enough to see every part of a comment. */
const SHORT: readonly GeminiStep[] = [
  turn([call('list_directory', { dir_path: '.' }), call('run_shell_command', { command: 'git status --short' })]),
  say(
    'This answer comes from a recorded session, because no `GEMINI_API_KEY` is set. The tools, the policy and the delivery are real: ' +
      'the folder was listed, and the shell command was judged by the policy as the tool log shows.',
  ),
]
