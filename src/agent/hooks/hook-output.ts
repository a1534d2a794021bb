import * as z from 'zod'
import { dropControlStrings } from '../../text/invisible.ts'

/** An optional field that also accepts null. */
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

/** The output of a hook, in the reference's format. */
export type HookOutput = z.output<typeof Output>

/**
 * The result of one hook. `ok`: exit code 0. `failure`: the hook gave no valid output. `crashed`: the hook ran and ended with
 * an exit code that only warns, `isChanged`: it did not start, because the run changed what it loads. `exit`: the exit code.
 */
export type HookResult = {
  ok: boolean
  exit?: number
  output?: HookOutput
  failure?: { reason: string; crashed: boolean; isChanged?: true }
}

type HookExit = { stdout: string; stderr: string; code: number | null; signal: string | null }

/**
 * Interprets the output of a hook: JSON on stdout (on stderr when stdout is blank), else plain text. The exit code decides
 * what plain text means. 0: a message; 1: a warning; 2: always deny; higher with text: deny; 126 and 127: the program could
 * not run.
 */
export function interpretHookExit(exit: HookExit): HookResult {
  const { code, signal } = exit
  const ok = code === 0
  const text = exit.stdout.trim() || exit.stderr.trim()
  if (code === 126 || code === 127) return { ok, failure: { reason: text || `exit code ${code}`, crashed: false } }

  const parsed = parseOutput(text)
  if (!parsed.ok) return { ok, failure: { reason: parsed.reason, crashed: false } }
  const output = parsed.output ?? outputFromText(text, code)
  const signalName = signal ?? signalIn(code)
  if (signalName !== undefined)
    return { ok, failure: { reason: `It was terminated by ${signalName}.`, crashed: false }, output }
  if (code === 2) return { ok, output: withDenial(output ?? {}) }
  const crashed = !ok && parsed.output === undefined && output?.decision !== 'deny'
  return { ok, output, failure: crashed ? { reason: text || `It ended with exit code ${code}.`, crashed } : undefined }
}

/** Shells report a terminating signal as exit code 128 + signal. */
const signalIn = (code: number | null): string | undefined =>
  code !== null && code > 128 && code < 160 ? `signal ${code - 128}` : undefined

/** The keys with which a hook decides. */
const DECISION_KEYS = ['decision', 'permissionDecision', 'continue', 'hookSpecificOutput']

/** A decision that was meant, whatever the text around it: one of the keys with a colon or cut before it, or the bare word. */
const DECISION_IN_TEXT = new RegExp(
  `\\b(?:${DECISION_KEYS.join('|')})(?:[\\\\"'\`\\s\u2018-\u201f\u00ab\u00bb]|&\\w+;|&#\\w+;)*[:\uff1a]|[{,]\\s*["'](?:${DECISION_KEYS.join('|')})["']?\\s*$`,
  'i',
)
const BARE_DENIAL = /^["'`[\s]*(?:deny|denied|block|blocked)["'`.!,;\]\s]*$/i

type ParsedOutput = { ok: true; output?: HookOutput } | { ok: false; reason: string }

/**
 * Parses JSON output: `{}` for an array, undefined for plain text. Objects between other text, such as log lines, count too, and
 * the strictest one wins. Text that looks like a decision but is no valid one is an error: a guard that quotes the command in its
 * reason must not become a mere message because the command has a quotation mark.
 */
function parseOutput(printed: string): ParsedOutput {
  // JSON has no control characters: colors and the zeros of UTF-16 come from the program that printed it.
  const text = unwrap(dropControlStrings(printed).replaceAll('\0', '').trim())
  const { objects, rest } = splitObjects(text)
  if (BARE_DENIAL.test(text) || DECISION_IN_TEXT.test(rest))
    return invalid('looks like a decision, but is not valid JSON.', printed)
  const isWhole = objects.length === 1 && rest.trim() === ''
  const answers = objects.filter(({ value }) => isWhole || Object.keys(value).some(isDecisionKey))
  const outputs: HookOutput[] = []
  for (const answer of answers) {
    const parsed = Output.safeParse(answer.value)
    const problem = parsed.success ? keyProblem(answer) : `is invalid: ${describeIssue(parsed.error)}`
    if (problem !== undefined) return invalid(problem, printed)
    if (parsed.success)
      outputs.push(
        withPermissionDecision(saysNothing(parsed.data) ? { ...parsed.data, systemMessage: text } : parsed.data),
      )
  }
  if (outputs.length > 1) return { ok: true, output: mergeHookOutputs(outputs) }
  return { ok: true, output: outputs[0] ?? (Array.isArray(parse(text)) ? {} : undefined) }
}

/** Whether an object has no field of an output: it is a message. The echo of a hook's own input is none. */
const saysNothing = (output: HookOutput): boolean =>
  Object.keys(output).length > 0 && !Object.keys(output).some((key) => key in Output.shape || key === 'hook_event_name')

const invalid = (problem: string, printed: string): ParsedOutput => {
  const shown = printed.length > 300 ? `${printed.slice(0, 300)}…` : printed
  return { ok: false, reason: `Its output ${problem} It printed: ${JSON.stringify(shown)}` }
}

const describeIssue = ({ issues: [issue] }: z.ZodError) => `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`

/** The key in another case, with other separators or with spaces is meant, too. */
const plainKey = (key: string) =>
  key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')
const isDecisionKey = (key: string) => DECISION_KEYS.some((each) => each.toLowerCase() === plainKey(key))

/** The keys of a decision that have no meaning at the top, and those that have none in `hookSpecificOutput`. */
const OF_SPECIFIC_OUTPUT = ['permissionDecision']
const OF_TOP = ['decision', 'continue']

/** JSON.parse() takes the last of two equal keys, so text in a reason could replace the decision. */
function keyProblem({ value, source }: JsonObject): string | undefined {
  const specific: unknown = Reflect.get(value, 'hookSpecificOutput') ?? {}
  const misspelt = [value, Object(specific)]
    .flatMap((each) => Object.keys(each))
    .find((key) => isDecisionKey(key) && !DECISION_KEYS.includes(key))
  if (misspelt !== undefined) return `has the unknown key "${misspelt}".`
  const lost =
    OF_SPECIFIC_OUTPUT.find((key) => Reflect.has(value, key)) ??
    OF_TOP.find((key) => Reflect.has(Object(specific), key))
  if (lost !== undefined) return `has "${lost}" in the wrong place.`
  return repeatsKey(source) ? 'has a key twice in one object.' : undefined
}

function repeatsKey(source: string): boolean {
  const open: Set<string>[] = []
  for (const [token, key] of source.matchAll(/"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    if (key === undefined) continue
    const name = String(parse(`"${key}"`))
    if (open.at(-1)?.has(name)) return true
    open.at(-1)?.add(name)
  }
  return false
}

type JsonObject = { value: object; source: string }

/** The JSON objects in a text, and the text around them. */
function splitObjects(text: string): { objects: JsonObject[]; rest: string } {
  const objects: JsonObject[] = []
  let rest = ''
  let end = 0
  let start = 0
  let depth = 0
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const char = text[index]
    if (quoted && char === '\\') index++
    else if (char === '"') quoted = depth > 0 && !quoted
    else if (quoted) continue
    else if (char === '{' && depth++ === 0) start = index
    else if (char === '}' && depth > 0 && --depth === 0) {
      const source = text.slice(start, index + 1)
      const value = parse(source)
      if (typeof value !== 'object' || value === null) continue
      objects.push({ value, source })
      rest += text.slice(end, start)
      end = index + 1
    }
  }
  return { objects, rest: rest + text.slice(end) }
}

/** The text of JSON that is encoded twice. */
function unwrap(text: string): string {
  const inner = parse(text)
  return typeof inner === 'string' && inner.trim().startsWith('{') ? inner.trim() : text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function outputFromText(text: string, code: number | null): HookOutput | undefined {
  if (text === '' || !isProse(text)) return undefined
  if (code === 0 || code === null) return { decision: 'allow', systemMessage: text }
  if (code === 1) return { decision: 'allow', systemMessage: `Warning: ${text}` }
  return { decision: 'deny', reason: text }
}

/** Whether text is a message for people, not a JSON number, boolean or null. */
const isProse = (text: string): boolean => {
  const value = parse(text)
  return value === undefined || typeof value === 'string'
}

const isBlocking = (decision: HookOutput['decision']) => decision === 'deny' || decision === 'block'

const withDenial = (output: HookOutput): HookOutput =>
  isBlocking(output.decision) ? output : { ...output, decision: 'deny' }

/** Applies the older field `permissionDecision` when it is stricter. */
function withPermissionDecision(output: HookOutput): HookOutput {
  const { permissionDecision: older, permissionDecisionReason: reason } = output.hookSpecificOutput ?? {}
  const counts = isBlocking(older) ? !isBlocking(output.decision) : older === 'ask' && !isStrict(output.decision)
  if (!counts || older === undefined) return output
  return { ...output, decision: older, reason: reason ?? output.reason }
}

const isStrict = (decision: HookOutput['decision']) => decision === 'ask' || isBlocking(decision)

/**
 * Merges the outputs of the hooks of one event; undefined without outputs. The strictest decision wins. Edits are combined;
 * later ones override earlier ones.
 */
export function mergeHookOutputs(outputs: readonly HookOutput[]): HookOutput | undefined {
  if (outputs.length === 0) return undefined
  const stopped = outputs.some((output) => output.continue === false)
  const decision = strictest(outputs) ?? (stopped ? undefined : 'allow')
  return withoutUndefined({
    continue: !stopped,
    suppressOutput: outputs.some((output) => output.suppressOutput === true),
    decision,
    stopReason: joinTexts(outputs.map(({ stopReason }) => stopReason)),
    reason: joinTexts(outputs.map(({ reason }) => reason)),
    systemMessage: joinTexts(outputs.map(({ systemMessage }) => systemMessage)),
    hookSpecificOutput: mergeSpecific(present(outputs.map(({ hookSpecificOutput }) => hookSpecificOutput))),
  })
}

function strictest(outputs: readonly HookOutput[]): HookOutput['decision'] {
  const decisions = outputs.map(({ decision }) => decision)
  return (
    decisions.findLast((decision) => decision === 'deny' || decision === 'block') ??
    decisions.find((decision) => decision === 'ask')
  )
}

type Specific = NonNullable<HookOutput['hookSpecificOutput']>

function mergeSpecific(all: readonly Specific[]): Specific | undefined {
  if (all.length === 0) return undefined
  return withoutUndefined({
    ...mergeObjects(all),
    tool_input: mergeObjects(all.map(({ tool_input }) => tool_input)),
    llm_request: mergeObjects(all.map(({ llm_request }) => llm_request)),
    additionalContext: joinTexts(all.map(({ additionalContext }) => additionalContext)),
    clearContext: all.some(({ clearContext }) => clearContext === true) || undefined,
    toolConfig: mergeChoices(present(all.map(({ toolConfig }) => toolConfig))),
  })
}

/** Merges objects. Later fields override earlier ones; undefined fields are ignored. */
function mergeObjects<Type extends object>(all: readonly (Type | undefined)[]): Type | undefined {
  const defined = present(all)
  return defined.length === 0 ? undefined : objectFrom<Type>(defined.flatMap((each) => Object.entries(each)))
}

/** NONE overrides ANY, ANY overrides AUTO. Names are combined. Undefined without a choice. */
function mergeChoices(choices: readonly ToolChoice[]): ToolChoice | undefined {
  if (choices.length === 0) return undefined
  if (choices.some(({ mode }) => mode === 'NONE')) return { mode: 'NONE', allowedFunctionNames: [] }
  const names = new Set(choices.flatMap(({ allowedFunctionNames }) => allowedFunctionNames ?? []))
  const mode = choices.some((choice) => choice.mode === 'ANY') ? 'ANY' : 'AUTO'
  return { mode, allowedFunctionNames: [...names].sort() }
}

const joinTexts = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined && text !== '').join('\n') || undefined

const present = <Type>(all: readonly (Type | undefined)[]): Type[] => all.filter((each) => each !== undefined)

const withoutUndefined = <Type extends object>(value: Type): Type => objectFrom(Object.entries(value))

/** Uses fromEntries, because assigning a key __proto__ would change the prototype. */
const objectFrom = <Type extends object>(entries: readonly [string, unknown][]): Type =>
  Object.fromEntries(entries.filter(([, each]) => each !== undefined)) as Type // the entries of a Type

export const hookReason = (output: HookOutput): string => output.stopReason ?? output.reason ?? 'No reason provided'
