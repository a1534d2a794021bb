import { z } from 'zod'
import { MODES } from './decide.ts'
import { compilePattern } from './patterns.ts'
import { prefixWords } from './prefix.ts'
import { canonical, isKnownWildcard, SHELL } from './tool-names.ts'

const text = z.string('must be a string')
const named = (what: string) => text.refine((value) => value.trim() !== '', `${what} must not be empty`)
const oneOrMore = <Each extends z.ZodType>(each: Each) =>
  z.union([each.transform((one) => [one]), z.array(each).min(1, 'must name at least one')])

const toolName = named('toolName').refine(
  isKnownWildcard,
  'a * stands alone, at the end, or for the server (mcp_*_tool)',
)

const mode = z
  .string()
  .transform((written) => (written === 'auto_edit' ? 'autoEdit' : written))
  .pipe(z.enum(MODES, `must be one of ${MODES.join(', ')}`))

const pattern = (anchored: boolean) =>
  text.transform((source, context) => {
    const compiled = compilePattern(source, anchored)
    if (compiled.ok) return compiled.pattern
    context.addIssue(compiled.why)
    return z.NEVER
  })

const prefix = text.transform((source, context) => {
  const words = prefixWords(source)
  if (words.ok) return { text: source, words: words.words }
  context.addIssue(words.why)
  return z.NEVER
})

const WORDS = 'decision must be allow, deny or ask_user'
const decision = z.enum(['allow', 'deny', 'ask_user'], {
  error: ({ input }) => (input === undefined ? `is missing: ${WORDS}` : `${WORDS}, not ${JSON.stringify(input)}`),
})

const priority = z
  .number({ error: ({ input }) => (input === undefined ? 'priority is required' : 'priority must be a number') })
  .int('priority must be an integer')
  .min(0, 'priority must be at least 0')
  .max(999, 'priority must be at most 999: more would reach into the next tier')

const scalar = z.union([z.string(), z.number(), z.boolean()], 'must be a string, a number or a boolean')

const condition = {
  toolName: oneOrMore(toolName).optional(),
  mcpName: named('mcpName').optional(),
  argsPattern: pattern(false).optional(),
  commandPrefix: oneOrMore(prefix).optional(),
  commandRegex: pattern(true).optional(),
  modes: z.array(mode).optional(),
  toolAnnotations: z.record(z.string(), scalar).optional(),
  name: z.unknown().optional(),
  description: z.unknown().optional(),
}

type Condition = {
  toolName?: string[] | undefined
  mcpName?: string | undefined
  argsPattern?: unknown
  commandPrefix?: unknown
  commandRegex?: unknown
}

function fitsTogether(rule: Condition, context: z.RefinementCtx) {
  const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const onCommands =
    rule.commandPrefix !== undefined ? 'commandPrefix' : rule.commandRegex !== undefined ? 'commandRegex' : undefined
  if (rule.toolName === undefined && rule.mcpName === undefined && onCommands === undefined)
    context.addIssue({ code: 'custom', message: 'toolName is required; "*" stands for every tool' })
  if (onCommands === undefined) return
  const forShell = rule.toolName === undefined || rule.toolName.every((name) => canonical(name) === SHELL)
  if (!forShell || rule.mcpName !== undefined) say(onCommands, `only goes with toolName = "${SHELL}"`)
  if (rule.argsPattern !== undefined) say(onCommands, 'does not go with argsPattern: use one of them')
  if (rule.commandPrefix !== undefined && rule.commandRegex !== undefined)
    say('commandRegex', 'does not go with commandPrefix: use one of them')
}

/** One `[[rule]]`. Unknown keys are mistakes: a misspelt condition would widen the rule. */
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
    subagent: named('subagent').optional(),
  })
  .superRefine(fitsTogether)

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
      name: text.regex(/^[a-z0-9-]+$/, 'holds only lower-case letters, digits and hyphens'),
      required_context: z.array(z.enum(['environment', 'history'])).optional(),
      config: z.record(z.string(), z.unknown()).optional(),
    }),
  ],
  'must be in-process or external',
)

/** One `[[safety_checker]]`. */
export const checkerSchema = z
  .strictObject({ ...condition, priority: priority.default(0), checker })
  .superRefine(fitsTogether)
