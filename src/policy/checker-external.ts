import { z } from 'zod'
import { startOf } from '../host/cut.ts'
import { messageOf } from '../host/errors.ts'
import type { Isolation } from '../host/isolation.ts'
import { run } from '../host/process.ts'
import type { Asked, Finding, Territory } from './checker-types.ts'

/** What programs run with. */
export type ProgramKit = {
  /** The whole environment: childEnvironment() of host/environment.ts. */
  env: Readonly<Record<string, string>>
  /** How programs are kept apart from the job. */
  isolate?: () => Promise<Pick<Isolation, 'wrap'>>
  /** Removes secrets from what programs get to see and from what they say. */
  redact?: <T>(value: T) => T
}

type Program = {
  name: string
  program: readonly [string, ...string[]]
  config: Readonly<Record<string, unknown>>
  requiredContext?: readonly ('environment' | 'history')[]
  timeoutMs: number
}

const PROTOCOL = '1.0.0'

/** An answer is a line; a program that says more than this is not answering. */
const MOST_BYTES = 1024 * 1024
const SHOWN_CHARACTERS = 2000

const reason = z.string().min(1)
const answerSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('allow'), reason: z.string().optional() }),
  z.object({ decision: z.literal('deny'), reason }),
  z.object({ decision: z.literal('ask_user'), reason }),
])

/**
 * Asks a program about a call: one JSON object on its stdin, one on its stdout. Never rejects: a program that fails, is
 * late or does not make sense denies.
 */
export async function askProgram(checker: Program, asked: Asked, kit: Territory & ProgramKit): Promise<Finding> {
  const { name, program, timeoutMs } = checker
  const redact = kit.redact ?? ((value) => value)
  const denied = (why: string): Finding => ({ verdict: 'deny', reason: redact(why) })
  try {
    const wrap = (await kit.isolate?.())?.wrap
    const ran = await run(
      { argv: program },
      {
        cwd: kit.cwd,
        env: kit.env,
        stdin: `${JSON.stringify(questionOf(checker, asked, kit, redact))}\n`,
        signal: asked.signal,
        timeoutMs,
        maxBytes: MOST_BYTES,
        floodBytes: MOST_BYTES,
        endTree: true,
        ...(wrap && {
          wrap: (argv) =>
            wrap(
              argv,
              program.filter((part) => part.startsWith('/')),
            ),
        }),
      },
    )
    const { failure, timedOut, aborted, code, signal, stdout, stderr } = ran
    if (failure !== undefined) return denied(`Failed to spawn safety checker "${name}": ${failure}`)
    if (aborted) return denied(`The run was stopped before safety checker "${name}" had answered`)
    if (timedOut === 'flood') return denied(`Safety checker "${name}" printed more than ${MOST_BYTES} bytes`)
    if (timedOut !== false) return denied(`Safety checker "${name}" timed out after ${timeoutMs}ms`)
    if (code !== 0) {
      const how = code === null ? `was ended by ${signal ?? 'a signal'}` : `exited with code ${code}`
      const said = startOf(stderr.trim(), SHOWN_CHARACTERS)
      return denied(`Safety checker "${name}" ${how}${said === '' ? '' : `: ${said}`}`)
    }
    const answer = readAnswer(stdout)
    if (typeof answer === 'string') return denied(`Failed to parse output from safety checker "${name}": ${answer}`)
    return { verdict: answer.decision === 'ask_user' ? 'ask' : answer.decision, reason: redact(answer.reason ?? '') }
  } catch (error) {
    return denied(`Failed to run safety checker "${name}": ${messageOf(error)}`)
  }
}

function questionOf(
  { config, requiredContext }: Program,
  { facts, history }: Asked,
  kit: Territory,
  redact: <T>(value: T) => T,
) {
  const wanted = (key: 'environment' | 'history') => requiredContext === undefined || requiredContext.includes(key)
  return {
    protocolVersion: PROTOCOL,
    toolCall: { name: facts.tool, args: redact(facts.args) },
    context: {
      ...(wanted('environment') ? { environment: { cwd: kit.cwd, workspaces: kit.workspaces } } : {}),
      ...(wanted('history') ? { history: { turns: redact(history()) } } : {}),
    },
    config,
  }
}

function readAnswer(text: string): z.output<typeof answerSchema> | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return messageOf(error)
  }
  const answer = answerSchema.safeParse(value)
  return answer.success ? answer.data : z.prettifyError(answer.error)
}
