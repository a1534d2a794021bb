import { protectedPathsOf } from '../protected-paths.ts'
import { analyzeShellLine } from '../shell/shell.ts'
import type { ShellAnalysis, SimpleCommand } from '../shell/shell-types.ts'
import {
  type CallPart,
  inactiveReason,
  isConditional,
  isOpaque,
  type MatchContext,
  newMatchContext,
  ruleMatches,
  targetsReason,
} from './match.ts'
import { dependsOnPath, editsOf, namesPath } from './named-path.ts'
import type { CallFacts, Mode, PathList, ResolvedArgs, Rule, RuleMatch, Tier, Verdict } from './rule.ts'
import { canonicalToolName, DELIVER_FILE, EDIT_TOOLS, matchesTool, SHELL_TOOL, toolIdentity } from './tool-names.ts'

const STRICTNESS: Record<Verdict, number> = { allow: 0, ask: 1, deny: 2 }

export const stricter = (a: Verdict, b: Verdict): Verdict => (STRICTNESS[a] >= STRICTNESS[b] ? a : b)

/**
 * `rule` is absent when no rule matched. `message` is a sentence for the model and for people, or empty. `refused` are the
 * parts of a shell line that were not allowed, each with the rule that decided it.
 */
export type Decision = {
  verdict: Verdict
  rule?: Rule
  message: string
  refused?: readonly RefusedPart[]
  /** The path is protected: only a rule that names it allows the call. */
  isProtected?: true
  /** The rules allow the call, but not an edit of the file that the tool writes. */
  ofFile?: true
  /** The rules refuse both the call and an edit of the file that the tool writes. */
  edit?: Decision
  /** The name that a link gives the file, by which the call is refused. */
  linkName?: string
}

export type RefusedPart = { rule?: Rule; command?: SimpleCommand }

/**
 * Decides whether a call may run. The strongest matching rule wins: tier, then priority, then strictness, then file order.
 * Each command of a shell line is decided separately, and the strictest verdict wins. `fallback` applies to calls that no
 * rule matches. Pure; never throws.
 */
export function decide(rules: readonly Rule[], facts: CallFacts, fallback: Verdict): Decision {
  if (facts.tool === DELIVER_FILE && facts.server === undefined) return decideDelivery(rules, facts)
  const decision = decideCall(rules, facts, fallback)
  const ofLink = decision.verdict === 'allow' ? refusalByLink(rules, facts) : undefined
  if (ofLink !== undefined) return ofLink
  if (facts.writes === undefined) return decision
  // A tool with a file of its own writes what the edit tools may write.
  const edit = { ...facts, tool: 'write_file', aliases: [], args: { file_path: facts.writes }, writes: undefined }
  const ofFile = decideCall(rules, edit, fallback)
  if (ofFile.verdict === 'allow') return decision
  return decision.verdict === 'allow' ? { ...ofFile, ofFile: true } : { ...decision, edit: ofFile }
}

function decideCall(rules: readonly Rule[], facts: CallFacts, fallback: Verdict): Decision {
  const candidates = rulesForCall(rules, facts)
  const context = newMatchContext(facts)
  let strictest: Decision | undefined
  const refused: RefusedPart[] = []
  for (const part of callParts(facts)) {
    const decision = decidePart(candidates, part, context, fallback)
    if (decision === undefined) continue
    if (decision.verdict !== 'allow') refused.push({ rule: decision.rule, command: part.command })
    if (strictest === undefined || STRICTNESS[decision.verdict] > STRICTNESS[strictest.verdict]) strictest = decision
  }
  if (strictest === undefined) return { verdict: fallback, message: '' }
  return refused.length === 0 || facts.shell === undefined ? strictest : { ...strictest, refused }
}

/** The parts that must all be allowed: the call itself, or each simple command of a shell line. */
export function callParts({ tool, shell }: CallFacts): CallPart[] {
  if (shell === undefined) return [{ text: tool }]
  const commandParts: CallPart[] = shell.commands.map((command) => ({ text: command.source, command }))
  if (shell.unsure.length > 0) return [...commandParts, { text: shell.line }]
  return commandParts.length > 0 ? commandParts : [{ text: shell.line, command: EMPTY_COMMAND }]
}

const EMPTY_COMMAND: SimpleCommand = {
  source: '',
  quoted: '',
  words: [],
  forms: [],
  sameForms: [],
  writes: [],
  dangers: [],
  unsure: [],
  isTransparent: false,
}

/** Undefined for a wrapper, for example `timeout 5`, that no rule names: only the command it runs is decided. */
function decidePart(
  candidates: readonly Rule[],
  part: CallPart,
  context: MatchContext,
  fallback: Verdict,
): Decision | undefined {
  const guard = guardOf(candidates, part, context)
  if (guard !== undefined) return decideProtected(guard, candidates, part, context)
  const rule = candidateRules(candidates, part, context).find(
    (each) => each.match.paths === undefined && ruleMatches(each, part, context),
  )
  const isRestricted = rule !== undefined && rule.verdict !== 'allow' && isConditional(rule)
  if (part.command?.isTransparent && !isRestricted) return undefined
  if (rule === undefined) return { verdict: fallback, message: explainPart(part, context) }
  if (rule.verdict !== 'allow')
    return { verdict: rule.verdict, rule, message: joinSentences(rule.message, explainPart(part, context)) }
  const [redirection] = part.command?.writes ?? []
  if (redirection === undefined || (rule.allowRedirection && context.facts.mode !== 'plan'))
    return { verdict: 'allow', rule, message: '' }
  const reason =
    context.facts.mode === 'plan'
      ? 'plan mode allows no writes.'
      : 'the rule that allows the command does not set allowRedirection = true.'
  const effect = redirection.startsWith('<')
    ? 'may be a network address (pass the file as an argument, or start its name with ./)'
    : 'writes to a file'
  return { verdict: 'ask', rule, message: `\`${redirection}\` ${effect}, and ${reason}` }
}

type Guard = { rule: Rule; list: PathList }

/** The protection of the path that a call writes. */
function guardOf(candidates: readonly Rule[], part: CallPart, context: MatchContext): Guard | undefined {
  const rule = candidates.find((each) => each.match.paths !== undefined && ruleMatches(each, part, context))
  return rule?.match.paths === undefined ? undefined : { rule, list: rule.match.paths }
}

/** Decides a call that writes a protected path. A rule that allows counts only if it names the path. */
function decideProtected(guard: Guard, candidates: readonly Rule[], part: CallPart, context: MatchContext): Decision {
  const decider = candidates.find(
    (each) =>
      each.match.paths === undefined &&
      ruleMatches(each, part, context) &&
      (each.verdict !== 'allow' || namesPath(each, part, context.facts, guard.list)),
  )
  const rule = decider === undefined || decider.verdict === 'ask' ? guard.rule : decider
  const message = rule.verdict === 'allow' ? '' : (rule.message ?? '')
  // A rule that opens the path must also be stronger than the rule that asks about it.
  const refused = rule.verdict === 'allow' ? undefined : [{ rule }, { rule: decider ?? rule }]
  return { verdict: rule.verdict, rule, message, isProtected: true, refused }
}

/**
 * Decides whether a run delivers a changed path, whoever changed it. Rules that name `deliver_file` come first, then those for the edit
 * tools that name the path. A rule without a path speaks of its tool, not of what a permitted command leaves.
 */
function decideDelivery(rules: readonly Rule[], facts: CallFacts): Decision {
  const part: CallPart = { text: facts.tool }
  const context = newMatchContext(facts)
  const candidates = rulesForCall(rules, facts)
  const guard = guardOf(candidates, part, context)
  const counts = (rule: Rule, as: CallFacts) =>
    rule.verdict !== 'allow' || guard === undefined || namesPath(rule, part, as, guard.list)
  const deliveryRule = candidates.find(
    (rule) =>
      rule.match.tools?.some((name) => name !== '*') &&
      rule.match.paths === undefined &&
      ruleMatches(rule, part, context) &&
      counts(rule, facts),
  )
  const ofEdits = editRules(rules, facts).find(({ rule, as }) => counts(rule, as))?.rule
  // No tier opens what a higher one forbids.
  const isForbidden =
    ofEdits !== undefined &&
    ofEdits.verdict !== 'allow' &&
    (deliveryRule === undefined || STRENGTH[ofEdits.tier] > STRENGTH[deliveryRule.tier])
  const decider = isForbidden ? ofEdits : (deliveryRule ?? ofEdits)
  const isOpen = decider?.verdict === 'allow' || (decider === undefined && guard === undefined)
  if (isOpen) return { verdict: 'allow', rule: decider, message: '' }
  const rule = decider?.verdict === 'deny' ? decider : (guard?.rule ?? decider)
  const isProtected = guard === undefined ? undefined : true
  return { verdict: rule?.verdict ?? 'deny', rule, message: rule?.message ?? '', isProtected }
}

/** What delivery would refuse for the name that a link gives the file. A path that is protected itself has rules of its own. */
function refusalByLink(rules: readonly Rule[], facts: CallFacts): Decision | undefined {
  const { args = {}, linkNames = [] } = facts.resolved ?? {}
  if (linkNames.length === 0 || protectedPathsOf(rules).has(String(args.file_path))) return undefined
  for (const linkName of linkNames) {
    const delivery = { file_path: linkName, change: 'changed', writer: 'tool' }
    const decision = decideDelivery(rules, { ...facts, tool: DELIVER_FILE, args: delivery, resolved: undefined })
    if (decision.verdict === 'allow') continue
    return { ...decision, linkName, message: joinSentences(`${linkName} is a link to this file.`, decision.message) }
  }
  return undefined
}

/** The rules for the edit tools whose pattern names the delivered path, strongest first, each with the edit that it matches. */
function editRules(rules: readonly Rule[], facts: CallFacts): { rule: Rule; as: CallFacts }[] {
  const { file_path: path } = facts.args
  if (typeof path !== 'string') return []
  const edits = EDIT_TOOLS.flatMap((tool) =>
    editsOf(path).map((args): CallFacts => ({ ...facts, tool, args, aliases: [] })),
  )
  const contexts = edits.map((as) => ({ as, identity: toolIdentity(as), context: newMatchContext(as) }))
  return rankRules(rules).flatMap((rule) => {
    const { match } = rule
    if (match.args === undefined || !dependsOnPath(match.args) || inactiveReason(match, facts) !== undefined) return []
    const edit = contexts.find(
      ({ as, identity, context }) => matchesTool(rule, identity) && ruleMatches(rule, { text: as.tool }, context),
    )
    return edit === undefined ? [] : [{ rule, as: edit.as }]
  })
}

/** The rules that can match a part. When the program is known, rules for other programs are skipped. */
function candidateRules(rules: readonly Rule[], { command }: CallPart, context: MatchContext): readonly Rule[] {
  if (command === undefined || isOpaque(command)) return rules
  const programs = new Set([...command.forms, ...command.sameForms].map(([first]) => first?.text ?? ''))
  // Rules that deny or ask are also matched against the whole line.
  programs.add(/^[^\s;&|()<>"'`]*/.exec(context.line)?.[0] ?? '')
  return rulesForPrograms(rules, [...programs])
}

/** Explains to people and to the model why this part was not allowed. */
function explainPart({ text, command }: CallPart, { facts }: MatchContext): string {
  const { shell } = facts
  if (shell === undefined) return facts.beyond ?? ''
  if (command === undefined) {
    const isParsed = shell.unsure.every((reason) => !/^(?:it |parsing )/.test(reason))
    return `${isParsed ? 'Cannot tell what this line runs' : 'Cannot parse the command line'}: ${shell.unsure.join('; ')}.`
  }
  if (command.unsure.length > 0) return `Cannot tell what \`${abbreviate(text)}\` runs: ${command.unsure.join('; ')}.`
  // One reason for each word.
  const dangers = command.dangers.filter(
    ({ word, reason }, index, all) =>
      all.findIndex((each) => (word === undefined ? each.reason === reason : each.word?.text === word.text)) === index,
  )
  if (dangers.length > 0) {
    const reasons = dangers.map(({ word, reason }) => (word === undefined ? reason : `${word.text} ${reason}`))
    const isSpellable = dangers.every(({ word }) => word?.kind === 'known')
    return `In \`${abbreviate(text)}\`, ${reasons.join('; ')}${isSpellable ? '; only a rule that spells this out allows it' : ''}.`
  }
  return shell.commands.length > 1 ? `This applies to the part \`${abbreviate(text)}\`.` : ''
}

const joinSentences = (...texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join(' ')

const abbreviate = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** Every rule, strongest first, with the reason why it matched or did not match. */
export function explainRules(
  rules: readonly Rule[],
  facts: CallFacts,
): { rule: Rule; matched: boolean; reason: string }[] {
  const identity = toolIdentity(facts)
  const context = newMatchContext(facts)
  const parts = callParts(facts)
  const guard = guardOf(rulesForCall(rules, facts), { text: facts.tool }, context)
  return rankRules(rules).map((rule) => {
    const { match } = rule
    const unmatched = (reason: string) => ({ rule, matched: false, reason })
    if (!matchesTool(rule, identity)) return unmatched(`applies to ${describeTools(match)}`)
    const inactive = inactiveReason(match, facts) ?? targetsReason(rule, facts)
    if (inactive !== undefined) return unmatched(inactive)
    const matchingParts = parts.filter((part) => ruleMatches(rule, part, context))
    if (matchingParts.length === 0)
      return unmatched(`${describeCondition(match)} does not match${rule.verdict === 'allow' ? ' with certainty' : ''}`)
    const isClosed = guard !== undefined && rule.verdict === 'allow'
    if (isClosed && !namesPath(rule, { text: facts.tool }, facts, guard.list))
      return unmatched('names no protected path: a pattern must spell out the name of the file or a folder of it')
    const reason =
      facts.shell === undefined || !isConditional(rule)
        ? 'every condition holds'
        : `matches ${matchingParts.map(({ text }) => `\`${abbreviate(text)}\``).join(', ')}`
    return { rule, matched: true, reason }
  })
}

function describeTools({ tools, server, builtin }: RuleMatch): string {
  const from = server === undefined ? (builtin ? ' that come from no MCP server' : '') : ` of server ${server}`
  return `${tools === undefined ? 'tools' : tools.join(', ')}${from}`
}

function describeCondition({ prefixes, regex, args, paths }: RuleMatch): string {
  if (paths !== undefined) return 'the list of protected paths'
  if (prefixes !== undefined) return `commandPrefix ${prefixes.map(({ text }) => JSON.stringify(text)).join(', ')}`
  if (regex !== undefined) return `commandRegex ${JSON.stringify(regex.source)}`
  return `argsPattern ${JSON.stringify(args?.source ?? '')}`
}

type DeclaredTool = {
  name: string
  aliases?: readonly string[]
  server?: string
  short?: string
  annotations: Readonly<Record<string, unknown>>
}

/** The tools that are not declared to the model, by name, each with the rule that hides it. */
export const hiddenTools = (
  tools: readonly DeclaredTool[],
  rules: readonly Rule[],
  mode: Mode,
): ReadonlyMap<string, Rule> =>
  new Map(
    tools.flatMap((tool) => {
      const rule = hidingRule(rules, tool, mode)
      return rule === undefined ? [] : [[tool.name, rule] as const]
    }),
  )

/**
 * The rule that refuses every call of a tool, whatever its arguments; undefined when a call may pass. Rules that ask count
 * as refusals, because no person can confirm a call in a run.
 */
export function hidingRule(rules: readonly Rule[], tool: DeclaredTool, mode: Mode): Rule | undefined {
  const { name, aliases = [], server, short, annotations } = tool
  const facts: CallFacts = { tool: name, aliases, args: {}, annotations, mode, interactive: false, server, short }
  const identity = toolIdentity(facts)
  for (const rule of rankRules(rules)) {
    const { match } = rule
    if (!matchesTool(rule, identity) || inactiveReason({ ...match, agent: undefined }, facts) !== undefined) continue
    const isUnconditional = !isConditional(rule) && match.agent === undefined
    if (rule.verdict === 'allow') return undefined
    // A rule with a condition does not refuse the tool's other calls.
    if (isUnconditional) return rule
  }
  return undefined
}

/** The verdict as policy files and answers spell it. */
export const decisionName = (verdict: Verdict): 'allow' | 'ask_user' | 'deny' =>
  verdict === 'ask' ? 'ask_user' : verdict

export const ruleRef = (rule: Rule) => ({
  file: rule.file,
  line: rule.line,
  tier: rule.tier,
  priority: rule.priority,
  verdict: decisionName(rule.verdict),
})

/** A tool call before policy decides it. */
export type PolicyCall = {
  tool: string
  aliases?: readonly string[]
  server?: string
  /** The name the server gives the tool. */
  short?: string
  annotations: Readonly<Record<string, unknown>>
  args: Record<string, unknown>
  /** Its arguments with paths resolved, where this differs from `args`. */
  resolved?: ResolvedArgs
  /** The file that the tool writes, when the arguments do not name it. */
  writes?: string
  /** The sub-agent that makes the call; absent for the main agent. */
  agent?: string
  /** Why it writes more than the run may write by itself. */
  beyond?: string
}

/** Everything a decision depends on. Shell lines are parsed here and nowhere else, so only this needs the parser. */
export async function callFacts(call: PolicyCall, mode: Mode, interactive: boolean): Promise<CallFacts> {
  const isShell =
    call.server === undefined &&
    [call.tool, ...(call.aliases ?? [])].some((name) => canonicalToolName(name) === SHELL_TOOL)
  // Outside a run the file is the usual one.
  const writes = call.writes ?? (call.server === undefined && call.tool === 'save_memory' ? 'GEMINI.md' : undefined)
  return {
    ...call,
    writes,
    mode,
    interactive,
    shell: isShell ? await readCommandArgument(call.args.command) : undefined,
  }
}

const readCommandArgument = async (line: unknown): Promise<ShellAnalysis> =>
  typeof line === 'string'
    ? analyzeShellLine(line)
    : { line: '', commands: [], unsure: ['the call has no command text'] }

/** Whether no rule forbids a call: the rules ask, or none decides. A written deny of any part stays a deny, as does a protected path. */
export function isAskable({ verdict, rule, refused = [] }: Decision): boolean {
  if (verdict === 'allow') return false
  const rules = [rule, ...refused.map((part) => part.rule)].filter((each) => each !== undefined)
  return rules.every(({ verdict, match }) => verdict === 'ask' && match.paths === undefined)
}

/** Entries in each cache of one set of rules. */
const MAX_CACHED = 5000

type RuleIndex = { strongestFirst: readonly Rule[]; rulesByCall: Map<string, readonly Rule[]> }

const indexes = new WeakMap<readonly Rule[], RuleIndex>()

const STRENGTH: Readonly<Record<Tier, number>> = { default: 1, extension: 2, user: 3, admin: 4 }

const STRICT_FIRST: readonly Verdict[] = ['deny', 'ask', 'allow']

/** The rules, strongest first: tier, then priority, then strictness, then file order. */
export const rankRules = (rules: readonly Rule[]): readonly Rule[] => indexRules(rules).strongestFirst

/** The rules that apply to this tool, caller and mode, whatever the arguments; strongest first. */
export function rulesForCall(rules: readonly Rule[], facts: CallFacts): readonly Rule[] {
  const { strongestFirst, rulesByCall } = indexRules(rules)
  const key = JSON.stringify([
    facts.tool,
    facts.server,
    facts.agent,
    facts.mode,
    facts.interactive,
    facts.annotations,
    delegateName(facts),
    facts.aliases,
    facts.beyond !== undefined,
  ])
  const cached = rulesByCall.get(key)
  if (cached !== undefined) return cached
  const identity = toolIdentity(facts)
  const matching = strongestFirst.filter(
    (rule) =>
      matchesTool(rule, identity) &&
      inactiveReason(rule.match, facts) === undefined &&
      targetsReason(rule, facts) === undefined,
  )
  if (rulesByCall.size >= MAX_CACHED) rulesByCall.clear()
  rulesByCall.set(key, matching)
  return matching
}

/** In a prefix that spells out a whole line, the first word can end in an operator. */
const OPERATOR = /[;&|()<>"'`]/

const byProgram = new WeakMap<readonly Rule[], Map<string, readonly Rule[]>>()

/** The rules that can match a command of one of these programs, or do not depend on the program. Keeps their order. */
export function rulesForPrograms(rules: readonly Rule[], programs: readonly string[]): readonly Rule[] {
  const cache = byProgram.get(rules) ?? new Map<string, readonly Rule[]>()
  byProgram.set(rules, cache)
  const key = programs.join('\0')
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const matching = rules.filter(
    ({ match }) =>
      match.prefixes?.some(({ words: [first = ''] }) => programs.includes(first) || OPERATOR.test(first)) ?? true,
  )
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(key, matching)
  return matching
}

/** The sub-agent that a call starts; rules can name it like a tool. */
const delegateName = ({ args }: CallFacts): string | undefined => {
  const agent = args.agent_name ?? args.agent
  return typeof agent === 'string' ? agent : undefined
}

function indexRules(rules: readonly Rule[]): RuleIndex {
  const cached = indexes.get(rules)
  if (cached !== undefined) return cached
  const strongestFirst = [...rules].sort(
    (a, b) =>
      STRENGTH[b.tier] - STRENGTH[a.tier] ||
      b.priority - a.priority ||
      STRICT_FIRST.indexOf(a.verdict) - STRICT_FIRST.indexOf(b.verdict),
  )
  const index = { strongestFirst, rulesByCall: new Map() }
  indexes.set(rules, index)
  return index
}
