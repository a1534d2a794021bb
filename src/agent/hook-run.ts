import { dirname, join } from 'node:path'
import { type RunOptions, run } from '../host/process.ts'
import { type Heard, interpret } from './hook-output.ts'
import type { Hook } from './hook-settings.ts'

/** What programs of hooks run in. */
export type HookPlace = {
  /** The checked-out repository. */
  cwd: string
  /** From childEnvironment(): no credential, no file of the runner. */
  env: Readonly<Record<string, string>>
  session: string
  transcriptPath: string
  /** Puts each program into isolation. */
  wrap?: RunOptions['wrap']
}

/** An answer is a few lines; a program that says more than this is not answering. */
const MOST_BYTES = 1024 * 1024

/** Runs one hook with `input` as JSON on its stdin. Never rejects, and leaves nothing running behind. */
export async function runHook(
  hook: Pick<Hook, 'command' | 'timeoutMs' | 'env'>,
  input: Readonly<Record<string, unknown>>,
  place: HookPlace,
  signal?: AbortSignal,
): Promise<Heard> {
  const ran = await run(
    { shell: shielded(hook.command) },
    {
      cwd: place.cwd,
      env: { ...place.env, ...variables(place), ...hook.env },
      stdin: `${JSON.stringify(input)}\n`,
      timeoutMs: hook.timeoutMs,
      maxBytes: MOST_BYTES,
      endTree: true,
      ...(signal && { signal }),
      ...(place.wrap && { wrap: place.wrap }),
    },
  )
  const unheard = (why: string): Heard => ({ ok: false, failure: { why, crashed: false } })
  if (ran.failure !== undefined) return unheard(`It could not be started: ${ran.failure}.`)
  if (ran.aborted) return unheard('The run was stopped meanwhile.')
  if (ran.timedOut === 'total') return unheard(`Hook timed out after ${hook.timeoutMs}ms`)
  if (ran.truncatedBytes > 0 || ran.timedOut !== false) return unheard(`It printed more than ${MOST_BYTES} bytes.`)
  return interpret(ran)
}

const variables = ({ cwd, session, transcriptPath }: HookPlace) => ({
  GEMINI_PROJECT_DIR: cwd,
  GEMINI_CWD: cwd,
  CLAUDE_PROJECT_DIR: cwd,
  GEMINI_PLANS_DIR: join(dirname(transcriptPath), 'plans'),
  GEMINI_SESSION_ID: session,
})

const QUOTED_OR_OURS =
  /'[^']*'|"(?:\\.|[^"\\])*"|\\.|\$(?:GEMINI_(?:PROJECT_DIR|CWD|PLANS_DIR|SESSION_ID)|CLAUDE_PROJECT_DIR)\b/gs

/** `$GEMINI_PROJECT_DIR/x` outside of quotes stays one word, whatever the folder is called. */
const shielded = (command: string): string =>
  command.replace(QUOTED_OR_OURS, (found) => (found.startsWith('$') ? `"${found}"` : found))
