import { readFile } from 'node:fs/promises'
import { readInputs } from '../config/inputs/read-inputs.ts'
import { type GeminiStep, startGemini } from '../emulators/gemini/gemini.ts'
import { call, say, turn } from '../emulators/gemini/steps.ts'
import { hasCredential } from '../model/providers/provider-kind.ts'
import type { Environment } from '../platform/environment.ts'
import { readErrorReason, UserError } from '../platform/errors.ts'
import { modelOptions } from '../session/model-options.ts'
import { readSteps } from './replay/recorded-steps.ts'

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
