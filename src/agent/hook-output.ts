import { z } from 'zod'

/** Absent and null are the same to a program that prints JSON. */
const maybe = <Type extends z.ZodType>(type: Type) => z.preprocess((value) => value ?? undefined, type.optional())

const object = z.record(z.string(), z.unknown())

const LlmRequest = z.looseObject({
  model: maybe(z.string()),
  messages: maybe(z.array(z.looseObject({ role: z.enum(['user', 'model', 'system']), content: z.string() }))),
  config: maybe(
    z.looseObject({
      temperature: maybe(z.number()),
      maxOutputTokens: maybe(z.number()),
      topP: maybe(z.number()),
      topK: maybe(z.number()),
    }),
  ),
})
export type LlmRequest = z.output<typeof LlmRequest>

const LlmResponse = z.looseObject({
  text: maybe(z.string()),
  candidates: maybe(
    z.array(
      z.looseObject({
        content: maybe(
          z.looseObject({ parts: maybe(z.array(z.union([z.string(), z.looseObject({ text: z.string() })]))) }),
        ),
        finishReason: maybe(z.string()),
      }),
    ),
  ),
})
export type LlmResponse = z.output<typeof LlmResponse>

const Decision = z.enum(['ask', 'block', 'deny', 'approve', 'allow'])

const ToolChoice = z.looseObject({
  mode: maybe(z.enum(['AUTO', 'ANY', 'NONE'])),
  allowedFunctionNames: maybe(z.array(z.string())),
})
export type ToolChoice = z.output<typeof ToolChoice>

const Output = z.looseObject({
  continue: maybe(z.boolean()),
  stopReason: maybe(z.string()),
  decision: maybe(Decision),
  reason: maybe(z.string()),
  suppressOutput: maybe(z.boolean()),
  systemMessage: maybe(z.string()),
  hookSpecificOutput: maybe(
    z.looseObject({
      additionalContext: maybe(z.string()),
      tool_input: maybe(object),
      llm_request: maybe(LlmRequest),
      llm_response: maybe(LlmResponse),
      toolConfig: maybe(ToolChoice),
      clearContext: maybe(z.boolean()),
      tailToolCallRequest: maybe(z.looseObject({ name: z.string().min(1), args: object })),
      permissionDecision: maybe(Decision),
      permissionDecisionReason: maybe(z.string()),
    }),
  ),
})

/** What a hook said, in the reference's own words. */
export type HookOutput = z.output<typeof Output>

/**
 * What came of one hook. `ok`: it ended with 0. `failure` is there when it gave no answer it was meant to give;
 * `crashed` says that it did run, and ended with a code that only warns.
 */
export type Heard = { ok: boolean; output?: HookOutput; failure?: { why: string; crashed: boolean } }

type Ended = { stdout: string; stderr: string; code: number | null; signal: string | null }

/**
 * Reads an answer: JSON on stdout (on stderr where stdout is blank), else plain text that the exit code explains. 0: a
 * message; 1: a warning; 2: no, whatever was printed; higher with text: no; 126 and 127: the program could not run.
 */
export function interpret(ended: Ended): Heard {
  const { code, signal } = ended
  const ok = code === 0
  const text = ended.stdout.trim() || ended.stderr.trim()
  if (code === 126 || code === 127) return { ok, failure: { why: text || `exit code ${code}`, crashed: false } }

  const spoken = answerIn(text)
  if (!spoken.ok) return { ok, failure: { why: spoken.why, crashed: false } }
  const output = spoken.output ?? fromText(text, code)
  const killer = signal ?? signalIn(code)
  if (killer !== undefined)
    return { ok, failure: { why: `It was ended by ${killer}.`, crashed: false }, ...(output && { output }) }
  if (code === 2) return { ok, output: denying(output ?? {}) }
  const crashed = !ok && spoken.output === undefined && output?.decision !== 'deny'
  return {
    ok,
    ...(output && { output }),
    ...(crashed && { failure: { why: text || `It ended with exit code ${code}.`, crashed } }),
  }
}

/** Shells tell the signal that ended their last command as a code. */
const signalIn = (code: number | null): string | undefined =>
  code !== null && code > 128 && code < 160 ? `signal ${code - 128}` : undefined

/** An empty output for text that is JSON but says nothing; no output for text that is none. */
function answerIn(text: string): { ok: true; output?: HookOutput } | { ok: false; why: string } {
  const value = jsonIn(text)
  if (Array.isArray(value)) return { ok: true, output: {} }
  if (typeof value !== 'object' || value === null) return { ok: true }
  const parsed = Output.safeParse(value)
  if (parsed.success) return { ok: true, output: withPermission(parsed.data) }
  const [issue] = parsed.error.issues
  return { ok: false, why: `Its answer makes no sense: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` }
}

/** Some programs encode their JSON twice. */
function jsonIn(text: string): unknown {
  const value = parse(text)
  const inner = typeof value === 'string' ? parse(value) : undefined
  return typeof inner === 'object' && inner !== null ? inner : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fromText(text: string, code: number | null): HookOutput | undefined {
  if (text === '' || !isProse(text)) return undefined
  if (code === 0 || code === null) return { decision: 'allow', systemMessage: text }
  if (code === 1) return { decision: 'allow', systemMessage: `Warning: ${text}` }
  return { decision: 'deny', reason: text }
}

/** JSON that is a number, true, false or null is not meant for people. */
const isProse = (text: string): boolean => {
  const value = parse(text)
  return value === undefined || typeof value === 'string'
}

const isBlocking = (decision: HookOutput['decision']) => decision === 'deny' || decision === 'block'

const denying = (output: HookOutput): HookOutput =>
  isBlocking(output.decision) ? output : { ...output, decision: 'deny' }

/** The older place of a decision about a call counts where it is the stricter one. */
function withPermission(output: HookOutput): HookOutput {
  const { permissionDecision: older, permissionDecisionReason: why } = output.hookSpecificOutput ?? {}
  const counts = isBlocking(older) ? !isBlocking(output.decision) : older === 'ask' && !isStrict(output.decision)
  if (!counts || older === undefined) return output
  return { ...output, decision: older, ...(why === undefined ? {} : { reason: why }) }
}

const isStrict = (decision: HookOutput['decision']) => decision === 'ask' || isBlocking(decision)
