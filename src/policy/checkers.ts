import { dirname, relative, resolve } from 'node:path'
import * as z from 'zod'
import { messageOf, UserError } from '../platform/errors.ts'
import { findProtectedSegment, isInside, normalizeFileName, resolveLinks } from '../platform/paths.ts'
import { runProgram } from '../platform/process/run-program.ts'
import type { Isolation } from '../platform/sandbox/isolation.ts'
import { keepStart } from '../text/format-text.ts'
import { callParts, rulesForCall } from './rules/decide.ts'
import type { CheckerRule } from './rules/load.ts'
import { newMatchContext, ruleMatches } from './rules/match.ts'
import type { CallFacts, Rule, Verdict } from './rules/rule.ts'

export type CheckerOptions = WorkspaceFolders &
  ExternalCheckerOptions & {
    /** The command line of an external checker; undefined when there is none with this name. */
    program: (name: string) => readonly [string, ...string[]] | undefined
    /** Time limit of one checker in milliseconds. Default 5000. */
    timeoutMs?: number
  }

/** The objection of the strictest checker to a call. */
export type CheckerObjection = { verdict: 'ask' | 'deny'; reason: string; rule: CheckerRule }

/** Resolves with the strictest objection to a call, or undefined. Never rejects. */
export type SafetyCheck = (
  facts: CallFacts,
  history: () => readonly HistoryTurn[],
  signal: AbortSignal,
) => Promise<CheckerObjection | undefined>

/**
 * Allows a call when every path argument leads to a file or folder in the workspace that is not sensitive. Path arguments
 * are those whose names contain `path`, `directory` or `file` in any case, `source`, `destination`, and those in
 * `included_args`, without those in `excluded_args`. The entries of a list have the name of the list.
 */
export const allowedPath: BuiltinChecker = (config) => {
  const parsed = configSchema.safeParse(config)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new UserError(`config of allowed-path: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is invalid'}`)
  }
  const included = new Set(parsed.data.included_args)
  const excluded = new Set(parsed.data.excluded_args)
  return async (args, folders) => {
    const allowed = await Promise.all(
      [folders.cwd, ...folders.workspaces].map((folder) => resolveLinks(resolve(folder))),
    )
    for (const argument of pathsIn(args, '', '', { included, excluded })) {
      const result = await checkPath(argument, folders, allowed)
      if (result.verdict !== 'allow') return result
    }
    return { verdict: 'allow', reason: '' }
  }
}

const reason = z.string().min(1)

const isPathName = (name: string): boolean => /path|directory|file/i.test(name) || /^(source|destination)$/i.test(name)

const nameList = z.array(z.string(), 'must be a list of names').optional()

const configSchema = z.strictObject({ included_args: nameList, excluded_args: nameList })

const BUILTIN_CHECKERS: Readonly<Record<string, BuiltinChecker>> = { 'allowed-path': allowedPath }

const TIMEOUT_MS = 5000

/**
 * Combines all `[[safety_checker]]` tables into one check. The checkers that match a call run one after another, strongest
 * first, until one denies. A checker that fails denies. Undefined when there are no checkers. Throws one UserError with the
 * file and line of every checker that cannot run.
 */
export function createSafetyCheck(
  rules: readonly CheckerRule[],
  options: CheckerOptions,
  builtins: Readonly<Record<string, BuiltinChecker>> = BUILTIN_CHECKERS,
): SafetyCheck | undefined {
  const checkers = new Map<Rule, { checkerRule: CheckerRule; run: (input: CheckerInput) => Promise<CheckerResult> }>()
  const problems: string[] = []
  for (const checkerRule of rules) {
    try {
      checkers.set(denyRule(checkerRule), { checkerRule, run: prepareChecker(checkerRule, options, builtins) })
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problems.push(`${checkerRule.file}:${checkerRule.line}: ${error.message}`)
    }
  }
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  if (checkers.size === 0) return undefined
  const all = [...checkers.keys()]

  return async (facts, history, signal) => {
    let question: CheckerObjection | undefined
    for (const rule of matchingRules(all, facts)) {
      const checker = checkers.get(rule)
      if (checker === undefined) continue
      const { verdict, reason } = await checker.run({ facts, history, signal })
      if (verdict === 'deny') return { verdict, reason, rule: checker.checkerRule }
      if (verdict === 'ask') question ??= { verdict, reason, rule: checker.checkerRule }
    }
    return question
  }
}

/** Checkers match like rules that deny: when it is uncertain whether a checker applies, it runs. */
const denyRule = ({ tier, priority, file, line, match }: CheckerRule): Rule => ({
  verdict: 'deny',
  tier,
  priority,
  file,
  line,
  match,
})

function matchingRules(rules: readonly Rule[], facts: CallFacts): Rule[] {
  const context = newMatchContext(facts)
  const parts = callParts(facts)
  return rulesForCall(rules, facts).filter((rule) => parts.some((part) => ruleMatches(rule, part, context)))
}

function prepareChecker(
  rule: CheckerRule,
  options: CheckerOptions,
  builtins: Readonly<Record<string, BuiltinChecker>>,
) {
  const { type, name, config } = rule.checker
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  if (type === 'external') {
    const program = options.program(name)
    if (program === undefined)
      throw new UserError(`Unknown external checker "${name}": add the program .gemini/checkers/${name}.`)
    return (input: CheckerInput) => runExternalChecker({ ...rule.checker, program, timeoutMs }, input, options)
  }
  const builtin = builtins[name]
  if (builtin === undefined)
    throw new UserError(`Unknown in-process checker "${name}". Available: ${Object.keys(builtins).join(', ')}`)
  const check = builtin(config)
  return ({ facts }: CheckerInput) =>
    runBuiltin(name, timeoutMs, () => check(facts.resolved?.args ?? facts.args, options))
}

async function runBuiltin(
  name: string,
  timeoutMs: number,
  check: () => Promise<CheckerResult>,
): Promise<CheckerResult> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`Checker timed out after ${timeoutMs}ms`)), timeoutMs)
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return { verdict: 'deny', reason: `Failed to run in-process checker "${name}": ${messageOf(error)}` }
  } finally {
    clearTimeout(timer)
  }
}

/** The decision of a checker. `reason` is a sentence for the model and for people; empty when it allows the call. */
export type CheckerResult = { verdict: Verdict; reason: string }

/** One turn of the conversation as checkers receive it: texts and tool calls, without tool results. */
export type HistoryTurn = {
  user: { text: string }
  model: { text?: string; toolCalls?: { name: string; args: Record<string, unknown> }[] }
}

export type CheckerInput = { facts: CallFacts; history: () => readonly HistoryTurn[]; signal: AbortSignal }

/** The folder that relative paths in arguments start from, and further folders that calls may access. */
export type WorkspaceFolders = { cwd: string; workspaces: readonly string[] }

/** Creates a built-in checker from its configuration. Throws UserError when the configuration is invalid. */
export type BuiltinChecker = (
  config: Readonly<Record<string, unknown>>,
) => (args: Readonly<Record<string, unknown>>, territory: WorkspaceFolders) => Promise<CheckerResult>

/** The environment in which checker programs run. */
export type ExternalCheckerOptions = {
  /** All environment variables of the program, from childEnvironment(). */
  env: Readonly<Record<string, string>>
  /** Why a checker must not start any more: the run changed what it loads. */
  changed?: (name: string) => Promise<string | undefined>
  /** Isolates the program from the job. */
  isolate?: () => Promise<Pick<Isolation, 'wrap' | 'place'>>
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
    const changed = await options.changed?.(name)
    if (changed !== undefined) return denied(`Safety checker "${name}" gave no answer. ${changed}`)
    const { wrap, place } = (await options.isolate?.()) ?? {}
    const result = await runProgram(
      { argv: program },
      {
        cwd: place?.(options.cwd) ?? options.cwd,
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
                // The folder of the program has what it loads from beside itself.
                program
                  .filter((part) => part.startsWith('/'))
                  .map((part, index, all) => (index === all.length - 1 ? dirname(part) : part)),
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

type PathArgument = { name: string; path: string }

type ArgumentNames = { included: ReadonlySet<string>; excluded: ReadonlySet<string> }

function pathsIn(value: unknown, full: string, leaf: string, names: ArgumentNames): PathArgument[] {
  if (full !== '' && names.excluded.has(full)) return []
  if (typeof value === 'string')
    return names.included.has(full) || isPathName(leaf) ? [{ name: full, path: value }] : []
  if (typeof value !== 'object' || value === null) return []
  const list = Array.isArray(value)
  const listed = list && names.included.has(full)
  return Object.entries(value).flatMap(([key, each]) => {
    const name = full === '' ? key : `${full}.${key}`
    const inside = listed ? { ...names, included: new Set([...names.included, name]) } : names
    return pathsIn(each, name, list ? leaf : key, inside)
  })
}

async function checkPath(
  { name, path }: PathArgument,
  { cwd }: WorkspaceFolders,
  allowed: readonly string[],
): Promise<CheckerResult> {
  const deny = (reason: string): CheckerResult => ({ verdict: 'deny', reason })
  let real: string
  try {
    real = await resolveLinks(resolve(cwd, path))
  } catch {
    return deny(`Cannot resolve path ${JSON.stringify(path)} in argument "${name}"`)
  }
  const home = allowed.find((folder) => isInside(folder, real))
  if (home === undefined)
    return deny(`Path ${JSON.stringify(path)} in argument "${name}" is outside of the allowed workspace directories.`)
  const relativePath = relative(home, real)
  const segments = relativePath.split(/[\\/]/).map(normalizeFileName)
  if (findProtectedSegment(relativePath) !== undefined || segments.includes('node_modules'))
    return deny(`Access to sensitive path ${JSON.stringify(path)} in argument "${name}" is blocked.`)
  if (segments.includes('.vscode'))
    return { verdict: 'ask', reason: 'Modifying .vscode configuration files requires explicit user confirmation.' }
  return { verdict: 'allow', reason: '' }
}
