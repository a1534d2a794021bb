import * as z from 'zod'
import { messageOf } from '../../platform/errors.ts'
import { runProgram } from '../../platform/process/run-program.ts'
import type { Isolation } from '../../platform/sandbox/isolation.ts'
import { keepStart } from '../../text/truncate.ts'
import type { CheckerInput, CheckerResult, WorkspaceFolders } from './checker-types.ts'

/** The environment in which checker programs run. */
export type ExternalCheckerOptions = {
  /** All environment variables of the program, from childEnvironment(). */
  env: Readonly<Record<string, string>>
  /** Isolates the program from the job. */
  isolate?: () => Promise<Pick<Isolation, 'wrap'>>
  /** Removes secrets from the input and the output of the program. */
  redact?: <T>(value: T) => T
}

type ExternalChecker = {
  name: string
  program: readonly [string, ...string[]]
  config: Readonly<Record<string, unknown>>
  requiredContext?: readonly ('environment' | 'history')[]
  timeoutMs: number
}

const PROTOCOL_VERSION = '1.0.0'

/** A valid answer is one line; more output than this is an error. */
const MAX_OUTPUT_BYTES = 1024 * 1024
const MAX_STDERR_CHARACTERS = 2000

const reason = z.string().min(1)
const outputSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('allow'), reason: z.string().optional() }),
  z.object({ decision: z.literal('deny'), reason }),
  z.object({ decision: z.literal('ask_user'), reason }),
])

/**
 * Runs a checker program for a call: one JSON object on its stdin, one on its stdout. Never rejects: a program that fails,
 * times out or prints an invalid answer denies the call.
 */
export async function runExternalChecker(
  checker: ExternalChecker,
  input: CheckerInput,
  options: WorkspaceFolders & ExternalCheckerOptions,
): Promise<CheckerResult> {
  const { name, program, timeoutMs } = checker
  const redact = options.redact ?? ((value) => value)
  const denied = (reason: string): CheckerResult => ({ verdict: 'deny', reason: redact(reason) })
  try {
    const wrap = (await options.isolate?.())?.wrap
    const result = await runProgram(
      { argv: program },
      {
        cwd: options.cwd,
        env: options.env,
        stdin: `${JSON.stringify(checkerRequest(checker, input, options, redact))}\n`,
        signal: input.signal,
        timeoutMs,
        maxBytes: MAX_OUTPUT_BYTES,
        floodBytes: MAX_OUTPUT_BYTES,
        endProcessTree: true,
        wrap: wrap
          ? (argv) =>
              wrap(
                argv,
                program.filter((part) => part.startsWith('/')),
              )
          : undefined,
      },
    )
    const { failure, timedOut, aborted, code, signal, stdout, stderr } = result
    if (failure !== undefined) return denied(`Failed to spawn safety checker "${name}": ${failure}`)
    if (aborted) return denied(`The run was stopped before safety checker "${name}" answered`)
    if (timedOut === 'flood') return denied(`Safety checker "${name}" printed more than ${MAX_OUTPUT_BYTES} bytes`)
    if (timedOut !== false) return denied(`Safety checker "${name}" timed out after ${timeoutMs}ms`)
    if (code !== 0) {
      const ending = code === null ? `was ended by ${signal ?? 'a signal'}` : `exited with code ${code}`
      const output = keepStart(stderr.trim(), MAX_STDERR_CHARACTERS)
      return denied(`Safety checker "${name}" ${ending}${output === '' ? '' : `: ${output}`}`)
    }
    const answer = parseOutput(stdout)
    if (typeof answer === 'string') return denied(`Failed to parse output from safety checker "${name}": ${answer}`)
    return { verdict: answer.decision === 'ask_user' ? 'ask' : answer.decision, reason: redact(answer.reason ?? '') }
  } catch (error) {
    return denied(`Failed to run safety checker "${name}": ${messageOf(error)}`)
  }
}

function checkerRequest(
  { config, requiredContext }: ExternalChecker,
  { facts, history }: CheckerInput,
  options: WorkspaceFolders,
  redact: <T>(value: T) => T,
) {
  const includes = (key: 'environment' | 'history') => requiredContext === undefined || requiredContext.includes(key)
  return {
    protocolVersion: PROTOCOL_VERSION,
    toolCall: { name: facts.tool, args: redact(facts.args) },
    context: {
      environment: includes('environment') ? { cwd: options.cwd, workspaces: options.workspaces } : undefined,
      history: includes('history') ? { turns: redact(history()) } : undefined,
    },
    config,
  }
}

function parseOutput(text: string): z.output<typeof outputSchema> | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return messageOf(error)
  }
  const answer = outputSchema.safeParse(value)
  return answer.success ? answer.data : z.prettifyError(answer.error)
}
