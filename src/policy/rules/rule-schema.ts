import * as z from 'zod'
import { compilePattern } from './patterns.ts'
import { MODES } from './rule.ts'
import { canonicalToolName, isKnownWildcard, isTargetTool, SHELL_TOOL } from './tool-names.ts'

const text = z.string('must be a string')

const nonEmpty = (field: string) => text.refine((value) => value.trim() !== '', `${field} must not be empty`)

const oneOrMore = <Each extends z.ZodType>(each: Each) =>
  z.union([each.transform((one) => [one]), z.array(each).min(1, 'must name at least one')])

const name = (field: string) =>
  nonEmpty(field).refine((value) => !value.trim().startsWith('!'), 'takes no !. Write a deny rule for what it excludes')

const toolName = name('toolName').refine(
  isKnownWildcard,
  'may contain * only alone, at the end, or as the server (mcp_*_tool)',
)

const mode = z
  .string()
  .transform((value) => (value === 'auto_edit' ? 'autoEdit' : value))
  .pipe(z.enum(MODES, `must be one of ${MODES.join(', ')}`))

const pattern = (anchored: boolean) =>
  text.transform((source, context) => {
    const compiled = compilePattern(source, anchored)
    if (compiled.ok) return compiled.pattern
    context.addIssue(compiled.reason)
    return z.NEVER
  })

const prefix = text.transform((source, context) => {
  const words = parseCommandPrefix(source)
  if (words.ok) return { text: source, words: words.words }
  context.addIssue(words.reason)
  return z.NEVER
})

const DECISION_VALUES = 'decision must be allow, deny or ask_user'

const decision = z.enum(['allow', 'deny', 'ask_user'], {
  error: ({ input }) =>
    input === undefined ? `is missing: ${DECISION_VALUES}` : `${DECISION_VALUES}, not ${JSON.stringify(input)}`,
})

const priority = z
  .number({ error: ({ input }) => (input === undefined ? 'priority is required' : 'priority must be a number') })
  .int('priority must be an integer')
  .min(0, 'priority must be at least 0')
  .max(999, 'priority must be at most 999: a higher value would belong to the next tier')

const scalar = z.union([z.string(), z.number(), z.boolean()], 'must be a string, a number or a boolean')

const condition = {
  toolName: oneOrMore(toolName).optional(),
  mcpName: name('mcpName').optional(),
  argsPattern: pattern(false).optional(),
  commandPrefix: oneOrMore(prefix).optional(),
  commandRegex: pattern(true).optional(),
  modes: z.array(mode).optional(),
  toolAnnotations: z.record(z.string(), scalar).optional(),
  name: z.unknown().optional(),
  description: z.unknown().optional(),
}

type Condition = {
  toolName?: string[]
  mcpName?: string
  argsPattern?: unknown
  commandPrefix?: unknown
  commandRegex?: unknown
}

function checkCombination(rule: Condition, context: z.RefinementCtx) {
  const report = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const onCommands =
    rule.commandPrefix !== undefined ? 'commandPrefix' : rule.commandRegex !== undefined ? 'commandRegex' : undefined
  if (rule.toolName === undefined && rule.mcpName === undefined && onCommands === undefined)
    context.addIssue({ code: 'custom', message: 'toolName is required; "*" means every tool' })
  if (onCommands === undefined) return
  const forShell = rule.toolName === undefined || rule.toolName.every((name) => canonicalToolName(name) === SHELL_TOOL)
  if (!forShell || rule.mcpName !== undefined) report(onCommands, `requires toolName = "${SHELL_TOOL}"`)
  if (rule.argsPattern !== undefined) report(onCommands, 'cannot be combined with argsPattern: use one of them')
  if (rule.commandPrefix !== undefined && rule.commandRegex !== undefined)
    report('commandRegex', 'cannot be combined with commandPrefix: use one of them')
}

function checkTargets(rule: Condition & { decision: string; targets?: string }, context: z.RefinementCtx) {
  if (rule.targets === undefined) return
  const report = (message: string) => context.addIssue({ code: 'custom', path: ['targets'], message })
  if (rule.decision !== 'allow') report('only an allow rule can have it')
  const { toolName: names, mcpName } = rule
  const others = names?.filter((name) => !isTargetTool(name, mcpName)) ?? []
  if (names === undefined)
    report('requires toolName with the names of tools that write to GitHub, for example github__comment')
  if (others.length > 0)
    report(
      `is not for ${others.map((name) => JSON.stringify(name)).join(', ')}: name tools that write to GitHub, for example github__comment`,
    )
}

/** One `[[rule]]`. Unknown keys are mistakes: a misspelled condition would make the rule match more. */
export const ruleSchema = z
  .strictObject({
    ...condition,
    decision,
    priority,
    interactive: z.boolean('must be true or false').optional(),
    allowRedirection: z.boolean('must be true or false').optional(),
    allow_redirection: z.boolean('must be true or false').optional(),
    denyMessage: text.optional(),
    deny_message: text.optional(),
    subagent: nonEmpty('subagent').optional(),
    targets: z.enum(['own', 'any'], 'must be own or any').optional(),
  })
  .superRefine(checkCombination)
  .superRefine(checkTargets)

const checker = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('in-process'),
      name: z.enum(['allowed-path'], 'the only in-process checker is allowed-path'),
      required_context: z.array(z.enum(['environment', 'history'])).optional(),
      config: z.record(z.string(), z.unknown()).optional(),
    }),
    z.strictObject({
      type: z.literal('external'),
      name: text.regex(/^[a-z0-9-]+$/, 'must contain only lower-case letters, digits and hyphens'),
      required_context: z.array(z.enum(['environment', 'history'])).optional(),
      config: z.record(z.string(), z.unknown()).optional(),
    }),
  ],
  'must be in-process or external',
)

/** One `[[safety_checker]]`. */
export const checkerSchema = z
  .strictObject({ ...condition, priority: priority.default(0), checker })
  .superRefine(checkCombination)

/** One `[[protected]]` of the built-in list. */
export const protectedSchema = z.strictObject({
  paths: z.array(text.min(1, 'must not be empty')).min(1, 'must name at least one path'),
  reason: nonEmpty('reason'),
})

/**
 * The words of a commandPrefix. Quotes and backslashes work as in a shell; everything else is literal, so `git ` and `git`
 * are the same prefix.
 */
export function parseCommandPrefix(text: string): { ok: true; words: string[] } | { ok: false; reason: string } {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"' && /["\\$`]/.test(text[index + 1] ?? ''))
        word = (word ?? '') + text[++index]
      else word = (word ?? '') + char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (char === '\\' && index + 1 < text.length) word = (word ?? '') + text[++index]
    else if (/[ \t\n]/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  if (quote !== '') return { ok: false, reason: 'has an unclosed quote' }
  if (word !== undefined) words.push(word)
  return words.length === 0 || words[0] === ''
    ? { ok: false, reason: 'must not be empty: it would match every command' }
    : { ok: true, words }
}
