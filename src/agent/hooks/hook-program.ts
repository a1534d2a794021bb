import { dirname, join } from 'node:path'
import { type ProgramOptions, runProgram } from '../../platform/process/run-program.ts'
import { type HookResult, interpretHookExit } from './hook-output.ts'
import type { Hook } from './hook-settings.ts'

/** The environment of hook programs. */
export type HookEnvironment = {
  /** The checked-out repository. */
  cwd: string
  /** From childEnvironment(): no credential, no file of the runner. */
  env: Readonly<Record<string, string>>
  session: string
  transcriptPath: string
  /** Runs each program in isolation. */
  wrap?: ProgramOptions['wrap']
}

const MAX_OUTPUT_BYTES = 1024 * 1024

/** Runs one hook with `input` as JSON on stdin. Never rejects and leaves no process running. */
export async function runHookProgram(
  hook: Pick<Hook, 'command' | 'timeoutMs' | 'env'>,
  input: Readonly<Record<string, unknown>>,
  environment: HookEnvironment,
  signal?: AbortSignal,
): Promise<HookResult> {
  const ran = await runProgram(
    { shell: quoteHookVariables(hook.command) },
    {
      cwd: environment.cwd,
      env: { ...environment.env, ...hookVariables(environment), ...hook.env },
      stdin: `${JSON.stringify(input)}\n`,
      timeoutMs: hook.timeoutMs,
      maxBytes: MAX_OUTPUT_BYTES,
      endProcessTree: true,
      signal,
      wrap: environment.wrap,
    },
  )
  const withoutAnswer = (reason: string): HookResult => ({ ok: false, failure: { reason, crashed: false } })
  if (ran.failure !== undefined) return withoutAnswer(`It could not be started: ${ran.failure}.`)
  if (ran.aborted) return withoutAnswer('The run was stopped.')
  if (ran.timedOut === 'total') return withoutAnswer(`Hook timed out after ${hook.timeoutMs}ms`)
  if (ran.truncatedBytes > 0 || ran.timedOut !== false)
    return withoutAnswer(`It printed more than ${MAX_OUTPUT_BYTES} bytes.`)
  return { ...interpretHookExit(ran), exit: ran.code ?? undefined }
}

const hookVariables = ({ cwd, session, transcriptPath }: HookEnvironment) => ({
  GEMINI_PROJECT_DIR: cwd,
  GEMINI_CWD: cwd,
  CLAUDE_PROJECT_DIR: cwd,
  GEMINI_PLANS_DIR: join(dirname(transcriptPath), 'plans'),
  GEMINI_SESSION_ID: session,
})

const QUOTED_OR_HOOK_VARIABLE =
  /'[^']*'|"(?:\\.|[^"\\])*"|\\.|\$(?:GEMINI_(?:PROJECT_DIR|CWD|PLANS_DIR|SESSION_ID)|CLAUDE_PROJECT_DIR)\b/gs

/** Quotes unquoted hook variables, so that `$GEMINI_PROJECT_DIR/x` stays one word for every folder name. */
const quoteHookVariables = (command: string): string =>
  command.replace(QUOTED_OR_HOOK_VARIABLE, (match) => (match.startsWith('$') ? `"${match}"` : match))
